//! States of the frontier, packed into a number.
//!
//! A state says for each place whether the path crosses the frontier there, the orientation of the die beyond it, and what the crossing
//! belongs to: the pieces of the path so far, whose ends lie on the frontier, are nested, so each piece is a pair of parentheses. A piece
//! that holds the path's start or its end has a single crossing.

use std::collections::BTreeMap;

use tumble_puzzles::geometry::{Cell, Direction};
use tumble_rolling::{CellGraph, ORIENTATIONS, Path, PathStates, State};

/// Bits for each place.
const BITS: usize = 7;
const MASK: u128 = (1 << BITS) - 1;

/// A state: seven bits for each place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(pub u128);

/// The place of a crossing in its piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Kind {
    /// The first end of a piece along the frontier.
    Open,
    /// The second end of a piece.
    Close,
    /// The only open end of the piece with the path's start.
    Start,
    /// The only open end of the piece with the path's end.
    End,
}

/// A crossing: its kind and the orientation beyond the frontier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plug {
    /// Its place in its piece.
    pub kind: Kind,
    /// The orientation in the cell that it enters.
    pub orientation: u8,
}

impl Plug {
    /// Orientations take so many codes.
    const CODES: usize = ORIENTATIONS.next_power_of_two();
    const KINDS: [Kind; 4] = [Kind::Open, Kind::Close, Kind::Start, Kind::End];

    const fn code(self) -> u128 {
        1 + self.kind as u128 * Self::CODES as u128 + self.orientation as u128
    }

    #[expect(clippy::cast_possible_truncation, reason = "less than CODES")]
    const fn of_code(code: u128) -> Option<Self> {
        let Some(rest) = (code as usize).checked_sub(1) else { return None };
        Some(Self { kind: Self::KINDS[rest / Self::CODES], orientation: (rest % Self::CODES) as u8 })
    }
}

impl Key {
    /// The crossing at a place.
    pub const fn plug(self, place: usize) -> Option<Plug> {
        Plug::of_code(self.0 >> (BITS * place) & MASK)
    }

    /// Whether the piece with the path's start, or its end, crosses the frontier.
    pub fn has(self, kind: Kind) -> bool {
        (0..=MAX_WIDTH).any(|place| self.plug(place).is_some_and(|plug| plug.kind == kind))
    }

    /// The state with another crossing, or no crossing, at a place.
    #[must_use]
    pub fn with(self, place: usize, plug: Option<Plug>) -> Self {
        let shift = BITS * place;
        Self(self.0 & !(MASK << shift) | plug.map_or(0, Plug::code) << shift)
    }
}

/// A state, unpacked: its crossings in the order along the frontier.
#[derive(Clone, Debug, Default)]
pub struct Crossings {
    /// Place and crossing, in the order along the frontier.
    pub plugs: Vec<(usize, Plug)>,
    /// By index in `plugs`: the other end of the piece; the crossing itself if the other end is not on the frontier.
    pub mates: Vec<usize>,
    open: Vec<usize>,
}

impl Crossings {
    /// Unpacks a state of a frontier in which the roll from the cell before, at the place `width`, comes before `turn`.
    pub fn read(&mut self, key: Key, width: usize, turn: usize) {
        self.plugs.clear();
        self.mates.clear();
        self.open.clear();
        let order = (0..turn).chain(std::iter::once(width)).chain(turn..width);
        for place in order {
            let Some(plug) = key.plug(place) else { continue };
            let here = self.plugs.len();
            self.plugs.push((place, plug));
            self.mates.push(here);
            match plug.kind {
                Kind::Open => self.open.push(here),
                Kind::Close => {
                    // Pieces are nested: a state is only made from such states.
                    if let Some(mate) = self.open.pop() {
                        (self.mates[mate], self.mates[here]) = (here, mate);
                    }
                }
                Kind::Start | Kind::End => {}
            }
        }
    }

    /// Whether the piece with the path's start, or its end, is there.
    pub fn has(&self, kind: Kind) -> bool {
        self.plugs.iter().any(|(_, plug)| plug.kind == kind)
    }

    /// The index of the crossing at a place.
    pub fn at(&self, place: usize) -> Option<usize> {
        self.plugs.iter().position(|&(other, _)| other == place)
    }
}

// The order in which cells are processed, and the places where a path crosses the frontier.

/// The widest board: a state has seven bits for each place, in 128 bits.
pub const MAX_WIDTH: usize = 17;

/// Line by line, along the shorter side of the board. Before a cell the frontier has a place for each cell of a line, where rolls cross
/// over to the next line, and one for the roll from the cell before. In the order along the frontier that last place comes before
/// the cell's own.
#[derive(Clone, Debug)]
pub struct Scan {
    /// The free cells, in order.
    pub steps: Vec<Step>,
    /// Cells in a line: the number of places is one more.
    pub width: usize,
    /// The direction to the next line.
    pub ahead: Direction,
    /// The direction along a line.
    pub beside: Direction,
}

/// A cell to process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// Its number.
    pub cell: usize,
    /// Its place in the line.
    pub place: usize,
}

impl Scan {
    /// The order for these cells, along the shorter side; `None` if the board is too wide.
    pub fn new(cells: &CellGraph) -> Option<Self> {
        let (_, (columns, rows)) = extent(cells)?;
        Self::towards(cells, if columns <= rows { Direction::North } else { Direction::East })
    }

    /// The order for these cells, with lines that follow each other to the north or to the east; `None` if the lines are too long.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "sides of a board")]
    pub fn towards(cells: &CellGraph, ahead: Direction) -> Option<Self> {
        let (corner, (columns, rows)) = extent(cells)?;
        let by_rows = ahead == Direction::North;
        let width = if by_rows { columns } else { rows };
        if width > MAX_WIDTH {
            return None;
        }
        let line_and_place = |c: usize| {
            let (x, y) = ((cells.cells()[c].x - corner.x) as usize, (cells.cells()[c].y - corner.y) as usize);
            if by_rows { (y, x) } else { (x, y) }
        };
        let mut order: Vec<usize> = (0..cells.len()).collect();
        order.sort_unstable_by_key(|&c| line_and_place(c));
        let steps = order.into_iter().map(|cell| Step { cell, place: line_and_place(cell).1 }).collect();
        let beside = if by_rows { Direction::East } else { Direction::North };
        Some(Self { steps, width, ahead, beside })
    }

    /// The cell that a roll at each place enters before step t: the next cells of the line, and cells of the line after it. The place of
    /// the roll from the cell before comes last.
    pub fn entered(&self, t: usize) -> Vec<Option<usize>> {
        let mut entered = vec![None; self.width + 1];
        for step in &self.steps[t.min(self.steps.len())..] {
            let slot = &mut entered[step.place];
            *slot = slot.or(Some(step.cell));
        }
        entered[self.width] = self.steps.get(t).map(|step| step.cell);
        entered
    }
}

/// The south-west corner of the cells, and the numbers of columns and rows from there; `None` if there are no cells.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "sides of a board")]
fn extent(cells: &CellGraph) -> Option<(Cell, (usize, usize))> {
    let corner = |side: fn(i64, i64) -> i64| {
        let all = cells.cells().iter().map(|cell| (cell.x, cell.y));
        all.reduce(|(x, y), (other_x, other_y)| (side(x, other_x), side(y, other_y)))
    };
    let ((west, south), (east, north)) = (corner(i64::min)?, corner(i64::max)?);
    Some((Cell::new(west, south), ((east - west + 1) as usize, (north - south + 1) as usize)))
}

// From a state before a cell to the states after it.

/// No state of the paths.
const NONE: u32 = u32::MAX;

/// The steps of a scan over the cells.
#[derive(Debug)]
pub struct Steps<'a> {
    /// The states and edges of the paths.
    pub paths: &'a PathStates,
    /// The order of the cells.
    pub scan: Scan,
    /// By cell and orientation, the index of the state.
    index: Vec<[u32; ORIENTATIONS]>,
    may_start: Vec<bool>,
    may_end: Vec<bool>,
    start_only: Vec<bool>,
}

/// How a path passes a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The index of the state in which it visits the cell.
    pub visit: usize,
    /// Whether it has a roll from there to the next line.
    pub ahead: bool,
    /// Whether it has a roll to the next cell of the line.
    pub beside: bool,
    /// Whether it starts or ends there.
    pub stop: Option<Kind>,
}

/// A state before a cell, unpacked, with the crossings of the cell.
struct Before<'a> {
    key: Key,
    crossings: &'a Crossings,
    place: usize,
    cell: usize,
    is_last: bool,
}

impl<'a> Steps<'a> {
    /// The steps for these paths; `None` if the board is too wide.
    pub fn new(paths: &'a PathStates) -> Option<Self> {
        Some(Self::along(paths, Scan::new(paths.graph.cells())?))
    }

    /// The steps for these paths in a given order of their cells.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "states of a board of at most a million cells; there are 24 orientations"
    )]
    pub fn along(paths: &'a PathStates, scan: Scan) -> Self {
        let mut index = vec![[NONE; ORIENTATIONS]; paths.cells()];
        for (u, state) in paths.states.iter().enumerate() {
            index[state.cell()][state.orientation()] = u as u32;
        }
        let among = |list: &[usize]| {
            let mut is_in = vec![false; paths.states.len()];
            for &u in list {
                is_in[u] = true;
            }
            is_in
        };
        let start_only = (0..paths.states.len()).map(|u| paths.is_start_only(u)).collect();
        Self { scan, index, may_start: among(&paths.starts), may_end: among(&paths.ends), start_only, paths }
    }

    /// The index of the state on a cell.
    pub fn state(&self, cell: usize, orientation: usize) -> Option<usize> {
        let u = self.index[cell][orientation];
        (u != NONE).then_some(u as usize)
    }

    /// By step, and after the last: whether a path may still start, and whether it may still end, on the cells to come.
    pub fn still(&self) -> Vec<[bool; 2]> {
        let on = |stops: &[usize], cell: usize| stops.iter().any(|&u| self.paths.states[u].cell() == cell);
        let mut still = vec![[false; 2]];
        for step in self.scan.steps.iter().rev() {
            let [start, end] = still[still.len() - 1];
            still.push([start || on(&self.paths.starts, step.cell), end || on(&self.paths.ends, step.cell)]);
        }
        still.reverse();
        still
    }

    /// The path that passes the cells by these choices.
    pub fn path(&self, choices: &[Choice]) -> Option<Path> {
        let states = &self.paths.states;
        let mut next: BTreeMap<State, Vec<(Direction, State)>> = BTreeMap::new();
        for choice in choices {
            let here = states[choice.visit];
            let rolls = [(choice.ahead, self.scan.ahead), (choice.beside, self.scan.beside)];
            for (_, direction) in rolls.into_iter().filter(|&(is_used, _)| is_used) {
                let there = self.paths.graph.roll(here, direction)?;
                next.entry(here).or_default().push((direction, there));
                next.entry(there).or_default().push((direction.opposite(), here));
            }
        }
        let start = choices.iter().find(|choice| choice.stop == Some(Kind::Start))?;
        let (mut before, mut here) = (None, states[start.visit]);
        let mut path = (here, Vec::new());
        while let Some(&(direction, there)) = next.get(&here)?.iter().find(|&&(_, there)| Some(there) != before) {
            path.1.push(direction);
            (before, here) = (Some(here), there);
        }
        Some(path)
    }

    /// Calls `found` for each way to pass the cell of step t from a state, with the state after it, but for states that have no way to pass the
    /// next cell. `crossings` is room to work in.
    pub fn each(&self, t: usize, key: Key, crossings: &mut Crossings, mut found: impl FnMut(Key, Choice)) {
        let step = self.scan.steps[t];
        let next = self.scan.steps.get(t + 1).map(|next| next.place);
        let mut found = |key: Key, choice| {
            if next.is_none_or(|place| self.may_join(key, place)) {
                found(key, choice);
            }
        };
        crossings.read(key, self.scan.width, step.place);
        let incoming = [crossings.at(self.scan.width), crossings.at(step.place)];
        let rest = key.with(step.place, None).with(self.scan.width, None);
        let is_last = t + 1 == self.scan.steps.len();
        let before = Before { key: rest, crossings, place: step.place, cell: step.cell, is_last };
        match incoming {
            [None, None] => {
                for orientation in 0..ORIENTATIONS {
                    if let Some(u) = self.state(step.cell, orientation) {
                        self.fresh(&before, u, &mut found);
                    }
                }
            }
            [Some(i), None] | [None, Some(i)] => self.passing(&before, i, &mut found),
            [Some(left), Some(right)] => self.joined(&before, left, right, &mut found),
        }
    }

    /// Whether the pieces that enter a cell can become one there, if two do: most states with as many crossings as fit on a frontier have no
    /// further step.
    const fn may_join(&self, key: Key, place: usize) -> bool {
        match (key.plug(self.scan.width), key.plug(place)) {
            (Some(a), Some(b)) => a.orientation == b.orientation,
            _ => true,
        }
    }

    /// The orientations beyond the rolls ahead and beside from a state, where the paths have them.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "states of a board of at most a million cells; there are 24 orientations"
    )]
    fn exits(&self, u: usize) -> [Option<u8>; 2] {
        let state = self.paths.states[u];
        [self.scan.ahead, self.scan.beside].map(|direction| {
            let head: State = self.paths.graph.roll(state, direction)?;
            self.state(head.cell(), head.orientation())?;
            Some(head.orientation() as u8)
        })
    }

    /// No crossing enters the cell.
    fn fresh(&self, before: &Before<'_>, u: usize, found: &mut impl FnMut(Key, Choice)) {
        let [ahead, beside] = self.exits(u);
        let both = ahead.zip(beside).filter(|_| !self.start_only[u]);
        if let Some((ahead, beside)) = both {
            let key = before.with(self.scan.width, Kind::Close, beside);
            let key = key.with(before.place, Some(Plug { kind: Kind::Open, orientation: ahead }));
            found(key, Choice { visit: u, ahead: true, beside: true, stop: None });
        }
        for stop in self.stops(before, u) {
            self.leave(before, u, stop, Some(stop), found);
        }
    }

    /// What a path may do in a state: start or end.
    fn stops(&self, before: &Before<'_>, u: usize) -> impl Iterator<Item = Kind> + use<> {
        let start = self.may_start[u] && !before.crossings.has(Kind::Start);
        let end = self.may_end[u] && !self.start_only[u] && !before.crossings.has(Kind::End);
        [start.then_some(Kind::Start), end.then_some(Kind::End)].into_iter().flatten()
    }

    /// One crossing of this kind leaves the cell, in each direction.
    fn leave(
        &self,
        before: &Before<'_>,
        u: usize,
        kind: Kind,
        stop: Option<Kind>,
        found: &mut impl FnMut(Key, Choice),
    ) {
        let [ahead, beside] = self.exits(u);
        if let Some(orientation) = ahead {
            let choice = Choice { visit: u, ahead: true, beside: false, stop };
            found(before.with(before.place, kind, orientation), choice);
        }
        if let Some(orientation) = beside {
            let choice = Choice { visit: u, ahead: false, beside: true, stop };
            found(before.with(self.scan.width, kind, orientation), choice);
        }
    }

    /// One crossing enters the cell: the path goes on, or stops there.
    fn passing(&self, before: &Before<'_>, i: usize, found: &mut impl FnMut(Key, Choice)) {
        let (_, plug) = before.crossings.plugs[i];
        let Some(u) = self.state(before.cell, usize::from(plug.orientation)) else { return };
        if !self.start_only[u] {
            self.leave(before, u, plug.kind, None, found);
        }
        for stop in self.stops(before, u) {
            let choice = Choice { visit: u, ahead: false, beside: false, stop: Some(stop) };
            match plug.kind {
                Kind::Open | Kind::Close => found(before.with_mate(i, stop), choice),
                Kind::Start | Kind::End => {
                    if before.is_last {
                        found(before.key, choice);
                    }
                }
            }
        }
    }

    /// Two crossings enter the cell, the left one first along the frontier: their pieces become one.
    fn joined(&self, before: &Before<'_>, left: usize, right: usize, found: &mut impl FnMut(Key, Choice)) {
        let [(_, a), (_, b)] = [left, right].map(|i| before.crossings.plugs[i]);
        let Some(u) = self.state(before.cell, usize::from(a.orientation)) else { return };
        if a.orientation != b.orientation || self.start_only[u] {
            return;
        }
        let choice = Choice { visit: u, ahead: false, beside: false, stop: None };
        let key = match (a.kind, b.kind) {
            (Kind::Open, Kind::Open) => before.with_mate(right, Kind::Open),
            (Kind::Close, Kind::Close) => before.with_mate(left, Kind::Close),
            (Kind::Close, Kind::Open) => before.key,
            (stop @ (Kind::Start | Kind::End), Kind::Open | Kind::Close) => before.with_mate(right, stop),
            (Kind::Open | Kind::Close, stop @ (Kind::Start | Kind::End)) => before.with_mate(left, stop),
            (Kind::Start, Kind::End) | (Kind::End, Kind::Start) if before.is_last => before.key,
            // A cycle, or a path that is complete before the last cell.
            (Kind::Open, Kind::Close) | (Kind::Start | Kind::End, Kind::Start | Kind::End) => return,
        };
        found(key, choice);
    }
}

impl Before<'_> {
    /// The state with a crossing that leaves the cell.
    fn with(&self, place: usize, kind: Kind, orientation: u8) -> Key {
        self.key.with(place, Some(Plug { kind, orientation }))
    }

    /// The state in which the other end of a crossing's piece has become of this kind.
    fn with_mate(&self, i: usize, kind: Kind) -> Key {
        let (place, plug) = self.crossings.plugs[self.crossings.mates[i]];
        self.key.with(place, Some(Plug { kind, ..plug }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[expect(clippy::cast_possible_truncation, reason = "small numbers of this test")]
    fn a_crossing_is_read_as_it_was_written() {
        let mut key = Key::default();
        let plugs: Vec<Plug> = Plug::KINDS
            .into_iter()
            .flat_map(|kind| (0..ORIENTATIONS as u8).map(move |orientation| Plug { kind, orientation }))
            .collect();
        for (i, &plug) in plugs.iter().enumerate() {
            key = key.with(i % 18, Some(plug));
            assert_eq!(key.plug(i % 18), Some(plug));
        }
        for place in 0..18 {
            key = key.with(place, None);
        }
        assert_eq!(key, Key::default());
    }

    #[test]
    fn pieces_are_nested_along_the_frontier() {
        let plug = |kind| Some(Plug { kind, orientation: 3 });
        // Along the frontier of a line of four before the cell at place 2: 0, 1, 4, 2, 3.
        let key = Key::default().with(0, plug(Kind::Open)).with(4, plug(Kind::Start)).with(1, plug(Kind::Open));
        let key = key.with(2, plug(Kind::Close)).with(3, plug(Kind::Close));
        let mut crossings = Crossings::default();
        crossings.read(key, 4, 2);
        assert_eq!(crossings.plugs.iter().map(|&(place, _)| place).collect::<Vec<_>>(), [0, 1, 4, 2, 3]);
        assert_eq!(crossings.mates, [4, 3, 2, 1, 0]);
        assert!(crossings.has(Kind::Start) && !crossings.has(Kind::End));
        assert_eq!((crossings.at(4), crossings.at(3)), (Some(2), Some(4)));
    }
}
