//! The source's instance of the Sudoku Cube: every encoding on every backend, the two searches, and the moves:
//! `cargo bench --bench sudoku_cube`. The integer encodings take seconds and are left out.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use tumble::instance::Document;
use tumble::puzzle::{self, SearchRequest};
use tumble::run::Control;
use tumble::solve::{self, Method, Options, Problem};

fn seed_instance() -> Problem {
    let document = Document::new("seed.toml", include_str!("../models/sudoku_cube/seed.toml"));
    let (puzzle, instance) = puzzle::read(&document).expect("the instance is well-formed");
    Problem { model: "seed".into(), puzzle, instance }
}

fn encodings(c: &mut Criterion) {
    let problem = seed_instance();
    for method in Method::available() {
        let mut group = c.benchmark_group(method.name());
        group.sample_size(10);
        if matches!(method, Method::Search) {
            let request = SearchRequest { control: Control::unlimited(), threads: None };
            group.bench_function("all solutions", |b| b.iter(|| black_box(problem.instance.count(false, &request))));
            continue;
        }
        for encoding in (problem.puzzle.encodings)().iter().filter(|e| !e.name.starts_with("integer")) {
            let options = Options { encoding: Some(encoding.name.into()), unfinished: true, ..Options::default() };
            group.bench_function(BenchmarkId::from_parameter(encoding.name), |b| {
                b.iter(|| solve::solve(&problem, method, &options, &Control::unlimited()).expect("it is solved"));
            });
        }
    }
}

fn moves(c: &mut Criterion) {
    let problem = seed_instance();
    let request = SearchRequest { control: Control::unlimited(), threads: None };
    let searched = problem.instance.search(&request);
    let solution = searched.verdict.solution().expect("it has a solution");
    c.bench_function("moves", |b| {
        b.iter(|| black_box(problem.instance.finish(solution, &Control::unlimited()).expect("it is a solution")));
    });
}

criterion_group!(benches, encodings, moves);
criterion_main!(benches);
