//! Pairs of reports on one problem: which of them contradict each other.

use crate::common;
use tumble::model::Sense;
use tumble::report::{Report, Status};
use tumble::solve::{Method, compare};

fn report(status: Status, objective: Option<i64>, bound: Option<i64>) -> Report {
    let template = common::run(&common::problem(&common::corner(2, 2, "max", "")), Method::SEARCH, None);
    Report { status, objective, bound, ..template }
}

#[test]
fn contradictions_are_seen_from_both_sides() {
    use Status::{Feasible, Infeasible, Optimal, Unknown};
    let max = Some(Sense::Maximize);
    let min = Some(Sense::Minimize);
    let cases = [
        // Sense, one report, the other, whether they can both be true.
        (max, (Optimal, Some(37), Some(37)), (Optimal, Some(37), Some(37)), true),
        (max, (Optimal, Some(37), Some(37)), (Optimal, Some(36), Some(36)), false),
        (None, (Optimal, None, None), (Infeasible, None, None), false),
        (None, (Optimal, None, None), (Unknown, None, None), true),
        (max, (Infeasible, None, None), (Feasible, Some(3), None), false),
        (max, (Infeasible, None, None), (Unknown, None, Some(9)), true),
        (max, (Optimal, Some(37), Some(37)), (Feasible, Some(36), Some(40)), true),
        (max, (Optimal, Some(37), Some(37)), (Feasible, Some(38), Some(40)), false),
        (min, (Optimal, Some(37), Some(37)), (Feasible, Some(38), Some(20)), true),
        (min, (Optimal, Some(37), Some(37)), (Feasible, Some(36), Some(20)), false),
        (max, (Feasible, Some(60), Some(68)), (Optimal, Some(70), Some(70)), false),
        (max, (Feasible, Some(60), Some(68)), (Optimal, Some(68), Some(68)), true),
        (min, (Unknown, None, Some(25)), (Optimal, Some(24), Some(24)), false),
    ];
    for (sense, (s1, o1, b1), (s2, o2, b2), possible) in cases {
        let (a, b) = (report(s1, o1, b1), report(s2, o2, b2));
        assert_eq!(compare(sense, &a, &b).is_ok(), possible, "{s1:?} {o1:?} {b1:?}, {s2:?} {o2:?} {b2:?}");
        assert_eq!(compare(sense, &b, &a).is_ok(), possible, "{s2:?} {o2:?} {b2:?}, {s1:?} {o1:?} {b1:?}");
    }
}
