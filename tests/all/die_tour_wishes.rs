//! Die tours with labels, faces that must not show, goals, values and weights: every method against plain enumeration, and a fact of a
//! source.

use std::collections::BTreeSet;
use std::time::Duration;

use itertools::Itertools as _;
use rand::seq::IndexedRandom as _;
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use tumble::control::{Control, Interrupt, Request};
use tumble::puzzle::EncodeError;
use tumble::report::{Report, Status};
use tumble::solve::{Method, Options, Problem, compare, solve};

use crate::common::walks::{Cell, Faces, RIGHT_HANDED, orientations, rolled};
use crate::common::{self, cases, problem};

const WAYS: [Cell; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// What is asked of tours of a board.
#[derive(Clone, Debug)]
struct Wishes {
    /// From the north, west to east: `.`, `#` or a label.
    map: Vec<Vec<char>>,
    objective: &'static str,
    start: Option<Cell>,
    die: Option<Faces>,
    closed: bool,
    restore: bool,
    goal: Option<Cell>,
    goal_top: Option<u8>,
    never: Vec<u8>,
    between: Vec<u8>,
    values: [i64; 6],
    weights: Option<Vec<Vec<i64>>>,
}

impl Wishes {
    fn random(rng: &mut ChaCha8Rng) -> Self {
        let (columns, rows) = (rng.random_range(1..=4), rng.random_range(1..=3));
        let symbols = ['.', '.', '.', '.', '.', '.', '.', '.', '#', '1', '2', '3', '4', '5', '6'];
        let symbols = &symbols[..rng.random_range(8..=15)];
        let map: Vec<Vec<char>> =
            (0..rows).map(|_| (0..columns).map(|_| *symbols.choose(rng).unwrap()).collect()).collect();
        let cells = (0..columns).flat_map(|x| (0..rows).map(move |y| (x, y)));
        let free: Vec<Cell> = cells.filter(|&(x, y)| map[(rows - 1 - y) as usize][x as usize] != '#').collect();
        let Some(&cell) = free.choose(rng) else { return Self::random(rng) };
        let start = rng.random_bool(0.6).then_some(cell);
        let closed = rng.random_bool(0.3);
        let goal = free.choose(rng).copied().filter(|_| !closed && rng.random_bool(0.4));
        let all: Vec<Faces> = orientations(RIGHT_HANDED).into_iter().collect();
        let weights: Vec<Vec<i64>> =
            (0..rows).map(|_| (0..columns).map(|_| rng.random_range(-1..=3)).collect()).collect();
        let face = |rng: &mut ChaCha8Rng, probability| {
            if rng.random_bool(probability) { vec![rng.random_range(1..=6)] } else { vec![] }
        };
        Self {
            objective: *["max", "min", "any"].choose(rng).unwrap(),
            die: rng.random_bool(0.7).then(|| *all.choose(rng).unwrap()),
            restore: closed && rng.random_bool(0.3),
            goal_top: (!closed && rng.random_bool(0.2)).then(|| rng.random_range(1..=6)),
            never: face(rng, 0.25),
            between: if start.is_some() && (closed || goal.is_some()) { face(rng, 0.5) } else { vec![] },
            values: if rng.random_bool(0.5) { [1, 2, 3, 4, 5, 6] } else { [(); 6].map(|()| rng.random_range(-2..=6)) },
            weights: Some(weights).filter(|_| rng.random_bool(0.3)),
            map,
            start,
            closed,
            goal,
        }
    }

    fn text(&self) -> String {
        let drawn = |rows: Vec<Vec<String>>| rows.iter().map(|row| row.join(" ") + "\n").collect::<String>();
        let map = drawn(self.map.iter().map(|row| row.iter().map(ToString::to_string).collect()).collect());
        let weights = self.weights.as_ref().map(|weights| {
            let rows = weights.iter().map(|row| row.iter().map(ToString::to_string).collect()).collect();
            format!("weights = \"\"\"\n{}\"\"\"\n", drawn(rows))
        });
        let cell = |cell: Option<Cell>| cell.map(|(x, y)| format!("cell = [{x}, {y}]\n")).unwrap_or_default();
        let die = self
            .die
            .map(|[top, _, north, _, east, _]| format!("die = {{ top = {top}, north = {north}, east = {east} }}\n"));
        let top = self.goal_top.map(|top| format!("die = {{ top = {top} }}\n"));
        let goal = cell(self.goal) + &top.unwrap_or_default();
        let goal = if goal.is_empty() { goal } else { format!("[goal]\n{goal}") };
        let faces = self.values.iter().enumerate().map(|(i, value)| format!("{} = {value}", i + 1)).join("\n");
        format!(
            "puzzle = \"die-tour\"\nobjective = \"{}\"\n[board]\nmap = \"\"\"\n{map}\"\"\"\n{}[start]\n{}{}{goal}[tour]\nclosed = {}\nnever = {:?}\nnever-between = {:?}\n{}[faces]\n{faces}",
            self.objective,
            weights.unwrap_or_default(),
            cell(self.start),
            die.unwrap_or_default(),
            self.closed,
            self.never,
            self.between,
            if self.restore { "restore-orientation = true\n" } else { "" },
        )
    }

    fn symbol(&self, (x, y): Cell) -> Option<char> {
        let row = self.map.len().checked_sub(1 + usize::try_from(y).ok()?)?;
        self.map[row].get(usize::try_from(x).ok()?).copied().filter(|&symbol| symbol != '#')
    }

    /// Whether a face may be on top of a cell, at an end or between.
    fn may_show(&self, cell: Cell, face: u8, is_end: bool) -> bool {
        let label = self.symbol(cell).and_then(|symbol| symbol.to_digit(10));
        label.is_none_or(|label| label == u32::from(face))
            && !self.never.contains(&face)
            && (is_end || !self.between.contains(&face))
    }

    fn value(&self, (x, y): Cell, face: u8) -> i64 {
        let weight = self.weights.as_ref().map_or(1, |rows| rows[rows.len() - 1 - y as usize][x as usize]);
        weight * self.values[usize::from(face) - 1]
    }

    /// The sums of all tours.
    fn sums(&self) -> Vec<i64> {
        let (columns, rows) = (self.map[0].len() as i64, self.map.len() as i64);
        let free: Vec<Cell> = (0..columns)
            .flat_map(|x| (0..rows).map(move |y| (x, y)))
            .filter(|&cell| self.symbol(cell).is_some())
            .collect();
        let dice = self.die.map_or_else(|| orientations(RIGHT_HANDED), |die| BTreeSet::from([die]));
        let mut sums = Vec::new();
        for &cell in free.iter().filter(|&&cell| self.start.is_none_or(|start| start == cell)) {
            for &die in &dice {
                self.walk(free.len(), &mut vec![(cell, die)], &mut sums);
            }
        }
        sums
    }

    fn walk(&self, cells: usize, way: &mut Vec<(Cell, Faces)>, sums: &mut Vec<i64>) {
        let &((x, y), die) = way.last().unwrap();
        let heads = WAYS.iter().enumerate().map(|(i, (dx, dy))| ((x + dx, y + dy), rolled(die, i)));
        if way.len() == cells {
            let back: Vec<Faces> = heads.filter(|&(head, _)| head == way[0].0).map(|(_, die)| die).collect();
            if self.is_tour(way, &back) {
                sums.push(way.iter().map(|&(cell, die)| self.value(cell, die[0])).sum());
            }
            return;
        }
        for (head, die) in heads {
            if self.symbol(head).is_some() && way.iter().all(|&(cell, _)| cell != head) {
                way.push((head, die));
                self.walk(cells, way, sums);
                way.pop();
            }
        }
    }

    /// Whether a way through all cells is a tour; `back` is the die after a roll to the start, if its cell is next to the last one.
    fn is_tour(&self, way: &[(Cell, Faces)], back: &[Faces]) -> bool {
        let last = way.len() - 1;
        let is_end = |i: usize| i == 0 || (i == last && !self.closed);
        let (start, end) = (way[0], way[last]);
        let shows = way.iter().enumerate().all(|(i, &(cell, die))| self.may_show(cell, die[0], is_end(i)));
        let is_back = |die: &Faces| self.may_show(start.0, die[0], true) && (!self.restore || *die == start.1);
        let closes = !self.closed || (last > 0 && back.iter().any(is_back));
        let is_goal = self.goal.is_none_or(|goal| goal == end.0) && self.goal_top.is_none_or(|top| top == end.1[0]);
        shows && closes && is_goal
    }
}

/// The time for each model: there are small ones on which CBC branches for hours.
const PATIENCE: Duration = Duration::from_secs(5);

/// Solves an instance by some encodings on some solvers, which have to say what the search says; returns the number of runs, and those that were
/// left open.
fn by_models(problem: &Problem, search: &Report, text: &str, rng: &mut ChaCha8Rng) -> (usize, Vec<String>) {
    let (mut runs, mut open) = (0, Vec::new());
    for method in Method::solvers().filter(|method| method.name() != "microlp") {
        for encoding in ["arc-flow", "cp-circuit", "cp-table", "edge-cuts", "time-expanded", "time-indexed"] {
            if !rng.random_bool(0.3) {
                continue;
            }
            if let Err(EncodeError::DoesNotFit { .. }) = problem.instance.encode(encoding, &Control::unlimited()) {
                continue;
            }
            let always_model = rng.random();
            let options = Options { encoding: Some(encoding.into()), always_model, ..Options::default() };
            let control = Control::new(Some(PATIENCE), Interrupt::default(), &|_| ());
            let report = solve(problem, method, &options, &common::request(method, control)).unwrap();
            runs += 1;
            let is_open = matches!(report.status, Status::Feasible | Status::Unknown);
            compare(problem.instance.sense(), &report, search).unwrap();
            if is_open {
                open.push(format!("{} {encoding} {text}", method.name()));
            } else {
                assert_eq!(
                    (report.status, report.objective),
                    (search.status, search.objective),
                    "{method:?} {encoding} {text}"
                );
            }
        }
    }
    (runs, open)
}

#[test]
fn every_method_finds_the_best_sum_and_the_searches_its_number() {
    let mut rng = ChaCha8Rng::seed_from_u64(41);
    let (mut solved, mut infeasible, mut runs, mut open) = (0, 0, 0, Vec::new());
    for _ in 0..cases(30, 50) {
        let wishes = Wishes::random(&mut rng);
        let (text, sums) = (wishes.text(), wishes.sums());
        let best = match wishes.objective {
            "max" => sums.iter().copied().max(),
            "min" => sums.iter().copied().min(),
            _ => None,
        };
        let problem = problem(&text);
        let request = Request::unlimited();
        let search = solve(&problem, Method::SEARCH, &Options::default(), &request).unwrap();
        assert_eq!((search.objective, search.status == Status::Infeasible), (best, sums.is_empty()), "{text}");
        let all = common::count(&problem, true, &request);
        assert!(all.complete && all.solutions == sums.len().into(), "{all:?} {}: {text}", sums.len());
        let ties = sums.iter().filter(|&&sum| Some(sum) == best || best.is_none()).count();
        let count = common::count(&problem, false, &request);
        assert!(count.complete && count.solutions == ties.into(), "{count:?} {ties}: {text}");
        let options = Options { solutions: Some(50), ..Options::default() };
        let listed = solve(&problem, Method::SEARCH, &options, &request).unwrap();
        assert_eq!(listed.solutions.unwrap().len(), ties.min(50), "{text}");
        let (ran, left_open) = by_models(&problem, &search, &text, &mut rng);
        runs += ran;
        open.extend(left_open);
        solved += usize::from(!sums.is_empty());
        infeasible += usize::from(sums.is_empty());
    }
    assert!(solved > cases(5, 12) && infeasible > cases(5, 8), "{solved} {infeasible}");
    // How many are settled in time depends on the machine.
    assert!(open.len() * 10 < runs, "{} of {runs}: {}", open.len(), open.join("\n"));
}

/// Gardner's puzzle: from corner to corner along the north side, one face on top at both ends and nowhere between.
#[test]
fn one_tour_of_the_chess_board_hides_a_face_between_its_ends() {
    let text = |side: usize| {
        let last = side - 1;
        format!(
            "puzzle = \"die-tour\"\nobjective = \"any\"\n[board]\ncolumns = {side}\nrows = {side}\n[start]\ncell = [0, {last}]\n\
             die = {{ top = 1 }}\n[goal]\ncell = [{last}, {last}]\ndie = {{ top = 1 }}\n[tour]\nnever-between = [1]\n"
        )
    };
    for side in 3..=7 {
        let count = common::count(&problem(&text(side)), true, &Request::unlimited());
        assert!(count.complete && count.solutions == 0u32.into(), "{side} {count:?}");
    }
    let count = common::count(&problem(&text(8)), true, &Request::unlimited());
    // The die may be turned about its top face at the start: the tour is the same for each of the four sides that may be in the north.
    assert!(count.complete && count.solutions > 0u32.into(), "{count:?}");
}

#[test]
fn random_tours_are_as_they_are_wished() {
    let options = [("columns", "4"), ("rows", "3"), ("labels", "4"), ("goal", ""), ("never", "5"), ("unique", "")];
    for seed in 0..cases(10, 100) {
        let text = common::random_of("die-tour", seed, &options);
        let map = text.split("\"\"\"").nth(1).unwrap();
        assert_eq!(map.matches(|symbol: char| symbol.is_ascii_digit()).count(), 4, "{text}");
        assert!(text.contains("[goal]") && text.contains("never = [5]"), "{text}");
        let count = common::count(&problem(&text), false, &Request::unlimited());
        assert!(count.complete && count.solutions == 1u32.into(), "{count:?} {text}");
    }
}
