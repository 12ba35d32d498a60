//! Pictures for terminals and notebooks.

use arcbatt::{Sheet, Style};
use pyo3::prelude::*;

/// A sheet as text for the standard output: in colour on a terminal.
pub fn text(py: Python<'_>, sheet: &Sheet) -> String {
    let is_terminal = || -> PyResult<bool> {
        let stdout = py.import("sys")?.getattr("stdout")?;
        stdout.call_method0("isatty")?.extract()
    };
    let columns = || -> PyResult<usize> {
        let size = py.import("shutil")?.call_method0("get_terminal_size")?;
        size.getattr("columns")?.extract()
    };
    let env = |name: &str| std::env::var(name).ok();
    let style = Style::detect(is_terminal().unwrap_or(false), env);
    let text = sheet.to_text(&style, columns().unwrap_or(80).max(20));
    text.trim_end_matches('\n').to_owned()
}

/// A sheet as HTML for a notebook; it can be read on light and on dark pages.
pub fn html(sheet: &Sheet) -> String {
    in_page(&sheet.to_inline_svg())
}

/// An SVG element that is as wide as the page at most.
pub fn in_page(svg: &str) -> String {
    let style = "<svg style=\"max-width:100%;height:auto\" ";
    svg.replacen("<svg ", style, 1)
}

/// Text for HTML.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// A table for a notebook.
pub fn table(head: &[&str], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let mut html = String::from("<table><thead><tr>");
    for cell in head {
        html.push_str(&format!("<th style=\"text-align:left\">{cell}</th>"));
    }
    html.push_str("</tr></thead><tbody>");
    for row in rows {
        html.push_str("<tr>");
        for cell in row {
            html.push_str(&format!("<td style=\"text-align:left\">{cell}</td>"));
        }
        html.push_str("</tr>");
    }
    html.push_str("</tbody></table>");
    html
}
