//! Attempts at a proof while the relaxation still gets better.
//!
//! More rounds of cuts lead to better prices, and better prices to fewer states of the program. Which round is the best to stop at is not
//! known before. So from time to time the program is run with the prices of the present round, and given up beyond a number of states that
//! takes a part of the time of the rounds so far. The first attempt that comes to its end is the proof. If there is a second thread, it
//! makes the attempts while the rounds go on.
//!
//! Which rounds have an attempt, and with how many states, does not depend on times or threads. Nor does what an attempt proves.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::Receiver;

use super::prices::Prices;
use super::program::{Aim, Program, Ran};
use super::relaxation::Round;
use super::steps::Steps;
use super::table::Worth;
use crate::control::{Event, Request};

/// There is an attempt when the work on the linear programs has grown by one part in so many since the attempt before.
const GROWTH: u64 = 2;
/// An attempt gets a state for so many numbers of the linear programs so far: two fifths of the time of their simplex.
const NUMBERS_PER_STATE: u64 = 40;
/// An attempt with so few states costs nothing.
const LEAST_STATES: u64 = 5_000;

/// A round of cuts whose prices are tried.
pub(super) struct Attempt {
    pub round: Round,
    pub prices: Prices,
    /// The states after which it is given up.
    budget: u64,
}

/// When the next attempt is due.
#[derive(Debug, Default)]
pub(super) struct Schedule {
    /// The numbers in the tableaus of all linear programs so far.
    work: u64,
    /// The work at the last attempt.
    tried: u64,
}

impl Schedule {
    /// Counts a round. Returns the states of an attempt if one is due.
    pub fn count(&mut self, round: &Round) -> Option<u64> {
        self.work += round.size;
        let is_due = self.work >= self.tried + self.tried / GROWTH;
        is_due.then(|| {
            self.tried = self.work;
            LEAST_STATES.max(self.work / NUMBERS_PER_STATE)
        })
    }
}

impl Attempt {
    pub const fn new(round: Round, prices: Prices, budget: u64) -> Self {
        Self { round, prices, budget }
    }
}

/// The attempts so far.
pub(super) struct Attempts<'a, V> {
    pub steps: &'a Steps<'a>,
    pub weights: &'a [i32],
    pub target: i64,
    pub request: &'a Request<'a>,
    /// States of all attempts.
    pub states: AtomicU64,
    /// The attempt that came to its end.
    pub proof: OnceLock<(Attempt, Ran<V>)>,
}

impl<'a, V: Worth> Attempts<'a, V> {
    pub const fn new(steps: &'a Steps<'a>, weights: &'a [i32], target: i64, request: &'a Request<'a>) -> Self {
        Self { steps, weights, target, request, states: AtomicU64::new(0), proof: OnceLock::new() }
    }

    /// Makes attempts as they come, until one is a proof.
    pub fn make_all(&self, due: &Receiver<Attempt>) {
        while self.proof.get().is_none() {
            let Ok(attempt) = due.recv() else { return };
            self.make(attempt);
        }
    }

    /// Makes an attempt.
    pub fn make(&self, attempt: Attempt) {
        let (control, before) = (&self.request.control, self.states.load(Ordering::Relaxed));
        let observer = |event: &Event<'_>| control.notify(&event.after_nodes(before));
        let request = Request { control: control.observed_by(&observer), threads: Some(1), ..self.request.clone() };
        let program = Program { steps: self.steps, weights: self.weights, prices: &attempt.prices };
        let aim = Aim { target: Some(self.target), budget: Some(attempt.budget), ..Aim::default() };
        // A limit of the request is noticed by the rounds too.
        let Ok(ran) = program.run(aim, &request) else { return };
        self.states.fetch_add(ran.states, Ordering::Relaxed);
        if ran.is_exact {
            // There is one thread that makes attempts, so there is no other proof.
            let _ = self.proof.set((attempt, ran));
        }
    }
}
