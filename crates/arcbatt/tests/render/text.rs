//! Pictures and sheets as text, in a terminal, pipe or file.

use arcbatt::grid::GridBuf;
use arcbatt::render::{
    Arrangement, CellSize, Charset, ColorMode, Item, Picture, Row, Sheet, Style,
};
use arcbatt::task::{Answers, Demonstration, Task};

fn grid(rows: &[&str]) -> GridBuf {
    GridBuf::from_digits(rows).unwrap()
}

fn upside_down() -> (Task, Answers) {
    let task = Task {
        id: "upside-down".to_owned(),
        train: vec![
            Demonstration {
                input: grid(&["012", "345"]),
                output: grid(&["345", "012"]),
            },
            Demonstration {
                input: grid(&["60", "70", "80", "90"]),
                output: grid(&["90", "80", "70", "60"]),
            },
        ],
        test: vec![grid(&["1"]), grid(&["1", "2"])],
    };
    let answers = Answers(vec![None, Some(grid(&["2", "1"]))]);
    (task, answers)
}

/// A sheet with every kind of value that a trace can show.
fn trace() -> Sheet {
    let mut marks = grid(&["010", "202"]);
    marks.set(0, 0, -1);
    marks.set(1, 1, 42);
    let picture = |p: Picture| Item::Picture(p);
    let mut sheet = Sheet::new("trace", Arrangement::Lines);
    sheet.rows = vec![
        Row::new("x1 = objects(I, T, F, T)")
            .with(picture(
                Picture::cells([(2, 5, 3), (3, 4, 0), (3, 5, 3)]).labeled("first"),
            ))
            .with(picture(
                Picture::cells([(0, 0, 1), (1, 1, 1)])
                    .framed(3, 4)
                    .labeled("second"),
            )),
        Row::new("x2 = size(x1)").with(Item::Text("2".to_owned())),
        Row::new("x3 = ofcolor(I, ZERO)")
            .with(picture(Picture::places([(-1, 0), (0, 2)])))
            .with(picture(Picture::places([])))
            .with(picture(Picture::places([(0, 0), (10_000, 0)])))
            .with(picture(Picture::cells([(0, 0, 1), (0, 0, 2)]))),
        Row::new("x4 = replace(I, ZERO, NEG_ONE)").with(picture(Picture::grid(marks.view()))),
        Row::diff(
            "wrong",
            grid(&["12", "34"]).view(),
            grid(&["12", "30"]).view(),
        ),
        Row::diff(
            "wrong size",
            grid(&["12", "34"]).view(),
            grid(&["125"]).view(),
        ),
        Row::diff("right", grid(&["12"]).view(), grid(&["12"]).view()),
    ];
    sheet
}

#[test]
fn task_in_plain_text() {
    let (task, answers) = upside_down();
    let sheet = Sheet::task(&task, Some(&answers));
    insta::assert_snapshot!("task_wide", sheet.to_text(&Style::PLAIN, 80));
    insta::assert_snapshot!("task_narrow", sheet.to_text(&Style::PLAIN, 30));
}

#[test]
fn answers_are_shown_only_when_given() {
    let (task, answers) = upside_down();
    let questions = |sheet: Sheet| sheet.to_text(&Style::PLAIN, 80).matches('?').count();
    assert_eq!(questions(Sheet::task(&task, None)), 2);
    assert_eq!(questions(Sheet::task(&task, Some(&answers))), 1);
}

#[test]
fn trace_in_plain_text() {
    insta::assert_snapshot!("trace_plain", trace().to_text(&Style::PLAIN, 80));
    let ascii = Style {
        charset: Charset::Ascii,
        ..Style::PLAIN
    };
    let text = trace().to_text(&ascii, 80);
    assert!(text.is_ascii());
    insta::assert_snapshot!("trace_ascii", text);
}

#[test]
fn colors_in_every_depth() {
    let picture = Picture::grid(grid(&["01", "27", "95"]).view());
    let text = |color, cells| {
        let style = Style {
            color,
            cells,
            charset: Charset::Unicode,
        };
        let block = picture.to_block(&style, 80);
        block.lines().join("\n").replace('\x1b', "ESC")
    };
    insta::assert_snapshot!(
        "color_true_small",
        text(ColorMode::TrueColor, CellSize::Small)
    );
    insta::assert_snapshot!(
        "color_true_large",
        text(ColorMode::TrueColor, CellSize::Large)
    );
    insta::assert_snapshot!("color_256", text(ColorMode::Ansi256, CellSize::Small));
    insta::assert_snapshot!("color_16", text(ColorMode::Ansi16, CellSize::Small));
}

#[test]
fn large_pictures_are_clipped_with_a_note() {
    let grid = GridBuf::filled(90, 90, 1);
    let block = Picture::grid(grid.view()).to_block(&Style::PLAIN, 63);
    let text = block.lines().join("\n");
    assert!(text.starts_with("90×90"), "{text}");
    assert!(text.contains("… 45 more rows"), "{text}");
    assert!(text.contains("… 60 more columns"), "{text}");
    assert!(block.width() <= 63);
}

#[test]
fn extreme_coordinates() {
    let corners = [(i64::MIN, i64::MIN), (i64::MAX, i64::MAX)];
    let picture = Picture::places(corners).framed(3, 3);
    let text = picture.to_block(&Style::PLAIN, 80).lines().join("\n");
    assert!(
        text.contains("… 18,446,744,073,709,551,615 more rows"),
        "{text}"
    );
    assert_eq!(picture.origin(), (i64::MIN, i64::MIN));
    let endless = picture.framed(usize::MAX, usize::MAX);
    assert_eq!((endless.height(), endless.width()), (1, 1));
}

#[test]
fn labels_cannot_send_escape_sequences() {
    let mut sheet = Sheet::new("\x1b[2Jtitle\u{202e}\n", Arrangement::Pairs);
    let input = grid(&["1"]);
    sheet
        .rows
        .push(Row::pair("a\rb\u{9b}c\u{200d}", input.view(), None));
    let picture = Picture::grid(input.view()).labeled("\x07");
    sheet.rows.push(Row::new("").with(Item::Picture(picture)));
    sheet
        .rows
        .push(Row::new("").with(Item::Text("\x1b]0;x\x07".to_owned())));
    for arrangement in [Arrangement::Pairs, Arrangement::Lines] {
        sheet.arrangement = arrangement;
        let text = sheet.to_text(&Style::PLAIN, 80);
        let harmful = |c: char| c.is_control() && c != '\n' || "\u{202e}\u{200d}".contains(c);
        assert!(!text.contains(harmful), "{text:?}");
        assert!(text.starts_with("?[2Jtitle? \n") || text.starts_with("?[2Jtitle?\n"));
    }
}
