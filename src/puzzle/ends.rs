//! Why a die cannot come from where it starts to where it is to end, or over all cells, where no search is needed to tell.

use crate::geometry::{Cell, Die};

/// Rolling never makes another die: the start's and the goal's have to be of one hand.
pub(super) fn other_hand(start: &[Die], goal: &[Die]) -> Option<String> {
    let (start, goal) = (start[0].handedness(), goal[0].handedness());
    let why = "rolling never changes that";
    (start != goal).then(|| format!("the die is {start}-handed at the start and {goal}-handed at the goal: {why}"))
}

/// Every roll changes both the colour of the cell and the class of the orientation: some start and some goal have to agree.
pub(super) fn parity((start, starts): (Cell, &[Die]), (goal, goals): (Cell, &[Die])) -> Option<String> {
    let colours = start.colour() ^ goal.colour();
    let fits = |from: &Die| goals.iter().any(|to| from.class() ^ to.class() == colours);
    (!starts.iter().any(fits)).then(|| {
        "parity: every roll changes the colour of the cell and the class of the orientation, \
         and start and goal do not agree"
            .into()
    })
}

/// A path that visits each of these cells once changes its chess-board colour with every roll.
pub(super) fn colours(cells: &[Cell], closed: bool, start: Option<Cell>) -> Option<String> {
    let of_colour = |colour| cells.iter().filter(|cell| cell.colour() == colour).count();
    let counts = [of_colour(0), of_colour(1)];
    let chess =
        format!("on a chess board colouring {} cells are of one colour and {} of the other", counts[0], counts[1]);
    if counts[0].abs_diff(counts[1]) > usize::from(!closed) {
        return Some(format!("{chess}, and every roll changes the colour"));
    }
    let start = start?;
    let [same, other] = [counts[usize::from(start.colour())], counts[usize::from(1 - start.colour())]];
    (same < other).then(|| format!("{chess}, and the start is of the rarer colour"))
}
