//! Ways of any length: how many there are, or a circle, which makes them infinitely many.
//!
//! Most games have a circle near every solution: a move and its undoing. So the states of a shortest way are looked at first. Where there is
//! none, all states are explored. Without a circle among those that lead on to a goal, the ways from a state are counted after those from all
//! states that follow it.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::ops::ControlFlow;

use num_bigint::BigUint;

use super::by_length::Onward;
use super::path::extended;
use crate::control::{Control, Extent, Stop};

/// Circles near a way have at most so many moves: rolling to and fro twice restores colours that are swapped.
const NEAR: usize = 4;
/// The control is asked after so many states.
const ASK: usize = 1 << 12;
/// The memory of a number, in bytes, beside its digits.
const BYTES_PER_NUMBER: u64 = 32;

/// The ways from the starts to the goals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AllWays<K> {
    /// There are finitely many.
    Number(BigUint),
    /// There are infinitely many, because of this circle.
    Endless(Circle<K>),
}

/// A way with a circle in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Circle<K> {
    /// The states from a start to the circle.
    into: Vec<K>,
    /// The states after the last of these, round to the same state.
    round: Vec<K>,
    /// The states after it, to a goal.
    on: Vec<K>,
}

impl<K: Copy> Circle<K> {
    /// The way that goes round so many times.
    pub fn way(&self, times: usize) -> Vec<K> {
        let round = std::iter::repeat_n(&self.round, times).flatten();
        self.into.iter().chain(round).chain(&self.on).copied().collect()
    }

    /// The number of moves before the circle, and that of the circle.
    pub fn lengths(&self) -> (u64, u64) {
        (self.into.len().saturating_sub(1) as u64, self.round.len() as u64)
    }

    /// The circle with its states converted.
    pub fn map<L>(&self, convert: impl Fn(K) -> L) -> Circle<L> {
        let states = |states: &[K]| states.iter().map(|&state| convert(state)).collect();
        Circle { into: states(&self.into), round: states(&self.round), on: states(&self.on) }
    }
}

/// All ways from the starts to the goals; several moves between two states are several ways if `forward` pushes each. `way` has the states of
/// one of them.
///
/// # Errors
/// A limit.
pub fn all_ways<K: Copy + Eq + Hash>(
    way: &[K],
    onward: &Onward<'_, K>,
    control: &Control<'_>,
) -> Result<AllWays<K>, Stop> {
    if let Some(circle) = near(way, onward.forward, control)? {
        return Ok(AllWays::Endless(circle));
    }
    let (states, explored) = explored(onward, control)?;
    Ok(match explored.all_ways(bytes(&states, &explored), control)? {
        AllWays::Number(number) => AllWays::Number(number),
        AllWays::Endless(circle) => AllWays::Endless(circle.map(|number| states[number as usize])),
    })
}

/// Hands all ways from the starts to the goals to `found`, each sequence of states once, with the memory in bytes that the list holds, unless
/// there are infinitely many: then nothing. From the first way on `found` alone keeps the limits.
pub fn list_all<K: Copy + Eq + Hash>(
    onward: &Onward<'_, K>,
    found: &mut dyn FnMut(&[K], u64) -> ControlFlow<()>,
    control: &Control<'_>,
) -> Extent<Circle<K>> {
    let all = explored(onward, control).and_then(|(states, explored)| {
        let ways = explored.all_ways(bytes(&states, &explored), control)?;
        Ok((states, explored, ways))
    });
    let (states, explored) = match all {
        Ok((states, explored, AllWays::Number(_))) => (states, explored),
        Ok((states, _, AllWays::Endless(circle))) => {
            return Extent::Endless(circle.map(|number| states[number as usize]));
        }
        Err(stop) => return Extent::Stopped(stop),
    };
    let (bytes, leads_on) = (bytes(&states, &explored), explored.leading_on());
    let list = explored.starts.iter().filter(|&&start| leads_on[start as usize]).try_for_each(|&start| {
        extended(&mut vec![start], |way| {
            let here = way[way.len() - 1];
            if explored.is_goal[here as usize] {
                let way: Vec<K> = way.iter().map(|&number| states[number as usize]).collect();
                found(&way, bytes)?;
            }
            let heads = explored.heads(here).iter().copied();
            ControlFlow::Continue(heads.filter(|&head| leads_on[head as usize]).collect())
        })
    });
    Extent::handed_over(list)
}

/// A circle of few moves that begins on a way.
fn near<K: Copy + PartialEq>(
    way: &[K],
    forward: &dyn Fn(K, &mut Vec<K>),
    control: &Control<'_>,
) -> Result<Option<Circle<K>>, Stop> {
    for (i, &state) in way.iter().enumerate() {
        if i.is_multiple_of(ASK) {
            control.check()?;
        }
        let mut walks = vec![Vec::new()];
        for _ in 0..NEAR {
            let mut longer = Vec::new();
            for walk in walks {
                let mut heads = Vec::new();
                forward(walk.last().copied().unwrap_or(state), &mut heads);
                longer.extend(heads.into_iter().map(|head| [&walk[..], &[head]].concat()));
            }
            if let Some(round) = longer.iter().position(|walk| walk.last() == Some(&state)) {
                let (into, on) = (way[..=i].to_vec(), way[i + 1..].to_vec());
                return Ok(Some(Circle { into, round: longer.swap_remove(round), on }));
            }
            walks = longer;
        }
    }
    Ok(None)
}

/// The states that moves reach from the starts, by number.
struct Explored {
    starts: Vec<u32>,
    /// By state, where its moves begin in `heads`; and where the last ones end.
    first: Vec<usize>,
    heads: Vec<u32>,
    is_goal: Vec<bool>,
}

/// The states that moves reach, and their moves by number.
fn explored<K: Copy + Eq + Hash>(
    &Onward { starts, forward, is_goal }: &Onward<'_, K>,
    control: &Control<'_>,
) -> Result<(Vec<K>, Explored), Stop> {
    let mut numbers: HashMap<K, u32> = HashMap::new();
    let mut states = Vec::new();
    let mut explored = Explored { starts: Vec::new(), first: vec![0], heads: Vec::new(), is_goal: Vec::new() };
    let too_many = |_| Stop::MemoryLimit { needed: None };
    let mut number = |state, states: &mut Vec<K>| -> Result<u32, Stop> {
        if let Some(&number) = numbers.get(&state) {
            return Ok(number);
        }
        let number = u32::try_from(states.len()).map_err(too_many)?;
        states.push(state);
        numbers.insert(state, number);
        Ok(number)
    };
    for &start in starts {
        let known = states.len();
        let number = number(start, &mut states)?;
        explored.starts.extend((number as usize == known).then_some(number));
    }
    let mut next = Vec::new();
    while let Some(&state) = states.get(explored.is_goal.len()) {
        if explored.is_goal.len().is_multiple_of(ASK) {
            control.check()?;
            control.check_memory(bytes(&states, &explored))?;
        }
        explored.is_goal.push(is_goal(state));
        forward(state, &mut next);
        for head in next.drain(..) {
            explored.heads.push(number(head, &mut states)?);
        }
        explored.first.push(explored.heads.len());
    }
    Ok((states, explored))
}

/// The memory that the states take with their numbers, and with what is found out of each, in bytes.
fn bytes<K>(states: &[K], explored: &Explored) -> u64 {
    let state = 2 * size_of::<(K, u32)>() + 2 * size_of::<(K, usize, bool)>() + 2 * size_of::<Option<u32>>();
    (states.len().saturating_mul(state)).saturating_add(explored.heads.len().saturating_mul(16)) as u64
}

impl Explored {
    fn heads(&self, state: u32) -> &[u32] {
        &self.heads[self.first[state as usize]..self.first[state as usize + 1]]
    }

    /// By state, whether moves lead from it to a goal.
    fn leading_on(&self) -> Vec<bool> {
        let mut first = vec![0_usize; self.is_goal.len() + 1];
        self.heads.iter().for_each(|&head| first[head as usize + 1] += 1);
        (1..first.len()).for_each(|i| first[i] += first[i - 1]);
        let (mut tails, mut filled) = (vec![0_u32; self.heads.len()], first.clone());
        for tail in self.numbers() {
            for &head in self.heads(tail) {
                tails[filled[head as usize]] = tail;
                filled[head as usize] += 1;
            }
        }
        let mut leads_on = vec![false; self.is_goal.len()];
        let mut open: Vec<u32> = self.numbers().filter(|&goal| self.is_goal[goal as usize]).collect();
        while let Some(state) = open.pop() {
            if !std::mem::replace(&mut leads_on[state as usize], true) {
                open.extend(&tails[first[state as usize]..first[state as usize + 1]]);
            }
        }
        leads_on
    }

    fn numbers(&self) -> impl Iterator<Item = u32> + use<> {
        // Numbers of states have 32 bits.
        (0..).take(self.is_goal.len())
    }

    /// All ways; `bytes` is the memory that is taken.
    fn all_ways(&self, bytes: u64, control: &Control<'_>) -> Result<AllWays<u32>, Stop> {
        let leads_on = self.leading_on();
        let heads = |state, next: &mut Vec<u32>| {
            next.extend(self.heads(state).iter().copied().filter(|&head| leads_on[head as usize]));
        };
        let starts: Vec<u32> = self.starts.iter().copied().filter(|&start| leads_on[start as usize]).collect();
        let is_goal = |state: u32| self.is_goal[state as usize];
        let order = match in_order(&starts, &heads, control)? {
            Ok(order) => order,
            Err(entered) => return Ok(AllWays::Endless(entered.continued(&heads, &is_goal, control)?)),
        };
        let mut ways: HashMap<u32, BigUint> = HashMap::with_capacity(order.len());
        let (mut next, mut digits) = (Vec::new(), 0_u64);
        for (i, &state) in order.iter().enumerate() {
            if i.is_multiple_of(ASK) {
                control.check()?;
                control.check_memory(bytes.saturating_add(digits))?;
            }
            heads(state, &mut next);
            let sum: BigUint = next.drain(..).map(|head| &ways[&head]).sum();
            let sum = sum + u8::from(is_goal(state));
            digits += 2 * BYTES_PER_NUMBER + sum.bits() / 8;
            ways.insert(state, sum);
        }
        Ok(AllWays::Number(starts.iter().map(|start| &ways[start]).sum()))
    }
}

/// A circle of moves between numbered states on some way from a start to a goal; `None` if there is none. `heads` pushes the states that one
/// move leads to, of these only such as lead on to a goal.
///
/// # Errors
/// A limit.
pub fn circle(
    starts: &[u32],
    heads: &dyn Fn(u32, &mut Vec<u32>),
    is_goal: &dyn Fn(u32) -> bool,
    control: &Control<'_>,
) -> Result<Option<Circle<u32>>, Stop> {
    let entered = in_order(starts, heads, control)?.err();
    entered.map(|entered| entered.continued(heads, is_goal, control)).transpose()
}

/// A circle, and the way from a start to it.
struct Entered {
    into: Vec<u32>,
    round: Vec<u32>,
}

impl Entered {
    /// With the shortest way from the circle to a goal.
    fn continued(
        self,
        heads: &dyn Fn(u32, &mut Vec<u32>),
        is_goal: &dyn Fn(u32) -> bool,
        control: &Control<'_>,
    ) -> Result<Circle<u32>, Stop> {
        let Self { into, round } = self;
        let mut before: HashMap<u32, u32> = round.last().map(|&state| (state, state)).into_iter().collect();
        let mut open: VecDeque<u32> = round.last().copied().into_iter().collect();
        let mut next = Vec::new();
        while let Some(mut state) = open.pop_front() {
            if is_goal(state) {
                let mut on = Vec::new();
                while before[&state] != state {
                    on.push(state);
                    state = before[&state];
                }
                on.reverse();
                return Ok(Circle { into, round, on });
            }
            if before.len().is_multiple_of(ASK) {
                control.check()?;
                control.check_memory(before.len().saturating_mul(4 * size_of::<u32>()) as u64)?;
            }
            heads(state, &mut next);
            for head in next.drain(..) {
                before.entry(head).or_insert_with(|| {
                    open.push_back(head);
                    state
                });
            }
        }
        unreachable!("every state that `heads` pushes leads on to a goal")
    }
}

/// The states that moves reach, each after all that follow it; or a circle among them.
fn in_order(
    starts: &[u32],
    heads: &dyn Fn(u32, &mut Vec<u32>),
    control: &Control<'_>,
) -> Result<Result<Vec<u32>, Entered>, Stop> {
    let mut order = Vec::new();
    // Whether all that follows a state is in order; otherwise the state is on the way to here.
    let mut is_done: HashMap<u32, bool> = HashMap::new();
    // The way to here, each state with those beside it that are still to be looked at.
    let mut way: Vec<(u32, Vec<u32>)> = Vec::new();
    let mut open = starts.to_vec();
    loop {
        let Some(state) = open.pop() else {
            let Some((state, beside)) = way.pop() else { return Ok(Ok(order)) };
            is_done.insert(state, true);
            order.push(state);
            open = beside;
            continue;
        };
        match is_done.get(&state) {
            Some(true) => {}
            Some(false) => {
                let mut into: Vec<u32> = way.into_iter().map(|(state, _)| state).collect();
                let begin = into.iter().position(|&other| other == state).map_or(into.len(), |i| i + 1);
                let mut round = into.split_off(begin);
                round.push(state);
                return Ok(Err(Entered { into, round }));
            }
            None => {
                if is_done.len().is_multiple_of(ASK) {
                    control.check()?;
                    let bytes = 2 * size_of::<(u32, bool)>() + size_of::<(u32, Vec<u32>)>() + size_of::<u32>();
                    control.check_memory(is_done.len().saturating_mul(bytes) as u64)?;
                }
                is_done.insert(state, false);
                let mut next = Vec::new();
                heads(state, &mut next);
                way.push((state, std::mem::replace(&mut open, next)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The ways from state 0 to state 9 along these moves.
    fn ways(moves: &[(u32, u32)]) -> AllWays<u32> {
        let forward = |state, next: &mut Vec<u32>| next.extend(moves.iter().filter(|m| m.0 == state).map(|m| m.1));
        // The moves of a way are those that come first.
        let second = moves.iter().find(|m| m.0 == 0).map_or(9, |m| m.1);
        let way = if second == 9 { vec![0, 9] } else { vec![0, second, 9] };
        let onward = Onward { starts: &[0], forward: &forward, is_goal: &|state| state == 9 };
        all_ways(&way, &onward, &Control::unlimited()).unwrap()
    }

    /// The circle with the ways that go round it so often.
    fn times(moves: &[(u32, u32)]) -> [Vec<u32>; 3] {
        let AllWays::Endless(circle) = ways(moves) else { panic!("there is a circle") };
        let (before, length) = circle.lengths();
        let ways = [0, 1, 2].map(|times| circle.way(times));
        for (times, way) in ways.iter().enumerate() {
            assert!(way.windows(2).all(|pair| moves.contains(&(pair[0], pair[1]))), "{way:?}");
            assert_eq!(way.len(), ways[0].len() + times * usize::try_from(length).unwrap());
        }
        let at = |moves: u64| ways[1][usize::try_from(moves).unwrap()];
        assert_eq!(at(before), at(before + length));
        ways
    }

    #[test]
    fn ways_without_a_circle_are_counted() {
        assert_eq!(ways(&[(0, 9)]), AllWays::Number(1_u8.into()));
        // Two moves between the same states are two ways; what leads on from the goal and back to nowhere is none.
        assert_eq!(
            ways(&[(0, 1), (0, 1), (1, 9), (0, 2), (2, 9), (9, 3), (3, 4), (4, 3)]),
            AllWays::Number(3_u8.into())
        );
        let ladder: Vec<(u32, u32)> =
            (0..200).flat_map(|i| [(i, i + 1), (i, i + 1)]).map(|(a, b)| (a + 10, b + 10)).collect();
        let moves: Vec<(u32, u32)> = [(0, 10), (210, 9)].into_iter().chain(ladder).collect();
        assert_eq!(ways(&moves), AllWays::Number(BigUint::from(1_u8) << 200));
    }

    #[test]
    fn a_circle_is_found_near_a_way_and_far_from_it() {
        assert_eq!(times(&[(0, 1), (1, 0), (1, 9)])[1], [0, 1, 0, 1, 9]);
        assert_eq!(times(&[(0, 9), (9, 1), (1, 9)])[2], [0, 9, 1, 9, 1, 9]);
        // The circle of six states is on a detour.
        let far = [(0, 9), (0, 11), (11, 12), (12, 13), (13, 14), (14, 15), (15, 16), (16, 11), (14, 9)];
        assert_eq!(times(&far)[0], [0, 11, 12, 13, 14, 9]);
    }
}
