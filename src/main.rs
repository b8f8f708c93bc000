//! The `tumble` program: its command line over its own puzzles.

use std::process::ExitCode;

use tumble::registry::Registry;

fn main() -> ExitCode {
    tumble::cli::run(&Registry::built_in())
}
