//! How a run ends: exit codes and the one error type of the command line.

use clap::builder::styling::{AnsiColor, Style};
use miette::ThemeStyles;

use super::output;
use tumble_pipeline::solve::{DecodeError, MethodError, SolveError};
use tumble_puzzles::instance::{InputError, lay_out};
use tumble_puzzles::puzzle::NotMade;

/// The meaning of the [exit codes](Exit), for the help.
pub(crate) const EXIT_CODES: &str = "\
Exit codes:
  0   answered: optimal, satisfied, counted, checked, decoded
  1   proved infeasible or unbounded; for `check` and `decode`, a solution that is none
  2   bad usage or input, or a backend that is not there
  3   stopped at a limit or by Ctrl-C
  70  internal error: a solver that fails, answers that contradict each other or the rules
Of several runs the largest counts.";

/// The exit code of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Exit {
    /// Answered.
    Answered = 0,
    /// Infeasible or unbounded; a solution that is none.
    Infeasible = 1,
    /// Bad usage or input.
    Usage = 2,
    /// Stopped at a limit.
    Stopped = 3,
    /// Internal error.
    Internal = 70,
}

/// The style of the prefix `error:`, in clap's colours.
const ERROR: Style = AnsiColor::Red.on_default().bold();
/// The maximum width of an error on a terminal, in columns: clap's own limit.
const WIDTH: u16 = 100;
/// Elsewhere, as in logs, a message stays on one line, so that it can be searched for.
const UNBROKEN: u16 = u16::MAX;

/// An error on its way to standard error.
#[derive(Debug)]
pub struct Failure {
    exit: Exit,
    report: Option<miette::Report>,
}

impl Failure {
    /// An error that the user can correct.
    pub fn usage(message: impl std::fmt::Display) -> Self {
        Self { exit: Exit::Usage, report: Some(miette::miette!("{message}")) }
    }

    /// Why an answer in a file was not decoded.
    pub fn of_decoding(error: DecodeError, file: &str) -> Self {
        match error {
            DecodeError::Solve(error) => error.into(),
            error => Self { exit: Exit::Infeasible, report: Some(miette::miette!("{file} has no solution: {error}")) },
        }
    }

    /// Whether it is that an answer was read, and is none.
    pub fn is_of_an_answer(&self) -> bool {
        self.exit == Exit::Infeasible
    }

    /// Whether it is that a limit was reached.
    pub fn is_of_a_limit(&self) -> bool {
        self.exit == Exit::Stopped
    }

    /// What went wrong, without the place.
    pub fn message(&self) -> Option<String> {
        self.report.as_ref().map(ToString::to_string)
    }

    /// Prints the error in clap's style, and returns its exit code.
    pub fn print(self) -> Exit {
        if let Some(report) = self.report {
            let terminal = terminal_size::terminal_size_of(std::io::stderr());
            let width = terminal.map_or(UNBROKEN, |(width, _)| width.0.min(WIDTH));
            let prefix = format!("{ERROR}error:{ERROR:#} ");
            output::note(lay_out(&*report, &prefix, ThemeStyles::ansi(), usize::from(width)).trim_end());
        }
        self.exit
    }
}

impl From<InputError> for Failure {
    fn from(error: InputError) -> Self {
        Self { exit: Exit::Usage, report: Some(miette::Report::new(error)) }
    }
}

impl From<MethodError> for Failure {
    fn from(error: MethodError) -> Self {
        Self::usage(error)
    }
}

impl From<NotMade> for Failure {
    fn from(error: NotMade) -> Self {
        let exit = if matches!(error, NotMade::Stopped(_)) { Exit::Stopped } else { Exit::Usage };
        Self { exit, report: Some(miette::miette!("{error}")) }
    }
}

impl From<SolveError> for Failure {
    fn from(error: SolveError) -> Self {
        if error.stop().is_some() {
            return Self { exit: Exit::Stopped, report: Some(miette::miette!("{error}")) };
        }
        if error.is_usage() {
            return Self::usage(error);
        }
        let help =
            "this is a fault of tumble or of the solver, not of your model: please report it with the model file";
        Self { exit: Exit::Internal, report: Some(miette::miette!(help = help, "internal error: {error}")) }
    }
}

impl From<std::io::Error> for Failure {
    fn from(error: std::io::Error) -> Self {
        // The reader of the output has closed the pipe: not an error.
        if error.kind() == std::io::ErrorKind::BrokenPipe {
            return Self { exit: Exit::Answered, report: None };
        }
        Self::usage(error)
    }
}
