//! A board that is too wide for cells with frames: one or two characters a cell.
//!
//! ```text
//! 6━4━1      with lines between the cells      ┏━┓      without
//! ┃   ┃                                        ┃·┃
//! 5 · 5                                        S░G
//! ```

use super::board_scene::{EndKind, Mark, Panel};
use super::canvas::Canvas;
use super::ink::{self, Ink, Line};
use super::strands;
use crate::geometry::{Cell, Direction};

/// Draws a board in so many columns: as much of it as there is room for.
pub(super) fn draw(panel: &Panel, width: usize) -> Vec<Line> {
    if panel.board.columns() * 2 <= width + 1 { linked(panel) } else { dense(panel, width) }
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
fn linked(panel: &Panel) -> Vec<Line> {
    let mut canvas = Canvas::default();
    let rows = panel.board.rows();
    let place = |cell: Cell| (2 * cell.x as usize, 2 * (rows - 1 - cell.y as usize));
    for i in 0..panel.marks.len() {
        let ((column, row), (character, ink)) = (place(panel.board.cell(i)), symbol(panel, i));
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

/// Each character is a cell: of a board that is too wide, the columns in which something is.
fn dense(panel: &Panel, width: usize) -> Vec<Line> {
    let columns = panel.board.columns();
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
    let character = |i: usize| match (sides[i], &panel.marks[i]) {
        ((bits, ink), mark) if bits != 0 && mark.ends.is_empty() => (LINES[bits], ink),
        _ => symbol(panel, i),
    };
    let shown = window(panel, &sides.iter().map(|(bits, _)| *bits != 0).collect::<Vec<_>>(), width);
    let row = |y: usize| {
        let characters: Vec<(char, Ink)> = shown.clone().map(|x| character(y * columns + x)).collect();
        ink::line(&characters)
    };
    let mut lines: Vec<Line> = (0..panel.board.rows()).rev().map(row).collect();
    if shown.len() < columns {
        lines.push(ink::plain(format!("columns {} to {} of {columns}", shown.start, shown.end - 1)));
    }
    lines
}

/// At most `width` columns, around the middle of the marks on the board, moved so far that a start is in these columns.
fn window(panel: &Panel, is_crossed: &[bool], width: usize) -> std::ops::Range<usize> {
    let columns = panel.board.columns();
    let width = width.clamp(1, columns);
    let is_used = |i: &usize| is_crossed[*i] || !panel.marks[*i].ends.is_empty() || !panel.marks[*i].main.is_empty();
    let used = || (0..panel.marks.len()).filter(is_used).map(|i| i % columns);
    let middle = usize::midpoint(used().min().unwrap_or(0), used().max().unwrap_or(0));
    let start = middle.saturating_sub(width / 2).min(columns - width);
    let is_start = |i: &usize| panel.marks[*i].ends.iter().any(|end| end.kind == EndKind::Start);
    let first = (0..panel.marks.len()).filter(is_start).map(|i| i % columns).min();
    let start = first.map_or(start, |first| start.clamp((first + 1).saturating_sub(width), first.min(columns - width)));
    start..start + width
}
