//! The states of a block maze and the moves between them: where the box or its two cubes are, and which bridges are open.
//!
//! The search, the encodings and the pictures use it; the rules share nothing with it.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::fmt;
use std::ops::RangeInclusive;

use itertools::Itertools as _;

use super::floor::{Press, Tile};
use super::{BlockMaze, Placement, Size};
use tumble_model::control::{Stop, look, look_with};
use tumble_model::model::{MAX_VARIABLES, Model};
use tumble_puzzles::geometry::{Board, Cell, Direction};
use tumble_rolling::{CellGraph, RollArc, RollGraph, Rolls, State};

/// Where the box is, or its cubes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Pieces {
    /// The box.
    Whole(State),
    /// The cells of the first and the second cube. They are no neighbours: such cubes are the box again.
    Cubes([State; 2]),
}

/// A state. It is written `c3_o1_b5` or `c3_c9_b5`, as in the names of variables and rows; without the last word if no bridge is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct MazeState {
    pub(super) pieces: Pieces,
    /// The open bridges, a bit for each.
    pub(super) open: u32,
}

impl fmt::Display for MazeState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.pieces {
            Pieces::Whole(state) => write!(f, "{state}")?,
            Pieces::Cubes([first, second]) => write!(f, "c{}_c{}", first.cell(), second.cell())?,
        }
        if self.open == 0 { Ok(()) } else { write!(f, "_b{}", self.open) }
    }
}

/// A block maze as a graph of states. An arc has the letter of its move.
pub(super) struct Maze {
    puzzle: BlockMaze,
    pub(super) placements: Placements,
    /// What each numbered cell does.
    tiles: Vec<Tile>,
}

impl Maze {
    pub(super) fn new(puzzle: &BlockMaze) -> Self {
        let placements = Placements::new(puzzle);
        let tiles = placements.graph.cells().cells().iter().map(|&cell| puzzle.floor.tile(&puzzle.board, cell));
        Self { tiles: tiles.collect(), puzzle: puzzle.clone(), placements }
    }

    pub(super) fn start(&self) -> MazeState {
        let whole = || Pieces::Whole(self.placements.start);
        let pieces = self.puzzle.split.map_or_else(whole, |cells| Pieces::Cubes(cells.map(|cell| self.cube(cell))));
        MazeState { pieces, open: self.puzzle.floor.open_at_start() }
    }

    /// Whether the box is at the goal, however the bridges are.
    pub(super) fn is_goal(&self, state: MazeState) -> bool {
        state.pieces == Pieces::Whole(self.placements.goal)
    }

    /// The placement of the box, or of each cube.
    pub(super) fn placed(&self, pieces: Pieces) -> Vec<Placement> {
        match pieces {
            Pieces::Whole(state) => vec![self.placements.placement(state)],
            Pieces::Cubes(cubes) => cubes.map(|cube| Placement { cell: self.cell(cube), size: [1; 3] }).to_vec(),
        }
    }

    /// The moves of these letters, each with the state after it, up to the first that is impossible.
    pub(super) fn walk(&self, moves: &str) -> Vec<RollArc<MazeState, char>> {
        let mut here = self.start();
        let step = |letter| {
            let arc = self.rolls_from(here).find(|arc| arc.direction == letter)?;
            here = arc.head;
            Some(arc)
        };
        moves.chars().map_while(step).collect()
    }

    /// Explains the words for open bridges in the names of a model whose states have these.
    pub(super) fn explain_open(&self, model: &mut Model, open: impl Iterator<Item = u32>) {
        let sets: BTreeSet<u32> = open.collect();
        let words = sets.into_iter().map(|open| (format!("b{open}"), self.puzzle.floor.open_letters(open)));
        model.explain_words("open bridges", words);
    }

    fn cube(&self, cell: Cell) -> State {
        State::new(self.placements.graph.cells().number(cell).expect("cubes are on free cells"), 0)
    }

    fn cell(&self, cube: State) -> Cell {
        self.placements.graph.cells().cells()[cube.cell()]
    }

    /// Whether a cell is there while these bridges are open.
    fn holds(&self, number: usize, open: u32) -> bool {
        match self.tiles[number] {
            Tile::Bridge(bridge) => open >> bridge & 1 == 1,
            _ => true,
        }
    }

    /// The open bridges after a piece has come to a cell, where it presses the switch.
    fn pressed(&self, number: usize, stands: bool, open: u32) -> u32 {
        let Tile::Switch(i) = self.tiles[number] else { return open };
        let switch = &self.puzzle.floor.switches[i];
        let is_pressed = stands || switch.press == Press::Soft;
        if is_pressed { (open | switch.opens) & !switch.closes ^ switch.flips } else { open }
    }

    /// The state after a tip of the box.
    fn tipped(&self, state: State, direction: Direction, mut open: u32) -> Option<MazeState> {
        let head = self.placements.graph.roll(state, direction)?;
        if self.puzzle.floor.is_plain() {
            return Some(MazeState { pieces: Pieces::Whole(head), open });
        }
        let placement = self.placements.placement(head);
        let cells = self.placements.graph.cells();
        let covered: Vec<usize> = placement.covered().filter_map(|cell| cells.number(cell)).collect();
        let stands = placement.stands();
        if !covered.iter().all(|&cell| self.holds(cell, open)) || stands && self.tiles[head.cell()] == Tile::Fragile {
            return None;
        }
        open = covered.iter().fold(open, |open, &cell| self.pressed(cell, stands, open));
        if !covered.iter().all(|&cell| self.holds(cell, open)) {
            return None;
        }
        match self.tiles[head.cell()] {
            Tile::Splitter(i) if stands => {
                let to = self.puzzle.floor.splitters[i].to;
                self.apart(to.map(|cell| self.cube(cell)), open)
            }
            _ => Some(MazeState { pieces: Pieces::Whole(head), open }),
        }
    }

    /// The state with cubes on two cells, if both are there: neighbours are the box, which lies then.
    fn apart(&self, cubes: [State; 2], open: u32) -> Option<MazeState> {
        if !cubes.iter().all(|&cube| self.holds(cube.cell(), open)) {
            return None;
        }
        let [first, second] = cubes.map(|cube| self.cell(cube));
        let size = match ((first.x - second.x).abs(), (first.y - second.y).abs()) {
            (1, 0) => [2, 1, 1],
            (0, 1) => [1, 2, 1],
            _ => return Some(MazeState { pieces: Pieces::Cubes(cubes), open }),
        };
        let cell = Cell::new(first.x.min(second.x), first.y.min(second.y));
        let state = self.placements.state(Placement { cell, size }).expect("both cells are free");
        Some(MazeState { pieces: Pieces::Whole(state), open })
    }

    /// The state after a step of one of two cubes. It never leads onto the other one: neighbours are the box.
    fn stepped(&self, mut cubes: [State; 2], cube: usize, direction: Direction, open: u32) -> Option<MazeState> {
        let to = self.placements.graph.cells().next(cubes[cube].cell(), direction)?;
        if !self.holds(to, open) {
            return None;
        }
        cubes[cube] = State::new(to, 0);
        self.apart(cubes, self.pressed(to, false, open))
    }
}

impl Rolls<MazeState, char> for Maze {
    fn rolls_from(&self, tail: MazeState) -> impl Iterator<Item = RollArc<MazeState, char>> {
        let after = move |cube: usize, direction: Direction| {
            let letter = direction.letter();
            let (head, letter) = match tail.pieces {
                Pieces::Whole(state) => (self.tipped(state, direction, tail.open)?, letter),
                Pieces::Cubes(cubes) => {
                    let head = self.stepped(cubes, cube, direction, tail.open)?;
                    (head, if cube == 0 { letter } else { letter.to_ascii_lowercase() })
                }
            };
            Some(RollArc { tail, direction: letter, head })
        };
        let movable = if matches!(tail.pieces, Pieces::Whole(_)) { 1 } else { 2 };
        (0..movable).flat_map(move |cube| Direction::ALL.into_iter().filter_map(move |to| after(cube, to)))
    }

    fn explain(&self, model: &mut Model) {
        self.placements.graph.explain(model);
    }
}

// The states that moves reach from the start of a block maze whose floor does something, found by breadth-first search.
//
// A move may be impossible to undo there, so that what leads to a state is known only once the states are.

/// States are explored in pieces of so many, between which limits are heard.
const PIECE: usize = 1 << 12;
/// The most states that have numbers: from the last of them a piece is explored, and at most eight moves lead from a state.
const MAX_STATES: usize = u32::MAX as usize - 8 * PIECE;
/// The memory that is taken for each state by what is computed of all of them, in bytes.
const LATER: usize = 64;

/// The states, in the order of their distance from the start, and the moves between them.
pub(super) struct Reached {
    pub(super) states: Vec<MazeState>,
    pub(super) numbers: HashMap<MazeState, u32>,
    /// By state that was explored: where its moves begin in `moves`; and where the last ones end.
    first: Vec<usize>,
    /// The letter and the state that it leads to.
    pub(super) moves: Vec<(char, u32)>,
    /// No goal is nearer than so many moves.
    pub(super) distance: u64,
}

/// Where an exploration ends. It always goes on to the end of a distance from the start, so that none is known in part.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Until {
    /// At the states that are as near as the nearest goal.
    Goal,
    /// At the states that are so many moves away.
    Moves(u64),
    /// When at least so many states are known.
    States(usize),
    /// When all states are known.
    All,
}

/// An exploration that a limit ended.
pub(super) struct Stopped {
    pub(super) stop: Stop,
    /// The number of states that were found.
    pub(super) states: u64,
    /// The goal is at least so many moves away.
    pub(super) at_least: u64,
}

impl Reached {
    /// Explores the states. `may_go_on` hears how many bytes are held and how many moves are known.
    pub(super) fn explore(
        maze: &Maze,
        until: Until,
        may_go_on: &dyn Fn(u64, usize) -> Result<(), Stop>,
    ) -> Result<Self, Stopped> {
        let start = maze.start();
        let mut reached = Self {
            states: vec![start],
            numbers: HashMap::from([(start, 0)]),
            first: vec![0],
            moves: Vec::new(),
            distance: 0,
        };
        let mut has_goal = maze.is_goal(start);
        // Where the states at this distance end.
        let mut end = 1;
        let mut next = 0;
        let is_enough = |has_goal, distance, states| match until {
            Until::Goal => has_goal,
            Until::Moves(most) => distance >= most,
            Until::States(most) => states >= most,
            Until::All => false,
        };
        while next < end && !is_enough(has_goal, reached.distance, end) {
            while next < end {
                if next % PIECE == 0 {
                    let all_numbered = reached.states.len() > MAX_STATES;
                    let number = if all_numbered { Err(Stop::MemoryLimit { needed: None }) } else { Ok(()) };
                    let stopped = |stop| Stopped { at_least: reached.distance + 1, ..reached.stopped(stop) };
                    number.and(may_go_on(reached.bytes(), reached.moves.len())).map_err(stopped)?;
                }
                has_goal |= reached.expand(maze, next);
                next += 1;
            }
            (reached.distance, end) = (reached.distance + 1, reached.states.len());
        }
        Ok(reached)
    }

    /// What is known if work on the states is left at a limit.
    pub(super) fn stopped(&self, stop: Stop) -> Stopped {
        Stopped { stop, states: self.states.len() as u64, at_least: self.distance }
    }

    /// Adds what the moves from a state lead to. Returns whether the goal was found.
    fn expand(&mut self, maze: &Maze, i: usize) -> bool {
        let mut has_goal = false;
        for arc in maze.rolls_from(self.states[i]) {
            let number = *self.numbers.entry(arc.head).or_insert_with(|| {
                has_goal |= maze.is_goal(arc.head);
                let number = u32::try_from(self.states.len()).expect("there are fewer states than numbers");
                self.states.push(arc.head);
                number
            });
            self.moves.push((arc.direction, number));
        }
        self.first.push(self.moves.len());
        has_goal
    }

    /// States for an encoding: the work is left where a limit of its run is reached.
    pub(super) fn of(maze: &Maze, until: Until) -> Self {
        let look = |bytes, _| {
            look_with(bytes);
            Ok(())
        };
        Self::explore(maze, until, &look).unwrap_or_else(|_| unreachable!("looks stop no exploration"))
    }

    /// The number of moves between the states; at least more than a model may have variables if it is that many.
    pub(super) fn number_of_moves(maze: &Maze) -> u128 {
        let look = |bytes, moves| {
            look_with(bytes);
            if moves as u128 > MAX_VARIABLES { Err(Stop::Interrupted) } else { Ok(()) }
        };
        Self::explore(maze, Until::All, &look).map_or(MAX_VARIABLES + 1, |reached| reached.moves.len() as u128)
    }

    /// The memory that it takes, in bytes.
    fn bytes(&self) -> u64 {
        let numbers = self.numbers.capacity() * size_of::<(MazeState, u32, u8)>();
        let later = LATER * self.states.len();
        (numbers + size_of_val(&*self.states) + size_of_val(&*self.first) + size_of_val(&*self.moves) + later) as u64
    }

    /// The moves from a state: the letter and the state that it leads to. Of several to the same state each is there.
    pub(super) fn moves_from(&self, state: u32) -> &[(char, u32)] {
        let ends = self.first.get(state as usize).zip(self.first.get(state as usize + 1));
        ends.map_or(&[], |(&from, &to)| &self.moves[from..to])
    }

    /// The states by their numbers. Whoever goes through them hears the limits of the run.
    fn numbered(&self) -> impl Iterator<Item = (u32, MazeState)> {
        let look_at = |(number, state): (u32, &MazeState)| {
            if (number as usize).is_multiple_of(PIECE) {
                look();
            }
            (number, *state)
        };
        (0..).zip(&self.states).map(look_at)
    }

    /// The goals among the states.
    pub(super) fn goals(&self, maze: &Maze) -> Vec<u32> {
        self.numbered().filter(|&(_, state)| maze.is_goal(state)).map(|(number, _)| number).collect()
    }

    /// By state, the states from which a move leads to it; several moves from the same state count as often.
    pub(super) fn backward(&self) -> Vec<Vec<u32>> {
        let mut backward = vec![Vec::new(); self.states.len()];
        for (tail, _) in self.numbered() {
            for &(_, head) in self.moves_from(tail) {
                backward[head as usize].push(tail);
            }
        }
        backward
    }

    /// By state, the fewest moves from the start.
    pub(super) fn moves_before(&self) -> Vec<u64> {
        let mut before = vec![u64::MAX; self.states.len()];
        before[0] = 0;
        for (tail, _) in self.numbered() {
            for &(_, head) in self.moves_from(tail) {
                before[head as usize] = before[head as usize].min(before[tail as usize] + 1);
            }
        }
        before
    }

    /// By state, the fewest moves to a goal; `None` where no moves lead to one.
    pub(super) fn moves_left(&self, maze: &Maze) -> Vec<Option<u64>> {
        let backward = self.backward();
        let mut left = vec![None; self.states.len()];
        let mut open: VecDeque<(u32, u64)> = self.goals(maze).into_iter().map(|goal| (goal, 0)).collect();
        let mut looked = 0_usize;
        while let Some((state, moves)) = open.pop_front() {
            looked += 1;
            if looked.is_multiple_of(PIECE) {
                look();
            }
            let known = &mut left[state as usize];
            if known.is_none() {
                *known = Some(moves);
                open.extend(backward[state as usize].iter().map(|&tail| (tail, moves + 1)));
            }
        }
        left
    }

    /// The moves between states that are not left out, which have an entry in `kept`.
    pub(super) fn arcs<'a, T>(&'a self, kept: &'a [Option<T>]) -> impl Iterator<Item = RollArc<MazeState, char>> + 'a {
        let tails = self.numbered().filter(|&(number, _)| kept[number as usize].is_some());
        let arc = |tail: MazeState, &(direction, head): &(char, u32)| {
            kept[head as usize].is_some().then(|| RollArc { tail, direction, head: self.states[head as usize] })
        };
        tails.flat_map(move |(number, tail)| self.moves_from(number).iter().filter_map(move |step| arc(tail, step)))
    }
}

// Bounds for the layers of `time-expanded`: how many moves it takes at least from the start to a state and from the state to the goal.
//
// Where the floor does something, both are exact for the states of shortest ways, because bounds that leave bridges out are too weak once
// a box is split: layers for a maze of 93 moves had three million moves in place of three thousand. What no layer leaves to prove,
// `state-flow` proves.

/// What is known of the states of a maze before a model is built.
pub(super) struct Bounds {
    pub(super) maze: Maze,
    /// The fewest moves from a state to the goal, or less; `None` where no moves lead to it.
    pub(super) left: Box<dyn Fn(MazeState) -> Option<u64> + Send + Sync>,
    /// From a horizon to an upper bound on the moves in its layers and on the ends of paths in one of them.
    pub(super) size: Box<dyn Fn(u64) -> u128 + Send + Sync>,
    /// The lengths that a shortest path may have; `None` if no moves lead to the goal.
    pub(super) lengths: Option<RangeInclusive<u64>>,
}

impl Bounds {
    /// Where the floor does something, the states are explored until then. They are all that is passed by ways that are no longer.
    pub(super) fn new(puzzle: &BlockMaze, until: Until) -> Self {
        let maze = Maze::new(puzzle);
        if puzzle.floor.is_plain() {
            return Self::of_cells(puzzle, maze);
        }
        let reached = Reached::of(&maze, until);
        let left = reached.moves_left(&maze);
        let lengths = left[0].map(|length| length..=length);
        let size = most_in_layers(&reached, &left);
        let numbers = reached.numbers;
        let left = move |state| left[*numbers.get(&state)? as usize];
        Self { maze, left: Box::new(left), size: Box::new(size), lengths }
    }

    /// Those of a floor that does nothing: the steps of the cells, by as many as one tip goes.
    fn of_cells(puzzle: &BlockMaze, maze: Maze) -> Self {
        let Placements { graph, start, goal, .. } = &maze.placements;
        let (size, cells) = (puzzle.start.size, graph.cells());
        let reached = graph.reached([*start], |_| true);
        let (steps, most_tips) = (cells.steps_to(puzzle.goal.cell), 12 * cells.len() as u128);
        let at_least = steps[start.cell()].map(|steps| tips_for(size, steps)).filter(|_| reached.contains(*goal));
        let lengths = at_least.map(|at_least| at_least..=reached.iter().count() as u64 - 1);
        let left = move |state: MazeState| match state.pieces {
            Pieces::Whole(at) => steps[at.cell()].map(|steps| tips_for(size, steps)),
            Pieces::Cubes(_) => None,
        };
        let moves = move |horizon| (most_tips + 1) * u128::from(horizon) + 1;
        Self { maze, left: Box::new(left), size: Box::new(moves), lengths }
    }
}

/// The fewest tips in which the south-west cell can get so many steps.
pub(super) fn tips_for([a, b, c]: Size, steps: u64) -> u64 {
    steps.div_ceil(u64::from(a.max(b).max(c)))
}

/// From a horizon to the most moves and ends that its layers have.
fn most_in_layers(reached: &Reached, left: &[Option<u64>]) -> impl Fn(u64) -> u128 + Send + Sync + use<> {
    let mut layers: BTreeMap<u64, u128> = BTreeMap::new();
    for (state, before) in (0..).zip(reached.moves_before()) {
        if let Some(left) = left[state as usize] {
            *layers.entry(before + left).or_default() += reached.moves_from(state).len() as u128 + 1;
        }
    }
    // A state whose bounds add up to k is in at most T + 1 − k layers of the horizon T.
    move |horizon| {
        let moves = layers.range(..=horizon).map(|(&k, moves)| moves.saturating_mul(u128::from(horizon - k) + 1));
        moves.fold(0, u128::saturating_add)
    }
}

// The placements of the box as states of a graph: the south-west cell that it covers, and which of its sizes is along x, y and z.

/// The graph of the tips of a box, with the placements of the start and the goal.
pub(super) struct Placements {
    pub(super) graph: RollGraph,
    shapes: Vec<Size>,
    pub(super) start: State,
    pub(super) goal: State,
}

/// What tipping makes of a box, each size once.
pub(super) fn shapes(size: Size) -> Vec<Size> {
    let orders = size.into_iter().permutations(3).map(|order| [order[0], order[1], order[2]]);
    orders.sorted_unstable().dedup().collect()
}

impl Placements {
    pub(super) fn new(puzzle: &BlockMaze) -> Self {
        let (shapes, blocked) = (shapes(puzzle.start.size), BlockedCells::new(&puzzle.board));
        let fits = |cell, shape: usize| blocked.are_free(cell, shapes[shape]);
        let graph = RollGraph::of_box(CellGraph::of_free_cells(&puzzle.board), &shapes, fits);
        let mut placements = Self { graph, shapes, start: State::new(0, 0), goal: State::new(0, 0) };
        let ends = placements.state(puzzle.start).zip(placements.state(puzzle.goal));
        (placements.start, placements.goal) =
            ends.expect("the box is on free cells at the start and at the goal, with the same sizes");
        placements
    }

    /// The state of a placement on free cells, in one of the shapes of the box.
    pub(super) fn state(&self, at: Placement) -> Option<State> {
        let shape = self.shapes.iter().position(|&size| size == at.size)?;
        Some(State::new(self.graph.cells().number(at.cell)?, shape))
    }

    /// The placement of a state.
    pub(super) fn placement(&self, state: State) -> Placement {
        Placement { cell: self.graph.cells().cells()[state.cell()], size: self.shapes[state.orientation()] }
    }
}

/// The number of blocked cells to the south-west of every corner of a board, so that a box of any size is looked up at once.
struct BlockedCells {
    columns: usize,
    rows: usize,
    /// Of the corner (x, y): at y · (columns + 1) + x.
    before: Vec<u32>,
}

impl BlockedCells {
    fn new(board: &Board) -> Self {
        let (columns, rows) = (board.columns(), board.rows());
        let mut blocked = Self { columns, rows, before: vec![0; (columns + 1) * (rows + 1)] };
        for y in 0..rows {
            let mut row = 0;
            for x in 0..columns {
                row += u32::from(!board.is_free(Cell::new(x as i64, y as i64)));
                blocked.before[(y + 1) * (columns + 1) + x + 1] = row + blocked.at(x + 1, y);
            }
        }
        blocked
    }

    fn at(&self, x: usize, y: usize) -> u32 {
        self.before[y * (self.columns + 1) + x]
    }

    /// Whether all cells are free and on the board that a box covers from a cell of it.
    fn are_free(&self, south_west: Cell, [columns, rows, _]: Size) -> bool {
        let [Ok(west), Ok(south)] = [south_west.x, south_west.y].map(usize::try_from) else { return false };
        let (east, north) = (west + usize::from(columns), south + usize::from(rows));
        let is_inside = east <= self.columns && north <= self.rows;
        is_inside && self.at(east, north) + self.at(west, south) == self.at(west, north) + self.at(east, south)
    }
}
