//! Die paths on solvers of all kinds: what an instance shows, the staged encoding, and the encoding that a backend gets.

use std::time::Duration;

use crate::common;
use crate::die_path::{faces, on, rectangle};
use tumble::control::{Control, Interrupt};
use tumble::geometry::{Cell, Die, Direction};
use tumble::model::Capabilities;
use tumble::puzzle::{Purpose, Which};
use tumble::report::Report;
use tumble::solve::{self, Method, Options};

/// The backends, without the one for tiny models.
fn solvers() -> impl Iterator<Item = Method> {
    Method::solvers().filter(|method| method.name() != "microlp")
}

/// Solves as a user does: what the instance shows is settled before any model.
fn as_users_do(text: &str, method: Method, encoding: Option<&str>) -> Report {
    let options = Options { encoding: encoding.map(str::to_owned), ..Options::default() };
    let control = Control::new(Some(Duration::from_mins(1)), Interrupt::default(), &|_| ());
    solve::solve(&common::problem(text), method, &options, &common::request(method, control)).unwrap()
}

/// perplexus.info 6728: from the north-west corner of a board to the squares of its east column, with the X on top, or in the same
/// orientation; and back to the cell of the start in other orientations.
fn published_boards() -> Vec<String> {
    let die = Die::new(1, 2, 3).unwrap();
    let (board, start) = (rectangle(6, 6), (Cell::new(0, 5), die));
    let goals = (0..6).map(|y| Cell::new(5, y));
    let mut boards: Vec<String> = goals
        .flat_map(|goal| ["die = { top = 1 }".to_owned(), faces(die)].map(|end| on(&board, start, goal, &end)))
        .collect();
    let home = Die::all(die.handedness()).iter().step_by(common::cases(5, 1));
    boards.extend(home.map(|end| on(&board, start, start.0, &faces(*end))));
    boards
}

#[test]
fn every_backend_solves_the_published_boards_by_the_encoding_that_it_gets() {
    for (i, text) in published_boards().iter().enumerate() {
        let search = as_users_do(text, Method::SEARCH, None);
        for method in solvers() {
            let report = as_users_do(text, method, None);
            let what = format!("{} {text}", method.name());
            assert_eq!((report.status, report.objective), (search.status, search.objective), "{what}");
            // Square 4 of the source.
            if i == 4 {
                let count =
                    solve::count(&common::problem(text), method, Which::Best, &common::search_request()).unwrap();
                let (number, is_all) = (count.solutions, count.extent.is_all());
                assert_eq!((number, count.objective, is_all), (2u8.into(), Some(8), true), "{what}");
            }
        }
    }
}

#[test]
fn solvers_that_propagate_get_the_staged_encoding_and_files_get_all_paths() {
    let start = (Cell::new(0, 0), Die::new(1, 2, 3).unwrap());
    let problem = common::problem(&on(&rectangle(4, 4), start, Cell::new(3, 3), ""));
    let (all, linear) = (Capabilities::ALL, Capabilities::LINEAR);
    assert_eq!(problem.instance.best_encoding(Purpose::Backend(all)).as_deref(), Ok("time-expanded"));
    assert_eq!(problem.instance.best_encoding(Purpose::Backend(linear)).as_deref(), Ok("state-flow"));
    assert_eq!(problem.instance.best_encoding(Purpose::File(all)).as_deref(), Ok("state-flow"));
    let far = common::problem(&on("", start, Cell::new(0, 400), ""));
    // Its layers would be too many.
    assert_eq!(far.instance.best_encoding(Purpose::Backend(all)).as_deref(), Ok("state-flow"));
}

#[test]
fn an_instance_shows_why_there_is_no_path() {
    let die = Die::new(1, 2, 3).unwrap();
    let apart = "[board]\nmap = \"\"\"\n. # .\n. # .\n\"\"\"\n";
    let start = (Cell::new(0, 0), die);
    for (text, why) in [
        (on(&rectangle(6, 6), start, Cell::new(5, 5), &faces(die.roll(Direction::North))), "parity: "),
        (on(apart, start, Cell::new(2, 1), ""), "blocked cells separate the start [0, 0] from the goal [2, 1]"),
        (on("", start, Cell::new(1, 0), "die = { top = 1, north = 2, west = 3 }"), "the die is left-handed"),
    ] {
        let shown = common::problem(&text).instance.infeasible_because();
        assert!(shown.as_ref().is_some_and(|shown| shown.starts_with(why)), "{shown:?}");
        assert_eq!(as_users_do(&text, Method::SEARCH, None).reason, shown);
    }
}
