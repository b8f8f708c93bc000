//! What a model hears of the run in which it is built: a limit leaves the work of [`until_stopped`](crate::control::until_stopped), or, outside
//! of such work, makes the model take nothing more.

use crate::control::{Control, Stop, leave};

/// The control is asked after so many variables and constraints: some milliseconds.
const ASK: u32 = 1 << 12;

/// The limits of the run in which a model is built or lowered. The first limit that is reached is kept.
#[derive(Debug, Default)]
pub(super) struct Limits {
    /// `None`: no limits.
    control: Option<Control<'static>>,
    /// The memory of the model, in bytes.
    bytes: u64,
    /// The variables and constraints since the control was asked.
    unasked: u32,
    stop: Option<Stop>,
}

impl Limits {
    pub fn of(control: &Control<'_>) -> Self {
        Self { control: Some(control.beside()), ..Self::default() }
    }

    /// Notes that the model has so many bytes.
    pub fn hold(&mut self, bytes: usize) {
        self.bytes = bytes as u64;
        self.ask();
    }

    /// Notes that the model grows by so many bytes. Says whether it may.
    pub fn take(&mut self, bytes: usize) -> bool {
        if self.control.is_none() {
            return true;
        }
        self.bytes += bytes as u64;
        self.unasked += 1;
        if self.unasked >= ASK {
            self.ask();
        }
        self.stop.is_none()
    }

    /// Notes that the model shrinks by so many bytes.
    pub fn give_back(&mut self, bytes: usize) {
        self.bytes = self.bytes.saturating_sub(bytes as u64);
    }

    /// Whether a limit was reached when the control was last asked.
    pub const fn is_reached(&self) -> bool {
        self.stop.is_some()
    }

    /// Asks the control, unless a limit was reached before.
    fn ask(&mut self) {
        self.unasked = 0;
        if let (Some(control), None) = (&self.control, &self.stop) {
            self.stop = control.check().and_then(|()| control.check_memory(self.bytes)).err();
        }
        self.stop.iter().cloned().for_each(leave);
    }

    /// The limit that was reached, at the latest now.
    pub fn stop(&mut self) -> Option<Stop> {
        self.ask();
        self.stop.clone()
    }

    /// The control; without limits one that never stops.
    pub fn control(&self) -> Control<'static> {
        self.control.as_ref().map_or_else(Control::unlimited, Control::beside)
    }
}

/// A copy takes memory of its own.
impl Clone for Limits {
    fn clone(&self) -> Self {
        let Self { control, bytes, unasked: _, stop } = self;
        let mut copy =
            Self { control: control.as_ref().map(Control::beside), bytes: *bytes, unasked: 0, stop: stop.clone() };
        copy.ask();
        copy
    }
}
