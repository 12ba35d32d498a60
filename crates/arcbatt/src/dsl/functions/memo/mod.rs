//! Memo tables of functions over the elements of containers.
//!
//! A hit is charged in steps and cells like the calls that it replaces, so memoising never changes
//! an outcome. There are two memos, which share the table and the accounting:
//!
//! | memo | serves | keys | results |
//! |---|---|---|---|
//! | [`parts`] | programs that run in one arena | addresses of lists in the arena | values in the arena |
//! | [`measures`] | a search, whose scratch arena is reset | hashes of element addresses | copied scalars |
//!
//! One memo cannot serve both: the results of the first would not outlive a scratch arena, and the
//! second can keep neither sets nor failures.

pub(in crate::dsl) mod calls;
pub(crate) mod measures;

use crate::dsl::cx::Cx;
use crate::dsl::fail::Fail;
use crate::dsl::limits::Spent;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::hash::Hash;

/// Values by key, each with the charges of computing it.
struct MemoTable<K, V>(RefCell<FxHashMap<K, (V, Spent)>>);

impl<K, V> Default for MemoTable<K, V> {
    fn default() -> Self {
        Self(RefCell::default())
    }
}

impl<K: Copy + Eq + Hash, V: Copy> MemoTable<K, V> {
    /// The value of a key, without charges.
    #[inline]
    fn peek(&self, key: K) -> Option<V> {
        self.0.borrow().get(&key).map(|&(value, _)| value)
    }

    /// The value of a key, charged as if it were computed.
    #[inline]
    fn get(&self, cx: &Cx, key: K) -> Option<Result<V, Fail>> {
        let (value, spent) = *self.0.borrow().get(&key)?;
        Some(cx.charge_spent(spent).map(|()| value))
    }

    fn insert(&self, key: K, value: V, spent: Spent) {
        self.0.borrow_mut().insert(key, (value, spent));
    }

    fn len(&self) -> usize {
        self.0.borrow().len()
    }

    fn clear(&self) {
        self.0.borrow_mut().clear();
    }
}

/// The least number of elements worth a look into a memo.
const MIN_ELEMENTS: usize = 2;
