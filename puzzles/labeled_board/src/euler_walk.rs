//! An Eulerian walk on the graph of (cell, orientation) as an integer flow: what `commodity-flow` and `euler-flow` share. They differ in
//! how they keep it connected.
//!
//! Free cells may be entered any number of times, even in the same orientation, so a path that uses each state at most once would
//! lose solutions on boards with free cells. A connected flow is a walk (Euler), and the order of its arcs does not matter because
//! labeled cells are entered only once.
//!
//! Sets: states u = (c, o), c ∈ 0..C over the cells that are not blocked, o ∈ 0..24, that are reachable by
//! rolls from a start state; on labeled cells, only states that show the label (a fixed labeled start is entered again only if the
//! tour is closed); arcs (u, d) for the rolls d from u. L is the number of labels.
//!
//! Variables: `x[u,d]` how often the die rolls from u in direction d: in 0..=1 if u or the head is on a labeled cell, otherwise
//! in 0..=L+1, because a shortest trail is in each state at most once between two labels; `s[u]`, `z[u]` ∈ {0, 1} the trail starts,
//! ends in u. Without a goal it ends on a label.
//!
//! ```text
//! min  Σ x[u,d]                                                            omitted if any trail will do
//! (1)  Σ_u s[u] = 1;  Σ_u z[u] = 1
//! (2)  s[u] + Σ x into u = z[u] + Σ x out of u                             each state u
//! (3)  Σ_{u on c} (s[u] + Σ x into u) = 1                                  each labeled cell c; closed: without s[u]
//! (5)  Σ_{u on c} s[u] = Σ_{u on c} z[u]                                   closed: each start cell c
//! (6)  s[u] = z[u]                                                         restored: each start state u
//! ```
//! (4), which keeps the flow connected, is up to the encodings. Size: at most 96·C arcs and 48·C starts and ends; 26·C + 2 rows, 24·C
//! more if the orientation is restored.
//!
//! A connected flow may also have cycles that do not touch it, on free cells only. They are superfluous: a flow with the fewest rolls has
//! none, and decoding leaves them out.
//!
//! Source: the trail as an Eulerian walk is the specification of this puzzle.

use std::collections::{BTreeMap, BTreeSet};

use super::label_graph::Numbered;
use super::{LabeledBoard, Objective, Trail};
use tumble_model::model::{Assignment, Linear, Model, Sense, Var};
use tumble_puzzles::geometry::Direction;
use tumble_rolling::{Endpoints, RollArc, State};

/// The most variables of a flow on a board.
pub(super) fn size(puzzle: &LabeledBoard) -> u128 {
    144 * puzzle.board.free_cells().count() as u128
}

/// The model without what keeps the flow connected, and its variables.
pub(super) fn build(puzzle: &LabeledBoard, board: &Numbered, mut model: Model) -> (Model, Network) {
    let mut network = variables(board, &mut model);
    network.counts_rolls = puzzle.objective == Objective::Min;
    model.block("(1) the trail starts once and ends once");
    model.add("one_start", Linear::sum(network.starts.values().copied()).equals(1));
    model.add("one_end", Linear::sum(network.ends.values().copied()).equals(1));
    balance(&network, &mut model);
    visits(board, &network, &mut model);
    close(board, &network, &mut model);
    if network.counts_rolls {
        model.set_objective(Sense::Minimize, Linear::sum(network.arcs.iter().map(|arc| arc.var)));
    }
    (model, network)
}

fn variables(board: &Numbered, model: &mut Model) -> Network {
    let Numbered { graph, endpoints, labels, .. } = board;
    graph.explain(model);
    model.explain("s_cC_oO", "the trail starts on cell C in orientation O");
    model.explain("z_cC_oO", "the trail ends on cell C in orientation O");
    model.explain("x_cC_oO_D", "how often the die rolls from cell C and orientation O in direction D");
    let reached = graph.reached(endpoints.start.states(graph), |c| may_enter(board, c));
    let count = labels.iter().flatten().count();
    let starts = endpoints.start.states(graph).map(|state| (state, model.binary(format!("s_{state}")))).collect();
    let ends = reached.iter().filter(|&state| can_end(board, count, state));
    let ends = ends.map(|state| (state, model.binary(format!("z_{state}")))).collect();
    let rolls = reached.iter().flat_map(|state| graph.rolls_from(state));
    let arcs = rolls.filter(|roll| may_enter(board, roll.head.cell())).map(|roll| {
        let once = board.is_labeled(roll.tail.cell()) || board.is_labeled(roll.head.cell());
        let upper = if once { 1 } else { count as i64 + 1 };
        FlowArc { roll, var: model.integer(format!("x_{roll}"), 0..=upper), upper }
    });
    let arcs = arcs.collect();
    let labeled = labels.iter().map(Option::is_some).collect();
    Network { starts, ends, arcs, labeled, closed: endpoints.closed, counts_rolls: true }
}

/// Whether a trail may end in a state.
fn can_end(board: &Numbered, labels: usize, state: State) -> bool {
    let Numbered { graph, endpoints: Endpoints { start, goal, closed, .. }, .. } = board;
    if *closed {
        return start.states(graph).any(|start| start.cell() == state.cell());
    }
    // Without a goal, rolls after the last label are superfluous.
    let open = !goal.is_anywhere(graph) || labels == 0;
    goal.contains(state) && (open || board.is_labeled(state.cell()))
}

/// Whether rolls may enter a cell: not a fixed labeled start, unless the tour is closed.
fn may_enter(board: &Numbered, c: usize) -> bool {
    board.endpoints.closed || !board.is_labeled(c) || board.endpoints.may_enter(c)
}

/// Rows (2).
fn balance(network: &Network, model: &mut Model) {
    let mut balance: BTreeMap<State, Linear> = BTreeMap::new();
    for (&state, &start) in &network.starts {
        balance.entry(state).or_default().push(1, start);
    }
    for (&state, &end) in &network.ends {
        balance.entry(state).or_default().push(-1, end);
    }
    for arc in &network.arcs {
        balance.entry(arc.roll.tail).or_default().push(-1, arc.var);
        balance.entry(arc.roll.head).or_default().push(1, arc.var);
    }
    model.block("(2) what enters a state leaves it");
    for (state, sum) in balance {
        model.add(format!("pass_{state}"), sum.equals(0));
    }
}

/// Rows (3).
fn visits(board: &Numbered, network: &Network, model: &mut Model) {
    let labeled = board.labels.iter().enumerate().filter(|(_, label)| label.is_some());
    let mut visits: BTreeMap<usize, Linear> = labeled.map(|(c, _)| (c, Linear::new())).collect();
    let starts = network.starts.iter().filter(|_| !network.closed).map(|(state, &var)| (state.cell(), var));
    for (c, var) in starts.chain(network.arcs.iter().map(|arc| (arc.roll.head.cell(), arc.var))) {
        if let Some(sum) = visits.get_mut(&c) {
            sum.push(1, var);
        }
    }
    model.block("(3) each labeled cell is entered once");
    for (c, sum) in visits {
        model.add(format!("visit_c{c}"), sum.equals(1));
    }
}

/// Rows (5) and (6).
fn close(board: &Numbered, network: &Network, model: &mut Model) {
    if !network.closed {
        return;
    }
    let row = |keep: &dyn Fn(State) -> bool| {
        let minus = network.ends.iter().filter(|(state, _)| keep(**state));
        let sum = minus.fold(Linear::new(), |sum, (_, &end)| sum.plus(-1, end));
        network.starts.iter().filter(|(state, _)| keep(**state)).fold(sum, |sum, (_, &start)| sum.plus(1, start))
    };
    model.block("(5) the last roll leads back to the start");
    for c in network.starts.keys().map(|state| state.cell()).collect::<BTreeSet<usize>>() {
        model.add(format!("close_c{c}"), row(&|state| state.cell() == c).equals(0));
    }
    if board.endpoints.restore {
        model.block("(6) the die is then back in its start orientation");
        for &start in network.starts.keys() {
            model.add(format!("restore_{start}"), row(&|state| state == start).equals(0));
        }
    }
}

/// A walk that uses every arc as often as the flow does (Hierholzer).
pub(super) fn decode(board: &Numbered, network: &Network, assignment: &Assignment) -> Result<Trail, String> {
    let start = network.start(assignment).ok_or("the trail has no start")?;
    let mut leaving: BTreeMap<State, Vec<(Direction, State)>> = BTreeMap::new();
    for arc in &network.arcs {
        let times = usize::try_from(assignment[arc.var]).map_err(|_| "an arc is used a negative number of times")?;
        let exit = (arc.roll.direction, arc.roll.head);
        leaving.entry(arc.roll.tail).or_default().extend(std::iter::repeat_n(exit, times));
    }
    // A roll is output when its head has no unused arc left, so the rolls come out last to first.
    let mut rolls = Vec::new();
    let mut stack: Vec<(State, Option<Direction>)> = vec![(start, None)];
    while let Some(&(here, roll)) = stack.last() {
        if let Some((next, head)) = leaving.get_mut(&here).and_then(Vec::pop) {
            stack.push((head, Some(next)));
        } else {
            stack.pop();
            rolls.extend(roll);
        }
    }
    rolls.reverse();
    Ok(Trail::of(board.start(start), &rolls))
}

// The variables of a flow on the graph of (cell, orientation).

/// The variables of a flow.
#[derive(Clone)]
pub(super) struct Network {
    pub(super) starts: BTreeMap<State, Var>,
    pub(super) ends: BTreeMap<State, Var>,
    pub(super) arcs: Vec<FlowArc>,
    /// By cell: whether it is labeled.
    pub(super) labeled: Vec<bool>,
    /// Whether the tour is closed; the start then does not count as a visit.
    pub(super) closed: bool,
    /// Whether the number of rolls is minimised, so that superfluous rolls have to be cut off.
    pub(super) counts_rolls: bool,
}

/// A roll, the variable that counts how often it is used, and the variable's upper bound.
#[derive(Clone)]
pub(super) struct FlowArc {
    pub(super) roll: RollArc,
    pub(super) var: Var,
    pub(super) upper: i64,
}

impl Network {
    /// Where the trail starts.
    pub(super) fn start(&self, assignment: &Assignment) -> Option<State> {
        self.starts.iter().find(|(_, var)| assignment[**var] == 1).map(|(&state, _)| state)
    }
}
