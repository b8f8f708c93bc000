//! Files that are written whole or not at all.
//!
//! The text goes to a temporary file beside its target, reaches the disk, and only then takes the target's name. So a full disk, an error
//! or a kill leaves the target as it was; what a kill leaves beside it, the next writer in this folder removes. If two programs write at once, the target is the whole file of one of them. The target keeps its
//! permissions; a symbolic link stays, and the file that it names is replaced. A device, a pipe and a descriptor such as `/dev/stdout` are
//! written directly: nothing can take their place.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use tempfile::NamedTempFile;

/// The beginning of the names of temporary files.
const PREFIX: &str = ".tumble-";
/// A temporary file that is younger may not be locked yet.
const YOUNG: Duration = Duration::from_mins(1);
/// The most symbolic links that are followed to a file that does not exist yet.
const MAX_LINKS: usize = 40;

/// The place that a path names.
enum Place {
    /// A device, a pipe or a descriptor.
    Special,
    /// A file, or a path at which there is nothing yet.
    File(PathBuf),
}

/// Writes a file by a function. The error names the path.
///
/// # Errors
/// When the file cannot be written, or the function fails: the target is then what it was before.
pub fn write(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    prepare(path, write)?.put()
}

/// A file that is whole on the disk, and not yet in its place: several files that belong together are put when each of them is whole.
#[derive(Debug)]
pub struct Whole {
    path: PathBuf,
    /// The file, and its place; `None` if it was written directly.
    file: Option<(NamedTempFile, PathBuf)>,
}

/// As [`write`](fn@write), up to where the target is replaced.
///
/// # Errors
/// As for [`write`](fn@write).
pub fn prepare(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<Whole> {
    let file = place(path).and_then(|place| match place {
        Place::Special => through(&OpenOptions::new().append(true).open(path)?, write).map(|()| None),
        Place::File(target) => Ok(Some((beside(&target, write)?, target))),
    });
    Ok(Whole { path: path.to_owned(), file: file.map_err(|error| named(path, &error))? })
}

impl Whole {
    /// Puts the file in its place. The error names the path.
    ///
    /// # Errors
    /// When the system refuses it: the target is then what it was before.
    pub fn put(self) -> io::Result<()> {
        let Some((file, target)) = self.file else { return Ok(()) };
        file.persist(&target).map_err(|error| named(&self.path, &error.error))?;
        // The new name reaches the disk too, where a folder can be opened for that: the file is whole either way.
        let _ = File::open(folder(&target)).and_then(|folder| folder.sync_all());
        Ok(())
    }
}

/// Whether a path can be written, before the work whose result it gets: its folder is there and takes new files, and a file with its name
/// may be changed. Nothing is changed. The error names the path.
///
/// # Errors
/// When it cannot be written.
pub fn check(path: &Path) -> io::Result<()> {
    let Place::File(target) = place(path).map_err(|error| named(path, &error))? else { return Ok(()) };
    let folder = folder(&target);
    if let Err(error) = tempfile::tempfile_in(folder) {
        let why = match error.kind() {
            ErrorKind::NotFound => "there is no such folder".to_owned(),
            _ => error.to_string(),
        };
        let message = format!("{}: cannot write to the folder {}: {why}", path.display(), folder.display());
        return Err(io::Error::new(error.kind(), message));
    }
    match OpenOptions::new().write(true).open(&target) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(named(path, &error)),
        _ => Ok(()),
    }
}

/// Whether a path is a device, a pipe or a descriptor, which is written directly.
pub fn is_special(path: &Path) -> bool {
    matches!(place(path), Ok(Place::Special))
}

/// The identity of a file, which all its paths share: its device and number; for a file that does not exist yet, its folder and name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Identity(Inner);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Inner {
    #[cfg(unix)]
    Inode(u64, u64),
    Path(PathBuf),
}

impl Identity {
    /// The identity of the file at a path; `None` if there cannot be a file.
    pub fn of(path: &Path) -> Option<Self> {
        #[cfg(unix)]
        if let Ok(found) = fs::metadata(path) {
            use std::os::unix::fs::MetadataExt as _;
            return Some(Self(Inner::Inode(found.dev(), found.ino())));
        }
        let path = fs::canonicalize(path).ok().or_else(|| {
            let path = follow(path).ok()?;
            Some(fs::canonicalize(folder(&path)).ok()?.join(path.file_name()?))
        })?;
        Some(Self(Inner::Path(path)))
    }
}

fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// The folder of a file.
fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Whether a path names a descriptor of a process: the file behind it is someone else's to replace.
fn is_descriptor(path: &Path) -> bool {
    ["/dev/stdin", "/dev/stdout", "/dev/stderr"].iter().any(|name| path == Path::new(name))
        || path.starts_with("/dev/fd")
        || path.starts_with("/proc")
}

fn place(path: &Path) -> io::Result<Place> {
    if is_descriptor(path) {
        return Ok(Place::Special);
    }
    match fs::metadata(path) {
        Ok(found) if found.is_dir() => Err(io::Error::new(ErrorKind::IsADirectory, "it is a folder")),
        Ok(found) if found.is_file() => Ok(Place::File(fs::canonicalize(path)?)),
        Ok(_) => Ok(Place::Special),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            if path.as_os_str().to_string_lossy().ends_with(std::path::is_separator) {
                return Err(io::Error::new(ErrorKind::NotFound, "there is no such folder"));
            }
            Ok(Place::File(follow(path)?))
        }
        Err(error) => Err(error),
    }
}

/// The file that a path names through symbolic links. The last link may name a file that does not exist.
fn follow(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MAX_LINKS {
        match fs::read_link(&path) {
            Ok(next) => path = folder(&path).join(next),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

/// Writes to a file by a function, as far as the system has it.
fn through(file: &File, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let mut out = BufWriter::new(file);
    write(&mut out)?;
    out.flush()
}

/// Writes the file that is to take the place of `target`, which is no link, beside it.
fn beside(target: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<NamedTempFile> {
    let folder = folder(target);
    remove_abandoned(folder, YOUNG);
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX);
    #[cfg(unix)]
    {
        // As any new file: what the umask leaves.
        use std::os::unix::fs::PermissionsExt as _;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    let file = builder.tempfile_in(folder)?;
    // Says that somebody writes it, as long as this process lives.
    let _ = file.as_file().try_lock();
    through(file.as_file(), write)?;
    if let Ok(before) = fs::metadata(target) {
        keep(&before, file.as_file())?;
    }
    file.as_file().sync_all()?;
    Ok(file)
}

/// Removes the temporary files of writers that were killed: those at least so old that nobody has locked. What cannot be removed stays.
fn remove_abandoned(folder: &Path, age: Duration) {
    let born_before = SystemTime::now().checked_sub(age);
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    for entry in entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(PREFIX)) {
        let data = entry.metadata().ok().filter(fs::Metadata::is_file);
        let born = data.and_then(|data| data.modified().ok());
        let is_old = born.zip(born_before).is_some_and(|(born, before)| born <= before);
        if is_old && File::open(entry.path()).is_ok_and(|file| file.try_lock().is_ok()) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Gives a new file the owner and the permissions of the one whose place it takes; the owner as far as this is allowed.
fn keep(before: &fs::Metadata, file: &File) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{MetadataExt as _, fchown};
        let now = file.metadata()?;
        if (now.uid(), now.gid()) != (before.uid(), before.gid()) {
            let _ = fchown(file, Some(before.uid()), Some(before.gid()));
        }
    }
    file.set_permissions(before.permissions())
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    #[test]
    fn what_a_killed_writer_left_is_removed_and_what_a_writer_holds_is_kept() {
        let folder = tempfile::tempdir().unwrap();
        let [left, other] = [".tumble-left", "other"].map(|name| folder.path().join(name));
        for path in [&left, &other] {
            fs::write(path, "half").unwrap();
        }
        let target = folder.path().join("a.txt");
        let whole = prepare(&target, |out| out.write_all(b"whole")).unwrap();
        remove_abandoned(folder.path(), YOUNG);
        assert!(left.exists(), "it is young");
        remove_abandoned(folder.path(), Duration::ZERO);
        assert!(!left.exists() && other.exists() && !target.exists());
        whole.put().unwrap();
        assert_eq!(names(folder.path()), ["a.txt", "other"]);
    }

    /// The names in a folder, in order.
    fn names(folder: &Path) -> Vec<String> {
        let mut names: Vec<String> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn one_file_is_the_same_by_any_name() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| Identity::of(&folder.path().join(name));
        fs::write(folder.path().join("file"), "").unwrap();
        fs::hard_link(folder.path().join("file"), folder.path().join("hard")).unwrap();
        symlink("file", folder.path().join("soft")).unwrap();
        assert!(at("file").is_some() && at("file") == at("hard") && at("file") == at("soft"));
        assert!(at("new").is_some() && at("new") == at("./new") && at("new") != at("other") && at("new") != at("file"));
        assert_eq!(at("nowhere/new"), None);
    }

    #[test]
    fn what_cannot_be_written_is_refused_beforehand() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("file"), "").unwrap();
        for (name, why) in [("nowhere/new", "no such folder"), ("file/new", "ot a directory"), ("", "it is a folder")] {
            let error = check(&folder.path().join(name)).unwrap_err().to_string();
            assert!(error.contains(why) && error.contains(name), "{error}");
        }
        assert!(check(&folder.path().join("new/")).is_err());
        assert!(check(Path::new("/dev/null")).is_ok() && is_special(Path::new("/dev/null")));
        assert_eq!(names(folder.path()), ["file"]);
    }
}
