//! Extensions of arc-dsl: ranks, and colours and symmetries that the demonstrations show.

use crate::dsl::cx::{Cx, List};
use crate::dsl::fail::{Answer, Fail, Why, fail};
use crate::dsl::functions::by_key::{counted, sort_keyed};
use crate::dsl::order;
use crate::dsl::primitives::containers::{difference, totuple};
use crate::dsl::primitives::generic;
use crate::dsl::primitives::grids::{ofcolor, palette};
use crate::dsl::primitives::objects::objects;
use crate::dsl::table::{Primitive, declare};
use crate::dsl::value::Value;
use crate::grid::Color;
use crate::grid::color_counts::{color_at, histogram};
use crate::prim;
use std::cmp::Reverse;

declare! { Extensions;
    /// Objects by mode: the sum of 4 (one colour), 2 (diagonal) and 1 (without background).
    o_g: "grid: Grid, r: Mode -> Set[Object]"; "o_g(I, R5)"; fails Cells;
        |cx, a| objects_by_mode(cx, a[0], a[1].int()?);

    /// Objects by mode as in o_g, as a tuple.
    o_g_t: "grid: Grid, r: Mode -> Tuple[Object]"; "o_g_t(I, R5)"; fails Cells;
        |cx, a| totuple(cx, objects_by_mode(cx, a[0], a[1].int()?)?);

    /// Objects as in objects, as a tuple.
    objects_t: "grid: Grid, univalued: Bool, diagonal: Bool, without_bg: Bool -> Tuple[Object]";
        "objects_t(I, T, F, T)"; fails Cells; |cx, a| {
            let found = objects(cx, a[0], a[1].truth(), a[2].truth(), a[3].truth())?;
            totuple(cx, found)
        };

    /// The colours of a grid, in ascending order.
    p_g: "grid: Grid -> Tuple[Color]"; "p_g(I)"; total Cells, unchecked(0);
        |cx, a| ascending(cx, a[0]);

    /// The colours of an object, in ascending order.
    p_o: "obj: Object -> Tuple[Color]"; "p_o(asobject(I))"; total Cells;
        |cx, a| ascending(cx, a[0]);

    /// The colours of an object, in ascending order.
    p_f: "obj: Object -> Tuple[Color]"; "p_f(asobject(I))"; total Cells;
        |cx, a| ascending(cx, a[0]);

    /// The cells of the grid that have the colour.
    f_ofcolor: "grid: Grid, value: Color -> Indices"; "f_ofcolor(I, TWO)"; total Cells;
        |cx, a| ofcolor(cx, a[0], a[1]);

    /// What the function finds in some input but in no output.
    c_iz: "S: Tuple[Tuple[Grid]], function: (Grid -> Container[a]) -> Tuple[a]"; "c_iz(S, p_g)";
        fails Product; |cx, a| only_in(cx, a[0], a[1], 0);

    /// What the function finds in some output but in no input.
    c_zo: "S: Tuple[Tuple[Grid]], function: (Grid -> Container[a]) -> Tuple[a]"; "c_zo(S, p_g)";
        fails Product; |cx, a| only_in(cx, a[0], a[1], 1);

    /// One element that the function finds in some input but in no output.
    c_iz_n: "S: Tuple[Tuple[Grid]], function: (Grid -> Container[a]), pick: (Tuple[a] -> b) -> b";
        "c_iz_n(S, p_g, first)"; fails Product, gives_color;
        |cx, a| { let found = only_in(cx, a[0], a[1], 0)?; cx.call1(a[2], found) };

    /// One element that the function finds in some output but in no input.
    c_zo_n: "S: Tuple[Tuple[Grid]], function: (Grid -> Container[a]), pick: (Tuple[a] -> b) -> b";
        "c_zo_n(S, p_g, first)"; fails Product, gives_color;
        |cx, a| { let found = only_in(cx, a[0], a[1], 1)?; cx.call1(a[2], found) };

    /// The first of the symmetries A0 to A7 that maps every input to its output.
    a_mr: "S: Tuple[Tuple[Grid]] -> Angle"; "a_mr(S)"; fails Cells;
        |cx, a| symmetry_of(cx, a[0]);

    /// A symmetry: A0 hmirror, A1 dmirror, A2 vmirror, A3 cmirror, A4 rot90, A5 rot180, A6 rot270, A7 none.
    mir_rot: "piece: Grid, a: Angle -> Grid" | "piece: Patch, a: Angle -> Patch"; "mir_rot(I, A4)";
        fails Cells, unchecked(0); |cx, a| turned(cx, a[0], a[1].int()?);

    /// The element at a rank: F0 is the first, L1 is the last.
    get_nth: "container: Container[a], rank: Rank -> a"; "get_nth(objects(I, T, F, T), L1)";
        fails Cells, gives_color; |cx, a| at(cx.items(a[0])?, a[1].int()?);

    /// The element at a rank when sorted by key.
    get_nth_by_key: "container: Container[a], rank: Rank, key: (a -> b) -> a";
        "get_nth_by_key(objects(I, T, F, T), F0, size)"; fails Product; |cx, a| {
            let keyed = keyed(cx, a[0], a[2])?;
            at(&keyed, a[1].int()?).map(|(_, item)| item)
        };

    /// The second element.
    second: "container: Container[a] -> a"; "second(objects(I, T, F, T))"; fails Cells;
        |cx, a| at(cx.items(a[0])?, 1);

    /// The element of rank r in descending order.
    get_rank: "container: Container[a], rank: Rank -> a"; "get_rank(palette(I), F0)"; fails Cells;
        |cx, a| {
            let items = cx.items(a[0])?;
            let mut keyed = cx.reserve_list(items.len())?;
            keyed.extend(items.iter().map(|&v| (v, v)));
            at(&descending(cx, keyed)?, a[1].int()?).map(|(_, item)| item)
        };

    /// The element of rank r in descending order of the function values.
    get_arg_rank: "container: Container[a], fun: (a -> b), rank: Rank -> a";
        "get_arg_rank(objects(I, T, F, T), size, F0)"; fails Product; |cx, a| {
            let sorted = descending(cx, pairs(cx, a[0], a[1])?)?;
            at(&sorted, a[2].int()?).map(|(_, item)| item)
        };

    /// The function value of rank r in descending order.
    get_val_rank: "container: Container[a], fun: (a -> b), rank: Rank -> b";
        "get_val_rank(objects(I, T, F, T), size, F0)"; fails Product; |cx, a| {
            let sorted = descending(cx, pairs(cx, a[0], a[1])?)?;
            at(&sorted, a[2].int()?).map(|(key, _)| key)
        };

    /// The element of rank r in ascending order of frequency.
    get_common_rank: "container: Container[a], rank: Rank -> a"; "get_common_rank(merge(I), F0)";
        fails Cells; |cx, a| {
            let mut counts = counted(cx, cx.items(a[0])?)?;
            counts.sort_by_key(|&(_, count)| count);
            at(&counts, a[1].int()?).map(|(item, _)| item)
        };

    /// The colour of rank r in descending order of frequency.
    get_color_rank: "element: Grid, rank: Rank -> Color" | "element: Object, rank: Rank -> Color";
        "get_color_rank(I, L1)"; fails Cells; |cx, a| color_rank(cx, a[0], a[1].int()?);

    /// A corner of the bounding box: R0 upper left, R1 upper right, R2 lower left, R3 lower right.
    corner: "patch: Patch, r: Mode -> Pair"; "corner(asindices(I), R3)";
        fails Rows, untyped_if_empty;
        |cx, a| one_of(cx, a, &CORNERS);

    /// A side of the bounding box: R0 lowermost, R1 uppermost, R2 leftmost, R3 rightmost.
    col_row: "patch: Patch, r: Mode -> Int"; "col_row(asindices(I), R0)"; fails Rows;
        |cx, a| one_of(cx, a, &SIDES);

    /// The elements of the first tuple that are not in the second.
    difference_tuple: "a: Tuple[a], b: Container[b] -> Tuple[a]" | "a: Set[a], b: Container[b] -> Set[a]";
        "difference_tuple(p_g(I), p_g(trim(I)))"; total Cells; |cx, a| difference(cx, a[0], a[1]);
}

static CORNERS: [&Primitive; 4] = [
    prim!(ulcorner),
    prim!(urcorner),
    prim!(llcorner),
    prim!(lrcorner),
];

static SIDES: [&Primitive; 4] = [
    prim!(lowermost),
    prim!(uppermost),
    prim!(leftmost),
    prim!(rightmost),
];

/// The symmetries A0 to A7; a patch has the first four.
static SYMMETRIES: [&Primitive; 8] = [
    prim!(hmirror),
    prim!(dmirror),
    prim!(vmirror),
    prim!(cmirror),
    prim!(rot90),
    prim!(rot180),
    prim!(rot270),
    prim!(identity),
];

/// Applies the primitive that the second argument selects to the first argument.
fn one_of<'a>(cx: &Cx<'a>, args: &[Value<'a>], choice: &[&'static Primitive]) -> Answer<'a> {
    let mode = usize::try_from(args[1].int()?).ok();
    match mode.and_then(|mode| choice.get(mode)) {
        Some(primitive) => (primitive.eval)(cx, &args[..1]),
        None => fail(Why::NoSuchMode),
    }
}

fn objects_by_mode<'a>(cx: &Cx<'a>, grid: Value<'a>, mode: i64) -> Answer<'a> {
    if !(0..8).contains(&mode) {
        return fail(Why::Mode);
    }
    objects(cx, grid, mode & 4 != 0, mode & 2 != 0, mode & 1 != 0)
}

fn ascending<'a>(cx: &Cx<'a>, element: Value<'a>) -> Answer<'a> {
    totuple(cx, palette(cx, element)?)
}

/// What the function finds on one side of some pair (0: inputs) and never on the other side.
fn only_in<'a>(cx: &Cx<'a>, pairs: Value<'a>, function: Value<'a>, side: usize) -> Answer<'a> {
    let mut found = [cx.list(), cx.list()];
    for &pair in cx.items(pairs)? {
        let grids = cx.items(pair)?;
        if grids.len() != 2 {
            return fail(Why::PairOfGrids);
        }
        for (found, &grid) in found.iter_mut().zip(grids) {
            for &item in cx.items(cx.call1(function, grid)?)? {
                cx.push(found, item)?;
            }
        }
    }
    for side in &mut found {
        cx.charge_sorting(side.iter().copied())?;
        side.sort_unstable();
        side.dedup();
    }
    let [mut wanted, mut other] = found;
    if side == 1 {
        std::mem::swap(&mut wanted, &mut other);
    }
    // As many comparisons as sorting takes.
    cx.charge_sorting(wanted.iter().copied())?;
    wanted.retain(|v| other.binary_search(v).is_err());
    cx.tuple(wanted.into_bump_slice_mut())
}

fn turned<'a>(cx: &Cx<'a>, piece: Value<'a>, angle: i64) -> Answer<'a> {
    let count = if piece.is_set() { 4 } else { 8 };
    match usize::try_from(angle) {
        Ok(angle) if angle < count => (SYMMETRIES[angle].eval)(cx, &[piece]),
        _ => fail(Why::NoSuchTurn),
    }
}

fn symmetry_of<'a>(cx: &Cx<'a>, pairs: Value<'a>) -> Answer<'a> {
    let pairs = cx.items(pairs)?;
    'angles: for angle in 0..SYMMETRIES.len() as i64 {
        for &pair in pairs {
            let &[input, output] = cx.items(pair)? else {
                return fail(Why::PairOfGrids);
            };
            if !order::equal(turned(cx, input, angle)?, output) {
                continue 'angles;
            }
        }
        return Ok(Value::Int(angle));
    }
    fail(Why::NoTurnFits)
}

/// The element at a rank: 0 is the first, -1 is the last.
fn at<T: Copy>(items: &[T], rank: i64) -> Result<T, Fail> {
    let index = if rank < 0 {
        rank + items.len() as i64
    } else {
        rank
    };
    match usize::try_from(index).ok().and_then(|k| items.get(k)) {
        Some(&item) => Ok(item),
        None => fail(Why::NoSuchRank),
    }
}

type Keyed<'a> = List<'a, (Value<'a>, Value<'a>)>;

fn pairs<'a>(cx: &Cx<'a>, container: Value<'a>, key: Value<'a>) -> Result<Keyed<'a>, Fail> {
    let items = cx.items(container)?;
    let mut keyed = cx.reserve_list(items.len())?;
    for &item in items {
        keyed.push((cx.call1(key, item)?, item));
    }
    Ok(keyed)
}

fn keyed<'a>(cx: &Cx<'a>, container: Value<'a>, key: Value<'a>) -> Result<Keyed<'a>, Fail> {
    let mut keyed = pairs(cx, container, key)?;
    sort_keyed(cx, &mut keyed)?;
    Ok(keyed)
}

/// In descending order of keys; equal keys keep their order.
fn descending<'a>(cx: &Cx<'a>, mut keyed: Keyed<'a>) -> Result<Keyed<'a>, Fail> {
    keyed.reverse();
    sort_keyed(cx, &mut keyed)?;
    keyed.reverse();
    Ok(keyed)
}

fn color_rank<'a>(cx: &Cx<'a>, element: Value<'a>, rank: i64) -> Answer<'a> {
    let mut counts = cx.list();
    match element {
        Value::Object(object) => {
            let colors = object.colors.iter().enumerate();
            counts.extend(colors.map(|(k, &c)| (object.count_of(k), c)));
        }
        Value::Grid(&grid) => {
            let places = histogram(grid).into_iter().enumerate();
            let seen = places.filter(|&(_, count)| count > 0);
            counts.extend(seen.map(|(place, count)| (count, color_at(place))));
        }
        _ => {
            let ranked = generic::ranked_colors(cx, element)?;
            return at(&ranked, rank).map(|(_, color)| color);
        }
    }
    counts.sort_by_key(|&(count, color)| (Reverse(count), color));
    at(&counts, rank).map(|(_, color): (u32, Color)| Value::Int(color as i64))
}
