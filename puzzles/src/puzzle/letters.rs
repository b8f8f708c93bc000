//! Moves as a user writes them.

/// The letters of rolls, in upper case and without white space.
///
/// # Errors
/// A message for the user about the first letter that is not one of N, E, S, W.
pub fn read_letters(moves: &str) -> Result<String, String> {
    let letters: String = moves.chars().filter(|c| !c.is_whitespace()).map(|c| c.to_ascii_uppercase()).collect();
    match letters.chars().enumerate().find(|(_, letter)| !"NESW".contains(*letter)) {
        Some((i, letter)) => Err(format!("move {} is `{letter}`, not one of N, E, S, W", i + 1)),
        None => Ok(letters),
    }
}
