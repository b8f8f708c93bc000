//! Trails as SVG: lines side by side where they share a way, an arrow head at the end, and the lengths of shortened runs.

use svg::node::element::{Group, Path, Text};

use super::board_scene::{Distance, Panel, Trail};
use super::page::{Frame, INK, Spot, round};
use super::strands::{self, Point};

/// The colours of the trails of several dice; the second die's is also dashed.
const COLOURS: [&str; 2] = ["#8ec5f4", "#f2a65a"];
/// The radius of a corner, as a part of a cell.
const CORNER: f64 = 0.26;
/// The width of a line, as a part of a cell, and of a tiny cell.
const WIDTH: f64 = 0.11;
const TINY_WIDTH: f64 = 0.4;
/// The part of the distance of neighbouring lines that a line takes.
const SHARE: f64 = 0.62;
/// The way back of a closed trail, in widths of the line.
const DOTS: [f64; 2] = [0.01, 1.6];
/// The dashes of a second die, in widths of the line.
const DASHES: [f64; 2] = [2.4, 1.6];

/// Draws the trails of a board.
pub(super) fn draw(group: Group, panel: &Panel, frame: Frame) -> Group {
    let lanes = strands::lanes(&panel.trails);
    let width = if frame.is_tiny() { TINY_WIDTH } else { WIDTH };
    let room = match strands::widest(&lanes) {
        1 => width,
        lines => strands::distance(lines) * SHARE,
    };
    let width = width.min(room) * frame.side;
    panel.trails.iter().zip(&lanes).enumerate().fold(group, |mut group, (i, (trail, lanes))| {
        let rolls: Vec<_> = trail.rolls().collect();
        let there = rolls.len() - usize::from(trail.is_closed && !rolls.is_empty());
        let mut points = strands::line(&rolls[..there], &lanes[..there]);
        if let (false, [.., before, last]) = (trail.is_closed, &mut points[..]) {
            let has_die =
                trail.cells.last().and_then(|&cell| panel.board.index(cell)).is_some_and(|i| {
                    panel.marks[i].ends.iter().any(|end| end.sides.iter().any(|side| !side.is_empty()))
                });
            let tip = Tip::towards(*before, last, if has_die { Tip::FAR } else { Tip::NEAR });
            group = group.add(tip.draw(frame, width).set("fill", COLOURS[i % 2]));
        }
        group = group.add(stroke(&points, frame, i, width, (i > 0).then_some(DASHES)));
        let back = strands::line(&rolls[there..], &lanes[there..]);
        group.add(stroke(&back, frame, i, width, Some(DOTS)))
    })
}

/// A piece of the trail of a die, for the legend.
pub(super) fn sample(group: Group, die: usize, spot: Spot) -> Group {
    let frame = Frame { side: spot.side, columns: 1, rows: 1 };
    let line = stroke(&[(0.0, 0.5), (1.0, 0.5)], frame, die, 5.0, (die > 0).then_some(DASHES));
    let (left, top) = (spot.x - spot.side / 2.0, spot.y - spot.side / 2.0);
    group.add(line.set("transform", format!("translate({},{})", round(left), round(top))))
}

/// A line through points, with round corners.
fn stroke(points: &[Point], frame: Frame, die: usize, width: f64, dashes: Option<[f64; 2]>) -> Path {
    let path = Path::new()
        .set("d", rounded(points, frame))
        .set("fill", "none")
        .set("stroke", COLOURS[die % 2])
        .set("stroke-width", round(width))
        .set("stroke-linejoin", "round");
    match dashes {
        Some(dashes) => {
            let [line, gap] = dashes.map(|length| round(length * width));
            let cap = if dashes == DOTS { "round" } else { "butt" };
            path.set("stroke-dasharray", format!("{line} {gap}")).set("stroke-linecap", cap)
        }
        None => path.set("stroke-linecap", "round"),
    }
}

/// A path through points whose corners are cut by curves.
fn rounded(points: &[Point], frame: Frame) -> String {
    let at = |point: Point| {
        let (x, y) = frame.point(point);
        format!("{},{}", round(x), round(y))
    };
    let (Some(&first), Some(&last)) = (points.first(), points.last()) else { return String::new() };
    let corner = |corner: &[Point]| {
        let [before, point, after] = [corner[0], corner[1], corner[2]];
        format!("L{}Q{} {}", at(cut(point, before)), at(point), at(cut(point, after)))
    };
    format!("M{}{}L{}", at(first), points.windows(3).map(corner).collect::<String>(), at(last))
}

/// The point of a piece at which the curve around one of its ends begins.
fn cut(end: Point, other: Point) -> Point {
    let length = (other.0 - end.0).hypot(other.1 - end.1);
    let part = if length < 1e-9 { 0.0 } else { (CORNER / length).min(0.5) };
    ((other.0 - end.0).mul_add(part, end.0), (other.1 - end.1).mul_add(part, end.1))
}

/// The arrow head at the end of a line: it points at the digit in the middle of the last cell.
struct Tip {
    end: Point,
    /// The direction, of length 1.
    towards: Point,
}

impl Tip {
    /// How far from the middle of a cell with a digit it ends.
    const NEAR: f64 = 0.26;
    /// How far from the middle of a cell with a die and its sides it ends.
    const FAR: f64 = 0.46;
    /// Its length.
    const LENGTH: f64 = 0.2;

    /// Shortens a line, and returns the arrow head for its end.
    fn towards(before: Point, last: &mut Point, short: f64) -> Self {
        let length = (last.0 - before.0).hypot(last.1 - before.1).max(1e-9);
        let towards = ((last.0 - before.0) / length, (last.1 - before.1) / length);
        let back = |point: Point, by: f64| (towards.0.mul_add(-by, point.0), towards.1.mul_add(-by, point.1));
        let end = back(*last, short);
        *last = back(end, Self::LENGTH.min(length - short));
        Self { end, towards }
    }

    fn draw(&self, frame: Frame, width: f64) -> Path {
        let half = (1.5 * width / frame.side).clamp(0.08, 0.35);
        let (dx, dy) = self.towards;
        let base = (dx.mul_add(-Self::LENGTH, self.end.0), dy.mul_add(-Self::LENGTH, self.end.1));
        let corners = [self.end, (base.0 - dy * half, base.1 + dx * half), (base.0 + dy * half, base.1 - dx * half)];
        let [tip, left, right] = corners.map(|corner| {
            let (x, y) = frame.point(corner);
            format!("{},{}", round(x), round(y))
        });
        Path::new().set("d", format!("M{tip}L{left}L{right}Z"))
    }
}

/// The lengths of runs that are drawn shorter than they are.
pub(super) fn distances(group: Group, panel: &Panel, frame: Frame) -> Group {
    panel.trails.iter().flat_map(|trail| labels(trail, frame)).fold(group, Group::add)
}

fn labels(trail: &Trail, frame: Frame) -> Vec<Text> {
    let label = |distance: &Distance| {
        let (a, b) = (frame.spot(*trail.cells.get(distance.from)?), frame.spot(*trail.cells.get(distance.to)?));
        let (x, y) = (f64::midpoint(a.x, b.x), f64::midpoint(a.y, b.y));
        let is_across = (a.y - b.y).abs() < 1e-9;
        let text = Text::new(format!("× {}", distance.rolls))
            .set("x", round(x))
            .set("y", round(y + 25.0 * frame.side / 64.0))
            .set("font-size", round((frame.side / 4.5).max(9.0)))
            .set("text-anchor", "middle")
            .set("fill", INK)
            .set("stroke", "white")
            .set("stroke-width", 4)
            .set("paint-order", "stroke");
        let turned = format!("rotate(-90 {} {})", round(x), round(y));
        Some(if is_across { text } else { text.set("transform", turned) })
    };
    trail.distances.iter().filter_map(label).collect()
}
