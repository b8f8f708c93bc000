//! Exceptions, with the texts of the command line.

use pyo3::exceptions::{PyException, PyValueError};
use pyo3::{PyErr, create_exception};
use tumble::backend::BackendError;
use tumble::experiment::{GridError, JournalError};
use tumble::format::WriteError;
use tumble::instance::InputError as FileError;
use tumble::lower::{LowerError, UnknownLowering};
use tumble::puzzle::{Malformed, NotMade};
use tumble::solve::{MethodError, ModelError, SolveError};

create_exception!(tumble, TumbleError, PyException, "Something that tumble cannot do.");
create_exception!(tumble, InputError, PyValueError, "A model file, a name or an option that is wrong.");
create_exception!(tumble, SolverError, TumbleError, "A solver that failed, or whose answer is wrong.");

/// From an error of the library to an exception.
pub(crate) trait Raise<T> {
    /// The value, or the exception.
    fn or_raise(self) -> Result<T, PyErr>;
}

impl<T> Raise<T> for Result<T, FileError> {
    fn or_raise(self) -> Result<T, PyErr> {
        // Its debug print is the report with the line of the file.
        self.map_err(|error| InputError::new_err(format!("{error:?}").trim_end().to_owned()))
    }
}

impl<T> Raise<T> for Result<T, ModelError> {
    fn or_raise(self) -> Result<T, PyErr> {
        self.map_err(|error| of_run(&error, error.is_usage()))
    }
}

impl<T> Raise<T> for Result<T, SolveError> {
    fn or_raise(self) -> Result<T, PyErr> {
        self.map_err(|error| match error.stop() {
            Some(_) => TumbleError::new_err(error.to_string()),
            None => of_run(&error, error.is_usage()),
        })
    }
}

/// An error of a run, which is usage or a solver's.
fn of_run(error: &dyn std::error::Error, is_usage: bool) -> PyErr {
    let text = error.to_string();
    if is_usage { InputError::new_err(text) } else { SolverError::new_err(text) }
}

/// Errors that are a limit, or usage.
macro_rules! limited_errors {
    ($($error:ident),*) => {
        $(impl<T> Raise<T> for Result<T, $error> {
            fn or_raise(self) -> Result<T, PyErr> {
                self.map_err(|error| match error {
                    $error::Stopped(_) => TumbleError::new_err(error.to_string()),
                    _ => InputError::new_err(error.to_string()),
                })
            }
        })*
    };
}

limited_errors!(LowerError, NotMade);

/// Errors of wrong names and options.
macro_rules! input_errors {
    ($($error:ty),*) => {
        $(impl<T> Raise<T> for Result<T, $error> {
            fn or_raise(self) -> Result<T, PyErr> {
                self.map_err(|error| InputError::new_err(error.to_string()))
            }
        })*
    };
}

input_errors!(
    BackendError,
    GridError,
    JournalError,
    Malformed,
    MethodError,
    String,
    UnknownLowering,
    WriteError,
    serde_json::Error
);
