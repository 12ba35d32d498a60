//! Charges for reading heavy values. Reading light ones is covered by the charge of a step.

use super::{Cx, LIGHT};
use crate::dsl::fail::Fail;
use crate::dsl::value::Value;

/// The words that sorting compares per charged cell.
const SORTED_PER_CELL: u64 = 3;

impl Cx<'_> {
    /// Charges for reading all of the arguments of a call, if they are heavy.
    #[inline]
    pub(in crate::dsl) fn charge_weights(&self, args: &[Value]) -> Result<(), Fail> {
        if self.may_be_heavy.get() {
            return self.charge_each_weight(args);
        }
        debug_assert!(args.iter().all(|arg| !is_heavy(arg)));
        Ok(())
    }

    /// Calls nothing unless an argument is heavy, so that it saves no registers.
    #[inline(never)]
    fn charge_each_weight(&self, args: &[Value]) -> Result<(), Fail> {
        match args.iter().any(is_heavy) {
            true => self.charge_heavy(args),
            false => Ok(()),
        }
    }

    #[cold]
    #[inline(never)]
    fn charge_heavy(&self, args: &[Value]) -> Result<(), Fail> {
        args.iter().try_for_each(|&arg| self.charge_weight(arg))
    }

    /// Notes a value that may be heavy and was made without a check of its weight.
    #[inline]
    pub(crate) fn note_reading(&self, value: Value) {
        if is_heavy(&value) {
            self.may_be_heavy.set(true);
        }
    }

    /// Charges for comparing and sorting the elements of a set, if they are many or heavy.
    #[inline]
    pub(in crate::dsl) fn charge_set(&self, count: usize, weight: u32) -> Result<(), Fail> {
        match weight > LIGHT {
            true => self.charge(weight as usize + count * (1 + count.max(1).ilog2() as usize) / 2),
            false => Ok(()),
        }
    }

    /// Charges for sorting values.
    pub(in crate::dsl) fn charge_sorting<'v>(
        &self,
        values: impl Iterator<Item = Value<'v>>,
    ) -> Result<(), Fail> {
        self.charge(cells_of_sorting(values) as usize)
    }

    /// Charges for reading all of a value, if it is heavy.
    #[inline]
    pub(crate) fn charge_weight(&self, value: Value) -> Result<(), Fail> {
        match is_heavy(&value) {
            true => self.charge(reading(&value) as usize),
            false => Ok(()),
        }
    }
}

/// The charge of sorting values, if they are many or heavy: all are compared on every level.
pub(in crate::dsl) fn cells_of_sorting<'v>(values: impl Iterator<Item = Value<'v>>) -> u64 {
    let (mut count, mut weight) = (0u64, 0u64);
    for value in values {
        count += 1;
        weight += u64::from(value.weight());
    }
    match weight > u64::from(LIGHT) {
        true => weight * u64::from(1 + count.ilog2()) / SORTED_PER_CELL,
        false => 0,
    }
}

/// Whether reading all of a value has to be charged.
#[inline]
pub(in crate::dsl) fn is_heavy(value: &Value) -> bool {
    reading(value) > LIGHT
}

/// The words of a value that are read at most. Bitsets count as light: they have at most 2,048 words, and
/// what is made of them is charged by words.
#[inline]
fn reading(value: &Value) -> u32 {
    match value {
        Value::Indices(_) | Value::Object(_) => 0,
        // It weighs nothing, but has rows.
        Value::Grid(grid) if grid.width() == 0 => grid.height() as u32,
        _ => value.weight(),
    }
}
