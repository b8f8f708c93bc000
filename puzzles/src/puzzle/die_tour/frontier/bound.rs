//! The bound Φ of `prices.rs` on many states, quickly.
//!
//! For each place of the frontier and each orientation there is a row of bytes: which cuts have the state that is entered there. The pieces
//! of a state are then counted for thirty-two cuts at a time, which compilers turn into vector instructions; only cuts that some crossing
//! can enter take part.

use super::key::{Crossings, Kind};
use super::prices::{Constant, Prices};
use super::steps::Steps;
use crate::rolling::ORIENTATIONS;

/// Cuts that are counted together.
const LANES: usize = 32;
type Bytes = [u8; LANES];

/// Φ before one step.
#[derive(Debug)]
pub(super) struct Bound {
    constant: Constant,
    /// By place and orientation: the gap of the state that is entered.
    gaps: Vec<i64>,
    blocks: usize,
    /// By place, orientation and block: which cuts have the state.
    rows: Vec<Bytes>,
    /// By block: the cuts whose cell k is to come.
    to_come: Vec<Bytes>,
    /// By block: twice the prices.
    prices: Vec<[i32; LANES]>,
    /// Whether the processor has wider vectors than every processor of its kind has.
    #[cfg(target_arch = "x86_64")]
    has_avx2: bool,
}

impl Bound {
    /// Φ before step t.
    pub fn new(steps: &Steps<'_>, prices: &Prices, constant: Constant, t: usize) -> Self {
        let entered = steps.scan.entered(t);
        let mut to_come = vec![false; steps.paths.cells()];
        steps.scan.steps[t..].iter().for_each(|step| to_come[step.cell] = true);
        let state = |place: usize, o: usize| entered[place].and_then(|cell| steps.state(cell, o));
        let places = (0..entered.len()).flat_map(|place| (0..ORIENTATIONS).map(move |o| (place, o)));
        let crossing: Vec<Option<usize>> = places.map(|(place, o)| state(place, o)).collect();
        let mut is_entered = vec![false; steps.paths.states.len()];
        crossing.iter().flatten().for_each(|&u| is_entered[u] = true);
        let on_entered: Vec<bool> = (0..steps.paths.cells()).map(|c| entered.contains(&Some(c))).collect();
        let takes_part = |cut: &crate::rolling::EdgeCut| on_entered[cut.k] || cut.others.iter().any(|&u| is_entered[u]);
        let mut cuts: Vec<_> = prices.cuts.iter().filter(|(cut, _)| takes_part(cut)).collect();
        // The dearest first: they decide most states.
        cuts.sort_by_key(|(_, price)| std::cmp::Reverse(*price));
        let blocks = cuts.len().div_ceil(LANES);
        let mut bound = Self {
            constant,
            gaps: crossing.iter().map(|u| u.map_or(0, |u| prices.gaps[u])).collect(),
            blocks,
            rows: vec![[0; LANES]; crossing.len() * blocks],
            to_come: vec![[0; LANES]; blocks],
            prices: vec![[0; LANES]; blocks],
            #[cfg(target_arch = "x86_64")]
            has_avx2: std::is_x86_feature_detected!("avx2"),
        };
        for (i, (cut, price)) in cuts.into_iter().enumerate() {
            let (block, lane) = (i / LANES, i % LANES);
            bound.prices[block][lane] = 2 * price;
            bound.to_come[block][lane] = to_come[cut.k].into();
            for (row, u) in crossing.iter().enumerate() {
                bound.rows[row * blocks + block][lane] = u.is_some_and(|u| cut.has(steps.paths, u)).into();
            }
        }
        bound
    }

    /// Φ of a state if it is at least `least`; `None` if Φ is less, or if the state has no completion.
    pub fn at_least(&self, crossings: &Crossings, least: i64) -> Option<i64> {
        let row = |i: usize| {
            let (place, plug) = crossings.plugs[i];
            place * ORIENTATIONS + usize::from(plug.orientation)
        };
        let mut phi = self.constant.base;
        for (kind, stop) in [(Kind::Start, self.constant.start), (Kind::End, self.constant.end)] {
            if !crossings.has(kind) {
                phi += stop?;
            }
        }
        phi -= (0..crossings.plugs.len()).map(|i| self.gaps[row(i)]).sum::<i64>();
        if phi < least {
            return None;
        }
        let mut pieces = [(0, 0); super::scan::MAX_WIDTH + 1];
        let mut count = 0;
        for (i, &mate) in crossings.mates.iter().enumerate().filter(|&(i, &mate)| mate >= i) {
            pieces[count] = (row(i) * self.blocks, row(mate) * self.blocks);
            count += 1;
        }
        self.remaining(phi - least, &pieces[..count]).map(|remaining| least + remaining)
    }

    /// The rest of an allowance after the pieces' losses to all cuts; `None` if the allowance is too small.
    fn remaining(&self, allowance: i64, pieces: &[(usize, usize)]) -> Option<i64> {
        #[cfg(target_arch = "x86_64")]
        if self.has_avx2 {
            // SAFETY: the processor has AVX2.
            return unsafe { self.remaining_avx2(allowance, pieces) };
        }
        self.remaining_anywhere(allowance, pieces)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn remaining_avx2(&self, allowance: i64, pieces: &[(usize, usize)]) -> Option<i64> {
        self.remaining_anywhere(allowance, pieces)
    }

    #[inline(always)]
    #[allow(clippy::inline_always, reason = "it is compiled anew for the vectors of its caller")]
    fn remaining_anywhere(&self, mut allowance: i64, pieces: &[(usize, usize)]) -> Option<i64> {
        for block in 0..self.blocks {
            allowance -= i64::from(self.loss(block, pieces));
            if allowance < 0 {
                return None;
            }
        }
        Some(allowance)
    }

    /// The losses of the pieces to the cuts of a block. A piece whose two rows are one has a single crossing.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "as above")]
    fn loss(&self, block: usize, pieces: &[(usize, usize)]) -> i32 {
        let (mut both, mut one) = ([0u8; LANES], [0u8; LANES]);
        for &(first, second) in pieces {
            let x = &self.rows[first + block];
            if first == second {
                for lane in 0..LANES {
                    one[lane] += x[lane];
                }
            } else {
                let y = &self.rows[second + block];
                for lane in 0..LANES {
                    both[lane] += x[lane] & y[lane];
                    one[lane] += x[lane] ^ y[lane];
                }
            }
        }
        let (to_come, prices) = (&self.to_come[block], &self.prices[block]);
        let mut sum = 0;
        for lane in 0..LANES {
            let closed = u8::from(one[lane] == 0) & u8::from(both[lane] > 0);
            let least = both[lane] + one[lane].div_ceil(2) + closed;
            sum += i32::from(least.saturating_sub(to_come[lane])) * prices[lane];
        }
        sum
    }
}
