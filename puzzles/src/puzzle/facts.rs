//! Facts: the pieces of a model that only forbid. With a fact left out, every solution stays one, and there may be more. So a set of facts
//! that has no solution explains why the model has none.

use std::fmt::{self, Debug};

use serde_json::Value;

use super::Puzzle;
use crate::geometry::{Board, Cell, Face};
use crate::instance::Spot;

/// The facts of a puzzle's instances: see [`Powers::facts`](super::Powers::facts).
#[derive(Clone, Copy, Debug)]
pub struct Facts<P: Puzzle> {
    /// The facts of an instance; those that explain least, such as blocked cells, come last.
    pub list: fn(&P) -> FactsOf<'_, P>,
    /// Makes any solution do, if the best one takes longer to find.
    pub any: fn(&mut P),
}

/// The facts of an instance, each made when its turn comes.
pub type FactsOf<'a, P> = Box<dyn Iterator<Item = Fact<P>> + 'a>;

/// A change of an instance.
pub type Edit<P> = Box<dyn Fn(&mut P)>;

/// A fact of an instance.
pub struct Fact<P> {
    /// What it is, and where.
    pub info: FactInfo,
    /// Leaves it out. The order in which facts are left out does not matter.
    pub without: Edit<P>,
    /// Gives it each of the [other values](FactInfo::others).
    pub others: Vec<Edit<P>>,
}

/// What a fact is, and where it stands.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FactInfo {
    /// Its kind: `label`, `gate`, `blocked`, `fragile`, `bridge`, `never`, `never-between`, `closed`, `restore-orientation`, `total`,
    /// `directions`, `order`, `goal`, `start`, `die`, `digit` or `arrow`.
    pub kind: &'static str,
    /// In words: `the label 3 at [2, 1]`.
    pub words: String,
    /// Where it stands in the model file.
    pub spot: Spot,
    /// The cell that it is about; of a field of a cube its column and row in the net, from the top left.
    pub cell: Option<Cell>,
    /// Its value.
    pub value: Value,
    /// Other values that it may have instead.
    pub others: Vec<Value>,
}

impl<P> Fact<P> {
    /// A fact of a kind, in words; `without` leaves it out.
    pub fn new(kind: &'static str, words: String, spot: Spot, without: impl Fn(&mut P) + 'static) -> Self {
        let cell = match spot {
            Spot::Cell(_, cell) | Spot::Field { cell, .. } => Some(cell),
            Spot::Key(..) => None,
        };
        let info = FactInfo { kind, words, spot, cell, value: Value::Null, others: Vec::new() };
        Self { info, without: Box::new(without), others: Vec::new() }
    }

    /// The fact with its value.
    #[must_use]
    pub fn valued(mut self, value: impl Into<Value>) -> Self {
        self.info.value = value.into();
        self
    }

    /// The fact with another value that it may have instead.
    #[must_use]
    pub fn or(mut self, value: impl Into<Value>, edit: impl Fn(&mut P) + 'static) -> Self {
        self.info.others.push(value.into());
        self.others.push(Box::new(edit));
        self
    }
}

// Facts of several puzzles.

/// The fact that a key of the model file states, if the instance has it. It is called as the key.
pub fn fact_of_key<P: 'static>(
    has_it: bool,
    (table, key): (&'static str, &'static str),
    words: &str,
    without: fn(&mut P),
) -> Option<Fact<P>> {
    has_it.then(|| Fact::new(key, words.to_owned(), Spot::Key(table, key), without))
}

/// The labels of a board, by cell index; `set` gives the cell of an index another label, or none.
pub fn facts_of_labels<'a, P: 'static>(
    kind: &'static str,
    (board, labels): (&'a Board, &'a [Option<Face>]),
    set: fn(&mut P, usize, Option<Face>),
) -> impl Iterator<Item = Fact<P>> + 'a {
    let labeled = labels.iter().enumerate().filter_map(|(i, label)| Some((i, (*label)?)));
    let fact = move |(i, label): (usize, Face)| {
        let cell = board.cell(i);
        let words = format!("the {kind} {label} at {cell}");
        let fact = Fact::new(kind, words, Spot::Cell("board", cell), move |puzzle| set(puzzle, i, None));
        let others = (1..=6).filter(|&other: &Face| other != label);
        others.fold(fact.valued(label), |fact, other| fact.or(other, move |puzzle| set(puzzle, i, Some(other))))
    };
    labeled.map(fact)
}

/// The blocked cells of a board; `free` frees one.
pub fn facts_of_blocked<P: 'static>(board: &Board, free: fn(&mut P, Cell)) -> impl Iterator<Item = Fact<P>> + '_ {
    let fact = move |cell: Cell| {
        Fact::new("blocked", format!("the blocked cell {cell}"), Spot::Cell("board", cell), move |puzzle| {
            free(puzzle, cell);
        })
    };
    board.blocked_cells().map(fact)
}

impl<P> Debug for Fact<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Fact").field("info", &self.info).finish_non_exhaustive()
    }
}

/// A change of a fact, by its index in the list of facts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// The fact.
    pub fact: usize,
    /// Which of its other values it gets; `None` leaves it out.
    pub to: Option<usize>,
}

/// The instance with these changes.
pub(super) fn changed<P: Puzzle>(puzzle: &P, changes: &[Change]) -> P {
    let mut changed = puzzle.clone();
    let Some(facts) = &P::POWERS.facts else { return changed };
    let facts: Vec<Fact<P>> = (facts.list)(puzzle).collect();
    for Change { fact, to } in changes {
        let Fact { without, others, .. } = &facts[*fact];
        let edit = to.map_or(without, |value| &others[value]);
        edit(&mut changed);
    }
    changed
}
