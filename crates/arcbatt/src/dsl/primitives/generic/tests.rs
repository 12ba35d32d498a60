//! The generic path against the compact one, special cases, and limits.

use super::*;
use crate::conform::conform;
use crate::dsl::fail::Limit;
use crate::dsl::{Limits, order, primitive};
use bumpalo::Bump;

/// A small deterministic random generator.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: i64) -> i64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) % n as u64) as i64
    }

    fn grid<'a>(&mut self, cx: &Cx<'a>) -> Value<'a> {
        let (height, width) = (1 + self.below(12), 1 + self.below(12));
        let colors = 1 + self.below(4);
        let cells = cx.plane((height * width) as usize, 0).unwrap();
        for cell in cells.iter_mut() {
            *cell = self.below(colors) as i8 - (self.below(20) == 0) as i8;
        }
        cx.grid(height as usize, width as usize, cells).unwrap()
    }

    /// Random cells on and around the grid, of one or several colours; some cells have two.
    fn object<'a>(&mut self, cx: &Cx<'a>) -> Value<'a> {
        let (count, span, colors) = (1 + self.below(30), 1 + self.below(16), 1 + self.below(3));
        let (top, left) = (self.below(12) - 6, self.below(12) - 6);
        let cells: Vec<_> = (0..count)
            .map(|_| {
                let (i, j) = (self.below(span), self.below(span));
                (
                    self.below(colors) as i32,
                    (top + i) as i32,
                    (left + j) as i32,
                )
            })
            .collect();
        cx.object_of(cells.iter().copied()).unwrap()
    }
}

type Path = for<'a> fn(&Cx<'a>, &[Value<'a>]) -> Result<Value<'a>, Fail>;

/// The result of the generic path. The arguments by number: grid, object, indices, another grid,
/// colour, small number, offset.
const PATHS: &[(&str, &[usize], Path)] = &[
    ("mostcolor", &[0], |cx, a| common_color(cx, a[0], true)),
    ("mostcolor", &[1], |cx, a| common_color(cx, a[0], true)),
    ("leastcolor", &[0], |cx, a| common_color(cx, a[0], false)),
    ("leastcolor", &[1], |cx, a| common_color(cx, a[0], false)),
    ("palette", &[0], |cx, a| palette(cx, a[0])),
    ("palette", &[1], |cx, a| palette(cx, a[0])),
    ("colorcount", &[0, 4], |cx, a| colorcount(cx, a[0], a[1])),
    ("colorcount", &[1, 4], |cx, a| colorcount(cx, a[0], a[1])),
    ("height", &[1], |cx, a| height(cx, a[0]).map(Value::Int)),
    ("width", &[2], |cx, a| width(cx, a[0]).map(Value::Int)),
    ("square", &[1], |cx, a| square(cx, a[0]).map(Value::from)),
    ("asindices", &[0], |cx, a| asindices(cx, a[0])),
    ("asobject", &[0], |cx, a| asobject(cx, a[0])),
    ("ofcolor", &[0, 4], |cx, a| ofcolor(cx, a[0], a[1])),
    ("cellwise", &[0, 3, 4], |cx, a| {
        cellwise(cx, a[0], a[1], a[2])
    }),
    ("replace", &[0, 4, 5], |cx, a| replace(cx, a[0], a[1], a[2])),
    ("switch", &[0, 4, 5], |cx, a| switch(cx, a[0], a[1], a[2])),
    ("compress", &[0], |cx, a| compress(cx, a[0])),
    ("frontiers", &[0], |cx, a| frontiers(cx, a[0])),
    ("hperiod", &[1], |cx, a| period(cx, a[0], true)),
    ("vperiod", &[1], |cx, a| period(cx, a[0], false)),
    ("rot90", &[0], |cx, a| turn(cx, a[0], true)),
    ("rot180", &[0], |cx, a| rot180(cx, a[0])),
    ("rot270", &[0], |cx, a| turn(cx, a[0], false)),
    ("hmirror", &[0], |cx, a| {
        mirror_grid(cx, a[0], Mirror::Horizontal)
    }),
    ("vmirror", &[0], |cx, a| {
        mirror_grid(cx, a[0], Mirror::Vertical)
    }),
    ("dmirror", &[0], |cx, a| {
        mirror_grid(cx, a[0], Mirror::Diagonal)
    }),
    ("cmirror", &[0], |cx, a| {
        mirror_grid(cx, a[0], Mirror::Counterdiagonal)
    }),
    ("hmirror", &[1], |cx, a| {
        mirror_patch(cx, a[0], Mirror::Horizontal)
    }),
    ("vmirror", &[1], |cx, a| {
        mirror_patch(cx, a[0], Mirror::Vertical)
    }),
    ("dmirror", &[1], |cx, a| {
        mirror_patch(cx, a[0], Mirror::Diagonal)
    }),
    ("cmirror", &[1], |cx, a| {
        mirror_patch(cx, a[0], Mirror::Counterdiagonal)
    }),
    ("dmirror", &[2], |cx, a| {
        mirror_patch(cx, a[0], Mirror::Diagonal)
    }),
    ("cmirror", &[2], |cx, a| {
        mirror_patch(cx, a[0], Mirror::Counterdiagonal)
    }),
    ("trim", &[0], |cx, a| trim(cx, a[0])),
    ("lefthalf", &[0], |cx, a| halve_columns(cx, a[0], true)),
    ("righthalf", &[0], |cx, a| halve_columns(cx, a[0], false)),
    ("hconcat", &[0, 3], |cx, a| hconcat(cx, a[0], a[1])),
    ("vconcat", &[0, 3], |cx, a| vconcat(cx, a[0], a[1])),
    ("hsplit", &[0, 5], |cx, a| hsplit(cx, a[0], a[1].int()?)),
    ("vsplit", &[0, 5], |cx, a| vsplit(cx, a[0], a[1].int()?)),
    ("hupscale", &[0, 5], |cx, a| {
        hupscale(cx, a[0], a[1].int()? as usize)
    }),
    ("vupscale", &[0, 5], |cx, a| {
        vupscale(cx, a[0], a[1].int()? as usize)
    }),
    ("upscale", &[0, 5], |cx, a| {
        upscale(cx, a[0], a[1].int()? as usize)
    }),
    ("upscale", &[1, 5], |cx, a| {
        upscale_object(cx, a[0], a[1].int()? as usize)
    }),
    ("downscale", &[0, 5], |cx, a| {
        downscale(cx, a[0], a[1].int()?)
    }),
    ("fill", &[0, 4, 2], |cx, a| fill(cx, a[0], a[1], a[2])),
    ("paint", &[0, 1], |cx, a| paint(cx, a[0], a[1])),
    ("underfill", &[0, 4, 2], |cx, a| {
        underfill(cx, a[0], a[1], a[2])
    }),
    ("underpaint", &[0, 1], |cx, a| underpaint(cx, a[0], a[1])),
    ("move", &[0, 1, 6], |cx, a| {
        move_object(cx, a[0], a[1], a[2])
    }),
];

#[test]
fn both_paths_give_the_same() {
    let mut dice = Dice(0x2545_f491_4f6c_dd1d);
    let mut arena = Bump::new();
    for _ in 0..300 {
        arena.reset();
        let cx = Cx::new(&arena, Limits::default());
        let object = dice.object(&cx);
        let cells = points(&cx, object).unwrap();
        let args = [
            dice.grid(&cx),
            object,
            cx.indices_of(cells.iter().copied()).unwrap(),
            dice.grid(&cx),
            Value::Int(dice.below(4) - 1),
            Value::Int(dice.below(5)),
            Value::at(dice.below(9) as i32 - 4, dice.below(9) as i32 - 4),
        ];
        for (name, wanted, slow) in PATHS {
            let args: Vec<Value> = wanted.iter().map(|&k| args[k]).collect();
            let fast = (primitive(name).unwrap().eval)(&cx, &args);
            match (fast, slow(&cx, &args)) {
                (Ok(fast), Ok(slow)) => assert!(
                    order::equal(fast, slow) && fast.kind() == slow.kind(),
                    "{name}: {fast} and {slow} of {}",
                    args[0]
                ),
                (fast, slow) => assert!(fast.is_err() && slow.is_err(), "{name} of {}", args[0]),
            }
        }
    }
}

#[test]
fn odd_values_are_treated_as_a_dynamic_language_does() {
    let report = conform(
        r#"
{"fn":"asindices","args":[[]],"out":{"s":[]}}
{"fn":"mostcolor","args":[[]],"error":true}
{"fn":"mostcolor","args":[[[],[]]],"error":true}
{"fn":"mostcolor","args":[{"s":[[4,0],[4,1],[3,0]]}],"out":4}
{"fn":"palette","args":[[[1000,3],[3]]],"out":{"s":[3,1000]}}
{"fn":"height","args":[[]],"out":0}
{"fn":"shape","args":[{"s":[]}],"out":[0,0]}
{"fn":"shape","args":[[[1,2,3],[4]]],"out":[2,3]}
{"fn":"square","args":[[]],"error":true}
{"fn":"square","args":[{"s":[]}],"out":true}
{"fn":"index","args":[[],[0,0]],"error":true}
{"fn":"index","args":[[[1,2],[3]],[1,1]],"error":true}
{"fn":"index","args":[[[1,2],[3]],[2,0]],"out":null}
{"fn":"canvas","args":[1000,[1,2]],"out":[[1000,1000]]}
{"fn":"canvas","args":[3,[-1,2]],"out":[]}
{"fn":"canvas","args":[3,[2,-1]],"out":[[],[]]}
{"fn":"canvas","args":[1000,[2,0]],"out":[[],[]]}
{"fn":"crop","args":[[[1,2,3],[4,5,6],[7,8,9]],[-2,-2],[1,1]],"out":[[5]]}
{"fn":"crop","args":[[[1,2,3],[4,5,6],[7,8,9]],[-1,0],[1,2]],"out":[]}
{"fn":"crop","args":[[[1,2,3],[4]],[0,1],[2,1]],"out":[[2],[]]}
{"fn":"subgrid","args":[{"s":[]},[[1]]],"error":true}
{"fn":"subgrid","args":[{"s":[[-1,-1]]},[[1,2],[3,4]]],"out":[]}
{"fn":"dmirror","args":[[[1,2,3],[4,5]]],"out":[[1,4],[2,5]]}
{"fn":"dmirror","args":[[[],[]]],"out":[]}
{"fn":"cmirror","args":[[[1,2,3],[4,5]]],"out":[[5,3],[4,2]]}
{"fn":"rot90","args":[[[1,2,3],[4,5]]],"out":[[4,1],[5,2]]}
{"fn":"rot270","args":[[[1,2,3],[4,5]]],"out":[[2,5],[1,4]]}
{"fn":"rot180","args":[[[],[]]],"out":[[],[]]}
{"fn":"hmirror","args":[[1,2,3]],"out":[3,2,1]}
{"fn":"hmirror","args":[{"s":[]}],"error":true}
{"fn":"dmirror","args":[{"s":[[0,0],[0,99]]}],"out":{"s":[[0,0],[99,0]]}}
{"fn":"lefthalf","args":[[[1],[2]]],"out":[]}
{"fn":"tophalf","args":[[1,2,3,4]],"out":[1,2]}
{"fn":"hsplit","args":[[[1,2]],0],"error":true}
{"fn":"hsplit","args":[[[1,2]],-2],"out":[]}
{"fn":"vsplit","args":[[[1],[2]],3],"out":[[],[],[]]}
{"fn":"vconcat","args":[[[1,2]],[[3]]],"out":[[1,2],[3]]}
{"fn":"hconcat","args":[[[1],[2]],[[3]]],"out":[[1,3]]}
{"fn":"downscale","args":[[[1,2,3]],-2],"out":[[1,3]]}
{"fn":"downscale","args":[[[1]],0],"error":true}
{"fn":"downscale","args":[[[1,2,3],[4]],3],"out":[[1]]}
{"fn":"downscale","args":[[[1,2,3],[4]],2],"error":true}
{"fn":"upscale","args":[{"s":[[3,[1,1]]]},-1],"out":{"s":[]}}
{"fn":"upscale","args":[[[1,1000]],2],"out":[[1,1,1000,1000],[1,1,1000,1000]]}
{"fn":"upscale","args":[{"s":[[0,1]]},2],"error":true}
{"fn":"hupscale","args":[[[1],[2]],0],"out":[[],[]]}
{"fn":"cellwise","args":[[[1,2]],[[1]],0],"error":true}
{"fn":"cellwise","args":[[[1]],[[1,2],[3,4]],1000],"out":[[1]]}
{"fn":"replace","args":[[[1,2]],2,1000],"out":[[1,1000]]}
{"fn":"replace","args":[[[1,1000]],1000,2],"out":[[1,2]]}
{"fn":"switch","args":[[[1,2,1000]],1000,1],"out":[[1000,2,1]]}
{"fn":"compress","args":[[[],[]]],"out":[[],[]]}
{"fn":"compress","args":[[[1,2,3],[1,3]]],"out":[[2,3],[3]]}
{"fn":"frontiers","args":[[]],"error":true}
{"fn":"hperiod","args":[{"s":[]}],"out":0}
{"fn":"hperiod","args":[{"s":[[0,0],[1,0]]}],"out":1}
{"fn":"hperiod","args":[{"s":[[0,0],[0,1]]}],"error":true}
{"fn":"hperiod","args":[{"s":[[1,[0,0]],[1,[0,50]],[1,[0,100]]]}],"out":50}
{"fn":"fill","args":[[],1,{"s":[[0,0]]}],"error":true}
{"fn":"fill","args":[[[1,2]],1000,{"s":[[5,5]]}],"out":[[1,2]]}
{"fn":"fill","args":[[[1,2]],1000,{"s":[[0,1]]}],"out":[[1,1000]]}
{"fn":"fill","args":[[[1,2]],3,[[0,1],[0,5]]],"out":[[1,3]]}
{"fn":"fill","args":[[[1,2],[3]],3,{"s":[[1,1]]}],"error":true}
{"fn":"fill","args":[[[1],[3,4]],3,{"s":[[1,1]]}],"out":[[1],[3,4]]}
{"fn":"paint","args":[[[1]],{"s":[[2,[0,0]],[3,[0,0]]]}],"out":[[3]]}
{"fn":"paint","args":[[[1]],[[3,[0,0]],[2,[0,0]]]],"out":[[2]]}
{"fn":"paint","args":[[[1]],{"s":[[0,0]]}],"error":true}
{"fn":"underpaint","args":[[[1]],{"s":[[2,[0,0]],[3,[0,0]]]}],"out":[[2]]}
{"fn":"underpaint","args":[[[1]],{"s":[[1,[0,0]],[3,[0,0]]]}],"out":[[3]]}
{"fn":"underfill","args":[[[]],1,{"s":[]}],"error":true}
{"fn":"cover","args":[[[1,1,2]],[[0,2]]],"out":[[1,1,1]]}
{"fn":"move","args":[[[1,1,2]],{"s":[]},3],"out":[[1,1,2]]}
{"fn":"move","args":[[[1,1,2]],{"s":[[2,[0,2]]]},[0,-1]],"out":[[1,2,1]]}
"#,
    );
    assert!(report.passed > 70);
    for mismatch in &report.mismatches {
        println!("{mismatch}");
    }
    assert!(report.mismatches.is_empty());
}

#[test]
fn growth_hits_a_limit_before_memory() {
    let arena = Bump::new();
    let cx = Cx::new(&arena, Limits::default());
    let grid = Dice(5).grid(&cx);
    let object = Dice(5).object(&cx);
    let ragged = vconcat(&cx, grid, cx.grid(1, 1, &[0]).unwrap()).unwrap();
    let (huge, far) = (Value::Int(i64::MAX), Value::at(i32::MAX, i32::MAX));
    for (name, args) in [
        ("canvas", vec![Value::Int(0), far]),
        ("canvas", vec![Value::Int(0), Value::at(i32::MAX, 0)]),
        ("canvas", vec![Value::Int(0), Value::at(1, 100_000)]),
        ("canvas", vec![Value::Int(1000), far]),
        ("upscale", vec![grid, huge]),
        ("upscale", vec![ragged, huge]),
        ("upscale", vec![object, huge]),
        ("hupscale", vec![grid, huge]),
        ("hupscale", vec![ragged, huge]),
        ("vupscale", vec![grid, huge]),
        ("vupscale", vec![ragged, huge]),
        ("hsplit", vec![grid, huge]),
        ("vsplit", vec![ragged, huge]),
        ("move", vec![grid, object, far]),
    ] {
        let answer = (primitive(name).unwrap().eval)(&cx, &args);
        assert_eq!(answer.map(|_| ()), Err(Fail::Limit(Limit::Size)), "{name}");
    }
}
