//! Reads a statement: an OPB file without an objective.

use super::Refusal;
use super::row::Row;
use super::words::Words;

/// The rows of a statement in order, an equality as two rows.
pub(super) fn read(text: &str) -> Result<Vec<Row>, Refusal> {
    let mut rows = Vec::new();
    for (i, line) in text.lines().enumerate() {
        if line.starts_with('*') || line.trim().is_empty() {
            continue;
        }
        let found = Words::of_rule(line).and_then(|mut words| {
            let found = words.rows()?;
            words.end()?;
            Ok(found)
        });
        let (row, other) = found.map_err(|why| Refusal::Statement { line: i + 1, why })?;
        rows.push(row);
        rows.extend(other);
    }
    Ok(rows)
}
