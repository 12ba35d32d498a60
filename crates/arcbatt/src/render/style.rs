//! The colours and characters of a terminal, and their detection.

/// The colours that a terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColorMode {
    /// No colour: cells are characters.
    None,
    /// The 16 basic colours.
    Ansi16,
    /// The 256 colours of xterm.
    Ansi256,
    /// 24 bits per colour.
    TrueColor,
}

/// The characters that a terminal can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Charset {
    /// ASCII only.
    Ascii,
    /// Block elements and arrows too.
    Unicode,
}

/// The size of a coloured cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellSize {
    /// Half a character, if the character set and the picture allow it.
    Small,
    /// Two characters side by side.
    Large,
}

/// How to draw on a terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// Colours to use.
    pub color: ColorMode,
    /// Characters to use.
    pub charset: Charset,
    /// Size of coloured cells.
    pub cells: CellSize,
}

impl Style {
    /// Readable characters without colour: for pipes and files.
    pub const PLAIN: Self = Self {
        color: ColorMode::None,
        charset: Charset::Unicode,
        cells: CellSize::Small,
    };

    /// The style for a stream; `env` looks up variables, as `|name| std::env::var(name).ok()` does.
    ///
    /// `NO_COLOR` forbids colour; else `CLICOLOR_FORCE` demands it, even without a terminal. A
    /// terminal gets it unless `TERM=dumb` or `CLICOLOR=0`. `COLORTERM` and `TERM` give the number
    /// of colours; `LC_ALL`, `LC_CTYPE` and `LANG` the character set.
    ///
    /// ```
    /// use arcbatt::render::{ColorMode, Style};
    /// let env = |name: &str| (name == "COLORTERM").then(|| "truecolor".to_owned());
    /// assert_eq!(Style::detect(true, env).color, ColorMode::TrueColor);
    /// assert_eq!(Style::detect(false, env).color, ColorMode::None);
    /// ```
    pub fn detect(is_terminal: bool, env: impl Fn(&str) -> Option<String>) -> Self {
        // A variable that is set but empty counts as not set.
        let var = |name: &str| env(name).filter(|value| !value.is_empty());
        let forced = var("CLICOLOR_FORCE").is_some_and(|v| v != "0");
        let wanted = is_terminal && var("CLICOLOR").is_none_or(|v| v != "0");
        let color = if var("NO_COLOR").is_some() {
            ColorMode::None
        } else if forced {
            match depth(&var) {
                ColorMode::None => ColorMode::Ansi16,
                depth => depth,
            }
        } else if wanted {
            depth(&var)
        } else {
            ColorMode::None
        };
        Self {
            color,
            charset: charset(&var),
            cells: CellSize::Small,
        }
    }
}

fn depth(var: &impl Fn(&str) -> Option<String>) -> ColorMode {
    let term = var("TERM").unwrap_or_default();
    let claimed = var("COLORTERM").unwrap_or_default();
    let true_color = claimed == "truecolor"
        || claimed == "24bit"
        || term.ends_with("-direct")
        // Windows Terminal sets no TERM and shows all colours.
        || term.is_empty() && var("WT_SESSION").is_some();
    if term == "dumb" {
        ColorMode::None
    } else if true_color {
        ColorMode::TrueColor
    } else if term.contains("256color") {
        ColorMode::Ansi256
    } else if term.is_empty() && claimed.is_empty() {
        ColorMode::None
    } else {
        ColorMode::Ansi16
    }
}

fn charset(var: &impl Fn(&str) -> Option<String>) -> Charset {
    // The first that is set decides, as in setlocale; with none set, today's terminals know UTF-8.
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .iter()
        .find_map(|name| var(name));
    let utf8 = locale.is_none_or(|locale| {
        let locale = locale.to_ascii_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    });
    if utf8 {
        Charset::Unicode
    } else {
        Charset::Ascii
    }
}
