//! The temporary folder that a program runs in. The folder is removed after the run. If tumble was killed, the next run removes the folder.

use std::fs::File;
use std::io;
use std::path::Path;
use std::time::{Duration, SystemTime};

use tempfile::TempDir;

/// The beginning of the names of these folders.
const PREFIX: &str = "tumble-run-";
/// A folder that is younger may not be locked yet.
const YOUNG: Duration = Duration::from_mins(1);

/// The bytes of a file for which there has to be room.
const ROOM: usize = 1 << 16;

/// A temporary folder, which is removed when this is dropped.
pub(super) struct Folder {
    dir: TempDir,
    /// The lock says that the folder is in use. The system releases it when this process ends, whatever ends it. `None` where folders
    /// cannot be locked, which are then left where they are.
    _lock: Option<File>,
}

impl Folder {
    /// Makes a new folder, and removes the folders of runs that were killed.
    ///
    /// # Errors
    /// When the system refuses it.
    pub(super) fn new() -> io::Result<Self> {
        let dir = tempfile::Builder::new().prefix(PREFIX).tempdir()?;
        let lock = lock(dir.path());
        remove_abandoned(&std::env::temp_dir(), YOUNG);
        Ok(Self { dir, _lock: lock })
    }

    pub(super) fn path(&self) -> &Path {
        self.dir.path()
    }

    /// Why a file of a usual size can no longer be written there, if that is so: then a program that failed is not at fault.
    pub(super) fn refuses(&self) -> Option<io::Error> {
        std::fs::write(self.path().join("room"), vec![0; ROOM]).err()
    }
}

/// The lock of a folder, if nobody has it.
fn lock(folder: &Path) -> Option<File> {
    File::open(folder).ok().filter(|folder| folder.try_lock().is_ok())
}

/// Removes the folders that nobody uses and that are at least so old. What cannot be removed, such as the folder of another user, stays.
fn remove_abandoned(parent: &Path, age: Duration) {
    let born_before = SystemTime::now().checked_sub(age);
    for entry in std::fs::read_dir(parent).into_iter().flatten().flatten() {
        let born = entry.metadata().and_then(|data| data.modified()).ok();
        let is_old = born.zip(born_before).is_some_and(|(born, before)| born <= before);
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        if is_folder
            && entry.file_name().to_string_lossy().starts_with(PREFIX)
            && is_old
            && let Some(_lock) = lock(&entry.path())
        {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn what_a_killed_run_left_is_removed_and_what_a_run_uses_is_kept() {
        let parent = tempfile::tempdir().unwrap();
        let [used, left, foreign] = ["tumble-run-1", "tumble-run-2", "other"].map(|name| parent.path().join(name));
        for folder in [&used, &left, &foreign] {
            std::fs::create_dir(folder).unwrap();
            std::fs::write(folder.join("model.lp"), "").unwrap();
        }
        let lock = lock(&used);
        assert!(lock.is_some());
        remove_abandoned(parent.path(), YOUNG);
        assert!(left.exists(), "it is young");
        remove_abandoned(parent.path(), Duration::ZERO);
        assert_eq!([used.exists(), left.exists(), foreign.exists()], [true, false, true]);
    }
}
