//! The contents of a cell as SVG. Lengths are in 64ths of its side.

use svg::node::element::{Group, Rectangle, Text};

use super::board_scene::{CubeView, End, EndKind, Mark, Paint, Sides};
use super::page::{FAINT, INK, Spot, round};

const BLOCKED: &str = "#52606d";
const TINY_BLOCKED: &str = "#cbd2d9";
const HOLE: &str = "#e4e7eb";
const TILE: &str = "#fdf2d6";
const TILE_EDGE: &str = "#e3bd6c";
const START: &str = "#1b7a34";
const GOAL: &str = "#c2255c";
const MOVED: &str = "#d9480f";

/// The size of the word for an end at a tiny cell, in pixels.
const TINY_NAME: f64 = 12.0;
/// The width of a letter, as a part of its size.
const LETTER: f64 = 0.6;
/// The height that numbers of visits may take, and beside a die.
const HEAD: f64 = 18.0;
const DIE_HEAD: f64 = 12.5;
/// Numbers of visits are left out if they would be smaller than this, in pixels.
const LEGIBLE: f64 = 4.0;
/// What is another digit or letter upside down.
const UPSIDE_DOWN: [&str; 10] = ["6", "9", "b", "d", "n", "p", "q", "u", "M", "W"];
/// Where the side faces are written around the middle of a die: north, east, south, west.
const AROUND: [(f64, f64); 4] = [(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)];

/// What is below a trail: colours, tiles, holes and cubes.
pub(super) fn ground(group: Group, mark: &Mark, is_free: bool, spot: Spot) -> Group {
    let blocked = if spot.is_tiny() { TINY_BLOCKED } else { BLOCKED };
    let fill = if is_free { colour(mark.paint) } else { Some(blocked) };
    let mut group = fill.map(|fill| spot.square(64.0).set("fill", fill)).into_iter().fold(group, Group::add);
    if mark.framed {
        let tile = spot.square(54.0).set("rx", round(spot.units(8.0)));
        group = group.add(tile.set("fill", TILE).set("stroke", TILE_EDGE));
    }
    if mark.hole {
        let hole = spot.square(50.0).set("rx", round(spot.units(6.0))).set("fill", HOLE).set("stroke", FAINT);
        group = group.add(hole.set("stroke-dasharray", "3 2"));
    }
    if let Some(cube) = mark.cube {
        group = group.add(seen_from_above(cube, spot));
    }
    if mark.moved {
        let ring = spot.square(62.0).set("rx", round(spot.units(5.0))).set("fill", "none").set("stroke", MOVED);
        group = group.add(ring.set("stroke-width", round(spot.units(4.0))));
    }
    group
}

/// What is above a trail: digits, and the names of starts and goals.
pub(super) fn contents(mut group: Group, mark: &Mark, spot: Spot) -> Group {
    if let (true, Some(last)) = (spot.is_tiny(), mark.ends.last()) {
        group = group.add(spot.square(64.0).set("fill", end_colour(last.kind)));
        return mark.ends.iter().fold(group, |group, end| group.add(name(end, spot)));
    }
    let has_sides = mark.sides.iter().any(|side| !side.is_empty());
    if let Some(ends) = mark.pair() {
        for (end, east) in ends.into_iter().zip([-16.0, 16.0]) {
            let (x, y) = (spot.x + spot.units(east), spot.y + spot.units(3.0));
            let half = Spot { x, y, side: spot.side * 0.54 };
            group = die(group, (&end.top, &end.sides), end_colour(end.kind), half);
        }
    } else if let Some(end) = mark.ends.first() {
        group = die(group, (&mark.main, &mark.sides), end_colour(end.kind), spot);
    } else if has_sides {
        group = die(group, (&mark.main, &mark.sides), FAINT, spot);
    } else if !mark.main.is_empty() {
        let halo = if mark.framed { TILE } else { "white" };
        let size = 32.0 / (mark.main.chars().count() as f64 / 2.0).max(1.0);
        // Letters on the floor do not turn, and its digits are those of a die.
        let is_turned = mark.main.parse::<u32>().is_ok();
        let written = if is_turned {
            face(&mark.main, spot, (0.0, 0.0), size)
        } else {
            label(&mark.main, spot, (0.0, 0.0), size, INK)
        };
        group = group.add(written.set("stroke", halo));
    }
    for end in &mark.ends {
        group = group.add(name(end, spot));
    }
    visits(group, mark, has_sides && mark.pair().is_none(), spot)
}

/// A face of a die or cube. What reads otherwise upside down is underlined, as a 6, which is a 9 then.
fn face(digit: &str, spot: Spot, place: (f64, f64), size: f64) -> Text {
    let text = label(digit, spot, place, size, INK);
    if UPSIDE_DOWN.contains(&digit) { text.set("text-decoration", "underline") } else { text }
}

/// A text around a point, with a halo that a trail does not shine through.
fn label(content: &str, spot: Spot, (east, south): (f64, f64), size: f64, colour: &str) -> Text {
    Text::new(content)
        .set("x", round(spot.x + spot.units(east)))
        .set("y", round(spot.y + spot.units(size.mul_add(0.36, south))))
        .set("font-size", round(spot.units(size)))
        .set("text-anchor", "middle")
        .set("fill", colour)
        .set("stroke", "white")
        .set("stroke-width", round(spot.units(size / 6.0)))
        .set("stroke-linejoin", "round")
        .set("paint-order", "stroke")
}

pub(super) const fn colour(paint: Paint) -> Option<&'static str> {
    match paint {
        Paint::Plain => None,
        Paint::Grey => Some("#cbd2d9"),
        Paint::Black => Some(INK),
        Paint::Blue => Some("#3b82c4"),
        Paint::Orange => Some("#f0a04b"),
    }
}

const fn end_colour(kind: EndKind) -> &'static str {
    match kind {
        EndKind::Start => START,
        EndKind::Goal => GOAL,
    }
}

/// A cube: the top as a square, the sides as bars along its edges.
fn seen_from_above(CubeView { top, sides }: CubeView, spot: Spot) -> Group {
    let (half, bar, gap) = (18.0, 8.0, 2.5);
    let painted = |rectangle: Rectangle, paint| rectangle.set("fill", colour(paint).unwrap_or("white"));
    let mut group = Group::new().set("stroke", INK).add(painted(spot.square(2.0 * half), top));
    for ((east, south), paint) in AROUND.into_iter().zip(sides) {
        let length = 2.0 * (half - gap);
        let size = if east == 0.0 { (length, bar) } else { (bar, length) };
        let reach = half + gap + bar / 2.0;
        group = group.add(painted(spot.rectangle((east * reach, south * reach), size), paint));
    }
    group
}

/// A die: its top face in a square, the side faces around it.
fn die(group: Group, (top, sides): (&str, &Sides), colour: &str, spot: Spot) -> Group {
    let square = spot.square(28.0).set("rx", round(spot.units(4.0))).set("fill", "white").set("stroke", colour);
    let group = group.add(square.set("stroke-width", round(spot.units(2.5)))).add(face(top, spot, (0.0, 0.0), 23.0));
    let written = AROUND.into_iter().zip(sides).filter(|(_, face)| !face.is_empty());
    written.fold(group, |group, ((east, south), digit)| group.add(face(digit, spot, (east * 22.0, south * 22.5), 13.0)))
}

/// `start`, or `goal b`.
fn word(end: &End) -> String {
    end.die.map_or_else(|| end.kind.name().to_owned(), |die| format!("{} {die}", end.kind.name()))
}

/// The word for an end, in a corner below, or above a tiny cell: starts at the left, goals at the right.
fn name(end: &End, spot: Spot) -> Text {
    let tiny = TINY_NAME * 64.0 / spot.side;
    let (side, south, size) = match end.die {
        _ if spot.is_tiny() => (32.0, -36.0 - tiny / 2.0, tiny),
        Some(_) => (31.0, 27.5, 6.5),
        None => (31.0, 27.5, 8.0),
    };
    let (east, anchor) = match end.kind {
        EndKind::Start => (-side, "start"),
        EndKind::Goal => (side, "end"),
    };
    let text = label(&word(end), spot, (east, south), size, end_colour(end.kind));
    text.set("text-anchor", anchor).set("font-weight", "bold")
}

/// The numbers of the visits in the upper left corner, as large as there is room for.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the letters in a line")]
fn visits(group: Group, mark: &Mark, is_shared: bool, spot: Spot) -> Group {
    let (room, head) = if is_shared { (24.0, DIE_HEAD) } else { (58.0, HEAD) };
    let text = mark.visits.join(", ");
    let length = |lines: &[String]| lines.iter().map(|line| line.chars().count()).max().unwrap_or(0) as f64;
    let mut lines = vec![text.clone()];
    let mut size = 13.0;
    let fits = |lines: &[String], size: f64| length(lines) * size * LETTER <= room && lines.len() as f64 * size <= head;
    while !fits(&lines, size) && size > 5.0 {
        size -= 0.5;
        let letters = (room / (size * LETTER)) as usize;
        lines = textwrap::wrap(&text, letters.max(1)).into_iter().map(Into::into).collect();
    }
    if mark.visits.is_empty() || spot.units(size) < LEGIBLE {
        return group;
    }
    lines.iter().enumerate().fold(group, |group, (i, line)| {
        let south = (i as f64).mul_add(size, size.mul_add(0.5, -29.0));
        group.add(label(line, spot, (-29.0, south), size, FAINT).set("text-anchor", "start"))
    })
}
