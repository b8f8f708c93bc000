//! Walks over free cells: from one labeled cell to the next, or to the end.
//!
//! Free cells may be entered in any order and as often as the die likes, so how it gets from one labeled cell to the next does
//! not depend on what it visited before. The walks are found once; the search then knows labeled cells only.

use std::sync::OnceLock;

use super::LabeledBoard;
use crate::geometry::Direction;
use crate::puzzle::die_tour::DieTour;
use crate::puzzle::die_tour::Objective as TourObjective;
use crate::puzzle::die_tour::states::{State, States};

/// An instance in numbers: its cells that are not blocked, and its labels.
pub(super) fn states(puzzle: &LabeledBoard) -> States {
    let tour = DieTour {
        board: puzzle.board.clone(),
        objective: TourObjective::Any,
        start_cell: puzzle.start_cell,
        start_dice: puzzle.start_dice.clone(),
        closed: puzzle.closed,
        restore_orientation: puzzle.restore_orientation,
        total: None,
    };
    States::new(&tour).with_labels(|cell| puzzle.label(cell)).with_goal(puzzle.goal_cell, &puzzle.goal_dice)
}

/// The states on labeled cells, by number: those that show the label.
pub(super) type Node = u16;

/// An instance with the walks between its labeled cells, each found when it is asked for.
pub(super) struct Ground {
    pub(super) states: States,
    /// The states on labeled cells.
    pub(super) nodes: Vec<State>,
    /// By node the number of its label: labeled cells in the order of the cells.
    pub(super) label_of: Vec<u16>,
    /// By state, cell · 24 + orientation, its node.
    node_of: Vec<Option<Node>>,
    steps: Vec<OnceLock<Vec<Step>>>,
}

/// The shortest walks from a node to another one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) to: Node,
    pub(super) length: u32,
    /// How many there are.
    pub(super) ways: u64,
}

impl Ground {
    pub(super) fn new(puzzle: &LabeledBoard) -> Self {
        let states = states(puzzle);
        let labels = states.labels.iter().enumerate().filter_map(|(c, label)| Some((c, (*label)?)));
        let (mut nodes, mut label_of) = (Vec::new(), Vec::new());
        for (number, (c, label)) in labels.enumerate() {
            let shown = (0..24).filter(|&o| states.top(o) == i64::from(label)).map(|o| (c, o));
            nodes.extend(shown);
            // A board has at most 1024 cells.
            label_of.resize(nodes.len(), number as u16);
        }
        let mut node_of = vec![None; states.cells.len() * 24];
        for (number, &state) in nodes.iter().enumerate() {
            node_of[index(state)] = Some(number as Node);
        }
        let steps = nodes.iter().map(|_| OnceLock::new()).collect();
        Self { states, nodes, label_of, node_of, steps }
    }

    /// The number of labeled cells.
    pub(super) fn labels(&self) -> usize {
        self.label_of.last().map_or(0, |&last| usize::from(last) + 1)
    }

    pub(super) fn node(&self, state: State) -> Option<Node> {
        self.node_of[index(state)]
    }

    /// The walks from a node to the next one.
    pub(super) fn steps(&self, from: Node) -> &[Step] {
        let from = usize::from(from);
        self.steps[from].get_or_init(|| self.entered(&Walks::new(self, vec![self.nodes[from]])).collect())
    }

    /// The walks from those of the starts that are on free cells.
    pub(super) fn walks_from_free(&self, starts: &[State]) -> Walks {
        Walks::new(self, starts.iter().copied().filter(|&start| self.node(start).is_none()).collect())
    }

    /// The nodes that walks enter.
    pub(super) fn entered<'a>(&'a self, walks: &'a Walks) -> impl Iterator<Item = Step> + 'a {
        let step = |(to, &state): (usize, &State)| {
            let (length, ways) = walks.to(state)?;
            Some(Step { to: to as Node, length, ways })
        };
        self.nodes.iter().enumerate().filter_map(step)
    }

    /// The states before a roll, whatever was rolled over, with the roll.
    fn before(&self, (c, o): State) -> impl Iterator<Item = (Direction, State)> + '_ {
        Direction::ALL.into_iter().filter_map(move |roll| {
            let back = roll.opposite();
            Some((roll, (self.states.next[c][back.index()]?, self.states.turn(o, back))))
        })
    }
}

const fn index((c, o): State) -> usize {
    c * 24 + o
}

/// What stands for a state that no walk leads to.
const NONE: u32 = u32::MAX;

/// The shortest walks over free cells from some states: to every free state, and to every state on a labeled cell, where they
/// end.
pub(super) struct Walks {
    sources: Vec<State>,
    /// By state the number of rolls. Sources on labeled cells count as reached when a walk leads back to them only.
    length: Vec<u32>,
    ways: Vec<u64>,
}

impl Walks {
    pub(super) fn new(ground: &Ground, sources: Vec<State>) -> Self {
        let size = ground.node_of.len();
        let mut walks = Self { length: vec![NONE; size], ways: vec![0; size], sources };
        for &source in walks.sources.iter().filter(|&&source| ground.node(source).is_none()) {
            (walks.length[index(source)], walks.ways[index(source)]) = (0, 1);
        }
        let mut layer = walks.sources.clone();
        for length in 1.. {
            let mut next = Vec::new();
            for &state in &layer {
                let ways = if length == 1 { 1 } else { walks.ways[index(state)] };
                for head in Direction::ALL.into_iter().filter_map(|roll| ground.states.roll(state, roll)) {
                    let at = index(head);
                    if walks.length[at] == NONE {
                        walks.length[at] = length;
                        next.extend(ground.node(head).is_none().then_some(head));
                    }
                    if walks.length[at] == length {
                        walks.ways[at] = walks.ways[at].saturating_add(ways);
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            layer = next;
        }
        walks
    }

    /// The length of the shortest walks to a state, and how many there are.
    pub(super) fn to(&self, state: State) -> Option<(u32, u64)> {
        let at = index(state);
        (self.length[at] != NONE).then(|| (self.length[at], self.ways[at]))
    }

    /// The last rolls of the shortest walks to a state that is `length` rolls away, and the states before them.
    pub(super) fn last_rolls(&self, ground: &Ground, state: State, length: u32) -> Vec<(Direction, State)> {
        let leads_there = |tail: State| match length {
            0 => false,
            1 => self.sources.contains(&tail),
            _ => ground.node(tail).is_none() && self.length[index(tail)] == length - 1,
        };
        ground.before(state).filter(|&(_, tail)| leads_there(tail)).collect()
    }
}
