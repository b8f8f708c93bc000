//! The bound Φ on what the completions of a state of the frontier add, from prices: the section "The bound" in `docs/die_tour.md`, whose
//! letters stand here. All is in units of 1/(2·scale) of the sum.

use super::crossings::{Frontier, Other};
use super::file::Prices;
use super::ground::{Ground, ORIENTATIONS, State};

/// What Φ is computed from.
#[derive(Debug)]
pub(super) struct Bound {
    /// The units of a sum of 1.
    pub unit: i64,
    /// g, by cell and orientation.
    gaps: Vec<[i64; ORIENTATIONS]>,
    /// By cell: the cuts whose cell k it is.
    on: Vec<Vec<usize>>,
    /// By cell and orientation: the cuts with the state in A.
    cuts: Vec<Vec<Vec<usize>>>,
    /// By cut: π, and k.
    prices: Vec<(i64, usize)>,
    /// By cell, and after the last: what does not depend on the state before this cell.
    constants: Vec<Constant>,
}

/// The part of Φ that does not depend on the state.
#[derive(Clone, Copy, Debug, Default)]
struct Constant {
    /// `Σ 2 μ[c]` and the charges.
    base: i64,
    /// ξ, if a tour can start ahead.
    start: Option<i64>,
    /// ζ, if a tour can end ahead.
    end: Option<i64>,
}

/// How many pieces have both crossings in a cut, and how many one of two, or their only one.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    both: i64,
    one: i64,
    /// The last piece that was counted, from 1.
    piece: usize,
}

/// Room to count in.
#[derive(Debug, Default)]
pub(super) struct Counts {
    by_cut: Vec<Count>,
    entered: Vec<usize>,
}

impl Bound {
    /// The bound with these prices on the sum of the tops, or with the sign −1 on what is the negative of this sum.
    pub fn new(ground: &Ground, prices: &Prices, sign: i64) -> Self {
        let count = ground.cells.len();
        let gap = |c: usize, o: usize| prices.mu[c] - sign * ground.tops[o] * prices.scale - prices.sigma[c][o];
        let mut bound = Self {
            unit: 2 * prices.scale,
            gaps: (0..count).map(|c| std::array::from_fn(|o| gap(c, o))).collect(),
            on: vec![Vec::new(); count],
            cuts: vec![vec![Vec::new(); ORIENTATIONS]; count],
            prices: prices.cuts.iter().map(|cut| (cut.price, cut.k)).collect(),
            constants: vec![Constant::default(); count + 1],
        };
        for (i, cut) in prices.cuts.iter().enumerate() {
            bound.on[cut.k].push(i);
            for &(c, o) in &cut.states {
                bound.gaps[c][o] -= cut.price;
                bound.cuts[c][o].push(i);
            }
        }
        for c in (0..count).rev() {
            let after = bound.constants[c + 1];
            let stop = |may_stop: &[bool; ORIENTATIONS]| {
                let gain = |o: usize| -(bound.gaps[c][o] + 2 * prices.sigma[c][o]);
                (0..ORIENTATIONS).filter(|&o| may_stop[o]).map(gain).max()
            };
            bound.constants[c] = Constant {
                base: after.base + 2 * prices.mu[c] + bound.charges(ground, c),
                start: after.start.max(stop(&ground.may_start[c])),
                end: after.end.max(stop(&ground.may_end[c])),
            };
        }
        bound
    }

    /// The cuts (A, k) with a state in S, which is A and all states on k.
    fn cuts_of(&self, (c, o): State) -> impl Iterator<Item = usize> + '_ {
        self.on[c].iter().chain(&self.cuts[c][o]).copied()
    }

    /// The charges of the pairs of a cell with the cells ahead and beside: the largest −d of the edges between them, or 0.
    fn charges(&self, ground: &Ground, c: usize) -> i64 {
        let mut charges = [0, 0];
        for u in (0..ORIENTATIONS).map(|o| (c, o)).filter(|&(c, o)| ground.may_visit[c][o]) {
            for (charge, v) in charges.iter_mut().zip(ground.exits[c][u.1]) {
                let Some(v) = v else { continue };
                let of_v: Vec<usize> = self.cuts_of(v).collect();
                let within: i64 = self.cuts_of(u).filter(|i| of_v.contains(i)).map(|i| 2 * self.prices[i].0).sum();
                *charge = (*charge).max(-(self.gaps[u.0][u.1] + self.gaps[v.0][v.1] + within));
            }
        }
        charges.iter().sum()
    }

    /// Φ of a state before cell t, if it is at least `least`; `None` if it is less, or if there is no completion. `entered` are the cells
    /// that crossings enter, by place.
    pub fn phi(
        &self,
        t: usize,
        frontier: &Frontier,
        entered: &[usize],
        least: i64,
        counts: &mut Counts,
    ) -> Option<i64> {
        let Constant { mut base, start, end } = self.constants[t];
        for (other, stop) in [(Other::Start, start), (Other::End, end)] {
            if !frontier.has(other) {
                base += stop?;
            }
        }
        let enters = |place: usize, orientation: usize| (entered[place], orientation);
        for (place, crossing) in frontier.crossings() {
            base -= self.gaps[entered[place]][crossing.orientation];
        }
        // Cuts make it less.
        if base < least {
            return None;
        }
        counts.clear(self.prices.len());
        for (place, crossing) in frontier.crossings() {
            let first = self.cuts_of(enters(place, crossing.orientation));
            match crossing.other {
                Other::Crossing(other) if other < place => {}
                Other::Crossing(other) => {
                    let second = frontier.at(other).map_or(0, |crossing| crossing.orientation);
                    counts.count(place + 1, first.chain(self.cuts_of(enters(other, second))));
                }
                Other::Start | Other::End => counts.count(place + 1, first),
            }
        }
        let losses = counts.entered.iter().map(|&i| {
            let (price, k) = self.prices[i];
            let is_ahead = i64::from(k >= t);
            2 * price * (counts.by_cut[i].pieces().max(is_ahead) - is_ahead)
        });
        // A cut that no crossing enters has f = [k is ahead], which adds nothing.
        Some(base - losses.sum::<i64>()).filter(|&phi| phi >= least)
    }
}

impl Counts {
    fn clear(&mut self, cuts: usize) {
        self.by_cut.resize(cuts, Count::default());
        for i in self.entered.drain(..) {
            self.by_cut[i] = Count::default();
        }
    }

    /// Counts a piece whose crossings enter these cuts, a cut twice if both do.
    fn count(&mut self, piece: usize, cuts: impl Iterator<Item = usize>) {
        for i in cuts {
            let count = &mut self.by_cut[i];
            if count.piece == 0 {
                self.entered.push(i);
            }
            if count.piece == piece {
                (count.both, count.one) = (count.both + 1, count.one - 1);
            } else {
                (count.one, count.piece) = (count.one + 1, piece);
            }
        }
    }
}

impl Count {
    /// In how many pieces every completion visits the cut at least, by the crossings alone: the lemma's f.
    const fn pieces(self) -> i64 {
        match (self.both, self.one) {
            (0, 0) => 0,
            (a, 0) => a + 1,
            (a, b) => (2 * a + b + 1) / 2,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cuts that the crossings of each piece enter, and in how many pieces completions visit cut 0 at least.
    fn counted(pieces: &[&[usize]]) -> (i64, Vec<usize>) {
        let mut counts = Counts::default();
        counts.clear(2);
        for (i, cuts) in pieces.iter().enumerate() {
            counts.count(i + 1, cuts.iter().copied());
        }
        (counts.by_cut[0].pieces(), counts.entered)
    }

    /// Ends of pieces in the cut are joined two and two at best, and not those of one piece while there is another.
    #[test]
    fn pieces_are_counted_by_their_ends_in_the_cut() {
        assert_eq!(counted(&[]), (0, vec![]));
        assert_eq!(counted(&[&[0], &[1]]), (1, vec![0, 1]));
        assert_eq!(counted(&[&[0], &[0]]), (1, vec![0]));
        assert_eq!(counted(&[&[0, 0]]), (2, vec![0]));
        assert_eq!(counted(&[&[0], &[0], &[0]]), (2, vec![0]));
        assert_eq!(counted(&[&[0, 0], &[0]]), (2, vec![0]));
        assert_eq!(counted(&[&[0, 1, 0], &[0, 0], &[0]]), (3, vec![0, 1]));
        assert_eq!(counted(&[&[0, 0], &[0, 0]]), (3, vec![0]));
    }
}
