//! Opens the HTML page in headless chromium: it must show its tables, sort, zoom, and log no error.
//!
//! ```text
//! cargo test -p arcbatt --test profile browser
//! ```
//!
//! The tests fail without chromium (in `PATH`, or named by `ARCBATT_CHROMIUM`). Set
//! `ARCBATT_NO_BROWSER=1` to skip them on a machine without one; CI ignores that.

use super::sample::{HOSTILE, sample};
use arcbatt::profile::Profile;
use arcbatt::profile::model::{Device, DeviceRow};
use arcbatt::profile::views::html;
use serde_json::{Value, json};
use std::path::PathBuf;
use std::process::Command;

const CHECK: &str = include_str!("check.js");

fn browser() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("ARCBATT_CHROMIUM") {
        return Some(named.into());
    }
    let path = std::env::var_os("PATH")?;
    let names = ["chromium", "chromium-browser", "google-chrome"];
    std::env::split_paths(&path)
        .flat_map(|folder| names.map(|name| folder.join(name)))
        .find(|file| file.is_file())
}

/// The browser, or `None` if these tests are skipped on purpose.
fn browser_or_skip() -> Option<PathBuf> {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if is_set("ARCBATT_NO_BROWSER") && !is_set("CI") {
        eprintln!("SKIPPED: ARCBATT_NO_BROWSER is set, so the HTML page is not tested");
        return None;
    }
    let browser = browser();
    assert!(
        browser.is_some(),
        "no chromium found: run `apt-get install chromium`, or name a browser with \
         ARCBATT_CHROMIUM; ARCBATT_NO_BROWSER=1 skips these tests outside CI"
    );
    browser
}

/// What `check.js` saw on the page of a profile; `None` if browser tests are skipped.
fn seen(profile: &Profile, dark: bool) -> Option<Value> {
    let browser = browser_or_skip()?;
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("profile.html");
    let page = html::write(profile);
    let page = page.replacen("</head>", &format!("<script>{CHECK}</script></head>"), 1);
    std::fs::write(&file, page).unwrap();
    let scheme = if dark { 0 } else { 1 };
    let done = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--dump-dom"])
        .args(["--enable-logging=stderr", "--window-size=1280,1000"])
        // Virtual time: a slow machine gets more.
        .arg("--virtual-time-budget=5000")
        .arg(format!("--blink-settings=preferredColorScheme={scheme}"))
        .arg(format!(
            "--user-data-dir={}",
            folder.path().join("user").display()
        ))
        .arg(format!("file://{}", file.display()))
        .output()
        .expect("the browser starts");
    let log = String::from_utf8_lossy(&done.stderr);
    let logged: Vec<&str> = log
        .lines()
        .filter(|line| line.contains("CONSOLE"))
        .collect();
    assert!(logged.is_empty(), "{logged:?}");
    let dom = String::from_utf8_lossy(&done.stdout);
    let (_, rest) = dom
        .split_once("<pre id=\"outcome\">")
        .unwrap_or_else(|| panic!("no outcome in {dom}\n{log}"));
    let text = rest.split_once("</pre>").unwrap().0;
    let text = text.replace("&lt;", "<").replace("&gt;", ">");
    let outcome: Value = serde_json::from_str(&text.replace("&amp;", "&")).unwrap();
    assert_eq!(outcome["errors"], json!([]));
    assert_eq!(outcome["hostile"], false);
    assert_eq!(
        outcome["wide"], false,
        "the page itself must not scroll sideways"
    );
    assert_eq!(
        outcome["cut_off"],
        json!([]),
        "all columns fit a window of 1280 pixels"
    );
    assert_eq!(outcome["dark"], dark);
    Some(outcome)
}

#[test]
fn browser_shows_sorts_and_zooms() {
    let mut profile = sample(60);
    // The one with most calls, and the names of all that can be named.
    profile.tasks.rows[0].id = HOSTILE.to_owned();
    profile.subject.data = HOSTILE.to_owned();
    profile.threads[0].name = HOSTILE.to_owned();
    profile.stacks[2].frames[1] = HOSTILE.to_owned();
    let row = |name: &str, clocks| DeviceRow {
        name: name.to_owned(),
        clocks,
        ns: clocks,
        ..DeviceRow::default()
    };
    profile.device = Some(Device {
        names: vec![HOSTILE.to_owned()],
        launches: 3,
        primitives: vec![row("fill", 5), row(HOSTILE, 70), row("objects", 60)],
        ..Device::default()
    });
    let Some(light) = seen(&profile, false) else {
        return;
    };
    // The dearest first, and what a GPU is called is no markup.
    assert_eq!(light["device"]["rows"], json!([HOSTILE, "objects", "fill"]));
    let words = light["device"]["words"].as_str().unwrap();
    assert!(
        words.contains(HOSTILE) && words.contains("3 launches"),
        "{words}"
    );
    assert_eq!(light["heading"], "60 of 60 answers right");
    // One phase, and one part of card.
    let rows = json!({ "phases": 2, "primitives": 3, "framework": 1, "tasks": 20 });
    assert_eq!(light["rows"], rows);
    assert_eq!(light["pictures"], 2, "scatter plot and timeline");
    assert_eq!(light["more"], 60);

    let mut wanted: Vec<(u64, &str)> = profile
        .tasks
        .rows
        .iter()
        .map(|row| (row.evaluations, row.id.as_str()))
        .collect();
    wanted.sort();
    let ids: Vec<&str> = wanted.iter().map(|&(_, id)| id).collect();
    let down: Vec<&str> = ids.iter().rev().copied().collect();
    assert_eq!(light["by_calls"]["focused"], true);
    assert_eq!(light["by_calls"]["sort"], "descending");
    assert_eq!(light["by_calls"]["arrow"], "\"▼\"");
    assert_eq!(light["by_calls"]["rows"], json!(down[..20]));
    assert_eq!(light["by_calls_again"]["sort"], "ascending");
    assert_eq!(light["by_calls_again"]["arrow"], "\"▲\"");
    assert_eq!(light["by_calls_again"]["rows"], json!(ids[..20]));
    // Names are sorted as people count: t2 before t10.
    let named = light["by_name"]["rows"].as_array().unwrap();
    assert_eq!(light["by_name"]["sort"], "ascending");
    let place = |id: &str| named.iter().position(|name| name == id).unwrap();
    assert!(place("t2") < place("t10"));

    let flame = light["flame"].as_array().unwrap();
    assert!(
        flame.contains(&json!("all")) && flame.contains(&json!(HOSTILE)),
        "{flame:?}"
    );
    let tip = light["tip"].as_str().unwrap();
    assert!(
        tip.starts_with("objects") && tip.contains("4.9 ms, 81.7 % of all"),
        "{tip}"
    );
    let zoomed = json!([["all", "100%"], ["batt", "100%"], ["objects", "100%"]]);
    let widths = light["zoomed"].as_array().unwrap();
    assert_eq!(json!(widths[..3]), zoomed);
    assert_eq!(
        widths.len(),
        4,
        "what objects calls, and no other: {widths:?}"
    );
}

#[test]
fn browser_shows_dark_where_dark_is_wanted() {
    // Three tasks at the same place: in the middle of the plot.
    let mut profile = sample(1);
    profile.tasks.rows = vec![profile.tasks.rows[0].clone(); 3];
    let (Some(light), Some(dark)) = (seen(&profile, false), seen(&profile, true)) else {
        return;
    };
    assert_ne!(light["background"], dark["background"]);
    assert_eq!(dark["rows"]["tasks"], 3);
    assert_eq!(dark["pictures"], 2);
    // One task is no plot.
    assert_eq!(seen(&sample(1), true).unwrap()["pictures"], 1);
    let said = |key: &str| dark[key].as_str().unwrap().to_owned();
    let on_scatter = "t0\n1.0 µs, 100.0 % of the time of all tasks\n";
    assert!(
        said("on_scatter").starts_with(on_scatter),
        "{}",
        said("on_scatter")
    );
    assert_eq!(
        said("on_timeline"),
        "batt t0\n400.0 µs, from 0 ns\nworker 1"
    );
}

#[test]
fn browser_shows_nothing_and_ten_thousand_tasks() {
    let Some(nothing) = seen(&Profile::default(), false) else {
        return;
    };
    assert_eq!(nothing["heading"], "No tasks");
    assert_eq!(nothing["device"], Value::Null);
    assert_eq!(nothing["rows"]["tasks"], 0);
    let many = seen(&sample(10_000), false).unwrap();
    assert_eq!(many["rows"]["tasks"], 20);
    assert_eq!(many["more"], 1_020);
    assert_eq!(
        many["by_calls"]["rows"][0], "t2857",
        "7 x 2857 = 19999, the most above a multiple of 10000"
    );
}

#[test]
fn browser_shows_that_answers_changed() {
    let mut profile = sample(3);
    profile.truth.differing = vec!["t1".to_owned()];
    profile.verdict.refused = Some("the answers differ (t1)".to_owned());
    let Some(outcome) = seen(&profile, false) else {
        return;
    };
    let heading = outcome["heading"].as_str().unwrap();
    assert!(
        heading.starts_with("Profiling changed the answers"),
        "{heading}"
    );
}
