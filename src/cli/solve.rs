//! `tumble solve`.

use clap::ArgMatches;

use super::answer::{exit_of, headline, text};
use super::failure::{Exit, Failure};
use super::limits::{Format, interrupt};
use super::plan::{Plan, plan};
use super::progress::Display;
use super::solve_args::SolveArgs;
use super::target::Picture;
use super::{ids, input, output, worker};
use crate::registry::Registry;
use crate::report::{Agreement, CrossCheck, Report};
use crate::run::{Control, Event, Interrupt, Request};
use crate::solve::{self, Method, Options, Problem, SolveError};

/// Why `--picture` is refused.
const ONE_PICTURE: &str = "--picture draws one solution: name one model and one backend";
/// Why `--picture -` is refused with JSON output.
const TWO_OUTPUTS: &str = "--picture - and --format json both write to standard output: write one of them to a file";

pub(super) fn run(registry: &Registry, args: &SolveArgs, matches: &ArgMatches) -> Result<Exit, Failure> {
    if let Some(ids) = &args.ids {
        return ids::run(registry, args, ids);
    }
    if args.picture.is_some() && args.models.len() > 1 {
        return Err(Failure::usage(ONE_PICTURE));
    }
    if args.format == Format::Json && args.picture.as_ref().is_some_and(Picture::is_printed) {
        return Err(Failure::usage(TWO_OUTPUTS));
    }
    let interrupt = interrupt();
    let mut exit = Exit::Answered;
    for path in &args.models {
        if interrupt.is_raised() {
            return Ok(exit.max(Exit::Stopped));
        }
        // One bad model does not stop the others.
        let ended = input::model(registry, path, matches).and_then(|(problem, defaults, document)| {
            let plan = plan(args, &problem, &defaults, &document)?;
            Runs { args, problem: &problem, plan, interrupt: &interrupt }.all()
        });
        exit = exit.max(ended.unwrap_or_else(Failure::print));
    }
    Ok(exit)
}

/// The runs of one model: one for each method.
struct Runs<'a> {
    args: &'a SolveArgs,
    problem: &'a Problem,
    plan: Plan,
    interrupt: &'a Interrupt,
}

impl Runs<'_> {
    fn all(&self) -> Result<Exit, Failure> {
        if self.args.picture.is_some() && self.plan.methods.len() > 1 {
            return Err(Failure::usage(ONE_PICTURE));
        }
        let mut exit = Exit::Answered;
        let mut reports: Vec<Report> = Vec::new();
        for &method in &self.plan.methods {
            if self.interrupt.is_raised() {
                return Ok(exit.max(Exit::Stopped));
            }
            // One failing backend does not stop the others.
            match self.one(method, &reports) {
                Ok((report, ended)) => {
                    exit = exit.max(ended);
                    reports.push(report);
                }
                Err(failure) => exit = exit.max(failure.print()),
            }
        }
        Ok(exit)
    }

    /// Runs a method, prints its answer, and compares it with the earlier ones.
    fn one(&self, method: Method, earlier: &[Report]) -> Result<(Report, Exit), Failure> {
        let mut report = self.solve(method, &self.plan.options, &self.args.options)?;
        // Text need not wait for the second opinion, which JSON carries.
        if self.args.format == Format::Text {
            answer(self.args, self.problem, &report)?;
        }
        let checked = if self.args.cross_check { self.cross_check(&report) } else { Ok(None) };
        let contradicted = earlier.iter().try_for_each(|other| self.compare(other, &report));
        if self.args.format == Format::Json {
            report.cross_check = checked.as_ref().ok().cloned().flatten();
            answer(self.args, self.problem, &report)?;
        }
        // A contradiction can only be understood after the answer.
        let failed = [contradicted, checked.map(|_| ())].into_iter().filter_map(Result::err);
        let exit = failed.map(|error| Failure::from(error).print()).fold(exit_of(&report), Exit::max);
        Ok((report, exit))
    }

    /// `own` are options for the solver, in its own words.
    fn solve(&self, method: Method, options: &Options, own: &[(String, String)]) -> Result<Report, SolveError> {
        let Self { args, problem, plan, interrupt } = self;
        let display = Display::start(format!("{} ({})", problem.model, method.name()));
        let observer = |event: &Event<'_>| display.hear(event);
        let control =
            Control::new(plan.time_limit, (*interrupt).clone(), &observer).with_memory_limit(args.limits.memory_limit);
        let request = Request {
            control,
            threads: plan.threads,
            seed: plan.seed,
            log: args.log,
            options: own.to_vec(),
            worker: worker::command(),
        };
        solve::solve(problem, method, options, &request)
    }

    fn compare(&self, a: &Report, b: &Report) -> Result<(), SolveError> {
        solve::compare(self.problem.instance.sense(), a, b)
    }

    /// Solves again by another method, and reports the outcome on standard error.
    fn cross_check(&self, report: &Report) -> Result<Option<CrossCheck>, SolveError> {
        let model = &self.problem.model;
        let Some(other) = solve::other_method(self.problem, report) else {
            output::note(format_args!(
                "{model}: not cross-checked: no second, independent method of this build can solve it"
            ));
            return Ok(None);
        };
        let second = self.solve(other, &Options { skip_moves: true, ..Options::default() }, &[])?;
        let checked = solve::cross_check(self.problem, report, &second)?;
        let word = match checked.agreement {
            Agreement::Agrees => "agrees",
            Agreement::Undecided => "no contradiction, but not both answers are proved",
            Agreement::NotIndependent => "no second opinion: it was settled without a solver while its model was built",
        };
        output::note(format_args!("{model}: cross-check by {} ({}): {word}", second.backend, headline(&second)));
        Ok(Some(checked))
    }
}

fn answer(args: &SolveArgs, problem: &Problem, report: &Report) -> Result<(), Failure> {
    match args.format {
        Format::Json => {
            let line = serde_json::to_string(report).map_err(Failure::usage)?;
            output::print(&format!("{line}\n"))?;
        }
        Format::Text => output::print(&text(problem, report).map_err(Failure::usage)?)?,
    }
    if let (Some(picture), Some(solution)) = (&args.picture, &report.solution) {
        let solved = problem.instance.parse(solution).map_err(Failure::usage)?;
        picture.draw(&solved.scene())?;
    }
    Ok(())
}
