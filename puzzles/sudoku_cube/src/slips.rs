//! What may have been misread: the changes of readings that would undo it, the likeliest first.
//!
//! If every digit occurs six times, the simple changes are: an arrow, a 6 and a 9 that are both upside down, all arrows or all places in a
//! mirror, a face that was drawn turned, all faces turned alike, two faces that were exchanged, two neighbouring fields, two digits that were
//! exchanged. Otherwise a digit that occurs too often was written in place of a missing digit; with 6 and 9, the field was read upside down.
//! The compound changes are those of two fields, each in its digit, its arrow or both, and of faces that were drawn turned each in its own way.

use std::collections::HashSet;
use std::convert::Infallible;
use std::sync::atomic::{AtomicUsize, Ordering};

use itertools::Itertools as _;

use super::instance::Draft;
use super::net::{Change, Glyph, Readings, face, in_mirror};
use super::{ANY_ASSEMBLY, SudokuCube, search};
use tumble_model::control::{Control, Event, Extent, Progress, Request, Stop, Verdict};
use tumble_puzzles::geometry::cube::Face;
use tumble_puzzles::instance::{Document, InputError};
use tumble_puzzles::puzzle::{Choices, Repair, Repairs};

/// What may have gone wrong.
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
    /// The places of all fields, seen in a mirror. Which mirror does not matter: turning the cube does not change the solutions. With the
    /// directions mirrored as well, nothing shows it: the mirror image of a solvable cube is solvable.
    MirroredNet,
    /// Faces that were drawn turned, each by so many quarters clockwise, in the order of [`Face::ALL`].
    Turned([u8; 6]),
    /// Two faces that were exchanged.
    Faces(Face, Face),
    /// Two neighbouring fields that were exchanged.
    Neighbours,
    /// Two digits that were exchanged, their directions not.
    Exchange,
    /// Two fields.
    Two,
}

impl Slip {
    /// Its text, if this is shorter than the glyphs.
    fn instead(self) -> Option<String> {
        let turned = |quarters: u8| {
            ["", "a quarter clockwise", "by a half", "a quarter counterclockwise"][usize::from(quarters)]
        };
        match self {
            Self::Turned(quarters @ [first, ..]) if quarters == [first; 6] => {
                Some(format!("all faces are drawn turned {}", turned(first)))
            }
            Self::Turned(quarters) => {
                let faces = Face::ALL.into_iter().zip(quarters).filter(|&(_, quarters)| quarters != 0);
                Some(faces.map(|(face, quarters)| format!("{face} is drawn turned {}", turned(quarters))).join("; "))
            }
            Self::Faces(a, b) => Some(format!("the faces {a} and {b} are exchanged")),
            Self::Mirror => Some("all directions are mirrored: < is >, and > is <".into()),
            Self::MirroredNet => {
                Some("the net is mirrored, but not its directions: left is right, and right is left".into())
            }
            _ => None,
        }
    }

    /// Its text about a repair beyond the glyphs.
    const fn remark(self) -> &'static str {
        match self {
            Self::UpsideDown => " (a 6 upside down is a 9)",
            Self::Neighbours => " (the two fields are exchanged)",
            Self::Exchange => " (the two digits are exchanged)",
            _ => "",
        }
    }
}

/// A change that may undo a slip.
pub(super) struct Candidate {
    slip: Slip,
    pub change: Change,
}

impl Candidate {
    /// The kind of what was misread: only arrows, or digits.
    pub fn fact(&self, readings: &Readings) -> &'static str {
        let is_same = |&(i, glyph): &(usize, Glyph)| readings.0[i].glyph.digit == glyph.digit;
        if self.change.iter().all(is_same) { "arrow" } else { "digit" }
    }

    /// The right reading and the wrong one, in a line.
    pub fn text(&self, readings: &Readings) -> String {
        if let Some(text) = self.slip.instead() {
            return text;
        }
        let fields = self.change.iter().map(|(i, glyph)| {
            let reading = &readings.0[*i];
            format!("{}: {glyph}, not {}", reading.name(), reading.glyph)
        });
        fields.collect::<Vec<_>>().join("; ") + self.slip.remark()
    }
}

/// Row and column in the net.
type Place = (usize, usize);

/// What may have been misread.
pub(super) struct Slips<'a> {
    pub readings: &'a Readings,
    pub symmetric: &'a [u8],
}

impl Slips<'_> {
    /// The simple changes, each once.
    pub fn simple(&self) -> Vec<Candidate> {
        let face =
            |face: usize| (1..4).map(move |quarters| std::array::from_fn(|i| if i == face { quarters } else { 0 }));
        let turned = (0..6).flat_map(face).chain((1..4).map(|quarters| [quarters; 6]));
        let one = [Slip::Arrow, Slip::UpsideDown, Slip::Digit, Slip::Field, Slip::Mirror, Slip::MirroredNet];
        let exchanged = Face::ALL.into_iter().array_combinations().map(|[a, b]| Slip::Faces(a, b));
        let slips = one.into_iter().chain(turned.map(Slip::Turned)).chain(exchanged);
        self.candidates(slips.chain([Slip::Neighbours, Slip::Exchange]))
    }

    /// The changes that are too many to be tried at once, each once.
    pub fn compound(&self) -> Vec<Candidate> {
        let faces = |quarters: &[u8; 6]| quarters.iter().filter(|&&quarters| quarters != 0).count();
        let (two, more): (Vec<_>, Vec<_>) =
            all_turns().filter(|turns| faces(turns) > 1).partition(|turns| faces(turns) == 2);
        let more = more.into_iter().sorted_by_key(faces).map(Slip::Turned);
        self.candidates(two.into_iter().map(Slip::Turned).chain([Slip::Two]).chain(more))
    }

    fn candidates(&self, slips: impl Iterator<Item = Slip>) -> Vec<Candidate> {
        let (too_many, too_few) = self.readings.excess();
        let of = |slip: Slip| {
            let mirrored = |_, seen| (4 - seen) % 4;
            let changes = match slip {
                Slip::UpsideDown => self.upside_down(&too_many, &too_few),
                Slip::Digit | Slip::Field => match (&too_many[..], &too_few[..]) {
                    (&[old], &[new]) => self.digits(old, new, slip == Slip::Field),
                    _ => Vec::new(),
                },
                Slip::Two => self.two(&too_many, &too_few),
                // The others do not change how often a digit occurs.
                _ if !too_many.is_empty() => Vec::new(),
                Slip::Arrow => self.arrows(),
                Slip::Mirror => vec![self.moved(|place| place, mirrored)],
                Slip::MirroredNet => vec![self.moved(in_mirror, |_, seen| seen)],
                Slip::Turned(quarters) => vec![self.turned_faces(quarters)],
                Slip::Faces(a, b) => vec![self.moved(|place| exchanged(place, a, b), |_, seen| seen)],
                Slip::Neighbours => self.neighbours(),
                Slip::Exchange => self.exchanges(),
            };
            changes.into_iter().map(move |change| Candidate { slip, change })
        };
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

    /// The net in which each field is what is drawn at another place, with its direction turned or mirrored.
    fn moved(&self, from: impl Fn(Place) -> Place, direction: impl Fn(Place, u8) -> u8) -> Change {
        let meant = |(i, _): (usize, Glyph)| {
            let place = self.readings.0[i].place;
            let glyph = self.readings.glyph(from(place), &Change::new())?;
            Some((i, Glyph { direction: glyph.direction.map(|seen| direction(place, seen)), ..glyph }))
        };
        self.fields().into_iter().filter_map(meant).collect()
    }

    /// The net before its faces were turned by so many quarters clockwise, with their directions.
    fn turned_faces(&self, quarters: [u8; 6]) -> Change {
        let turns = |place| face(place).map_or(0, |face| quarters[face.index()]);
        // Where the field at this place went.
        let turn = |(row, column): Place, _| (row / 3 * 3 + column % 3, column / 3 * 3 + 2 - row % 3);
        self.moved(|place| (0..turns(place)).fold(place, turn), |place, seen| (seen + 4 - turns(place)) % 4)
    }

    /// Two fields, each misread in its digit, its direction or both.
    fn two(&self, too_many: &[u8], too_few: &[u8]) -> Vec<Change> {
        match (too_many, too_few) {
            ([], []) => both(&self.arrows(), &self.arrows()),
            (&[old], &[new]) => {
                let upside_down = self.upside_down(too_many, too_few);
                let digits = || upside_down.iter().cloned().chain(self.digits(old, new, false));
                let other = (1..=9).filter(|&digit| digit != old && digit != new);
                let through =
                    other.flat_map(|digit| both(&self.digits(old, digit, false), &self.digits(digit, new, false)));
                both(&digits().chain(self.digits(old, new, true)).collect_vec(), &self.arrows())
                    .into_iter()
                    .chain(through)
                    .collect()
            }
            (&[a, b], &[c, d]) => {
                let all = |turned: [bool; 2]| {
                    let pair =
                        move |[c, d]: [u8; 2]| both(&self.digits(a, c, turned[0]), &self.digits(b, d, turned[1]));
                    [[c, d], [d, c]].into_iter().flat_map(pair)
                };
                [[false; 2], [true, false], [false, true], [true; 2]].into_iter().flat_map(all).collect()
            }
            _ => Vec::new(),
        }
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

/// All ways to turn the faces, by so many quarters clockwise.
fn all_turns() -> impl Iterator<Item = [u8; 6]> {
    (0..1_u16 << 12).map(|bits| std::array::from_fn(|face| (bits >> (2 * face) & 3) as u8))
}

/// The place on the other face, if the place is on one of two faces.
fn exchanged((row, column): Place, a: Face, b: Face) -> Place {
    let (top, left) = match face((row, column)) {
        Some(face) if face == a => b.net_corner(),
        Some(face) if face == b => a.net_corner(),
        _ => return (row, column),
    };
    (top + row % 3, left + column % 3)
}

/// Two changes of a field each, of different fields; each pair once.
fn both(first: &[Change], second: &[Change]) -> Vec<Change> {
    let pairs = first.iter().cartesian_product(second).filter(|(a, b)| a[0].0 != b[0].0);
    let ordered = pairs.map(|(a, b)| [&a[..], b].concat().into_iter().sorted_by_key(|&(i, _)| i).collect());
    ordered.unique().collect()
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

// Repairs of a misread cube: small changes of the readings, the likeliest first, each tried by the search. Changes of one kind that are many,
// because two readings or several faces were wrong, are tried only if nothing simpler explains the cube.

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
            fact: candidates[i].fact(&draft.readings),
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
    let tried = AtomicUsize::new(before);
    let is_right = |candidate: &Candidate| {
        let is_right = is_solvable(&cube(candidate), request)?;
        let nodes = tried.fetch_add(1, Ordering::Relaxed) + 1;
        request.control.notify(&Event::Progress(Progress { nodes: Some(nodes as u64), ..Progress::default() }));
        Ok(is_right)
    };
    let (results, stop) = search::on_all(candidates, is_right, request);
    let found = results.into_iter().filter(|&(_, is_right)| is_right).map(|(i, _)| i);
    (found.collect(), tried.into_inner(), stop.map_or(Extent::All, Extent::Stopped))
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
