//! Ways by their length, also those that are longer than the shortest ones: how many there are, or one by one. A way may pass a goal and go on.
//!
//! A layer has the states that so many moves lead to, however often they were in an earlier layer. Of the ways of a length, only states are
//! followed from which the moves that are left lead to a goal.

use std::ops::{ControlFlow, RangeInclusive};

use num_bigint::BigUint;

use super::layers::{Expand, Layer, State, Weight, expanded, first};
use super::path::{nearer, states_of};
use crate::control::{Request, Stop};

/// The control is asked after so many states.
const ASK: usize = 1 << 11;

/// Moves that are made forward only, and from where to where they are to lead.
#[derive(Clone, Copy)]
#[allow(missing_debug_implementations, reason = "it is functions")]
pub struct Onward<'a, K> {
    /// Where ways start.
    pub starts: &'a [K],
    /// Pushes the states that one move leads to.
    pub forward: &'a Expand<'a, K>,
    /// Where ways may end.
    pub is_goal: &'a dyn Fn(K) -> bool,
}

/// The states that one more move leads to, beside the layers that are kept.
fn next<K: State, W: Weight>(
    layer: &Layer<K, W>,
    forward: &Expand<'_, K>,
    kept: usize,
    request: &Request<'_>,
) -> Result<Layer<K, W>, Stop> {
    let expand = |next: &mut Vec<K>, state, weight: W, out: &mut Layer<K, W>| {
        forward(state, next);
        out.extend(next.drain(..).map(|state| (state, weight.clone())));
    };
    expanded(layer, &expand, request, (kept * size_of::<(K, W)>()) as u64)
}

/// The numbers of ways from the starts to goals by their length, from 0 to `most` moves, or to the longest ways: several moves between two states
/// are several ways if `forward` pushes each.
///
/// # Errors
/// Why it stopped: a limit or an interrupt.
pub fn ways_by_length<K: State>(
    onward: &Onward<'_, K>,
    most: u64,
    request: &Request<'_>,
) -> Result<Vec<BigUint>, Stop> {
    let mut layer = first::<K, BigUint>(onward.starts);
    let mut numbers = Vec::new();
    for length in 0..=most {
        request.control.check()?;
        numbers.push(layer.iter().filter(|(state, _)| (onward.is_goal)(*state)).map(|(_, ways)| ways).sum());
        if length < most {
            layer = next(&layer, onward.forward, layer.len(), request)?;
        }
        if layer.is_empty() {
            break;
        }
    }
    Ok(numbers)
}

/// Hands the ways from the starts to goals of these lengths to `found`, the shortest first, each sequence of states once, until there are no
/// others or `found` breaks off. Its second argument is the memory in bytes that the list holds.
///
/// # Errors
/// Why it stopped: a limit or an interrupt.
pub fn list_by_length<K: State>(
    onward: &Onward<'_, K>,
    lengths: RangeInclusive<u64>,
    found: &mut dyn FnMut(&[K], u64) -> ControlFlow<()>,
    request: &Request<'_>,
) -> Result<ControlFlow<()>, Stop> {
    let mut layers = vec![first::<K, ()>(onward.starts)];
    for length in 0..=*lengths.end() {
        if lengths.contains(&length) && list_last(&layers, onward, found, request)?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
        let kept = layers.iter().map(Vec::len).sum();
        match layers.last() {
            Some(layer) if length < *lengths.end() && !layer.is_empty() => {
                layers.push(next(layer, onward.forward, kept, request)?);
            }
            _ => break,
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// Lists the ways through these layers that end in the last one.
fn list_last<K: State>(
    layers: &[Layer<K, ()>],
    &Onward { forward, is_goal, .. }: &Onward<'_, K>,
    found: &mut dyn FnMut(&[K], u64) -> ControlFlow<()>,
    request: &Request<'_>,
) -> Result<ControlFlow<()>, Stop> {
    let Some((last, before)) = layers.split_last() else { return Ok(ControlFlow::Continue(())) };
    // From the last layer back: the states from which the moves that are left lead to a goal.
    let mut after: Layer<K, ()> = last.iter().filter(|(state, ())| is_goal(*state)).copied().collect();
    let (mut leading, mut kept) = (Vec::new(), layers.iter().map(Vec::len).sum::<usize>());
    for layer in before.iter().rev() {
        let mut tails = Vec::new();
        for (i, &(state, ())) in layer.iter().enumerate() {
            if i.is_multiple_of(ASK) {
                request.control.check()?;
            }
            tails.extend((!states_of(&after, state, forward).is_empty()).then_some((state, ())));
        }
        kept += tails.len();
        leading.push(std::mem::replace(&mut after, tails));
    }
    let bytes = (kept * size_of::<(K, ())>()) as u64;
    request.control.check_memory(bytes)?;
    Ok(after
        .iter()
        .try_for_each(|&(start, ())| nearer(&mut vec![start], &leading, forward, &mut |way| found(way, bytes))))
}
