//! The text in bytes that come from outside: UTF-8 or UTF-16, with or without a byte-order mark, with any ends of lines. Everything that
//! reads such a text reads it here.

/// Why bytes are no text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NotText {
    /// They are packed: by what.
    #[error("it is packed by {0}: unpack it first")]
    Packed(&'static str),
    /// They have zeros as no text has.
    #[error("it is not a text: it has bytes that are 0")]
    Binary,
    /// They are in another encoding.
    #[error("line {line} is neither UTF-8 nor UTF-16: save the file as UTF-8")]
    Encoding {
        /// The first line that is wrong, from 1.
        line: usize,
    },
}

/// What the files of packers begin with.
const PACKED: [(&[u8], &str); 6] = [
    (b"\x1f\x8b", "gzip"),
    (b"BZh", "bzip2"),
    (b"\xfd7zXZ\0", "xz"),
    (b"\x28\xb5\x2f\xfd", "zstd"),
    (b"PK\x03\x04", "zip"),
    (b"7z\xbc\xaf\x27\x1c", "7-Zip"),
];

/// The byte-order mark.
const MARK: char = '\u{feff}';

/// The text in these bytes, as [`plain`] has it.
///
/// ```
/// use tumble_model::text::read;
/// assert_eq!(read(b"\xef\xbb\xbfx 1\r\n"), Ok("x 1\n".to_owned()));
/// assert_eq!(read(b"\xff\xfex\0 \x001\0"), Ok("x 1".to_owned()));
/// assert!(read(b"\x1f\x8b\x08").is_err());
/// ```
///
/// # Errors
/// When they are no text.
pub fn read(bytes: &[u8]) -> Result<String, NotText> {
    if let Some(&(_, packer)) = PACKED.iter().find(|(head, _)| bytes.starts_with(head)) {
        return Err(NotText::Packed(packer));
    }
    let text = match order(bytes) {
        Some(unit) => of_utf16(bytes, unit)?,
        None => of_utf8(bytes)?.to_owned(),
    };
    if text.contains('\0') {
        return Err(NotText::Binary);
    }
    Ok(plain(text))
}

/// A text without a byte-order mark, whose lines end with `\n` alone.
pub fn plain(mut text: String) -> String {
    if text.starts_with(MARK) {
        text.drain(..MARK.len_utf8());
    }
    if text.contains('\r') { text.replace("\r\n", "\n").replace('\r', "\n") } else { text }
}

/// The order of the two bytes of a UTF-16 unit.
type Order = fn([u8; 2]) -> u16;

/// The order of the bytes if they are UTF-16: by the mark, or because every second byte, and no other, is mostly 0.
fn order(bytes: &[u8]) -> Option<Order> {
    match bytes {
        [0xff, 0xfe, ..] => return Some(u16::from_le_bytes),
        [0xfe, 0xff, ..] => return Some(u16::from_be_bytes),
        _ => {}
    }
    let zeros = |first: usize| bytes.iter().skip(first).step_by(2).filter(|&&byte| byte == 0).count();
    let mostly = |zeros: usize| zeros > bytes.len() / 4;
    match (zeros(0), zeros(1)) {
        (0, second) if mostly(second) => Some(u16::from_le_bytes),
        (first, 0) if mostly(first) => Some(u16::from_be_bytes),
        _ => None,
    }
}

fn of_utf16(bytes: &[u8], unit: Order) -> Result<String, NotText> {
    let (pairs, rest) = bytes.as_chunks();
    let mut text = String::with_capacity(pairs.len());
    for character in char::decode_utf16(pairs.iter().map(|&pair| unit(pair))) {
        let character = character.map_err(|_| NotText::Encoding { line: line_after(&text) })?;
        text.push(character);
    }
    if rest.is_empty() { Ok(text) } else { Err(NotText::Encoding { line: line_after(&text) }) }
}

fn of_utf8(bytes: &[u8]) -> Result<&str, NotText> {
    std::str::from_utf8(bytes).map_err(|error| {
        let before = String::from_utf8_lossy(&bytes[..error.valid_up_to()]);
        if bytes.contains(&0) { NotText::Binary } else { NotText::Encoding { line: line_after(&before) } }
    })
}

/// The number of the line at the end of a text.
fn line_after(text: &str) -> usize {
    1 + text.matches('\n').count()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "puzzle = \"some-puzzle\"\n# Größe 3 × 3, 🎲\nrows = 3\n";

    /// A text as UTF-16, with or without the mark.
    fn utf16(text: &str, bytes: fn(u16) -> [u8; 2], mark: bool) -> Vec<u8> {
        let units = mark.then_some(0xfeff).into_iter().chain(text.encode_utf16());
        units.flat_map(bytes).collect()
    }

    #[test]
    fn a_text_is_the_same_in_each_encoding_with_and_without_a_mark_and_with_any_ends_of_lines() {
        for end in ["\n", "\r\n", "\r"] {
            let text = TEXT.replace('\n', end);
            assert_eq!(read(text.as_bytes()).as_deref(), Ok(TEXT));
            assert_eq!(read(format!("{MARK}{text}").as_bytes()).as_deref(), Ok(TEXT));
            for mark in [false, true] {
                for bytes in [u16::to_le_bytes, u16::to_be_bytes] {
                    assert_eq!(read(&utf16(&text, bytes, mark)).as_deref(), Ok(TEXT), "{end:?} {mark}");
                }
            }
        }
        assert_eq!(read(b"").as_deref(), Ok(""));
        assert_eq!(plain(format!("{MARK}a\r\nb")), "a\nb");
    }

    #[test]
    fn bytes_that_are_no_text_are_refused_with_what_they_are() {
        let cut = utf16(TEXT, u16::to_le_bytes, true);
        for (bytes, why) in [
            (&b"\x1f\x8b\x08\0\0"[..], NotText::Packed("gzip")),
            (b"PK\x03\x04\x14\0", NotText::Packed("zip")),
            (b"a\nb\nc\xe4\n", NotText::Encoding { line: 3 }),
            (&cut[..cut.len() - 1], NotText::Encoding { line: 3 }),
            (b"\xff\xfe\x00\xd8a\0", NotText::Encoding { line: 1 }),
            (b"\x7fELF\x02\x01\x01\0\0\0\0\0", NotText::Binary),
            (b"\x80\0\x81\0\0\0", NotText::Binary),
            (b"text\0", NotText::Binary),
            // UTF-32.
            (b"\xff\xfe\0\0a\0\0\0", NotText::Binary),
        ] {
            assert_eq!(read(bytes), Err(why), "{bytes:?}");
        }
    }
}
