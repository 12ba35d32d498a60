//! The requests: the page, tasks, the store, and the live search.

use super::guard::{self, Guard};
use super::live::StartRequest;
use super::{Served, stored};
use arcbatt::StoreError;
use arcbatt::profile::views::html;
use arcbatt::task::write_task_json;
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router, middleware};
use futures_util::Stream;
use futures_util::stream::unfold;
use serde_json::{Value, json};
use std::convert::Infallible;
use std::sync::Arc;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;

/// The page, built by `.ci/web`.
const PAGE: &str = include_str!("../../page/index.html");

type Shared = State<Arc<Served>>;

/// All requests, behind the guard.
pub fn router(served: Arc<Served>, guard: Guard) -> Router {
    Router::new()
        .route("/", get(page))
        .route("/api/tasks", get(tasks))
        .route("/api/runs", get(runs))
        .route("/api/runs/{run}", get(run))
        .route("/api/programs", get(programs))
        .route("/api/live", get(live))
        .route("/api/live/attempts/{task}", get(attempts))
        .route("/profile", get(live_profile))
        .route("/profile/{number}", get(profile))
        .route("/api/live/events", get(events))
        .route("/api/live/start", post(start))
        .route("/api/live/stop", post(stop))
        .with_state(served)
        .layer(middleware::from_fn_with_state(guard, guard::check))
}

/// The page, told that it is served.
async fn page(State(served): Shared) -> Html<String> {
    let profiles: Vec<&str> = served
        .profiles
        .iter()
        .map(|(name, _)| name.as_str())
        .collect();
    let facts = json!({
        "data": served.name,
        "has_store": served.store.is_some(),
        "profiles": profiles,
    });
    // JSON in an attribute: only these characters have a meaning there.
    let facts = facts
        .to_string()
        .replace('&', "&amp;")
        .replace('"', "&quot;");
    let meta = format!("<meta name=\"arcbatt-server\" content=\"{facts}\"></head>");
    Html(PAGE.replacen("</head>", &meta, 1))
}

/// All tasks with their answers, as a file `{id: task}`.
async fn tasks(State(served): Shared) -> Response {
    let mut text = b"{".to_vec();
    let tasks = served.data.tasks.iter().zip(&served.data.answers);
    for (k, (task, answers)) in tasks.enumerate() {
        let id = Value::from(task.id.as_str());
        text.extend_from_slice(format!("{}{id}:", if k == 0 { "" } else { "," }).as_bytes());
        if let Err(error) = write_task_json(task, answers, &mut text) {
            return failed(&error);
        }
    }
    text.push(b'}');
    ([(header::CONTENT_TYPE, "application/json")], text).into_response()
}

async fn runs(State(served): Shared) -> Response {
    match served.stored() {
        Some(path) => answer(stored::runs(path, &served.data).map(Some)),
        None => answer(Ok(Some(json!([])))),
    }
}

async fn run(State(served): Shared, Path(run): Path<i64>) -> Response {
    match served.stored() {
        Some(path) => answer(stored::run(path, run, &served.data)),
        None => answer(Ok(None)),
    }
}

async fn programs(State(served): Shared) -> Response {
    match served.stored() {
        Some(path) => answer(stored::programs(path).map(Some)),
        None => answer(Ok(Some(json!({ "programs": [], "of": 0 })))),
    }
}

async fn live(State(served): Shared) -> Response {
    (
        [(header::CONTENT_TYPE, "application/json")],
        served.live.status(),
    )
        .into_response()
}

async fn attempts(State(served): Shared, Path(task): Path<String>) -> Response {
    match served.live.attempts(&task) {
        Some(attempts) => Json(attempts).into_response(),
        None => missing("the search has no such task"),
    }
}

async fn live_profile(State(served): Shared) -> Response {
    match served.live.profile() {
        Some(page) => Html(page).into_response(),
        None => missing("there is no profile of the last search"),
    }
}

async fn profile(State(served): Shared, Path(number): Path<usize>) -> Response {
    match served.profiles.get(number) {
        Some((_, profile)) => Html(html::write(profile)).into_response(),
        None => missing("there is no such profile"),
    }
}

async fn start(State(served): Shared, Json(request): Json<StartRequest>) -> Response {
    match served
        .live
        .start(&served.data, &served.name, served.store.clone(), &request)
    {
        Ok(()) => Json(json!({})).into_response(),
        Err(error) => (StatusCode::CONFLICT, Json(json!({ "error": error }))).into_response(),
    }
}

async fn stop(State(served): Shared) -> Response {
    served.live.stop();
    Json(json!({})).into_response()
}

/// The state of the search, then its events. A page that is too slow gets the state again.
async fn events(State(served): Shared) -> Sse<impl Stream<Item = Result<Event, Infallible>>> {
    // First the receiver: what happens meanwhile is in both.
    let receiver = served.live.subscribe();
    let status = |served: &Served| Event::default().event("status").data(served.live.status());
    let first = Some(status(&served));
    let next = move |(served, mut receiver, first): (
        Arc<Served>,
        Receiver<String>,
        Option<Event>,
    )| async move {
        let event = match first {
            Some(event) => event,
            None => match receiver.recv().await {
                Ok(message) => {
                    let (kind, data) = message.split_once('\n').unwrap_or(("status", "null"));
                    Event::default().event(kind).data(data)
                }
                Err(RecvError::Lagged(_)) => status(&served),
                Err(RecvError::Closed) => return None,
            },
        };
        Some((Ok(event), (served, receiver, None)))
    };
    Sse::new(unfold((served, receiver, first), next)).keep_alive(KeepAlive::default())
}

fn answer(result: Result<Option<Value>, StoreError>) -> Response {
    match result {
        Ok(Some(value)) => Json(value).into_response(),
        Ok(None) => missing("the store has no such run"),
        Err(error) => failed(&error),
    }
}

fn missing(what: &str) -> Response {
    (StatusCode::NOT_FOUND, Json(json!({ "error": what }))).into_response()
}

fn failed(error: &dyn std::error::Error) -> Response {
    let error = json!({ "error": error.to_string() });
    (StatusCode::INTERNAL_SERVER_ERROR, Json(error)).into_response()
}
