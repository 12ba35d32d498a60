//! Calls of functions with columns as arguments.

use super::column::{Closures, Col, Column};
use super::kernels;
use super::memo::Memo;
use crate::dsl::cx::{Cx, List, is_heavy};
use crate::dsl::fail::{Fail, Why, fail};
use crate::dsl::limits::Spent;
use crate::dsl::table::{MAX_ARITY, Primitive};
use crate::dsl::value::{ClosureKind, Value};

/// The evaluation of a function over columns of equal length.
pub(in crate::dsl) struct Evaluation<'c, 'a> {
    pub cx: &'c Cx<'a>,
    /// Number of values of every column, at least 1.
    pub rows: usize,
    pub memo: Memo<'c, 'a>,
}

/// A function: the same for all rows, or a column of functions.
#[derive(Clone, Copy)]
pub(in crate::dsl) enum Function<'a> {
    Value(Value<'a>),
    Column(Col<'a>),
}

impl<'a> From<Col<'a>> for Function<'a> {
    fn from(column: Col<'a>) -> Self {
        match *column {
            Column::Const(value) => Self::Value(value),
            _ => Self::Column(column),
        }
    }
}

impl<'a> Evaluation<'_, 'a> {
    /// A column in the arena.
    #[inline]
    pub fn alloc(&self, column: Column<'a>) -> Col<'a> {
        self.cx.arena().alloc(column)
    }

    /// Charges this many calls per row.
    fn charge_calls(&self, calls: u64) -> Result<(), Fail> {
        self.cx
            .charge_spent(Spent::of_steps(calls * self.rows as u64))
    }

    /// Charges this many cells per row.
    pub fn charge_rows(&self, cells: usize) -> Option<()> {
        self.cx.charge(cells.checked_mul(self.rows)?).ok()
    }

    /// The result of a call that is the same for all rows. It is made once, and charged for every row.
    fn once(&self, call: impl FnOnce() -> Result<Value<'a>, Fail>) -> Result<Col<'a>, Fail> {
        let before = self.cx.spent();
        let value = call()?;
        let spent = self.cx.spent_since(before);
        let others = self.rows as u64 - 1;
        self.cx.charge_spent(Spent {
            steps: spent.steps.saturating_mul(others),
            cells: spent.cells.saturating_mul(others),
        })?;
        Ok(self.alloc(Column::Const(value)))
    }

    /// Calls a function with columns. A failure of any row fails all.
    pub fn call(&mut self, function: Function<'a>, args: &[Col<'a>]) -> Result<Col<'a>, Fail> {
        match function {
            Function::Value(value) => self.call_value(value, args),
            Function::Column(column) => match *column {
                Column::Const(value) => self.call_value(value, args),
                Column::Closures(closures) => self.deeper(|this| {
                    let part = |k: usize| Function::from(closures.parts[k]);
                    this.closure(
                        closures.kind,
                        closures.arity,
                        closures.parts.len(),
                        &part,
                        args,
                    )
                }),
                _ => self.for_each_row(Some(&column), args, |cx, values| {
                    cx.call(values[0], &values[1..])
                }),
            },
        }
    }

    fn deeper<T>(&mut self, call: impl FnOnce(&mut Self) -> Result<T, Fail>) -> Result<T, Fail> {
        self.cx.deeper(|| call(self))
    }

    fn call_value(&mut self, function: Value<'a>, args: &[Col<'a>]) -> Result<Col<'a>, Fail> {
        if let Some(values) = constants(args) {
            return self.once(|| self.cx.call(function, &values[..args.len()]));
        }
        let key = match (function, args) {
            (Value::Primitive(_) | Value::Function(_), [arg]) => {
                if let Some(known) = self.memo.get(self.cx, function, arg) {
                    return known;
                }
                Some((function, *arg))
            }
            _ => None,
        };
        let before = self.cx.spent();
        let result = match function {
            Value::Primitive(primitive) => self.primitive(primitive, args),
            Value::Function(closure) => self.deeper(|this| {
                let part = |k: usize| Function::Value(closure.all_parts()[k]);
                this.closure(
                    closure.kind,
                    closure.arity,
                    closure.kind.parts(),
                    &part,
                    args,
                )
            }),
            _ => fail(Why::Function),
        };
        if let Some((function, arg)) = key {
            let spent = self.cx.spent_since(before);
            self.memo.insert(function, arg, result, spent);
        }
        result
    }

    /// Calls a closure with the given parts.
    fn closure(
        &mut self,
        kind: ClosureKind,
        arity: u8,
        parts: usize,
        part: &dyn Fn(usize) -> Function<'a>,
        args: &[Col<'a>],
    ) -> Result<Col<'a>, Fail> {
        if arity as usize != args.len() || parts < 2 {
            return fail(Why::Arity);
        }
        self.charge_calls(1)?;
        let arena = self.cx.arena();
        let bound = |k: usize| -> Col<'a> {
            match part(k) {
                Function::Value(value) => arena.alloc(Column::Const(value)),
                Function::Column(column) => column,
            }
        };
        match (kind, args) {
            (ClosureKind::Compose, &[x]) => {
                let inner = self.call(part(1), &[x])?;
                self.call(part(0), &[inner])
            }
            (ClosureKind::Chain, &[x]) => {
                let inner = self.call(part(2), &[x])?;
                let middle = self.call(part(1), &[inner])?;
                self.call(part(0), &[middle])
            }
            (ClosureKind::Fork, &[x]) => {
                let a = self.call(part(1), &[x])?;
                let b = self.call(part(2), &[x])?;
                self.call(part(0), &[a, b])
            }
            (ClosureKind::Matcher, &[x]) => {
                let value = self.call(part(0), &[x])?;
                self.matches(value, bound(1))
            }
            (ClosureKind::Power, &[x]) => {
                let Function::Value(times) = part(1) else {
                    return fail(Why::Number);
                };
                let mut value = x;
                for _ in 0..times.int()? {
                    self.charge_calls(1)?;
                    value = self.call(part(0), &[value])?;
                }
                Ok(value)
            }
            (ClosureKind::Rbind, _) => {
                let (mut all, count) = extended(args)?;
                all[count] = bound(1);
                self.call(part(0), &all[..=count])
            }
            (ClosureKind::Lbind, _) => {
                let (mut all, count) = extended(args)?;
                all.copy_within(..count, 1);
                all[0] = bound(1);
                self.call(part(0), &all[..=count])
            }
            _ => fail(Why::Arity),
        }
    }

    /// The comparison that a matcher makes.
    fn matches(&mut self, value: Col<'a>, target: Col<'a>) -> Result<Col<'a>, Fail> {
        if let Column::Const(target) = *target
            && is_heavy(&target)
        {
            for _ in 0..self.rows {
                self.cx.charge_weight(target)?;
            }
        } else if target.depth_and_weight().1 > self.cx.light() {
            return fail(Why::Function);
        }
        match kernels::numbers::equal(self, value, target) {
            Some(equal) => Ok(equal),
            None => kernels::numbers::equal_rows(self, value, target),
        }
    }

    /// Calls a primitive.
    fn primitive(
        &mut self,
        primitive: &'static Primitive,
        args: &[Col<'a>],
    ) -> Result<Col<'a>, Fail> {
        if primitive.arity as usize != args.len() {
            return fail(Why::Arity);
        }
        let light = |column: &Col<'a>| column.depth_and_weight().1 <= self.cx.light();
        if let Some(kernel) = primitive.properties.columns
            && (!self.cx.may_be_heavy.get() || args.iter().all(light))
        {
            let cx = self.cx;
            let column = cx.attempt(|| {
                self.charge_calls(1).ok()?;
                kernel(self, args)
            });
            if let Some(column) = column {
                return Ok(column);
            }
        }
        self.for_each_row(None, args, |cx, values| {
            cx.call_primitive(primitive, values)
        })
    }

    /// The column of a call per row. `first` is an additional first argument.
    fn for_each_row(
        &self,
        first: Option<&Col<'a>>,
        args: &[Col<'a>],
        call: impl Fn(&'_ Cx<'a>, &[Value<'a>]) -> Result<Value<'a>, Fail>,
    ) -> Result<Col<'a>, Fail> {
        let count = first.iter().len() + args.len();
        if count > MAX_ARITY + 1 {
            return fail(Why::Arity);
        }
        let mut values = [Value::None; MAX_ARITY + 1];
        let mut varying = [(0, &Column::Const(Value::None)); MAX_ARITY + 1];
        let mut left = varying.iter_mut();
        for (k, column) in first.into_iter().chain(args).enumerate() {
            match *column {
                Column::Const(value) => values[k] = *value,
                column => {
                    if let Some(varying) = left.next() {
                        *varying = (k, column);
                    }
                }
            }
        }
        let unused = left.len();
        let varying = &varying[..varying.len() - unused];
        let mut results = List::with_capacity_in(self.rows, self.cx.arena());
        for row in 0..self.rows {
            for &(k, column) in varying {
                values[k] = column.row(self.cx, row)?;
            }
            results.push(call(self.cx, &values[..count])?);
        }
        let results = results.into_bump_slice();
        Ok(self.alloc(match results.first() {
            Some(Value::Int(_) | Value::Bool(_) | Value::Pair(_)) => {
                Column::of_slice(self.cx, results)
            }
            _ => Column::Values(results),
        }))
    }

    /// The column of closures with the given parts. `None` if they may be deep or heavy.
    pub fn closures(&self, kind: ClosureKind, arity: u8, parts: &[Col<'a>]) -> Option<Col<'a>> {
        let (mut depth, mut weight) = (0, 1u32);
        for part in parts {
            let of = part.depth_and_weight();
            depth = depth.max(of.0);
            weight = weight.saturating_add(of.1);
        }
        if depth >= kernels::MAX_PART_DEPTH || weight > self.cx.light() {
            return None;
        }
        let closures = self.cx.arena().alloc(Closures {
            kind,
            arity,
            parts: self.cx.arena().alloc_slice_copy(parts),
            depth: depth + 1,
            weight,
        });
        Some(self.alloc(Column::Closures(closures)))
    }
}

/// The values of constant columns; `None` if a column varies.
fn constants<'a>(args: &[Col<'a>]) -> Option<[Value<'a>; MAX_ARITY]> {
    let mut values = [Value::None; MAX_ARITY];
    if args.len() > MAX_ARITY {
        return None;
    }
    for (value, arg) in values.iter_mut().zip(args) {
        match **arg {
            Column::Const(constant) => *value = constant,
            _ => return None,
        }
    }
    Some(values)
}

/// The columns with room for one more, and their number.
fn extended<'a>(args: &[Col<'a>]) -> Result<([Col<'a>; MAX_ARITY], usize), Fail> {
    if args.len() >= MAX_ARITY {
        return fail(Why::Arity);
    }
    let mut all = [&Column::Const(Value::None); MAX_ARITY];
    all[..args.len()].copy_from_slice(args);
    Ok((all, args.len()))
}
