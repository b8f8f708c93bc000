//! Die paths with labels, gates, directions, round trips and sums: every method against a plain relaxation of all states, which knows no
//! graph of the library, and facts of the sources.

use std::collections::{BTreeMap, BTreeSet};

use rand::seq::IndexedRandom as _;
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use tumble::control::{Bytes, Control, Interrupt, Request, Stop};
use tumble::puzzle::EncodeError;
use tumble::report::Status;
use tumble::solve::{Method, Options, solve};

use crate::common::walks::{Cell, Faces, RIGHT_HANDED, orientations, rolled};
use crate::common::{self, cases, problem};

const WAYS: [(char, Cell); 4] = [('N', (0, 1)), ('E', (1, 0)), ('S', (0, -1)), ('W', (-1, 0))];

type State = (Cell, Faces);

/// A maze, and what is asked.
#[derive(Clone, Debug)]
struct Maze {
    /// From the north, west to east: `.`, `#` or a label.
    map: Vec<Vec<char>>,
    gates: bool,
    directions: String,
    round: bool,
    start: Cell,
    /// The top at the start and the face in the north; `None`: any.
    die: Option<Faces>,
    goal: Option<Cell>,
    goal_top: Option<u8>,
    objective: &'static str,
    values: [i64; 6],
    weights: Option<Vec<Vec<i64>>>,
}

/// The best value and the number of paths that have it, where there are finitely many.
type Truth = Option<(i64, Option<u64>)>;

impl Maze {
    fn random(rng: &mut ChaCha8Rng) -> Self {
        let (columns, rows) = (rng.random_range(1..=4), rng.random_range(1..=4));
        let objective = *["rolls", "rolls", "min-tops", "min-bottoms", "max-tops", "max-bottoms"].choose(rng).unwrap();
        let one_way = objective.starts_with("max");
        let few = if one_way { ["ES", "NE", "W", "NW"] } else { ["NESW", "NESW", "NES", "ESW"] };
        let directions = *few.choose(rng).unwrap();
        let symbols = ['.', '.', '.', '#', '1', '2', '3', '4', '5', '6'];
        let map = (0..rows)
            .map(|_| (0..columns).map(|_| *symbols[..rng.random_range(3..=10)].choose(rng).unwrap()).collect());
        let map: Vec<Vec<char>> = map.collect();
        let free: Vec<Cell> = (0..columns)
            .flat_map(|x| (0..rows).map(move |y| (x, y)))
            .filter(|&(x, y)| map[(rows - 1 - y) as usize][x as usize] != '#')
            .collect();
        let Some(&start) = free.choose(rng) else { return Self::random(rng) };
        let round = !one_way && rng.random_bool(0.2);
        let all: Vec<Faces> = orientations(RIGHT_HANDED).into_iter().collect();
        let values = if rng.random_bool(0.5) { [1, 2, 3, 4, 5, 6] } else { [(); 6].map(|()| rng.random_range(-2..=6)) };
        let weights = rng
            .random_bool(0.3)
            .then(|| (0..rows).map(|_| (0..columns).map(|_| rng.random_range(0..=3)).collect()).collect());
        Self {
            map,
            gates: rng.random_bool(0.5),
            directions: directions.into(),
            round,
            start,
            die: rng.random_bool(0.8).then(|| *all.choose(rng).unwrap()),
            goal: if round { Some(start) } else { free.choose(rng).copied().filter(|_| rng.random_bool(0.8)) },
            goal_top: rng.random_bool(0.4).then(|| rng.random_range(1..=6)),
            objective,
            values,
            weights: weights.filter(|_| objective != "rolls"),
        }
    }

    fn text(&self) -> String {
        let drawn = |rows: Vec<Vec<String>>| rows.iter().map(|row| row.join(" ") + "\n").collect::<String>();
        let map = drawn(self.map.iter().map(|row| row.iter().map(ToString::to_string).collect()).collect());
        let has_labels = self.map.iter().flatten().any(char::is_ascii_digit);
        let gates = if self.gates && has_labels { "labels = \"gate\"\n" } else { "" };
        let weights = self.weights.as_ref().map(|weights| {
            let rows = weights.iter().map(|row| row.iter().map(ToString::to_string).collect()).collect();
            format!("weights = \"\"\"\n{}\"\"\"\n", drawn(rows))
        });
        let die = self
            .die
            .map(|[top, _, north, _, east, _]| format!("die = {{ top = {top}, north = {north}, east = {east} }}\n"));
        let cell = |(x, y): Cell| format!("cell = [{x}, {y}]\n");
        let goal_cell = self.goal.filter(|_| !self.round).map(cell).unwrap_or_default();
        let goal_top = self.goal_top.map(|top| format!("die = {{ top = {top} }}\n")).unwrap_or_default();
        let faces: Vec<String> =
            self.values.iter().enumerate().map(|(i, value)| format!("{} = {value}\n", i + 1)).collect();
        let faces = if self.objective == "rolls" { String::new() } else { format!("[faces]\n{}", faces.concat()) };
        format!(
            "puzzle = \"die-path\"\nobjective = \"{}\"\n[board]\nmap = \"\"\"\n{map}\"\"\"\n{gates}{}[start]\n{}{}[goal]\n{goal_cell}{goal_top}[path]\nround-trip = {}\ndirections = \"{}\"\n{faces}",
            self.objective,
            weights.unwrap_or_default(),
            cell(self.start),
            die.unwrap_or_default(),
            self.round,
            self.directions,
        )
    }

    fn at(&self, (x, y): Cell) -> Option<char> {
        let row = self.map.len().checked_sub(1 + usize::try_from(y).ok()?)?;
        self.map[row].get(usize::try_from(x).ok()?).copied().filter(|&symbol| symbol != '#')
    }

    fn label(&self, cell: Cell) -> Option<u8> {
        self.at(cell)?.to_digit(10).map(|label| label as u8)
    }

    fn may_stand(&self, (cell, die): State) -> bool {
        self.at(cell).is_some() && (self.gates || self.label(cell).is_none_or(|label| label == die[0]))
    }

    fn next(&self, ((x, y), die): State) -> Vec<State> {
        let ways = WAYS.iter().enumerate().filter(|(_, (letter, _))| self.directions.contains(*letter));
        let heads = ways.map(|(way, (_, (dx, dy)))| ((x + dx, y + dy), rolled(die, way)));
        let is_open = |&(cell, _): &State| !self.gates || self.label(cell).is_none_or(|label| label == die[0]);
        heads.filter(|&head| self.may_stand(head) && is_open(&head)).collect()
    }

    fn cost(&self, ((x, y), die): State) -> i64 {
        let weight = self.weights.as_ref().map_or(1, |rows| rows[rows.len() - 1 - y as usize][x as usize]);
        let face = if self.objective.ends_with("tops") { die[0] } else { die[1] };
        let sign = if self.objective.starts_with("max") { -1 } else { 1 };
        if self.objective == "rolls" { 1 } else { sign * weight * self.values[usize::from(face) - 1] }
    }

    fn is_goal(&self, (cell, die): State) -> bool {
        self.goal.is_none_or(|goal| goal == cell) && self.goal_top.is_none_or(|top| top == die[0])
    }

    /// The states after the first cell, with their costs and the number of ways to begin there so.
    fn first(&self) -> Vec<(State, i64)> {
        let dice = self.die.map_or_else(|| orientations(RIGHT_HANDED), |die| BTreeSet::from([die]));
        let starts = dice.into_iter().map(|die| (self.start, die)).filter(|&start| self.may_stand(start));
        let base = |state| if self.objective == "rolls" { 0 } else { self.cost(state) };
        if !self.round {
            return starts.map(|start| (start, base(start))).collect();
        }
        starts
            .flat_map(|start| self.next(start).into_iter().map(move |head| (head, base(start) + self.cost(head))))
            .collect()
    }

    /// The best value, and the number of paths that have it; `None`: there is none.
    /// Whether some path, best or not, leads to a goal.
    fn has_path(&self) -> bool {
        let mut reached: BTreeSet<State> = self.first().into_iter().map(|(state, _)| state).collect();
        let mut open: Vec<State> = reached.iter().copied().collect();
        while let Some(state) = open.pop() {
            open.extend(self.next(state).into_iter().filter(|&head| reached.insert(head)));
        }
        reached.iter().any(|&state| self.is_goal(state))
    }

    fn truth(&self) -> Truth {
        let mut reached: BTreeSet<State> = self.first().into_iter().map(|(state, _)| state).collect();
        let mut open: Vec<State> = reached.iter().copied().collect();
        while let Some(state) = open.pop() {
            open.extend(self.next(state).into_iter().filter(|&head| reached.insert(head)));
        }
        let mut leads_on: BTreeSet<State> = reached.iter().copied().filter(|&state| self.is_goal(state)).collect();
        while let Some(&state) = reached
            .iter()
            .find(|state| !leads_on.contains(state) && self.next(**state).iter().any(|head| leads_on.contains(head)))
        {
            leads_on.insert(state);
        }
        let mut costs: BTreeMap<State, i64> = BTreeMap::new();
        for (state, cost) in self.first().into_iter().filter(|(state, _)| leads_on.contains(state)) {
            let known = costs.entry(state).or_insert(cost);
            *known = cost.min(*known);
        }
        for round in 0..=leads_on.len() {
            let mut better = Vec::new();
            for (&state, &cost) in &costs {
                let heads = self.next(state).into_iter().filter(|head| leads_on.contains(head));
                let heads = heads.map(|head| (head, cost + self.cost(head)));
                better.extend(heads.filter(|(head, cost)| costs.get(head).is_none_or(|known| cost < known)));
            }
            if better.is_empty() {
                break;
            }
            if round == leads_on.len() {
                return None;
            }
            for (head, cost) in better {
                let known = costs.entry(head).or_insert(cost);
                *known = cost.min(*known);
            }
        }
        let best = costs.iter().filter(|(state, _)| self.is_goal(**state)).map(|(_, &cost)| cost).min()?;
        let sign = if self.objective.starts_with("max") { -1 } else { 1 };
        Some((sign * best, self.number(&costs, best)))
    }

    /// The number of best paths, where every cell costs something: then the costs grow along a path.
    fn number(&self, costs: &BTreeMap<State, i64>, best: i64) -> Option<u64> {
        if costs.keys().any(|&state| self.cost(state) <= 0) {
            return None;
        }
        let mut ways: BTreeMap<(i64, State), u64> = BTreeMap::new();
        for (state, cost) in self.first().into_iter().filter(|(state, cost)| costs.get(state) == Some(cost)) {
            *ways.entry((cost, state)).or_default() += 1;
        }
        let mut number = 0;
        while let Some(((cost, state), count)) = ways.pop_first() {
            number += if self.is_goal(state) && cost == best { count } else { 0 };
            for head in self.next(state) {
                let more = cost + self.cost(head);
                if costs.get(&head) == Some(&more) {
                    *ways.entry((more, head)).or_default() += count;
                }
            }
        }
        Some(number)
    }
}

#[test]
fn every_method_finds_the_best_value_and_search_its_number() {
    let mut rng = ChaCha8Rng::seed_from_u64(40);
    let (mut solved, mut infeasible, mut counted, mut unbounded) = (0, 0, 0, 0);
    for _ in 0..cases(80, 150) {
        let maze = Maze::random(&mut rng);
        let (text, truth) = (maze.text(), maze.truth());
        let problem = problem(&text);
        let request = Request::unlimited();
        let search = solve(&problem, Method::SEARCH, &Options::default(), &request).unwrap();
        let expected = truth.map(|(best, _)| best);
        // Of a sum without a best path, some path is shown.
        let is_unbounded = expected.is_none() && maze.has_path();
        assert_eq!(search.status == Status::Unbounded, is_unbounded, "{text}{:?}", search.reason);
        assert_eq!(search.status == Status::Infeasible, expected.is_none() && !is_unbounded, "{text}");
        assert_eq!(search.objective.filter(|_| !is_unbounded), expected, "{text}{:?}", search.reason);
        unbounded += usize::from(is_unbounded);
        let count = common::count(&problem, false, &request);
        if let Some((_, Some(number))) = truth {
            assert!(count.complete && count.solutions == number.into(), "{count:?} {number}: {text}");
            counted += 1;
            let options = Options { solutions: Some(50), ..Options::default() };
            let listed = solve(&problem, Method::SEARCH, &options, &request).unwrap();
            assert_eq!(listed.solutions.unwrap().len() as u64, number.min(50), "{text}");
        }
        for method in Method::solvers().filter(|method| method.name() != "microlp") {
            for encoding in ["state-flow", "time-expanded"] {
                if let Err(EncodeError::DoesNotFit { .. }) = problem.instance.encode(encoding, &Control::unlimited()) {
                    continue;
                }
                let options =
                    Options { encoding: Some(encoding.into()), always_model: rng.random(), ..Options::default() };
                let request = common::request(method, Control::unlimited());
                let report = solve(&problem, method, &options, &request).unwrap();
                assert_eq!(
                    (report.status, report.objective.filter(|_| !is_unbounded)),
                    (search.status, expected),
                    "{method:?} {encoding} {text}"
                );
            }
        }
        solved += usize::from(expected.is_some());
        infeasible += usize::from(expected.is_none() && !is_unbounded);
    }
    assert!(
        solved > cases(16, 30) && infeasible > cases(10, 19) && unbounded > 0 && counted > cases(8, 20),
        "{solved} {infeasible} {unbounded} {counted}"
    );
}

/// The objective and the moves of the first best path, and the number of best paths.
fn found(map: &str, more: &str) -> (Option<i64>, String, String) {
    let text =
        format!("puzzle = \"die-path\"\n{}\n[board]\nmap = \"\"\"\n{map}\n\"\"\"\n{}", more.lines().next().unwrap(), {
            more.split_once('\n').map_or("", |(_, rest)| rest)
        });
    let problem = problem(&text);
    let request = Request::unlimited();
    let report = solve(&problem, Method::SEARCH, &Options::default(), &request).unwrap();
    let moves = report.solution.map(|solution| solution["moves"].as_str().unwrap().to_owned());
    (report.objective, moves.unwrap_or_default(), common::count(&problem, false, &request).solutions.to_string())
}

#[test]
fn gates_of_the_sources() {
    let small = "* 2 4\n5 5 6\n6 * *".replace('*', ".");
    let start = "\nlabels = \"gate\"\n[start]\ncell = [1, 2]\ndie = { top = 5, north = 6, east = 3 }\n[path]\nround-trip = true\n";
    let (best, moves, _) = found(&small, start);
    assert_eq!((best, &*moves), (Some(8), "SESWWNNE"));
    let large = "4 6 2 5 1\n5 2 1 * 4\n6 2 3 1 5\n6 4 6 3 6\n5 3 4 5 1\n3 6 * 3 3".replace('*', ".");
    let ends = "[start]\ncell = [0, 5]\ndie = { top = 6, north = 3, east = 5 }\n[goal]\ncell = [4, 0]\n";
    let (best, _, ways) = found(&large, &format!("\nlabels = \"gate\"\n{ends}"));
    assert_eq!((best, &*ways), (Some(27), "1"));
    let open = large.replace(|symbol: char| symbol.is_ascii_digit(), ".");
    let (best, _, ways) = found(&open, &format!("\n{ends}"));
    assert_eq!((best, &*ways), (Some(9), "126"));
}

#[test]
fn the_largest_sums_of_tops_to_the_east_and_south() {
    for ((columns, rows), sum) in [((2, 2), 9), ((2, 1), 4), ((1, 2), 6), ((3, 3), 19)] {
        let map = vec![vec!["."; columns].join(" "); rows].join("\n");
        let more = format!(
            "objective = \"max-tops\"\n[start]\ncell = [0, {}]\ndie = {{ top = 1, south = 2, west = 3 }}\n[goal]\ncell = [{}, 0]\n[path]\ndirections = \"ES\"\n",
            rows - 1,
            columns - 1
        );
        assert_eq!(found(&map, &more).0, Some(sum), "{columns}x{rows}");
    }
}

/// Three cells in a row whose faces count nothing: the die may roll to and fro on the way.
const ENDLESS: &str = "puzzle = \"die-path\"\nobjective = \"min-tops\"\n[board]\nmap = \". . .\"\nweights = \"0 0 0\"\n\
     [start]\ncell = [0, 0]\ndie = { top = 1, north = 2, east = 3 }\n[goal]\ncell = [2, 0]\n";

#[test]
fn of_infinitely_many_best_paths_the_shortest_are_listed() {
    let problem = problem(ENDLESS);
    for (wanted, listed) in [(3, 3), (usize::MAX, 1000)] {
        let options = Options { solutions: Some(wanted), ..Options::default() };
        let report = solve(&problem, Method::SEARCH, &options, &Request::unlimited()).unwrap();
        assert_eq!((report.status, report.objective, report.complete), (Status::Optimal, Some(0), Some(false)));
        assert!(report.reason.as_ref().unwrap().starts_with("infinitely many, because") && report.stop.is_none());
        let paths: Vec<_> = report.solutions.as_ref().unwrap().iter().collect();
        let moves: BTreeSet<&str> = paths.iter().map(|path| path["moves"].as_str().unwrap()).collect();
        assert_eq!((paths.len(), moves.len()), (listed, listed), "each once");
        assert!(paths.is_sorted_by_key(|path| path["length"].as_i64()), "the shortest first");
        assert_eq!(paths[..3].iter().map(|path| path["length"].as_i64().unwrap()).collect::<Vec<_>>(), [2, 4, 4]);
    }
    let count = common::count(&problem, false, &Request::unlimited());
    assert!(count.is_endless && !count.complete && count.stop.is_none(), "{count:?}");
}

#[test]
fn all_best_paths_to_any_goal_of_a_large_board_are_counted_in_a_moment() {
    let board = "puzzle = \"die-path\"\nobjective = \"max-tops\"\nboard = { columns = 100, rows = 100 }\n\
         start = { cell = [0, 99], die = { top = 1, north = 2, east = 3 } }\ngoal = {}\npath.directions = \"ES\"\n";
    let control = Control::new(Some(std::time::Duration::from_secs(30)), Interrupt::default(), &|_| ());
    let count = common::count(&problem(board), false, &Request::new(control));
    assert_eq!((count.objective, count.complete), (Some(697), true));
    assert_eq!(count.solutions.to_string(), "5687720769855733741545488112021978203432785376212554589150");
    // In little memory it says so.
    let control = Control::unlimited().with_memory_limit(Bytes(1 << 20));
    let count = common::count(&problem(board), false, &Request::new(control));
    assert!(matches!(count.stop, Some(Stop::MemoryLimit { .. })), "{count:?}");
}
