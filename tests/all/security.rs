//! Calls in a stranger's folder: nothing is loaded, imported or run from it.

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::{Command, Output};

/// What runs when a file of the folder is run: it leaves a file there.
const RUN: &str = "#!/bin/sh\ntouch \"$(dirname \"$0\")/was-run\"\necho 'version 1.2.3'\n";
/// The same for a module of Python.
const IMPORTED: &str = "open(__file__ + '.was-run', 'w')\n";
const MODEL: &str = "puzzle = \"die-tour\"\nboard = [\"1 1\", \"1 1\"]\n";
/// Where CP-SAT's library would be loaded from.
const LIBRARIES: [&str; 3] = [".cp-sat", ".cp-sat/lib/python3/site-packages/ortools/.libs", "ortools/.libs"];
/// The programs that tumble starts.
const PROGRAMS: [&str; 9] = ["cbc", "cplex", "glpsol", "gurobi_cl", "highs", "scip", "veripb", "python3", "python"];

fn strange_folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    for library in LIBRARIES {
        std::fs::create_dir_all(folder.path().join(library)).unwrap();
        for file in ["libortools.so.9", "libortools.9.dylib"] {
            write(&format!("{library}/{file}"), "a stranger's library");
        }
    }
    for module in ["ortools/__init__.py", "contextlib.py", "site.py", "types.py", "warnings.py"] {
        write(module, IMPORTED);
    }
    for program in PROGRAMS {
        write(program, RUN);
        let everyone = std::fs::Permissions::from_mode(0o755);
        std::fs::set_permissions(folder.path().join(program), everyone).unwrap();
    }
    let backend = |name: &str| format!("{MODEL}[solve]\nbackend = \"{name}\"\n");
    write("glpsol.toml", &backend("external:glpsol"));
    write("cp-sat.toml", &backend("cp-sat"));
    folder
}

/// Calls tumble in a folder that is on PATH too, by names that are not its full one, before the real folders or alone.
fn call(folder: &Path, path: &str, args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tumble"));
    let command = command.current_dir(folder).env("PATH", path).env("NO_COLOR", "1");
    command.env_remove("TUMBLE_ORTOOLS").env("VIRTUAL_ENV", ".").args(args).output().unwrap()
}

#[test]
fn nothing_is_run_in_a_folder_that_tumble_is_called_in() {
    let folder = strange_folder();
    let real = std::env::var("PATH").unwrap();
    for path in [".".to_owned(), String::new(), format!(":.:{real}"), format!("{real}:")] {
        for args in [
            &["list", "backends"][..],
            &["compare", "glpsol.toml", "--backend", "all", "--no-progress"],
            &["solve", "glpsol.toml"],
            &["solve", "cp-sat.toml"],
        ] {
            let output = call(folder.path(), &path, args);
            let said =
                [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
            // A library that is opened and refused would be named.
            assert!(!said.contains("cannot be used"), "{path}: {args:?}: {said}");
            let names = std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name());
            let run: Vec<_> = names.filter(|name| name.to_string_lossy().ends_with("was-run")).collect();
            assert_eq!(run, [""; 0], "{path}: {args:?}: {said}");
        }
    }
}
