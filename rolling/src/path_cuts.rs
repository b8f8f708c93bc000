//! Cuts that keep the path of `path_arcs.rs` in one piece, found where a point violates them, a solution or one of the linear relaxation.
//!
//! Sets: the cells k but a fixed start cell; places: cells, or states. Let S be a set of places that contains all those on some cell k.
//! The path visits k, so it starts in S or enters it:
//!
//! ```text
//! (6)  Σ s in S + Σ_{a into S from outside} a ≥ 1              each cell k and set S
//! ```
//! For each cell k the sets that a point violates are found as minimum cuts between a root, which leads to the starts, and the places on
//! k. A solution with a cycle violates the row of the cells on it, and one without satisfies all: the rows are finitely many and enough.
//!
//! Sets of cells say no more than a flow over cells to each of them (`path_commodities.rs`), sets of states no more than flows over states,
//! by the theorem of maximum flows and minimum cuts; and no less.
//!
//! Source: the subtour elimination of G. Dantzig, R. Fulkerson and S. Johnson, 1954, on the arcs of the graph of states.

use std::collections::{BTreeMap, BTreeSet};

use super::{CutNetwork, PathArcs, Place, UNIT, capacity};
use tumble_model::model::{Linear, LinearConstraint, Var};

/// The variables of the rows (6).
#[derive(Clone, Debug)]
pub struct PathCuts<P> {
    starts: Vec<(P, Var)>,
    between: BTreeMap<(P, P), Vec<Var>>,
    /// By cell, the places on it.
    places: BTreeMap<usize, Vec<P>>,
}

impl<P: Place> PathCuts<P> {
    /// The cuts of a path. A fixed start cell needs none: its starts are in every set that contains it.
    pub fn new(path: &PathArcs) -> Self {
        Self::of(path.starts_at().collect(), path.rolls_between())
    }

    /// The cuts of a path with these arcs: `starts` lead to a place from outside, `between` from one place to another.
    pub fn of(starts: Vec<(P, Var)>, between: BTreeMap<(P, P), Vec<Var>>) -> Self {
        let ends = between.keys().flat_map(|&(from, to)| [from, to]);
        let all: BTreeSet<P> = starts.iter().map(|&(place, _)| place).chain(ends).collect();
        let mut places: BTreeMap<usize, Vec<P>> = BTreeMap::new();
        for place in all {
            places.entry(place.cell()).or_default().push(place);
        }
        Self { starts, between, places }
    }

    /// The sets of rows that a point violates, which has a value for each variable of the model; none if it is a path or a mixture of
    /// paths. A set is a list of the [numbers](Place::number) of its places, ascending.
    pub fn violated(&self, values: &[f64]) -> Vec<Vec<usize>> {
        let network = self.network(values);
        let sets: BTreeSet<BTreeSet<P>> =
            self.places.values().flat_map(|targets| network.below(targets, UNIT)).collect();
        sets.into_iter().map(|set| set.into_iter().map(Place::number).collect()).collect()
    }

    /// The row of a set, as [`violated`](Self::violated) writes it.
    ///
    /// # Errors
    /// When it does not contain all places on some cell.
    pub fn cut(&self, set: &[usize]) -> Result<LinearConstraint, String> {
        let numbers: BTreeSet<usize> = set.iter().copied().collect();
        let has = |place: &P| numbers.contains(&place.number());
        let places: BTreeSet<P> = self.places.values().flatten().copied().filter(has).collect();
        let covers = |places: &Vec<P>| places.iter().all(has);
        if places.len() != set.len() || !self.places.values().any(covers) {
            return Err(format!("{set:?} is not a set of places with all those on a cell"));
        }
        Ok(self.row(&places))
    }

    /// The point as capacities.
    fn network(&self, values: &[f64]) -> CutNetwork<P> {
        let mut network = CutNetwork::new(self.places.values().flatten().copied());
        for &(place, start) in &self.starts {
            network.supply(place, capacity(values[start.index()]));
        }
        for (&(from, to), rolls) in &self.between {
            let sum = capacity(rolls.iter().map(|roll| values[roll.index()]).sum());
            if sum > 0 {
                network.connect(from, to, sum);
            }
        }
        network
    }

    fn row(&self, set: &BTreeSet<P>) -> LinearConstraint {
        let starts = self.starts.iter().filter(|(place, _)| set.contains(place)).map(|&(_, var)| var);
        let entering = self.between.iter().filter(|((from, to), _)| set.contains(to) && !set.contains(from));
        Linear::sum(starts.chain(entering.flat_map(|(_, rolls)| rolls.iter().copied()))).at_least(1)
    }
}
