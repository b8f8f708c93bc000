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
use crate::geometry::Direction;
use crate::model::Model;
use crate::rolling::{Endpoints, State};

/// A node of the graph of labels, or a terminal, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Point {
    Terminal(usize),
    Node(Node),
}

/// The shortest walks from one point to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Arc {
    pub(super) from: Point,
    pub(super) to: Point,
    pub(super) rolls: u32,
}

/// See the [module](self).
pub(super) struct Contracted {
    pub(super) graph: LabelGraph,
    /// By terminal: the states in which its trails may start.
    terminals: Vec<Vec<State>>,
    /// The arcs that a circuit may use, in order; none between two nodes of one label.
    pub(super) arcs: Vec<Arc>,
}

impl Contracted {
    pub(super) fn new(puzzle: &LabeledBoard) -> Self {
        let graph = LabelGraph::new(puzzle);
        let Endpoints { start, closed, restore, .. } = &graph.board.endpoints;
        let starts: Vec<State> = start.states(&graph.board.graph).collect();
        let is_one = |a: &State, b: &State| !closed || a.cell() == b.cell() && !restore;
        let terminals: Vec<Vec<State>> = starts.chunk_by(is_one).map(<[State]>::to_vec).collect();
        let mut arcs = Vec::new();
        for (terminal, starts) in terminals.iter().enumerate() {
            arcs.extend(ends(&graph, Point::Terminal(terminal), starts));
        }
        for from in 0..graph.nodes.len() as Node {
            let steps = graph.steps(from).iter().filter(|step| graph.label(step.to) != graph.label(from));
            arcs.extend(steps.map(|step| Arc {
                from: Point::Node(from),
                to: Point::Node(step.to),
                rolls: step.length,
            }));
        }
        arcs.sort_unstable();
        // A start on the label itself comes before walks to the label.
        arcs.dedup_by_key(|arc| (arc.from, arc.to));
        let mut contracted = Self { graph, terminals, arcs };
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

    /// The points between which there are arcs, in order.
    pub(super) fn points(&self) -> BTreeSet<Point> {
        self.arcs.iter().flat_map(|arc| [arc.from, arc.to]).collect()
    }

    /// The label of a point; `None` for a terminal.
    pub(super) fn label(&self, point: Point) -> Option<usize> {
        match point {
            Point::Terminal(_) => None,
            Point::Node(node) => Some(self.graph.label(node)),
        }
    }

    /// The number of the cell of a label.
    pub(super) fn cell(&self, label: usize) -> usize {
        let node = self.graph.label_of.partition_point(|&of| usize::from(of) < label);
        self.graph.nodes[node].cell()
    }

    /// Explains the names of arcs and points.
    pub(super) fn explain(&self, model: &mut Model) {
        self.graph.board.graph.explain(model);
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
    pub(super) fn name(&self, before: &str, point: Point) -> String {
        match point {
            Point::Node(node) => format!("{before}_{}", self.graph.nodes[usize::from(node)]),
            Point::Terminal(terminal) => {
                let (state, endpoints) = (self.terminals[terminal][0], &self.graph.board.endpoints);
                match (endpoints.closed, endpoints.restore) {
                    (false, _) => before.to_owned(),
                    (true, false) => format!("{before}_c{}", state.cell()),
                    (true, true) => format!("{before}_{state}"),
                }
            }
        }
    }

    /// The name of an arc: `a_c3_o17_c4_o2`, or `s_…`, `z_…` with its terminal first.
    pub(super) fn name_of_arc(&self, arc: Arc) -> String {
        let (kind, first, second) = match (arc.from, arc.to) {
            (Point::Terminal(_), _) => ("s", arc.from, arc.to),
            (_, Point::Terminal(_)) => ("z", arc.to, arc.from),
            (Point::Node(_), Point::Node(_)) => ("a", arc.from, arc.to),
        };
        self.name(&self.name(kind, first), second)
    }

    /// The trail of a terminal that takes these nodes.
    pub(super) fn trail(&self, terminal: usize, nodes: &[Node]) -> Option<Trail> {
        let starts = &self.terminals[terminal];
        let states: Vec<State> = nodes.iter().map(|&node| self.graph.nodes[usize::from(node)]).collect();
        let (first, last) = (*states.first()?, *states.last()?);
        let (start, mut rolls) = if starts.contains(&first) {
            (first, Vec::new())
        } else {
            self.graph.walks_from_free(starts).shortest(&self.graph, first)?
        };
        for pair in states.windows(2) {
            rolls.extend(self.walk(pair[0], pair[1])?);
        }
        rolls.extend(self.ending(starts, last)?);
        Some(Trail::of(self.graph.board.start(start), &rolls))
    }

    fn walk(&self, from: State, to: State) -> Option<Vec<Direction>> {
        let (_, rolls) = Walks::new(&self.graph, vec![from]).shortest(&self.graph, to)?;
        Some(rolls)
    }

    /// The rolls after the last label.
    fn ending(&self, starts: &[State], last: State) -> Option<Vec<Direction>> {
        let is_open = !self.graph.board.endpoints.closed;
        if is_open && self.graph.may_end(starts, last) {
            return Some(Vec::new());
        }
        let walks = Walks::new(&self.graph, vec![last]);
        // An open trail does not enter a label again.
        let may_end = |&end: &State| self.graph.may_end(starts, end) && !(is_open && self.graph.node(end).is_some());
        let ends = self.graph.board.graph.states().filter(may_end);
        let (_, end) = ends.filter_map(|end| Some((walks.to(end)?, end))).min()?;
        walks.shortest(&self.graph, end).map(|(_, rolls)| rolls)
    }
}

/// The arcs from a terminal to first labels, and from last labels to the terminal.
fn ends(graph: &LabelGraph, terminal: Point, starts: &[State]) -> Vec<Arc> {
    let first = graph.first_steps(starts).into_iter();
    let first = first.map(|step| Arc { from: terminal, to: Point::Node(step.to), rolls: step.length });
    let last = graph.rolls_to_end(starts).into_iter().enumerate();
    let last =
        last.filter_map(|(node, rolls)| Some(Arc { from: Point::Node(node as Node), to: terminal, rolls: rolls? }));
    first.chain(last).collect()
}
