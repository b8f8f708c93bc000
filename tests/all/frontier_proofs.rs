//! Proofs of `lp-frontier`: they hold, changed ones do not, and the check keeps exactly the states that the program keeps.

use rand::seq::IndexedRandom as _;
use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};
use tempfile::TempDir;
use tumble::control::{Bytes, Control, Interrupt, Request, Stop};
use tumble::geometry::{Board, Cell, Die, Handedness, Place};
use tumble::puzzle::die_tour::frontier::{Aim, Best, Duals, Prices, Program, Steps};
use tumble::puzzle::{ProofEffort, ProofError};
use tumble::report::Report;
use tumble::rolling::{CellGraph, EdgeCut, Endpoints, PathStates, RollGraph, Terminal};
use tumble::solve::{
    CertificateError, Method, NoProof, Options, Problem, ProvedByMethod, check_own_certificate, own_certificate, solve,
};

use crate::common;

const MAX: &str = "models/die_tour/4x4_max.toml";
const MIN: &str = "models/die_tour/4x4_min.toml";

fn solved(problem: &Problem) -> Report {
    let method = Method::bounded("lp-frontier", None).unwrap();
    solve(problem, method, &Options::default(), &Request::unlimited()).unwrap()
}

fn checked(problem: &Problem, text: &str) -> Result<ProvedByMethod, CertificateError> {
    check_own_certificate(problem, text, &Request::unlimited())
}

/// Why a certificate is refused.
fn refused(problem: &Problem, text: &str) -> String {
    checked(problem, text).unwrap_err().to_string()
}

/// The certificate of the puzzle in a text, with its problem and its objective.
fn certificate(text: &str) -> (Problem, String, i64) {
    let problem = common::problem(text);
    let report = solved(&problem);
    let (_, certificate) = own_certificate(&problem, &report).unwrap();
    (problem, certificate, report.objective.unwrap())
}

/// The certificate with another value at a place.
fn with(text: &str, place: &str, value: Value) -> String {
    let mut document: Value = serde_json::from_str(text).unwrap();
    *document.pointer_mut(place).unwrap() = value;
    document.to_string()
}

fn at(text: &str, place: &str) -> Value {
    serde_json::from_str::<Value>(text).unwrap().pointer(place).unwrap().clone()
}

#[test]
fn random_tours_are_proved_best() {
    let mut rng = ChaCha8Rng::seed_from_u64(31);
    let (mut proved, mut impossible) = (0, 0);
    for _ in 0..common::cases(60, 600) {
        let text = common::tours::random(&mut rng, &["max", "min"]);
        let problem = common::problem(&text);
        let report = solved(&problem);
        let (claimed, certificate) = match own_certificate(&problem, &report) {
            Ok(certificate) => certificate,
            Err(NoProof::Settled(_)) => continue,
            Err(why) => panic!("{why}: {text}"),
        };
        assert_eq!(checked(&problem, &certificate).unwrap().claimed, claimed, "{text}");
        let Some(best) = report.objective else {
            impossible += 1;
            continue;
        };
        let better = if text.contains("\"max\"") { -1 } else { 1 };
        let more = with(&certificate, "/proves", json!(format!("no solution is better than {}", best + better)));
        assert_eq!(refused(&problem, &more), format!("a solution is better, with the objective {best}"), "{text}");
        let none = with(&certificate, "/proves", json!("there is no solution"));
        assert_eq!(refused(&problem, &none), format!("a solution is better, with the objective {best}"), "{text}");
        proved += 1;
    }
    assert!(proved > common::cases(15, 150) && impossible > 0, "{proved} {impossible}");
}

#[test]
fn squares_up_to_5x5_are_proved_by_the_program() {
    let models = [
        ("models/die_tour/3x3_max.toml", 37),
        ("models/die_tour/3x3_min.toml", 25),
        (MAX, 68),
        (MIN, 47),
        ("data/models/die_tour/5x5_max.toml", 103),
        ("data/models/die_tour/5x5_min.toml", 71),
    ];
    for (model, best) in models {
        let folder = TempDir::new().unwrap();
        let proof = folder.path().join("a.proof");
        let proof = proof.to_str().unwrap();
        let (_, notes) = common::printed(&["solve", model, "--method", "lp-frontier", "--proof", proof], "", 0);
        assert!(notes.contains(&format!("tumble check {model} --proof {proof}")), "{notes}");
        let says = format!("{model}: no solution is better than {best}: the proof holds, method lp-frontier (");
        let (text, _) = common::printed(&["check", model, "--proof", proof], "", 0);
        assert!(text.starts_with(&says), "{text}");
        assert_eq!(common::printed(&["check", model, "--quiet", "--proof", proof], "", 0).0, "");
        let certificate = std::fs::read_to_string(proof).unwrap();
        let sign = if model.ends_with("max.toml") { -1 } else { 1 };
        for (claimed, why) in [(best + sign, "a solution is better"), (best - sign, "the objective of the witness")] {
            let claim = json!(format!("no solution is better than {claimed}"));
            std::fs::write(proof, with(&certificate, "/proves", claim)).unwrap();
            let (text, _) = common::printed(&["check", model, "--proof", proof], "", 1);
            assert!(text.contains("proves nothing") && text.contains(why), "{text}");
        }
    }
}

#[test]
fn a_changed_proof_is_refused() {
    let (problem, text, _) = certificate(&common::corner(4, 4, "max", ""));
    let case = |place: &str| format!("/proof/cases/0/{place}");
    let first_state = at(&text, &case("states/0"));
    let first = [first_state[0].clone(), first_state[1].clone()];
    let with_sigma = |sigma: i64| {
        let mut state = first_state.clone();
        state[5] = json!(sigma);
        state
    };
    let member = at(&text, &case("cuts/0/states/0"));
    let first_price = at(&text, &case("cuts/0/price")).as_i64().unwrap();
    for (place, value, why) in [
        (case("cuts/0/price"), json!(-first_price), "cut 1: the price"),
        (case("cuts/0/price"), json!(1_u64 << 60), "add up to more"),
        (case("cuts/0/price"), json!(0.5), "cannot be read"),
        (case("cuts/0/cell"), json!([9, 9]), "no free cell"),
        (case("cuts/0/states"), json!([member, member]), "twice"),
        (case("cuts/0/states"), json!([100_000]), "there is no state"),
        (case("states/0"), with_sigma(-1), "is negative"),
        (case("states/0"), json!([0, 0, 1, 6, 3, 0]), "no orientation"),
        (case("states/0"), json!([0, 0, 1, 3, 2, 0]), "no orientation"),
        (case("cells/0"), json!([-1, 0, 5]), "no free cell"),
        (case("scale"), json!(0), "scale"),
        (case("cells/0/2"), json!(i64::MAX), "add up to more"),
        ("/proof/cases".into(), json!([]), "0 cases"),
        ("/proof/instance/objective".into(), json!("min"), "another instance: its `objective`"),
        ("/version".into(), json!(2), "not tumble-proof 1"),
        ("/format".into(), json!("proof"), "not tumble-proof 1"),
        ("/puzzle".into(), json!("die-path"), "of the puzzle die-path"),
        ("/method".into(), json!("branch-and-cut"), "writes no proofs"),
        ("/method".into(), json!("nonsense"), "no method"),
        ("/proves".into(), json!("nothing"), "is nothing that a certificate proves"),
    ] {
        let why_refused = refused(&problem, &with(&text, &place, value));
        assert!(why_refused.contains(why), "{place}: {why_refused}");
    }
    // A set with a state on its own cell is no cut.
    let states = json!([0]);
    let no_cut = with(&with(&text, &case("cuts/0/states"), states), &case("cuts/0/cell"), json!(first));
    assert!(refused(&problem, &no_cut).contains("a state of its set is on its own cell"));
    assert!(checked(&problem, &text).is_ok());
}

#[test]
fn a_proof_that_is_cut_short_or_of_another_instance_is_refused() {
    let (problem, text, _) = certificate(&common::corner(4, 4, "max", ""));
    for length in (0..text.len() - 1).step_by(text.len() / 20) {
        assert!(refused(&problem, &text[..length]).contains("no certificate"), "{length}");
    }
    for (columns, rows, objective, more) in
        [(4, 4, "min", ""), (5, 4, "max", ""), (4, 4, "max", "closed = true"), (4, 4, "any", "")]
    {
        let other = common::problem(&common::corner(columns, rows, objective, more));
        assert!(checked(&other, &text).is_err(), "{columns}×{rows} {objective} {more}");
    }
    let other = common::problem(&std::fs::read_to_string("models/tatham_cube/source.toml").unwrap());
    assert!(refused(&other, &text).contains("of the puzzle die-tour"));
    assert!(checked(&problem, &text).is_ok());
}

/// Prices bound sums whatever they are: with others the check keeps more states, and comes to the same end.
#[test]
fn other_prices_prove_no_wrong_claim() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let (problem, text, best) = certificate(&common::corner(4, 4, "max", ""));
    let wrong = with(&text, "/proves", json!(format!("no solution is better than {}", best - 1)));
    for _ in 0..common::cases(5, 50) {
        let kinds = [("cells", 2), ("states", 5)];
        let mut changed = [text.clone(), wrong.clone()];
        for (kind, index) in kinds {
            let count = at(&text, &format!("/proof/cases/0/{kind}")).as_array().unwrap().len();
            for _ in 0..3 {
                let (place, price) = (rng.random_range(0..count), rng.random_range(0..1 << 20));
                let place = format!("/proof/cases/0/{kind}/{place}/{index}");
                changed = changed.map(|text| with(&text, &place, json!(price)));
            }
        }
        assert!(checked(&problem, &changed[0]).is_ok());
        assert_eq!(refused(&problem, &changed[1]), format!("a solution is better, with the objective {best}"));
    }
}

/// A random board without or with a blocked corner, and one die on one cell or on any cell: the model, the paths and what they sum.
fn random_paths(rng: &mut ChaCha8Rng) -> (String, PathStates, Vec<i32>) {
    let (columns, rows) = (rng.random_range(2..=4), rng.random_range(2..=4));
    let blocked = &[Cell::new(columns - 1, rows - 1)][..usize::from(rng.random_bool(0.3))];
    let board = Board::new(columns, rows, blocked).unwrap();
    let die = *Die::all(*[Handedness::Left, Handedness::Right].choose(rng).unwrap()).choose(rng).unwrap();
    let closed = rng.random_bool(0.4);
    let start = Some(Cell::new(0, 0)).filter(|_| closed || rng.random_bool(0.7));
    let (objective, sign) = *[("max", 1), ("min", -1)].choose(rng).unwrap();
    let [top, north, east] = [Place::Top, Place::North, Place::East].map(|place| die.face(place));
    let text = format!(
        "puzzle = \"die-tour\"\nobjective = \"{objective}\"\n[board]\ncolumns = {columns}\nrows = {rows}\nblocked = {}\n\
         [start]\ndie = {{ top = {top}, north = {north}, east = {east} }}\n{}[tour]\nclosed = {closed}\n",
        json!(blocked),
        if start.is_some() { "cell = [0, 0]\n" } else { "" },
    );
    let graph = RollGraph::new(CellGraph::of_free_cells(&board), die.handedness());
    let (start, goal) = (Terminal::new(&graph, start, &[die]), Terminal::anywhere(&graph));
    let paths = PathStates::new(graph, Endpoints { start, goal, closed, restore: false });
    let tops = paths.states.iter().map(|&state| i32::from(paths.graph.placed(state).1.top()));
    let weights = tops.map(|top| sign * top).collect();
    (text, paths, weights)
}

/// Prices that have nothing to do with a linear program.
fn random_prices(rng: &mut ChaCha8Rng, paths: &PathStates, weights: &[i32]) -> Prices {
    let cells = (0..paths.cells()).map(|_| rng.random_range(-2.0..9.0)).collect();
    let stops = (0..paths.states.len()).map(|_| rng.random_range(-1.0_f64..0.5).max(0.0)).collect();
    let cuts = (0..rng.random_range(0..40)).map(|_| {
        let k = rng.random_range(0..paths.cells());
        let share = rng.random_range(0.05..0.9);
        let others = (0..paths.states.len()).filter(|&u| paths.states[u].cell() != k && rng.random_bool(share));
        (EdgeCut { k, others: others.collect() }, rng.random_range(0.0..1.0))
    });
    let cuts = cuts.collect();
    Prices::new(paths, weights, &Duals { cells, stops, cuts })
}

/// A proof by these prices, written by hand.
fn proof(instance: &Value, paths: &PathStates, prices: &Prices) -> Value {
    let cell = |c: usize| paths.graph.cells().cells()[c];
    let cells: Vec<Value> =
        prices.cells.iter().enumerate().map(|(c, price)| json!([cell(c).x, cell(c).y, price])).collect();
    let states = paths.states.iter().enumerate().map(|(u, &state)| {
        let (cell, die) = paths.graph.placed(state);
        json!([cell.x, cell.y, die.top(), die.face(Place::North), die.face(Place::East), prices.sigma[u]])
    });
    let states: Vec<Value> = states.collect();
    let cuts = prices
        .cuts
        .iter()
        .map(|(cut, price)| json!({ "price": price, "cell": [cell(cut.k).x, cell(cut.k).y], "states": cut.others }));
    let cuts: Vec<Value> = cuts.collect();
    let case = json!({ "scale": prices.scale, "cells": cells, "states": states, "cuts": cuts });
    json!({ "instance": instance, "cases": [case] })
}

#[test]
fn the_check_keeps_the_states_that_the_program_keeps() {
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    let mut compared = 0;
    for _ in 0..common::cases(80, 800) {
        let (text, paths, weights) = random_paths(&mut rng);
        let problem = common::problem(&text);
        let Some(best) = common::run(&problem, Method::Search, None).objective else { continue };
        let sign = if text.contains("\"max\"") { 1 } else { -1 };
        let prices = random_prices(&mut rng, &paths, &weights);
        let instance = at(&certificate(&text).1, "/proof/instance");
        let proof = proof(&instance, &paths, &prices);
        let check = |claim: i64| {
            let checked = problem.instance.check_proof("lp-frontier", &proof, Some(claim), &Request::unlimited());
            checked.unwrap()
        };
        let program = Program { steps: &Steps::new(&paths).unwrap(), weights: &weights, prices: &prices };
        let aim = Aim { target: Some(sign * best + 1), ..Aim::default() };
        let ran = program.run::<Best>(aim, &Request::unlimited()).unwrap();
        let ProofEffort { states, .. } = check(best).unwrap();
        // The program does not ask whether the first state can reach the target.
        if states > 0 {
            assert_eq!(states, ran.states, "{text}");
            compared += 1;
        }
        let worse = best - sign * rng.random_range(1..4);
        assert_eq!(check(worse), Err(ProofError::Better(best)), "{text}");
    }
    assert!(compared > common::cases(30, 300), "{compared}");
}

#[test]
fn a_check_keeps_to_its_limits() {
    let (problem, text, _) = certificate(&common::corner(5, 5, "max", ""));
    let stopped = |control: Control<'_>| match check_own_certificate(&problem, &text, &Request::new(control)) {
        Err(CertificateError::Limit(stop)) => stop,
        other => panic!("{other:?}"),
    };
    for looks in [0, 3] {
        let interrupt = Interrupt::after_looks(looks);
        assert_eq!(stopped(Control::new(None, interrupt, &|_| ())), Stop::Interrupted);
    }
    let little = Control::unlimited().with_memory_limit(Bytes(1 << 12));
    assert!(matches!(stopped(little), Stop::MemoryLimit { .. }));
    let folder = TempDir::new().unwrap();
    let proof = folder.path().join("a.proof");
    std::fs::write(&proof, &text).unwrap();
    let model = "data/models/die_tour/5x5_max.toml";
    for limit in [["--time-limit", "0s"], ["--memory-limit", "1K"]] {
        let args = [&["check", model, "--proof", proof.to_str().unwrap()], &limit[..]].concat();
        let (_, notes) = common::printed(&args, "", 3);
        assert!(notes.contains("a.proof: stopped by"), "{notes}");
    }
}

#[test]
fn only_methods_that_write_proofs_have_one() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for method in ["search", "branch-and-cut"] {
        let (_, notes) = common::printed(&["solve", MAX, "--method", method, "--proof", &path("a.proof")], "", 2);
        assert!(notes.contains(&format!("the method {method} writes no proof of its own")), "{notes}");
    }
    let alone = path("alone.toml");
    std::fs::write(&alone, common::corner(1, 1, "max", "")).unwrap();
    let (_, notes) = common::printed(&["solve", &alone, "--method", "lp-frontier", "--proof", &path("b.proof")], "", 2);
    assert!(notes.contains("a proof would say nothing"), "{notes}");
    assert!(!folder.path().join("a.proof").exists() && !folder.path().join("b.proof").exists());
    // In a folder the method decides.
    common::printed(&["solve", MAX, MIN, "--method", "lp-frontier", "--proof", folder.path().to_str().unwrap()], "", 0);
    for (model, name) in [(MAX, "4x4_max.proof"), (MIN, "4x4_min.proof")] {
        common::printed(&["check", model, "--proof", &path(name)], "", 0);
    }
    // A proof for VeriPB of an answer of this method is still to be had.
    let pbp = path("3x3.pbp");
    let small = "models/die_tour/3x3_max.toml";
    common::printed(&["solve", small, "--method", "lp-frontier", "--proof", &pbp], "", 0);
    common::printed(&["check", small, "--proof", &pbp], "", 0);
}
