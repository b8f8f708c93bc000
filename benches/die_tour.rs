//! Building, lowering and searching die tours from 3×3 to 6×6: `cargo bench --package tumble-benches --bench die_tour`.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use tumble::control::{Control, Request};
use tumble::instance::Document;
use tumble::lower::{Lowering, lower};
use tumble::model::{Capabilities, Model};
use tumble::puzzle::{Encoded, Formulation, Instance, Means, SEARCH};
use tumble::registry::Registry;
use tumble::session::NoSolver;

/// The source's instance on a square board.
fn square(side: usize) -> Box<dyn Instance> {
    let text = format!(
        "puzzle = \"die-tour\"\n[board]\ncolumns = {side}\nrows = {side}\n\
         [start]\ncell = [0, 0]\ndie = {{ top = 1, north = 2, east = 3 }}\n"
    );
    Registry::built_in().read(&Document::new("bench", text)).expect("the instance is well-formed").1
}

/// The model of an encoding.
fn model(instance: &dyn Instance, encoding: &str) -> Model {
    match instance.encode(encoding, &Control::unlimited()).expect("it is small").1 {
        Encoded::Whole(Formulation { model, .. }) => model,
        other => unreachable!("a tour on a rectangle has one model: {other:?}"),
    }
}

fn build(c: &mut Criterion) {
    let mut group = c.benchmark_group("build");
    for side in 3..=6 {
        let instance = square(side);
        for encoding in ["arc-flow", "cp-table", "time-expanded", "time-indexed"] {
            let id = BenchmarkId::new(encoding, format!("{side}x{side}"));
            group.bench_function(id, |b| {
                b.iter(|| black_box(model(&*instance, encoding).size()));
            });
        }
    }
}

fn lowering(c: &mut Criterion) {
    let mut group = c.benchmark_group("lower");
    for side in 3..=6 {
        let model = model(&*square(side), "cp-table");
        let id = BenchmarkId::new("cp-table", format!("{side}x{side}"));
        group.bench_function(id, |b| {
            b.iter(|| black_box(lower(model.clone(), Capabilities::LINEAR, &Lowering::default()).expect("it lowers")));
        });
    }
}

fn search(c: &mut Criterion) {
    let mut group = c.benchmark_group("search");
    for side in 3..=6 {
        let instance = square(side);
        for threads in [1, 2] {
            let id = BenchmarkId::new(format!("{threads} threads"), format!("{side}x{side}"));
            group.bench_function(id, |b| {
                let request = Request::unlimited().with_threads(Some(threads));
                b.iter(|| {
                    let mut means = Means { request: &request, programs: &mut NoSolver };
                    black_box(instance.search(SEARCH, &mut means).expect("it needs no programs").nodes)
                });
            });
        }
    }
}

criterion_group!(benches, build, lowering, search);
criterion_main!(benches);
