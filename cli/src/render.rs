//! `tumble render`.

use crate::{Program, Verb};
use std::path::{Path, PathBuf};

use clap::ArgMatches;

use super::failure::{Exit, Failure};
use super::input::{self, Model};
use super::output;
use super::replacing::Replacing;
use super::results::{self, Results};
use super::show::solution_picture::SolutionPicture;
use super::show::target;
use super::way::{Broken, Given, Replayed, Way};
use tumble_pipeline::solve::{self, Problem, Verified};
use tumble_player as html;
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
    #[arg(long, short, value_name = "FILE", required_unless_present = "play")]
    output: Option<PathBuf>,
    /// Write a page on which the model is played by hand: one file with its rules, which opens offline and shows no solution.
    #[arg(long, value_name = "FILE.html", conflicts_with_all = ["output", "way", "after", "start"])]
    play: Option<PathBuf>,
    /// With --play: tumble's page in one file, tumble.html, if it is not where the program was installed.
    #[arg(long, value_name = "FILE", requires = "play")]
    page: Option<PathBuf>,
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
        let model = input::model(program.registry, &self.model, matches)?;
        let Some(output) = &self.output else { return self.write_to_play(&model) };
        let problem = model.problem;
        let target = target(output, problem.puzzle).map_err(Failure::usage)?;
        let inputs: Vec<&Path> = std::iter::once(&*self.model).chain(self.result.as_deref()).collect();
        self.replacing.check(&[Some(output)], &inputs)?;
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
                output::write(output, &text)?;
            }
        }
        Ok(Exit::Answered)
    }
}

impl Args {
    /// Writes the page in one file with the model in it.
    fn write_to_play(&self, model: &Model) -> Result<Exit, Failure> {
        let Some(file) = &self.play else { return Ok(Exit::Answered) };
        target::expect_suffix(file, "html", "a page to play").map_err(Failure::usage)?;
        if let Some(option) = model.choices.keys().next() {
            return Err(Failure::usage(format!("--play: what is played is the model file alone, without --{option}")));
        }
        let page = self.page.clone().or_else(installed_page).ok_or_else(|| Failure::usage(NO_PAGE))?;
        self.replacing.check(&[Some(file)], &[&self.model, &page])?;
        let written = html::to_play(Document::read(&page)?.text(), model.document.text());
        let written =
            written.ok_or_else(|| Failure::usage(format!("{}: this is not tumble's page in one file", page.display())));
        output::write(file, &written?)?;
        Ok(Exit::Answered)
    }
}

/// Where the page in one file is, from the program's folder: beside it, in an archive or a package, and where `scripts/web` has made it.
const PAGES: [&str; 3] = ["tumble.html", "../share/tumble/tumble.html", "../web/tumble.html"];

const NO_PAGE: &str = "--play needs tumble's page in one file, tumble.html, which is not where the program was installed: --page says where \
    it is; in tumble's sources, `scripts/web` makes it";

/// The page in one file that was installed with the program.
fn installed_page() -> Option<PathBuf> {
    let program = std::env::current_exe().ok()?.canonicalize().ok()?;
    PAGES.iter().find_map(|page| program.with_file_name(page).canonicalize().ok())
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
