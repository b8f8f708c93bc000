//! The output of a process, line by line.

use std::io::{BufRead as _, BufReader, PipeReader, Read as _};

/// The most bytes of a line; the rest of a longer line is another line.
const LONGEST: u64 = 1 << 16;

/// Passes each line to `hear`, its end included, until the output closes or `hear` returns false.
pub(super) fn each_line(output: PipeReader, mut hear: impl FnMut(&[u8]) -> bool) {
    let mut output = BufReader::new(output);
    let mut line = Vec::new();
    while output.by_ref().take(LONGEST).read_until(b'\n', &mut line).is_ok_and(|read| read > 0) && hear(&line) {
        line.clear();
    }
}

/// A line as text, without its end.
pub(super) fn text(line: &[u8]) -> String {
    String::from_utf8_lossy(line).trim_end().to_owned()
}
