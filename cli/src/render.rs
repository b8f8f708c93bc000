//! `tumble render`.

use crate::{Program, Verb};
use std::path::{Path, PathBuf};

use clap::ArgMatches;

use super::failure::{Exit, Failure};
use super::input;
use super::output;
use super::replacing::Replacing;
use super::results::{self, Results};
use super::show::solution_picture::SolutionPicture;
use super::show::target;
use super::way::{Broken, Given, Replayed, Way};
use tumble_pipeline::solve::{self, Problem, Verified};
use tumble_puzzles::instance::Document;
use tumble_puzzles::puzzle::PuzzleEntry;

/// The arguments of `tumble render`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The model file, or a game's id or link; `-` is standard input.
    model: PathBuf,
    /// A file of results as `tumble solve --format json` prints them, an array of them, or a single solution; the first solution of this model
    /// is drawn. Or a file of moves as text; those that break a rule are drawn up to the fault. `-` is standard input. Without this
    /// argument the bare model is drawn.
    #[arg(group = "way")]
    result: Option<PathBuf>,
    #[command(flatten)]
    way: Way,
    /// The picture: FILE.svg, FILE.txt, or `-` for text on standard output; FILE.html for a page that replays the moves; FILE.sav
    /// for a save file of the puzzle's original game.
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    #[command(flatten)]
    replacing: Replacing,
}

/// What to write.
enum Target {
    Picture(SolutionPicture),
    /// A file of another program, by its suffix.
    Foreign(String),
}

impl Verb for Args {
    const NAME: &'static str = "render";
    const ABOUT: &'static str = "Draw a model or one of its solutions, as a picture or as a replay";

    fn run(&self, program: &Program<'_>, matches: &ArgMatches) -> Result<Exit, Failure> {
        let problem = input::model(program.registry, &self.model, matches)?.problem;
        let target = target(&self.output, problem.puzzle).map_err(Failure::usage)?;
        let inputs: Vec<&Path> = std::iter::once(&*self.model).chain(self.result.as_deref()).collect();
        self.replacing.check(&[Some(&*self.output)], &inputs)?;
        let verified = match self.way.given(self.result.as_deref())? {
            Some(Given::Moves(moves)) => match moves.replayed(&problem)? {
                Replayed::Keeps(verified) => Some(verified),
                Replayed::Breaks(broken) => {
                    draw_broken(&problem, &target, &broken)?;
                    output::print(&format!("{}: {}\n", problem.model, broken.words()))?;
                    return Ok(Exit::Infeasible);
                }
            },
            Some(Given::Results(document)) => Some(first_solution(&problem, document)?),
            None => None,
        };
        let (instance, solved) = (&*problem.instance, verified.as_ref().map(Verified::solved));
        match target {
            Target::Picture(picture) => _ = picture.draw(&problem, solved.as_slice())?,
            Target::Foreign(suffix) => {
                let text = solved.map_or_else(|| instance.file(&suffix), |solved| solved.file(&suffix));
                let text =
                    text.ok_or_else(|| Failure::usage(format!("{} has no .{suffix} file", problem.puzzle.name)))?;
                output::write(&self.output, &text)?;
            }
        }
        Ok(Exit::Answered)
    }
}

/// What to write to a file, by its suffix.
///
/// # Errors
/// When the suffix is unknown: the message lists the known ones.
fn target(path: &Path, puzzle: &PuzzleEntry) -> Result<Target, String> {
    let suffix = target::suffix(path).unwrap_or_default();
    if (puzzle.files)().iter().any(|(own, _)| *own == suffix) {
        return Ok(Target::Foreign(suffix));
    }
    SolutionPicture::new(path).map(Target::Picture).map_err(|why| {
        let own = (puzzle.files)().into_iter().map(|(suffix, what)| format!("{what} is a .{suffix} file"));
        let known: Vec<String> = std::iter::once(why).chain(own).collect();
        format!("{}: {}", path.display(), known.join("; "))
    })
}

/// Draws moves that break a rule, up to the fault. Another program would take a file of them for a solution.
fn draw_broken(problem: &Problem, target: &Target, broken: &Broken) -> Result<(), Failure> {
    let (Target::Picture(picture), Some(solved)) = (target, &broken.solved) else { return Ok(()) };
    let fault = broken.breach.to_string();
    let scene = solved.scene().broken(&fault, &problem.instance.scene());
    let title = scene.title().to_owned();
    picture.draw_one(scene, || solved.replay().broken(title, fault))?;
    Ok(())
}

/// The first solution of the problem in a file of results, replayed.
fn first_solution(problem: &Problem, document: Document) -> Result<Verified, Failure> {
    let Results { document, records, .. } = results::read(document, &problem.model)?;
    for record in records {
        let record = record?;
        if let Some(solution) = record.solutions().first() {
            let checked = solve::check(&*problem.instance, solution);
            return checked.map_err(|error| record.error(&document, error.to_string()).into());
        }
    }
    Err(Failure::usage(format!("{}: the results of {} have no solution", document.name(), problem.model)))
}
