//! Shared by the pictures of several puzzles: dice at their starts and goals, trails and visits.

use itertools::Itertools as _;

use crate::geometry::{Cell, Die, Face, Place};
use crate::render::{BoardScene, End, EndKind, Mark, Panel, Sample};

/// What a label means that the die has to show when it has entered the cell.
pub const LABEL: &str = "a label: the face that has to be on top there";

/// The most cells of all boards of a strip, which shows each state of a solution.
const MAX_STRIP: usize = 6_000;
/// Solutions of more moves have no replay: nobody would play it.
pub const MAX_STEPS: usize = 100_000;

/// The number of moves after which a strip shows the board, if the board has so many cells.
pub fn most_moves(cells: usize) -> usize {
    (MAX_STRIP / cells.max(1)).saturating_sub(1).max(1)
}

/// What a strip says that does not show all moves.
pub fn note_on_moves(most: usize, all: usize) -> Option<String> {
    (all > most).then(|| format!("These are the first {most} of {all} moves."))
}

/// What such a strip of boards says, which shows the start and the state after each move. The caption of its last board says it, too, because
/// text has no notes.
pub fn note_on_cut(panels: &mut [Panel], all: usize) -> Option<String> {
    let note = note_on_moves(panels.len().saturating_sub(1), all)?;
    if let Some(last) = panels.last_mut() {
        last.caption = format!("{} … {all}", last.caption);
    }
    Some(note)
}

/// The places whose faces are drawn around the top.
const AROUND: [Place; 4] = [Place::North, Place::East, Place::South, Place::West];

/// The face at a place of all these dice, as text; `None` if they differ there.
fn shared(dice: &[Die], place: Place) -> Option<String> {
    dice.iter().map(|die| die.face(place)).all_equal_value().ok().map(|face| face.to_string())
}

/// A start or a goal of a die, which has one of these orientations there.
pub fn end(kind: EndKind, letter: Option<char>, dice: &[Die]) -> End {
    let sides = AROUND.map(|place| shared(dice, place).unwrap_or_default());
    End { kind, die: letter, top: shared(dice, Place::Top).unwrap_or_else(|| "?".into()), sides }
}

/// Puts labels on cells, framed, and into the legend.
pub fn put_labels(scene: &mut BoardScene, labels: impl Iterator<Item = (Cell, Face)>, meaning: &str) {
    let mut has_labels = false;
    for (cell, label) in labels {
        if let Some(mark) = scene.mark(cell) {
            (mark.main, mark.framed) = (label.to_string(), true);
            has_labels = true;
        }
    }
    if has_labels {
        let label = Mark { main: "5".into(), code: "[5]".into(), framed: true, ..Mark::default() };
        scene.legend.retain(|sample| sample.text != meaning);
        scene.legend.push(Sample::of(label, meaning));
    }
}

/// What a picture says of the faces that are never on top, if there are any.
pub fn note_on_never(faces: &[Face]) -> Option<String> {
    (!faces.is_empty()).then(|| format!("Never on top: {}.", faces.iter().join(", ")))
}

/// Puts a start or a goal on a cell, with its die; a label of the board stays.
pub fn put_end(scene: &mut BoardScene, cell: Cell, end: End) {
    let Some(mark) = scene.mark(cell) else { return };
    if !(mark.framed && end.top == "?") {
        mark.main.clone_from(&end.top);
    }
    mark.sides.clone_from(&end.sides);
    mark.ends.push(end);
}

/// Writes the numbers of the visits to the cells of a way, and the top faces at the last visits.
pub fn put_visits(panel: &mut Panel, way: &[(Cell, u8)], prefix: &str) {
    for (i, &(cell, top)) in way.iter().enumerate() {
        if let Some(mark) = panel.mark(cell) {
            mark.visits.push(format!("{prefix}{}", i + 1));
            mark.main = top.to_string();
        }
    }
}

/// What the large digit means, if a cell has more than one visit.
pub fn note_on_visits(scene: &BoardScene) -> Option<String> {
    let marks = || scene.panels.iter().flat_map(|panel| &panel.marks);
    let is_open = marks().any(|mark| mark.visits.len() > 1 && mark.ends.is_empty());
    is_open.then(|| "Where a cell has several visits, the large digit is the top face at the last one.".into())
}
