//! Values of the language as items of a sheet: pictures where possible, else text.

use super::{Item, Picture};
use crate::dsl::Value;
use crate::text::grouped;

/// The most elements of a container that are drawn.
const MAX_ELEMENTS: usize = 12;

/// The value as items side by side. A patch inside `frame`, the height and width of the input, is
/// drawn where it lies in it.
pub fn value_items(value: Value<'_>, frame: (usize, usize)) -> Vec<Item> {
    if let Some(picture) = picture(value, Some(frame)) {
        return vec![Item::Picture(picture)];
    }
    let text = |text: &str| vec![Item::Text(text.to_owned())];
    let seq = match value {
        Value::Set(seq) if seq.len() == 0 => return text("{} (the empty set)"),
        Value::Tuple(seq) if seq.len() == 0 => return text("() (the empty tuple)"),
        Value::Set(seq) | Value::Tuple(seq) => seq,
        _ => return text(&value.to_string()),
    };
    let elements = seq.items().iter().take(MAX_ELEMENTS);
    let items = elements.map(|&element| picture(element, None).map(Item::Picture));
    let Some(mut items) = items.collect::<Option<Vec<Item>>>() else {
        return text(&value.to_string());
    };
    if let more @ 1.. = seq.len().saturating_sub(MAX_ELEMENTS) {
        items.push(Item::Text(format!("and {} more", grouped(more as u64))));
    }
    items
}

/// The code that returns the value, with a comment on its kind and size where the picture does
/// not show them: `x1 = objects(I, T, F, T)  # set of 3 objects`.
pub fn value_label(code: &str, value: Value<'_>) -> String {
    match kind(value) {
        Some(kind) => format!("{code}  # {kind}"),
        None => code.to_owned(),
    }
}

/// The kind and size of a value.
fn kind(value: Value<'_>) -> Option<String> {
    let counted = |n: usize, noun: &str, plural: &str| match n {
        1 => format!("1 {noun}"),
        _ => format!("{n} {noun}{plural}"),
    };
    let cells = |n: u32| counted(n as usize, "cell", "s");
    let (kind, seq) = match value {
        Value::Indices(shape) => return Some(cells(shape.count)),
        Value::Object(object) => return Some(format!("object of {}", cells(object.count))),
        Value::Primitive(_) | Value::Function(_) => return Some("a function".to_owned()),
        Value::Set(seq) => ("set", seq),
        Value::Tuple(seq) => ("tuple", seq),
        _ => return None,
    };
    let (noun, plural) = match seq.first()? {
        Value::Object(_) => ("object", "s"),
        Value::Indices(_) => ("patch", "es"),
        Value::Grid(_) => ("grid", "s"),
        Value::Int(_) => ("number", "s"),
        _ => ("element", "s"),
    };
    Some(format!("{kind} of {}", counted(seq.len(), noun, plural)))
}

/// The picture of a grid or patch.
fn picture(value: Value<'_>, frame: Option<(usize, usize)>) -> Option<Picture> {
    let (picture, shape) = match value {
        Value::Grid(grid) => return Some(Picture::grid(*grid)),
        Value::Indices(cells) => {
            let places = cells.iter().map(|(i, j)| (i.into(), j.into()));
            (Picture::places(places), cells)
        }
        Value::Object(object) => {
            let cells = object.iter().map(|(c, i, j)| (i.into(), j.into(), c));
            (Picture::cells(cells), &object.shape)
        }
        _ => return None,
    };
    match frame {
        Some((height, width))
            if shape.top >= 0
                && shape.left >= 0
                && (shape.bottom() as usize) < height
                && (shape.right() as usize) < width =>
        {
            Some(picture.framed(height, width))
        }
        _ => Some(picture),
    }
}
