//! The search: node by node, depth first.

use super::branching::{Fractional, INTEGRAL, PseudoCosts};
use super::program::{Program, Tried};
use super::tree::{Branched, Node, Tree};
use super::{Ended, Found, Setup, Task};
use crate::control::{Event, Incumbent, Progress, Request, Stop};
use crate::lp::{Bound, Gains, LpFailure, LpSolver, Optimum, Patience, Relaxed};

/// The iterations of a trial.
const ITERATIONS: u32 = 60;
/// When the rounds of cuts at the root end, in what users see of the objective.
const AT_ROOT: Patience = Patience { rounds: 5, gain: 0.3 };
/// When the rounds of cuts at other nodes end.
const AT_NODES: Patience = Patience { rounds: 1, gain: 0.2 };

struct Search<'a, T: Task> {
    task: &'a T,
    setup: &'a Setup,
    request: &'a Request<'a>,
    /// For linear programs, whose logs tell nothing.
    quiet: Request<'a>,
    program: Program<'a, T>,
    tree: Tree,
    /// The bound of the node at hand.
    here: Option<i64>,
    costs: PseudoCosts,
    best: Option<Found<T::Solution>>,
    root_bound: Option<f64>,
    nodes: u64,
    incumbents: Vec<Incumbent>,
}

/// What became of a node.
enum Fate {
    /// No solution in it is better than the best.
    Closed,
    /// It is to be branched.
    Branch(Split),
    /// A limit.
    Stopped(Stop),
}

/// How a node is branched.
struct Split {
    candidate: usize,
    /// By child, 0 and 1: a bound, and what led to it.
    children: [(i64, Option<Branched>); 2],
}

/// Solves a task by linear programs. `known`: a solution, if one is known.
///
/// # Errors
/// When the solver of linear programs fails.
pub fn solve<T: Task>(
    task: &T,
    setup: &Setup,
    known: Option<Found<T::Solution>>,
    solver: &mut dyn LpSolver,
    request: &Request<'_>,
) -> Result<Ended<T::Solution>, LpFailure> {
    let candidates = setup.candidates.len();
    let program = Program::new(task, setup, solver);
    let mut search = Search {
        task,
        setup,
        request,
        quiet: Request { log: false, ..request.clone() },
        tree: Tree::new(candidates, program.others()),
        program,
        here: None,
        costs: PseudoCosts::new(candidates),
        best: None,
        root_bound: None,
        nodes: 0,
        incumbents: Vec::new(),
    };
    if let Some(known) = known {
        search.note(known);
    }
    let stop = search.run()?;
    let bound = search.bound();
    let Search { program: Program { rounds, cuts, .. }, best, root_bound, nodes, incumbents, .. } = search;
    Ok(Ended { best, bound, stop, root_bound, nodes, rounds, cuts, incumbents })
}

impl<T: Task> Search<'_, T> {
    fn run(&mut self) -> Result<Option<Stop>, LpFailure> {
        while let Some(mut node) = self.tree.pop() {
            if self.is_closed(node.bound) {
                continue;
            }
            let limit = self.request.control.stop();
            self.here = Some(node.bound);
            let fate = limit.map_or_else(|| self.explore(&mut node), |stop| Ok(Fate::Stopped(stop)))?;
            self.here = None;
            match fate {
                Fate::Closed => {}
                Fate::Branch(split) => self.branch(&node, &split),
                Fate::Stopped(stop) => {
                    self.tree.push(node);
                    return Ok(Some(stop));
                }
            }
            self.report();
        }
        Ok(None)
    }

    /// Whether a node with this bound is closed: solutions up to this value are already known. The least of all integers stands for "no
    /// solution".
    fn is_closed(&self, bound: i64) -> bool {
        let is_better = |best: &Found<T::Solution>| !self.setup.any && bound >= best.objective + self.setup.unit.abs();
        bound == i64::MIN || !self.best.as_ref().is_none_or(is_better)
    }

    /// No solution has a larger objective. Where any will do, the program has no objective to bound.
    fn bound(&self) -> Option<i64> {
        if self.setup.any {
            return None;
        }
        let open = self.tree.bound().max(self.here).filter(|&bound| !self.is_closed(bound));
        open.or_else(|| self.best.as_ref().map(|best| best.objective)).filter(|&bound| bound < i64::MAX)
    }

    /// What users see of an objective.
    fn seen(&self, objective: f64) -> f64 {
        objective / self.setup.unit as f64
    }

    fn report(&self) {
        let incumbent = self.incumbents.last().filter(|_| !self.setup.any).map(|found| found.objective);
        let bound = self.bound().map(|bound| self.seen(bound as f64));
        let control = &self.request.control;
        control.notify(&Event::Progress(Progress { incumbent, bound, nodes: Some(self.nodes) }));
        if self.request.log {
            let show = |number: Option<f64>| number.map_or("-".into(), |number| format!("{number:.1}"));
            let line = format!(
                "{:>8.1}s  nodes {:>6}  open {:>5}  incumbent {:>6}  bound {:>8}  cuts {:>6}",
                control.elapsed().as_secs_f64(),
                self.nodes,
                self.tree.len(),
                show(incumbent.map(|incumbent| incumbent as f64)),
                show(bound),
                self.program.cuts,
            );
            control.notify(&Event::Log(&line));
        }
    }

    /// Solves a node's program with cuts, until the node is closed or to be branched.
    fn explore(&mut self, node: &mut Node) -> Result<Fate, LpFailure> {
        self.nodes += 1;
        let is_root = self.nodes == 1;
        let Patience { rounds, gain } = if is_root { AT_ROOT } else { AT_NODES };
        let mut gains = Gains::new(Patience { rounds, gain: gain * self.setup.unit.abs() as f64 });
        let mut branched = node.branched;
        loop {
            self.program.enter(node);
            let optimum = match self.program.solve(&self.quiet)? {
                Relaxed::Optimal(optimum) => optimum,
                Relaxed::Empty { .. } => return Ok(Fate::Closed),
                Relaxed::Unproved => return Ok(self.branch_anywhere(node)),
                Relaxed::Stopped(stop) => return Ok(Fate::Stopped(stop)),
            };
            let bound = self.program.bound(&optimum);
            node.bound = node.bound.min(bound.floor());
            self.here = Some(node.bound);
            if let Some(branched) = branched.take() {
                self.costs.observe(branched, bound.approximate());
            }
            let values: Vec<f64> = self.setup.candidates.iter().map(|var| optimum.values[var.index()]).collect();
            let is_new = integral(&values).is_some_and(|values| self.settle(values));
            if is_root {
                // Solutions that are known are excluded from the program.
                let known = self.best.as_ref().map_or(f64::NEG_INFINITY, |best| best.objective as f64);
                self.root_bound = (!self.setup.any).then(|| self.seen(bound.approximate().max(known)));
                self.report();
            }
            if self.is_closed(node.bound) {
                return Ok(Fate::Closed);
            }
            self.fix(node, &bound);
            let has_ended = gains.have_ended(bound.approximate());
            if !has_ended && (is_new || self.program.tighten(&optimum)) {
                continue;
            }
            if is_root {
                self.guess(&optimum);
                if self.is_closed(node.bound) {
                    return Ok(Fate::Closed);
                }
                self.fix(node, &bound);
            }
            match self.choose(node, &values, &bound)? {
                Some(fate) => return Ok(fate),
                None => gains.restart(),
            }
        }
    }

    /// Fixes variables whose other values lead to nothing better, by their reduced costs.
    fn fix(&self, node: &mut Node, bound: &Bound) {
        self.program.mark_absent(bound, &mut node.absent, |bound| self.is_closed(bound));
        let free: Vec<usize> = node.fixed.free().collect();
        for candidate in free {
            for value in [false, true] {
                if self.is_closed(self.program.floor_with(bound, candidate, !value)) {
                    node.fixed.fix(candidate, value);
                }
            }
        }
    }

    /// Looks at all solutions with these values of the candidates, and excludes them. Returns whether they were not excluded before.
    fn settle(&mut self, values: Vec<bool>) -> bool {
        if let Some(found) = self.task.best_of(&values) {
            self.note(found);
        }
        self.program.exclude(values)
    }

    fn guess(&mut self, optimum: &Optimum) {
        if let Some(found) = self.program.guess(optimum, self.request) {
            self.note(found);
        }
    }

    fn note(&mut self, found: Found<T::Solution>) {
        if self.best.as_ref().is_none_or(|best| best.objective < found.objective) {
            let seconds = self.request.control.elapsed().as_secs_f64();
            self.incumbents.push(Incumbent { seconds, objective: found.objective / self.setup.unit });
            self.best = Some(found);
            self.report();
        }
    }

    /// Chooses a candidate to branch on; `None` if candidates were fixed instead.
    fn choose(&mut self, node: &mut Node, values: &[f64], bound: &Bound) -> Result<Option<Fate>, LpFailure> {
        let before = bound.approximate();
        let mut list = self.costs.fractional(&node.fixed, values);
        let reliable = self.costs.unreliable(&mut list);
        let mut ends = vec![[node.bound; 2]; list.len()];
        let found = self.probe(&list[reliable..])?;
        let (mut has_fixed, mut is_closed) = (false, false);
        for ((f, ends), found) in list[reliable..].iter_mut().zip(&mut ends[reliable..]).zip(found) {
            for value in [false, true] {
                let side = usize::from(value);
                let Some(found) = found[side] else { continue };
                let after = if let Tried::Bound(_, after) = found { after } else { f64::NEG_INFINITY };
                f.falls[side] = before - after;
                self.costs.observe(f.branched(value, before), after);
                ends[side] = if let Tried::Bound(floor, _) = found { floor.min(node.bound) } else { i64::MIN };
            }
            match ends.map(|end| self.is_closed(end)) {
                [true, true] => is_closed = true,
                [down, up] if down || up => {
                    node.fixed.fix(f.candidate, down);
                    has_fixed = true;
                }
                _ => {}
            }
        }
        if is_closed {
            return Ok(Some(Fate::Closed));
        }
        if has_fixed {
            return Ok(None);
        }
        let scored = list.iter().zip(ends).max_by(|(a, _), (b, _)| a.score().total_cmp(&b.score()));
        let Some((best, ends)) = scored else { return Ok(Some(self.branch_anywhere(node))) };
        let child = |value: bool| (ends[usize::from(value)], Some(best.branched(value, before)));
        Ok(Some(Fate::Branch(Split { candidate: best.candidate, children: [child(false), child(true)] })))
    }

    /// Tries both values of some candidates.
    fn probe(&mut self, list: &[Fractional]) -> Result<Vec<[Option<Tried>; 2]>, LpFailure> {
        let trials: Vec<(usize, bool)> =
            list.iter().flat_map(|f| [(f.candidate, false), (f.candidate, true)]).collect();
        if trials.is_empty() {
            return Ok(Vec::new());
        }
        let mut found = self.program.probe(&trials, ITERATIONS, &self.quiet)?;
        found.resize(trials.len(), None);
        Ok(found.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect())
    }

    /// Branches where the program says nothing, or closes the node if nothing is left to branch on.
    fn branch_anywhere(&mut self, node: &Node) -> Fate {
        let first = node.fixed.free().next();
        if let Some(candidate) = first {
            return Fate::Branch(Split { candidate, children: [(node.bound, None); 2] });
        }
        if let Some(found) = node.fixed.all().and_then(|values| self.task.best_of(&values)) {
            self.note(found);
        }
        Fate::Closed
    }

    /// Opens the children of a node, that of the larger bound last.
    fn branch(&mut self, node: &Node, &Split { candidate, children }: &Split) {
        let mut nodes = [false, true].map(|value| {
            let (bound, branched) = children[usize::from(value)];
            let mut child = Node { bound, branched, ..node.clone() };
            child.fixed.fix(candidate, value);
            child
        });
        nodes.sort_by_key(|node| node.bound);
        for node in nodes {
            self.tree.push(node);
        }
    }
}

/// The values of candidates, if all of them are integral.
fn integral(values: &[f64]) -> Option<Vec<bool>> {
    let value = |&value: &f64| ((value - value.round()).abs() < INTEGRAL).then_some(value > 0.5);
    values.iter().map(value).collect()
}
