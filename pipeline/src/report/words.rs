//! A report in words: lines for people.

use super::{Report, SEARCH, Status};
use tumble_puzzles::puzzle::Solved;

/// The total time is shown if it exceeds the solving time by at least this many seconds.
const VISIBLE_SECONDS: f64 = 0.5;

/// `optimal 37`, `solved`, `infeasible`, `feasible 66, bound 68`: how a run ended, from a report's fields of these names.
pub fn headline(status: Status, objective: Option<i64>, bound: Option<i64>) -> String {
    let word = match status {
        Status::Optimal if objective.is_none() => "solved",
        Status::Optimal => "optimal",
        Status::Feasible => "feasible",
        Status::Infeasible => "infeasible",
        Status::Unknown => "unknown",
        // The objective is that of some solution.
        Status::Unbounded => return "unbounded".to_owned(),
    };
    let objective = objective.map(|objective| format!(" {objective}")).unwrap_or_default();
    let is_open = matches!(status, Status::Feasible | Status::Unknown);
    let bound = bound.filter(|_| is_open).map(|bound| format!(", bound {bound}")).unwrap_or_default();
    format!("{word}{objective}{bound}")
}

impl Report {
    /// How it ended: [`headline`].
    pub fn headline(&self) -> String {
        headline(self.status, self.objective, self.bound)
    }

    /// Why there is no better answer, in parentheses: to be written after the headline. A remark on a solved problem does not explain
    /// its status, so it follows a semicolon; why a list was cut short is left to the list.
    pub fn remark(&self) -> String {
        match &self.reason {
            Some(reason) if self.status != Status::Optimal => format!(" ({reason})"),
            Some(reason) if self.complete != Some(false) => format!("; {reason}"),
            _ => String::new(),
        }
    }

    /// The method, and how long it took: `by direct search, 34 nodes, 0.10 ms; replayed by the rules`.
    pub fn how(&self) -> String {
        let backend = format!("{} {}", self.backend, self.backend_version);
        let method = match &self.encoding {
            Some(encoding) => format!("{backend}, encoding {encoding}"),
            None if self.backend == SEARCH => "direct search".into(),
            None => format!("{} with {backend}", self.method),
        };
        let stats = &self.stats;
        let effort = if stats.solver_runs == Some(0) {
            ", no solver was needed".to_owned()
        } else {
            let nodes = stats.nodes.map(|n| format!(", {n} node{}", if n == 1 { "" } else { "s" })).unwrap_or_default();
            let seconds = stats.solve_seconds.map(|s| format!(", {}", in_units(s))).unwrap_or_default();
            format!("{nodes}{seconds}")
        };
        let in_all =
            stats.total_seconds.map(|total| in_all(stats.solve_seconds.unwrap_or(0.0), total)).unwrap_or_default();
        let checked = if self.verified { "; replayed by the rules" } else { "" };
        format!("by {method}{effort}{in_all}{checked}")
    }
}

/// How difficult an instance is: the moves of the best solution that was found, times the binary logarithm of the states that a direct search
/// looked at until it had this solution and the proof. So it grows with the length of the solution, and with the choices and the dead ends
/// on the way. `None` without a proved solution that has moves, and where no state had to be looked at, or the method counts none.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "an estimate for people")]
pub fn difficulty(report: &Report) -> Option<u64> {
    let nodes = report.stats.nodes.filter(|&nodes| nodes > 0 && report.method == SEARCH)?;
    let solution = report.solution.as_ref().filter(|_| report.status == Status::Optimal)?;
    let moves = length(solution.solved())?;
    (moves > 0).then(|| (moves as f64 * (nodes as f64).log2()).round() as u64)
}

/// What the objective of a solution is called in its answer; a path with a sum has a length, too.
pub fn objective_name(solved: &dyn Solved) -> Option<&'static str> {
    let answer = solved.answer();
    ["total", "sum", "length"].into_iter().find(|name| answer.iter().any(|(key, _)| key == name))
}

/// The moves of a solution, as its answer has them; `None` if it has none.
pub fn moves(solved: &dyn Solved) -> Option<String> {
    solved.answer().into_iter().find(|(key, moves)| *key == "moves" && !moves.is_empty()).map(|(_, moves)| moves)
}

/// How many moves a solution has; `None` if it has none.
pub fn length(solved: &dyn Solved) -> Option<usize> {
    Some(single_moves(&moves(solved)?).0.len())
}

/// The single moves in a text of moves, and what stands between them: nothing between letters, a space between words.
pub fn single_moves(moves: &str) -> (Vec<&str>, &'static str) {
    if moves.chars().all(|c| c.is_ascii_alphabetic()) {
        return (moves.split("").filter(|letter| !letter.is_empty()).collect(), "");
    }
    (moves.split_whitespace().collect(), " ")
}

/// The time of the whole run, where it is visibly longer than the solving.
fn in_all(solving: f64, total: f64) -> String {
    let is_longer = total - solving >= VISIBLE_SECONDS.max(total / 10.0);
    if is_longer { format!(", {} in all", in_units(total)) } else { String::new() }
}

/// `0.40 ms`, `12 ms`, `3.2 s`.
pub fn in_units(seconds: f64) -> String {
    match seconds {
        s if s < 0.01 => format!("{:.2} ms", s * 1e3),
        s if s < 1.0 => format!("{:.0} ms", s * 1e3),
        s => format!("{s:.1} s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_is_named_only_while_it_matters() {
        assert_eq!(headline(Status::Optimal, Some(37), Some(37)), "optimal 37");
        assert_eq!(headline(Status::Optimal, None, None), "solved");
        assert_eq!(headline(Status::Feasible, Some(66), Some(68)), "feasible 66, bound 68");
        assert_eq!(headline(Status::Unknown, None, Some(68)), "unknown, bound 68");
        assert_eq!(headline(Status::Infeasible, None, None), "infeasible");
    }

    #[test]
    fn moves_are_letters_or_words() {
        assert_eq!(single_moves("NNE"), (vec!["N", "N", "E"], ""));
        assert_eq!(single_moves("1E 2N"), (vec!["1E", "2N"], " "));
        assert_eq!(single_moves("R2"), (vec!["R2"], " "));
        assert_eq!(single_moves("").0.len(), 0);
    }

    #[test]
    fn the_whole_time_is_named_where_it_is_visibly_longer() {
        assert_eq!(in_all(0.001, 0.6), ", 600 ms in all");
        assert_eq!([in_all(0.001, 0.2), in_all(9.0, 9.6)], ["", ""]);
    }

    #[test]
    fn short_times_have_more_digits() {
        assert_eq!([0.004, 0.25, 3.21].map(in_units), ["4.00 ms", "250 ms", "3.2 s"]);
    }
}
