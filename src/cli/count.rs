//! `tumble count`.

use std::path::PathBuf;

use clap::ArgMatches;
use num_bigint::BigUint;
use serde_json::{Value, json};

use super::failure::{Exit, Failure};
use super::limits::{Format, Limits, interrupt};
use super::progress::Display;
use super::{input, output, worker};
use crate::model::EXACT;
use crate::puzzle::Count;
use crate::registry::Registry;
use crate::run::{Control, Event, MAX_THREADS, Request};
use crate::solve::{self, Method};

#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// The model file, or a game id; `-` is standard input.
    model: PathBuf,
    /// Count every solution, not only the optimal ones.
    #[arg(long)]
    feasible: bool,
    /// The method: direct search, or a backend that finds the solutions one by one.
    #[arg(long, short, value_name = "B", default_value = "search")]
    backend: String,
    #[command(flatten)]
    limits: Limits,
    /// How to print the answer.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
}

pub(super) fn run(registry: &Registry, args: &Args, matches: &ArgMatches) -> Result<Exit, Failure> {
    let (problem, defaults, document) = input::model(registry, &args.model, matches)?;
    let method = Method::named(&args.backend)?;
    let limit_in_file = defaults.time_limit().map_err(|e| document.place(e))?;
    let display = Display::start(problem.model.clone());
    let observer = |event: &Event<'_>| display.hear(event);
    let control = Control::new(args.limits.time_limit.or(limit_in_file), interrupt(), &observer)
        .with_memory_limit(args.limits.memory_limit);
    let threads_in_file = defaults.threads(MAX_THREADS).map_err(|e| document.place(e))?;
    let threads = args.limits.threads.or(threads_in_file);
    let request = Request { threads, worker: worker::command(), ..Request::new(control) };
    let count = solve::count(&problem, method, args.feasible, &request)?;
    drop(display);
    if let (Format::Json, Some(stop)) = (args.format, &count.stop) {
        output::note(format_args!("{}: stopped by {stop}", problem.model));
    }
    output::print(&match args.format {
        Format::Json => format!("{}\n", to_json(&count)),
        Format::Text => format!("{}: {}\n", problem.model, text(&count)),
    })?;
    Ok(if count.complete { Exit::Answered } else { Exit::Stopped })
}

fn to_json(count: &Count) -> Value {
    // Many JSON readers lose digits beyond 2^53.
    let exact = u64::try_from(&count.solutions).ok().filter(|&solutions| solutions <= EXACT.unsigned_abs());
    let solutions = exact.map_or_else(|| json!(count.solutions.to_string()), |solutions| json!(solutions));
    match count.layouts {
        Some(layouts) => json!({ "solutions": solutions, "layouts": layouts, "complete": count.complete }),
        None => json!({ "solutions": solutions, "objective": count.objective, "complete": count.complete }),
    }
}

fn text(count: &Count) -> String {
    let plural = if count.solutions == BigUint::from(1u8) { "" } else { "s" };
    let kind =
        count.objective.map_or_else(|| format!("solution{plural}"), |o| format!("solution{plural} with objective {o}"));
    let layouts = match count.layouts {
        Some(1) => " of 1 layout".to_owned(),
        Some(n) => format!(" of {n} layouts"),
        None => String::new(),
    };
    let so_far = match &count.stop {
        _ if count.complete => String::new(),
        Some(stop) => format!(" so far (stopped by {stop})"),
        None => " so far".into(),
    };
    format!("{} {kind}{layouts}{so_far}", count.solutions)
}
