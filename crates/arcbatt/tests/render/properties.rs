//! Arbitrary pictures: columns align, the width limit holds, and nothing panics.

use arcbatt::grid::GridBuf;
use arcbatt::render::{
    Arrangement, CellSize, Charset, ColorMode, Item, Picture, PngError, Row, Sheet, Style,
};
use proptest::prelude::*;
use unicode_width::UnicodeWidthChar;

/// The width of a line on a terminal, without escape sequences.
fn display_width(line: &str) -> usize {
    let mut width = 0;
    let mut rest = line.chars();
    while let Some(c) = rest.next() {
        if c == '\x1b' {
            rest.by_ref().find(|c| *c == 'm').expect("sequence ends");
        } else {
            width += c.width().expect("no control character");
        }
    }
    width
}

fn style() -> impl Strategy<Value = Style> {
    let color = prop_oneof![
        Just(ColorMode::None),
        Just(ColorMode::Ansi16),
        Just(ColorMode::Ansi256),
        Just(ColorMode::TrueColor)
    ];
    let charset = prop_oneof![Just(Charset::Ascii), Just(Charset::Unicode)];
    let cells = prop_oneof![Just(CellSize::Small), Just(CellSize::Large)];
    (color, charset, cells).prop_map(|(color, charset, cells)| Style {
        color,
        charset,
        cells,
    })
}

fn color() -> impl Strategy<Value = i8> {
    prop_oneof![20 => 0..=9i8, 1 => any::<i8>()]
}

fn grid() -> impl Strategy<Value = GridBuf> {
    (0..70usize, 0..70usize).prop_flat_map(|(height, width)| {
        let row = prop::collection::vec(color(), width);
        prop::collection::vec(row, height).prop_map(|rows| GridBuf::from_rows(&rows).unwrap())
    })
}

fn coordinate() -> impl Strategy<Value = i64> {
    prop_oneof![20 => -5..40i64, 1 => any::<i64>()]
}

fn picture() -> impl Strategy<Value = Picture> {
    let cell = || (coordinate(), coordinate(), color());
    let drawn = prop_oneof![
        grid().prop_map(|grid| Picture::grid(grid.view())),
        (grid(), grid()).prop_map(|(a, b)| Picture::diff(a.view(), b.view())),
        prop::collection::vec(cell(), 0..30).prop_map(Picture::cells),
        prop::collection::vec((coordinate(), coordinate()), 0..30).prop_map(Picture::places),
        (prop::collection::vec(cell(), 0..30), 0..40usize, 0..40usize)
            .prop_map(|(cells, h, w)| Picture::cells(cells).framed(h, w)),
    ];
    let clip = prop::option::of((0..50usize, 0..50usize));
    (drawn, ".{0,12}", clip).prop_map(|(picture, label, clip)| {
        let picture = picture.labeled(label);
        clip.map_or(picture.clone(), |(h, w)| picture.clipped(h, w))
    })
}

fn item() -> impl Strategy<Value = Item> {
    prop_oneof![
        4 => picture().prop_map(Item::Picture),
        1 => ".{0,60}".prop_map(Item::Text),
        1 => Just(Item::Arrow),
        1 => Just(Item::Unknown),
    ]
}

fn sheet() -> impl Strategy<Value = Sheet> {
    let arrangement = prop_oneof![Just(Arrangement::Pairs), Just(Arrangement::Lines)];
    let row = (".{0,12}", prop::collection::vec(item(), 0..4))
        .prop_map(|(label, items)| Row { label, items });
    let rows = prop::collection::vec(row, 0..4);
    (".{0,12}", arrangement, rows, any::<bool>()).prop_map(|(title, arrangement, rows, digits)| {
        Sheet {
            title,
            arrangement,
            rows,
            digits,
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..Default::default() })]

    #[test]
    fn lines_of_a_block_are_equally_wide(
        picture in picture(), style in style(), columns in 0..150usize
    ) {
        let block = picture.to_block(&style, columns);
        prop_assert!(block.height() > 0);
        prop_assert!(block.width() <= columns.max(16), "{} of {columns}", block.width());
        for line in block.lines() {
            prop_assert_eq!(display_width(line), block.width(), "{:?}", line);
        }
    }

    #[test]
    fn sheets_fit_the_terminal(sheet in sheet(), style in style(), columns in 24..150usize) {
        // Titles and labels have at most 12 characters here, so they fit as well.
        let text = sheet.to_text(&style, columns);
        for line in text.lines() {
            prop_assert!(display_width(line) <= columns, "{line:?}");
            prop_assert!(style.color != ColorMode::None || !line.contains('\x1b'));
        }
        if style.charset == Charset::Ascii {
            prop_assert!(text.is_ascii());
        }
    }
}

proptest! {
    // Few cases, as a page has millions of pixels.
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..Default::default() })]

    #[test]
    fn pages_can_be_drawn(sheet in sheet()) {
        let svg = sheet.to_svg();
        prop_assert_eq!(svg.matches("<g ").count(), svg.matches("</g>").count());
        let clean = |c: char| c == '\n' || !c.is_control();
        prop_assert!(svg.chars().all(clean));
        prop_assert!(!svg.contains("NaN") && !svg.contains("inf"));
        let drawn = matches!(sheet.to_png(), Ok(_) | Err(PngError::TooLarge { .. }));
        prop_assert!(drawn);
    }
}
