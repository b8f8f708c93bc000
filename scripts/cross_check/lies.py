"""Lies: solution files that are cut short, changed or written otherwise, programs that contradict themselves, solvers that are killed.

A lie that nothing contradicts, such as a file that states an optimum which is none, cannot be found out and is not told.
"""

import contextlib
import hashlib
import json
import os
import re
import signal
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

from cross_check import plans, verdicts
from cross_check.program import of_session, run

# The words of each program's files for an optimum, for no solution, and for a run that was stopped.
STATED = {
    "cbc": ("Optimal -", "Infeasible -", "Stopped on time limit -"),
    "cplex": ('"101"\n solutionStatusString="integer optimal', '"103"\n solutionStatusString="integer infeasible', '"107"\n solutionStatusString="time limit'),
    "glpsol": (" o ", " n ", " f "),
    "gurobi_cl": (),
    "highs": ("status\nOptimal", "status\nInfeasible", "status\nTime limit reached"),
    "scip": ("optimal solution found", "infeasible", "time limit reached"),
}
# What each program prints in each case.
PRINTED = {
    "cbc": ("Result - Optimal solution found", "Problem is infeasible - 0.00 seconds", "Result - Stopped on time limit"),
    "cplex": ("MIP - Integer optimal solution:  Objective =  1", "MIP - Integer infeasible.", "MIP - Time limit exceeded, no integer solution."),
    "glpsol": ("INTEGER OPTIMAL SOLUTION FOUND", "PROBLEM HAS NO INTEGER FEASIBLE SOLUTION", "TIME LIMIT EXCEEDED; SEARCH TERMINATED"),
    "gurobi_cl": (
        "Optimal solution found (tolerance 0.00e+00)\nWrote result file model.sol",
        "Model is infeasible\nUnable to write result file",
        "Time limit reached",
    ),
    "highs": ("  Status            Optimal", "  Status            Infeasible", "  Status            Time limit reached"),
    "scip": ("SCIP Status : problem is solved [optimal solution found]", "SCIP Status : problem is solved [infeasible]", "SCIP Status : solving was interrupted [time limit reached]"),
}
# What a program prints that goes on: what it printed before is not its last word.
GOES_ON = "Restarting without presolve"
COMPLAINTS = (
    "Unable to read file model.lp",
    "** Error: cannot open file",
    "error while loading shared libraries: libClp.so.1",
    "Segmentation fault (core dumped)",
    "terminate called after throwing an instance of 'std::bad_alloc'",
    "License expired",
    "out of memory",
)
ENDINGS = ("exit 0", "exit 1", "exit 137", "kill -9 $$", "kill -11 $$", "kill -15 $$")
OPTIMAL, INFEASIBLE, STOPPED = range(3)


@dataclass
class Solved:
    """A model that was exported and solved: its file, and the values of its variables, by name."""

    exported: Path
    encoding: str
    is_staged: bool
    values: dict
    objective: float

    def files(self, folder):
        """The solution as each program writes it."""
        ones = {name: value for name, value in self.values.items() if value}
        cbc = "".join(f"{i:>7} {name:<20} {value:>15} {0:>20}\n" for i, (name, value) in enumerate(ones.items()))
        columns = "".join(f"{name} {value}\n" for name, value in self.values.items())
        variables = "".join(
            f'  <variable name="{name}" index="{i}" value="{value}"/>\n' for i, (name, value) in enumerate(self.values.items())
        )
        scip = "".join(f"{name:<40} {value:>12} \t(obj:0)\n" for name, value in ones.items())
        file = folder / "glpk.sol"
        run(["glpsol", "--lp", self.exported, "-w", file, "--tmlim", "5"], folder, 20)
        # Within its time it may not end.
        numbered = file.read_text() if file.exists() else ""
        return {
            "cbc": f"Optimal - objective value {self.objective:.8f}\n{cbc}",
            "cplex": '<?xml version = "1.0" encoding="UTF-8" standalone="yes"?>\n<CPLEXSolution version="1.2">\n <header\n'
            f' objectiveValue="{self.objective}"\n solutionStatusValue={STATED["cplex"][OPTIMAL]} solution"\n'
            f' primalFeasible="1"/>\n <variables>\n{variables} </variables>\n</CPLEXSolution>\n',
            "gurobi_cl": f"# Objective value = {self.objective}\n{columns}",
            "highs": f"Model status\nOptimal\n\n# Primal solution values\nFeasible\nObjective {self.objective}\n"
            f"# Columns {len(self.values)}\n{columns}# Rows 0\n",
            "scip": f"solution status: optimal solution found\nobjective value: {self.objective}\n{scip}",
        } | ({"glpsol": numbered} if STATED["glpsol"][OPTIMAL] in numbered else {})


def solve(examination):
    """Export an instance and let a program solve it; None if it does not within its time, or finds no solution."""
    exported = examination.folder / "lie.lp"
    plan = plans.Plan("lie", "export", time_limit=20)
    if examination.tumble(plan, "export", examination.model, "-o", exported).code != 0:
        return None
    solution = examination.folder / "lie_solved.sol"
    run(["highs", "--model_file", exported, "--solution_file", solution, "--time_limit", "5"], examination.folder, 20)
    text = solution.read_text() if solution.exists() else ""
    solution.unlink(missing_ok=True)
    primal = re.search(r"^Model status\nOptimal\n.*?^Objective (\S+)\n# Columns \d+\n(.*?)^# Rows", text, re.S | re.M)
    if not primal:
        return None
    values = {name: round(float(value)) for name, value in (line.split() for line in primal[2].splitlines())}
    head = exported.read_text()
    encoding, is_staged = re.search(r"^. encoding: (\S+)$", head, re.M), bool(re.search(r"^. horizon: ", head, re.M))
    return Solved(exported, encoding[1], is_staged, values, float(primal[1]))


def rewritten(text, random):
    """The same file in another form: (name, bytes)."""
    forms = {
        "as it is": text.encode(),
        "byte-order mark": b"\xef\xbb\xbf" + text.encode(),
        "UTF-16": text.encode("utf-16"),
        "UTF-16, big end first": b"\xfe\xff" + text.encode("utf-16-be"),
        "line ends of Windows": text.replace("\n", "\r\n").encode(),
        "blanks at the ends": re.sub(r"\n", "  \n", text).encode() + b"\n\n",
    }
    return random.choice(list(forms.items()))


def spoiled(text, random):
    """A file that lost something, or has something else: (name, bytes)."""
    lines = text.splitlines(keepends=True)
    place = random.randrange(len(lines))
    digit = random.choice([match.start() for match in re.finditer(r"(?<=[\s\"])[01](?=[\s\"])", text)] or [None])
    changed = text if digit is None else text[:digit] + str(1 - int(text[digit])) + text[digit + 1 :]
    forms = {
        "cut short": text[: random.randrange(len(text))],
        "cut after a line": "".join(lines[:place]),
        "without a line": "".join(lines[:place] + lines[place + 1 :]),
        "a line twice": "".join(lines[: place + 1] + lines[place:]),
        "another value": changed,
        "another objective": re.sub(r"(objective\D{0,10}|Objective |OBJECTIVE )(\d+)", lambda m: m[1] + str(int(m[2]) + 1), text, count=1),
    }
    name, text = random.choice(list(forms.items()))
    return name, text.encode()


def shuffled(program, text, random):
    """A file with its variables in another order, which no program asks for."""
    line = {"cplex": r"^  <variable ", "glpsol": r"^j ", "cbc": r"^ +\d+ "}.get(program, r"^\w+ +-?[\d.]+\s")
    lines = text.splitlines(keepends=True)
    places = [i for i, one in enumerate(lines) if re.match(line, one) and not re.match(r"Objective|objective|Model", one)]
    for place, one in zip(places, random.sample([lines[i] for i in places], len(places)), strict=True):
        lines[place] = one
    # The numbers of CBC go up.
    return "".join(lines)


class Liar:
    """Tells lies about an instance, and notes what is believed."""

    def __init__(self, examination):
        self.examination, self.random, self.folder = examination, examination.random, examination.folder
        self.options = examination.instance.options
        self.solved = solve(examination) if examination.held.truth.is_feasible else None
        self.files = self.solved.files(self.folder) if self.solved else {}
        self.latest = None  # the solution file of the latest lie, and where to keep it

    def tell(self):
        """Tell one lie."""
        ways = [self.by_process] + ([self.by_file] if self.files else [])
        # A staged encoding has several models, and the file is a solution of one.
        ways += [self.by_program] * 2 if self.files and not self.solved.is_staged else []
        self.random.choice(ways)()

    def judge(self, plan, ran, is_whole, is_proof=False):
        """Note what is wrong with a run. `is_whole`: the solution was there to be read; `is_proof`: with nothing against it."""
        found = [one for one in verdicts.of_run(plan, ran) if one[0] != "internal error"]
        answers = [json.loads(line) for line in ran.stdout.splitlines() if line.startswith("{")] if ran.code in (0, 1, 3) else []
        for answer in answers:
            found += verdicts.of_answer(self.examination.held, answer, None)
        if is_whole and not any(answer["solution"] for answer in answers):
            found.append(("lost value", f"the solution was there: {ran.text}"))
        elif is_proof and answers[0]["status"] != "optimal":
            found.append(("lost proof", f"nothing speaks against it: {answers[0]['status']}, {answers[0]['reason']}"))
        if found and self.latest:
            self.latest[0].write_bytes(self.latest[1])
        self.examination.note(plan, ran, found)
        self.examination.count(plan, "wrong" if found else {2: "refused", 3: "stopped", 70: "refused"}.get(ran.code, "answered"))

    def kept(self, data):
        """Keep a solution file for the message of a difference, under a name of its contents."""
        file = self.examination.settings.keep / f"{hashlib.sha256(data).hexdigest()[:12]}.sol"
        self.latest = (file, data)
        return f"# {file}"

    def by_file(self):
        """Let a file be decoded."""
        program = self.random.choice(list(self.files))
        text = self.files[program]
        how = self.random.choice(("rewritten", "spoiled", "shuffled", "stopped"))
        if how == "shuffled" and program != "cbc":
            text = shuffled(program, text, self.random)
        if how == "stopped" and STATED[program]:
            text = text.replace(STATED[program][OPTIMAL], STATED[program][STOPPED], 1)
        name, data = spoiled(text, self.random) if how == "spoiled" else rewritten(text, self.random)
        file = self.folder / "lie.sol"
        file.write_bytes(data)
        plan = plans.Plan("lying file", program, "decode", time_limit=20)
        command = [self.examination.settings.program, "decode", self.examination.model, file, "--model-file", self.solved.exported]
        ran = run([*map(str, command), "--format", "json", *self.options], self.folder, 60)
        ran.command = [*ran.command, f"# {program}: {how}, {name}", self.kept(data)]
        self.judge(plan, ran, is_whole=how != "spoiled")

    def by_program(self):
        """Let a program solve that writes a file, prints something and ends somehow."""
        program = self.random.choice(list(self.files))
        text, (ending,) = self.files[program], self.random.choices(ENDINGS, [4, 1, 1, 1, 1, 1])
        printed = self.random.choice((OPTIMAL, INFEASIBLE, STOPPED, "complaint", "nothing"))
        (stated,) = self.random.choices((OPTIMAL, INFEASIBLE, STOPPED, "spoiled"), [3, 2, 1, 3])
        if not STATED[program] and stated in (INFEASIBLE, STOPPED):
            stated = OPTIMAL
        # Nothing contradicts these.
        if stated == INFEASIBLE and ending == "exit 0" and printed in (INFEASIBLE, "nothing"):
            printed = OPTIMAL
        if printed == INFEASIBLE and stated == "spoiled":
            printed = OPTIMAL
        if stated in (INFEASIBLE, STOPPED):
            text = text.replace(STATED[program][OPTIMAL], STATED[program][stated], 1)
        # Words in the middle of an output, and no file.
        is_cut = self.random.random() < 0.15
        if is_cut:
            printed, stated = INFEASIBLE, "no file"
        name, data = spoiled(text, self.random) if stated == "spoiled" else rewritten(text, self.random)
        says = {"complaint": self.random.choice(COMPLAINTS), "nothing": ""}.get(printed) if isinstance(printed, str) else PRINTED[program][printed]
        copies = f"echo '{GOES_ON}'" if is_cut else f"cp {self.folder}/programs/file model.sol"
        folder = self.folder / "programs"
        folder.mkdir(exist_ok=True)
        (folder / "file").write_bytes(data)
        fake = folder / program
        asked = "case \"$*\" in --version|-v|-quit|'-c quit') echo 'Fake version 1.2.3'; exit;; esac"
        fake.write_text(f"#!/bin/sh\n{asked}\necho '{says.replace(chr(39), chr(96))}'\n{copies}\n{ending}\n")
        fake.chmod(0o755)
        plan = plans.Plan("lying program", program, time_limit=20)
        command = [self.examination.settings.program, "solve", self.examination.model, "-b", f"external:{program}"]
        command += ["-e", self.solved.encoding, "--format", "json", *self.options]
        ran = run(["env", f"PATH={folder}:{os.environ['PATH']}", *map(str, command)], self.folder, 60)
        ran.command = [*ran.command[2:], f"# {program} says {says!r}, states {stated} ({name}), ends with {ending}", self.kept(data)]
        fake.unlink()
        is_whole = stated in (OPTIMAL, STOPPED) and bool(STATED[program] or printed != INFEASIBLE)
        is_proof = stated == OPTIMAL and ending == "exit 0" and printed in (OPTIMAL, "nothing") and bool(STATED[program] or printed == OPTIMAL)
        self.judge(plan, ran, is_whole and (ending != "exit 1" or bool(STATED[program])), is_whole and is_proof)

    def by_process(self):
        """Kill the process of a solver at some moment."""
        backend = self.random.choice([name for name in self.examination.settings.offer.backends if ":" not in name])
        kind = self.random.choice((signal.SIGKILL, signal.SIGSEGV, signal.SIGABRT, signal.SIGSTOP))
        moment = self.random.uniform(0, 0.08)
        plan = plans.Plan("killed solver", backend, time_limit=4)
        command = [self.examination.settings.program, "solve", self.examination.model, "-b", backend, "--method", "model"]
        command = [*map(str, command), "--time-limit", "4s", "--format", "json", *self.options]
        killer = f"import sys; sys.path.insert(0, {str(Path(__file__).parents[1])!r}); from cross_check.lies import kill; kill({int(kind)}, {moment}, {command!r})"
        ran = run(["python3", "-c", killer], self.folder, 60)
        ran.command = [*command, f"# its solver gets {kind.name} after {moment:.3f} s"]
        self.judge(plan, ran, is_whole=False)


def is_solver(pid):
    """Whether a process is a solver of the program; before it has become one, the program waits for that."""
    try:
        return b"--solver-process" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return False


def kill(kind, moment, command):
    """Run a command, and send a signal to the first solver that it starts."""
    child = subprocess.Popen(command)
    until = time.monotonic() + 10
    while child.poll() is None and time.monotonic() < until:
        solvers = [pid for pid in of_session(os.getsid(0)) if is_solver(pid)]
        if solvers:
            time.sleep(moment)
            with contextlib.suppress(ProcessLookupError):
                os.kill(solvers[0], kind)
            break
        time.sleep(0.001)
    raise SystemExit(child.wait())
