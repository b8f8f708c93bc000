//! Where the game writes an id: its links end with one, after `cube.html#`, its window has one after `Cube:`, and so do links of its app for
//! Android, after `sgtpuzzles:`.

/// The id in a text: without blanks around it, and without what the game has before it in its links and in its window.
pub(super) fn id_in(text: &str) -> &str {
    let text = text.trim();
    marked_id(text).unwrap_or(text)
}

/// What follows `cube.html#`, `Cube:` or `sgtpuzzles:cube:`.
pub(super) fn marked_id(text: &str) -> Option<&str> {
    let app = "sgtpuzzles:";
    let is_of_app = text.get(..app.len()).is_some_and(|start| start.eq_ignore_ascii_case(app));
    let text = if is_of_app { &text[app.len()..] } else { text };
    let before = |end: usize, mark: &str| {
        let start = end.checked_sub(mark.len())?;
        text.get(start..end).filter(|found| found.eq_ignore_ascii_case(mark))
    };
    let link = text.find('#').filter(|&end| before(end, "cube.html").is_some());
    let after = link.or_else(|| text.find(':').filter(|&end| end == "cube".len() && before(end, "cube").is_some()))?;
    Some(text[after + 1..].trim_start())
}
