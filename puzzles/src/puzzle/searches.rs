//! The searches of a puzzle: the rows of [`Puzzle::SEARCHES`].
//!
//! A search may take bounds from linear programs. It gets the solver of these as a session, so the puzzle names no backend. Its answer must
//! not depend on the solver's numbers: duals are rounded to integers, and the bounds that are computed from them hold for any duals.

use std::convert::Infallible;
use std::fmt::{self, Debug};
use std::hash::Hash;
use std::ops::ControlFlow;

use num_bigint::BigUint;
use serde::Serialize;

use super::Puzzle;
use crate::control::{Extent, Incumbent, Request, Stop, Verdict};
use crate::search::{
    AllWays, Circle, Ended, Goals, Graph, Onward, Ran, State, all_ways, count_shortest, list_by_length, list_shortest,
    shortest_path, ways_by_length,
};
use crate::session::{BackendError, Reload};

/// The name of the first search of every puzzle.
pub const SEARCH: &str = "search";

/// What is asked of an instance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Question {
    /// A best solution; without an objective, any.
    #[default]
    Best,
    /// The solutions, one by one: if there is an objective, those that are at most so much worse than the best one, 0 for the best ones.
    List(u64),
    /// The number of solutions.
    Count(Which),
}

/// Which solutions are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Which {
    /// The optimal ones; without an objective, all.
    Best,
    /// Those whose objective is at most so much worse than the best one.
    Within(u64),
    /// All.
    All,
}

impl Which {
    /// How much worse than the best one they may be; 0 where no distance is named.
    pub const fn within(self) -> u64 {
        if let Self::Within(worse) = self { worse } else { 0 }
    }
}

/// A search of a puzzle, without a model.
pub struct Search<P: Puzzle> {
    /// Its name and what it is.
    pub info: SearchInfo,
    /// Its rank for a question about an instance, or why it does not answer it, which is shown to the user. Of the searches that answer, the
    /// one of the highest rank is taken if none is named; of equal ranks the first.
    pub fit: fn(&P, Question) -> Result<u8, &'static str>,
    /// Finds a best solution: polls `control.stop()` and keeps to the memory limit. If there is no objective, any solution is
    /// [`Verdict::Optimal`]. The solution is replayed by [`Puzzle::verify`].
    pub best: FindBest<P>,
    /// Hands solutions to the listener, each solution once, until all are listed or the listener breaks off. If there is an objective, these
    /// are the solutions that are at most so much worse than the best one as the number says, the best ones first. With each solution the
    /// listener polls `control.stop()` and compares the memory of the list with the limit; between two solutions the search does.
    pub list: ListAll<P>,
    /// Counts solutions.
    pub count: CountAll<P>,
}

/// A function that finds a best solution.
pub type FindBest<P> = fn(&P, &mut Means<'_>) -> Result<Searched<<P as Puzzle>::Solution>, BackendError>;

/// A function that lists solutions.
pub type ListAll<P> = fn(
    &P,
    u64,
    &mut Listener<'_, <P as Puzzle>::Solution>,
    &mut Means<'_>,
) -> Result<Listed<<P as Puzzle>::Solution>, BackendError>;

/// A function that counts solutions.
pub type CountAll<P> = fn(&P, Which, &mut Means<'_>) -> Result<Count<Endless<<P as Puzzle>::Solution>>, BackendError>;

/// What a search runs with.
pub struct Means<'a> {
    /// Limits, threads, and who hears of progress.
    pub request: &'a Request<'a>,
    /// Solves linear programs, if the search [takes them](SearchInfo::takes_programs).
    pub programs: &'a mut dyn Reload,
}

impl Debug for Means<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Means").field("request", &self.request).finish_non_exhaustive()
    }
}

/// The description of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SearchInfo {
    /// Its name.
    pub name: &'static str,
    /// What it is, in one line.
    pub summary: &'static str,
    /// Whether it takes bounds from linear programs.
    #[serde(skip)]
    pub takes_programs: bool,
}

impl<P: Puzzle> Search<P> {
    /// The first search of a puzzle, which answers every question about every instance but lists nothing.
    pub const fn direct(best: FindBest<P>, count: CountAll<P>) -> Self {
        let info = SearchInfo { name: SEARCH, summary: "the puzzle's own direct search", takes_programs: false };
        let fit =
            |_: &P, question| if matches!(question, Question::List(_)) { Err("it lists no solutions") } else { Ok(1) };
        // Nobody is asked who does not answer the question: see `fit`.
        let list: ListAll<P> = |_, _, _, _| Ok(Listed::new(Extent::Enough, 0));
        Self { info, fit, best, list, count }
    }

    /// The search with a list.
    #[must_use]
    pub const fn listing(self, list: ListAll<P>) -> Self {
        Self { list, fit: |_, _| Ok(1), ..self }
    }

    /// The search with other ranks.
    #[must_use]
    pub const fn fitting(self, fit: fn(&P, Question) -> Result<u8, &'static str>) -> Self {
        Self { fit, ..self }
    }
}

impl<P: Puzzle> Debug for Search<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Search").field("info", &self.info).finish_non_exhaustive()
    }
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct Searched<S> {
    /// Its verdict.
    pub verdict: Verdict<S>,
    /// The number of nodes of the search tree, or of states that were reached.
    pub nodes: u64,
    /// Improving solutions, in order.
    pub incumbents: Vec<Incumbent>,
    /// Why there is no solution, if the search can state a reason.
    pub reason: Option<String>,
    /// The cuts of the linear programs, if the search takes them.
    pub cutting: Option<Cutting>,
}

/// What linear programs with cuts came to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cutting {
    /// The bound of the linear relaxation.
    pub root_bound: Option<f64>,
    /// Rounds of cuts.
    pub rounds: u64,
    /// Cuts.
    pub cuts: u64,
}

impl<S> Searched<S> {
    /// A verdict after this many nodes, without improving solutions on the way.
    pub const fn new(verdict: Verdict<S>, nodes: u64) -> Self {
        Self { verdict, nodes, incumbents: Vec::new(), reason: None, cutting: None }
    }

    /// There is no solution, for this reason, which took no search.
    pub fn infeasible(why: impl Into<String>) -> Self {
        Self { reason: Some(why.into()), ..Self::new(Verdict::Infeasible, 0) }
    }

    /// The result with its solution converted.
    pub fn map<T>(self, convert: impl FnOnce(S) -> T) -> Searched<T> {
        let Self { verdict, nodes, incumbents, reason, cutting } = self;
        Searched { verdict: verdict.map(convert), nodes, incumbents, reason, cutting }
    }
}

/// Receives the solutions of a list one by one, each with the memory in bytes that the search holds at that time. Breaks off when no
/// other solution is wanted.
pub type Listener<'a, S> = dyn FnMut(S, u64) -> ControlFlow<()> + 'a;

/// How a search that lists solutions ended.
#[derive(Clone, Debug)]
pub struct Listed<S> {
    /// The number of nodes of the search tree, or of states that were reached.
    pub nodes: u64,
    /// Whether all were handed over, and if not, why; [`Extent::Enough`] where the listener broke off.
    pub extent: Extent<Endless<S>>,
    /// Why there is no solution, or why there are infinitely many, if the search can state a reason.
    pub reason: Option<String>,
}

impl<S> Listed<S> {
    /// An extent after this many nodes.
    pub const fn new(extent: Extent<Endless<S>>, nodes: u64) -> Self {
        Self { nodes, extent, reason: None }
    }

    /// There is nothing to list, for this reason.
    pub fn infeasible(why: impl Into<String>) -> Self {
        Self { reason: Some(why.into()), ..Self::new(Extent::All, 0) }
    }

    /// The extent with its solutions converted.
    pub fn map<T>(self, convert: impl FnMut(S) -> T) -> Listed<T> {
        let Self { nodes, extent, reason } = self;
        let Ok(extent) = extent.try_map(|endless| Ok::<_, Infallible>(endless.map(convert)));
        Listed { nodes, extent, reason }
    }
}

impl<S> From<Ran<ControlFlow<()>>> for Listed<S> {
    fn from(Ran { ended, states }: Ran<ControlFlow<()>>) -> Self {
        let extent = match ended {
            Ended::Found(flow) => Extent::handed_over(flow),
            Ended::NoPath => Extent::All,
            Ended::Stopped { stop, .. } => Extent::Stopped(stop),
        };
        Self::new(extent, states)
    }
}

/// The descriptions of a puzzle's searches.
pub fn search_infos<P: Puzzle>() -> Vec<SearchInfo> {
    P::SEARCHES.iter().map(|search| search.info).collect()
}

// How many solutions there are.

/// How many solutions there are. `W` shows that there are infinitely many: [`Endless`] solutions of a puzzle, or what was checked of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count<W> {
    /// The number of optimal solutions if there is an objective and only these are counted, otherwise of all solutions. Unless all were
    /// counted, it is a lower bound. For optimal solutions it is no bound then: better solutions may exist.
    pub solutions: BigUint,
    /// The objective value of the optimal solutions.
    pub objective: Option<i64>,
    /// Of those within a distance of the best objective: how many have each objective, the best one first.
    pub by_objective: Vec<(i64, BigUint)>,
    /// The number of different layouts among them, for puzzles whose solutions may look alike.
    pub layouts: Option<u64>,
    /// Whether all were counted, and if not, why.
    pub extent: Extent<W>,
    /// In words, why there are infinitely many, why others were not counted, or why there are none.
    pub reason: Option<String>,
}

impl<W> Count<W> {
    /// So many solutions, of which this is the extent.
    pub fn new(solutions: impl Into<BigUint>, extent: Extent<W>) -> Self {
        Self {
            solutions: solutions.into(),
            objective: None,
            by_objective: Vec::new(),
            layouts: None,
            extent,
            reason: None,
        }
    }

    /// No solution was found before the count stopped.
    pub fn stopped(stop: Stop) -> Self {
        Self::new(0_u8, Extent::Stopped(stop))
    }

    /// There is no solution, for this reason.
    pub fn infeasible(why: impl Into<String>) -> Self {
        Self { reason: Some(why.into()), ..Self::new(0_u8, Extent::All) }
    }

    /// The count as a lower bound of infinitely many.
    #[must_use]
    pub fn endless(self, witness: W) -> Self {
        Self { extent: Extent::Endless(witness), reason: Some(CIRCLES.into()), ..self }
    }

    /// Whether it is known that there is exactly one solution.
    pub fn is_one(&self) -> bool {
        self.extent.is_all() && self.solutions == BigUint::from(1u8)
    }

    /// The number of shortest solutions that a search found, with their length.
    pub fn of_shortest(ended: &Ended<(u64, BigUint)>) -> Self {
        match ended {
            Ended::Found((length, solutions)) => {
                Self { objective: i64::try_from(*length).ok(), ..Self::new(solutions.clone(), Extent::All) }
            }
            Ended::NoPath => Self::new(0_u8, Extent::All),
            Ended::Stopped { stop, .. } => Self::stopped(stop.clone()),
        }
    }

    /// Why not all are counted; `None` if all are.
    pub fn why_incomplete(&self) -> Option<String> {
        match &self.extent {
            Extent::All => None,
            Extent::Stopped(stop) => Some(format!("stopped by {stop}")),
            Extent::Endless(_) => Some(self.reason.clone().unwrap_or_else(|| "infinitely many".into())),
            Extent::Enough => Some(self.reason.clone().unwrap_or_else(|| "there may be more".into())),
        }
    }

    /// The count with what shows that there are infinitely many converted, if the conversion succeeds.
    ///
    /// # Errors
    /// What `convert` returns.
    pub fn try_map<V, E>(self, convert: impl FnOnce(W) -> Result<V, E>) -> Result<Count<V>, E> {
        let Self { solutions, objective, by_objective, layouts, extent, reason } = self;
        Ok(Count { solutions, objective, by_objective, layouts, extent: extent.try_map(convert)?, reason })
    }
}

/// Why there are infinitely many solutions.
pub const CIRCLES: &str = "infinitely many, because moves lead in a circle on the way";

/// Counts the shortest ways of a graph, or all ways; `solution` makes a solution of the states of a way. Of infinitely many and at a limit the
/// number of the shortest ones is a lower bound.
pub fn count_ways<K: State + Hash, S>(
    graph: &Graph<'_, K>,
    which: Which,
    request: &Request<'_>,
    solution: &dyn Fn(&[K]) -> S,
) -> Count<Endless<S>> {
    let shortest = Count::of_shortest(&count_shortest(graph, request).ended);
    if which == Which::Best || shortest.solutions == BigUint::ZERO {
        return shortest;
    }
    let is_goal = is_goal(&graph.goals);
    let onward = Onward { starts: &graph.starts, forward: graph.forward, is_goal: &is_goal };
    if let Which::Within(more) = which {
        return shortest.and_longer(more, |most| ways_by_length(&onward, most, request));
    }
    let way = match shortest_path(graph, request).ended {
        Ended::Found(way) => way,
        Ended::Stopped { stop, .. } => return Count { extent: Extent::Stopped(stop), objective: None, ..shortest },
        Ended::NoPath => unreachable!("there is a shortest way"),
    };
    shortest.or_all(all_ways(&way, &onward, &request.control), solution)
}

/// Whether a way may end at a state, for many states.
fn is_goal<'a, K: State>(goals: &'a Goals<'_, K>) -> Box<dyn Fn(K) -> bool + 'a> {
    match goals {
        Goals::Listed(goals) => {
            let mut goals = goals.clone();
            goals.sort_unstable();
            Box::new(move |state| goals.binary_search(&state).is_ok())
        }
        Goals::Where(holds) => Box::new(holds),
    }
}

/// Hands the shortest ways of a graph, and those of up to `within` moves more, to `found`, the shortest first: see
/// [`list_by_length`].
pub fn list_ways<K: State, S>(
    graph: &Graph<'_, K>,
    within: u64,
    found: &mut dyn FnMut(&[K], u64) -> ControlFlow<()>,
    request: &Request<'_>,
) -> Listed<S> {
    if within == 0 {
        return list_shortest(graph, found, request).into();
    }
    let Ran { ended, states } = count_shortest(graph, request);
    let ended = ended.and_then(|(shortest, _)| {
        let lengths = shortest..=shortest.saturating_add(within);
        let onward = Onward { starts: &graph.starts, forward: graph.forward, is_goal: &is_goal(&graph.goals) };
        let list = list_by_length(&onward, lengths, found, request);
        list.map_or_else(|stop| Ended::Stopped { stop, at_least: shortest }, Ended::Found)
    });
    Ran { ended, states }.into()
}

impl<S> Count<Endless<S>> {
    /// From the number of the shortest ways to that of ways with up to so many moves more; `by_length` gives the numbers of ways with 0, 1, … up to
    /// some moves.
    #[must_use]
    pub fn and_longer(self, more: u64, by_length: impl FnOnce(u64) -> Result<Vec<BigUint>, Stop>) -> Self {
        let Some(shortest) = self.objective.filter(|_| self.extent.is_all()) else { return self };
        if more == 0 {
            return Self { by_objective: vec![(shortest, self.solutions.clone())], ..self };
        }
        // A length.
        let best = shortest.unsigned_abs();
        match by_length(best.saturating_add(more)) {
            Ok(numbers) => {
                let by_objective: Vec<_> = (0..).zip(numbers).filter(|&(objective, _)| objective >= shortest).collect();
                let solutions = by_objective.iter().map(|(_, number)| number).sum::<BigUint>();
                Self { by_objective, ..Self { solutions, ..self } }
            }
            Err(stop) => Self { extent: Extent::Stopped(stop), ..self },
        }
    }

    /// From the number of the shortest ways to that of all ways; `solution` makes a solution of the states of a way.
    #[must_use]
    pub fn or_all<K: Copy>(self, all: Result<AllWays<K>, Stop>, solution: &dyn Fn(&[K]) -> S) -> Self {
        let shortest = Count { objective: None, ..self };
        match all {
            Ok(AllWays::Number(solutions)) => Count::new(solutions, Extent::All),
            Ok(AllWays::Endless(circle)) => shortest.endless(Endless::of(&circle, solution)),
            Err(stop) => Count { extent: Extent::Stopped(stop), ..shortest },
        }
    }
}

// Infinitely many solutions, shown by some of them.

/// A solution with a circle of moves in it, after which everything is as before it. So the circle can be left out, or made any number of times.
/// What a search says of it is believed once the rules have replayed these solutions and compared the
/// [positions](super::Powers::position) around the circle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endless<S> {
    /// The solutions in which the circle is left out, made once, and made twice.
    pub solutions: [S; 3],
    /// The number of moves before the circle.
    pub before: u64,
    /// The number of moves of the circle, at least 1.
    pub length: u64,
}

impl<S> Endless<S> {
    /// Of a way with a circle; `solution` makes a solution of the states of a way.
    pub fn of<K: Copy>(circle: &Circle<K>, solution: impl Fn(&[K]) -> S) -> Self {
        let (before, length) = circle.lengths();
        Self { solutions: [0, 1, 2].map(|times| solution(&circle.way(times))), before, length }
    }

    /// With its solutions converted.
    pub fn map<T>(self, convert: impl FnMut(S) -> T) -> Endless<T> {
        Endless { solutions: self.solutions.map(convert), before: self.before, length: self.length }
    }
}
