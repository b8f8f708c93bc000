//! Moves of die tours: how they break the rules, and where their replays lead.

use serde_json::json;

use crate::replays::{played, readout, replays_of, solids::cell};
use crate::rules::{Solved, model};

#[test]
fn breaches_are_told() {
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
fn replays_lead_to_the_end() {
    for (stage, solution) in &replays_of("die-tour", &[&[("closed", ""), ("columns", "4")]]) {
        let states = played(stage, solution);
        let (cells, tops) = (solution["cells"].as_array().unwrap(), solution["tops"].as_array().unwrap());
        let sums = readout(stage, "sum");
        let mut sum = 0;
        for (i, (at, top)) in cells.iter().zip(tops).enumerate() {
            let (here, faces) = &states[i].all[0];
            assert_eq!((here, &faces["top"]["pips"]), (&cell(at), top));
            sum += top.as_i64().unwrap();
            assert_eq!(sums[i], sum.to_string());
        }
        assert_eq!(sums.last().unwrap(), &solution["total"].to_string());
        assert_eq!(states.len() - cells.len(), usize::from(stage.get("closed").is_some()));
        if stage.get("closed").is_some() {
            assert_eq!(states.last().unwrap().all[0].0, states[0].all[0].0);
        }
    }
}
