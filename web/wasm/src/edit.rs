//! Edits: an editor gets a *draft* of a model file and gives back a changed one. What is the same in both stays in the file byte for byte.
//!
//! A draft is what `draft.rs` makes of the file's data. Comments stay where they are; those of a key that goes come before the next one.

use serde_json::{Map, Value, json};
use toml_edit::{Array, ArrayOfTables, Decor, DocumentMut, InlineTable, Item, RawString, TableLike};

use crate::draft;
use crate::failure::Failure;

/// The text of a model file with a changed draft. A text that is no TOML, as a game id is none, is replaced.
pub(crate) fn edit(text: &str, changed: &str) -> Result<Value, Failure> {
    let changed: Map<String, Value> = serde_json::from_str(changed).map_err(Failure::new)?;
    let read: Option<DocumentMut> = text.parse().ok();
    // The last line of a text need not end.
    let is_open = read.is_some() && !text.ends_with('\n');
    let mut file = read.unwrap_or_default();
    let before = draft::data_in(file.as_table());
    let after = draft::data_of(changed, &before, text);
    let mut lost = Vec::new();
    sync(file.as_table_mut(), &before, &after, Level::Heads, &mut lost);
    if !lost.is_empty() {
        let end = raw(Some(file.trailing())).to_owned();
        file.set_trailing(end + &lines(&lost));
    }
    let written = file.to_string();
    let open = written.strip_suffix('\n').filter(|_| is_open);
    Ok(json!({ "text": open.unwrap_or(&written) }))
}

/// How what is in a table is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    /// Tables have a line of their own as their head.
    Heads,
    /// Each key has a line of its own.
    Lines,
    /// All is between braces.
    Inline,
}

/// Makes a table say `after`, which says `before`. Comments without a place are `lost`.
fn sync(
    table: &mut dyn TableLike,
    before: &Map<String, Value>,
    after: &Map<String, Value>,
    level: Level,
    lost: &mut Vec<String>,
) {
    // The space before a closing brace belongs to what is last.
    let gap = last_value(table, level).map(|value| raw(value.decor().suffix()).to_owned());
    if let (Some(value), Some(_)) = (last_value(table, level), &gap) {
        value.decor_mut().set_suffix("");
    }
    for (key, value) in after.iter().filter(|(_, value)| !value.is_null()) {
        let changed = match (table.get_mut(key), before.get(key)) {
            (Some(item), Some(old)) => same(old, value) || change(item, old, value, lost),
            _ => false,
        };
        if !changed {
            remove(table, key, lost);
            table.insert(key, item_of(value, level == Level::Heads));
        }
    }
    for key in before.keys().filter(|key| after.get(*key).is_none_or(Value::is_null)) {
        remove(table, key, lost);
    }
    if let (Some(value), Some(gap)) = (last_value(table, level), gap) {
        value.decor_mut().set_suffix(gap);
    }
}

/// The last value between braces, unless there is a comment behind it.
fn last_value(table: &mut dyn TableLike, level: Level) -> Option<&mut toml_edit::Value> {
    let last = table.iter_mut().last().filter(|_| level == Level::Inline);
    last?.1.as_value_mut().filter(|value| raw(value.decor().suffix()).trim().is_empty())
}

/// Changes an item in its place, if it stays of one kind.
fn change(item: &mut Item, before: &Value, after: &Value, lost: &mut Vec<String>) -> bool {
    match (item, before, after) {
        (Item::ArrayOfTables(tables), Value::Array(before), Value::Array(after)) if before.len() == after.len() => {
            for ((table, before), after) in tables.iter_mut().zip(before).zip(after) {
                let (Some(before), Some(after)) = (before.as_object(), after.as_object()) else { return false };
                sync(table, before, after, Level::Heads, lost);
            }
            true
        }
        (Item::Value(value), ..) => change_value(value, before, after, lost),
        (item, Value::Object(before), Value::Object(after)) => {
            item.as_table_like_mut().map(|table| sync(table, before, after, Level::Lines, lost)).is_some()
        }
        _ => false,
    }
}

/// See [`change`].
fn change_value(value: &mut toml_edit::Value, before: &Value, after: &Value, lost: &mut Vec<String>) -> bool {
    match (value, before, after) {
        (toml_edit::Value::Array(array), Value::Array(before), Value::Array(after)) => {
            change_array(array, before, after, lost);
        }
        (toml_edit::Value::InlineTable(table), Value::Object(before), Value::Object(after)) => {
            sync(table, before, after, Level::Inline, lost);
        }
        (_, _, Value::Object(_)) | (_, Value::Object(_) | Value::Array(_), _) => return false,
        (value, ..) => {
            let decor = value.decor().clone();
            *value = value_of(after);
            *value.decor_mut() = decor;
        }
    }
    true
}

/// Changes a list: what is in it no more goes, the rest follows the new order.
fn change_array(array: &mut Array, before: &[Value], after: &[Value], lost: &mut Vec<String>) {
    let mut kept = before.to_vec();
    for index in (0..kept.len()).rev() {
        if kept.len() > after.len() && !after.iter().any(|value| same(value, &kept[index])) {
            kept.remove(index);
            let gone = array.remove(index);
            collect_value(&gone, lost);
            // What is first now stands where the first one stood.
            if let Some(first) = array.get_mut(index).filter(|_| index == 0)
                && raw(first.decor().prefix()).trim().is_empty()
            {
                first.decor_mut().set_prefix(raw(gone.decor().prefix()).to_owned());
            }
        }
    }
    while kept.len() > after.len() {
        kept.pop();
        collect_value(&array.remove(kept.len()), lost);
    }
    for (index, value) in after.iter().enumerate() {
        let (Some(old), Some(place)) = (kept.get(index), array.get_mut(index)) else {
            array.push(value_of(value));
            continue;
        };
        if !same(old, value) && !change_value(place, old, value, lost) {
            *place = value_of(value);
        }
    }
}

/// Takes a key out of a table; its comments go before the next one.
fn remove(table: &mut dyn TableLike, key: &str, lost: &mut Vec<String>) {
    let next = table.iter().map(|(name, _)| name.to_owned()).skip_while(|name| name != key).nth(1);
    let mut comments = Vec::new();
    if let Some(key) = table.key(key) {
        collect_decor(key.leaf_decor(), &mut comments);
    }
    if let Some(item) = table.remove(key) {
        collect(&item, &mut comments);
    }
    if comments.is_empty() {
        return;
    }
    let place = next.and_then(|next| table.get_key_value_mut(&next));
    match place {
        Some((mut key, Item::Value(_))) => put_before(key.leaf_decor_mut(), &comments),
        Some((_, Item::Table(table))) if !table.is_implicit() && !table.is_dotted() => {
            put_before(table.decor_mut(), &comments);
        }
        _ => lost.extend(comments),
    }
}

/// Puts comments before what has this decor, after an empty line that parts it from what is before.
fn put_before(decor: &mut Decor, comments: &[String]) {
    let before = raw(decor.prefix());
    let (gap, rest) = before.split_at(before.len() - before.trim_start_matches('\n').len());
    decor.set_prefix(format!("{gap}{}{rest}", lines(comments)));
}

fn lines(comments: &[String]) -> String {
    comments.iter().flat_map(|comment| [comment.as_str(), "\n"]).collect()
}

fn raw(text: Option<&RawString>) -> &str {
    text.and_then(RawString::as_str).unwrap_or_default()
}

fn collect_raw(text: Option<&RawString>, comments: &mut Vec<String>) {
    comments.extend(raw(text).lines().map(str::trim).filter(|line| line.starts_with('#')).map(str::to_owned));
}

fn collect_decor(decor: &Decor, comments: &mut Vec<String>) {
    collect_raw(decor.prefix(), comments);
    collect_raw(decor.suffix(), comments);
}

/// The comments of an item.
fn collect(item: &Item, comments: &mut Vec<String>) {
    match item {
        Item::None => {}
        Item::Value(value) => collect_value(value, comments),
        Item::Table(table) => {
            collect_decor(table.decor(), comments);
            collect_table(table, comments);
        }
        Item::ArrayOfTables(tables) => {
            for table in tables {
                collect_decor(table.decor(), comments);
                collect_table(table, comments);
            }
        }
    }
}

fn collect_table(table: &dyn TableLike, comments: &mut Vec<String>) {
    for (name, item) in table.iter() {
        if let Some(key) = table.key(name) {
            collect_decor(key.leaf_decor(), comments);
        }
        collect(item, comments);
    }
}

fn collect_value(value: &toml_edit::Value, comments: &mut Vec<String>) {
    match value {
        toml_edit::Value::Array(array) => {
            array.iter().for_each(|value| collect_value(value, comments));
            collect_raw(Some(array.trailing()), comments);
        }
        toml_edit::Value::InlineTable(table) => collect_table(table, comments),
        _ => {}
    }
    collect_decor(value.decor(), comments);
}

/// Whether two values are the same for JavaScript, whose numbers are all of one kind.
pub(crate) fn same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => one.as_f64() == other.as_f64(),
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            one.len() == other.len()
                && one.iter().all(|(key, one)| other.get(key).is_some_and(|other| same(one, other)))
        }
        _ => one == other,
    }
}

/// A new item. `head`: a table has a line of its own, and so has each of a list of tables.
fn item_of(value: &Value, head: bool) -> Item {
    match value {
        Value::Object(values) if head => Item::Table(table_of(values, false)),
        Value::Array(list) if head && !list.is_empty() && list.iter().all(Value::is_object) => {
            let tables = list.iter().filter_map(Value::as_object).map(|values| table_of(values, true));
            Item::ArrayOfTables(tables.collect::<ArrayOfTables>())
        }
        _ => Item::Value(value_of(value)),
    }
}

fn table_of(values: &Map<String, Value>, head: bool) -> toml_edit::Table {
    let mut table = toml_edit::Table::new();
    table.decor_mut().set_prefix("\n");
    for (key, value) in values.iter().filter(|(_, value)| !value.is_null()) {
        table.insert(key, item_of(value, head));
    }
    table
}

/// A new value; a text of several lines begins on a line of its own.
fn value_of(value: &Value) -> toml_edit::Value {
    match value {
        Value::Null => "".into(),
        Value::Bool(value) => (*value).into(),
        Value::Number(number) => match number.as_i64() {
            Some(number) => number.into(),
            None => number.as_f64().unwrap_or_default().into(),
        },
        Value::String(text) if text.contains('\n') => {
            let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
            format!("\"\"\"\n{escaped}\"\"\"").parse().unwrap_or_else(|_| text.into())
        }
        Value::String(text) => text.into(),
        Value::Array(list) => toml_edit::Value::Array(list.iter().map(value_of).collect()),
        Value::Object(values) => {
            let given = values.iter().filter(|(_, value)| !value.is_null());
            toml_edit::Value::InlineTable(given.map(|(key, value)| (key, value_of(value))).collect::<InlineTable>())
        }
    }
}
