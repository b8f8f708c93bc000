//! Solvers in a child process: a solver that hangs, crashes or takes too much memory cannot harm the run.
//!
//! The parent starts the program again with a hidden argument; [`serve`] is what runs there. Both talk in frames over
//! a socket, which is the child's standard input: a frame is the length of the message in four bytes, little-endian, then the message in
//! the format `postcard`. Standard output and standard error of the child are one pipe, whose lines are the
//! solver's log.
//!
//! | file | what |
//! |---|---|
//! | `worker.rs` | the child: reads commands, runs the solver, reports |
//! | `process.rs` | the process from outside: start, lines of its log, memory, end |
//! | `supervisor.rs` | the parent: sends commands, hears reports, keeps the limits |
//!
//! * The parent polls its control. At a limit or an interrupt it first asks the child to stop; if no answer comes within
//!   half a second it kills the child and answers with the best incumbent that was reported.
//! * The child's resident memory is compared with the memory limit every 50 ms (Linux).
//! * The socket closes when the parent ends, whatever ended the parent; the child then kills itself.
//! * The child stays in the parent's process group, so that job control works on both. The child ignores SIGINT, SIGTERM and SIGHUP, which
//!   may go to the whole group: the parent handles these signals, and reports the best incumbent.
//! * The parent keeps a copy of the model. A child that was killed, or died, is followed by another child with that model.

mod process;
mod supervisor;
mod worker;

use std::io::{self, Read};
use std::sync::Arc;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::control::{Bytes, Incumbent, Progress};
use crate::model::Model;
use crate::session::{Change, Found, Task};
use crate::{BackendError, Claim};

pub(super) use supervisor::Child;
pub use worker::serve;

/// From the parent to the child.
#[derive(Serialize, Deserialize)]
enum Command {
    /// Replace the model, for the backend of this name.
    Load(String, Arc<Model>),
    /// Change the model.
    Change(Change),
    /// Run a task, and answer with [`Report::Done`].
    Run(Task, Terms),
    /// Stop, and answer as soon as possible.
    Stop,
}

/// The parts of a [`Request`](crate::control::Request) that the child needs.
#[derive(Serialize, Deserialize)]
struct Terms {
    /// The time left.
    pub remaining: Option<Duration>,
    pub memory_limit: Bytes,
    pub threads: Option<u32>,
    pub seed: Option<u32>,
    pub log: bool,
    pub options: Vec<(String, String)>,
}

/// From the child to the parent.
#[derive(Debug, Serialize, Deserialize)]
enum Report {
    Log(String),
    Progress(Progress),
    /// The seconds count from the [`Command::Run`].
    Incumbent(Incumbent, Vec<f64>),
    /// What the task has found, in order.
    Found(Vec<Found>),
    Done {
        answer: Result<Claim, BackendError>,
        /// The child's largest resident memory so far in bytes, where the system reports it.
        peak_memory: Option<u64>,
    },
}

/// A message as it is sent.
fn frame(message: &impl Serialize) -> io::Result<Vec<u8>> {
    let body = postcard::to_stdvec(message).map_err(io::Error::other)?;
    let length = u32::try_from(body.len()).map_err(|_| io::Error::other("a message of more than 4 GiB"))?;
    Ok([&length.to_le_bytes(), body.as_slice()].concat())
}

/// Reads the next message; `None` if the other side has closed the socket.
fn read<M: DeserializeOwned>(from: &mut impl Read) -> io::Result<Option<M>> {
    let mut length = [0; 4];
    match from.read_exact(&mut length) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        ended => ended?,
    }
    // Grows as bytes arrive, so that a wrong length takes no memory.
    let mut body = Vec::new();
    from.take(u64::from(u32::from_le_bytes(length))).read_to_end(&mut body)?;
    postcard::from_bytes(&body).map(Some).map_err(io::Error::other)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{self, Circuit, Constraint, Linear, Literal, Sense, Table};

    #[test]
    fn a_model_arrives_as_it_was_sent() {
        let mut model = Model::new("m");
        let (x, b) = (model.integer("x", i64::MIN..=i64::MAX), model.binary("b"));
        let f = model.implied_integer("f", -3..=7);
        let is = model.is(f, -3);
        model.block("(1) all kinds");
        model.add("row", Linear::new().plus(i64::MIN, x).plus(-1, f).between(-5, i64::MAX).only_if(!Literal::from(b)));
        model.add("differ", Constraint::AllDifferent(vec![x, f]));
        model.add("table", Table::new(vec![x, f], [1, -2, i64::MAX, 0].into()));
        model.add("circuit", Circuit { nodes: 1, arcs: vec![model::Arc { from: 0, to: 0, literal: is }] });
        model.set_objective(Sense::Maximize, Linear::from(x).plus_constant(-9));
        let sent = frame(&Command::Load("solver".into(), Arc::new(model.clone()))).unwrap();
        let Some(Command::Load(name, received)) = read(&mut sent.as_slice()).unwrap() else { panic!() };
        let mut received = Arc::unwrap_or_clone(received);
        assert_eq!(name, "solver");
        // `Model` is not `PartialEq`; compare its parts.
        assert_eq!(received.variables(), model.variables());
        assert_eq!(received.constraints(), model.constraints());
        assert_eq!(received.blocks(), model.blocks());
        assert_eq!(received.objective(), model.objective());
        assert_eq!(received.definitions(), model.definitions());
        assert_eq!(received.is(f, -3), is);
    }

    #[test]
    fn a_message_that_was_cut_short_is_an_error_and_a_closed_socket_is_none() {
        let sent = frame(&Command::Stop).unwrap();
        assert!(read::<Command>(&mut &sent[..0]).unwrap().is_none());
        assert!(read::<Command>(&mut &sent[..4]).is_err());
        let endless = [0xff; 8];
        assert!(read::<Command>(&mut endless.as_slice()).is_err());
    }
}
