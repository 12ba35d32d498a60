//! The profile for the Firefox Profiler: a track with the time of all threads as stacks, and a track
//! per thread with its timeline as stacks (phase, task) and as markers.

use super::{bounded, stacks_by_line};
use crate::profile::Profile;
use crate::profile::model::Thread;
use fxprof_processed_profile::{
    CategoryColor, CategoryHandle, CpuDelta, Frame, FrameFlags, FrameInfo, MarkerFieldFlags,
    MarkerFieldFormat, MarkerTiming, ProcessHandle, Profile as File, ReferenceTimestamp,
    SamplingInterval, StackHandle, StaticSchemaMarker, StaticSchemaMarkerField, StringHandle,
    ThreadHandle, Timestamp, WeightType,
};
use serde_json::{Value, json};
use std::time::Duration;

/// The name of the track with the time of all threads.
const ALL: &str = "all threads: where the time went";

/// The profile as JSON.
pub fn write(profile: &Profile) -> String {
    // No date, so that the same profile gives the same file.
    let epoch = ReferenceTimestamp::from_duration_since_unix_epoch(Duration::ZERO);
    let mut file = File::new("arcbatt", epoch, SamplingInterval::from_nanos(1_000));
    // The viewer shows the name of the process for the first track.
    let process = file.add_process(ALL, 1, at(0));
    file.set_process_end_time(process, at(profile.account.wall_ns));
    let work = file.add_category("work", CategoryColor::Blue);
    let mut writer = Writer {
        file,
        process,
        work,
        tracks: Vec::new(),
    };
    let mut track = writer.track(ALL);
    let mut now = 0;
    for (stack, ns) in bounded(&stacks_by_line(profile)) {
        let frames = stack.frames.iter().map(String::as_str);
        writer.sample(&mut track, now, ns, frames);
        now += ns;
    }
    writer.end(track);
    for thread in &profile.threads {
        let mut track = writer.track(&thread.name);
        writer.spans(thread, &mut track);
        writer.end(track);
    }
    writer.finish(profile)
}

fn at(ns: u64) -> Timestamp {
    Timestamp::from_nanos_since_reference(ns)
}

/// The file under construction.
struct Writer {
    file: File,
    process: ProcessHandle,
    work: CategoryHandle,
    tracks: Vec<Track>,
}

/// A track of the viewer.
struct Track {
    handle: ThreadHandle,
    id: u32,
    /// Nanoseconds of each sample.
    weights: Vec<u64>,
    /// The end and the duration of the last sample.
    last: (u64, u64),
}

impl Writer {
    fn track(&mut self, name: &str) -> Track {
        let id = self.tracks.len() as u32 + 1;
        let handle = self.file.add_thread(self.process, id, at(0), id == 1);
        self.file.set_thread_name(handle, name);
        self.file
            .set_thread_samples_weight_type(handle, WeightType::TracingMs);
        self.file.set_thread_show_markers_in_timeline(handle, true);
        self.file.add_initial_visible_thread(handle);
        if id == 1 {
            self.file.add_initial_selected_thread(handle);
        }
        Track {
            handle,
            id,
            weights: Vec::new(),
            last: (0, 0),
        }
    }

    /// Adds a stack of `ns` nanoseconds from `start`, which is not before the end of the last one.
    fn sample<'f>(
        &mut self,
        track: &mut Track,
        start: u64,
        ns: u64,
        frames: impl Iterator<Item = &'f str>,
    ) {
        if start > track.last.0 {
            self.idle(track);
        }
        let mut stack: Option<StackHandle> = None;
        for name in frames {
            let info = FrameInfo {
                frame: Frame::Label(self.file.intern_string(name)),
                category_pair: self.work.into(),
                flags: FrameFlags::empty(),
            };
            let frame = self.file.intern_frame(track.handle, info);
            stack = Some(self.file.intern_stack(track.handle, stack, frame));
        }
        self.put(track, start, stack, ns);
    }

    /// Marks the track as idle from the end of the last stack.
    fn idle(&mut self, track: &mut Track) {
        let end = track.last.0;
        self.put(track, end, None, 0);
    }

    fn put(&mut self, track: &mut Track, start: u64, stack: Option<StackHandle>, ns: u64) {
        // The CPU delta of a sample is about the time before it.
        let busy = CpuDelta::from_nanos(track.last.1);
        // The crate takes integer weights only; `finish` writes the real ones.
        self.file
            .add_sample(track.handle, at(start), stack, busy, 1);
        track.weights.push(ns);
        track.last = (start.saturating_add(ns), ns);
    }

    fn end(&mut self, mut track: Track) {
        self.idle(&mut track);
        self.file
            .set_thread_end_time(track.handle, at(track.last.0));
        self.tracks.push(track);
    }

    fn spans(&mut self, thread: &Thread, track: &mut Track) {
        let mut now = 0;
        for span in &thread.spans {
            let start = span.start_ns.max(now);
            now = span.end_ns.max(start);
            let task = Some(span.task.as_str()).filter(|task| !task.is_empty());
            let frames = [span.phase.as_str()].into_iter().chain(task);
            self.sample(track, start, now - start, frames);
            let marker = Work {
                phase: self.file.intern_string(&span.phase),
                task: self.file.intern_string(&span.task),
                category: self.work,
            };
            let timing = MarkerTiming::Interval(at(start), at(now));
            self.file.add_marker(track.handle, timing, marker);
        }
    }

    /// The file as JSON, with the header and the weight of each sample in milliseconds.
    fn finish(self, profile: &Profile) -> String {
        // Plain data with string keys always serialises.
        let mut file = serde_json::to_value(&self.file).unwrap_or_default();
        let threads = file.get_mut("threads").and_then(Value::as_array_mut);
        for thread in threads.into_iter().flatten() {
            // The crate sorts threads in its own order.
            let id = thread["tid"].as_str().and_then(|id| id.parse().ok());
            let track = self.tracks.iter().find(|track| Some(track.id) == id);
            if let (Some(track), Some(samples)) = (track, thread.get_mut("samples")) {
                let weights = track.weights.iter();
                samples["weight"] = weights.map(|&ns| Value::from(ns as f64 / 1e6)).collect();
            }
        }
        let rows = profile.header.rows().into_iter();
        let rows =
            rows.map(|(name, value)| json!({"label": name, "format": "string", "value": value}));
        let entries: Vec<Value> = rows.collect();
        if let (Some(meta), false) = (file.get_mut("meta"), entries.is_empty()) {
            meta["extra"] = json!([{"label": "arcbatt", "entries": entries}]);
            meta["arguments"] = profile.header.command.as_str().into();
        }
        file.to_string()
    }
}

/// A stretch of work as a marker.
struct Work {
    phase: StringHandle,
    task: StringHandle,
    category: CategoryHandle,
}

impl StaticSchemaMarker for Work {
    const UNIQUE_MARKER_TYPE_NAME: &'static str = "Work";
    const CHART_LABEL: Option<&'static str> = Some("{marker.data.task}");
    const TABLE_LABEL: Option<&'static str> = Some("{marker.name} {marker.data.task}");
    const FIELDS: &'static [StaticSchemaMarkerField] = &[StaticSchemaMarkerField {
        key: "task",
        label: "Task",
        format: MarkerFieldFormat::String,
        flags: MarkerFieldFlags::SEARCHABLE,
    }];

    fn name(&self, _: &mut File) -> StringHandle {
        self.phase
    }

    fn category(&self, _: &mut File) -> CategoryHandle {
        self.category
    }

    fn string_field_value(&self, _: u32) -> StringHandle {
        self.task
    }

    /// Never called: no field is a number.
    fn number_field_value(&self, _: u32) -> f64 {
        0.0
    }
}
