//! Sheets as SVG and PNG.

use arcbatt::grid::GridBuf;
use arcbatt::render::{Arrangement, Item, PALETTE, Picture, PngError, Row, Sheet};
use arcbatt::task::{Demonstration, Task};
use std::collections::HashSet;

fn grid(rows: &[&str]) -> GridBuf {
    GridBuf::from_digits(rows).unwrap()
}

fn task() -> Task {
    Task {
        id: "a<b".to_owned(),
        train: vec![Demonstration {
            input: grid(&["01", "23"]),
            output: grid(&["32"]),
        }],
        test: vec![grid(&["4"])],
    }
}

/// Width, height and pixels of a PNG file.
fn decoded(png: &[u8]) -> (usize, usize, Vec<u8>) {
    let mut reader = png::Decoder::new(std::io::Cursor::new(png))
        .read_info()
        .unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    assert_eq!(info.color_type, png::ColorType::Rgb);
    (info.width as usize, info.height as usize, pixels)
}

fn attribute<'a>(tag: &'a str, name: &str) -> &'a str {
    let start = tag.find(&format!(" {name}=\"")).unwrap() + name.len() + 3;
    tag[start..].split('"').next().unwrap()
}

#[test]
fn svg_of_a_task() {
    let svg = Sheet::task(&task(), None).to_svg();
    insta::assert_snapshot!("task_svg", svg);
    for id in [
        "train-1",
        "train-1-input",
        "train-1-output",
        "test-1",
        "test-1-input",
    ] {
        assert!(svg.contains(&format!("<g id=\"{id}\">")), "{id}");
    }
    assert!(svg.contains("<title>a&lt;b</title>"));
}

#[test]
fn svg_of_marks_places_and_differences() {
    let mut marks = grid(&["00", "00"]);
    marks.set(0, 1, -128);
    marks.set(1, 0, 10);
    let mut sheet = Sheet::new("", Arrangement::Lines);
    sheet.rows = vec![
        Row::new("x1 = f(I)")
            .with(Item::Picture(Picture::grid(marks.view())))
            .with(Item::Arrow)
            .with(Item::Picture(
                Picture::places([(1, 1), (2, 2)]).labeled("p"),
            ))
            .with(Item::Picture(Picture::places([])))
            .with(Item::Text("7".to_owned())),
        Row::diff("x1 = f(I)", grid(&["12"]).view(), grid(&["11"]).view()),
    ];
    insta::assert_snapshot!("trace_svg", sheet.to_svg());
}

#[test]
fn ids_are_unique_and_groups_closed() {
    let mut sheet = Sheet::new("", Arrangement::Lines);
    for label in ["x", "x", "x-2", "", "1", "\u{1F600}\u{0}"] {
        let picture = || Item::Picture(Picture::grid(grid(&["1"]).view()));
        sheet
            .rows
            .push(Row::new(label).with(picture()).with(picture()));
    }
    let svg = sheet.to_svg();
    let ids: Vec<&str> = svg
        .split("<g")
        .skip(1)
        .map(|g| attribute(g, "id"))
        .collect();
    assert_eq!(ids.len(), 18);
    assert_eq!(ids.iter().collect::<HashSet<_>>().len(), 18, "{ids:?}");
    assert_eq!(svg.matches("</g>").count(), 18);
    assert!(!svg.contains('\0'));
}

#[test]
fn png_is_twice_as_large_as_svg_and_shows_its_colors() {
    let sheet = Sheet::picture(Picture::grid(grid(&["0123456789"]).view()));
    let svg = sheet.to_svg();
    let size = |name| attribute(&svg, name).parse::<usize>().unwrap();
    let (width, height, pixels) = decoded(&sheet.to_png().unwrap());
    assert_eq!((width, height), (2 * size("width"), 2 * size("height")));
    // The margin is 28 pixels and a cell 20: check the middle of every cell.
    for (k, color) in PALETTE.iter().enumerate() {
        let (x, y) = (2 * (28 + 20 * k + 10), 2 * (28 + 10));
        let at = (y * width + x) * 3;
        assert_eq!(&pixels[at..at + 3], color, "cell {k}");
    }
    let (corner, page) = (&pixels[..3], &pixels[pixels.len() - 3..]);
    assert_eq!(corner, page);
}

#[test]
fn letters_leave_ink() {
    let bare = Sheet::new("", Arrangement::Lines);
    let (_, _, pixels) = decoded(&bare.to_png().unwrap());
    assert!(pixels.chunks(3).all(|p| p == [0xFA, 0xFA, 0xF7]));
    let titled = Sheet::new("title", Arrangement::Lines);
    let (_, _, pixels) = decoded(&titled.to_png().unwrap());
    assert!(pixels.chunks(3).filter(|p| p[0] < 0x40).count() > 100);
}

#[test]
fn a_huge_sheet_is_rejected_as_png_and_truncated_as_svg() {
    let mut sheet = Sheet::new("", Arrangement::Lines);
    let big = GridBuf::filled(128, 128, 1);
    let row = Row::new("x").with(Item::Picture(Picture::grid(big.view())));
    sheet.rows = vec![row; 500];
    let error = sheet.to_png().unwrap_err();
    assert!(matches!(error, PngError::TooLarge { .. }));
    insta::assert_snapshot!("png_too_large", error.to_string());
    let text = Row::new("").with(Item::Text("1".to_owned()));
    sheet.rows = vec![text; 2003];
    // Background, rules, one path per text, and one that says how many rows are missing.
    assert_eq!(sheet.to_svg().matches("<g").count(), 2000);
}

/// On a page of any colour, so that notebooks can be light or dark.
#[test]
fn an_inline_sheet_takes_the_colours_of_its_page() {
    let sheet = Sheet::task(&task(), None);
    let (own, inline) = (sheet.to_svg(), sheet.to_inline_svg());
    assert!(own.contains("#fafaf7") && own.contains("#1f2328"));
    assert!(!inline.contains("#fafaf7") && !inline.contains("#1f2328"));
    assert!(inline.contains("currentColor"));
    let [red, green, blue] = PALETTE[1];
    assert!(inline.contains(&format!("#{red:02x}{green:02x}{blue:02x}")));
}
