//! Detection of what a terminal can show.

use arcbatt::render::{Charset, ColorMode, Style};

/// Environment variables and their values.
type Env<'a> = &'a [(&'a str, &'a str)];

fn detect(is_terminal: bool, env: Env<'_>) -> Style {
    Style::detect(is_terminal, |name| {
        let found = env.iter().find(|(n, _)| *n == name);
        found.map(|(_, value)| (*value).to_owned())
    })
}

#[test]
fn colors() {
    use ColorMode::{Ansi16, Ansi256, None, TrueColor};
    let true_color = ("COLORTERM", "truecolor");
    let xterm = ("TERM", "xterm-256color");
    let cases: &[(bool, Env<'_>, ColorMode)] = &[
        (true, &[xterm, true_color], TrueColor),
        (
            true,
            &[("TERM", "xterm"), ("COLORTERM", "24bit")],
            TrueColor,
        ),
        (true, &[("TERM", "xterm-direct")], TrueColor),
        (true, &[("WT_SESSION", "1")], TrueColor),
        (true, &[xterm], Ansi256),
        (true, &[("TERM", "linux")], Ansi16),
        (true, &[("TERM", "xterm"), ("COLORTERM", "1")], Ansi16),
        (true, &[("TERM", "dumb"), true_color], None),
        (true, &[], None),
        (true, &[xterm, ("CLICOLOR", "0")], None),
        (true, &[xterm, ("CLICOLOR", "1")], Ansi256),
        (false, &[xterm, true_color], None),
        (true, &[xterm, ("NO_COLOR", "1")], None),
        (true, &[xterm, ("NO_COLOR", "0")], None),
        (true, &[xterm, ("NO_COLOR", "")], Ansi256),
        (
            true,
            &[xterm, ("NO_COLOR", "1"), ("CLICOLOR_FORCE", "1")],
            None,
        ),
        (false, &[xterm, ("CLICOLOR_FORCE", "1")], Ansi256),
        (false, &[xterm, ("CLICOLOR_FORCE", "0")], None),
        (false, &[xterm, ("CLICOLOR_FORCE", "")], None),
        (false, &[("TERM", "dumb"), ("CLICOLOR_FORCE", "1")], Ansi16),
        (false, &[("CLICOLOR_FORCE", "1")], Ansi16),
    ];
    for &(is_terminal, env, expected) in cases {
        let got = detect(is_terminal, env).color;
        assert_eq!(got, expected, "terminal: {is_terminal}, {env:?}");
    }
}

#[test]
fn characters() {
    use Charset::{Ascii, Unicode};
    let cases: &[(Env<'_>, Charset)] = &[
        (&[], Unicode),
        (&[("LANG", "en_US.UTF-8")], Unicode),
        (&[("LANG", "C.utf8")], Unicode),
        (&[("LANG", "C")], Ascii),
        (&[("LANG", "de_DE.ISO-8859-1")], Ascii),
        (&[("LANG", "C"), ("LC_ALL", "C.UTF-8")], Unicode),
        (&[("LANG", "C.UTF-8"), ("LC_CTYPE", "POSIX")], Ascii),
        (&[("LANG", "C.UTF-8"), ("LC_ALL", "")], Unicode),
    ];
    for &(env, expected) in cases {
        assert_eq!(detect(true, env).charset, expected, "{env:?}");
    }
}
