//! The lines of trails. Several rolls between two cells run side by side.
//!
//! ```text
//!         ┃          rolls between two cells are ordered across it, each to the
//!    ━━━━━┛          right of its direction, so that a way out and the way back
//!    ━━━━━━━━━       do not cross where they turn
//! ```

use std::collections::HashMap;

use super::board_scene::Trail;
use crate::geometry::Cell;

/// The widest distance between two lines, as a part of a cell.
const WIDEST: f64 = 0.16;
/// The part of a cell that all lines between two cells may take.
const ROOM: f64 = 0.7;
/// Half the length of the bend in which a line changes its place within a cell.
const BEND: f64 = 0.14;

/// The place of a roll among the rolls between its two cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Lane {
    /// From the south or from the west.
    pub(super) place: usize,
    /// How many there are.
    pub(super) of: usize,
}

/// A point in units of a cell; y grows north, as on the board.
pub(super) type Point = (f64, f64);

impl Lane {
    /// The distance from the middle.
    fn offset(self) -> f64 {
        (self.place as f64 - (self.of as f64 - 1.0) / 2.0) * distance(self.of)
    }
}

/// The distance between neighbours among so many lines.
pub(super) fn distance(lines: usize) -> f64 {
    WIDEST.min(ROOM / lines.max(1) as f64)
}

/// The lane of each roll of each trail.
pub(super) fn lanes(trails: &[Trail]) -> Vec<Vec<Lane>> {
    /// The rolls between two cells, by trail and place in the trail: first rolls north and east, then rolls south and west.
    type Sharing = [Vec<(usize, usize)>; 2];
    let mut shared: HashMap<(Cell, Cell), Sharing> = HashMap::new();
    for (i, trail) in trails.iter().enumerate() {
        for (k, (from, to)) in trail.rolls().enumerate() {
            let between = (from.min(to), from.max(to));
            shared.entry(between).or_default()[usize::from(from > to)].push((i, k));
        }
    }
    let none = Lane { place: 0, of: 1 };
    let mut lanes: Vec<Vec<Lane>> = trails.iter().map(|trail| vec![none; trail.rolls().count()]).collect();
    for ((a, b), [onward, back]) in shared {
        let of = onward.len() + back.len();
        // The right of east is south, the right of north is east.
        let mut across: Vec<(usize, usize)> = back.into_iter().rev().chain(onward).collect();
        if a.y == b.y {
            across.reverse();
        }
        for (place, (i, k)) in across.into_iter().enumerate() {
            lanes[i][k] = Lane { place, of };
        }
    }
    lanes
}

/// The most rolls between two cells of a board.
pub(super) fn widest(lanes: &[Vec<Lane>]) -> usize {
    lanes.iter().flatten().map(|lane| lane.of).max().unwrap_or(1)
}

/// The corners of the line of these rolls.
pub(super) fn line(rolls: &[(Cell, Cell)], lanes: &[Lane]) -> Vec<Point> {
    let mut points = Vec::new();
    for (i, (&roll, &lane)) in rolls.iter().zip(lanes).enumerate() {
        if i == 0 {
            points.push(beside(roll.0, roll, lane));
        }
        match (rolls.get(i + 1), lanes.get(i + 1)) {
            (Some(&next), Some(&then)) => points.extend(joint((roll, lane), (next, then))),
            _ => points.push(beside(roll.1, roll, lane)),
        }
    }
    points
}

/// The middle of a cell.
fn middle(cell: Cell) -> Point {
    (cell.x as f64 + 0.5, cell.y as f64 + 0.5)
}

/// Whether a roll goes east or west.
fn is_across((from, to): (Cell, Cell)) -> bool {
    from.y == to.y
}

/// The point of a roll's line beside the middle of one of its cells.
fn beside(cell: Cell, roll: (Cell, Cell), lane: Lane) -> Point {
    let (x, y) = middle(cell);
    if is_across(roll) { (x, y + lane.offset()) } else { (x + lane.offset(), y) }
}

/// The points in the cell between two rolls.
fn joint((roll, lane): ((Cell, Cell), Lane), (next, then): ((Cell, Cell), Lane)) -> Vec<Point> {
    let cell = roll.1;
    let (x, y) = middle(cell);
    let (a, b) = (beside(cell, roll, lane), beside(cell, next, then));
    if is_across(roll) != is_across(next) {
        // A corner takes the height of the line across and the column of the line along.
        let (across, along) = if is_across(roll) { (a, b) } else { (b, a) };
        return vec![(along.0, across.1)];
    }
    if roll.0 == next.1 {
        return vec![a, b];
    }
    if (a.0 - b.0).hypot(a.1 - b.1) < 1e-9 {
        return Vec::new();
    }
    let (dx, dy) = ((roll.1.x - roll.0.x) as f64 * BEND, (roll.1.y - roll.0.y) as f64 * BEND);
    let (before, after) = if is_across(roll) { ((x - dx, a.1), (x + dx, b.1)) } else { ((a.0, y - dy), (b.0, y + dy)) };
    vec![before, after]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Direction;

    /// A trail from a cell by letters.
    fn trail(from: (i64, i64), moves: &str) -> Trail {
        let mut cells = vec![Cell::new(from.0, from.1)];
        for direction in moves.chars().filter_map(Direction::of_letter) {
            cells.push(cells[cells.len() - 1].step(direction).unwrap());
        }
        Trail::new(cells)
    }

    /// The length that two pieces along the same axis share.
    fn common((a, b): (Point, Point), (c, d): (Point, Point)) -> f64 {
        let shared = |a: f64, b: f64, c: f64, d: f64| a.max(b).min(c.max(d)) - a.min(b).max(c.min(d));
        let same = |values: [f64; 4]| values.iter().all(|value| (value - values[0]).abs() < 1e-6);
        if same([a.1, b.1, c.1, d.1]) {
            shared(a.0, b.0, c.0, d.0)
        } else if same([a.0, b.0, c.0, d.0]) {
            shared(a.1, b.1, c.1, d.1)
        } else {
            0.0
        }
    }

    #[test]
    fn strands_never_lie_on_each_other() {
        let there_and_back = [trail((0, 0), "EENNSSWW")];
        let rounds = [trail((1, 0), "NESWNESWNESW")];
        let crossing = [trail((0, 1), "EEENWSSS"), trail((3, 1), "WWWNEE")];
        let mut closed = [trail((0, 0), "ENWNS")];
        closed[0].is_closed = true;
        closed[0].cells.truncate(4);
        for trails in [&there_and_back[..], &rounds, &crossing, &closed] {
            let lines =
                trails.iter().zip(lanes(trails)).map(|(trail, lanes)| line(&trail.rolls().collect::<Vec<_>>(), &lanes));
            let pieces: Vec<(Point, Point)> =
                lines.flat_map(|line| line.windows(2).map(|pair| (pair[0], pair[1])).collect::<Vec<_>>()).collect();
            for (i, &piece) in pieces.iter().enumerate() {
                for &other in &pieces[..i] {
                    assert!(common(piece, other) < 1e-6, "{piece:?} lies on {other:?} in {trails:?}");
                }
            }
        }
    }

    #[test]
    fn a_way_back_keeps_to_the_other_side_and_does_not_cross_the_way_out() {
        let trails = [trail((0, 0), "ENNSSW")];
        let lanes = lanes(&trails);
        assert_eq!(widest(&lanes), 2);
        let places: Vec<usize> = lanes[0].iter().map(|lane| lane.place).collect();
        // East: south of the way back, which is west. North: east of the way back.
        assert_eq!(places, [0, 1, 1, 0, 0, 1]);
    }

    #[test]
    fn a_single_strand_goes_through_the_middles() {
        let trails = [trail((0, 0), "EEN")];
        let points = line(&trails[0].rolls().collect::<Vec<_>>(), &lanes(&trails)[0]);
        assert_eq!(points, [(0.5, 0.5), (2.5, 0.5), (2.5, 1.5)]);
    }
}
