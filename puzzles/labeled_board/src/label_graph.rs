//! The graph of labels: its nodes are the states on labeled cells, its steps the shortest walks over free cells between them.
//!
//! Free cells may be entered in any order and any number of times, so the walks from one labeled cell to the next do not depend on
//! the cells visited before. They are computed once; the search and the encodings as arcs (further below) then work on labeled cells
//! only. `commodity-flow` and `euler-flow` do not use this graph, so they cross-check it.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use super::{LabeledBoard, Objective, Trail};
use tumble_model::model::{Linear, Model, Sense};
use tumble_puzzles::geometry::{Cell, Direction, Face};
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

// The board contracted to its labels, as a generalised travelling salesman problem: the encodings as arcs are models of it.
//
// A point is a node of the graph of labels (a state on a labeled cell, which shows the label), or a terminal, where trails begin and end.
// A trail is a circuit that takes one node of each label and one terminal: from the terminal a shortest walk leads over free cells to
// the first label, from label to label, and after the last label to where the trail ends. An open board has one terminal, for all its
// starts. A closed one has a terminal for each start cell, or for each start state if the orientation is restored, because its trails end
// where they start.
//
// Sources: H. Srivastava, S. Kumar, R. Garg, P. Sen, *Generalized travelling salesman problem through n sets of nodes*, CORS Journal 7,
// 1969; the contraction is that above.

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

/// The contracted board. Its graph of labels is kept elsewhere.
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
