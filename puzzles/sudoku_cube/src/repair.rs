//! Repairs of a misread cube: small changes of the readings, the likeliest first, each tried by the search. Changes of one kind that are many,
//! because two readings or several faces were wrong, are tried only if nothing simpler explains the cube.

use std::convert::Infallible;
use std::sync::atomic::{AtomicUsize, Ordering};

use itertools::Itertools as _;

use super::instance::Draft;
use super::readings::Change;
use super::search;
use super::slips::{Candidate, Slips};
use super::{ANY_ASSEMBLY, SudokuCube};
use tumble_model::control::{Control, Event, Extent, Progress, Request, Stop, Verdict};
use tumble_puzzles::instance::{Document, InputError};
use tumble_puzzles::puzzle::{Choices, Repair, Repairs};
use tumble_puzzles::search::{on_threads, thread_count};

pub(super) fn find(document: &Document, choices: &Choices, request: &Request<'_>) -> Result<Repairs, InputError> {
    let draft = Draft::read(document)?;
    let any_assembly = choices.contains_key(ANY_ASSEMBLY.name);
    let cube = |change: &Change| SudokuCube { any_assembly, ..draft.cube(change) };
    let is_even = draft.readings.check_six_each().is_ok();
    let slips = Slips { readings: &draft.readings, symmetric: &draft.symmetric };
    let mut repairs = Repairs { repairs: Vec::new(), extent: Extent::Enough, tried: 0 };
    match is_solvable(&cube(&Change::new()), request) {
        // What has a solution was not misread, as far as anyone can see.
        Ok(true) if is_even => return Ok(repairs),
        Err(stop) if is_even => return Ok(Repairs { extent: Extent::Stopped(stop), ..repairs }),
        _ => {}
    }
    for candidates in [Slips::simple, Slips::compound] {
        let candidates = candidates(&slips);
        let (found, tried, extent) = try_all(&candidates, repairs.tried, |candidate| cube(&candidate.change), request);
        let repair = |i: usize| Repair {
            text: candidates[i].text(&draft.readings),
            model: draft.readings.text(document.text(), &candidates[i].change),
        };
        repairs = Repairs { repairs: found.into_iter().map(repair).collect(), extent, tried };
        if !repairs.repairs.is_empty() || !repairs.extent.is_all() {
            break;
        }
    }
    Ok(repairs)
}

/// Tries the candidates, after others. Returns the indices of the solvable candidates, the number of candidates tried so far, and whether
/// these were all.
fn try_all(
    candidates: &[Candidate],
    before: usize,
    cube: impl Fn(&Candidate) -> SudokuCube + Sync,
    request: &Request<'_>,
) -> (Vec<usize>, usize, Extent<Infallible>) {
    let (next, tried) = (AtomicUsize::new(0), AtomicUsize::new(before));
    let work = || {
        let mut found = Vec::new();
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            let Some(candidate) = candidates.get(i) else { return (found, Extent::All) };
            if let Some(stop) = request.control.stop() {
                return (found, Extent::Stopped(stop));
            }
            match is_solvable(&cube(candidate), request) {
                Ok(true) => found.push(i),
                Ok(false) => {}
                Err(stop) => return (found, Extent::Stopped(stop)),
            }
            let nodes = tried.fetch_add(1, Ordering::Relaxed) + 1;
            request.control.notify(&Event::Progress(Progress { nodes: Some(nodes as u64), ..Progress::default() }));
        }
    };
    let threads = thread_count(request.threads).min(candidates.len()).max(1);
    let (found, extents): (Vec<_>, Vec<_>) = on_threads(threads, work).into_iter().unzip();
    let extent = extents.into_iter().find(|extent| !extent.is_all()).unwrap_or(Extent::All);
    (found.into_iter().flatten().sorted_unstable().collect(), tried.into_inner(), extent)
}

/// Whether a cube has a solution, unless a limit is reached.
fn is_solvable(cube: &SudokuCube, request: &Request<'_>) -> Result<bool, Stop> {
    // The progress of one of many searches says nothing.
    let control: Control<'_> = request.control.observed_by(&|_| ());
    match search::solve(cube, &Request::new(control)).verdict {
        Verdict::Optimal(_) | Verdict::Feasible { .. } => Ok(true),
        Verdict::Infeasible => Ok(false),
        Verdict::Unknown { stop, .. } => Err(stop),
    }
}
