//! The rules of each puzzle: what they say of moves, and of solutions with one field changed.
//!
//! Longer than other files: it is a list of how rules are broken.

use serde_json::{Value, json};

use tumble::instance::Document;
use tumble::puzzle::{Instance, MovesError};
use tumble::registry::Registry;

fn instance(model: &str) -> Box<dyn Instance> {
    instance_of(model, &[])
}

/// The instance with these options of its puzzle.
fn instance_of(model: &str, options: &[&'static str]) -> Box<dyn Instance> {
    let document = Document::new("model.toml", model);
    let choices = options.iter().map(|&option| (option, String::new())).collect();
    let puzzle = Registry::built_in().puzzle_of(&document).unwrap();
    (puzzle.read)(&document, &choices).unwrap()
}

/// What the rules say of moves: the solution, or how they break a rule, or after a question mark why they cannot be read.
fn solution(instance: &dyn Instance, moves: &str, start: Option<&str>) -> Result<Value, String> {
    instance.solution_of_moves(moves, start).map_err(|error| match error {
        MovesError::Breach(breach) => breach.to_string(),
        MovesError::Unreadable(why) => format!("? {why}"),
    })
}

/// What the rules say of a solution: the value of its objective, or how it breaks them.
fn verdict(instance: &dyn Instance, solution: &Value) -> Result<Option<i64>, String> {
    instance.parse(solution).unwrap().verify().map_err(|breach| breach.to_string())
}

/// An instance with a solution.
struct Solved {
    instance: Box<dyn Instance>,
    solution: Value,
}

impl Solved {
    /// The moves are a solution, whose objective has this value.
    #[track_caller]
    fn new(model: &str, moves: &str, start: Option<&str>, objective: Option<i64>) -> Self {
        let instance = instance(model);
        let solution = solution(&*instance, moves, start).unwrap();
        assert_eq!(verdict(&*instance, &solution), Ok(objective));
        Self { instance, solution }
    }

    /// The moves break the rules in this way.
    #[track_caller]
    fn breaks(&self, moves: &str, start: Option<&str>, breach: &str) -> &Self {
        assert_eq!(solution(&*self.instance, moves, start), Err(breach.to_owned()), "{moves} {start:?}");
        self
    }

    /// The solution breaks the rules in this way once the value at a JSON pointer is another one.
    #[track_caller]
    fn refuses(&self, pointer: &str, value: Value, breach: &str) -> &Self {
        let mut solution = self.solution.clone();
        *solution.pointer_mut(pointer).unwrap() = value;
        assert_eq!(verdict(&*self.instance, &solution), Err(breach.to_owned()), "{pointer}");
        self
    }
}

macro_rules! model {
    ($name:literal) => {
        include_str!(concat!("../../models/", $name, ".toml"))
    };
}

#[test]
fn die_tours() {
    let start = Some("0,0 top=1 north=2 east=3");
    Solved::new(model!("die_tour/3x3_max"), "NNEESSWN", None, Some(37))
        .breaks("NNEESSWN", Some("1,0"), "the tour starts on [1, 0], but the model requires [0, 0]")
        .breaks("NNX", None, "? move 3 is `X`, not one of N, E, S, W")
        .breaks("NNN", None, "roll 3 (N) from [0, 2] leaves the board or enters a blocked cell")
        .breaks("NNEES", None, "3 of 9 free cells are not visited, the first is [1, 0]")
        .breaks("NNS", None, "roll 3 (S) enters [0, 1] a second time")
        .breaks("NNEESSWNN", None, "there are 9 moves where 8 are needed")
        .refuses(
            "/start/die",
            json!({ "top": 1, "north": 3, "east": 5 }),
            "the die starts with top 1, north 3, east 5, which the model does not allow",
        )
        .refuses("/moves", json!("NNxE"), "move 3 is `x`, not one of N, E, S, W")
        .refuses("/cells/3", json!([1, 1]), "visit 4 is listed on [1, 1], but it is on [1, 2]")
        .refuses("/cells", json!([[0, 0]]), "1 cells are listed for 9 visits")
        .refuses("/tops", json!([1, 5]), "2 top faces are listed for 9 visits")
        .refuses("/tops/8", json!(6), "visit 9 is listed with 6 on top, but it shows 5")
        .refuses("/total", json!(36), "the total is given as 36, but it is 37");
    Solved::new(model!("die_tour/4x4_closed"), "NENWNEEESWSESWWW", None, Some(68))
        .breaks("NENWNEEESWSESWW", None, "there are 15 moves where 16 are needed")
        .breaks("NENWNEEESWSESWWN", None, "the last roll ends on [1, 1], not on the start [0, 0]")
        .breaks(
            "NNNEEESWWSEESWWW",
            None,
            "back on the start the die shows top 2, north 4, east 6; it started with top 1, north 2, east 3",
        );
    let any = "puzzle = \"die-tour\"\nobjective = \"any\"\n[board]\ncolumns = 3\nrows = 3\n[start]\nhandedness = \"left\"\n[tour]\ntotal = 37\n";
    Solved::new(any, "NNEESSWN", start, None)
        .breaks(
            "NNEESSWN",
            None,
            "? the model leaves the start cell open: give --start; write it like \"0,0 top=1 north=2 east=3\"",
        )
        .breaks("NNEESSWN", Some("5,0 top=1 north=2 east=3"), "the start [5, 0] is not a free cell of the board")
        .breaks("NNEESSWN", Some("0,0 top=1 north=2 east=4"), "? the model allows no such die at the start")
        .breaks("NNEESSWN", Some("0,0 top=1 north=3 east=5"), "the total is 30, but the model requires 37")
        .breaks("ENWNEESS", start, "the total is 27, but the model requires 37")
        .breaks("EENNWWSE", start, "the total is 36, but the model requires 37");
}

#[test]
fn block_mazes() {
    Solved::new(model!("block_maze/islands"), "ESSENWSSSEEESE", None, Some(14))
        .breaks("EX", None, "? move 2 is `X`, not one of N, E, S, W")
        .breaks("EN", None, "tip 2 (N) covers [1, 8], which is blocked or not on the board")
        .breaks("W", None, "tip 1 (W) covers [-2, 7], which is blocked or not on the board")
        .breaks("EE", None, "at the end the box is on [3, 7] as 1 × 1 × 2, but the model requires [8, 1] as 1 × 1 × 2")
        .breaks("", Some("0,7"), "? the model fixes the start: leave out --start")
        .refuses("/moves", json!("Ex"), "move 2 is `x`, not one of N, E, S, W")
        .refuses("/length", json!(13), "the length is given as 13, but there are 14 moves");
    Solved::new(model!("block_maze/upright"), "NESWSENNWNNWWSEES", None, Some(17)).breaks(
        "",
        None,
        "at the end the box is on [2, 3] as 3 × 1 × 1, but the model requires [2, 2] as 1 × 1 × 3",
    );
}

#[test]
fn labeled_boards() {
    let text = model!("labeled_board/source");
    Solved::new(text, "ESENEESSWWWWN", None, Some(13))
        .breaks("ESENEESSWWWWN", Some("1,2"), "the trail starts on [1, 2], but the model requires [0, 2]")
        .breaks("N", None, "roll 1 (N) from [0, 2] leaves the board or enters a blocked cell")
        .breaks("EE", None, "7 of 9 labeled cells are not visited, the first is [2, 0]")
        .breaks("ESENEESSWWWW", None, "1 of 9 labeled cells are not visited, the first is [0, 1]")
        .breaks("", None, "8 of 9 labeled cells are not visited, the first is [2, 0]")
        .breaks("EW", None, "roll 2 (W) enters the labeled cell [0, 2] a second time")
        .breaks("S", None, "roll 1 (S) enters [0, 1], which is labeled 5, with 6 on top")
        .breaks("X", None, "? move 1 is `X`, not one of N, E, S, W")
        .refuses(
            "/start/die",
            json!({ "top": 2, "north": 3, "east": 1 }),
            "the die starts with top 2, north 3, east 1, which the model does not allow",
        )
        .refuses("/start/cell", json!([1, 2]), "the trail starts on [1, 2], but the model requires [0, 2]")
        .refuses("/moves", json!("EsEN"), "move 2 is `s`, not one of N, E, S, W")
        .refuses("/length", json!(12), "the length is given as 12, but it is 13")
        .refuses("/tops", json!([2, 4]), "2 top faces are listed for 14 visits")
        .refuses("/tops/2", json!(5), "visit 3 is listed with 5 on top, but it shows 6");
    Solved::new(model!("labeled_board/goal"), "ESENEESSWWWWNSE", None, Some(15))
        .breaks("ESENEESSWWWWN", None, "the trail ends on [0, 1], not on the goal [1, 0]")
        .breaks("ESENEESSWWWWNSES", None, "roll 16 (S) from [1, 0] leaves the board or enters a blocked cell");
    let goal = format!("{text}[goal]\ncell = [0, 1]\ndie = {{ top = 5, north = 6 }}\n");
    assert_eq!(
        solution(&*instance(&goal), "ESENEESSWWWWN", None),
        Err("the trail ends with top 5, north 4, east 1, which the goal does not allow".into())
    );
}

#[test]
fn labeled_boards_with_open_starts_and_closed_trails() {
    let open = Solved::new(model!("labeled_board/open_start"), "ESENEESSWWWWN", Some("0,2 top=2 north=6"), Some(13));
    open.breaks("E", Some("0,3 top=2 north=6"), "the start [0, 3] is blocked or not on the board")
        .breaks("E", Some("0,2 top=1 north=2"), "the start [0, 2] is labeled 2, but the die shows 1")
        .breaks(
            "E",
            None,
            "? the model leaves the start cell open: give --start; write it like \"0,0 top=1 north=2 east=3\"",
        );
    open.refuses("/start/cell", json!([1, 0]), "roll 1 (E) enters [2, 0], which is labeled 3, with 4 on top");
    Solved::new(model!("labeled_board/full_cycle"), "SSSWNWSWWWNNESENNWWNNESENEEESWWSSENE", None, Some(36))
        .breaks("SSSWNWSWWWNNESENNWWNNESENEEESWWSSEN", None, "the last roll ends on [4, 3], not on the start [5, 3]")
        .breaks(
            "SSSWNWSWWWNNESENNWWNNESENEEESWWSSENEW",
            None,
            "roll 36 (E) enters the labeled cell [5, 3] a second time",
        )
        .breaks("", None, "35 of 36 labeled cells are not visited, the first is [0, 0]");
    let pair = "puzzle = \"labeled-board\"\n[board]\nmap = \"\"\"\n1 .\n. .\n\"\"\"\n[start]\ncell = [0, 1]\n[tour]\nclosed = true\nrestore-orientation = true\n";
    Solved::new(pair, "EW", Some("top=1 north=2"), Some(2))
        .breaks("", Some("top=1 north=2"), "a closed trail needs rolls")
        .breaks("E", Some("top=1 north=2"), "the last roll ends on [1, 1], not on the start [0, 1]")
        .breaks("EWSN", Some("top=1 north=2"), "roll 2 (W) enters the labeled cell [0, 1] a second time")
        .breaks("ESWN", Some("top=1 north=2"), "roll 4 (N) enters [0, 1], which is labeled 1, with 3 on top");
}

/// A path on the plane from an orientation that the model leaves open.
fn open_path(columns: i64) -> String {
    let ends = format!(
        "[start]\ncell = [0, 0]\ndie = {{ top = 1 }}\n[goal]\ncell = [{columns}, 0]\ndie = {{ top = 1, north = 2 }}\n"
    );
    format!("puzzle = \"die-path\"\n{ends}")
}

#[test]
fn die_paths() {
    Solved::new(model!("die_path/corner"), "ENEESWWW", None, Some(8))
        .breaks("E4NE", None, "the path ends on [2, 4], not on the goal [0, 0]")
        .breaks("9N", None, "run 1 (N) leaves the board or enters a blocked cell after [0, 5]")
        .breaks(
            "EW",
            None,
            "on the goal cell [0, 0] the die shows top 1, north 2, east 3, which the goal does not allow",
        )
        .breaks("E", None, "the path ends on [1, 0], not on the goal [0, 0]")
        .breaks("EX", None, "? run 2 is `X`, not one of N, E, S, W")
        .breaks("1E2", None, "? `2` at the end has no letter")
        .breaks("99999999999999999999E", None, "? `99999999999999999999` is too large a number of rolls")
        .breaks("9223372036854775807E W", None, "? too many rolls")
        .breaks("ENEESWWW", Some("top=1"), "? the model fixes the start: leave out --start")
        .refuses("/runs/1", json!(["X", 1]), "run 2 is `X`, not one of N, E, S, W")
        .refuses("/runs/1", json!(["1N", 1]), "run 2 is `1N`, not one of N, E, S, W")
        .refuses("/runs/1", json!(["", 1]), "run 2 is ``, not one of N, E, S, W")
        .refuses("/runs/1", json!(["N", 0]), "run 2 has 0 rolls")
        .refuses("/runs/1", json!(["N", 5]), "the path ends on [0, 4], not on the goal [0, 0]")
        .refuses("/length", json!(7), "the length is given as 7, but it is 8")
        .refuses("/moves", json!("ENEESWW"), "the moves do not match the runs")
        .refuses("/moves", json!("E N E E S W W W"), "the moves do not match the runs")
        .refuses("/moves", Value::Null, "the moves do not match the runs");
}

#[test]
fn paths_of_two_dice() {
    Solved::new(model!("die_path/two_dice"), "2S 2W 1E 1E 1E 2S 2W 2W 1W 1N 1E 1N", None, Some(12))
        .breaks("N", None, "? run 1 is `N`, not the number of a die and one of N, E, S, W")
        .breaks("3N", None, "? run 1 is `3N`, not the number of a die and one of N, E, S, W")
        .breaks("1E 1E 1E 1N 1N", None, "run 2 (1N) rolls into the other die on [3, 2]")
        .breaks("2W 2W 2W 2S 2S", None, "run 2 (2S) rolls into the other die on [0, 0]")
        .breaks("1E 1E 1E 2S 2S", None, "run 2 (2S) rolls into the other die on [3, 0]")
        .breaks("1E 1N", None, "run 2 (1N) leaves the board or enters a blocked cell after [1, 0]")
        .refuses("/runs/0", json!(["S", 1]), "run 1 is `S`, not the number of a die and one of N, E, S, W")
        .refuses("/moves", json!("2S"), "the moves do not match the runs");
    let open = model!("die_path/two_dice").replace("die = { top = 1, north = 2, east = 3 }", "die = { top = 1 }");
    let open = Solved::new(&open, "2S 2W 1E 1E 1E 2S 2W 2W 1W 1N 1E 1N", None, Some(12));
    open.refuses("/starts", json!([open.solution["starts"][0]]), "the path states 1 starts, of 2 dice")
        .refuses(
            "/starts/1/cell",
            json!([0, 0]),
            "the path starts on [0, 0] with top 1, north 2, east 4, which the model does not allow",
        )
        .breaks("1E", Some("top=1"), "? --start has 1 parts, for 2 dice: put a semicolon between them");
}

#[test]
fn paths_from_open_starts() {
    // Stated twice, each time for the one die.
    let one = Solved::new(&open_path(4), "4E", None, Some(4));
    let mut twice = one.solution.clone();
    twice["starts"] = json!([twice["start"]]);
    assert_eq!(verdict(&*one.instance, &twice), Err("the path states 1 starts, of 1 dice".into()));
    one.breaks(
        "4E",
        Some("top=1"),
        "? the start leaves 4 orientations open: give --start; write it like \"0,0 top=1 north=2 east=3\"",
    )
    .breaks(
        "4E",
        Some("1,0 top=1 north=2"),
        "the path starts on [1, 0] with top 1, north 2, east 4, which the model does not allow",
    )
    .breaks(
        "4E",
        Some("top=1 north=3"),
        "on the goal cell [4, 0] the die shows top 1, north 3, east 2, which the goal does not allow",
    )
    .breaks("4E", Some("top=1; top=1"), "? --start has 2 parts, for 1 dice: put a semicolon between them")
    .refuses(
        "/start/cell",
        json!([0, 1]),
        "the path starts on [0, 1] with top 1, north 2, east 4, which the model does not allow",
    )
    .refuses(
        "/start/die",
        json!({ "top": 2, "north": 1, "east": 4 }),
        "the path starts on [0, 0] with top 2, north 1, east 4, which the model does not allow",
    )
    .refuses(
        "/start/die",
        json!({ "top": 1, "north": 2, "east": 3 }),
        "the path starts on [0, 0] with top 1, north 2, east 3, which the model does not allow",
    );
}

#[test]
fn paths_of_many_rolls() {
    let longest = Solved::new(&open_path(10_000), "10000E", None, Some(10_000));
    longest.refuses("/moves", Value::Null, "the moves do not match the runs");
    let far = Solved::new(&open_path(40_000), "40000E", None, Some(40_000));
    far.refuses("/moves", json!("E".repeat(40_000)), "the moves do not match the runs");
    assert_eq!(far.solution["moves"], Value::Null);
    far.breaks("39999E", None, "the path ends on [39999, 0], not on the goal [40000, 0]")
        .breaks("9223372036854775807E E", None, "? too many rolls")
        .refuses("/moves", json!("E"), "the moves do not match the runs");
    far.breaks("9223372036854775807N N 9223372036854775807S", None, "? too many rolls");
    far.refuses(
        "/runs",
        json!([["N", i64::MAX], ["S", i64::MAX]]),
        "the length is given as 40000, but it is 9223372036854775807",
    );
    far.refuses(
        "/runs",
        json!([["E", i64::MAX], ["E", 1]]),
        "run 2 (E) leaves the board or enters a blocked cell after [9223372036854775807, 0]",
    );
}

#[test]
fn cube_trays() {
    Solved::new(model!("cube_tray/oriented"), "SWNEESWSENWSENNWWS", None, Some(18))
        .breaks("X", None, "? move 1 is `X`, not one of N, E, S, W")
        .breaks("N", Some("0,0"), "? the model fixes the start: leave out --start")
        .breaks("SS", None, "at the end [1, 1] holds 32, but the model requires 24")
        .breaks("SSE", None, "at the end [1, 1] holds 32, but the model requires 24")
        .breaks("WWW", None, "roll 2 (W): no cube can roll that way into the hole at [2, 0]")
        .breaks("", None, "at the end [1, 0] holds the hole, but the model requires 45")
        .breaks("SWNEESWSENWSENNWW", None, "at the end [2, 0] holds the hole, but the model requires 21")
        .refuses("/length", json!(17), "the length is given as 17, but there are 18 moves")
        .refuses("/moves", json!("SWn"), "move 3 is `n`, not one of N, E, S, W");
    Solved::new(model!("cube_tray/wildcards"), "ENWWSSEENNWWSSE", None, Some(15))
        .breaks("", None, "at the end [0, 0] holds k, but the model requires c")
        .breaks("ENWWSSEENNWWSS", None, "at the end [2, 2] holds the hole, but the model requires c")
        .breaks("E", None, "at the end [0, 0] holds k, but the model requires c");
    Solved::new(model!("cube_tray/cubic_eight"), "SENESWSENWNWS", None, Some(13))
        .breaks("", None, "at the end [0, 0] holds WR, but the model requires RB or RW")
        .breaks("SENESWSENWNW", None, "at the end [2, 0] holds the hole, but the model requires RB or RW");
}

#[test]
fn tatham_cubes() {
    Solved::new(model!("tatham_cube/source"), "SSSNWWNNW", None, Some(9))
        .breaks("E", None, "roll 1 (E) from [3, 3] leaves the board")
        .breaks("N", None, "roll 1 (N) from [3, 3] leaves the board")
        .breaks("WWWW", None, "roll 4 (W) from [0, 3] leaves the board")
        .breaks("SSSS", None, "roll 4 (S) from [3, 0] leaves the board")
        .breaks("X", None, "? move 1 is `X`, not one of N, E, S, W")
        .breaks("S", Some("0,0"), "? the model fixes the start: leave out --start")
        .breaks("", None, "at the end 0 of the six faces are blue")
        .breaks("DDDULLUU", None, "at the end 5 of the six faces are blue")
        .breaks("SSSNWWNNWE", None, "roll 10 (E) comes after all six faces are blue: the game is over then")
        .refuses("/moves", json!("SSU"), "move 3 is `U`, not one of N, E, S, W")
        .refuses("/length", json!(10), "the length is given as 10, but there are 9 moves")
        .refuses(
            "/tatham_moves",
            json!("DDDULLUUU"),
            "the moves in the game's letters are given as DDDULLUUU, but they are DDDULLUUL",
        );
    let detour = Solved::new(model!("tatham_cube/source"), "SWWWEEESSNWWNNW", None, Some(15));
    assert_eq!(detour.solution["tatham_moves"], json!("DLLLRRRDDULLUUL"));
    Solved::new(model!("tatham_cube/octahedron"), "WEEENEWSESWSWWN", None, Some(15))
        .breaks("N", None, "at the end 0 of the eight faces are blue")
        .breaks("S", None, "roll 1 (S) is over no side of the triangle [1, 2]")
        .breaks("WN", None, "roll 2 (N) is over no side of the triangle [0, 2]")
        .breaks("WW", None, "roll 2 (W) from [0, 2] leaves the board")
        .breaks("W", None, "at the end 1 of the eight faces are blue")
        .breaks("WEEENEWSESWSWWNS", None, "roll 16 (S) comes after all eight faces are blue: the game is over then")
        .refuses(
            "/tatham_moves",
            json!("LRRRURLDRDLDLLD"),
            "the moves in the game's letters are given as LRRRURLDRDLDLLD, but they are LRRRURLDRDLDLLU",
        );
}

/// The position and the permutation of each piece.
fn puts(list: &[(usize, usize)]) -> Value {
    let put =
        |(i, &(position, permutation))| json!({ "piece": i + 1, "position": position, "permutation": permutation });
    list.iter().enumerate().map(put).collect()
}

/// The turns that solve the source's cube.
const SEED_MOVES: &str = "D B2 U2 L U' R D' L' B' R2 U' B2 L2 U' L2 D' R2 L2 D2 B2 U' B2";

#[test]
fn sudoku_cubes() {
    let seed = Solved::new(model!("sudoku_cube/seed"), SEED_MOVES, None, None);
    seed.breaks("D X", None, "? move 2 is `X`, not one of U L F R B D with ' or 2")
        .breaks("D", None, "after the moves the faces do not read in one direction each")
        .breaks("", None, "after the moves the faces do not read in one direction each")
        .refuses("/corners", json!([]), "0 corner pieces are listed; the cube has 8")
        .refuses("/corners/1/piece", json!(1), "the corner 1 is not listed exactly once")
        .refuses("/corners/1/position", json!(3), "the corner 3 is not listed exactly once")
        .refuses("/corners/1/position", json!(9), "the corner 8 is not listed exactly once")
        .refuses("/corners/7/permutation", json!(3), "corner 8 is listed with permutation 3, which is out of range")
        .refuses("/edges/11/permutation", json!(2), "edge 12 is listed with permutation 2, which is out of range")
        .refuses("/edges/4/position", json!(1), "the edge 1 is not listed exactly once")
        .refuses("/corners/0/permutation", json!(1), "face L does not read in direction 2 as a whole")
        .refuses("/edges/0/permutation", json!(0), "face R shows 681974592, which is not each digit once")
        .refuses("/faces/U/digits", json!("239568174"), "face U is listed with 239568174, but it shows 239568147")
        .refuses("/faces/L/direction", json!(1), "face L does not read in direction 1 as a whole")
        .refuses("/faces/L/direction", json!(4), "face L does not read in direction 4 as a whole")
        .refuses("/reachable", json!(false), "the assembly is given as unreachable, but it is reachable")
        .refuses("/moves", json!("D B2"), "there are 2 moves, but their number is given as 22")
        .refuses("/moves", json!("D B3"), "move 2 is `B3`, not one of U L F R B D with ' or 2")
        .refuses(
            "/moves",
            json!(SEED_MOVES.replace("D B2 U2", "D B2 U'")),
            "after the moves corner 1 is not placed as in the solution",
        )
        .refuses("/moves", Value::Null, "there are 0 moves, but their number is given as 22")
        .refuses("/move_count", json!(21), "there are 22 moves, but their number is given as 21")
        .refuses("/move_count", Value::Null, "there are 22 moves, but their number is given as none");
    // Three edges go round, the corners stay.
    let mut longer = Solved { instance: seed.instance, solution: seed.solution.clone() };
    longer.solution["move_count"] = json!(33);
    for (round, edge) in [("R2 U R U R' U' R' U' R' U R'", 2), ("F2 D F D F' D' F' D' F' D F'", 1)] {
        let breach = format!("after the moves edge {edge} is not placed as in the solution");
        longer.refuses("/moves", json!(format!("{SEED_MOVES} {round}")), &breach);
    }
    let turned = model!("sudoku_cube/seed")
        .replace("\ncorners", "\ncenter-directions = { U = 0, L = 0, F = 0, R = 0, B = 0, D = 0 }\n\ncorners");
    let turned = Solved { instance: instance(&turned), solution: seed.solution };
    turned.refuses("/moves", json!(SEED_MOVES), "after the moves the centre of U does not read as its face");
}

#[test]
fn sudoku_cubes_with_symmetric_digits() {
    let moves = "U B2 U' B2 U2 R' U' B U' L2 B2 L2 D R L' B' R2 L2 F B' D' F' B L' R D' U F2 B' R B' F U2 F2 B2";
    let model = model!("sudoku_cube/random_1");
    Solved::new(model, moves, None, None).refuses(
        "/faces/L/direction",
        json!(4),
        "face L does not read in direction 4 as a whole",
    );
    let solved_by_one_in = |model: &str, direction: char| {
        let model = model.replace("1> 8v 1^", &format!("1> 8v 1{direction}"));
        solution(&*instance(&model), moves, None).is_ok()
    };
    assert_eq!(['^', '>', 'v', '<'].map(|direction| solved_by_one_in(model, direction)), [true, false, true, false]);
    let strict = model.replace("symmetric = [1]", "symmetric = []");
    assert_eq!(['^', '>', 'v', '<'].map(|direction| solved_by_one_in(&strict, direction)), [true, false, false, false]);
}

/// The pieces of the seed taken out and put back by a third or half of a turn: the changes of the model, and how the solution then lists
/// them.
const TURNED: [(&str, &str, &str, usize); 3] = [
    ("[4, 8, 4], rotations = [3, 2, 1]", "[8, 4, 4], rotations = [2, 1, 3]", "/corners/0/permutation", 2),
    ("[9, 5, 1], rotations = [3, 2, 1]", "[1, 9, 5], rotations = [1, 3, 2]", "/corners/1/permutation", 2),
    ("[9, 3], rotations = [0, 3]", "[3, 9], rotations = [3, 0]", "/edges/0/permutation", 0),
];

#[test]
fn assemblies_with_pieces_turned_in_place() {
    let seed = model!("sudoku_cube/seed");
    let mut solution = Solved::new(seed, SEED_MOVES, None, None).solution;
    solution["moves"] = Value::Null;
    solution["move_count"] = Value::Null;
    let twist = "one corner would have to be twisted in its place";
    let flip = "one edge would have to be flipped in its place";
    let cases: [(&[usize], Option<&str>); 5] =
        [(&[], None), (&[0], Some(twist)), (&[1], Some(twist)), (&[0, 1], None), (&[2], Some(flip))];
    let refused = |model: &str, solution: Value, why: &str| {
        let found = verdict(&*instance_of(model, &["any-assembly"]), &solution);
        assert_eq!(found, Err("the assembly is given as reachable, but it is unreachable".to_owned()));
        let reason = json!(format!("no turns reach it: {why}"));
        let whole = [("reachable", json!(false)), ("reason", reason)];
        let solution = whole.into_iter().fold(solution, |mut solution, (key, value)| {
            solution[key] = value;
            solution
        });
        assert_eq!(verdict(&*instance_of(model, &["any-assembly"]), &solution), Ok(None), "{why}");
    };
    for (turned, why) in cases {
        let (mut model, mut solution) = (seed.to_owned(), solution.clone());
        for (before, after, pointer, permutation) in turned.iter().map(|&i| TURNED[i]) {
            model = model.replacen(before, after, 1);
            *solution.pointer_mut(pointer).unwrap() = json!(permutation);
        }
        match why {
            Some(why) => refused(&model, solution, why),
            None => assert_eq!(verdict(&*instance(&model), &solution), Ok(None), "{turned:?}"),
        }
    }
    let centers =
        seed.replace("\ncorners", "\ncenter-directions = { U = 1, L = 0, F = 0, R = 0, B = 0, D = 0 }\n\ncorners");
    refused(&centers, solution, "one centre would have to be turned by a quarter");
}

#[test]
fn assemblies_that_no_turns_reach() {
    let faces = [
        ("U", "874213695", 2),
        ("L", "754813629", 2),
        ("F", "378569241", 2),
        ("R", "974312865", 3),
        ("B", "193857624", 1),
        ("D", "485397612", 3),
    ];
    let face = |(name, digits, direction): (&str, &str, u8)| {
        (name.to_owned(), json!({ "digits": digits, "direction": direction }))
    };
    let solution = json!({
        "faces": faces.map(face).into_iter().collect::<serde_json::Map<_, _>>(),
        "corners": puts(&[(5, 2), (8, 1), (6, 0), (7, 0), (1, 1), (3, 2), (4, 1), (2, 2)]),
        "edges": puts(&[(10, 1), (1, 1), (8, 0), (7, 0), (4, 1), (11, 0), (3, 1), (9, 1), (6, 0), (2, 0), (5, 0), (12, 1)]),
        "reachable": false,
        "moves": null,
        "move_count": null,
        "reason": "no turns reach it: two pieces would have to be swapped",
    });
    let swapped = Solved { instance: instance_of(model!("sudoku_cube/unreachable"), &["any-assembly"]), solution };
    assert_eq!(verdict(&*swapped.instance, &swapped.solution), Ok(None));
    swapped
        .refuses("/reachable", json!(true), "the assembly is given as reachable, but it is unreachable")
        .refuses(
            "/reason",
            Value::Null,
            "the reason is given as: none; it is: no turns reach it: two pieces would have to be swapped",
        )
        .refuses(
            "/reason",
            json!("no turns reach it"),
            "the reason is given as: no turns reach it; it is: no turns reach it: two pieces would have to be swapped",
        );
    let strict = Solved { instance: instance(model!("sudoku_cube/unreachable")), ..swapped };
    strict.refuses("/moves", Value::Null, "no turns reach this assembly, and unreachable assemblies are not allowed");
}
