//! Models: reading, drawing, their integer models.

use std::collections::BTreeMap;
use std::time::Duration;

use serde_json::{Value, json};
use tumble::format::{self, FormatEntry};
use tumble::html;
use tumble::instance::{Document, InputError, SolveTable};
use tumble::lower::Lowering;
use tumble::model::Capabilities;
use tumble::puzzle::{Choices, EncodingInfo, Purpose, PuzzleEntry, PuzzleOption};
use tumble::registry::Registry;
use tumble::render::replay::Stage;
use tumble::render::svg;
use tumble::solve::{self, Problem, Settled};

use crate::failure::Failure;
use crate::run;

/// The name of a model in reports: the page's models have no file yet, and this is what it names one that is saved.
pub(crate) const NAME: &str = "model.toml";

/// So many starts are looked at, where the model lets one choose.
const MAX_STARTS: usize = 2400;

/// A model file or a game id that was read.
pub(crate) struct Model {
    /// The instance.
    pub(crate) problem: Problem,
    /// The `[solve]` table.
    pub(crate) defaults: SolveTable,
    /// The limit of time there.
    pub(crate) time_limit: Option<Duration>,
    text: String,
}

impl Model {
    /// Reads a model file, or an id of a game.
    pub(crate) fn read(text: &str) -> Result<Self, Failure> {
        let document = Document::new("", text);
        Self::of_document(&document).map_err(|error| Failure::in_text(&error, document.text()))
    }

    fn of_document(document: &Document) -> Result<Self, InputError> {
        let head = Registry::built_in().head(document)?;
        let (puzzle, instance, text) = (head.puzzle, head.read(&Choices::new())?, document.text());
        // A save file is a text of several lines.
        let id = Some(text.trim()).filter(|id| head.is_id() && !id.contains('\n'));
        let problem = Problem::new(id.unwrap_or(NAME).to_owned(), puzzle, instance);
        Ok(Self { problem, defaults: head.solve, time_limit: head.time_limit, text: text.to_owned() })
    }

    /// What is left after some moves; an empty start is the model's. Without either it is the model.
    pub(crate) fn after(self, moves: &str, start: &str) -> Result<Self, Failure> {
        if moves.is_empty() && start.is_empty() {
            return Ok(self);
        }
        let problem = self.problem.after(moves, named(start)).map_err(Failure::new)?;
        Ok(Self { problem, ..self })
    }

    /// Moves that a reader makes: their replay, whether they solve the model, and before the first one the starts to choose from; or why they are
    /// refused. An empty start is the model's, or the first that it allows.
    pub(crate) fn play(&self, moves: &str, start: &str) -> Result<Value, Failure> {
        let instance = &*self.problem.instance;
        let allowed = |start: &String| instance.after("", Some(start)).is_ok();
        let choice = if moves.is_empty() { MAX_STARTS } else { 0 };
        let starts: Vec<String> = instance.starts().take(choice).filter(allowed).collect();
        let start = named(start).or(starts.first().map(String::as_str));
        let made =
            instance.after(moves, start).and_then(|after| Ok((after, instance.solution_of_moves(moves, start)?)));
        let (after, solution) = match made {
            Ok(made) => made,
            Err(error) => return Ok(json!({ "refused": error.to_string() })),
        };
        let length = after.ok_or_else(|| Failure::new("this puzzle cannot be played move by move"))?.length;
        let verified = solve::check(instance, &solution).ok();
        let mut replay = instance.parse(&solution).map_err(Failure::new)?.replay();
        if let Some(Stage::Cube(cube)) = &mut replay.stage
            && (verified.is_none() || cube.turns.is_empty())
        {
            // What the pieces make then is no end of the replay.
            cube.solved = None;
        }
        Ok(json!({
            "length": length, "start": start, "starts": starts, "replay": replay,
            "finished": verified.is_some(), "objective": verified.and_then(|verified| verified.objective())
        }))
    }

    /// An error in this model's text.
    pub(crate) fn error(&self, error: &InputError) -> Failure {
        Failure::in_text(error, &self.text)
    }

    /// What the page shows of a model before it is solved.
    pub(crate) fn description(&self) -> Value {
        let Problem { puzzle, instance, .. } = &self.problem;
        let all = (puzzle.encodings)().into_iter().flat_map(|info| info.names());
        let fitting: Vec<String> = all.filter(|name| instance.fits(name).is_ok()).collect();
        json!({
            "puzzle": puzzle.name, "replay": instance.replay(),
            "picture": svg::draw(&instance.scene()), "files": self.files(|suffix| instance.file(suffix)),
            "encodings": fitting, "default_encoding": instance.best_encoding(Purpose::Backend(Capabilities::LINEAR)).ok()
        })
    }

    /// The files of other programs that the puzzle has: of each its suffix, what it is, and its text.
    pub(crate) fn files(&self, text: impl Fn(&str) -> Option<String>) -> Value {
        let files = (self.problem.puzzle.files)().into_iter();
        files
            .filter_map(|(suffix, what)| Some(json!({ "suffix": suffix, "what": what, "text": text(suffix)? })))
            .collect()
    }

    /// The file that replays a solution, or that of a report, after it was replayed by the rules.
    pub(crate) fn replay_file(&self, result: &str) -> Result<Value, Failure> {
        let result: Value = serde_json::from_str(result).map_err(Failure::new)?;
        let solution = result.get("solution").unwrap_or(&result);
        let verified = solve::check(&*self.problem.instance, solution).map_err(Failure::new)?;
        let solved = verified.solved();
        Ok(json!({ "html": html::draw(&solved.replay(), &solved.scene()) }))
    }

    /// The linear model as a file.
    pub(crate) fn lp(&self, encoding: &str) -> Result<Value, Failure> {
        let format: &FormatEntry = format::find("lp").ok_or_else(|| Failure::new("no format `lp`"))?;
        let encoding = self.encoding(encoding, Purpose::File(format.capabilities))?;
        let lowering = Lowering::default();
        let prepared =
            solve::prepare_whole(&self.problem, &encoding, format.capabilities, &lowering, None, &run::aside())?;
        let bytes = prepared.file(&self.problem, format).map_err(Failure::new)?;
        Ok(json!({ "lp": String::from_utf8(bytes).map_err(Failure::new)? }))
    }

    /// The size of the linear model.
    pub(crate) fn size(&self, encoding: &str) -> Result<Value, Failure> {
        let encoding = self.encoding(encoding, Purpose::Backend(Capabilities::LINEAR))?;
        let (prepared, _) =
            solve::prepare(&self.problem, &encoding, Capabilities::LINEAR, &Lowering::default(), &run::aside())?;
        if let Some(Settled::Stopped(stop, _)) = &prepared.settled {
            return Err(Failure::new(format_args!("stopped by {stop}")));
        }
        let size = prepared.lowered.size();
        Ok(json!({ "variables": size.variables, "rows": size.constraints }))
    }

    fn encoding(&self, name: &str, purpose: Purpose) -> Result<String, Failure> {
        solve::encoding(&self.problem, named(name), purpose).map_err(|error| self.error(&error))
    }
}

/// A name that is given; `None` if it is empty.
pub(crate) fn named(name: &str) -> Option<&str> {
    (!name.is_empty()).then_some(name)
}

/// What there is.
pub(crate) fn about() -> Value {
    let puzzles: Vec<Value> = Registry::built_in().puzzles().map(puzzle).collect();
    json!({ "version": env!("CARGO_PKG_VERSION"), "puzzles": puzzles })
}

fn puzzle(entry: &PuzzleEntry) -> Value {
    let option = |option: &PuzzleOption| json!({ "name": option.name, "value": option.value, "help": option.help() });
    let options: Vec<Value> = entry.new_options.iter().map(option).collect();
    let encodings: Vec<Value> = (entry.encodings)().iter().map(encoding).collect();
    json!({ "name": entry.name, "summary": entry.summary, "rules": entry.rules, "new_options": options, "encodings": encodings })
}

fn encoding(info: &EncodingInfo) -> Value {
    let strengthenings: Vec<&str> = info.strengthenings.iter().map(|one| one.name).collect();
    json!({ "name": info.name, "summary": info.summary, "strengthenings": strengthenings, "names": info.names(),
            "linear": info.constraints.is_empty() })
}

/// The text of a model file.
pub(crate) fn create(name: &str, options: &str) -> Result<Value, Failure> {
    let entry = Registry::built_in().named(name).map_err(Failure::new)?;
    let given: BTreeMap<String, String> = serde_json::from_str(options).map_err(Failure::new)?;
    let known = |(name, value): (&String, &String)| {
        let option = entry.new_options.iter().find(|option| option.name == name);
        let option = option.ok_or_else(|| Failure::new(format_args!("{} has no option {name}", entry.name)))?;
        Ok((option.name, value.clone()))
    };
    let choices: Choices = given.iter().map(known).collect::<Result<_, Failure>>()?;
    let text = (entry.new)(&choices, &run::aside()).map_err(Failure::new)?;
    Ok(json!({ "text": text }))
}
