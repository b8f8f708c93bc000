//! The `tumble` program: the command line with the built-in puzzles.

use std::process::ExitCode;

use tumble::registry::Registry;

fn main() -> ExitCode {
    tumble::cli::run(&Registry::built_in())
}
