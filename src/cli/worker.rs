//! The hidden command that runs a solver in a child process: tumble starts itself with it.

use std::process::ExitCode;

use crate::backend;
use crate::control::Worker;

/// The first argument of a child process. It is not for users, and therefore not among clap's commands.
const ARGUMENT: &str = "--solver-process";

/// Whether this process is to serve as a child.
pub(super) fn is_requested() -> bool {
    std::env::args_os().nth(1).is_some_and(|argument| argument == ARGUMENT)
}

/// How to start this program as a child; `None` where solvers can only run in this process.
pub(super) fn command() -> Option<Worker> {
    // The kernel's link works even if the file was replaced by a newer build, whose messages may differ.
    let link = std::path::Path::new("/proc/self/exe");
    let program = if link.exists() { link.to_owned() } else { std::env::current_exe().ok()? };
    backend::SUPERVISES.then(|| Worker { program, arguments: vec![ARGUMENT.into()] })
}

/// Serves the parent until it is gone.
pub(super) fn run() -> ExitCode {
    #[cfg(unix)]
    if let Err(error) = backend::child::serve() {
        super::output::note(error);
        return ExitCode::from(super::failure::Exit::Internal as u8);
    }
    ExitCode::SUCCESS
}
