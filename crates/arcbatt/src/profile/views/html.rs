//! The profile as one self-contained HTML page: no network, no other file.
//!
//! Truth, verdict and account are markup, so that they show without JavaScript. The scripts in
//! `page/` draw tables and plots from the JSON in the page.
//! Never: a name from the profile that is read as markup or script.

use super::page_data;
use crate::profile::Profile;
use crate::text::{counted, percent, time};
use std::fmt::Write;

const PAGE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/page.css");
/// In dependency order.
const SCRIPTS: [&str; 7] = [
    include_str!("page/figures.js"),
    include_str!("page/table.js"),
    include_str!("page/scatter.js"),
    include_str!("page/tables.js"),
    include_str!("page/flame.js"),
    include_str!("page/timeline.js"),
    include_str!("page/main.js"),
];

/// A section of the page that a script fills.
struct Section {
    /// Also the name of the function that fills it.
    id: &'static str,
    title: &'static str,
    words: &'static str,
    /// The requested part that it belongs to; `None` shows it always.
    part: Option<&'static str>,
}

/// The section that is left out if no GPU was used.
const DEVICE: &str = "device";
/// The section that is left out if no line of a solver is known.
const LINES: &str = "lines";

const SECTIONS: [Section; 8] = [
    Section {
        id: "phases",
        title: "Phases",
        words: "Wall time of each phase, and how it grows with the number of tasks.",
        part: Some("pipeline"),
    },
    Section {
        id: "primitives",
        title: "Primitives",
        words: "Time per primitive. Click a heading to sort.",
        part: Some("dsl"),
    },
    Section {
        id: DEVICE,
        title: "GPU",
        words: "Work on GPUs; times are sums over all threads that waited for them.",
        part: None,
    },
    Section {
        id: "framework",
        title: "Framework",
        words: "Time outside primitives: planning, dispatch, scoring, storing and the like.",
        part: Some("framework"),
    },
    Section {
        id: "tasks",
        title: "Tasks",
        words: "",
        part: Some("tasks"),
    },
    Section {
        id: LINES,
        title: "Lines",
        words: "Time of every line of the solvers, callees included; equal calls of several solvers are one. Own time is estimated.",
        part: None,
    },
    Section {
        id: "flame",
        title: "Flame graph",
        words: "Time of all threads: a phase, then a line of a solver and a primitive (coloured) or framework work (grey), then its callees. Width is time; frames are sorted by size, not by time of day.",
        part: None,
    },
    Section {
        id: "timeline",
        title: "Timeline by thread",
        words: "What each thread did at which time. Drag to zoom in, double-click to zoom out; the task under the pointer is highlighted on all threads.",
        part: None,
    },
];

/// The profile as an HTML page.
pub fn write(profile: &Profile) -> String {
    let data = page_data::write(profile);
    let script = SCRIPTS.concat();
    let script = format!(
        "(() => {{\n\"use strict\";\n\
         const profile = JSON.parse(document.getElementById(\"profile\").textContent);\n\
         {script}}})();\n"
    );
    let title = escaped(&format!("Profile: {}", answers(profile)));
    let (head, sections) = (head(profile), sections(profile));
    fill(
        PAGE,
        &[
            ("title", &title),
            ("style", STYLE),
            ("head", &head),
            ("sections", &sections),
            ("data", &data),
            ("script", &script),
        ],
    )
}

/// Fills the named places of a template, each once and in order. Filled-in text is not scanned for
/// places.
fn fill(template: &str, texts: &[(&str, &str)]) -> String {
    let size: usize = texts.iter().map(|(_, text)| text.len()).sum();
    let mut page = String::with_capacity(template.len() + size);
    let mut rest = template;
    for (name, text) in texts {
        if let Some((before, after)) = rest.split_once(&format!("{{{name}}}")) {
            page.push_str(before);
            page.push_str(text);
            rest = after;
        }
    }
    page.push_str(rest);
    page
}

/// How many answers are right, as text.
fn answers(profile: &Profile) -> String {
    let truth = &profile.truth;
    match (truth.tasks, truth.known) {
        (0, _) => "no tasks".to_owned(),
        (_, 0) => "no answers known, so none was checked".to_owned(),
        _ => format!(
            "{} of {} right",
            truth.right,
            counted(truth.known, "answer")
        ),
    }
}

fn head(profile: &Profile) -> String {
    let mut out = String::new();
    truth(profile, &mut out);
    verdict(profile, &mut out);
    account(profile, &mut out);
    out
}

fn truth(profile: &Profile, out: &mut String) {
    let truth = &profile.truth;
    let compared = !truth.digest_off.is_empty();
    let changed = profile.verdict.refused.is_some() || (compared && !truth.holds());
    let all_right = truth.right == truth.known && truth.fits == truth.tasks;
    let kind = match (changed, compared && all_right) {
        (true, _) => "changed",
        (false, true) => "right",
        (false, false) => "partly",
    };
    let heading = match changed {
        true => format!("Profiling changed the answers: {}", answers(profile)),
        false => capital(&answers(profile)),
    };
    let fits = format!(
        "Fit their demonstrations: {} of {}; the answers are {}.",
        truth.fits,
        counted(truth.tasks, "task"),
        truth.compared()
    );
    let about = format!("{}.", profile.about());
    let cost = format!("Profiler: {}.", profile.profiler_cost());
    // Writing to a `String` cannot fail.
    let _ = writeln!(
        out,
        "<header class=\"{kind}\"><span class=\"tool\">{}</span><h1>{}</h1>",
        escaped(&profile.tool),
        escaped(&heading)
    );
    if let (true, Some(why)) = (changed, &profile.verdict.refused) {
        let _ = writeln!(out, "<p>No verdict: {}.</p>", escaped(why));
    }
    if truth.tasks > 0 {
        let _ = writeln!(out, "<p>{}</p>", escaped(&fits));
        let _ = writeln!(out, "<p class=\"soft\">{}</p>", escaped(&about));
        let _ = writeln!(out, "<p class=\"note\">{}</p>", escaped(&cost));
    }
    header(profile, out);
    out.push_str("</header>\n");
}

/// When, by which command and on which machine the profile was made.
fn header(profile: &Profile, out: &mut String) {
    let rows = profile.header.rows();
    if rows.is_empty() {
        return;
    }
    out.push_str("<dl class=\"facts\">\n");
    for (name, value) in rows {
        let _ = writeln!(out, "<dt>{name}</dt><dd>{}</dd>", escaped(&value));
    }
    out.push_str("</dl>\n");
}

fn verdict(profile: &Profile, out: &mut String) {
    if profile.verdict.refused.is_some() {
        return;
    }
    out.push_str("<section id=\"verdict\"><h2>Verdict</h2>\n");
    if profile.verdict.findings.is_empty() {
        out.push_str("<p class=\"soft\">Nothing stands out.</p>\n");
    } else {
        out.push_str("<ol class=\"verdict\">\n");
    }
    for finding in &profile.verdict.findings {
        let saves = match finding.saving_text() {
            text if text.is_empty() => text,
            text => format!(" <span class=\"saves\">{text}</span>"),
        };
        let _ = writeln!(
            out,
            "<li><b>{}</b>{saves}<p class=\"soft\">{}</p><p>→ {}</p></li>",
            escaped(&capital(&finding.sentence)),
            escaped(&finding.evidence),
            escaped(&finding.advice)
        );
    }
    if !profile.verdict.findings.is_empty() {
        out.push_str("</ol>\n");
    }
    if let Some(saving) = profile.verdict.saving_text() {
        let _ = writeln!(out, "<p>{}.</p>", capital(&saving));
    }
    out.push_str("</section>\n");
}

/// The account of all threads as one bar.
fn account(profile: &Profile, out: &mut String) {
    let account = &profile.account;
    if account.capacity_ns == 0 {
        return;
    }
    let share = |ns: f64| 100.0 * ns / account.capacity_ns as f64;
    let parts = [
        ("primitives", "primitives", account.primitives_ns as f64),
        ("framework", "framework", account.framework_ns as f64),
        (
            "waiting",
            "waiting for a processor",
            account.waiting_ns as f64,
        ),
        ("lost", "not accounted for", account.lost_ns() as f64),
        ("idle", "idle", account.idle_ns as f64),
    ];
    let (mut bar, mut legend) = (String::new(), String::new());
    for (kind, name, ns) in parts {
        let width = share(ns).clamp(0.0, 100.0);
        let _ = write!(bar, "<i class=\"{kind}\" style=\"width:{width:.3}%\"></i>");
        let _ = write!(
            legend,
            "<span><i class=\"{kind}\"></i>{name} <b>{}</b> {}</span>",
            percent(share(ns)),
            time(ns)
        );
    }
    let _ = writeln!(
        out,
        "<section id=\"account\"><h2>Where the time of all threads went</h2>\n\
         <p class=\"soft\">{} on {}: {} in total.</p>\n\
         <div class=\"account\" aria-hidden=\"true\">{bar}</div>\n\
         <div class=\"legend\">{legend}</div></section>",
        time(account.wall_ns as f64),
        counted(profile.subject.threads, "thread"),
        time(account.capacity_ns as f64),
    );
}

/// The links and the sections of the requested parts; scripts fill them.
fn sections(profile: &Profile) -> String {
    let asked = &profile.subject.parts;
    let wanted = |section: &&Section| {
        let part = |part| asked.is_empty() || asked.iter().any(|asked| asked == part);
        let is_there = match section.id {
            DEVICE => profile.device.is_some(),
            LINES => !profile.lines.is_empty(),
            _ => true,
        };
        is_there && section.part.is_none_or(part)
    };
    let wanted: Vec<&Section> = SECTIONS.iter().filter(wanted).collect();
    let mut out = "<nav aria-label=\"parts\">".to_owned();
    for section in &wanted {
        let _ = write!(out, "<a href=\"#{}\">{}</a>", section.id, section.title);
    }
    out.push_str("</nav>\n");
    for section in wanted {
        let _ = write!(
            out,
            "<section id=\"{}\"><h2>{}</h2>",
            section.id, section.title
        );
        if !section.words.is_empty() {
            let _ = write!(out, "<p class=\"soft\">{}</p>", section.words);
        }
        if let (DEVICE, Some(device)) = (section.id, &profile.device) {
            for line in device.words() {
                let _ = write!(out, "<p>{}.</p>", escaped(&line));
            }
        }
        out.push_str("</section>\n");
    }
    out
}

/// The text with a capital letter first.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// The text with markup characters escaped.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            // HTML cannot represent it.
            '\0' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn filled_in_text_is_not_scanned() {
        let page = fill("<{a}|{b}>", &[("a", "{b}"), ("b", "{a}")]);
        assert_eq!(page, "<{b}|{a}>");
    }

    #[test]
    fn markup_is_escaped() {
        assert_eq!(escaped("<b a='\"'>&"), "&lt;b a=&#39;&quot;&#39;&gt;&amp;");
        assert_eq!(capital("one task"), "One task");
        assert_eq!(capital(""), "");
    }

    #[test]
    fn scripts_do_not_close_their_element() {
        for script in SCRIPTS {
            assert!(!script.contains("</script") && !script.contains("<!--"));
        }
    }
}
