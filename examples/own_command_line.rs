//! A puzzle of your own in tumble's command line, next to the built-in ones: `cargo run --example own_command_line -- new
//! lights-out`, then `solve`, `export`, `check`, `count` or `render` with the model file that it writes, and with every option of
//! tumble.

mod lights_out;

use std::process::ExitCode;

use tumble::registry::Registry;

fn main() -> ExitCode {
    tumble::cli::run(&Registry::built_in().with(&lights_out::ENTRY))
}
