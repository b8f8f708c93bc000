//! Lower bounds on the rest of a trail, from the walks of the ng-route relaxation that fit what the trail has visited.

use super::bound_graph::{NEVER, ROLL};
use super::keys::{Key, contains};
use super::label_graph::Step;
use super::ng_routes::{Table, Walk};

/// What the rest of a trail costs at least.
pub(super) struct Completions {
    /// The walks from each node to the end.
    pub(super) table: Table,
    /// By label: the labels that the bits of its masks stand for.
    pub(super) near: Vec<Vec<u16>>,
    pub(super) prices: Vec<i32>,
}

/// The labels that are left to visit: their number, and the sum of their prices.
#[derive(Clone, Copy, Default)]
pub(super) struct Left {
    labels: usize,
    price: i32,
}

impl Completions {
    /// What a set of visited labels leaves to visit.
    pub(super) fn left<const W: usize>(&self, visited: &[u32; W]) -> Left {
        let open = self.prices.iter().zip(0..).filter(|&(_, label)| !contains(visited, label));
        open.fold(Left::default(), |left, (price, _)| Left { labels: left.labels + 1, price: left.price + price })
    }

    /// The same after one more label.
    pub(super) fn left_after(&self, left: Left, label: u16) -> Left {
        Left { labels: left.labels.saturating_sub(1), price: left.price - self.prices[usize::from(label)] }
    }

    /// What a step and the rest after it cost at least, whatever was visited before, but for the price of what is left before the step; `None`
    /// if no trail goes on there. `label` is that of the node to which the step leads.
    pub(super) fn least(&self, left: Left, label: u16, step: &Step) -> Option<i64> {
        let rest = self.table.least(left.labels.checked_sub(1)?, usize::from(step.to));
        let cost = i64::from(step.length) * i64::from(ROLL) - i64::from(self.prices[usize::from(label)]);
        (rest != NEVER).then(|| i64::from(rest) + cost)
    }

    /// The cost with the prices of what is left.
    pub(super) const fn with_prices(left: Left, cost: i64) -> i64 {
        cost + left.price as i64
    }

    /// What the rest of a trail costs at least, in thousandths of a roll; `None` if it has no rest. `label` is that of the node, and
    /// `left` is what the set leaves to visit. Costs over `most` may be higher than said.
    pub(super) fn cost<const W: usize>(
        &self,
        (visited, node): &Key<W>,
        label: u16,
        left: Left,
        most: i64,
    ) -> Option<i64> {
        let walks = self.table.at(left.labels, usize::from(*node));
        let cost = |walk: &Walk| Self::with_prices(left, walk.cost.into());
        let least = cost(walks.first()?);
        if least > most {
            return Some(least);
        }
        let near = self.near[usize::from(label)].iter().enumerate();
        let taken = near.fold(0, |mask, (bit, &label)| mask | u16::from(contains(visited, label)) << bit);
        walks.iter().find(|walk| walk.mask & taken == 0).map(cost)
    }

    /// The least number of whole rolls for a cost.
    pub(super) fn rolls(cost: i64) -> u32 {
        let rolls = cost.max(0).div_euclid(i64::from(ROLL)) + i64::from(cost.max(0) % i64::from(ROLL) > 0);
        u32::try_from(rolls).unwrap_or(u32::MAX)
    }
}
