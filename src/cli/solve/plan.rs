//! How a model is solved, from the command line and the model's `[solve]` table: the command line wins.

use std::time::Duration;

use itertools::Itertools as _;

use super::args::SolveArgs;
use crate::cli::failure::Failure;
use crate::cli::names;
use crate::cli::output;
use crate::control::MAX_THREADS;
use crate::instance::{At, Document, InputError, SolveTable};
use crate::lower::Lowering;
use crate::solve::{MODEL, Method, MethodError, Options, Problem, SEARCH};

/// The name that means all methods.
const ALL: &str = "all";

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
    args: &'a SolveArgs,
    file: &'a SolveTable,
    document: &'a Document,
}

/// Makes the plan for a problem.
pub(super) fn plan(
    args: &SolveArgs,
    problem: &Problem,
    file: &SolveTable,
    document: &Document,
) -> Result<Plan, Failure> {
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
    /// An error in a value of the file.
    fn in_file<T>(&self, at: &At<T>, message: &dyn std::fmt::Display, label: &str) -> Failure {
        self.document.place(InputError::of(at, message.to_string(), label)).into()
    }

    /// The backends that are named on the command line or in the file; `None` if no backend is named.
    fn backends(&self, problem: &Problem, encoding: Option<&str>) -> Result<Option<Vec<Method>>, Failure> {
        if !self.args.backend.is_empty() {
            return Ok(Some(named(problem, self.args.backend.iter().map(String::as_str), encoding)?));
        }
        let Some(at) = &self.file.backend else { return Ok(None) };
        let names = at.value.split(',').map(str::trim);
        Ok(Some(named(problem, names, encoding).map_err(|e| self.in_file(at, &e, "not in this build"))?))
    }

    /// The methods that the named method, backends and encoding mean. If nothing is named, the best method for the instance.
    fn methods(&self, problem: &Problem, encoding: Option<&str>) -> Result<Vec<Method>, Failure> {
        let backends = self.backends(problem, encoding)?;
        let first_solver =
            || Method::available().into_iter().filter(|method| method.name() != SEARCH).take(1).collect();
        let methods: Vec<Method> = match (self.args.method.as_deref(), backends) {
            (None, Some(backends)) => backends,
            (None, None) if encoding.is_none() && self.takes_any() => vec![Method::best(&*problem.instance)],
            (None, None) if encoding.is_none() => vec![Method::Search],
            (None | Some(MODEL), None) => first_solver(),
            (Some(SEARCH), _) if self.args.backend.iter().any(|name| name != SEARCH) => {
                return Err(Failure::usage("the method search has no backend: leave one of them out"));
            }
            (Some(SEARCH), _) => vec![Method::Search],
            (Some(MODEL), Some(backends)) => backends.into_iter().filter(|method| method.name() != SEARCH).collect(),
            (Some(name), backends) => self.bounded(problem, name, backends)?,
        };
        if methods.iter().any(|method| method.name() != SEARCH) {
            return Ok(methods);
        }
        // An encoding or lowering in the file applies to solvers only. One on the command line must have an effect, except with
        // `all`, which has reported the methods that it leaves out.
        let has_to_serve = !self.args.backend.iter().any(|name| name == ALL);
        let needs = "needs a solver: name one with --backend; `tumble list backends` shows those of this build";
        if methods.is_empty() && encoding.is_none() {
            return Err(Failure::usage(format!("the method {MODEL} {needs}")));
        }
        if let Some(name) = encoding.filter(|_| has_to_serve && self.args.encoding.is_some() || methods.is_empty()) {
            return Err(Failure::usage(format!("encoding {name} {needs}")));
        }
        if let Some((key, value)) = self.args.options.first().filter(|_| has_to_serve) {
            return Err(Failure::usage(format!("option {key}={value} {needs}")));
        }
        match &self.args.lowering {
            Some(lowering) if has_to_serve && *lowering != Lowering::default() => {
                Err(Failure::usage(format!("lowering {lowering} {needs}")))
            }
            _ => Ok(methods),
        }
    }

    /// Whether any method will do: nothing is asked for that only some can.
    fn takes_any(&self) -> bool {
        self.args.listing.limit().is_none() && self.args.options.is_empty() && self.args.lowering.is_none()
    }

    /// A bounded search, with each of the backends, or the first that it can use.
    fn bounded(&self, problem: &Problem, name: &str, backends: Option<Vec<Method>>) -> Result<Vec<Method>, Failure> {
        let search = names::bounded_search(problem, name)?;
        problem.instance.fits_search(name).map_err(|error| Failure::usage(error.to_string()))?;
        let lowering = self.args.lowering.as_ref().filter(|lowering| **lowering != Lowering::default());
        let option = self.args.encoding.as_ref().map(|encoding| format!("encoding {encoding}"));
        if let Some(option) = option.or_else(|| lowering.map(|lowering| format!("lowering {lowering}"))) {
            return Err(Failure::usage(format!("the method {name} has a relaxation of its own: it takes no {option}")));
        }
        // `all` has no meaning here: one solver of linear programs is as good as another.
        match backends.filter(|_| !self.args.backend.iter().any(|name| name == ALL)) {
            None => Ok(vec![Method::bounded(search, None)?]),
            Some(backends) => {
                let bounded = backends.into_iter().map(|backend| Method::bounded(search, Some(backend)));
                let (able, unable): (Vec<Method>, Vec<MethodError>) = bounded.partition_result();
                match unable.first() {
                    Some(error) if able.is_empty() => return Err(error.clone().into()),
                    _ => unable.iter().for_each(|why| output::note(format_args!("{}: left out: {why}", problem.model))),
                }
                Ok(able)
            }
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
        let encoding = match (&args.encoding, &file.encoding) {
            (Some(name), _) => Some(names::encoding(problem, name)?),
            (None, Some(at)) => {
                let named = names::encoding(problem, &at.value);
                let in_file = |error: InputError| error.or_at(at.span.clone(), "no such encoding");
                Some(named.map_err(|error| self.document.place(in_file(error)))?)
            }
            (None, None) => None,
        };
        Ok(Options { encoding, lowering, solutions: args.listing.limit(), skip_moves: false })
    }
}

/// The methods with these names that can solve the problem, with this encoding if an encoding is named. `all` means all methods of this
/// build. A note reports the methods that are left out.
fn named<'a>(
    problem: &Problem,
    names: impl Iterator<Item = &'a str>,
    encoding: Option<&str>,
) -> Result<Vec<Method>, MethodError> {
    let names: Vec<&str> = names.collect();
    let is_all = names.contains(&ALL);
    let mut methods = if is_all {
        Method::available()
    } else {
        names.into_iter().map(Method::named).collect::<Result<Vec<_>, _>>()?
    };
    // Where nothing would be left, each says itself why it cannot.
    if !is_all && methods.iter().all(|method| left_out(problem, *method, encoding).is_some()) {
        return Ok(methods);
    }
    methods.retain(|method| match left_out(problem, *method, encoding) {
        None => true,
        Some(why) => {
            output::note(format_args!("{}: {} is left out: {why}", problem.model, method.name()));
            false
        }
    });
    Ok(methods)
}

/// Why a method cannot solve the problem, with this encoding if one is named. Direct search takes no encoding and always can.
fn left_out(problem: &Problem, method: Method, encoding: Option<&str>) -> Option<String> {
    let instance = &*problem.instance;
    match encoding {
        Some(encoding) if method.name() != SEARCH => instance.fits(encoding).err().map(|error| error.to_string()),
        _ => (!method.serves(instance)).then(|| "no encoding fits this instance".into()),
    }
}
