//! A stroke font, so that a page does not depend on installed fonts.
//!
//! Glyphs lie on a raster four units wide: row 0 is the top of capitals, row 2 the top of small
//! letters, row 7 the baseline, row 9 the descender of a `g`. All glyphs are equally wide.

/// A point in units of the raster, or in pixels.
pub(super) type Point = (f32, f32);

/// From the top of a capital to the baseline, in units.
pub(super) const CAPITAL: f32 = 7.0;
/// From one glyph to the next, in units.
pub(super) const ADVANCE: f32 = 5.9;
/// The length of a bend on either side, in units.
const BEND: f32 = 2.0;

/// A segment of a stroke, from the end of the one before.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Step {
    Line(Point),
    /// A quadratic curve: its control point and its end.
    Curve(Point, Point),
}

/// A stroke of the pen; without segments it is a dot.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Stroke {
    pub start: Point,
    pub steps: Vec<Step>,
}

/// The width of a text whose capitals are `size` high.
pub(super) fn width(text: &str, size: f32) -> f32 {
    let glyphs = text.chars().count();
    // The last glyph has no space behind it.
    (glyphs as f32 * ADVANCE - (ADVANCE - 4.0)).max(0.0) * size / CAPITAL
}

/// The number of glyphs with capitals `size` high that fit into `pixels`.
pub(super) fn fitting(pixels: f32, size: f32) -> usize {
    (pixels.max(0.0) / (ADVANCE * size / CAPITAL)) as usize
}

/// The strokes of a text whose baseline starts at `origin` and whose capitals are `size` high.
pub(super) fn strokes(text: &str, origin: Point, size: f32) -> Vec<Stroke> {
    let unit = size / CAPITAL;
    let mut all = Vec::new();
    for (k, c) in text.chars().enumerate() {
        let place = |(x, y): Point| {
            let x = origin.0 + (x + k as f32 * ADVANCE) * unit;
            (x, origin.1 + (y - CAPITAL) * unit)
        };
        for spec in glyph(c).split_ascii_whitespace() {
            all.push(parse(spec).placed(place));
        }
    }
    all
}

impl Stroke {
    fn placed(mut self, place: impl Fn(Point) -> Point) -> Self {
        self.start = place(self.start);
        for step in &mut self.steps {
            *step = match *step {
                Step::Line(to) => Step::Line(place(to)),
                Step::Curve(control, to) => Step::Curve(place(control), place(to)),
            };
        }
        self
    }
}

/// A stroke from its notation: corners as pairs of digits, column and row; a leading `~` makes the
/// corners round, a final `z` closes the stroke.
fn parse(spec: &str) -> Stroke {
    let round = spec.starts_with('~');
    let closed = spec.ends_with('z');
    let digits: Vec<f32> = spec
        .chars()
        .filter_map(|c| c.to_digit(10).map(|d| d as f32))
        .collect();
    let corners: Vec<Point> = digits.chunks_exact(2).map(|p| (p[0], p[1])).collect();
    let n = corners.len();
    let mut stroke = Stroke {
        start: corners.first().copied().unwrap_or_default(),
        steps: Vec::new(),
    };
    if !round {
        let back = closed.then_some(stroke.start);
        let rest = corners.into_iter().skip(1).chain(back);
        stroke.steps.extend(rest.map(Step::Line));
        return stroke;
    }
    // A side between two bends is shared by them.
    let towards = |from: Point, to: Point, shared: bool| {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = dx.hypot(dy).max(0.001);
        let reach = BEND.min(if shared { length / 2.0 } else { length }) / length;
        (from.0 + dx * reach, from.1 + dy * reach)
    };
    if closed {
        stroke.start = towards(corners[n - 1], corners[0], true);
    }
    let bends = if closed { 0..n } else { 1..n.saturating_sub(1) };
    for k in bends {
        let (before, here, after) = (corners[(k + n - 1) % n], corners[k], corners[(k + 1) % n]);
        let enter = towards(here, before, closed || k > 1);
        let leave = towards(here, after, closed || k + 2 < n);
        stroke.steps.push(Step::Line(enter));
        stroke.steps.push(Step::Curve(here, leave));
    }
    let end = if closed {
        Some(stroke.start)
    } else {
        corners.last().copied()
    };
    stroke.steps.extend(end.map(Step::Line));
    stroke
}

/// The strokes of a glyph; an empty box for an unknown character.
fn glyph(c: char) -> &'static str {
    match c {
        ' ' => "",
        '0' => "~00404707z 2324",
        '1' => "022027 0747",
        '2' => "~0200404307 0747",
        '3' => "~0100404313 ~1343470706",
        '4' => "37300545",
        '5' => "400003 ~0343470706",
        '6' => "~41400007474303",
        '7' => "004017",
        '8' => "~00404303z ~03434707z",
        '9' => "~06074740000444",
        'A' => "072047 1535",
        'B' => "0007 ~00404303 ~03434707",
        'C' => "~414000074746",
        'D' => "0007 ~00404707",
        'E' => "40000747 0333",
        'F' => "400007 0333",
        'G' => "~414000074744 4424",
        'H' => "0007 4047 0343",
        'I' => "1030 2027 1737",
        'J' => "~40470705",
        'K' => "0007 4004 1347",
        'L' => "000747",
        'M' => "0700244047",
        'N' => "07004740",
        'O' => "~00404707z",
        'P' => "0007 ~00404404",
        'Q' => "~00404707z 2547",
        'R' => "0007 ~00404404 2447",
        'S' => "~4140000343470706",
        'T' => "0040 2027",
        'U' => "~00074740",
        'V' => "002740",
        'W' => "0017233740",
        'X' => "0047 4007",
        'Y' => "002340 2327",
        'Z' => "00400747",
        'a' => "~03024247 ~44040747",
        'b' => "0007 ~02424707",
        'c' => "~434202074746",
        'd' => "4047 ~42020747",
        'e' => "~4707024245 4505",
        'f' => "~402027 0242",
        'g' => "~42020747 ~424909",
        'h' => "0007 ~024247",
        'i' => "122227 1737 20",
        'j' => "1232 ~323909 30",
        'k' => "0007 4205 1447",
        'l' => "1020 ~202747",
        'm' => "0702 ~022227 ~224247",
        'n' => "0207 ~024247",
        'o' => "~02424707z",
        'p' => "0209 ~02424707",
        'q' => "4249 ~42020747",
        'r' => "0207 ~050242",
        's' => "~4342020445470706",
        't' => "~202747 0242",
        'u' => "~020747 4247",
        'v' => "022742",
        'w' => "0217243742",
        'x' => "0247 4207",
        'y' => "0227 4219",
        'z' => "02420747",
        '.' => "27",
        ',' => "2718",
        ':' => "23 27",
        ';' => "23 2718",
        '!' => "2024 27",
        '?' => "~010040432325 27",
        '(' => "~30121638",
        ')' => "~10323618",
        '[' => "30101838",
        ']' => "10303818",
        '{' => "~30202414 ~14242838",
        '}' => "~10202434 ~34242818",
        '+' => "0444 2226",
        '-' | '–' | '−' | '─' => "0444",
        '_' => "0848",
        '=' => "0343 0545",
        '≠' => "0343 0545 3117",
        '<' => "410447",
        '>' => "014407",
        '/' => "4008",
        '\\' => "0048",
        '|' => "2029",
        '*' => "2125 0244 4204",
        '#' => "1117 3137 0343 0545",
        '%' => "4007 01 46",
        '&' => "~4711103031050726 2644",
        '@' => "~44242545 ~454000074746",
        '$' => "~4140000343470706 2028",
        '^' => "032043",
        '~' => "~05133543",
        '"' => "1012 3032",
        '\'' | '’' => "2022",
        '`' => "1021",
        '×' => "0347 4307",
        '·' => "24",
        '…' => "07 27 47",
        '→' | '▶' => "0444 224426",
        _ => "00404707z",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_ascii_glyph_is_well_formed_and_its_own() {
        let glyphs: Vec<&str> = (' '..='~').map(glyph).collect();
        for (k, &spec) in glyphs.iter().enumerate() {
            let c = (b' ' + k as u8) as char;
            assert!(!glyphs[..k].contains(&spec), "{c} looks like another");
            assert_ne!(spec, glyph('\u{1}'), "{c} has no glyph");
            for stroke in spec.split_ascii_whitespace() {
                let digits = stroke.trim_matches(|c| c == '~' || c == 'z');
                assert!(digits.len() % 2 == 0 && !digits.is_empty(), "{c}");
                assert!(
                    digits
                        .bytes()
                        .step_by(2)
                        .all(|x| (b'0'..=b'4').contains(&x))
                );
                let _ = parse(stroke);
            }
        }
    }

    #[test]
    fn bends_keep_their_ends() {
        let stroke = parse("~024247");
        assert_eq!(stroke.start, (0.0, 2.0));
        assert_eq!(stroke.steps.last(), Some(&Step::Line((4.0, 7.0))));
        assert!(stroke.steps.contains(&Step::Curve((4.0, 2.0), (4.0, 4.0))));
    }
}
