//! The data that the HTML page draws from, as JSON that is safe inside a `script` element.
//!
//! The layout is that of the profile, without the fields that the page does not show. Spans are
//! compact: `[start, end, phase, task]` with indices into `phase_names` and `task_names`.

use super::stacks_by_line;
use crate::profile::Profile;
use crate::profile::model::{Span, Thread};
use rustc_hash::FxHashMap;
use serde_json::{Value, json};

/// About the most spans in a page: more would make it slow to open and show nothing new.
const MOST_SPANS: usize = 60_000;

/// The data as JSON without a `<`.
pub fn write(profile: &Profile) -> String {
    let (mut phases, mut tasks) = (Names::default(), Names::default());
    let count: usize = profile
        .threads
        .iter()
        .map(|thread| thread.spans.len())
        .sum();
    // If there are too many spans, short ones are joined.
    let grain = match count > MOST_SPANS {
        true => profile.account.wall_ns / (MOST_SPANS / profile.threads.len().max(1)).max(1) as u64,
        false => 0,
    };
    let thread = |thread: &Thread| {
        let spans = joined(&thread.spans, grain);
        let spans = spans.iter().map(|span| {
            let task = match span.task.is_empty() {
                true => -1,
                false => tasks.index(&span.task),
            };
            json!([span.start_ns, span.end_ns, phases.index(&span.phase), task])
        });
        let spans: Vec<Value> = spans.collect();
        json!({ "name": thread.name, "busy_ns": thread.busy_ns, "spans": spans })
    };
    let threads: Vec<Value> = profile.threads.iter().map(thread).collect();
    let data = json!({
        "account": profile.account,
        "phases": profile.phases,
        "projections": profile.projections,
        "budget": profile.budget,
        "scale": profile.scale,
        "primitives": profile.primitives,
        "device": profile.device,
        "gpu": profile.gpu,
        "framework": profile.framework,
        "generator": profile.generator,
        "tasks": profile.tasks,
        "stacks": stacks_by_line(profile),
        "lines": profile.lines,
        "threads": threads,
        "phase_names": phases.list,
        "task_names": tasks.list,
        "spans_joined": grain > 0,
    });
    // In JSON, `<` occurs in strings only, where it may be escaped. Without it, the data can neither
    // close the element nor begin a comment.
    data.to_string().replace('<', "\\u003c")
}

/// Names by index.
#[derive(Default)]
struct Names {
    list: Vec<String>,
    index: FxHashMap<String, i64>,
}

impl Names {
    fn index(&mut self, name: &str) -> i64 {
        if let Some(&index) = self.index.get(name) {
            return index;
        }
        let index = self.list.len() as i64;
        self.list.push(name.to_owned());
        self.index.insert(name.to_owned(), index);
        index
    }
}

/// Spans in order and without overlaps. With a grain above 0, spans of one phase within a grain are
/// joined; the result has no task if theirs differ.
fn joined(spans: &[Span], grain: u64) -> Vec<Span> {
    let mut out: Vec<Span> = Vec::new();
    for span in spans {
        let last_end = out.last().map_or(0, |last| last.end_ns);
        let start_ns = span.start_ns.max(last_end);
        let end_ns = span.end_ns.max(start_ns);
        match out.last_mut() {
            Some(last)
                if grain > 0
                    && last.phase == span.phase
                    && end_ns.saturating_sub(last.start_ns) < grain =>
            {
                last.end_ns = end_ns;
                if last.task != span.task {
                    last.task.clear();
                }
            }
            _ => out.push(Span {
                start_ns,
                end_ns,
                ..span.clone()
            }),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn span(start_ns: u64, end_ns: u64, task: &str) -> Span {
        Span {
            start_ns,
            end_ns,
            phase: "batt".to_owned(),
            task: task.to_owned(),
        }
    }

    #[test]
    fn short_spans_are_joined_if_there_is_a_grain() {
        let spans = [
            span(0, 2, "a"),
            span(3, 5, "a"),
            span(6, 8, "b"),
            span(8, 90, "c"),
        ];
        assert_eq!(joined(&spans, 0), spans);
        assert_eq!(
            joined(&spans, 6),
            [span(0, 5, "a"), span(6, 8, "b"), span(8, 90, "c")]
        );
        assert_eq!(joined(&spans, 10), [span(0, 8, ""), span(8, 90, "c")]);
    }

    #[test]
    fn time_never_runs_backwards() {
        let spans = [span(5, 9, "a"), span(7, 8, "b")];
        assert_eq!(joined(&spans, 0), [span(5, 9, "a"), span(9, 9, "b")]);
    }
}
