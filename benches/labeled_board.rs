//! Labeled boards: direct search and both encodings on the MILP solvers: `cargo bench --package tumble-benches --bench labeled_board`.

use std::path::Path;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use tumble::control::Request;
use tumble::instance::Document;
use tumble::registry::Registry;
use tumble::solve::{self, Method, Options, Problem};

fn shipped(name: &str) -> Problem {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../models/labeled_board/{name}.toml"));
    let document = Document::read(&path).expect("the model is there");
    let (puzzle, instance) = Registry::built_in().read(&document).expect("the model is well-formed");
    Problem::new(name.into(), puzzle, instance)
}

/// Cuts need a solver of linear relaxations: others take minutes. So does the one for small models.
fn is_suitable(method: &Method) -> bool {
    match method {
        Method::Search(..) => true,
        Method::Model(solver) => solver.backend.capabilities().relaxations && solver.entry.name != "microlp",
    }
}

/// The source's board, a 6×6 board with nine labels, and an 8×8 board without free cells.
fn methods(c: &mut Criterion) {
    for (name, encodings) in [
        ("source", &["euler-flow"][..]),
        ("random_unique", &["euler-flow"]),
        ("full_path", &["arc-flow", "euler-flow"]),
    ] {
        let problem = shipped(name);
        let mut group = c.benchmark_group(name);
        group.sample_size(10);
        for method in Method::available().into_iter().filter(is_suitable) {
            let by = match method {
                Method::Search(..) => &[None][..],
                Method::Model(_) => &encodings.iter().map(|name| Some((*name).to_owned())).collect::<Vec<_>>(),
            };
            for encoding in by {
                let options = Options { encoding: encoding.clone(), ..Options::default() };
                let id = BenchmarkId::new(method.name(), encoding.as_deref().unwrap_or("direct"));
                group.bench_function(id, |b| {
                    b.iter(|| solve::solve(&problem, method, &options, &Request::unlimited()).expect("it is solved"));
                });
            }
        }
    }
}

criterion_group!(benches, methods);
criterion_main!(benches);
