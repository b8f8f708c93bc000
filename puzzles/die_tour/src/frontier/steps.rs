//! From a state before a cell to the states after it.

use std::collections::BTreeMap;

use super::key::{Crossings, Key, Kind, Plug, Scan};
use tumble_puzzles::geometry::Direction;
use tumble_rolling::{ORIENTATIONS, Path, PathStates, State};

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
