//! The file of records: a line of JSON for each run, which survives kills.
//!
//! A line is written by one call and then made to reach the disk, so that a kill or a power cut loses at most the line at hand. Such a
//! torn line is dropped when the file is opened again, and its run is made again. A file of other lines is refused and left as it is.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::de::IgnoredAny;

use super::record::Record;
use super::setting::Setting;
use tumble_model::text;

/// The suffixes of files of lines of JSON. A name without a suffix is accepted too.
const SUFFIXES: [&str; 2] = ["jsonl", "ndjson"];
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
    /// Its suffix is that of another format.
    #[error("{}: records are lines of JSON, and go to a .jsonl file", path.display())]
    Suffix {
        /// The file.
        path: PathBuf,
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
    /// The end of the last whole record, in bytes.
    end: u64,
}

/// The contents of an opened file.
#[derive(Debug)]
pub struct Opened {
    /// The file.
    pub journal: Journal,
    /// Its records, each run once.
    pub records: Vec<Record>,
    /// Whether its last line was torn, and was dropped.
    pub is_torn: bool,
}

impl Journal {
    /// Opens a file, or creates it.
    ///
    /// # Errors
    /// When the name has the suffix of another format, and when the file cannot be used, is in use, or has other lines than records: it is
    /// then left as it is.
    pub fn open(path: &Path) -> Result<Opened, JournalError> {
        if path.extension().is_some_and(|suffix| !SUFFIXES.iter().any(|known| suffix.eq_ignore_ascii_case(known))) {
            return Err(JournalError::Suffix { path: path.to_owned() });
        }
        let of = |error| JournalError::Io { path: path.to_owned(), error };
        let options = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = options.map_err(of)?;
        if !file.metadata().map_err(of)?.is_file() {
            return Err(of(io::Error::other("records are read again, and need a file for that")));
        }
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
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(of)?;
        let Lines { records, end, is_torn, lacks_end } = parse(path, &bytes)?;
        if is_torn {
            file.set_len(end).map_err(of)?;
        }
        file.seek(SeekFrom::Start(end)).map_err(of)?;
        let mut journal = Self { file, path: path.to_owned(), end };
        if lacks_end {
            journal.write("\n")?;
        }
        Ok(Opened { journal, records: each_once(records).0, is_torn })
    }

    /// Adds a record.
    ///
    /// # Errors
    /// When it cannot be written: the file then ends with the record before, as far as the system allows.
    pub fn add(&mut self, record: &Record) -> Result<(), JournalError> {
        self.write(&format!("{record}\n"))
    }

    fn write(&mut self, text: &str) -> Result<(), JournalError> {
        let written = self.file.write_all(text.as_bytes()).and_then(|()| self.file.sync_data());
        if written.is_ok() {
            self.end += text.len() as u64;
        } else {
            let _ = self.file.set_len(self.end).and_then(|()| self.file.seek(SeekFrom::Start(self.end)));
        }
        written.map_err(|error| JournalError::Io { path: self.path.clone(), error })
    }
}

/// The records in a file, which another run may be adding to, each run once.
///
/// # Errors
/// When it cannot be read, or has other lines than records.
pub fn read(path: &Path) -> Result<Vec<Record>, JournalError> {
    let bytes = std::fs::read(path).map_err(|error| JournalError::Io { path: path.to_owned(), error })?;
    // A torn line may end within a character: then the lines are read as they are.
    let bytes = text::read(&bytes).map_or(bytes, String::into_bytes);
    Ok(each_once(parse(path, &bytes)?.records).0)
}

/// One record for each run, and the number of records that are left out. The first record of a run counts, unless the run failed and was
/// made again: then the next record counts.
pub fn each_once(records: Vec<Record>) -> (Vec<Record>, usize) {
    let all = records.len();
    let mut places: BTreeMap<Setting, usize> = BTreeMap::new();
    let mut list: Vec<Record> = Vec::with_capacity(all);
    for record in records {
        match places.get(&record.setting) {
            Some(&place) if list[place].has_failed() => list[place] = record,
            Some(_) => {}
            None => {
                places.insert(record.setting.clone(), list.len());
                list.push(record);
            }
        }
    }
    let left_out = all - list.len();
    (list, left_out)
}

/// The beginning of every record.
const BEGINNING: &[u8] = b"{\"format_version\":";

/// The lines of a file.
struct Lines {
    records: Vec<Record>,
    /// The end of the last whole record, in bytes.
    end: u64,
    /// Whether a torn line follows it.
    is_torn: bool,
    /// Whether the last whole record lacks its end of line.
    lacks_end: bool,
}

/// A last line without an end is a whole record, or a torn record. It is a torn record if it is no whole JSON and follows a record, or
/// begins as a record does.
fn parse(path: &Path, bytes: &[u8]) -> Result<Lines, JournalError> {
    let malformed = |line: usize, why: String| JournalError::Malformed { path: path.to_owned(), line, why };
    let mut lines = Lines { records: Vec::new(), end: bytes.len() as u64, is_torn: false, lacks_end: false };
    let mut end = 0;
    for (i, line) in bytes.split_inclusive(|&byte| byte == b'\n').enumerate() {
        let start = end;
        end += line.len();
        if line.trim_ascii().is_empty() {
            continue;
        }
        let is_last = !line.ends_with(b"\n");
        match serde_json::from_slice(line) {
            Ok(record) => {
                lines.records.push(record);
                lines.lacks_end = is_last;
            }
            Err(error) => {
                let is_ours = !lines.records.is_empty() || line.starts_with(BEGINNING);
                if !is_last || !is_ours || serde_json::from_slice::<IgnoredAny>(line).is_ok() {
                    return Err(malformed(i + 1, error.to_string()));
                }
                (lines.end, lines.is_torn) = (start as u64, true);
            }
        }
    }
    Ok(lines)
}
