//! Writing answers and files.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use tumble_pipeline::file;

/// Whether a path is `-`, for standard input or output, or a name of standard output: what is written there follows what is printed, which
/// it would overwrite if it were opened again.
pub fn is_standard(path: &Path) -> bool {
    ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].iter().any(|name| path.as_os_str() == *name)
}

/// Writes a text to standard output. The error names it.
///
/// # Errors
/// Those of the file, or of standard output.
pub fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    written.map_err(|error| io::Error::new(error.kind(), format!("standard output: {error}")))
}

/// Writes a line to standard error, in colour only on a terminal. A failure to write it is ignored: the answer matters more.
pub fn note(line: impl std::fmt::Display) {
    let _ = writeln!(anstream::stderr(), "{line}");
}

/// Writes a file; `-` is standard output. The error names the file.
///
/// # Errors
/// Those of the file, or of standard output.
pub fn write(path: &Path, text: &str) -> io::Result<()> {
    write_bytes(path, text.as_bytes())
}

/// Like `write`, for bytes.
///
/// # Errors
/// Those of the file, or of standard output.
pub fn write_bytes(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_by(path, |out| out.write_all(bytes))
}

/// Like `write`, for text that a function writes.
///
/// # Errors
/// Those of the file, or of standard output.
pub fn write_by(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    if is_standard(path) {
        let mut out = BufWriter::new(io::stdout().lock());
        write(&mut out)?;
        return out.flush();
    }
    file::write(path, write)
}
