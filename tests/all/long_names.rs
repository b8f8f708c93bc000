//! Names of a model of your own that are longer than programs read: they are written short, and come back.

use std::borrow::Cow;
use std::process::Command;

use tumble::format::solution::{self, Columns};
use tumble::format::{fzn, lp, mps, written_name};
use tumble::model::{Linear, Model, Sense};

/// The most characters of a name that every reader takes.
const LONGEST: usize = 96;

/// max x + 2 y with 1 ≤ x + y ≤ 3, whose names have so many characters and differ at their ends only.
fn model(length: usize) -> Model {
    let mut model = Model::new("long");
    let name = |end: &str| format!("{}{end}", "x".repeat(length - end.len()));
    let [x, y] = ["_x", "_y"].map(|end| model.integer(name(end), 0..=2));
    model.add(name("_row"), Linear::from(x).plus(1, y).between(1, 3));
    model.add(name("_other"), Linear::from(x).plus(-1, y).between(-1, 1));
    model.set_objective(Sense::Maximize, Linear::from(x).plus(2, y));
    model
}

/// The words of a file without its comments.
fn words<'a>(text: &'a str, comment: &'a str) -> impl Iterator<Item = &'a str> {
    let lines = text.lines().filter(move |line| !line.starts_with(comment));
    lines.flat_map(|line| line.split([' ', ':', ';', ',', '[', ']', '(', ')'])).filter(|word| !word.is_empty())
}

#[test]
fn written_names_are_short_and_the_head_says_of_what() {
    for length in [92, 94, 95, 96, 97, 101, 255, 300, 1000] {
        let model = model(length);
        let files = [("\\", lp::write(&model, &[])), ("*", mps::write(&model, &[])), ("%", fzn::write(&model, &[]))];
        for (comment, text) in files {
            let text = text.unwrap();
            assert!(words(&text, comment).all(|word| word.len() <= LONGEST), "{length}: {text}");
            assert!(text.lines().all(|line| line.len() < 255), "{length}: {text}");
            let head: String = text.lines().filter_map(|line| line.strip_prefix(comment)).map(str::trim).collect();
            for variable in model.variables().iter().filter(|variable| variable.name.len() > LONGEST) {
                let said = format!("{} is{}", written_name(&variable.name), variable.name);
                assert!(head.contains(&said), "{said}\n{text}");
            }
        }
    }
}

/// The first is read by its lines, as CBC and GLPK do; in the second, names are cut at 255 characters by others.
#[test]
fn programs_give_values_back_under_the_written_names() {
    for length in [96, 97, 101, 300] {
        let model = model(length);
        let names: Vec<Cow<'_, str>> = model.variables().iter().map(|variable| written_name(&variable.name)).collect();
        for (file, text, order) in [
            ("model.lp", lp::write(&model, &[]).unwrap(), lp::columns(&model).unwrap()),
            ("model.mps", mps::write(&model, &[]).unwrap(), mps::columns(&model).unwrap()),
        ] {
            let folder = tempfile::tempdir().unwrap();
            std::fs::write(folder.path().join(file), text).unwrap();
            let format = if file == "model.lp" { "--lp" } else { "--freemps" };
            for (program, arguments) in [
                ("cbc", vec![file, "-solve", "-printingOptions", "all", "-solu", "a.sol"]),
                ("glpsol", vec![format, file, "-o", "a.sol"]),
            ] {
                let run = Command::new(program).args(arguments).current_dir(folder.path()).output().unwrap();
                let read = std::fs::read_to_string(folder.path().join("a.sol"));
                let read = solution::read(&read.unwrap_or_else(|_| panic!("{run:?}"))).unwrap();
                let columns = Columns { names: &names, needed: names.len(), order: &order };
                assert_eq!(read.values(&columns).unwrap(), Some(vec![1.0, 2.0]), "{program} {file} {length}");
            }
        }
    }
}

#[test]
fn the_head_of_an_mps_file_says_how_it_is_read() {
    let text = mps::write(&model(10), &[]).unwrap();
    assert!(text.starts_with("* in the free MPS format: glpsol reads it with --freemps"), "{text}");
}
