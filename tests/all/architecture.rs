//! Laws of ARCHITECTURE.md that can be checked in the sources: modules depend on each other in one direction (law 1; from crate to crate
//! Cargo sees to it), and rules use nothing of what they check (law 4).

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::common::{crates_in, files_in, root};
use tumble::backend::REGISTRY;
use tumble::registry::Registry;

/// The crates with several modules for each of which this file says what it may use.
const WITH_MODULES: [&str; 3] = ["solver/model/src", "puzzles/src", "pipeline/src"];

/// The sources of each crate of the library.
fn crates() -> Vec<PathBuf> {
    let core =
        ["", "cli", "pipeline", "puzzles", "rolling", "solver", "web/player"].map(|name| root().join(name)).into_iter();
    let wings = ["cli", "puzzles", "solver"].into_iter().flat_map(crates_in);
    core.chain(wings).map(|folder| folder.join("src")).collect()
}

/// Each module and the modules of its crate that it may use.
const MAY_USE: &[(&str, &[&str])] = &[
    ("control", &[]),
    ("model", &["control"]),
    ("text", &[]),
    ("names", &[]),
    ("conflict", &[]),
    ("lower", &["control", "model", "names"]),
    ("session", &["control", "model"]),
    ("lp", &["control", "model", "session"]),
    ("geometry", &[]),
    ("instance", &["geometry"]),
    ("render", &["geometry"]),
    ("search", &[]),
    ("puzzle", &["geometry", "instance", "render", "search"]),
    ("registry", &["instance", "puzzle"]),
    ("file", &[]),
    ("verify", &[]),
    ("report", &["verify"]),
    ("solve", &["report", "verify"]),
];

/// The modules of `tumble-model` that `tumble-puzzles` names by `crate::` too.
const FROM_BELOW: &[&str] = &["control", "model", "names", "session", "text"];

/// The modules that a source file names by `crate::module`.
fn modules_used(text: &str) -> BTreeSet<&str> {
    let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let after = code.flat_map(|line| line.split("crate::").skip(1));
    after.map(|rest| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap()).collect()
}

fn module_of(path: &Path, src: &Path) -> String {
    let first = path.strip_prefix(src).unwrap().components().next().unwrap().as_os_str().to_str().unwrap();
    first.trim_end_matches(".rs").to_owned()
}

#[test]
fn modules_depend_in_one_direction() {
    let mut seen = BTreeSet::new();
    for name in WITH_MODULES {
        let src = root().join(name);
        let below = if name == "puzzles/src" { FROM_BELOW } else { &[] };
        for path in sources(&src) {
            let module = module_of(&path, &src);
            if module == "lib" {
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            let Some((_, allowed)) = MAY_USE.iter().find(|(name, _)| *name == module) else {
                panic!("{module} is a new module: say in this test and in ARCHITECTURE.md what it may use");
            };
            for used in modules_used(&text) {
                let is_allowed = used == module || allowed.contains(&used) || below.contains(&used);
                assert!(is_allowed, "{} uses {used}", path.display());
            }
            seen.insert(module);
        }
    }
    assert_eq!(seen.len(), MAY_USE.len(), "every module of the list exists");
}

/// The packages that a build with these features takes, over these edges: one line each, with name, version and features.
fn packages(features: &str, edges: &str) -> String {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let args = "tree --package tumble --locked --offline --no-default-features --prefix none";
    let mut command = std::process::Command::new(cargo);
    let command = command.args(args.split(' ')).args(["--features", features, "--edges", edges, "--format", "{p} {f}"]);
    let output = command.current_dir(root()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_library_alone_needs_nothing_of_the_command_line_and_no_solver() {
    let packages = packages("", "normal");
    let names: BTreeSet<&str> = packages.lines().filter_map(|line| line.split(' ').next()).collect();
    assert!(names.contains("serde"), "{packages}");
    for name in [
        "base64",
        "clap",
        "comfy-table",
        "csv",
        "ctrlc",
        "indicatif",
        "good_lp",
        "highs",
        "html-escape",
        "libloading",
        "postcard",
        "prost",
        "pumpkin-core",
        "rustsat",
        "rustsat-cadical",
        "signal-hook",
        "sysinfo",
    ] {
        assert!(!names.contains(name), "{name} is a dependency of the library alone:\n{packages}");
    }
    // Errors are laid out by miette, but nothing in the library queries the terminal.
    for name in ["anstream", "backtrace", "supports-color", "terminal_size"] {
        assert!(!names.contains(name), "{name} is a dependency of the library alone:\n{packages}");
    }
}

#[test]
fn the_build_with_the_solvers_in_rust_compiles_no_other_language() {
    let packages = packages("cli,microlp,pumpkin", "normal,build");
    let names: BTreeSet<&str> = packages.lines().filter_map(|line| line.split(' ').next()).collect();
    assert!(names.contains("microlp") && names.contains("pumpkin-core"), "{packages}");
    for name in ["bindgen", "cc", "cmake", "pkg-config"] {
        assert!(!names.contains(name), "{name} is used by the build with the solvers in Rust:\n{packages}");
    }
}

/// The files and folders of a folder, `mod.rs` left out, each with those beside it that it uses: by paths from `super` or from `crate`,
/// wherever they are written, and by the names that `mod.rs` imports from them.
fn neighbours_used(folder: &Path, src: &Path) -> BTreeMap<String, BTreeSet<String>> {
    let name = |path: &Path| path.file_stem().unwrap().to_str().unwrap().to_owned();
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let is_place = |path: &PathBuf| !["mod", "main", "lib"].contains(&&*name(path)) && !is_of_tests(&name(path));
    let places: Vec<PathBuf> = entries.filter(is_place).collect();
    let names: BTreeSet<String> = places.iter().map(|path| name(path)).collect();
    let origins = std::fs::read_to_string(folder.join(if folder == src { "lib.rs" } else { "mod.rs" }))
        .map(|text| origins(&code(&text)))
        .unwrap_or_default();
    let used_by = |place: &PathBuf| {
        let files = if place.is_dir() { sources(place) } else { vec![place.clone()] };
        let used = files.iter().flat_map(|file| names_in(file, folder, src));
        let used = used.map(|name| origins.get(&name).cloned().unwrap_or(name));
        let own = name(place);
        (own.clone(), used.filter(|used| *used != own && names.contains(used)).collect())
    };
    places.iter().map(used_by).collect()
}

/// What a file names of the module of a folder above it.
fn names_in(file: &Path, folder: &Path, src: &Path) -> BTreeSet<String> {
    let text = code(&std::fs::read_to_string(file).unwrap());
    // `super::super::` is not the `super::` that it ends in.
    let text = (1..8).rev().fold(text, |text, up| text.replace(&"super::".repeat(up), &format!("up_{up}::")));
    let depth = file.strip_prefix(folder).unwrap().components().count() - usize::from(file.ends_with("mod.rs"));
    let modules = folder.strip_prefix(src).unwrap().iter().map(|module| format!("{}::", module.to_str().unwrap()));
    let from_root = format!("crate::{}", modules.collect::<String>());
    let names = [format!("up_{depth}::"), from_root]
        .map(|path| names_after(&text, &path).into_iter().map(str::to_owned).collect::<BTreeSet<String>>());
    names.into_iter().flatten().collect()
}

/// The folders under a folder, itself included.
fn folders(dir: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().path());
    let inner = entries.filter(|path| path.is_dir()).flat_map(|path| folders(&path));
    std::iter::once(dir.to_owned()).chain(inner).collect()
}

/// The files and folders of a folder depend on each other without cycles: removing those that no other one uses, again and again, removes
/// all. A `mod.rs` names the files of its folder, and is left out.
fn cycle(folder: &Path, src: &Path) -> Option<BTreeMap<String, BTreeSet<String>>> {
    let mut left = neighbours_used(folder, src);
    while !left.is_empty() {
        let used: BTreeSet<String> = left.values().flatten().cloned().collect();
        let before = left.len();
        left.retain(|name, _| used.contains(name));
        if left.len() == before {
            return Some(left);
        }
    }
    None
}

#[test]
fn files_of_a_folder_depend_in_one_direction() {
    let mut arrows = 0;
    for src in crates() {
        let folders = folders(&src);
        let used = folders.iter().flat_map(|folder| neighbours_used(folder, &src).into_values());
        arrows += used.map(|used| used.len()).sum::<usize>();
        let cycles: Vec<_> = folders.iter().filter_map(|folder| Some((folder, cycle(folder, &src)?))).collect();
        assert!(cycles.is_empty(), "{cycles:#?}");
    }
    assert!(arrows > 500, "{arrows}");
}

#[test]
fn cycles_of_files_are_found_whatever_the_paths_look_like() {
    for (a, b, is_cycle) in [
        ("use super::b::B;", "use super::a::A;", true),
        ("use super::b::B;", "fn f() {\n    super::a::f();\n}", true),
        ("use super::b::B;", "use crate::room::{self, a::A};", true),
        ("use super::{b::B, c};", "use crate::room::FromA;", true),
        ("use super::b::B;", "use super::super::a::A;", false),
        ("use super::b::B;", "// use super::a::A;\n#[cfg(test)]\nmod tests {\n    use super::a::A;\n}", false),
    ] {
        let src = tempfile::tempdir().unwrap();
        let room = src.path().join("room");
        for (path, text) in
            [("mod.rs", "mod a;\nmod b;\npub use a::FromA;\n"), ("a.rs", a), ("b/mod.rs", "mod c;"), ("b/c.rs", "")]
        {
            std::fs::create_dir_all(room.join(path).parent().unwrap()).unwrap();
            std::fs::write(room.join(path), text).unwrap();
        }
        // In a folder, `super` is that folder.
        std::fs::write(room.join("b/c.rs"), b.replace("super::", "super::super::")).unwrap();
        assert_eq!(cycle(&room, src.path()).is_some(), is_cycle, "{a} {b}");
    }
}

#[test]
fn files_are_short_or_say_why_they_are_not() {
    for path in crates().into_iter().flat_map(|src| files_in(&src)) {
        let text = std::fs::read_to_string(&path).unwrap();
        let head: String = text.lines().take_while(|line| line.starts_with("//!")).collect();
        assert!(text.lines().count() <= 600 || head.contains("Longer than"), "{}", path.display());
    }
}

/// Files of programs that name a control without limits, each with the reason.
const UNLIMITED: [(&str, &str); 2] = [
    ("solver/model/src/control/limits.rs", "it defines the request without limits, for tests and examples"),
    ("research/rolling_cycles/src/main.rs", "its runs are for days, and a signal ends the program"),
];

#[test]
fn whatever_takes_longer_than_a_moment_gets_the_limits_of_its_run() {
    let others = ["python", "research/rolling_cycles", "web/wasm"].map(|name| root().join(name).join("src"));
    for path in crates().into_iter().chain(others).flat_map(|src| sources(&src)) {
        let is_listed = UNLIMITED.iter().any(|(file, _)| path.ends_with(file));
        let is_named = code(&std::fs::read_to_string(&path).unwrap()).contains("::unlimited()");
        assert_eq!(is_named, is_listed, "{}", path.display());
    }
}

#[test]
fn the_command_line_knows_no_puzzle() {
    let names: Vec<&str> = Registry::built_in().puzzles().map(|puzzle| puzzle.name).collect();
    for path in crates_in("cli").iter().chain([&root().join("cli/src")]).flat_map(|folder| sources(folder)) {
        let text = std::fs::read_to_string(&path).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap();
        // Doc comments of arguments are help texts, and are looked at.
        let is_code = |line: &&str| !line.trim_start().starts_with("//") || line.trim_start().starts_with("///");
        let code: String = code.lines().filter(is_code).collect();
        for name in &names {
            let is_named = [name.to_string(), name.replace('-', "_")].iter().any(|name| code.contains(name.as_str()));
            assert!(!is_named, "{} names {name}", path.display());
        }
    }
}

#[test]
fn puzzles_never_name_a_backend_and_backends_never_a_puzzle() {
    let names = |room: &str, words: &[String]| {
        for path in files_in(&root().join(room)) {
            let text = std::fs::read_to_string(&path).unwrap();
            let code: String = text.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
            for word in words {
                assert!(!code.contains(word.as_str()), "{} says {word}", path.display());
            }
        }
    };
    let backends: Vec<String> = REGISTRY.iter().map(|backend| format!("\"{}\"", backend.name)).collect();
    let puzzles = Registry::built_in();
    let puzzles = puzzles.puzzles().flat_map(|puzzle| [puzzle.name.to_owned(), puzzle.name.replace('-', "_")]);
    let puzzles: Vec<String> = puzzles.collect();
    names("puzzles", &backends);
    for room in [
        "pipeline",
        "puzzles/src/geometry",
        "puzzles/src/puzzle",
        "puzzles/src/render",
        "puzzles/src/search",
        "rolling",
        "solver",
    ] {
        names(room, &puzzles);
    }
}

#[test]
fn only_the_command_line_prints_or_exits() {
    let cli = root().join("cli");
    let below = crates().into_iter().flat_map(|src| files_in(&src)).filter(|path| !path.starts_with(&cli));
    for path in below {
        let text = std::fs::read_to_string(&path).unwrap();
        for word in ["println!", "eprintln!", "print!(", "process::exit"] {
            assert!(!text.contains(word), "{} says {word}", path.display());
        }
    }
}

/// The shared items of `puzzle` that rules may use.
const RULES_MAY_SHARE: &[&str] = &["read_letters", "MovesError", "After", "Start", "solid"];

/// The files in a folder and its folders, without those of unit tests.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let has_tests = |path: &PathBuf| path.file_stem().is_some_and(|stem| is_of_tests(&stem.to_string_lossy()));
    files_in(folder).into_iter().filter(|path| !has_tests(path)).collect()
}

fn is_of_tests(module: &str) -> bool {
    module == "tests" || module.ends_with("_tests")
}

/// The source without its comments and its unit tests.
fn code(text: &str) -> String {
    let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
    text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// The names that directly follow a prefix such as `super::`: one, or those of a list in braces.
fn names_after<'a>(code: &'a str, prefix: &str) -> BTreeSet<&'a str> {
    fn name(text: &str) -> &str {
        let end = text.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '*').unwrap_or(text.len());
        &text[..end]
    }
    let mut names = BTreeSet::new();
    for (at, _) in code.match_indices(prefix) {
        let rest = &code[at + prefix.len()..];
        let Some(list) = rest.strip_prefix('{') else {
            names.insert(name(rest));
            continue;
        };
        let mut depth = 0;
        let mut item = 0;
        for (i, c) in list.char_indices() {
            match c {
                '{' => depth += 1,
                '}' if depth > 0 => depth -= 1,
                ',' | '}' if depth == 0 => {
                    names.insert(name(list[item..i].trim_start()));
                    item = i + 1;
                    if c == '}' {
                        break;
                    }
                }
                _ => {}
            }
        }
    }
    names.remove("");
    names
}

/// Maps each name that a `mod.rs` imports from its modules to the module.
fn origins(module: &str) -> BTreeMap<String, String> {
    let mut origins = BTreeMap::new();
    for statement in module.split(';').map(str::trim_start) {
        let Some(path) = statement.strip_prefix("pub use ").or_else(|| statement.strip_prefix("use ")) else {
            continue;
        };
        let Some((module, _)) = path.split_once("::") else { continue };
        for name in names_after(path, &format!("{module}::")) {
            origins.insert(name.to_owned(), module.to_owned());
        }
    }
    origins
}

/// The modules that a puzzle's rules use without permission; `module` is the `lib.rs` beside them.
fn forbidden(rules: &str, module: &str, allowed: &[&str]) -> Vec<String> {
    let (rules, origins) = (code(rules), origins(&code(module)));
    let origin = |name: &str| origins.get(name).map_or(name, String::as_str).to_owned();
    let siblings = ["super::", "crate::"].into_iter().flat_map(|above| names_after(&rules, above)).map(origin);
    let siblings = siblings.filter(|module| !allowed.contains(&module.as_str()));
    let shared = names_after(&rules, "tumble_puzzles::puzzle::").into_iter();
    let shared = shared.filter(|name| !RULES_MAY_SHARE.contains(name));
    // `instance` has the words of model files.
    let modules = names_after(&rules, "tumble_puzzles::").into_iter();
    let modules = modules.filter(|module| !["geometry", "instance", "puzzle"].contains(module));
    let others = ["tumble_model::", "tumble_rolling::"].into_iter().flat_map(|other| names_after(&rules, other));
    let modules = modules.chain(others);
    siblings.chain(shared.chain(modules).map(str::to_owned)).collect()
}

/// What only searches and encodings have.
const OF_METHODS: &[&str] =
    &["Encoding", "Formulation", "Horizons", "Model", "PathStates", "Request", "Search", "Searched", "Verdict"];

/// What a file has that only searches and encodings have.
fn of_methods(text: &str) -> Vec<&'static str> {
    let code = code(text);
    let words: BTreeSet<&str> = code.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
    OF_METHODS.iter().copied().filter(|name| words.contains(name)).collect()
}

#[test]
fn rules_use_nothing_of_search_or_encodings() {
    let mut with_rules = BTreeSet::new();
    for folder in crates_in("puzzles") {
        let path = folder.join("src/rules.rs");
        let puzzle = folder.file_name().unwrap().to_str().unwrap().to_owned();
        let read = |file: &str| std::fs::read_to_string(path.with_file_name(file)).unwrap();
        let rules = read("rules.rs");
        // Their head names what they use: `instance.rs`.
        let head: Vec<&str> =
            rules.lines().take_while(|line| line.starts_with("//!")).flat_map(|line| line.split('`')).collect();
        let allowed: Vec<&str> = head.iter().filter_map(|name| name.strip_suffix(".rs")).collect();
        assert!(!allowed.is_empty(), "the head of the rules of {puzzle} names what they use");
        for used in &allowed {
            let of_methods = of_methods(&read(&format!("{used}.rs")));
            assert!(of_methods.is_empty(), "the rules of {puzzle} use {used}.rs, which has {of_methods:?}");
        }
        let searches = path.parent().unwrap().join("search");
        let searches = if searches.is_dir() { sources(&searches) } else { vec![path.with_file_name("search.rs")] };
        let is_found = |path: &PathBuf| !of_methods(&std::fs::read_to_string(path).unwrap()).is_empty();
        assert!(searches.iter().any(is_found), "the search of {puzzle} is not known for one");
        let found = forbidden(&rules, &read("lib.rs"), &allowed);
        assert!(found.is_empty(), "the rules of {puzzle} use {found:?}");
        with_rules.insert(puzzle);
    }
    assert_eq!(with_rules.len(), Registry::built_in().puzzles().count(), "every puzzle has rules");
}

#[test]
fn rules_that_use_the_search_are_found() {
    let module =
        "mod search;\npub use instance::{Piece, Puzzle};\npub use search::{\n    Shared,\n    Steps as Rolls,\n};\n";
    let found = |rules: &str| forbidden(rules, module, &["instance"]);
    for fine in [
        "use super::Puzzle;",
        "use super::{Piece, Puzzle};",
        "// use super::search::roll;\nuse super::instance::Piece;\nuse tumble_puzzles::puzzle::solid::Solid;",
        "use super::Puzzle;\n#[cfg(test)]\nmod tests {\n    use super::search::roll;\n}",
    ] {
        assert!(found(fine).is_empty(), "{fine}");
    }
    for (bad, what) in [
        ("use super::search::roll;", "search"),
        ("use super::search;", "search"),
        ("use super::*;", "*"),
        ("use super::{Puzzle, Shared};", "search"),
        ("use super::{\n    instance::{Piece, Puzzle},\n    search::roll,\n};", "search"),
        ("fn f() {\n    super::search::roll()\n}", "search"),
        ("use tumble_puzzles::puzzle::walk::Walk;", "walk"),
        ("use tumble_puzzles::puzzle::{MovesError, encoding::Encoding};", "encoding"),
        ("use crate::search::shortest_path;", "search"),
        ("use tumble_puzzles::{geometry::Cell, search::Space};", "search"),
        ("use tumble_rolling::State;", "State"),
        ("use tumble_model::model::Model;", "model"),
    ] {
        assert_eq!(found(bad), [what], "{bad}");
    }
}
