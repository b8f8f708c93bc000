//! The graph of (cell, orientation): its states and sets of them, the rolls, which are its arcs, and the states that exactly t rolls reach.

use std::fmt;

use super::CellGraph;
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

// States of a die, and sets of them.

/// The number of orientations of a die of one handedness.
pub const ORIENTATIONS: usize = 24;
const PER_CELL: u32 = 24;

/// A cell c and an orientation o in one number, 24·c + o; states are ordered by it. It is written `c3_o17`, as in the names of
/// variables and rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct State(u32);

impl State {
    /// The state of a die on cell `c` in orientation `o` ∈ 0..24.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a graph has far less than 2³² / 24 cells: boards have a million, models fewer"
    )]
    pub const fn new(c: usize, o: usize) -> Self {
        Self((c * ORIENTATIONS + o) as u32)
    }

    /// The cell's number.
    pub const fn cell(self) -> usize {
        (self.0 / PER_CELL) as usize
    }

    /// The orientation, 0..24.
    pub const fn orientation(self) -> usize {
        (self.0 % PER_CELL) as usize
    }

    /// 24·c + o.
    pub const fn index(self) -> u32 {
        self.0
    }

    /// The state of an [`index`](Self::index).
    pub const fn from_index(index: u32) -> Self {
        Self(index)
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "c{}_o{}", self.cell(), self.orientation())
    }
}

/// A set of states: one word per cell, one bit per orientation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateSet {
    orientations: Vec<u32>,
}

impl StateSet {
    /// The empty set of states on `cells` cells.
    pub fn new(cells: usize) -> Self {
        Self { orientations: vec![0; cells] }
    }

    /// The memory that it takes, in bytes.
    pub fn bytes(&self) -> u64 {
        size_of_val(&*self.orientations) as u64
    }

    /// Adds a state. Returns whether it was new.
    pub fn insert(&mut self, state: State) -> bool {
        let word = &mut self.orientations[state.cell()];
        let before = *word;
        *word |= 1 << state.orientation();
        *word != before
    }

    /// Whether it contains a state.
    pub fn contains(&self, state: State) -> bool {
        self.orientations[state.cell()] >> state.orientation() & 1 == 1
    }

    /// Removes the states for which `keep` does not hold.
    pub fn retain(&mut self, mut keep: impl FnMut(State) -> bool) {
        for (c, word) in self.orientations.iter_mut().enumerate() {
            let kept = bits(*word).filter(|&o| keep(State::new(c, o)));
            *word = kept.fold(0, |word, o| word | 1 << o);
        }
    }

    /// Its states, in order.
    pub fn iter(&self) -> impl Iterator<Item = State> + '_ {
        let words = self.orientations.iter().enumerate();
        words.flat_map(|(c, &word)| bits(word).map(move |o| State::new(c, o)))
    }
}

impl Extend<State> for StateSet {
    fn extend<T: IntoIterator<Item = State>>(&mut self, states: T) {
        states.into_iter().for_each(|state| {
            self.insert(state);
        });
    }
}

/// The places of the bits that are set, ascending.
pub(super) fn bits(mut word: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let lowest = (word != 0).then(|| word.trailing_zeros() as usize)?;
        word &= word - 1;
        Some(lowest)
    })
}

// The states that exactly t rolls reach.

/// Sets of states by number of rolls, t ∈ 0..=T.
///
/// Every roll changes the colour of the cell and the class of the orientation: from a fixed start a layer has at most half of the
/// cells, and half of the orientations on each.
#[derive(Clone, Debug)]
pub struct Layers(Vec<StateSet>);

impl Layers {
    /// The states that exactly t rolls from `starts` reach over cells that may be entered, t ∈ 0..=`rolls`.
    pub fn from(
        graph: &RollGraph,
        starts: impl IntoIterator<Item = State>,
        rolls: usize,
        may_enter: impl Fn(usize) -> bool,
    ) -> Self {
        let empty = StateSet::new(graph.cells().len());
        let mut layers = vec![empty.clone(); rolls + 1];
        layers[0].extend(starts);
        for t in 0..rolls {
            let (earlier, later) = layers.split_at_mut(t + 1);
            let heads = earlier[t].iter().flat_map(|state| graph.rolls_from(state)).map(|arc| arc.head);
            later[0].extend(heads.filter(|head| may_enter(head.cell())));
        }
        Self(layers)
    }

    /// The layers without dead ends: in the last layer only the states that `ends` accepts, in the other layers only states from which
    /// rolls through the layers lead to them.
    #[must_use]
    pub fn leading_to(mut self, graph: &RollGraph, ends: impl Fn(State) -> bool) -> Self {
        if let Some(last) = self.0.last_mut() {
            last.retain(ends);
        }
        for t in (0..self.0.len() - 1).rev() {
            let (earlier, later) = self.0.split_at_mut(t + 1);
            earlier[t].retain(|state| graph.rolls_from(state).any(|arc| later[0].contains(arc.head)));
        }
        self
    }

    /// The states of layer t.
    pub fn at(&self, t: usize) -> &StateSet {
        &self.0[t]
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::CellGraph;
    use tumble_puzzles::geometry::{Board, Handedness};

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

    #[test]
    fn a_state_is_its_cell_and_its_orientation() {
        for (c, o) in (0..50).flat_map(|c| (0..ORIENTATIONS).map(move |o| (c, o))) {
            let state = State::new(c, o);
            assert_eq!((state.cell(), state.orientation()), (c, o));
            assert_eq!(State::from_index(state.index()), state);
            assert_eq!(state.to_string(), format!("c{c}_o{o}"));
        }
    }

    #[test]
    fn a_set_of_states_is_what_a_tree_of_them_is() {
        let mut set = StateSet::new(11);
        let mut tree = BTreeSet::new();
        // Every number below 264 but the multiples of 3, in no order.
        for i in (0..400u32).map(|i| i * 97 % 264).filter(|i| i % 3 != 0) {
            assert_eq!(set.insert(State::from_index(i)), tree.insert(State::from_index(i)), "{i}");
        }
        assert!(set.iter().eq(tree.iter().copied()));
        set.retain(|state| state.cell() != 4 && state.orientation() != 23);
        tree.retain(|state| state.cell() != 4 && state.orientation() != 23);
        assert!(set.iter().eq(tree.iter().copied()));
        assert!((0..264).map(State::from_index).all(|state| set.contains(state) == tree.contains(&state)));
    }

    fn small() -> RollGraph {
        RollGraph::new(CellGraph::of_free_cells(&Board::new(3, 2, &[]).unwrap()), Handedness::Right)
    }

    /// The ends of all sequences of `rolls` rolls from a state that never enter cell 0 again.
    fn ends(graph: &RollGraph, state: State, rolls: usize) -> BTreeSet<State> {
        if rolls == 0 {
            return BTreeSet::from([state]);
        }
        let heads = graph.rolls_from(state).map(|arc| arc.head).filter(|head| head.cell() != 0);
        heads.flat_map(|head| ends(graph, head, rolls - 1)).collect()
    }

    #[test]
    fn layers_are_the_ends_of_all_sequences_of_rolls() {
        let (graph, start) = (small(), State::new(0, 7));
        let layers = Layers::from(&graph, [start], 6, |c| c != 0);
        for t in 0..=6 {
            assert!(layers.at(t).iter().eq(ends(&graph, start, t)), "{t}");
        }
    }

    #[test]
    fn layers_that_lead_to_an_end_keep_what_lies_on_such_a_sequence() {
        let (graph, start) = (small(), State::new(0, 7));
        let is_end = |state: State| state.cell() == 5;
        let layers = Layers::from(&graph, [start], 5, |c| c != 0);
        let pruned = layers.clone().leading_to(&graph, is_end);
        for t in 0..=5 {
            let kept = layers.at(t).iter().filter(|&state| ends(&graph, state, 5 - t).into_iter().any(is_end));
            assert!(pruned.at(t).iter().eq(kept), "{t}");
        }
    }
}
