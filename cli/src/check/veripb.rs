//! VeriPB, the program that checks proofs.

#![cfg_attr(not(feature = "external"), allow(dead_code, reason = "without this feature no programs are run"))]

use crate::certificate::Certificate;
use crate::failure::Failure;
use tumble_model::control::{Control, Stop};

/// What became of a check.
pub(super) enum Checked {
    /// The proof holds.
    Holds {
        /// The program, with its version.
        by: String,
    },
    /// The proof proves nothing, in the program's words.
    Refused(String),
    /// A limit.
    Stopped(Stop),
}

/// How to get the program.
const HOW: &str = "the program veripb checks proofs, and is not on PATH: `cargo install veripb --version 3.0.2`";
/// The words before its version.
const VERSION: &str = "Running VeriPB version ";
/// What it prints at the end if the proof holds.
const HOLDS: &str = "s VERIFIED UNSATISFIABLE";

/// Has the proof of a certificate checked.
#[cfg(feature = "external")]
pub(super) fn check(files: &Certificate, control: &Control<'_>) -> Result<Checked, Failure> {
    use tumble_solver::{ProgramEnd, program_on_path, run_program};

    // The witness is the caller's, and a folder of that name is no proof.
    let readable = std::fs::File::open(&files.proof).and_then(|file| file.metadata());
    match readable {
        Ok(metadata) if metadata.is_file() => {}
        Ok(_) => return Err(Failure::usage(format!("{}: it is no file", files.proof.display()))),
        Err(error) => return Err(Failure::usage(format!("{}: {error}", files.proof.display()))),
    }
    if let Some(stop) = control.stop() {
        return Ok(Checked::Stopped(stop));
    }
    let mut command = program_on_path("veripb").map_err(|_| Failure::usage(HOW))?;
    // Its last line is the reason that is shown: a trace of its calls is none.
    command.args([&files.statement, &files.proof]).env_remove("RUST_BACKTRACE").env_remove("RUST_LIB_BACKTRACE");
    let (mut by, mut holds, mut last) = ("VeriPB".to_owned(), false, String::new());
    let ended = run_program(command, control, control.remaining(), |line| {
        if let Some(version) = line.trim().strip_prefix(VERSION) {
            by = format!("VeriPB {version}");
        } else if line.trim() == HOLDS {
            holds = true;
        } else if !line.trim().is_empty() {
            line.trim().clone_into(&mut last);
        }
    });
    match ended {
        Ok(ProgramEnd::ByItself(status)) if status.success() && holds => Ok(Checked::Holds { by }),
        Ok(ProgramEnd::ByItself(status)) => Ok(Checked::Refused(format!("{by} ({status}): {last}"))),
        Ok(ProgramEnd::Killed(stop)) => Ok(Checked::Stopped(stop)),
        Err(error) => Err(Failure::usage(format!("veripb cannot be started: {error}"))),
    }
}

/// Without the feature that runs programs.
#[cfg(not(feature = "external"))]
pub(super) fn check(_: &Certificate, _: &Control<'_>) -> Result<Checked, Failure> {
    Err(Failure::usage(
        "this build runs no programs, and so not veripb, which checks proofs: build with `--features external`",
    ))
}
