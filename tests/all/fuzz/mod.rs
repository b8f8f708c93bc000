//! Random cases by number, compared in independent ways: the same seed has the same cases on every machine.
//!
//! `scripts/fuzz` runs them at length, by these variables: TUMBLE_FUZZ_MINUTES, TUMBLE_FUZZ_SEED, TUMBLE_FUZZ_FOLDER; TUMBLE_FUZZ_CASE runs
//! one case alone. The test runs some hundred. A case that fails is made smaller as long as it fails, and its model file is shown, and kept in the folder.

mod files;
mod instances;
mod layer;
mod methods;
mod oracle;
mod shrink;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use crate::common;

/// A way to make and to try cases.
struct Kind {
    name: &'static str,
    /// Its share of all cases.
    weight: u64,
    /// The text of a case.
    make: fn(&mut ChaCha8Rng) -> String,
    /// Tries a case; a panic is a failure. Says what became of it, in a word.
    check: fn(&str, &mut ChaCha8Rng) -> &'static str,
}

const KINDS: &[Kind] = &[
    Kind { name: "die-tour", weight: 20, make: instances::tour, check: methods::check },
    Kind { name: "die-path", weight: 15, make: instances::path, check: methods::check },
    Kind { name: "labeled-board", weight: 25, make: instances::labeled_board, check: methods::check },
    Kind { name: "cube-tray", weight: 2, make: instances::tray, check: methods::check },
    Kind { name: "tatham-cube", weight: 1, make: instances::tatham_cube, check: methods::check },
    Kind { name: "sudoku-cube", weight: 1, make: instances::sudoku_cube, check: methods::check },
    Kind { name: "enumerated tour", weight: 10, make: number, check: oracle::tour },
    Kind { name: "enumerated path", weight: 10, make: number, check: oracle::path },
    Kind { name: "model file", weight: 10, make: files::changed, check: files::check },
    Kind { name: "model", weight: 20, make: number, check: layer::check },
];

/// The number of a case that has no model file.
fn number(rng: &mut ChaCha8Rng) -> String {
    rng.random::<u64>().to_string()
}

/// What was run.
#[derive(Default)]
struct Done {
    /// The number of cases and their time, by kind and by what became of them.
    counts: BTreeMap<(&'static str, &'static str), (u64, Duration)>,
    failures: Vec<String>,
}

struct Run {
    seed: u64,
    /// At most so many cases.
    cases: u64,
    end: Option<Instant>,
    folder: Option<PathBuf>,
    next: AtomicU64,
    done: Mutex<Done>,
}

/// The random numbers of a case: other ones for making it and for checking it, so that a smaller text is checked in the same way.
fn rng(seed: u64, case: u64, part: u64) -> ChaCha8Rng {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    rng.set_stream(2 * case + part);
    rng
}

fn kind(case: u64) -> &'static Kind {
    let mut rest = case * 37 % KINDS.iter().map(|kind| kind.weight).sum::<u64>();
    let of = |kind: &&Kind| {
        let is_it = rest < kind.weight;
        rest = rest.saturating_sub(kind.weight);
        is_it
    };
    KINDS.iter().find(of).unwrap()
}

impl Run {
    fn go(&self) {
        let is_over = || self.end.is_some_and(|end| Instant::now() >= end);
        while !is_over() && self.done.lock().unwrap().failures.len() < 10 {
            let case = self.next.fetch_add(1, Ordering::Relaxed);
            if case >= self.cases {
                break;
            }
            self.try_one(case);
        }
    }

    fn try_one(&self, case: u64) {
        let (kind, start) = (kind(case), Instant::now());
        let text = (kind.make)(&mut rng(self.seed, case, 0));
        // What ends the whole program leaves its case behind.
        let running = self.folder.as_ref().map(|folder| folder.join(format!("running-{case}.toml")));
        if let Some(path) = &running {
            std::fs::write(path, &text).unwrap();
        }
        let attempt = |text: &str| {
            let run = AssertUnwindSafe(|| (kind.check)(text, &mut rng(self.seed, case, 1)));
            catch_unwind(run).map_err(|panic| said(&*panic))
        };
        let result = attempt(&text);
        if let Some(path) = &running {
            std::fs::remove_file(path).unwrap();
        }
        let outcome = result.unwrap_or_else(|why| {
            let smaller = shrink::smallest(text, |text| attempt(text).is_err());
            let why = attempt(&smaller).err().unwrap_or(why);
            let says = format!("case {case} of seed {} ({}): {why}\n{smaller}\n", self.seed, kind.name);
            if let Some(folder) = &self.folder {
                std::fs::write(folder.join(format!("{}-{case}.toml", self.seed)), &smaller).unwrap();
            }
            self.done.lock().unwrap().failures.push(says);
            "failed"
        });
        let mut done = self.done.lock().unwrap();
        let (count, time) = done.counts.entry((kind.name, outcome)).or_default();
        (*count, *time) = (*count + 1, *time + start.elapsed());
    }
}

/// What a panic said.
fn said(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("a panic without a text").to_owned()
}

#[test]
fn random_cases_agree() {
    let number = |name: &str| std::env::var(name).ok().map(|value| value.parse::<u64>().unwrap());
    let minutes = number("TUMBLE_FUZZ_MINUTES");
    let one = number("TUMBLE_FUZZ_CASE");
    let all = if minutes.is_some() { u64::MAX } else { common::cases(228, 1140) };
    let run = Run {
        seed: number("TUMBLE_FUZZ_SEED").unwrap_or(1),
        cases: one.map_or(all, |case| case + 1),
        end: minutes.map(|minutes| Instant::now() + Duration::from_mins(minutes)),
        folder: std::env::var_os("TUMBLE_FUZZ_FOLDER").map(PathBuf::from),
        next: AtomicU64::new(one.unwrap_or(0)),
        done: Mutex::default(),
    };
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| run.go());
        }
    });
    let done = run.done.into_inner().unwrap();
    for ((kind, outcome), (count, time)) in &done.counts {
        eprintln!("{count:>8} {:>8.1} s  {kind}: {outcome}", time.as_secs_f64());
    }
    eprintln!("{:>8} in all, seed {}", done.counts.values().map(|(count, _)| count).sum::<u64>(), run.seed);
    assert!(done.failures.is_empty(), "{}", done.failures.join("\n"));
    // Every kind has cases that were settled.
    for kind in KINDS.iter().filter(|_| one.is_none()) {
        let settled = done.counts.keys().any(|(name, outcome)| *name == kind.name && *outcome != "open");
        assert!(settled, "{}: {:?}", kind.name, done.counts);
    }
}
