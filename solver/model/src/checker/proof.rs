//! Reads a proof line by line, and derives what it says.

use std::collections::HashMap;
use std::io::BufRead;

use super::Refusal;
use super::database::Database;
use super::formula;
use super::row::{Image, Row, TOO_LARGE};
use super::words::{Words, image, integer, literal};

/// The first line of a proof.
const HEAD: &str = "pseudo-Boolean proof version 3.0";
/// The longest line that is read, in bytes.
const LONGEST: u64 = 1 << 28;

/// A proof that holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The number of rows of the statement, an equality counted twice.
    pub rows: u64,
    /// The number of rows that the proof derives.
    pub derived: u64,
    /// The number of lines.
    pub lines: usize,
}

/// Checks that a proof shows that no 0/1 values satisfy all rows of a statement. `is_stopped` is asked at every line, with the memory that
/// the rows take, in bytes.
///
/// # Errors
/// The first line that does not follow.
pub fn check(statement: &str, proof: &mut dyn BufRead, is_stopped: &dyn Fn(u64) -> bool) -> Result<Checked, Refusal> {
    let mut database = Database::default();
    formula::read(statement)?.into_iter().for_each(|row| database.add(row));
    let mut reader = Reader { rows: database.last(), database, state: State::Head };
    let mut line = 0;
    let mut text = Vec::new();
    loop {
        line += 1;
        let refused = |why| Refusal::Proof { line, why };
        if is_stopped(reader.database.memory()) {
            return Err(Refusal::Stopped { line });
        }
        text.clear();
        let read = std::io::Read::take(&mut *proof, LONGEST).read_until(b'\n', &mut text);
        if read.map_err(|error| refused(error.to_string()))? == 0 {
            break;
        }
        let text = std::str::from_utf8(&text).map_err(|_| refused("it is not text".into()))?;
        reader.read(text).map_err(refused)?;
    }
    let Reader { rows, database, state } = reader;
    match state {
        State::Done => Ok(Checked { rows, derived: database.last() - rows, lines: line - 1 }),
        _ => Err(Refusal::Proof { line, why: "the proof ends here, before its conclusion: it is cut short".into() }),
    }
}

/// How far the proof was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Head,
    Rules,
    Output,
    Concluded,
    Done,
}

struct Reader {
    /// The number of rows of the statement.
    rows: u64,
    database: Database,
    state: State,
}

impl Reader {
    fn read(&mut self, line: &str) -> Result<(), String> {
        let line = line.split('%').next().unwrap_or_default();
        if self.state == State::Head {
            self.state = State::Rules;
            let is_head = line.trim_end() == HEAD;
            return if is_head { Ok(()) } else { Err(format!("a proof begins with `{HEAD}`")) };
        }
        if line.trim().is_empty() {
            return Ok(());
        }
        let mut words = Words::of_rule(line)?;
        match (self.state, words.next()) {
            (State::Rules, Some("output")) => {
                words.expect("NONE")?;
                self.state = State::Output;
            }
            (State::Rules, Some(rule)) => return self.rule(rule, words),
            (State::Output, Some("conclusion")) => {
                self.conclude(&mut words)?;
                self.state = State::Concluded;
            }
            (State::Concluded, Some("end")) => {
                words.expect("pseudo-Boolean")?;
                words.expect("proof")?;
                self.state = State::Done;
            }
            (_, Some(word)) => return Err(format!("`{word}` is out of place")),
            (_, None) => return Err("the rule is empty".into()),
        }
        words.end()
    }

    fn rule(&mut self, rule: &str, mut words: Words<'_>) -> Result<(), String> {
        let derived = match rule {
            "pol" => self.sum(&mut words)?,
            "rup" => self.propagated(&mut words)?,
            "red" => self.redundant(&mut words)?,
            "del" => {
                words.expect("id")?;
                return self.delete(words);
            }
            "f" => {
                let count = words.next().map_or(Ok(i128::from(self.rows)), integer)?;
                words.end()?;
                let rows = self.rows;
                let fits = i128::from(rows) == count;
                return if fits { Ok(()) } else { Err(format!("the statement has {rows} rows, not {count}")) };
            }
            other => return Err(format!("the rule `{other}` is not known here")),
        };
        self.database.add(derived);
        Ok(())
    }

    /// A sum in reverse Polish notation.
    fn sum(&self, words: &mut Words<'_>) -> Result<Row, String> {
        let mut stack: Vec<Operand> = Vec::new();
        while let Some(word) = words.next() {
            let operand = match word {
                "+" => {
                    let second = row(&mut stack)?;
                    Operand::Row(row(&mut stack)?.plus(&second).ok_or(TOO_LARGE)?)
                }
                "*" => {
                    let factor = positive(&mut stack)?;
                    Operand::Row(row(&mut stack)?.times(factor).ok_or(TOO_LARGE)?)
                }
                "d" => {
                    let divisor = positive(&mut stack)?;
                    Operand::Row(row(&mut stack)?.divided(divisor))
                }
                "s" => Operand::Row(row(&mut stack)?.saturated()),
                "w" => {
                    let Some(Operand::Literal(literal)) = stack.pop() else {
                        return Err("`w` lacks its variable".into());
                    };
                    if literal.is_negated {
                        return Err("`w` takes a variable, not its negation".into());
                    }
                    Operand::Row(row(&mut stack)?.without(literal.variable).ok_or(TOO_LARGE)?)
                }
                word if word.starts_with(['x', '~']) => Operand::Literal(literal(word)?),
                number => Operand::Number(integer(number)?),
            };
            // A number is a row, unless an operator takes it as a number.
            let takes_number = matches!(words.peek(), Some("*" | "d"));
            stack.push(match operand {
                Operand::Number(number) if !takes_number => Operand::Row(self.database.get(number)?.clone()),
                other => other,
            });
        }
        let sum = row(&mut stack)?;
        if stack.is_empty() { Ok(sum) } else { Err("the sum leaves more than one row".into()) }
    }

    fn propagated(&self, words: &mut Words<'_>) -> Result<Row, String> {
        let row = words.row()?;
        let negated = row.negated().ok_or(TOO_LARGE)?;
        let holds = match words.next() {
            None => self.database.refutes(&[&negated])?,
            Some(":") => {
                let mut rows = Vec::new();
                while let Some(word) = words.next() {
                    rows.push(if word == "~" { &negated } else { self.database.get(integer(word)?)? });
                }
                Database::refutes_by(&rows)?
            }
            Some(word) => return Err(format!("`{word}` stands where `:` is expected")),
        };
        if holds { Ok(row) } else { Err("the row does not follow by propagation".into()) }
    }

    fn redundant(&self, words: &mut Words<'_>) -> Result<Row, String> {
        let row = words.row()?;
        words.expect(":")?;
        let mut witness: HashMap<u32, Image> = HashMap::new();
        while let Some(word) = words.next() {
            let variable = literal(word)?;
            let mut to = words.next();
            if to == Some("->") {
                to = words.next();
            }
            let to = image(to.ok_or("the witness ends after a variable")?)?;
            if variable.is_negated || witness.insert(variable.variable, to).is_some() {
                return Err(format!("the witness cannot set `{word}`, or sets it twice"));
            }
        }
        self.database.check_redundant(&row, &witness)?;
        Ok(row)
    }

    fn delete(&mut self, mut words: Words<'_>) -> Result<(), String> {
        let mut numbers = Vec::new();
        while let Some(word) = words.next() {
            numbers.push(integer(word)?);
        }
        numbers.into_iter().try_for_each(|number| self.database.delete(number))
    }

    fn conclude(&self, words: &mut Words<'_>) -> Result<(), String> {
        words.expect("UNSAT")?;
        words.expect(":")?;
        let row = self.database.get(integer(words.next().ok_or("the number of a row is missing")?)?)?;
        let is_contradiction = Database::refutes_by(&[row])?;
        if is_contradiction { Ok(()) } else { Err("the row of the conclusion may hold".into()) }
    }
}

/// What stands on the stack of a sum.
enum Operand {
    Row(Row),
    Number(i128),
    Literal(super::row::Literal),
}

fn row(stack: &mut Vec<Operand>) -> Result<Row, String> {
    match stack.pop() {
        Some(Operand::Row(row)) => Ok(row),
        Some(Operand::Literal(literal)) => Ok(Row::of_literal(literal)),
        Some(Operand::Number(number)) => Err(format!("{number} stands where a row is expected")),
        None => Err("the sum lacks a row".into()),
    }
}

fn positive(stack: &mut Vec<Operand>) -> Result<i128, String> {
    match stack.pop() {
        Some(Operand::Number(number)) if number > 0 => Ok(number),
        _ => Err("the sum lacks a positive number".into()),
    }
}
