//! Where CP-SAT's library is looked for: the `ortools` package for Python ships it.
//!
//! 1. Where the environment variable `TUMBLE_ORTOOLS` points: to the library, or to a folder that holds it, which may be a
//!    virtual environment, its `site-packages`, or `ortools/.libs` in it. If it is set, nothing else is tried.
//! 2. In the virtual environment that `scripts/get-cp-sat` makes in the folder that tumble was built in.
//! 3. In the packages of the Python on the path.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::library::Library;

/// The environment variable that names the library or its folder.
pub(super) const VARIABLE: &str = "TUMBLE_ORTOOLS";
/// The virtual environment that `scripts/get-cp-sat` makes.
const LOCAL: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/.cp-sat");
/// The library's file.
const FILE: &str = if cfg!(target_os = "macos") { "libortools.9.dylib" } else { "libortools.so.9" };
/// The longest that Python may take to say where its packages are.
const PATIENCE: Duration = Duration::from_secs(5);
/// Prints the folders of the package `ortools`, without importing it.
const ASK: &str = "import importlib.util as u; s = u.find_spec('ortools'); \
                   print(*(s.submodule_search_locations if s else []), sep='\\n')";

/// Finds the library and opens it. `named` is the value of [`VARIABLE`].
///
/// # Errors
/// Where it was looked for, what was wrong there, and how to get it.
pub(super) fn find(named: Option<OsString>) -> Result<Library, String> {
    let how =
        format!("run scripts/get-cp-sat, or let {VARIABLE} name {FILE} of the Python package ortools, or its folder");
    if let Some(named) = named {
        let named = PathBuf::from(named);
        return open_in(&named).map_err(|why| format!("{VARIABLE} is {}: {why}; {how}", named.display()));
    }
    let local = std::iter::once(PathBuf::from(LOCAL));
    let mut seen = Vec::new();
    for folder in local.chain(std::iter::once_with(packages_of_python).flatten()) {
        match open_in(&folder) {
            Ok(library) => return Ok(library),
            Err(why) => seen.push(format!("{}: {why}", folder.display())),
        }
    }
    Err(format!("{how}; looked in {}, and in the packages of python3", seen.join(", in ")))
}

/// Opens the library that a path names or holds.
fn open_in(path: &Path) -> Result<Library, String> {
    let file = file_in(path).ok_or_else(|| format!("no {FILE} there"))?;
    Library::open(&file).map_err(|why| format!("{FILE} cannot be used: {why}"))
}

/// The library that a path names or holds.
fn file_in(path: &Path) -> Option<PathBuf> {
    if path.is_file() {
        return Some(path.to_owned());
    }
    let packages = std::fs::read_dir(path.join("lib")).into_iter().flatten().flatten();
    let packages = packages.map(|entry| entry.path().join("site-packages/ortools/.libs"));
    let below = ["", ".libs", "ortools/.libs"].map(|folder| path.join(folder));
    below.into_iter().chain(packages).map(|folder| folder.join(FILE)).find(|file| file.is_file())
}

/// The folders of the package `ortools` of the first Python on the path that has it.
fn packages_of_python() -> Vec<PathBuf> {
    let folders = |python| {
        let text = output_within(Command::new(python).args(["-c", ASK]), PATIENCE).unwrap_or_default();
        text.lines().filter(|line| !line.is_empty()).map(PathBuf::from).collect::<Vec<_>>()
    };
    ["python3", "python"].into_iter().map(folders).find(|folders| !folders.is_empty()).unwrap_or_default()
}

/// Standard output of a program that succeeds within this time; it has to be short.
fn output_within(command: &mut Command, patience: Duration) -> Option<String> {
    let quiet = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut child = quiet.spawn().ok()?;
    let deadline = Instant::now() + patience;
    while child.try_wait().ok()?.is_none() {
        if Instant::now() > deadline {
            // It may have ended just now; either way there is no answer in time.
            let _ = child.kill();
            let _ = child.wait();
            return None;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_library_is_found_in_its_folder_and_in_those_around_it() {
        let environment = tempfile::tempdir().unwrap();
        let libraries = environment.path().join("lib/python3.99/site-packages/ortools/.libs");
        std::fs::create_dir_all(&libraries).unwrap();
        let file = libraries.join(FILE);
        assert_eq!(file_in(environment.path()), None);
        std::fs::write(&file, "").unwrap();
        let package = libraries.parent().unwrap();
        for path in [&file, &libraries, package, package.parent().unwrap(), environment.path()] {
            assert_eq!(file_in(path).as_deref(), Some(&*file), "{}", path.display());
        }
    }

    #[test]
    fn what_is_named_is_not_replaced_by_something_else_and_the_message_says_how_to_get_it() {
        let folder = tempfile::tempdir().unwrap();
        let why = |named: &Path| find(Some(named.into())).unwrap_err();
        let missing = why(folder.path());
        assert!(missing.starts_with("TUMBLE_ORTOOLS is ") && missing.contains("no libortools"), "{missing}");
        assert!(missing.contains("run scripts/get-cp-sat"), "{missing}");
        std::fs::write(folder.path().join(FILE), "not a library").unwrap();
        assert!(why(folder.path()).contains("cannot be used"), "{}", why(folder.path()));
    }

    #[test]
    fn a_program_that_takes_too_long_is_not_waited_for() {
        let started = Instant::now();
        assert_eq!(output_within(Command::new("sleep").arg("60"), Duration::from_millis(50)), None);
        assert!(started.elapsed() < Duration::from_secs(30));
        assert_eq!(output_within(Command::new("echo").arg("here"), PATIENCE).as_deref(), Some("here\n"));
        assert_eq!(output_within(&mut Command::new("false"), PATIENCE), None);
    }
}
