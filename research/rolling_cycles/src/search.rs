//! The states between columns: layer by layer, with an end of the board or a mirror image behind a layer, and the way back.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use tumble_model::control::{Request, Stop};
use tumble_puzzles::search::{self, Layer};

use crate::column::Question;
use crate::state::{State, Sweep};

/// Where two cycles cross the lines between the columns, from west to east: of each cycle the rows, as bits.
pub type Crossings = Vec<[u16; 2]>;

/// States that a thread takes at a time.
const STATES_PER_TURN: usize = 1 << 12;

/// The states between columns, by the number of columns behind them: the first layer lies behind one column.
pub struct Columns<'a> {
    question: &'a Question,
    request: &'a Request<'a>,
    layers: Vec<Layer<State, ()>>,
}

/// A pair of cycles, by the states on both sides of a line.
pub struct Found {
    /// The state behind the latest column.
    west: State,
    /// The mirror image of the state ahead, with the number of its columns; without it, there is one more column.
    east: Option<(State, usize)>,
}

impl<'a> Columns<'a> {
    pub fn new(question: &'a Question, request: &'a Request<'a>) -> Self {
        let mut first = Vec::new();
        for sweep in Sweep::before() {
            question.advance(&sweep, |state| first.push((state, ())));
        }
        first.sort_unstable();
        first.dedup();
        Self { question, request, layers: vec![first] }
    }

    /// The number of rows of the boards.
    pub fn rows(&self) -> usize {
        self.question.rows
    }

    /// The states behind the latest column.
    pub fn latest(&self) -> &Layer<State, ()> {
        self.layers.last().expect("there is a first one")
    }

    /// The least number of columns such that all states that lay so many columns before also lie behind the latest one, and whether there are
    /// no others. If no states were left out, this holds for all later columns, too.
    pub fn period(&self) -> Option<(usize, bool)> {
        let before = self.layers.iter().rev().skip(1);
        let (between, layer) = before.enumerate().find(|(_, layer)| is_among(layer, self.latest()))?;
        Some((between + 1, layer.len() == self.latest().len()))
    }

    /// All states that are kept.
    pub fn states(&self) -> usize {
        self.layers.iter().map(Vec::len).sum()
    }

    /// Goes one column further. With `only_new`, states are left out that lay between two columns before: whatever they lead to was
    /// reached before, by fewer columns.
    pub fn advance(&mut self, only_new: bool) -> Result<(), Stop> {
        let rows = self.question.rows;
        let expand = |(): &mut (), state: State, (), next: &mut Layer<State, ()>| {
            self.question.advance(&state.unpack(rows), |state| next.push((state, ())));
        };
        let held = self.states() * size_of::<State>();
        let mut next = search::expanded(self.latest(), &expand, self.request, held as u64)?;
        if only_new {
            for layer in &self.layers {
                leave_out(&mut next, layer);
            }
        }
        next.shrink_to_fit();
        self.layers.push(next);
        Ok(())
    }

    /// A pair of cycles on the board that ends with the next column, if there is one.
    pub fn end(&self) -> Result<Option<Found>, Stop> {
        let can_end = |west: State| self.question.can_end(&west.unpack(self.question.rows)).then_some(west);
        Ok(self.first(self.latest(), can_end)?.map(|west| Found { west, east: None }))
    }

    /// A pair of cycles on the board whose line behind the latest column has so many columns to its east, if there is one: they are the
    /// mirror image of what can lie behind a line.
    pub fn joined(&self, easts: usize) -> Result<Option<Found>, Stop> {
        let (rows, dice) = (self.question.rows, &self.question.dice);
        let partner = |sweep: &Sweep| {
            let east = sweep.mirrored(dice);
            // In the labels of the states, which are sorted by their crossings and dice.
            let state = State::pack(&east, rows, dice);
            let (east, key) = (state.unpack(rows), state.key(rows));
            let from = self.latest().partition_point(|(west, ())| west.key(rows) < key);
            let mut equal = self.latest()[from..].iter().take_while(|(west, ())| west.key(rows) == key);
            let fits = |west: &&(State, ())| {
                let west = west.0.unpack(rows);
                (west.differ || east.differ) && self.question.fits(&west, &east) && west.closes(&east)
            };
            equal.find(fits).map(|&(west, ())| (west, State::pack(sweep, rows, dice)))
        };
        let joined = |state: State| state.unpack(rows).images(rows, dice).find_map(|image| partner(&image));
        let found = self.first(&self.layers[easts - 1], joined)?;
        Ok(found.map(|(west, east)| Found { west, east: Some((east, easts)) }))
    }

    /// The crossings of a pair of cycles.
    pub fn crossings(&self, found: &Found) -> Crossings {
        let mut crossings = self.way(found.west, self.layers.len());
        let easts = found.east.map(|(east, columns)| self.way(east, columns)).unwrap_or_default();
        crossings.extend(easts.into_iter().rev().skip(1));
        crossings
    }

    /// What `look` finds for the first state of a layer for which it finds something, on all cores.
    fn first<T: Send>(
        &self,
        layer: &Layer<State, ()>,
        look: impl Fn(State) -> Option<T> + Sync,
    ) -> Result<Option<T>, Stop> {
        let (turn, found) = (AtomicUsize::new(0), Mutex::new(None));
        let work = || {
            while let Some(states) = layer.chunks(STATES_PER_TURN).nth(turn.fetch_add(1, Ordering::Relaxed)) {
                self.request.control.check()?;
                let Some(it) = states.iter().find_map(|&(state, ())| Some((state, look(state)?))) else { continue };
                // The turns that other threads are at come before those that nobody takes now.
                turn.store(layer.len(), Ordering::Relaxed);
                let mut first = found.lock().expect("no thread panics while it holds the lock");
                if first.as_ref().is_none_or(|(known, _)| it.0 < *known) {
                    *first = Some(it);
                }
            }
            Ok(())
        };
        search::on_threads(search::thread_count(self.request.threads), work).into_iter().collect::<Result<(), _>>()?;
        Ok(found.into_inner().expect("no thread panicked").map(|(_, it)| it))
    }

    /// The crossings on the way to an image of a state that lies behind so many columns.
    fn way(&self, last: State, columns: usize) -> Crossings {
        let (rows, dice) = (self.question.rows, &self.question.dice);
        let mut states = vec![last];
        for layer in self.layers[..columns - 1].iter().rev() {
            let next = states[states.len() - 1];
            let leads = |image: &Sweep| self.question.leads_to(image, next);
            let before = layer.iter().find_map(|(state, ())| state.unpack(rows).images(rows, dice).find(leads));
            states.push(State::pack(&before.expect("an image of some state leads to each state"), rows, dice));
        }
        states.iter().rev().map(|state| state.crossings(rows)).collect()
    }
}

/// Whether all states of a sorted list are in another one.
fn is_among(states: &[(State, ())], others: &[(State, ())]) -> bool {
    let mut others = others.iter();
    states.len() <= others.len() && states.iter().all(|state| others.find(|&other| other >= state) == Some(state))
}

/// Takes the states of a sorted list out of another one.
fn leave_out(states: &mut Layer<State, ()>, known: &[(State, ())]) {
    let mut known = known.iter().peekable();
    states.retain(|state| {
        while known.next_if(|&other| other < state).is_some() {}
        known.peek() != Some(&state)
    });
}

/// The rows of a column from which a cycle goes north, as bits, by its crossings on both sides: two of the four neighbours of a cell are
/// joined to it.
pub fn inside(west: u16, east: u16, rows: usize) -> Option<u16> {
    let (mut norths, mut south) = (0, 0);
    for row in 0..rows {
        let north = 2_u16.checked_sub((west >> row & 1) + (east >> row & 1) + south).filter(|&north| north < 2)?;
        norths |= north << row;
        south = north;
    }
    (south == 0).then_some(norths)
}
