//! The encodings, one by one.

use super::Collected;
use crate::Lit;
use crate::adder::Bits;
use crate::clauses::{at_most_one, exactly_one};
use crate::leaf::{Group, Leaf, Order};
use crate::sum::{Bounds, Terms, Total, sum_of};

fn count(choice: &[bool]) -> usize {
    choice.iter().filter(|&&holds| holds).count()
}

#[test]
fn at_most_one_and_exactly_one_by_pairs_and_by_products() {
    for n in [0, 1, 2, 5, 8, 9, 10, 12] {
        let mut most = Collected::default();
        let literals = most.literals(n);
        most.emit(|out| at_most_one(&literals, out)).unwrap();
        most.assert_means(&literals, |choice| count(choice) <= 1);
        let mut one = Collected::default();
        let literals = one.literals(n);
        one.emit(|out| exactly_one(&literals, out)).unwrap();
        one.assert_means(&literals, |choice| count(choice) == 1);
    }
}

/// What the clauses allow a number to be, for each choice of the literals that define it.
fn values(collected: &Collected, literals: &[Lit], choice: &[bool], order: &Order) -> Vec<i64> {
    let is = |i: usize| {
        let mut choice = choice.to_vec();
        choice.extend([true, false]);
        collected.allows(&[literals, &[order.at_least(i), order.at_least(i + 1)]].concat(), &choice)
    };
    (0..order.values().len()).filter(|&i| is(i)).map(|i| order.values()[i]).collect()
}

#[test]
fn groups_are_the_weight_of_what_holds() {
    for weights in [&[3, 5][..], &[-2, 4], &[-3, -3, -1], &[1, 1, 1], &[-2, -1, 1, 1, 2], &[7]] {
        for always in [false, true] {
            let mut collected = Collected::default();
            let literals = collected.literals(weights.len());
            collected
                .emit(|out| if always { exactly_one(&literals, out) } else { at_most_one(&literals, out) })
                .unwrap();
            let entries = literals.iter().copied().zip(weights.iter().copied()).collect();
            let group = Leaf::Group(Group::new(entries, always));
            let (least, largest) = (group.least(), group.largest());
            let order = collected.emit(|out| group.ordered(out));
            assert_eq!((least, largest), (order.least(), order.largest()));
            let choices = (0..=literals.len()).map(|i| (0..literals.len()).map(|j| i == j).collect::<Vec<bool>>());
            for choice in choices.filter(|choice| !always || count(choice) == 1) {
                let value: i64 =
                    weights.iter().zip(&choice).filter(|(_, holds)| **holds).map(|(weight, _)| *weight).sum();
                assert_eq!(values(&collected, &literals, &choice, &order), [value], "{weights:?} {always} {choice:?}");
            }
        }
    }
}

#[test]
fn the_sum_of_two_numbers_is_exact_in_its_range_and_says_more_or_less_outside() {
    for range in [i64::MIN..=i64::MAX, 2..=7, -100..=1, 9..=100] {
        let mut collected = Collected::default();
        let a = collected.emit(|out| Order::fresh(vec![-1, 0, 4], out));
        let b = collected.emit(|out| Order::fresh(vec![1, 3, 4, 8], out));
        let sum = collected.emit(|out| sum_of(&a, &b, &range, out)).unwrap();
        for (i, x) in a.values().iter().enumerate() {
            for (j, y) in b.values().iter().enumerate() {
                let literals = [a.at_least(i), a.at_least(i + 1), b.at_least(j), b.at_least(j + 1)];
                let got = values(&collected, &literals, &[true, false, true, false], &sum);
                let &[got] = &got[..] else { panic!("{x} + {y} is {got:?}") };
                let agrees = match x + y {
                    sum if sum < *range.start() => got < *range.start(),
                    sum if sum > *range.end() => got > *range.end(),
                    sum => got == sum,
                };
                assert!(agrees, "{x} + {y} is {got} in {range:?}");
            }
        }
    }
}

#[test]
fn adders_add_and_compare() {
    let weights = [1, 1, 2, 3, 6, 7];
    for bound in -1..=21 {
        let mut collected = Collected::default();
        let literals = collected.literals(weights.len() + 2);
        let (terms, sides) = literals.split_at(weights.len());
        let terms: Vec<(Lit, u64)> = terms.iter().copied().zip(weights).collect();
        let bits = collected.emit(|out| Bits::sum(&terms, out)).unwrap();
        for (clauses, side) in [(bits.at_most(bound), sides[0]), (bits.at_least(bound), sides[1])] {
            for clause in &clauses {
                collected.emit(|out| out.add(&[&clause[..], &[!side]].concat()));
            }
        }
        collected.assert_means(&literals, |choice| {
            let sum: i64 = weights.iter().zip(choice).filter(|(_, holds)| **holds).map(|(w, _)| *w as i64).sum();
            (!choice[weights.len()] || sum <= bound) && (!choice[weights.len() + 1] || sum >= bound)
        });
    }
}

/// Weights of literals, for an adder or for a tree.
fn sum_over(literals: &[Lit], weights: &[i64], in_bits: bool) -> Terms {
    let terms = literals.iter().copied().zip(weights.iter().copied());
    if in_bits {
        return Terms { bits: terms.collect(), ..Terms::default() };
    }
    Terms { leaves: terms.map(|(x, w)| Leaf::Order(Order::of_literal(x, w))).collect(), ..Terms::default() }
}

/// Sums of 0/1 variables within bounds: by clauses, by trees, and, with a weight too many for a tree, by adders.
#[test]
fn bounded_sums_in_all_ways() {
    for (weights, lower, upper) in [
        (&[1; 9][..], None, Some(4)),
        (&[1; 9], Some(4), Some(4)),
        (&[1, -1, 1, -1, 1, -1], Some(0), Some(0)),
        (&[2, 3, 5, 7, 11, 13, -4, -6], Some(8), Some(11)),
        (&[5, 5, 5, -9], Some(1), None),
        (&[3, 4], Some(8), None),
        (&[3, 4], Some(-1), Some(7)),
    ] {
        for in_bits in [false, true] {
            let mut collected = Collected::default();
            let literals = collected.literals(weights.len() + 1);
            let unless = literals[weights.len()];
            let sum = sum_over(&literals, weights, in_bits);
            collected.emit(|out| Bounds { lower, upper, unless }.require(sum, out)).unwrap();
            collected.assert_means(&literals, |choice| {
                let sum: i64 = weights.iter().zip(choice).filter(|(_, holds)| **holds).map(|(w, _)| *w).sum();
                choice[weights.len()] || lower.is_none_or(|l| l <= sum) && upper.is_none_or(|u| sum <= u)
            });
        }
    }
}

#[test]
fn totals_are_bounded_by_a_literal() {
    let weights = [2, 3, -4, 7];
    for in_bits in [false, true] {
        let mut collected = Collected::default();
        let literals = collected.literals(weights.len());
        let total = collected.emit(|out| Total::new(sum_over(&literals, &weights, in_bits), 12, out)).unwrap();
        for bound in -5..=12 {
            let is_below = collected.emit(|out| total.at_most(bound, out));
            assert!(total.next_above(bound).is_none_or(|next| next > bound));
            for choice in (0..16).map(|bits| [0, 1, 2, 3].map(|i| bits >> i & 1 == 1)) {
                let sum: i64 = weights.iter().zip(choice).filter(|(_, holds)| *holds).map(|(w, _)| *w).sum();
                let allowed =
                    collected.allows(&[&literals[..], &[is_below]].concat(), &[&choice[..], &[true]].concat());
                assert_eq!(allowed, sum <= bound, "{choice:?} {bound}");
            }
        }
    }
}
