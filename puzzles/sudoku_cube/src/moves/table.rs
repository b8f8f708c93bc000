//! The two-phase solver's tables: built once, kept on disk in the user's cache directory.
//!
//! The file is a header (format, length and checksum of the tables) followed by the tables as the solver writes them. A damaged or foreign
//! file is rebuilt: the new file is written next to it and renamed, so that no reader sees a partial file. Without a cache
//! directory, or if it cannot be written, the tables are built in each process, which takes half a second.

use std::io::{self, Seek as _, Write as _};
use std::path::Path;
use std::sync::OnceLock;

use directories::ProjectDirs;
use kewb::DataTable;
use kewb::fs::{decode_table, write_table};
use tempfile::NamedTempFile;

/// The first bytes of the file: the version of the solver's tables and of this head.
const MAGIC: &[u8; 18] = b"tumble kewb 0.4 2\n";
/// Bytes of the head: magic, length, CRC-32.
const HEAD: usize = MAGIC.len() + 8 + 4;
/// The tables take less than this; a larger file is foreign.
const MAX_BYTES: u64 = 64 << 20;

/// The tables, read or built once.
pub(super) fn shared() -> &'static DataTable {
    static TABLE: OnceLock<DataTable> = OnceLock::new();
    TABLE.get_or_init(|| match ProjectDirs::from("", "", "tumble") {
        Some(directories) => cached(directories.cache_dir()),
        None => DataTable::default(),
    })
}

/// The tables in a directory's file, which is built if it is missing or wrong.
fn cached(directory: &Path) -> DataTable {
    let path = directory.join("two-phase.table");
    read(&path).or_else(|| build(directory, &path)).unwrap_or_default()
}

/// The header of these tables. The checksum protects against damage, not against tampering.
fn head(tables: &[u8]) -> Vec<u8> {
    [&MAGIC[..], &(tables.len() as u64).to_le_bytes(), &crc32fast::hash(tables).to_le_bytes()].concat()
}

/// The tables of a file; `None` if it is not exactly what was written.
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

/// Builds the tables and writes them to the file if possible; `None` if the directory cannot be written.
fn build(directory: &Path, path: &Path) -> Option<DataTable> {
    std::fs::create_dir_all(directory).ok()?;
    // Two processes that build at once have two files. One that is not moved is removed.
    let file = NamedTempFile::new_in(directory).ok()?;
    // The solver writes its tables to a path and nowhere else.
    write_table(file.path()).ok()?;
    let tables = std::fs::read(file.path()).ok()?;
    let table = decode_table(&tables).ok()?;
    // If the file cannot be kept, there is no cache, but the tables are valid all the same.
    let _ = keep(file, &tables, path);
    Some(table)
}

/// Writes head and tables and moves the file into its place.
fn keep(mut file: NamedTempFile, tables: &[u8], path: &Path) -> io::Result<()> {
    file.as_file_mut().set_len(0)?;
    file.rewind()?;
    file.write_all(&head(tables))?;
    file.write_all(tables)?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
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
        // As version 0.1.0 wrote it: another head.
        let old = [b"tumble kewb 0.4\n", &good[HEAD - 16..]].concat();
        for bad in [&b""[..], b"something else", &good[..good.len() - 1], &flipped, &old] {
            std::fs::write(&path, bad).unwrap();
            assert!(read(&path).is_none());
        }
        cached(directory.path());
        assert_eq!(std::fs::read(&path).unwrap(), good);
        assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 1, "no temporary file is left");
    }

    #[test]
    fn several_that_begin_at_once_leave_one_good_file() {
        let directory = tempfile::tempdir().unwrap();
        std::thread::scope(|scope| {
            for _ in 0..3 {
                scope.spawn(|| cached(directory.path()));
            }
        });
        assert!(read(&directory.path().join("two-phase.table")).is_some());
        assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 1, "no temporary file is left");
    }

    #[test]
    fn without_a_place_for_the_file_the_tables_are_built_all_the_same() {
        let directory = tempfile::tempdir().unwrap();
        // A file where the directory ought to be; a directory where the file ought to be.
        let file = directory.path().join("file");
        std::fs::write(&file, "in the way").unwrap();
        assert!(build(&file, &file.join("two-phase.table")).is_none());
        let taken = directory.path().join("two-phase.table");
        std::fs::create_dir(&taken).unwrap();
        assert!(build(directory.path(), &taken).is_some());
        assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 2, "no temporary file is left");
    }
}
