//! What the command line and the `[solve]` table of a model say together: the command line wins.

use std::time::Duration;

use super::failure::Failure;
use super::output;
use super::solve::Args;
use crate::instance::{At, Document, InputError, SolveTable};
use crate::lower::Lowering;
use crate::puzzle::EncodingInfo;
use crate::run::MAX_THREADS;
use crate::solve::{Method, MethodError, Options, Problem, SEARCH};

/// How a model is to be solved.
pub(super) struct Plan {
    pub(super) methods: Vec<Method>,
    pub(super) options: Options,
    pub(super) time_limit: Option<Duration>,
    pub(super) threads: Option<u32>,
    pub(super) seed: Option<u32>,
}

/// Where a plan comes from.
struct Sources<'a> {
    args: &'a Args,
    file: &'a SolveTable,
    document: &'a Document,
}

/// Makes the plan for a problem.
pub(super) fn plan(args: &Args, problem: &Problem, file: &SolveTable, document: &Document) -> Result<Plan, Failure> {
    let sources = Sources { args, file, document };
    let options = sources.options(problem)?;
    let methods = sources.methods(problem, options.encoding.as_deref())?;
    let limit_in_file = file.time_limit().map_err(|e| document.place(e))?;
    Ok(Plan {
        methods,
        options,
        time_limit: args.limits.time_limit.or(limit_in_file),
        threads: args.limits.threads.or(file.threads(MAX_THREADS).map_err(|e| document.place(e))?),
        seed: args.seed.or(file.seed.as_ref().map(|at| at.value)),
    })
}

impl Sources<'_> {
    /// An error of a value in the file.
    fn in_file<T>(&self, at: &At<T>, message: &dyn std::fmt::Display, label: &str) -> Failure {
        self.document.place(InputError::of(at, message.to_string(), label)).into()
    }

    /// The backends that are named; else, where an encoding is, the first solver; else direct search.
    fn methods(&self, problem: &Problem, encoding: Option<&str>) -> Result<Vec<Method>, Failure> {
        let methods = if !self.args.backend.is_empty() {
            named(problem, self.args.backend.iter().map(String::as_str))?
        } else if let Some(at) = &self.file.backend {
            named(problem, at.value.split(',').map(str::trim)).map_err(|e| self.in_file(at, &e, "not to be had"))?
        } else if encoding.is_none() {
            vec![Method::Search]
        } else {
            Method::available().into_iter().filter(|method| method.name() != SEARCH).take(1).collect()
        };
        if methods.iter().any(|method| method.name() != SEARCH) {
            return Ok(methods);
        }
        // What a file says of models is only for the solvers; from the command line it has to have an effect.
        let none = "needs a solver, and none is requested or in this build: see `tumble list backends`";
        if let Some(name) = encoding.filter(|_| self.args.encoding.is_some() || methods.is_empty()) {
            return Err(Failure::usage(format!("encoding {name} {none}")));
        }
        match &self.args.lowering {
            Some(lowering) if *lowering != Lowering::default() => {
                Err(Failure::usage(format!("lowering {lowering} {none}")))
            }
            _ => Ok(methods),
        }
    }

    fn options(&self, problem: &Problem) -> Result<Options, Failure> {
        let Self { args, file, .. } = self;
        let lowering = match (&args.lowering, &file.lowering) {
            (Some(lowering), _) => lowering.clone(),
            (None, Some(text)) => {
                text.value.parse::<Lowering>().map_err(|e| self.in_file(text, &e, "not understood"))?
            }
            (None, None) => Lowering::default(),
        };
        let encodings = (problem.puzzle.encodings)();
        let aliases = encodings.iter().flat_map(|encoding| encoding.aliases).map(|alias| alias.name.to_owned());
        let known: Vec<String> = encodings.iter().flat_map(EncodingInfo::names).chain(aliases).collect();
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        let unknown = |name: &str| format!("{} has no encoding `{name}`", problem.puzzle.name);
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
            solutions: args.listing.limit(),
            skip_moves: false,
        })
    }
}

/// The methods of these names; of `all` those that can solve the problem, with a word on the others.
fn named<'a>(problem: &Problem, names: impl Iterator<Item = &'a str>) -> Result<Vec<Method>, MethodError> {
    let names: Vec<&str> = names.collect();
    if !names.contains(&"all") {
        return names.into_iter().map(Method::named).collect();
    }
    let (serving, others): (Vec<Method>, Vec<Method>) =
        Method::available().into_iter().partition(|method| method.serves(&*problem.instance));
    for other in others {
        output::note(format_args!("{}: {} is left out: no encoding fits this instance", problem.model, other.name()));
    }
    Ok(serving)
}
