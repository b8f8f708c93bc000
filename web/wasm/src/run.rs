//! Solving, and what happens meanwhile.

use std::cell::RefCell;
use std::time::Duration;

use js_sys::Function;
use serde_json::{Value, json};
use tumble::control::{Bytes, Control, Event, Interrupt, Request};
use tumble::instance::Document;
use tumble::model::Sense;
use tumble::puzzle::{Choices, Question, Repair, Solved, Which};
use tumble::registry::Registry;
use tumble::render::svg;
use tumble::report::{Report, Status, headline};
use tumble::solve::{self, Asked, Conflict, Explanation, MODEL, Method, Options, SEARCH, Solver, Stream, Ways};
use wasm_bindgen::JsValue;

use crate::failure::Failure;
use crate::highs;
use crate::model::{Model, NAME, named};

/// The memory that the states of a search may take: a WebAssembly has at most 4 GiB, and an array that grows needs room twice.
pub(crate) const MEMORY_LIMIT: Bytes = Bytes(3 << 29);

/// How long the page waits for what it shows without being asked to solve.
const PATIENCE: Duration = Duration::from_mins(1);

/// The limits of what the page makes beside a run: a new instance, the size of a model, its file.
pub(crate) fn aside() -> Control<'static> {
    Control::new(Some(PATIENCE), Interrupt::default(), &|_| ()).with_memory_limit(MEMORY_LIMIT)
}

/// How a model is to be solved.
pub(crate) struct Wanted<'a> {
    /// `search` or `highs`.
    pub(crate) method: &'a str,
    /// Empty: that of the model file, or the best one.
    pub(crate) encoding: &'a str,
    /// 0: the limit of the model file, or none.
    pub(crate) seconds: f64,
}

thread_local! {
    /// Who hears of the run.
    static LISTENER: RefCell<Option<Function>> = const { RefCell::new(None) };
}

/// Does work while the events go to the listener.
pub(crate) fn listening<T>(listener: &Function, work: impl FnOnce() -> T) -> T {
    LISTENER.replace(Some(listener.clone()));
    let done = work();
    LISTENER.take();
    done
}

/// Tells the listener. One that fails must not end the run.
pub(crate) fn tell(event: &Value) {
    let listener = LISTENER.with_borrow(Clone::clone);
    if let Some(listener) = listener {
        let _ = listener.call1(&JsValue::NULL, &JsValue::from_str(&event.to_string()));
    }
}

/// Solves a model: the report, and what shows its solution.
pub(crate) fn solve(model: &Model, wanted: &Wanted<'_>) -> Result<Value, Failure> {
    let backend = match wanted.method {
        SEARCH => Method::SEARCH,
        name if name == highs::ENTRY.name => Method::Model(Solver { entry: &highs::ENTRY, backend: &highs::Highs }),
        name => {
            return Err(Failure::new(format_args!("no method `{name}`; there are {SEARCH}, {}", highs::ENTRY.name)));
        }
    };
    // Of HiGHS the page offers that it solves models.
    let method = (wanted.method != SEARCH).then_some(MODEL);
    let asked = Asked { method, backends: Some(backend).into(), encoding: named(wanted.encoding), ..Asked::default() };
    let ways = asked.ways(&model.problem, &model.defaults, Question::Best).map_err(|error| model.error(&error))?;
    let Ways { methods, encoding, lowering, .. } = ways;
    let method = methods[0];
    let options = Options { encoding, lowering, ..Options::default() };
    let limit = seconds(wanted.seconds)?.or(model.time_limit);
    let problem = &model.problem;
    let stream = Stream::new(&problem.model, method.backend(), problem.instance.sense(), &tell);
    let observer = |event: &Event<'_>| match event {
        Event::Log(line) => tell(&json!({ "event": "log", "line": line })),
        event => stream.hear(event),
    };
    let control = Control::new(limit, Interrupt::default(), &observer).with_memory_limit(MEMORY_LIMIT);
    let seed = model.defaults.seed.as_ref().map(|at| at.value);
    let request = Request { threads: Some(1), seed, log: true, ..Request::new(control) };
    let report = solve::solve(problem, method, &options, &request)?;
    Ok(shown(model, &report))
}

/// Searches within a limit of time and that of memory; the listener hears of it as of a run on this model.
fn searching<T>(
    model: &str,
    sense: Option<Sense>,
    limit: Option<Duration>,
    search: impl FnOnce(&Request<'_>) -> T,
) -> T {
    let stream = Stream::new(model, SEARCH, sense, &tell);
    let observer = |event: &Event<'_>| stream.hear(event);
    let control = Control::new(limit, Interrupt::default(), &observer).with_memory_limit(MEMORY_LIMIT);
    search(&Request::new(control))
}

/// The number of best solutions, by direct search; 0 seconds is the limit of the model file, or none.
pub(crate) fn count(model: &Model, limit: f64) -> Result<Value, Failure> {
    let limit = seconds(limit)?.or(model.time_limit);
    let problem = &model.problem;
    let count = searching(&problem.model, problem.instance.sense(), limit, |request| {
        solve::count(problem, Method::SEARCH, Which::Best, request)
    })?;
    // Why there is none stands beside the answer.
    let reason = count.reason.clone().filter(|_| problem.instance.infeasible_because().is_none());
    Ok(json!({
        "solutions": count.solutions.to_string(), "layouts": count.layouts, "complete": count.extent.is_all(),
        "why": count.why_incomplete().or(reason), "best": problem.instance.sense().is_some()
    }))
}

/// Why a model has no solution: the JSON of `tumble explain`, with its words; the listener hears what is known of it so far. 0 seconds is the
/// limit of the model file, or none.
pub(crate) fn explain(model: &Model, text: &str, limit: f64) -> Result<Value, Failure> {
    let limit = seconds(limit)?.or(model.time_limit);
    let problem = &model.problem;
    let document = Document::new("", text);
    let said = |conflict: &Conflict| {
        let mut answer = conflict.json(&problem.model, &document);
        answer["sentence"] = conflict.sentence().into();
        answer["remedies"] = conflict.helping().into();
        answer["remark"] = conflict.remark().into();
        answer
    };
    let mut known = |conflict: &Conflict| tell(&json!({ "event": "known", "answer": said(conflict) }));
    // Bounds are those of the first question only.
    let explanation = searching(&problem.model, None, limit, |request| {
        solve::explain(problem, (&document, &Choices::new()), request, &mut known)
    })?;
    Ok(match &explanation {
        Explanation::Infeasible(conflict) => said(conflict),
        other => other.json(&problem.model, &document),
    })
}

/// A report in words, with what shows its solution, or whether there are facts that explain why there is none.
fn shown(model: &Model, report: &Report) -> Value {
    let mut answer =
        json!({ "report": report, "headline": report.headline(), "remark": report.remark(), "how": report.how() });
    answer["explains"] = (report.status == Status::Infeasible && model.problem.instance.has_facts()).into();
    if let Some(verified) = &report.solution {
        show(&mut answer, model, verified.solved());
    }
    answer
}

/// A solution of a run that was ended, replayed by the rules; the bound is what is known of better ones.
pub(crate) fn stopped(model: &Model, solution: &str, bound: Option<f64>) -> Result<Value, Failure> {
    let solution: Value = serde_json::from_str(solution).map_err(Failure::new)?;
    let verified = solve::check(&*model.problem.instance, &solution).map_err(Failure::new)?;
    let bound = bound.and_then(|bound| model.problem.instance.sense()?.integer_bound(bound));
    let headline = headline(Status::Feasible, verified.objective(), bound);
    let mut answer = json!({ "headline": headline });
    show(&mut answer, model, verified.solved());
    Ok(answer)
}

/// Adds what shows a solution.
fn show(answer: &mut Value, model: &Model, solved: &dyn Solved) {
    answer["replay"] = json!(solved.replay());
    answer["picture"] = svg::draw(&solved.scene()).into();
    answer["facts"] = json!(solved.answer());
    answer["files"] = model.files(|suffix| solved.file(suffix));
}

/// A limit in seconds; 0 is none.
pub(crate) fn seconds(limit: f64) -> Result<Option<Duration>, Failure> {
    let read = Duration::try_from_secs_f64(limit);
    let read = read.map_err(|error| Failure::new(format_args!("a limit of {limit} seconds: {error}")))?;
    Ok((!read.is_zero()).then_some(read))
}

// Repairs of a model that was misread.

/// The small changes that give a model a solution; 0 seconds is no limit.
pub(crate) fn repairs(text: &str, limit: f64) -> Result<Value, Failure> {
    let document = Document::new("", text);
    let placed = |error| Failure::in_text(&error, document.text());
    let puzzle = Registry::built_in().puzzle_of(&document).map_err(placed)?;
    let find = puzzle.repairs.ok_or_else(|| Failure::new(format_args!("{} has no repairs", puzzle.name)))?;
    let limit = seconds(limit)?;
    let found = searching(NAME, None, limit, |request| find(&document, &Choices::new(), request)).map_err(placed)?;
    let repair = |repair: &Repair| json!({ "text": repair.text, "model": repair.model });
    let repairs: Vec<Value> = found.repairs.iter().map(repair).collect();
    Ok(json!({ "repairs": repairs, "complete": found.extent.stop().is_none(), "tried": found.tried }))
}
