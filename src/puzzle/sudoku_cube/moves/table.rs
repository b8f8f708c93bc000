//! The two-phase solver's tables: built once, kept on disk in the user's cache directory.
//!
//! The file is a head (what it is, length and checksum of the rest) and the tables as the solver writes them. A file that is damaged
//! or foreign is built anew; a new one is written beside it and moved into its place, so that no reader sees half of it. Without a
//! cache directory, or when it cannot be written, the tables are built for each process: that takes half a second.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use kewb::DataTable;
use kewb::fs::{decode_table, write_table};

/// The first bytes of the file; the version is that of the solver's tables.
const MAGIC: &[u8; 16] = b"tumble kewb 0.4\n";
/// Bytes of the head: magic, length, checksum.
const HEAD: usize = MAGIC.len() + 16;
/// No file is as large; a larger one is foreign.
const MAX_BYTES: u64 = 64 << 20;

/// The tables, read or built once.
pub(super) fn shared() -> &'static DataTable {
    static TABLE: OnceLock<DataTable> = OnceLock::new();
    TABLE.get_or_init(|| match cache_directory() {
        Some(directory) => cached(&directory),
        None => DataTable::default(),
    })
}

/// The user's cache directory, where the system has one.
fn cache_directory() -> Option<PathBuf> {
    let named = |variable: &str| std::env::var_os(variable).map(PathBuf::from).filter(|path| path.is_absolute());
    let base = if cfg!(windows) {
        named("LOCALAPPDATA")
    } else if cfg!(target_os = "macos") {
        named("HOME").map(|home| home.join("Library/Caches"))
    } else {
        named("XDG_CACHE_HOME").or_else(|| named("HOME").map(|home| home.join(".cache")))
    };
    base.map(|base| base.join("tumble"))
}

/// The tables in a directory's file, which is built where it is missing or wrong.
fn cached(directory: &Path) -> DataTable {
    let path = directory.join("two-phase.table");
    read(&path).or_else(|| build(directory, &path)).unwrap_or_default()
}

/// FNV-1a, 64 bits: against damage, not against malice.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

fn head(tables: &[u8]) -> Vec<u8> {
    [&MAGIC[..], &(tables.len() as u64).to_le_bytes(), &checksum(tables).to_le_bytes()].concat()
}

/// The tables of a file, unless it is not exactly what was written.
fn read(path: &Path) -> Option<DataTable> {
    if std::fs::metadata(path).ok()?.len() > MAX_BYTES {
        return None;
    }
    let bytes = std::fs::read(path).ok()?;
    let (found, tables) = bytes.split_at_checked(HEAD)?;
    if found != head(tables) {
        return None;
    }
    decode_table(tables).ok()
}

/// Builds the tables and puts them into the file, if that can be written.
fn build(directory: &Path, path: &Path) -> Option<DataTable> {
    std::fs::create_dir_all(directory).ok()?;
    // Two processes that build at once have two files.
    let mut new = tempfile_in(directory)?;
    let tables = write_table(&new.path).ok().and_then(|()| std::fs::read(&new.path).ok())?;
    let table = decode_table(&tables).ok()?;
    let written = std::fs::File::create(&new.path).and_then(|mut file| {
        file.write_all(&head(&tables))?;
        file.write_all(&tables)?;
        file.sync_all()
    });
    if written.is_ok() && std::fs::rename(&new.path, path).is_ok() {
        new.is_moved = true;
    }
    Some(table)
}

/// A file that is removed unless it was moved.
struct Temporary {
    path: PathBuf,
    is_moved: bool,
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if !self.is_moved {
            // It may never have been written.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

/// A file of this process, which nobody else had before.
fn tempfile_in(directory: &Path) -> Option<Temporary> {
    let name = |n: u32| directory.join(format!("two-phase.{}.{n}.new", std::process::id()));
    let path = (0..100).map(name).find(|path| std::fs::File::create_new(path).is_ok())?;
    Some(Temporary { path, is_moved: false })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_damaged_or_foreign_file_is_built_anew() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("two-phase.table");
        assert!(read(&path).is_none());
        cached(directory.path());
        let good = std::fs::read(&path).unwrap();
        assert!(read(&path).is_some());
        let mut flipped = good.clone();
        flipped[good.len() / 2] ^= 1;
        for bad in [&b""[..], b"something else", &good[..good.len() - 1], &flipped] {
            std::fs::write(&path, bad).unwrap();
            assert!(read(&path).is_none());
        }
        cached(directory.path());
        assert_eq!(std::fs::read(&path).unwrap(), good);
        assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 1, "no temporary file is left");
    }
}
