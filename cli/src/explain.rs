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
use super::show::repairs;
use serde_json::json;
use tumble_model::control::{Event, Request};
use tumble_pipeline::solve::{
    Asked, Conflict, Explained, ExplainedModel, Explanation, MODEL, Method, RowConflict, Settled, Ways, explain,
    explain_encoding,
};
use tumble_puzzles::instance::InputError;
use tumble_puzzles::puzzle::Question;

/// The arguments of `tumble explain`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The model file, or a game's id or link; `-` is standard input.
    model: PathBuf,
    /// Explain by the rows of an encoding (`tumble list encodings`), for those who study encodings.
    #[arg(long, short, value_name = "E")]
    encoding: Option<String>,
    /// With --encoding: the backend that is asked.
    #[arg(long, short, value_name = "B", requires = "encoding")]
    backend: Option<String>,
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
        if self.encoding.is_some() {
            let explained = self.by_encoding(&model, &request)?;
            drop(display);
            return print_rows(&problem.model, &explained, self.format);
        }
        let explained = explain(problem, (&model.document, &model.choices), &request, &mut |_| {});
        drop(display);
        let explanation = explained?;
        output::print(&match self.format {
            Format::Json => format!("{}\n", explanation.json(&problem.model, &model.document)),
            Format::Text => text(&model, &explanation),
        })?;
        Ok(match explanation {
            Explanation::Solved(_) | Explanation::Infeasible(Conflict { is_minimal: true, is_complete: true, .. }) => {
                Exit::Answered
            }
            Explanation::Infeasible(_) | Explanation::Unknown(_) => Exit::Stopped,
        })
    }
}

impl Args {
    /// Explains by the rows of the encoding.
    fn by_encoding(&self, model: &Model, request: &Request<'_>) -> Result<ExplainedModel, Failure> {
        let backends = self.backend.as_deref().map(Method::named).transpose()?.into();
        let asked = Asked { method: Some(MODEL), backends, encoding: self.encoding.as_deref(), ..Asked::default() };
        let ways = asked.ways(&model.problem, &model.defaults, Question::Best);
        let Ways { methods, encoding, lowering, .. } = ways.map_err(|error| model.document.place(error))?;
        // The way of a named encoding is a model.
        let (Some(solver), Some(encoding)) = (methods[0].solver(), encoding) else {
            return Err(Failure::usage("an encoding is explained by a backend"));
        };
        Ok(explain_encoding(&model.problem, &encoding, &lowering, solver, request)?)
    }
}

/// Prints which rows of an encoding have no solution together.
fn print_rows(model: &str, explained: &ExplainedModel, format: Format) -> Result<Exit, Failure> {
    let ExplainedModel { encoding, lengths, is_relaxation, settled, explained, rows } = explained;
    let is_minimal = matches!(explained, Explained::Conflict(RowConflict { is_minimal: true, .. }));
    let exit = if is_minimal || *explained == Explained::Solved { Exit::Answered } else { Exit::Stopped };
    if format == Format::Json {
        let status = match explained {
            Explained::Solved => "feasible",
            Explained::Conflict(_) => "infeasible",
            Explained::Unknown(_) => "unknown",
        };
        let rows: Vec<_> = rows.iter().map(|(block, name)| json!({ "row": name, "block": block })).collect();
        output::print(&format!(
            "{}\n",
            json!({ "model": model, "encoding": encoding, "status": status, "conflict": rows, "minimal": is_minimal })
        ))?;
        return Ok(exit);
    }
    let lengths = lengths.as_ref().map(|of| format!(" of {} to {} moves", of.start(), of.end())).unwrap_or_default();
    let cuts = if *is_relaxation { "; without its cuts" } else { "" };
    let sentence = match (settled, explained) {
        (Some(Settled::Infeasible(why)), _) => format!("has no solution: {why}"),
        (_, Explained::Solved) => format!("has a solution{cuts}"),
        (_, Explained::Unknown(stop)) => format!("may have a solution: stopped by {stop}"),
        (_, Explained::Conflict(_)) => match (rows.len(), is_minimal) {
            (1, true) => "has none with this row".to_owned(),
            (several, true) => format!("has none with these {several} rows, and one with any one less"),
            (several, false) => format!("has none with these {several} rows; fewer of them may do"),
        },
    };
    let mut text = format!("{model}: the model {encoding}{lengths} {sentence}\n");
    let mut last = None;
    for (block, name) in rows.iter().filter(|_| settled.is_none()) {
        if last.replace(block) != Some(block) {
            let _ = writeln!(text, "  {block}");
        }
        let _ = writeln!(text, "    {name}");
    }
    output::print(&text)?;
    Ok(exit)
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
            let repairs = conflict
                .repairs
                .as_ref()
                .map(|found| repairs::text(found).map_or_else(String::new, |text| text + "\n"));
            let helps = repairs.unwrap_or_else(|| remedies(conflict));
            format!("{name}: infeasible{reason}\n{}{helps}", facts(model, conflict))
        }
    }
}

/// The most facts that are named before they are underlined.
const NAMED: usize = 12;

/// The facts that have no solution together, underlined in the model file.
fn facts(model: &Model, conflict: &Conflict) -> String {
    let Conflict { facts, .. } = conflict;
    let mut spans: Vec<_> = facts.iter().filter_map(|fact| model.document.span_of(&fact.spot)).collect();
    spans.sort_by_key(|span| span.start);
    spans.dedup();
    let words: String = match &facts[..] {
        [] => return conflict.sentence() + "\n",
        [_] => String::new(),
        many if many.len() > NAMED && !spans.is_empty() => ":".to_owned(),
        several => several.iter().fold(":".to_owned(), |words, fact| words + "\n  " + &fact.words),
    };
    let said = conflict.sentence() + &words;
    let Some((first, others)) = spans.split_first() else { return said + "\n" };
    let placed = model.document.place(InputError::at(first.clone(), "", "here").or_in(others.to_vec()));
    let shown = format!("{placed:?}");
    format!("{said}\n{}\n", shown.trim_start_matches('\n'))
}

fn remedies(conflict: &Conflict) -> String {
    let head = (!conflict.remedies.is_empty()).then(|| "it has a solution".to_owned());
    let helping = conflict.helping().into_iter().map(|words| format!("  {words}"));
    head.into_iter().chain(helping).chain(conflict.remark()).map(|line| line + "\n").collect()
}
