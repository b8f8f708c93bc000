//! The command line: the program with its commands, from the core of the command line and from its wings.

use std::ffi::OsString;
use std::process::ExitCode;

use tumble_cli::{
    Check, Completions, Count, Explain, List, Man, New, Program, Render, Schema, Solve, Table, VerbEntry,
};
use tumble_compare::Compare;
use tumble_exchange::{Decode, Export};
use tumble_sheets::Sheet;

use crate::control::Worker;
use crate::registry::Registry;

/// The commands in the order of the help.
static VERBS: &[VerbEntry] = &[
    VerbEntry::of::<Solve>(),
    VerbEntry::of::<Compare>(),
    VerbEntry::of::<Export>(),
    VerbEntry::of::<Decode>(),
    VerbEntry::of::<Check>(),
    VerbEntry::of::<Count>(),
    VerbEntry::of::<Explain>(),
    VerbEntry::of::<Render>(),
    VerbEntry::of::<Sheet>(),
    VerbEntry::of::<Table>(),
    VerbEntry::of::<New>(),
    VerbEntry::of::<List>(),
    VerbEntry::of::<Schema>(),
    VerbEntry::of::<Completions>(),
    VerbEntry::of::<Man>(),
];

/// Runs the program for these puzzles on the arguments of the process, prints its output, and returns the exit code. Your own program gets
/// the same commands for your own puzzle by adding the puzzle to the registry.
pub fn run(registry: &Registry) -> ExitCode {
    Program { registry, verbs: VERBS }.main()
}

/// Runs the program in a process whose executable is another, such as an interpreter. `arguments` are those of the process, the first is the
/// program's name; `worker` starts a process that calls `tumble::backend::child::serve`. Returns the exit code.
pub fn run_with(registry: &Registry, arguments: Vec<OsString>, worker: Worker) -> u8 {
    Program { registry, verbs: VERBS }.main_within(arguments, worker)
}
