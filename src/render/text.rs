//! Scenes as text: the grid in light lines, the trail in heavy ones.
//!
//! ```text
//! ┌───────┬───────┐
//! │ 2     │ 3     │
//! │   5 ━━┿━━ 3   │
//! │   ┃   │   ┃   │
//! ├───╂───┼───╂───┤
//! │ 1 ┃   │ 4 ┃   │
//! │   1   │   6   │
//! │       │       │
//! └───────┴───────┘
//! ```
//!
//! A strip of boards is drawn without a grid, its boards side by side in rows:
//!
//! ```text
//! start  1 E    2 N
//! k k k  k k k  k w k
//! k _ k  _ w k  k _ k
//! ```

use std::fmt;

use super::{Panel, Scene};
use crate::geometry::Cell;

/// Inner width of a cell; odd, so that it has a middle.
const WIDTH: usize = 7;
/// Inner height of a cell.
const HEIGHT: usize = 3;
/// The width of a strip.
const STRIP_WIDTH: usize = 100;
/// The gap between the boards of a strip.
const STRIP_GAP: usize = 3;
/// The middle column and row.
const MIDDLE: (usize, usize) = (WIDTH / 2, HEIGHT / 2);

/// A canvas of characters, row 0 at the top.
struct Canvas {
    rows: Vec<Vec<char>>,
    board_rows: usize,
}

impl fmt::Display for Scene {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scene = match self {
            Self::Board(scene) => scene,
            Self::Net(scene) => return super::net::write(scene, f),
            Self::Heat(scene) => return super::heat::write(scene, f),
            Self::Profile(scene) => return super::profile::write(scene, f),
        };
        if let [panel] = &scene.panels[..] {
            for row in draw(panel).rows {
                writeln!(f, "{}", row.into_iter().collect::<String>().trim_end())?;
            }
            return Ok(());
        }
        f.write_str(&strip(&scene.panels))
    }
}

/// The panels side by side, as many in a row as fit on the line.
fn strip(panels: &[Panel]) -> String {
    let drawn: Vec<Vec<String>> = panels.iter().map(small).collect();
    let width = drawn.iter().flatten().map(|line| line.chars().count()).max().unwrap_or(0) + STRIP_GAP;
    let rows = drawn.chunks((STRIP_WIDTH / width).max(1)).map(|row| {
        let height = row.iter().map(Vec::len).max().unwrap_or(0);
        let line = |i: usize| -> String {
            let parts = row.iter().map(|panel| format!("{:<width$}", panel.get(i).map_or("", String::as_str)));
            format!("{}\n", parts.collect::<String>().trim_end())
        };
        (0..height).map(line).collect::<String>()
    });
    rows.collect::<Vec<_>>().join("\n")
}

/// A panel of a strip: its caption and the bare marks, `#` where the board is blocked.
fn small(panel: &Panel) -> Vec<String> {
    let width = panel.marks.iter().map(|mark| mark.main.chars().count()).max().unwrap_or(0).max(1);
    let row = |y: usize| {
        let cells = (0..panel.board.columns()).map(|x| {
            let i = y * panel.board.columns() + x;
            let text = if panel.board.is_free(panel.board.cell(i)) { panel.marks[i].main.as_str() } else { "#" };
            format!("{text:<width$}")
        });
        cells.collect::<Vec<_>>().join(" ")
    };
    std::iter::once(panel.caption.clone()).chain((0..panel.board.rows()).rev().map(row)).collect()
}

fn draw(panel: &Panel) -> Canvas {
    let mut canvas = Canvas::grid(panel.board.columns(), panel.board.rows());
    for cell in panel.board.blocked_cells() {
        for (column, row) in (0..HEIGHT).flat_map(|row| (0..WIDTH).map(move |column| (column, row))) {
            *canvas.at(cell, column, row) = '░';
        }
    }
    for segment in &panel.trail {
        canvas.segment(segment.from, segment.to, segment.closing);
    }
    for (i, mark) in panel.marks.iter().enumerate() {
        let cell = panel.board.cell(i);
        if !mark.order.is_empty() {
            canvas.write(cell, 0, 0, &format!("{:>2}", mark.order));
        }
        let half = mark.main.chars().count().saturating_sub(1) / 2;
        let text = if mark.framed { format!("[{}]", mark.main) } else { mark.main.clone() };
        canvas.write(cell, MIDDLE.0.saturating_sub(half + usize::from(mark.framed)), MIDDLE.1, &text);
    }
    canvas
}

impl Canvas {
    /// The light grid.
    fn grid(columns: usize, rows: usize) -> Self {
        let line = |left: char, joint: char, right: char| -> Vec<char> {
            let mut line = vec![left];
            for column in 0..columns {
                line.extend(std::iter::repeat_n('─', WIDTH));
                line.push(if column + 1 < columns { joint } else { right });
            }
            line
        };
        let mut inner = vec![' '; columns * (WIDTH + 1) + 1];
        inner.iter_mut().step_by(WIDTH + 1).for_each(|c| *c = '│');
        let mut canvas = vec![line('┌', '┬', '┐')];
        for row in 0..rows {
            canvas.extend(std::iter::repeat_n(inner.clone(), HEIGHT));
            canvas.push(if row + 1 < rows { line('├', '┼', '┤') } else { line('└', '┴', '┘') });
        }
        Self { rows: canvas, board_rows: rows }
    }

    /// Canvas coordinates of the upper left inner character of a cell of the board.
    fn corner(&self, cell: Cell) -> (usize, usize) {
        // A scene's cells lie on its board.
        let (x, y) = (cell.x as usize, cell.y as usize);
        (x * (WIDTH + 1) + 1, (self.board_rows - 1 - y) * (HEIGHT + 1) + 1)
    }

    /// The character at a place inside a cell.
    fn at(&mut self, cell: Cell, column: usize, row: usize) -> &mut char {
        let (left, top) = self.corner(cell);
        &mut self.rows[top + row][left + column]
    }

    /// Writes `text` from a column of a cell, clipped to the cell.
    fn write(&mut self, cell: Cell, column: usize, row: usize, text: &str) {
        for (i, character) in text.chars().take(WIDTH - column).enumerate() {
            *self.at(cell, column + i, row) = character;
        }
    }

    /// A heavy line between the middles of two neighbouring cells, leaving space around the middles.
    fn segment(&mut self, from: Cell, to: Cell, closing: bool) {
        let (a, b) = (from.min(to), from.max(to));
        let (left, top) = self.corner(a);
        if a.y == b.y {
            let row = top + MIDDLE.1;
            for column in left + MIDDLE.0 + 2..left + WIDTH + 1 + MIDDLE.0 - 1 {
                self.rows[row][column] = if closing { '╍' } else { '━' };
            }
            self.rows[row][left + WIDTH] = '┿';
        } else {
            let column = left + MIDDLE.0;
            let (_, upper) = self.corner(b);
            for row in upper + MIDDLE.1 + 1..top + MIDDLE.1 {
                self.rows[row][column] = if closing { '╏' } else { '┃' };
            }
            self.rows[top - 1][column] = '╂';
        }
    }
}
