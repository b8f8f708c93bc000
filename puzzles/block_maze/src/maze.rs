//! The states of a block maze and the moves between them: where the box or its two cubes are, and which bridges are open.
//!
//! The search, the encodings and the pictures use it; the rules share nothing with it.

use std::collections::BTreeSet;
use std::fmt;

use super::floor::{Press, Tile};
use super::placements::Placements;
use super::{BlockMaze, Placement};
use tumble_model::model::Model;
use tumble_puzzles::geometry::{Cell, Direction};
use tumble_rolling::{RollArc, Rolls, State};

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
        MazeState { pieces: Pieces::Whole(self.placements.start), open: self.puzzle.floor.open_at_start() }
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
                let cube = |cell| State::new(cells.number(cell).expect("a splitter leads to free cells"), 0);
                self.apart(to.map(cube), open)
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
