//! Proofs, without search, that a die cannot reach its goal or cannot visit all cells.

use crate::geometry::{Cell, Die};

/// Rolling never changes the handedness: it has to be the same at the start and at the goal.
pub(super) fn other_hand(start: &[Die], goal: &[Die]) -> Option<String> {
    let (start, goal) = (start[0].handedness(), goal[0].handedness());
    let why = "rolling never changes that";
    (start != goal).then(|| format!("the die is {start}-handed at the start and {goal}-handed at the goal: {why}"))
}

/// Every roll changes both the colour of the cell and the class of the orientation: some start has to agree with some goal.
pub(super) fn parity((start, starts): (Cell, &[Die]), (goal, goals): (Cell, &[Die])) -> Option<String> {
    let colours = start.colour() ^ goal.colour();
    let fits = |from: &Die| goals.iter().any(|to| from.class() ^ to.class() == colours);
    (!starts.iter().any(fits)).then(|| {
        "parity: every roll changes the colour of the cell and the class of the orientation, \
         and start and goal do not agree"
            .into()
    })
}

/// A path that visits each of these cells once alternates between the two chess-board colours.
pub(super) fn colours(cells: &[Cell], closed: bool, start: Option<Cell>) -> Option<String> {
    let of_colour = |colour| cells.iter().filter(|cell| cell.colour() == colour).count();
    let counts = [of_colour(0), of_colour(1)];
    let have = if counts[0] == 1 { "cell has" } else { "cells have" };
    let chess = format!("in a chess-board colouring, {} {have} one colour and {} the other", counts[0], counts[1]);
    if counts[0].abs_diff(counts[1]) > usize::from(!closed) {
        return Some(format!("{chess}, and every roll changes the colour"));
    }
    let start = start?;
    let [same, other] = [counts[usize::from(start.colour())], counts[usize::from(1 - start.colour())]];
    (same < other).then(|| format!("{chess}, and the start has the rarer colour"))
}
