//! Turning centres and nothing else.
//!
//! Two sequences of the source turn centres alone: one turns U clockwise and F counter-clockwise, one turns U by a half. Held in
//! all 24 ways these give a quarter turn of each pair of neighbouring faces against each other and a half turn of each face.
//! Together they reach all 2048 states of even sum; shortest paths by Dijkstra's algorithm, in turns.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::turn::Turn;
use crate::geometry::cube::{Face, Vector, cross};

/// U clockwise, F counter-clockwise.
const AGAINST: &str = "F B' L R' U D' F' U' D L' R F' B U";
/// U by a half turn.
const HALF: &str = "U R L U2 R' L' U R L U2 R' L'";

/// How far each centre is turned, in quarters clockwise by face.
type State = [u8; 6];

/// States as numbers: two bits a face.
const STATES: usize = 1 << 12;

fn number(state: State) -> usize {
    state.iter().rev().fold(0, |number, &quarters| number << 2 | usize::from(quarters))
}

fn state(number: usize) -> State {
    std::array::from_fn(|i| (number >> (2 * i)) as u8 & 3)
}

/// A sequence and what it does to the centres.
struct Step {
    turns: Vec<Turn>,
    effect: State,
}

/// The shortest way to turn the centres to each state.
pub(super) struct Centers {
    steps: Vec<Step>,
    /// By state: the last step and the state before; `None` for the start, and where there is no way.
    ways: Vec<Option<(usize, usize)>>,
    /// The states that can be reached, nearest first.
    nearest: Vec<usize>,
}

impl Centers {
    pub fn new() -> Self {
        let mut steps = steps();
        // Of sequences that do the same one is enough.
        steps.sort_by_key(|step| (step.effect, step.turns.len()));
        steps.dedup_by_key(|step| step.effect);
        let mut ways = vec![None; STATES];
        let mut seen = [false; STATES];
        let mut nearest = Vec::new();
        let mut open = BinaryHeap::from([Reverse((0, number([0; 6]), None))]);
        while let Some(Reverse((length, at, from))) = open.pop() {
            if std::mem::replace(&mut seen[at], true) {
                continue;
            }
            ways[at] = from;
            nearest.push(at);
            for (i, step) in steps.iter().enumerate() {
                let before = state(at);
                let after: State = std::array::from_fn(|f| (before[f] + step.effect[f]) % 4);
                open.push(Reverse((length + step.turns.len(), number(after), Some((i, at)))));
            }
        }
        Self { steps, ways, nearest }
    }

    /// The fewest turns to a state that is right, as far as the steps go.
    pub fn shortest(&self, is_right: impl Fn(&State) -> bool) -> Option<Vec<Turn>> {
        let mut at = *self.nearest.iter().find(|&&at| is_right(&state(at)))?;
        let mut turns = Vec::new();
        while let Some((step, before)) = self.ways[at] {
            // Steps commute: the order does not matter.
            turns.extend_from_slice(&self.steps[step].turns);
            at = before;
        }
        Some(turns)
    }
}

/// The two sequences, held in all 24 ways.
fn steps() -> Vec<Step> {
    let mut steps = Vec::new();
    for (up, front) in Face::ALL.into_iter().flat_map(|up| Face::ALL.map(|front| (up, front))) {
        if up.direction_to(front).is_none() {
            continue;
        }
        for text in [AGAINST, HALF] {
            let turns: Vec<Turn> = text
                .split_whitespace()
                .filter_map(Turn::from_word)
                .map(|turn| Turn { face: held(turn.face, up, front), ..turn })
                .collect();
            // Every turn of a face turns its centre.
            let mut effect = [0; 6];
            for turn in &turns {
                let quarters = &mut effect[turn.face.index()];
                *quarters = (*quarters + turn.quarters) % 4;
            }
            steps.push(Step { turns, effect });
        }
    }
    steps
}

/// The face that stands where `face` was, when the cube is held with `up` above and `front` in front.
fn held(face: Face, up: Face, front: Face) -> Face {
    let right = cross(up.normal(), front.normal());
    let [x, y, z] = face.normal();
    let normal: Vector = std::array::from_fn(|i| x * right[i] + y * up.normal()[i] + z * front.normal()[i]);
    Face::ALL.into_iter().find(|face| face.normal() == normal).unwrap_or(face)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_2048_even_states_are_reached() {
        let centers = Centers::new();
        assert_eq!(centers.nearest.len(), 2048);
        assert!(centers.nearest.iter().all(|&at| state(at).iter().sum::<u8>() % 2 == 0));
    }
}
