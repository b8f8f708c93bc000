//! Repairs of a misread cube: small changes of the readings, the likeliest first, each tried by the search.
//!
//! If every digit occurs six times, the candidates are: an arrow, a 6 and a 9 that are both upside down, all arrows in a mirror, a face
//! that was drawn turned, two neighbouring fields, two digits that were exchanged. Otherwise a digit that occurs too often was written in
//! place of a missing digit; with 6 and 9, the field was read upside down.

use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicUsize, Ordering};

use itertools::Itertools as _;

use super::instance::Draft;
use super::net::Glyph;
use super::readings::{Change, Readings};
use super::search;
use super::{ANY_ASSEMBLY, SudokuCube};
use crate::control::{Control, Event, Progress, Request, Stop, Verdict};
use crate::geometry::cube::Face;
use crate::instance::{Document, InputError};
use crate::puzzle::{Choices, Repair, Repairs};
use crate::search::{on_threads, thread_count};

/// What may have gone wrong, the likeliest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Slip {
    /// The direction of a field.
    Arrow,
    /// Sixes and nines that were read upside down.
    UpsideDown,
    /// A digit, but not its direction.
    Digit,
    /// A digit and its direction.
    Field,
    /// All directions, seen in a mirror. Which mirror does not matter: turning all digits alike does not change the solutions.
    Mirror,
    /// A face that was drawn turned, by so many quarters clockwise.
    Face(Face, u8),
    /// Two neighbouring fields that were exchanged.
    Neighbours,
    /// Two digits that were exchanged, their directions not.
    Exchange,
}

impl Slip {
    /// Its text, if this is shorter than the glyphs.
    fn instead(self) -> Option<String> {
        let turned = |quarters: u8| {
            ["", "a quarter clockwise", "by a half", "a quarter counterclockwise"][usize::from(quarters)]
        };
        match self {
            Self::Face(face, quarters) => Some(format!("{face} is drawn turned {}", turned(quarters))),
            Self::Mirror => Some("all directions are mirrored: < is >, and > is <".into()),
            _ => None,
        }
    }

    /// Its text about a repair beyond the glyphs.
    const fn remark(self) -> &'static str {
        match self {
            Self::Arrow | Self::Digit | Self::Field | Self::Mirror | Self::Face(..) => "",
            Self::UpsideDown => " (a 6 upside down is a 9)",
            Self::Neighbours => " (the two fields are exchanged)",
            Self::Exchange => " (the two digits are exchanged)",
        }
    }
}

/// A change that may undo a slip.
struct Candidate {
    slip: Slip,
    change: Change,
}

pub(super) fn find(document: &Document, choices: &Choices, request: &Request<'_>) -> Result<Repairs, InputError> {
    let draft = Draft::read(document)?;
    let any_assembly = choices.contains_key(ANY_ASSEMBLY.name);
    let cube = |change: &Change| SudokuCube { any_assembly, ..draft.cube(change) };
    let is_even = draft.readings.check_six_each().is_ok();
    // What has a solution was not misread, as far as anyone can see.
    let candidates = match is_solvable(&cube(&Change::new()), request) {
        Ok(true) if is_even => Vec::new(),
        Err(stop) if is_even => {
            return Ok(Repairs { repairs: Vec::new(), complete: false, tried: 0, stop: Some(stop) });
        }
        _ => Slips { readings: &draft.readings, symmetric: &draft.symmetric }.candidates(),
    };
    let (found, tried, stop) = try_all(&candidates, |candidate| cube(&candidate.change), request);
    let repair = |i: usize| Repair {
        text: text(&draft.readings, &candidates[i]),
        model: draft.readings.text(document.text(), &candidates[i].change),
    };
    Ok(Repairs { repairs: found.into_iter().map(repair).collect(), complete: stop.is_none(), tried, stop })
}

/// Tries the candidates. Returns the indices of the solvable candidates, the number of candidates tried, and the limit that was reached.
fn try_all(
    candidates: &[Candidate],
    cube: impl Fn(&Candidate) -> SudokuCube + Sync,
    request: &Request<'_>,
) -> (Vec<usize>, usize, Option<Stop>) {
    let (next, tried) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let work = || {
        let mut found = Vec::new();
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            let Some(candidate) = candidates.get(i) else { return (found, None) };
            if let Some(stop) = request.control.stop() {
                return (found, Some(stop));
            }
            match is_solvable(&cube(candidate), request) {
                Ok(true) => found.push(i),
                Ok(false) => {}
                Err(stop) => return (found, Some(stop)),
            }
            let nodes = tried.fetch_add(1, Ordering::Relaxed) + 1;
            request.control.notify(&Event::Progress(Progress { nodes: Some(nodes as u64), ..Progress::default() }));
        }
    };
    let threads = thread_count(request.threads).min(candidates.len()).max(1);
    let (found, stops): (Vec<_>, Vec<_>) = on_threads(threads, work).into_iter().unzip();
    let stop = stops.into_iter().flatten().next();
    (found.into_iter().flatten().sorted_unstable().collect(), tried.into_inner(), stop)
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

fn text(readings: &Readings, Candidate { slip, change }: &Candidate) -> String {
    if let Some(text) = slip.instead() {
        return text;
    }
    let fields = change.iter().map(|(i, glyph)| {
        let reading = &readings.0[*i];
        format!("{}: {glyph}, not {}", reading.name(), reading.glyph)
    });
    fields.collect::<Vec<_>>().join("; ") + slip.remark()
}

/// What may have been misread.
struct Slips<'a> {
    readings: &'a Readings,
    symmetric: &'a [u8],
}

impl Slips<'_> {
    /// The changes that may undo a slip, the likeliest first, each change once.
    fn candidates(&self) -> Vec<Candidate> {
        let (too_many, too_few) = self.readings.excess();
        let of = |slip: Slip| {
            let changes = match slip {
                Slip::Arrow if too_many.is_empty() => self.arrows(),
                Slip::UpsideDown => self.upside_down(&too_many, &too_few),
                Slip::Mirror if too_many.is_empty() => self.mirrored(),
                Slip::Face(face, quarters) if too_many.is_empty() => self.face(face, quarters),
                Slip::Neighbours if too_many.is_empty() => self.neighbours(),
                Slip::Exchange if too_many.is_empty() => self.exchanges(),
                Slip::Digit | Slip::Field => match (&too_many[..], &too_few[..]) {
                    (&[old], &[new]) => self.digits(old, new, slip == Slip::Field),
                    _ => Vec::new(),
                },
                _ => Vec::new(),
            };
            changes.into_iter().map(move |change| Candidate { slip, change })
        };
        let one = [Slip::Arrow, Slip::UpsideDown, Slip::Digit, Slip::Field, Slip::Mirror];
        let faces = Face::ALL.into_iter().flat_map(|face| (1..4).map(move |quarters| Slip::Face(face, quarters)));
        let two = [Slip::Neighbours, Slip::Exchange];
        let slips = one.into_iter().chain(faces).chain(two);
        let mut seen = HashSet::from([self.seen(&Change::new())]);
        slips.flat_map(of).filter(|candidate| seen.insert(self.seen(&candidate.change))).collect()
    }

    /// The changed glyphs as they look, without glyphs that look as before: a symmetric digit looks alike upside down.
    fn seen(&self, change: &Change) -> Vec<(usize, Glyph)> {
        let look = |glyph: Glyph| {
            let turns = if self.symmetric.contains(&glyph.digit) { 2 } else { 4 };
            Glyph { direction: glyph.direction.map(|direction| direction % turns), ..glyph }
        };
        let looks = change.iter().map(|&(i, glyph)| (i, look(glyph)));
        looks.filter(|&(i, glyph)| glyph != look(self.readings.0[i].glyph)).sorted_by_key(|&(i, _)| i).collect()
    }

    /// The indices of the readings, row by row of the net, with what they say.
    fn fields(&self) -> Vec<(usize, Glyph)> {
        let place = |(i, _): &(usize, Glyph)| self.readings.0[*i].place;
        let glyphs = self.readings.0.iter().map(|reading| reading.glyph).enumerate();
        glyphs.sorted_by_key(place).collect()
    }

    /// The fields that show a digit.
    fn showing(&self, digit: u8) -> Vec<(usize, Glyph)> {
        self.fields().into_iter().filter(|(_, glyph)| glyph.digit == digit).collect()
    }

    fn arrows(&self) -> Vec<Change> {
        let others =
            |(i, glyph): (usize, Glyph)| (1..4).filter_map(move |quarters| Some(vec![(i, turned(glyph, quarters)?)]));
        self.fields().into_iter().flat_map(others).collect()
    }

    /// All directions as they were before a mirror.
    fn mirrored(&self) -> Vec<Change> {
        let meant = |(i, glyph): (usize, Glyph)| {
            (i, Glyph { direction: glyph.direction.map(|direction| (4 - direction) % 4), ..glyph })
        };
        vec![self.fields().into_iter().map(meant).collect()]
    }

    /// A face as it was before it was turned by so many quarters clockwise, with its directions.
    fn face(&self, face: Face, quarters: u8) -> Vec<Change> {
        let (top, left) = face.net_corner();
        let drawn: HashMap<(usize, usize), (usize, Glyph)> = self
            .fields()
            .into_iter()
            .map(|(i, glyph)| (self.readings.0[i].place, (i, glyph)))
            .filter(|((row, column), _)| (top..top + 3).contains(row) && (left..left + 3).contains(column))
            .collect();
        let meant = |(&(row, column), &(i, _)): (&(usize, usize), &(usize, Glyph))| {
            // Where the field at this place went.
            let turned = |(r, c): (usize, usize), _| (c, 2 - r);
            let (r, c) = (0..quarters).fold((row - top, column - left), turned);
            let (_, glyph) = drawn.get(&(top + r, left + c))?;
            let back = |direction: u8| (direction + 4 - quarters) % 4;
            Some((i, Glyph { direction: glyph.direction.map(back), ..*glyph }))
        };
        let change: Option<Change> = drawn.iter().map(meant).collect();
        change
            .into_iter()
            .map(|mut change| {
                change.sort_unstable_by_key(|&(i, _)| i);
                change
            })
            .collect()
    }

    /// Sixes that are nines or nines that are sixes, as many as are too many; if the numbers are even, one of each.
    fn upside_down(&self, too_many: &[u8], too_few: &[u8]) -> Vec<Change> {
        let all = |digits: &[u8], digit: u8| !digits.is_empty() && digits.iter().all(|d| *d == digit);
        let flips = |digit: u8, number: usize| -> Vec<Change> {
            let combinations = self.showing(digit).into_iter().combinations(number);
            combinations.map(|fields| fields.into_iter().map(|(i, glyph)| (i, upside_down(glyph))).collect()).collect()
        };
        match (too_many, too_few) {
            ([], []) => {
                let pairs = flips(6, 1).into_iter().cartesian_product(flips(9, 1));
                pairs.map(|(six, nine)| [six, nine].concat()).collect()
            }
            _ if all(too_many, 6) && all(too_few, 9) => flips(6, too_many.len()),
            _ if all(too_many, 9) && all(too_few, 6) => flips(9, too_many.len()),
            _ => Vec::new(),
        }
    }

    /// A field that shows `old` and should show `new`, in its direction or in others.
    fn digits(&self, old: u8, new: u8, in_other_directions: bool) -> Vec<Change> {
        let fields = self.showing(old).into_iter().map(|(i, glyph)| (i, Glyph { digit: new, ..glyph }));
        let turns = if in_other_directions { 1..4 } else { 0..1 };
        let all = |(i, glyph): (usize, Glyph)| {
            turns.clone().filter_map(move |quarters| Some(vec![(i, turned(glyph, quarters)?)]))
        };
        fields.flat_map(all).collect()
    }

    fn pairs(&self) -> impl Iterator<Item = [(usize, Glyph); 2]> {
        self.fields().into_iter().array_combinations()
    }

    /// Whether two fields lie side by side in the net.
    fn are_neighbours(&self, [(i, _), (j, _)]: &[(usize, Glyph); 2]) -> bool {
        let [(row, column), (other_row, other_column)] = [i, j].map(|i| self.readings.0[*i].place);
        row.abs_diff(other_row) + column.abs_diff(other_column) == 1
    }

    fn neighbours(&self) -> Vec<Change> {
        let known = |[(_, a), (_, b)]: &[(usize, Glyph); 2]| a.direction.is_some() && b.direction.is_some();
        let pairs = self.pairs().filter(|pair| known(pair) && self.are_neighbours(pair));
        pairs.map(|[(i, a), (j, b)]| vec![(i, b), (j, a)]).collect()
    }

    fn exchanges(&self) -> Vec<Change> {
        let pairs = self.pairs().filter(|[(_, a), (_, b)]| a.digit != b.digit);
        // Nearby digits are exchanged more easily; the sort keeps the order of equals.
        let pairs = pairs.sorted_by_key(|pair| !self.are_neighbours(pair));
        let with = |digit: u8, glyph: Glyph| Glyph { digit, ..glyph };
        pairs.map(|[(i, a), (j, b)]| vec![(i, with(b.digit, a)), (j, with(a.digit, b))]).collect()
    }
}

/// The glyph turned clockwise; `None` if its direction is unknown, since the direction of the turned glyph is unknown too.
fn turned(glyph: Glyph, quarters: u8) -> Option<Glyph> {
    match quarters {
        0 => Some(glyph),
        _ => Some(Glyph { direction: Some((glyph.direction? + quarters) % 4), ..glyph }),
    }
}

/// A 6 or 9 seen from the other side.
fn upside_down(glyph: Glyph) -> Glyph {
    Glyph { digit: 15 - glyph.digit, direction: glyph.direction.map(|direction| (direction + 2) % 4) }
}
