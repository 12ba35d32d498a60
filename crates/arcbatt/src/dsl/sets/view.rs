//! One interface to the representations of sets of cells.
//!
//! A set of pairs or of coloured cells is a bitset with one-word rows (`Value::Indices`,
//! `Value::Object`) or, if it does not fit one, a sorted list (`Value::Set`). [`Planes`] views a
//! bitset, coloured or not, [`Patch`] any set of cells, and [`CellSet`] the cells of anything that
//! works as a patch, without colours. The operators in this folder are written against them.

use crate::dsl::cx::Cx;
use crate::dsl::fail::{Fail, Limit, Why, fail, limit};
use crate::dsl::value::Value;
use crate::dsl::value::scalar::Cell;
use crate::grid::{BoundingBox, Cells, Color, Object};

/// A bitset of cells: one bit plane per colour, or one plane of cells without colour.
#[derive(Clone, Copy)]
pub(in crate::dsl) struct Planes<'a> {
    /// The cells, whatever their colour.
    pub shape: &'a Cells<'a>,
    /// Number of elements of the set.
    pub count: u32,
    /// The colours, ascending; empty if the cells have no colour.
    pub colors: &'a [Color],
    /// The rows of all planes, in the bounding box of the shape.
    pub rows: &'a [u64],
}

/// A set of cells, coloured or not, in any representation.
#[derive(Clone, Copy)]
pub enum Patch<'a> {
    /// A bitset of pairs.
    Indices(&'a Cells<'a>),
    /// A bitset of coloured cells.
    Object(&'a Object<'a>),
    /// Pairs that do not fit a bitset, ascending.
    SortedPairs(&'a [Value<'a>]),
    /// Coloured cells that do not fit a bitset, ascending.
    SortedCells(&'a [Value<'a>]),
}

/// The distinct cells of a patch, without colours.
#[derive(Clone, Copy)]
pub(crate) enum CellSet<'a> {
    /// A bitset; also if there are no cells.
    Bitset(&'a Cells<'a>),
    /// Cells that do not fit a bitset, by row, then column; never empty.
    Sorted(&'a [(i32, i32)]),
}

static NO_CELLS: Cells<'static> = Cells::EMPTY;

impl<'a> From<&'a Cells<'a>> for Planes<'a> {
    #[inline]
    fn from(cells: &'a Cells<'a>) -> Self {
        Self {
            shape: cells,
            count: cells.count,
            colors: &[],
            rows: cells.rows,
        }
    }
}

impl<'a> From<&'a Object<'a>> for Planes<'a> {
    #[inline]
    fn from(object: &'a Object<'a>) -> Self {
        Self {
            shape: &object.shape,
            count: object.count,
            colors: object.colors,
            rows: object.planes,
        }
    }
}

impl<'a> Planes<'a> {
    /// Whether the cells have colours.
    #[inline]
    pub fn is_colored(&self) -> bool {
        !self.colors.is_empty()
    }

    /// Number of planes.
    #[inline]
    pub fn len(&self) -> usize {
        self.colors.len().max(1)
    }

    /// The colour of the `k`-th plane; 0 if the cells have no colour.
    #[inline]
    pub fn color(&self, k: usize) -> Color {
        self.colors.get(k).copied().unwrap_or(0)
    }

    /// The rows of the `k`-th plane.
    #[inline]
    pub fn plane(&self, k: usize) -> &'a [u64] {
        let height = self.shape.height();
        &self.rows[k * height..][..height]
    }

    /// The cells of the `k`-th plane, with the bounding box and the count of the whole shape.
    #[inline]
    pub fn cells(&self, k: usize) -> Cells<'a> {
        Cells {
            rows: self.plane(k),
            ..*self.shape
        }
    }

    /// The rows of the plane of a colour; of cells without colour, those of the only plane.
    #[inline]
    pub fn plane_of(&self, color: Color) -> Option<&'a [u64]> {
        match self.colors {
            [] => Some(self.rows),
            colors => Some(self.plane(colors.iter().position(|&c| c == color)?)),
        }
    }

    /// The colours with their planes, ascending; colour 0 if the cells have no colour.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = (Color, &'a [u64])> {
        (0..self.len()).map(move |k| (self.color(k), self.plane(k)))
    }
}

impl<'a> Patch<'a> {
    /// The cells of a bitset, without colours.
    #[inline]
    pub fn cells(self) -> Option<&'a Cells<'a>> {
        match self {
            Patch::Indices(cells) => Some(cells),
            Patch::Object(object) => Some(&object.shape),
            Patch::SortedPairs(_) | Patch::SortedCells(_) => None,
        }
    }
}

impl<'a> CellSet<'a> {
    /// The bounding box; `None` if there are no cells.
    #[inline]
    pub fn bounds(self) -> Option<BoundingBox> {
        match self {
            CellSet::Bitset(cells) => (!cells.is_empty()).then(|| cells.bounds()),
            CellSet::Sorted(list) => BoundingBox::around(list.iter().copied()),
        }
    }

    /// The cells as a list, by row, then column.
    pub fn list(self, cx: &Cx<'a>) -> Result<&'a [(i32, i32)], Fail> {
        match self {
            CellSet::Bitset(cells) => {
                let mut list = cx.reserve_list(cells.count as usize)?;
                list.extend(cells.iter());
                Ok(list.into_bump_slice())
            }
            CellSet::Sorted(list) => Ok(list),
        }
    }
}

impl<'a> Value<'a> {
    /// The set as bit planes, if it is a bitset.
    #[inline]
    pub(in crate::dsl) fn planes(self) -> Option<Planes<'a>> {
        match self {
            Value::Indices(cells) => Some(cells.into()),
            Value::Object(object) => Some(object.into()),
            _ => None,
        }
    }

    /// The cells of a bitset or of the empty set, without colours. `None` for everything else, also
    /// for other patches: see [`Cx::cell_set`].
    #[inline]
    pub(crate) fn cells(self) -> Option<&'a Cells<'a>> {
        match self {
            Value::Indices(cells) => Some(cells),
            Value::Object(object) => Some(&object.shape),
            Value::Set(seq) if seq.len() == 0 => Some(&NO_CELLS),
            _ => None,
        }
    }

    /// Row and column of a pair or of a coloured cell.
    #[inline]
    pub(in crate::dsl) fn place(self) -> Option<(i32, i32)> {
        match self {
            Value::Pair(pair) => Some(pair.parts()),
            Value::Cell(&Cell(_, i, j)) => Some((i, j)),
            _ => None,
        }
    }

    /// The value as a patch.
    #[inline]
    pub fn patch(self) -> Result<Patch<'a>, Fail> {
        match self {
            Value::Indices(cells) => Ok(Patch::Indices(cells)),
            Value::Object(object) => Ok(Patch::Object(object)),
            // Its elements are tuples of two that are no coloured cells.
            Value::Set(seq) if seq.product().is_some() => fail(Why::Patch),
            Value::Set(seq) => match seq.items() {
                [] => Ok(Patch::Indices(&NO_CELLS)),
                items if seq.is_set_of_pairs() => Ok(Patch::SortedPairs(items)),
                items if items.iter().all(|v| matches!(v, Value::Pair(_))) => {
                    Ok(Patch::SortedPairs(items))
                }
                items if items.iter().all(|v| matches!(v, Value::Cell(_))) => {
                    Ok(Patch::SortedCells(items))
                }
                _ => fail(Why::Patch),
            },
            _ => fail(Why::Patch),
        }
    }
}

impl<'a> Cx<'a> {
    /// The cells of anything that works as a patch: a set or tuple of pairs or of coloured cells.
    #[inline]
    pub(crate) fn cell_set(&self, patch: Value<'a>) -> Result<CellSet<'a>, Fail> {
        match patch.cells() {
            Some(cells) => Ok(CellSet::Bitset(cells)),
            None => self.listed_cell_set(patch),
        }
    }

    #[cold]
    fn listed_cell_set(&self, patch: Value<'a>) -> Result<CellSet<'a>, Fail> {
        let indices = self.to_indices(patch)?;
        let mut items = self.items(indices)?;
        self.charge(items.len())?;
        if let Ok(Patch::SortedPairs(pairs)) = indices.patch() {
            // Already sorted and too large for a bitset.
            let mut list = self.reserve_list(pairs.len())?;
            list.extend(pairs.iter().filter_map(|v| v.pair().ok()));
            return Ok(CellSet::Sorted(list.into_bump_slice()));
        }
        if items.iter().any(|v| !matches!(v, Value::Pair(_))) {
            return fail(Why::Patch);
        }
        match self.indices_of(items.iter().filter_map(|v| v.pair().ok()))? {
            Value::Indices(cells) => return Ok(CellSet::Bitset(cells)),
            Value::Set(seq) => items = seq.items(),
            _ => {}
        }
        if items.is_empty() {
            return Ok(CellSet::Bitset(&NO_CELLS));
        }
        let mut list = self.reserve_list(items.len())?;
        list.extend(items.iter().filter_map(|v| v.pair().ok()));
        Ok(CellSet::Sorted(list.into_bump_slice()))
    }

    /// The bounding box of anything that works as a patch; `None` if it is empty.
    #[inline]
    pub(crate) fn bounds(&self, patch: Value<'a>) -> Result<Option<BoundingBox>, Fail> {
        match patch.cells() {
            Some(cells) => Ok(CellSet::Bitset(cells).bounds()),
            None => match patch.patch() {
                Ok(Patch::SortedPairs(list) | Patch::SortedCells(list)) => {
                    self.charge(list.len())?;
                    Ok(BoundingBox::around(list.iter().filter_map(|v| v.place())))
                }
                _ => Ok(self.listed_cell_set(patch)?.bounds()),
            },
        }
    }

    /// The set of pairs of a patch; a tuple of pairs is returned unchanged.
    #[inline]
    pub(crate) fn to_indices(&self, patch: Value<'a>) -> Result<Value<'a>, Fail> {
        match patch {
            Value::Indices(_) => Ok(patch),
            Value::Object(object) => Ok(Value::Indices(&object.shape)),
            _ => self.listed_indices(patch),
        }
    }

    /// The elements of a tuple of pairs, charged; `None` for anything else.
    pub(crate) fn tuple_of_pairs(
        &self,
        patch: Value<'a>,
    ) -> Result<Option<&'a [(i32, i32)]>, Fail> {
        let place = |item: &Value| match item {
            Value::Pair(pair) => Some(pair.parts()),
            _ => None,
        };
        let mut pairs = self.list();
        match patch {
            Value::Grid(grid) if grid.width() == 2 => {
                self.reserve(grid.height())?;
                let (rows, _) = grid.cells().as_chunks::<2>();
                pairs.extend(rows.iter().map(|&[i, j]| (i as i32, j as i32)));
            }
            Value::Tuple(seq) if matches!(seq.first(), Some(Value::Pair(_))) => {
                self.reserve(seq.len())?;
                let items = seq.items();
                if !items.iter().all(|item| matches!(item, Value::Pair(_))) {
                    return Ok(None);
                }
                let place = |k: usize| place(&items[k]).unwrap_or_default();
                let pairs = self.arena().alloc_slice_fill_with(items.len(), place);
                return Ok(Some(pairs));
            }
            _ => return Ok(None),
        }
        Ok(Some(pairs.into_bump_slice()))
    }

    #[cold]
    fn listed_indices(&self, patch: Value<'a>) -> Result<Value<'a>, Fail> {
        if patch.len()? == 0 {
            return Ok(Value::EMPTY_SET);
        }
        let items = self.items(patch)?;
        if !self.is_colored(items)? {
            return Ok(patch);
        }
        if items.iter().all(|item| matches!(item, Value::Cell(_))) {
            return self.indices_of(items.iter().filter_map(|item| item.place()));
        }
        let mut list = self.reserve_list(items.len())?;
        for &item in items {
            list.push(self.two_parts(item)?.1);
        }
        self.set(list)
    }

    /// Whether the elements, at least one, are coloured cells: the first decides.
    pub(crate) fn is_colored(&self, items: &[Value<'a>]) -> Result<bool, Fail> {
        match items.first() {
            Some(Value::Pair(_)) => Ok(false),
            Some(Value::Cell(_)) => Ok(true),
            Some(&item) if item.is_tuple() => match self.items(item)? {
                [_, second, ..] => Ok(second.is_tuple()),
                _ => fail(Why::Patch),
            },
            _ => fail(Why::Patch),
        }
    }

    /// The elements of a tuple of two.
    pub(crate) fn two_parts(&self, item: Value<'a>) -> Result<(Value<'a>, Value<'a>), Fail> {
        match item {
            Value::Pair(pair) => Ok((
                Value::Int(pair.row() as i64),
                Value::Int(pair.column() as i64),
            )),
            Value::Cell(&Cell(c, i, j)) => Ok((Value::Int(c as i64), Value::at(i, j))),
            _ if item.is_tuple() => match *self.items(item)? {
                [first, second] => Ok((first, second)),
                _ => fail(Why::TupleOfTwo),
            },
            _ => fail(Why::TupleOfTwo),
        }
    }
}

/// The cells moved by an offset, sharing the rows; leaving the range of `i32` hits a limit.
#[inline]
pub(crate) fn shifted<'a>(cells: &Cells<'a>, di: i64, dj: i64) -> Result<Cells<'a>, Fail> {
    match cells.bounds().with_sides_moved(di, dj, di, dj) {
        Some(BoundingBox { top, left, .. }) => Ok(Cells {
            top,
            left,
            ..*cells
        }),
        None => limit(Limit::Size),
    }
}
