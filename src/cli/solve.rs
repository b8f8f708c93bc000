//! `tumble solve`.

use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;
use tumble::lower::Lowering;
use tumble::render;
use tumble::report::{Report, Status};
use tumble::run::{Bytes, Control, Event, Interrupt, MAX_THREADS, MEMORY_LIMIT};
use tumble::solve::{self, Method, Options, Problem, SolveError};

use super::failure::{Exit, Failure};
use super::plan::{Plan, plan};
use super::progress::Display;
use super::{ids, input, output};

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
    /// Model files; `-` is standard input.
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
    /// How to lower it, as in `circuit=mtz` (`tumble list lowerings`).
    #[arg(long, value_name = "L")]
    pub(super) lowering: Option<Lowering>,
    #[command(flatten)]
    pub(super) limits: Limits,
    /// Seed of the solver's random numbers.
    #[arg(long, value_name = "N")]
    pub(super) seed: Option<u32>,
    #[command(flatten)]
    pub(super) listing: Listing,
    #[command(flatten)]
    assembly: Assembly,
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

/// Which solutions count.
#[derive(clap::Args, Debug)]
pub(super) struct Assembly {
    /// Take solutions that no moves can reach, too.
    #[arg(long)]
    any_assembly: bool,
}

impl Assembly {
    /// Heeds `--any-assembly`.
    pub(super) fn apply(&self, problem: &mut Problem) -> Result<(), Failure> {
        if !self.any_assembly || problem.instance.allow_any_assembly() {
            return Ok(());
        }
        Err(Failure::usage(format!("--any-assembly means nothing to the puzzle {}", problem.puzzle.name)))
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

pub(super) fn run(args: &Args) -> Result<Exit, Failure> {
    if let Some(ids) = &args.ids {
        return ids::run(args, ids);
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
        let ended = solve_model(args, path, &interrupt).unwrap_or_else(Failure::print);
        exit = exit.max(ended);
    }
    Ok(exit)
}

fn solve_model(args: &Args, path: &std::path::Path, interrupt: &Interrupt) -> Result<Exit, Failure> {
    let (mut problem, defaults, document) = input::model(path)?;
    args.assembly.apply(&mut problem)?;
    let Plan { methods, options, time_limit } = plan(args, problem.puzzle, &defaults, &document)?;
    if args.picture.is_some() && methods.len() > 1 {
        return Err(Failure::usage(ONE_PICTURE));
    }
    let run = |method: Method, options: &Options| {
        let display = Display::start(format!("{} ({})", problem.model, method.name()));
        let observer = |event: &Event<'_>| display.hear(event);
        let control =
            Control::new(time_limit, interrupt.clone(), &observer).with_memory_limit(args.limits.memory_limit);
        solve::solve(&problem, method, options, &control)
    };
    let mut exit = Exit::Answered;
    let mut reports: Vec<Report> = Vec::new();
    for method in methods {
        if interrupt.is_raised() {
            return Ok(exit.max(Exit::Stopped));
        }
        // One failing backend does not stop the others.
        let report = match run(method, &options) {
            Ok(report) => report,
            Err(error) => {
                exit = exit.max(Failure::from(error).print());
                continue;
            }
        };
        exit = exit.max(exit_of(&report));
        answer(args, &problem, &report)?;
        let mut compared =
            reports.iter().try_for_each(|other| solve::compare(problem.instance.sense(), other, &report));
        if args.cross_check && compared.is_ok() {
            let second_options = Options { encoding: None, solutions: None, ..options.clone() };
            compared = cross_check(&problem, &report, |other| run(other, &second_options));
        }
        if let Err(error) = compared {
            exit = exit.max(Failure::from(error).print());
        }
        reports.push(report);
    }
    Ok(exit)
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

/// Solves once more by another method and says on standard error what came of it.
fn cross_check(
    problem: &Problem,
    report: &Report,
    run: impl FnOnce(Method) -> Result<Report, SolveError>,
) -> Result<(), SolveError> {
    let Some(other) = solve::other_method(report) else {
        output::note(format_args!("{}: no second method in this build to cross-check with", problem.model));
        return Ok(());
    };
    let second = run(other)?;
    solve::compare(problem.instance.sense(), report, &second)?;
    let settled = |report: &Report| matches!(report.status, Status::Optimal | Status::Infeasible);
    let word =
        if settled(report) && settled(&second) { "agrees" } else { "does not contradict it, but not both are proved" };
    output::note(format_args!("{}: cross-check by {} ({}): {word}", problem.model, second.backend, headline(&second)));
    Ok(())
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
        let scene = problem.instance.scene(Some(solution)).map_err(Failure::usage)?;
        output::write(path, &render::svg::draw(&scene))?;
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
        let scene = problem.instance.scene(Some(solution)).map_err(Failure::usage)?;
        parts.push(format!("\n{scene}\n"));
        let answer = problem.instance.answer(solution).map_err(Failure::usage)?;
        parts.extend(answer.into_iter().map(|(key, value)| format!("{key:<6} {value}\n")));
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
