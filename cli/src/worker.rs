//! The hidden command that runs a solver in a child process: tumble starts itself with it.

use std::ffi::OsStr;
use std::path::Path;
use std::sync::OnceLock;

use super::failure::Exit;
use tumble_model::control::Worker;
use tumble_solver as backend;

/// The first argument of a child process. It is not for users, and therefore not among clap's commands.
const ARGUMENT: &str = "--solver-process";

/// How a program that is not an executable of its own starts itself: see [`crate::Program::main_within`].
static COMMAND: OnceLock<Worker> = OnceLock::new();

/// States how this program is started as a child, before anything asks. Later calls change nothing.
pub fn set_command(command: Worker) {
    let _ = COMMAND.set(command);
}

/// Whether this process is to serve as a child.
pub fn is_requested(first: Option<&OsStr>) -> bool {
    first.is_some_and(|argument| argument == ARGUMENT)
}

/// How to start this program as a child; `None` where solvers can only run in this process.
pub fn command() -> Option<Worker> {
    let itself = || {
        // The kernel's link works even if the file was replaced by a newer build, whose messages may differ.
        let link = Path::new("/proc/self/exe");
        let program = if link.exists() { link.to_owned() } else { std::env::current_exe().ok()? };
        Some(Worker { program, arguments: vec![ARGUMENT.into()] })
    };
    backend::SUPERVISES.then(|| COMMAND.get().cloned().or_else(itself)).flatten()
}

/// Serves the parent until it is gone.
pub fn run() -> Exit {
    #[cfg(unix)]
    if let Err(error) = backend::child::serve() {
        super::output::note(error);
        return Exit::Internal;
    }
    Exit::Answered
}
