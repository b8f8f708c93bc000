//! The board contracted to its labels, as a generalised travelling salesman problem: the encodings as arcs are models of it.
//!
//! A point is a node of the graph of labels (a state on a labeled cell, which shows the label), or a terminal, where trails begin and end.
//! A trail is a circuit that takes one node of each label and one terminal: from the terminal a shortest walk leads over free cells to
//! the first label, from label to label, and after the last label to where the trail ends. An open board has one terminal, for all its
//! starts. A closed one has a terminal for each start cell, or for each start state if the orientation is restored, because its trails end
//! where they start.
//!
//! Sources: H. Srivastava, S. Kumar, R. Garg, P. Sen, *Generalized travelling salesman problem through n sets of nodes*, CORS Journal 7,
//! 1969; the contraction is that of `label_graph.rs`.

use std::collections::BTreeSet;

use super::label_graph::{LabelGraph, Node, Walks};
use super::{LabeledBoard, Trail};
use tumble_model::model::Model;
use tumble_puzzles::geometry::Cell;
use tumble_rolling::{Endpoints, State};

/// A node of the graph of labels, or a terminal, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Point {
    Terminal(usize),
    Node(Node),
}

impl Point {
    /// The label of a node; `None` for a terminal.
    pub(super) fn label(self, graph: &LabelGraph) -> Option<usize> {
        match self {
            Self::Terminal(_) => None,
            Self::Node(node) => Some(graph.label(node)),
        }
    }
}

/// The shortest walks from one point to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Arc {
    pub(super) from: Point,
    pub(super) to: Point,
    pub(super) rolls: u32,
}

/// See the [module](self). Its graph of labels is kept elsewhere.
pub(super) struct Contracted {
    /// By terminal: the states in which its trails may start.
    terminals: Vec<Vec<State>>,
    /// The arcs that a circuit may use, in order; none between two nodes of one label.
    pub(super) arcs: Vec<Arc>,
}

impl Contracted {
    /// The board with all its starts.
    pub(super) fn new(graph: &LabelGraph) -> Self {
        let Endpoints { start, closed, restore, .. } = &graph.board.endpoints;
        let starts: Vec<State> = start.states(&graph.board.graph).collect();
        let is_one = |a: &State, b: &State| !closed || a.cell() == b.cell() && !restore;
        let terminals: Vec<Vec<State>> = starts.chunk_by(is_one).map(<[State]>::to_vec).collect();
        let mut arcs = Vec::new();
        for (terminal, starts) in terminals.iter().enumerate() {
            arcs.extend(ends(graph, Point::Terminal(terminal), starts));
        }
        for (node, _) in (0..).zip(&graph.nodes) {
            let (from, steps) = (Point::Node(node), graph.steps(node).iter());
            let steps = steps.filter(|step| graph.label(step.to) != graph.label(node));
            arcs.extend(steps.map(|step| Arc { from, to: Point::Node(step.to), rolls: step.length }));
        }
        arcs.sort_unstable();
        // A start on the label itself comes before walks to the label.
        arcs.dedup_by_key(|arc| (arc.from, arc.to));
        let mut contracted = Self { terminals, arcs };
        contracted.prune();
        contracted
    }

    /// Keeps the arcs on walks from a terminal to a terminal. Half of the nodes of a board cannot be reached from a fixed start: their
    /// states have the wrong parity.
    fn prune(&mut self) {
        let closure = |next: &dyn Fn(&Arc) -> (Point, Point)| {
            let mut steps: Vec<(Point, Point)> = self.arcs.iter().map(next).collect();
            steps.sort_unstable();
            let mut open: Vec<Point> = (0..self.terminals.len()).map(Point::Terminal).collect();
            let mut reached: BTreeSet<Point> = open.iter().copied().collect();
            while let Some(point) = open.pop() {
                let from = steps.partition_point(|&(tail, _)| tail < point);
                let heads = steps[from..].iter().take_while(|&&(tail, _)| tail == point).map(|&(_, head)| head);
                open.extend(heads.filter(|&head| reached.insert(head)));
            }
            reached
        };
        let (forth, back) = (closure(&|arc| (arc.from, arc.to)), closure(&|arc| (arc.to, arc.from)));
        self.arcs.retain(|arc| forth.contains(&arc.from) && back.contains(&arc.to));
    }

    /// Keeps only the arcs for which `may` holds, and of these only those that a circuit can still use.
    pub(super) fn retain(&mut self, may: impl Fn(&Arc) -> bool) {
        self.arcs.retain(may);
        self.prune();
    }

    /// The points between which there are arcs, in order.
    pub(super) fn points(&self) -> BTreeSet<Point> {
        self.arcs.iter().flat_map(|arc| [arc.from, arc.to]).collect()
    }

    /// Explains the names of arcs and points.
    pub(super) fn explain(graph: &LabelGraph, model: &mut Model) {
        graph.board.graph.explain(model);
        model.explain(
            "a_cC_oO_cD_oP",
            "a walk over free cells leads from cell C in orientation O to cell D in orientation P",
        );
        model.explain("s_cC_oO", "the trail enters its first label on cell C in orientation O");
        model.explain("s_cS_cC_oO", "it starts on cell S and enters its first label on cell C in orientation O");
        model.explain("s_cS_oT_cC_oO", "it starts on cell S in orientation T and enters its first label likewise");
        model.explain("z_cC_oO", "the trail enters its last label on cell C in orientation O");
        model.explain("z_cS_cC_oO", "it enters its last label on cell C in orientation O and returns to cell S");
        model.explain("z_cS_oT_cC_oO", "it enters its last label likewise and returns to cell S in orientation T");
        model.explain("n_cC_oO", "the label of cell C is entered in orientation O");
        model.explain("t_cS", "the trail starts on cell S");
        model.explain("t_cS_oT", "the trail starts on cell S in orientation T");
    }

    /// A name that ends in a point, as in `n_c3_o17`; the terminal of a closed board is its cell or its state, that of an open board is
    /// not named.
    pub(super) fn name(&self, graph: &LabelGraph, before: &str, point: Point) -> String {
        match point {
            Point::Node(node) => format!("{before}_{}", graph.nodes[usize::from(node)]),
            Point::Terminal(terminal) => {
                let (state, endpoints) = (self.terminals[terminal][0], &graph.board.endpoints);
                match (endpoints.closed, endpoints.restore) {
                    (false, _) => before.to_owned(),
                    (true, false) => format!("{before}_c{}", state.cell()),
                    (true, true) => format!("{before}_{state}"),
                }
            }
        }
    }

    /// The name of an arc: `a_c3_o17_c4_o2`, or `s_…`, `z_…` with its terminal first.
    pub(super) fn name_of_arc(&self, graph: &LabelGraph, arc: Arc) -> String {
        let (kind, first, second) = match (arc.from, arc.to) {
            (Point::Terminal(_), _) => ("s", arc.from, arc.to),
            (_, Point::Terminal(_)) => ("z", arc.to, arc.from),
            (Point::Node(_), Point::Node(_)) => ("a", arc.from, arc.to),
        };
        self.name(graph, &self.name(graph, kind, first), second)
    }

    /// A trail of a terminal that takes these nodes; `None` if there is none.
    pub(super) fn trail(&self, graph: &LabelGraph, terminal: usize, nodes: &[Node]) -> Option<Trail> {
        let starts = &self.terminals[terminal];
        let states: Vec<State> = nodes.iter().map(|&node| graph.nodes[usize::from(node)]).collect();
        let (first, last) = (*states.first()?, *states.last()?);
        let walk = |walks: &Walks, to: State| walks.shortest(graph, to);
        let (start, mut rolls) =
            if starts.contains(&first) { (first, Vec::new()) } else { walk(&graph.walks_from_free(starts), first)? };
        for pair in states.windows(2) {
            rolls.extend(walk(&Walks::new(graph, vec![pair[0]]), pair[1])?.1);
        }
        let walks = Walks::new(graph, vec![last]);
        let (end, length, _) = graph.endings(starts, &walks, Some(last)).min_by_key(|&(_, length, _)| length)?;
        if length > 0 {
            rolls.extend(walk(&walks, end)?.1);
        }
        Some(Trail::of(graph.board.start(start), &rolls))
    }
}

/// The arcs from a terminal to first labels, and from last labels to the terminal.
#[expect(clippy::cast_possible_truncation, reason = "a board has at most 1024 cells, each with four nodes")]
fn ends(graph: &LabelGraph, terminal: Point, starts: &[State]) -> Vec<Arc> {
    let first = graph.first_steps(starts).into_iter();
    let first = first.map(|step| Arc { from: terminal, to: Point::Node(step.to), rolls: step.length });
    let last = graph.rolls_to_end(starts).into_iter().enumerate();
    let last =
        last.filter_map(|(node, rolls)| Some(Arc { from: Point::Node(node as Node), to: terminal, rolls: rolls? }));
    first.chain(last).collect()
}

// How large the contracted board can be: a bound that is known before any walks are.

/// An upper bound on the number of arcs and points of the contracted board: arcs lead between labels with free cells between them.
pub(super) fn size(puzzle: &LabeledBoard) -> u128 {
    let near = Near::new(puzzle);
    let labeled = puzzle.labeled_cells();
    let nodes = 4 * labeled.len() as u128;
    // Of the 16 pairs of nodes of two labels, half have the right parity.
    let between: u128 = labeled.iter().map(|&cell| 8 * near.labels(puzzle, cell)).sum();
    if !puzzle.closed {
        return between + 3 * nodes + 1;
    }
    let starts = puzzle.board.free_cells().filter(|&cell| puzzle.start_cell.is_none_or(|start| start == cell));
    let of_start = |cell: Cell| {
        let dice = puzzle.start_dice.iter().filter(|die| puzzle.label(cell).is_none_or(|label| label == die.top()));
        let terminals = if puzzle.restore_orientation { dice.count() as u128 } else { 1 };
        terminals * (8 * near.labels(puzzle, cell) + 5)
    };
    between + nodes + starts.map(of_start).sum::<u128>()
}

/// The regions of free cells, and how many labels are at each.
struct Near {
    /// By cell of the board: the region of a free cell.
    region: Vec<Option<usize>>,
    /// By region: the number of labeled cells at it.
    labels: Vec<u128>,
}

impl Near {
    fn new(puzzle: &LabeledBoard) -> Self {
        let mut near = Self { region: vec![None; puzzle.board.size()], labels: Vec::new() };
        for cell in puzzle.board.free_cells() {
            if near.colour(puzzle, cell) {
                near.labels.push(0);
            }
        }
        for cell in puzzle.labeled_cells() {
            for region in near.regions(puzzle, cell) {
                near.labels[region] += 1;
            }
        }
        near
    }

    /// Makes the cells that are connected to this one over free cells a region; returns whether there are any that have no region yet.
    fn colour(&mut self, puzzle: &LabeledBoard, cell: Cell) -> bool {
        let (mut open, mut is_new) = (vec![cell], false);
        while let Some(cell) = open.pop() {
            let Some(at) = puzzle.board.index(cell).filter(|&at| puzzle.labels[at].is_none()) else { continue };
            if self.region[at].is_none() {
                self.region[at] = Some(self.labels.len());
                is_new = true;
                open.extend(puzzle.board.neighbours(cell).map(|(_, next)| next));
            }
        }
        is_new
    }

    /// The regions beside a labeled cell, or that of a free cell.
    fn regions(&self, puzzle: &LabeledBoard, cell: Cell) -> BTreeSet<usize> {
        let is_free = puzzle.label(cell).is_none();
        let beside = puzzle.board.neighbours(cell).map(|(_, next)| next).filter(|_| !is_free);
        beside.chain([cell]).filter_map(|cell| self.region[puzzle.board.index(cell)?]).collect()
    }

    /// At most so many labels can come next after a cell: those beside it, and those at the regions.
    fn labels(&self, puzzle: &LabeledBoard, cell: Cell) -> u128 {
        4 + self.regions(puzzle, cell).into_iter().map(|region| self.labels[region]).sum::<u128>()
    }
}
