//! Nets of a cube, as text and as SVG: the digits in their directions, and the cube after each turn.

use std::fmt;

use svg::node::element::{Group, Path, Rectangle, Text};

use super::page::{FAINT, INK, LINE, MARGIN, page};
use super::turns::Strip;
use super::{Net, NetScene, digit, turns};
use crate::geometry::cube::Face;

/// Side of a field, in pixels.
const SIDE: f64 = 32.0;
/// Between the faces: room for the letter of a face above it.
const GAP: (f64, f64) = (12.0, 22.0);
/// Between two nets: room for an arrow.
const BETWEEN: f64 = 60.0;
/// Height of a caption.
const CAPTION: f64 = 26.0;
/// The widest picture.
const WIDTH: f64 = 960.0;
/// Width and height of a net.
const NET: (f64, f64) = (12.0 * SIDE + 3.0 * GAP.0, 9.0 * SIDE + 3.0 * GAP.1);
/// The directions 0 to 3 as characters; then one for an open direction.
const ARROWS: [char; 5] = ['^', '>', 'v', '<', ' '];
/// The columns of a face in text, and of the gap after it.
const FACE_COLUMNS: usize = 8;
const GAP_COLUMNS: usize = 3;

/// Each net below its caption: a digit and the direction of its top in each field.
pub(super) fn write(scene: &NetScene, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for (i, net) in scene.nets.iter().enumerate() {
        let gap = if i > 0 { "\n" } else { "" };
        writeln!(f, "{gap}{}", net.caption)?;
        let mut rows = vec![vec!["  ".to_owned(); NetScene::COLUMNS]; NetScene::ROWS];
        for field in &net.fields {
            let arrow = ARROWS[field.direction.map_or(4, usize::from)];
            rows[field.place.0][field.place.1] = format!("{}{arrow}", field.digit);
        }
        for (row, words) in rows.into_iter().enumerate() {
            if row % 3 == 0 {
                writeln!(f, "{}{}", if row > 0 { "\n" } else { "" }, letters(row))?;
            }
            let faces: Vec<String> = words.chunks(3).map(|face| face.join(" ")).collect();
            writeln!(f, "{}", faces.join(&" ".repeat(GAP_COLUMNS)).trim_end())?;
        }
    }
    Ok(())
}

/// The letters of the faces whose first row this is, each above the middle digit of its face.
fn letters(row: usize) -> String {
    let mut line = String::new();
    for face in Face::ALL.into_iter().filter(|face| face.net_corner().0 == row) {
        let column = face.net_corner().1 / 3 * (FACE_COLUMNS + GAP_COLUMNS) + FACE_COLUMNS / 2 - 1;
        line.extend(std::iter::repeat_n(' ', column - line.len()));
        line.push(face.letter());
    }
    line
}

/// Draws the nets side by side as far as they fit, with an arrow from each to the next, and below them the cube after each turn.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "nets beside each other, which are few")]
pub(super) fn draw(scene: &NetScene) -> String {
    let in_row = (((WIDTH - 2.0 * MARGIN + BETWEEN) / (NET.0 + BETWEEN)) as usize).clamp(1, scene.nets.len().max(1));
    let strip = scene.turns.as_ref().map(|turns| Strip::new(turns, WIDTH - 2.0 * MARGIN));
    let of_nets = in_row as f64 * (NET.0 + BETWEEN) - BETWEEN;
    let width = strip.as_ref().map_or(of_nets, |strip| strip.width().max(of_nets));
    let net_height = CAPTION + NET.1 + MARGIN;
    let below_nets = scene.nets.len().div_ceil(in_row) as f64 * net_height + MARGIN;
    let strip_height = strip.as_ref().map_or(0.0, |strip| strip.height() + MARGIN);
    let mut document = page(&scene.title, width + 2.0 * MARGIN, below_nets + strip_height);
    // Nets are in the middle above a wider strip.
    let left = MARGIN + (width - of_nets) / 2.0;
    for (i, net) in scene.nets.iter().enumerate() {
        let (column, row) = ((i % in_row) as f64, (i / in_row) as f64);
        let (x, y) = (column.mul_add(NET.0 + BETWEEN, left), row.mul_add(net_height, MARGIN));
        document = document.add(at(draw_net(net), x, y));
        if i % in_row > 0 {
            let arrow = Path::new().set("d", "M -16 0 H 14 M 6 -7 L 14 0 L 6 7");
            let arrow = arrow.set("fill", "none").set("stroke", FAINT).set("stroke-width", 2.5);
            document = document.add(at(Group::new().add(arrow), x - BETWEEN / 2.0, y + CAPTION + NET.1 / 2.0));
        }
    }
    if let Some(strip) = strip {
        document = document.add(at(strip.draw(), MARGIN, below_nets));
    }
    format!("{document}\n")
}

/// A drawing moved to a place.
fn at(drawing: Group, x: f64, y: f64) -> Group {
    drawing.set("transform", turns::translation(x, y))
}

/// The upper left corner of a face, below the caption of a net.
fn corner(face: Face) -> (f64, f64) {
    let (row, column) = face.net_corner();
    let (down, right) = ((row / 3) as f64, (column / 3) as f64);
    (right * (3.0 * SIDE + GAP.0), down.mul_add(3.0 * SIDE + GAP.1, CAPTION + GAP.1))
}

fn draw_net(net: &Net) -> Group {
    let caption = Text::new(&net.caption).set("y", 17).set("font-size", 15).set("fill", INK);
    let mut group = Group::new().add(caption);
    let mut digits = digit::group(SIDE);
    for face in Face::ALL {
        let (left, top) = corner(face);
        let letter = Text::new(face.letter()).set("x", 1.5f64.mul_add(SIDE, left)).set("y", top - 6.0);
        let letter = letter.set("font-size", 13).set("font-weight", "bold").set("text-anchor", "middle");
        group = group.add(letter.set("fill", FAINT));
        for field in net.on(face) {
            let (row, column) = ((field.place.0 % 3) as f64, (field.place.1 % 3) as f64);
            let (x, y) = (column.mul_add(SIDE, left), row.mul_add(SIDE, top));
            group = group.add(square(x, y, SIDE).set("stroke", LINE));
            let place = turns::translation(x + SIDE / 2.0, y + SIDE / 2.0);
            digits = digits.add(digit::draw(field.digit, field.direction, SIDE, &place));
        }
        group = group.add(square(left, top, 3.0 * SIDE).set("stroke", INK).set("stroke-width", 2));
    }
    group.add(digits)
}

fn square(x: f64, y: f64, side: f64) -> Rectangle {
    Rectangle::new().set("x", x).set("y", y).set("width", side).set("height", side).set("fill", "none")
}
