//! The sweep against all Hamiltonian cycles of small boards, the results that are known, and the library's own answers.

use std::collections::HashMap;

use tumble::instance::Document;
use tumble::registry::Registry;
use tumble::report::Status;
use tumble::solve::{self, Method, Options, Problem};
use tumble_puzzles::geometry::{Cell, Die, Direction};
use tumble_puzzles::puzzle::Which;

use super::*;
use crate::dice::HAND;

/// Faces with common labels, so that small boards have pairs. In the first ones 3 and 4 can be exchanged, as halves need it.
const MERGED: [Labels; 7] = [
    [1, 2, 3, 3, 2, 1],
    [1, 2, 3, 3, 4, 5],
    [1, 2, 3, 3, 3, 3],
    [1, 2, 3, 1, 2, 3],
    [1, 2, 1, 2, 1, 2],
    [1, 1, 1, 2, 2, 2],
    [1, 1, 2, 3, 4, 5],
];
const FOR_HALVES: usize = 3;
const MEANINGS: [Meaning; 3] = [Meaning::A, Meaning::B, Meaning::C];

fn every_cycle(columns: i64, rows: i64) -> Vec<Vec<Cell>> {
    fn extend(walk: &mut Vec<Cell>, columns: i64, rows: i64, cycles: &mut Vec<Vec<Cell>>) {
        let last = walk[walk.len() - 1];
        for next in Direction::ALL.into_iter().filter_map(|direction| last.step(direction)) {
            if walk.len() as i64 == columns * rows && next == walk[0] {
                cycles.push(walk.clone());
            }
            if (0..columns).contains(&next.x) && (0..rows).contains(&next.y) && !walk.contains(&next) {
                walk.push(next);
                extend(walk, columns, rows, cycles);
                walk.pop();
            }
        }
    }
    let mut cycles = Vec::new();
    // A cycle leaves the corner to the east in one of its directions.
    extend(&mut vec![Cell::new(0, 0), Cell::new(1, 0)], columns, rows, &mut cycles);
    cycles
}

/// Whether some board has two of these cycles: boards are what a die prints on each of them.
fn is_printed_twice(cycles: &[Vec<Cell>], rows: usize, meaning: Meaning, label: Labels) -> bool {
    let mut printed = HashMap::new();
    for (number, cycle) in cycles.iter().enumerate() {
        let backwards: Vec<Cell> = cycle.iter().rev().copied().collect();
        let starts = if meaning == Meaning::A { 1 } else { cycle.len() };
        for (start, &die, walk) in itertools::iproduct!(0..starts, Die::all(HAND), [cycle, &backwards]) {
            let mut board = vec![0; cycle.len()];
            let mut end = die;
            for step in 0..walk.len() {
                let [from, to] = [step, step + 1].map(|step| walk[(start + step) % walk.len()]);
                board[from.x as usize * rows + from.y as usize] = label[usize::from(end.top()) - 1];
                end = end.roll(Direction::ALL.into_iter().find(|&roll| from.step(roll) == Some(to)).unwrap());
            }
            let is_back = if meaning == Meaning::A { end == die } else { end.top() == die.top() };
            let common = (meaning == Meaning::C).then_some((walk[start], die.index()));
            if is_back && *printed.entry((common, board)).or_insert(number) != number {
                return true;
            }
        }
    }
    false
}

/// For each number of columns from 2 on, whether a board is found: the first one has been rolled along.
fn found(rows: usize, most: usize, meaning: Meaning, labels: Labels, halves: bool) -> Vec<bool> {
    let question = Question::new(rows, meaning, labels);
    let request = Request::unlimited();
    let plan = Plan { most: Some(most), each: true, halves, ..Plan::default() };
    let mut found = Vec::new();
    let told = &mut |_, is_found| found.push(is_found);
    let Answer { first, beyond } = plan.search(&mut Columns::new(&question, &request), told).unwrap();
    if let Some(crossings) = first {
        assert_eq!(found.iter().position(|&is_found| is_found), Some(crossings.len() - 1));
        assert!(Pair::new(&crossings, &question).is_some());
    }
    if let Beyond::Repeats(period) = beyond {
        (found.len()..most - 1).for_each(|i| found.push(found[i - period]));
    }
    assert_eq!(found.len(), most - 1);
    found
}

/// The crossings of the first board; `None`: there is none of any number of columns.
fn first(question: &Question, halves: bool) -> Option<Crossings> {
    let plan = Plan { halves, ..Plan::default() };
    let answer = plan.search(&mut Columns::new(question, &Request::unlimited()), &mut |_, _| ()).unwrap();
    assert!(answer.first.is_some() || matches!(answer.beyond, Beyond::None));
    answer.first
}

/// Compares all boards of up to so many columns, and says how often there were pairs and how often none.
fn compare(rows: usize, most: usize, labelings: &[Labels]) -> [usize; 2] {
    let mut counts = [0; 2];
    let cycles: Vec<_> = (2..=most as i64).map(|columns| every_cycle(columns, rows as i64)).collect();
    for (&labels, meaning) in itertools::iproduct!(labelings, MEANINGS) {
        let one_direction = found(rows, most, meaning, labels, false);
        for (cycles, (&found, columns)) in cycles.iter().zip(one_direction.iter().zip(2..)) {
            let what = format!("{columns} columns, {rows} rows, {meaning:?}, {labels:?}");
            assert_eq!(found, is_printed_twice(cycles, rows, meaning, labels), "{what}");
            counts[usize::from(found)] += 1;
        }
        if labels == DISTINCT || MERGED[..FOR_HALVES].contains(&labels) {
            let halves = found(rows, most, meaning, labels, true);
            assert_eq!(halves, one_direction, "{rows} rows, {meaning:?}, {labels:?}");
        }
    }
    counts
}

/// Compares boards of so many rows and up to so many columns, with the labels of a die and with the first of those that are merged.
fn compare_all(boards: &[(usize, usize, usize)]) {
    let mut counts = [0; 2];
    for &(rows, most, merged) in boards {
        let more = compare(rows, most, &[&[DISTINCT], &MERGED[..merged]].concat());
        counts = [counts[0] + more[0], counts[1] + more[1]];
    }
    assert!(counts.iter().all(|&count| count > 5), "{counts:?}");
}

/// Whether the tests are asked for more than takes seconds, as `scripts/test --all` does.
fn is_whole() -> bool {
    std::env::var_os("TUMBLE_TESTS").is_some_and(|value| value == "all")
}

#[test]
fn the_sweep_finds_what_all_cycles_of_small_boards_have() {
    let most = if is_whole() { 6 } else { 5 };
    compare_all(&[(2, 6, 7), (3, 6, 7), (4, most, 7), (5, 4, 2), (5, 6, 0), (6, 4, 0)]);
}

/// `data/rolling_cycles.toml`. What took hours is not repeated.
#[derive(serde::Deserialize)]
struct Recorded {
    first: Vec<Entry<First>>,
    all: Vec<Entry<All>>,
}

#[derive(serde::Deserialize)]
struct Entry<Result> {
    rows: usize,
    meaning: Meaning,
    /// The labels of the faces, if some are equal.
    labels: Option<String>,
    seconds: f64,
    #[serde(flatten)]
    result: Result,
}

/// The number of columns of the first board; without it, there is none of any number.
#[derive(serde::Deserialize)]
struct First {
    columns: Option<usize>,
}

/// The numbers of columns for which there is a board, among the first ones; after them they repeat.
#[derive(serde::Deserialize)]
struct All {
    boards: Vec<usize>,
    up_to: usize,
    period: usize,
}

/// The questions of the entries that took at most so many seconds, with their results.
fn short<Result>(entries: Vec<Entry<Result>>, seconds: f64) -> impl Iterator<Item = (Question, Result)> {
    entries.into_iter().filter(move |entry| entry.seconds <= seconds).map(|entry| {
        let labels = entry.labels.map_or(DISTINCT, |digits| labels(&digits).unwrap());
        (Question::new(entry.rows, entry.meaning, labels), entry.result)
    })
}

/// Repeats the recorded results that took at most so many seconds.
fn repeat(seconds: f64) {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/rolling_cycles.toml");
    let Recorded { first: firsts, all } = toml::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    assert!(firsts.len() > 10 && all.len() > 1);
    for (question, First { columns }) in short(firsts, seconds) {
        for halves in [false, true] {
            if halves && !question.dice.has_mirrors {
                continue;
            }
            let crossings = first(&question, halves);
            assert!(crossings.as_ref().is_none_or(|crossings| Pair::new(crossings, &question).is_some()));
            let found = crossings.map(|crossings| crossings.len() + 1);
            assert_eq!(found, columns, "{} rows, {:?}, {:?}", question.rows, question.meaning, question.dice.label);
        }
    }
    for (question, All { boards, up_to, period }) in short(all, seconds) {
        let (mut found, mut told) = (Vec::new(), 0);
        let mut tell = |columns, is_found: bool| {
            told = columns;
            found.extend(is_found.then_some(columns));
        };
        let plan = Plan { each: true, ..Plan::default() };
        let answer = plan.search(&mut Columns::new(&question, &Request::unlimited()), &mut tell).unwrap();
        assert!(matches!(answer.beyond, Beyond::Repeats(p) if p == period));
        assert_eq!((found, told), (boards, up_to), "{} rows, {:?}", question.rows, question.meaning);
    }
}

#[test]
fn the_short_results_are_those_that_are_recorded() {
    repeat(if is_whole() { 20.0 } else { 2.0 });
}

#[test]
fn the_first_board_of_six_rows_has_exactly_two_cycles_and_none_that_restores_the_die() {
    let question = Question::new(6, Meaning::C, DISTINCT);
    let crossings = first(&question, true).unwrap();
    assert_eq!(crossings.len() + 1, 7);
    let model = Pair::new(&crossings, &question).unwrap().to_string();
    let read = |text: &str| {
        let (puzzle, instance) = Registry::built_in().read(&Document::new("the board", text)).unwrap();
        Problem::new("the board".into(), puzzle, instance)
    };
    let counted = solve::count(&read(&model), Method::SEARCH, Which::Best, &Request::unlimited()).unwrap();
    assert!(counted.extent.is_all() && counted.solutions == 2_u32.into(), "{model}");
    let restored = read(&format!("{model}restore-orientation = true\n"));
    let report = solve::solve(&restored, Method::SEARCH, &Options::default(), &Request::unlimited()).unwrap();
    assert_eq!(report.status, Status::Infeasible);
}

#[test]
fn boards_beyond_the_repetition_are_rolled_along() {
    let question = Question::new(5, Meaning::B, DISTINCT);
    let request = Request::unlimited();
    for (least, halves) in [(15, false), (17, true), (22, false)] {
        let plan = Plan { least, halves, ..Plan::default() };
        let mut columns = Columns::new(&question, &request);
        let crossings = plan.search(&mut columns, &mut |_, _| ()).unwrap().first.unwrap();
        assert_eq!(crossings.len() + 1, least.next_multiple_of(2));
        assert!(Pair::new(&crossings, &question).is_some());
    }
}

#[test]
fn a_small_memory_limit_stops_the_sweep() {
    let question = Question::new(6, Meaning::B, DISTINCT);
    let request = Request::new(Control::unlimited().with_memory_limit(Bytes(1 << 20)));
    let stopped = Plan::default().search(&mut Columns::new(&question, &request), &mut |_, _| ());
    assert!(matches!(stopped, Err(Stop::MemoryLimit { .. })));
}
