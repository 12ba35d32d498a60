//! Columns that are already computed.
//!
//! Within one evaluation, equal parts of a function are computed once. Where many programs run in one
//! arena, columns stay until its end: mutants of a program mostly differ in one part of a closure, so
//! that of `fork(f, a, b)` with another `b` only `b` and `f` are computed again. A hit is charged like
//! the calls that it replaces.

use super::column::{Col, Column};
use crate::dsl::cx::{Cx, List};
use crate::dsl::fail::Fail;
use crate::dsl::limits::Spent;
use crate::dsl::value::Value;
use rustc_hash::FxHashMap;
use std::cell::RefCell;

/// The least number of elements worth a look into the memo of an arena.
pub(super) const MIN_ROWS: usize = 2;

/// The memo of one evaluation, or of all programs of an arena.
pub(in crate::dsl) enum Memo<'c, 'a> {
    Local(List<'a, (Key, Entry<'a>)>),
    Shared(&'c ColumnMemo<'a>),
}

/// The addresses of a function and of the column that it is called with.
type Key = (usize, usize);

/// A result and its charges.
#[derive(Clone, Copy)]
pub(in crate::dsl) struct Entry<'a> {
    result: Result<Col<'a>, Fail>,
    spent: Spent,
}

impl<'c, 'a> Memo<'c, 'a> {
    /// The memo of the arena, if there is one.
    pub fn of(cx: &'c Cx<'a>) -> Self {
        match cx.column_memo() {
            Some(memo) => Self::Shared(memo),
            None => Self::local(cx),
        }
    }

    /// A memo for one evaluation, of columns that no other has.
    pub fn local(cx: &Cx<'a>) -> Self {
        Self::Local(cx.list())
    }

    /// Whether a function is computed again rather than looked up. Within one evaluation, equal parts of
    /// a function are mostly closures that a line of the program made.
    fn recomputes(&self, function: Value) -> bool {
        matches!((self, function), (Self::Local(_), Value::Primitive(_)))
    }

    /// The known result of a call, charged as if it were computed.
    pub fn get(
        &self,
        cx: &Cx<'a>,
        function: Value<'a>,
        arg: Col<'a>,
    ) -> Option<Result<Col<'a>, Fail>> {
        if self.recomputes(function) {
            return None;
        }
        let key = key(function, arg);
        let Entry { result, spent } = match self {
            Self::Local(entries) => entries.iter().find(|(k, _)| *k == key)?.1,
            Self::Shared(memo) => *memo.results.borrow().get(&key)?,
        };
        Some(cx.charge_spent(spent).and(result))
    }

    /// Remembers the result of a call.
    pub fn insert(
        &mut self,
        function: Value<'a>,
        arg: Col<'a>,
        result: Result<Col<'a>, Fail>,
        spent: Spent,
    ) {
        if self.recomputes(function) {
            return;
        }
        let key = key(function, arg);
        let entry = Entry { result, spent };
        match self {
            Self::Local(entries) => entries.push((key, entry)),
            Self::Shared(memo) => {
                memo.results.borrow_mut().insert(key, entry);
            }
        }
    }
}

fn key(function: Value, arg: Col) -> Key {
    let function = match function {
        Value::Primitive(primitive) => std::ptr::from_ref(primitive).addr(),
        Value::Function(closure) => std::ptr::from_ref(closure).addr(),
        _ => 0,
    };
    (function, std::ptr::from_ref(arg).addr())
}

/// The columns and unions that programs of one arena have computed, by address. Programs share the
/// containers and closures that they have in common.
#[derive(Default)]
pub(in crate::dsl) struct ColumnMemo<'a> {
    results: RefCell<FxHashMap<Key, Entry<'a>>>,
    /// The elements of containers, by kind and address.
    elements: RefCell<FxHashMap<(u8, usize), Col<'a>>>,
    /// The unions of lists of sets, by address and length of the list, with their charges.
    unions: RefCell<FxHashMap<(usize, usize), (Value<'a>, Spent)>>,
}

/// The least number of sets worth a look for their union.
const MIN_UNION: usize = 8;

impl<'a> ColumnMemo<'a> {
    /// The elements of a container as a column.
    pub fn elements(
        &self,
        cx: &Cx<'a>,
        container: Value<'a>,
        column: impl FnOnce() -> Option<Column<'a>>,
    ) -> Option<Col<'a>> {
        let key = match container {
            Value::Indices(cells) => (0, std::ptr::from_ref(cells).addr()),
            // An object may have the address of its shape.
            Value::Object(object) => (1, std::ptr::from_ref(object).addr()),
            Value::Set(seq) | Value::Tuple(seq) => (2, std::ptr::from_ref(seq).addr()),
            _ => return None,
        };
        if let Some(known) = self.elements.borrow().get(&key) {
            return Some(known);
        }
        let column = &*cx.arena().alloc(column()?);
        self.elements.borrow_mut().insert(key, column);
        Some(column)
    }

    /// Remembers the union of sets, which is a bitset.
    pub fn remember_union(&self, cx: &Cx<'a>, sets: &'a [Value<'a>], union: Value<'a>) {
        let Value::Indices(cells) = union else {
            return;
        };
        if cells.height() > cx.limits().size {
            return;
        }
        // The charge of drawing the sets.
        let spent = Spent {
            steps: 0,
            cells: (sets.len() + cells.height()) as u64,
        };
        let key = (sets.as_ptr().addr(), sets.len());
        self.unions.borrow_mut().insert(key, (union, spent));
    }
}

/// The remembered union of sets.
#[inline]
pub(in crate::dsl) fn known_union<'a>(
    cx: &Cx<'a>,
    sets: &[Value<'a>],
) -> Result<Option<Value<'a>>, Fail> {
    if sets.len() < MIN_UNION {
        return Ok(None);
    }
    let Some(memo) = cx.column_memo() else {
        return Ok(None);
    };
    let key = (sets.as_ptr().addr(), sets.len());
    let known = memo.unions.borrow().get(&key).copied();
    match known {
        Some((union, spent)) => cx.charge_spent(spent).map(|()| Some(union)),
        None => Ok(None),
    }
}
