//! The profile for speedscope: the time of all threads as one weighted profile, then the timeline of
//! each thread.
//!
//! In speedscope's format, frames are referred to by index; a profile is `sampled` (stacks and weights) or
//! `evented` (frames that open and close in time).

use super::{bounded, line_frame, stacks_by_line};
use crate::profile::Profile;
use crate::profile::model::{LineRow, Stack, Thread};
use rustc_hash::FxHashMap;
use serde::Serialize;

/// The schema that identifies speedscope files.
const SCHEMA: &str = "https://www.speedscope.app/file-format-schema.json";
const UNIT: &str = "nanoseconds";

/// The profile as JSON.
pub fn write(profile: &Profile) -> String {
    let stacks = stacks_by_line(profile);
    let places: Vec<(String, &LineRow)> = profile
        .lines
        .iter()
        .map(|row| (line_frame(row), row))
        .collect();
    let mut frames = Frames::default();
    let places = places.iter().filter(|(_, row)| row.line > 0);
    frames.places = places.map(|(frame, row)| (frame.as_str(), *row)).collect();
    let mut profiles = vec![all_threads(&stacks, &mut frames)];
    let threads = profile.threads.iter();
    profiles.extend(threads.map(|thread| of_thread(thread, &mut frames)));
    let file = File {
        schema: SCHEMA,
        exporter: &profile.tool,
        name: name(profile),
        active: 0,
        shared: Shared {
            frames: frames.list,
        },
        profiles,
    };
    // Plain data with string keys always serialises.
    serde_json::to_string(&file).unwrap_or_default()
}

/// What was profiled, then the header.
fn name(profile: &Profile) -> String {
    let subject = &profile.subject;
    let mut parts = vec![format!("{} with {}", subject.data, subject.programs)];
    parts.extend(profile.header.lines());
    parts.join("; ")
}

#[derive(Serialize)]
struct File<'p> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    exporter: &'p str,
    name: String,
    #[serde(rename = "activeProfileIndex")]
    active: usize,
    shared: Shared<'p>,
    profiles: Vec<Part<'p>>,
}

#[derive(Serialize)]
struct Shared<'p> {
    frames: Vec<Frame<'p>>,
}

#[derive(Serialize)]
struct Frame<'p> {
    name: &'p str,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'p str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
}

#[derive(Serialize)]
#[serde(
    tag = "type",
    rename_all = "lowercase",
    rename_all_fields = "camelCase"
)]
enum Part<'p> {
    Sampled {
        name: &'p str,
        unit: &'static str,
        start_value: u64,
        end_value: u64,
        samples: Vec<Vec<usize>>,
        weights: Vec<u64>,
    },
    Evented {
        name: &'p str,
        unit: &'static str,
        start_value: u64,
        end_value: u64,
        events: Vec<Event>,
    },
}

/// A frame that opens or closes.
#[derive(Serialize)]
struct Event {
    /// `O` or `C`.
    #[serde(rename = "type")]
    kind: char,
    frame: usize,
    at: u64,
}

/// Frames by index.
#[derive(Default)]
struct Frames<'p> {
    list: Vec<Frame<'p>>,
    by_name: FxHashMap<&'p str, usize>,
    /// The lines of files, by frame.
    places: FxHashMap<&'p str, &'p LineRow>,
}

impl<'p> Frames<'p> {
    fn index(&mut self, name: &'p str) -> usize {
        *self.by_name.entry(name).or_insert_with(|| {
            let place = self.places.get(name);
            self.list.push(Frame {
                name,
                file: place.map(|row| row.file.as_str()),
                line: place.map(|row| row.line),
            });
            self.list.len() - 1
        })
    }
}

/// The time of all threads. Stacks are sums, so their order is not that of time.
fn all_threads<'p>(stacks: &'p [Stack], frames: &mut Frames<'p>) -> Part<'p> {
    let (mut samples, mut weights) = (Vec::new(), Vec::new());
    for (stack, ns) in bounded(stacks) {
        let indices = stack.frames.iter().map(|frame| frames.index(frame));
        samples.push(indices.collect());
        weights.push(ns);
    }
    Part::Sampled {
        name: "all threads: where the time went",
        unit: UNIT,
        start_value: 0,
        end_value: weights.iter().sum(),
        samples,
        weights,
    }
}

/// The timeline of a thread: phases, and tasks inside them.
fn of_thread<'p>(thread: &'p Thread, frames: &mut Frames<'p>) -> Part<'p> {
    let mut events = Vec::new();
    let mut now = 0;
    for span in &thread.spans {
        // speedscope rejects files in which time runs backwards.
        let start = span.start_ns.max(now);
        let end = span.end_ns.max(start);
        now = end;
        let mut event = |kind, frame, at| events.push(Event { kind, frame, at });
        let phase = frames.index(&span.phase);
        event('O', phase, start);
        if !span.task.is_empty() {
            let task = frames.index(&span.task);
            event('O', task, start);
            event('C', task, end);
        }
        event('C', phase, end);
    }
    Part::Evented {
        name: &thread.name,
        unit: UNIT,
        start_value: 0,
        end_value: now,
        events,
    }
}
