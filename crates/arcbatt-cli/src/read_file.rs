//! Text files that the user names: read within bounds, and what is wrong told in words.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// The largest file that is read, in MiB: several million candidates as a batt.
const MOST_MIB: u64 = 512;

/// Opens a file to read it.
pub fn open(path: &Path) -> io::Result<File> {
    let words = |error: io::Error| match error.kind() {
        ErrorKind::NotFound => io::Error::new(ErrorKind::NotFound, "no such file"),
        ErrorKind::PermissionDenied => {
            io::Error::new(ErrorKind::PermissionDenied, "you may not read it")
        }
        _ => error,
    };
    let file = File::open(path).map_err(words)?;
    match file.metadata()?.is_dir() {
        true => Err(io::Error::new(
            ErrorKind::IsADirectory,
            "it is a folder; name a file",
        )),
        false => Ok(file),
    }
}

/// The text of a file.
pub fn read_text(path: &Path) -> io::Result<String> {
    text_of(open(path)?)
}

/// All that a reader has, if it is text and no more than a file may have.
pub fn text_of(reader: impl Read) -> io::Result<String> {
    read_at_most(reader, MOST_MIB << 20)
}

fn read_at_most(reader: impl Read, most: u64) -> io::Result<String> {
    let mut bytes = Vec::new();
    reader.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let message = format!("larger than {MOST_MIB} MiB, the most that is read");
        return Err(io::Error::new(ErrorKind::FileTooLarge, message));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let message = format!("not UTF-8 text (byte {at})");
        io::Error::new(ErrorKind::InvalidData, message)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endless_input_and_bytes_that_are_no_text_are_told() {
        let error = read_at_most(io::repeat(b'x'), 1000).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::FileTooLarge);
        let error = read_at_most(&b"ab\xff"[..], 3).unwrap_err();
        assert_eq!(error.to_string(), "not UTF-8 text (byte 2)");
        assert_eq!(read_at_most(&b"abc"[..], 3).unwrap(), "abc");
    }
}
