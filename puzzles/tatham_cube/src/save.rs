//! The game's save files.
//!
//! A line is a key of eight characters, the number of bytes of its value, and the value, as in `MOVE    :1:L`. CPARAMS and DESC are the two
//! parts of the id. NSTATES states came about: the first one, and one by each line MOVE or RESTART, in order. STATEPOS is the state at
//! which the game was saved, counted from 1: the moves after it were undone.

use std::ops::Range;

use super::rules::{Game, ours};
use super::{Played, Rolls, TathamCube, id};
use tumble_puzzles::instance::InputError;

/// What every save file of the collection begins with.
const COLLECTION: &str = "Simon Tatham's Portable Puzzle Collection";
const VERSION: &str = "1";
const CUBE: &str = "Cube";

/// Whether a text looks like a save file.
pub(super) fn looks_like_one(text: &str) -> bool {
    text.trim_start().starts_with("SAVEFILE")
}

/// A line of a save file.
struct Field<'a> {
    key: &'a str,
    value: &'a str,
    /// The place of the value.
    span: Range<usize>,
}

impl Field<'_> {
    fn error(&self, message: impl Into<String>, label: &str) -> InputError {
        InputError::at(self.span.clone(), message, label)
    }

    fn number(&self) -> Result<usize, InputError> {
        self.value.parse().map_err(|_| self.error(format!("{} is not a whole number", self.key), "no number"))
    }
}

/// The lines of a save file.
fn fields(text: &str) -> Result<Vec<Field<'_>>, InputError> {
    let mut fields = Vec::new();
    let mut at = text.len() - text.trim_start().len();
    while at < text.len() {
        let line = text[at..].lines().next().unwrap_or_default();
        let wrong = |message: String| InputError::at(at..at + line.len(), message, "this line");
        let mut parts = line.splitn(3, ':');
        let (key, length, rest) = (parts.next().unwrap_or_default(), parts.next(), parts.next());
        let (Some(length), Some(rest)) = (length.and_then(|length| length.trim().parse::<usize>().ok()), rest) else {
            return Err(wrong("a line of a save file is a key, the length of its value, and the value".to_owned()));
        };
        let start = at + line.len() - rest.len();
        let end = start.saturating_add(length);
        let value = text.get(start..end).filter(|_| matches!(text[end..].chars().next(), None | Some('\n')));
        let Some(value) = value else {
            let has = rest.len();
            return Err(wrong(format!(
                "the value has {has} bytes, and not {length}: was the file changed or cut short?"
            )));
        };
        fields.push(Field { key: key.trim(), value, span: start..end });
        at = text.len() - text[end..].trim_start().len();
    }
    Ok(fields)
}

/// The game in a save file, from the state at which it was saved.
///
/// # Errors
/// What is wrong with the file, and where.
pub(super) fn read(text: &str) -> Result<TathamCube, InputError> {
    let fields = fields(text)?;
    let find = |key: &str| {
        let missing = || InputError::at(0..0, format!("the save file has no {key}: was it cut short?"), "a save file");
        fields.iter().find(|field| field.key == key).ok_or_else(missing)
    };
    for (key, known) in [("SAVEFILE", COLLECTION), ("VERSION", VERSION), ("GAME", CUBE)] {
        let field = find(key)?;
        if field.value != known {
            let message = format!("{key} is {}: tumble reads save files of {CUBE}, of version {VERSION}", field.value);
            return Err(field.error(message, "not known"));
        }
    }
    let (size, board) = (find("CPARAMS").or_else(|_| find("PARAMS"))?, find("DESC")?);
    let id = format!("{}:{}", size.value, board.value);
    // What the size alone shows is wrong in it.
    id::grid(size.value).map_err(|error| error.moved_to(size.span.clone()))?;
    let start = TathamCube::from_id(&id).map_err(|error| error.moved_to(board.span.clone()))?;
    let (states, position) = (find("NSTATES")?, find("STATEPOS")?);
    let steps: Vec<&Field<'_>> =
        fields.iter().filter(|field| ["MOVE", "RESTART", "SOLVE"].contains(&field.key)).collect();
    if states.number()? != steps.len() + 1 {
        let message =
            format!("NSTATES is {}, but there are {} moves: was the file cut short?", states.value, steps.len());
        return Err(states.error(message, "one more than the moves"));
    }
    let played = position.number()?.checked_sub(1).and_then(|played| steps.get(..played));
    let Some(played) = played else { return Err(position.error("STATEPOS is none of the states", "no such state")) };
    play(start, id, played)
}

/// The state after the steps that were played.
fn play(start: TathamCube, id: String, played: &[&Field<'_>]) -> Result<TathamCube, InputError> {
    let mut game = Game::new(&start);
    let mut tatham_moves = String::new();
    for (i, step) in played.iter().enumerate() {
        if step.key == "RESTART" {
            game = Game::new(&start);
            tatham_moves.clear();
            continue;
        }
        let letter = match (step.key, step.value) {
            ("MOVE", "U" | "R" | "D" | "L") => ours(step.value.chars().next().unwrap_or_default()),
            (_, other) => {
                return Err(step.error(format!("`{other}` is no move of the game: U, R, D or L"), "no such move"));
            }
        };
        game.roll(i + 1, letter).map_err(|breach| step.error(breach.to_string(), "this move"))?;
        tatham_moves.push_str(step.value);
    }
    if game.is_over() {
        let error = InputError::at(0..0, "the game in this save file is over: all faces are blue", "a save file");
        return Err(error.help(format!("its beginning is {id}; or undo moves in the game, and save it again")));
    }
    if tatham_moves.is_empty() {
        return Ok(start);
    }
    Ok(TathamCube { played: Some(Played { id, tatham_moves }), ..start })
}

/// A save file of the game at its start, with the moves of a solution ready for "redo".
pub(super) fn write(puzzle: &TathamCube, solution: Option<&Rolls>) -> String {
    let id = id::write(puzzle);
    let (size, board) = id.split_once(':').unwrap_or((&id, ""));
    let before = puzzle.moves_so_far();
    let moves = [before, solution.map_or("", |rolls| rolls.tatham_moves.as_str())].concat();
    let mut lines = vec![
        ("SAVEFILE", COLLECTION.to_owned()),
        ("VERSION", VERSION.into()),
        ("GAME", CUBE.into()),
        ("PARAMS", size.into()),
        ("CPARAMS", size.into()),
        ("DESC", board.into()),
        ("NSTATES", (moves.chars().count() + 1).to_string()),
        ("STATEPOS", (before.chars().count() + 1).to_string()),
    ];
    lines.extend(moves.chars().map(|letter| ("MOVE", letter.to_string())));
    let line = |(key, value): &(&str, String)| format!("{key:<8}:{}:{value}\n", value.len());
    lines.iter().map(line).collect::<Vec<_>>().concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A save file of the source's game at a state, with these moves.
    fn saved(position: usize, moves: &str) -> String {
        let start = TathamCube::from_id("c4x4:C461,3").unwrap();
        let played = Played { id: id::write(&start), tatham_moves: moves.to_owned() };
        let text = write(&TathamCube { played: Some(played), ..start }, None);
        let at = format!("STATEPOS:{}:", position.to_string().len());
        let line = text.lines().find(|line| line.starts_with("STATEPOS")).unwrap();
        text.replace(line, &format!("{at}{position}"))
    }

    #[test]
    fn what_is_written_is_read_with_the_moves_that_were_made() {
        let start = read(&saved(1, "DDD")).unwrap();
        assert_eq!(start.played, None);
        assert_eq!(id::write(&start), "c4x4:C461,3");
        let later = read(&saved(5, "DDDULLUUL")).unwrap();
        assert_eq!(later.played.as_ref().map(|played| played.tatham_moves.as_str()), Some("DDDU"));
        assert_eq!(later.count_blue(), 6);
        // The rest of a solution is one.
        let rest = Rolls::new("WWNNW".to_owned());
        assert_eq!(super::super::rules::verify(&later, &rest), Ok(5));
        assert_eq!(write(&later, Some(&rest)), saved(5, "DDDULLUUL"));
        // Restarted after three moves: the fifth state is that after one move from the start.
        let restarted =
            saved(5, "DDDULLUUL").replacen("MOVE    :1:D\nMOVE    :1:U", "RESTART :6:C461,3\nMOVE    :1:D", 1);
        assert_eq!(read(&restarted).unwrap().played.map(|played| played.tatham_moves), Some("D".to_owned()));
    }

    #[test]
    fn what_is_no_game_of_a_cube_is_refused_at_its_line() {
        let file = saved(3, "DDD");
        for (from, to, why) in [
            ("GAME    :4:Cube", "GAME    :5:Loopy", "GAME is Loopy"),
            ("VERSION :1:1", "VERSION :1:2", "VERSION is 2"),
            ("CPARAMS :4:c4x4", "CPARAMS :4:t1x2", "beyond the last square"),
            ("CPARAMS :4:c4x4", "CPARAMS :4:z1x2", "no solid of the game"),
            ("CPARAMS :4:c4x4", "CPARAMS :6:c12x12", "over the limit"),
            ("DESC    :6:C461,3", "DESC    :4:C461", "no start square"),
            ("DESC    :6:C461,3", "DESC    :9:C461,3", "the value has 6 bytes, and not 9"),
            ("DESC    :6:C461,3\n", "", "no DESC"),
            ("NSTATES :1:4", "NSTATES :1:9", "there are 3 moves"),
            ("STATEPOS:1:3", "STATEPOS:1:0", "none of the states"),
            ("STATEPOS:1:3", "STATEPOS:1:5", "none of the states"),
            ("STATEPOS:1:3", "STATEPOS:1:x", "not a whole number"),
            ("MOVE    :1:D", "MOVE    :1:X", "no move of the game"),
            ("MOVE    :1:D", "MOVE    :1:U", "leaves the board"),
            ("MOVE    :1:D", "MOVE    1 D", "a key, the length of its value"),
        ] {
            assert!(file.contains(from), "{from}");
            let error = read(&file.replacen(from, to, 1)).unwrap_err().to_string();
            assert!(error.contains(why), "{to}: {error}");
        }
        let over = read(&saved(10, "DDDULLUUL")).unwrap_err().to_string();
        assert!(over.contains("is over"), "{over}");
        // A file that was cut short is never the game at another state.
        for (end, _) in file.match_indices('\n').take(file.lines().count() - 1) {
            assert!(read(&file[..end]).is_err(), "{}", &file[..end]);
        }
    }
}
