//! CP-SAT as a backend.
//!
//! * It takes every kind of constraint as it is, and computes in integers, so nothing is lowered. Values go to the caller as floating
//!   point, so domains stay within ±2^53.
//! * If no number of threads is given it uses all cores, each with a strategy of its own; with one thread its runs can be repeated.
//! * Gaps are set to 0: by default solutions within 10⁻⁴ count as optimal.
//! * The API has no callbacks: during a run the caller hears that it is alive, and at its end the last incumbent with its values. Earlier
//!   incumbents are in the outcome with their times, which come from the log.
//! * While a run goes on, its log can go only to the standard output of the process. It goes there if the request wants the log. In a
//!   child process it always does: the parent reads objectives and bounds from it while the run goes on.
//!
//! | file | what |
//! |---|---|
//! | `places.rs` | where the library is looked for |
//! | `library.rs` | the library and its C API |
//! | `answer.rs` | from a response to a claim, and the log, line by line |
//! | `list.rs` | all solutions of a model |
//! | `parameters.txt` | the solver's own options, by name |

mod answer;
mod library;
mod list;
mod places;

use std::ffi::OsString;
use std::sync::OnceLock;
use std::time::Duration;

use itertools::Itertools as _;
use prost::{Message as _, encoding};

use crate::control::{Event, MAX_THREADS, Progress, Request, Stop};
use crate::harmless::is_among;
use crate::model::{Capabilities, EXACT, Model};
use crate::session::{Change, Receiver, Task};
use crate::watch::watched;
use crate::{Backend, BackendError, Claim, Ending, Session};
use answer::Line;
use library::{Library, Run};
use tumble_formats::cp_sat::{CpModelProto, CpSolverResponse, CpSolverStatus, SatParameters, translate};

pub use {list::Listed, places::add_place};

/// Parameters that change the problem, or let inexact numbers into proofs. All others leave proofs and bounds what they are: the response
/// states the bound, whatever gaps and limits are set.
const HARMFUL: &[&str] = &["fix_variables_to_their_hinted_value", "push_all_tasks_toward_start", "use_exact_lp_reason"];

/// How often a run is checked for an interrupt.
const POLL: Duration = Duration::from_millis(20);

/// CP-SAT, found on this machine.
#[derive(Debug)]
pub struct CpSat {
    library: Library,
}

impl CpSat {
    /// Looks for the library once, and opens it.
    ///
    /// # Errors
    /// Where it was looked for, and how to get it.
    pub fn find() -> Result<&'static Self, String> {
        static FOUND: OnceLock<Result<CpSat, String>> = OnceLock::new();
        let named = || std::env::var_os(places::VARIABLE).filter(|path: &OsString| !path.is_empty());
        let found = FOUND.get_or_init(|| places::find(named()).map(|library| Self { library }));
        found.as_ref().map_err(Clone::clone)
    }

    fn name(&self) -> String {
        format!("CP-SAT {}", self.library.version())
    }

    pub(super) fn failed(&self, message: impl Into<String>) -> BackendError {
        BackendError::Failed { solver: self.name(), message: message.into() }
    }

    fn refused(&self, (name, value): &(String, String), why: String) -> BackendError {
        BackendError::refused(self.name(), name, value, why)
    }

    /// The message for a model, whose values are exact as floating-point numbers.
    pub(super) fn translated(&self, model: &Model) -> Result<CpModelProto, BackendError> {
        for v in model.variables().iter().filter(|v| v.lower <= v.upper) {
            if let Some(value) = [v.lower, v.upper].into_iter().find(|v| v.unsigned_abs() > EXACT.unsigned_abs()) {
                return Err(BackendError::NotExact { what: format!("{value} in {}", v.name) });
            }
        }
        translate(model).map_err(|why| BackendError::Model { solver: self.name(), why: why.to_string() })
    }

    /// The bytes of these parameters, followed by the caller's own options, which win.
    ///
    /// # Errors
    /// When there is no such option, or not with this value.
    pub(super) fn encoded(&self, parameters: &SatParameters, request: &Request<'_>) -> Result<Vec<u8>, BackendError> {
        let mut bytes = parameters.encode_to_vec();
        for option in &request.options {
            push_option(&mut bytes, &option.0, &option.1).map_err(|why| self.refused(option, why))?;
        }
        Ok(bytes)
    }

    /// Runs the solver until it ends or has to stop. `parameters` are the bytes of a `SatParameters`.
    ///
    /// # Errors
    /// When a value of an option is refused, the model is invalid, or the run fails.
    pub(super) fn run(
        &self,
        model: &CpModelProto,
        parameters: &[u8],
        request: &Request<'_>,
    ) -> Result<CpSolverResponse, BackendError> {
        let run = Run::new(&self.library).map_err(|message| self.failed(message))?;
        // The API has no callbacks, so the observer only hears that the run is alive.
        let tell = || request.control.notify(&Event::Progress(Progress::default()));
        let solve = || run.solve(model, parameters);
        let response = watched(&request.control, POLL, tell, || run.stop(), solve).flatten();
        let response = response.map_err(|message| self.failed(message))?;
        if response.status() != CpSolverStatus::ModelInvalid {
            return Ok(response);
        }
        // A parameter that is out of range is named there, in quotes.
        let is_named = |(name, _): &&(String, String)| response.solution_info.contains(&format!("'{name}'"));
        match request.options.iter().find(is_named) {
            Some(option) => Err(self.refused(option, response.solution_info)),
            None => Err(self.failed(response.solution_info)),
        }
    }
}

/// The parameters that every run has.
pub(super) fn parameters(request: &Request<'_>) -> SatParameters {
    SatParameters {
        max_time_in_seconds: request.control.remaining().map(|left| left.as_secs_f64()),
        num_workers: request.threads.map(|threads| threads.min(MAX_THREADS).cast_signed()),
        random_seed: request.seed.map(|seed| (seed & 0x7fff_ffff).cast_signed()),
        absolute_gap_limit: Some(0.0),
        relative_gap_limit: Some(0.0),
        log_to_stdout: Some(false),
        catch_sigint_signal: Some(false),
        ..SatParameters::default()
    }
}

impl Backend for CpSat {
    fn version(&self) -> String {
        self.library.version().to_owned()
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities { lists: true, ..Capabilities::ALL }
    }

    fn log_reader(&self) -> Option<fn(&str) -> Option<Progress>> {
        Some(|line| Line::read(line)?.progress())
    }

    fn keeps_proofs(&self, option: &str) -> bool {
        !is_among(option, HARMFUL)
    }

    fn open<'b>(&'b self, model: Model) -> Box<dyn Session + 'b> {
        Box::new(Opened { solver: self, model })
    }
}

/// A model, which is solved anew in each run.
struct Opened<'b> {
    solver: &'b CpSat,
    model: Model,
}

impl Session for Opened<'_> {
    fn change(&mut self, change: Change) {
        change.make(&mut self.model);
    }

    fn run(&mut self, task: &Task, request: &Request<'_>, found: &mut Receiver<'_>) -> Result<Claim, BackendError> {
        match task {
            Task::Best => self.solver.best(&self.model, request),
            Task::Every => {
                let listed = self.solver.list_up_to(&self.model, usize::MAX, request, found)?;
                Ok(Claim::of(match listed.stop {
                    _ if listed.complete => Ending::Infeasible,
                    stop => Ending::Stopped(stop.unwrap_or(Stop::Interrupted)),
                }))
            }
            _ => Err(BackendError::no_such_task("CP-SAT")),
        }
    }
}

impl CpSat {
    fn best(&self, model: &Model, request: &Request<'_>) -> Result<Claim, BackendError> {
        let proto = self.translated(model)?;
        if let Some(stop) = request.control.stop() {
            return Ok(Claim::stopped(stop));
        }
        // In the response the log is needed in any case: see `answer.rs`.
        let parameters = SatParameters {
            log_search_progress: Some(true),
            log_to_response: Some(true),
            log_to_stdout: Some(request.log),
            ..parameters(request)
        };
        let started = request.control.elapsed();
        let response = self.run(&proto, &self.encoded(&parameters, request)?, request)?;
        let claim = answer::claim(model, &response, started, request).map_err(|why| self.failed(why))?;
        if let (Some(values), Some(&found)) = (&claim.values, claim.effort.incumbents.iter().flatten().last()) {
            request.control.notify(&Event::Incumbent { found, values });
        }
        Ok(claim)
    }
}

// The solver's own options: fields of `SatParameters` by name. The library takes parameters as bytes only, so a text is turned into
// them by the type of the field.

/// CP-SAT's parameters, a line each: name, number in `SatParameters`, type, and for an enumeration its values with their numbers. A
/// parameter that is a list has each of the values that it is given. `tests/all/cp_sat.rs` compares them with the installed package.
const PARAMETERS: &str = include_str!("parameters.txt");

/// Appends a parameter to the bytes of a `SatParameters`. In those bytes the last value of a field wins; a field that is a list has all.
///
/// # Errors
/// Why there is no such parameter, or not with this value.
fn push_option(bytes: &mut Vec<u8>, name: &str, value: &str) -> Result<(), String> {
    let fields = |line: &'static str| line.strip_prefix(name)?.strip_prefix(' ')?.split_once(' ');
    let found = PARAMETERS.lines().find_map(fields).and_then(|(tag, kind)| Some((tag.parse::<u32>().ok()?, kind)));
    let Some((tag, kind)) = found else { return Err("there is no such parameter".into()) };
    match kind {
        "bool" => encoding::bool::encode(tag, &parse(value, "true or false")?, bytes),
        "int32" => encoding::int32::encode(tag, &parse(value, "an integer of 32 bits")?, bytes),
        "int64" => encoding::int64::encode(tag, &parse(value, "an integer of 64 bits")?, bytes),
        "double" => {
            let number: f64 = parse(value, "a number")?;
            if number.is_nan() {
                return Err("it takes a number".into());
            }
            encoding::double::encode(tag, &number, bytes);
        }
        "string" => encoding::string::encode(tag, &value.to_owned(), bytes),
        of_names => {
            let names = of_names.split(' ').filter_map(|word| word.split_once('='));
            let Some((_, number)) = names.clone().find(|(name, _)| *name == value) else {
                return Err(format!("it takes one of {}", names.map(|(name, _)| name).join(", ")));
            };
            encoding::int32::encode(tag, &parse(number, "an integer of 32 bits")?, bytes);
        }
    }
    Ok(())
}

fn parse<T: std::str::FromStr>(value: &str, what: &str) -> Result<T, String> {
    value.parse().map_err(|_| format!("it takes {what}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use tumble_formats::cp_sat::SatParameters;

    #[test]
    fn values_are_read_by_the_type_of_their_parameter_and_the_last_one_wins() {
        let mut bytes = SatParameters { num_workers: Some(3), ..SatParameters::default() }.encode_to_vec();
        for (name, value) in [
            ("num_workers", "-7"),
            ("max_time_in_seconds", "1"),
            ("max_time_in_seconds", "inf"),
            ("log_to_stdout", "false"),
            ("search_branching", "PORTFOLIO_SEARCH"),
            ("max_number_of_conflicts", "9223372036854775807"),
            ("ignore_subsolvers", "fj"),
            ("ignore_subsolvers", "rins/rens"),
        ] {
            push_option(&mut bytes, name, value).unwrap();
        }
        let read = SatParameters::decode(&*bytes).unwrap();
        let expected = SatParameters {
            num_workers: Some(-7),
            max_time_in_seconds: Some(f64::INFINITY),
            log_to_stdout: Some(false),
            ..SatParameters::default()
        };
        assert_eq!(read, expected);
    }

    #[test]
    fn unknown_names_and_values_of_another_type_are_refused() {
        let refused = |name: &str, value: &str| push_option(&mut Vec::new(), name, value).unwrap_err();
        for name in ["workers", "", "NUM_WORKERS", "subsolver_params"] {
            assert_eq!(refused(name, "1"), "there is no such parameter", "{name}");
        }
        for (name, value, why) in [
            ("num_workers", "many", "an integer of 32 bits"),
            ("num_workers", "2147483648", "an integer of 32 bits"),
            ("max_number_of_conflicts", "9223372036854775808", "an integer of 64 bits"),
            ("log_to_stdout", "1", "true or false"),
            ("relative_gap_limit", "NaN", "a number"),
            ("relative_gap_limit", "", "a number"),
            ("initial_polarity", "UP", "one of POLARITY_TRUE, POLARITY_FALSE, POLARITY_RANDOM"),
        ] {
            assert_eq!(refused(name, value), format!("it takes {why}"), "{name}={value}");
        }
    }
}
