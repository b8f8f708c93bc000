"""Which runs an instance gets: random backends, encodings, lowerings, methods, limits, options and stops."""

import json
import subprocess
from dataclasses import dataclass, field

from cross_check import solver_options

# How long a run may take after its limit or a signal, without the time that the machine gave to others.
LATE = 8.0
# Beyond its memory limit: what a program takes by itself, and what it may take between two looks at its memory.
SLACK = 160 << 20
# Runs without a random limit get this one, in seconds, so that what is hopeless ends.
PATIENCE = 3
# How many runs of each kind there are.
KINDS = {
    "plain": 24,
    "stream": 5,
    "default": 4,
    "cross-check": 3,
    "options": 20,
    "limits": 12,
    "stop": 8,
    "list": 10,
    "count": 6,
    "race": 4,
    "method": 5,
    "relaxation": 4,
    "export": 5,
}
# Encodings that are hopeless on most instances are taken this often.
SLOW = ("integer-chain", "integer-pairs", "product-multiflow", "arc-multiflow", "time-indexed")
SLOW_SHARE = 0.15


@dataclass
class Plan:
    """A run: its arguments, and what its answer is to be held to."""

    kind: str
    backend: str
    command: str = "solve"
    arguments: list = field(default_factory=list)
    time_limit: float = PATIENCE
    memory_limit: int | None = None  # bytes
    stop: tuple | None = None  # (seconds, kind of signal)
    most: int | None = None  # of listed solutions
    export: tuple | None = None  # (suffix, program)
    late: float = LATE
    slack: int = SLACK


class Offer:
    """What a program offers: backends, and by puzzle encodings, lowerings and methods."""

    def __init__(self, program):
        def listed(what):
            ran = subprocess.run(
                [program, "list", what, "--format", "json"], capture_output=True, text=True, check=True
            )
            return json.loads(ran.stdout)

        self.backends = [row["name"] for row in listed("backends") if row["available"] and row["name"] != "search"]
        self.missing = [row["name"] for row in listed("backends") if not row["available"]]
        self.encodings, self.methods, self.lowerings = {}, {}, {}
        for row in listed("encodings"):
            self.encodings.setdefault(row["puzzle"], []).append(row["name"])
        for row in listed("methods"):
            self.methods.setdefault(row["puzzle"], []).append(row["name"])
        for row in listed("lowerings"):
            for encoding in row["encodings"]:
                self.lowerings.setdefault(tuple(encoding.split()), []).append(row["name"])


def _backend(random, offer, share_external=0.12):
    """A backend; programs are slower to start, and microlp is for small models."""
    rare = [name for name in offer.backends if name.startswith("external:") or name == "microlp"]
    common = [name for name in offer.backends if name not in rare]
    return random.choice(rare if rare and (not common or random.random() < share_external) else common)


def _model(random, offer, puzzle):
    """Arguments for an encoding and a lowering, mostly those that tumble takes by itself."""
    if random.random() < 0.4:
        return []
    names = offer.encodings[puzzle]
    slow = [name for name in names if name.startswith(SLOW)]
    fast = [name for name in names if name not in slow]
    encoding = random.choice(slow if slow and (not fast or random.random() < SLOW_SHARE) else fast)
    ways = offer.lowerings.get((puzzle, encoding.partition("+")[0]), [])
    if ways and random.random() < 0.4:
        return ["-e", encoding, "--lowering", random.choice(ways)]
    return ["-e", encoding]


def _common(random, plan):
    """Limits, seed and threads."""
    if plan.time_limit:
        plan.arguments += ["--time-limit", f"{round(plan.time_limit * 1000)}ms"]
    if plan.memory_limit:
        plan.arguments += ["--memory-limit", f"{plan.memory_limit >> 20}M"]
    if plan.command == "solve" and random.random() < 0.3:
        plan.arguments += ["--seed", str(random.choice([0, 1, 7, 12345, 2**32 - 1]))]
    if random.random() < 0.8:
        plan.arguments += ["--threads", random.choice("1112")]
    return plan


def _solve(random, offer, puzzle, kind, share_external=0.12, share_search=0.0):
    """A run of `tumble solve` on a backend."""
    if random.random() < share_search:
        return Plan(kind, "search", arguments=["-b", "search"])
    backend = _backend(random, offer, share_external)
    return Plan(kind, backend, arguments=["-b", backend, *_model(random, offer, puzzle)])


def _limits(random, offer, puzzle):
    plan = _solve(random, offer, puzzle, "limits", share_search=0.15)
    if random.random() < 0.15:
        _with_all(random, plan)
    if random.random() < 0.6:
        plan.time_limit = random.choice([0, 0.001, 0.003, 0.01, 0.03, 0.1, 0.3])
    if plan.time_limit == PATIENCE or random.random() < 0.3:
        plan.memory_limit = random.choice([1, 5, 20, 30, 40, 60, 100, 200]) << 20
    if plan.time_limit == 0:
        plan.arguments += ["--time-limit", "0s"]
    return plan


def _with_all(random, plan):
    """Ask for a list."""
    plan.most = random.choice([None, 1, 2, 5, 20, 100])
    plan.arguments += ["--all"] if plan.most is None else ["--solutions", str(plan.most)]
    plan.command = "list"
    return plan


def _stop(random, offer, puzzle):
    plan = _solve(random, offer, puzzle, "stop", share_search=0.15)
    if random.random() < 0.3:
        _with_all(random, plan)
    to = random.choice(["", "", " group", " both"])
    plan.stop = (
        random.choice([0, 0.02, 0.05, 0.1, 0.2, 0.5, 1]) * random.uniform(0.7, 1.4),
        random.choice(["SIGINT", "SIGTERM"]) + to,
    )
    return plan


def _options(random, offer, puzzle):
    plan = _solve(random, offer, puzzle, "options", share_external=0.3)
    plan.arguments += solver_options.some(random, plan.backend)
    if random.random() < 0.1:
        _with_all(random, plan)
    return plan


def _list(random, offer, puzzle):
    return _with_all(random, _solve(random, offer, puzzle, "list", share_search=0.3))


def _count(random, offer, puzzle):
    backend = random.choice(["", "search", _backend(random, offer)])
    plan = Plan("count", backend or "default", "count", ["-b", backend] if backend else [])
    methods = offer.methods.get(puzzle, [])
    if not backend and methods and random.random() < 0.4:
        method = random.choice(methods)
        plan.backend, plan.arguments = f"({method})", ["--method", method]
    if random.random() < 0.4:
        plan.command = "count-all"
        plan.arguments += ["--feasible"]
    if random.random() < 0.2:
        plan.time_limit = random.choice([0.001, 0.01, 0.05])
    return plan


def _race(random, offer, puzzle):
    names = ["search", *(name for name in offer.backends if not name.startswith("external:"))]
    chosen = random.sample(names, random.randint(2, 3))
    plan = Plan("race", "several", arguments=["--race", "-b", ",".join(chosen)])
    if random.random() < 0.2:
        plan.stop = (random.uniform(0.02, 0.2), random.choice(["SIGINT", "SIGTERM"]))
    return plan


def _method(random, offer, puzzle):
    methods = offer.methods.get(puzzle)
    if not methods:
        return _solve(random, offer, puzzle, "plain")
    method = random.choice(methods)
    plan = Plan("method", f"({method})", arguments=["--method", method])
    if random.random() < 0.3:
        plan.arguments += ["-b", "highs"]
    if random.random() < 0.3:
        plan.time_limit = random.choice([0.001, 0.01, 0.03, 0.1])
    return plan


def _relaxation(random, offer, puzzle):
    able = [name for name in ("highs", "cbc", "microlp", "external:glpsol") if name in offer.backends]
    slow = puzzle == "sudoku-cube"
    names = [name for name in offer.encodings[puzzle] if not (slow and name.startswith(SLOW))]
    each = ["--time-limit", f"{PATIENCE}s"]
    arguments = ["--lp-only", "-b", ",".join(able), "-e", random.choice(names), *each]
    return Plan("relaxation", "several", "compare", arguments, time_limit=PATIENCE * len(able))


def _export(random, offer, puzzle):
    kind, program = random.choice(
        [("lp", "cbc"), ("lp", "glpsol"), ("lp", "highs"), ("mps", "cbc"), ("mps", "highs"), ("mps", "glpsol")]
        + [("cnf", "clasp"), ("opb", "clasp")]
    )
    arguments = _model(random, offer, puzzle)
    arguments = arguments[:2] if kind in ("cnf", "opb") else arguments
    return Plan("export", f"{kind}, {program}", "export", arguments, export=(kind, program))


def _flagged(flag, kind):
    def plan(random, offer, puzzle):
        made = _solve(random, offer, puzzle, kind, share_search=0.1)
        made.arguments.append(flag)
        return made

    return plan


def _default(random, offer, puzzle):
    return random.choice([Plan("default", "default"), Plan("default", "default", arguments=["--method", "search"])])


MAKERS = {
    "plain": lambda random, offer, puzzle: _solve(random, offer, puzzle, "plain", share_external=0.2),
    "stream": _flagged("--json-stream", "stream"),
    "default": _default,
    "cross-check": _flagged("--cross-check", "cross-check"),
    "options": _options,
    "limits": _limits,
    "stop": _stop,
    "list": _list,
    "count": _count,
    "race": _race,
    "method": _method,
    "relaxation": _relaxation,
    "export": _export,
}


def make(random, offer, instance):
    """Make a random run for an instance."""
    kind = random.choices(list(KINDS), KINDS.values())[0]
    plan = MAKERS[kind](random, offer, instance.puzzle)
    if plan.kind == "stream":
        plan.command = "stream"
    if plan.command not in ("compare", "export"):
        if instance.puzzle == "sudoku-cube":
            # The search for fewer turns would take all the time that it gets.
            plan.time_limit = min(plan.time_limit, 1)
        _common(random, plan)
    return plan
