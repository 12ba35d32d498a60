//! The profile as a file for speedscope: where the time went as one weighted profile, then what each
//! thread did when.
//!
//! The layout is speedscope's own: frames by index; a profile is `sampled` (stacks and weights) or
//! `evented` (frames that open and close in time).

use super::bounded;
use crate::profile::Profile;
use crate::profile::model::Thread;
use rustc_hash::FxHashMap;
use serde_json::{Value, json};

/// The name by which speedscope knows its files.
const SCHEMA: &str = "https://www.speedscope.app/file-format-schema.json";

/// The profile as JSON.
pub fn write(profile: &Profile) -> String {
    let mut frames = Frames::default();
    let mut profiles = vec![all_threads(profile, &mut frames)];
    let threads = profile.threads.iter();
    profiles.extend(threads.map(|thread| of_thread(thread, &mut frames)));
    let file = json!({
        "$schema": SCHEMA,
        "exporter": profile.tool,
        "name": format!("{} with {}", profile.subject.data, profile.subject.programs),
        "activeProfileIndex": 0,
        "shared": { "frames": frames.list },
        "profiles": profiles,
    });
    file.to_string()
}

/// Frames that have an index.
#[derive(Default)]
struct Frames<'p> {
    list: Vec<Value>,
    by_name: FxHashMap<&'p str, usize>,
}

impl<'p> Frames<'p> {
    fn index(&mut self, name: &'p str) -> usize {
        *self.by_name.entry(name).or_insert_with(|| {
            self.list.push(json!({ "name": name }));
            self.list.len() - 1
        })
    }
}

/// Where the time of all threads went. Not in the order of time: stacks are sums.
fn all_threads<'p>(profile: &'p Profile, frames: &mut Frames<'p>) -> Value {
    let (mut samples, mut weights) = (Vec::new(), Vec::new());
    for (stack, ns) in bounded(&profile.stacks) {
        let indices = stack.frames.iter().map(|frame| frames.index(frame));
        samples.push(indices.collect::<Vec<usize>>());
        weights.push(ns);
    }
    json!({
        "type": "sampled",
        "name": "all threads: where the time went",
        "unit": "nanoseconds",
        "startValue": 0,
        "endValue": weights.iter().sum::<u64>(),
        "samples": samples,
        "weights": weights,
    })
}

/// What a thread did when: phases, and in them tasks.
fn of_thread<'p>(thread: &'p Thread, frames: &mut Frames<'p>) -> Value {
    let mut events = Vec::new();
    let mut now = 0;
    for span in &thread.spans {
        // speedscope refuses a file in which time runs backwards.
        let start = span.start_ns.max(now);
        let end = span.end_ns.max(start);
        now = end;
        let phase = frames.index(&span.phase);
        let task = (!span.task.is_empty()).then(|| frames.index(&span.task));
        events.push(json!({ "type": "O", "frame": phase, "at": start }));
        if let Some(task) = task {
            events.push(json!({ "type": "O", "frame": task, "at": start }));
            events.push(json!({ "type": "C", "frame": task, "at": end }));
        }
        events.push(json!({ "type": "C", "frame": phase, "at": end }));
    }
    json!({
        "type": "evented",
        "name": thread.name,
        "unit": "nanoseconds",
        "startValue": 0,
        "endValue": now,
        "events": events,
    })
}
