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
use crate::grid::Cells;

/// The cells of a patch without their colours, each once.
#[derive(Clone, Copy)]
pub(crate) enum Points<'a> {
    /// Within a box of words; also where there are no cells.
    Cells(&'a Cells<'a>),
    /// Too wide for that: by row, then column; never empty.
    Listed(&'a [(i32, i32)]),
}

/// The bounding box of a patch, every side inclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bounds {
    /// The uppermost row.
    pub top: i32,
    /// The leftmost column.
    pub left: i32,
    /// The lowest row.
    pub bottom: i32,
    /// The rightmost column.
    pub right: i32,
}

static NO_CELLS: Cells<'static> = Cells::EMPTY;

impl Bounds {
    /// The box around pairs or cells; `None` if there are none.
    fn around(list: &[Value]) -> Option<Self> {
        let places = list.iter().filter_map(|v| match *v {
            Value::Pair(pair) => Some(pair.parts()),
            Value::Cell(&Cell(_, i, j)) => Some((i, j)),
            _ => None,
        });
        let (i, j) = places.clone().next()?;
        let first = Self {
            top: i,
            left: j,
            bottom: i,
            right: j,
        };
        Some(places.fold(first, |bounds, (i, j)| Self {
            top: bounds.top.min(i),
            left: bounds.left.min(j),
            bottom: bounds.bottom.max(i),
            right: bounds.right.max(j),
        }))
    }

    /// Number of rows.
    #[inline]
    pub fn height(&self) -> i64 {
        self.bottom as i64 - self.top as i64 + 1
    }

    /// Number of columns.
    #[inline]
    pub fn width(&self) -> i64 {
        self.right as i64 - self.left as i64 + 1
    }
}

impl<'a> Points<'a> {
    /// The bounding box; `None` if there are no cells.
    pub fn bounds(self) -> Option<Bounds> {
        match self {
            Points::Cells(cells) => bounds_of(cells),
            Points::Listed(list) => {
                let ((top, j), (bottom, _)) = (*list.first()?, *list.last()?);
                let sides = list
                    .iter()
                    .fold((j, j), |(l, r), &(_, j)| (l.min(j), r.max(j)));
                Some(Bounds {
                    top,
                    left: sides.0,
                    bottom,
                    right: sides.1,
                })
            }
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
    pub(crate) fn bounds(&self, patch: Value<'a>) -> Result<Option<Bounds>, Fail> {
        match patch.cells() {
            Some(cells) => Ok(bounds_of(cells)),
            None => match patch.patch() {
                Ok(Patch::SortedPairs(list) | Patch::SortedCells(list)) => {
                    self.charge(list.len())?;
                    Ok(Bounds::around(list))
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

#[inline]
fn bounds_of(cells: &Cells) -> Option<Bounds> {
    if cells.is_empty() {
        return None;
    }
    Some(Bounds {
        top: cells.top,
        left: cells.left,
        bottom: cells.bottom(),
        right: cells.right(),
    })
}

/// The cells moved by an offset: the rows are shared. Leaving the range of numbers is a limit.
#[inline]
pub(crate) fn moved<'a>(cells: &Cells<'a>, di: i64, dj: i64) -> Result<Cells<'a>, Fail> {
    let (top, left) = (cells.top as i64 + di, cells.left as i64 + dj);
    let (bottom, right) = (
        top + cells.height() as i64 - 1,
        left + cells.width as i64 - 1,
    );
    let in_range = |n: i64| i32::try_from(n).is_ok();
    if in_range(top) && in_range(left) && in_range(bottom) && in_range(right) {
        Ok(Cells {
            top: top as i32,
            left: left as i32,
            ..*cells
        })
    } else {
        limit(Limit::Size)
    }
}
