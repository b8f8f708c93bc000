//! Scenes as SVG: after figures 14.1 and 14.2 of the die tour's source, the order of the visit small in a corner, the top
//! face large in the middle, the trail as a line under them.

use svg::Document;
use svg::node::element::{Circle, Group, Path, Polyline, Rectangle, Text, Title};

use super::{BoardScene, Scene, Segment};
use crate::geometry::Cell;

/// Side of a cell, in pixels.
const SIDE: f64 = 64.0;
/// White space round the board.
pub(super) const MARGIN: f64 = 12.0;

pub(super) const INK: &str = "#1f2933";
pub(super) const FAINT: &str = "#7b8794";
pub(super) const LINE: &str = "#b8c2cc";
const BLOCKED: &str = "#52606d";
const TRAIL: &str = "#8ec5f4";

/// Draws a scene.
#[must_use]
pub fn draw(scene: &Scene) -> String {
    match scene {
        Scene::Board(scene) => board(scene),
        Scene::Net(scene) => super::net::draw(scene),
    }
}

fn board(scene: &BoardScene) -> String {
    let (columns, rows) = (scene.board.columns() as f64, scene.board.rows() as f64);
    let (width, height) = (columns.mul_add(SIDE, 2.0 * MARGIN), rows.mul_add(SIDE, 2.0 * MARGIN));
    let document = Document::new()
        .set("viewBox", (0, 0, width, height))
        .set("width", width)
        .set("height", height)
        .set("font-family", "Helvetica, Arial, sans-serif")
        .add(Title::new(&scene.title))
        .add(Rectangle::new().set("width", width).set("height", height).set("fill", "white"))
        .add(grid(scene))
        .add(trail(scene))
        .add(labels(scene));
    let mut text = document.to_string();
    text.push('\n');
    text
}

/// The middle of a cell in pixels.
fn middle(scene: &BoardScene, cell: Cell) -> (f64, f64) {
    let rows = scene.board.rows() as f64;
    ((cell.x as f64 + 0.5).mul_add(SIDE, MARGIN), (rows - cell.y as f64 - 0.5).mul_add(SIDE, MARGIN))
}

fn grid(scene: &BoardScene) -> Group {
    let mut squares = Group::new().set("stroke", LINE).set("fill", "none");
    for index in 0..scene.marks.len() {
        let cell = scene.board.cell(index);
        let (x, y) = middle(scene, cell);
        let square =
            Rectangle::new().set("x", x - SIDE / 2.0).set("y", y - SIDE / 2.0).set("width", SIDE).set("height", SIDE);
        squares = squares.add(if scene.board.is_free(cell) { square } else { square.set("fill", BLOCKED) });
    }
    squares
}

/// The rolls as lines, with a dot at the start; at the end an arrow head, or dots back to the start of a closed trail.
fn trail(scene: &BoardScene) -> Group {
    let mut lines = Group::new()
        .set("stroke", TRAIL)
        .set("stroke-width", 7)
        .set("stroke-linecap", "round")
        .set("stroke-linejoin", "round")
        .set("fill", "none");
    let open: Vec<&Segment> = scene.trail.iter().filter(|segment| !segment.closing).collect();
    if let (Some(first), Some(last)) = (open.first(), open.last()) {
        let cells = std::iter::once(first.from).chain(open.iter().map(|segment| segment.to));
        let points = cells.map(|cell| middle(scene, cell)).map(|(x, y)| format!("{x},{y}")).collect::<Vec<_>>();
        lines = lines.add(Polyline::new().set("points", points.join(" ")));
        let (x, y) = middle(scene, first.from);
        lines = lines.add(Circle::new().set("cx", x).set("cy", y).set("r", 20).set("fill", TRAIL));
        if open.len() == scene.trail.len() {
            lines = lines.add(arrow_head(middle(scene, last.from), middle(scene, last.to)));
        }
    }
    for segment in scene.trail.iter().filter(|segment| segment.closing) {
        let ((x0, y0), (x1, y1)) = (middle(scene, segment.from), middle(scene, segment.to));
        let way_back = Path::new().set("d", format!("M{x0},{y0} L{x1},{y1}")).set("stroke-dasharray", "0.1 11");
        lines = lines.add(way_back);
    }
    lines
}

/// A head that points where the last roll went, round the middle of its cell.
fn arrow_head((x0, y0): (f64, f64), (x1, y1): (f64, f64)) -> Path {
    let (dx, dy) = ((x1 - x0) / SIDE, (y1 - y0) / SIDE);
    let point = |along: f64, aside: f64| (dx.mul_add(along, x1 - dy * aside), dy.mul_add(along, y1 + dx * aside));
    let [tip, left, right] = [point(24.0, 0.0), point(-14.0, 19.0), point(-14.0, -19.0)];
    let d = format!("M{},{} L{},{} L{},{} Z", tip.0, tip.1, left.0, left.1, right.0, right.1);
    Path::new().set("d", d).set("fill", TRAIL)
}

fn labels(scene: &BoardScene) -> Group {
    let mut labels = Group::new();
    for (index, mark) in scene.marks.iter().enumerate() {
        let (x, y) = middle(scene, scene.board.cell(index));
        let text = |content: &str, x: f64, y: f64, size: i32, colour: &str| {
            Text::new(content).set("x", x).set("y", y).set("font-size", size).set("fill", colour)
        };
        if !mark.order.is_empty() {
            labels = labels.add(text(&mark.order, x - SIDE / 2.0 + 5.0, y - SIDE / 2.0 + 16.0, 13, FAINT));
        }
        if !mark.main.is_empty() {
            labels = labels.add(text(&mark.main, x, y + 11.0, 32, INK).set("text-anchor", "middle"));
        }
    }
    labels
}
