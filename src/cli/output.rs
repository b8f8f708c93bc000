//! Writing answers and files.

use std::io::Write as _;
use std::path::Path;

use super::failure::Failure;

/// Writes a text to standard output.
pub(super) fn print(text: &str) -> Result<(), Failure> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// Writes a line to standard error. When nobody reads it any more, the answer is still worth having.
pub(super) fn note(line: impl std::fmt::Display) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// Writes a file; `-` is standard output.
pub(super) fn write(path: &Path, text: &str) -> Result<(), Failure> {
    if path.as_os_str() == "-" {
        return print(text);
    }
    std::fs::write(path, text).map_err(|e| Failure::usage(format!("{}: {e}", path.display())))
}
