//! `tumble sheet` and `tumble new --count`: sets of puzzles to hand out.

use std::fs;
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use tumble::report::difficulty;
use tumble::solve::Method;

use crate::common::{self, Folder, ran, signal};

/// The pictures of a sheet, in their order.
fn pictures(page: &str) -> Vec<String> {
    let sources = page.split("src=\"data:image/svg+xml;base64,").skip(1);
    let decoded = sources.map(|rest| BASE64_STANDARD.decode(rest.split('"').next().unwrap()).unwrap());
    decoded.map(|picture| String::from_utf8(picture).unwrap()).collect()
}

fn sheet(args: &[&str], code: i32) -> (String, String) {
    let folder = Folder::new();
    let path = folder.path("sheet.html");
    let (_, errors) = common::printed(&[&["sheet", "--output", &path], args].concat(), "", code);
    (fs::read_to_string(path).unwrap_or_default(), errors)
}

/// A folder with a set of six random labeled boards in it, and the path of the set.
fn six_boards(options: &[&str]) -> (Folder, String) {
    let folder = Folder::new();
    let set = folder.path("set");
    let args = ["new", "labeled-board", "--seed", "1", "--count", "6", "-o", &set];
    common::printed(&[&args[..], options].concat(), "", 0);
    (folder, set)
}

/// The sheets of a page, each with its pictures and, in millimetres, their widths and heights.
fn sheets(page: &str) -> Vec<(&str, Vec<[f64; 2]>)> {
    let size = |figure: &str| {
        let rest = figure.split_once("style=\"width: ").unwrap().1;
        let (width, rest) = rest.split_once("mm; height: ").unwrap();
        [width, rest.split_once("mm").unwrap().0].map(|length| length.parse().unwrap())
    };
    let sections = page.split("<section>").skip(1);
    sections.map(|section| (section, section.split("<figcaption>").skip(1).map(size).collect())).collect()
}

#[test]
fn a_sheet_has_the_puzzles_and_another_the_solutions() {
    let models =
        ["models/die_path/labels.toml", "models/tatham_cube/source.toml", "models/die_tour/3x3_infeasible.toml"];
    let (page, note) = sheet(&[&models[..], &["--solutions", "--per-sheet", "2", "--title", "Class <5>"]].concat(), 1);
    assert!(note.starts_with(&format!("{}: infeasible (", models[2])) && note.lines().count() == 1, "{note}");
    assert_eq!(page.matches("<section>").count(), 4);
    common::says(&page, &["<h1>Class &lt;5&gt;</h1>", "<h1>Class &lt;5&gt;: Solutions</h1>"]);
    let mut pictures = pictures(&page);
    assert!(pictures.iter().all(|picture| picture.starts_with("<svg") && picture.trim_end().ends_with("</svg>")));
    // What marks mean is said once a sheet.
    pictures.retain(|picture| !picture.contains("<title>Legend</title>"));
    assert_eq!((pictures.len(), page.matches("class=\"legend\"").count()), (6, 2));
    assert!(pictures[3].contains("14 rolls") && !pictures[0].contains("14 rolls"));
    // Where there is no solution, the puzzle is shown again.
    assert_eq!(pictures[2], pictures[5]);
    let said = [
        "<p>A die rolls over one of its lower edges",
        "<div>SSSNWWNNW</div>",
        "<figcaption>2: The Cube in 9 moves</figcaption>",
        "<figcaption>3: no solution</figcaption>",
        "<figcaption>3: Die tour for the largest total</figcaption>",
        // Captions that are the same are said once.
        "<figcaption>1: Die path</figcaption>",
    ];
    common::says(&page, &said);
    let foot = "<footer>1: labels.toml, 2: source.toml</footer>";
    assert_eq!(page.matches(foot).count(), 2);
    // A name and the moves are written on the sheets of the puzzles.
    for (i, (sheet, sizes)) in sheets(&page).iter().enumerate() {
        let lines = if i < 2 { (1, sizes.len()) } else { (0, 0) };
        assert_eq!((sheet.matches("Name <i").count(), sheet.matches("Moves <i>").count()), lines, "{sheet}");
    }
    // It needs nothing else, and asks for nothing.
    assert!(!page.contains("http") && !page.contains("<script"));
}

#[test]
fn boards_on_a_sheet_are_as_large_as_the_paper_allows() {
    let (_folder, set) = six_boards(&["--columns", "5", "--labels", "7"]);
    let (page, _) = sheet(&[&set, "--solutions"], 0);
    let all = sheets(&page);
    assert_eq!(all.len(), 2);
    for (sheet, sizes) in &all {
        let area: f64 = sizes.iter().map(|[width, height]| width * height).sum();
        // Of the paper inside of its margins.
        assert!(sizes.len() == 6 && area > 0.33 * 186.0 * 273.0, "{area} {sizes:?}");
        // Legend and rules are there once, and not in the pictures.
        assert_eq!(sheet.matches("class=\"legend\"").count(), 1);
        let is_caption_common = sheet.contains("<p>Labeled board for the fewest rolls. ");
        assert_eq!(sheet.contains("<figcaption>1</figcaption>"), is_caption_common, "{sheet}");
    }
    assert!(pictures(&page).iter().filter(|picture| !picture.contains("Legend")).all(|board| !board.contains("label")));
}

#[test]
fn solutions_with_a_board_for_each_move_have_few_on_a_sheet() {
    let models = ["models/cube_tray/2x3_flip.toml", "models/tatham_cube/source.toml", "models/die_tour/3x3_max.toml"];
    let (page, _) = sheet(&[&models[..], &["--solutions"]].concat(), 0);
    let counts: Vec<usize> = sheets(&page).iter().map(|(_, sizes)| sizes.len()).collect();
    assert_eq!(counts[0], 3);
    assert!(counts.len() >= 3 && counts[1..].iter().sum::<usize>() == 3 && counts[1..].iter().all(|&count| count <= 2));
}

#[test]
fn a_sheet_without_solutions_has_none() {
    let (page, _) = sheet(&["models/die_tour"], 0);
    let counts: Vec<usize> = sheets(&page).iter().map(|(_, sizes)| sizes.len()).collect();
    assert_eq!(counts, [6, 4]);
    assert!(!page.contains("Solutions"));
}

/// Each puzzle is solved once, and its best solution may be told without being shown.
#[test]
fn a_sheet_may_say_how_good_the_best_solutions_are() {
    let models = [
        "c4x4:C461,3",
        "models/die_tour/3x3_max.toml",
        "models/die_tour/3x3_infeasible.toml",
        "models/sudoku_cube/seed.toml",
    ];
    let (page, errors) = sheet(&[&models[..], &["--best"]].concat(), 1);
    assert!(errors.contains("3x3_infeasible.toml: infeasible"), "{errors}");
    let notes = ["Shortest: 9 moves.", "Best: 37.", "There is no solution.", "There is a solution."];
    let places = notes.map(|note| page.find(&format!("<div>{note}</div>")).unwrap_or_else(|| panic!("{note}: {page}")));
    assert!(places.is_sorted() && !page.contains("Solutions"), "{places:?}");
    let (page, _) = sheet(&[&models[..1], &["--best", "--solutions"]].concat(), 0);
    assert!(page.contains("Shortest: 9 moves.") && page.contains("<div>SSSNWWNNW</div>"), "{page}");
    assert!(!sheet(&models[..1], 0).0.contains("Shortest"));
}

#[test]
fn what_cannot_be_a_sheet_is_refused_before_any_work() {
    common::refuse(&[
        (
            &["sheet", "models/die_tour/3x3_max.toml", "-o", "sheet.pdf"],
            "sheet.pdf: a sheet is a file with the suffix .html",
        ),
        (&["sheet", "models/die_tour/none.toml", "-o", "/tmp/sheet.html"], "none.toml"),
        (&["sheet", "models/die_tour/3x3_max.toml", "--per-sheet", "0", "-o", "a.html"], "0 is not in 1..=24"),
    ]);
}

/// The moves times the bits of the states.
fn difficulty_of(path: &PathBuf) -> u64 {
    let problem = common::problem(&fs::read_to_string(path).unwrap());
    let report = common::run(&problem, Method::SEARCH, None);
    let bits = (report.stats.nodes.unwrap() as f64).log2();
    let found = difficulty(&report).unwrap();
    assert_eq!(found, (report.objective.unwrap() as f64 * bits).round() as u64);
    found
}

#[test]
fn a_rising_series_gets_more_difficult() {
    let folder = Folder::new();
    let set = folder.path("set");
    let args = ["new", "labeled-board", "--columns", "4", "--labels", "5", "--seed", "3", "--count", "6", "--rising"];
    let args = [&args[..], &["--unique", "-o", &set]].concat();
    common::printed(&args, "", 0);
    let mut files = common::files_in(Path::new(&set));
    files.sort();
    let difficulties: Vec<u64> = files.iter().map(difficulty_of).collect();
    assert!(difficulties.is_sorted() && difficulties[0] < difficulties[5], "{difficulties:?}");
    let mut seeds: Vec<String> = files
        .iter()
        .map(|path| path.file_stem().unwrap().to_str().unwrap().split_once("_seed_").unwrap().1.to_owned())
        .collect();
    seeds.sort();
    assert_eq!(seeds, ["3", "4", "5", "6", "7", "8"]);
    // Each file is what its seed alone makes.
    let alone = common::random_of("labeled-board", 3, &[("columns", "4"), ("labels", "5"), ("unique", "")]);
    let same = files.iter().find(|path| path.to_str().unwrap().ends_with("_seed_3.toml")).unwrap();
    assert_eq!(fs::read_to_string(same).unwrap(), alone);
    let (_, errors) = common::printed(&args, "", 2);
    assert!(errors.contains("the folder is not empty: name a new one"), "{errors}");
}

#[test]
fn a_series_needs_a_seed_and_a_folder() {
    let (series, most) = (["new", "die-tour", "--count", "2"], u64::MAX.to_string());
    common::refuse(&[
        (&[&series[..], &["-o", "/tmp/none"]].concat(), "--count makes random instances: name the first --seed"),
        (&[&series[..], &["--seed", "1"]].concat(), "--output"),
        (&[&series[..], &["--seed", &most, "-o", "/tmp/none"]].concat(), "no seeds beyond"),
    ]);
}

#[test]
fn a_model_that_cannot_be_read_does_not_take_the_others_along() {
    let folder = Folder::new();
    let bad = folder.write("bad.toml", "puzzle = \"die-tour\"\n[board]\ncolumns = 0\n");
    let (page, errors) = sheet(&["models/die_tour/blocked.toml", &bad, "models/die_tour/3x3_infeasible.toml"], 2);
    assert!(errors.contains("bad.toml:3"), "{errors}");
    assert!(page.contains("1: blocked.toml, 2: 3x3_infeasible.toml") && pictures(&page).len() == 2, "{page}");
    let (page, _) = sheet(&["--solutions", &bad], 2);
    assert_eq!(page, "", "there is nothing to put on a sheet");
}

#[test]
#[cfg(unix)]
fn a_series_that_is_stopped_keeps_what_was_made() {
    let parent = Folder::new();
    // They take seconds more than the signal.
    let args =
        ["new", "labeled-board", "--columns", "6", "--labels", "9", "--unique", "--seed", "1", "--count", "1000", "-o"];
    for (name, rising) in [("plain", &[][..]), ("rising", &["--rising"])] {
        let folder = parent.path(name);
        let (code, errors) = interrupted(&[&args[..], &[&folder], rising].concat(), 1);
        let made = common::files_in(Path::new(&folder)).len();
        assert_eq!(code, 3, "{errors}");
        assert!(made > 0 && errors.contains(&format!("{made} of 1000 instances were made")), "{made}: {errors}");
    }
}

/// The exit code and the error of a call that gets a signal after so many seconds.
fn interrupted(args: &[&str], seconds: u64) -> (i32, String) {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_tumble"));
    let child = command.args(args).stderr(std::process::Stdio::piped()).spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_secs(seconds));
    signal("INT", child.id());
    let (code, _, errors) = ran(child.wait_with_output().unwrap());
    (code, errors)
}

/// Each reader finds the rules of the puzzle that he has, and of the marks which pictures have them.
#[test]
fn a_mixed_sheet_says_whose_rules_and_marks_are_whose() {
    let models = [
        "models/die_path/labels.toml",
        "models/die_path/plane.toml",
        "models/block_maze/bridges.toml",
        "models/block_maze/open.toml",
    ];
    let (page, _) = sheet(&models, 0);
    assert_eq!(page.matches("<section>").count(), 1);
    common::says(&page, &["<p>1–2: A die rolls", "<p>3–4: A box tips", "3: splitter: the box", "3: open bridge"]);
    assert!(!page.contains("gate"), "{page}");
    // Alone they need no numbers, and a mark never means two things.
    let (page, _) = sheet(&[models[2], "--solutions"], 0);
    assert!(page.contains("<p>A box tips") || page.contains("<p>Block maze. A box tips"), "{page}");
    common::says(&page, &["the first of two cubes, which capitals move", "the box: how high it is there"]);
    assert!(!page.contains("2: the box") && !page.contains("2: the second"), "{page}");
}

/// The lines are as many as there is room for, and no more than forty moves take: their number does not tell that of the moves.
#[test]
fn there_are_lines_for_the_moves_where_there_is_room() {
    let lines = |args: &[&str]| {
        let (page, _) = sheet(args, 0);
        let pictures = sheets(&page).iter().map(|(_, sizes)| sizes.len()).sum::<usize>();
        (pictures, page.matches("<div class=\"answer\">").count())
    };
    let (_folder, set) = six_boards(&["--columns", "5"]);
    assert_eq!(lines(&[&set]), (6, 24));
    let (pictures, on_many) = lines(&[&set, &set, &set, &set, "--per-sheet", "24"]);
    assert!(pictures == 24 && on_many < 4 * 24, "{on_many}");
}

#[test]
fn large_boards_are_fewer_on_a_sheet_so_that_their_digits_are_legible() {
    let (_folder, set) = six_boards(&["--columns", "9"]);
    let counts = |args: &[&str]| {
        let (page, _) = sheet(args, 0);
        sheets(&page).iter().map(|(_, sizes)| sizes.len()).collect::<Vec<_>>()
    };
    assert_eq!(counts(&[&set]), [4, 2]);
    assert_eq!(counts(&[&set, "--per-sheet", "6"]), [6]);
}

#[test]
fn a_sheet_that_is_interrupted_leaves_the_one_that_was_there() {
    let folder = Folder::new();
    let path = folder.write("sheet.html", "");
    let large = "puzzle = \"die-tour\"\nobjective = \"max\"\nboard = { columns = 14, rows = 14 }\n";
    let (code, error) = interrupted(&["sheet", "--solutions", "-o", &path, &folder.write("large.toml", large)], 2);
    assert!(code == 3 && error.contains("no sheet is written"), "{error}");
    assert_eq!(folder.read("sheet.html"), "");
}

#[test]
fn random_instances_keep_a_time_limit() {
    let random = ["new", "die-tour", "--columns", "6", "--rows", "6", "--seed", "1", "--unique", "--time-limit", "0s"];
    let (text, error) = common::printed(&random, "", 3);
    assert!(text.is_empty() && error.contains("stopped by the time limit"), "{error}");
    let series = Folder::new().path("all");
    let (_, error) = common::printed(&[&random[..], &["--count", "9", "-o", &series]].concat(), "", 3);
    assert!(error.contains("stopped by the time limit: 0 of 9 instances were made"), "{error}");
}
