//! Moves of Simon Tatham's Cube: how they break the rules, and where their replays lead.

use serde_json::json;

use crate::replays::{played, readout, replays_of, shapes, solids};
use crate::rules::{Solved, model};

#[test]
fn breaches_are_told() {
    Solved::new(model!("tatham_cube/source"), "d d d u l l u u l", None, Some(9))
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

#[test]
fn replays_lead_to_the_end() {
    for (stage, solution) in &replays_of("tatham-cube", &[&[("solid", "tetrahedron")], &[("solid", "octahedron")]]) {
        if let Some(shape) = stage["solids"][0].get("shape") {
            let (states, faces) = (shapes::play(stage), shape["faces"].as_array().unwrap().len());
            for (&(blue, cells), value) in states.iter().zip(readout(stage, "blue faces")) {
                assert_eq!((value, blue + cells), (format!("{blue} of {faces}"), states[0].0 + states[0].1));
            }
            assert_eq!(
                (states.len() as u64, states.last().unwrap().0),
                (solution["length"].as_u64().unwrap() + 1, faces)
            );
            continue;
        }
        let states = played(stage, solution);
        let is_blue = |faces: &solids::Faces| faces.values().filter(|face| face["paint"] == "blue").count();
        for (state, value) in states.iter().zip(readout(stage, "blue faces")) {
            assert_eq!(value, format!("{} of 6", is_blue(&state.all[0].1)));
            // A colour is swapped, never lost.
            let blue = is_blue(&state.all[0].1) + state.paint.values().filter(|paint| *paint == "blue").count();
            assert_eq!(blue, states[0].paint.len());
        }
        assert_eq!(is_blue(&states.last().unwrap().all[0].1), 6);
    }
}
