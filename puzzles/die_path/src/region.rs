//! The cells that an encoding or a search needs: the board, or on the plane a box that holds a shortest path.
//!
//! On the plane a shortest path is at most 6 longer than the Manhattan distance of its ends (`docs/plane.md`, theorem 1), so it does
//! not leave the rectangle that they span, widened by 3 on each side (corollary 1); a path that is longer by 2 may leave it by one cell
//! more. Nothing here depends on the folding of `plane.rs` (theorem 2).

use std::collections::{HashMap, VecDeque};
use std::ops::ControlFlow;

use num_bigint::BigUint;

use super::instance::{Sum, may_circle};
use super::plane::STRAY;
use super::{DiePath, Route, Runner};
use tumble_model::control::{Control, Extent, Request, Stop, Verdict, leave};
use tumble_puzzles::geometry::{Cell, Die, Direction, Face};
use tumble_puzzles::instance::LabelKind;
use tumble_puzzles::puzzle::{CIRCLES, Count, Endless, Listed, Listener, Searched, Start, Which};
use tumble_puzzles::search::{Costs, NoCosts, cheapest, circle, extended};
use tumble_rolling::{CellGraph, ORIENTATIONS, RollArc, RollGraph, State, StateSet, Terminal};

/// A die on the numbered cells of a rectangle, blocked ones included, with its start and goal states.
pub(super) struct Region {
    pub(super) graph: RollGraph,
    /// The states in which the die may start.
    pub(super) starts: Vec<State>,
    /// The states in which it may end, in order: none if the goal has the other handedness.
    pub(super) goals: Vec<State>,
}

/// A rectangle on the plane is widened by so much at most.
const WIDEST: u64 = 1 << 60;

/// West, south, columns and rows of the rectangle that holds the paths of up to so many rolls more than a shortest one may have.
fn rectangle(puzzle: &DiePath, more: u64) -> (i64, i64, i64, i64) {
    if let Some(board) = &puzzle.board {
        return (0, 0, board.columns() as i64, board.rows() as i64);
    }
    // On the plane there is a goal cell.
    let a = puzzle.runners[0].start;
    let b = puzzle.runners[0].goal.unwrap_or(a);
    let stray = STRAY + (more / 2).min(WIDEST) as i64;
    let (west, south) = (a.x.min(b.x) - stray, a.y.min(b.y) - stray);
    (west, south, a.x.max(b.x) + stray - west + 1, a.y.max(b.y) + stray - south + 1)
}

/// The number of cells of the rectangle, computed before memory is allocated.
pub(super) fn size(puzzle: &DiePath, more: u64) -> u128 {
    let (_, _, columns, rows) = rectangle(puzzle, more);
    u128::from(columns.unsigned_abs()) * u128::from(rows.unsigned_abs())
}

impl Region {
    /// A region for each die, all with the same cells, for paths of up to so many rolls more than a shortest one may have.
    pub(super) fn of_each(puzzle: &DiePath, more: u64) -> Vec<Self> {
        let (west, south, columns, rows) = rectangle(puzzle, more);
        let is_free = |cell| puzzle.board.as_ref().is_none_or(|board| board.is_free(cell));
        // A model or a search of too many cells was refused before.
        let size = [columns, rows].map(|side| usize::try_from(side).expect("a rectangle has sides"));
        let cells = CellGraph::of_rectangle(Cell::new(west, south), size.into(), is_free);
        puzzle.runners.iter().map(|runner| Self::new(puzzle, cells.clone(), runner)).collect()
    }

    /// The region of the only die.
    pub(super) fn of_one(puzzle: &DiePath, more: u64) -> Self {
        Self::of_each(puzzle, more).swap_remove(0)
    }

    /// A state as the start of a path.
    pub(super) fn start(&self, state: State) -> Start {
        let (cell, die) = self.graph.placed(state);
        Start { cell, die }
    }

    /// The path that makes these rolls from a state, with its sum where there is one.
    pub(super) fn route(&self, puzzle: &DiePath, start: State, rolls: Vec<Direction>) -> Route {
        let roll = |state: &State, &roll: &Direction| self.graph.roll(*state, roll);
        let states = rolls.iter().scan(start, |state, direction| {
            *state = roll(state, direction)?;
            Some(*state)
        });
        let value = |sum: &Sum, state: State| sum.value(state.cell(), self.graph.dice()[state.orientation()]);
        let sum =
            puzzle.sum.as_ref().map(|sum| std::iter::once(start).chain(states).map(|state| value(sum, state)).sum());
        Route { sum, ..Route::of_rolls(rolls) }.with_starts(puzzle, vec![self.start(start)])
    }

    fn new(puzzle: &DiePath, cells: CellGraph, runner: &Runner) -> Self {
        let graph = restricted(puzzle, RollGraph::new(cells, runner.start_dice[0].handedness()));
        let states = |cell, dice| Terminal::new(&graph, cell, dice).states(&graph).collect();
        let starts = states(Some(runner.start), &runner.start_dice[..]);
        let goals = states(runner.goal, &runner.goal_dice[..]);
        Self { graph, starts, goals }
    }
}

/// The states and the rolls that labels, faces that are never on top, and directions leave.
fn restricted(puzzle: &DiePath, graph: RollGraph) -> RollGraph {
    let is_shut = |tail: Die, direction: Direction, head: Cell| {
        let is_closed = || puzzle.label(head).is_some_and(|label| tail.top() != label);
        !puzzle.directions.contains(&direction) || puzzle.label_kind == LabelKind::Gate && is_closed()
    };
    let has_labels = |kind| puzzle.label_kind == kind && !puzzle.labels.is_empty();
    let may_show = |cell: Cell, face: Face| {
        let label = puzzle.label(cell).filter(|_| puzzle.label_kind == LabelKind::Top);
        label.is_none_or(|label| face == label) && !puzzle.never.contains(&face)
    };
    let is_restricted = has_labels(LabelKind::Top) || !puzzle.never.is_empty();
    let graph = if is_restricted { graph.restricted(|cell, die| may_show(cell, die.top())) } else { graph };
    if puzzle.directions.len() == Direction::ALL.len() && !has_labels(LabelKind::Gate) {
        return graph;
    }
    graph.without_rolls(|graph, arc| is_shut(graph.placed(arc.tail).1, arc.direction, graph.placed(arc.head).0))
}

// One die on a board: the paths of the best sum, and the number of all paths.
//
// A path is a way from a start state to a goal state; each state costs what its cell and its die count. Costs may be negative; where a
// circle of rolls that leads on to a goal costs less than nothing, no path is best.

/// Why no path is best.
pub(super) const NO_BEST: &str =
    "no path is best: a circle of rolls makes the sum better, and can be rolled again and again";

/// The paths of one die.
pub(super) struct Ways<'a> {
    pub(super) puzzle: &'a DiePath,
    pub(super) sum: Option<&'a Sum>,
    pub(super) region: Region,
    /// The states from which rolls lead to a goal.
    leads_on: StateSet,
}

impl<'a> Ways<'a> {
    /// With the sum that is made best, or for all paths.
    pub fn new(puzzle: &'a DiePath, sum: Option<&'a Sum>) -> Self {
        let region = Region::of_one(puzzle, 0);
        let leads_on = region.graph.leading_to(region.goals.iter().copied(), |_| true);
        Self { puzzle, sum, region, leads_on }
    }

    pub(super) fn cost(&self, state: State) -> i64 {
        let die = self.region.graph.dice()[state.orientation()];
        self.sum.map_or(0, |sum| sum.cost(state.cell(), die))
    }

    /// The first states of the rest of a path, each with its start: the start itself; in a round trip the state after the first roll.
    pub(super) fn seeds(&self) -> impl Iterator<Item = (State, State)> + '_ {
        let starts = self.region.starts.iter().copied();
        let seeds = starts.flat_map(|start| {
            let first = |is_wanted: bool| is_wanted.then_some(start);
            let rolls = self.region.graph.rolls_from(start).map(|arc| arc.head);
            let rolls = rolls.filter(|_| self.puzzle.is_round_trip);
            first(!self.puzzle.is_round_trip).into_iter().chain(rolls).map(move |seed| (seed, start))
        });
        seeds.filter(|&(seed, _)| self.leads_on.contains(seed))
    }

    pub(super) fn seed_cost(&self, (seed, start): (State, State)) -> i64 {
        self.cost(seed) + if self.puzzle.is_round_trip { self.cost(start) } else { 0 }
    }

    pub(super) fn rolls(&self, tail: State) -> impl Iterator<Item = RollArc> + '_ {
        self.region.graph.rolls_from(tail).filter(|arc| self.leads_on.contains(arc.head))
    }

    pub(super) fn costs(&self, request: &Request<'_>) -> Result<Costs, NoCosts> {
        let moves = |state, next: &mut Vec<(u32, i64)>| {
            next.extend(self.rolls(State::from_index(state)).map(|arc| (arc.head.index(), self.cost(arc.head))));
        };
        let seeds = self.seeds().map(|seed| (seed.0.index(), self.seed_cost(seed)));
        let may_be_negative = self.sum.is_some_and(Sum::may_be_negative);
        cheapest(self.region.graph.cells().len() * ORIENTATIONS, seeds, &moves, may_be_negative, request)
    }

    /// Some path, with its sum; `None` if there is none, or at a limit.
    pub(super) fn some(&self, request: &Request<'_>) -> Option<Route> {
        match Self::new(self.puzzle, None).solve(request).verdict {
            Verdict::Optimal(route) => Some(route),
            _ => None,
        }
    }

    pub fn solve(&self, request: &Request<'_>) -> Searched<Route> {
        let costs = match self.costs(request) {
            Err(NoCosts::Stopped(stop)) => return Searched::new(Verdict::Unknown { bound: None, stop }, 0),
            Err(NoCosts::Circle) => {
                let stop = Stop::Unbounded(NO_BEST.into());
                let verdict = match self.some(request) {
                    Some(solution) => Verdict::Feasible { solution, bound: None, stop },
                    None => Verdict::Unknown { bound: None, stop },
                };
                return Searched::new(verdict, 0);
            }
            Ok(costs) => costs,
        };
        let best = self.region.goals.iter().filter_map(|goal| Some((costs.of(goal.index())?, goal.index()))).min();
        let verdict = best.map_or(Verdict::Infeasible, |(_, goal)| {
            let mut states: Vec<State> = costs.way(goal).into_iter().map(State::from_index).collect();
            if self.puzzle.is_round_trip {
                let cost = costs.of(states[0].index());
                let start = self.seeds().find(|&seed| seed.0 == states[0] && Some(self.seed_cost(seed)) == cost);
                states.splice(0..0, start.map(|(_, start)| start));
            }
            Verdict::Optimal(self.route(&states))
        });
        Searched::new(verdict, costs.expanded)
    }

    /// The path through successive states, of which there is at least one.
    pub(super) fn route(&self, states: &[State]) -> Route {
        let roll = |pair: &[State]| {
            Direction::ALL.into_iter().find(|&roll| self.region.graph.roll(pair[0], roll) == Some(pair[1]))
        };
        self.region.route(self.puzzle, states[0], states.windows(2).filter_map(roll).collect())
    }

    /// The states with which a path begins.
    pub(super) fn first(&self, seed: State, start: State) -> Vec<State> {
        if self.puzzle.is_round_trip { vec![start, seed] } else { vec![seed] }
    }
}

// The paths that are counted or listed: those of the best sum, or all.
//
// Their rolls are a graph. If it has a circle, there are infinitely many paths; otherwise the number of ways to a state is known as soon as it
// is known for all states before it.

/// The control is asked after so many states.
const ASK: usize = 1 << 12;
/// The memory of a number, in bytes, beside its digits.
const BYTES_PER_NUMBER: u64 = 64;
/// Of infinitely many paths so many are handed over, the shortest first.
const MOST_OF_ENDLESS: usize = 1_000;

/// The paths that are counted or listed.
pub(super) struct Chosen<'w> {
    ways: &'w Ways<'w>,
    /// The costs on best paths, and the best; `None`: all paths.
    best: Option<(&'w Costs, i64)>,
    goals: StateSet,
    /// The states from which the rolls lead to an end.
    leads_on: StateSet,
}

impl<'w> Chosen<'w> {
    pub fn new(ways: &'w Ways<'w>, costs: Option<&'w Costs>) -> Self {
        let (region, cells) = (&ways.region, ways.region.graph.cells().len());
        let all = || region.goals.iter().copied();
        let best = costs.and_then(|costs| Some((costs, all().filter_map(|goal| costs.of(goal.index())).min()?)));
        let mut goals = StateSet::new(cells);
        goals.extend(all());
        let mut chosen = Self { ways, best, goals, leads_on: StateSet::new(cells) };
        if costs.is_none() || best.is_some() {
            let ends = all().filter(|&goal| chosen.ends_at(goal));
            chosen.leads_on = region.graph.leading_to(ends, |arc| chosen.has(arc));
        }
        chosen
    }

    /// The best, if these are the paths of the best sum.
    pub fn best(&self) -> Option<i64> {
        self.best.map(|(_, best)| best)
    }

    /// Whether a roll is on some of the paths, as far as its ends show.
    fn has(&self, arc: RollArc) -> bool {
        self.best.is_none_or(|(costs, _)| {
            let [tail, head] = [arc.tail, arc.head].map(|state| costs.of(state.index()));
            head.is_some() && head == tail.map(|tail| tail + self.ways.cost(arc.head))
        })
    }

    /// Whether a path may end in a state.
    fn ends_at(&self, state: State) -> bool {
        self.goals.contains(state) && self.best.is_none_or(|(costs, best)| costs.of(state.index()) == Some(best))
    }

    /// The first states of the rest of a path, each with its start, as in [`Ways::seeds`].
    pub fn seeds(&self) -> impl Iterator<Item = (State, State)> + '_ {
        let is_best = |seed: &(State, State)| {
            self.best.is_none_or(|(costs, _)| costs.of(seed.0.index()) == Some(self.ways.seed_cost(*seed)))
        };
        self.ways.seeds().filter(move |seed| self.leads_on.contains(seed.0) && is_best(seed))
    }

    /// The states that the rolls from a state lead to.
    fn heads(&self, tail: State) -> impl Iterator<Item = State> + '_ {
        let rolls = self.ways.region.graph.rolls_from(tail).filter(|&arc| self.has(arc));
        rolls.map(|arc| arc.head).filter(|&head| self.leads_on.contains(head))
    }

    /// The number of paths.
    pub fn number(&self, request: &Request<'_>) -> Result<Number, Stop> {
        let (mut left, states) = self.entering(request)?;
        let mut numbers: HashMap<State, BigUint> = HashMap::new();
        for (seed, _) in self.seeds() {
            *numbers.entry(seed).or_default() += 1u8;
        }
        let mut open: VecDeque<State> =
            numbers.keys().copied().filter(|seed| left[seed.index() as usize] == 0).collect();
        let (mut sum, mut done) = (BigUint::ZERO, 0);
        while let Some(state) = open.pop_front() {
            if done % ASK == 0 {
                let bytes = numbers.values().map(|number| BYTES_PER_NUMBER + number.bits() / 8).sum::<u64>();
                request.control.check()?;
                request.control.check_memory(bytes + left.len() as u64)?;
            }
            done += 1;
            let number = numbers.remove(&state).unwrap_or_default();
            if self.ends_at(state) {
                sum += &number;
            }
            for head in self.heads(state) {
                *numbers.entry(head).or_default() += &number;
                let left = &mut left[head.index() as usize];
                *left -= 1;
                if *left == 0 {
                    open.push_back(head);
                }
            }
        }
        if done == states {
            Ok(Number::Finite(sum))
        } else {
            self.endless(&request.control).map(|endless| Number::Infinite(Box::new(endless)))
        }
    }

    /// Paths with a circle, of infinitely many.
    fn endless(&self, control: &Control<'_>) -> Result<Endless<Route>, Stop> {
        let seeds: Vec<u32> = self.seeds().map(|(seed, _)| seed.index()).collect();
        let heads = |state, next: &mut Vec<u32>| next.extend(self.heads(State::from_index(state)).map(State::index));
        let circle = circle(&seeds, &heads, &|state| self.ends_at(State::from_index(state)), control)?;
        let circle = circle.unwrap_or_else(|| unreachable!("the states that are not done wait for each other"));
        let circle = circle.map(State::from_index);
        let begin = |states: &[State]| {
            let (seed, start) = { self.seeds() }.find(|seed| seed.0 == states[0]).expect("it begins with a seed");
            self.ways.first(seed, start)
        };
        let route = |states: &[State]| self.ways.route(&[&begin(states), &states[1..]].concat());
        let before = begin(&circle.way(0)).len() as u64 - 1;
        let endless = Endless::of(&circle, route);
        Ok(Endless { before: endless.before + before, ..endless })
    }

    /// By state, the rolls into it from states on the paths; and the number of these states.
    fn entering(&self, request: &Request<'_>) -> Result<(Vec<u8>, usize), Stop> {
        let cells = self.ways.region.graph.cells().len();
        request.control.check_memory((cells * ORIENTATIONS) as u64)?;
        let mut entering = vec![0u8; cells * ORIENTATIONS];
        let mut reached = StateSet::new(cells);
        let mut open: Vec<State> = self.seeds().map(|(seed, _)| seed).filter(|&seed| reached.insert(seed)).collect();
        let mut states = 0;
        while let Some(state) = open.pop() {
            if states % ASK == 0 {
                request.control.check()?;
            }
            states += 1;
            for head in self.heads(state) {
                entering[head.index() as usize] += 1;
                if reached.insert(head) {
                    open.push(head);
                }
            }
        }
        Ok((entering, states))
    }

    /// Hands over the shortest of infinitely many paths.
    fn shortest(&self, found: &mut Listener<'_, Route>, control: &Control<'_>) -> Result<(), Stop> {
        let mut left = MOST_OF_ENDLESS;
        let mut some = |route, bytes| {
            left -= 1;
            found(route, bytes)?;
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        // By number of rolls, the states from which so many lead to an end.
        let mut ends = self.goals.clone();
        ends.retain(|goal| self.leads_on.contains(goal) && self.ends_at(goal));
        let mut layers = vec![ends];
        loop {
            control.check()?;
            control.check_memory(layers.iter().map(StateSet::bytes).sum())?;
            for (seed, start) in self.seeds() {
                if self.paths(self.ways.first(seed, start), Some(&layers), &mut some, control).is_break() {
                    return Ok(());
                }
            }
            layers.push(self.tails(&layers[layers.len() - 1]));
        }
    }

    /// The states from which a roll leads to one of these.
    fn tails(&self, heads: &StateSet) -> StateSet {
        let rolls = heads.iter().flat_map(|head| self.ways.region.graph.rolls_to(head));
        let mut tails = StateSet::new(self.ways.region.graph.cells().len());
        tails.extend(
            rolls.filter(|&arc| self.has(arc)).map(|arc| arc.tail).filter(|&tail| self.leads_on.contains(tail)),
        );
        tails
    }

    /// Hands over all paths that begin with these states, of finitely many; with layers, those that go on through the layers, the last of which
    /// comes first. It breaks off where the listener does, or at a limit.
    fn paths(
        &self,
        mut path: Vec<State>,
        layers: Option<&[StateSet]>,
        found: &mut Listener<'_, Route>,
        control: &Control<'_>,
    ) -> ControlFlow<Extent<Endless<Route>>> {
        let begins = path.len();
        // The heads of rolls from the last state, and whether the path may end there.
        let next = |path: &[State]| -> (Vec<State>, bool) {
            let Some(&here) = path.last() else { return (Vec::new(), false) };
            let Some(layers) = layers else { return (self.heads(here).collect(), self.ends_at(here)) };
            let left = layers.len() - 1 - (path.len() - begins);
            let Some(layer) = left.checked_sub(1).map(|next| &layers[next]) else { return (Vec::new(), true) };
            (self.heads(here).filter(|&head| layer.contains(head)).collect(), false)
        };
        if let (Some([.., first]), Some(&here)) = (layers, path.last())
            && !first.contains(here)
        {
            return ControlFlow::Continue(());
        }
        extended(&mut path, |path| {
            if let Some(stop) = control.stop() {
                return ControlFlow::Break(Extent::Stopped(stop));
            }
            let (heads, is_end) = next(path);
            if is_end {
                found(self.ways.route(path), size_of_val(path) as u64).map_break(|()| Extent::Enough)?;
            }
            ControlFlow::Continue(heads)
        })
    }
}

impl<'a> Ways<'a> {
    /// What a model of the paths of the best sum has to know before it is built: a circle of rolls costs nothing for a flow.
    pub fn circles(puzzle: &'a DiePath, request: &Request<'_>) -> Circles {
        let Some(sum) = puzzle.sum.as_ref().filter(|_| may_circle(&puzzle.directions)) else {
            return Circles::Harmless;
        };
        let ways = Self::new(puzzle, Some(sum));
        match ways.costs(request) {
            // Of infinitely many paths some is found, unless a limit comes first.
            Err(NoCosts::Circle) => ways.some(request).map_or(Circles::AsGood, Circles::Better),
            Err(NoCosts::Stopped(stop)) => Circles::stopped(stop),
            Ok(costs) => match Chosen::new(&ways, Some(&costs)).number(request) {
                Ok(Number::Finite(_)) => Circles::Harmless,
                Ok(Number::Infinite(_)) => Circles::AsGood,
                Err(stop) => Circles::stopped(stop),
            },
        }
    }

    /// Counts the paths of the best sum, or all paths.
    pub fn count(&self, which: Which, request: &Request<'_>) -> Count<Endless<Route>> {
        let costs = match which {
            Which::Best => Some(self.costs(request)),
            Which::All | Which::Within(_) => None,
        };
        let costs = match costs {
            None => None,
            Some(Err(NoCosts::Stopped(stop))) => return Count::stopped(stop),
            Some(Err(NoCosts::Circle)) => {
                return Count { reason: Some(NO_BEST.into()), ..Count::new(0_u8, Extent::All) };
            }
            Some(Ok(costs)) => Some(costs),
        };
        let chosen = Chosen::new(self, costs.as_ref());
        let objective = chosen.best().zip(self.sum).map(|(best, sum)| sum.sign() * best);
        match chosen.number(request) {
            Ok(Number::Finite(solutions)) => Count { objective, ..Count::new(solutions, Extent::All) },
            Ok(Number::Infinite(endless)) => Count { objective, ..Count::new(1_u8, Extent::All).endless(*endless) },
            Err(stop) => Count::stopped(stop),
        }
    }

    /// Lists the paths of the best sum.
    pub fn list(&self, found: &mut Listener<'_, Route>, request: &Request<'_>) -> Listed<Route> {
        let costs = match self.costs(request) {
            Err(NoCosts::Stopped(stop)) => return Listed::new(Extent::Stopped(stop), 0),
            Err(NoCosts::Circle) => return Listed::new(Extent::Stopped(Stop::Unbounded(NO_BEST.into())), 0),
            Ok(costs) => costs,
        };
        let chosen = Chosen::new(self, Some(&costs));
        let nodes = costs.expanded;
        match chosen.number(request) {
            Err(stop) => Listed::new(Extent::Stopped(stop), nodes),
            Ok(Number::Infinite(endless)) => {
                // At a limit there are fewer of them, which changes nothing about how many there are.
                let _ = chosen.shortest(found, &request.control);
                Listed { reason: Some(CIRCLES.into()), ..Listed::new(Extent::Endless(*endless), nodes) }
            }
            Ok(Number::Finite(_)) => {
                let list = chosen
                    .seeds()
                    .try_for_each(|(seed, start)| chosen.paths(self.first(seed, start), None, found, &request.control));
                Listed::new(Extent::of(list), nodes)
            }
        }
    }
}

/// How many paths there are.
pub(super) enum Number {
    Finite(BigUint),
    Infinite(Box<Endless<Route>>),
}

/// What circles of rolls do to the sum of a path.
pub(super) enum Circles {
    /// They make it worse, or there are none.
    Harmless,
    /// They leave it as it is, so that infinitely many paths are best.
    AsGood,
    /// They make it better, so that no path is best. Some path.
    Better(Route),
}

impl Circles {
    /// A limit was reached: the model is not built, or where it is all the same, nothing is said of the number of its paths.
    fn stopped(stop: Stop) -> Self {
        leave(stop);
        Self::AsGood
    }
}
