//! What the command line and the `[solve]` table of a model say together: the command line wins.

use std::time::Duration;

use tumble::instance::{At, Document, InputError, SolveTable};
use tumble::lower::Lowering;
use tumble::puzzle;
use tumble::solve::{Method, Options, SEARCH};

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
    let methods = sources.methods(options.encoding.is_some())?;
    let limit_in_file = file.time_limit().map_err(|e| document.place(e))?;
    Ok(Plan { methods, options, time_limit: args.limits.time_limit.or(limit_in_file) })
}

impl Sources<'_> {
    /// An error of a value in the file.
    fn in_file<T>(&self, at: &At<T>, message: &dyn std::fmt::Display, label: &str) -> Failure {
        self.document.place(InputError::of(at, message.to_string(), label)).into()
    }

    /// The backends that are named; else, where an encoding is, the first solver; else direct search.
    fn methods(&self, has_encoding: bool) -> Result<Vec<Method>, Failure> {
        if self.args.backend.iter().any(|name| name == "all") {
            return Ok(Method::available());
        }
        if !self.args.backend.is_empty() {
            return Ok(self.args.backend.iter().map(|name| Method::named(name)).collect::<Result<_, _>>()?);
        }
        if let Some(name) = &self.file.backend {
            let method = Method::named(&name.value).map_err(|e| self.in_file(name, &e, "not to be had"))?;
            return Ok(vec![method]);
        }
        if !has_encoding {
            return Ok(vec![Method::Search]);
        }
        let solver = Method::available().into_iter().find(|method| method.name() != SEARCH);
        let none = "an encoding needs a backend, and this build has none: see `tumble list backends`";
        Ok(vec![solver.ok_or_else(|| Failure::usage(none))?])
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
        Ok(Options {
            encoding: match (&args.encoding, &file.encoding) {
                (Some(name), _) => Some(name.clone()),
                (None, Some(name)) => Some(self.known_encoding(puzzle, name)?),
                (None, None) => None,
            },
            lowering,
            threads: args.limits.threads.or(file.threads.as_ref().map(|at| at.value)),
            seed: args.seed.or(file.seed.as_ref().map(|at| at.value)),
            log: args.log,
        })
    }

    /// The encoding that the file names, if the puzzle has it.
    fn known_encoding(&self, puzzle: &puzzle::Entry, name: &At<String>) -> Result<String, Failure> {
        let known: Vec<&str> = (puzzle.encodings)().iter().map(|encoding| encoding.name).collect();
        if known.contains(&name.value.as_str()) {
            return Ok(name.value.clone());
        }
        let error = InputError::of(name, format!("no encoding `{}`", name.value), "no such encoding");
        Err(self.document.place(error.suggest("encoding", &name.value, &known)).into())
    }
}
