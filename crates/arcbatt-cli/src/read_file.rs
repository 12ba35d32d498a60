//! Reads text files that the user names, with a size limit and clear errors.

use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::path::Path;

/// The largest file, in MiB; a batt of several million candidates fits.
const MOST_MIB: u64 = 512;

/// Opens a file for reading.
pub fn open(path: &Path) -> io::Result<File> {
    let words = |error: io::Error| match error.kind() {
        ErrorKind::NotFound => io::Error::new(ErrorKind::NotFound, "no such file"),
        ErrorKind::PermissionDenied => {
            io::Error::new(ErrorKind::PermissionDenied, "permission denied")
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

/// Reads the text of a file.
pub fn read_text(path: &Path) -> io::Result<String> {
    text_of(open(path)?)
}

/// Reads all text of a reader, up to the size limit.
pub fn text_of(reader: impl Read) -> io::Result<String> {
    read_at_most(reader, MOST_MIB << 20)
}

fn read_at_most(reader: impl Read, most: u64) -> io::Result<String> {
    let mut bytes = Vec::new();
    reader.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let message = format!("larger than the limit of {MOST_MIB} MiB");
        return Err(io::Error::new(ErrorKind::FileTooLarge, message));
    }
    String::from_utf8(bytes).map_err(|error| {
        let at = error.utf8_error().valid_up_to();
        let message = format!("not UTF-8 text (byte {at})");
        io::Error::new(ErrorKind::InvalidData, message)
    })
}

/// Whether it is a file that starts like this. Pipes are not read: their content would be lost.
pub fn starts_with(path: &Path, magic: &[u8]) -> bool {
    if !path.is_file() {
        return false;
    }
    let mut start = vec![0; magic.len()];
    let read = File::open(path).and_then(|mut file| file.read_exact(&mut start));
    read.is_ok() && start == magic
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endless_input_and_binary_files_are_rejected() {
        let error = read_at_most(io::repeat(b'x'), 1000).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::FileTooLarge);
        let error = read_at_most(&b"ab\xff"[..], 3).unwrap_err();
        assert_eq!(error.to_string(), "not UTF-8 text (byte 2)");
        assert_eq!(read_at_most(&b"abc"[..], 3).unwrap(), "abc");
    }
}
