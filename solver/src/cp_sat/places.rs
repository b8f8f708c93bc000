//! Where CP-SAT's library is looked for: the `ortools` package for Python ships it.
//!
//! 1. Where the environment variable `TUMBLE_ORTOOLS` points: to the library, or to a folder that holds it, which may be a
//!    virtual environment, its `site-packages`, or `ortools/.libs` in it. If it is set, nothing else is tried.
//! 2. In the folder `.cp-sat`, the virtual environment that `scripts/get-cp-sat` makes: of the executable's folder, and of the project in
//!    whose `target` folder the executable is.
//! 3. In the packages of the interpreter that tumble was loaded into: see [`add_place`].
//! 4. In the virtual environment that is active.
//! 5. In the packages of the Python on the path.
//!
//! Never in the current folder, and in no folder that only this machine's builder knows: whoever can write there would run code here.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use itertools::Itertools as _;

use super::library::Library;
use crate::on_path;

/// The environment variable that names the library or its folder.
pub(super) const VARIABLE: &str = "TUMBLE_ORTOOLS";
/// The virtual environment that `scripts/get-cp-sat` makes in a folder.
const LOCAL: &str = ".cp-sat";
/// The library's file.
const FILE: &str = if cfg!(target_os = "macos") { "libortools.9.dylib" } else { "libortools.so.9" };
/// The longest that Python may take to say where its packages are.
const PATIENCE: Duration = Duration::from_secs(5);
/// Prints the folders of the package `ortools`, without importing it. An isolated Python leaves out what its user has installed.
const ASK: &str = "import importlib.util as u, site, sys; sys.path.append(site.getusersitepackages()); \
                   s = u.find_spec('ortools'); print(*(s.submodule_search_locations if s else []), sep='\\n')";

/// A folder of [`add_place`].
static ADDED: OnceLock<PathBuf> = OnceLock::new();

/// Names one more folder that is looked in, before anything asks for the solver: an interpreter that loads this library knows where its
/// package `ortools` is. Later calls change nothing.
pub fn add_place(folder: PathBuf) {
    let _ = ADDED.set(folder);
}

/// Finds the library and opens it. `named` is the value of [`VARIABLE`].
///
/// # Errors
/// Where it was looked for, what was wrong there, and how to get it.
pub(super) fn find(named: Option<OsString>) -> Result<Library, String> {
    let how = format!(
        "install the Python package ortools (from the sources: scripts/get-cp-sat), or let {VARIABLE} name its folder"
    );
    if let Some(named) = named {
        let named = PathBuf::from(named);
        return open_in(&named).map_err(|why| format!("{VARIABLE} is {}: {why}; {how}", named.display()));
    }
    let executable = std::env::current_exe().ok();
    let active = std::env::var_os("VIRTUAL_ENV").map(PathBuf::from);
    let fixed = fixed_places(executable.as_deref(), [ADDED.get().cloned(), active]);
    let mut seen = Vec::new();
    for folder in fixed.into_iter().chain(std::iter::once_with(packages_of_python).flatten()) {
        match open_in(&folder) {
            Ok(library) => return Ok(library),
            Err(why) => seen.push(format!("{}: {why}", folder.display())),
        }
    }
    Err(format!("{how}; looked in {}, and in the packages of python3", seen.join(", in ")))
}

/// The folders that are looked in first, each once. An environment counts only by an absolute path.
fn fixed_places(executable: Option<&Path>, environments: [Option<PathBuf>; 2]) -> Vec<PathBuf> {
    let beside = |executable: &Path| {
        let target =
            executable.ancestors().skip(1).find(|folder| folder.file_name().is_some_and(|name| name == "target"));
        [executable.parent(), target.and_then(Path::parent)].map(|folder| folder.map(Path::to_owned))
    };
    let around = executable.map(beside).unwrap_or_default().into_iter().flatten();
    let environments = environments.into_iter().flatten().filter(|folder| folder.is_absolute());
    around.map(|folder| folder.join(LOCAL)).chain(environments).unique().collect()
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

/// The folders of the package `ortools` of the first Python on the path that has it. Python is called apart from the current folder, where
/// it would look for modules, and a program that chooses among Pythons for its choice.
fn packages_of_python() -> Vec<PathBuf> {
    let folders = |python| {
        let ask = |mut python: Command| output_within(python.args(["-I", "-c", ASK]).current_dir("/"), PATIENCE);
        let text = on_path::command(python).ok().and_then(ask).unwrap_or_default();
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
    fn the_library_is_looked_for_beside_the_program_and_in_environments_that_are_named_in_full() {
        let executable = Path::new("/home/copy/target/x86/release/tumble");
        let places =
            |environments: [&str; 2]| fixed_places(Some(executable), environments.map(|path| Some(path.into())));
        let [beside, project] = ["/home/copy/target/x86/release/.cp-sat", "/home/copy/.cp-sat"].map(PathBuf::from);
        let expected = [&beside, &project, Path::new("/home/packages/ortools"), Path::new("/home/active")];
        assert_eq!(places(["/home/packages/ortools", "/home/active"]), expected);
        assert_eq!(places(["ortools", ""]), [beside, project]);
        assert_eq!(fixed_places(None, [None, None]), [] as [PathBuf; 0]);
    }

    #[test]
    fn what_is_named_is_not_replaced_by_something_else_and_the_message_says_how_to_get_it() {
        let folder = tempfile::tempdir().unwrap();
        let why = |named: &Path| find(Some(named.into())).unwrap_err();
        let missing = why(folder.path());
        assert!(missing.starts_with("TUMBLE_ORTOOLS is ") && missing.contains("no libortools"), "{missing}");
        assert!(missing.contains("install the Python package ortools"), "{missing}");
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
