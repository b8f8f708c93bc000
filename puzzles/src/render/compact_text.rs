//! A board that is too large for cells with frames: one or two characters a cell.
//!
//! ```text
//! 6━4━1      with lines between the cells      ┏5┓      without
//! ┃   ┃                                        ┃·┃
//! 5 · 5                                        S░G
//! ```

use super::board_scene::{EndKind, Mark, Panel};
use super::ink::{self, Canvas, Ink, Line};
use super::strands;
use super::strip_text::Detail;
use crate::geometry::{Cell, Direction};

/// The most rows of a board that are drawn.
pub(super) const MAX_ROWS: usize = 200;

/// Draws a board in so many columns: as much of it as there is room for. A digit on a board with labels is a label.
pub(super) fn draw(panel: &Panel, width: usize) -> (Vec<Line>, Detail) {
    let is_narrow = panel.board.columns() * 2 <= width + 1;
    if is_narrow && panel.board.rows() <= MAX_ROWS {
        (linked(panel), Detail::Links)
    } else {
        (dense(panel, width), Detail::Characters)
    }
}

/// What stands for a cell that no line goes through.
fn symbol(panel: &Panel, i: usize) -> (char, Ink) {
    let Mark { ends, framed, .. } = &panel.marks[i];
    match (ends.first(), panel.marks[i].short().chars().next()) {
        (Some(end), _) => (end.kind.letter(), Ink::of_end(end.kind)),
        _ if !panel.board.is_free(panel.board.cell(i)) => ('░', Ink::Faint),
        (None, Some(character)) => (character, if *framed { Ink::Label } else { Ink::Plain }),
        (None, None) => ('·', Ink::Faint),
    }
}

/// Every second character is a cell, with lines between them.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a scene's cells lie on its board")]
fn linked(panel: &Panel) -> Vec<Line> {
    let mut canvas = Canvas::default();
    let rows = panel.board.rows();
    let place = |cell: Cell| (2 * cell.x as usize, 2 * (rows - 1 - cell.y as usize));
    let has_labels = panel.marks.iter().any(|mark| mark.framed);
    for (i, crossing) in crossings(panel).into_iter().enumerate() {
        let (column, row) = place(panel.board.cell(i));
        let (character, ink) = if has_labels { crossed(panel, i, crossing) } else { symbol(panel, i) };
        canvas.put(column, row, character, ink);
    }
    for (i, (trail, lanes)) in panel.trails.iter().zip(strands::lanes(&panel.trails)).enumerate() {
        for ((from, to), lane) in trail.rolls().zip(lanes) {
            let [across, along] = match (lane.of, i) {
                (1, 0) => ['━', '┃'],
                (1, _) => ['┅', '┇'],
                _ => ['═', '║'],
            };
            let ((a, b), (c, d)) = (place(from), place(to));
            let line = if from.y == to.y { across } else { along };
            canvas.put(usize::midpoint(a, c), usize::midpoint(b, d), line, Ink::Trail(i));
        }
    }
    canvas.lines()
}

/// A line through a cell, by the sides that it goes to: the bits are north, east, south, west.
const LINES: [char; 16] = ['·', '╹', '╺', '┗', '╻', '┃', '┏', '┣', '╸', '┛', '━', '┻', '┓', '┫', '┳', '╋'];

/// The ways through each cell: the sides that they go to, as [`LINES`] has them, and the ink of the last one.
fn crossings(panel: &Panel) -> Vec<(usize, Ink)> {
    let mut sides = vec![(0, Ink::Plain); panel.marks.len()];
    for (i, trail) in panel.trails.iter().enumerate() {
        for (from, to) in trail.rolls() {
            for (cell, other) in [(from, to), (to, from)] {
                let towards = Direction::ALL.into_iter().find(|&direction| cell.step(direction) == Some(other));
                if let (Some(index), Some(direction)) = (panel.board.index(cell), towards) {
                    sides[index] = (sides[index].0 | 1 << direction.index(), Ink::Trail(i));
                }
            }
        }
    }
    sides
}

/// What stands for a cell: the ways through it, but a start, a goal and a label stay.
fn crossed(panel: &Panel, i: usize, (bits, ink): (usize, Ink)) -> (char, Ink) {
    let mark = &panel.marks[i];
    if bits != 0 && mark.ends.is_empty() && !mark.framed { (LINES[bits], ink) } else { symbol(panel, i) }
}

/// Each character is a cell: of a board that is too large, the columns and the rows in which something is.
fn dense(panel: &Panel, width: usize) -> Vec<Line> {
    let (columns, rows) = (panel.board.columns(), panel.board.rows());
    let sides = crossings(panel);
    let character = |i: usize| crossed(panel, i, sides[i]);
    let is_crossed: Vec<bool> = sides.iter().map(|(bits, _)| *bits != 0).collect();
    let shown = window(panel, &is_crossed, (columns, width), |i| i % columns);
    let shown_rows = window(panel, &is_crossed, (rows, MAX_ROWS), |i| i / columns);
    let row = |y: usize| {
        let characters: Vec<(char, Ink)> = shown.clone().map(|x| character(y * columns + x)).collect();
        ink::line(&characters)
    };
    let mut lines: Vec<Line> = shown_rows.clone().rev().map(row).collect();
    for (name, shown, all) in [("columns", shown, columns), ("rows", shown_rows, rows)] {
        if shown.len() < all {
            lines.push(ink::plain(format!("{name} {} to {} of {all}", shown.start, shown.end - 1)));
        }
    }
    lines
}

/// At most `room` of all columns, or rows, around the middle of the marks on the board, moved so far that a start is among them.
fn window(
    panel: &Panel,
    is_crossed: &[bool],
    (all, room): (usize, usize),
    place: impl Fn(usize) -> usize,
) -> std::ops::Range<usize> {
    let room = room.clamp(1, all);
    let is_used = |i: &usize| is_crossed[*i] || !panel.marks[*i].ends.is_empty() || !panel.marks[*i].main.is_empty();
    let used = || (0..panel.marks.len()).filter(is_used).map(&place);
    let middle = usize::midpoint(used().min().unwrap_or(0), used().max().unwrap_or(0));
    let start = middle.saturating_sub(room / 2).min(all - room);
    let is_start = |i: &usize| panel.marks[*i].ends.iter().any(|end| end.kind == EndKind::Start);
    let first = (0..panel.marks.len()).filter(is_start).map(&place).min();
    let start = first.map_or(start, |first| start.clamp((first + 1).saturating_sub(room), first.min(all - room)));
    start..start + room
}
