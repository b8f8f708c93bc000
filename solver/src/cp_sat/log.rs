//! CP-SAT's log. It states what the C API does not: when solutions were found, and whether a bound is known.
//!
//! Lines of the search look like these, the second one for a maximisation; without an objective only the number and the time are there:
//!
//! ```text
//! #Bound   0.01s best:inf   next:[1000,1397] initial_domain
//! #2       0.03s best:919   next:[920,1000]  main
//! #Done    0.85s main
//! ```
//!
//! `best` is the objective of the best solution, and `next` the range in which better objectives can be. Both are rounded to nine digits,
//! so numbers with an exponent are not taken.

use crate::control::{Incumbent, Progress};

/// A line of the search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Line {
    /// Whether it is about a new solution.
    is_solution: bool,
    /// Seconds since the start of the solver's run.
    seconds: f64,
    /// The objective of the best solution, if there is one and it is exact.
    best: Option<i64>,
    /// Whether there is a range of better objectives, and so a bound.
    pub has_bound: bool,
    /// The bound, if it is exact.
    bound: Option<i64>,
}

impl Line {
    /// Reads a line; `None` if it is not a line of the search.
    pub(super) fn read(line: &str) -> Option<Self> {
        let mut words = line.strip_prefix('#')?.split_whitespace();
        let kind = words.next()?;
        let is_solution = kind.parse::<u64>().is_ok();
        if !is_solution && kind != "Bound" {
            return None;
        }
        let seconds = words.next()?.strip_suffix('s')?.parse().ok()?;
        let best = words.next().and_then(|word| word.strip_prefix("best:"));
        let next = words.next().and_then(|word| word.strip_prefix("next:[")?.strip_suffix(']'));
        let bound = best.zip(next).and_then(|(best, next)| bound(best, next));
        let has_bound = next.is_some_and(|range| !range.is_empty());
        Some(Self { is_solution, seconds, best: best.and_then(|best| best.parse().ok()), has_bound, bound })
    }

    /// The progress that the line states, for a run with an objective.
    pub(super) fn progress(&self) -> Option<Progress> {
        let bound = self.bound.map(|bound| bound as f64);
        let progress = Progress { incumbent: self.best, bound, ..Progress::default() };
        (progress != Progress::default()).then_some(progress)
    }

    /// The solution that it is about; `started` is when the solver's run began, in seconds. Without an objective it is 0.
    pub(super) fn incumbent(&self, started: f64, has_objective: bool) -> Option<Incumbent> {
        let objective = if has_objective { self.best? } else { 0 };
        self.is_solution.then_some(Incumbent { seconds: started + self.seconds, objective })
    }
}

/// The end of the range of better objectives that is farther from the best one; `inf` is the best one of a minimisation that has no
/// solution yet, `-inf` that of a maximisation.
fn bound(best: &str, next: &str) -> Option<i64> {
    let (lower, upper) = next.split_once(',')?;
    let is_minimisation = match best {
        "inf" => true,
        "-inf" => false,
        // Ranges are not empty.
        best => upper.parse::<f64>().ok()? < best.parse().ok()?,
    };
    if is_minimisation { lower } else { upper }.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_search_are_read_and_others_are_not() {
        let line =
            |is_solution, seconds, best, has_bound, bound| Some(Line { is_solution, seconds, best, has_bound, bound });
        for (text, read) in [
            ("#Bound   0.01s best:inf   next:[1000,1397] initial_domain", line(false, 0.01, None, true, Some(1000))),
            ("#Bound   0.5s best:-inf  next:[-3,6.1e+13] main", line(false, 0.5, None, true, None)),
            (
                "#12      10.28s best:-961   next:[962,1000] main [hint]",
                line(true, 10.28, Some(-961), true, Some(1000)),
            ),
            ("#3      10.28s best:961  next:[-1000,960] main", line(true, 10.28, Some(961), true, Some(-1000))),
            ("#1       0.00s best:6.17283945e+13 next:[]         main", line(true, 0.0, None, false, None)),
            ("#1       0.02s main", line(true, 0.02, None, false, None)),
            ("#Done    0.00s main", None),
            ("#Model   0.00s var:0/0 constraints:0/0", None),
            ("#Variables: 6 (6 primary variables)", None),
            ("#kLinear1: 1", None),
            ("#", None),
            ("", None),
        ] {
            assert_eq!(Line::read(text), read, "{text}");
        }
    }

    #[test]
    fn an_incumbent_has_its_time_since_the_start_of_the_run() {
        let line = Line::read("#2 0.25s best:919 next:[920,1000] main").unwrap();
        assert_eq!(line.incumbent(1.5, true), Some(Incumbent { seconds: 1.75, objective: 919 }));
        assert_eq!(line.incumbent(1.5, false), Some(Incumbent { seconds: 1.75, objective: 0 }));
        let bound = Line::read("#Bound 0.25s best:919 next:[920,1000] main").unwrap();
        assert_eq!(bound.incumbent(1.5, true), None);
    }
}
