//! Moves of labeled boards: how they break the rules, and where their replays lead.

use serde_json::json;

use crate::replays::{played, readout, replays_of, solids, solids::cell};
use crate::rules::{Solved, instance, model, solution};

#[test]
fn breaches_are_told() {
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
fn breaches_of_open_starts_and_closed_trails_are_told() {
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

#[test]
fn replays_lead_to_the_end() {
    for (stage, solution) in &replays_of("labeled-board", &[]) {
        let states = played(stage, solution);
        let is_closed = stage.get("closed").is_some();
        let visits = &states[..states.len() - usize::from(is_closed && states.len() > 1)];
        let labeled = stage["cells"].as_array().unwrap().iter().filter(|cell| cell.get("label").is_some());
        let labels: Vec<_> =
            labeled.map(|labeled| (cell(&labeled["at"]), labeled["label"].as_str().unwrap())).collect();
        for (at, label) in &labels {
            let tops: Vec<_> = visits
                .iter()
                .filter(|state| state.all[0].0 == *at)
                .map(|state| state.all[0].1["top"]["pips"].to_string())
                .collect();
            assert_eq!(tops, [*label], "{at:?}");
        }
        assert_eq!(readout(stage, "labels").last().unwrap(), &format!("{0} of {0}", labels.len()));
        for (i, (state, top)) in states.iter().zip(solution["tops"].as_array().unwrap()).enumerate() {
            assert_eq!(&state.all[0].1["top"]["pips"], top, "{i}");
        }
        for (at, goal) in solids::ends(stage, "goal") {
            let (here, faces) = &states.last().unwrap().all[0];
            assert!(*here == at && goal.get("faces").is_none_or(|wanted| solids::agrees(faces, wanted)));
        }
    }
}
