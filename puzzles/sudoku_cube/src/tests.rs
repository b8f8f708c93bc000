//! Shared by the tests of this puzzle.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use super::assembly::Builder;
use super::placements::{Assembly, index};
use super::{Solution, SudokuCube, new, rules, search};
use tumble_model::control::Request;
use tumble_model::model::{Assignment, Constraint, LinearConstraint, Model, Var};
use tumble_puzzles::instance::Document;
use tumble_puzzles::puzzle::{Apart, Chosen, Formulation};

/// The source's instance.
pub(super) fn seed_instance() -> SudokuCube {
    let text = include_str!("../../../models/sudoku_cube/seed.toml");
    SudokuCube::read(&Document::new("seed.toml", text)).unwrap()
}

pub(super) fn random(seed: u64) -> SudokuCube {
    new::random(seed)
}

/// A request without limits.
pub(super) fn request() -> Request<'static> {
    Request::unlimited()
}

#[test]
fn a_net_and_the_pieces_are_the_same_instance() {
    let text = include_str!("../../../models/sudoku_cube/seed_net.toml");
    let net = SudokuCube::read(&Document::new("seed_net.toml", text)).unwrap();
    assert_eq!(net, seed_instance());
}

#[test]
fn identical_pieces_give_more_solutions_than_layouts() {
    let counts = (0..200).map(|seed| search::count(&SudokuCube { any_assembly: true, ..random(seed) }, &request()));
    assert!(counts.into_iter().any(|count| count.layouts.is_some_and(|layouts| count.solutions > layouts.into())));
}

#[test]
fn apostrophes_of_word_processors_are_read() {
    let moves = "D B2 U2 L U' R D' L' B' R2 U' B2 L2 U' L2 D' R2 L2 D2 B2 U' B2";
    let solution = |moves: &str| rules::from_moves(&seed_instance(), moves, None).ok();
    let plain = solution(moves);
    assert_eq!(plain.as_ref().and_then(|plain| plain.moves.as_deref()), Some(moves));
    for apostrophe in ["’", "‘", "′"] {
        assert_eq!(solution(&moves.replace('\'', apostrophe)), plain, "{apostrophe}");
    }
}

// What the encodings read from assignments, and the cuts of assemblies that turns cannot reach, against all solutions of small cubes.

/// A model with all assemblies, and its variables.
struct Encoded {
    formulation: Formulation<Solution>,
    x: Vec<Var>,
    directions: Vec<[Var; 4]>,
}

impl Encoded {
    fn new(cube: &SudokuCube, with_directions: bool) -> Self {
        let model = Model::new("test");
        let mut builder = if with_directions {
            Builder::new(cube, Chosen::default(), model)
        } else {
            Builder::of_placements(cube, model)
        };
        builder.is_relaxation = true;
        let (x, directions) = (builder.x.clone(), builder.directions.clone());
        Self { formulation: builder.into_formulation(), x, directions }
    }

    fn assignment(&self, assembly: &Assembly, directions: [u8; 6]) -> Assignment {
        let mut values = vec![0; self.formulation.model.variables().len()];
        for (k, &(position, permutation)) in assembly.put.iter().enumerate() {
            values[self.x[index(k, position, permutation)].index()] = 1;
        }
        for (face, d) in self.directions.iter().zip(directions) {
            values[face[usize::from(d)].index()] = 1;
        }
        values.into()
    }

    fn of(&self, solution: &Solution) -> Assignment {
        self.assignment(&solution.assembly().unwrap(), solution.directions())
    }

    fn cuts(&self, assignment: &Assignment) -> Vec<LinearConstraint> {
        self.formulation.separate.as_ref().unwrap()(assignment)
    }

    fn exclude(&self, assignment: &Assignment) -> LinearConstraint {
        match &self.formulation.apart {
            Some(Apart::Excluding(exclude)) => exclude(assignment),
            _ => panic!("a row excludes each solution"),
        }
    }
}

fn solutions(cube: &SudokuCube) -> Vec<Solution> {
    let mut found = Vec::new();
    let mut receive = |solution: Solution, _| {
        found.push(solution);
        if found.len() < 60 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    search::list(cube, &mut receive, &request());
    found
}

fn holds(row: &LinearConstraint, assignment: &Assignment) -> bool {
    Constraint::Linear(row.clone()).holds(assignment)
}

/// The solutions of a cube, each cut off exactly if no turns reach it.
fn check(cube: &SudokuCube, all: &[Solution], with_directions: bool, by_reason: &mut BTreeMap<String, usize>) {
    let encoded = Encoded::new(cube, with_directions);
    for solution in all {
        let assignment = encoded.of(solution);
        assert_eq!((encoded.formulation.decode)(&assignment).unwrap(), *solution);
        let cuts = encoded.cuts(&assignment);
        assert_eq!(cuts.len(), usize::from(!solution.reachable && !cube.any_assembly));
        if let ([cut], Some(reason)) = (&cuts[..], &solution.reason) {
            *by_reason.entry(reason.clone()).or_default() += 1;
            assert!(!holds(cut, &assignment));
            let reached = all.iter().filter(|other| other.reachable);
            assert!(reached.clone().all(|other| holds(cut, &encoded.of(other))), "{cut:?}");
            let put = solution.assembly().unwrap().put;
            let turned = Assembly { put: put.map(|(position, permutation)| (position, 1 - permutation.min(1))) };
            // By the positions alone, or with the directions.
            let by_positions = reason.contains("swapped") || reason.contains("centre") && with_directions;
            assert_eq!(holds(cut, &encoded.assignment(&turned, solution.directions())), !by_positions);
            let other_way = encoded.assignment(&turned, solution.directions().map(|d| (d + 1) % 4));
            assert_eq!(holds(cut, &other_way), !reason.contains("swapped"));
        }
        let excluded = encoded.exclude(&assignment);
        for other in all {
            let same = other.assembly().unwrap().put == solution.assembly().unwrap().put;
            assert_eq!(holds(&excluded, &encoded.of(other)), !same);
        }
        assert_eq!(rules::verify(&SudokuCube { any_assembly: true, ..cube.clone() }, solution), Ok(()));
    }
}

#[test]
fn what_no_turns_reach_is_cut_off_and_no_more() {
    let mut by_reason = BTreeMap::new();
    let seed = include_str!("../../../models/sudoku_cube/seed.toml");
    let twisted = seed.replace("[4, 8, 4], rotations = [3, 2, 1]", "[8, 4, 4], rotations = [2, 1, 3]");
    let centers =
        seed.replace("\ncorners", "\ncenter-directions = { U = 1, L = 0, F = 0, R = 0, B = 0, D = 0 }\n\ncorners");
    let read = |text: &String| SudokuCube::read(&Document::new("model.toml", text)).unwrap();
    for cube in (0..40).map(random).chain([twisted, centers].iter().map(read)) {
        let free = SudokuCube { any_assembly: true, ..cube };
        let all = solutions(&free);
        for with_directions in [false, true] {
            check(&free, &all, with_directions, &mut by_reason);
            check(&SudokuCube { any_assembly: false, ..free.clone() }, &all, with_directions, &mut by_reason);
        }
    }
    assert_eq!(by_reason.len(), 4, "{by_reason:?}");
}

/// Two pieces in each other's places.
#[test]
fn what_solves_no_cube_is_cut_off_alone() {
    let cube = random(3);
    let all = solutions(&cube);
    let encoded = Encoded::new(&cube, true);
    let mut swapped = all[0].assembly().unwrap();
    swapped.put.swap(0, 1);
    let wrong = encoded.assignment(&swapped, all[0].directions());
    assert_eq!((encoded.formulation.decode)(&wrong).unwrap_err(), "the faces do not read in one direction each");
    let cuts = encoded.cuts(&wrong);
    assert_eq!(cuts, [encoded.exclude(&wrong)]);
    assert!(!holds(&cuts[0], &wrong) && all.iter().all(|other| holds(&cuts[0], &encoded.of(other))));
}
