//! The views of a profile: valid files with the right totals, in which names are never markup.
//!
//! `browser.rs` opens the page in a real browser.

mod browser;
mod sample;

use arcbatt::profile::Profile;
use arcbatt::profile::views::{firefox, flame, html, speedscope};
use quick_xml::events::Event;
use sample::{HOSTILE, sample};
use serde_json::Value;

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

fn stacks_ns(profile: &Profile) -> u64 {
    profile.stacks.iter().map(|stack| stack.ns).sum()
}

/// The texts of the elements with this name; panics if the text is not XML.
fn xml_texts(xml: &str, element: &str) -> Vec<String> {
    let mut reader = quick_xml::Reader::from_str(xml);
    let (mut texts, mut open) = (Vec::new(), Vec::new());
    loop {
        match reader.read_event().expect("well-formed XML") {
            Event::Start(start) => {
                let name = String::from_utf8(start.name().as_ref().to_vec()).unwrap();
                if name == element {
                    texts.push(String::new());
                }
                open.push(name);
            }
            Event::End(_) => {
                open.pop().expect("an open element");
            }
            Event::Text(text) if open.last().is_some_and(|name| name == element) => {
                texts.last_mut().unwrap().push_str(&text.decode().unwrap());
            }
            Event::GeneralRef(_) if open.last().is_some_and(|name| name == element) => {
                texts.last_mut().unwrap().push('?');
            }
            Event::Eof => break,
            _ => {}
        }
    }
    assert!(open.is_empty(), "left open: {open:?}");
    texts
}

#[test]
fn flame_graph_is_well_formed_and_holds_the_total() {
    let mut profile = sample(3);
    profile.stacks[0].frames[1] = "a;b\n\u{1}<&> 12".to_owned();
    let titles = xml_texts(&flame::write(&profile), "title");
    // 6 ms in all: times are written in microseconds.
    assert_eq!(stacks_ns(&profile), 6_000_000);
    assert!(
        titles.iter().any(|title| title == "all (6,000 µs, 100%)"),
        "{titles:?}"
    );
    assert!(
        titles.iter().any(|title| title.starts_with("a,b")),
        "{titles:?}"
    );
}

#[test]
fn flame_graph_of_an_empty_profile_is_a_picture() {
    let texts = xml_texts(&flame::write(&Profile::default()), "text");
    assert_eq!(texts, ["no time was measured"]);
}

#[test]
fn extreme_times_are_drawn() {
    let mut profile = sample(3);
    for stack in &mut profile.stacks {
        stack.ns = u64::MAX;
    }
    for thread in &mut profile.threads {
        for span in &mut thread.spans {
            span.end_ns = u64::MAX;
        }
    }
    xml_texts(&flame::write(&profile), "title");
    parsed(&speedscope::write(&profile));
    parsed(&firefox::write(&profile));
    html::write(&profile);
}

#[test]
fn speedscope_holds_stacks_and_threads() {
    let profile = sample(5);
    let file = parsed(&speedscope::write(&profile));
    let frames = file["shared"]["frames"].as_array().unwrap();
    let parts = file["profiles"].as_array().unwrap();
    assert_eq!(parts.len(), 1 + profile.threads.len());

    let all = &parts[0];
    assert_eq!(all["type"], "sampled");
    let weights = all["weights"].as_array().unwrap().iter();
    let sum: u64 = weights.map(|weight| weight.as_u64().unwrap()).sum();
    assert_eq!(sum, stacks_ns(&profile));
    assert_eq!(all["endValue"], sum);
    let first = all["samples"][0].as_array().unwrap().iter();
    let names: Vec<&Value> = first
        .map(|k| &frames[k.as_u64().unwrap() as usize]["name"])
        .collect();
    assert_eq!(names, profile.stacks[0].frames.iter().collect::<Vec<_>>());

    for (part, thread) in parts[1..].iter().zip(&profile.threads) {
        assert_eq!(
            (&part["type"], &part["name"]),
            (&"evented".into(), &thread.name.clone().into())
        );
        let (mut open, mut now, mut busy) = (Vec::new(), 0, 0);
        for event in part["events"].as_array().unwrap() {
            let at = event["at"].as_u64().unwrap();
            assert!(at >= now, "time runs backwards");
            busy += if open.is_empty() { 0 } else { at - now };
            now = at;
            match event["type"].as_str().unwrap() {
                "O" => open.push(&event["frame"]),
                _ => assert_eq!(open.pop(), Some(&event["frame"])),
            }
        }
        assert!(open.is_empty());
        assert_eq!(busy, thread.busy_ns);
    }
}

#[test]
fn firefox_holds_stacks_and_threads() {
    // Eleven threads: `worker 10` comes before `worker 2` in the file.
    let mut profile = sample(12);
    while profile.threads.len() < 11 {
        let mut thread = profile.threads[0].clone();
        thread.name = format!("worker {}", profile.threads.len() + 1);
        thread.spans.truncate(1);
        thread.busy_ns = thread.spans[0].end_ns - thread.spans[0].start_ns;
        profile.threads.push(thread);
    }
    let file = parsed(&firefox::write(&profile));
    let threads = file["threads"].as_array().unwrap();
    assert_eq!(threads.len(), 12);
    for thread in threads {
        let samples = &thread["samples"];
        let weights = samples["weight"].as_array().unwrap();
        assert_eq!(weights.len() as u64, samples["length"].as_u64().unwrap());
        assert_eq!(samples["weightType"], "tracing-ms");
        let ms: f64 = weights.iter().map(|weight| weight.as_f64().unwrap()).sum();
        let name = thread["name"].as_str().unwrap();
        let of = profile.threads.iter().find(|of| of.name == name);
        let (want, spans) = match of {
            Some(of) => (of.busy_ns, of.spans.len()),
            None => {
                assert_eq!(name, "all threads: where the time went");
                (stacks_ns(&profile), 0)
            }
        };
        assert!(
            (ms - want as f64 / 1e6).abs() < 1e-6,
            "{name}: {ms} ms, not {want} ns"
        );
        assert_eq!(thread["markers"]["length"], spans, "{name}");
    }
}

/// The data in a page.
fn data(page: &str) -> Value {
    let (_, rest) = page
        .split_once("<script type=\"application/json\" id=\"profile\">")
        .expect("data");
    parsed(rest.split_once("</script>").expect("its end").0)
}

#[test]
fn page_holds_its_data_and_needs_nothing_else() {
    let profile = sample(5);
    let page = html::write(&profile);
    let data = data(&page);
    assert_eq!(data["tasks"]["rows"].as_array().unwrap().len(), 5);
    assert_eq!(data["account"]["wall_ns"], profile.account.wall_ns);
    assert_eq!(
        data["threads"][0]["spans"][0],
        serde_json::json!([0, 400_000, 0, 0])
    );
    for word in ["src=", "href=\"http", "@import", "url(", "fetch("] {
        assert!(!page.contains(word), "{word}");
    }
}

#[test]
fn names_never_become_markup() {
    let mut profile = sample(3);
    profile.subject.data = HOSTILE.to_owned();
    profile.tool = HOSTILE.to_owned();
    profile.verdict.findings[0].sentence = HOSTILE.to_owned();
    for row in &mut profile.tasks.rows {
        row.id = HOSTILE.to_owned();
    }
    profile.threads[0].name = HOSTILE.to_owned();
    profile.stacks[0].frames[1] = HOSTILE.to_owned();
    let page = html::write(&profile);
    assert!(!page.contains("<img") && !page.contains("<script>hostile"));
    // Only the data and the script.
    assert_eq!(page.matches("</script").count(), 2);
    assert_eq!(data(&page)["tasks"]["rows"][0]["id"], HOSTILE);
}

/// The heading of the page, and the class of its parent.
fn heading(profile: &Profile) -> (String, String) {
    let page = html::write(profile);
    let between = |from: &str, to: &str| {
        let (_, rest) = page.split_once(from).expect(from);
        rest.split_once(to).expect(to).0.to_owned()
    };
    (between("<header class=\"", "\""), between("<h1>", "</h1>"))
}

#[test]
fn page_starts_with_the_number_of_right_answers() {
    let headline = |profile: &Profile| {
        let (kind, text) = heading(profile);
        format!("{kind}: {text}")
    };
    let mut profile = sample(3);
    assert_eq!(headline(&profile), "right: 3 of 3 answers right");
    profile.truth.right = 1;
    assert_eq!(headline(&profile), "partly: 1 of 3 answers right");
    profile.truth.digest_off.clear();
    assert_eq!(headline(&profile), "partly: 1 of 3 answers right");
    assert!(html::write(&profile).contains("not compared with a run without the profiler"));
    profile.truth.digest_off = "other".to_owned();
    let changed = "changed: Profiling changed the answers: 1 of 3 answers right";
    assert_eq!(headline(&profile), changed);
    assert_eq!(headline(&Profile::default()), "partly: No tasks");
}

#[test]
fn page_shows_the_requested_parts() {
    let mut profile = sample(3);
    profile.subject.parts = vec!["dsl".to_owned()];
    let page = html::write(&profile);
    assert!(page.contains("id=\"primitives\"") && page.contains("id=\"flame\""));
    assert!(!page.contains("id=\"phases\"") && !page.contains("id=\"tasks\""));
}
