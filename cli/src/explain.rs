//! `tumble explain`.

use crate::{Program, Verb};
use std::fmt::Write as _;
use std::path::PathBuf;

use clap::ArgMatches;

use super::failure::{Exit, Failure};
use super::input::{self, Begin, Model};
use super::limits::{Format, Limits, PATIENCE};
use super::output;
use super::progress::Display;
use tumble_model::control::Event;
use tumble_pipeline::solve::{Conflict, Explanation, Remedy, explain};
use tumble_puzzles::instance::InputError;

/// The arguments of `tumble explain`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The model file, or a game's id or link; `-` is standard input.
    model: PathBuf,
    #[command(flatten)]
    begin: Begin,
    #[command(flatten)]
    limits: Limits,
    /// How to print the answer.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Print no progress.
    #[arg(long, short)]
    quiet: bool,
}

impl Verb for Args {
    const NAME: &'static str = "explain";
    const ABOUT: &'static str = "Say why a model has no solution, and what would help";

    fn run(&self, program: &Program<'_>, matches: &ArgMatches) -> Result<Exit, Failure> {
        let model = input::model(program.registry, &self.model, matches)?;
        let problem = &model.problem;
        let display = Display::start_unless(self.quiet, problem.model.clone());
        let observer = |event: &Event<'_>| display.hear(event);
        let mut request = model.request(&self.limits, &observer);
        if request.control.time_limit().is_none() {
            request.control = request.control.within(Some(PATIENCE));
        }
        let explained = explain(problem, &request);
        drop(display);
        let explanation = explained?.ok_or_else(|| no_facts(problem.puzzle.name))?;
        output::print(&match self.format {
            Format::Json => format!("{}\n", explanation.json(&problem.model, &model.document)),
            Format::Text => text(&model, &explanation),
        })?;
        Ok(match explanation {
            Explanation::Solved(_) => Exit::Answered,
            Explanation::Infeasible(Conflict { is_minimal: true, stop: None, .. }) => Exit::Answered,
            Explanation::Infeasible(_) | Explanation::Unknown(_) => Exit::Stopped,
        })
    }
}

fn no_facts(puzzle: &str) -> Failure {
    Failure::usage(format!("{puzzle} says nothing of its models that could be left out"))
}

fn text(model: &Model, explanation: &Explanation) -> String {
    let name = &model.problem.model;
    match explanation {
        Explanation::Solved(report) => format!("{name}: it has a solution: {}\n", report.headline()),
        Explanation::Unknown(stop) => {
            let why = stop.as_ref().map(|stop| format!(" (stopped by {stop})")).unwrap_or_default();
            format!("{name}: it is not known whether it has a solution{why}\n")
        }
        Explanation::Infeasible(conflict) => {
            let reason = conflict.reason.as_ref().map(|reason| format!(" ({reason})")).unwrap_or_default();
            format!("{name}: infeasible{reason}\n{}{}", facts(model, conflict), remedies(conflict))
        }
    }
}

/// The facts that have no solution together, underlined in the model file.
fn facts(model: &Model, conflict: &Conflict) -> String {
    let Conflict { facts, is_minimal, .. } = conflict;
    let sentence = match (&facts[..], is_minimal) {
        ([], _) => "there is no solution whatever of this model is left out".to_owned(),
        ([only], _) => format!("{} alone leaves no solution", only.words),
        (several, true) => format!("these {} leave no solution together, any of them left out does", several.len()),
        (several, false) => format!("these {} leave no solution together; fewer of them may", several.len()),
    };
    let mut text = format!("{sentence}:\n");
    let mut spans: Vec<_> = facts.iter().filter_map(|fact| model.document.span_of(&fact.spot)).collect();
    spans.sort_by_key(|span| span.start);
    spans.dedup();
    if facts.is_empty() {
        return format!("{sentence}\n");
    }
    for fact in facts {
        let _ = writeln!(text, "  {}", fact.words);
    }
    let Some((first, others)) = spans.split_first() else { return text };
    let shown = InputError::at(first.clone(), "", "").or_in(others.to_vec());
    let shown = format!("{:?}", model.document.place(shown));
    text + shown.trim_start_matches('\n') + "\n"
}

fn remedies(conflict: &Conflict) -> String {
    let Conflict { remedies, facts, stop, .. } = conflict;
    let cut = stop.as_ref().map(|stop| format!("not all was looked at: stopped by {stop}\n")).unwrap_or_default();
    if remedies.is_empty() {
        let none = if facts.is_empty() || stop.is_some() { "" } else { "no change of two of them helps\n" };
        return format!("{none}{cut}");
    }
    let mut text = "it has a solution\n".to_owned();
    for Remedy { changes, objective } in remedies {
        let changes = changes.iter().map(|(fact, value)| match value {
            None => format!("without {}", fact.words),
            Some(value) => format!("with {value} in place of {}", fact.words),
        });
        let changes = changes.collect::<Vec<_>>().join(" and ");
        let objective = objective.map(|objective| format!(": {objective}")).unwrap_or_default();
        let _ = writeln!(text, "  {changes}{objective}");
    }
    text + &cut
}
