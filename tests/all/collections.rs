//! Collections of many elements: about as many as a byte and half a word count. Each model is solved as if what does not matter were not there,
//! or refused with the place and the limit.

use crate::common;

const COUNTS: [usize; 5] = [255, 256, 257, 300, 65_537];
/// The tops of a die that rolls to the east from 1 on top, 2 to the north, 3 to the east.
const TOPS: [i64; 4] = [1, 4, 6, 3];

/// Letters that nothing else in these files has, in their order.
fn letters(count: usize) -> Vec<char> {
    let letters: Vec<char> = ('\u{4e00}'..=char::MAX).filter(|letter| letter.is_alphabetic()).take(count).collect();
    assert_eq!(letters.len(), count);
    letters
}

/// The top face after so many rolls to the east.
fn top(rolls: usize) -> i64 {
    TOPS[rolls % 4]
}

/// The optimum of a search.
fn best(text: &str) -> Option<i64> {
    common::optimum(&common::problem(text))
}

/// Two rows with a wall between them: the one below is played on, the one above is out of reach.
fn apart(below: &str, above: &[char]) -> String {
    let width = above.len().max(below.split(' ').count());
    let row = |words: Vec<String>| {
        words.into_iter().chain(std::iter::repeat("#".into())).take(width).collect::<Vec<_>>().join(" ")
    };
    let above = above.iter().map(char::to_string).collect();
    format!("{}\n{}\n{}", row(above), row(Vec::new()), row(below.split(' ').map(Into::into).collect()))
}

/// A block maze whose last letter matters.
fn maze(size: &str, map: &str, tables: &str, goal: &str) -> String {
    format!(
        "puzzle = \"block-maze\"\nsize = {size}\n[board]\nmap = \"\"\"\n{map}\n\"\"\"\n{tables}\n[start]\ncell = [0, 0]\n[goal]\n{goal}\n"
    )
}

#[test]
fn the_last_of_many_switches_opens_its_bridge() {
    for count in COUNTS {
        let all = letters(count);
        let (last, others) = all.split_last().unwrap();
        let others_do = others.iter().map(|letter| format!("\"{letter}\" = {{ press = \"soft\" }}"));
        let tables = others_do.collect::<Vec<_>>().join("\n");
        let tables = format!(
            "bridges = {{ a = \"closed\" }}\n[switches]\n{tables}\n\"{last}\" = {{ press = \"soft\", opens = [\"a\"] }}"
        );
        let map = apart(&format!(". {last} a ."), others);
        assert_eq!(best(&maze("[1, 1, 1]", &map, &tables, "cell = [3, 0]")), Some(3), "{count}");
        // The other way round: of all switches only the first, which is out of reach, opens it.
        let wrong = tables.replace(", opens = [\"a\"]", "").replacen("\"soft\"", "\"soft\", opens = [\"a\"]", 1);
        assert_eq!(best(&maze("[1, 1, 1]", &map, &wrong, "cell = [3, 0]")), None, "{count}");
    }
}

#[test]
fn the_last_of_many_splitters_puts_the_cubes_where_it_says() {
    for count in COUNTS {
        let all = letters(count);
        let (last, others) = all.split_last().unwrap();
        let others_to = others.iter().map(|letter| format!("\"{letter}\" = {{ to = [[0, 0], [2, 0]] }}\n"));
        let tables = format!("[splitters]\n{}\"{last}\" = {{ to = [[5, 0], [8, 0]] }}", others_to.collect::<String>());
        let map = apart(&format!(". . . {last} # . . . . #"), others);
        // Two tips onto the splitter, and two of the first cube.
        assert_eq!(best(&maze("[1, 1, 2]", &map, &tables, "cell = [7, 0]\nsize = [2, 1, 1]")), Some(4), "{count}");
    }
}

#[test]
fn more_bridges_kinds_of_cubes_dice_and_labels_than_their_limits_are_refused() {
    let refused = |text: &str, words: &[&str]| {
        let (_, error) = common::printed(&["solve", "-"], text, 2);
        assert!(words.iter().all(|word| error.contains(word)), "{error}");
    };
    for count in COUNTS {
        let all = letters(count);
        let bridges: Vec<String> = all.iter().map(|letter| format!("\"{letter}\" = \"open\"")).collect();
        let tables = format!("bridges = {{ {} }}", bridges.join(", "));
        let text = maze("[1, 1, 1]", &apart(". . .", &all), &tables, "cell = [2, 0]");
        refused(&text, &[&format!("there are {count} bridges; the limit is 20")]);
        let kind = |i: usize| {
            format!(
                "[cubes.k{i}.faces]\ntop = \"A\"\nbottom = \"A\"\nnorth = \"A\"\nsouth = \"A\"\neast = \"A\"\nwest = \"A\"\n"
            )
        };
        let kinds: String = (0..count).map(kind).collect();
        let text = format!("puzzle = \"cube-tray\"\n[start]\nmap = \"A _\"\n[goal]\nmap = \"_ A\"\n{kinds}");
        refused(&text, &[&format!("these cubes have {count} poses together; the limit is 64")]);
        let text = format!("puzzle = \"die-path\"\n[board]\ncolumns = 9\nrows = 9\n{}", "[[dice]]\n".repeat(count));
        refused(&text, &["start cell"]);
        let labels = (1..count).map(|rolls| top(rolls).to_string()).collect::<Vec<_>>().join(" ");
        let board = format!("puzzle = \"labeled-board\"\n[board]\nmap = \"{labels}\"\n[start]\ncell = [0, 0]");
        if count > 1024 {
            refused(&board, &["1024"]);
        }
        let order = vec!["[1, 0]"; count].join(", ");
        refused(
            &format!("puzzle = \"labeled-board\"\n[board]\nmap = \"1 2 3\"\norder = [{order}]\n[start]\ncell = [0, 0]"),
            &["once only"],
        );
    }
    refused("puzzle = \"cube-tray\"\ncubes = {}\n[start]\nmap = \"_\"\n[goal]\nmap = \"_\"\n", &["at least one kind"]);
}

#[test]
fn walls_labels_and_weights_may_be_many() {
    let ends = |goal: usize| {
        format!("[start]\ncell = [0, 0]\ndie = {{ top = 1, north = 2, east = 3 }}\n[goal]\ncell = [{goal}, 0]\n")
    };
    for count in COUNTS {
        let never = vec!["6"; count].join(", ");
        let board = "[board]\ncolumns = 3\nrows = 2\n[path]\n";
        let once = best(&format!("puzzle = \"die-path\"\n{board}never = [6]\n{}", ends(2)));
        assert_eq!(best(&format!("puzzle = \"die-path\"\n{board}never = [{never}]\n{}", ends(2))), once);
        let walled = apart(". . . .", &vec!['#'; count]);
        let text = format!("puzzle = \"die-path\"\n[board]\nmap = \"\"\"\n{walled}\n\"\"\"\n{}", ends(3));
        assert_eq!(best(&text), Some(3));
        let labels: Vec<String> = (0..=count).map(|rolls| top(rolls).to_string()).collect();
        let text = format!("puzzle = \"die-path\"\n[board]\nmap = \"{}\"\n{}", labels.join(" "), ends(count));
        assert_eq!(best(&text), Some(i64::try_from(count).unwrap()));
        // The last label is one that the die does not show there.
        let text = format!("{text}\n").replacen(&format!(" {}\"\n", top(count)), " 2\"\n", 1);
        assert_eq!(best(&text), None);
        let weight = |i: usize| i64::try_from(i % 9).unwrap();
        let weights = (0..=count).map(|i| weight(i).to_string()).collect::<Vec<_>>().join(" ");
        let board = format!("[board]\ncolumns = {}\nrows = 1\nweights = \"{weights}\"\n", count + 1);
        let text = format!("puzzle = \"die-path\"\nobjective = \"min-tops\"\n{board}{}", ends(count));
        assert_eq!(best(&text), Some((0..=count).map(|i| weight(i) * top(i)).sum()));
    }
}

#[test]
fn tours_of_long_strips_have_the_sum_of_their_tops() {
    for count in COUNTS {
        assert_eq!(best(&common::corner(count, 1, "max", "")), Some((0..count).map(top).sum()), "{count}");
    }
}

#[test]
fn ways_with_many_choices_are_made_one_by_one() {
    // Three tips lead from each row to the next: to the north, or onto a splitter on either side, which puts the cubes there.
    let all = letters(30);
    let row = |letter: &char| format!("{letter} . . {letter}");
    let map = [". . . .".into()].into_iter().chain(all.iter().rev().map(row)).collect::<Vec<_>>().join("\n");
    let splitter = |(letter, y): (&char, usize)| format!("\"{letter}\" = {{ to = [[1, {y}], [2, {y}]] }}\n");
    let tables = format!("[splitters]\n{}", all.iter().zip(1..).map(splitter).collect::<String>());
    let text = maze("[2, 1, 1]", &map, &tables, "cell = [1, 30]").replace("cell = [0, 0]", "cell = [1, 0]");
    let limits = ["--memory-limit", "200M", "--time-limit", "60s"];
    let (out, _) = common::printed(&[&["solve", "-q", "-"][..], &limits].concat(), &text, 0);
    assert!(out.contains("optimal 30"), "{out}");
    let (out, _) = common::printed(&[&["solve", "-q", "-", "--solutions", "3"][..], &limits].concat(), &text, 0);
    assert!(out.contains("optimal 30"), "{out}");
}

#[test]
fn sizes_beyond_all_limits_are_refused() {
    let far = 1_i64 << 51;
    let plane = format!(
        "puzzle = \"die-path\"\n[start]\ncell = [-{far}, -{far}]\ndie = {{ top = 1, north = 2, east = 3 }}\n[goal]\ncell = [{far}, {far}]\n"
    );
    for (encoding, words) in [("state-flow", "would need up to"), ("time-expanded", "would need ")] {
        let file = ["export", "-", "--encoding", encoding, "--output", "-", "--format", "lp"];
        let (_, error) = common::printed(&file, &plane, 2);
        assert!(error.contains(words) && error.contains("the limit is 3000000"), "{error}");
    }
    let longest = u64::MAX.to_string();
    for (model, encoding) in [
        ("block_maze/bridges", "time-expanded"),
        ("block_maze/islands", "time-expanded"),
        ("cube_tray/2x3_flip", "time-indexed"),
        ("tatham_cube/source", "time-indexed"),
        ("die_path/blocked", "time-expanded"),
    ] {
        let model = format!("models/{model}.toml");
        let file = ["export", &model, "--encoding", encoding, "--horizon", &longest, "--output", "-", "--format", "lp"];
        let (_, error) = common::printed(&file, "", 2);
        assert!(error.contains("the limit is 3000000"), "{error}");
    }
    let (_, error) = common::printed(&["compare", "models/die_tour/3x3_max.toml", "--seeds", "4000000000"], "", 2);
    assert!(error.contains("more than 1000000 runs"), "{error}");
}

#[test]
fn a_comparison_leaves_out_models_that_are_too_large() {
    let text = common::corner(3000, 1, "max", "");
    let (tables, notes) = common::printed(&["compare", "-", "--encodings", "time-expanded"], &text, 0);
    for said in [tables, notes] {
        assert!(said.contains("is left out: encoding time-expanded would need up to"), "{said}");
    }
}
