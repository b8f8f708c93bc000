//! Where a path may start and end.

use std::collections::BTreeMap;
use std::ops::Range;

use super::RollGraph;
use super::graph::{ORIENTATIONS, State, StateSet, bits};
use tumble_model::model::{Assignment, Linear, Model, Var};
use tumble_puzzles::geometry::{Cell, Die, Direction};

/// The states allowed at one end of a path: one cell or any cell, in any of a set of orientations.
#[derive(Clone, Debug)]
pub struct Terminal {
    /// Numbers of cells in the graph.
    pub cells: Range<usize>,
    /// A bit for each orientation.
    orientations: u32,
}

impl Terminal {
    /// The states on `cell`, or on any cell if it is `None`, in the orientations of `dice`; dice of another handedness
    /// than the graph's are out of reach and left out.
    pub fn new(graph: &RollGraph, cell: Option<Cell>, dice: &[Die]) -> Self {
        let one = |cell| graph.cells().number(cell).map_or(0..0, |c| c..c + 1);
        let same_hand = dice.iter().filter(|die| die.handedness() == graph.dice()[0].handedness());
        Self {
            cells: cell.map_or(0..graph.cells().len(), one),
            orientations: same_hand.fold(0, |set, die| set | 1 << die.index()),
        }
    }

    /// Any state.
    pub fn anywhere(graph: &RollGraph) -> Self {
        Self::new(graph, None, graph.dice())
    }

    /// Whether it allows every state of a graph.
    pub fn is_anywhere(&self, graph: &RollGraph) -> bool {
        self.cells.len() == graph.cells().len() && self.orientations.count_ones() as usize == ORIENTATIONS
    }

    /// The cell, if there is only one.
    pub fn only_cell(&self) -> Option<usize> {
        (self.cells.len() == 1).then_some(self.cells.start)
    }

    /// Indices of orientations, ascending.
    pub fn orientations(&self) -> impl Iterator<Item = usize> + use<> {
        bits(self.orientations)
    }

    /// Whether it allows a state.
    pub fn contains(&self, state: State) -> bool {
        self.cells.contains(&state.cell()) && self.orientations >> state.orientation() & 1 == 1
    }

    /// The allowed states that the graph has, in order.
    pub fn states(&self, graph: &RollGraph) -> impl Iterator<Item = State> {
        let all = self.cells.clone().flat_map(|c| self.orientations().map(move |o| State::new(c, o)));
        all.filter(|&state| graph.allows(state))
    }
}

/// Where a path may start and end.
#[derive(Clone, Debug)]
pub struct Endpoints {
    /// Where it may start.
    pub start: Terminal,
    /// Where it may end; anywhere if it is closed.
    pub goal: Terminal,
    /// Whether one more roll leads from its end back to its first cell.
    pub closed: bool,
    /// With `closed`: the die ends as it started. On two cells it always does.
    pub restore: bool,
}

impl Endpoints {
    /// Whether a path that visits every cell once may enter a cell: not a fixed start cell, where it already is.
    pub fn may_enter(&self, c: usize) -> bool {
        self.start.only_cell() != Some(c)
    }

    /// The states that a path which visits every cell once may come through: the states that rolls from a start state reach.
    pub fn reached(&self, graph: &RollGraph) -> StateSet {
        graph.reached(self.start.states(graph), |c| self.may_enter(c))
    }

    /// The reached states in which a path may end, in order.
    pub fn ends(&self, graph: &RollGraph, reached: &StateSet) -> Vec<State> {
        let end_cells: Vec<bool> = (0..graph.cells().len()).map(|c| self.may_end_on(graph, c)).collect();
        reached.iter().filter(|&state| end_cells[state.cell()] && self.goal.contains(state)).collect()
    }

    /// Whether a path that visits every cell once may end on a cell: by the goal; by the colours, C − 1 rolls may lead there from some
    /// start cell; and if it is closed, the two cells are neighbours.
    pub fn may_end_on(&self, graph: &RollGraph, c: usize) -> bool {
        let cells = graph.cells().cells();
        let rolls = cells.len() - 1;
        let may_start = |start: usize| {
            let colours = cells[start].colour() ^ cells[c].colour();
            self.start.cells.contains(&start) && usize::from(colours) == rolls % 2 && (start == c) == (rolls == 0)
        };
        let mut near = graph.cells().neighbours(c).map(|(_, start)| start);
        let is_start_there = if self.closed { near.any(may_start) } else { self.start.cells.clone().any(may_start) };
        self.goal.cells.contains(&c) && is_start_there
    }

    /// Whether a cell is next to one on which the path may start.
    pub fn is_next_to_a_start(&self, graph: &RollGraph, c: usize) -> bool {
        graph.cells().neighbours(c).any(|(_, next)| self.start.cells.contains(&next))
    }

    /// Adds the rows that close a path; an open path needs no such rows. The variables of `starts` say in which state the path starts,
    /// the sums of `ends` whether it is in a state before the closing roll. Blocks are numbered from `number`:
    ///
    /// ```text
    /// (n)    Σ_{u on c} s[u] ≤ Σ ends one roll before c        each start cell c
    /// (n+1)  s[u] ≤ Σ ends one roll before u                   restored: each start state u
    /// ```
    pub fn close(
        &self,
        graph: &RollGraph,
        number: usize,
        starts: &[(State, Var)],
        ends: &BTreeMap<State, Linear>,
        model: &mut Model,
    ) {
        if !self.closed {
            return;
        }
        let minus_ends_before = |sum: Linear, state: State| {
            let ends = graph.rolls_to(state).filter_map(|arc| ends.get(&arc.tail));
            let terms = ends.flat_map(Linear::terms);
            terms.fold(sum, |sum, &(var, coefficient)| sum.plus(-coefficient, var))
        };
        model.block(format!("({number}) the last cell is next to the first"));
        let mut on: BTreeMap<usize, Vec<Var>> = BTreeMap::new();
        for &(start, var) in starts {
            on.entry(start.cell()).or_default().push(var);
        }
        for c in self.start.cells.clone() {
            let sum = Linear::sum(on.remove(&c).into_iter().flatten());
            let states = (0..ORIENTATIONS).map(|o| State::new(c, o)).filter(|&state| graph.allows(state));
            model.add(format!("close_c{c}"), states.fold(sum, minus_ends_before).at_most(0));
        }
        if self.restore {
            model.block(format!("({}) the closing roll restores the orientation", number + 1));
            for &(state, start) in starts {
                model.add(format!("restore_{state}"), minus_ends_before(start.into(), state).at_most(0));
            }
        }
    }

    /// The path through all cells that starts in a state, and from a place there: `next` gives the roll from a place, and where it leads.
    ///
    /// # Errors
    /// Where it ends too early, or as [`closing_roll`](Self::closing_roll).
    pub(super) fn walk<S>(
        &self,
        graph: &RollGraph,
        start: State,
        mut here: S,
        mut next: impl FnMut(&S) -> Option<(Direction, S)>,
    ) -> Result<(State, Vec<Direction>), String> {
        let mut rolls = Vec::new();
        for t in 0..graph.cells().len() - 1 {
            let (roll, head) = next(&here).ok_or_else(|| format!("the path ends at step {t}"))?;
            here = head;
            rolls.push(roll);
        }
        rolls.extend(self.closing_roll(graph, start, &rolls)?);
        Ok((start, rolls))
    }

    /// The closing roll of a path that starts in a state and makes these rolls; `None` if it is open.
    ///
    /// # Errors
    /// When the path leaves the graph, or its last cell is not next to its first.
    pub fn closing_roll(
        &self,
        graph: &RollGraph,
        start: State,
        rolls: &[Direction],
    ) -> Result<Option<Direction>, String> {
        if !self.closed {
            return Ok(None);
        }
        let last =
            rolls.iter().try_fold(start, |state, &roll| graph.roll(state, roll)).ok_or("a roll leaves the board")?;
        let back = graph.cells().direction(last.cell(), start.cell());
        back.map(Some).ok_or_else(|| "the last cell is not next to the start".into())
    }
}

/// The first state whose 0/1 variable is 1.
pub fn chosen<S: Copy>(vars: &[(S, Var)], assignment: &Assignment) -> Option<S> {
    vars.iter().find(|&&(_, var)| assignment[var] == 1).map(|&(state, _)| state)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CellGraph;
    use tumble_puzzles::geometry::{Board, Handedness};

    fn graph() -> RollGraph {
        let cells = CellGraph::of_free_cells(&Board::new(2, 2, &[]).unwrap());
        RollGraph::new(cells, Handedness::Left).restricted(|cell, die| cell != Cell::new(1, 1) || die.top() == 6)
    }

    #[test]
    fn a_terminal_has_the_states_of_its_cells_and_dice_that_the_graph_has() {
        let graph = graph();
        let sixes: Vec<Die> = Die::all(Handedness::Left).iter().copied().filter(|die| die.top() == 6).collect();
        for (cell, dice, count) in
            [(Some(Cell::new(0, 0)), &sixes[..], 4), (None, &sixes[..1], 4), (None, graph.dice(), 76)]
        {
            let terminal = Terminal::new(&graph, cell, dice);
            let naive = graph.states().filter(|&state| {
                let (there, die) = graph.placed(state);
                cell.is_none_or(|cell| cell == there) && dice.contains(&die)
            });
            assert!(terminal.states(&graph).eq(naive));
            assert_eq!(terminal.states(&graph).count(), count);
            assert!(graph.states().filter(|&state| terminal.contains(state)).eq(terminal.states(&graph)));
            assert_eq!(terminal.only_cell(), cell.map(|_| 0));
        }
        assert!(Terminal::anywhere(&graph).is_anywhere(&graph));
        assert!(!Terminal::new(&graph, None, &sixes).is_anywhere(&graph));
        assert!(!Terminal::new(&graph, Some(Cell::new(0, 1)), graph.dice()).is_anywhere(&graph));
    }

    #[test]
    fn dice_of_another_hand_and_cells_without_a_number_are_no_terminal() {
        let graph = graph();
        assert_eq!(Terminal::new(&graph, None, Die::all(Handedness::Right)).states(&graph).count(), 0);
        assert_eq!(Terminal::new(&graph, Some(Cell::new(5, 5)), graph.dice()).states(&graph).count(), 0);
    }

    #[test]
    fn the_closing_roll_leads_back_to_the_first_cell() {
        let graph = graph();
        let closed = |closed| {
            let (start, goal) = (Terminal::anywhere(&graph), Terminal::anywhere(&graph));
            Endpoints { start, goal, closed, restore: false }
        };
        let (start, there) = (State::new(0, 3), [Direction::East]);
        assert_eq!(closed(true).closing_roll(&graph, start, &there), Ok(Some(Direction::West)));
        assert_eq!(closed(false).closing_roll(&graph, start, &there), Ok(None));
        assert!(closed(true).closing_roll(&graph, start, &[]).is_err());
        assert!(closed(true).closing_roll(&graph, start, &[Direction::South]).is_err());
    }
}
