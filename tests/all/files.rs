//! Output files: the suffix decides the format; what cannot or must not be written is refused before the work starts; what is written is
//! written whole or not at all.

use std::fs;
use std::path::Path;

use crate::common::{self, Folder, json, printed, ran, root};

const MAX: &str = "models/die_tour/3x3_max.toml";

#[test]
fn a_suffix_that_is_not_known_is_refused_before_the_work() {
    let folder = Folder::new();
    let cases: [(&[&str], &str, &str); 13] = [
        (&["solve", MAX, "--picture"], "tour.png", ".svg or a .txt file"),
        (&["solve", MAX, "--picture"], "tour", ".svg or a .txt file"),
        (&["render", MAX, "-o"], "tour.png", ".svg or a .txt file"),
        (&["render", MAX, "-o"], "tour.gif", "a replay is a .html file"),
        (&["render", "models/tatham_cube/source.toml", "-o"], "cube.png", "a .sav file"),
        (&["export", MAX, "-o"], "tour.sat", "no format has the suffix .sat; there are .lp, .mps, .fzn"),
        (&["export", MAX, "--format", "lp", "-o"], "tour.mps", "a file in the format lp is a .lp file"),
        (&["export", MAX, "--format", "fzn-std", "-o"], "tour.txt", "a file in the format fzn-std is a .fzn file"),
        (
            &["export", MAX, "--format", "tour", "-o"],
            "tour.lp",
            "no format `tour`; there are lp, mps, fzn, fzn-std, cnf, opb",
        ),
        (&["table", "die-path", "2x2", "-o"], "detours.txt", "a .json file"),
        (&["table", "die-path", "2x2", "--picture"], "detours.json", ".svg or a .txt file"),
        (&["table", "die-path", "2x2", "--picture"], "detours.html", ".svg or a .txt file"),
        (&["table", "tatham-cube", "2x2", "-o"], "cube.json", "a .table file"),
    ];
    for (args, name, known) in cases {
        let error = refused(&folder, &[args, &[&folder.path(name)]].concat());
        assert!(error.contains(known), "{args:?}: {error}");
        assert!(error.contains(name) || error.contains("`tour`"), "{args:?}: {error}");
    }
}

#[test]
fn a_suffix_that_is_known_gets_its_format() {
    let folder = Folder::new();
    let write = |args: &[&str], name: &str| {
        let (text, _) = printed(&[args, &[&folder.path(name)]].concat(), "", 0);
        (text, folder.read(name))
    };
    let (answer, text) = write(&["solve", MAX, "--picture"], "tour.txt");
    let (picture, mark) = text.trim_end().rsplit_once("\n\n").unwrap();
    assert!(picture.contains('┌') && answer.contains(picture) && mark == "drawn by tumble", "{text}");
    assert!(write(&["solve", MAX, "--picture"], "tour.SVG").1.starts_with("<svg"));
    assert!(write(&["export", MAX, "-o"], "tour.lp").1.contains("Subject To"));
    assert!(write(&["export", MAX, "-o"], "tour").1.contains("Subject To"));
    assert!(write(&["export", MAX, "-o"], "tour.mps").1.contains("ROWS"));
    assert!(write(&["export", MAX, "-o"], "tour.fzn").1.contains("gecode_circuit"));
    assert!(!write(&["export", MAX, "--format", "fzn-std", "-o"], "tour.fzn").1.contains("gecode"));
    assert!(write(&["export", MAX, "--format", "fzn", "-o"], "tour").1.contains("gecode_circuit"));
    assert!(write(&["table", "die-path", "2x2", "-o"], "detours.json").1.starts_with("{\"written_by\":\"tumble "));
    assert!(write(&["table", "die-path", "2x2", "--picture"], "detours.txt").1.contains("y=0"));
}

#[test]
fn a_dash_is_standard_output() {
    let (picture, _) = printed(&["render", MAX, "-o", "-"], "", 0);
    let (text, _) = printed(&["solve", MAX, "--picture", "-"], "", 0);
    let (solution, drawn) = text.split_at(text.rfind('┌').unwrap());
    assert!(solution.contains("total  37") && drawn.lines().count() == picture.lines().count(), "{text}");
    for args in [
        &["solve", MAX, "--picture", "-", "--format", "json"][..],
        &["table", "die-path", "2x2", "-o", "-", "--picture", "-"],
    ] {
        assert!(common::refused(args, "").contains("standard output"), "{args:?}");
    }
    assert!(!Path::new("-").exists());
}

/// A folder with a copy of a model.
fn with_model() -> Folder {
    let folder = Folder::new();
    folder.write("model.toml", common::shipped("die_tour/3x3_max"));
    folder
}

/// The error of a call that has to end with exit code 2, print nothing, and change no file.
fn refused(folder: &Folder, args: &[&str]) -> String {
    let state = || folder.names().into_iter().map(|name| (fs::read(folder.path(&name)).ok(), name)).collect::<Vec<_>>();
    let before = state();
    let error = common::refused(args, "");
    assert_eq!(state(), before, "{args:?}");
    error
}

#[test]
#[cfg(unix)]
fn what_a_command_reads_it_never_writes() {
    let folder = with_model();
    let (model, soft, hard) = (folder.path("model.toml"), folder.path("soft.txt"), folder.path("hard.txt"));
    std::os::unix::fs::symlink("model.toml", &soft).unwrap();
    fs::hard_link(&model, &hard).unwrap();
    let lp = folder.path("tour.lp");
    std::os::unix::fs::symlink("model.toml", &lp).unwrap();
    let result = folder.write("result.txt", json(&["solve", MAX, "--format", "json"], "", 0).to_string());
    for args in [
        &["solve", &model, "--picture", &soft][..],
        &["solve", &model, "--picture", &hard, "--force"],
        &["solve", &soft, "--picture", &soft],
        &["export", &model, "-o", &lp, "--force"],
        &["render", MAX, &result, "-o", &result, "--force"],
        &["render", &model, "-o", &hard, "-f"],
        &["table", "die-tour", &model, "--picture", &hard],
        &["compare", &model, "--backends", "search", "--picture", &soft, "--force"],
        &["compare", &model, "--backends", "search", "--output", &model],
        &["decode", MAX, &result, "--picture", &result, "--force"],
        &["decode", MAX, MAX, "--model-file", &result, "--picture", &result, "--force"],
    ] {
        let error = refused(&folder, args);
        assert!(error.contains("this command reads the file"), "{args:?}: {error}");
    }
    // A shell may have opened the file for the answer.
    let picture = folder.path("answer.txt");
    let (code, _, error) = by_shell(&format!("$0 solve {model} --picture {picture} >{picture}"));
    assert!(code == 2 && error.contains("two results would be written to this file"), "{error}");
}

/// What becomes of a line of a shell, in which `$0` is the program.
#[cfg(unix)]
fn by_shell(line: &str) -> common::Ran {
    let mut shell = std::process::Command::new("sh");
    let shell = shell.args(["-c", line]).arg(assert_cmd::cargo::cargo_bin!("tumble"));
    ran(shell.current_dir(root()).output().unwrap())
}

#[test]
fn what_tumble_did_not_write_it_replaces_only_if_it_is_told_to() {
    let folder = with_model();
    let small = "models/die_path/corner.toml";
    for (args, name) in [
        (&["solve", MAX, "--picture"][..], "tour.svg"),
        (&["solve", MAX, "--picture"], "tour.txt"),
        (&["solve", MAX, "--picture"], "tour.html"),
        (&["render", "models/sudoku_cube/seed.toml", "-o"], "cube.svg"),
        (&["render", "models/tatham_cube/source.toml", "-o"], "strip.txt"),
        (&["compare", small, "--backends", "search", "--picture"], "profile.svg"),
        (&["compare", small, "--backends", "search", "--picture"], "profile.txt"),
        (&["export", small, "-o"], "path"),
        (&["export", small, "-o"], "path.lp"),
        (&["export", small, "-o"], "path.mps"),
        (&["export", small, "-o"], "path.fzn"),
        (&["export", small, "-o"], "path.cnf"),
        (&["export", small, "-o"], "path.opb"),
        #[cfg(feature = "cp-sat")]
        (&["export", small, "-o"], "path.pb"),
        (&["table", "die-path", "2x2", "-o"], "path.json"),
        (&["table", "die-path", "2x2", "--picture"], "map.svg"),
        (&["table", "die-path", "2x2", "--picture"], "map.txt"),
        (&["table", "die-tour", MAX, "-o"], "tour.json"),
        (&["table", "cube-tray", "models/cube_tray/2x2_flip.toml", "-o"], "tray.json"),
        (&["table", "tatham-cube", "2x2", "-o"], "cube.table"),
        (&["table", "tatham-cube", "t1x2", "-o"], "tetrahedron.table"),
        (&["table", "tatham-cube", "o1x2", "-o"], "octahedron.table"),
        (&["sheet", small, "-o"], "sheet.html"),
        #[cfg(feature = "cadical")]
        (&["solve", MAX, "-e", "time-expanded", "--proof"], "proof.pbp"),
    ] {
        let path = folder.write(name, "the notes of a year\n");
        let args = [args, &[&path]].concat();
        let error = refused(&folder, &args);
        assert!(error.contains(name) && error.contains("--force"), "{error}");
        printed(&[&args[..], &["--force"]].concat(), "", 0);
        let written = fs::read(&path).unwrap();
        assert!(!written.starts_with(b"the notes"), "{name}");
        // Its own file is replaced, and so is an empty one.
        printed(&args, "", 0);
        folder.write(name, "");
        printed(&args, "", 0);
        assert!(!fs::read(&path).unwrap().is_empty(), "{name}");
    }
    // People edit model files.
    let path = folder.path("new.toml");
    let new = ["new", "die-tour", "-o", &path];
    printed(&new, "", 0);
    assert!(refused(&folder, &new).contains("already exists: --force replaces it"));
    printed(&["new", "die-tour", "-o", &path, "-f"], "", 0);
}

#[test]
fn a_path_that_cannot_be_written_is_refused_before_the_work() {
    let folder = with_model();
    fs::create_dir(folder.path("folder.svg")).unwrap();
    // The work would take hours.
    let long = folder.path("long.toml");
    printed(&["new", "die-tour", "--columns", "30", "-o", &long], "", 0);
    for (name, why) in [("nowhere/tour.svg", "there is no such folder"), ("folder.svg", "it is a folder")] {
        let path = folder.path(name);
        for args in [
            &["solve", &long, "--picture", &path][..],
            &["compare", &long, "--picture", &path],
            &["render", MAX, "-o", &path],
            &["table", "die-path", "600x600", "--picture", &path],
            &["decode", MAX, "tests/solutions/cplex.sol", "--picture", &path],
        ] {
            let error = refused(&folder, args);
            assert!(error.contains(name) && error.contains(why), "{args:?}: {error}");
        }
    }
    for args in [&["export", MAX, "-o"][..], &["new", "die-tour", "-o"], &["compare", &long, "--output"]] {
        let error = refused(&folder, &[args, &[&folder.path("nowhere/file")]].concat());
        assert!(error.contains("nowhere"), "{args:?}: {error}");
    }
}

/// As on a full disk: no file may be longer than a few blocks.
#[test]
#[cfg(unix)]
fn a_full_disk_leaves_what_was_there_and_nothing_else() {
    let folder = with_model();
    for (command, name) in [("export", "model.lp"), ("render", "model.html")] {
        let path = folder.path(name);
        for before in [None, Some("written by: tumble before")] {
            before.map(|text| folder.write(name, text));
            let names = folder.names();
            let call = format!("exec $0 {command} models/sudoku_cube/seed.toml -o {path}");
            let (code, _, error) = by_shell(&format!("trap '' XFSZ; ulimit -f 8; {call}"));
            assert!(code == 2 && error.contains(name) && error.contains("too large"), "{error}");
            assert_eq!(fs::read_to_string(&path).ok().as_deref(), before);
            assert_eq!(folder.names(), names, "nothing is left");
        }
    }
    let (_, error) = printed(&["export", MAX, "-o", "/dev/full"], "", 2);
    assert!(error.contains("/dev/full: No space left"), "{error}");
}

/// Two programs that write at once: the file is always one of theirs as a whole.
#[test]
fn two_writers_leave_one_whole_file() {
    let folder = with_model();
    let path = folder.path("model.lp");
    let args = |encoding| ["export", MAX, "-e", encoding, "-o", &path].map(str::to_owned);
    let expected =
        ["arc-flow", "time-expanded"].map(|encoding| printed(&["export", MAX, "-e", encoding, "-o", "-"], "", 0).0);
    std::thread::scope(|scope| {
        let writers = ["arc-flow", "time-expanded"].map(|encoding| {
            let args = args(encoding);
            scope.spawn(move || {
                let args: Vec<&str> = args.iter().map(String::as_str).collect();
                (0..8).for_each(|_| drop(printed(&args, "", 0)));
            })
        });
        while writers.iter().any(|writer| !writer.is_finished()) {
            if let Ok(text) = fs::read_to_string(&path) {
                assert!(expected.contains(&text), "a part of a file");
            }
        }
    });
    assert_eq!(folder.names(), ["model.lp", "model.toml"]);
}

#[test]
#[cfg(unix)]
fn links_permissions_and_descriptors_are_as_they_were() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = with_model();
    let (link, file) = (folder.path("link.lp"), folder.path("file.lp"));
    std::os::unix::fs::symlink("file.lp", &link).unwrap();
    printed(&["export", MAX, "-o", &link], "", 0);
    let mode = |path: &str| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&file), mode(&folder.write("plain", "")), "a new file is as any other");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o604)).unwrap();
    printed(&["export", "models/die_path/corner.toml", "-o", &link], "", 0);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(mode(&file), 0o604);
    assert!(fs::read_to_string(&file).unwrap().contains("die-path"));
    let (text, _) = printed(&["export", MAX, "-o", "/dev/stdout"], "", 0);
    assert_eq!(text, printed(&["export", MAX, "-o", "-"], "", 0).0);
    let both = folder.path("both");
    assert_eq!(by_shell(&format!("echo first >{both}; $0 export {MAX} -o /dev/stdout >>{both}")).0, 0);
    assert_eq!(folder.read("both"), format!("first\n{text}"));
    // What is printed beside it does not overwrite it.
    let piped = folder.path("piped");
    for target in [format!("- >{both}"), format!("/dev/stdout >{piped}")] {
        assert_eq!(by_shell(&format!("$0 table tatham-cube 2x2 -o {target}")).0, 0);
    }
    assert_eq!(fs::read(&both).unwrap(), fs::read(&piped).unwrap());
}

#[test]
fn a_picture_without_a_solution_shows_the_model_and_says_so() {
    let folder = with_model();
    let path = folder.path("board.svg");
    let infeasible = "models/die_tour/3x3_infeasible.toml";
    for args in
        [&["solve", infeasible, "--picture", &path][..], &["solve", infeasible, "--json-stream", "--picture", &path]]
    {
        let (_, error) = printed(args, "", 1);
        assert!(error.contains("board.svg: without a solution, the picture shows the model alone"), "{error}");
        assert!(fs::read_to_string(&path).unwrap().starts_with("<svg"));
        fs::remove_file(&path).unwrap();
    }
    assert!(!printed(&["solve", MAX, "--picture", &path], "", 0).1.contains("picture"));
}

#[test]
fn a_picture_of_a_list_shows_all_solutions_or_says_how_many() {
    let folder = with_model();
    let drawn = |name: &str, args: &[&str]| {
        let path = folder.path(name);
        let (_, error) = printed(&[&["solve", "--all", "--picture", &path], args].concat(), "", 0);
        (fs::read_to_string(&path).unwrap(), error)
    };
    // The picture of README.
    let (two, error) = drawn("two.svg", &["models/labeled_board/two_cycles.toml"]);
    assert_eq!(two, fs::read_to_string("docs/pictures/two_cycles.svg").unwrap(), "docs/pictures/two_cycles.svg");
    assert!(!error.contains("picture"), "{error}");
    let (layouts, error) = drawn("layouts.svg", &["models/sudoku_cube/two_layouts.toml"]);
    assert!(layouts.contains("solved 1") && layouts.contains("solved 2"), "{layouts}");
    assert!(!error.contains("picture"), "{error}");
    let any = common::corner(4, 4, "any", "");
    let (_, error) = printed(&["solve", "--all", "-", "--picture", &folder.path("many.svg")], &any, 0);
    assert!(error.contains("many.svg: the picture shows the first 24 of 52 solutions"), "{error}");
    let (text, error) = drawn("tray.txt", &["models/cube_tray/wildcards.toml"]);
    assert_eq!(text.matches("the cube that was rolled").count(), 8, "{text}");
    assert!(!error.contains("picture"), "{error}");
    // A replay shows one solution, and a tray takes a board for each roll.
    for (name, model) in
        [("two.html", "models/labeled_board/two_cycles.toml"), ("tray.svg", "models/cube_tray/wildcards.toml")]
    {
        let (_, error) = drawn(name, &[model]);
        assert!(error.contains(&format!("{name}: the picture shows the first of ")), "{error}");
    }
}

/// The exit code and the error of a call whose standard output nobody reads.
#[cfg(unix)]
fn unread(args: &[&str]) -> (i32, String) {
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut command = std::process::Command::new(assert_cmd::cargo::cargo_bin!("tumble"));
    let (code, _, error) = ran(command.current_dir(root()).args(args).stdout(writer).output().unwrap());
    (code, error)
}

#[test]
#[cfg(unix)]
fn files_are_written_even_if_nobody_reads_the_answer() {
    let folder = with_model();
    let infeasible = "models/die_tour/3x3_infeasible.toml";
    let decoded = ["decode", "tests/solutions/2x2.toml", "tests/solutions/cplex.sol"];
    let decoded = [&decoded[..], &["--model-file", "tests/solutions/2x2.lp", "--picture"]].concat();
    for (args, name, code) in [
        (&["solve", MAX, "--picture"][..], "tour.html", 0),
        (&["solve", MAX, "--picture"], "tour.svg", 0),
        (&["solve", MAX, "--format", "json", "--picture"], "json.txt", 0),
        (&["solve", MAX, "--json-stream", "--picture"], "stream.svg", 0),
        (&["solve", infeasible, "--picture"], "none.svg", 1),
        #[cfg(feature = "cadical")]
        (&["solve", infeasible, "-e", "time-expanded", "--proof"], "none.pbp", 1),
        (&decoded, "decoded.svg", 0),
        (&["compare", MAX, "--backends", "search", "--picture"], "profile.svg", 0),
        (&["table", "die-path", "2x2", "--picture", "-", "-o"], "path.json", 0),
        (&["table", "die-path", "2x2", "--picture"], "map.svg", 0),
    ] {
        let path = folder.path(name);
        let (found, error) = unread(&[args, &[&path]].concat());
        assert!(Path::new(&path).exists(), "{name}: {error}");
        assert_eq!(found, code, "{name}: {error}");
    }
}

/// A picture that cannot be written does not take the answer along.
#[test]
#[cfg(target_os = "linux")]
fn an_answer_is_printed_even_if_its_picture_cannot_be_written() {
    let folder = with_model();
    let full = folder.path("full.svg");
    std::os::unix::fs::symlink("/dev/full", &full).unwrap();
    for args in [&["solve", MAX, "--picture", &full][..], &["table", "die-path", "2x2", "--picture", &full]] {
        let (text, error) = printed(args, "", 2);
        assert!(!text.is_empty() && error.contains("No space left"), "{text}{error}");
    }
}

#[test]
fn a_picture_that_a_table_does_not_have_is_refused_before_the_work() {
    let folder = with_model();
    let (table, picture) = (folder.path("cube.table"), folder.path("cube.svg"));
    // The work would end at the limit.
    let limit = ["--memory-limit", "1M"];
    let error =
        refused(&folder, &[&["table", "tatham-cube", "4x4", "-o", &table, "--picture", &picture], &limit[..]].concat());
    assert!(error.contains("--picture: a table of tatham-cube has no numbers by cell"), "{error}");
}
