//! Progress on standard error, for runs longer than a second: one live line on a terminal, a line now and then elsewhere.

use std::io::IsTerminal as _;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};
use tumble_model::control::{Event, Progress};

use super::output;

/// Nothing is shown in a run shorter than this.
const QUIET: Duration = Duration::from_secs(1);
/// The pause between two updates of the live line.
const TICK: Duration = Duration::from_millis(200);
/// Off a terminal, the pause after the first line; each further pause is twice as long.
const FIRST_WAIT: Duration = Duration::from_secs(5);
/// The longest pause.
const LONGEST_WAIT: Duration = Duration::from_mins(1);

/// The live lines: several runs of a race have one each.
static LINES: LazyLock<MultiProgress> = LazyLock::new(|| MultiProgress::with_draw_target(ProgressDrawTarget::stderr()));

/// What is known of a run.
#[derive(Clone, Copy, Debug, Default)]
struct State {
    progress: Progress,
    /// The share of the work that is done.
    share: Option<f64>,
}

/// Shows the progress of a run until it is dropped.
#[derive(Debug)]
pub struct Display {
    is_quiet: bool,
    state: Arc<Mutex<State>>,
    stop: Option<mpsc::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Display {
    /// Starts the display for a run called `name`, or one that shows nothing, not even the log.
    pub fn start_unless(is_quiet: bool, name: String) -> Self {
        if is_quiet {
            return Self { is_quiet, state: Arc::default(), stop: None, thread: None };
        }
        Self::start(name)
    }

    /// Starts the display for a run called `name`.
    pub fn start(name: String) -> Self {
        let state = Arc::<Mutex<State>>::default();
        let shown = Arc::clone(&state);
        let known = move |elapsed| describe(&shown.lock().unwrap_or_else(PoisonError::into_inner), elapsed);
        let mut display = Self::of(name, known);
        display.state = state;
        display
    }

    /// Starts a display of what `line` says after some time.
    pub fn of(name: String, line: impl Fn(Duration) -> String + Send + 'static) -> Self {
        let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
        let (stop, stopped) = mpsc::channel();
        // Without a thread there is no display, and the run goes on.
        let thread = std::thread::Builder::new().spawn(move || show(&name, &line, &bar, &stopped)).ok();
        Self { is_quiet: false, state: Arc::default(), stop: Some(stop), thread }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn know(&self, new: &Progress) {
        let known = &mut self.state().progress;
        known.incumbent = new.incumbent.or(known.incumbent);
        known.bound = new.bound.or(known.bound);
        known.nodes = new.nodes.or(known.nodes);
    }

    /// Receives an event of the run.
    pub fn hear(&self, event: &Event<'_>) {
        match event {
            _ if self.is_quiet => {}
            Event::Log(line) => LINES.suspend(|| output::note(line)),
            Event::Progress(new) => self.know(new),
            Event::Share(share) => self.state().share = Some(*share),
            Event::Incumbent { found, .. } | Event::Solution { found, .. } => {
                self.know(&Progress { incumbent: Some(found.objective), ..Progress::default() });
            }
        }
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            // The thread only draws; if it panicked, the answer is still good.
            let _ = thread.join();
        }
    }
}

fn show(name: &str, line: &dyn Fn(Duration) -> String, bar: &ProgressBar, stopped: &mpsc::Receiver<()>) {
    let started = Instant::now();
    if stopped.recv_timeout(QUIET) != Err(RecvTimeoutError::Timeout) {
        return;
    }
    let live = std::io::stderr().is_terminal();
    if live {
        bar.set_style(
            ProgressStyle::with_template("{spinner} {msg}").unwrap_or_else(|_| ProgressStyle::default_spinner()),
        );
        LINES.add(bar.clone());
    }
    let mut wait = FIRST_WAIT;
    loop {
        let line = format!("{name}: {}", line(started.elapsed()));
        let pause = if live {
            bar.set_message(line);
            bar.tick();
            TICK
        } else {
            output::note(&line);
            let pause = wait;
            wait = (wait * 2).min(LONGEST_WAIT);
            pause
        };
        if stopped.recv_timeout(pause) != Err(RecvTimeoutError::Timeout) {
            break;
        }
    }
    bar.finish_and_clear();
}

/// `incumbent 66, bound 68.4, gap 3.6 %, 1200 nodes, 3 s`, or `1200 nodes, 25 % done, 3 s`. The rest of the time is not guessed from the
/// share: layers of a search differ too much.
fn describe(State { progress: known, share }: &State, elapsed: Duration) -> String {
    let mut parts = Vec::new();
    if let Some(incumbent) = known.incumbent {
        parts.push(format!("incumbent {incumbent}"));
    }
    if let Some(bound) = known.bound {
        parts.push(format!("bound {bound:.1}"));
    }
    if let (Some(incumbent), Some(bound)) = (known.incumbent, known.bound)
        && incumbent != 0
    {
        let incumbent = incumbent as f64;
        parts.push(format!("gap {:.1} %", 100.0 * ((bound - incumbent) / incumbent).abs()));
    }
    if let Some(nodes) = known.nodes {
        parts.push(format!("{nodes} nodes"));
    }
    parts.extend(share.map(|share| format!("{:.0} % done", 100.0 * share)));
    parts.push(format!("{:.0} s", elapsed.as_secs_f64()));
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_progress_has_what_is_known() {
        let of = |progress| State { progress, share: None };
        let nothing = describe(&State::default(), Duration::from_secs(3));
        assert_eq!(nothing, "3 s");
        let known = Progress { incumbent: Some(88), bound: Some(91.25), nodes: Some(1200) };
        assert_eq!(
            describe(&of(known), Duration::from_secs(61)),
            "incumbent 88, bound 91.2, gap 3.7 %, 1200 nodes, 61 s"
        );
        let zero = Progress { incumbent: Some(0), bound: Some(0.0), nodes: None };
        assert_eq!(describe(&of(zero), Duration::ZERO), "incumbent 0, bound 0.0, 0 s");
        let half = State { share: Some(0.25), ..of(Progress { nodes: Some(7), ..Progress::default() }) };
        assert_eq!(describe(&half, Duration::from_secs(3)), "7 nodes, 25 % done, 3 s");
    }
}
