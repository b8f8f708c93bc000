//! `tumble count`.

use crate::{Program, Verb};
use std::path::PathBuf;

use clap::ArgMatches;
use num_bigint::BigUint;
use serde_json::{Value, json};

use super::failure::{Exit, Failure};
use super::input::{self, Begin};
use super::limits::{Format, Limits};
use super::output;
use super::progress::Display;
use tumble_model::control::{Event, Extent};
use tumble_model::model::EXACT;
use tumble_pipeline::solve::{self, Asked, Infinite, Method};
use tumble_puzzles::puzzle::{Count, Question};

/// The arguments of `tumble count`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The model file, or a game's id or link; `-` is standard input.
    model: PathBuf,
    /// Count every solution, not only the optimal ones.
    #[arg(long)]
    feasible: bool,
    /// Count also the solutions whose objective is at most K worse than the best one, by their objectives.
    #[arg(long, value_name = "K", conflicts_with = "feasible")]
    within: Option<u64>,
    /// Direct search, a backend that finds the solutions one by one, or the backend for the method's linear programs.
    #[arg(long, short, value_name = "B")]
    backend: Option<String>,
    /// The method (`tumble list methods`); left out: the one that is fastest for the instance.
    #[arg(long, value_name = "M")]
    method: Option<String>,
    #[command(flatten)]
    begin: Begin,
    #[command(flatten)]
    limits: Limits,
    /// How to print the answer.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Print only the number, as text: no progress.
    #[arg(long, short)]
    quiet: bool,
}

impl Verb for Args {
    const NAME: &'static str = "count";
    const ABOUT: &'static str = "Count the optimal solutions, or all of them";

    fn run(&self, program: &Program<'_>, matches: &ArgMatches) -> Result<Exit, Failure> {
        let model = input::model(program.registry, &self.model, matches)?;
        let problem = &model.problem;
        let backends = self.backend.as_deref().map(Method::named).transpose()?.into();
        let asked = Asked { method: self.method.as_deref(), backends, ..Asked::default() };
        let which = solve::which(problem, self.feasible, self.within)?;
        let method = asked.method(problem, Question::Count(which)).map_err(|error| model.document.place(error))?;
        let display = Display::start_unless(self.quiet, problem.model.clone());
        let observer = |event: &Event<'_>| display.hear(event);
        let request = model.request(&self.limits, &observer);
        let count = solve::count(problem, method, which, &request)?;
        drop(display);
        if let (Format::Json, Some(why)) = (self.format, count.why_incomplete()) {
            output::note(format_args!("{}: {why}", problem.model));
        }
        output::print(&match self.format {
            Format::Json => format!("{}\n", to_json(&count)),
            Format::Text if self.quiet => format!("{}\n", count.solutions),
            Format::Text => format!("{}: {}\n", problem.model, text(&count)),
        })?;
        Ok(match count.extent {
            Extent::All | Extent::Endless(_) => Exit::Answered,
            Extent::Enough | Extent::Stopped(_) => Exit::Stopped,
        })
    }
}

/// A number as JSON: as text if it is large, since many readers of JSON lose digits beyond 2^53.
pub(super) fn exact(number: &BigUint) -> Value {
    let small = u64::try_from(number).ok().filter(|&number| number <= EXACT.unsigned_abs());
    small.map_or_else(|| json!(number.to_string()), |number| json!(number))
}

fn to_json(count: &Count<Infinite>) -> Value {
    let solutions = exact(&count.solutions);
    let mut json = match count.layouts {
        Some(layouts) => json!({ "solutions": solutions, "layouts": layouts, "complete": count.extent.is_all() }),
        None => json!({ "solutions": solutions, "objective": count.objective, "complete": count.extent.is_all() }),
    };
    if !count.by_objective.is_empty() {
        let entry =
            |(objective, number): &(i64, BigUint)| json!({ "objective": objective, "solutions": exact(number) });
        json["by_objective"] = count.by_objective.iter().map(entry).collect();
    }
    if let Some(why) = count.why_incomplete().or_else(|| count.reason.clone()) {
        json["reason"] = why.into();
    }
    json
}

fn text(count: &Count<Infinite>) -> String {
    let plural = if count.solutions == BigUint::from(1u8) { "" } else { "s" };
    let kind =
        count.objective.map_or_else(|| format!("solution{plural}"), |o| format!("solution{plural} with objective {o}"));
    let layouts = match count.layouts {
        Some(1) => " of 1 layout".to_owned(),
        Some(n) => format!(" of {n} layouts"),
        None => String::new(),
    };
    if !count.by_objective.is_empty() {
        let line = |(objective, number): &(i64, BigUint)| format!("\n  {objective}: {number}");
        let lines: String = count.by_objective.iter().map(line).collect();
        let stopped = count.why_incomplete().map(|why| format!("\n  the others are not counted ({why})"));
        return format!("{} solution{plural}, by objective:{lines}{}", count.solutions, stopped.unwrap_or_default());
    }
    let number = format!("{} {kind}{layouts}", count.solutions);
    match (count.why_incomplete(), &count.extent) {
        (None, _) => count.reason.as_ref().map_or_else(|| number.clone(), |why| format!("{number}: {why}")),
        (Some(stopped), Extent::Stopped(_)) => format!("{number} so far ({stopped})"),
        (Some(reason), _) => format!("at least {number}: {reason}"),
    }
}
