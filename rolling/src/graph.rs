//! The graph of (cell, orientation): its arcs are the rolls.

use std::fmt;

use super::CellGraph;
use super::state::{ORIENTATIONS, State, StateSet};
use tumble_model::model::Model;
use tumble_puzzles::geometry::{Cell, Die, Direction, Handedness};

/// Every orientation.
const ALL: u32 = (1 << ORIENTATIONS) - 1;

/// A die of one handedness on numbered cells: the states are u = (c, o), c ∈ 0..C over the cells, o ∈ 0..24 over the orientations
/// in the order of [`Die::all`]; an arc (u, d) is a roll from u in direction d. Rolls can be undone, where one leads from u to v the
/// opposite one leads from v to u, unless rolls are [shut](Self::without_rolls).
///
/// A box has shapes in place of orientations: which of its sizes is along x, y and z. It is on the south-west cell that it covers.
#[derive(Clone, Debug)]
pub struct RollGraph {
    cells: CellGraph,
    dice: &'static [Die; ORIENTATIONS],
    /// What each orientation is called.
    names: Vec<String>,
    /// The orientation after a roll, by orientation and direction.
    turned: [[u8; 4]; ORIENTATIONS],
    /// How many cells a roll goes on, by orientation and direction.
    lengths: [[u8; 4]; ORIENTATIONS],
    /// By cell, the orientations that the die may have on it, one bit each.
    allowed: Vec<u32>,
    /// By state, the directions in which the die may not roll from it, one bit each; empty if there are none.
    shut: Vec<u8>,
}

/// A roll from one state to another. It is written `c3_o17_N`, as in the names of variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RollArc<S = State, D = Direction> {
    /// Before the roll.
    pub tail: S,
    /// Where the die rolls; in a graph whose states have several pieces, the letter that also tells which one.
    pub direction: D,
    /// After it.
    pub head: S,
}

/// A graph of states whose arcs are rolls.
pub trait Rolls<S, D = Direction> {
    /// The rolls from a state.
    fn rolls_from(&self, tail: S) -> impl Iterator<Item = RollArc<S, D>>;

    /// Explains the words in the names of its states.
    fn explain(&self, model: &mut Model);
}

impl<S: fmt::Display, D: Copy + Into<char>> fmt::Display for RollArc<S, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}_{}", self.tail, self.direction.into())
    }
}

/// An orientation in the byte that tables of them have.
fn orientation(index: usize) -> u8 {
    index.try_into().expect("there are 24 orientations")
}

impl RollGraph {
    /// The largest size of a box: a roll over the board goes on by so many cells.
    pub const MAX_SIZE: u8 = 100;

    /// The graph of a die that may be on every free cell in every orientation.
    pub fn new(cells: CellGraph, handedness: Handedness) -> Self {
        let dice = Die::all(handedness);
        let turned = dice.map(|die| Direction::ALL.map(|direction| orientation(die.roll(direction).index())));
        let names = dice.iter().map(Die::to_string).collect();
        let (allowed, lengths) = (vec![ALL; cells.len()], [[1; 4]; ORIENTATIONS]);
        Self { allowed, cells, dice, names, turned, lengths, shut: Vec::new() }
    }

    /// The graph of a piece that slides instead of rolling: it has one orientation, and keeps it.
    pub fn sliding(cells: CellGraph) -> Self {
        let turned = std::array::from_fn(|o| [orientation(o); 4]);
        Self { allowed: vec![1; cells.len()], turned, ..Self::new(cells, Handedness::Left) }
    }

    /// The graph of a box that tips over its lower edges. `shapes` has all that tipping makes of one of them, each once: the sizes
    /// along x, y and z. `fits` tells whether all cells are free that the box covers on a cell, in the shape of an index.
    ///
    /// # Panics
    /// When tipping makes a shape that is not among them.
    pub fn of_box(cells: CellGraph, shapes: &[[u8; 3]], fits: impl Fn(Cell, usize) -> bool) -> Self {
        let mut graph = Self::sliding(cells);
        graph.names = shapes.iter().map(|[x, y, z]| format!("{x} × {y} × {z}")).collect();
        for (o, &[x, y, z]) in shapes.iter().enumerate() {
            let after = [[x, z, y], [z, y, x]].map(|shape| shapes.iter().position(|other| *other == shape));
            let [along_y, along_x] = after.map(|shape| orientation(shape.expect("tipping makes one of the shapes")));
            graph.turned[o] = [along_y, along_x, along_y, along_x];
            // To the north and the east it goes on by what it covers, to the south and the west by what it will cover.
            graph.lengths[o] = [y, x, z, z];
        }
        let shapes_on = |&cell: &Cell| (0..shapes.len()).filter(|&o| fits(cell, o)).fold(0, |set, o| set | 1 << o);
        graph.allowed = graph.cells.cells().iter().map(shapes_on).collect();
        graph
    }

    /// The graph restricted to the states for which `allows` holds.
    #[must_use]
    pub fn restricted(mut self, allows: impl Fn(Cell, Die) -> bool) -> Self {
        for (allowed, &cell) in self.allowed.iter_mut().zip(self.cells.cells()) {
            let kept = (0..ORIENTATIONS).filter(|&o| allows(cell, self.dice[o]));
            *allowed &= kept.fold(0, |set, o| set | 1 << o);
        }
        self
    }

    /// The graph without the rolls for which `is_shut` holds.
    #[must_use]
    pub fn without_rolls(mut self, is_shut: impl Fn(&Self, RollArc) -> bool) -> Self {
        let mut shut = vec![0; self.cells.len() * ORIENTATIONS];
        for arc in self.states().flat_map(|tail| self.rolls_from(tail)).filter(|&arc| is_shut(&self, arc)) {
            shut[arc.tail.index() as usize] |= 1 << arc.direction.index();
        }
        if shut.iter().any(|&directions| directions != 0) {
            self.shut = shut;
        }
        self
    }

    /// Whether every roll can be undone by a roll.
    pub fn is_reversible(&self) -> bool {
        self.shut.is_empty()
    }

    fn is_open(&self, tail: State, direction: Direction) -> bool {
        self.shut.get(tail.index() as usize).is_none_or(|shut| shut >> direction.index() & 1 == 0)
    }

    /// The cells.
    pub const fn cells(&self) -> &CellGraph {
        &self.cells
    }

    /// The dice, by orientation.
    pub const fn dice(&self) -> &'static [Die; ORIENTATIONS] {
        self.dice
    }

    /// Explains the words `c0`, `c1`, … and `o0`, `o1`, … in the names of a model.
    pub fn explain(&self, model: &mut Model) {
        self.cells.explain(model);
        let orientations = self.names.iter().enumerate().map(|(o, name)| (format!("o{o}"), name.clone()));
        model.explain_words("orientations", orientations);
    }

    /// All states of the graph, in order.
    pub fn states(&self) -> impl Iterator<Item = State> + '_ {
        let all = (0..self.cells.len()).flat_map(|c| (0..ORIENTATIONS).map(move |o| State::new(c, o)));
        all.filter(|&state| self.allows(state))
    }

    /// The cell and the die of a state.
    pub fn placed(&self, state: State) -> (Cell, Die) {
        (self.cells.cells()[state.cell()], self.dice[state.orientation()])
    }

    /// Whether the graph has a state.
    pub fn allows(&self, state: State) -> bool {
        self.allowed[state.cell()] >> state.orientation() & 1 == 1
    }

    /// The orientation after a roll.
    pub fn turned(&self, o: usize, direction: Direction) -> usize {
        usize::from(self.turned[o][direction.index()])
    }

    /// The state after a roll, if the graph has it.
    pub fn roll(&self, state: State, direction: Direction) -> Option<State> {
        self.beside(state, direction).filter(|_| self.is_open(state, direction))
    }

    /// The state after a roll, whether or not it is shut.
    fn beside(&self, state: State, direction: Direction) -> Option<State> {
        let length = self.lengths[state.orientation()][direction.index()];
        // Every cell on the way is covered before or after the roll.
        let cell = (0..length).try_fold(state.cell(), |cell, _| self.cells.next(cell, direction))?;
        let head = State::new(cell, self.turned(state.orientation(), direction));
        self.allows(head).then_some(head)
    }

    /// The rolls from a state, clockwise from north.
    pub fn rolls_from(&self, tail: State) -> impl Iterator<Item = RollArc> + '_ {
        let arc = move |direction| Some(RollArc { tail, direction, head: self.roll(tail, direction)? });
        Direction::ALL.into_iter().filter_map(arc)
    }

    /// The rolls to a state, clockwise from north.
    pub fn rolls_to(&self, head: State) -> impl Iterator<Item = RollArc> + '_ {
        let arc = move |direction: Direction| {
            let tail = self.beside(head, direction.opposite())?;
            self.is_open(tail, direction).then_some(RollArc { tail, direction, head })
        };
        Direction::ALL.into_iter().filter_map(arc)
    }

    /// The states reachable from `starts` by rolls onto cells that may be entered, the starts included.
    pub fn reached(&self, starts: impl IntoIterator<Item = State>, may_enter: impl Fn(usize) -> bool) -> StateSet {
        let mut open: Vec<State> = starts.into_iter().collect();
        let mut reached = StateSet::new(self.cells.len());
        reached.extend(open.iter().copied());
        while let Some(state) = open.pop() {
            let heads = self.rolls_from(state).map(|arc| arc.head).filter(|head| may_enter(head.cell()));
            open.extend(heads.filter(|&head| reached.insert(head)));
        }
        reached
    }

    /// The states from which wanted rolls lead to one of `goals`, the goals included.
    pub fn leading_to(&self, goals: impl IntoIterator<Item = State>, is_wanted: impl Fn(RollArc) -> bool) -> StateSet {
        let mut open: Vec<State> = goals.into_iter().collect();
        let mut leading = StateSet::new(self.cells.len());
        leading.extend(open.iter().copied());
        while let Some(state) = open.pop() {
            let tails = self.rolls_to(state).filter(|&arc| is_wanted(arc)).map(|arc| arc.tail);
            open.extend(tails.filter(|&tail| leading.insert(tail)));
        }
        leading
    }
}

impl Rolls<State> for RollGraph {
    fn rolls_from(&self, tail: State) -> impl Iterator<Item = RollArc> {
        self.rolls_from(tail)
    }

    fn explain(&self, model: &mut Model) {
        self.explain(model);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use tumble_puzzles::geometry::Board;

    /// ```text
    /// . . .
    /// . # .
    /// ```
    /// On the north-east cell the die has to show a 1.
    fn graph() -> (Board, RollGraph) {
        let board = Board::new(3, 2, &[Cell::new(1, 0)]).unwrap();
        let graph = RollGraph::new(CellGraph::of_free_cells(&board), Handedness::Left);
        (board, graph.restricted(allows))
    }

    fn allows(cell: Cell, die: Die) -> bool {
        cell != Cell::new(2, 1) || die.top() == 1
    }

    #[test]
    fn rolls_are_those_of_a_die_on_the_board() {
        let (board, graph) = graph();
        let mut arcs = 0;
        for state in graph.states() {
            let (cell, die) = graph.placed(state);
            assert!(allows(cell, die));
            for direction in Direction::ALL {
                let there = board.neighbour(cell, direction).map(|next| (next, die.roll(direction)));
                let wanted = there.filter(|&(next, die)| allows(next, die));
                let head = graph.roll(state, direction);
                assert_eq!(head.map(|head| graph.placed(head)), wanted, "{state} {direction:?}");
                arcs += usize::from(head.is_some());
            }
        }
        // Of eight cell arcs four touch the labeled cell, on which 4 of 24 orientations show a 1.
        assert_eq!(arcs, 4 * 24 + 4 * 4);
        assert_eq!(graph.states().flat_map(|state| graph.rolls_from(state)).count(), arcs);
    }

    #[test]
    fn a_box_goes_on_by_its_own_length_and_back() {
        let board = Board::new(5, 4, &[Cell::new(2, 3)]).unwrap();
        let shapes = [[1, 1, 2], [1, 2, 1], [2, 1, 1]];
        let is_free = |cell: Cell, o: usize| {
            let covered = (0..shapes[o][0]).flat_map(|x| (0..shapes[o][1]).map(move |y| (i64::from(x), i64::from(y))));
            covered.into_iter().all(|(x, y)| board.is_free(Cell::new(cell.x + x, cell.y + y)))
        };
        let graph = RollGraph::of_box(CellGraph::of_free_cells(&board), &shapes, is_free);
        let at = |x, y, o| State::new(graph.cells().number(Cell::new(x, y)).unwrap(), o);
        for (from, direction, to) in [
            (at(0, 0, 0), Direction::East, Some(at(1, 0, 2))),
            (at(1, 0, 2), Direction::East, Some(at(3, 0, 0))),
            (at(1, 0, 2), Direction::North, Some(at(1, 1, 2))),
            (at(3, 3, 0), Direction::South, Some(at(3, 1, 1))),
            (at(3, 1, 1), Direction::West, Some(at(2, 1, 1))),
            (at(2, 1, 1), Direction::North, None),
            (at(3, 0, 2), Direction::East, None),
        ] {
            assert_eq!(graph.roll(from, direction), to, "{from} {direction:?}");
        }
        for arc in graph.states().flat_map(|state| graph.rolls_from(state)) {
            assert_eq!(graph.roll(arc.head, arc.direction.opposite()), Some(arc.tail));
        }
        // Of 19 free cells each has a box upright, and each pair of neighbours one that lies.
        assert_eq!(graph.states().count(), 19 + 14 + 14);
    }

    #[test]
    fn the_rolls_to_a_state_are_those_that_lead_there() {
        let (_, graph) = graph();
        let from: Vec<RollArc> = graph.states().flat_map(|state| graph.rolls_from(state)).collect();
        for head in graph.states() {
            let to: Vec<RollArc> = graph.rolls_to(head).collect();
            assert_eq!(to.len(), from.iter().filter(|arc| arc.head == head).count());
            assert!(to.iter().all(|arc| from.contains(arc)));
        }
    }

    #[test]
    fn what_is_reached_is_what_single_rolls_reach_again_and_again() {
        let (_, graph) = graph();
        for start in graph.states() {
            let mut known = BTreeSet::from([start]);
            for _ in 0..200 {
                let heads = known.iter().flat_map(|&state| graph.rolls_from(state)).map(|arc| arc.head);
                known.extend(heads.filter(|head| head.cell() != 2).collect::<Vec<_>>());
            }
            assert!(graph.reached([start], |c| c != 2).iter().eq(known), "{start}");
        }
    }
}
