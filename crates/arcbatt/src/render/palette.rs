//! The ten colours of ARC viewers, and the nearest ones on terminals with 256 or 16 colours.

use crate::grid::Color;

/// Red, green, blue.
pub type Rgb = [u8; 3];

/// The ten ARC colours: black, blue, red, green, yellow, grey, magenta, orange, cyan, maroon.
pub const PALETTE: [Rgb; 10] = [
    [0x00, 0x00, 0x00],
    [0x00, 0x74, 0xD9],
    [0xFF, 0x41, 0x36],
    [0x2E, 0xCC, 0x40],
    [0xFF, 0xDC, 0x00],
    [0xAA, 0xAA, 0xAA],
    [0xF0, 0x12, 0xBE],
    [0xFF, 0x85, 0x1B],
    [0x7F, 0xDB, 0xFF],
    [0x87, 0x0C, 0x25],
];

/// A colour in three depths, for terminals that show true colour, 256 or 16 colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Paint {
    pub rgb: Rgb,
    /// Index into the 256 colours of xterm.
    pub ansi256: u8,
    /// Index into the 16 basic colours; 8 and above are the bright ones.
    pub ansi16: u8,
}

const fn paint(rgb: Rgb, ansi256: u8, ansi16: u8) -> Paint {
    Paint {
        rgb,
        ansi256,
        ansi16,
    }
}

/// The ARC colours; no two share an index at any depth, so that grids stay readable.
const COLORS: [Paint; 10] = [
    paint(PALETTE[0], 16, 0),
    paint(PALETTE[1], 32, 4),
    paint(PALETTE[2], 203, 9),
    paint(PALETTE[3], 41, 10),
    paint(PALETTE[4], 220, 11),
    paint(PALETTE[5], 248, 7),
    paint(PALETTE[6], 199, 13),
    paint(PALETTE[7], 208, 3),
    paint(PALETTE[8], 117, 14),
    paint(PALETTE[9], 88, 1),
];

/// An absent cell: dark, but different from black.
pub(super) const ABSENT: Paint = paint([0x36, 0x3B, 0x43], 237, 8);
/// The dot on [`ABSENT`].
pub(super) const DOT: Paint = paint([0x7A, 0x80, 0x88], 244, 0);
/// A cell without a colour.
pub(super) const PLACE: Paint = paint([0xF2, 0xF2, 0xEE], 255, 15);
/// A number that is not a colour, such as the marks -1 and 10.
pub(super) const MARK: Paint = paint([0x5B, 0x3F, 0x8C], 60, 5);
/// The frame around a grid: different from black cells, and from a black or white terminal.
pub(super) const FRAME: Paint = paint([0x50, 0x55, 0x5D], 240, 8);
pub(super) const BLACK: Paint = COLORS[0];
pub(super) const WHITE: Paint = paint([0xFF, 0xFF, 0xFF], 231, 15);

/// The paint of a colour or mark.
pub(super) fn of_color(color: Color) -> Paint {
    usize::try_from(color)
        .ok()
        .and_then(|c| COLORS.get(c).copied())
        .unwrap_or(MARK)
}

/// Black or white, whichever is easier to read on `ground`.
pub(super) fn ink_on(ground: Paint) -> Paint {
    let [r, g, b] = ground.rgb.map(u32::from);
    // Perceived brightness with the weights of ITU-R BT.601, in thousandths.
    if 299 * r + 587 * g + 114 * b > 128_000 {
        BLACK
    } else {
        WHITE
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn colors_differ_at_every_depth() {
        let distinct = |f: fn(&Paint) -> u32| COLORS.iter().map(f).collect::<HashSet<_>>().len();
        assert_eq!(distinct(|p| u32::from(p.ansi256)), 10);
        assert_eq!(distinct(|p| u32::from(p.ansi16)), 10);
        assert!(COLORS.iter().all(|p| p.ansi16 != ABSENT.ansi16));
    }

    #[test]
    fn marks_have_a_paint_of_their_own() {
        assert_eq!(of_color(-1), MARK);
        assert_eq!(of_color(10), MARK);
        assert_eq!(of_color(9).rgb, PALETTE[9]);
        assert_eq!(ink_on(of_color(4)), BLACK);
        assert_eq!(ink_on(of_color(9)), WHITE);
    }
}
