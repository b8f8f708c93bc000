//! A report as text for people: its exit code, its headline, and the full answer.

use super::failure::{Exit, Failure};
use super::limits::Format;
use super::solution_picture::SolutionPicture;
use super::{drawing, output};
use crate::puzzle::Malformed;
use crate::report::{Report, Status};
use crate::solve::{Problem, SEARCH};

/// Why `--picture -` is refused with JSON output.
const TWO_OUTPUTS: &str = "--picture - and JSON both write to standard output: write one of them to a file";
/// The total time is shown if it exceeds the solving time by at least this many seconds.
const VISIBLE_SECONDS: f64 = 0.5;

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

/// Draws the solution of a report, if there is one and a picture is asked for.
pub(super) fn draw(picture: Option<&SolutionPicture>, problem: &Problem, report: &Report) -> Result<(), Failure> {
    let (Some(picture), Some(solution)) = (picture, &report.solution) else { return Ok(()) };
    let solved = problem.instance.parse(solution).map_err(Failure::usage)?;
    picture.draw(problem, Some(&*solved))?;
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

/// One line on the outcome, one on the method, and the solutions: their pictures and their data. If it is quiet, without method and
/// pictures.
///
/// # Errors
/// When a solution does not fit the problem.
fn text(problem: &Problem, report: &Report, quiet: bool) -> Result<String, Malformed> {
    let mut parts = vec![format!("{}: {}{}\n", report.model, headline(report), reason(report))];
    if !quiet {
        parts.push(format!("{}\n", how(report)));
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

/// Why there is no better answer, in parentheses. A remark on a solved problem does not explain its status, so it follows a
/// semicolon; why a list was cut short is printed with the list.
fn reason(report: &Report) -> String {
    match &report.reason {
        Some(reason) if report.status != Status::Optimal => format!(" ({reason})"),
        Some(reason) if report.complete != Some(false) => format!("; {reason}"),
        _ => String::new(),
    }
}

/// The method, and how long it took.
fn how(report: &Report) -> String {
    let backend = format!("{} {}", report.backend, report.backend_version);
    let method = match &report.encoding {
        Some(encoding) => format!("{backend}, encoding {encoding}"),
        None if report.backend == SEARCH => "direct search".into(),
        None => format!("{} with {backend}", report.method),
    };
    let stats = &report.stats;
    let effort = if stats.solver_runs == Some(0) {
        ", no solver was needed".to_owned()
    } else {
        let nodes = stats.nodes.map(|n| format!(", {n} node{}", if n == 1 { "" } else { "s" })).unwrap_or_default();
        let seconds = stats.solve_seconds.map(|s| format!(", {}", in_units(s))).unwrap_or_default();
        format!("{nodes}{seconds}")
    };
    let beyond = |total: &f64| total - stats.solve_seconds.unwrap_or(0.0);
    let in_all = stats.total_seconds.filter(|total| beyond(total) >= VISIBLE_SECONDS.max(total / 10.0));
    let in_all = in_all.map(|total| format!(", {} in all", in_units(total))).unwrap_or_default();
    let checked = if report.verified { "; replayed by the rules" } else { "" };
    format!("by {method}{effort}{in_all}{checked}")
}

/// `0.40 ms`, `12 ms`, `3.2 s`.
fn in_units(seconds: f64) -> String {
    match seconds {
        s if s < 0.01 => format!("{:.2} ms", s * 1e3),
        s if s < 1.0 => format!("{:.0} ms", s * 1e3),
        s => format!("{s:.1} s"),
    }
}
