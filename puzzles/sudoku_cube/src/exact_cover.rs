//! The cube as an exact cover with colours (XCC), solved by dancing links: a second search, for tests only, that shares no
//! search code with the first.
//!
//! Primary items, each covered once: the pieces, the positions, and each digit that a face lacks. Secondary items, of one
//! colour at most: the faces, coloured by their direction. An option is a placement; one that shows symmetric digits has an
//! option for each reading of them. At least two digits are not symmetric, so exactly one of these readings is part of a cover.
//!
//! Source: D. E. Knuth, *The Art of Computer Programming*, volume 4B, section 7.2.2.1, algorithm C.

use std::collections::HashSet;

use itertools::Itertools as _;

use super::SudokuCube;
use super::placements::{Assembly, PIECES, Placement, placements};
use super::reach;
use tumble_model::control::Extent;
use tumble_puzzles::puzzle::{Count, Endless};

/// The colour of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Colour {
    /// A primary item.
    None,
    /// A secondary item with this colour.
    Is(u8),
    /// A secondary item whose colour is already the chosen one.
    Settled,
}

/// A node of an option, a header of an item, or (with `item` 0) a spacer between options. A spacer's `up` is the first node of
/// the option before it.
#[derive(Clone, Debug)]
struct Node {
    item: usize,
    up: usize,
    down: usize,
    colour: Colour,
}

/// The links: headers 1 to n, then options between spacers. Item 0 is the root of the ring of uncovered primary items.
struct Links {
    left: Vec<usize>,
    right: Vec<usize>,
    length: Vec<usize>,
    nodes: Vec<Node>,
    /// By node: the option it belongs to.
    option: Vec<usize>,
    first_of_last: usize,
}

impl Links {
    fn new(primary: usize, secondary: usize) -> Self {
        let n = primary + secondary;
        // Secondary items are in rings of their own: they are never branched on.
        let ring = |step: &dyn Fn(usize) -> usize| (0..=n).map(|i| if i <= primary { step(i) } else { i }).collect();
        let mut nodes: Vec<Node> = (0..=n).map(|i| Node { item: i, up: i, down: i, colour: Colour::None }).collect();
        nodes.push(Node { item: 0, up: 0, down: 0, colour: Colour::None });
        Self {
            left: ring(&|i| if i == 0 { primary } else { i - 1 }),
            right: ring(&|i| if i == primary { 0 } else { i + 1 }),
            length: vec![0; n + 1],
            option: vec![usize::MAX; nodes.len()],
            first_of_last: nodes.len(),
            nodes,
        }
    }

    /// Adds an option: items, from 1, with their colours.
    fn add(&mut self, option: usize, items: impl IntoIterator<Item = (usize, Colour)>) {
        for (item, colour) in items {
            let node = self.nodes.len();
            let up = self.nodes[item].up;
            self.nodes.push(Node { item, up, down: item, colour });
            self.nodes[up].down = node;
            self.nodes[item].up = node;
            self.length[item] += 1;
            self.option.push(option);
        }
        self.nodes.push(Node { item: 0, up: self.first_of_last, down: 0, colour: Colour::None });
        self.option.push(usize::MAX);
        self.first_of_last = self.nodes.len();
    }

    /// The other nodes of a node's option, in their cyclic order.
    fn others(&self, node: usize) -> Vec<usize> {
        let mut others = Vec::new();
        let mut next = node + 1;
        while next != node {
            if self.nodes[next].item == 0 {
                next = self.nodes[next].up;
            } else {
                others.push(next);
                next += 1;
            }
        }
        others
    }

    fn hide(&mut self, node: usize) {
        for other in self.others(node) {
            let Node { item, up, down, colour } = self.nodes[other];
            if colour != Colour::Settled {
                self.nodes[up].down = down;
                self.nodes[down].up = up;
                self.length[item] -= 1;
            }
        }
    }

    fn unhide(&mut self, node: usize) {
        for other in self.others(node).into_iter().rev() {
            let Node { item, up, down, colour } = self.nodes[other];
            if colour != Colour::Settled {
                self.nodes[up].down = other;
                self.nodes[down].up = other;
                self.length[item] += 1;
            }
        }
    }

    /// The nodes under a header, from above or from below.
    fn column(&self, item: usize, downwards: bool) -> Vec<usize> {
        let step = |node: usize| if downwards { self.nodes[node].down } else { self.nodes[node].up };
        std::iter::successors(Some(step(item)), |&node| Some(step(node))).take_while(|&node| node != item).collect()
    }

    fn cover(&mut self, item: usize) {
        for node in self.column(item, true) {
            self.hide(node);
        }
        let (left, right) = (self.left[item], self.right[item]);
        self.right[left] = right;
        self.left[right] = left;
    }

    fn uncover(&mut self, item: usize) {
        let (left, right) = (self.left[item], self.right[item]);
        self.right[left] = item;
        self.left[right] = item;
        for node in self.column(item, false) {
            self.unhide(node);
        }
    }

    /// Covers the item of a chosen node, or leaves a coloured one only the options that agree. The node itself is no longer in
    /// a column, so it keeps its colour, which [`Links::uncommit`] needs.
    fn commit(&mut self, node: usize) {
        let Node { item, colour, .. } = self.nodes[node];
        match colour {
            Colour::None => self.cover(item),
            Colour::Settled => {}
            Colour::Is(_) => {
                for other in self.column(item, true) {
                    if self.nodes[other].colour == colour {
                        self.nodes[other].colour = Colour::Settled;
                    } else {
                        self.hide(other);
                    }
                }
            }
        }
    }

    fn uncommit(&mut self, node: usize) {
        let Node { item, colour, .. } = self.nodes[node];
        match colour {
            Colour::None => self.uncover(item),
            Colour::Settled => {}
            Colour::Is(_) => {
                for other in self.column(item, false) {
                    if self.nodes[other].colour == Colour::Settled {
                        self.nodes[other].colour = colour;
                    } else {
                        self.unhide(other);
                    }
                }
            }
        }
    }

    /// The uncovered primary item with the fewest options; `None` if all are covered.
    fn shortest(&self) -> Option<usize> {
        let ring = std::iter::successors(Some(self.right[0]), |&item| Some(self.right[item]));
        ring.take_while(|&item| item != 0).min_by_key(|&item| self.length[item])
    }
}

/// One run of the search.
struct Search {
    links: Links,
    chosen: Vec<usize>,
}

impl Search {
    fn walk(&mut self, visit: &mut dyn FnMut(&[usize])) {
        let Some(item) = self.links.shortest() else { return visit(&self.chosen) };
        self.links.cover(item);
        for node in self.links.column(item, true) {
            self.chosen.push(self.links.option[node]);
            let others = self.links.others(node);
            for &other in &others {
                self.links.commit(other);
            }
            self.walk(visit);
            for &other in others.iter().rev() {
                self.links.uncommit(other);
            }
            self.chosen.pop();
        }
        self.links.uncover(item);
    }
}

/// The items of a cube: pieces, positions, digits of faces, then the faces.
struct Items {
    /// By face and digit: the item; `None` for the digit of the centre.
    digits: Vec<[Option<usize>; 10]>,
    first_face: usize,
}

impl Items {
    fn new(cube: &SudokuCube) -> Self {
        let mut next = 2 * PIECES.end;
        let digits = cube.centers.map(|center| {
            std::array::from_fn(|digit| {
                (digit > 0 && digit != usize::from(center)).then(|| {
                    next += 1;
                    next
                })
            })
        });
        Self { digits: digits.to_vec(), first_face: next + 1 }
    }

    /// The options of a placement; empty if it shows the digit of the centre on a face.
    fn options(&self, placement: &Placement) -> Vec<Vec<(usize, Colour)>> {
        let digit = |face: usize, digit: u8| self.digits[face][usize::from(digit)];
        let digits: Option<Vec<usize>> =
            placement.shown.iter().map(|shown| digit(shown.field.face.index(), shown.digit)).collect();
        let Some(digits) = digits else { return Vec::new() };
        let primary: Vec<(usize, Colour)> = [placement.piece + 1, PIECES.end + placement.position + 1]
            .into_iter()
            .chain(digits)
            .map(|item| (item, Colour::None))
            .collect();
        let faces = placement.shown.iter().map(|shown| {
            let face = self.first_face + shown.field.face.index();
            shown.readings().map(move |direction| (face, Colour::Is(direction))).collect::<Vec<_>>()
        });
        let readings = faces.multi_cartesian_product();
        readings.map(|faces| primary.iter().copied().chain(faces).collect()).collect()
    }
}

/// Counts the solutions and the layouts.
pub(super) fn count(cube: &SudokuCube) -> Count<Endless<super::Solution>> {
    let placements = placements(cube);
    let items = Items::new(cube);
    let mut links = Links::new(items.first_face - 1, cube.centers.len());
    for (i, placement) in placements.iter().enumerate() {
        for option in items.options(placement) {
            links.add(i, option);
        }
    }
    let mut search = Search { links, chosen: Vec::new() };
    let mut solutions = 0u64;
    let mut layouts = HashSet::new();
    search.walk(&mut |chosen| {
        let mut assembly = Assembly { put: [(0, 0); PIECES.end] };
        for &Placement { piece, position, permutation, .. } in chosen.iter().map(|&i| &placements[i]) {
            assembly.put[piece] = (position, permutation);
        }
        let Some(layout) = assembly.layout(cube, &placements) else { return };
        if cube.any_assembly || reach::obstacle(cube, &assembly, layout.directions).is_none() {
            solutions += 1;
            layouts.insert(layout);
        }
    });
    let layouts = Some(layouts.len() as u64);
    Count { layouts, ..Count::new(solutions, Extent::All) }
}
