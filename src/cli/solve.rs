//! `tumble solve`.

use clap::ArgMatches;

use super::answer::{exit_of, headline, text};
use super::failure::{Exit, Failure};
use super::limits::{Format, interrupt};
use super::plan::{Plan, plan};
use super::progress::Display;
use super::solve_args::SolveArgs;
use super::stream::{self, Stream};
use super::target::Picture;
use super::{disagreement, ids, input, output, race, worker};
use crate::registry::Registry;
use crate::report::{Agreement, CrossCheck, Report};
use crate::run::{Control, Event, Interrupt, Request};
use crate::solve::{self, Method, Options, Problem, SolveError};

/// Why `--picture` is refused.
const ONE_PICTURE: &str = "--picture draws one solution: name one model and one backend";
/// Why `--picture -` is refused with JSON output.
const TWO_OUTPUTS: &str = "--picture - and JSON both write to standard output: write one of them to a file";

pub(super) fn run(registry: &Registry, args: &SolveArgs, matches: &ArgMatches) -> Result<Exit, Failure> {
    if let Some(ids) = &args.ids {
        return ids::run(registry, args, ids);
    }
    if args.picture.is_some() && args.models.len() > 1 {
        return Err(Failure::usage(ONE_PICTURE));
    }
    let is_json = args.format == Format::Json || args.json_stream;
    if is_json && args.picture.as_ref().is_some_and(Picture::is_printed) {
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
            Runs { args, problem: &problem, plan, interrupt: &interrupt, source: document.text() }.all()
        });
        exit = exit.max(ended.unwrap_or_else(Failure::print));
    }
    Ok(exit)
}

/// The runs of one model: one for each method.
pub(super) struct Runs<'a> {
    pub(super) args: &'a SolveArgs,
    pub(super) problem: &'a Problem,
    pub(super) plan: Plan,
    pub(super) interrupt: &'a Interrupt,
    /// The text of the model file.
    source: &'a str,
}

impl Runs<'_> {
    fn all(&self) -> Result<Exit, Failure> {
        let several = self.plan.methods.len() > 1;
        if self.args.picture.is_some() && several && !self.args.race {
            return Err(Failure::usage(ONE_PICTURE));
        }
        if self.args.race && several {
            return race::run(self);
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
        let mut report = self.solve(method, &self.plan.options, &self.args.options, self.interrupt)?;
        // Text need not wait for the second opinion, which JSON carries.
        let is_text = self.args.format == Format::Text && !self.args.json_stream;
        if is_text {
            self.print(&report)?;
        }
        let checked = if self.args.cross_check { self.cross_check(&report) } else { Ok(None) };
        if !is_text {
            report.cross_check = checked.as_ref().ok().cloned().flatten();
            self.print(&report)?;
        }
        // A contradiction can only be understood after the answer.
        let checked = checked.map_err(|error| Failure::from(error).print()).err();
        let contradicted = earlier.iter().filter_map(|other| self.compare(other, &report));
        let exit = checked.into_iter().chain(contradicted).fold(exit_of(&report), Exit::max);
        Ok((report, exit))
    }

    /// Solves by a method. `own` are options for the solver, in its own words.
    pub(super) fn solve(
        &self,
        method: Method,
        options: &Options,
        own: &[(String, String)],
        interrupt: &Interrupt,
    ) -> Result<Report, SolveError> {
        let Self { args, problem, plan, .. } = self;
        let display = Display::start(format!("{} ({})", problem.model, method.name()));
        let stream = args.json_stream.then(|| Stream::new(&problem.model, method.name(), problem.instance.sense()));
        let observer = |event: &Event<'_>| {
            display.hear(event);
            if let Some(stream) = &stream {
                stream.hear(event);
            }
        };
        let control =
            Control::new(plan.time_limit, interrupt.clone(), &observer).with_memory_limit(args.limits.memory_limit);
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

    /// Compares two answers. If they contradict each other, both are saved, and that is the exit code.
    pub(super) fn compare(&self, a: &Report, b: &Report) -> Option<Exit> {
        let error = solve::compare(self.problem.instance.sense(), a, b).err()?;
        let saved = disagreement::save(self.source, [a, b]);
        let exit = Failure::from(error).print();
        match saved {
            Ok(folder) => output::note(format_args!("the model and both answers are saved in {}", folder.display())),
            Err(error) => output::note(format_args!("the answers could not be saved: {error}")),
        }
        Some(exit)
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
        let options = Options { skip_moves: true, ..Options::default() };
        let second = self.solve(other, &options, &[], self.interrupt)?;
        let checked = solve::cross_check(self.problem, report, &second)?;
        let word = match checked.agreement {
            Agreement::Agrees => "agrees",
            Agreement::Undecided => "no contradiction, but not both answers are proved",
            Agreement::NotIndependent => "no second opinion: it was settled without a solver while its model was built",
        };
        output::note(format_args!("{model}: cross-check by {} ({}): {word}", second.backend, headline(&second)));
        Ok(Some(checked))
    }

    /// Prints a report and draws its solution.
    pub(super) fn print(&self, report: &Report) -> Result<(), Failure> {
        let Self { args, problem, .. } = self;
        if args.json_stream {
            output::print(&format!("{}\n", stream::result(report).map_err(Failure::usage)?))?;
        } else if args.format == Format::Json {
            output::print(&format!("{}\n", serde_json::to_string(report).map_err(Failure::usage)?))?;
        } else {
            output::print(&text(problem, report).map_err(Failure::usage)?)?;
        }
        if let (Some(picture), Some(solution)) = (&args.picture, &report.solution) {
            let solved = problem.instance.parse(solution).map_err(Failure::usage)?;
            picture.draw(&solved.scene())?;
        }
        Ok(())
    }
}
