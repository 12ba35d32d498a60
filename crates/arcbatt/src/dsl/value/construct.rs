//! Constructors of containers, each in its canonical form.

use crate::dsl::cx::{Cx, List, MAX_DEPTH};
use crate::dsl::fail::{Fail, Limit, Why, fail, limit};
use crate::dsl::sets::{order, sorted_set};
use crate::dsl::value::scalar::Cell;
use crate::dsl::value::{Seq, Value};
use crate::grid::{Cells, Color, Grid};

impl<'a> Cx<'a> {
    /// A pair; a number out of range hits a limit.
    #[inline]
    pub fn pair(&self, i: i64, j: i64) -> Result<Value<'a>, Fail> {
        match (i32::try_from(i), i32::try_from(j)) {
            (Ok(i), Ok(j)) => Ok(Value::at(i, j)),
            _ => limit(Limit::Size),
        }
    }

    /// A coloured cell.
    #[inline]
    pub fn cell(&self, color: i32, i: i32, j: i32) -> Value<'a> {
        Value::Cell(self.arena().alloc(Cell(color, i, j)))
    }

    /// A grid; without rows, the empty tuple.
    #[inline]
    pub fn grid(&self, height: usize, width: usize, cells: &'a [Color]) -> Result<Value<'a>, Fail> {
        if height == 0 {
            return Ok(Value::EMPTY_TUPLE);
        }
        if height > Grid::MAX_SIDE || width > Grid::MAX_SIDE {
            return limit(Limit::Size);
        }
        let grid = Grid::new(height, width, cells);
        let grid = Value::Grid(self.arena().alloc(grid));
        self.note_reading(grid);
        Ok(grid)
    }

    /// The value of a grid, which lives as long as the arena.
    #[inline]
    pub fn grid_value(&self, grid: Grid<'a>) -> Value<'a> {
        if grid.height() == 0 {
            Value::EMPTY_TUPLE
        } else {
            let grid = Value::Grid(self.arena().alloc(grid));
            self.note_reading(grid);
            grid
        }
    }

    /// Elements with their depth and weight; too deep or too heavy hits a limit.
    pub(crate) fn sequence(&self, items: &'a [Value<'a>]) -> Result<&'a Seq<'a>, Fail> {
        let (depth, weight) = self.measure(items)?;
        Ok(self.arena().alloc(Seq::new(items, depth, weight)))
    }

    /// Depth and weight of a container of the given values; too deep or too heavy hits a limit.
    pub(crate) fn measure(&self, items: &[Value]) -> Result<(u8, u32), Fail> {
        let (mut depth, mut weight) = (0, 1u32);
        for item in items {
            let (its_depth, its_weight) = match item {
                // The most common case.
                Value::Object(object) => (3, 1 + object.planes.len() as u32),
                _ => item.depth_and_weight(),
            };
            depth = depth.max(its_depth);
            weight = weight.saturating_add(its_weight);
        }
        self.check_measures(depth, weight)
    }

    /// [`measure`](Self::measure) for the parts of a closure, whose uses are counted.
    #[inline]
    pub(in crate::dsl) fn measure_parts(&self, parts: &[Value<'a>]) -> Result<(u8, u32), Fail> {
        let (mut depth, mut weight) = (0, 1u32);
        for &part in parts {
            // Most parts are functions.
            let (its_depth, its_weight) = match part {
                Value::Primitive(_) => (0, 1),
                Value::Function(closure) => {
                    closure.uses.add();
                    (closure.depth, closure.weight)
                }
                _ => part.depth_and_weight(),
            };
            depth = depth.max(its_depth);
            weight = weight.saturating_add(its_weight);
        }
        self.check_measures(depth, weight)
    }

    /// The measures of a container of values with these.
    #[inline]
    fn check_measures(&self, depth: u8, weight: u32) -> Result<(u8, u32), Fail> {
        if depth >= MAX_DEPTH {
            return limit(Limit::Depth);
        }
        self.check_weight(weight)?;
        Ok((depth + 1, weight))
    }

    /// The set of the given elements, which may repeat and come in any order.
    pub fn set(&self, mut items: List<'a, Value<'a>>) -> Result<Value<'a>, Fail> {
        match items.first() {
            None => return Ok(Value::EMPTY_SET),
            Some(&Value::Pair(pair)) if items.len() == 1 => {
                self.reserve(1)?;
                let rows = self.blank(1)?;
                rows[0] = 1;
                let (top, left) = pair.parts();
                return Ok(self.indices(Cells {
                    top,
                    left,
                    width: 1,
                    count: 1,
                    rows,
                }));
            }
            Some(Value::Set(_) | Value::Tuple(_) | Value::Grid(_))
            | Some(Value::Primitive(_) | Value::Function(_))
                if items.len() == 1 =>
            {
                return self.sequence(items.into_bump_slice()).map(Value::Set);
            }
            Some(Value::Pair(_)) if items.iter().all(|v| matches!(v, Value::Pair(_))) => {
                let items: &'a [Value<'a>] = items.into_bump_slice();
                if let Some(set) = sorted_set::if_sorted(self, items)? {
                    return Ok(set);
                }
                return self.indices_of(items.iter().filter_map(|v| v.pair().ok()));
            }
            Some(Value::Cell(_)) if items.iter().all(|v| matches!(v, Value::Cell(_))) => {
                let items: &'a [Value<'a>] = items.into_bump_slice();
                return self.object_of(items.iter().filter_map(|v| match *v {
                    Value::Cell(&Cell(c, i, j)) => Some((c, i, j)),
                    _ => None,
                }));
            }
            _ => {}
        }
        let flat = |v: &Value| {
            use Value::{Bool, Cell, Int, Pair};
            matches!(v, Int(_) | Bool(_) | Pair(_) | Cell(_))
        };
        if items.iter().all(flat) {
            return sorted_set::mixed(self, items);
        }
        // Check the weight before comparing.
        let (depth, weight) = self.measure(&items)?;
        let count = items.len();
        self.charge_set(count, weight)?;
        if !order::sort_bitsets(self, &mut items)? {
            if !items.is_sorted_by(|a, b| a < b) {
                items.sort_unstable();
                items.dedup();
            }
            numbers_for_truths(&mut items);
        }
        let items = items.into_bump_slice();
        if items.len() < count {
            return self.sequence(items).map(Value::Set);
        }
        Ok(Value::Set(
            self.arena().alloc(Seq::new(items, depth, weight)),
        ))
    }

    /// The set of ascending elements of another set.
    #[inline]
    pub(crate) fn set_ascending(&self, items: List<'a, Value<'a>>) -> Result<Value<'a>, Fail> {
        match items.first() {
            // The rest may fit a bitset now.
            Some(Value::Pair(_) | Value::Cell(_)) => self.set(items),
            _ => self.set_sorted(items.into_bump_slice()),
        }
    }

    /// The set of ascending elements that are neither pairs nor coloured cells.
    #[inline]
    pub(crate) fn set_sorted(&self, items: &'a [Value<'a>]) -> Result<Value<'a>, Fail> {
        debug_assert!(items.is_sorted_by(|a, b| a < b));
        if items.is_empty() {
            return Ok(Value::EMPTY_SET);
        }
        self.sequence(items).map(Value::Set)
    }

    /// The set of ascending objects that are bitsets; `weight` is one more than that of all objects.
    pub(crate) fn set_of_objects(
        &self,
        items: &'a [Value<'a>],
        weight: u32,
    ) -> Result<Value<'a>, Fail> {
        debug_assert!(items.is_sorted_by(|a, b| a < b));
        debug_assert!(!self.measure(items).is_ok_and(|(_, all)| all != weight));
        if items.is_empty() {
            return Ok(Value::EMPTY_SET);
        }
        self.check_weight(weight)?;
        Ok(Value::Set(self.arena().alloc(Seq::new(items, 4, weight))))
    }

    /// The tuple of the given elements.
    pub fn tuple(&self, items: &'a mut [Value<'a>]) -> Result<Value<'a>, Fail> {
        if let [Value::Pair(_), _, _, ..] = items
            && items.iter().all(|item| matches!(item, Value::Pair(_)))
        {
            let weight = weight_of_light(items.len());
            self.check_weight(weight)?;
            return match self.rows_as_grid(items)? {
                Some(grid) => Ok(grid),
                None => Ok(Value::Tuple(self.arena().alloc(Seq::new(items, 2, weight)))),
            };
        }
        if let [Value::Cell(_), ..] = items
            && items.iter().all(|item| matches!(item, Value::Cell(_)))
        {
            let weight = weight_of_light(items.len());
            self.check_weight(weight)?;
            return Ok(Value::Tuple(self.arena().alloc(Seq::new(items, 3, weight))));
        }
        if items.iter().any(|item| matches!(item, Value::Bool(_))) {
            numbers_for_truths(items);
        }
        match *items {
            [] => return Ok(Value::EMPTY_TUPLE),
            [Value::Int(i), Value::Int(j)] => return self.pair(i, j),
            [Value::Int(c), Value::Pair(pair)] => {
                return match i32::try_from(c) {
                    Ok(c) => Ok(self.cell(c, pair.row(), pair.column())),
                    Err(_) => limit(Limit::Size),
                };
            }
            [Value::Int(_), ..] => {
                if let Some(row) = self.byte_row(items) {
                    return self.row(row);
                }
            }
            [Value::Pair(_) | Value::Tuple(_), ..] => {
                // Check the weight before reading all rows.
                let (depth, weight) = self.measure(items)?;
                if let Some(grid) = self.rows_as_grid(items)? {
                    return Ok(grid);
                }
                return Ok(Value::Tuple(
                    self.arena().alloc(Seq::new(items, depth, weight)),
                ));
            }
            _ => {}
        }
        self.sequence(items).map(Value::Tuple)
    }

    /// The elements in the arena, if all are numbers that are bytes.
    fn byte_row(&self, items: &[Value]) -> Option<&'a [Color]> {
        let mut row = List::with_capacity_in(items.len(), self.arena());
        for item in items {
            match *item {
                Value::Int(n) => row.push(Color::try_from(n).ok()?),
                _ => return None,
            }
        }
        Some(row.into_bump_slice())
    }

    /// The grid with the elements as rows, if they are rows of equal length.
    fn rows_as_grid(&self, items: &[Value<'a>]) -> Result<Option<Value<'a>>, Fail> {
        let is_byte = |n: i32| Color::try_from(n).is_ok();
        let width = match items[0] {
            Value::Pair(_) => 2,
            Value::Tuple(seq) => seq.len(),
            _ => return Ok(None),
        };
        let is_row = |item: &Value| match *item {
            Value::Pair(pair) => width == 2 && is_byte(pair.row()) && is_byte(pair.column()),
            Value::Tuple(seq) => seq.len() == width && (width == 0 || seq.row().is_some()),
            _ => false,
        };
        // Of many pairs, the last are most often too large.
        let is_grid = || items.last().is_some_and(is_row) && items.iter().all(is_row);
        if items.len() > Grid::MAX_SIDE || width > Grid::MAX_SIDE || !is_grid() {
            return Ok(None);
        }
        let mut cells = self.reserve_list::<Color>(items.len() * width)?;
        for item in items {
            match *item {
                Value::Pair(pair) => cells.extend([pair.row() as Color, pair.column() as Color]),
                Value::Tuple(seq) => cells.extend_from_slice_copy(seq.row().unwrap_or_default()),
                _ => {}
            }
        }
        self.grid(items.len(), width, cells.into_bump_slice())
            .map(Some)
    }

    /// The tuple of the given bytes, uncharged.
    #[inline]
    pub(in crate::dsl) fn row(&self, row: &'a [Color]) -> Result<Value<'a>, Fail> {
        match *row {
            [] => Ok(Value::EMPTY_TUPLE),
            [a, b] => Ok(Value::at(a as i32, b as i32)),
            _ => {
                self.check_weight(1 + row.len() as u32)?;
                Ok(Value::Tuple(
                    self.arena().alloc(Seq::of_row(self.arena(), row)),
                ))
            }
        }
    }

    /// A row of a grid as a tuple, charged like its cells.
    pub fn row_of_grid(&self, row: &'a [Color]) -> Result<Value<'a>, Fail> {
        if row.len() != 2 {
            self.reserve(row.len())?;
        }
        self.row(row)
    }

    /// The value as a colour; `None` if it does not fit a byte.
    #[inline]
    pub fn color(&self, value: Value) -> Result<Option<Color>, Fail> {
        Ok(Color::try_from(value.int()?).ok())
    }

    /// Calls `see` with every element of a container, in order.
    #[inline]
    pub(crate) fn walk(
        &self,
        container: Value<'a>,
        mut see: impl FnMut(Value<'a>) -> Result<(), Fail>,
    ) -> Result<(), Fail> {
        match container {
            Value::Indices(cells) => {
                for (i, j) in cells.iter() {
                    see(Value::at(i, j))?;
                }
            }
            Value::Object(object) => {
                for (c, i, j) in object.iter() {
                    see(self.cell(c as i32, i, j))?;
                }
            }
            Value::Tuple(seq) if let Some(row) = seq.row() => {
                for &color in row {
                    see(Value::Int(color as i64))?;
                }
            }
            _ => {
                for &item in self.items(container)? {
                    see(item)?;
                }
            }
        }
        Ok(())
    }

    /// The `k`-th element of a container, without building the others where it can.
    pub(in crate::dsl) fn nth(&self, container: Value<'a>, k: usize) -> Result<Value<'a>, Fail> {
        let element = match container {
            Value::Indices(cells) => cells.iter().nth(k).map(|(i, j)| Value::at(i, j)),
            Value::Object(object) => {
                let cell = object.iter().nth(k);
                cell.map(|(c, i, j)| self.cell(c as i32, i, j))
            }
            Value::Set(seq) if let Some(product) = seq.product() => Some(product.get(k)),
            Value::Tuple(seq) if let Some(row) = seq.row() => {
                row.get(k).map(|&color| Value::Int(color as i64))
            }
            Value::Grid(grid) if grid.width() == 2 && k < grid.height() => {
                Some(self.row(grid.row(k))?)
            }
            _ => self.items(container)?.get(k).copied(),
        };
        match element {
            Some(element) => Ok(element),
            None => fail(Why::NoElement),
        }
    }

    /// The elements of a container, as a slice in the arena.
    pub fn items(&self, container: Value<'a>) -> Result<&'a [Value<'a>], Fail> {
        match container {
            Value::Set(seq) if let Some(product) = seq.product() => Ok(self.expanded(product)),
            Value::Tuple(seq) if seq.row().is_some() => {
                self.charge(seq.len())?;
                Ok(seq.items())
            }
            Value::Set(seq) | Value::Tuple(seq) => Ok(seq.items()),
            Value::Pair(pair) => {
                let (i, j) = pair.parts();
                let items = [Value::Int(i as i64), Value::Int(j as i64)];
                Ok(self.arena().alloc(items))
            }
            Value::Cell(&Cell(c, i, j)) => {
                let items = [Value::Int(c as i64), Value::at(i, j)];
                Ok(self.arena().alloc(items))
            }
            Value::Indices(cells) => {
                let mut items = self.reserve_list(cells.count as usize)?;
                // `for_each` is faster than a loop for nested iterators.
                cells.iter().for_each(|(i, j)| items.push(Value::at(i, j)));
                Ok(items.into_bump_slice())
            }
            Value::Object(object) => {
                let mut items = self.reserve_list(object.count as usize)?;
                let cells = object.iter();
                cells.for_each(|(c, i, j)| items.push(self.cell(c as i32, i, j)));
                Ok(items.into_bump_slice())
            }
            Value::Grid(grid) => {
                let mut items = self.reserve_list(grid.height())?;
                for row in grid.rows() {
                    items.push(self.row_of_grid(row)?);
                }
                Ok(items.into_bump_slice())
            }
            _ => fail(Why::Container),
        }
    }
}

/// The weight of a container of so many elements that weigh one each.
fn weight_of_light(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX).saturating_add(1)
}

/// Replaces truth values: in a container, they are numbers.
fn numbers_for_truths(items: &mut [Value]) {
    for item in items {
        if let Value::Bool(b) = *item {
            *item = Value::Int(b as i64);
        }
    }
}
