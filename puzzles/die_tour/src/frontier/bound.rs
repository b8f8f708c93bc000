//! The bound Φ of `prices.rs` on many states, quickly.
//!
//! For each place of the frontier and each orientation there is a row of bits: which cuts have the state that is entered there. The
//! crossings of a state that enter a cut are then counted for sixty-four cuts at a time, in binary: a word has the digit of one power of two
//! of all counts. Only cuts that some crossing can enter take part.

use super::key::{Crossings, Kind};
use super::prices::{Constant, Prices};
use super::steps::Steps;
use tumble_rolling::{EdgeCut, ORIENTATIONS};

/// Cuts that are counted together.
const LANES: usize = u64::BITS as usize;
/// Digits of a count: a frontier has at most eighteen crossings.
const DIGITS: usize = 5;

/// Φ before one step.
#[derive(Debug)]
pub(super) struct Bound {
    constant: Constant,
    /// By place and orientation: the gap of the state that is entered.
    gaps: Vec<i64>,
    blocks: usize,
    /// By place, orientation and block: which cuts have the state. A row without cuts comes last.
    rows: Vec<u64>,
    /// By block: the cuts whose cell k is to come.
    to_come: Vec<u64>,
    /// By cut: twice the price.
    prices: Vec<i64>,
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
        let takes_part = |cut: &EdgeCut| on_entered[cut.k] || cut.others.iter().any(|&u| is_entered[u]);
        let mut cuts: Vec<_> = prices.cuts.iter().filter(|(cut, _)| takes_part(cut)).collect();
        // The dearest first: they decide most states.
        cuts.sort_by_key(|(_, price)| std::cmp::Reverse(*price));
        let blocks = cuts.len().div_ceil(LANES);
        let mut bound = Self {
            constant,
            gaps: crossing.iter().map(|u| u.map_or(0, |u| prices.gaps[u])).collect(),
            blocks,
            rows: vec![0; (crossing.len() + 1) * blocks],
            to_come: vec![0; blocks],
            prices: cuts.iter().map(|&(_, price)| 2 * i64::from(*price)).collect(),
        };
        for (i, (cut, _)) in cuts.into_iter().enumerate() {
            let (block, lane) = (i / LANES, i % LANES);
            bound.to_come[block] |= u64::from(to_come[cut.k]) << lane;
            for (row, u) in crossing.iter().enumerate() {
                let has = u.is_some_and(|u| cut.has(steps.paths, u));
                bound.rows[row * blocks + block] |= u64::from(has) << lane;
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
        let nothing = self.gaps.len();
        let mut pieces = [(0, 0); super::scan::MAX_WIDTH + 1];
        let mut count = 0;
        for (i, &mate) in crossings.mates.iter().enumerate().filter(|&(i, &mate)| mate >= i) {
            let other = if mate == i { nothing } else { row(mate) };
            pieces[count] = (row(i) * self.blocks, other * self.blocks);
            count += 1;
        }
        for block in 0..self.blocks {
            phi -= self.loss(block, &pieces[..count]);
            if phi < least {
                return None;
            }
        }
        Some(phi)
    }

    /// The losses of pieces, given by the rows of their two ends, to the cuts of a block.
    ///
    /// If m crossings enter a cut, f = ⌊m/2⌋, and one more if m is odd, or if m > 0 and no piece has only one end in the cut.
    fn loss(&self, block: usize, pieces: &[(usize, usize)]) -> i64 {
        let mut entering = [0u64; DIGITS];
        let mut single = 0;
        for &(first, second) in pieces {
            let (x, y) = (self.rows[first + block], self.rows[second + block]);
            single |= x ^ y;
            // x + y has the digits x ^ y and x & y.
            let carry = entering[0] & (x ^ y);
            entering[0] ^= x ^ y;
            let sum = x & y;
            let mut next = (entering[1] & (sum | carry)) | (sum & carry);
            entering[1] ^= sum ^ carry;
            for digit in &mut entering[2..] {
                (*digit, next) = (*digit ^ next, *digit & next);
            }
        }
        let [odd, mut pieces @ ..] = entering;
        let some = pieces.iter().fold(0, |some, digit| some | digit);
        let (more, to_come) = (odd | (some & !single), self.to_come[block]);
        let (mut up, mut down) = (more & !to_come, to_come & !more & some);
        for digit in &mut pieces {
            let before = *digit;
            *digit ^= up ^ down;
            (up, down) = (before & up, !before & down);
        }
        let mut lossy = pieces.iter().fold(0, |lossy, digit| lossy | digit);
        let mut sum = 0;
        while lossy != 0 {
            let lane = lossy.trailing_zeros() as usize;
            lossy &= lossy - 1;
            let times = (0..DIGITS - 1).map(|i| (pieces[i] >> lane & 1) << i).sum::<u64>();
            sum += times as i64 * self.prices[block * LANES + lane];
        }
        sum
    }
}
