//! What the encodings of a die tour share: numbers for cells and orientations, the start states, the objective. Labeled boards
//! use it too: there a cell may ask for a face on top, and a path for where it ends.

use std::collections::{BTreeMap, BTreeSet};

use super::{DieTour, Objective, Tour};
use crate::geometry::{Cell, Die, Direction, Face};
use crate::model::{Linear, Model, Sense, Var};
use crate::puzzle::Start;

/// A cell and an orientation, by their numbers.
pub(in crate::puzzle) type State = (usize, usize);

/// An instance in numbers: free cells c ∈ 0..C, row by row from the south-west, and orientations o ∈ 0..24 of the die's
/// handedness in the order of [`Die::all`].
#[derive(Clone)]
pub(in crate::puzzle) struct States {
    pub(in crate::puzzle) cells: Vec<Cell>,
    pub(in crate::puzzle) dice: &'static [Die; 24],
    /// The free neighbour of each cell in each direction.
    pub(in crate::puzzle) next: Vec<[Option<usize>; 4]>,
    pub(in crate::puzzle) start_cells: Vec<usize>,
    pub(super) start_orientations: Vec<usize>,
    pub(in crate::puzzle) closed: bool,
    pub(in crate::puzzle) restore: bool,
    /// The face that has to be on top on each cell; `None`: any.
    pub(in crate::puzzle) labels: Vec<Option<Face>>,
    /// Where the path has to end: a cell, and one of these orientations.
    goal: Option<(Option<usize>, Vec<usize>)>,
    objective: Objective,
    total: Option<i64>,
}

impl States {
    pub(in crate::puzzle) fn new(puzzle: &DieTour) -> Self {
        let cells: Vec<Cell> = puzzle.board.free_cells().collect();
        let number = |cell: Cell| cells.iter().position(|&c| c == cell);
        let next = cells
            .iter()
            .map(|&cell| Direction::ALL.map(|d| puzzle.board.neighbour(cell, d).and_then(number)))
            .collect();
        Self {
            dice: Die::all(puzzle.start_dice[0].handedness()),
            next,
            start_cells: puzzle.start_cells().into_iter().filter_map(number).collect(),
            start_orientations: puzzle.start_dice.iter().map(|die| die.index()).collect(),
            closed: puzzle.closed,
            restore: puzzle.restore_orientation,
            objective: puzzle.objective,
            total: puzzle.total,
            labels: vec![None; cells.len()],
            goal: None,
            cells,
        }
    }

    /// The same where cells ask for a face on top.
    #[must_use]
    pub(in crate::puzzle) fn with_labels(mut self, label: impl Fn(Cell) -> Option<Face>) -> Self {
        self.labels = self.cells.iter().map(|&cell| label(cell)).collect();
        self
    }

    /// The same for paths that end on a cell, any without, in one of these orientations: none of another hand is ever reached.
    #[must_use]
    pub(in crate::puzzle) fn with_goal(mut self, cell: Option<Cell>, dice: &[Die]) -> Self {
        let number = cell.and_then(|cell| self.cells.iter().position(|&c| c == cell));
        let hand = self.dice[0].handedness();
        let same_hand = dice.iter().filter(|die| die.handedness() == hand);
        self.goal = Some((number, same_hand.map(|die| die.index()).collect()));
        self
    }

    /// Whether a state has the face on top that its cell asks for.
    fn fits(&self, (c, o): State) -> bool {
        self.labels[c].is_none_or(|face| face == self.dice[o].top())
    }

    /// Whether there is a goal that leaves out some states.
    pub(in crate::puzzle) fn has_goal(&self) -> bool {
        self.goal.as_ref().is_some_and(|(cell, orientations)| cell.is_some() || orientations.len() < 24)
    }

    /// Whether a path may end in a state, as far as the goal says.
    pub(in crate::puzzle) fn is_goal(&self, (c, o): State) -> bool {
        let Some((cell, orientations)) = &self.goal else { return true };
        cell.is_none_or(|cell| cell == c) && orientations.contains(&o)
    }

    /// The number of cells C, which is the number of visits.
    pub(super) const fn visits(&self) -> usize {
        self.cells.len()
    }

    /// The states in which the die may start.
    pub(in crate::puzzle) fn starts(&self) -> impl Iterator<Item = State> + '_ {
        let all = self.start_cells.iter().flat_map(|&c| self.start_orientations.iter().map(move |&o| (c, o)));
        all.filter(|&state| self.fits(state))
    }

    /// The state after a roll, if the cell there is free and does not ask for another face.
    pub(in crate::puzzle) fn roll(&self, (c, o): State, direction: Direction) -> Option<State> {
        let state = (self.next[c][direction.index()]?, self.turn(o, direction));
        self.fits(state).then_some(state)
    }

    /// The states that rolls from a start lead to, over cells that may be entered.
    pub(in crate::puzzle) fn reached(&self, may_enter: impl Fn(usize) -> bool) -> BTreeSet<State> {
        let mut reached: BTreeSet<State> = self.starts().collect();
        let mut open: Vec<State> = reached.iter().copied().collect();
        while let Some(state) = open.pop() {
            let heads = Direction::ALL.into_iter().filter_map(|roll| self.roll(state, roll));
            open.extend(heads.filter(|&(c, _)| may_enter(c)).filter(|&head| reached.insert(head)));
        }
        reached
    }

    /// The orientation after a roll.
    pub(in crate::puzzle) fn turn(&self, o: usize, direction: Direction) -> usize {
        self.dice[o].roll(direction).index()
    }

    /// The face on top in an orientation.
    pub(in crate::puzzle) fn top(&self, o: usize) -> i64 {
        i64::from(self.dice[o].top())
    }

    /// Whether the start cell is fixed, and then which it is: it is never entered again.
    pub(in crate::puzzle) fn only_start(&self) -> Option<usize> {
        match self.start_cells[..] {
            [cell] => Some(cell),
            _ => None,
        }
    }

    /// States the objective and the exact total over the sum of the top faces.
    pub(super) fn objective(&self, model: &mut Model, sum: Linear) {
        if let Some(total) = self.total {
            // Beyond what any tour reaches, the nearest such sum says the same and stays in a solver's range.
            let visits = i64::try_from(self.visits()).expect("a board has fewer than 2^63 cells");
            model.block("the sum of the top faces is as asked for");
            model.add("total", sum.clone().equals(total.clamp(visits - 1, 6 * visits + 1)));
        }
        match self.objective {
            Objective::Max => model.set_objective(Sense::Maximize, sum),
            Objective::Min => model.set_objective(Sense::Minimize, sum),
            Objective::Any => {}
        }
    }

    /// Closes the tour, where it has to be closed: its last cell is next to its first, and one more roll restores the
    /// orientation where that is asked for. `ends` says of each state whether the tour ends there; the blocks of rows are
    /// numbered from `number`.
    pub(super) fn close(
        &self,
        number: usize,
        starts: &BTreeMap<State, Var>,
        ends: &BTreeMap<State, Linear>,
        model: &mut Model,
    ) {
        if !self.closed {
            return;
        }
        let minus_ends = |keep: &dyn Fn(State) -> bool| {
            let kept = ends.iter().filter(|(end, _)| keep(**end)).flat_map(|(_, sum)| sum.terms());
            kept.fold(Linear::new(), |sum, &(var, coefficient)| sum.plus(-coefficient, var))
        };
        model.block(format!("({number}) the last cell is next to the first"));
        for &c in &self.start_cells {
            let leads_here = |end| Direction::ALL.iter().any(|&d| self.roll(end, d).is_some_and(|(cell, _)| cell == c));
            let near = minus_ends(&leads_here);
            let here = starts.iter().filter(|((cell, _), _)| *cell == c);
            model.add(format!("close_c{c}"), here.fold(near, |sum, (_, &start)| sum.plus(1, start)).at_most(0));
        }
        if !self.restore {
            return;
        }
        model.block(format!("({}) the closing roll restores the orientation", number + 1));
        for (&(c, o), &start) in starts {
            let one_roll_before = |end| Direction::ALL.iter().any(|&d| self.roll(end, d) == Some((c, o)));
            model.add(format!("restore_c{c}_o{o}"), minus_ends(&one_roll_before).plus(1, start).at_most(0));
        }
    }

    /// A row that never holds, where a closed tour is too short to restore the orientation: a die that only rolls back is
    /// not counted as restored.
    pub(super) fn restorable(&self, model: &mut Model) {
        if self.restore && self.visits() < 4 {
            model.block("fewer than four cells do not restore the orientation");
            model.add("too_short", Linear::new().equals(1));
        }
    }

    /// The tour that starts in a state and rolls so.
    pub(super) fn tour(&self, (c, o): State, rolls: &[Direction]) -> Tour {
        Tour::new(Start { cell: self.cells[c], die: self.dice[o] }, rolls, self.visits())
    }

    /// The tour that starts in `start` and takes, at each step t from each state, the roll that `used` names; closed by one
    /// more roll where it has to be.
    pub(super) fn walk(&self, start: State, used: impl Fn(usize, State, Direction) -> bool) -> Result<Tour, String> {
        let mut here = start;
        let mut rolls = Vec::new();
        for t in 0..self.visits() - 1 {
            let direction = Direction::ALL.into_iter().find(|&d| used(t, here, d));
            let direction = direction.ok_or_else(|| format!("the path ends at step {t}"))?;
            here = self.roll(here, direction).ok_or("an arc leaves the board")?;
            rolls.push(direction);
        }
        rolls.extend(self.closing(here.0, start.0)?);
        Ok(self.tour(start, &rolls))
    }

    /// The last roll of a closed tour, which leads from cell `last` back to the cell `first`.
    fn closing(&self, last: usize, first: usize) -> Result<Option<Direction>, String> {
        if !self.closed {
            return Ok(None);
        }
        let back = |d: &Direction| self.next[last][d.index()] == Some(first);
        Direction::ALL.into_iter().find(back).map(Some).ok_or_else(|| "the last cell is not next to the start".into())
    }
}
