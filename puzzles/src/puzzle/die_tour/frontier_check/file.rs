//! The proof, as it is read: `search/frontier_proof.rs` says what it looks like.

use serde::Deserialize;
use serde_json::Value;

use super::ground::{Ground, ORIENTATIONS};
use crate::geometry::{Cell, Die};
use crate::puzzle::ProofError;
use crate::puzzle::die_tour::DieTour;

/// A proof.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    instance: Value,
    /// By case of starts, its prices.
    pub cases: Vec<Case>,
}

/// The prices of a case.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Case {
    scale: i64,
    cells: Vec<(i64, i64, i64)>,
    states: Vec<(i64, i64, u8, u8, u8, i64)>,
    cuts: Vec<SetAndPrice>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SetAndPrice {
    price: i64,
    cell: (i64, i64),
    states: Vec<usize>,
}

/// The largest scale, and the largest sum of all prices of a case without their signs: sums with them keep to 64 bits.
const MAX_SCALE: i64 = 1 << 24;
const MAX_PRICES: u64 = 1 << 40;

impl File {
    /// Reads a proof about an instance.
    pub fn read(proof: &Value, puzzle: &DieTour) -> Result<Self, ProofError> {
        let file = Self::deserialize(proof).map_err(|error| ProofError::Malformed(error.to_string()))?;
        let Value::Object(own) = puzzle.described() else { return Ok(file) };
        let differing = own.iter().find(|(key, value)| file.instance.get(key) != Some(value));
        match differing {
            Some((key, value)) => Err(ProofError::Foreign(format!("its `{key}` is not {value}"))),
            None => Ok(file),
        }
    }
}

/// The prices of a case, by the numbers of its cells and orientations.
#[derive(Debug)]
pub(super) struct Prices {
    /// How many units are a half of the sum.
    pub scale: i64,
    /// μ, by cell.
    pub mu: Vec<i64>,
    /// σ, by cell and orientation.
    pub sigma: Vec<[i64; ORIENTATIONS]>,
    /// The cuts.
    pub cuts: Vec<Cut>,
}

/// A cut (A, k) and its price.
#[derive(Debug)]
pub(super) struct Cut {
    /// π.
    pub price: i64,
    /// The number of the cell k.
    pub k: usize,
    /// A: cells and orientations.
    pub states: Vec<(usize, usize)>,
}

impl Prices {
    /// The prices of a case, if they are as the bound needs them; otherwise what is wrong.
    pub fn new(case: &Case, ground: &Ground) -> Result<Self, String> {
        if !(1..=MAX_SCALE).contains(&case.scale) {
            return Err(format!("its scale {} is not between 1 and {MAX_SCALE}", case.scale));
        }
        let number = |x: i64, y: i64| {
            ground.number(Cell::new(x, y)).ok_or_else(|| format!("[{x}, {y}] is no free cell of the board"))
        };
        let mut mu = vec![0; ground.cells.len()];
        for &(x, y, price) in &case.cells {
            mu[number(x, y)?] = price;
        }
        let mut sigma = vec![[0; ORIENTATIONS]; ground.cells.len()];
        let mut states = Vec::new();
        for &(x, y, top, north, east, price) in &case.states {
            let die = Die::new(top, north, east).and_then(|die| ground.orientation(die));
            let o = die.ok_or_else(|| format!("top {top}, north {north}, east {east} is no orientation of the die"))?;
            let c = number(x, y)?;
            sigma[c][o] = not_negative(price)?;
            states.push((c, o));
        }
        let cuts = case.cuts.iter().enumerate().map(|(i, cut)| {
            let (x, y) = cut.cell;
            let cut = number(x, y).and_then(|k| Cut::new(cut, k, &states));
            cut.map_err(|why| format!("cut {}: {why}", i + 1))
        });
        let prices = Self { scale: case.scale, mu, sigma, cuts: cuts.collect::<Result<_, String>>()? };
        let all = prices.mu.iter().chain(prices.sigma.iter().flatten());
        let all = all.copied().chain(prices.cuts.iter().map(|cut| cut.price));
        let sum = all.fold(0, |sum: u64, price| sum.saturating_add(price.unsigned_abs()));
        if sum > MAX_PRICES { Err(format!("its prices add up to more than {MAX_PRICES}")) } else { Ok(prices) }
    }
}

impl Cut {
    /// The cut with the cell `k` and states by their places in the list of all states of the case.
    fn new(cut: &SetAndPrice, k: usize, all: &[(usize, usize)]) -> Result<Self, String> {
        let states = cut.states.iter().map(|&i| all.get(i).copied().ok_or_else(|| format!("there is no state {i}")));
        let mut states = states.collect::<Result<Vec<_>, String>>()?;
        if states.iter().any(|&(c, _)| c == k) {
            return Err("a state of its set is on its own cell".into());
        }
        states.sort_unstable();
        if states.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err("its set has a state twice".into());
        }
        Ok(Self { price: not_negative(cut.price)?, k, states })
    }
}

fn not_negative(price: i64) -> Result<i64, String> {
    if price < 0 { Err(format!("the price {price} is negative")) } else { Ok(price) }
}
