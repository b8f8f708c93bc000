//! `tumble sheet`: models on sheets to hand out, and their solutions on sheets of their own.

use std::path::{Path, PathBuf};
use tumble_cli::{Program, Verb};

use clap::ArgMatches;

use super::paper::{self, Figure};
use tumble_cli::failure::{Exit, Failure};
use tumble_cli::input::{self, Model};
use tumble_cli::limits::{Limits, interrupt};
use tumble_cli::output;
use tumble_cli::progress::Display;
use tumble_cli::replacing::Replacing;
use tumble_cli::show::answer::exit_of;
use tumble_cli::show::target;
use tumble_model::control::Request;
use tumble_model::model::Sense;
use tumble_pipeline::report::{Report, Status, moves, single_moves};
use tumble_pipeline::solve::{self, Method, Options, Problem, Verified};
use tumble_puzzles::puzzle::{PuzzleEntry, Question, Solved};
use tumble_puzzles::render::{Scene, svg};

/// The arguments of `tumble sheet`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Model files, a game's ids or links, or folders of models.
    #[arg(required = true)]
    models: Vec<PathBuf>,
    /// The file to write, FILE.html: a browser prints it or saves it as PDF, on paper of the size A4.
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// Add sheets with the solutions.
    #[arg(long)]
    solutions: bool,
    /// Say at each puzzle how many moves its shortest solution has, or where moves do not count, how good its best
    /// solution is.
    #[arg(long)]
    best: bool,
    /// Say at each puzzle how many solutions are best, and how many are worse by 1 to K: the more there are, the easier it is.
    #[arg(long, value_name = "K")]
    within: Option<u64>,
    /// Puzzles on a sheet. Without this option six, or fewer where their digits would be smaller than 5 points.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=24))]
    per_sheet: Option<u8>,
    /// What is written above each sheet, such as a name or a date.
    #[arg(long, value_name = "TEXT", default_value = "")]
    title: String,
    #[command(flatten)]
    limits: Limits,
    #[command(flatten)]
    replacing: Replacing,
}

/// The most puzzles on a sheet, unless the caller says so.
const MOST: usize = 6;
/// So many solutions that take several boards each, one for each move, are on a sheet; those of more boards have sheets of their own.
const STRIPS: usize = 2;
const MANY_BOARDS: usize = 24;
/// The width of a picture as a multiple of its height, where it has a sheet of its own and where it has a part of one.
const WHOLE: f64 = 0.85;
const PART: f64 = 1.7;

impl Verb for Args {
    const NAME: &'static str = "sheet";
    const ABOUT: &'static str = "Put puzzles on sheets to hand out, with their solutions on sheets of their own";

    fn run(&self, program: &Program<'_>, matches: &ArgMatches) -> Result<Exit, Failure> {
        if target::suffix(&self.output).as_deref() != Some("html") {
            let message = format!("{}: a sheet is a file with the suffix .html", self.output.display());
            return Err(Failure::usage(message));
        }
        let files = input::files(&self.models)?;
        let inputs: Vec<&Path> = files.iter().map(PathBuf::as_path).collect();
        self.replacing.check(&[Some(&*self.output)], &inputs)?;
        let interrupt = interrupt();
        let (mut puzzles, mut solutions, mut exit) = (Vec::new(), Vec::new(), Exit::Answered);
        for file in &files {
            let read = input::model(program.registry, file, matches).and_then(
                |Model { problem, time_limit, threads, .. }| {
                    let request = self.limits.for_one_of_many(time_limit, threads, &interrupt);
                    let report = (self.solutions || self.best).then(|| answer(&problem, &request)).transpose()?;
                    let mut puzzle = figure(&problem, &problem.instance.scene(), PART);
                    let most = self.per_sheet.map_or_else(|| paper::places(&puzzle.picture, MOST), usize::from);
                    puzzle.notes.extend(report.as_ref().filter(|_| self.best).map(|report| best(&problem, report)));
                    let counted = near(&mut puzzle, &problem, self.within, &request)?;
                    let shown = report.as_ref().filter(|_| self.solutions);
                    let solution = shown.map(|report| solution_figure(&problem, most, report));
                    let ended = report.as_ref().map_or(Exit::Answered, exit_of);
                    if let Some(report) = report.filter(|_| ended != Exit::Answered) {
                        output::note(format_args!("{}: {}{}", problem.model, report.headline(), report.remark()));
                    }
                    Ok(((puzzle, most), solution, ended.max(counted)))
                },
            );
            if interrupt.is_raised() {
                // A file that is there may be whole.
                output::note(format_args!("{}: stopped by an interrupt: no sheet is written", self.output.display()));
                return Ok(Exit::Stopped);
            }
            match read {
                Ok((puzzle, solution, ended)) => {
                    puzzles.push(puzzle);
                    solutions.extend(solution);
                    exit = exit.max(ended);
                }
                // One bad model does not stop the others.
                Err(failure) => exit = exit.max(failure.print()),
            }
        }
        if puzzles.is_empty() {
            return Ok(exit);
        }
        let mut page = String::new();
        for (figures, kind) in [(puzzles, ""), (solutions, "Solutions")] {
            add_sheets(&mut page, &self.title, kind, figures);
        }
        let title = if self.title.is_empty() { "Puzzles" } else { &self.title };
        output::write(&self.output, &paper::file(title, &page))?;
        Ok(exit)
    }
}

/// A picture of a puzzle or of its solution, whose boards have about this shape together.
fn figure(problem: &Problem, scene: &Scene, shape: f64) -> Figure {
    Figure {
        model: name(problem).to_owned(),
        caption: scene.title().to_owned(),
        rules: rules(problem),
        picture: svg::draw_alone(scene, shape),
        legend: scene.legend().to_vec(),
        notes: scene.notes().into_iter().map(str::to_owned).collect(),
        ..Figure::default()
    }
}

/// The answer of the fastest method.
fn answer(problem: &Problem, request: &Request<'_>) -> Result<Report, Failure> {
    let _elapsed = Display::start(problem.model.clone());
    let fastest = Method::fastest(problem, Question::Best);
    Ok(solve::solve(problem, fastest, &Options::default(), request)?)
}

/// How good the best solution is, as far as it is known.
fn best(problem: &Problem, report: &Report) -> String {
    let solution = report.solution.as_ref().map(Verified::json);
    let moves = solution.as_ref().and_then(|solution| solution.get("moves")?.as_str());
    let length = moves.and_then(|moves| i64::try_from(single_moves(moves).0.len()).ok());
    let is_least = problem.instance.sense() == Some(Sense::Minimize);
    match (report.status, report.objective) {
        (Status::Infeasible, _) => "There is no solution.".into(),
        (Status::Optimal, None) => "There is a solution.".into(),
        (Status::Optimal, Some(best)) if is_least && length == Some(best) => {
            format!("Shortest: {best} move{}.", if best == 1 { "" } else { "s" })
        }
        (Status::Optimal, Some(best)) => format!("Best: {best}."),
        _ => format!("Best: {}.", report.headline()),
    }
}

/// Notes how many solutions are best, and how many are so much worse, if that is asked for.
fn near(puzzle: &mut Figure, problem: &Problem, within: Option<u64>, request: &Request<'_>) -> Result<Exit, Failure> {
    if within.is_none() {
        return Ok(Exit::Answered);
    }
    let which = solve::which(problem, false, within)?;
    let count = solve::count(problem, Method::fastest(problem, Question::Count(which)), which, request)?;
    let numbers = count.by_objective.iter().map(|(objective, number)| format!("{number} of {objective}"));
    let numbers: Vec<String> = numbers.chain(count.why_incomplete()).collect();
    let none = "No solutions.".to_owned();
    puzzle.notes.push(if numbers.is_empty() { none } else { format!("Solutions: {}.", numbers.join(", ")) });
    Ok(count.extent.stop().map_or(Exit::Answered, |_| Exit::Stopped))
}

/// The picture of a solution, and how many such are on a sheet, where `most` are that have one board; where there is no solution, the puzzle and
/// why.
fn solution_figure(problem: &Problem, most: usize, report: &Report) -> (Figure, usize) {
    let solved = report.solution.as_ref().map(Verified::solved);
    let moves = solved.and_then(moves).unwrap_or_default();
    let scene = solved.map_or_else(|| problem.instance.scene(), Solved::scene);
    let places = match &scene {
        Scene::Board(board) if report.solution.is_some() && board.panels.len() > MANY_BOARDS => 1,
        Scene::Board(board) if report.solution.is_some() && board.panels.len() > 1 => most.min(STRIPS),
        _ => most,
    };
    let mut figure = figure(problem, &scene, if places == 1 { WHOLE } else { PART });
    // The title of a solution says how good the solution is.
    match report.status {
        Status::Optimal => {}
        Status::Infeasible => figure.caption = "no solution".into(),
        _ => figure.caption = report.headline(),
    }
    (Figure { moves: Some(moves), ..figure }, places)
}

/// Adds the sheets of one kind, each with the rules of its puzzles and, at its foot, the models. Beside each picture is how many such are on a
/// sheet.
fn add_sheets(page: &mut String, title: &str, kind: &str, figures: Vec<(Figure, usize)>) {
    let title = [title, kind].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(": ");
    let mut sheet: Vec<Figure> = Vec::new();
    // How many pictures can be on the sheet that is being filled; that of the sheet before, and the places that it had.
    let (mut most, mut before) = (0, (0, 0));
    let mut end = |sheet: &mut Vec<Figure>, most: usize| {
        // Fewer pictures than a sheet has room for are drawn larger, unless there is a full sheet before them.
        let places = if before.0 == most { sheet.len().max(before.1) } else { sheet.len() };
        before = (most, places);
        page.push_str(&paper::sheet(&title, sheet, places));
        sheet.clear();
    };
    for (i, (figure, room)) in figures.into_iter().enumerate() {
        if !sheet.is_empty() && sheet.len() >= room.min(most) {
            end(&mut sheet, most);
        }
        most = if sheet.is_empty() { room } else { room.min(most) };
        sheet.push(Figure { number: i + 1, ..figure });
    }
    if !sheet.is_empty() {
        end(&mut sheet, most);
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
