//! The context of a run: the arena that values live in, and the limits that calls are charged to.
//!
//! Charges for reading heavy values are in `cx/weights.rs`, attempts that may be undone in `cx/attempts.rs`,
//! the constructors of containers in `value/construct.rs` and `sets/construct.rs`, the calls of functions
//! in `functions/call.rs`.

mod attempts;
mod weights;

pub(in crate::dsl) use weights::{cells_of_sorting, is_heavy};

use crate::dsl::fail::{Fail, Limit, limit};
use crate::dsl::functions::by_color::KnownByColor;
use crate::dsl::functions::call_tree::CallTree;
use crate::dsl::functions::columns::memo::ColumnMemo;
use crate::dsl::functions::memo::calls::CallMemo;
use crate::dsl::functions::memo::measures::CurrentCall;
use crate::dsl::limits::{CELLS_PER_STEP, Limits, Spent};
use crate::dsl::value::{Product, Value};
use crate::grid::{Color, Grid};
use bumpalo::Bump;
use bumpalo::collections::Vec as BumpVec;
use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use web_time::Instant;

/// The deepest nesting of containers or functions.
pub const MAX_DEPTH: u8 = 100;

/// The context of a run, passed to every primitive.
///
/// It owns the accounting (steps, cells, time, depth), and refers to the arena, the memo tables and
/// the call tree of a traced run.
pub struct Cx<'a> {
    arena: &'a Bump,
    limits: Limits,
    /// The limits of steps and cells until the next change.
    call_limits: Cell<Spent>,
    steps_left: Cell<u64>,
    /// Cells left before the next look at the clock.
    cells_before_check: Cell<u64>,
    /// Cells left after that.
    cells_after_check: Cell<u64>,
    depth: Cell<u32>,
    /// The bytes in use in the arena at which the run ends; looked at as often as the clock.
    most_bytes: Cell<usize>,
    /// The deepest level so far, as far as calls that are remembered need it.
    pub(in crate::dsl) deepest: Cell<u32>,
    /// The end of the time limit, set at the first look at the clock.
    deadline: Cell<Option<Instant>>,
    /// Ends the run as if it were out of time.
    stop: Option<&'a AtomicBool>,
    /// Records calls while they are traced.
    tree: Option<&'a CallTree>,
    /// The steps left while calls are traced. `steps_left` is 0 then, so that every call takes the
    /// slow path, and only the slow path checks for tracing.
    traced_steps: Cell<u64>,
    /// Cells charged in attempts that were undone.
    undone: Cell<u64>,
    /// The cells left when the outermost attempt began; 0 outside of attempts.
    attempt_from: Cell<u64>,
    /// The columns of functions over containers, if many programs run in this arena.
    column_memo: Option<Box<ColumnMemo<'a>>>,
    /// The products that were expanded, by address.
    expanded: RefCell<Vec<(usize, &'a [Value<'a>])>>,
    /// Whether a heavy value may exist; if not, the weight of arguments is not checked. Constructing
    /// one sets it.
    pub(in crate::dsl) may_be_heavy: Cell<bool>,
    /// Values of at most this many cells or elements are within the limits, and of at most this many
    /// cells light.
    small: usize,
    /// Values of at most this weight are light and within the limits.
    light: u32,
    /// The call that a search is making.
    pub(in crate::dsl) current_call: CurrentCall<'a>,
    /// The expensive calls of closures.
    pub(in crate::dsl) call_memo: CallMemo<'a>,
    /// Functions called by colour.
    pub(in crate::dsl) by_color: KnownByColor<'a>,
}

/// A growing list in the arena.
pub type List<'a, T> = BumpVec<'a, T>;

/// Cells charged between two looks at the clock: far less than a millisecond.
const CELLS_PER_CHECK: u64 = 1 << 17;

/// The most weight of a light value: reading one is covered by the charge of a step.
const LIGHT: u32 = 1 << 8;

/// The most cells of a grid that is light, and fewer: eight cells weigh one.
const MAX_SMALL: usize = 8 * LIGHT as usize - 1;

impl<'a> Cx<'a> {
    /// A context whose values live in `arena`. The clock starts at its first check, well within the
    /// first millisecond of work.
    pub fn new(arena: &'a Bump, limits: Limits) -> Self {
        Self {
            arena,
            limits,
            call_limits: Cell::new(Spent {
                steps: limits.steps,
                cells: limits.cells,
            }),
            steps_left: Cell::new(limits.steps),
            cells_before_check: Cell::new(limits.cells.min(CELLS_PER_CHECK)),
            cells_after_check: Cell::new(limits.cells.saturating_sub(CELLS_PER_CHECK)),
            depth: Cell::new(0),
            most_bytes: Cell::new(usize::MAX),
            deepest: Cell::new(0),
            deadline: Cell::new(None),
            stop: None,
            tree: None,
            traced_steps: Cell::new(0),
            undone: Cell::new(0),
            attempt_from: Cell::new(0),
            column_memo: None,
            expanded: RefCell::default(),
            may_be_heavy: Cell::new(true),
            small: limits.size.min(MAX_SMALL),
            light: limits.size.min(LIGHT as usize - 1) as u32,
            current_call: CurrentCall::default(),
            call_memo: CallMemo::default(),
            by_color: KnownByColor::default(),
        }
    }

    /// The same context, for calls on values that were all constructed in it. Heavy ones are noticed
    /// at construction.
    pub(crate) fn assume_light(self) -> Self {
        self.may_be_heavy.set(false);
        self
    }

    /// The same context with a flag that ends the run as if it were out of time.
    pub(crate) fn with_stop(self, stop: Option<&'a AtomicBool>) -> Self {
        Self { stop, ..self }
    }

    /// The same context with a memo of closures over containers, for many similar programs.
    pub(crate) fn with_memo(self) -> Self {
        Self {
            column_memo: Some(Box::default()),
            ..self
        }
    }

    /// The memo of closures over containers; none for nested and for traced calls.
    #[inline]
    pub(in crate::dsl) fn column_memo(&self) -> Option<&ColumnMemo<'a>> {
        match &self.column_memo {
            Some(memo) if self.depth.get() == 0 && !self.on_slow_path() => Some(memo),
            _ => None,
        }
    }

    /// The tuples of a product, built once.
    pub(in crate::dsl) fn expanded(&self, product: &'a Product<'a>) -> &'a [Value<'a>] {
        let address = std::ptr::from_ref(product).addr();
        let mut expanded = self.expanded.borrow_mut();
        if let Some((_, items)) = expanded.iter().find(|(of, _)| *of == address) {
            return items;
        }
        let items = product.expanded();
        expanded.push((address, items));
        items
    }

    /// The same context with a call tree for [`start_trace`](Self::start_trace).
    pub(crate) fn with_tree(self, tree: Option<&'a CallTree>) -> Self {
        Self { tree, ..self }
    }

    /// Records every call in the call tree, until [`stop_trace`](Self::stop_trace).
    pub(crate) fn start_trace(&self) {
        self.traced_steps.set(self.steps_left.replace(0));
    }

    /// Stops recording calls.
    pub(crate) fn stop_trace(&self) {
        self.steps_left.set(self.traced_steps.take());
    }

    /// Whether the next step takes the slow path: no step is left, or calls are traced.
    #[inline]
    pub(in crate::dsl) fn on_slow_path(&self) -> bool {
        self.steps_left.get() == 0
    }

    /// The call tree.
    pub(in crate::dsl) fn call_tree(&self) -> Option<&'a CallTree> {
        self.tree
    }

    /// Takes one step of a traced run; without tracing, none is left.
    #[cold]
    pub(in crate::dsl) fn slow_step(&self) -> Result<(), Fail> {
        match self.traced_steps.get().checked_sub(1) {
            None => limit(Limit::Steps),
            Some(left) => {
                self.traced_steps.set(left);
                self.charge(CELLS_PER_STEP)
            }
        }
    }

    /// The arena.
    #[inline]
    pub fn arena(&self) -> &'a Bump {
        self.arena
    }

    /// The limits.
    #[inline]
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Resets steps and cells to the limits, and returns what was spent since the last reset. The
    /// clock goes on.
    #[inline]
    pub fn refill(&self) -> Spent {
        let spent = self.spent();
        let Spent { steps, cells } = self.call_limits.get();
        self.steps_left.set(steps);
        self.set_cells_left(cells);
        self.undone.set(0);
        spent
    }

    /// Sets the limits of steps and cells from here on.
    pub(crate) fn limit_calls(&self, limits: &Limits) {
        self.call_limits.set(Spent {
            steps: limits.steps,
            cells: limits.cells,
        });
        self.steps_left.set(limits.steps);
        self.set_cells_left(limits.cells);
        self.undone.set(0);
    }

    /// Sets the bytes in use in the arena at which the run ends, as far as charges notice.
    pub(crate) fn limit_bytes(&self, most: usize) {
        self.most_bytes.set(most);
    }

    /// Bytes in use in the arena.
    pub(crate) fn bytes(&self) -> usize {
        self.arena.allocated_bytes() - self.arena.chunk_capacity()
    }

    /// Whether more bytes are in use in the arena.
    #[inline]
    pub(crate) fn has_more_bytes_than(&self, most: usize) -> bool {
        self.arena.allocated_bytes() > most && self.bytes() > most
    }

    /// Steps and cells spent so far.
    #[inline]
    pub(in crate::dsl) fn spent(&self) -> Spent {
        Spent {
            steps: self.steps(),
            cells: self.cells(),
        }
    }

    /// Steps and cells spent since `before`.
    #[inline]
    pub(in crate::dsl) fn spent_since(&self, before: Spent) -> Spent {
        let after = self.spent();
        Spent {
            steps: after.steps - before.steps,
            cells: after.cells - before.cells,
        }
    }

    /// Charges steps and cells of work that is not repeated.
    pub(in crate::dsl) fn charge_spent(&self, spent: Spent) -> Result<(), Fail> {
        match self.steps_left.get().checked_sub(spent.steps) {
            None => return limit(Limit::Steps),
            Some(left) => self.steps_left.set(left),
        }
        self.charge(spent.cells as usize)
    }

    /// Steps and cells left.
    #[inline]
    pub(in crate::dsl) fn remaining(&self) -> Spent {
        Spent {
            steps: self.steps_left.get(),
            cells: self.cells_before_check.get() + self.cells_after_check.get(),
        }
    }

    /// Values of at most this many cells or elements are within the limits.
    #[inline]
    pub(in crate::dsl) fn small(&self) -> usize {
        self.small
    }

    /// Values of at most this weight are light and within the limits.
    #[inline]
    pub(in crate::dsl) fn light(&self) -> u32 {
        self.light
    }

    /// Time left on the clock; all of it if the clock has not started.
    pub(crate) fn time_left(&self, now: Instant) -> Duration {
        let left = |deadline: Instant| deadline.saturating_duration_since(now);
        self.deadline.get().map_or(self.limits.time, left)
    }

    /// Steps taken so far.
    pub fn steps(&self) -> u64 {
        self.call_limits.get().steps - self.steps_left.get()
    }

    /// Cells charged so far.
    pub fn cells(&self) -> u64 {
        self.call_limits.get().cells - self.cells_before_check.get() - self.cells_after_check.get()
    }

    /// Takes one step.
    #[inline(always)]
    pub fn step(&self) -> Result<(), Fail> {
        let left = self.steps_left.get();
        if left == 0 {
            return self.slow_step();
        }
        self.steps_left.set(left - 1);
        self.charge(CELLS_PER_STEP)
    }

    /// Charges for reading or writing `n` cells.
    #[inline]
    pub fn charge(&self, n: usize) -> Result<(), Fail> {
        match self.cells_before_check.get().checked_sub(n as u64) {
            Some(left) => {
                self.cells_before_check.set(left);
                Ok(())
            }
            None => self.charge_and_check(n as u64),
        }
    }

    fn set_cells_left(&self, cells: u64) {
        self.cells_before_check.set(cells.min(CELLS_PER_CHECK));
        self.cells_after_check
            .set(cells.saturating_sub(CELLS_PER_CHECK));
    }

    /// [`charge`](Self::charge) with a look at the clock.
    #[cold]
    fn charge_and_check(&self, n: u64) -> Result<(), Fail> {
        let Some(left) = self.remaining().cells.checked_sub(n) else {
            self.set_cells_left(0);
            return limit(Limit::Cells);
        };
        self.set_cells_left(left);
        if self.attempt_from.get() > 0 && self.is_past_attempts() {
            return limit(Limit::Cells);
        }
        if self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return limit(Limit::Time);
        }
        if self.bytes() > self.most_bytes.get() {
            return limit(Limit::Memory);
        }
        let now = Instant::now();
        match self.deadline.get() {
            None => self.deadline.set(now.checked_add(self.limits.time)),
            Some(deadline) if now >= deadline => return limit(Limit::Time),
            Some(_) => {}
        }
        Ok(())
    }

    /// Charges for a new value of `n` cells or elements, and checks the size limit. Call this before
    /// allocating it.
    #[inline]
    pub fn reserve(&self, n: usize) -> Result<(), Fail> {
        if n > self.small {
            self.check_size(n)?;
        }
        self.charge(n)
    }

    /// Checks the weight of a new value; too heavy hits a limit.
    #[inline]
    pub(in crate::dsl) fn check_weight(&self, weight: u32) -> Result<(), Fail> {
        match weight > self.light {
            true => self.check_size((weight as usize).saturating_sub(1)),
            false => Ok(()),
        }
    }

    /// Checks the size of a value that may be heavy.
    #[cold]
    fn check_size(&self, n: usize) -> Result<(), Fail> {
        self.may_be_heavy.set(true);
        match n > self.limits.size {
            true => limit(Limit::Size),
            false => Ok(()),
        }
    }

    /// Calls, and returns how many levels deeper the calls inside it are.
    #[inline]
    pub(in crate::dsl) fn with_levels<T>(&self, call: impl FnOnce() -> T) -> (T, u32) {
        let (depth, deepest) = (self.depth.get(), self.deepest.get());
        self.deepest.set(depth);
        let result = call();
        let reached = self.deepest.get();
        self.deepest.set(reached.max(deepest));
        (result, reached - depth)
    }

    /// Whether calls may be so many levels deeper.
    #[inline]
    pub(in crate::dsl) fn has_levels(&self, levels: u32) -> bool {
        self.depth.get() + levels <= 2 * MAX_DEPTH as u32
    }

    /// Runs `inner` one level deeper.
    #[inline]
    pub(crate) fn deeper<T>(&self, inner: impl FnOnce() -> Result<T, Fail>) -> Result<T, Fail> {
        let depth = self.depth.get();
        if depth >= 2 * MAX_DEPTH as u32 {
            return limit(Limit::Depth);
        }
        self.depth.set(depth + 1);
        if depth >= self.deepest.get() {
            self.deepest.set(depth + 1);
        }
        let result = inner();
        self.depth.set(depth);
        result
    }

    /// An empty list in the arena.
    #[inline]
    pub fn list<T>(&self) -> List<'a, T> {
        BumpVec::new_in(self.arena)
    }

    /// An empty list with capacity for `n` elements, charged.
    #[inline]
    pub fn reserve_list<T>(&self, n: usize) -> Result<List<'a, T>, Fail> {
        self.reserve(n)?;
        Ok(BumpVec::with_capacity_in(n, self.arena))
    }

    /// Appends to a list, charged.
    #[inline]
    pub fn push<T>(&self, list: &mut List<'a, T>, item: T) -> Result<(), Fail> {
        if list.len() >= self.limits.size {
            return limit(Limit::Size);
        }
        self.charge(1)?;
        list.push(item);
        Ok(())
    }

    /// Appends all items to a list, charged.
    #[inline]
    pub fn extend<T: Copy>(&self, list: &mut List<'a, T>, items: &[T]) -> Result<(), Fail> {
        if list.len() + items.len() > self.limits.size {
            return limit(Limit::Size);
        }
        self.charge(items.len())?;
        list.extend_from_slice(items);
        Ok(())
    }

    /// Rows of zero bits to draw a bitset on, charged.
    #[inline]
    pub fn blank(&self, height: usize) -> Result<&'a mut [u64], Fail> {
        self.reserve(height)?;
        Ok(self.arena.alloc_slice_fill_copy(height, 0))
    }

    /// Cells of one colour to draw a grid on, charged.
    #[inline]
    pub fn plane(&self, cells: usize, color: Color) -> Result<&'a mut [Color], Fail> {
        self.reserve(cells)?;
        Ok(self.arena.alloc_slice_fill_copy(cells, color))
    }

    /// A copy of a grid's cells to draw on, charged.
    #[inline]
    pub fn copy(&self, grid: Grid) -> Result<&'a mut [Color], Fail> {
        self.reserve(grid.cells().len())?;
        Ok(self.arena.alloc_slice_copy(grid.cells()))
    }
}
