//! The makers of containers: every value in its one canonical form.

use crate::dsl::cx::{Cx, List, MAX_DEPTH};
use crate::dsl::fail::{Fail, Limit, Why, fail, limit};
use crate::dsl::sets::patch_order;
use crate::dsl::sets::sorted_set;
use crate::dsl::sets::wide_bitset::{self, Board};
use crate::dsl::value::scalar::Cell;
use crate::dsl::value::{Seq, Value};
use crate::grid::{BoundingBox, Cells, Color, Grid, Object};

impl<'a> Cx<'a> {
    /// A pair; a number out of range is a limit.
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

    /// A grid value; no rows at all is the tuple without elements.
    #[inline]
    pub fn grid(&self, height: usize, width: usize, cells: &'a [Color]) -> Result<Value<'a>, Fail> {
        if height == 0 {
            return Ok(Value::EMPTY_TUPLE);
        }
        if height > Grid::MAX_SIDE || width > Grid::MAX_SIDE {
            return limit(Limit::Size);
        }
        Ok(Value::Grid(
            self.arena().alloc(Grid::new(height, width, cells)),
        ))
    }

    /// A value that shows the given grid, which lives as long as the arena.
    #[inline]
    pub fn grid_value(&self, grid: Grid<'a>) -> Value<'a> {
        if grid.height() == 0 {
            Value::EMPTY_TUPLE
        } else {
            Value::Grid(self.arena().alloc(grid))
        }
    }

    /// A set of cells; no cells is the set without elements.
    #[inline]
    pub fn indices(&self, cells: Cells<'a>) -> Value<'a> {
        if cells.is_empty() {
            Value::EMPTY_SET
        } else {
            Value::Indices(self.arena().alloc(cells))
        }
    }

    /// The set of the given pairs, which may repeat.
    pub fn indices_of(
        &self,
        cells: impl Iterator<Item = (i32, i32)> + Clone,
    ) -> Result<Value<'a>, Fail> {
        let (mut bounds, mut count) = (BoundingBox::EMPTY, 0);
        // Some walks are loops in loops: these are faster from inside.
        cells.clone().for_each(|(i, j)| {
            bounds.add(i, j);
            count += 1;
        });
        if count == 0 {
            return Ok(Value::EMPTY_SET);
        }
        self.reserve(count)?;
        if let Some(height) = bounds.word_rows() {
            let (top, left) = (bounds.top, bounds.left);
            let rows = self.blank(height)?;
            cells.for_each(|(i, j)| rows[(i - top) as usize] |= 1 << (j - left));
            return Ok(self.indices(Cells::tight(top, left, rows)));
        }
        if let Some(mut board) = Board::new(self, &bounds, count)? {
            cells.for_each(|(i, j)| board.draw(i, j));
            let items = board.pairs(self)?;
            return Ok(wide_bitset::set_of_pairs(self, items));
        }
        sorted_set::pairs(self, cells, count)
    }

    /// The object of the given coloured cells, which may repeat.
    pub fn object_of(
        &self,
        cells: impl Iterator<Item = (i32, i32, i32)> + Clone,
    ) -> Result<Value<'a>, Fail> {
        let (mut bounds, mut count) = (BoundingBox::EMPTY, 0);
        let mut colors: [Color; Object::MAX_COLORS] = [0; Object::MAX_COLORS];
        let mut used = 0;
        let mut compact = true;
        for (c, i, j) in cells.clone() {
            bounds.add(i, j);
            count += 1;
            match Color::try_from(c) {
                Ok(c) if colors[..used].contains(&c) => {}
                Ok(c) if used < Object::MAX_COLORS => {
                    colors[used] = c;
                    used += 1;
                }
                _ => compact = false,
            }
        }
        if count == 0 {
            return Ok(Value::EMPTY_SET);
        }
        self.reserve(count)?;
        if let Some(height) = bounds.word_rows().filter(|_| compact) {
            let (top, left) = (bounds.top, bounds.left);
            let colors = self.arena().alloc_slice_copy(&colors[..used]);
            colors.sort_unstable();
            let planes = self.blank(height * used)?;
            for (c, i, j) in cells {
                // Every colour was entered above.
                let k = colors.iter().position(|&o| o as i32 == c).unwrap_or(0);
                planes[k * height + (i - top) as usize] |= 1 << (j - left);
            }
            return self.object(top, left, height, colors, planes);
        }
        sorted_set::cells(self, cells, count)
    }

    /// The object of planes of `height` rows, one a colour, ascending; planes and rows without
    /// cells are dropped. Height and columns are within the limits of [`Cells`].
    pub fn object(
        &self,
        top: i32,
        left: i32,
        height: usize,
        colors: &'a [Color],
        planes: &'a mut [u64],
    ) -> Result<Value<'a>, Fail> {
        if let [_] = colors {
            let shape = Cells::tight(top, left, planes);
            return Ok(self.one_color(colors, shape));
        }
        let union = self.blank(height)?;
        let (mut kept, mut twice) = (0, 0);
        for plane in planes.chunks_exact(height.max(1)) {
            let mut any = 0;
            for (all, &row) in union.iter_mut().zip(plane) {
                any |= row;
                twice |= *all & row;
                *all |= row;
            }
            kept += (any != 0) as usize;
        }
        let untrimmed = height;
        let shape = Cells::tight(top, left, union);
        if shape.is_empty() {
            return Ok(Value::EMPTY_SET);
        }
        let count = match twice {
            0 => shape.count,
            // Some cell has two colours.
            _ => planes.iter().map(|row| row.count_ones()).sum(),
        };
        let (skip, first) = ((shape.left - left) as u32, (shape.top - top) as usize);
        let height = shape.height();
        if kept == colors.len() && skip == 0 && height == untrimmed {
            return Ok(Value::Object(self.arena().alloc(Object {
                shape,
                count,
                colors,
                planes,
            })));
        }
        let mut kept_colors = self.reserve_list::<Color>(kept)?;
        let mut kept_planes = self.reserve_list::<u64>(kept * height)?;
        for (&color, plane) in colors.iter().zip(planes.chunks_exact(untrimmed)) {
            if plane.iter().any(|&row| row != 0) {
                kept_colors.push(color);
                kept_planes.extend(plane[first..first + height].iter().map(|row| row >> skip));
            }
        }
        if kept == 1 {
            return Ok(self.one_color(kept_colors.into_bump_slice(), shape));
        }
        Ok(Value::Object(self.arena().alloc(Object {
            shape,
            count,
            colors: kept_colors.into_bump_slice(),
            planes: kept_planes.into_bump_slice(),
        })))
    }

    /// The object of one colour on the given cells.
    #[inline]
    pub fn one_color(&self, color: &'a [Color], shape: Cells<'a>) -> Value<'a> {
        debug_assert_eq!(color.len(), 1);
        if shape.is_empty() {
            return Value::EMPTY_SET;
        }
        Value::Object(self.arena().alloc(Object {
            shape,
            count: shape.count,
            colors: color,
            planes: shape.rows,
        }))
    }

    /// Elements with their depth and weight; too deep or too heavy is a limit.
    pub(crate) fn sequence(&self, items: &'a [Value<'a>]) -> Result<&'a Seq<'a>, Fail> {
        let (depth, weight) = self.measure(items)?;
        Ok(self.arena().alloc(Seq {
            items,
            depth,
            weight,
        }))
    }

    /// Depth and weight of what holds the given values; too deep or too heavy is a limit.
    pub(crate) fn measure(&self, items: &[Value]) -> Result<(u8, u32), Fail> {
        let (mut depth, mut weight) = (0, 1u32);
        for item in items {
            let (its_depth, its_weight) = match item {
                // Most are.
                Value::Object(object) => (3, 1 + object.planes.len() as u32),
                _ => item.depth_and_weight(),
            };
            depth = depth.max(its_depth);
            weight = weight.saturating_add(its_weight);
        }
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
            Some(Value::Pair(_)) if items.iter().all(|v| matches!(v, Value::Pair(_))) => {
                let items: &'a [Value<'a>] = items.into_bump_slice();
                if let Some(set) = wide_bitset::ascending(self, items)? {
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
        // Elements that weigh too much together are not compared at all.
        let (depth, weight) = self.measure(&items)?;
        let count = items.len();
        if !patch_order::sort(self, &mut items)? {
            if !items.is_sorted_by(|a, b| a < b) {
                items.sort_unstable();
                items.dedup();
            }
            for item in items.iter_mut() {
                if let Value::Bool(b) = *item {
                    *item = Value::Int(b as i64);
                }
            }
        }
        let items = items.into_bump_slice();
        if items.len() < count {
            return self.sequence(items).map(Value::Set);
        }
        Ok(Value::Set(self.arena().alloc(Seq {
            items,
            depth,
            weight,
        })))
    }

    /// The set of the given elements, known to be ascending and those of a set before.
    #[inline]
    pub(crate) fn set_ascending(&self, items: List<'a, Value<'a>>) -> Result<Value<'a>, Fail> {
        match items.first() {
            // What is left may fit the compact form now.
            Some(Value::Pair(_) | Value::Cell(_)) => self.set(items),
            _ => self.set_sorted(items.into_bump_slice()),
        }
    }

    /// The set of the given elements, known to be ascending and neither pairs nor cells.
    #[inline]
    pub(crate) fn set_sorted(&self, items: &'a [Value<'a>]) -> Result<Value<'a>, Fail> {
        debug_assert!(items.is_sorted_by(|a, b| a < b));
        if items.is_empty() {
            return Ok(Value::EMPTY_SET);
        }
        self.sequence(items).map(Value::Set)
    }

    /// The set of the given objects in compact form, known to be ascending; `weight` is that of all
    /// of them, and one more.
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
        Ok(Value::Set(self.arena().alloc(Seq {
            items,
            depth: 4,
            weight,
        })))
    }

    /// The tuple of the given elements.
    pub fn tuple(&self, items: &'a mut [Value<'a>]) -> Result<Value<'a>, Fail> {
        for item in items.iter_mut() {
            if let Value::Bool(b) = *item {
                *item = Value::Int(b as i64);
            }
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
            [Value::Pair(_) | Value::Tuple(_), ..] => {
                // Looking at all rows may be more work than making them was.
                self.measure(items)?;
                if let Some(grid) = self.rows_as_grid(items)? {
                    return Ok(grid);
                }
            }
            _ => {}
        }
        self.sequence(items).map(Value::Tuple)
    }

    /// The grid that the elements are the rows of, if they are rows of equal length.
    fn rows_as_grid(&self, items: &[Value<'a>]) -> Result<Option<Value<'a>>, Fail> {
        let byte = |n: i64| Color::try_from(n).ok();
        let width = match items[0] {
            Value::Pair(_) => 2,
            Value::Tuple(seq) => seq.items.len(),
            _ => return Ok(None),
        };
        let cell = |v: &Value| matches!(*v, Value::Int(n) if byte(n).is_some());
        let is_row = |item: &Value| match *item {
            Value::Pair(pair) => {
                let (a, b) = pair.parts();
                width == 2 && byte(a as i64).is_some() && byte(b as i64).is_some()
            }
            Value::Tuple(seq) => seq.items.len() == width && seq.items.iter().all(cell),
            _ => false,
        };
        if items.len() > Grid::MAX_SIDE || width > Grid::MAX_SIDE || !items.iter().all(is_row) {
            return Ok(None);
        }
        let mut cells = self.reserve_list::<Color>(items.len() * width)?;
        for item in items {
            match *item {
                Value::Pair(pair) => cells.extend([pair.row() as Color, pair.column() as Color]),
                Value::Tuple(seq) => cells.extend(seq.items.iter().map(|v| match *v {
                    Value::Int(n) => n as Color,
                    _ => 0,
                })),
                _ => {}
            }
        }
        self.grid(items.len(), width, cells.into_bump_slice())
            .map(Some)
    }

    /// The tuple of the numbers of a row.
    pub fn row(&self, row: &[Color]) -> Result<Value<'a>, Fail> {
        if let [a, b] = *row {
            return Ok(Value::at(a as i32, b as i32));
        }
        let mut items = self.reserve_list(row.len())?;
        items.extend(row.iter().map(|&c| Value::Int(c as i64)));
        // What `measure` finds for numbers, which there is room for.
        Ok(Value::Tuple(self.arena().alloc(Seq {
            items: items.into_bump_slice(),
            depth: 1,
            weight: 1 + row.len() as u32,
        })))
    }

    /// A colour for a compact grid or object; `None` if it does not fit a byte.
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
            _ => {
                for &item in self.items(container)? {
                    see(item)?;
                }
            }
        }
        Ok(())
    }

    /// The elements of a container, as a slice in the arena.
    pub fn items(&self, container: Value<'a>) -> Result<&'a [Value<'a>], Fail> {
        match container {
            Value::Set(seq) | Value::Tuple(seq) => Ok(seq.items),
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
                items.extend(cells.iter().map(|(i, j)| Value::at(i, j)));
                Ok(items.into_bump_slice())
            }
            Value::Object(object) => {
                let mut items = self.reserve_list(object.count as usize)?;
                items.extend(object.iter().map(|(c, i, j)| self.cell(c as i32, i, j)));
                Ok(items.into_bump_slice())
            }
            Value::Grid(grid) => {
                let mut items = self.reserve_list(grid.height())?;
                for row in grid.rows() {
                    items.push(self.row(row)?);
                }
                Ok(items.into_bump_slice())
            }
            _ => fail(Why::Container),
        }
    }
}
