//! What the command line and the `[solve]` table of a model say together: the command line wins.

use std::time::Duration;

use tumble::instance::{At, Document, InputError, SolveTable};
use tumble::lower::Lowering;
use tumble::puzzle;
use tumble::run::MAX_THREADS;
use tumble::solve::{Method, MethodError, Options, SEARCH};

use super::failure::Failure;
use super::solve::Args;

/// How a model is to be solved.
pub(super) struct Plan {
    pub(super) methods: Vec<Method>,
    pub(super) options: Options,
    pub(super) time_limit: Option<Duration>,
}

/// Where a plan comes from.
struct Sources<'a> {
    args: &'a Args,
    file: &'a SolveTable,
    document: &'a Document,
}

/// Makes the plan for a model of `puzzle`.
pub(super) fn plan(
    args: &Args,
    puzzle: &puzzle::Entry,
    file: &SolveTable,
    document: &Document,
) -> Result<Plan, Failure> {
    let sources = Sources { args, file, document };
    let options = sources.options(puzzle)?;
    let methods = sources.methods(puzzle, options.encoding.as_deref())?;
    let limit_in_file = file.time_limit().map_err(|e| document.place(e))?;
    Ok(Plan { methods, options, time_limit: args.limits.time_limit.or(limit_in_file) })
}

impl Sources<'_> {
    /// An error of a value in the file.
    fn in_file<T>(&self, at: &At<T>, message: &dyn std::fmt::Display, label: &str) -> Failure {
        self.document.place(InputError::of(at, message.to_string(), label)).into()
    }

    /// The backends that are named; else, where an encoding is, the first solver; else direct search.
    fn methods(&self, puzzle: &puzzle::Entry, encoding: Option<&str>) -> Result<Vec<Method>, Failure> {
        let methods = if !self.args.backend.is_empty() {
            named(puzzle, self.args.backend.iter().map(String::as_str))?
        } else if let Some(at) = &self.file.backend {
            named(puzzle, at.value.split(',').map(str::trim)).map_err(|e| self.in_file(at, &e, "not to be had"))?
        } else if encoding.is_none() {
            vec![Method::Search]
        } else {
            Method::available().into_iter().filter(|method| method.name() != SEARCH).take(1).collect()
        };
        // A file's encoding is only for the solvers; asked for by name it has to have an effect.
        match encoding.filter(|_| self.args.encoding.is_some() || methods.is_empty()) {
            Some(name) if methods.iter().all(|method| method.name() == SEARCH) => Err(Failure::usage(format!(
                "encoding {name} needs a solver, and none is asked for or in this build: see `tumble list backends`"
            ))),
            _ => Ok(methods),
        }
    }

    fn options(&self, puzzle: &puzzle::Entry) -> Result<Options, Failure> {
        let Self { args, file, .. } = self;
        let lowering = match (&args.lowering, &file.lowering) {
            (Some(lowering), _) => lowering.clone(),
            (None, Some(text)) => {
                text.value.parse::<Lowering>().map_err(|e| self.in_file(text, &e, "not understood"))?
            }
            (None, None) => Lowering::default(),
        };
        let known: Vec<&str> = (puzzle.encodings)().iter().map(|encoding| encoding.name).collect();
        let unknown = |name: &str| format!("{} has no encoding `{name}`", puzzle.name);
        let no_encoding = |error: InputError, name: &str| -> Failure {
            let error = error.suggest("encoding", name, &known);
            if args.encoding.is_some() { error.into() } else { self.document.place(error).into() }
        };
        Ok(Options {
            encoding: match (&args.encoding, &file.encoding) {
                (Some(name), _) if known.contains(&name.as_str()) => Some(name.clone()),
                (Some(name), _) => return Err(no_encoding(InputError::new(unknown(name)), name)),
                (None, Some(at)) if known.contains(&at.value.as_str()) => Some(at.value.clone()),
                (None, Some(at)) => {
                    let error = InputError::of(at, unknown(&at.value), "no such encoding");
                    return Err(no_encoding(error, &at.value));
                }
                (None, None) => None,
            },
            lowering,
            threads: args.limits.threads.or(file.threads(MAX_THREADS).map_err(|e| self.document.place(e))?),
            seed: args.seed.or(file.seed.as_ref().map(|at| at.value)),
            log: args.log,
            solutions: args.listing.limit(),
            unfinished: false,
        })
    }
}

/// The methods of these names, or all that serve the puzzle where `all` is among them.
fn named<'a>(puzzle: &puzzle::Entry, names: impl Iterator<Item = &'a str>) -> Result<Vec<Method>, MethodError> {
    let names: Vec<&str> = names.collect();
    if names.contains(&"all") { Ok(Method::serving(puzzle)) } else { names.into_iter().map(Method::named).collect() }
}
