//! Grids, objects and sets of places as pictures: for the terminal, as SVG, as PNG.
//!
//! In: grids and cells, gathered into [`Picture`]s, and these into a [`Sheet`]. Out: text, an SVG
//! document, the bytes of a PNG file. The same sheet gives all three.
//! What never happens here: printing, looking at the environment or at files (no font is looked
//! up either: the letters of a page are drawn, so that it is the same everywhere), and failing on
//! what cannot be a cell of a task: marks are drawn as numbers, and what is too large is clipped,
//! with a note.
//!
//! ```
//! use arcbatt::grid::GridBuf;
//! use arcbatt::render::{Arrangement, Row, Sheet, Style};
//!
//! let input = GridBuf::from_digits(&["01", "20"]).unwrap();
//! let output = GridBuf::from_digits(&["20", "01"]).unwrap();
//! let mut sheet = Sheet::new("upside down", Arrangement::Pairs);
//! sheet.rows.push(Row::pair("train 1", input.view(), Some(output.view())));
//! assert_eq!(
//!     sheet.to_text(&Style::PLAIN, 80),
//!     "upside down\n\ntrain 1\n2×2       2×2\n· 1   ─▶  2 ·\n2 ·       · 1\n"
//! );
//! assert!(sheet.to_svg().starts_with("<svg"));
//! assert_eq!(&sheet.to_png().unwrap()[1..4], b"PNG");
//! ```

mod cells;
mod font;
mod page_layout;
mod palette;
mod picture;
mod png;
mod scene;
mod sheet;
mod style;
mod svg;
mod terminal;
mod text_block;
mod value;

pub use self::png::PngError;
pub use palette::{PALETTE, Rgb};
pub use picture::{Cell, Picture};
pub use sheet::{Arrangement, Item, Row, Sheet};
pub use style::{CellSize, Charset, ColorMode, Style};
pub use text_block::TextBlock;
pub use value::{value_items, value_label};
