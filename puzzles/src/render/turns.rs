//! The cube after each turn, as small pictures in a row: the faces U, F and R, as one sees them when one holds the cube.

use svg::node::element::{Group, Path, Text};

use super::digit;
use super::page::{FAINT, INK, LINE, round};
use super::{CubeAfterTurn, NetField, Turns};
use crate::geometry::cube::{Face, Vector, dot};

/// The faces that are seen.
const SEEN: [Face; 3] = [Face::U, Face::F, Face::R];
/// Side of a field, in pixels.
const SIDE: f64 = 19.0;
/// Half the width, and half the height of the top, of a small cube of side 1: sin 60° and sin 30°.
const SLANT: (f64, f64) = (0.866, 0.5);
/// Width and height of a cube.
const CUBE: (f64, f64) = (6.0 * SLANT.0 * SIDE, (3.0 + 6.0 * SLANT.1) * SIDE);
/// Around a cube: to the next one, and for its caption above it.
const GAP: (f64, f64) = (16.0, 16.0);
const CAPTION: f64 = 20.0;
/// Height of a line of text.
const TEXT_LINE: f64 = 20.0;
/// The fields that the last turn has moved.
const MOVED: &str = "#fdf2d6";

/// The pictures in rows, with the explanation above them.
pub(super) struct Strip<'a> {
    turns: &'a Turns,
    in_row: usize,
}

impl<'a> Strip<'a> {
    /// As many in a row as fit into this width.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "cubes beside each other, and fields of a cube"
    )]
    pub fn new(turns: &'a Turns, width: f64) -> Self {
        let fitting = ((width + GAP.0) / (CUBE.0 + GAP.0)) as usize;
        Self { turns, in_row: fitting.clamp(1, turns.cubes.len().max(1)) }
    }

    pub fn width(&self) -> f64 {
        self.in_row as f64 * (CUBE.0 + GAP.0) - GAP.0
    }

    pub fn height(&self) -> f64 {
        let rows = self.turns.cubes.len().div_ceil(self.in_row) as f64;
        self.text_height() + rows * (CAPTION + CUBE.1 + GAP.1) - GAP.1
    }

    fn text_height(&self) -> f64 {
        self.turns.explanation.len() as f64 * TEXT_LINE + GAP.1 / 2.0
    }

    pub fn draw(&self) -> Group {
        let mut group = Group::new();
        for (i, line) in self.turns.explanation.iter().enumerate() {
            let text = Text::new(line).set("y", (i as f64).mul_add(TEXT_LINE, 14.0)).set("font-size", 14);
            group = group.add(text.set("fill", INK));
        }
        for (i, cube) in self.turns.cubes.iter().enumerate() {
            let (column, row) = ((i % self.in_row) as f64, (i / self.in_row) as f64);
            let x = column * (CUBE.0 + GAP.0);
            let y = row.mul_add(CAPTION + CUBE.1 + GAP.1, self.text_height());
            group = group.add(draw_cube(i, cube).set("transform", translation(x, y)));
        }
        group
    }
}

fn draw_cube(number: usize, cube: &CubeAfterTurn) -> Group {
    let middle = CUBE.0 / 2.0;
    let caption = Text::new(&cube.caption).set("x", round(middle)).set("y", 13).set("font-size", 15);
    let caption = caption.set("font-weight", "bold").set("text-anchor", "middle").set("fill", INK);
    let mut group = Group::new().add(caption);
    if number > 0 {
        let number = Text::new(number.to_string()).set("y", 13).set("font-size", 11).set("fill", FAINT);
        group = group.add(number);
    }
    // The middle of the picture is the corner of the three faces.
    let solid = Group::new().set("transform", translation(middle, CAPTION + CUBE.1 / 2.0));
    let fields = || SEEN.into_iter().flat_map(|face| cube.net.on(face).map(move |field| (face, field)));
    let outline = |(face, field): (Face, &NetField)| square(face, (field.place.1 % 3, field.place.0 % 3), 1);
    let moved: String = fields()
        .filter(|(face, field)| cube.turned.is_some_and(|turned| moves(turned, *face, field)))
        .map(outline)
        .collect();
    let grid: String = fields().map(outline).collect();
    let faces: String = SEEN.map(|face| square(face, (0, 0), 3)).concat();
    let path = |data: String| Path::new().set("d", data).set("stroke-linejoin", "round");
    let digit = |(face, field): (Face, &NetField)| digit::draw(field.digit, field.direction, SIDE, &plane(face, field));
    let digits = fields().map(digit).fold(digit::group(SIDE), Group::add);
    let solid = solid
        .add(path(moved).set("fill", MOVED))
        .add(path(grid).set("fill", "none").set("stroke", LINE))
        .add(path(faces).set("fill", "none").set("stroke", INK).set("stroke-width", 1.5));
    group.add(solid.add(digits))
}

/// Whether the turn of a face moves a field.
#[expect(clippy::cast_possible_truncation, reason = "cubes beside each other, and fields of a cube")]
fn moves(turned: Face, face: Face, field: &NetField) -> bool {
    let (down, right) = (field.place.0 as i8 % 3 - 1, field.place.1 as i8 % 3 - 1);
    let cubie: Vector = std::array::from_fn(|i| face.normal()[i] + right * face.right()[i] - down * face.up()[i]);
    dot(cubie, turned.normal()) == 1
}

/// The SVG transformation that shears what is drawn for a square onto a field.
fn plane(face: Face, field: &NetField) -> String {
    let (row, column) = (field.place.0 % 3, field.place.1 % 3);
    let (right, down) = axes(face);
    let (x, y) = point(face, (column as f64 + 0.5, row as f64 + 0.5));
    let numbers = [right.0, right.1, down.0, down.1, x, y].map(|number| round(number).to_string());
    format!("matrix({})", numbers.join(" "))
}

/// A square on a face as a part of an SVG path, by column and row of its upper left corner, and its side in fields.
fn square(face: Face, (column, row): (usize, usize), side: usize) -> String {
    let corners = [(0, 0), (side, 0), (side, side), (0, side)].map(|(right, down)| {
        let (x, y) = point(face, ((column + right) as f64, (row + down) as f64));
        format!("{} {}", round(x), round(y))
    });
    format!("M{}Z", corners.join("L"))
}

/// Where a point of a face is drawn, given in fields from its upper left corner.
fn point(face: Face, (column, row): (f64, f64)) -> (f64, f64) {
    let [normal, up] = [face.normal(), face.up()].map(flat);
    let (right, down) = axes(face);
    let place = |normal: f64, up: f64, right: f64, down: f64| {
        SIDE * 1.5f64.mul_add(normal + up - right, column.mul_add(right, row * down))
    };
    (place(normal.0, up.0, right.0, down.0), place(normal.1, up.1, right.1, down.1))
}

/// Where right and down on a face, as drawn in the net, point in the picture.
fn axes(face: Face) -> ((f64, f64), (f64, f64)) {
    let (x, y) = flat(face.up());
    (flat(face.right()), (-x, -y))
}

/// A vector in space as it is drawn: x to the lower right, y up, z to the lower left.
fn flat(v: Vector) -> (f64, f64) {
    let [x, y, z] = v.map(f64::from);
    (SLANT.0 * (x - z), SLANT.1.mul_add(x + z, -y))
}

/// An SVG transformation.
pub(super) fn translation(x: f64, y: f64) -> String {
    format!("translate({} {})", round(x), round(y))
}
