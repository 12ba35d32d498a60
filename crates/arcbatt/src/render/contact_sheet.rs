//! Contact sheets: many small tasks on a page.
//!
//! In: tasks. Out: pages of bounded size, as SVG or PNG. A task is a card with its id; its pairs stand
//! side by side, each input above its output, with the tests to the right of a line.

use super::page_layout::{CAPTION, LABEL, PAGE, RULE, TITLE};
use super::palette::Rgb;
use super::png::{PngError, scene_png};
use super::scene::{FontStyle, Scene};
use super::svg::{inline_svg, scene_svg};
use super::{Picture, cells};
use crate::task::{Answers, Task};
use crate::text::{counted, grouped};

pub(super) const CARD: Rgb = [0xFF, 0xFF, 0xFF];
/// The longer side of a grid, in pixels, and the most for a cell.
const GRID: u32 = 80;
const MOST_CELL: u32 = 12;
/// The most pairs of a card, tests included.
const MOST_PAIRS: usize = 12;
/// Around the page, between cards, inside a card, and between pairs.
const MARGIN: u32 = 28;
const GAP: u32 = 12;
const PADDING: u32 = 12;
const PAIR_GAP: u32 = 12;
/// The height of the arrow from input to output.
const ARROW: u32 = 18;
/// The widest page, and the most pixels of a page: a PNG of it takes four times as many.
const MOST_WIDTH: u32 = 2400;
const MOST_PIXELS: u64 = 12_000_000;

/// Tasks as small pictures on pages of bounded size.
pub struct ContactSheet<'a> {
    title: String,
    cards: Vec<Card<'a>>,
    width: u32,
    /// The first card of every row, with the page of the row.
    rows: Vec<(usize, usize)>,
}

/// A task and the sizes of its drawing.
struct Card<'a> {
    task: &'a Task,
    answers: Option<&'a Answers>,
    /// The side of a cell.
    cell: u32,
    size: (u32, u32),
}

/// A pair of a card.
struct Pair {
    input: Picture,
    /// `None` if it is unknown.
    output: Option<Picture>,
    is_test: bool,
}

impl<'a> ContactSheet<'a> {
    /// A sheet of tasks, in their order. Tests without an answer show a question mark.
    ///
    /// ```
    /// use arcbatt::render::ContactSheet;
    /// use arcbatt::task::generators;
    ///
    /// let data = generators::embedded();
    /// let tasks = data.tasks.iter().zip(&data.answers).map(|(task, answers)| (task, Some(answers)));
    /// let sheet = ContactSheet::new("built-in tasks", tasks);
    /// assert_eq!(sheet.pages(), 1);
    /// assert!(sheet.to_svg(0).contains("<title>gravity_down</title>"));
    /// ```
    pub fn new(
        title: impl Into<String>,
        tasks: impl IntoIterator<Item = (&'a Task, Option<&'a Answers>)>,
    ) -> Self {
        let cards = tasks
            .into_iter()
            .map(|(task, answers)| Card::new(task, answers));
        let cards: Vec<Card<'a>> = cards.collect();
        let area: f64 = cards
            .iter()
            .map(|card| f64::from(card.size.0 + GAP) * f64::from(card.size.1 + GAP))
            .sum();
        let widest = cards.iter().map(|card| card.size.0).max().unwrap_or(0);
        // Somewhat higher than wide.
        let width = ((area * 0.8).sqrt() as u32)
            .clamp(600, MOST_WIDTH)
            .max(widest);
        let mut sheet = Self {
            title: title.into(),
            cards,
            width,
            rows: Vec::new(),
        };
        sheet.lay_out();
        sheet
    }

    /// The number of pages.
    pub fn pages(&self) -> usize {
        self.rows.last().map_or(1, |(_, page)| page + 1)
    }

    /// A page as an SVG document; the tasks are groups with their ids as titles.
    pub fn to_svg(&self, page: usize) -> String {
        scene_svg(&self.scene(page), &self.title)
    }

    /// A page as an SVG element of an HTML page, as [`Sheet::to_inline_svg`](super::Sheet::to_inline_svg).
    pub fn to_inline_svg(&self, page: usize) -> String {
        inline_svg(&self.scene(page), &self.title)
    }

    /// A page as a PNG file, at twice the size of the SVG document.
    pub fn to_png(&self, page: usize) -> Result<Vec<u8>, PngError> {
        scene_png(&self.scene(page))
    }

    /// Divides the cards into rows and pages.
    fn lay_out(&mut self) {
        let (mut page, mut height) = (0, 0);
        let (mut x, mut first) = (0, 0);
        let mut rows = Vec::new();
        let mut end_row = |first: usize, next: usize| {
            let tallest = self.cards[first..next].iter().map(|card| card.size.1).max();
            let row = tallest.unwrap_or(0) + GAP;
            let pixels = u64::from(height + row) * u64::from(self.width);
            if height > 0 && pixels > MOST_PIXELS {
                page += 1;
                height = 0;
            }
            height += row;
            rows.push((first, page));
        };
        for (k, card) in self.cards.iter().enumerate() {
            if x > 0 && x + card.size.0 > self.width {
                end_row(first, k);
                (x, first) = (0, k);
            }
            x += card.size.0 + GAP;
        }
        if first < self.cards.len() {
            end_row(first, self.cards.len());
        }
        self.rows = rows;
    }

    /// The cards of every row of a page, and the index of the card behind the row.
    fn rows_of(&self, page: usize) -> impl Iterator<Item = (&[Card<'a>], usize)> {
        let ends = self.rows.iter().skip(1).map(|(first, _)| *first);
        let ends = ends.chain([self.cards.len()]);
        let rows = self.rows.iter().zip(ends);
        rows.filter(move |((_, of), _)| *of == page)
            .map(|((first, _), end)| (&self.cards[*first..end], end))
    }

    fn scene(&self, page: usize) -> Scene {
        let mut cards = Scene::default();
        let mut y = MARGIN + TITLE.height() + 2 * GAP;
        let mut right = 0;
        for (row, end) in self.rows_of(page) {
            let height = row.iter().map(|card| card.size.1).max().unwrap_or(0);
            let used: u32 = row.iter().map(|card| card.size.0 + GAP).sum();
            let spare = (self.width + GAP).saturating_sub(used);
            // Rows end at one edge, but the last one may be short.
            let spare = if end == self.cards.len() { 0 } else { spare };
            let mut x = MARGIN;
            for (k, card) in row.iter().enumerate() {
                let share = |k: usize| spare * k as u32 / row.len() as u32;
                let width = card.size.0 + share(k + 1) - share(k);
                card.draw(&mut cards, (x, y), (width, height));
                x += width + GAP;
            }
            right = right.max(x - GAP);
            y += height + GAP;
        }
        let tasks = counted(self.cards.len(), "task");
        let pages = match self.pages() {
            1 => String::new(),
            n => format!(
                ", page {} of {}",
                grouped(page as u64 + 1),
                grouped(n as u64)
            ),
        };
        let about = format!("{tasks}{pages}; tests to the right of the line");
        let title = TITLE.cut(&self.title, MOST_WIDTH / 2);
        let about_x = match title.as_str() {
            "" => MARGIN,
            title => MARGIN + TITLE.width(title) + 2 * GAP,
        };
        let width = right.max(about_x + CAPTION.width(&about)) + MARGIN;
        let mut scene = Scene {
            width,
            height: y - GAP + MARGIN,
            shapes: Vec::new(),
        };
        scene.rect((0, 0), (scene.width, scene.height), PAGE);
        scene.text(MARGIN, MARGIN, &title, TITLE);
        let lower = TITLE.height() - CAPTION.height();
        scene.text(about_x, MARGIN + lower, &about, CAPTION);
        scene.shapes.append(&mut cards.shapes);
        scene
    }
}

impl<'a> Card<'a> {
    fn new(task: &'a Task, answers: Option<&'a Answers>) -> Self {
        let mut card = Self {
            task,
            answers,
            cell: MOST_CELL,
            size: (0, 0),
        };
        let pairs = card.pairs();
        let grids = pairs
            .iter()
            .flat_map(|pair| [Some(&pair.input), pair.output.as_ref()]);
        let longest = grids
            .flatten()
            .map(|grid| grid.height().max(grid.width()))
            .max();
        let longest = longest.unwrap_or(1).max(1) as u32;
        card.cell = (GRID / longest).clamp(1, MOST_CELL);
        let inputs = pairs.iter().map(|pair| card.extent(&pair.input).1).max();
        let outputs = pairs.iter().map(|pair| card.output_extent(pair).1).max();
        let pairs_width: u32 = pairs
            .iter()
            .map(|pair| card.width_of(pair) + PAIR_GAP)
            .sum();
        let more = card
            .more()
            .map_or(0, |text| CAPTION.width(&text) + PAIR_GAP);
        let inner = (pairs_width + more).saturating_sub(PAIR_GAP);
        let height = inputs.unwrap_or(0) + ARROW + outputs.unwrap_or(0);
        card.size = (
            // A long id is cut.
            inner.max(LABEL.width(&task.id).min(2 * GRID)) + 2 * PADDING,
            height + LABEL.height() + PADDING * 3,
        );
        card
    }

    /// The pairs to draw: tests are drawn even if there are too many demonstrations.
    fn pairs(&self) -> Vec<Pair> {
        let tests = self.task.test.len().min(MOST_PAIRS / 2);
        let train = self
            .task
            .train
            .iter()
            .take(MOST_PAIRS - tests)
            .map(|pair| Pair {
                input: Picture::grid(pair.input.view()),
                output: Some(Picture::grid(pair.output.view())),
                is_test: false,
            });
        let test = self
            .task
            .test
            .iter()
            .take(tests)
            .enumerate()
            .map(|(k, input)| {
                let answer = self.answers.and_then(|answers| answers.0.get(k)?.as_ref());
                Pair {
                    input: Picture::grid(input.view()),
                    output: answer.map(|grid| Picture::grid(grid.view())),
                    is_test: true,
                }
            });
        train.chain(test).collect()
    }

    /// A note about the pairs that are left out.
    fn more(&self) -> Option<String> {
        let pairs = self.task.train.len() + self.task.test.len();
        let tests = self.task.test.len().min(MOST_PAIRS / 2);
        let drawn = self.task.train.len().min(MOST_PAIRS - tests) + tests;
        (pairs > drawn).then(|| format!("… {} more", grouped((pairs - drawn) as u64)))
    }

    /// The size of a grid in pixels.
    fn extent(&self, grid: &Picture) -> (u32, u32) {
        let pixels = |cells: usize| cells as u32 * self.cell + 1;
        (pixels(grid.width()), pixels(grid.height()))
    }

    fn output_extent(&self, pair: &Pair) -> (u32, u32) {
        let unknown = (GRID / 3, GRID / 3);
        pair.output
            .as_ref()
            .map_or(unknown, |grid| self.extent(grid))
    }

    fn width_of(&self, pair: &Pair) -> u32 {
        self.extent(&pair.input).0.max(self.output_extent(pair).0)
    }

    /// Draws the card into a box of at least its size; the pairs spread over the width.
    fn draw(&self, scene: &mut Scene, (x, y): (u32, u32), (width, height): (u32, u32)) {
        scene.open(&self.task.id);
        scene.rect((x, y), (width, height), CARD);
        scene.frame((x, y), (width, height), RULE);
        let title = LABEL.cut(&self.task.id, width - 2 * PADDING + 4);
        scene.text(x + PADDING, y + PADDING, &title, LABEL);
        let pairs = self.pairs();
        let inputs = pairs.iter().map(|pair| self.extent(&pair.input).1).max();
        let top = y + LABEL.height() + 2 * PADDING;
        // Inputs end, and outputs begin, on one line.
        let middle = top + inputs.unwrap_or(0);
        let gaps = (pairs.len() + usize::from(self.more().is_some())).saturating_sub(1);
        let gap = PAIR_GAP + (width - self.size.0) / (gaps.max(1) as u32);
        let mut left = x + PADDING;
        let mut in_tests = false;
        for pair in &pairs {
            if pair.is_test && !in_tests && left > x + PADDING {
                let line = (left - gap / 2, top);
                scene.rect(line, (1, y + height - PADDING - top), RULE);
            }
            in_tests = pair.is_test;
            let column = self.width_of(pair);
            let center = |width: u32| left + (column - width) / 2;
            let (input_width, input_height) = self.extent(&pair.input);
            let at = (center(input_width), middle - input_height);
            cells::draw(scene, &pair.input, at, self.cell, false);
            arrow(scene, (left + column / 2, middle));
            let (output_width, output_height) = self.output_extent(pair);
            let at = (center(output_width), middle + ARROW);
            match &pair.output {
                Some(output) => cells::draw(scene, output, at, self.cell, false),
                None => {
                    scene.rect(at, (output_width, output_height), cells::ABSENT.rgb);
                    let font = FontStyle {
                        color: CAPTION.color,
                        ..LABEL
                    };
                    let (w, h) = (font.width("?"), font.height());
                    let place = (
                        at.0 + (output_width - w) / 2,
                        at.1 + (output_height - h) / 2,
                    );
                    scene.text(place.0, place.1, "?", font);
                }
            }
            left += column + gap;
        }
        if let Some(more) = self.more() {
            scene.text(
                left,
                middle + ARROW / 2 - CAPTION.height() / 2,
                &more,
                CAPTION,
            );
        }
        scene.close();
    }
}

/// A small arrow down in the space below `top`.
fn arrow(scene: &mut Scene, (x, top): (u32, u32)) {
    let (x, top, bottom) = (x as f32 + 0.5, top as f32 + 5.0, (top + ARROW) as f32 - 5.0);
    let shaft = [(x, top), (x, bottom)];
    let head = [
        (x - 3.0, bottom - 3.0),
        (x, bottom),
        (x + 3.0, bottom - 3.0),
    ];
    scene.lines(&[&shaft, &head], 1.2, CAPTION.color);
}
