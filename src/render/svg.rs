//! Scenes as SVG, in the style of figures 14.1 and 14.2 of the die tour's source: the order of the visit small in a corner, the
//! top face large in the middle, the trail as a line under them.

use svg::Document;
use svg::node::element::{Circle, Group, Path, Polyline, Rectangle, Text};

use super::page::{FAINT, INK, LINE, MARGIN, page};
use super::{BoardScene, CubeView, Paint, Panel, Scene, Segment, heat, net, profile};
use crate::geometry::Cell;

/// Side of a cell, in pixels.
const SIDE: f64 = 64.0;
const BLOCKED: &str = "#52606d";
const TRAIL: &str = "#8ec5f4";
const TILE: &str = "#fdf2d6";
const TILE_EDGE: &str = "#e3bd6c";

/// White space between a tile and the lines of the grid.
const FRAME_INSET: f64 = 5.0;

/// Scale of the panels of a strip; a single panel has scale 1.
const STRIP_SCALE: f64 = 0.4;
/// The widest strip, in pixels.
const STRIP_WIDTH: f64 = 960.0;
/// Height of a caption, in pixels.
const CAPTION: f64 = 18.0;

/// Draws a scene.
#[must_use]
pub fn draw(scene: &Scene) -> String {
    match scene {
        Scene::Board(scene) => boards(scene),
        Scene::Net(scene) => net::draw(scene),
        Scene::Heat(scene) => heat::draw(scene),
        Scene::Profile(scene) => profile::draw(scene),
    }
}

fn boards(scene: &BoardScene) -> String {
    let (content, width, height) = match &scene.panels[..] {
        [panel] => {
            let (width, height) = extent(panel);
            (board(panel), width, height)
        }
        panels => strip(panels),
    };
    let document = page(&scene.title, width, height);
    let mut text = content.into_iter().fold(document, Document::add).to_string();
    text.push('\n');
    text
}

/// Width and height of a board with its margin.
fn extent(panel: &Panel) -> (f64, f64) {
    let (columns, rows) = (panel.board.columns() as f64, panel.board.rows() as f64);
    (columns.mul_add(SIDE, 2.0 * MARGIN), rows.mul_add(SIDE, 2.0 * MARGIN))
}

/// The layers of a board, the lowest first.
fn board(panel: &Panel) -> Vec<Group> {
    let mut layers = vec![grid(panel)];
    if panel.marks.iter().any(|mark| mark.cube.is_some()) {
        layers.push(cubes(panel));
    }
    if panel.marks.iter().any(|mark| mark.framed) {
        layers.push(frames(panel));
    }
    layers.extend([trail(panel), labels(panel)]);
    layers
}

/// Small boards in rows, each with its caption.
fn strip(panels: &[Panel]) -> (Vec<Group>, f64, f64) {
    let extents: Vec<(f64, f64)> = panels.iter().map(extent).collect();
    let largest = |pick: fn(&(f64, f64)) -> f64| extents.iter().map(pick).fold(0.0, f64::max) * STRIP_SCALE;
    let (width, height) = (largest(|e| e.0), largest(|e| e.1) + CAPTION);
    let in_row = ((STRIP_WIDTH / width) as usize).clamp(1, panels.len().max(1));
    let draw = |(i, panel): (usize, &Panel)| {
        let (x, y) = ((i % in_row) as f64 * width, (i / in_row) as f64 * height);
        let caption = Text::new(&panel.caption).set("x", MARGIN * STRIP_SCALE).set("y", 14).set("font-size", 12);
        let small = Group::new().set("transform", format!("translate(0,{CAPTION}) scale({STRIP_SCALE})"));
        Group::new()
            .set("transform", format!("translate({x},{y})"))
            .add(caption.set("fill", INK))
            .add(board(panel).into_iter().fold(small, Group::add))
    };
    let groups = panels.iter().enumerate().map(draw).collect();
    (groups, in_row as f64 * width, panels.len().div_ceil(in_row) as f64 * height)
}

/// The middle of a cell in pixels.
fn middle(panel: &Panel, cell: Cell) -> (f64, f64) {
    let rows = panel.board.rows() as f64;
    ((cell.x as f64 + 0.5).mul_add(SIDE, MARGIN), (rows - cell.y as f64 - 0.5).mul_add(SIDE, MARGIN))
}

fn grid(panel: &Panel) -> Group {
    let mut squares = Group::new().set("stroke", LINE).set("fill", "none");
    for index in 0..panel.marks.len() {
        let cell = panel.board.cell(index);
        let (x, y) = middle(panel, cell);
        let square =
            Rectangle::new().set("x", x - SIDE / 2.0).set("y", y - SIDE / 2.0).set("width", SIDE).set("height", SIDE);
        let fill = if panel.board.is_free(cell) { colour(panel.marks[index].paint) } else { Some(BLOCKED) };
        squares = squares.add(match fill {
            Some(colour) => square.set("fill", colour),
            None => square,
        });
    }
    squares
}

const fn colour(paint: Paint) -> Option<&'static str> {
    match paint {
        Paint::Plain => None,
        Paint::Grey => Some("#cbd2d9"),
        Paint::Black => Some(INK),
        Paint::Blue => Some("#3b82c4"),
        Paint::Orange => Some("#f0a04b"),
    }
}

/// The cubes: the top as a square, the sides as bars along its edges.
fn cubes(panel: &Panel) -> Group {
    let mut group = Group::new().set("stroke", FAINT);
    for (index, mark) in panel.marks.iter().enumerate() {
        let Some(CubeView { top, sides }) = mark.cube else { continue };
        let (x, y) = middle(panel, panel.board.cell(index));
        let face = |left: f64, up: f64, width: f64, height: f64, paint: Paint| {
            let rectangle = Rectangle::new().set("x", x - left).set("y", y - up);
            let rectangle = rectangle.set("width", width).set("height", height);
            rectangle.set("fill", colour(paint).unwrap_or("white"))
        };
        let (half, bar) = (SIDE * 0.32, SIDE * 0.12);
        let [north, east, south, west] = sides;
        group = group
            .add(face(half, half, 2.0 * half, 2.0 * half, top))
            .add(face(half, half + bar, 2.0 * half, bar, north))
            .add(face(-half, half, bar, 2.0 * half, east))
            .add(face(half, -half, 2.0 * half, bar, south))
            .add(face(half + bar, half, bar, 2.0 * half, west));
    }
    group
}

/// A tile under each label of the board.
fn frames(panel: &Panel) -> Group {
    let framed = panel.marks.iter().enumerate().filter(|(_, mark)| mark.framed);
    let side = SIDE - 2.0 * FRAME_INSET;
    let tile = |(index, _)| {
        let (x, y) = middle(panel, panel.board.cell(index));
        let tile = Rectangle::new().set("x", x - side / 2.0).set("y", y - side / 2.0).set("rx", 8);
        tile.set("width", side).set("height", side)
    };
    framed.map(tile).fold(Group::new().set("fill", TILE).set("stroke", TILE_EDGE), Group::add)
}

/// The rolls as lines, with a dot at the start; at the end an arrow head, or dots back to the start of a closed trail.
fn trail(panel: &Panel) -> Group {
    let mut lines = Group::new()
        .set("stroke", TRAIL)
        .set("stroke-width", 7)
        .set("stroke-linecap", "round")
        .set("stroke-linejoin", "round")
        .set("fill", "none");
    let open: Vec<&Segment> = panel.trail.iter().filter(|segment| !segment.closing).collect();
    if let (Some(first), Some(last)) = (open.first(), open.last()) {
        let cells = std::iter::once(first.from).chain(open.iter().map(|segment| segment.to));
        let points = cells.map(|cell| middle(panel, cell)).map(|(x, y)| format!("{x},{y}")).collect::<Vec<_>>();
        lines = lines.add(Polyline::new().set("points", points.join(" ")));
        let (x, y) = middle(panel, first.from);
        lines = lines.add(Circle::new().set("cx", x).set("cy", y).set("r", 20).set("fill", TRAIL));
        if open.len() == panel.trail.len() {
            lines = lines.add(arrow_head(middle(panel, last.from), middle(panel, last.to)));
        }
    }
    for segment in panel.trail.iter().filter(|segment| segment.closing) {
        let ((x0, y0), (x1, y1)) = (middle(panel, segment.from), middle(panel, segment.to));
        let way_back = Path::new().set("d", format!("M{x0},{y0} L{x1},{y1}")).set("stroke-dasharray", "0.1 11");
        lines = lines.add(way_back);
    }
    lines
}

/// An arrow head in the direction of the last roll, around the middle of its cell.
fn arrow_head((x0, y0): (f64, f64), (x1, y1): (f64, f64)) -> Path {
    let (dx, dy) = ((x1 - x0) / SIDE, (y1 - y0) / SIDE);
    let point = |along: f64, aside: f64| (dx.mul_add(along, x1 - dy * aside), dy.mul_add(along, y1 + dx * aside));
    let [tip, left, right] = [point(24.0, 0.0), point(-14.0, 19.0), point(-14.0, -19.0)];
    let d = format!("M{},{} L{},{} L{},{} Z", tip.0, tip.1, left.0, left.1, right.0, right.1);
    Path::new().set("d", d).set("fill", TRAIL)
}

fn labels(panel: &Panel) -> Group {
    let mut labels = Group::new();
    for (index, mark) in panel.marks.iter().enumerate() {
        let (x, y) = middle(panel, panel.board.cell(index));
        let text = |content: &str, x: f64, y: f64, size: i32, colour: &str| {
            Text::new(content).set("x", x).set("y", y).set("font-size", size).set("fill", colour)
        };
        if !mark.order.is_empty() {
            labels = labels.add(text(&mark.order, x - SIDE / 2.0 + 5.0, y - SIDE / 2.0 + 16.0, 13, FAINT));
        }
        if !mark.main.is_empty() {
            let ink = if mark.cube.is_some_and(|cube| cube.top == Paint::Black) { "white" } else { INK };
            labels = labels.add(text(&mark.main, x, y + 11.0, 32, ink).set("text-anchor", "middle"));
        }
    }
    labels
}
