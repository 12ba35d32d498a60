//! A naive model of values: plain tuples and sets, with the order that the language defines.

use arcbatt::dsl::{Cx, Fail, Limits, Value, primitive};
use bumpalo::Bump;
use proptest::collection::vec;
use proptest::prelude::*;
use std::collections::BTreeSet;

/// A value without compact forms.
///
/// The derived order is the canonical one: None, numbers, tuples element by element, sets by their
/// ascending elements, functions.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Model {
    None,
    Int(i64),
    Tuple(Vec<Model>),
    Set(BTreeSet<Model>),
    Primitive(&'static str),
}

impl Model {
    pub fn pair(i: i64, j: i64) -> Self {
        Self::Tuple(vec![Self::Int(i), Self::Int(j)])
    }

    pub fn cell(color: i64, i: i64, j: i64) -> Self {
        Self::Tuple(vec![Self::Int(color), Self::pair(i, j)])
    }

    pub fn set(items: impl IntoIterator<Item = Model>) -> Self {
        Self::Set(items.into_iter().collect())
    }

    pub fn grid(rows: &[Vec<i8>]) -> Self {
        let row = |row: &Vec<i8>| row.iter().map(|&c| Self::Int(c.into())).collect();
        Self::Tuple(rows.iter().map(|r| Self::Tuple(row(r))).collect())
    }

    pub fn items(&self) -> Vec<Model> {
        match self {
            Self::Tuple(items) => items.clone(),
            Self::Set(items) => items.iter().cloned().collect(),
            _ => panic!("{self:?} has no elements"),
        }
    }

    /// The value, built by the constructors.
    pub fn build<'a>(&self, cx: &Cx<'a>) -> Value<'a> {
        let list = |items: &mut dyn Iterator<Item = &Model>| {
            let mut list = cx.list();
            list.extend(items.map(|item| item.build(cx)));
            list
        };
        match self {
            Self::None => Value::None,
            Self::Int(n) => Value::Int(*n),
            Self::Tuple(items) => cx
                .tuple(list(&mut items.iter()).into_bump_slice_mut())
                .unwrap(),
            Self::Set(items) => cx.set(list(&mut items.iter())).unwrap(),
            Self::Primitive(name) => Value::Primitive(primitive(name).unwrap()),
        }
    }

    /// The same value built differently: sets in descending order with every element twice, 0 and 1
    /// as Bools, tuples and sets combined by primitives.
    pub fn build_otherwise<'a>(&self, cx: &Cx<'a>) -> Value<'a> {
        match self {
            Self::Int(n @ 0..=1) => Value::from(*n == 1),
            Self::Tuple(items) => match &items[..] {
                [a, b] => {
                    let (a, b) = (a.build_otherwise(cx), b.build_otherwise(cx));
                    call(cx, "astuple", &[a, b]).unwrap()
                }
                _ => items.iter().fold(Value::EMPTY_TUPLE, |tuple, item| {
                    let one = call(cx, "repeat", &[item.build_otherwise(cx), Value::Int(1)]);
                    call(cx, "combine", &[tuple, one.unwrap()]).unwrap()
                }),
            },
            Self::Set(items) => {
                let twice = items.iter().rev().chain(items.iter());
                twice.fold(Value::EMPTY_SET, |set, item| {
                    call(cx, "insert", &[item.build_otherwise(cx), set]).unwrap()
                })
            }
            _ => self.build(cx),
        }
    }
}

/// Runs `body` with a fresh context.
pub fn with_cx<T>(body: impl FnOnce(&Cx) -> T) -> T {
    let arena = Bump::new();
    body(&Cx::new(&arena, Limits::default()))
}

/// A call by name.
pub fn call<'a>(cx: &Cx<'a>, name: &str, args: &[Value<'a>]) -> Result<Value<'a>, Fail> {
    cx.call(Value::Primitive(primitive(name).unwrap()), args)
}

/// Coordinates: mostly close, so that sets are compact; some too far apart for that.
fn coordinate() -> impl Strategy<Value = i64> {
    prop_oneof![
        8 => -3i64..6,
        2 => -70i64..140,
        1 => Just(40_000i64),
        1 => Just(-2_000_000_000i64),
    ]
}

/// Colours: mostly 0 to 9, some marks, some that do not fit in a byte.
fn color() -> impl Strategy<Value = i64> {
    prop_oneof![8 => 0i64..4, 2 => -20i64..30, 1 => Just(1_000i64)]
}

pub fn pair() -> impl Strategy<Value = Model> {
    (coordinate(), coordinate()).prop_map(|(i, j)| Model::pair(i, j))
}

pub fn cell() -> impl Strategy<Value = Model> {
    (color(), coordinate(), coordinate()).prop_map(|(c, i, j)| Model::cell(c, i, j))
}

/// A set of pairs, compact or not; may be empty.
pub fn indices() -> impl Strategy<Value = Model> {
    let near = vec(
        (-2i64..8, -2i64..8).prop_map(|(i, j)| Model::pair(i, j)),
        0..20,
    );
    prop_oneof![near, vec(pair(), 0..12)].prop_map(Model::set)
}

/// A set of cells, compact or not; may be empty.
pub fn object() -> impl Strategy<Value = Model> {
    let near = (0i64..3, -2i64..8, -2i64..8).prop_map(|(c, i, j)| Model::cell(c, i, j));
    let many = (-9i64..20, 0i64..4, 0i64..4).prop_map(|(c, i, j)| Model::cell(c, i, j));
    prop_oneof![vec(near, 0..20), vec(many, 0..40), vec(cell(), 0..12)].prop_map(Model::set)
}

/// Rows of a grid: mostly small, some wider or taller than 64; marks are rare.
pub fn rows() -> impl Strategy<Value = Vec<Vec<i8>>> {
    let sides = prop_oneof![
        10 => (1usize..9, 1usize..9),
        2 => (1usize..4, 60usize..70),
        1 => (126usize..132, 1usize..3),
    ];
    let cell = prop_oneof![12 => 0i8..4, 1 => -2i8..12];
    sides.prop_flat_map(move |(height, width)| vec(vec(cell.clone(), width), height))
}

/// Any value, mostly of kinds with compact forms.
pub fn value() -> impl Strategy<Value = Model> {
    let functions = ["size", "first", "identity"].map(Model::Primitive);
    let leaf = prop_oneof![
        1 => Just(Model::None),
        6 => (-3i64..12).prop_map(Model::Int),
        1 => any::<i32>().prop_map(|n| Model::Int(n.into())),
        1 => proptest::sample::select(functions.to_vec()),
        3 => pair(),
        3 => cell(),
        3 => indices(),
        3 => object(),
        3 => rows().prop_filter("not too large", |r| r.len() < 9).prop_map(|r| Model::grid(&r)),
        1 => vec(vec(0i8..3, 0..3), 0..4).prop_map(|rows| Model::grid(&rows)),
    ];
    leaf.prop_recursive(3, 24, 4, |inner| {
        prop_oneof![
            vec(inner.clone(), 0..4).prop_map(Model::Tuple),
            vec(inner, 0..4).prop_map(Model::set),
        ]
    })
}
