//! A board as text: the grid in light lines, the trail in heavy ones.
//!
//! ```text
//! ┌───────┬───────┐
//! │ 2     │ 3     │      small, at the left: the visits
//! │   5 ━━┿━━ 3   │      in the middle: the top face
//! │   ┃   │   ┃   │
//! ├───╂───┼───╂───┤
//! │ 1 2 S │ 4   G │      S, G: the start and the goal
//! │ 4 1 3 │   6   │      around the top: the side faces
//! │   5   │       │
//! └───────┴───────┘
//! ```

use super::board_scene::{Distance, Mark, Panel, Sides, Trail};
use super::compact_text::MAX_ROWS;
use super::ink::{Canvas, Ink, Line};
use super::strands::{self, Lane};
use super::strip_text::Detail;
use crate::geometry::Cell;

/// The inner widths of a cell that are tried, odd, so that it has a middle.
const WIDTHS: [usize; 3] = [7, 11, 15];
/// The inner width of a cell of a board for which these are too wide: it has no room for the sides of a die, nor for a second one.
const SMALL: usize = 5;
/// The height of a cell without lines for long lists of visits.
const HEIGHT: usize = 3;
/// The most lines for visits that a wider cell does not have to save.
const FEW_LINES: usize = 2;

/// The size of the cells of a board.
#[derive(Clone, Copy)]
struct Size {
    columns: usize,
    rows: usize,
    /// The inner width of a cell.
    width: usize,
    /// The lines above a cell's three others, for visits.
    head: usize,
}

/// Draws a board, if it is not wider than `width` and not too high.
pub(super) fn draw(panel: &Panel, width: usize) -> Option<(Vec<Line>, Detail)> {
    let fits = |size: &Size| size.columns * (size.width + 1) < width && size.rows <= MAX_ROWS;
    let size = Some(Size::of(panel)).filter(fits).or_else(|| Size::small(panel).filter(fits));
    size.map(|size| {
        let mut sheet = Sheet { canvas: Canvas::default(), size };
        sheet.grid();
        for cell in panel.board.blocked_cells() {
            sheet.block(cell);
        }
        let lanes = strands::lanes(&panel.trails);
        for (i, (trail, lanes)) in panel.trails.iter().zip(&lanes).enumerate() {
            sheet.trail(i, trail, lanes);
        }
        for (i, mark) in panel.marks.iter().enumerate() {
            sheet.mark(panel.board.cell(i), mark);
        }
        for distance in panel.trails.iter().flat_map(|trail| trail.distances.iter().map(move |d| (trail, d))) {
            sheet.distance(distance);
        }
        (sheet.canvas.lines(), if size.width == SMALL { Detail::Cells } else { Detail::Sides })
    })
}

/// The visits of a mark in lines of a cell, if they do not fit beside its top face.
fn head(mark: &Mark, width: usize) -> Vec<String> {
    let short = mark.visits.join(",");
    let room = if mark.pair().is_some() { 0 } else { width / 2 };
    if short.chars().count() <= room {
        return Vec::new();
    }
    let mut lines = vec![String::new()];
    for visit in &mark.visits {
        let line = lines.last_mut().filter(|line| line.chars().count() + visit.chars().count() < width);
        match line {
            Some(line) if line.is_empty() => line.push_str(visit),
            Some(line) => *line = format!("{line},{visit}"),
            None => lines.push(visit.clone()),
        }
    }
    lines
}

impl Size {
    /// The smallest cells in which there is room for all visits.
    fn of(panel: &Panel) -> Self {
        let lines = |width| panel.marks.iter().map(|mark| head(mark, width).len()).max().unwrap_or(0);
        let width = WIDTHS.into_iter().find(|&width| lines(width) <= FEW_LINES).unwrap_or(WIDTHS[WIDTHS.len() - 1]);
        Self::with(panel, width)
    }

    /// Small cells, if there is room for what is in them.
    fn small(panel: &Panel) -> Option<Self> {
        let fits = |mark: &Mark| mark.pair().is_none() && mark.ends.iter().all(|end| end.die.is_none());
        let fits = panel.marks.iter().all(fits) && panel.trails.iter().all(|trail| trail.distances.is_empty());
        fits.then(|| Self::with(panel, SMALL))
    }

    /// Cells of a width, high enough for all visits.
    fn with(panel: &Panel, width: usize) -> Self {
        let head = panel.marks.iter().map(|mark| head(mark, width).len()).max().unwrap_or(0);
        Self { columns: panel.board.columns(), rows: panel.board.rows(), width, head }
    }

    const fn height(self) -> usize {
        HEIGHT + self.head
    }

    /// The middle column and row of a cell.
    const fn middle(self) -> (usize, usize) {
        (self.width / 2, self.head + 1)
    }

    /// Where the upper left inner character of a cell is.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a scene's cells lie on its board")]
    const fn corner(self, cell: Cell) -> (usize, usize) {
        // A scene's cells lie on its board.
        let (x, y) = (cell.x as usize, cell.y as usize);
        (x * (self.width + 1) + 1, (self.rows - 1 - y) * (self.height() + 1) + 1)
    }
}

/// A board that is being drawn.
struct Sheet {
    canvas: Canvas,
    size: Size,
}

impl Sheet {
    /// The light grid.
    fn grid(&mut self) {
        let Size { columns, rows, width, .. } = self.size;
        let height = self.size.height();
        let pick = |place: usize, last: usize, of: [char; 3]| of[usize::from(place > 0) + usize::from(place == last)];
        for row in 0..=rows {
            for column in 0..=columns {
                let (x, y) = (column * (width + 1), row * (height + 1));
                let [above, among, below] = [['┌', '┬', '┐'], ['├', '┼', '┤'], ['└', '┴', '┘']];
                let joint = pick(
                    column,
                    columns,
                    if row == 0 {
                        above
                    } else if row == rows {
                        below
                    } else {
                        among
                    },
                );
                self.canvas.put(x, y, joint, Ink::Faint);
                if column < columns {
                    (1..=width).for_each(|i| self.canvas.put(x + i, y, '─', Ink::Faint));
                }
                if row < rows {
                    (1..=height).for_each(|i| self.canvas.put(x, y + i, '│', Ink::Faint));
                }
            }
        }
    }

    fn block(&mut self, cell: Cell) {
        let (left, top) = self.size.corner(cell);
        for row in 0..self.size.height() {
            self.canvas.write(left, top + row, &"░".repeat(self.size.width), Ink::Faint);
        }
    }

    /// The lines of a trail. Where several lines share a way it is drawn as two lines, and from three on with their number.
    fn trail(&mut self, i: usize, trail: &Trail, lanes: &[Lane]) {
        for (k, ((from, to), lane)) in trail.rolls().zip(lanes).enumerate() {
            let is_back = trail.is_closed && k + 1 == lanes.len();
            let [across, joint_across, along, joint_along] = match (lane.of, is_back, i) {
                (1, true, _) => ['╍', '┿', '╏', '╂'],
                (1, _, 0) => ['━', '┿', '┃', '╂'],
                (1, ..) => ['┅', '┿', '┇', '╂'],
                _ => ['═', '╪', '║', '╫'],
            };
            let number = char::from_digit(lane.of.try_into().unwrap_or(9).min(9), 10).filter(|_| lane.of > 2);
            let (ink, (middle, row)) = (Ink::Trail(i), self.size.middle());
            let (first, second) = (from.min(to), from.max(to));
            let (left, top) = self.size.corner(first);
            if first.y == second.y {
                let border = left + self.size.width;
                let line = left + middle + 2..border + middle;
                line.for_each(|column| self.canvas.put(column, top + row, across, ink));
                self.canvas.put(border, top + row, joint_across, ink);
                self.canvas.put(border + 1, top + row, number.unwrap_or(across), ink);
            } else {
                let upper = self.size.corner(second).1;
                let line = upper + row + 1..top + row;
                line.for_each(|row| self.canvas.put(left + middle, row, along, ink));
                self.canvas.put(left + middle, top - 1, number.unwrap_or(joint_along), ink);
            }
        }
    }

    fn mark(&mut self, cell: Cell, mark: &Mark) {
        let (left, top) = self.size.corner(cell);
        let ((middle, row), head_lines) = (self.size.middle(), head(mark, self.size.width));
        let (middle, row) = (left + middle, top + row);
        if head_lines.is_empty() && !mark.visits.is_empty() {
            let visits = mark.visits.join(",");
            self.canvas.write(left, row - 1, &format!("{visits:>2}"), Ink::Plain);
        }
        for (i, line) in head_lines.iter().rev().enumerate() {
            self.canvas.write(left, row - 2 - i, line, Ink::Plain);
        }
        if let Some(ends) = mark.pair() {
            for (end, middle) in ends.into_iter().zip([middle - 2, middle + 2]) {
                self.die(&end.top, &end.sides, (middle, row), 1, Ink::of_end(end.kind));
                self.canvas.put(middle - 1, row - 1, end.kind.letter(), Ink::of_end(end.kind));
            }
            return;
        }
        let end = mark.ends.first();
        let ink = match end {
            Some(end) => Ink::of_end(end.kind),
            None if mark.framed => Ink::Label,
            None => Ink::Plain,
        };
        let top = if mark.main.is_empty() { mark.short() } else { &mark.main };
        self.die(top, &mark.sides, (middle, row), 2, ink);
        if mark.framed {
            self.canvas.write(middle - 1, row, "[", Ink::Label);
            self.canvas.write(middle + 1, row, "]", Ink::Label);
        }
        if let Some(end) = end {
            let name: String = std::iter::once(end.kind.letter()).chain(end.die).collect();
            self.canvas.write(middle + 2, row - 1, &name, ink);
        }
    }

    /// A die: its top face at a place, the side faces around it.
    fn die(&mut self, top: &str, sides: &Sides, (column, row): (usize, usize), reach: usize, ink: Ink) {
        let half = top.chars().count().saturating_sub(1) / 2;
        self.canvas.write(column.saturating_sub(half), row, top, ink);
        if self.size.width == SMALL {
            return;
        }
        let [north, east, south, west] = sides;
        for (face, column, row) in [
            (north, column, row - 1),
            (east, column + reach, row),
            (south, column, row + 1),
            (west, column - reach, row),
        ] {
            self.canvas.write(column, row, face, Ink::Faint);
        }
    }

    /// The number of rolls of a run, beside its middle.
    fn distance(&mut self, (trail, distance): (&Trail, &Distance)) {
        let text = format!("×{}", distance.rolls);
        let (Some(&from), Some(&to)) = (trail.cells.get(distance.from), trail.cells.get(distance.to)) else { return };
        let (middle, row) = self.size.middle();
        let ((a, up), (b, down)) = (self.size.corner(from), self.size.corner(to));
        if from.y == to.y {
            let column = usize::midpoint(a, b) + middle;
            self.canvas.write(column.saturating_sub(text.chars().count() / 2), up + row + 1, &text, Ink::Plain);
        } else {
            self.canvas.write(a + middle + 2, usize::midpoint(up, down) + row + 1, &text, Ink::Plain);
        }
    }
}
