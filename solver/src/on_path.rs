//! Programs, looked for on PATH. Its folders count only where they are absolute: an empty or relative one is of the current folder, and a
//! folder with the models of a stranger may have programs of the stranger's.

use std::env::consts::EXE_SUFFIX;
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The command of a program on PATH.
///
/// # Errors
/// [`io::ErrorKind::NotFound`] if no absolute folder of PATH has it.
pub fn command(name: &str) -> io::Result<Command> {
    find(name, &std::env::var_os("PATH").unwrap_or_default()).map(Command::new).ok_or_else(|| {
        io::Error::new(io::ErrorKind::NotFound, format!("no absolute folder of PATH has the program {name}"))
    })
}

fn find(name: &str, path: &OsStr) -> Option<PathBuf> {
    let folders = std::env::split_paths(path).filter(|folder| folder.is_absolute());
    folders.map(|folder| folder.join(format!("{name}{EXE_SUFFIX}"))).find(|file| is_program(file))
}

#[cfg(unix)]
fn is_program(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt as _;
    file.metadata().is_ok_and(|found| found.is_file() && found.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(file: &Path) -> bool {
    file.is_file()
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt as _;

    #[test]
    fn only_programs_in_absolute_folders_are_found() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("prover");
        std::fs::write(&file, "").unwrap();
        let absolute = folder.path().as_os_str();
        assert_eq!(find("prover", absolute), None, "it cannot be run");
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o755)).unwrap();
        assert_eq!(find("prover", absolute), Some(file));
        // The tests of a crate run in its folder.
        let up: PathBuf = std::env::current_dir().unwrap().components().skip(1).map(|_| "..").collect();
        let relative = up.join(folder.path().strip_prefix("/").unwrap());
        assert!(relative.join("prover").exists());
        assert_eq!(find("prover", relative.as_os_str()), None);
        assert_eq!(find("prover", OsStr::new("")), None);
    }
}
