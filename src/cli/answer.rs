//! A report as text for people: its exit code, and the full answer.

use super::failure::{Exit, Failure};
use super::limits::Format;
use super::solution_picture::SolutionPicture;
use super::{drawing, output};
use crate::puzzle::Malformed;
use crate::report::{Report, Status};
use crate::solve::Problem;

/// Why `--picture -` is refused with JSON output.
const TWO_OUTPUTS: &str = "--picture - and JSON both write to standard output: write one of them to a file";

/// How an answer is printed.
pub(super) struct Shown<'a> {
    pub(super) format: Format,
    /// A picture of its own.
    pub(super) picture: Option<&'a SolutionPicture>,
    /// Whether the text has only the verdict and the answer: no method, and no picture.
    pub(super) quiet: bool,
}

/// Prints a report, and draws its solution if there is a picture to draw.
pub(super) fn print(shown: &Shown<'_>, problem: &Problem, report: &Report) -> Result<(), Failure> {
    match shown.format {
        Format::Json => {
            let line = serde_json::to_string(report).map_err(Failure::usage)?;
            output::print(&format!("{line}\n"))?;
        }
        Format::Text => output::print_in_colour(&text(problem, report, shown.quiet).map_err(Failure::usage)?)?,
    }
    draw(shown.picture, problem, report)
}

/// Draws the solution of a report, if a picture is asked for: the first one of a list, the bare model if there is none. Says so on standard
/// error.
pub(super) fn draw(picture: Option<&SolutionPicture>, problem: &Problem, report: &Report) -> Result<(), Failure> {
    let Some(picture) = picture else { return Ok(()) };
    let solved = report.solution.as_ref().map(|solution| problem.instance.parse(solution));
    let solved = solved.transpose().map_err(Failure::usage)?;
    picture.draw(problem, solved.as_deref())?;
    let path = picture.path().display();
    match report.solutions.as_ref().map(Vec::len) {
        _ if solved.is_none() => {
            output::note(format_args!("--picture {path}: without a solution, the picture shows the model alone"))
        }
        Some(listed @ 2..) => {
            output::note(format_args!("--picture {path}: the picture shows the first of {listed} solutions"))
        }
        _ => {}
    }
    Ok(())
}

/// Refuses a picture and a report that would both go to standard output.
pub(super) fn check_outputs(is_json: bool, picture: Option<&SolutionPicture>) -> Result<(), Failure> {
    if is_json && picture.is_some_and(SolutionPicture::is_printed) {
        return Err(Failure::usage(TWO_OUTPUTS));
    }
    Ok(())
}

/// The exit code of a run.
pub(super) fn exit_of(report: &Report) -> Exit {
    match report.status {
        // A list that a limit cut short.
        Status::Optimal if report.complete == Some(false) && report.reason.is_some() => Exit::Stopped,
        Status::Optimal => Exit::Answered,
        Status::Infeasible => Exit::Infeasible,
        Status::Feasible | Status::Unknown => Exit::Stopped,
    }
}

/// One line on the outcome, one on the method, and the solutions: their pictures and their data. If it is quiet, without method and
/// pictures.
///
/// # Errors
/// When a solution does not fit the problem.
fn text(problem: &Problem, report: &Report, quiet: bool) -> Result<String, Malformed> {
    let mut parts = vec![format!("{}: {}{}\n", report.model, report.headline(), report.remark())];
    if !quiet {
        parts.push(format!("{}\n", report.how()));
    }
    let listed = report.solutions.as_deref();
    if let (Some(listed), Some(complete)) = (listed, report.complete) {
        let all = match &report.reason {
            _ if complete => "all solutions",
            Some(reason) => reason,
            None => "there may be more",
        };
        parts.push(format!("{} listed: {all}\n", listed.len()));
    }
    for solution in listed.unwrap_or(report.solution.as_slice()) {
        let solved = problem.instance.parse(solution)?;
        parts.push(match (quiet, listed) {
            (true, None) => String::new(),
            (true, Some(_)) => "\n".into(),
            (false, _) => format!("\n{}\n", drawing::on_standard_output(&solved.scene())),
        });
        parts.extend(solved.answer().into_iter().map(|(key, value)| format!("{key:<6} {value}\n")));
    }
    Ok(parts.concat())
}
