//! Plain enumeration of what dice do on small boards with an open start: no graph, no pruning, no table of the library.

use std::collections::{BTreeMap, BTreeSet};

/// Top, bottom, north, south, east, west.
pub type Faces = [u8; 6];
pub type Cell = (i64, i64);

/// 1 on top, 3 in the north, 2 in the east: a right-handed die, as where a model says nothing.
pub const RIGHT_HANDED: Faces = [1, 6, 3, 4, 2, 5];

const PLACES: [&str; 6] = ["top", "bottom", "north", "south", "east", "west"];
const ROLLS: [(char, Cell); 4] = [('N', (0, 1)), ('E', (1, 0)), ('S', (0, -1)), ('W', (-1, 0))];

pub fn rolled([t, b, n, s, e, w]: Faces, way: usize) -> Faces {
    [[s, n, t, b, e, w], [w, e, n, s, t, b], [n, s, b, t, e, w], [e, w, n, s, b, t]][way]
}

/// All orientations that rolls make of one.
pub fn orientations(first: Faces) -> BTreeSet<Faces> {
    let mut all = BTreeSet::from([first]);
    while let Some(new) =
        all.iter().flat_map(|&die| (0..4).map(move |way| rolled(die, way))).find(|die| !all.contains(die))
    {
        all.insert(new);
    }
    assert_eq!(all.len(), 24);
    all
}

/// What a model says of a die: some faces by place, and its handedness.
#[derive(Clone, Debug, Default)]
pub struct Partial {
    pub faces: Vec<(usize, u8)>,
    pub left: bool,
}

impl Partial {
    /// All orientations that agree.
    fn dice(&self) -> Vec<Faces> {
        let first = if self.left { [1, 6, 2, 5, 3, 4] } else { RIGHT_HANDED };
        orientations(first)
            .into_iter()
            .filter(|die| self.faces.iter().all(|&(place, face)| die[place] == face))
            .collect()
    }

    /// The keys of a model file, `handedness` where it is needed.
    fn text(&self, is_start: bool) -> String {
        let faces: Vec<String> =
            self.faces.iter().map(|&(place, face)| format!("{} = {face}", PLACES[place])).collect();
        let hand = if is_start && self.faces.len() < 3 {
            format!(", handedness = \"{}\"", if self.left { "left" } else { "right" })
        } else {
            String::new()
        };
        if faces.is_empty() { hand } else { format!(", die = {{ {} }}{hand}", faces.join(", ")) }
    }
}

/// A board with blocked cells.
#[derive(Clone, Debug)]
pub struct Board {
    pub columns: i64,
    pub rows: i64,
    pub blocked: Vec<Cell>,
}

impl Board {
    fn is_free(&self, cell: Cell) -> bool {
        (0..self.columns).contains(&cell.0) && (0..self.rows).contains(&cell.1) && !self.blocked.contains(&cell)
    }

    pub fn free(&self) -> Vec<Cell> {
        let cells = (0..self.rows).flat_map(|y| (0..self.columns).map(move |x| (x, y)));
        cells.filter(|&cell| self.is_free(cell)).collect()
    }

    fn text(&self) -> String {
        let blocked: Vec<String> = self.blocked.iter().map(|(x, y)| format!("[{x}, {y}]")).collect();
        format!("[board]\ncolumns = {}\nrows = {}\nblocked = [{}]\n", self.columns, self.rows, blocked.join(", "))
    }
}

/// `0,0 123 2,1 314 NNE`: the start of each die, as cell and faces on top, north and east, and the moves.
fn key(starts: &[(Cell, Faces)], moves: &str) -> String {
    let starts = starts.iter().map(|((x, y), [top, _, north, _, east, _])| format!("{x},{y} {top}{north}{east} "));
    starts.collect::<String>() + moves
}

/// The same of a solution in JSON, whose starts are given where the model leaves them open.
pub fn key_of(solution: &serde_json::Value, fixed: &[(Cell, Faces)]) -> String {
    let start = |start: &serde_json::Value| {
        let at = |i: usize| start["cell"][i].as_i64().unwrap();
        let face = |place: &str| start["die"][place].as_u64().unwrap() as u8;
        ((at(0), at(1)), [face("top"), 0, face("north"), 0, face("east"), 0])
    };
    let starts = match (solution.get("start"), solution.get("starts")) {
        (Some(one), None) => vec![start(one)],
        (None, Some(both)) => both.as_array().unwrap().iter().map(start).collect(),
        _ => fixed.to_vec(),
    };
    key(&starts, solution["moves"].as_str().unwrap())
}

/// A die of a path: its start and its goal.
#[derive(Clone, Debug)]
pub struct Runner {
    pub start: (Cell, Partial),
    pub goal: (Cell, Partial),
}

/// The model file of a die path.
pub fn path_text(board: &Board, runners: &[Runner]) -> String {
    let end = |(cell, die): &(Cell, Partial), is_start| {
        format!("{{ cell = [{}, {}]{} }}", cell.0, cell.1, die.text(is_start))
    };
    let tables = runners.iter().map(|runner| {
        let head = if runners.len() > 1 { "[[dice]]\n" } else { "" };
        format!("{head}start = {}\ngoal = {}\n", end(&runner.start, true), end(&runner.goal, false))
    });
    let tables: String = tables.collect();
    match runners {
        [_] => format!("puzzle = \"die-path\"\n{tables}{}", board.text()),
        _ => format!("puzzle = \"die-path\"\n{}{tables}", board.text()),
    }
}

/// The start of each die, where the model fixes them all.
pub fn fixed_starts(runners: &[Runner]) -> Vec<(Cell, Faces)> {
    runners.iter().map(|runner| (runner.start.0, runner.start.1.dice()[0])).collect()
}

/// Walks of dice: their starts, their states now, and the moves.
type Walks = Vec<(Vec<(Cell, Faces)>, Vec<(Cell, Faces)>, String)>;

/// The shortest paths, as keys; `None` if they are longer than `longest`, or there are none.
pub fn paths(board: &Board, runners: &[Runner], longest: usize) -> Option<BTreeSet<String>> {
    let starts = runners.iter().fold(vec![Vec::new()], |all: Vec<Vec<(Cell, Faces)>>, runner| {
        let dice = runner.start.1.dice();
        all.iter().flat_map(|rest| dice.iter().map(|&die| [&rest[..], &[(runner.start.0, die)]].concat())).collect()
    });
    let goals: Vec<(Cell, Vec<Faces>)> = runners.iter().map(|runner| (runner.goal.0, runner.goal.1.dice())).collect();
    let is_done = |now: &[(Cell, Faces)]| {
        now.iter().zip(&goals).all(|((cell, die), (goal, dice))| cell == goal && dice.contains(die))
    };
    let mut walks: Walks = starts.into_iter().map(|starts| (starts.clone(), starts, String::new())).collect();
    for _ in 0..=longest {
        let done = walks.iter().filter(|(_, now, _)| is_done(now));
        let keys: BTreeSet<String> = done.map(|(starts, _, moves)| key(starts, moves.trim_end())).collect();
        if !keys.is_empty() {
            return Some(keys);
        }
        let mut longer = Walks::new();
        for (starts, now, moves) in &walks {
            for (die, way) in (0..now.len()).flat_map(|die| (0..4).map(move |way| (die, way))) {
                let ((x, y), faces) = now[die];
                let (letter, (dx, dy)) = ROLLS[way];
                let cell = (x + dx, y + dy);
                if board.is_free(cell) && now.iter().all(|other| other.0 != cell) {
                    let mut next = now.clone();
                    next[die] = (cell, rolled(faces, way));
                    let roll = if now.len() > 1 { format!("{}{letter} ", die + 1) } else { letter.to_string() };
                    longer.push((starts.clone(), next, moves.clone() + &roll));
                }
            }
        }
        walks = longer;
    }
    None
}

/// A die tour: where it may start, and what it has to be.
#[derive(Clone, Debug)]
pub struct Tour {
    pub board: Board,
    pub cell: Option<Cell>,
    pub die: Partial,
    pub objective: &'static str,
    pub closed: bool,
    pub restore: bool,
}

impl Tour {
    pub fn text(&self) -> String {
        let cell = self.cell.map(|(x, y)| format!("cell = [{x}, {y}]\n")).unwrap_or_default();
        let die = self.die.text(true).replacen(", ", "", 1).replace(", handedness", "\nhandedness");
        let restore = if self.restore { "restore-orientation = true\n" } else { "" };
        format!(
            "puzzle = \"die-tour\"\nobjective = \"{}\"\n{}[start]\n{cell}{die}\n[tour]\nclosed = {}\n{restore}",
            self.objective,
            self.board.text(),
            self.closed
        )
    }

    /// The best tours, as keys.
    pub fn best(&self) -> BTreeSet<String> {
        let mut by_sum: BTreeMap<i64, BTreeSet<String>> = BTreeMap::new();
        for cell in self.board.free().into_iter().filter(|&cell| self.cell.is_none_or(|start| start == cell)) {
            for die in self.die.dice() {
                self.extend(&mut vec![(cell, die)], &mut String::new(), &mut by_sum);
            }
        }
        match self.objective {
            "max" => by_sum.into_values().next_back().unwrap_or_default(),
            "min" => by_sum.into_values().next().unwrap_or_default(),
            _ => by_sum.into_values().flatten().collect(),
        }
    }

    fn extend(&self, path: &mut Vec<(Cell, Faces)>, moves: &mut String, by_sum: &mut BTreeMap<i64, BTreeSet<String>>) {
        let ((x, y), die) = path[path.len() - 1];
        let is_full = path.len() == self.board.free().len();
        if is_full && !self.closed {
            let sum = path.iter().map(|(_, faces)| i64::from(faces[0])).sum();
            by_sum.entry(sum).or_default().insert(key(&path[..1], moves));
            return;
        }
        for (way, (letter, (dx, dy))) in ROLLS.into_iter().enumerate() {
            let next = ((x + dx, y + dy), rolled(die, way));
            moves.push(letter);
            if is_full && next.0 == path[0].0 && (!self.restore || next.1 == path[0].1) {
                let sum = path.iter().map(|(_, faces)| i64::from(faces[0])).sum();
                by_sum.entry(sum).or_default().insert(key(&path[..1], moves));
            } else if !is_full && self.board.is_free(next.0) && path.iter().all(|(cell, _)| *cell != next.0) {
                path.push(next);
                self.extend(path, moves, by_sum);
                path.pop();
            }
            moves.pop();
        }
    }
}
