//! How a model is solved, from the command line and the model's `[solve]` table: the command line wins.

use std::time::Duration;

use itertools::Itertools as _;

use super::args::SolveArgs;
use crate::failure::Failure;
use crate::input::Model;
use crate::names;
use crate::output;
use tumble_model::lower::Lowering;
use tumble_pipeline::solve::{MODEL, Method, MethodError, Named, Options, Problem, SEARCH};
use tumble_puzzles::instance::{At, InputError};
use tumble_puzzles::puzzle::Question;

/// The name that means all methods.
const ALL: &str = "all";

/// How a model is solved.
pub(super) struct Plan<'a> {
    pub(super) args: &'a SolveArgs,
    pub(super) problem: &'a Problem,
    pub(super) methods: Vec<Method>,
    /// Why these methods, in words.
    pub(super) reason: &'static str,
    pub(super) options: Options,
    pub(super) time_limit: Option<Duration>,
    pub(super) threads: Option<u32>,
    pub(super) seed: Option<u32>,
}

/// Where a plan comes from.
struct Sources<'a> {
    args: &'a SolveArgs,
    model: &'a Model,
}

impl<'a> Plan<'a> {
    /// Makes the plan for a model.
    pub(super) fn new(args: &'a SolveArgs, model: &'a Model) -> Result<Self, Failure> {
        let sources = Sources { args, model };
        let options = sources.options()?;
        let (methods, reason) = sources.methods(options.encoding.as_deref())?;
        Ok(Self {
            args,
            problem: &model.problem,
            methods,
            reason,
            options,
            time_limit: args.limits.time_limit.or(model.time_limit),
            threads: args.limits.threads.or(model.threads),
            seed: args.seed.or(model.defaults.seed.as_ref().map(|at| at.value)),
        })
    }

    /// Whether several methods run at the same time, for one answer.
    pub(super) fn is_race(&self) -> bool {
        self.args.race && self.methods.len() > 1
    }

    /// Whether several methods answer, each for itself.
    pub(super) fn has_several_answers(&self) -> bool {
        !self.args.race && self.methods.len() > 1
    }
}

impl Sources<'_> {
    /// An error in a value of the file.
    fn in_file<T>(&self, at: &At<T>, message: &dyn std::fmt::Display, label: &str) -> Failure {
        self.model.document.place(InputError::of(at, message.to_string(), label)).into()
    }

    /// The methods that the named method, backends and encoding mean, one for each backend, and why in words. A note reports the backends
    /// that are left out.
    fn methods(&self, encoding: Option<&str>) -> Result<(Vec<Method>, &'static str), Failure> {
        let Self { args, model: Model { problem, defaults: file, .. } } = self;
        let method = args.method.as_deref();
        names::method(problem, method)?;
        let is_model = [None, Some(MODEL)].contains(&method);
        let model = is_model && (encoding.is_some() || args.lowering.is_some());
        let named = Named { method, backend: None, model };
        let question = if args.listing.limit().is_some() { Question::List } else { Question::Best };
        let Some(backends) = self.backends(encoding.filter(|_| is_model))? else {
            let method = named.method(problem, question)?;
            return Ok((self.with_effect(vec![method])?, named.reason()));
        };
        // A lowering in the file is for models, but does not ask for a model by itself.
        let model = model || (is_model && file.lowering.is_some());
        let named = Named { model, backend: backends.first().copied(), ..named };
        let methods = backends.into_iter().map(|backend| {
            let method = Named { backend: Some(backend), ..named }.method(problem, question);
            method.map_err(|error| (backend, error))
        });
        let (able, unable): (Vec<Method>, Vec<(Method, MethodError)>) = methods.partition_result();
        match unable.first() {
            Some((_, error)) if able.is_empty() => return Err(error.clone().into()),
            _ => unable.iter().for_each(|(backend, why)| note_left_out(problem, *backend, why)),
        }
        let is_all = args.backend.iter().any(|name| name == ALL);
        Ok((if is_all { able } else { self.with_effect(able)? }, named.reason()))
    }

    /// The backends that are named on the command line, or in the file, where they are for solvers only, as methods that can solve the
    /// problem, with this encoding if one is named; `None` if no backend is named. A note reports those that are left out.
    fn backends(&self, encoding: Option<&str>) -> Result<Option<Vec<Method>>, Failure> {
        let Self { args, model: Model { problem, defaults: file, .. } } = self;
        let searches = args.method.as_deref() == Some(SEARCH);
        let at = file.backend.as_ref().filter(|_| args.backend.is_empty());
        let names: Vec<&str> = match at {
            Some(_) if searches => return Ok(None),
            Some(at) => at.value.split(',').map(str::trim).collect(),
            None if args.backend.is_empty() => return Ok(None),
            None => args.backend.iter().map(String::as_str).collect(),
        };
        let is_all = names.contains(&ALL);
        let named = || names.into_iter().map(Method::named).collect::<Result<Vec<_>, _>>();
        let mut methods = if is_all { Ok(Method::available()) } else { named() }.map_err(|error| match at {
            Some(at) => self.in_file(at, &error, "not in this build"),
            None => error.into(),
        })?;
        let left_out = |method: &Method| left_out(problem, *method, encoding);
        // Where nothing would be left, each says itself why it cannot.
        if is_all || methods.iter().any(|method| left_out(method).is_none()) {
            methods.retain(|method| left_out(method).inspect(|why| note_left_out(problem, *method, why)).is_none());
        }
        Ok(Some(methods))
    }

    /// These methods, unless something that the command line asks for has no effect on any of them. What the file asks for may apply to
    /// others.
    fn with_effect(&self, methods: Vec<Method>) -> Result<Vec<Method>, Failure> {
        let SolveArgs { encoding, lowering, options, .. } = self.args;
        let ignores = |method: &Method| method.ignores(encoding.as_deref(), lowering.as_ref(), options);
        let ignored: Option<Vec<String>> = methods.iter().map(ignores).collect();
        match ignored.and_then(|ignored| ignored.into_iter().next()) {
            Some(why) => Err(Failure::usage(format!("{why}; `tumble list backends` shows those of this build"))),
            None => Ok(methods),
        }
    }

    fn options(&self) -> Result<Options, Failure> {
        let Self { args, model: Model { problem, defaults: file, .. } } = self;
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
                Some(named.map_err(|error| self.model.document.place(in_file(error)))?)
            }
            (None, None) => None,
        };
        Ok(Options { encoding, lowering, solutions: args.listing.limit(), ..Options::default() })
    }
}

fn note_left_out(problem: &Problem, method: Method, why: &dyn std::fmt::Display) {
    output::note(format_args!("{}: {} is left out: {why}", problem.model, method.name()));
}

/// Why a method cannot solve the problem, with this encoding if one is named. Direct search takes no encoding and always can.
fn left_out(problem: &Problem, method: Method, encoding: Option<&str>) -> Option<String> {
    let instance = &*problem.instance;
    match encoding {
        Some(encoding) if method.name() != SEARCH => instance.fits(encoding).err().map(|error| error.to_string()),
        _ => (!method.serves(instance)).then(|| "no encoding fits this instance".into()),
    }
}
