//! `tumble solve`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgMatches, ValueEnum};

use super::failure::{Exit, Failure};
use super::plan::{Plan, plan};
use super::progress::Display;
use super::{ids, input, output};
use crate::lower::Lowering;
use crate::registry::Registry;
use crate::render;
use crate::report::{Agreement, CrossCheck, Report, Status};
use crate::run::{Bytes, Control, Event, Interrupt, MAX_THREADS, MEMORY_LIMIT, Request};
use crate::solve::{self, Method, Options, Problem, SolveError};

/// How an answer is printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For people.
    #[default]
    Text,
    /// One JSON object a line.
    Json,
}

#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Model files, or ids of Simon Tatham's Cube such as c4x4:C461,3; `-` is standard input.
    #[arg(required_unless_present = "ids", value_name = "MODEL")]
    models: Vec<PathBuf>,
    /// In place of models: ids of Simon Tatham's Cube, one a line; `-` is standard input.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["models", "backend", "encoding", "lowering", "seed",
        "cross_check", "picture", "log"])]
    ids: Option<PathBuf>,
    /// With --ids: a file that `tumble table tatham-cube` wrote, to look the ids of its board up in.
    #[arg(long, requires = "ids", conflicts_with = "models", value_name = "FILE")]
    pub(super) table: Option<PathBuf>,
    /// Backends, or `search` for direct search, or `all`; the best for the instance without.
    #[arg(long, short, value_delimiter = ',', value_name = "B")]
    pub(super) backend: Vec<String>,
    /// The encoding (`tumble list encodings`); the best for the backend without.
    #[arg(long, short, value_name = "E")]
    pub(super) encoding: Option<String>,
    /// How to lower it, as in `table=support` (`tumble list lowerings`).
    #[arg(long, value_name = "L")]
    pub(super) lowering: Option<Lowering>,
    #[command(flatten)]
    pub(super) limits: Limits,
    /// Seed of the solver's random numbers.
    #[arg(long, value_name = "N")]
    pub(super) seed: Option<u32>,
    #[command(flatten)]
    pub(super) listing: Listing,
    /// Solve by a second, independent method as well and compare.
    #[arg(long)]
    cross_check: bool,
    /// How to print the answer.
    #[arg(long, value_enum, default_value_t)]
    pub(super) format: Format,
    /// Draw the solution to an SVG file.
    #[arg(long, value_name = "FILE.svg")]
    picture: Option<PathBuf>,
    /// Show the solver's own log on standard error.
    #[arg(long)]
    pub(super) log: bool,
}

/// How many solutions are wanted.
#[derive(clap::Args, Debug)]
pub(super) struct Listing {
    /// List all solutions.
    #[arg(long, conflicts_with = "solutions")]
    all: bool,
    /// List up to N solutions.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    solutions: Option<u32>,
}

impl Listing {
    /// The most solutions to list, `None` where one is to be found.
    pub(super) fn limit(&self) -> Option<usize> {
        if self.all { Some(usize::MAX) } else { self.solutions.map(|n| n as usize) }
    }
}

/// What every long command takes.
#[derive(clap::Args, Debug)]
pub(super) struct Limits {
    /// Stop after this time: `60s`, `5min`, `1h 30min`.
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    pub(super) time_limit: Option<Duration>,
    /// The most memory that the states of a direct search may take: `512M`, `8G`.
    #[arg(long, value_name = "SIZE", default_value_t = MEMORY_LIMIT)]
    pub(super) memory_limit: Bytes,
    /// Threads for the solver or the search.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_THREADS)))]
    pub(super) threads: Option<u32>,
}

/// A flag that Ctrl-C raises; the second Ctrl-C ends the program at once.
pub(super) fn interrupt() -> Interrupt {
    let interrupt = Interrupt::default();
    let flag = interrupt.clone();
    let handler = move || {
        if flag.is_raised() {
            std::process::exit(i32::from(Exit::Stopped as u8));
        }
        flag.raise();
    };
    // Without a handler Ctrl-C ends the program the usual way: nothing worth stopping for.
    let _ = ctrlc::set_handler(handler);
    interrupt
}

/// Why `--picture` is refused.
const ONE_PICTURE: &str = "--picture draws one solution: name one model and one backend";

pub(super) fn run(registry: &Registry, args: &Args, matches: &ArgMatches) -> Result<Exit, Failure> {
    if let Some(ids) = &args.ids {
        return ids::run(registry, args, ids);
    }
    if args.picture.is_some() && args.models.len() > 1 {
        return Err(Failure::usage(ONE_PICTURE));
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
    args: &'a Args,
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

    /// Runs a method, prints its answer, and holds it to the earlier ones.
    fn one(&self, method: Method, earlier: &[Report]) -> Result<(Report, Exit), Failure> {
        let mut report = self.solve(method, &self.plan.options)?;
        let checked = if self.args.cross_check { self.cross_check(&report) } else { Ok(None) };
        let contradicted = earlier.iter().try_for_each(|other| self.compare(other, &report));
        report.cross_check = checked.as_ref().ok().cloned().flatten();
        answer(self.args, self.problem, &report)?;
        // The answer is printed first: what contradicts it makes sense only then.
        let failed = [contradicted, checked.map(|_| ())].into_iter().filter_map(Result::err);
        let exit = failed.map(|error| Failure::from(error).print()).fold(exit_of(&report), Exit::max);
        Ok((report, exit))
    }

    fn solve(&self, method: Method, options: &Options) -> Result<Report, SolveError> {
        let Self { args, problem, plan, interrupt } = self;
        let display = Display::start(format!("{} ({})", problem.model, method.name()));
        let observer = |event: &Event<'_>| display.hear(event);
        let control =
            Control::new(plan.time_limit, (*interrupt).clone(), &observer).with_memory_limit(args.limits.memory_limit);
        let request = Request { control, threads: plan.threads, seed: plan.seed, log: args.log };
        solve::solve(problem, method, options, &request)
    }

    fn compare(&self, a: &Report, b: &Report) -> Result<(), SolveError> {
        solve::compare(self.problem.instance.sense(), a, b)
    }

    /// Solves once more by another method and says on standard error what came of it.
    fn cross_check(&self, report: &Report) -> Result<Option<CrossCheck>, SolveError> {
        let model = &self.problem.model;
        let Some(other) = solve::other_method(self.problem, report) else {
            output::note(format_args!(
                "{model}: no second method to cross-check with: no other one of this build fits"
            ));
            return Ok(None);
        };
        // The best encoding may have no use for what was chosen for another one.
        let options =
            Options { encoding: None, lowering: Lowering::default(), solutions: None, ..self.plan.options.clone() };
        let second = self.solve(other, &options)?;
        let checked = solve::cross_check(self.problem, report, &second)?;
        let word = match checked.agreement {
            Agreement::Agrees => "agrees",
            Agreement::Undecided => "does not contradict it, but not both are proved",
            Agreement::NotIndependent => "no second opinion: settled while its model was built",
        };
        output::note(format_args!("{model}: cross-check by {} ({}): {word}", second.backend, headline(&second)));
        Ok(Some(checked))
    }
}

pub(super) fn exit_of(report: &Report) -> Exit {
    match report.status {
        // A list that a limit cut short.
        Status::Optimal if report.complete == Some(false) && report.reason.is_some() => Exit::Stopped,
        Status::Optimal => Exit::Answered,
        Status::Infeasible => Exit::Infeasible,
        Status::Feasible | Status::Unknown => Exit::Stopped,
    }
}

fn answer(args: &Args, problem: &Problem, report: &Report) -> Result<(), Failure> {
    match args.format {
        Format::Json => {
            let line = serde_json::to_string(report).map_err(Failure::usage)?;
            output::print(&format!("{line}\n"))?;
        }
        Format::Text => output::print(&text(problem, report)?)?,
    }
    if let (Some(path), Some(solution)) = (&args.picture, &report.solution) {
        let solved = problem.instance.parse(solution).map_err(Failure::usage)?;
        output::write(path, &render::svg::draw(&solved.scene()))?;
    }
    Ok(())
}

/// `optimal 37`, `infeasible`, `feasible 66, bound 68`.
pub(super) fn headline(report: &Report) -> String {
    let status = match report.status {
        Status::Optimal if report.objective.is_none() => "solved",
        Status::Optimal => "optimal",
        Status::Feasible => "feasible",
        Status::Infeasible => "infeasible",
        Status::Unknown => "unknown",
    };
    let objective = report.objective.map(|objective| format!(" {objective}")).unwrap_or_default();
    let open = matches!(report.status, Status::Feasible | Status::Unknown);
    let bound = report.bound.filter(|_| open).map(|bound| format!(", bound {bound}")).unwrap_or_default();
    format!("{status}{objective}{bound}")
}

/// A line on how it ended, one on how it was done, and the solution: its picture and its numbers.
fn text(problem: &Problem, report: &Report) -> Result<String, Failure> {
    let reason = report.reason.as_ref().map(|reason| format!(" ({reason})")).unwrap_or_default();
    let how = match &report.encoding {
        Some(encoding) => format!("{} {}, encoding {encoding}", report.backend, report.backend_version),
        None => "direct search".into(),
    };
    let nodes = report.stats.nodes.map(|n| format!(", {n} node{}", if n == 1 { "" } else { "s" })).unwrap_or_default();
    let seconds = report.stats.solve_seconds.map(|s| format!(", {}", in_units(s))).unwrap_or_default();
    let checked = if report.verified { "; replayed by the rules" } else { "" };
    let mut parts =
        vec![format!("{}: {}{reason}\nby {how}{nodes}{seconds}{checked}\n", report.model, headline(report))];
    let listed = report.solutions.as_deref();
    if let (Some(listed), Some(complete)) = (listed, report.complete) {
        let all = if complete { "all solutions" } else { "there may be more" };
        parts.push(format!("{} listed: {all}\n", listed.len()));
    }
    for solution in listed.unwrap_or(report.solution.as_slice()) {
        let solved = problem.instance.parse(solution).map_err(Failure::usage)?;
        parts.push(format!("\n{}\n", solved.scene()));
        parts.extend(solved.answer().into_iter().map(|(key, value)| format!("{key:<6} {value}\n")));
    }
    Ok(parts.concat())
}

/// `0.40 ms`, `12 ms`, `3.2 s`.
fn in_units(seconds: f64) -> String {
    match seconds {
        s if s < 0.01 => format!("{:.2} ms", s * 1e3),
        s if s < 1.0 => format!("{:.0} ms", s * 1e3),
        s => format!("{s:.1} s"),
    }
}
