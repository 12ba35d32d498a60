//! Pictures of grids, objects and values: for the terminal, as SVG, as PNG.
//!
//! In: grids and cells, as [`Picture`]s in the rows of a [`Sheet`]. Out: text, an SVG document, or
//! the bytes of a PNG file.
//!
//! Invariants: nothing is printed, and no file, font or environment variable is read, so pages are
//! the same everywhere. Any cell can be drawn: marks appear as numbers, and large pictures are
//! clipped with a note.
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
mod contact_sheet;
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
pub use contact_sheet::ContactSheet;
pub use palette::{PALETTE, Rgb};
pub use picture::{Cell, Picture};
pub use sheet::{Arrangement, Item, Row, Sheet};
pub use style::{CellSize, Charset, ColorMode, Style};
pub use text_block::TextBlock;
pub use value::{value_items, value_label};
