//! Can a rectangle with a label on every cell have two different Hamiltonian cycles of a rolling die?
//!
//! A die rolls from cell to cell of a board, through all cells and back to the first one, and prints the face on top on each cell. Can it
//! print the same board on two different cycles? That is problem 68 of the Open Problems Project, asked by J. O'Rourke in 2005. This
//! program answers it for boards of a given number of rows: `cargo run --release --package rolling-cycles -- 6 --meaning c`.
//!
//! **A sweep from west to east.** Think of two cycles on one board, and of a line between two of its columns. Whether the part behind the
//! line can be completed depends only on little: the rows where each cycle crosses the line, which crossings are ends of one piece, the
//! orientation that the die will have on the cell ahead of each crossing, whether the cycles differ already, and what they have done that
//! can be done only once. That is a *state* (`state.rs`). From a state follow all states one column further: cell by cell, each cycle comes
//! in from the west, from the south or not at all, and leaves to the east or to the north; where no piece comes in, one begins with any
//! die; two pieces meet only with one die; none closes before the last cell; and on every cell, both dice have to show one label
//! (`column.rs`). States that differ by a renaming of the faces or of the cycles, or by an exchange of north and south, are one state.
//!
//! **One direction.** The states behind one column, two columns, and so on are found layer by layer (`search.rs`). If some state can be
//! completed by one more column, there is a board. A state that lay behind fewer columns before is not followed again: what follows from it
//! has followed before, on a shorter board. So if a layer has no new state, no board of any number of columns has two cycles.
//!
//! **All numbers of columns.** With `--each`, states that lay behind fewer columns are followed again. A layer depends on nothing but the one
//! before it, so when the states behind some columns are those behind p columns fewer, the layers repeat from there on, and so do the
//! answers: there is a board of n columns if and only if there is one of n − p. If they are those and some more, this stays so, and whenever
//! there is a board of n − p columns, there is one of n.
//!
//! **Two halves.** What lies east of a line is, seen in a mirror, what can lie west of one. So the states behind k columns settle boards of
//! 2k − 1 and 2k columns, too: a state and the mirror image of another one are joined if both cycles cross in the same rows with the
//! same dice, and the pieces of each cycle on both sides make a single circle.
//!
//! **The way back.** From the last state, a state is sought in each layer that leads to the one after it. The rows of the crossings
//! settle both cycles, because every cell has two neighbours on a cycle. Then a die is rolled along both, the labels are compared
//! (`board.rs`), and the board is written as a model file for `tumble count` and `tumble solve --all`.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a board has few rows: rows, dice and codes of a state are bytes"
)]
#![allow(clippy::print_stdout, reason = "it shows what it found")]

mod board;
mod column;
mod dice;
mod search;
mod state;
#[cfg(test)]
mod tests;

use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory as _, Parser};
use tumble_model::control::{Bytes, Control, Request, Stop};

use board::Pair;
use column::{Meaning, Question};
use dice::{DISTINCT, Labels};
use search::{Columns, Crossings};
use state::MAX_ROWS;

/// Whether a board with labels can have two different Hamiltonian cycles of a rolling die, by its number of rows
#[derive(Parser)]
struct Args {
    /// The number of rows
    #[arg(value_parser = clap::value_parser!(u8).range(2..=MAX_ROWS as i64))]
    rows: u8,
    /// How the die has to come back to its start
    #[arg(long, value_enum, default_value_t = Meaning::A)]
    meaning: Meaning,
    /// What the faces 1 to 6 of the die print, as six digits from 1 to 6: 123321 is a die whose opposite faces are alike
    #[arg(long, value_name = "DIGITS", default_value = "123456", value_parser = labels)]
    labels: Labels,
    #[command(flatten)]
    plan: Plan,
    /// The number of threads; left out: all cores
    #[arg(long)]
    threads: Option<u32>,
    /// Stops before the states take more memory
    #[arg(long, value_name = "SIZE", default_value = "4G")]
    memory_limit: Bytes,
}

fn labels(digits: &str) -> Result<Labels, String> {
    let labels = digits.bytes().map(|digit| digit.wrapping_sub(b'0')).collect::<Vec<_>>();
    let labels = Labels::try_from(labels).ok().filter(|labels| labels.iter().all(|label| (1..=6).contains(label)));
    labels.ok_or_else(|| "six digits from 1 to 6, one for each face".into())
}

/// What was found out.
struct Answer {
    /// The crossings of the first board that is not passed over.
    first: Option<Crossings>,
    beyond: Beyond,
}

/// Whether there are boards of more columns than were told of.
enum Beyond {
    /// They were not asked for.
    Open,
    None,
    /// As with so many columns fewer.
    Repeats(usize),
}

/// How boards are sought.
#[derive(Clone, Copy, Default, clap::Args)]
struct Plan {
    /// Passes over boards of fewer columns
    #[arg(long, value_name = "COLUMNS", default_value_t = 2)]
    least: usize,
    /// Stops after boards of so many columns
    #[arg(long, value_name = "COLUMNS")]
    most: Option<usize>,
    /// Goes on after the first board, and says of each number of columns whether there is one, until all repeats
    #[arg(long)]
    each: bool,
    /// Joins states with mirror images of others: settles boards of twice as many columns by the same states
    #[arg(long)]
    halves: bool,
}

impl Plan {
    /// Searches, and tells of each number of columns whether there is a board.
    fn search(self, columns: &mut Columns<'_>, tell: &mut dyn FnMut(usize, bool)) -> Result<Answer, Stop> {
        let keeps_all = self.each || self.least > 2;
        let mut first = None;
        let mut beyond = Beyond::None;
        // The last number of columns without a board, of those with an even number of cells: there are no cycles through an odd one.
        let mut lacking = 0;
        'all: for behind in 1.. {
            let lengths = if self.halves { (2 * behind - 1).max(2)..=2 * behind } else { behind + 1..=behind + 1 };
            let is_over = |length: usize| self.most.is_some_and(|most| length > most);
            if behind > 1 && !is_over(*lengths.start()) {
                columns.advance(!keeps_all)?;
                eprintln!("behind {behind} columns: {} states, {} in all", columns.latest().len(), columns.states());
                if columns.latest().is_empty() {
                    break;
                }
            }
            for length in lengths.clone() {
                if is_over(length) {
                    beyond = Beyond::Open;
                    break 'all;
                }
                let found = if self.halves { columns.joined(length - behind)? } else { columns.end()? };
                tell(length, found.is_some());
                if found.is_none() && (length * columns.rows()).is_multiple_of(2) {
                    lacking = length;
                }
                let shown = found.filter(|_| length >= self.least);
                first = first.or_else(|| Some(columns.crossings(&shown?)));
                if first.is_some() && !self.each {
                    beyond = Beyond::Open;
                    break 'all;
                }
            }
            // If states are never lost, what the latest boards have, longer ones have too.
            if keeps_all
                && self.least <= *lengths.end()
                && let Some((period, is_equal)) = columns.period()
                && (is_equal || lacking + period <= *lengths.end())
            {
                beyond = Beyond::Repeats(period);
                break;
            }
        }
        Ok(Answer { first, beyond })
    }
}

/// Answers the question of a command line. What it prints is a model file, if there is a board.
fn answer(args: &Args, question: &Question) -> Result<(), Stop> {
    let control = Control::unlimited().with_memory_limit(args.memory_limit);
    let request = Request::new(control).with_threads(args.threads);
    let rows = question.rows;
    let mut tell =
        |columns, found| println!("# {columns} columns, {rows} rows: {}", if found { "yes" } else { "none" });
    let Answer { first, beyond } = args.plan.search(&mut Columns::new(question, &request), &mut tell)?;
    match beyond {
        Beyond::Repeats(period) => println!("# more columns, {rows} rows: as {period} columns fewer"),
        Beyond::None if first.is_none() => println!("# {rows} rows: none of any number of columns"),
        Beyond::Open if first.is_none() => println!("# {rows} rows: none up to here"),
        Beyond::Open | Beyond::None => {}
    }
    if let Some(crossings) = first {
        let pair = Pair::new(&crossings, question).expect("a die can be rolled along what the search found");
        let what = "with two Hamiltonian cycles of a rolling die, found by rolling_cycles";
        match args.labels {
            DISTINCT => println!("# A board {what}.\n{pair}"),
            _ => println!("# A board {what}; no model, for the die has equal faces.\n{}", pair.map()),
        }
    }
    Ok(())
}

fn main() -> ExitCode {
    let args = Args::parse();
    let question = Question::new(args.rows.into(), args.meaning, args.labels);
    if args.plan.halves && !question.dice.has_mirrors {
        let why =
            "--halves: an exchange of the faces 3 and 4 has to leave equal labels equal and different ones different";
        Args::command().error(ErrorKind::ValueValidation, why).exit();
    }
    match answer(&args, &question) {
        Ok(()) => ExitCode::SUCCESS,
        Err(stop) => {
            eprintln!("stopped by {stop}");
            ExitCode::from(3)
        }
    }
}
