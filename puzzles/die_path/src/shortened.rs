//! Long paths drawn short: between the columns in which a path turns, starts or ends, a long way becomes a short one.
//!
//! A short way is as long as the long one modulo four, so the die looks the same at its end.

use tumble_puzzles::geometry::{Board, Cell, Direction};

/// Boards and planes with more columns or rows are not drawn cell by cell.
pub(super) const MAX_SIDE: i64 = 100;
/// Ways up to this length stay as they are.
const SHORT: i64 = 8;
/// The least that is left of a longer way; at most three cells more are.
const LEFT: i64 = 4;

/// Where a path is drawn.
pub(super) struct Map {
    pub(super) board: Board,
    pub(super) columns: Axis,
    pub(super) rows: Axis,
}

impl Map {
    /// The part of the plane in which these cells matter, shortened if it is large. `None` if it is too large even so.
    pub(super) fn of(cells: &[Cell]) -> Option<Self> {
        let columns = Axis::of(cells.iter().map(|cell| cell.x), MAX_SIDE)?;
        let rows = Axis::of(cells.iter().map(|cell| cell.y), MAX_SIDE)?;
        let board = Board::new(columns.places(), rows.places(), &[]).ok()?;
        Some(Self { board, columns, rows })
    }

    /// The drawn cell of a cell that matters.
    pub(super) fn place(&self, cell: Cell) -> Option<Cell> {
        Some(Cell::new(self.columns.place(cell.x)?, self.rows.place(cell.y)?))
    }

    pub(super) fn is_shortened(&self) -> bool {
        self.columns.is_shortened() || self.rows.is_shortened()
    }
}

/// The cell after so many rolls; `None` if a coordinate overflows.
pub(super) fn after(cell: Cell, roll: Direction, count: i64) -> Option<Cell> {
    let (dx, dy) = roll.delta();
    Some(Cell::new(cell.x.checked_add(dx.checked_mul(count)?)?, cell.y.checked_add(dy.checked_mul(count)?)?))
}

/// The columns or the rows of a drawing, which may leave some out.
pub(super) struct Axis {
    /// The coordinates that matter, in order, each with its place in the drawing.
    stops: Vec<(i64, i64)>,
}

impl Axis {
    /// The drawing of an axis on which these coordinates matter; long ways are shortened only if it would have more than `longest`
    /// places. `None`: it has more even so, or there are no coordinates.
    pub(super) fn of(coordinates: impl IntoIterator<Item = i64>, longest: i64) -> Option<Self> {
        let mut sorted: Vec<i64> = coordinates.into_iter().collect();
        sorted.sort_unstable();
        sorted.dedup();
        let (first, last) = (*sorted.first()?, *sorted.last()?);
        let is_long = last.checked_sub(first)? >= longest;
        let mut stops = vec![(first, 0)];
        for pair in sorted.windows(2) {
            let way = pair[1] - pair[0];
            let drawn = if is_long && way > SHORT { LEFT + way % 4 } else { way };
            let place = stops[stops.len() - 1].1 + drawn;
            stops.push((pair[1], place));
        }
        let axis = Self { stops };
        (axis.places() <= longest).then_some(axis)
    }

    /// The number of its places.
    pub(super) fn places(&self) -> i64 {
        self.stops.last().map_or(0, |&(_, place)| place + 1)
    }

    /// Whether it leaves any coordinates out.
    pub(super) fn is_shortened(&self) -> bool {
        self.stops.windows(2).any(|pair| pair[1].0 - pair[0].0 != pair[1].1 - pair[0].1)
    }

    /// The coordinate that a way has come to at a place: at the nearest stop behind it, and so many further as places are drawn.
    /// `rising`: towards larger coordinates.
    pub(super) fn coordinate(&self, place: i64, rising: bool) -> Option<i64> {
        let after = self.stops.partition_point(|&(_, stop)| if rising { stop <= place } else { stop < place });
        let &(coordinate, stop) = self.stops.get(if rising { after.checked_sub(1)? } else { after })?;
        Some(coordinate + (place - stop))
    }

    /// The place of a coordinate that matters.
    pub(super) fn place(&self, coordinate: i64) -> Option<i64> {
        let found = self.stops.binary_search_by_key(&coordinate, |&(coordinate, _)| coordinate).ok()?;
        Some(self.stops[found].1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_ways_become_short_ones_of_the_same_length_modulo_four() {
        let far = [0, 3, 1_000_000_006, 1_000_000_016, -9_000_000_000_001];
        let axis = Axis::of(far, 60).unwrap();
        assert!(axis.is_shortened() && axis.places() <= 30);
        for a in far {
            for b in far {
                let drawn = axis.place(b).unwrap() - axis.place(a).unwrap();
                assert_eq!((b - a - drawn).rem_euclid(4), 0, "{a} to {b}");
                assert_eq!((b - a).signum(), drawn.signum());
            }
        }
        assert_eq!(axis.place(3).unwrap() - axis.place(0).unwrap(), 3);
    }

    #[test]
    fn a_place_in_a_short_way_is_counted_from_the_stop_behind_it() {
        let axis = Axis::of([0, 1000, 1002], 60).unwrap();
        let all = |rising| (0..axis.places()).map(|place| axis.coordinate(place, rising).unwrap()).collect::<Vec<_>>();
        assert_eq!(all(true), [0, 1, 2, 3, 1000, 1001, 1002]);
        assert_eq!(all(false), [0, 997, 998, 999, 1000, 1001, 1002]);
        assert_eq!((axis.coordinate(-1, true), axis.coordinate(7, false)), (None, None));
    }

    #[test]
    fn what_fits_is_not_shortened() {
        let axis = Axis::of([-20, 30], 60).unwrap();
        assert!(!axis.is_shortened());
        assert_eq!((axis.places(), axis.place(30)), (51, Some(50)));
        assert!(Axis::of((0..70).map(|i| 8 * i), 60).is_none());
        assert!(Axis::of([i64::MIN, i64::MAX], 60).is_none());
    }
}
