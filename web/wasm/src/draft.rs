//! Drafts: the data of a model file as editors show and change it, with its drawings taken apart, and the data of a changed draft.
//!
//! | in a file | in its draft |
//! |---|---|
//! | `board`: `map`, or `columns`, `rows` and `blocked` | `board`: `columns`, `rows`, and `cells[y][x]`, y from the south; none of a large board |
//! | `start.map`, `start.cubes`, `goal.map` | the same, by rows from the south |
//! | `board.bridges`, `switches`, `splitters` | `letters`: of each its `kind`, what it `moves`, its cells `to` |
//! | `net`, or the pieces of a cube | `fields`: of each its `digit`, 0 if blank, and its `direction`, null if open |
//! | | `game`: the `id` of a game, and the moves that are `played` |

use std::ops::Range;

use serde_json::{Map, Value, json};
use toml_edit::{DocumentMut, Item, TableLike};
use tumble::geometry::Board;
use tumble::instance::{At, Document, read_map, read_map_of_words};
use tumble::registry::Registry;

use crate::edit::same;
use crate::model::Model;
use crate::net;

type Table = Map<String, Value>;
/// A drawing by rows from the south.
type Rows = Vec<Vec<String>>;

/// The drawings, but for the map of the board: their tables and keys.
const DRAWINGS: [(&str, &str); 3] = [("start", "map"), ("start", "cubes"), ("goal", "map")];
/// What a switch does to a bridge.
const MOVES: [&str; 3] = ["opens", "closes", "flips"];
/// The keys in place of which there are `fields`.
const CUBE: [&str; 5] = ["net", "centers", "center-directions", "corners", "edges"];

/// The data of a text, in the order of its keys; `None` if it is no TOML.
fn data(text: &str) -> Option<Table> {
    let file: DocumentMut = Document::new("", text).text().parse().ok()?;
    Some(data_in(file.as_table()))
}

/// The data of a table. What JSON does not have is a text.
pub(crate) fn data_in(table: &dyn TableLike) -> Table {
    table.iter().map(|(key, item)| (key.to_owned(), json_of(item))).collect()
}

fn json_of(item: &Item) -> Value {
    match item {
        Item::None => Value::Null,
        Item::Value(value) => json_of_value(value),
        Item::Table(table) => data_in(table).into(),
        Item::ArrayOfTables(tables) => tables.iter().map(|table| Value::from(data_in(table))).collect(),
    }
}

fn json_of_value(value: &toml_edit::Value) -> Value {
    match value {
        toml_edit::Value::String(text) => text.value().as_str().into(),
        toml_edit::Value::Integer(number) => (*number.value()).into(),
        toml_edit::Value::Float(number) if number.value().is_finite() => (*number.value()).into(),
        toml_edit::Value::Boolean(value) => (*value.value()).into(),
        toml_edit::Value::Array(list) => list.iter().map(json_of_value).collect(),
        toml_edit::Value::InlineTable(table) => data_in(table).into(),
        other => other.to_string().into(),
    }
}

/// The puzzle and the draft of a text, and how many words of its net are wrong; null if there is no draft.
pub(crate) fn of_text(text: &str) -> Value {
    if text.len() as u64 > Document::MAX_BYTES {
        return Value::Null;
    }
    let data = data(text);
    let has_ids = |name: &Value| Registry::built_in().find(name.as_str()?).and_then(|puzzle| puzzle.ids);
    let is_model = |data: &Table| data.contains_key("corners") || data.get("puzzle").and_then(has_ids).is_some();
    let model = data.as_ref().is_none_or(is_model).then(|| Model::read(text).ok()).flatten();
    let data = match (data, &model) {
        (Some(data), _) if data.contains_key("puzzle") => data,
        // An id of a game, or its save file.
        (None, Some(model)) => Table::from_iter([("puzzle".to_owned(), model.problem.puzzle.name.into())]),
        _ => return Value::Null,
    };
    let wrong = data.get("net").and_then(Value::as_str).map_or(0, net::wrong);
    json!({ "puzzle": data.get("puzzle"), "draft": draft_of(&data, model.as_ref()), "wrong": wrong })
}

fn draft_of(data: &Table, model: Option<&Model>) -> Table {
    let mut draft = data.clone();
    for (table, key) in DRAWINGS {
        let words = are_words(data, table, key);
        if let Some(value) = draft.get_mut(table).and_then(|table| table.get_mut(key))
            && let Some(rows) = value.as_str().and_then(|drawing| rows_of(drawing, words))
        {
            *value = json!(rows);
        }
    }
    if let Some(board) = draft.get_mut("board").and_then(Value::as_object_mut) {
        draw_board(board);
    }
    if let Some(letters) = letters_of(&mut draft) {
        draft.insert("letters".into(), letters);
    }
    if let Some(net) = data.get("net").and_then(Value::as_str) {
        draft.insert("fields".into(), net::fields(net));
    } else if let Some(model) = model.filter(|_| data.contains_key("corners")) {
        draft.insert("fields".into(), net::fields_of_replay(&json!(model.problem.instance.replay())));
    }
    if draft.contains_key("fields") {
        draft.retain(|key, _| !CUBE.contains(&key.as_str()));
    }
    if let Some(save) = model.and_then(|model| model.problem.instance.file("sav")) {
        draft.insert("game".into(), game_of(&save));
    }
    draft
}

/// Whether the cells of a drawing are words, and no single characters.
fn are_words(data: &Table, table: &str, key: &str) -> bool {
    key != "map" || (table != "board" && (data.contains_key("cube") || data.contains_key("cubes")))
}

/// The cells of a line of a drawing, each with its place in the line.
fn cells_of(line: &str, words: bool) -> Vec<(usize, &str)> {
    if words {
        return line.split_whitespace().map(|word| (word.as_ptr() as usize - line.as_ptr() as usize, word)).collect();
    }
    let cells = line.char_indices().filter(|(_, character)| !character.is_whitespace());
    cells.map(|(at, character)| (at, &line[at..at + character.len_utf8()])).collect()
}

/// `None` if the lines of the drawing are not equally long.
fn rows_of(drawing: &str, words: bool) -> Option<Rows> {
    let cells = |line| cells_of(line, words).into_iter().map(|(_, cell)| cell.to_owned()).collect();
    let rows: Rows = drawing.lines().map(cells).filter(|row: &Vec<String>| !row.is_empty()).rev().collect();
    let width = rows.first()?.len();
    rows.iter().all(|row| row.len() == width).then_some(rows)
}

/// A drawing with these rows in place of its own. In the same size only what differs is written anew.
fn redrawn(drawing: Option<&str>, words: bool, rows: &Rows) -> String {
    let drawing = drawing.unwrap_or_default();
    let before = rows_of(drawing, words).unwrap_or_default();
    if before.len() == rows.len() && before.first().map(Vec::len) == rows.first().map(Vec::len) {
        let mut left = rows.iter().rev();
        let line_of = |line: &str| {
            let cells = cells_of(line, words);
            let Some(row) = (if cells.is_empty() { None } else { left.next() }) else { return line.to_owned() };
            let (mut written, mut from) = (String::new(), 0);
            for ((at, cell), word) in cells.into_iter().zip(row) {
                written += &line[from..at];
                written += word;
                from = at + cell.len();
            }
            written + &line[from..]
        };
        return drawing.split_inclusive('\n').map(line_of).collect();
    }
    let is_tight = !words && !before.is_empty() && !drawing.lines().any(|line| line.trim().contains(' '));
    let gap = if is_tight { "" } else { " " };
    rows.iter().rev().map(|row| row.join(gap) + "\n").collect()
}

/// Rows of another size, with a word in new cells.
fn resized(rows: &Rows, (columns, count): (usize, usize), word: &str) -> Rows {
    let cell = |x, y| rows.get(y).and_then(|row: &Vec<String>| row.get(x)).cloned().unwrap_or_else(|| word.to_owned());
    (0..count).map(|y| (0..columns).map(|x| cell(x, y)).collect()).collect()
}

fn rows_in(table: &Table, key: &str) -> Option<Rows> {
    serde_json::from_value(table.get(key)?.clone()).ok()
}

/// The size of a board that tumble takes.
fn size_of(board: &Table) -> Option<(usize, usize)> {
    let side = |key| board.get(key)?.as_i64().filter(|&side| side > 0);
    let (columns, rows) = (side("columns")?, side("rows")?);
    columns.checked_mul(rows).filter(|&cells| cells <= Board::MAX_CELLS)?;
    Some((usize::try_from(columns).ok()?, usize::try_from(rows).ok()?))
}

/// The largest board whose cells are listed; of a larger one they stay as they are.
const MAX_CELLS: usize = 100_000;

/// The keys that say how large a board is, and what is on it.
const BOARD: [&str; 4] = ["columns", "rows", "map", "blocked"];

fn draw_board(board: &mut Table) {
    let drawn = board.get("map").and_then(Value::as_str).and_then(|map| rows_of(map, false));
    let cells = match (drawn, size_of(board)) {
        (Some(rows), _) => {
            board.insert("columns".into(), rows[0].len().into());
            board.insert("rows".into(), rows.len().into());
            if rows.len() * rows[0].len() > MAX_CELLS {
                Rows::new()
            } else {
                board.shift_remove("map");
                rows
            }
        }
        (None, Some(size)) if size.0 * size.1 <= MAX_CELLS => {
            let mut cells = resized(&Rows::new(), size, ".");
            let blocked: Vec<(usize, usize)> =
                board.get("blocked").and_then(|list| serde_json::from_value(list.clone()).ok()).unwrap_or_default();
            for (x, y) in blocked {
                if let Some(cell) = cells.get_mut(y).and_then(|row| row.get_mut(x)) {
                    *cell = "#".into();
                }
            }
            board.shift_remove("blocked");
            cells
        }
        _ => Rows::new(),
    };
    board.insert("cells".into(), json!(cells));
}

/// What the letters of a map are; takes their keys out.
fn letters_of(draft: &mut Table) -> Option<Value> {
    let bridges = draft.get("board")?.get("bridges").cloned();
    let (switches, splitters) = (draft.get("switches").cloned(), draft.get("splitters").cloned());
    if bridges.is_none() && switches.is_none() && splitters.is_none() {
        return None;
    }
    let mut letters = Table::new();
    for (letter, kind) in bridges.as_ref().and_then(Value::as_object).into_iter().flatten() {
        letters.insert(letter.clone(), json!({ "kind": kind, "moves": {} }));
    }
    for (letter, table) in switches.as_ref().and_then(Value::as_object).into_iter().flatten() {
        let list = |action| table.get(action).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
        let moves: Table =
            MOVES.iter().flat_map(|action| list(*action).map(|bridge| (bridge.into(), (*action).into()))).collect();
        letters.insert(letter.clone(), json!({ "kind": table.get("press"), "moves": moves }));
    }
    for (letter, table) in splitters.as_ref().and_then(Value::as_object).into_iter().flatten() {
        letters.insert(letter.clone(), json!({ "kind": "splitter", "moves": {}, "to": table.get("to") }));
    }
    draft.get_mut("board")?.as_object_mut()?.shift_remove("bridges");
    draft.retain(|key, _| !["switches", "splitters"].contains(&key.as_str()));
    Some(letters.into())
}

/// The id and the moves in the save file of a game.
fn game_of(save: &str) -> Value {
    let fields =
        || save.lines().filter_map(|line| line.split_once(':')?.1.split_once(':').map(|(_, value)| (line, value)));
    let value = |key: &str| fields().find(|(line, _)| line.starts_with(key)).map_or("", |(_, value)| value);
    let made = value("STATEPOS").parse::<usize>().unwrap_or(1).saturating_sub(1);
    let moves = fields().filter(|(line, _)| line.starts_with("MOVE")).map(|(_, value)| value);
    json!({ "id": format!("{}:{}", value("CPARAMS"), value("DESC")), "played": moves.take(made).collect::<String>() })
}

/// The data of a changed draft of a text with this data: keys of what is the same are the same.
pub(crate) fn data_of(changed: Table, before: &Table, text: &str) -> Table {
    let draft = of_text(text)["draft"].as_object().cloned().unwrap_or_default();
    let mut data = changed;
    data.shift_remove("game");
    undraw(&mut data, before, &draft);
    let (old, new) = (draft.get("board"), data.get("board"));
    let is_same = |old: Option<&Value>, new: Option<&Value>| match (old, new) {
        (Some(old), Some(new)) => same(old, new),
        (old, new) => old == new,
    };
    let is_same = is_same(old, new) && is_same(draft.get("letters"), data.get("letters"));
    let letters = data.shift_remove("letters");
    if is_same {
        keep(&mut data, before, &["board", "switches", "splitters"]);
    } else if let Some(Value::Object(board)) = data.get("board").cloned() {
        let old = |from: &Table| from.get("board").and_then(Value::as_object).cloned().unwrap_or_default();
        let (mut board, drawn) = undrawn_board(board, &old(before), &old(&draft));
        match (letters, drawn) {
            (Some(Value::Object(letters)), Some(drawn)) => write_letters(&mut data, &mut board, &letters, &drawn),
            (_, Some(_)) => {}
            (_, None) => {
                keep(&mut board, &old(before), &["bridges"]);
                keep(&mut data, before, &["switches", "splitters"]);
            }
        }
        data.insert("board".into(), board.into());
    }
    if let Some(fields) = data.shift_remove("fields") {
        if draft.get("fields") == Some(&fields) {
            keep(&mut data, before, &CUBE);
        } else {
            let net = before.get("net").and_then(Value::as_str);
            data.insert("net".into(), net::written(&fields, net).into());
        }
    }
    data
}

/// Draws the drawings, but for the map of the board.
fn undraw(data: &mut Table, before: &Table, draft: &Table) {
    for (table, key) in DRAWINGS {
        let old = |data: &Table| data.get(table).and_then(|table| table.get(key)).cloned();
        let (old_rows, old) = (old(draft), old(before));
        let words = are_words(data, table, key);
        let Some(value) = data.get_mut(table).and_then(|table| table.get_mut(key)) else { continue };
        if let Some(old) = &old
            && Some(&*value) == old_rows.as_ref()
        {
            *value = old.clone();
        } else if let Ok(rows) = serde_json::from_value(value.clone()) {
            *value = redrawn(old.as_ref().and_then(Value::as_str), words, &rows).into();
        }
    }
}

/// Some keys as they were.
fn keep(data: &mut Table, before: &Table, keys: &[&str]) {
    for key in keys {
        match before.get(*key) {
            Some(value) => drop(data.insert((*key).to_owned(), value.clone())),
            None => drop(data.shift_remove(*key)),
        }
    }
}

/// The table of a changed board, and its cells, unless they are not listed. Weights and an order are cut, or filled up, as the board is.
fn undrawn_board(mut board: Table, before: &Table, draft: &Table) -> (Table, Option<Rows>) {
    let cells = rows_in(&board, "cells").unwrap_or_default();
    board.shift_remove("cells");
    if board.contains_key("map") || board.contains_key("blocked") {
        keep(&mut board, before, &BOARD);
        return (board, None);
    }
    let is_same = !draft.is_empty()
        && ["columns", "rows"].iter().all(|key| draft.get(*key) == board.get(*key))
        && rows_in(draft, "cells").unwrap_or_default() == cells;
    let map = before.get("map").and_then(Value::as_str);
    let size = match size_of(&board) {
        _ if is_same => {
            keep(&mut board, before, &BOARD);
            let has_label = cells.iter().flatten().any(|cell| is_label(cell));
            if !has_label && before.get("labels") != board.get("labels") {
                board.shift_remove("labels");
            }
            return (board, Some(cells));
        }
        None => return (board, Some(cells)),
        Some(size) => size,
    };
    let cells = resized(&cells, size, ".");
    let is = |wanted: &dyn Fn(&str) -> bool| cells.iter().flatten().any(|cell| wanted(cell));
    let is_plain = !is(&|cell| !matches!(cell, "." | "#"));
    if map.is_none() && is_plain && (before.contains_key("blocked") || !is(&|cell| cell == "#")) {
        if before.contains_key("blocked") {
            board.insert("blocked".into(), blocked(&cells, before));
        }
    } else {
        board.retain(|key, _| !BOARD.contains(&key.as_str()));
        board.insert("map".into(), redrawn(map, false, &cells).into());
    }
    follow(&mut board, before, &cells, size);
    (board, Some(cells))
}

/// Whether a cell has a label.
fn is_label(cell: &str) -> bool {
    cell.starts_with(|first: char| first.is_ascii_digit())
}

/// Cuts weights and an order, or fills them up, as the board is.
fn follow(board: &mut Table, before: &Table, cells: &Rows, size: (usize, usize)) {
    if let Some(drawing) = before.get("weights").and_then(Value::as_str).filter(|_| board.contains_key("weights")) {
        let weights = resized(&rows_of(drawing, true).unwrap_or_default(), size, "1");
        board.insert("weights".into(), redrawn(Some(drawing), true, &weights).into());
    }
    if !cells.iter().flatten().any(|cell| is_label(cell)) {
        board.shift_remove("labels");
    }
    if let Some(Value::Array(order)) = board.get_mut("order") {
        let place = |cell: &Value, axis| cell.get(axis).and_then(Value::as_u64).and_then(|at| usize::try_from(at).ok());
        let cell = |cell: &Value| cells.get(place(cell, 1)?)?.get(place(cell, 0)?).cloned();
        order.retain(|at| cell(at).is_some_and(|cell| is_label(&cell)));
        if order.is_empty() {
            board.shift_remove("order");
        }
    }
}

/// The list of the blocked cells, those first that were in it.
fn blocked(cells: &Rows, before: &Table) -> Value {
    let listed: Vec<(usize, usize)> =
        before.get("blocked").and_then(|list| serde_json::from_value(list.clone()).ok()).unwrap_or_default();
    let all = cells.iter().enumerate().flat_map(|(y, row)| (0..row.len()).map(move |x| (x, y)));
    let blocked: Vec<(usize, usize)> = all.filter(|&(x, y)| cells[y][x] == "#").collect();
    let kept = listed.iter().filter(|cell| blocked.contains(cell));
    json!(kept.chain(blocked.iter().filter(|cell| !listed.contains(cell))).collect::<Vec<_>>())
}

/// Writes what the letters are that are on the map.
fn write_letters(data: &mut Table, board: &mut Table, letters: &Table, cells: &Rows) {
    let drawn = letters.iter().filter(|(letter, _)| cells.iter().flatten().any(|cell| cell == *letter));
    let of = |kinds: &'static [&str]| {
        drawn.clone().filter(move |(_, about)| about["kind"].as_str().is_some_and(|kind| kinds.contains(&kind)))
    };
    let bridges: Table =
        of(&["closed", "open"]).map(|(letter, about)| (letter.clone(), about["kind"].clone())).collect();
    let switch = |about: &Value| {
        let mut table = Table::from_iter([("press".to_owned(), about["kind"].clone())]);
        for action in MOVES {
            let moves = about["moves"].as_object().into_iter().flatten();
            let moved = moves.filter(|(bridge, move_)| bridges.contains_key(*bridge) && **move_ == action);
            let moved: Vec<&String> = moved.map(|(bridge, _)| bridge).collect();
            if !moved.is_empty() {
                table.insert(action.to_owned(), json!(moved));
            }
        }
        Value::from(table)
    };
    let switches: Table = of(&["soft", "hard"]).map(|(letter, about)| (letter.clone(), switch(about))).collect();
    let splitters: Table =
        of(&["splitter"]).map(|(letter, about)| (letter.clone(), json!({ "to": about["to"] }))).collect();
    let put = |table: &mut Table, key: &str, letters: Table| {
        if !letters.is_empty() {
            table.insert(key.to_owned(), letters.into());
        }
    };
    put(board, "bridges", bridges);
    put(data, "switches", switches);
    put(data, "splitters", splitters);
}

/// The fields of an editor that each of these ranges of a text belongs to, the one that fits best first: those that contain it, the smallest
/// first, then those that it touches. A field is called by its keys, as in `start.die.top`, a cell by `board.map.X,Y`.
pub(crate) fn fields_at(text: &str, ranges: &[Range<usize>]) -> Vec<Vec<String>> {
    let Some(file) = (!ranges.is_empty()).then(|| toml_edit::Document::parse(text).ok()).flatten() else {
        return Vec::new();
    };
    let mut places = Vec::new();
    walk(file.as_item(), "", &mut places);
    let document = Document::new("", text);
    let data = data(text).unwrap_or_default();
    let text_at = |path: &[&str]| {
        let item = path.iter().try_fold(file.as_item(), |item, key| item.get(*key))?;
        Some(At { value: item.as_str()?.to_owned(), span: item.span()? })
    };
    for (table, key) in DRAWINGS.into_iter().chain([("board", "map")]) {
        if let Some(drawing) = text_at(&[table, key]) {
            let cells = cell_places(&drawing, are_words(&data, table, key), &document);
            places.extend(cells.into_iter().map(|(x, y, span)| (format!("{table}.{key}.{x},{y}"), span)));
        }
    }
    if let Some(net) = text_at(&["net"]) {
        places.extend(net::places(&net, &document));
    }
    let fields = |range: &Range<usize>| {
        let around = |place: &Range<usize>| place.start <= range.start && range.end <= place.end && !place.is_empty();
        let touches = |place: &Range<usize>| place.start < range.end && range.start < place.end && !around(place);
        let mut within: Vec<_> = places.iter().filter(|(_, place)| around(place)).collect();
        let mut touched: Vec<_> = places.iter().filter(|(_, place)| touches(place)).collect();
        within.sort_by_key(|(_, place)| place.len());
        touched.sort_by_key(|(_, place)| place.start);
        within.into_iter().chain(touched).map(|(path, _)| path.clone()).collect()
    };
    ranges.iter().map(fields).collect()
}

/// The places of all keys, each from the key to the end of its value; of lists those of the values, which texts in it call themselves.
fn walk(item: &Item, path: &str, places: &mut Vec<(String, Range<usize>)>) {
    let inner = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
    if let Some(table) = item.as_table_like() {
        for (name, item) in table.iter() {
            if let Some(span) = item.span() {
                let start = table.key(name).and_then(toml_edit::Key::span).map_or(span.start, |key| key.start);
                places.push((inner(name), start.min(span.start)..span.end));
            }
            walk(item, &inner(name), places);
        }
    } else if let Some(tables) = item.as_array_of_tables() {
        for (index, table) in tables.iter().enumerate() {
            walk(&Item::Table(table.clone()), &inner(&index.to_string()), places);
        }
    } else if let Some(list) = item.as_array() {
        for (index, value) in list.iter().enumerate() {
            let name = value.as_str().map_or_else(|| index.to_string(), str::to_owned);
            places.extend(value.span().map(|span| (inner(&name), span)));
        }
    }
}

/// The places of the cells of a drawing.
fn cell_places(drawing: &At<String>, words: bool, document: &Document) -> Vec<(usize, usize, Range<usize>)> {
    fn spans<T>(rows: Vec<Vec<T>>, span: fn(T) -> Range<usize>) -> Vec<(usize, usize, Range<usize>)> {
        let row = |(y, row): (usize, Vec<T>)| row.into_iter().enumerate().map(move |(x, cell)| (x, y, span(cell)));
        rows.into_iter().enumerate().flat_map(row).collect()
    }
    if words {
        read_map_of_words(drawing, document).map_or_else(|_| Vec::new(), |rows| spans(rows, |word| word.span))
    } else {
        read_map(drawing, document).map_or_else(|_| Vec::new(), |rows| spans(rows, |cell| cell.span))
    }
}
