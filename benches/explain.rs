//! 100 random boards without a solution, of which one label was changed, explained: seconds of all of a size together, and the questions that
//! are asked of each: `cargo bench --package tumble-benches --bench explain`.

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use tumble::control::{Control, Request};
use tumble::instance::Document;
use tumble::puzzle::{Change, Choices, Question};
use tumble::registry::Registry;
use tumble::report::Status;
use tumble::solve::{self, Explanation, Method, Options, Problem};

/// Boards of a size with so many labels: the first without a solution, from the first seed on.
fn boards(size: u32, labels: u32, number: usize) -> Vec<Problem> {
    let of_seed = |seed: u32| {
        let options = [("columns", size), ("labels", labels), ("seed", seed)];
        let options: Choices = options.into_iter().map(|(name, value)| (name, value.to_string())).collect();
        let entry = Registry::built_in().puzzles().find(|entry| entry.name == "labeled-board").expect("it is there");
        let text = (entry.new)(&options, &Control::unlimited()).expect("there are such boards");
        let (puzzle, instance) = Registry::built_in().read(&Document::new("", text)).expect("it is a model");
        let facts = instance.facts();
        let labels: Vec<usize> = (0..facts.len()).filter(|&fact| facts[fact].kind == "label").collect();
        let seed = seed as usize;
        let wrong = Change { fact: labels[seed % labels.len()], to: Some(seed % 5) };
        Problem::new("board".into(), puzzle, instance.changed(&[wrong]))
    };
    let has_none = |problem: &Problem| {
        let method = Method::fastest(problem, Question::Best);
        let report = solve::solve(problem, method, &Options::default(), &Request::unlimited());
        report.expect("it is solved").status == Status::Infeasible
    };
    (0..).map(of_seed).filter(has_none).take(number).collect()
}

fn explain(c: &mut Criterion) {
    let file = (&Document::new("", ""), &Choices::new());
    let mut group = c.benchmark_group("explain");
    group.sample_size(10);
    for (size, labels, number) in [(4, 12, 40), (5, 18, 40), (6, 26, 20)] {
        let boards = boards(size, labels, number);
        let questions = |problem: &Problem| match solve::explain(problem, file, &Request::unlimited(), &mut |_| {})
            .expect("it is explained")
        {
            Explanation::Infeasible(conflict) => (conflict.questions, conflict.facts.len()),
            other => panic!("it has a solution: {other:?}"),
        };
        let mut asked: Vec<(u64, usize)> = boards.iter().map(questions).collect();
        asked.sort_unstable();
        let (middle, most) = (asked[number / 2].0, asked[number - 1].0);
        let facts = asked.iter().map(|(_, facts)| facts).max().expect("there are boards");
        eprintln!("{size}x{size}, {labels} labels: {middle} questions, at most {most}; conflicts of at most {facts}");
        let id = BenchmarkId::new(format!("{number} boards"), format!("{size}x{size}, {labels} labels"));
        group.bench_function(id, |b| b.iter(|| boards.iter().map(questions).collect::<Vec<_>>()));
    }
}

criterion_group!(benches, explain);
criterion_main!(benches);
