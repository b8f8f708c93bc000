//! One unit of flow over the states of a graph of rolls, without time: the common core of the encodings `state-flow`.
//!
//! Variables, in 0..=1, all implied integers because the rows are a network matrix: `s[u]` the flow starts in u; `a[u,d]` it follows the
//! roll from u in direction d; `z[u]` it ends in u; `f[u,d]` of a round trip, its first roll. Rows (1) to (4) are those that the encodings
//! state.

use std::collections::{BTreeMap, VecDeque};
use std::fmt::Display;

use super::{RollArc, RollGraph, State, chosen};
use tumble_model::model::{Assignment, Linear, Literal, Model, Var};
use tumble_puzzles::geometry::Direction;

/// The variables of a flow, which a path is read from.
#[derive(Debug)]
pub struct StaticFlow<S = State, D = Direction> {
    starts: Vec<(S, Var)>,
    /// Of a round trip.
    first: Vec<(RollArc<S, D>, Var)>,
    ends: Vec<(S, Var)>,
    arcs: Vec<(RollArc<S, D>, Var)>,
    is_round_trip: bool,
}

impl StaticFlow {
    /// Adds a flow from one of the starts to one of the goals, with its rows. A round trip has at least one roll. States that lead to no
    /// goal are left out.
    pub fn new(graph: &RollGraph, [starts, goals]: [&[State]; 2], is_round_trip: bool, model: &mut Model) -> Self {
        graph.explain(model);
        let first = starts.iter().filter(|_| is_round_trip).flat_map(|&state| graph.rolls_from(state));
        let first: Vec<RollArc> = first.collect();
        let begins = starts.iter().copied().filter(|_| !is_round_trip);
        let mut passed = graph.reached(first.iter().map(|arc| arc.head).chain(begins), |_| true);
        let leads_on = graph.leading_to(goals.iter().copied(), |_| true);
        passed.retain(|state| leads_on.contains(state));
        let arcs = passed.iter().flat_map(|state| graph.rolls_from(state)).filter(|arc| passed.contains(arc.head));
        let goals = goals.iter().copied().filter(|&state| passed.contains(state));
        let first = is_round_trip.then_some(first);
        Self::of_arcs(starts.iter().copied(), first, goals, arcs, passed.iter(), model)
    }
}

impl<S: Copy + Ord + Display, D: Copy + Into<char>> StaticFlow<S, D> {
    /// Adds a flow from one of the starts to one of the goals over these arcs between states that it passes, with its rows. `first` has the
    /// first rolls of a round trip.
    pub fn of_arcs(
        starts: impl Iterator<Item = S>,
        first: Option<Vec<RollArc<S, D>>>,
        goals: impl Iterator<Item = S>,
        arcs: impl Iterator<Item = RollArc<S, D>>,
        passed: impl Iterator<Item = S>,
        model: &mut Model,
    ) -> Self {
        model.explain("s_cC_oO", "the path starts on cell C in orientation O");
        model.explain("z_cC_oO", "the path ends on cell C in orientation O");
        model.explain("a_cC_oO_D", "a roll leads from cell C and orientation O in direction D");
        let is_round_trip = first.is_some();
        if is_round_trip {
            model.explain("f_cC_oO_D", "the first roll leads from cell C and orientation O in direction D");
        }
        let mut flag = |name: String| model.implied_integer(name, 0..=1);
        let first = first.into_iter().flatten().map(|arc| (arc, flag(format!("f_{arc}")))).collect();
        let starts = starts.map(|state| (state, flag(format!("s_{state}")))).collect();
        let ends = goals.map(|state| (state, flag(format!("z_{state}")))).collect();
        let arcs = arcs.map(|arc| (arc, flag(format!("a_{arc}")))).collect();
        let flow = Self { starts, first, ends, arcs, is_round_trip };
        flow.add_rows(passed, model);
        flow
    }

    fn add_rows(&self, states: impl Iterator<Item = S>, model: &mut Model) {
        let Self { starts, first, ends, arcs, is_round_trip } = self;
        let mut balance: BTreeMap<S, Linear> = states.map(|state| (state, Linear::new())).collect();
        let begins = starts.iter().copied().filter(|_| !is_round_trip);
        let entering = arcs.iter().chain(first).map(|&(arc, var)| (arc.head, var)).chain(begins);
        let leaving = arcs.iter().map(|&(arc, var)| (arc.tail, var)).chain(ends.iter().copied());
        for (state, times, var) in entering.map(|(u, var)| (u, 1, var)).chain(leaving.map(|(u, var)| (u, -1, var))) {
            balance.entry(state).or_default().push(times, var);
        }
        model.block("(1) the path starts once");
        model.add("one_start", Linear::sum(starts.iter().map(|&(_, var)| var)).equals(1));
        model.block("(2) what enters a state leaves it");
        for (state, sum) in balance {
            model.add(format!("pass_{state}"), sum.equals(0));
        }
        model.block("(3) the path ends once");
        model.add("one_end", Linear::sum(ends.iter().map(|&(_, var)| var)).equals(1));
        if *is_round_trip {
            model.block("(4) the first roll leads from the start");
            for &(start, var) in starts {
                let rolls = first.iter().filter(|(arc, _)| arc.tail == start);
                let rolls = rolls.fold(Linear::from(var), |sum, &(_, roll)| sum.plus(-1, roll));
                model.add(format!("leave_{start}"), rolls.equals(0));
            }
        }
    }

    /// The rolls that the flow may follow.
    pub fn rolls(&self) -> impl Iterator<Item = (RollArc<S, D>, Var)> + '_ {
        self.first.iter().chain(&self.arcs).copied()
    }

    /// The states that it may start in.
    pub fn starts(&self) -> impl Iterator<Item = (S, Var)> + '_ {
        self.starts.iter().copied()
    }

    /// The number of rolls.
    pub fn length(&self) -> Linear {
        Linear::sum(self.rolls().map(|(_, var)| var))
    }

    /// Literals that tell paths apart: rows that exclude a path have fractional solutions, so these variables become integers.
    pub fn distinguish(&self, model: &mut Model) -> Vec<Literal> {
        let vars: Vec<Var> = self.starts().map(|(_, var)| var).chain(self.rolls().map(|(_, var)| var)).collect();
        for &var in &vars {
            model.require_integer(var);
        }
        vars.into_iter().map(Literal::from).collect()
    }

    /// The start and the rolls of a shortest path over the used arcs. The best flow is a path; others also have cycles.
    ///
    /// # Errors
    /// When the flow leads from no start to no end.
    pub fn path(&self, assignment: &Assignment) -> Result<(S, Vec<D>), String> {
        let start = chosen(&self.starts, assignment).ok_or("the path has no start")?;
        let end = chosen(&self.ends, assignment).ok_or("the path has no end")?;
        let first = self.first.iter().find(|&&(_, var)| assignment[var] == 1).map(|&(arc, _)| arc);
        let begin = first.map_or(start, |arc| arc.head);
        let mut leaving: BTreeMap<S, Vec<RollArc<S, D>>> = BTreeMap::new();
        for &(arc, _) in self.arcs.iter().filter(|&&(_, var)| assignment[var] == 1) {
            leaving.entry(arc.tail).or_default().push(arc);
        }
        // By state: the arc on which the search first came to it.
        let mut entered: BTreeMap<S, RollArc<S, D>> = BTreeMap::new();
        let mut open = VecDeque::from([begin]);
        while let Some(state) = open.pop_front() {
            for arc in leaving.remove(&state).into_iter().flatten() {
                if arc.head != begin && !entered.contains_key(&arc.head) {
                    entered.insert(arc.head, arc);
                    open.push_back(arc.head);
                }
            }
        }
        let mut rolls: Vec<D> = Vec::new();
        let mut here = end;
        while here != begin {
            let arc = entered.get(&here).ok_or("the flow does not reach its end")?;
            rolls.push(arc.direction);
            here = arc.tail;
        }
        rolls.extend(first.map(|arc| arc.direction));
        rolls.reverse();
        Ok((start, rolls))
    }
}
