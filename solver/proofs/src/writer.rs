//! The lines of a proof. Rows of the statement are named by their numbers, derived rows by how far back they are: so the proof is written
//! before it is known how many rows the statement has in the end. Rows that are found on the way, cuts, get their numbers when they are
//! used for the first time.

use std::fmt::Write as _;
use std::io::{self, Write};

use super::Literal;
use tumble_formats::MARK;
use tumble_formats::zero_one::Row;
use tumble_model::session::Lit;

/// A derived row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Derived(u64);

/// A row that a line of a proof rests on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Premise {
    /// A row of the statement, by index; of an equality also its other side, `-a·x >= -b`.
    Row {
        row: usize,
        is_reversed: bool,
    },
    Derived(Derived),
}

/// A clause, and the row that says so: the row propagates whatever the clause propagates.
#[derive(Clone, Debug)]
pub(super) struct Clause {
    pub literals: Vec<Lit>,
    pub by: Premise,
}

/// Writes a proof.
pub(super) struct Writer<'a> {
    out: &'a mut dyn Write,
    /// By row the number of its first side; `None` if the row was not used so far.
    numbers: Vec<Option<u64>>,
    /// The rows that got their numbers when they were used for the first time, by index, in order.
    pub cited: Vec<usize>,
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
        let mut writer = Self { out, numbers: Vec::new(), cited: Vec::new(), next: 1, derived: 0, bytes: 0 };
        for row in rows {
            let number = writer.number(row);
            writer.numbers.push(Some(number));
        }
        writer.line("pseudo-Boolean proof version 3.0\n")?;
        writer.line(&format!("% {MARK}{}\n", env!("CARGO_PKG_VERSION")))?;
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

    /// A row as it is named now.
    fn cite(&mut self, rows: &[Row], premise: Premise) -> String {
        let (row, is_reversed) = match premise {
            Premise::Derived(derived) => return self.name(derived),
            Premise::Row { row, is_reversed } => (row, is_reversed),
        };
        let number = self.numbers[row].unwrap_or_else(|| {
            self.cited.push(row);
            let number = self.number(&rows[row]);
            self.numbers[row] = Some(number);
            number
        });
        (number + u64::from(is_reversed)).to_string()
    }

    /// A derived row as it is named now.
    fn name(&self, Derived(number): Derived) -> String {
        format!("-{}", self.derived + 1 - number)
    }

    /// Derives the clause that follows from a sum of rows in which some terms are left out, by adding multiples of the negated literals:
    /// all coefficients become 1.
    pub fn clause_of_sum(
        &mut self,
        rows: &[Row],
        premises: &[Premise],
        left_out: &[(i64, Literal)],
    ) -> io::Result<Derived> {
        let mut text = "pol".to_owned();
        for (i, &premise) in premises.iter().enumerate() {
            text += " ";
            text += &self.cite(rows, premise);
            if i > 0 {
                text += " +";
            }
        }
        for &(coefficient, literal) in left_out {
            let _ = write!(text, " {} {coefficient} * +", !literal);
        }
        self.line(&(text + " s;\n"))?;
        Ok(self.next_derived())
    }

    /// Derives `Σ coefficient · literal >= bound`, which holds if the variable of `witness` has the value with which `witness` holds: a
    /// variable that is in no row so far, or only in the other half of its definition.
    pub fn define(&mut self, terms: &[(i64, Literal)], bound: i64, witness: Literal) -> io::Result<Derived> {
        let mut text = "red".to_owned();
        for (coefficient, literal) in terms {
            let _ = write!(text, " +{coefficient} {literal}");
        }
        let _ = write!(text, " >= {bound} : x{} -> {};", witness.variable, u8::from(witness.value));
        self.line(&(text + "\n"))?;
        Ok(self.next_derived())
    }

    /// Derives the clause that one of some literals holds, by propagation in its negation and in these rows alone.
    pub fn implied(
        &mut self,
        rows: &[Row],
        literals: impl IntoIterator<Item = Literal>,
        premises: &[Premise],
    ) -> io::Result<Derived> {
        let mut text = "rup".to_owned();
        for literal in literals {
            let _ = write!(text, " +1 {literal}");
        }
        text += " >= 1 : ~";
        for &premise in premises {
            text += " ";
            text += &self.cite(rows, premise);
        }
        self.line(&(text + ";\n"))?;
        Ok(self.next_derived())
    }

    /// Deletes a derived row.
    pub fn delete(&mut self, row: Derived) -> io::Result<()> {
        let text = format!("del id {};\n", self.name(row));
        self.line(&text)
    }

    /// Ends the proof with a row that does not hold.
    pub fn finish(&mut self, contradiction: Derived) -> io::Result<()> {
        let name = self.name(contradiction);
        self.line(&format!("output NONE;\nconclusion UNSAT : {name};\nend pseudo-Boolean proof;\n"))?;
        self.out.flush()
    }
}
