//! The words of a line, and the terms and rows that they make.

use super::row::{Image, Literal, Row, TOO_LARGE};

/// Reads words one by one.
#[derive(Clone, Debug)]
pub(super) struct Words<'a> {
    rest: std::iter::Peekable<std::str::SplitAsciiWhitespace<'a>>,
}

impl<'a> Words<'a> {
    /// The words of a line that ends with a semicolon.
    pub fn of_rule(line: &'a str) -> Result<Self, String> {
        let line = line.trim_end().strip_suffix(';').ok_or("the line does not end with `;`: it is cut short")?;
        if line.contains(';') {
            return Err("there are two rules on the line".into());
        }
        Ok(Self { rest: line.split_ascii_whitespace().peekable() })
    }

    /// The next word.
    pub fn next(&mut self) -> Option<&'a str> {
        self.rest.next()
    }

    /// The next word, which stays.
    pub fn peek(&mut self) -> Option<&'a str> {
        self.rest.peek().copied()
    }

    /// The next word, which has to be this one.
    pub fn expect(&mut self, word: &str) -> Result<(), String> {
        match self.next() {
            Some(found) if found == word => Ok(()),
            Some(found) => Err(format!("`{found}` stands where `{word}` is expected")),
            None => Err(format!("`{word}` is missing")),
        }
    }

    /// That there is no further word.
    pub fn end(&mut self) -> Result<(), String> {
        self.next().map_or(Ok(()), |word| Err(format!("`{word}` is too much")))
    }

    /// `Σ coefficient · literal >= bound` or `= bound`: the rows, the second one only for an equality.
    pub fn rows(&mut self) -> Result<(Row, Option<Row>), String> {
        let mut terms = Vec::new();
        let is_equality = loop {
            match self.next().ok_or("the row ends before its bound")? {
                ">=" => break false,
                "=" => break true,
                word => {
                    let literal = self.next().ok_or("the row ends after a coefficient")?;
                    terms.push((integer(word)?, self::literal(literal)?));
                }
            }
        };
        let bound = integer(self.next().ok_or("the row has no bound")?)?;
        let row = |sign: i128| {
            let terms: Option<Vec<_>> = terms.iter().map(|&(a, l)| Some((a.checked_mul(sign)?, l))).collect();
            Row::new(&terms?, bound.checked_mul(sign)?)
        };
        let other = if is_equality { Some(row(-1).ok_or(TOO_LARGE)?) } else { None };
        Ok((row(1).ok_or(TOO_LARGE)?, other))
    }

    /// A row with the relation `>=`.
    pub fn row(&mut self) -> Result<Row, String> {
        match self.rows()? {
            (row, None) => Ok(row),
            (_, Some(_)) => Err("a rule cannot derive an equality".into()),
        }
    }
}

/// A whole number, with a sign or without.
pub(super) fn integer(word: &str) -> Result<i128, String> {
    word.parse().map_err(|_| format!("`{word}` is no integer of 128 bits"))
}

/// `x12` or `~x12`.
pub(super) fn literal(word: &str) -> Result<Literal, String> {
    let wrong = || format!("`{word}` is no literal such as x12 or ~x12");
    let (is_negated, name) = word.strip_prefix('~').map_or((false, word), |name| (true, name));
    let number = name.strip_prefix('x').ok_or_else(wrong)?;
    // One name for each variable: no sign, no leading zero.
    if !number.starts_with(|c: char| ('1'..='9').contains(&c)) {
        return Err(wrong());
    }
    Ok(Literal { variable: number.parse().map_err(|_| wrong())?, is_negated })
}

/// What a witness puts in the place of a variable.
pub(super) fn image(word: &str) -> Result<Image, String> {
    match word {
        "0" => Ok(Image::Value(false)),
        "1" => Ok(Image::Value(true)),
        word => Ok(Image::Literal(literal(word)?)),
    }
}
