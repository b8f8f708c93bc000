//! A puzzle of one's own in tumble's command line, beside the built-in ones: `cargo run --example own_command_line -- new lights-out`,
//! then `solve`, `export`, `check`, `count`, `render` of the model file that it writes, with every option of tumble's own.

mod lights_out;

use std::process::ExitCode;

use tumble::registry::Registry;

fn main() -> ExitCode {
    tumble::cli::run(&Registry::built_in().with(&lights_out::ENTRY))
}
