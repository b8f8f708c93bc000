//! What the encodings share.
//!
//! Sets: pieces k and positions p ∈ 0..20 (0 to 7 corners, 8 to 19 edges), permutations q ∈ 0..3 of corners and 0..2 of edges,
//! faces f ∈ 0..6, digits v ∈ 1..=9, directions d ∈ 0..4. A placement (k, p, q) puts piece k into position p, of the same kind;
//! there are 8·8·3 + 12·12·2 = 480. It shows a digit and a direction in each field of p.
//!
//! Variables in {0, 1}: `x[k,p,q]` the placement is chosen; `D[f,d]` face f reads in direction d.
//!
//! ```text
//! (1)  Σ_{p,q} x[k,p,q] = 1                                                          each piece
//! (2)  Σ_{k,q} x[k,p,q] = 1                                                          each position
//! (3)  Σ_d D[f,d] = 1                                                                each face
//! (4)  Σ of the x that show v on f = 1, or 0 where v is the digit of the centre      each face and digit
//! ```
//! Only assemblies that turns can reach, unless any assembly is allowed:
//!
//! ```text
//! (R1) Σ over corners of q·x[k,p,q] = 3·w,  w ∈ 0..=5                                no corner is twisted
//! (R2) Σ over edges of q·x[k,p,q] = 2·z,  z ∈ 0..=6                                  no edge is flipped
//! ```
//! Parity is left to cuts: an assembly of the wrong parity is cut off, together with every other one that puts the pieces into the
//! same positions:
//!
//! ```text
//! (C)  Σ_k Σ_q x[k,p(k),q] ≤ 19                                      corners and edges are of different parity
//! Σ_k Σ_q x[k,p(k),q] + Σ_f D[f,d(f)] ≤ 25                      so are corners and the centres' directions
//! ```
//! In a model without D, the second kind cuts off the assembly alone. With the suffix `+parity`, it is stated by inversions instead. For
//! two pieces j < k of a kind, `i[j,k]` ∈ {0, 1} is 1 exactly if j goes to a later position than k. With `P[k,p]` = Σ_q `x[k,p,q]`, the
//! position of k is Σ_p p·`P[k,p]`; a kind has n positions:
//!
//! ```text
//! (P1) 1 ≤ position k − position j + n·i[j,k] ≤ n − 1                                28 + 66 pairs
//! (P2) Σ of all i = 2·a,  a ∈ 0..=47
//! (P3) Σ over corner pairs of i + Σ_f,d d·D[f,d] = c + 2·b                     if all centres' directions are known, with sum c
//! ```
//! Size of (P): 94 + 1 + 1 variables, 94 + 1 + 1 rows.

use super::obstacle::Obstacle;
use super::placements::{Assembly, CORNERS, PIECES, Placement, fields, index, kind, placements};
use super::{Solution, SudokuCube, placements};
use tumble_model::model::{Assignment, Linear, LinearConstraint, Model, Var};
use tumble_puzzles::geometry::cube::Face;
use tumble_puzzles::puzzle::{Chosen, Formulation, Has, Strengthening};

/// Parity by inversions, the rows (P).
const BY_INVERSIONS: Strengthening =
    Strengthening { name: "parity", summary: "parity by inversion variables, not by cuts", by_default: false };

/// The strengthenings of every encoding.
pub(super) const STRENGTHENINGS: &[Strengthening] = &[BY_INVERSIONS];

/// The encodings know what every field shows.
pub(super) fn is_read(cube: &SudokuCube) -> Result<(), &'static str> {
    if cube.unread.is_empty() { Ok(()) } else { Err("some fields of the cube are unread") }
}

/// The number of variables that the strengthenings add.
pub(super) fn parity_size(chosen: Chosen) -> u128 {
    if chosen.has(&BY_INVERSIONS) { 96 } else { 0 }
}

/// A model under construction. Encodings add rows and variables of their own to `model`; this keeps how an assignment is
/// decoded, and whether it has to be checked.
pub(super) struct Builder<'a> {
    pub cube: &'a SudokuCube,
    pub model: Model,
    /// As [`placements()`] lists them.
    pub placements: Vec<Placement>,
    /// x, by index of the placement.
    pub x: Vec<Var>,
    /// D, by face and direction; empty in a model without such flags.
    pub directions: Vec<[Var; 4]>,
    /// Whether an assignment may not be a solution, so that it has to be checked and cut off if it is not.
    pub is_relaxation: bool,
}

impl<'a> Builder<'a> {
    /// A model with the variables x only, and without rows.
    pub fn of_placements(cube: &'a SudokuCube, mut model: Model) -> Self {
        explain(cube, &mut model);
        let placements = placements(cube);
        let name = |p: &Placement| format!("x_k{}_p{}_q{}", p.piece, p.position, p.permutation);
        let x = placements.iter().map(|p| model.binary(name(p))).collect();
        Self { cube, model, placements, x, directions: Vec::new(), is_relaxation: false }
    }

    /// A model with the variables, the rows (1) to (3) and the rows for reachability.
    pub fn new(cube: &'a SudokuCube, chosen: Chosen, model: Model) -> Self {
        let mut builder = Self::of_placements(cube, model);
        let flag = |face: Face, d: usize| format!("direction_{face}_{d}");
        for face in Face::ALL {
            let flags = std::array::from_fn(|d| builder.model.binary(flag(face, d)));
            builder.directions.push(flags);
        }
        builder.assignment();
        builder.reachable(chosen);
        builder
    }

    /// The formulation of that model with further rows.
    pub fn formulation(
        cube: &'a SudokuCube,
        chosen: Chosen,
        model: Model,
        rows: &[fn(&mut Builder<'_>)],
    ) -> Formulation<Solution> {
        let mut builder = Self::new(cube, chosen, model);
        for add in rows {
            add(&mut builder);
        }
        builder.into_formulation()
    }

    /// Adds the rows for assemblies that turns can reach, except for what is left to cuts.
    pub fn reachable(&mut self, chosen: Chosen) {
        if self.cube.any_assembly {
            return;
        }
        self.twist_and_flip();
        if chosen.has(&BY_INVERSIONS) {
            self.inversions();
        } else {
            self.is_relaxation = true;
        }
    }

    /// Σ of the variables of the placements for which `wanted` holds.
    pub fn sum(&self, wanted: impl Fn(&Placement) -> bool) -> Linear {
        Linear::sum(self.placements.iter().zip(&self.x).filter(|(p, _)| wanted(p)).map(|(_, &x)| x))
    }

    /// Rows (1) to (3).
    fn assignment(&mut self) {
        self.model.block("(1) each piece goes to one position");
        for k in PIECES {
            self.model.add(format!("piece_{k}"), self.sum(|p| p.piece == k).equals(1));
        }
        self.model.block("(2) each position takes one piece");
        for position in PIECES {
            self.model.add(format!("position_{position}"), self.sum(|p| p.position == position).equals(1));
        }
        self.model.block("(3) each face reads in one direction");
        for (face, directions) in Face::ALL.into_iter().zip(&self.directions) {
            self.model.add(format!("direction_{face}"), Linear::sum(directions.iter().copied()).equals(1));
        }
    }

    /// Rows (R1) and (R2).
    fn twist_and_flip(&mut self) {
        for (title, name, is_corner, modulus, upper) in
            [("(R1) no corner is twisted", "twist", true, 3, 5), ("(R2) no edge is flipped", "flip", false, 2, 6)]
        {
            self.model.block(title);
            let multiple = self.model.integer(format!("{name}_multiple"), 0..=upper);
            let mut sum = Linear::new().plus(-modulus, multiple);
            for (p, &x) in self.placements.iter().zip(&self.x).filter(|(p, _)| CORNERS.contains(&p.piece) == is_corner)
            {
                sum.push(p.permutation as i64, x);
            }
            self.model.add(name, sum.equals(0));
        }
    }

    /// Rows (P1) to (P3).
    fn inversions(&mut self) {
        self.model.block("(P1) which pairs of pieces are in inverse order");
        let mut of_corners = Linear::new();
        let mut all = Linear::new();
        for j in PIECES {
            for k in j + 1..kind(j).end {
                let inverse = self.model.binary(format!("inverse_{j}_{k}"));
                let n = kind(j).len() as i64;
                let mut difference = Linear::new().plus(n, inverse);
                for (p, &x) in self.placements.iter().zip(&self.x).filter(|(p, _)| p.piece == j || p.piece == k) {
                    difference.push(if p.piece == k { p.position as i64 } else { -(p.position as i64) }, x);
                }
                self.model.add(format!("order_{j}_{k}"), difference.between(1, n - 1));
                all.push(1, inverse);
                if CORNERS.contains(&j) {
                    of_corners.push(1, inverse);
                }
            }
        }
        self.model.block("(P2) corners and edges are both even or both odd");
        let half = self.model.integer("inversions_half", 0..=47);
        all.push(-2, half);
        self.model.add("parity", all.equals(0));
        let Some(centers) = self.cube.center_directions.iter().map(|c| c.map(i64::from)).sum::<Option<i64>>() else {
            return;
        };
        if self.directions.is_empty() {
            self.is_relaxation = true;
            return;
        }
        self.model.block("(P3) the centres turn by an odd sum exactly if corners and edges are odd");
        let half = self.model.integer("centres_half", -9..=23);
        let mut sum = of_corners.plus(-2, half);
        for (d, &var) in self.directions.iter().flat_map(|face| face.iter().enumerate()) {
            sum.push(d as i64, var);
        }
        self.model.add("centres", sum.equals(centers));
    }

    /// The model with its decoding and, if it is a relaxation, with cuts for assignments that are not solutions.
    pub fn into_formulation(self) -> Formulation<Solution> {
        let Self { cube, model, placements, x, directions, is_relaxation } = self;
        let reader = std::sync::Arc::new(Reader { cube: cube.clone(), placements, x, directions });
        let [decoder, separator, excluder] = std::array::from_fn(|_| std::sync::Arc::clone(&reader));
        let formulation = Formulation::new(model, Has::All, Box::new(move |assignment| decoder.decode(assignment)))
            .with_exclude(Box::new(move |assignment| excluder.exclude(assignment)));
        if !is_relaxation {
            return formulation;
        }
        formulation.with_separate(Box::new(move |assignment| separator.separate(assignment).into_iter().collect()))
    }
}

/// Rows (4).
pub(super) fn digits(builder: &mut Builder<'_>) {
    builder.model.block("(4) each face has each digit once");
    for face in Face::ALL {
        for digit in 1..=9 {
            let shows = |p: &Placement| p.shown.iter().any(|s| s.field.face == face && s.digit == digit);
            let missing = i64::from(digit != builder.cube.centers[face.index()]);
            builder.model.add(format!("digit_{face}_{digit}"), builder.sum(shows).equals(missing));
        }
    }
}

/// Decodes assignments.
struct Reader {
    cube: SudokuCube,
    placements: Vec<Placement>,
    x: Vec<Var>,
    directions: Vec<[Var; 4]>,
}

impl Reader {
    /// The chosen placements, one a piece by the rows (1).
    fn assembly(&self, assignment: &Assignment) -> Assembly {
        let mut assembly = Assembly { put: [(0, 0); PIECES.end] };
        for (placement, _) in self.placements.iter().zip(&self.x).filter(|&(_, &x)| assignment[x] == 1) {
            assembly.put[placement.piece] = (placement.position, placement.permutation);
        }
        assembly
    }

    fn decode(&self, assignment: &Assignment) -> Result<Solution, String> {
        let assembly = self.assembly(assignment);
        let layout =
            assembly.layout(&self.cube, &self.placements).ok_or("the faces do not read in one direction each")?;
        Ok(Solution::new(&self.cube, &assembly, &layout))
    }

    /// A cut that the assignment violates and no solution does; `None` if the assignment is a solution.
    fn separate(&self, assignment: &Assignment) -> Option<LinearConstraint> {
        let assembly = self.assembly(assignment);
        let Some(layout) = assembly.layout(&self.cube, &self.placements) else { return Some(self.exclude(assignment)) };
        if self.cube.any_assembly {
            return None;
        }
        let positions = assembly.put.iter().enumerate().flat_map(|(k, &(position, _))| {
            let permutations = if CORNERS.contains(&k) { 0..3 } else { 0..2 };
            permutations.map(move |q| self.x[index(k, position, q)])
        });
        let directions = self.directions.iter().zip(layout.directions).map(|(face, d)| face[usize::from(d)]);
        let most = (PIECES.end + self.directions.len()) as i64 - 1;
        match placements::obstacle(&self.cube, &assembly, layout.directions)? {
            Obstacle::Parity => Some(Linear::sum(positions).at_most(PIECES.end as i64 - 1)),
            Obstacle::Centers if !self.directions.is_empty() => {
                Some(Linear::sum(positions.chain(directions)).at_most(most))
            }
            _ => Some(self.exclude(assignment)),
        }
    }

    /// Excludes the assembly of an assignment and no other.
    fn exclude(&self, assignment: &Assignment) -> LinearConstraint {
        let chosen = self.x.iter().copied().filter(|&x| assignment[x] == 1);
        Linear::sum(chosen).at_most(PIECES.end as i64 - 1)
    }
}

// What the names of variables mean, in all encodings.

/// The names of all encodings; a model's legend lists the names that it has.
const NAMES: &[(&str, &str)] = &[
    ("x_kK_pP_qQ", "piece K goes to position P, turned by Q: field t of P then shows value t + Q of K"),
    ("direction_F_D", "face F reads in direction D: 0 up; 1 right; 2 down; 3 left, as drawn in the net"),
    ("digit_flag_I_V", "field I shows digit V; the fields are numbered position by position"),
    ("position_K", "the position of piece K"),
    ("permutation_K", "by how much piece K is turned"),
    ("digit_I", "the digit in field I; the fields are numbered position by position"),
    ("axis_I", "whether field I reads sideways"),
    ("half_I", "whether field I reads downwards or, sideways, to the left"),
    ("center_F", "the digit of the centre of face F"),
    ("twist_multiple", "a third of the sum of the corners' turns"),
    ("flip_multiple", "half of the sum of the edges' turns"),
    ("inverse_J_K", "piece J goes to a later position than piece K"),
    ("inversions_half", "half of the number of such pairs"),
    (
        "centres_half",
        "half of the difference between the centres' turns and the number of corner pairs in inverse order",
    ),
];

/// Explains the names.
pub(super) fn explain(cube: &SudokuCube, model: &mut Model) {
    for &(pattern, meaning) in NAMES {
        model.explain(pattern, meaning);
    }
    let kind = |slot: usize| if CORNERS.contains(&slot) { "corner" } else { "edge" };
    let values = cube.corners.iter().chain(&cube.edges).enumerate();
    let pieces = values.map(|(k, piece)| {
        let values: String = piece.values.iter().map(u8::to_string).collect();
        (format!("k{k}"), format!("{} {values}", kind(k)))
    });
    model.explain_words("pieces", pieces);
    let positions = PIECES.map(|p| {
        let faces: String = fields(p).iter().map(|field| field.face.letter()).collect();
        (format!("p{p}"), format!("{} {faces}", kind(p)))
    });
    model.explain_words("positions", positions);
}
