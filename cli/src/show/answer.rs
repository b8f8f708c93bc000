//! A report as text for people: its exit code, and the full answer.

use std::io::{self, BufWriter, Write};
use std::time::{Duration, Instant};

use serde_json::Value;

use super::drawing;
use super::solution_picture::SolutionPicture;
use super::target::files_first;
use crate::failure::{Exit, Failure};
use crate::limits::Format;
use crate::output;
use tumble_model::control::Interrupt;
use tumble_pipeline::report::{Report, Status, moves, single_moves};
use tumble_pipeline::solve::{Problem, Verified};
use tumble_puzzles::puzzle::Solved;

/// Why `--picture -` is refused with JSON output.
const TWO_OUTPUTS: &str = "--picture - and JSON both write to standard output: write one of them to a file";

/// How much of an answer is printed as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Words {
    /// All: the verdict, the method, the solutions with their pictures.
    All,
    /// The verdict and the solutions.
    Few,
    /// One line: the verdict and the moves.
    OneLine,
    /// The verdict, the number of moves, and so many of the first ones.
    Hint(usize),
}

/// How an answer is printed.
#[derive(Debug)]
pub struct Shown<'a> {
    /// The problem.
    pub problem: &'a Problem,
    /// As text or as JSON.
    pub format: Format,
    /// Whether JSON is the last event of a stream.
    pub is_event: bool,
    /// A picture of its own.
    pub picture: Option<&'a SolutionPicture>,
    /// How much of it is printed as text.
    pub words: Words,
    /// Whether the answer is one of several to a model, and begins with the name of its backend.
    pub is_one_of_several: bool,
    /// Cuts the printing of a list short.
    pub interrupt: &'a Interrupt,
}

/// The most solutions in one picture.
const MOST_DRAWN: usize = 24;

/// The most solutions of a list that are printed with their pictures: drawing takes longer than finding them.
const MOST_SHOWN: usize = 100;

/// What of an answer has to be known before its first move.
const BEFORE_MOVES: [&str; 2] = ["start", "hold"];

/// How long a list is printed after an interrupt, whether the interrupt came before or during the printing.
const PATIENCE: Duration = Duration::from_millis(500);

impl Shown<'_> {
    /// Prints a report, and draws its solution if there is a picture to draw. Returns the exit code of the output.
    pub fn print(&self, report: &Report) -> Exit {
        let write = || self.write(report);
        let draw = || self.picture.map_or(Ok(Exit::Answered), |picture| draw(picture, self.problem, report));
        files_first([(true, &write), (self.picture.is_some_and(SolutionPicture::is_printed), &draw)])
    }

    /// Writes a report to standard output. If an interrupt cuts a list short, the exit code says so.
    fn write(&self, report: &Report) -> Result<Exit, Failure> {
        let mut interrupted: Option<Instant> = None;
        let mut goes_on = || {
            if self.interrupt.is_raised() {
                interrupted.get_or_insert_with(Instant::now);
            }
            interrupted.is_none_or(|since| since.elapsed() < PATIENCE)
        };
        let left = match self.format {
            Format::Json => {
                let mut out = BufWriter::new(io::stdout().lock());
                let left = report.write(self.is_event.then_some("result"), &mut out, &mut goes_on)?;
                out.write_all(b"\n")?;
                out.flush()?;
                left
            }
            Format::Text => {
                let mut out = BufWriter::new(anstream::stdout().lock());
                let left = self.write_text(report, &mut out, &mut goes_on)?;
                out.flush()?;
                left
            }
        };
        if left == 0 {
            return Ok(Exit::Answered);
        }
        let all = report.solutions.as_ref().map_or(0, |listed| listed.len());
        output::note(format_args!("{}: interrupted: {left} of {all} listed solutions are not printed", report.model));
        Ok(Exit::Stopped)
    }

    /// Writes one line on the outcome, one on the method, and the solutions: their pictures and their data. If it is quiet, without method
    /// and pictures. Returns the number of solutions that were left out because it does not go on.
    fn write_text(
        &self,
        report: &Report,
        out: &mut dyn Write,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> Result<usize, Failure> {
        let Self { problem, words, is_one_of_several, .. } = *self;
        let quiet = words == Words::Few;
        let backend = if is_one_of_several { format!(" ({})", report.backend) } else { String::new() };
        write!(out, "{}{backend}: {}", report.model, report.headline())?;
        if let Some(begun) = &report.after {
            let in_all = if report.objective.is_some() { " in all" } else { "" };
            write!(out, "{in_all}, after {}", begun.in_words())?;
        }
        if words == Words::OneLine {
            let moves = report.solution.as_ref().and_then(|verified| moves(verified.solved()));
            writeln!(out, "{}", moves.map_or_else(|| report.remark(), |moves| format!(" {moves}")))?;
            return Ok(0);
        }
        writeln!(out, "{}", report.remark())?;
        if let Words::Hint(first) = words {
            return write_hint(report, first, out).map(|()| 0);
        }
        if !quiet {
            writeln!(out, "{}", report.how())?;
        }
        let Some(listed) = &report.solutions else {
            if let Some(verified) = &report.solution {
                write_solution(verified.solved(), quiet, out)?;
            }
            return Ok(0);
        };
        let within = report.within.map(|within| format!(" within {within} of the best, the best ones first"));
        let all = match &report.reason {
            _ if report.complete == Some(true) => &format!("all solutions{}", within.unwrap_or_default()),
            Some(reason) => reason,
            None => "there may be more",
        };
        writeln!(out, "{} listed: {all}", listed.len())?;
        let mut written = 0;
        for solution in listed.iter().take_while(|_| goes_on()) {
            if !quiet && written == MOST_SHOWN {
                writeln!(out, "\nThe others without pictures:")?;
            }
            let is_bare = quiet || written >= MOST_SHOWN;
            if is_bare {
                writeln!(out)?;
            }
            let solved = problem.instance.parse(&solution).map_err(Failure::usage)?;
            write_solution(&*solved, is_bare, out)?;
            written += 1;
        }
        Ok(listed.len() - written)
    }
}

/// Draws the solutions of a report; without a solution the bare model. If not all are shown, a note on standard error says so.
fn draw(picture: &SolutionPicture, problem: &Problem, report: &Report) -> Result<Exit, Failure> {
    let listed = report.solutions.as_ref().map_or(0, |listed| listed.len());
    let parsed = report.solutions.iter().flat_map(|all| all.iter()).take(MOST_DRAWN);
    let parsed = parsed.map(|solution| problem.instance.parse(&solution)).collect::<Result<Vec<_>, _>>();
    let parsed = parsed.map_err(Failure::usage)?;
    let mut solved: Vec<&dyn Solved> = parsed.iter().map(|solved| &**solved).collect();
    solved.extend(report.solution.iter().filter(|_| listed == 0).map(Verified::solved));
    let shown = picture.draw(problem, &solved)?;
    let path = picture.path().display();
    match shown {
        0 => output::note(format_args!("--picture {path}: without a solution, the picture shows the model alone")),
        1 if listed > 1 => {
            output::note(format_args!("--picture {path}: the picture shows the first of {listed} solutions"));
        }
        _ if shown < listed => {
            output::note(format_args!("--picture {path}: the picture shows the first {shown} of {listed} solutions"));
        }
        _ => {}
    }
    Ok(Exit::Answered)
}

/// Refuses a picture and a report that would both go to standard output.
///
/// # Errors
/// When there are two outputs for it.
pub fn check_outputs(is_json: bool, picture: Option<&SolutionPicture>) -> Result<(), Failure> {
    if is_json && picture.is_some_and(SolutionPicture::is_printed) {
        return Err(Failure::usage(TWO_OUTPUTS));
    }
    Ok(())
}

/// The exit code of a run.
pub fn exit_of(report: &Report) -> Exit {
    match report.status {
        // A list that a limit cut short.
        Status::Optimal if report.complete == Some(false) && report.stop.is_some() => Exit::Stopped,
        Status::Optimal => Exit::Answered,
        Status::Infeasible | Status::Unbounded => Exit::Infeasible,
        Status::Feasible | Status::Unknown => Exit::Stopped,
    }
}

/// Writes how many moves a solution has, and the first of them, but nothing that tells of the others.
fn write_hint(report: &Report, first: usize, out: &mut dyn Write) -> Result<(), Failure> {
    let Some(verified) = &report.solution else { return Ok(()) };
    let (solution, solved) = (verified.json(), verified.solved());
    let Some(moves) = solution.get("moves").and_then(Value::as_str) else {
        output::note(format_args!("{}: --hint: the solution has no list of moves", report.model));
        return Ok(());
    };
    let (moves, space) = single_moves(moves);
    writeln!(out, "length {}", moves.len())?;
    if first > 0 {
        let before = |key: &str| BEFORE_MOVES.contains(&key);
        for (key, value) in solved.answer().into_iter().filter(|(key, value)| before(key) && !value.is_empty()) {
            writeln!(out, "{key:<6} {value}")?;
        }
        let more = if first < moves.len() { "…" } else { "" };
        let shown = moves.into_iter().take(first).collect::<Vec<_>>();
        writeln!(out, "moves  {}{space}{more}", shown.join(space))?;
    }
    Ok(())
}

fn write_solution(solved: &dyn Solved, quiet: bool, out: &mut dyn Write) -> io::Result<()> {
    if !quiet {
        write!(out, "\n{}\n", drawing::on_standard_output(&solved.scene()))?;
    }
    for (key, value) in solved.answer().into_iter().filter(|(_, value)| !value.is_empty()) {
        writeln!(out, "{key:<6} {value}")?;
    }
    Ok(())
}
