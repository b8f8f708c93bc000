//! The solids by their corners: for the rules, which roll them from corner to corner, and for pictures.

use super::Solid;

/// A solid that stands on a square, or on a triangle that points up.
pub(super) struct Body {
    /// Its corners: where they are to the east, to the north and upwards from the middle of the square, in ten thousandths of a side.
    pub(super) corners: &'static [[i32; 3]],
    /// Its faces by their corners, counter-clockwise seen from outside. They are in the order of [`places`](super::places), which only
    /// pictures need; the second one is the bottom.
    pub(super) faces: &'static [&'static [u8]],
}

/// The number of the face that is the bottom.
pub(super) const BOTTOM: usize = 1;

pub(super) const fn body(solid: Solid) -> &'static Body {
    match solid {
        Solid::Tetrahedron => &TETRAHEDRON,
        Solid::Cube => &CUBE,
        Solid::Octahedron => &OCTAHEDRON,
        Solid::Icosahedron => &ICOSAHEDRON,
    }
}

const TETRAHEDRON: Body = Body {
    corners: &[[0, 5774, 0], [5000, -2887, 0], [-5000, -2887, 0], [0, 0, 8165]],
    faces: &[&[1, 3, 2], &[0, 1, 2], &[0, 3, 1], &[0, 2, 3]],
};

const CUBE: Body = Body {
    corners: &[
        [-5000, -5000, 0],
        [5000, -5000, 0],
        [5000, 5000, 0],
        [-5000, 5000, 0],
        [-5000, -5000, 10000],
        [5000, -5000, 10000],
        [5000, 5000, 10000],
        [-5000, 5000, 10000],
    ],
    faces: &[&[4, 5, 6, 7], &[0, 3, 2, 1], &[2, 3, 7, 6], &[0, 1, 5, 4], &[1, 2, 6, 5], &[3, 0, 4, 7]],
};

const OCTAHEDRON: Body = Body {
    corners: &[
        [0, 5774, 0],
        [0, -5774, 8165],
        [-5000, -2887, 0],
        [5000, 2887, 8165],
        [5000, -2887, 0],
        [-5000, 2887, 8165],
    ],
    faces: &[&[1, 3, 5], &[0, 4, 2], &[1, 2, 4], &[0, 3, 4], &[0, 2, 5], &[1, 4, 3], &[0, 5, 3], &[1, 5, 2]],
};

const ICOSAHEDRON: Body = Body {
    corners: &[
        [0, 5774, 0],
        [5000, -2887, 0],
        [-5000, -2887, 0],
        [8090, -4671, 9342],
        [-8090, -4671, 9342],
        [0, 9342, 9342],
        [-8090, 4671, 5774],
        [8090, 4671, 5774],
        [0, -9342, 5774],
        [0, -5774, 15115],
        [-5000, 2887, 15115],
        [5000, 2887, 15115],
    ],
    faces: &[
        &[9, 11, 10],
        &[0, 1, 2],
        &[1, 8, 2],
        &[0, 7, 1],
        &[0, 2, 6],
        &[1, 3, 8],
        &[1, 7, 3],
        &[0, 5, 7],
        &[0, 6, 5],
        &[2, 4, 6],
        &[2, 8, 4],
        &[3, 9, 8],
        &[3, 7, 11],
        &[5, 11, 7],
        &[5, 6, 10],
        &[4, 10, 6],
        &[4, 8, 9],
        &[3, 11, 9],
        &[5, 10, 11],
        &[4, 9, 10],
    ],
};
