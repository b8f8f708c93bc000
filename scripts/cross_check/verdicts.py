"""What is wrong with an answer, held to the truth of its instance."""

import json
import math
from dataclasses import dataclass, field

from cross_check.puzzles import named
from cross_check.truth import Truth, WrongError, replay

EXITS = {"optimal": 0, "feasible": 3, "infeasible": 1, "unbounded": 1, "unknown": 3}
# A signal that comes while the program loads a solver leaves it nothing to say.
EARLY = 0.3
TOLERANCE = 1e-5


@dataclass
class Held:
    """A truth, and what its instance's answers have said of it so far."""

    instance: object
    truth: Truth
    numbers: dict = field(default_factory=dict)  # how many solutions complete counts and lists have, by who said so
    relaxations: dict = field(default_factory=dict)  # by encoding and lowering
    results: list = field(default_factory=list)  # lines for `tumble check`

    def is_better(self, objective):
        """Whether an objective beats the optimum."""
        return self.truth.objective is not None and self.instance.sense * (objective - self.truth.objective) > TOLERANCE

    def is_beyond(self, bound):
        """Whether a bound excludes the optimum."""
        return self.truth.objective is not None and self.instance.sense * (self.truth.objective - bound) > TOLERANCE

    def names(self, like=None):
        """The names of the optimal solutions; without start orientations if the solutions have none."""
        best = self.truth.best
        if best is None or self.instance.puzzle != "die-path" or (like and like[0]):
            return best
        return {((), moves) for _, moves in best}

    def allowed_numbers(self):
        """How many optimal solutions there are; paths may be counted with their start orientations or without."""
        return {self.truth.number} | ({len(self.names())} if self.truth.best is not None else set())


def is_early(ran):
    """Whether a run was stopped before it began."""
    return ran.waited is not None and ran.waited < EARLY


def is_crash(plan, ran):
    """Whether a solver crashed with options of its own: it may, and the program may say so."""
    return plan.kind == "options" and any(name in ran.stderr for name in ("SIGSEGV", "SIGABRT", "SIGFPE"))


def of_run(plan, ran):
    """What is wrong with a run whatever it says: (kind, message) for each."""
    limit = plan.time_limit if ran.signalled is None else min(plan.time_limit, ran.signalled)
    if ran.is_hung or ran.seconds - ran.lag > limit + plan.late:
        yield "late", f"it took {ran.seconds:.1f} s, {limit:.2f} s were allowed"
    if ran.left:
        yield "left running", f"{', '.join(ran.left)}"
    if "panicked" in ran.stderr or ran.code == 101:
        yield "panic", ran.stderr[max(0, ran.stderr.find("panicked")) :][:600]
    elif (ran.code == 70 or "internal error" in ran.stderr) and not is_crash(plan, ran):
        yield "internal error", ran.text
    elif ran.code not in (0, 1, 2, 3) and not ran.is_hung:
        yield "exit code", f"it ended with {ran.code}: {ran.text}"
    if ran.peak and plan.memory_limit and ran.peak > plan.memory_limit + plan.slack:
        yield "memory", f"it took {ran.peak >> 20} MB, {plan.memory_limit >> 20} MB were allowed"
    if ran.code == 2 and not any(line.startswith("error:") for line in ran.stderr.splitlines()):
        yield "refusal", f"it refuses without an error: {ran.text}"


def of_solution(held, solution, objective):
    """What is wrong with a solution."""
    try:
        found = replay(held.instance, solution)
    except WrongError as error:
        yield "wrong solution", f"{error}: {json.dumps(solution)}"
        return
    if found != objective:
        yield "wrong objective", f"it says {objective}, its solution has {found}"


def of_answer(held, answer, code):
    """What is wrong with a result object of `solve` or `decode`, and with an exit code for it."""
    status, objective, bound = answer["status"], answer["objective"], answer["bound"]
    truth, said = held.truth, f"{status}, objective {objective}, bound {bound}"
    if status == "optimal" and (not truth.is_feasible or objective != truth.objective):
        yield "false optimum", f"{said}; the truth is {_told(truth)}"
    if (status == "unbounded") != truth.is_unbounded and status not in ("feasible", "unknown"):
        yield "false bound", f"{said}; the truth is {_told(truth)}"
    if status == "infeasible" and truth.is_feasible:
        yield "false infeasible", f"{said}; the truth is {_told(truth)}"
    if status == "feasible" and (not truth.is_feasible or held.is_better(objective or 0)):
        yield "better than the optimum", f"{said}; the truth is {_told(truth)}"
    if bound is not None and held.is_beyond(bound):
        yield "false bound", f"{said}; the truth is {_told(truth)}"
    solution = answer["solution"]
    if (solution is not None) != (status in ("optimal", "feasible", "unbounded")) or (solution and not answer["verified"]):
        yield "no solution", f"{said}, but the solution is {json.dumps(solution)}"
    if solution is not None:
        held.results.append(json.dumps(answer))
        yield from of_solution(held, solution, objective)
    is_cut_short = status == "optimal" and answer.get("complete") is False and answer["reason"] and not _is_endless(answer)
    if code is not None and code != (EXITS["feasible"] if is_cut_short else EXITS[status]):
        yield "exit code", f"{code} for {status}"


def _is_endless(answer):
    """Whether an answer says that there are infinitely many solutions, which is no limit."""
    return (answer.get("reason") or "").startswith("infinitely many")


def of_effort(plan, answer, ran):
    """Tell whether a run without limits or options of its own ended before its time without a proof."""
    is_free = plan.kind in ("plain", "stream", "cross-check", "race", "list", "default") and not ran.signalled
    if is_free and answer["status"] in ("feasible", "unknown") and ran.seconds < 0.9 * plan.time_limit:
        yield "gave up", f"{answer['status']} after {ran.seconds:.1f} s: {answer['reason']}"


def of_list(held, plan, answer):
    """What is wrong with the list of an answer."""
    solutions, status = answer.get("solutions"), answer["status"]
    if solutions is None:
        if status in ("optimal", "feasible"):
            yield "no list", f"{status}, but there is no list"
        return
    found = [named(held.instance, solution) for solution in solutions]
    if len(set(found)) < len(found):
        yield "list", f"{len(found) - len(set(found))} of {len(found)} solutions are repeated"
    best = held.names(found[0] if found else None)
    for solution in solutions[:200]:
        yield from of_solution(held, solution, answer["objective"])
    if best is not None and status == "optimal" and not set(found) <= best:
        yield "list", f"{len(set(found) - best)} of {len(found)} listed solutions are not optimal"
    if answer["complete"] and status != "unknown":
        held.numbers.setdefault(len(found), "the list of " + plan.backend)
        if best is not None and set(found) != best:
            yield "list", f"a complete list has {len(found)} of {len(best)} solutions"
    if plan.most is not None and len(found) > plan.most:
        yield "list", f"{len(found)} solutions, where up to {plan.most} were asked for"
    full = plan.most is not None and len(found) == plan.most
    if not answer["complete"] and not full and not answer["reason"]:
        yield "list", f"{len(found)} solutions, an incomplete list without a reason"


def of_count(held, plan, answer, code):
    """What is wrong with a number of solutions."""
    number, is_complete = int(answer["solutions"]), answer["complete"]
    if code != (0 if is_complete or _is_endless(answer) else 3):
        yield "exit code", f"{code} for a count with complete: {is_complete}"
    every = plan.command == "count-all" and held.instance.sense
    allowed = {held.truth.all_number} if every else held.allowed_numbers()
    if None in allowed:
        if number and not held.truth.is_feasible:
            yield "count", f"{answer}, but there is no solution"
        return
    if math.inf in allowed or _is_endless(answer):
        if is_complete or math.inf not in allowed or (code == 0 and not _is_endless(answer)):
            yield "count", f"{answer}; the truth is {sorted(allowed)}"
        return
    objective = answer.get("objective")
    if is_complete and not every:
        held.numbers.setdefault(number, "the count of " + plan.backend)
    if is_complete and number not in allowed:
        yield "count", f"{answer}; the truth is {sorted(allowed)}"
    if number > max(allowed):
        yield "count", f"{answer} solutions so far; the truth is {sorted(allowed)}"
    if is_complete and not every and objective != held.truth.objective:
        yield "count", f"{answer}; the truth is {_told(held.truth)}"


def of_relaxations(held, records):
    """What is wrong with linear relaxations: two solvers that differ, or one that excludes the optimum."""
    for record in records:
        relaxation = record.get("relaxation")
        if not relaxation or (relaxation["value"] is None and not relaxation["is_infeasible"]):
            continue
        value, backend = relaxation["value"], record["backend"]
        # The first model of a staged encoding may have no solution where a later one has.
        if record["status"] == "infeasible" and held.truth.is_feasible:
            yield "relaxation", f"{record['encoding']} on {backend}: infeasible; the truth is {_told(held.truth)}"
        if value is not None and not relaxation["has_random_costs"] and held.is_beyond(value):
            yield "relaxation", f"{record['encoding']} on {backend}: {value}; the truth is {_told(held.truth)}"
        # Which cuts are found depends on the solver's point, so their values may differ.
        if not record["stats"]["cut_rounds"]:
            key = (record["encoding"], record["lowering"], relaxation["has_random_costs"])
            other = held.relaxations.setdefault(key, (value, backend))
            if (value is None) != (other[0] is None) or abs((value or 0) - (other[0] or 0)) > 1e-4 * max(
                1, abs(value or 0)
            ):
                yield "relaxation", f"{record['encoding']}: {value} by {backend}, {other[0]} by {other[1]}"


def of_stream(held, lines, answer):
    """What is wrong with the events before the result."""
    for line in lines:
        event = json.loads(line)
        if event["event"] == "incumbent" and event.get("solution"):
            if answer["status"] in ("unknown", "infeasible"):
                yield "lost solution", f"the result is {answer['status']} after {line}"
            yield from of_solution(held, event["solution"], event["objective"] if held.instance.sense else None)
        if (
            event["event"] in ("bound", "progress")
            and event.get("bound") is not None
            and held.is_beyond(event["bound"])
        ):
            yield "false bound", f"{line}; the truth is {_told(held.truth)}"


def of_numbers(held):
    """Lists and counts that contradict each other."""
    if len(held.numbers) > 1:
        said = ", ".join(f"{number} by {who}" for number, who in held.numbers.items())
        yield "lists and counts", f"how many solutions there are: {said}"


def _told(truth):
    if not truth.is_feasible:
        return "infeasible"
    return "feasible" if truth.objective is None else f"optimal {truth.objective}"
