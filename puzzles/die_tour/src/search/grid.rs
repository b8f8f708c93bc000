//! The board of the search: steps of a path on bit boards, with pruning of paths that cannot be completed.

use std::ops::{BitAnd, BitOr, Not};

use crate::DieTour;
use tumble_puzzles::geometry::{Die, Direction, Face, Place};

/// No cell.
const NONE: u16 = u16::MAX;

/// A partial path: its first and last cell, the cells left to visit, and the die at its end.
#[derive(Clone, Copy)]
pub(super) struct Node<const W: usize> {
    pub(super) start: u16,
    pub(super) cell: u16,
    pub(super) rest: Bits<W>,
    /// The die at the start: the reference die where the path stands for all start orientations.
    pub(super) start_die: Die,
    pub(super) die: Die,
    pub(super) tops: TopCounts,
    /// The sum of what the top faces count; 0 if the path stands for all start orientations.
    pub(super) sum: i64,
    /// The last directions, as a state of [`Histories`].
    pub(super) history: u8,
}

/// The board on bits: cell [x, y] is number y · columns + x, blocked cells included.
pub(super) struct Grid<const W: usize> {
    columns: usize,
    free: Bits<W>,
    not_west: Bits<W>,
    not_east: Bits<W>,
    /// By cell: its free neighbours in the order of [`Direction::ALL`].
    adjacent: Vec<[u16; 4]>,
    /// By cell: the eight cells around it, clockwise from north; [`NONE`] if not free.
    ring: Vec<[u16; 8]>,
    closed: bool,
    /// Where an open tour has to end; [`NONE`]: anywhere.
    goal: u16,
    pub(super) histories: Histories,
    /// The dice at the roots: one reference die for all start orientations, or each of them.
    dice: Vec<Die>,
    /// By face, what it counts on top, 0 on a reference die; `None`: it must not be on top. By cell, or once for all cells.
    values: Vec<[Option<i64>; 7]>,
}

impl<const W: usize> Grid<W> {
    pub(super) fn new(puzzle: &DieTour) -> Self {
        let board = &puzzle.board;
        let number = |cell| {
            board
                .is_free(cell)
                .then(|| board.index(cell))
                .flatten()
                .map_or(NONE, |i| i.try_into().expect("a rectangle has at most 1024 cells"))
        };
        let set = |keep: &dyn Fn(usize) -> bool| (0..board.size()).filter(|&i| keep(i)).fold(Bits::EMPTY, Bits::with);
        let around = |i: usize, directions: &[Direction]| {
            let walk = directions.iter().try_fold(board.cell(i), |cell, &d| cell.step(d));
            walk.map_or(NONE, number)
        };
        let [n, e, s, w] = Direction::ALL;
        let cells = 0..board.size();
        Self {
            columns: board.columns(),
            free: set(&|i| board.is_free(board.cell(i))),
            not_west: set(&|i| i % board.columns() > 0),
            not_east: set(&|i| (i + 1) % board.columns() > 0),
            adjacent: cells.clone().map(|i| [n, e, s, w].map(|d| around(i, &[d]))).collect(),
            ring: cells
                .map(|i| [&[n][..], &[n, e], &[e], &[s, e], &[s], &[s, w], &[w], &[n, w]].map(|walk| around(i, walk)))
                .collect(),
            closed: puzzle.closed,
            goal: puzzle.goal_cell.map_or(NONE, number),
            histories: Histories::new(),
            dice: if has_reference_die(puzzle) { vec![TopCounts::REFERENCE] } else { puzzle.start_dice.clone() },
            values: values(puzzle),
        }
    }

    /// The paths of a start cell alone.
    pub(super) fn roots(&self, puzzle: &DieTour) -> impl Iterator<Item = Node<W>> + '_ {
        let starts: Vec<usize> = puzzle.start_cells().into_iter().filter_map(|cell| puzzle.board.index(cell)).collect();
        let starts = starts.into_iter().flat_map(|start| self.dice.iter().map(move |&die| (start, die)));
        // Steps keep the rest connected, so it has to be connected at the start.
        starts.filter_map(|(start, die)| self.root(start, die)).filter(|root| self.is_connected(root.rest))
    }

    /// The path of a start cell alone; `None` if the die must not show its face there, or no path ends there.
    #[expect(clippy::cast_possible_truncation, reason = "a grid has at most 1024 cells; a face is 1 to 6")]
    fn root(&self, start: usize, die: Die) -> Option<Node<W>> {
        let (cell, rest) = (start as u16, self.free.without(start));
        let sum = self.value(start, die.top())?;
        let tops = TopCounts::default().plus(die.top());
        let may_start = cell != self.goal || rest.is_empty();
        may_start.then_some(Node { start: cell, cell, rest, start_die: die, die, tops, sum, history: 0 })
    }

    /// The path after one more roll; `None` if the roll does not enter an unvisited cell, or the path cannot be completed.
    pub(super) fn step(&self, node: &Node<W>, direction: Direction) -> Option<Node<W>> {
        let next = self.adjacent[node.cell as usize][direction.index()];
        if next == NONE || !node.rest.contains(next as usize) {
            return None;
        }
        let rest = node.rest.without(next as usize);
        let die = node.die.roll(direction);
        let sum = node.sum + self.value(next as usize, die.top())?;
        let goes_on = !rest.is_empty();
        if goes_on && (next == self.goal || self.has_dead_end(rest, next, node.start) || self.is_split(rest, next)) {
            return None;
        }
        let tops = node.tops.plus(die.top());
        let history = self.histories.after(node.history, direction);
        Some(Node { cell: next, rest, die, tops, sum, history, ..*node })
    }

    /// Whether too many cells of `rest` cannot be passed through by a path that continues from `head`. On an open tour, one such
    /// cell may be the last, where it may be any; on a closed tour, the last cell can be left to the start.
    fn has_dead_end(&self, rest: Bits<W>, head: u16, start: u16) -> bool {
        let mut open = rest.with(head as usize);
        if self.closed {
            open = open.with(start as usize);
        }
        let (n, s) = (open.down(self.columns), open.up(self.columns));
        let (e, w) = ((open & self.not_west).down(1), (open & self.not_east).up(1));
        let passable = (n & s) | (e & w) | ((n | s) & (e | w));
        let dead_ends = rest & !passable;
        if self.closed {
            !dead_ends.is_empty()
                || !self.adjacent[start as usize].iter().any(|&c| c != NONE && rest.contains(c as usize))
        } else if self.goal != NONE {
            !dead_ends.without(self.goal as usize).is_empty()
        } else {
            dead_ends.len() > 1
        }
    }

    /// Whether `rest` is not connected or not next to `head`, given that the two together were connected.
    fn is_split(&self, rest: Bits<W>, head: u16) -> bool {
        let mut ring = 0u8;
        for (bit, &cell) in self.ring[head as usize].iter().enumerate() {
            ring |= u8::from(cell != NONE && rest.contains(cell as usize)) << bit;
        }
        let sides = ring & 0b0101_0101;
        // A side is linked to the next one, clockwise, if the corner between them is also in `rest`.
        let links = sides & (ring >> 1) & sides.rotate_right(2);
        match sides.count_ones() {
            0 => true,
            sides if sides <= links.count_ones() + 1 => false,
            _ => !self.is_connected(rest),
        }
    }

    /// Whether a set of cells is connected: a flood fill from its first cell.
    fn is_connected(&self, cells: Bits<W>) -> bool {
        let Some(first) = cells.first() else { return true };
        let mut flood = Bits::EMPTY.with(first);
        loop {
            let (n, s) = (flood.up(self.columns), flood.down(self.columns));
            let (e, w) = ((flood & self.not_east).up(1), (flood & self.not_west).down(1));
            let wider = flood | ((n | s | e | w) & cells);
            if wider == flood {
                return flood == cells;
            }
            flood = wider;
        }
    }

    /// The roll from one cell to a neighbouring one.
    pub(super) fn direction(&self, from: u16, to: u16) -> Option<Direction> {
        Direction::ALL.into_iter().find(|d| self.adjacent[from as usize][d.index()] == to)
    }

    /// The free neighbour of a cell.
    pub(super) fn neighbour(&self, cell: usize, direction: Direction) -> Option<usize> {
        Some(self.adjacent[cell][direction.index()]).filter(|&next| next != NONE).map(usize::from)
    }

    /// What a face counts on top of a cell; `None`: it must not be there.
    pub(super) fn value(&self, cell: usize, face: Face) -> Option<i64> {
        let cell = if self.values.len() == 1 { 0 } else { cell };
        self.values[cell][face as usize]
    }

    /// The largest absolute value of a face on a cell.
    pub(super) fn largest_value(&self) -> i64 {
        self.values.iter().flatten().flatten().map(|value| value.abs()).max().unwrap_or(0)
    }

    /// The orientations of the dice, in the order of their indices.
    pub(super) fn orientations(&self) -> &'static [Die] {
        Die::all(self.dice[0].handedness())
    }

    /// The number of numbered cells, blocked ones included.
    pub(super) const fn numbers(&self) -> usize {
        self.adjacent.len()
    }

    /// The number of free cells.
    pub(super) fn cells(&self) -> usize {
        self.free.len() as usize
    }
}

/// How often each face of the reference die was on top: ten bits a face, which no board is large enough to fill.
#[derive(Clone, Copy, Default)]
pub(super) struct TopCounts(u64);

impl TopCounts {
    /// The reference die: its faces 1 to 6 stand for the start's top, north, east, west, south and bottom.
    pub(super) const REFERENCE: Die = Die::new(1, 2, 3).expect("1, 2, 3 meet at a corner");

    /// Counts `face` on top once more.
    #[must_use]
    pub(super) const fn plus(self, face: Face) -> Self {
        Self(self.0 + (1 << (10 * (face - 1))))
    }

    const fn of(self, face: Face) -> i64 {
        (self.0 >> (10 * (face - 1)) & 0x3ff) as i64
    }

    /// By face of the reference die: what it counts in the sum when the tour starts with `die`, where it counts the same on all cells.
    pub(super) fn face_values(puzzle: &DieTour, die: Die) -> [i64; 7] {
        let places = [Place::Top, Place::North, Place::East, Place::West, Place::South, Place::Bottom];
        let mut face_values = [0; 7];
        for (face, place) in (1..).zip(places) {
            face_values[face] = puzzle.values.values[usize::from(die.face(place)) - 1];
        }
        face_values
    }

    /// The sum of the top faces with these face values.
    pub(super) fn total(self, face_values: &[i64; 7]) -> i64 {
        (1..=6).map(|face: Face| self.of(face) * face_values[face as usize]).sum()
    }
}

/// Whether the paths of all start orientations are the same, so that one reference die stands for them.
pub(super) fn has_reference_die(puzzle: &DieTour) -> bool {
    puzzle.start_dice.len() > 1 && puzzle.shows_anything() && puzzle.values.weights.is_none()
}

/// See [`Grid::values`].
#[expect(clippy::cast_possible_truncation, reason = "a grid has at most 1024 cells; a face is 1 to 6")]
fn values(puzzle: &DieTour) -> Vec<[Option<i64>; 7]> {
    if has_reference_die(puzzle) {
        return vec![[Some(0); 7]];
    }
    let board = &puzzle.board;
    let on = |cell| {
        std::array::from_fn(|face| {
            (face > 0 && puzzle.may_show(cell, face as Face)).then(|| puzzle.value(cell, face as Face))
        })
    };
    let is_uniform = puzzle.shows_anything() && puzzle.values.weights.is_none();
    (0..if is_uniform { 1 } else { board.size() }).map(|i| on(board.cell(i))).collect()
}

/// A path through every cell does not end as it has to.
pub(super) struct Open;

/// Whether a path through every cell ends as it has to: the roll that closes it, if one has to.
pub(super) fn closing_roll<const W: usize>(
    puzzle: &DieTour,
    grid: &Grid<W>,
    node: &Node<W>,
) -> Result<Option<Direction>, Open> {
    if !puzzle.closed {
        let is_goal = puzzle.goal_dice.as_ref().is_none_or(|goal| goal.contains(&node.die));
        return if is_goal { Ok(None) } else { Err(Open) };
    }
    let direction = grid.direction(node.cell, node.start).ok_or(Open)?;
    let back = node.die.roll(direction);
    let is_back = grid.value(node.start.into(), back.top()).is_some();
    let is_restored = back == node.start_die || !puzzle.restore_orientation;
    if is_back && is_restored { Ok(Some(direction)) } else { Err(Open) }
}

// Sets of cells as bits: one word for boards up to 64 cells, two up to 128, and so on.

/// A set of up to 64·W numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Bits<const W: usize>([u64; W]);

impl<const W: usize> Bits<W> {
    pub(super) const EMPTY: Self = Self([0; W]);

    pub(super) const fn contains(&self, i: usize) -> bool {
        self.0[i / 64] >> (i % 64) & 1 == 1
    }

    pub(super) const fn insert(&mut self, i: usize) {
        self.0[i / 64] |= 1 << (i % 64);
    }

    pub(super) const fn without(mut self, i: usize) -> Self {
        self.0[i / 64] &= !(1 << (i % 64));
        self
    }

    pub(super) const fn with(mut self, i: usize) -> Self {
        self.insert(i);
        self
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    pub(super) fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The smallest number; `None` if the set is empty.
    pub(super) fn first(&self) -> Option<usize> {
        let word = self.0.iter().position(|&word| word != 0)?;
        Some(word * 64 + self.0[word].trailing_zeros() as usize)
    }

    /// Each number plus `n`; numbers beyond the end are dropped.
    pub(super) const fn up(self, n: usize) -> Self {
        let mut out = [0; W];
        let (words, bits) = (n / 64, n % 64);
        let mut i = words;
        while i < W {
            out[i] = self.0[i - words] << bits;
            if bits > 0 && i > words {
                out[i] |= self.0[i - words - 1] >> (64 - bits);
            }
            i += 1;
        }
        Self(out)
    }

    /// Each number minus `n`; negative numbers are dropped.
    pub(super) const fn down(self, n: usize) -> Self {
        let mut out = [0; W];
        let (words, bits) = (n / 64, n % 64);
        let mut i = 0;
        while i + words < W {
            out[i] = self.0[i + words] >> bits;
            if bits > 0 && i + words + 1 < W {
                out[i] |= self.0[i + words + 1] << (64 - bits);
            }
            i += 1;
        }
        Self(out)
    }
}

impl<const W: usize> BitAnd for Bits<W> {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }
}

impl<const W: usize> BitOr for Bits<W> {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

impl<const W: usize> Not for Bits<W> {
    type Output = Self;

    fn not(self) -> Self {
        Self(std::array::from_fn(|i| !self.0[i]))
    }
}

// The last directions of a walk, as the states of an automaton.

/// The last three directions of a walk, fewer at its start, as the states of an automaton; state 0 is the start.
pub(super) struct Histories {
    /// By state and direction the next state, or `None` if the step turns back or closes a unit square.
    pub(super) next: Vec<[Option<u8>; 4]>,
}

impl Histories {
    pub(super) fn new() -> Self {
        let mut states: Vec<Vec<Direction>> = vec![Vec::new()];
        let mut next = Vec::new();
        let mut done = 0;
        while done < states.len() {
            let row = Direction::ALL.map(|direction| {
                let mut walk = states[done].clone();
                walk.push(direction);
                if !is_walk(&walk) {
                    return None;
                }
                let last = walk[walk.len().saturating_sub(3)..].to_vec();
                let number = states.iter().position(|state| *state == last).unwrap_or_else(|| {
                    states.push(last);
                    states.len() - 1
                });
                // 1 + 4 + 12 + 36 states.
                u8::try_from(number).ok()
            });
            next.push(row);
            done += 1;
        }
        Self { next }
    }

    /// The state after one more step of a path, which never turns back and never closes a square.
    pub(super) fn after(&self, state: u8, direction: Direction) -> u8 {
        self.next[state as usize][direction.index()].unwrap_or(0)
    }
}

/// Whether the last of up to four steps neither turns back nor closes a unit square.
fn is_walk(steps: &[Direction]) -> bool {
    let turns_back = steps.windows(2).any(|pair| pair[1] == pair[0].opposite());
    let (dx, dy) = steps.iter().map(|d| d.delta()).fold((0, 0), |(x, y), (dx, dy)| (x + dx, y + dy));
    let closes_square = steps.len() == 4 && (dx, dy) == (0, 0);
    !turns_back && !closes_square
}

// Bounds on the sum of the rest of a path: the best walk with this number of steps.
//
// A walk may revisit cells but, like a path, it may neither turn back at once nor close a unit square; so the best walk
// of m steps from (cell, orientation, last three directions) bounds every path from there. The table is filled from
// m = 0 upwards, once for each sense: for large sums, or for small ones.

/// The maximum memory of the tables of a search; larger boards are searched without them.
const MAX_BYTES: usize = 64 << 20;
/// Boards with fewer cells are searched faster than a table is filled.
const CELLS_FOR_A_TABLE: usize = 36;
/// No walk: low enough to be worse than any, high enough that sums of it do not overflow.
const NO_WALK: i16 = i16::MIN / 2;

/// The best walks by number of steps and state, with top faces multiplied by `sign`.
pub(super) struct WalkTable {
    sign: i16,
    /// `[steps][cell][orientation][history]`.
    best: Vec<i16>,
    cells: usize,
    histories: usize,
}

impl WalkTable {
    /// The table for sums times the sign, where paths know their sums; `None` if it would not fit in memory, or sums not in its numbers.
    pub(super) fn fitting<const W: usize>(grid: &Grid<W>, sign: i16) -> Option<Self> {
        (Self::bytes(grid) <= MAX_BYTES && has_small_sums(grid)).then(|| Self::new(grid, sign))
    }

    fn bytes<const W: usize>(grid: &Grid<W>) -> usize {
        2 * grid.numbers() * 24 * grid.histories.next.len() * grid.cells()
    }

    #[expect(clippy::cast_possible_truncation, reason = "sums are small: see `has_small_sums`")]
    fn new<const W: usize>(grid: &Grid<W>, sign: i16) -> Self {
        let histories = &grid.histories.next;
        let (cells, count) = (grid.numbers(), histories.len());
        let layer = cells * 24 * count;
        let mut table = Self { sign, best: vec![0; layer * grid.cells()], cells, histories: count };
        let dice = grid.orientations();
        // By direction: each history before a roll that may follow it, with the history after the roll.
        let rolls = Direction::ALL.map(|direction| {
            let after =
                |(before, next): (usize, &[Option<u8>; 4])| Some((before, usize::from(next[direction.index()]?)));
            histories.iter().enumerate().filter_map(after).collect::<Vec<_>>()
        });
        for steps in 1..grid.cells() {
            let (shorter, longer) = table.best.split_at_mut(layer * steps);
            let shorter = &shorter[layer * (steps - 1)..];
            for (cell, orientation) in (0..cells).flat_map(|cell| (0..24).map(move |o| (cell, o))) {
                let at = (cell * 24 + orientation) * count;
                let entries = &mut longer[at..at + count];
                entries.fill(NO_WALK);
                for direction in Direction::ALL {
                    let Some(head) = grid.neighbour(cell, direction) else { continue };
                    let die = dice[orientation].roll(direction);
                    let Some(value) = grid.value(head, die.top()) else { continue };
                    let value = sign * value as i16;
                    let shorter = &shorter[(head * 24 + die.index()) * count..][..count];
                    for &(before, after) in &rolls[direction.index()] {
                        // Sums are small: `has_small_sums`.
                        entries[before] = entries[before].max(value.wrapping_add(shorter[after]));
                    }
                }
            }
        }
        table
    }

    /// A bound on the sums of paths through `node`, times the sign.
    pub(super) fn best<const W: usize>(&self, node: &Node<W>) -> i64 {
        let state = (node.cell as usize * 24 + node.die.index()) * self.histories + node.history as usize;
        let walk = self.best[node.rest.len() as usize * self.cells * 24 * self.histories + state];
        i64::from(self.sign) * node.sum + i64::from(walk)
    }
}

/// Whether no sum comes near to that of no walk.
fn has_small_sums<const W: usize>(grid: &Grid<W>) -> bool {
    let largest = grid.largest_value() * grid.cells() as i64;
    largest < -i64::from(NO_WALK) / 2
}

/// The bounds of a search whose paths know their sums.
pub(super) struct WalkBound {
    /// For an objective: the best walks.
    objective: Option<WalkTable>,
    /// For a required sum: the sum, and the largest and smallest walks.
    total: Option<(i64, [WalkTable; 2])>,
}

impl WalkBound {
    /// The bounds of a search; empty if they would not pay off or not fit in memory.
    pub(super) fn new<const W: usize>(puzzle: &DieTour, grid: &Grid<W>, sign: Option<i64>) -> Self {
        let tables = usize::from(sign.is_some()) + 2 * usize::from(puzzle.total.is_some());
        let bytes = WalkTable::bytes(grid) * tables;
        let fits = bytes <= MAX_BYTES && has_small_sums(grid);
        let pays = !has_reference_die(puzzle) && grid.cells() >= CELLS_FOR_A_TABLE && fits;
        if !pays {
            return Self { objective: None, total: None };
        }
        let table = |sign| WalkTable::new(grid, sign);
        Self {
            objective: sign.map(|sign| table(if sign < 0 { -1 } else { 1 })),
            total: puzzle.total.map(|total| (total, [table(1), table(-1)])),
        }
    }

    /// Whether no path through `node` has the required sum.
    pub(super) fn misses_total<const W: usize>(&self, node: &Node<W>) -> bool {
        let Some((total, [largest, smallest])) = &self.total else { return false };
        largest.best(node) < *total || -smallest.best(node) > *total
    }

    /// A bound on the sums of paths through `node`, times the sign of the objective; `None` without an objective or tables.
    pub(super) fn best<const W: usize>(&self, node: &Node<W>) -> Option<i64> {
        self.objective.as_ref().map(|table| table.best(node))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shifts_cross_words_and_drop_what_leaves() {
        let of = |numbers: &[usize]| numbers.iter().fold(Bits::<2>::EMPTY, |bits, &i| bits.with(i));
        for n in [0, 1, 7, 63, 64, 65, 127, 128, 200] {
            for i in 0..128 {
                assert_eq!(of(&[i]).up(n), if i + n < 128 { of(&[i + n]) } else { of(&[]) }, "{i} up {n}");
                assert_eq!(of(&[i]).down(n), if i >= n { of(&[i - n]) } else { of(&[]) }, "{i} down {n}");
            }
        }
    }

    #[test]
    fn sets_hold_what_was_put_in() {
        let bits = Bits::<2>::EMPTY.with(3).with(100);
        assert!(bits.contains(3) && bits.contains(100) && !bits.contains(64));
        assert_eq!(bits.len(), 2);
        assert_eq!(bits.without(3).without(100), Bits::EMPTY);
        assert!((!bits & bits).is_empty());
    }
}
