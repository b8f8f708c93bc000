//! The file of records: a line of JSON for each run, which survives kills.
//!
//! A line is written by one call and then made to reach the disk, so that a kill or a power cut loses at most the line at hand. Such a
//! torn line is dropped when the file is opened again, and its run is made again.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use super::record::Record;

/// How long a file that is in use is waited for.
const PATIENCE: Duration = Duration::from_secs(2);
/// The pause between two looks at it.
const PAUSE: Duration = Duration::from_millis(50);

/// Why there is no journal.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    /// The file cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// Another program has it open.
    #[error("{} is in use by another run of tumble: give each run a file of its own, and merge them", path.display())]
    InUse {
        /// The file.
        path: PathBuf,
    },
    /// A line is not a record.
    #[error("{}, line {line}: not a record of a run: {why}", path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        why: String,
    },
}

/// A file to which records are added.
#[derive(Debug)]
pub struct Journal {
    file: File,
    path: PathBuf,
}

impl Journal {
    /// Opens a file, or creates it: the records that it has, and whether its last line was torn and is dropped.
    ///
    /// # Errors
    /// When the file cannot be used, is in use, or has other lines than records.
    pub fn open(path: &Path) -> Result<(Self, Vec<Record>, bool), JournalError> {
        let of = |error| JournalError::Io { path: path.to_owned(), error };
        let options = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = options.map_err(of)?;
        let start = Instant::now();
        loop {
            match file.try_lock() {
                Ok(()) => break,
                // A program that was killed may leave the beginnings of a solver's process, which hold the lock for a moment.
                Err(TryLockError::WouldBlock) if start.elapsed() < PATIENCE => std::thread::sleep(PAUSE),
                Err(TryLockError::WouldBlock) => return Err(JournalError::InUse { path: path.to_owned() }),
                Err(TryLockError::Error(error)) => return Err(of(error)),
            }
        }
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(of)?;
        let whole = whole_lines(&text);
        let records = parse(path, whole)?;
        file.set_len(whole.len() as u64).map_err(of)?;
        file.seek(SeekFrom::Start(whole.len() as u64)).map_err(of)?;
        Ok((Self { file, path: path.to_owned() }, records, whole.len() < text.len()))
    }

    /// Adds a record.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add(&mut self, record: &Record) -> Result<(), JournalError> {
        let line = format!("{record}\n");
        let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.sync_data());
        written.map_err(|error| JournalError::Io { path: self.path.clone(), error })
    }
}

/// The records in a file, which another run may be adding to.
///
/// # Errors
/// When it cannot be read, or has other lines than records.
pub fn read(path: &Path) -> Result<Vec<Record>, JournalError> {
    let text = std::fs::read_to_string(path).map_err(|error| JournalError::Io { path: path.to_owned(), error })?;
    parse(path, whole_lines(&text))
}

/// A text without a last line that has no end.
fn whole_lines(text: &str) -> &str {
    &text[..text.rfind('\n').map_or(0, |end| end + 1)]
}

fn parse(path: &Path, text: &str) -> Result<Vec<Record>, JournalError> {
    let record = |(i, line): (usize, &str)| {
        let malformed = |error: serde_json::Error| JournalError::Malformed {
            path: path.to_owned(),
            line: i + 1,
            why: error.to_string(),
        };
        serde_json::from_str(line).map_err(malformed)
    };
    text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).map(record).collect()
}
