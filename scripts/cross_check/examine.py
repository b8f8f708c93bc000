"""One instance: its truth, its runs, and what differs."""

import json
import shutil
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from cross_check import extremes, lies, mistakes, plans, puzzles, verdicts
from cross_check.program import run
from cross_check.truth import Truth, by_force

# Seconds for the search that gives the truth, and for each of its counts.
SETTLES = 15
# Lists are compared up to this length.
MOST_LISTED = 3000
# Solvers of exported files, `{}` for the file without its suffix; clasp writes its answer to standard output.
PROGRAMS = {
    ("lp", "cbc"): "cbc {}.lp -sec 3 -solve -solu {}.sol -quit",
    ("mps", "cbc"): "cbc {}.mps -sec 3 -solve -solu {}.sol -quit",
    ("lp", "glpsol"): "glpsol --lp {}.lp -w {}.sol --tmlim 3",
    ("mps", "glpsol"): "glpsol --freemps {}.mps -w {}.sol --tmlim 3",
    ("lp", "highs"): "highs --model_file {}.lp --solution_file {}.sol --time_limit 3",
    ("mps", "highs"): "highs --model_file {}.mps --solution_file {}.sol --time_limit 3",
    ("cnf", "clasp"): "clasp {}.cnf --time-limit=3",
    ("opb", "clasp"): "clasp {}.opb --time-limit=3",
}


@dataclass
class Difference:
    """Something that is wrong, and the command that shows it."""

    kind: str
    message: str
    command: list
    text: str  # of the model file
    where: str = ""  # kind of run and backend


@dataclass
class Examined:
    """What came of an instance."""

    number: int
    puzzle: str
    text: str
    is_settled: bool = True
    runs: list = field(default_factory=list)  # (kind, backend, how it ended)
    differences: list = field(default_factory=list)


class Examination:
    """The runs of one instance."""

    def __init__(self, number, seed, settings, folder):
        self.random = Random(f"{seed} {number}")
        self.instance = puzzles.make(self.random, settings.only)
        self.settings, self.folder = settings, Path(folder)
        self.model = self.folder / "model.toml"
        self.model.write_text(self.instance.text)
        self.examined = Examined(number, self.instance.puzzle, self.instance.text)
        self.held, self.latest, self.options = None, [], []

    def note(self, plan, ran, found):
        """Keep the differences of a run, each kind once."""
        for kind, message in found:
            if not any(one.kind == kind and one.command == ran.command for one in self.examined.differences):
                where = f"{plan.kind}, {plan.backend}"
                self.examined.differences.append(Difference(kind, message, ran.command, self.model.read_text(), where))

    def tumble(self, plan, *arguments):
        """Run a command of tumble, and note what is wrong with how it ran."""
        deadline = plan.time_limit + plans.LATE + 20
        command = [self.settings.program, *arguments, *self.options]
        self.latest = list(map(str, command))
        ran = run(self.latest, self.folder, deadline, plan.stop)
        if plan.late < plans.LATE and [kind for kind, _ in verdicts.of_run(plan, ran)] == ["late"]:
            # Under a small limit the machine may have been busy.
            ran = run(self.latest, self.folder, deadline, plan.stop)
        if ran.signalled is not None:
            ran.command = [*ran.command, f"# {plan.stop[1]} after {ran.signalled:.3f} s"]
        found = list(verdicts.of_run(plan, ran))
        self.note(plan, ran, found)
        self.count(plan, "wrong" if found else {2: "refused", 3: "stopped"}.get(ran.code, "answered"))
        return ran

    def count(self, plan, ended):
        """Count a run."""
        self.examined.runs.append((plan.kind, plan.backend, ended))

    def judge(self, plan, ran, found):
        """Note what is wrong with an answer, and count its run as such."""
        found = list(found)
        self.note(plan, ran, found)
        if found:
            self.examined.runs[-1] = (plan.kind, plan.backend, "wrong")

    def answers(self, plan, ran):
        """The result objects that a run printed."""
        lines = [line for line in ran.stdout.splitlines() if line.startswith("{")]
        try:
            answers = [json.loads(line) for line in lines]
        except json.JSONDecodeError as error:
            self.judge(plan, ran, [("output", f"{error}: {ran.stdout[-300:]}")])
            return []
        if not answers and ran.code in (0, 1, 3) and not verdicts.is_early(ran):
            self.judge(plan, ran, [("no answer", f"it ended with {ran.code} and printed no answer: {ran.text}")])
        return answers

    def settle(self):
        """Find the truth, by brute force or by search, and compare the two; whether there is one."""
        truth = by_force(self.instance)
        plan = plans.Plan("reference", "search", time_limit=1 if self.instance.puzzle == "sudoku-cube" else SETTLES)
        limit = ["--time-limit", f"{plan.time_limit}s", "--format", "json"]
        ran = self.tumble(plan, "solve", self.model, "-b", "search", *limit)
        answers = self.answers(plan, ran)
        if not answers:
            return False
        (answer,) = answers
        if truth is None:
            if answer["status"] not in ("optimal", "infeasible"):
                return False
            truth = Truth(answer["status"] == "optimal", answer["objective"])
        if self.instance.is_solvable and answer["status"] == "infeasible":
            self.judge(plan, ran, [("false infeasible", "the cube was scrambled by turns")])
        self.held = verdicts.Held(self.instance, truth)
        self.judge(plan, ran, verdicts.of_answer(self.held, answer, ran.code))
        self.number_solutions()
        return True

    def number_solutions(self):
        """Count and list by search, and take the numbers for the truth where there is no brute force."""
        truth, plan = self.held.truth, plans.Plan("reference", "search", "count", time_limit=SETTLES)
        limit = ["--time-limit", f"{SETTLES}s", "--format", "json"]
        ran = self.tumble(plan, "count", self.model, "-b", "search", *limit)
        for answer in self.answers(plan, ran):
            if truth.number is None and answer["complete"]:
                truth.number = int(answer["solutions"])
            self.judge(plan, ran, verdicts.of_count(self.held, plan, answer, ran.code))
        plan = plans.Plan("reference", "search", "count-all", time_limit=SETTLES)
        ran = self.tumble(plan, "count", self.model, "--feasible", "-b", "search", *limit)
        for answer in self.answers(plan, ran):
            self.judge(plan, ran, verdicts.of_count(self.held, plan, answer, ran.code))
        if truth.number is None or truth.number > MOST_LISTED or not truth.is_feasible:
            return
        plan = plans.Plan("reference", "search", "list", time_limit=SETTLES)
        ran = self.tumble(plan, "solve", self.model, "-b", "search", "--all", *limit)
        for answer in self.answers(plan, ran):
            solutions = answer.get("solutions") or []
            if truth.best is None and answer.get("complete"):
                truth.best = {puzzles.named(self.instance, solution) for solution in solutions}
            self.judge(plan, ran, verdicts.of_answer(self.held, answer, ran.code))
            self.judge(plan, ran, verdicts.of_list(self.held, plan, answer))

    def make(self, plan):
        """Make a run, and judge its answer."""
        if plan.command == "export":
            self.export(plan)
            return
        command = {"list": "solve", "stream": "solve", "count-all": "count"}.get(plan.command, plan.command)
        json_ = [] if plan.command == "stream" else ["--format", "json"]
        ran = self.tumble(plan, command, self.model, *plan.arguments, *json_)
        if ran.code < 0 or ran.code == 2:
            return
        answers = self.answers(plan, ran)
        if command == "compare":
            self.judge(plan, ran, verdicts.of_relaxations(self.held, answers))
            return
        if plan.command == "stream" and answers:
            self.judge(plan, ran, verdicts.of_stream(self.held, ran.stdout.splitlines()[:-1], answers[-1]))
        for answer in answers[-1:]:
            if command == "count":
                self.judge(plan, ran, verdicts.of_count(self.held, plan, answer, ran.code))
                continue
            code = None if ran.code == 70 else ran.code
            self.judge(plan, ran, verdicts.of_answer(self.held, answer, code))
            self.judge(plan, ran, verdicts.of_effort(plan, answer, ran))
            if plan.command == "list":
                self.judge(plan, ran, verdicts.of_list(self.held, plan, answer))

    def export(self, plan):
        """Export, solve by a program, and decode."""
        suffix, program = plan.export
        exported = self.folder / f"exported.{suffix}"
        if not shutil.which(program):
            self.count(plan, "refused")
            return
        if self.tumble(plan, "export", self.model, "-o", exported, *plan.arguments).code != 0:
            return
        stem, solution = exported.with_suffix(""), exported.with_suffix(".sol")
        solution.unlink(missing_ok=True)
        solved = run(PROGRAMS[plan.export].replace("{}", str(stem)).split(), self.folder, 30)
        if program == "clasp":
            solution.write_text(solved.stdout)
        if not solution.exists():
            self.count(plan, "refused")
            return
        ran = self.tumble(plan, "decode", self.model, solution, "--model-file", exported, "--format", "json")
        exported.unlink()
        if ran.code == 1 and not ran.stdout:
            # A relaxation, whose solution breaks the rules.
            return
        for answer in self.answers(plan, ran):
            # A decoded solution is an answer, whatever is proved of it.
            code = 0 if answer["solution"] else verdicts.EXITS[answer["status"]]
            wrong = [("exit code", f"{ran.code} for {answer['status']}")] if ran.code != code else []
            self.judge(plan, ran, [*wrong, *verdicts.of_answer(self.held, answer, None)])

    def check(self):
        """Let `tumble check` replay all solutions that were found."""
        if not self.held.results:
            return
        plan = plans.Plan("check", "rules", time_limit=SETTLES)
        results = self.folder / "results.jsonl"
        results.write_text("\n".join(self.held.results) + "\n")
        ran = self.tumble(plan, "check", self.model, results, "--quiet")
        if ran.code != 0:
            self.judge(plan, ran, [("check", f"it ended with {ran.code}: {ran.text}")])
        self.judge(plan, ran, verdicts.of_numbers(self.held))

    def fail(self, why):
        """Note an error of this script, with the command that led to it."""
        self.examined.differences.append(Difference("not understood", why, self.latest, self.model.read_text()))

    def all(self):
        """Make all runs."""
        extremist = extremes.Extremist(self, self.settings.stock)
        first = self.examined.number * self.settings.extremes
        for number in range(first, first + self.settings.extremes):
            extremist.make(number)
        self.model.write_text(self.instance.text)
        self.options = self.instance.options
        if self.settings.runs or self.settings.lies:
            self.compare()

    def compare(self):
        """Make the runs that are held to the truth."""
        if not self.settle():
            self.examined.is_settled = False
            return
        for _ in range(self.settings.runs):
            self.make(plans.make(self.random, self.settings.offer, self.instance))
        self.check()
        if self.settings.lies:
            liar = lies.Liar(self)
            for _ in range(self.settings.lies):
                liar.tell()
        self.mistake()

    def mistake(self):
        """Solve the model file with mistakes in it: it is read, or refused with a reason, whatever the mistakes are."""
        plan = plans.Plan("mistakes", "search", time_limit=2)
        self.model.write_text(mistakes.make(self.random, self.instance.text))
        self.tumble(plan, "solve", self.model, "-b", "search", "--time-limit", "2s", "--memory-limit", "1G")
