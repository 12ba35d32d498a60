//! Every entry of the table of primitives is complete, and its example runs.

use arcbatt::batt::{Code, Inputs};
use arcbatt::dsl::table::{Name, lookup};
use arcbatt::dsl::types::Signature;
use arcbatt::dsl::{Cx, Limits, Primitive, constants::CONSTANTS, primitives};
use arcbatt::grid::GridBuf;
use arcbatt::program::{parse_file, typecheck};
use bumpalo::Bump;
use std::collections::BTreeSet;

/// The primitives of arc-dsl.
const FIELD: &str = "
    add adjacent apply argmax argmin asindices asobject astuple backdrop bordering both bottomhalf
    box branch canvas cellwise center centerofmass chain cmirror color colorcount colorfilter combine
    compose compress connect contained corners cover crement crop decrement dedupe delta difference
    divide dmirror dneighbors double downscale either equality even extract fgpartition fill first
    flip fork frontiers gravitate greater halve hconcat height hfrontier hline hmatching hmirror
    hperiod hsplit hupscale identity inbox increment index ineighbors initset insert intersection
    interval invert last lbind leastcolor leastcommon lefthalf leftmost llcorner lowermost lrcorner
    manhattan mapply matcher maximum merge mfilter minimum mostcolor mostcommon move mpapply multiply
    neighbors normalize numcolors objects occurrences ofcolor order other outbox paint pair palette
    papply partition portrait position positive power prapply product rapply rbind recolor remove
    repeat replace righthalf rightmost rot180 rot270 rot90 sfilter shape shift shoot sign size
    sizefilter square subgrid subtract switch toindices toivec tojvec toobject tophalf totuple trim
    ulcorner underfill underpaint uppermost upscale urcorner valmax valmin vconcat vfrontier vline
    vmatching vmirror vperiod vsplit vupscale width";

/// The names that generated programs add.
const GENERATED: &str = "
    o_g o_g_t objects_t p_g p_o p_f f_ofcolor c_iz c_zo c_iz_n c_zo_n a_mr mir_rot_t mir_rot_f
    get_nth_t get_nth_f get_nth_by_key_t get_nth_by_key_f second get_rank get_arg_rank get_val_rank
    get_common_rank get_color_rank_t get_color_rank_f corner col_row difference_tuple combine_t
    combine_f size_t size_f first_t first_f last_t last_f remove_t remove_f totuple_f mostcolor_t
    mostcolor_f height_t height_i height_o width_i shift_i shift_o";

/// The named constants.
const NAMED: &str = "
    ZERO ONE TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN NEG_ONE NEG_TWO HUNDRED THOUSAND T F UP
    DOWN LEFT RIGHT ORIGIN UNITY NEG_UNITY UP_RIGHT DOWN_LEFT ZERO_BY_TWO TWO_BY_ZERO TWO_BY_TWO
    THREE_BY_THREE F0 F1 F2 F3 F4 F5 F6 F7 F8 F9 L1 L2 L3 L4 L5 L6 L7 L8 L9 L10 R0 R1 R2 R3 R4 R5 R6
    R7 R8 R9 A0 A1 A2 A3 A4 A5 A6 A7 A8 A9 BLACK BLUE RED GREEN YELLOW GRAY MAGENTA ORANGE CYAN
    BURGUNDY";

#[test]
fn every_name_exists() {
    let field: Vec<&str> = FIELD.split_whitespace().collect();
    assert_eq!(field.len(), 160);
    let exact: BTreeSet<&str> = primitives().iter().map(|p| p.name).collect();
    assert_eq!(exact.len(), primitives().len(), "a name occurs twice");
    for name in field {
        assert!(exact.contains(name), "{name}");
    }
    for name in GENERATED.split_whitespace() {
        assert!(matches!(lookup(name), Some(Name::Primitive(..))), "{name}");
    }
    let constants: BTreeSet<&str> = CONSTANTS.iter().map(|c| c.name).collect();
    assert_eq!(constants.len(), CONSTANTS.len(), "a name occurs twice");
    assert!(constants.is_disjoint(&exact));
    for name in NAMED.split_whitespace() {
        assert!(matches!(lookup(name), Some(Name::Constant(_))), "{name}");
    }
    for name in ["", "_t", "size_x", "sizet", "ELEVEN", "I", "size_t_t"] {
        assert_eq!(lookup(name), None, "{name}");
    }
}

#[test]
fn every_entry_is_complete() {
    for primitive in primitives() {
        let Primitive { name, doc, .. } = primitive;
        assert!(doc.ends_with('.') && doc.len() > 5, "{name}: {doc}");
        let first = doc.chars().next().unwrap();
        assert!(!first.is_lowercase(), "{name}: {doc}");
        assert!(!primitive.signatures.is_empty(), "{name}");
        for text in primitive.signatures {
            let signature = Signature::parse(text).unwrap_or_else(|e| panic!("{name}: {e}"));
            assert_eq!(
                signature.parameters.len(),
                usize::from(primitive.arity),
                "{name}"
            );
        }
        assert_eq!(
            primitive.parameters().count(),
            usize::from(primitive.arity),
            "{name}"
        );
        let example = primitive.example;
        assert!(example.contains(name), "{name}: {example}");
    }
}

/// Runs an expression; the value as text, or the reason for its failure.
fn run(expression: &str, pairs: &[(&GridBuf, &GridBuf)], grid: &GridBuf) -> Result<String, String> {
    let source = format!("def solve(S, I, C):\n    O = {expression}\n    return O\n");
    let parsed = parse_file(&source);
    if let Some(problem) = parsed.errors.first() {
        return Err(problem.to_string());
    }
    let program = &parsed.programs[0];
    typecheck(program).map_err(|error| error.to_string())?;
    let arena = Bump::new();
    let cx = Cx::new(&arena, Limits::default());
    let mut s = cx.list();
    for (input, output) in pairs {
        let pair = [input, output].map(|grid| cx.grid_value(grid.view()));
        s.push(cx.tuple(arena.alloc(pair)).unwrap());
    }
    let i = cx.grid_value(grid.view());
    let s = cx.tuple(s.into_bump_slice_mut()).unwrap();
    let value = Code::new(program).run(&cx, Inputs { s, i, c: i });
    value
        .map(|v| v.to_string())
        .map_err(|stopped| stopped.fail.to_string())
}

#[test]
fn every_example_runs() {
    let grid = |rows: &[&str]| GridBuf::from_digits(rows).unwrap();
    let example = grid(&["000000", "011000", "012200", "000200", "000003"]);
    let upside_down = grid(&["000003", "000200", "012200", "011000", "000000"]);
    let recolored = grid(&["000000", "044000", "042200", "000200", "000003"]);
    // No pair shows both a mirror and a vanishing colour.
    let mirrored = [(&example, &upside_down)];
    let changed = [(&example, &recolored)];
    let mut wrong = Vec::new();
    for primitive in primitives() {
        let pairs = if primitive.example.contains("a_mr") {
            &mirrored
        } else {
            &changed
        };
        if let Err(why) = run(primitive.example, pairs, &example) {
            wrong.push(format!("{}: {}: {why}", primitive.name, primitive.example));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(run("a_mr(S)", &mirrored, &example).unwrap(), "0");
    assert_eq!(
        run("c_zo_n(S, p_g, first)", &changed, &example).unwrap(),
        "4"
    );
    // The check detects wrong examples.
    assert!(run("first(ZERO)", &changed, &example).is_err());
    assert!(run("first(initset)", &changed, &example).is_err());
    assert!(run("shift(ORIGIN)", &changed, &example).is_err());
}
