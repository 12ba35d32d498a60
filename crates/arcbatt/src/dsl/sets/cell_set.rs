//! The cells of a patch, whatever form the patch is in.
//!
//! In: any value that works as a patch. Out: its cells without their colours, as rows of bits
//! wherever their box allows it. Patches in compact form come through without any work; tuples
//! of pairs or of coloured cells, which the language takes for patches too, are rebuilt.
//! What never happens here: a change of a value.

use crate::dsl::cx::Cx;
use crate::dsl::fail::{Fail, Limit, Why, fail, limit};
use crate::dsl::value::scalar::Cell;
use crate::dsl::value::{Patch, Value};
use crate::grid::{BoundingBox, Cells};

/// The cells of a patch without their colours, each once.
#[derive(Clone, Copy)]
pub(crate) enum Points<'a> {
    /// Within a box of words; also where there are no cells.
    Cells(&'a Cells<'a>),
    /// Too wide for that: by row, then column; never empty.
    Listed(&'a [(i32, i32)]),
}

static NO_CELLS: Cells<'static> = Cells::EMPTY;

impl<'a> Points<'a> {
    /// The bounding box; `None` if there are no cells.
    pub fn bounds(self) -> Option<BoundingBox> {
        match self {
            Points::Cells(cells) => (!cells.is_empty()).then(|| cells.bounds()),
            Points::Listed(list) => BoundingBox::around(list.iter().copied()),
        }
    }

    /// The cells as a list, by row, then column.
    pub fn listed(self, cx: &Cx<'a>) -> Result<&'a [(i32, i32)], Fail> {
        match self {
            Points::Cells(cells) => {
                let mut list = cx.reserve_list(cells.count as usize)?;
                list.extend(cells.iter());
                Ok(list.into_bump_slice())
            }
            Points::Listed(list) => Ok(list),
        }
    }
}

impl<'a> Patch<'a> {
    /// The cells of a patch in compact form, whatever their colour.
    #[inline]
    pub fn cells(self) -> Option<&'a Cells<'a>> {
        match self {
            Patch::Indices(cells) => Some(cells),
            Patch::Object(object) => Some(&object.shape),
            Patch::SortedPairs(_) | Patch::SortedCells(_) => None,
        }
    }
}

impl<'a> Value<'a> {
    /// The cells of a patch in compact form (the set without elements included), whatever their
    /// colour; `None` for everything else, a patch or not: see [`Cx::points`] for those.
    #[inline]
    pub(crate) fn cells(self) -> Option<&'a Cells<'a>> {
        match self {
            Value::Indices(cells) => Some(cells),
            Value::Object(object) => Some(&object.shape),
            Value::Set(seq) if seq.items.is_empty() => Some(&NO_CELLS),
            _ => None,
        }
    }
}

impl<'a> Cx<'a> {
    /// The cells of anything that works as a patch: sets and tuples of pairs or of coloured cells.
    #[inline]
    pub(crate) fn points(&self, patch: Value<'a>) -> Result<Points<'a>, Fail> {
        match patch.cells() {
            Some(cells) => Ok(Points::Cells(cells)),
            None => self.rebuilt_points(patch),
        }
    }

    #[cold]
    fn rebuilt_points(&self, patch: Value<'a>) -> Result<Points<'a>, Fail> {
        let indices = self.to_indices(patch)?;
        let mut items = self.items(indices)?;
        self.charge(items.len())?;
        if let Ok(Patch::SortedPairs(pairs)) = indices.patch() {
            // As they are: ascending, and in no box of words.
            let mut list = self.reserve_list(pairs.len())?;
            list.extend(pairs.iter().filter_map(|v| v.pair().ok()));
            return Ok(Points::Listed(list.into_bump_slice()));
        }
        if items.iter().any(|v| !matches!(v, Value::Pair(_))) {
            return fail(Why::Patch);
        }
        match self.indices_of(items.iter().filter_map(|v| v.pair().ok()))? {
            Value::Indices(cells) => return Ok(Points::Cells(cells)),
            Value::Set(seq) => items = seq.items,
            _ => {}
        }
        if items.is_empty() {
            return Ok(Points::Cells(&NO_CELLS));
        }
        let mut list = self.reserve_list(items.len())?;
        list.extend(items.iter().filter_map(|v| v.pair().ok()));
        Ok(Points::Listed(list.into_bump_slice()))
    }

    /// The bounding box of anything that works as a patch; `None` if it is empty.
    #[inline]
    pub(crate) fn bounds(&self, patch: Value<'a>) -> Result<Option<BoundingBox>, Fail> {
        match patch.cells() {
            Some(cells) => Ok((!cells.is_empty()).then(|| cells.bounds())),
            None => match patch.patch() {
                Ok(Patch::SortedPairs(list) | Patch::SortedCells(list)) => {
                    self.charge(list.len())?;
                    let places = list.iter().filter_map(|v| match *v {
                        Value::Pair(pair) => Some(pair.parts()),
                        Value::Cell(&Cell(_, i, j)) => Some((i, j)),
                        _ => None,
                    });
                    Ok(BoundingBox::around(places))
                }
                _ => Ok(self.rebuilt_points(patch)?.bounds()),
            },
        }
    }

    /// The set of pairs of a patch. A tuple of pairs is already what walks like one and stays.
    #[inline]
    pub(crate) fn to_indices(&self, patch: Value<'a>) -> Result<Value<'a>, Fail> {
        match patch {
            Value::Indices(_) => Ok(patch),
            Value::Object(object) => Ok(Value::Indices(&object.shape)),
            _ => self.rebuilt_indices(patch),
        }
    }

    #[cold]
    fn rebuilt_indices(&self, patch: Value<'a>) -> Result<Value<'a>, Fail> {
        if patch.len()? == 0 {
            return Ok(Value::EMPTY_SET);
        }
        let items = self.items(patch)?;
        if !self.is_colored(items)? {
            return Ok(patch);
        }
        if let Ok(Patch::SortedCells(cells)) = patch.patch() {
            return self.indices_of(cells.iter().filter_map(|v| match *v {
                Value::Cell(&Cell(_, i, j)) => Some((i, j)),
                _ => None,
            }));
        }
        let mut list = self.reserve_list(items.len())?;
        for &item in items {
            list.push(self.two_parts(item)?.1);
        }
        self.set(list)
    }

    /// Whether the elements (at least one) are coloured cells: the first decides, as it does in
    /// a language without types.
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

    /// Both parts of a tuple of two.
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

/// The cells moved by an offset: the rows are shared. Leaving the range of numbers is a limit.
#[inline]
pub(crate) fn moved<'a>(cells: &Cells<'a>, di: i64, dj: i64) -> Result<Cells<'a>, Fail> {
    match cells.bounds().with_sides_moved(di, dj, di, dj) {
        Some(BoundingBox { top, left, .. }) => Ok(Cells {
            top,
            left,
            ..*cells
        }),
        None => limit(Limit::Size),
    }
}
