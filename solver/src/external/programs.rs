//! The programs: how each is called, and what its output means.
//!
//! Every program is called in a folder of its own with the files [`MODEL`] and [`SOLUTION`]. Gaps are set to 0 if a program has another
//! default. The caller's own options come after the options that are set here.
//!
//! Traps that were seen:
//! * glpsol takes whole seconds only; it has neither threads nor seeds for its tree search. Its report has six digits of each value, so
//!   values are read by column number (`-w`).
//! * cbc ends with exit code 0 whatever happens, and after a failure writes the values of a relaxation.
//! * scip drops all further commands after a command that it does not know.
//! * gurobi_cl and cplex write no solution file if there is no solution, and that of gurobi_cl has no status: only the end of their output
//!   says why. The others state in their file that there is none.
//! * The presolve of cbc may call a model infeasible that is solved afterwards without presolve.

use std::time::Duration;

use super::process::Said;
use crate::control::MAX_THREADS;
use crate::harmless;

/// The name of the model's file.
pub(super) const MODEL: &str = "model.lp";
/// The name of the solution file.
pub(super) const SOLUTION: &str = "model.sol";
/// The name of a file of options.
const OPTIONS: &str = "options.txt";

/// A program.
pub(super) struct Program {
    /// Its name on PATH.
    pub(super) name: &'static str,
    /// The solver, in errors, and the dialect of its solution files.
    pub(super) solver: &'static str,
    /// How to get it.
    pub(super) how_to_get: &'static str,
    /// The arguments with which it states its version.
    pub(super) version: &'static [&'static str],
    /// How it is called, and a file of options if it reads one.
    pub(super) call: fn(&Job<'_>) -> Call,
    /// Options under which its proofs stay proofs: see `harmless.rs`.
    pub(super) harmless: &'static [&'static str],
    /// Its time limits are whole seconds.
    pub(super) whole_seconds: bool,
    /// What lines of its output mean, by words in them; later lines count more. Such words speak against a verdict, and tell of limits. They
    /// are a verdict only where [`summary`](Self::summary) says so.
    pub(super) says: &'static [(&'static str, Said)],
    /// Of a program whose solution file does not tell how every run ended: words in the lines that follow its verdict, which is the last word of
    /// its output. Empty: its verdict is in its file, and words of its output are none.
    pub(super) summary: &'static [&'static str],
    /// Words in its output that a bound on the objective follows.
    pub(super) bound: &'static [&'static str],
    /// Words in its output that the number of nodes follows.
    pub(super) nodes: &'static [&'static str],
}

/// A run of a program.
pub(super) struct Job<'a> {
    pub(super) time: Option<Duration>,
    pub(super) threads: Option<u32>,
    pub(super) seed: Option<u32>,
    /// The caller's own options, in the program's words.
    pub(super) options: &'a [(String, String)],
}

impl Job<'_> {
    fn seconds(&self) -> Option<String> {
        self.time.map(|time| time.as_secs_f64().to_string())
    }

    fn threads(&self) -> Option<String> {
        self.threads.map(|threads| threads.min(MAX_THREADS).to_string())
    }

    /// The seed, within the integers that all programs take.
    fn seed(&self) -> Option<String> {
        self.seed.map(|seed| (seed & 0x3fff_ffff).to_string())
    }

    /// The settings of a program, each a name and a value: the fixed ones, those that are asked for, and the caller's own.
    fn settings(&self, fixed: &[(&str, &str)], asked: &[(&str, Option<String>)]) -> Vec<(String, String)> {
        let fixed = fixed.iter().map(|&(name, value)| (name.to_owned(), value.to_owned()));
        let asked = asked.iter().filter_map(|(name, value)| Some(((*name).to_owned(), value.clone()?)));
        fixed.chain(asked).chain(self.options.iter().cloned()).collect()
    }
}

/// How a program is called.
#[derive(Default)]
pub(super) struct Call {
    pub(super) arguments: Vec<String>,
    /// A file to write beforehand: its name and its text.
    pub(super) file: Option<(&'static str, String)>,
}

impl Call {
    fn of(arguments: impl IntoIterator<Item = String>) -> Self {
        Self { arguments: arguments.into_iter().collect(), file: None }
    }
}

fn words<'a>(words: impl IntoIterator<Item = &'a str>) -> impl Iterator<Item = String> {
    words.into_iter().map(str::to_owned)
}

pub(super) static CBC: Program = Program {
    name: "cbc",
    solver: "CBC",
    how_to_get: "install the program cbc (Debian: coinor-cbc)",
    version: &["-quit"],
    call: |job| {
        let settings = job.settings(
            &harmless::CBC_ALWAYS,
            &[
                ("sec", job.seconds()),
                // One thread is not the same as none, which is the default.
                ("threads", job.threads().filter(|threads| threads != "1")),
                ("randomSeed", job.seed()),
                ("randomCbcSeed", job.seed()),
            ],
        );
        let settings = settings.into_iter().flat_map(|(name, value)| [format!("-{name}"), value]);
        Call::of(words([MODEL]).chain(settings).chain(words(["-solve", "-solu", SOLUTION, "-quit"])))
    },
    harmless: harmless::CBC,
    whole_seconds: false,
    says: &[
        ("Result - Optimal solution found", Said::Optimal),
        ("Problem is infeasible", Said::Infeasible),
        ("proven infeasible", Said::Infeasible),
        ("relaxation infeasible", Said::Infeasible),
        ("problem was infeasible", Said::Infeasible),
        // All variables of a model are bounded.
        ("says infeasible or unbounded", Said::Infeasible),
        ("Result - Stopped on time limit", Said::TimeLimit),
    ],
    summary: &[],
    bound: &["Lower bound:", "Upper bound:"],
    nodes: &["Enumerated nodes:"],
};

pub(super) static CPLEX: Program = Program {
    name: "cplex",
    solver: "CPLEX",
    how_to_get: "install IBM ILOG CPLEX with its program cplex",
    version: &["-c", "quit"],
    call: |job| {
        let settings = job.settings(
            // The clock of elapsed time.
            &[("clocktype", "2"), ("mip/tolerances/mipgap", "0"), ("mip/tolerances/absmipgap", "0")],
            &[("timelimit", job.seconds()), ("threads", job.threads()), ("randomseed", job.seed())],
        );
        let settings = settings.into_iter().map(|(name, value)| format!("set {} {value}", name.replace('/', " ")));
        let (read, write) = (format!("read {MODEL}"), format!("write {SOLUTION}"));
        Call::of(["-c".to_owned(), read].into_iter().chain(settings).chain([
            "optimize".to_owned(),
            write,
            "quit".to_owned(),
        ]))
    },
    harmless: &[
        "clocktype",
        "emphasis*",
        "mip/tolerances/mipgap",
        "mip/tolerances/absmipgap",
        "preprocessing*",
        "randomseed",
        "threads",
        "timelimit",
    ],
    whole_seconds: false,
    says: &[
        ("Integer optimal", Said::Optimal),
        (" - Optimal", Said::Optimal),
        ("Time limit exceeded", Said::TimeLimit),
        ("Integer infeasible", Said::Infeasible),
        (" - Infeasible", Said::Infeasible),
    ],
    summary: &[
        "Current MIP best bound",
        "Solution time =",
        "Deterministic time =",
        "CPLEX Error  1217",
        "No file written",
        "CPLEX>",
    ],
    bound: &["Current MIP best bound ="],
    nodes: &["Nodes ="],
};

pub(super) static GLPSOL: Program = Program {
    name: "glpsol",
    solver: "GLPK",
    how_to_get: "install GLPK's program glpsol (Debian: glpk-utils)",
    version: &["--version"],
    call: |job| {
        // It reads them as 32 bits.
        let seconds = job.time.map(|time| time.as_secs().min(i32::MAX as u64).to_string());
        let settings = job.settings(&[], &[("tmlim", seconds)]);
        let settings = settings.into_iter().flat_map(|(name, value)| [format!("--{name}"), value]);
        let settings = settings.filter(|word| !word.is_empty());
        Call::of(words(["--lp", MODEL, "-w", SOLUTION]).chain(settings))
    },
    harmless: &[
        "bestb", "bestp", "clique", "cover", "cuts", "drtom", "first", "fpump", "gomory", "intopt", "last", "mir",
        "mostf", "nointopt", "nopresol", "pcost", "presol", "proxy", "tmlim",
    ],
    whole_seconds: true,
    says: &[
        ("INTEGER OPTIMAL SOLUTION FOUND", Said::Optimal),
        ("TIME LIMIT EXCEEDED", Said::TimeLimit),
        ("NO PRIMAL FEASIBLE SOLUTION", Said::Infeasible),
        ("NO INTEGER FEASIBLE SOLUTION", Said::Infeasible),
    ],
    // The file of a linear program does not tell what its presolve found.
    summary: &["If you need actual output", "Time used:", "Memory used:", "Writing ", "lines were written"],
    bound: &[],
    nodes: &[],
};

pub(super) static GUROBI: Program = Program {
    name: "gurobi_cl",
    solver: "Gurobi",
    how_to_get: "install Gurobi with its program gurobi_cl",
    version: &["--version"],
    call: |job| {
        let settings = job.settings(
            &[("ResultFile", SOLUTION), ("LogFile", ""), ("MIPGap", "0"), ("MIPGapAbs", "0")],
            &[("TimeLimit", job.seconds()), ("Threads", job.threads()), ("Seed", job.seed())],
        );
        let settings = settings.into_iter().map(|(name, value)| format!("{name}={value}"));
        Call::of(settings.chain(words([MODEL])))
    },
    harmless: &[
        "Cuts",
        "Heuristics",
        "Method",
        "MIPFocus",
        "MIPGap",
        "MIPGapAbs",
        "NodeLimit",
        "Presolve",
        "Seed",
        "SolutionLimit",
        "Symmetry",
        "Threads",
        "TimeLimit",
    ],
    whole_seconds: false,
    says: &[
        ("Optimal solution found", Said::Optimal),
        ("Optimal objective", Said::Optimal),
        // All variables of a model are bounded.
        ("Model is infeasible", Said::Infeasible),
        ("Infeasible model", Said::Infeasible),
        ("Infeasible or unbounded model", Said::Infeasible),
        ("Time limit reached", Said::TimeLimit),
        ("Memory limit reached", Said::MemoryLimit),
    ],
    summary: &["Best objective", "User-callback calls", "Wrote result file", "Unable to write"],
    bound: &["best bound"],
    nodes: &["Explored"],
};

pub(super) static HIGHS: Program = Program {
    name: "highs",
    solver: "HiGHS",
    how_to_get: "put the program highs of HiGHS on PATH (in the PyPI package highsbox: its folder highs_dist/bin; highs_dist/lib has to be on LD_LIBRARY_PATH)",
    version: &["--version"],
    call: |job| {
        let settings = job.settings(
            &[("mip_rel_gap", "0"), ("mip_abs_gap", "0"), ("log_file", "")],
            &[("time_limit", job.seconds()), ("threads", job.threads()), ("random_seed", job.seed())],
        );
        let options = settings.into_iter().map(|(name, value)| [&name, " = ", &value, "\n"].concat()).collect();
        let arguments = ["--model_file", MODEL, "--options_file", OPTIONS, "--solution_file", SOLUTION];
        Call { file: Some((OPTIONS, options)), ..Call::of(words(arguments)) }
    },
    harmless: harmless::HIGHS,
    whole_seconds: false,
    says: &[
        // Of a linear program.
        ("Model status        : Optimal", Said::Optimal),
        ("Model status        : Infeasible", Said::Infeasible),
        ("Status            Optimal", Said::Optimal),
        ("Status            Infeasible", Said::Infeasible),
        ("Status            Time limit", Said::TimeLimit),
        ("Status            Memory limit", Said::MemoryLimit),
    ],
    summary: &[],
    bound: &["Dual bound"],
    nodes: &["  Nodes"],
};

pub(super) static SCIP: Program = Program {
    name: "scip",
    solver: "SCIP",
    how_to_get: "install the program scip of SCIP",
    version: &["--version"],
    call: |job| {
        let settings =
            job.settings(&[], &[("limits/time", job.seconds()), ("randomization/randomseedshift", job.seed())]);
        let settings = settings.into_iter().map(|(name, value)| format!("set {} {value}", name.replace('/', " ")));
        let (read, write) = (format!("read {MODEL}"), format!("write solution {SOLUTION}"));
        let commands = std::iter::once(read).chain(settings).chain(["optimize".to_owned(), write, "quit".to_owned()]);
        Call::of(commands.flat_map(|command| ["-c".to_owned(), command]))
    },
    harmless: &[
        "branching/*",
        "display/*",
        "heuristics/*",
        "limits/gap",
        "limits/absgap",
        "limits/nodes",
        "limits/time",
        "lp/threads",
        "nodeselection/*",
        "randomization/*",
        "separating/*",
    ],
    whole_seconds: false,
    says: &[
        ("[optimal solution found]", Said::Optimal),
        ("[infeasible]", Said::Infeasible),
        ("[time limit reached]", Said::TimeLimit),
        ("[memory limit reached]", Said::MemoryLimit),
    ],
    summary: &[],
    bound: &["Dual Bound         :"],
    nodes: &["Solving Nodes      :"],
};
