//! `tumble sheet`: models on sheets to hand out, and their solutions on sheets of their own.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use clap::ArgMatches;
use html_escape::{encode_double_quoted_attribute, encode_text};
use itertools::Itertools as _;

use super::failure::{Exit, Failure};
use super::input;
use super::limits::{Limits, interrupt};
use super::output;
use super::progress::Display;
use super::replacing::Replacing;
use super::show::answer::exit_of;
use super::show::target;
use crate::control::Request;
use crate::html::MARK;
use crate::puzzle::{PuzzleEntry, Question};
use crate::registry::Registry;
use crate::render::svg;
use crate::report::{Status, headline};
use crate::solve::{self, Named, Options, Problem};

#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Model files, game ids, or folders of models.
    #[arg(required = true)]
    models: Vec<PathBuf>,
    /// The file to write, FILE.html: a browser prints it or saves it as PDF, on paper of the size A4.
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// Add sheets with the solutions.
    #[arg(long)]
    solutions: bool,
    /// Puzzles on a sheet.
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u8).range(1..=24))]
    per_sheet: u8,
    /// What is written above each sheet, such as a name or a date.
    #[arg(long, value_name = "TEXT", default_value = "")]
    title: String,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    replacing: Replacing,
}

// In millimetres: the height of the paper without margins, title, one line of rules and foot; of a further line of rules, which has so many
// letters; of the words above and below a picture, with the gap to the next one; and of the smallest picture.
const HEIGHT: u8 = 245;
const LINE_HEIGHT: u8 = 6;
const LINE: usize = 90;
const WORDS: u8 = 16;
const SMALLEST: u8 = 18;

const STYLE: &str = "@page { size: A4; margin: 12mm; }
body { margin: 0; color: #000; background: #fff; font: 11pt/1.35 system-ui, sans-serif; }
section { break-after: page; max-width: 186mm; margin: 0 auto 12mm; }
h1 { margin: 0; font-size: 14pt; }
p { margin: 0 0 3mm; font-size: 10pt; }
.boards { display: grid; gap: 4mm 6mm; }
figure { margin: 0; break-inside: avoid; }
figcaption { font-weight: 600; }
figure div { font-size: 8pt; overflow-wrap: anywhere; }
img { display: block; width: 100%; object-fit: contain; object-position: left top; }
footer { margin-top: 3mm; color: #555; font-size: 8pt; overflow-wrap: anywhere; }
@media print { section { margin: 0; } section:last-child { break-after: auto; } }";

pub(super) fn run(registry: &Registry, args: &Args, matches: &ArgMatches) -> Result<Exit, Failure> {
    if target::suffix(&args.output).as_deref() != Some("html") {
        let message = format!("{}: a sheet is a file with the suffix .html", args.output.display());
        return Err(Failure::usage(message));
    }
    let files = input::files(&args.models)?;
    let inputs: Vec<&Path> = files.iter().map(PathBuf::as_path).collect();
    args.replacing.check(&[Some(&*args.output)], &inputs)?;
    let interrupt = interrupt();
    let (mut problems, mut solutions, mut exit) = (Vec::new(), Vec::new(), Exit::Answered);
    for file in &files {
        let read = input::model(registry, file, matches).and_then(|(problem, defaults, document)| {
            let in_file = defaults.time_limit().map_err(|error| document.place(error))?;
            let request = args.limits.for_one_of_many(in_file, &interrupt);
            let solution = args.solutions.then(|| solution(&problem, &request)).transpose()?;
            Ok((problem, solution))
        });
        match read {
            Ok((problem, solution)) => {
                problems.push(problem);
                if let Some((figure, ended)) = solution {
                    solutions.push(figure);
                    exit = exit.max(ended);
                }
            }
            // One bad model does not stop the others.
            Err(failure) => exit = exit.max(failure.print()),
        }
    }
    if problems.is_empty() {
        return Ok(exit);
    }
    let puzzle = |problem: &Problem| Figure { picture: svg::draw(&problem.instance.scene()), ..Figure::default() };
    let puzzles: Vec<Figure> = problems.iter().map(puzzle).collect();
    let mut page = String::new();
    for (figures, kind) in [(&puzzles, ""), (&solutions, "Solutions")] {
        add_sheets(&mut page, args, &problems, figures, kind);
    }
    let title = if args.title.is_empty() { "Puzzles" } else { &args.title };
    let head = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n{MARK}\n\
         <title>{}</title>\n<style>\n{STYLE}\n</style>\n</head>\n<body>\n",
        encode_text(title)
    );
    output::write(&args.output, &format!("{head}{page}</body>\n</html>\n"))?;
    Ok(exit)
}

/// A picture on a sheet, with words above it and below.
#[derive(Default)]
struct Figure {
    words: String,
    /// An SVG.
    picture: String,
    /// The moves, in the words of the answer.
    moves: String,
}

/// The answer of the fastest method; where there is no solution, the puzzle and why.
fn solution(problem: &Problem, request: &Request<'_>) -> Result<(Figure, Exit), Failure> {
    let display = Display::start_unless(false, problem.model.clone());
    let fastest = Named::default().method(problem, Question::Best)?;
    let report = solve::solve(problem, fastest, &Options::default(), request)?;
    drop(display);
    let solved = report.solution.as_ref().map(|found| problem.instance.parse(found)).transpose();
    let solved = solved.map_err(|error| Failure::usage(format!("{}: {error}", problem.model)))?;
    let facts = solved.as_ref().map(|solved| solved.answer()).unwrap_or_default();
    let moves = facts.into_iter().find(|(key, _)| *key == "moves").map_or_else(String::new, |(_, moves)| moves);
    let scene = solved.map_or_else(|| problem.instance.scene(), |solved| solved.scene());
    // The picture of a solution says how good the solution is.
    let words = match report.status {
        Status::Optimal => String::new(),
        Status::Infeasible => "no solution".into(),
        status => headline(status, report.objective, report.bound),
    };
    Ok((Figure { words, picture: svg::draw(&scene), moves }, exit_of(&report)))
}

/// Adds the sheets of one kind, each with the rules of its puzzles and, at its foot, the models.
fn add_sheets(page: &mut String, args: &Args, problems: &[Problem], figures: &[Figure], kind: &str) {
    let most = usize::from(args.per_sheet);
    // Fewer puzzles than a sheet has room for are drawn larger.
    let places = problems.len().clamp(1, most) as u8;
    let columns = match places {
        1 => 1,
        2..=8 => 2,
        _ => 3,
    };
    for (sheet, (problems, figures)) in problems.chunks(most).zip(figures.chunks(most)).enumerate() {
        let title = [&*args.title, kind].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(": ");
        let rules = problems.iter().map(rules).unique().join(" ");
        let lines = (rules.chars().count() / LINE) as u8 * LINE_HEIGHT;
        let height = (HEIGHT.saturating_sub(lines) / places.div_ceil(columns)).saturating_sub(WORDS).max(SMALLEST);
        // Writing to a text cannot fail.
        let _ = writeln!(
            page,
            "<section>\n<h1>{}</h1>\n<p>{}</p>\n<div class=\"boards\" style=\"grid-template-columns: repeat({columns}, 1fr)\">",
            encode_text(&title),
            encode_text(&rules)
        );
        for (place, Figure { words, picture, moves }) in figures.iter().enumerate() {
            let source = BASE64_STANDARD.encode(picture);
            let number = sheet * most + place + 1;
            let caption = if words.is_empty() { format!("{number}") } else { format!("{number}: {words}") };
            let _ = writeln!(
                page,
                "<figure><figcaption>{}</figcaption><img style=\"height: {height}mm\" alt=\"{}\" \
                 src=\"data:image/svg+xml;base64,{source}\"><div>{}</div></figure>",
                encode_text(&caption),
                encode_double_quoted_attribute(&caption),
                encode_text(moves)
            );
        }
        let model = |(place, problem)| format!("{}: {}", sheet * most + place + 1, name(problem));
        let models = problems.iter().enumerate().map(model).join(", ");
        let _ = writeln!(page, "</div>\n<footer>{}</footer>\n</section>", encode_text(&models));
    }
}

/// The rules of a puzzle, or at least what it asks for.
fn rules(problem: &Problem) -> String {
    let PuzzleEntry { rules, summary, .. } = problem.puzzle;
    if rules.is_empty() { format!("{summary}.") } else { rules.join(" ") }
}

/// The name of a model's file, or its id.
fn name(problem: &Problem) -> &str {
    problem.model.rsplit(std::path::MAIN_SEPARATOR).next().unwrap_or(&problem.model)
}
