//! Sequences of turns that turn only centres.
//!
//! Two sequences of the source turn only centres: one turns U clockwise and F counter-clockwise, the other turns U by a half turn.
//! With the cube held in all 24 orientations, forwards and backwards, they give opposite quarter turns of each pair of neighbouring
//! centres and a half turn of each centre. Together they reach all 2048 states of even sum; Dijkstra's algorithm finds the
//! combinations with the fewest turns.
//!
//! Such a sequence does not move the pieces, so it can be inserted anywhere among other turns, and can begin at any of its own turns
//! (a conjugate of it, with the same effect): it is inserted where most of its turns merge with those around it.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use itertools::Itertools as _;

use super::turn::{Turn, joined};
use tumble_puzzles::geometry::cube::{Face, Vector, cross};

/// U clockwise, F counter-clockwise.
const AGAINST: &str = "F B' L R' U D' F' U' D L' R F' B U";
/// U by a half turn.
const HALF: &str = "U R L U2 R' L' U R L U2 R' L'";

/// How far each centre is turned, in quarters clockwise by face.
type CenterTurns = [u8; 6];

/// The number of packed states: two bits for each face.
const STATES: usize = 1 << 12;

fn number(state: CenterTurns) -> usize {
    state.iter().rev().fold(0, |number, &quarters| number << 2 | usize::from(quarters))
}

#[expect(clippy::cast_possible_truncation, reason = "two bits are cut out")]
fn state(number: usize) -> CenterTurns {
    std::array::from_fn(|i| (number >> (2 * i)) as u8 & 3)
}

/// Sequences with the same effect on the centres.
struct Step {
    /// All of the same length.
    sequences: Vec<Vec<Turn>>,
    effect: CenterTurns,
}

impl Step {
    fn len(&self) -> usize {
        self.sequences.first().map_or(0, Vec::len)
    }

    /// The shortest result of inserting one of the sequences into the given turns.
    fn insert_into(&self, turns: &[Turn]) -> Vec<Turn> {
        let anywhere = self.sequences.iter().flat_map(|sequence| {
            let starts = (0..sequence.len()).cartesian_product(0..=turns.len());
            starts.map(move |(start, at)| {
                let sequence = sequence[start..].iter().chain(&sequence[..start]);
                joined(turns[..at].iter().chain(sequence).chain(&turns[at..]).copied())
            })
        });
        anywhere.min_by_key(Vec::len).unwrap_or_default()
    }
}

/// The shortest sequences that turn the centres to each state.
pub(super) struct Centers {
    steps: Vec<Step>,
    /// By state: the last step and the state before; `None` for the start and for unreachable states.
    predecessors: Vec<Option<(usize, usize)>>,
    /// The states that can be reached, nearest first.
    nearest: Vec<usize>,
}

impl Centers {
    pub fn new() -> Self {
        let steps = steps();
        let mut predecessors = vec![None; STATES];
        let mut seen = [false; STATES];
        let mut nearest = Vec::new();
        let mut open = BinaryHeap::from([Reverse((0, number([0; 6]), None))]);
        while let Some(Reverse((length, at, from))) = open.pop() {
            if std::mem::replace(&mut seen[at], true) {
                continue;
            }
            predecessors[at] = from;
            nearest.push(at);
            for (i, step) in steps.iter().enumerate() {
                let before = state(at);
                let after: CenterTurns = std::array::from_fn(|f| (before[f] + step.effect[f]) % 4);
                open.push(Reverse((length + step.len(), number(after), Some((i, at)))));
            }
        }
        Self { steps, predecessors, nearest }
    }

    /// The given turns with sequences inserted that turn the centres to the nearest state for which `is_right` holds; `None` if there
    /// is no such state.
    pub fn insert_into(&self, turns: &[Turn], is_right: impl Fn(&CenterTurns) -> bool) -> Option<Vec<Turn>> {
        let mut at = *self.nearest.iter().find(|&&at| is_right(&state(at)))?;
        let mut turns = turns.to_vec();
        while let Some((step, before)) = self.predecessors[at] {
            turns = self.steps[step].insert_into(&turns);
            at = before;
        }
        Some(turns)
    }
}

/// The two sequences, held in all 24 ways, forwards and backwards.
fn steps() -> Vec<Step> {
    let mut by_effect: BTreeMap<CenterTurns, Vec<Vec<Turn>>> = BTreeMap::new();
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
            let backwards = turns.iter().rev().map(|turn| Turn { quarters: 4 - turn.quarters, ..*turn }).collect();
            for turns in [turns, backwards] {
                by_effect.entry(effect(&turns)).or_default().push(turns);
            }
        }
    }
    by_effect.into_iter().map(|(effect, sequences)| Step { sequences, effect }).collect()
}

/// The effect of turns on the centres: every turn of a face turns its centre.
fn effect(turns: &[Turn]) -> CenterTurns {
    let mut effect = [0; 6];
    for turn in turns {
        let quarters = &mut effect[turn.face.index()];
        *quarters = (*quarters + turn.quarters) % 4;
    }
    effect
}

/// The face in the place of `face` when the cube is held with `up` on top and `front` in front.
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
