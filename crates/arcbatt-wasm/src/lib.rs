//! The engine of arcbatt for a browser: what the page asks, answered with JSON.
//!
//! In: the text of a program, a task as JSON ([`tasks::TaskJson`]). Out: JSON as text, which is cheaper
//! to pass to JavaScript than objects. The modules are plain Rust, and the tests compare their answers
//! in a browser's engine with the native ones; only this file calls wasm-bindgen.
//!
//! Invariants: a bad request gets `{"error": "..."}`; nothing is read but the request.

pub mod drawing;
pub mod language;
pub mod run;
pub mod search;
pub mod tasks;
pub mod times;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsError, JsValue};

/// An answer as JSON; a failure has only a message.
fn json<T: Serialize>(answer: Result<T, String>) -> String {
    let text = match answer {
        Ok(answer) => serde_json::to_string(&answer),
        Err(error) => serde_json::to_string(&serde_json::json!({ "error": error })),
    };
    // Only maps with keys other than strings fail, and there are none.
    text.unwrap_or_default()
}

fn request<'r, T: Deserialize<'r>>(text: &'r str) -> Result<T, String> {
    serde_json::from_str(text).map_err(|error| format!("not a request: {error}"))
}

fn answer<Q: DeserializeOwned, A: Serialize>(
    text: &str,
    answer: impl FnOnce(Q) -> Result<A, String>,
) -> String {
    json(request(text).and_then(answer))
}

/// All primitives and constants.
#[wasm_bindgen]
pub fn language() -> String {
    json(Ok(language::language()))
}

/// The drawn example of a primitive.
#[wasm_bindgen]
pub fn example(name: &str) -> String {
    json(language::example(name))
}

/// The tasks that come with arcbatt, with their rules and solvers.
#[wasm_bindgen]
pub fn embedded_tasks() -> String {
    json(Ok(tasks::embedded()))
}

/// The tasks in the text of a file.
#[wasm_bindgen]
pub fn read_tasks(name: &str, text: &str) -> String {
    json(tasks::read(name, text))
}

/// Checks a program and runs it on every pair of a task: a [`run::RunRequest`].
#[wasm_bindgen]
pub fn run(text: &str) -> String {
    answer(text, run::run)
}

/// The time and the calls of every line: a [`run::RunRequest`].
#[wasm_bindgen]
pub fn times(text: &str) -> String {
    answer(text, times::times)
}

/// The picture of a run on one pair as an SVG document: a [`run::PictureRequest`].
///
/// # Errors
/// If there is nothing to draw.
#[wasm_bindgen]
pub fn svg(text: &str) -> Result<String, JsError> {
    let sheet = request(text).and_then(|request| run::sheet(&request));
    Ok(sheet.map_err(|error| JsError::new(&error))?.to_svg())
}

/// The picture of a run on one pair as a PNG file: a [`run::PictureRequest`].
///
/// # Errors
/// If there is nothing to draw, or it is too large.
#[wasm_bindgen]
pub fn png(text: &str) -> Result<Vec<u8>, JsError> {
    let sheet = request(text).and_then(|request| run::sheet(&request));
    let sheet = sheet.map_err(|error| JsError::new(&error))?;
    sheet
        .to_png()
        .map_err(|error| JsError::new(&error.to_string()))
}

/// Searches for programs that solve a task: a [`search::SearchRequest`]. Calls `progress` with the
/// result so far several times a second.
#[wasm_bindgen]
pub fn search(text: &str, progress: &js_sys::Function) -> String {
    answer(text, |request| {
        search::search(&request, |so_far| {
            let text = serde_json::to_string(so_far).unwrap_or_default();
            // A page that fails to show progress still gets the result.
            let _ = progress.call1(&JsValue::NULL, &JsValue::from_str(&text));
        })
    })
}
