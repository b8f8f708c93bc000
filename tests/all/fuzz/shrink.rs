//! Smaller texts of which the same holds.

/// Tries so many texts in all.
const TRIED: usize = 400;

/// A text that cannot be made smaller in one step so that `still` holds. The steps leave out lines, columns of maps, or characters.
pub fn smallest(text: String, still: impl Fn(&str) -> bool) -> String {
    let (mut best, mut tried) = (text, 0);
    loop {
        let found = smaller(&best).into_iter().find(|text| {
            tried += 1;
            tried <= TRIED && still(text)
        });
        match found {
            Some(text) => best = text,
            None => return best,
        }
    }
}

/// The texts that are one step smaller, the much smaller ones first.
fn smaller(text: &str) -> Vec<String> {
    let lines: Vec<&str> = text.lines().collect();
    let joined = |lines: Vec<String>| lines.join("\n") + "\n";
    let without = |from: usize, count: usize| {
        let kept = lines.iter().enumerate().filter(|(i, _)| !(from..from + count).contains(i));
        joined(kept.map(|(_, line)| (*line).to_owned()).collect())
    };
    let mut all = Vec::new();
    for count in [8, 4, 2, 1] {
        all.extend((0..lines.len().saturating_sub(count - 1)).map(|from| without(from, count)));
    }
    // A map's lines are words between spaces.
    let is_row = |line: &str| !line.is_empty() && line.split(' ').all(|word| word.len() <= 2);
    let width = lines.iter().filter(|line| is_row(line)).map(|line| line.split(' ').count()).max().unwrap_or(0);
    for column in 0..width {
        let cut = |line: &str| {
            let words = line.split(' ').enumerate().filter(|(i, _)| *i != column);
            words.map(|(_, word)| word).collect::<Vec<_>>().join(" ")
        };
        all.push(joined(lines.iter().map(|line| if is_row(line) { cut(line) } else { (*line).to_owned() }).collect()));
    }
    all
}
