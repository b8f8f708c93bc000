//! Boards as SVG: the title, the boards, the legend, and the notes, in the style of figures 14.1 and 14.2 of the die tour's source:
//! the numbers of the visits small in a corner, the top face large in the middle, the trail as a line under them.

use svg::Document;
use svg::node::element::{Group, Text};

use super::board_scene::{BoardScene, CellShape, Mark, Panel, Sample, Symbol};
use super::page::{FAINT, Frame, INK, MARGIN, Spot, page, round};
use super::{cell_svg, trail_svg, triangle_svg};

/// The side of a cell of a small board, in pixels.
const SIDE: f64 = 64.0;
/// The side of a cell, in pixels, if some cell has much in it: two dice, or many visits.
const LARGE_SIDE: f64 = 96.0;
/// The most visits to a cell that count as few; beside a die only one.
const FEW_VISITS: usize = 2;
/// The widest board or strip, in pixels.
const WIDEST: f64 = 960.0;
/// The highest single board, in pixels.
const HIGHEST: f64 = 1280.0;
/// The sides of the cells of a strip, the smallest and the largest.
const STRIP_SIDES: [f64; 2] = [25.0, 40.0];
/// The width of a board of a strip, if its cells are neither too small nor too large for that; a few boards fill a line, so that they can be
/// compared.
const STRIP_BOARD: f64 = 168.0;
/// The narrowest picture: so there is room for notes. A longer title makes it wider, up to a limit.
const NARROWEST: f64 = 240.0;
const WIDEST_TITLE: f64 = 480.0;
/// Heights of a caption, of the title, of an entry of the legend, and of a note.
const CAPTION: f64 = 20.0;
const TITLE: f64 = 26.0;
const ENTRY: f64 = 30.0;
const NOTE: f64 = 18.0;
/// Around boards alone there is only room for the line at their edge.
const EDGE: f64 = 1.0;
/// The width of a legend alone, in pixels: that of a sheet of paper.
const LEGEND: f64 = 700.0;
/// The side of a cell in the legend.
const SAMPLE: f64 = 24.0;
/// An upper estimate of the average width of a letter in few words, and in lines, as a part of its size.
const LETTER: f64 = 0.56;
const AVERAGE: f64 = 0.51;

/// Draws the boards of a scene without the words around them; of several boards the width is about this multiple of the height.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "boards and letters beside each other, which are few"
)]
pub(super) fn draw_alone(scene: &BoardScene, shape: f64) -> String {
    let boards = boards(scene, |width, height| {
        let count = scene.panels.len() as f64;
        (count * shape * height / width).sqrt().ceil() as usize
    });
    let drawing = boards.drawing.set("transform", format!("translate({EDGE},{EDGE})"));
    let size = [boards.width, boards.height].map(|length| round(2.0f64.mul_add(EDGE, length)));
    format!("{}\n", page(&scene.title, size[0], size[1]).add(drawing))
}

/// Draws a legend alone.
pub(super) fn draw_legend(samples: &[Sample]) -> String {
    let (legend, height) = legend(samples, LEGEND, 0.0);
    format!("{}\n", page("Legend", LEGEND, height).add(legend))
}

/// The boards of a scene, so many of them in a row as `in_row` says of the width and the height of each.
fn boards(scene: &BoardScene, in_row: impl Fn(f64, f64) -> usize) -> Drawn {
    match &scene.panels[..] {
        [panel] => single(panel),
        panels => strip(panels, in_row),
    }
}

/// Draws the boards of a scene.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "boards and letters beside each other, which are few"
)]
pub(super) fn draw(scene: &BoardScene) -> String {
    let boards = boards(scene, |width, _| (WIDEST / width) as usize);
    let title = (length(&scene.title, 16.0)).clamp(NARROWEST, WIDEST_TITLE);
    let entries = scene.legend.iter().map(|sample| SAMPLE + 8.0 + length(&sample.text, 13.0)).fold(0.0, f64::max);
    let width = 2.0f64.mul_add(MARGIN, boards.width.max(title).max(entries));
    let mut content = Group::new();
    let mut top = MARGIN;
    for line in wrapped(&scene.title, 16.0, width) {
        content = content.add(text(&line, MARGIN, top + 15.0, 16.0, INK).set("font-weight", "bold"));
        top += TITLE;
    }
    content = content.add(boards.drawing.set("transform", format!("translate({MARGIN},{})", round(top))));
    top += boards.height + MARGIN;
    let (legend, below) = legend(&scene.legend, width, top);
    content = content.add(legend);
    top = below;
    for line in scene.all_notes().flat_map(|note| wrapped(note, 13.0, width)) {
        content = content.add(text(&line, MARGIN, top + 12.0, 13.0, FAINT));
        top += NOTE;
    }
    let document: Document = page(&scene.title, round(width), round(top + MARGIN)).add(content);
    format!("{document}\n")
}

/// What is drawn in a rectangle.
struct Drawn {
    drawing: Group,
    width: f64,
    height: f64,
}

fn text(content: &str, x: f64, y: f64, size: f64, colour: &str) -> Text {
    Text::new(content).set("x", round(x)).set("y", round(y)).set("font-size", size).set("fill", colour)
}

/// A text in lines that fit on a page.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "boards and letters beside each other, which are few"
)]
fn wrapped(text: &str, size: f64, width: f64) -> Vec<String> {
    let letters = (width - 2.0 * MARGIN) / (size * AVERAGE);
    textwrap::wrap(text, letters as usize).into_iter().map(Into::into).collect()
}

/// The width and the height of a board, in sides of a cell.
fn size(panel: &Panel) -> (f64, f64) {
    let (columns, rows) = (panel.board.columns() as f64, panel.board.rows() as f64);
    if panel.has_triangles() { triangle_svg::size(columns, rows) } else { (columns, rows) }
}

/// A board as large as there is room for.
fn single(panel: &Panel) -> Drawn {
    let (columns, rows) = size(panel);
    let few = |mark: &Mark| if mark.ends.is_empty() { FEW_VISITS } else { 1 };
    let is_crowded = panel.marks.iter().any(|mark| mark.pair().is_some() || mark.visits.len() > few(mark));
    let side = if is_crowded { LARGE_SIDE } else { SIDE };
    let side = side.min(WIDEST / columns).min(HIGHEST / rows);
    Drawn { drawing: board(panel, side), width: columns * side, height: rows * side }
}

/// The layers of a board, the lowest first.
fn board(panel: &Panel, side: f64) -> Group {
    if panel.has_triangles() {
        return triangle_svg::board(panel, side);
    }
    let frame = Frame { side, columns: panel.board.columns(), rows: panel.board.rows() };
    let marks = || panel.marks.iter().enumerate().map(|(i, mark)| (mark, panel.board.cell(i)));
    let mut group = Group::new();
    for (mark, cell) in marks() {
        group = cell_svg::ground(group, mark, panel.board.is_free(cell), frame.spot(cell));
    }
    group = group.add(frame.grid());
    group = trail_svg::draw(group, panel, frame);
    // The words for starts and goals may reach into other cells.
    let (with_ends, others): (Vec<_>, Vec<_>) = marks().partition(|(mark, _)| !mark.ends.is_empty());
    for (mark, cell) in others.into_iter().chain(with_ends) {
        group = cell_svg::contents(group, mark, frame.spot(cell));
    }
    trail_svg::distances(group, panel, frame)
}

/// Small boards in rows, each with its caption.
fn strip(panels: &[Panel], in_row: impl Fn(f64, f64) -> usize) -> Drawn {
    let sizes = || panels.iter().map(size);
    let (columns, rows) =
        (sizes().map(|size| size.0).fold(1.0, f64::max), sizes().map(|size| size.1).fold(1.0, f64::max));
    let many = (STRIP_BOARD / columns).clamp(STRIP_SIDES[0], STRIP_SIDES[1]).min(WIDEST / columns);
    let few = (WIDEST / panels.len().max(1) as f64 - 2.0 * MARGIN) / columns;
    let side = many.max(few.min(SIDE).min(HIGHEST / rows));
    let caption = panels.iter().map(|panel| length(&panel.caption, 12.0)).fold(0.0, f64::max);
    let (width, height) =
        (columns.mul_add(side, 2.0 * MARGIN).max(caption + MARGIN), rows.mul_add(side, CAPTION + MARGIN));
    let in_row = in_row(width, height).clamp(1, panels.len().max(1));
    let drawing = panels.iter().enumerate().fold(Group::new(), |group, (i, panel)| {
        let (x, y) = ((i % in_row) as f64 * width, (i / in_row) as f64 * height);
        let board = board(panel, side).set("transform", format!("translate({},{})", round(x), round(y + CAPTION)));
        group.add(text(&panel.caption, x, y + 13.0, 12.0, INK)).add(board)
    });
    Drawn { drawing, width: in_row as f64 * width, height: panels.len().div_ceil(in_row) as f64 * height }
}

/// An upper estimate of the width of few words in letters of a size.
fn length(words: &str, size: f64) -> f64 {
    words.chars().count() as f64 * size * LETTER
}

/// The entries of a legend below a height, as many in a line as fit, and the height below them.
fn legend(samples: &[Sample], width: f64, top: f64) -> (Group, f64) {
    let (mut x, mut y) = (MARGIN, top);
    let mut group = Group::new();
    for sample in samples {
        let words = length(&sample.text, 13.0);
        if x > MARGIN && x + SAMPLE + 8.0 + words > width - MARGIN {
            (x, y) = (MARGIN, y + ENTRY);
        }
        let spot = Spot { x: x + SAMPLE / 2.0, y: y + SAMPLE / 2.0, side: SAMPLE };
        group = match &sample.symbol {
            Symbol::Mark(mark) if mark.shape != CellShape::Square => triangle_svg::cell(group, mark, spot),
            Symbol::Mark(mark) => {
                cell_svg::contents(cell_svg::ground(group, mark, true, spot).add(spot.outline()), mark, spot)
            }
            Symbol::Trail(i) => trail_svg::sample(group, *i, spot),
        };
        group = group.add(text(&sample.text, x + SAMPLE + 8.0, y + SAMPLE / 2.0 + 4.5, 13.0, INK));
        x += SAMPLE + 8.0 + words + 16.0;
    }
    (group, if samples.is_empty() { top } else { y + ENTRY })
}
