//! The lines of a proof. Rows of the statement are named by their numbers, derived rows by how far back they are: so the proof is written
//! before it is known how many rows the statement has in the end. Rows that are found on the way, cuts, get their numbers when they are
//! used for the first time.

use std::fmt::Write as _;
use std::io::{self, Write};

use super::Literal;
use super::combination::Multiple;
use crate::format::zero_one::Row;

/// A derived row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Derived(u64);

/// Writes a proof.
pub(super) struct Writer<'a> {
    out: &'a mut dyn Write,
    /// By row the number of its first side; `None` if the row was not used so far.
    numbers: Vec<Option<u64>>,
    /// The next number of a row of the statement.
    next: u64,
    /// The number of derived rows.
    derived: u64,
    /// Bytes so far.
    pub bytes: u64,
}

impl<'a> Writer<'a> {
    /// A proof of a statement with these rows.
    pub fn new(out: &'a mut dyn Write, rows: &[Row]) -> io::Result<Self> {
        let mut writer = Self { out, numbers: Vec::new(), next: 1, derived: 0, bytes: 0 };
        for row in rows {
            let number = writer.number(row);
            writer.numbers.push(Some(number));
        }
        writer.line("pseudo-Boolean proof version 3.0\n")?;
        writer.line(concat!("% written by: tumble ", env!("CARGO_PKG_VERSION"), "\n"))?;
        Ok(writer)
    }

    /// Makes room for a row that the statement gets if the row is used.
    pub fn add(&mut self) {
        self.numbers.push(None);
    }

    /// The number of a new row of the statement: an equality takes two.
    fn number(&mut self, row: &Row) -> u64 {
        let number = self.next;
        self.next += if row.is_equality { 2 } else { 1 };
        number
    }

    fn line(&mut self, text: &str) -> io::Result<()> {
        self.bytes += text.len() as u64;
        self.out.write_all(text.as_bytes())
    }

    fn next_derived(&mut self) -> Derived {
        self.derived += 1;
        Derived(self.derived)
    }

    /// Derived rows as they are named now, each after a space.
    fn names(&self, rows: &[Derived]) -> String {
        rows.iter().flat_map(|row| [" ".to_owned(), self.name(*row)]).collect()
    }

    /// A derived row as it is named now.
    fn name(&self, Derived(number): Derived) -> String {
        format!("-{}", self.derived + 1 - number)
    }

    /// Derives a sum of multiples of rows. Returns the rows that were used for the first time too, by index.
    pub fn sum(&mut self, rows: &[Row], multiples: &[Multiple]) -> io::Result<(Derived, Vec<usize>)> {
        // Writing to a String cannot fail.
        let mut text = "pol".to_owned();
        let mut first = Vec::new();
        for (i, &Multiple { row, is_reversed, times }) in multiples.iter().enumerate() {
            let number = if let Some(number) = self.numbers[row] {
                number
            } else {
                first.push(row);
                let number = self.number(&rows[row]);
                self.numbers[row] = Some(number);
                number
            };
            let _ = write!(text, " {}", number + u64::from(is_reversed));
            if times != 1 {
                let _ = write!(text, " {times} *");
            }
            if i > 0 {
                text += " +";
            }
        }
        self.line(&(text + ";\n"))?;
        Ok((self.next_derived(), first))
    }

    /// Derives the clause that one of some literals holds, by propagation in its negation and in these rows alone, and deletes them.
    pub fn clause(&mut self, literals: &[Literal], from: &[Derived]) -> io::Result<Derived> {
        let mut text = "rup".to_owned();
        for Literal { variable, value } in literals {
            let _ = write!(text, " +1 {}x{variable}", if *value { "" } else { "~" });
        }
        text += " >= 1 : ~";
        text += &self.names(from);
        self.line(&(text + ";\n"))?;
        let clause = self.next_derived();
        let mut text = "del id".to_owned();
        text += &self.names(from);
        self.line(&(text + ";\n"))?;
        Ok(clause)
    }

    /// Ends the proof with a row that does not hold.
    pub fn finish(&mut self, contradiction: Derived) -> io::Result<()> {
        let name = self.name(contradiction);
        self.line(&format!("output NONE;\nconclusion UNSAT : {name};\nend pseudo-Boolean proof;\n"))?;
        self.out.flush()
    }
}
