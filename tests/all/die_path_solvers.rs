//! Die paths on solvers of all kinds: what an instance shows, the staged encoding, and the encoding that a backend gets.

use std::time::Duration;

use crate::common::{self, agree};
use crate::die_path::{faces, on, rectangle};
use tumble::control::{Control, Interrupt};
use tumble::geometry::{Cell, Die, Direction, Handedness};
use tumble::model::Capabilities;
use tumble::puzzle::{Purpose, Which};
use tumble::report::{Report, Status};
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
            assert_eq!(
                (report.status, report.objective),
                (search.status, search.objective),
                "{} {text}",
                method.name()
            );
        }
        assert!(i != 4 || search.objective == Some(8), "square 4 of the source");
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
    assert_eq!(
        far.instance.best_encoding(Purpose::Backend(all)).as_deref(),
        Ok("state-flow"),
        "its layers would be too many"
    );
}

/// Boards that a die leaves by no way, and boards on which it turns only in some ways.
const WALLS: &[&str] = &[
    ". . . . .\n. # # # .\n. # . # .\n. # # # .\n. . . . .",
    ". . . . . . . .\n# # # # # # # .\n. . . . . . . .\n. # # # # # # #\n. . . . . . . .",
    ". # . . . .\n. # . # # .\n. . . # . .\n# # . # . #\n. . . # . .\n. # # # # .",
    ". . # # #\n. . . # #\n# . . . #\n# # . . .\n# # # . .",
];

#[test]
fn the_staged_encoding_finds_its_way_round_walls_on_every_backend_or_proves_that_there_is_none() {
    let dice = Die::all(Handedness::Left);
    let (mut solved, mut infeasible) = (0, 0);
    for (i, map) in WALLS.iter().enumerate() {
        let board = format!("[board]\nmap = \"\"\"\n{map}\n\"\"\"\n");
        let rows = map.lines().count() as i64;
        let free: Vec<Cell> = (0..rows)
            .flat_map(|y| (0..5).map(move |x| Cell::new(x, y)))
            .filter(|cell| {
                map.lines().nth((rows - 1 - cell.y) as usize).unwrap().as_bytes()[2 * cell.x as usize] == b'.'
            })
            .collect();
        for k in 0..common::cases(4, 12) {
            let (start, goal) = (free[(5 * k + i) % free.len()], free[(11 * k + 3) % free.len()]);
            let end = if k % 2 == 0 { faces(dice[(5 * k + i) % 24]) } else { String::new() };
            let text = on(&board, (start, dice[7]), goal, &end);
            let search = common::run(&common::problem(&text), Method::SEARCH, None);
            for method in solvers() {
                assert_eq!(agree(&text, method, "time-expanded"), search.status);
            }
            solved += usize::from(search.status == Status::Optimal);
            infeasible += usize::from(search.status == Status::Infeasible);
        }
    }
    assert!(solved >= 4 && infeasible >= 4, "{solved} solved, {infeasible} infeasible");
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

#[test]
fn all_shortest_paths_of_the_source_are_counted_on_every_backend() {
    let die = Die::new(1, 2, 3).unwrap();
    let source = on(&rectangle(6, 6), (Cell::new(0, 5), die), Cell::new(5, 2), "die = { top = 1 }");
    for method in solvers() {
        let count = solve::count(&common::problem(&source), method, Which::Best, &common::search_request()).unwrap();
        assert_eq!(
            (count.solutions, count.objective, count.extent.is_all()),
            (2u8.into(), Some(8), true),
            "{}",
            method.name()
        );
    }
}
