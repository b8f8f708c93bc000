//! One unit of flow over the states that rolls reach, without time: the common core of the encodings `state-flow`.
//!
//! Variables, in 0..=1, all implied integers because the rows are a network matrix: `s[u]` the flow starts in u; `a[u,d]` it follows the
//! roll from u in direction d; `z[u]` it ends in u. Rows (1) to (3) are those that the encodings state.

use std::collections::{BTreeMap, VecDeque};

use super::{RollArc, RollGraph, State, chosen};
use crate::geometry::Direction;
use crate::model::{Assignment, Linear, Literal, Model, Var};

/// The variables of a flow, which a path is read from.
#[derive(Debug)]
pub struct StaticFlow {
    starts: Vec<(State, Var)>,
    ends: Vec<(State, Var)>,
    arcs: Vec<(RollArc, Var)>,
}

impl StaticFlow {
    /// Adds a flow from one of the starts to one of the goals, with its rows.
    pub fn new(graph: &RollGraph, starts: &[State], goals: &[State], model: &mut Model) -> Self {
        graph.explain(model);
        model.explain("s_cC_oO", "the path starts on cell C in orientation O");
        model.explain("z_cC_oO", "the path ends on cell C in orientation O");
        model.explain("a_cC_oO_D", "a roll leads from cell C and orientation O in direction D");
        let mut flag = |name: String| model.implied_integer(name, 0..=1);
        let reached = graph.reached(starts.iter().copied(), |_| true);
        let starts: Vec<(State, Var)> = starts.iter().map(|&state| (state, flag(format!("s_{state}")))).collect();
        let ends = goals.iter().copied().filter(|&state| reached.contains(state));
        let ends: Vec<(State, Var)> = ends.map(|state| (state, flag(format!("z_{state}")))).collect();
        let arcs = reached.iter().flat_map(|state| graph.rolls_from(state));
        let arcs: Vec<(RollArc, Var)> = arcs.map(|arc| (arc, flag(format!("a_{arc}")))).collect();
        let mut balance: BTreeMap<State, Linear> = reached.iter().map(|state| (state, Linear::new())).collect();
        let entering = arcs.iter().map(|&(arc, var)| (arc.head, var)).chain(starts.iter().copied());
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
        Self { starts, ends, arcs }
    }

    /// The number of rolls.
    pub fn length(&self) -> Linear {
        Linear::sum(self.arcs.iter().map(|&(_, var)| var))
    }

    /// Literals that tell paths apart: rows that exclude a path have fractional solutions, so these variables become integers.
    pub fn distinguish(&self, model: &mut Model) -> Vec<Literal> {
        let starts = self.starts.iter().map(|&(_, var)| var);
        let vars: Vec<Var> = starts.chain(self.arcs.iter().map(|&(_, var)| var)).collect();
        for &var in &vars {
            model.require_integer(var);
        }
        vars.into_iter().map(Literal::from).collect()
    }

    /// The start and the rolls of a shortest path over the used arcs. The best flow is a path; others also have cycles.
    ///
    /// # Errors
    /// When the flow leads from no start to no end.
    pub fn path(&self, assignment: &Assignment) -> Result<(State, Vec<Direction>), String> {
        let start = chosen(&self.starts, assignment).ok_or("the path has no start")?;
        let end = chosen(&self.ends, assignment).ok_or("the path has no end")?;
        let mut leaving: BTreeMap<State, Vec<RollArc>> = BTreeMap::new();
        for &(arc, _) in self.arcs.iter().filter(|&&(_, var)| assignment[var] == 1) {
            leaving.entry(arc.tail).or_default().push(arc);
        }
        // By state: the arc on which the search first came to it.
        let mut entered: BTreeMap<State, RollArc> = BTreeMap::new();
        let mut open = VecDeque::from([start]);
        while let Some(state) = open.pop_front() {
            for arc in leaving.remove(&state).into_iter().flatten() {
                if arc.head != start && !entered.contains_key(&arc.head) {
                    entered.insert(arc.head, arc);
                    open.push_back(arc.head);
                }
            }
        }
        let mut rolls: Vec<Direction> = Vec::new();
        let mut here = end;
        while here != start {
            let arc = entered.get(&here).ok_or("the flow does not reach its end")?;
            rolls.push(arc.direction);
            here = arc.tail;
        }
        rolls.reverse();
        Ok((start, rolls))
    }
}
