//! Names that the command line takes, the errors that it prints, and what shells complete.

use crate::common;
use assert_cmd::Command;
use tumble::registry::Registry;
use tumble::solve::Method;
use tumble::{backend, format};

const MAX: &str = "models/die_tour/3x3_max.toml";

/// Standard error of a call that ends with this exit code.
fn error(args: &[&str], code: i32) -> String {
    common::printed(args, "", code).1
}

#[test]
fn all_errors_look_alike() {
    for args in [
        &["solve", MAX, "--frobnicate"][..],
        &["solve", MAX, "--time-limit", "soon"],
        &["solve", MAX, "--backend", "gurobi"],
        &["solve", "nowhere.toml"],
        &["solve", "tests/bad_input/unknown_key.toml"],
        &["check", MAX, "--moves", "X"],
    ] {
        let plain = error(args, 2);
        assert!(plain.starts_with("error: "), "{args:?}: {plain}");
        let colored = |color: bool| {
            let mut command = Command::cargo_bin("tumble").unwrap();
            let command = command.current_dir(env!("CARGO_MANIFEST_DIR")).env_remove("NO_COLOR").args(args);
            let command = if color { command.env("CLICOLOR_FORCE", "1") } else { command };
            String::from_utf8(command.output().unwrap().stderr).unwrap()
        };
        assert_eq!(colored(false), plain, "no colours off a terminal");
        assert!(colored(true).starts_with("\x1b[1m\x1b[31merror:\x1b[0m "), "{:?}", colored(true));
    }
}

/// A hint has the first moves of the solution, and nothing tells the others.
#[test]
fn a_hint_gives_the_first_moves_and_no_more() {
    let hint = |model: &str, moves: &str| common::printed(&["solve", "--hint", moves, model], "", 0);
    let (tour, board) = ("models/die_tour/3x3_any_start_max.toml", "models/die_path/two_dice.toml");
    let die = "start  [0, 0] with top 4, north 1, east 2";
    for (model, moves, told) in [
        ("c4x4:C461,3", "0", "c4x4:C461,3: optimal 9\nlength 9\n".to_owned()),
        ("c4x4:C461,3", "3", "c4x4:C461,3: optimal 9\nlength 9\nmoves  SSS…\n".to_owned()),
        ("c4x4:C461,3", "9", "c4x4:C461,3: optimal 9\nlength 9\nmoves  SSSNWWNNW\n".to_owned()),
        (tour, "0", format!("{tour}: optimal 42\nlength 8\n")),
        (tour, "2", format!("{tour}: optimal 42\nlength 8\n{die}\nmoves  NN…\n")),
        (board, "2", format!("{board}: optimal 12\nlength 12\nmoves  2S 2W …\n")),
    ] {
        assert_eq!(hint(model, moves), (told, String::new()), "{model} {moves}");
    }
    let far = "models/die_path/far.toml";
    let (told, note) = hint(far, "2");
    assert_eq!(told, format!("{far}: optimal 2000000000\n"));
    assert!(note.contains("no list of moves"), "{note}");
    let told_more = ["--format=json", "--json-stream", "--all", "--brief", "--log", "--picture=-", "--proof=x.pbp"];
    for option in told_more {
        assert!(error(&["solve", "--hint", "1", option, MAX], 2).contains("cannot be used with"), "{option}");
    }
}

#[test]
fn json_is_asked_for_by_a_format() {
    for command in [&["solve", MAX][..], &["count", MAX], &["check", MAX, "--moves", "N"], &["explain", MAX]] {
        let told = error(&[command, &["--json"]].concat(), 2);
        let words = ["unexpected argument '--json'", "a similar argument exists: '--format json'"];
        assert!(words.iter().all(|words| told.contains(words)), "{told}");
    }
    let told = error(&["export", MAX, "--json"], 2);
    assert!(!told.contains("--format json"), "{told}");
    // It is no option that is offered.
    let offered = common::printed(&["completions", "fish"], "", 0).0;
    assert!(offered.contains("-l json-stream") && !offered.lines().any(|line| line.ends_with("-l json")));
}

#[test]
fn a_wrong_id_is_underlined() {
    for args in [
        &["solve", "c4x4:C4G1,3"][..],
        &["count", "c4x4:C4G1,3"],
        &["export", "c4x4:C4G1,3", "-o", "-"],
        &["render", "c4x4:C4G1,3", "-o", "-"],
        &["check", "c4x4:C4G1,3", "--moves", "E"],
    ] {
        let shown = [
            "error: `G` is not a hexadecimal digit",
            "   ╭────",
            " 1 │ c4x4:C4G1,3",
            "   ·        ┬",
            "   ·        ╰── here",
            "   ╰────",
            "  help: an id is written like c4x4:C461,3\n",
        ];
        assert_eq!(error(args, 2), shown.join("\n"));
    }
}

#[cfg(feature = "cbc")]
#[test]
fn all_leaves_out_the_backends_that_cannot_serve() {
    let two_dice = "models/die_path/two_dice.toml";
    let (text, note) = common::printed(&["solve", two_dice, "--backend", "all", "--format", "json"], "", 0);
    assert!(note.contains("highs is left out: no encoding fits") && note.contains("cbc is left out"), "{note}");
    assert_eq!(text.lines().count(), 1);
    let note = error(&["solve", two_dice, "--cross-check"], 0);
    assert!(note.contains("not cross-checked"), "{note}");
    let open = "models/labeled_board/source.toml";
    let note = error(&["solve", open, "--backend", "all", "--encoding", "cp-circuit"], 0);
    assert!(note.contains("highs is left out: encoding cp-circuit does not fit this instance: the board"), "{note}");
    assert!(error(&["solve", open, "--backend", "highs", "--encoding", "cp-circuit"], 2).contains("does not fit"));
    let all = ["solve", open, "--backend", "all", "--encoding", "euler-flow", "--format", "json"];
    assert_eq!(common::json_lines(&all, "", 0).len(), Method::available().len());
}

#[cfg(feature = "cbc")]
#[test]
fn of_several_backends_those_that_cannot_serve_are_left_out() {
    let two_dice = "models/die_path/two_dice.toml";
    let (text, note) = common::printed(&["solve", two_dice, "-b", "search,highs", "--format", "json"], "", 0);
    assert!(text.lines().count() == 1 && note.contains("highs is left out: no encoding fits"), "{note}");
    assert!(error(&["solve", two_dice, "-b", "highs"], 2).contains("no encoding"));
    assert!(error(&["solve", two_dice, "-b", "highs,cbc"], 2).contains("no encoding"));
    // One that takes no such option is left out too, unless no other one takes it.
    for race in [&[][..], &["--race"]] {
        let args =
            [&["solve", MAX, "-b", "highs,cbc", "--option", "mip_rel_gap=0", "-q", "--format", "json"], race].concat();
        let (text, note) = common::printed(&args, "", 0);
        assert!(text.lines().count() == 1 && text.contains("\"backend\":\"highs\""), "{text}");
        assert!(note.contains("cbc is left out: ") && note.contains("mip_rel_gap=0"), "{note}");
        let none = [&["solve", MAX, "-b", "highs,cbc", "--option", "no_such_option=1", "-q"], race].concat();
        let message = error(&none, 2);
        assert!(message.matches("error: ").count() == 2 && !message.contains("left out"), "{message}");
    }
    let (text, note) =
        common::printed(&["solve", MAX, "--method", "lp-frontier", "-b", "highs,cbc", "--format", "json"], "", 0);
    assert!(text.lines().count() == 1 && note.contains("left out: cbc does not give the duals"), "{note}");
}

#[test]
fn an_answer_that_took_no_solver_says_so() {
    let (text, _) = common::printed(&["solve", "models/cube_tray/2x2_flip.toml", "--backend", "highs"], "", 1);
    let last = text.lines().last().unwrap();
    assert!(last.starts_with("by highs ") && last.ends_with(", no solver was needed"), "{text}");
    assert!(text.contains("settled while the model was built"), "{text}");
}

/// What bash offers after these words.
fn completed(words: &[&str]) -> Vec<String> {
    let (script, _) = common::printed(&["completions", "bash"], "", 0);
    let before = words[words.len() - 1];
    let ask = format!(
        "COMP_WORDS=({} ''); COMP_CWORD={}; _tumble tumble '' {before}; echo \"${{COMPREPLY[@]}}\"",
        words.join(" "),
        words.len()
    );
    let output = std::process::Command::new("bash").args(["-c", &format!("{script}\n{ask}")]).output().unwrap();
    let offered = String::from_utf8(output.stdout).unwrap();
    offered.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn shells_offer_names_and_not_files() {
    let backends: Vec<&str> = backend::REGISTRY.iter().map(|entry| entry.name).collect();
    assert!(backends.contains(&"highs") && backends.contains(&"external:glpsol"), "{backends:?}");
    assert_eq!(completed(&["tumble", "count", "-b"]), [&["search"], &backends[..]].concat());
    assert_eq!(completed(&["tumble", "solve", "--backend"]), [&["search"], &backends[..], &["all"]].concat());
    let formats: Vec<&str> = format::REGISTRY.iter().map(|entry| entry.name).collect();
    assert_eq!(completed(&["tumble", "export", "--format"]), formats);
    for command in ["solve", "export"] {
        let encodings = completed(&["tumble", command, "--encoding"]);
        for name in ["arc-flow", "time-indexed", "face-digit-plus+parity"] {
            assert!(encodings.iter().any(|offered| offered == name), "{name}: {encodings:?}");
        }
        assert!(!encodings.iter().any(|offered| offered == "Cargo.toml"), "{encodings:?}");
        let lowerings = ["all-different=assignment", "circuit=flow", "circuit=mtz", "circuit=order", "table=support"];
        assert_eq!(completed(&["tumble", command, "--lowering"]), lowerings);
    }
    assert!(completed(&["tumble", "schema"]).contains(&"die-tour".to_owned()));
}

#[test]
fn every_spelling_of_an_encoding_is_taken_and_the_canonical_one_is_reported() {
    let path = "models/die_path/other_class.toml";
    let result = common::json(&["solve", "-b", "highs", "-e", "time-indexed", "--format", "json", path], "", 0);
    assert_eq!(result["encoding"], "time-expanded");
    for command in [&["solve", "-b", "highs"][..], &["export", "-o", "-"]] {
        let error = error(&[command, &["-e", "time-expandet", path]].concat(), 2);
        assert!(error.contains("has no encoding `time-expandet`") && error.contains("did you mean"), "{error}");
    }
}

#[test]
fn the_common_schema_tells_puzzles_apart() {
    let schema = common::json(&["schema"], "", 0);
    for branch in schema["oneOf"].as_array().unwrap() {
        let name = branch["$id"].as_str().unwrap().strip_prefix("tumble:").unwrap();
        assert_eq!(branch["properties"]["puzzle"]["const"], name);
    }
}

#[cfg(feature = "cbc")]
#[test]
fn a_method_is_named_or_chosen() {
    let solve = |args: &[&str]| common::json(&[&["solve", MAX, "--format", "json"][..], args].concat(), "", 0);
    for (args, method, backend, encoding) in [
        (&[][..], "search", "search", None),
        (&["--method", "search"], "search", "search", None),
        (&["--method", "model"], "model", "highs", Some("time-expanded")),
        (&["--method", "model", "--backend", "cbc"], "model", "cbc", Some("time-expanded")),
        (&["--encoding", "edge-cuts"], "model", "highs", Some("edge-cuts")),
        (&["--method", "lp-frontier"], "lp-frontier", "highs", None),
        (&["--method", "lp-frontier", "--backend", "highs"], "lp-frontier", "highs", None),
    ] {
        let result = solve(args);
        assert_eq!((&result["method"], &result["backend"]), (&method.into(), &backend.into()), "{args:?}");
        assert_eq!(result["encoding"].as_str(), encoding, "{args:?}");
        assert_eq!(result["objective"], 37, "{args:?}");
    }
    let result = solve(&["--method", "lp-frontier"]);
    // On so small a board the proof needs no good bound.
    assert!((37.0..44.0).contains(&result["stats"]["root_bound"].as_f64().unwrap()), "{result}");
    assert!(result["stats"]["cuts"].as_u64().unwrap() > 0);
}

#[test]
fn the_methods_are_listed() {
    let methods = common::json(&["list", "methods", "--format", "json"], "", 0);
    let names: Vec<&str> = methods.as_array().unwrap().iter().map(|row| row["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["search", "model", "lp-frontier"]);
}

#[test]
fn bounds_of_a_search_for_a_minimum_come_from_below() {
    let min = "models/die_tour/4x4_min.toml";
    let events = common::json_lines(&["solve", min, "--method", "lp-frontier", "--json-stream"], "", 0);
    let bounds = events.iter().filter(|event| event["event"] == "bound");
    let bounds: Vec<f64> = bounds.map(|event| event["bound"].as_f64().unwrap()).collect();
    assert!(!bounds.is_empty() && bounds.iter().all(|bound| (16.0..=47.0).contains(bound)), "{bounds:?}");
}

#[cfg(feature = "cbc")]
#[test]
fn calls_that_cannot_be_answered_are_refused_with_the_reason() {
    let (total, two_dice) = ("models/die_tour/3x3_total_34.toml", "models/die_path/two_dice.toml");
    let open = "models/labeled_board/open_start.toml";
    common::refuse(&[
        // A method that cannot be.
        (&["solve", MAX, "--method", "lp-frontir"], "lp-frontier"),
        (&["solve", MAX, "--method", "lp-frontier", "--encoding", "arc-flow"], "arc-flow"),
        (&["solve", MAX, "--method", "lp-frontier", "--lowering", "circuit=mtz"], "circuit=mtz"),
        (&["solve", MAX, "--method", "lp-frontier", "--backend", "cbc"], "duals"),
        (&["solve", MAX, "--method", "lp-frontier", "--all"], "lp-frontier"),
        (&["solve", MAX, "--method", "search", "--backend", "highs"], "backend"),
        (&["solve", MAX, "--method", "model", "--backend", "search"], "solver"),
        (&["solve", total, "--method", "lp-frontier"], "does not fit"),
        (&["solve", "models/die_path/maze.toml", "--method", "lp-frontier"], "die-path has no method"),
        // A name that is nearly right.
        (&["solve", MAX, "--backend", "hihgs"], "no backend `hihgs`; did you mean `highs`?"),
        (&["solve", MAX, "--backend", "search,glpsol"], "did you mean `external:glpsol`?"),
        (&["count", MAX, "--backend", "cp_sat"], "did you mean `cp-sat`?"),
        (&["compare", MAX, "--backends", "highs,cbcc"], "did you mean `cbc`?"),
        (&["compare", MAX, "--encodings", "arc-flaw"], "did you mean `arc-flow`?"),
        (&["compare", MAX, "--methods", "serach"], "did you mean `search`?"),
        (&["solve", MAX, "--backend", "highs", "--lowering", "circuit=mzt"], "did you mean `mtz`?"),
        (&["export", MAX, "--format", "mpss", "-o", "-"], "did you mean `mps`?"),
        (&["schema", "die-tuor"], "did you mean `die-tour`?"),
        // Where no backend can solve, the reason of a solver is given.
        (&["solve", total, "-b", "all", "--method", "lp-frontier"], "best sum, not a given one"),
        (&["solve", two_dice, "-b", "all", "--method", "model"], "solved by direct search"),
        (&["solve", open, "-b", "search,cbc", "--method", "model", "-e", "cp-circuit"], "free cells"),
        (&["solve", two_dice, "-b", "search", "-e", "time-expanded"], "direct search takes no encoding"),
        (&["count", "models/die_path/gates.toml", "-b", "all"], "no backend `all`"),
        // An amount of memory is a number with a unit.
        (&["solve", MAX, "--memory-limit", "8"], "without a unit"),
        (&["count", MAX, "--memory-limit", "512"], "as in 512M or 1.5G"),
        (&["compare", MAX, "--memory-limit", "8"], "without a unit"),
        (&["solve", MAX, "--memory-limit", "8X"], "not a size"),
        (&["solve", MAX, "--memory-limit", "lots"], "not a size"),
        (&["solve", MAX, "--memory-limit", "0"], "no memory"),
        (&["solve", MAX, "--memory-limit", "1.5.5G"], "not a size"),
        (&["solve", MAX, "--memory-limit", "99999999T"], "machine"),
    ]);
    common::printed(&["count", MAX, "--memory-limit", "1073741824"], "", 0);
    // What the command line asks is for the backends that the file names, all though they are.
    let text = format!("{}\n[solve]\nbackend = \"all\"\n", common::shipped("labeled_board/open_start"));
    let (_, message) = common::printed(&["solve", "-", "-e", "cp-circuit"], &text, 2);
    assert!(message.contains("direct search takes no encoding cp-circuit"), "{message}");
}

#[test]
fn a_negative_number_is_refused_as_a_value_and_not_as_an_option() {
    for (args, why) in [
        (&["solve", MAX, "--time-limit", "-5"][..], "'--time-limit <TIME>'"),
        (&["solve", MAX, "--time-limit", "-5s"], "'--time-limit <TIME>'"),
        (&["solve", MAX, "--memory-limit", "-5G"], "'--memory-limit <SIZE>'"),
        (&["solve", MAX, "--threads", "-2"], "-2 is not in 1..=64"),
        (&["solve", MAX, "--seed", "-1"], "'--seed <"),
        (&["new", "die-tour", "--count", "-1", "-o", "x"], "'--count <N>'"),
    ] {
        let error = error(args, 2);
        assert!(error.contains(why) && !error.contains("tip:"), "{args:?}: {error}");
    }
}

#[test]
fn what_an_option_of_new_needs_are_options_of_its_puzzle() {
    for puzzle in Registry::built_in().puzzles() {
        let is_known = |needed: &str| puzzle.new_options.iter().any(|option| format!("--{}", option.name) == needed);
        for option in puzzle.new_options.iter().filter(|option| !option.needs.is_empty()) {
            let mut needed = option.needs.split(" and ").flat_map(|any| any.split(" or "));
            assert!(needed.all(is_known), "{}: {option:?}", puzzle.name);
        }
    }
}
