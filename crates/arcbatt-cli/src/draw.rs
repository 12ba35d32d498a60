//! Values of the language as items of a sheet: drawn where there is something to draw, else text.

use crate::output::counted;
use arcbatt::dsl::Value;
use arcbatt::render::{Item, Picture};

/// The most elements of a container that are drawn.
const MOST: usize = 12;

/// The value as items side by side. Patches that lie inside `frame`, the height and width of the
/// grid at hand, are drawn where they lie in it.
pub fn items(value: Value<'_>, frame: (usize, usize)) -> Vec<Item> {
    if let Some(picture) = picture(value, Some(frame)) {
        return vec![Item::Picture(picture)];
    }
    let (Value::Set(seq) | Value::Tuple(seq)) = value else {
        return vec![Item::Text(value.to_string())];
    };
    let drawn = seq.items.iter().take(MOST).map(|&item| picture(item, None));
    match drawn.collect::<Option<Vec<Picture>>>() {
        Some(pictures) if !pictures.is_empty() => {
            let mut items: Vec<Item> = pictures.into_iter().map(Item::Picture).collect();
            if seq.items.len() > MOST {
                items.push(Item::Text(format!("and {} more", seq.items.len() - MOST)));
            }
            items
        }
        _ if seq.items.is_empty() => vec![Item::Text(
            match value {
                Value::Set(_) => "{} (the empty set)",
                _ => "() (the empty tuple)",
            }
            .to_owned(),
        )],
        _ => vec![Item::Text(value.to_string())],
    }
}

/// The code that gives the value, with a comment on what the picture does not say.
pub fn labeled(code: &str, value: Value<'_>) -> String {
    match kind(value) {
        Some(kind) => format!("{code}  # {kind}"),
        None => code.to_owned(),
    }
}

/// What kind of value it is, with its size: `set of 3 objects`.
fn kind(value: Value<'_>) -> Option<String> {
    let cells = |n: u32| counted(n as usize, "cell");
    let (kind, seq) = match value {
        Value::Indices(shape) => return Some(cells(shape.count)),
        Value::Object(object) => return Some(format!("object of {}", cells(object.count))),
        Value::Primitive(_) | Value::Function(_) => return Some("a function".to_owned()),
        Value::Set(seq) => ("set", seq),
        Value::Tuple(seq) => ("tuple", seq),
        _ => return None,
    };
    let noun = match seq.items.first() {
        None => return None,
        Some(Value::Object(_)) => "object",
        Some(Value::Indices(_)) => "patch",
        Some(Value::Grid(_)) => "grid",
        Some(Value::Int(_)) => "number",
        Some(_) => "element",
    };
    let ending = match (seq.items.len(), noun) {
        (1, _) => "",
        (_, "patch") => "es",
        _ => "s",
    };
    Some(format!("{kind} of {} {noun}{ending}", seq.items.len()))
}

/// The picture of a grid or patch.
fn picture(value: Value<'_>, frame: Option<(usize, usize)>) -> Option<Picture> {
    let cell = |i: i32, j: i32| (i64::from(i), i64::from(j));
    let (picture, shape) = match value {
        Value::Grid(grid) => return Some(Picture::grid(*grid)),
        Value::Indices(cells) => {
            let places = cells.iter().map(|(i, j)| cell(i, j));
            (Picture::places(places), cells)
        }
        Value::Object(object) => {
            let cells = object.iter().map(|(c, i, j)| {
                let (i, j) = cell(i, j);
                (i, j, c)
            });
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
