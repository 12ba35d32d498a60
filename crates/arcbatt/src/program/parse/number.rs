//! Parses integers in Python's notation.

/// The value of a number, or a message that says what is wrong and what is allowed.
pub(super) fn whole_number(text: &str, negative: bool) -> Result<i64, &'static str> {
    const WHOLE: &str = "only whole numbers can be written, such as `7`, `-1` or `0x1f`: use one";
    const LARGE: &str = "a number fits into 64 bits: use a smaller one";
    let (digits, base) = match text.get(..2) {
        Some("0x" | "0X") => (&text[2..], 16),
        Some("0o" | "0O") => (&text[2..], 8),
        Some("0b" | "0B") => (&text[2..], 2),
        _ => (text, 10),
    };
    let mut value: i128 = 0;
    let mut gap = base == 10;
    for byte in digits.bytes() {
        if byte == b'_' {
            // One underscore between digits, or behind the base.
            if gap {
                return Err(WHOLE);
            }
            gap = true;
            continue;
        }
        gap = false;
        let digit = (byte as char).to_digit(base).ok_or(WHOLE)?;
        // Past 64 bits the exact value does not matter.
        value = (value * i128::from(base) + i128::from(digit)).min(1 << 80);
    }
    if gap || digits.is_empty() {
        return Err(WHOLE);
    }
    if base == 10 && value != 0 && digits.starts_with('0') {
        return Err("Python has no numbers with zeros before them: remove the zeros");
    }
    i64::try_from(if negative { -value } else { value }).map_err(|_| LARGE)
}

#[cfg(test)]
mod tests {
    use super::whole_number;

    #[test]
    fn numbers_read_as_in_python() {
        let good = [
            ("0", 0),
            ("00", 0),
            ("0_0", 0),
            ("7", 7),
            ("1_000", 1000),
            ("0x1F", 31),
            ("0X_ff", 255),
            ("0b101", 5),
            ("0o17", 15),
            ("9223372036854775807", i64::MAX),
        ];
        for (text, value) in good {
            assert_eq!(whole_number(text, false), Ok(value), "{text}");
            assert_eq!(whole_number(text, true), Ok(-value), "-{text}");
        }
        assert_eq!(whole_number("9223372036854775808", true), Ok(i64::MIN));
        assert!(whole_number("9223372036854775808", false).is_err());
        for text in [
            "007", "0_7", "1_", "1__0", "0x", "0x_", "0xg", "0b2", "1.0", "1e5", "1j", "2x", ".5",
        ] {
            assert!(whole_number(text, false).is_err(), "{text}");
        }
    }
}
