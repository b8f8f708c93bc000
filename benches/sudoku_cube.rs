//! The source's instance of the Sudoku Cube: every encoding on every backend, the two searches, and the moves:
//! `cargo bench --package tumble-benches --bench sudoku_cube`. The integer encodings take seconds and are left out.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use tumble::control::Request;
use tumble::instance::Document;
use tumble::puzzle::{Means, SEARCH, Which};
use tumble::registry::Registry;
use tumble::session::NoSolver;
use tumble::solve::{self, Method, Options, Problem};

fn seed_instance() -> Problem {
    let document = Document::new("seed.toml", include_str!("../models/sudoku_cube/seed.toml"));
    let (puzzle, instance) = Registry::built_in().read(&document).expect("the instance is well-formed");
    Problem::new("seed".into(), puzzle, instance)
}

fn encodings(c: &mut Criterion) {
    let problem = seed_instance();
    // microlp takes minutes for some encodings.
    for method in Method::available().into_iter().filter(|method| method.name() != "microlp") {
        let mut group = c.benchmark_group(method.name());
        group.sample_size(10);
        if method.name() == SEARCH {
            let request = Request::unlimited();
            group.bench_function("all solutions", |b| {
                b.iter(|| black_box(solve::count(&problem, Method::SEARCH, Which::Best, &request)));
            });
            continue;
        }
        let encodings = (problem.puzzle.encodings)().into_iter().flat_map(|encoding| encoding.names());
        for encoding in encodings.filter(|name| !name.starts_with("integer")) {
            let options = Options { encoding: Some(encoding.clone()), skip_moves: true, ..Options::default() };
            group.bench_function(BenchmarkId::from_parameter(encoding), |b| {
                b.iter(|| solve::solve(&problem, method, &options, &Request::unlimited()).expect("it is solved"));
            });
        }
    }
}

fn moves(c: &mut Criterion) {
    let problem = seed_instance();
    let request = Request::unlimited();
    let mut means = Means { request: &request, programs: &mut NoSolver };
    let searched = problem.instance.search(SEARCH, &mut means).expect("it needs no programs");
    let solution = searched.verdict.solution().expect("it has a solution");
    c.bench_function("moves", |b| {
        b.iter(|| {
            let solved = problem.instance.parse(solution).expect("it is a solution");
            black_box(solved.with_moves(&request))
        });
    });
}

criterion_group!(benches, encodings, moves);
criterion_main!(benches);
