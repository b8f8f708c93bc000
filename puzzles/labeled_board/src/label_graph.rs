//! The graph of labels: its nodes are the states on labeled cells, its steps the shortest walks over free cells between them.
//!
//! Free cells may be entered in any order and any number of times, so the walks from one labeled cell to the next do not depend on
//! the cells visited before. They are computed once; the search and the encodings as arcs (`contracted.rs`) then work on labeled cells
//! only. `commodity-flow` and `euler-flow` do not use this graph, so they cross-check it.

use std::sync::OnceLock;

use super::{LabeledBoard, Objective};
use tumble_model::model::{Linear, Model, Sense};
use tumble_puzzles::geometry::{Direction, Face};
use tumble_puzzles::puzzle::Start;
use tumble_rolling::{CellGraph, Endpoints, ORIENTATIONS, RollArc, RollGraph, State, Terminal};

/// The number of a node: a state on a labeled cell that shows the label.
pub(super) type Node = u16;

/// An instance with the walks between its labeled cells, which are computed when first needed.
pub(super) struct LabelGraph {
    pub(super) board: Numbered,
    /// The states on labeled cells.
    pub(super) nodes: Vec<State>,
    /// By node: the number of its label. Labels are numbered in the order of the cells.
    pub(super) label_of: Vec<u16>,
    /// By label: its place in the order in which labels are entered first; `None` for those that come later.
    place: Vec<Option<usize>>,
    /// The number of labels that have a place.
    ordered: usize,
    /// By state index: the node.
    node_of: Vec<Option<Node>>,
    steps: Vec<OnceLock<Vec<Step>>>,
}

/// The shortest walks from one node to another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) to: Node,
    /// Their number of rolls.
    pub(super) length: u32,
    /// The number of these walks.
    pub(super) walks: u64,
}

impl LabelGraph {
    pub(super) fn new(puzzle: &LabeledBoard) -> Self {
        let board = Numbered::new(puzzle);
        let nodes: Vec<State> = board.graph.states().filter(|state| board.is_labeled(state.cell())).collect();
        // A board has at most 1024 cells, and four of the orientations show a label.
        let mut node_of = vec![None; board.labels.len() * ORIENTATIONS];
        for (number, &state) in (0..).zip(&nodes) {
            node_of[index(state)] = Some(number);
        }
        let by_label = (0..).zip(nodes.chunk_by(|a, b| a.cell() == b.cell()));
        let label_of = by_label.flat_map(|(number, nodes)| std::iter::repeat_n(number, nodes.len())).collect();
        let steps = nodes.iter().map(|_| OnceLock::new()).collect();
        let place_of = |cell: usize| {
            let i = puzzle.board.index(board.graph.cells().cells()[cell]);
            puzzle.order.iter().position(|&first| Some(first) == i)
        };
        let place = nodes.chunk_by(|a, b| a.cell() == b.cell()).map(|nodes| place_of(nodes[0].cell()));
        let place: Vec<Option<usize>> = place.collect();
        let ordered = place.iter().flatten().count();
        Self { board, nodes, label_of, place, ordered, node_of, steps }
    }

    /// Whether the order of the labels allows one of them to come next after another; `None`: as the first.
    fn may_follow(&self, before: Option<usize>, next: usize) -> bool {
        self.may_come(before.map_or(0, |before| self.place[before].map_or(self.ordered, |place| place + 1)), next)
    }

    /// Whether the order of the labels allows one of them to come next after so many.
    pub(super) fn may_come(&self, entered: usize, next: usize) -> bool {
        self.place[next].map_or(entered >= self.ordered, |place| place == entered)
    }

    /// The number of labeled cells.
    pub(super) fn labels(&self) -> usize {
        self.label_of.last().map_or(0, |&last| usize::from(last) + 1)
    }

    /// The label of a node.
    pub(super) fn label(&self, node: Node) -> usize {
        usize::from(self.label_of[usize::from(node)])
    }

    /// The node of a state; `None` on free cells.
    pub(super) fn node(&self, state: State) -> Option<Node> {
        self.node_of[index(state)]
    }

    /// The shortest walks from a node to the nodes that come next.
    pub(super) fn steps(&self, from: Node) -> &[Step] {
        self.steps[usize::from(from)].get_or_init(|| {
            let walks = Walks::new(self, vec![self.nodes[usize::from(from)]]);
            let steps = self.entered(&walks);
            steps.filter(|step| self.may_follow(Some(self.label(from)), self.label(step.to))).collect()
        })
    }

    /// The shortest walks from the starts that are on free cells.
    pub(super) fn walks_from_free(&self, starts: &[State]) -> Walks {
        Walks::new(self, starts.iter().copied().filter(|&start| self.node(start).is_none()).collect())
    }

    /// The ways to the first label: none for a start on a label, and the shortest walks from the others.
    pub(super) fn first_steps(&self, starts: &[State]) -> Vec<Step> {
        let there = starts.iter().filter_map(|&start| Some(Step { to: self.node(start)?, length: 0, walks: 1 }));
        let walks = self.walks_from_free(starts);
        let steps = there.chain(self.entered(&walks));
        steps.filter(|step| self.may_follow(None, self.label(step.to))).collect()
    }

    /// Whether a trail from one of the starts may end in a state, once it has entered all labels.
    pub(super) fn may_end(&self, starts: &[State], end: State) -> bool {
        let Endpoints { goal, closed, restore, .. } = &self.board.endpoints;
        let closes = |start: &State| start.cell() == end.cell() && (!restore || *start == end);
        if *closed { starts.iter().any(closes) } else { goal.contains(end) }
    }

    /// The states in which a trail from one of the starts may end after the last label, which is entered in the state `here`, each with the
    /// length and the number of the `walks` to it from there. Without labels, `here` is `None`, and the walks are those from the starts.
    pub(super) fn endings<'a>(
        &'a self,
        starts: &'a [State],
        walks: &'a Walks,
        here: Option<State>,
    ) -> impl Iterator<Item = (State, u32, u64)> + 'a {
        self.board.graph.states().filter_map(move |state| {
            let (length, count) = if self.board.endpoints.closed {
                walks.to(state)?
            } else if here == Some(state) {
                (0, 1)
            } else {
                // All labels have been entered: an open trail ends on a free cell.
                walks.to(state).filter(|_| self.node(state).is_none())?
            };
            self.may_end(starts, state).then_some((state, length, count))
        })
    }

    /// The number of the cell of a label.
    pub(super) fn cell(&self, label: usize) -> usize {
        let node = self.label_of.partition_point(|&of| usize::from(of) < label);
        self.nodes[node].cell()
    }

    /// By node: the fewest rolls over free cells from there to a state in which a trail may end; `None` if no such walk exists.
    pub(super) fn rolls_to_end(&self, starts: &[State]) -> Vec<Option<u32>> {
        let mut rolls = vec![None; self.nodes.len()];
        let mut seen = vec![false; self.node_of.len()];
        let mut layer = Vec::new();
        for end in self.board.graph.states().filter(|&end| self.may_end(starts, end)) {
            match self.node(end) {
                // An open trail does not enter a label again to end there.
                Some(node) if !self.board.endpoints.closed => rolls[usize::from(node)] = Some(0),
                _ => {
                    seen[index(end)] = true;
                    layer.push(end);
                }
            }
        }
        for length in 1.. {
            let mut next = Vec::new();
            for tail in layer.iter().flat_map(|&head| self.board.graph.rolls_to(head)).map(|arc| arc.tail) {
                match self.node(tail) {
                    Some(node) => _ = rolls[usize::from(node)].get_or_insert(length),
                    None if !std::mem::replace(&mut seen[index(tail)], true) => next.push(tail),
                    None => {}
                }
            }
            if next.is_empty() {
                break;
            }
            layer = next;
        }
        rolls
    }

    /// The nodes that walks enter.
    pub(super) fn entered<'a>(&'a self, walks: &'a Walks) -> impl Iterator<Item = Step> + 'a {
        let step = |(to, &state): (Node, &State)| {
            let (length, walks) = walks.to(state)?;
            Some(Step { to, length, walks })
        };
        (0..).zip(&self.nodes).filter_map(step)
    }
}

const fn index(state: State) -> usize {
    state.index() as usize
}

/// The length that marks a state to which no walk leads.
const UNREACHED: u32 = u32::MAX;

/// The shortest walks over free cells from some states: to every free state, and to every state on a labeled cell, where they
/// end.
pub(super) struct Walks {
    sources: Vec<State>,
    /// By state: the number of rolls. A source on a labeled cell is reached only by a walk that leads back to it.
    length: Vec<u32>,
    /// By state: the number of walks.
    count: Vec<u64>,
}

impl Walks {
    pub(super) fn new(labels: &LabelGraph, sources: Vec<State>) -> Self {
        let size = labels.node_of.len();
        let mut walks = Self { length: vec![UNREACHED; size], count: vec![0; size], sources };
        for &source in walks.sources.iter().filter(|&&source| labels.node(source).is_none()) {
            (walks.length[index(source)], walks.count[index(source)]) = (0, 1);
        }
        let mut layer = walks.sources.clone();
        for length in 1.. {
            let mut next = Vec::new();
            for &state in &layer {
                let count = if length == 1 { 1 } else { walks.count[index(state)] };
                for head in labels.board.graph.rolls_from(state).map(|arc| arc.head) {
                    let at = index(head);
                    if walks.length[at] == UNREACHED {
                        walks.length[at] = length;
                        next.extend(labels.node(head).is_none().then_some(head));
                    }
                    if walks.length[at] == length {
                        walks.count[at] = walks.count[at].saturating_add(count);
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

    /// The length of the shortest walks to a state, and their number; `None` if there is no walk.
    pub(super) fn to(&self, state: State) -> Option<(u32, u64)> {
        let at = index(state);
        (self.length[at] != UNREACHED).then(|| (self.length[at], self.count[at]))
    }

    /// One of the shortest walks to a state: where it starts, and its rolls; `None` if there is no walk.
    pub(super) fn shortest(&self, labels: &LabelGraph, to: State) -> Option<(State, Vec<Direction>)> {
        let (length, _) = self.to(to)?;
        let (mut state, mut rolls) = (to, Vec::new());
        for length in (1..=length).rev() {
            let last = *self.last_rolls(labels, state, length).first()?;
            rolls.push(last.direction);
            state = last.tail;
        }
        rolls.reverse();
        Some((state, rolls))
    }

    /// The last rolls of the shortest walks to a state that is `length` rolls away.
    pub(super) fn last_rolls(&self, labels: &LabelGraph, state: State, length: u32) -> Vec<RollArc> {
        let leads_there = |tail: State| match length {
            0 => false,
            1 => self.sources.contains(&tail),
            _ => labels.node(tail).is_none() && self.length[index(tail)] == length - 1,
        };
        labels.board.graph.rolls_to(state).filter(|arc| leads_there(arc.tail)).collect()
    }
}

// A labeled board with numbered cells and orientations, shared by its encodings and its search.

/// An instance with numbered cells and orientations: cells c ∈ 0..C that are not blocked, row by row from the south-west, and orientations
/// o ∈ 0..24 of the die's handedness; on labeled cells only the states that show the label.
pub(super) struct Numbered {
    pub(super) graph: RollGraph,
    pub(super) endpoints: Endpoints,
    /// By cell: its label; `None` on free cells.
    pub(super) labels: Vec<Option<Face>>,
    objective: Objective,
}

impl Numbered {
    pub(super) fn new(puzzle: &LabeledBoard) -> Self {
        let cells = CellGraph::of_free_cells(&puzzle.board);
        let labels = cells.cells().iter().map(|&cell| puzzle.label(cell)).collect();
        let graph = RollGraph::new(cells, puzzle.start_dice[0].handedness())
            .restricted(|cell, die| puzzle.label(cell).is_none_or(|label| label == die.top()));
        let endpoints = Endpoints {
            start: Terminal::new(&graph, puzzle.start_cell, &puzzle.start_dice),
            goal: Terminal::new(&graph, puzzle.goal_cell, &puzzle.goal_dice),
            closed: puzzle.closed,
            restore: puzzle.restore_orientation,
        };
        Self { graph, endpoints, labels, objective: puzzle.objective }
    }

    /// Whether a cell is labeled.
    pub(super) fn is_labeled(&self, c: usize) -> bool {
        self.labels[c].is_some()
    }

    /// Sets the objective of a path that visits every cell once, if rolls are minimised: all such paths have equally many rolls.
    pub(super) fn path_length(&self, model: &mut Model) {
        if self.objective == Objective::Min {
            let rolls = self.labels.len() - usize::from(!self.endpoints.closed);
            // A board has at most 1024 cells.
            model.set_objective(Sense::Minimize, Linear::new().plus_constant(rolls as i64));
        }
    }

    /// A state as the start of a trail.
    pub(super) fn start(&self, state: State) -> Start {
        let (cell, die) = self.graph.placed(state);
        Start { cell, die }
    }
}
