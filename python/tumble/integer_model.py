"""Integer models of your own: variables, four kinds of constraint, an objective.

>>> model = IntegerModel("paint")
>>> x, y = model.integer("x", 0, 10), model.integer("y", 0, 10)
>>> model.add(6 * x + 4 * y <= 24, "paint")
>>> model.add(x + 2 * y <= 6, "labour")
>>> model.maximize(5 * x + 4 * y)
>>> answer = model.solve(backend="highs")
>>> answer.status, answer.objective, answer[x], answer[y]
('optimal', 20, 4, 0)
>>> model.count(backend="highs").solutions
1
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import index
from os import PathLike
from typing import TYPE_CHECKING, Any, SupportsIndex

from tumble import _tumble
from tumble.expression import Expression, Literal, Operand, Row, Variable, expression, literal
from tumble.limits import U32, Limits, Memory, Time, whole
from tumble.model import Count, Progress, Verdict, _listening, _written

if TYPE_CHECKING:
    from tumble.formulation import Formulation


@dataclass(frozen=True)
class Conflict:
    """Constraints that have no solution together."""

    #: Their names.
    constraints: list[str]
    #: Whether each of them is needed.
    minimal: bool


class IntegerModel:
    """An integer model.

    Variables are made by :meth:`binary` and :meth:`integer`; with them Python's operators write linear expressions,
    and ``<=``, ``>=`` and ``==`` the rows for :meth:`add`. All numbers are integers, and a solver's answer counts only
    if it satisfies the model exactly.
    """

    def __init__(self, name: str = "model") -> None:
        """Make a model without variables, constraints and objective."""
        self.name = name
        self._model = _tumble.IntegerModel(name)
        self._variables: list[Variable] = []
        self._unnamed = 0

    def __repr__(self) -> str:
        return f"<{self.name}: {len(self._variables)} variables>"

    @property
    def variables(self) -> list[Variable]:
        """The variables, in the order in which they were made."""
        return list(self._variables)

    def integer(self, name: str, lower: SupportsIndex, upper: SupportsIndex) -> Variable:
        """Add an integer variable with inclusive bounds. Names are of letters, digits and underscores."""
        low, high = index(lower), index(upper)
        variable = Variable(self, self._model.integer(name, low, high), name, low, high)
        self._variables.append(variable)
        return variable

    def binary(self, name: str) -> Variable:
        """Add a 0/1 variable."""
        return self.integer(name, 0, 1)

    def block(self, title: str) -> None:
        """Start a block of constraints, such as "(1) each cell is visited once": exported files show it."""
        self._model.block(title)

    def add(self, row: Row, name: str | None = None) -> None:
        """Require a row, such as ``x + y <= 3``, ``(x + y).between(1, 3)`` or ``(x == y).only_if(b)``."""
        if not isinstance(row, Row):
            raise _tumble.InputError(f"a row is a comparison of expressions such as x + y <= 3, and not {row!r}")
        terms = self._terms(row.expression)
        constant = row.expression.constant
        lower, upper = (None if side is None else side - constant for side in (row.lower, row.upper))
        condition = None if row.condition is None else self._literal(row.condition)
        self._model.linear(self._name(name), terms, lower, upper, condition)

    def all_different(self, variables: Iterable[Variable], name: str | None = None) -> None:
        """Require that no two variables have the same value."""
        self._model.all_different(self._name(name), self._indices(variables))

    def table(
        self, variables: Iterable[Variable], tuples: Iterable[Sequence[SupportsIndex]], name: str | None = None
    ) -> None:
        """Require that the values of the variables, in order, are one of the tuples."""
        indices = self._indices(variables)
        flat: list[int] = []
        for values in tuples:
            if len(values) != len(indices):
                raise _tumble.InputError(f"a tuple of {len(values)} values for {len(indices)} variables")
            flat += map(index, values)
        self._model.table(self._name(name), indices, flat)

    def circuit(
        self, arcs: Iterable[tuple[SupportsIndex, SupportsIndex, Variable | Literal]], name: str | None = None
    ) -> None:
        """Require that the arcs that are used form one circuit.

        An arc is its tail, its head, and the 0/1 variable or literal that says whether it is used; nodes are numbered
        from 0. The circuit goes through each node once, but for those that use an arc to themselves: these are skipped.
        """
        listed = [(index(tail), index(head), self._literal(used)) for tail, head, used in arcs]
        if any(min(tail, head) < 0 for tail, head, _ in listed):
            raise _tumble.InputError("nodes are numbered from 0")
        nodes = 1 + max((max(tail, head) for tail, head, _ in listed), default=-1)
        self._model.circuit(self._name(name), nodes, listed)

    def maximize(self, what: Operand) -> None:
        """Set the objective, replacing an earlier one."""
        self._set_objective(what, is_maximized=True)

    def minimize(self, what: Operand) -> None:
        """Set the objective, replacing an earlier one."""
        self._set_objective(what, is_maximized=False)

    def solve(
        self,
        *,
        backend: str | None = None,
        lowering: str | None = None,
        time_limit: Time | None = None,
        memory_limit: Memory | None = None,
        threads: int | None = None,
        seed: int | None = None,
        options: Mapping[str, object] | None = None,
        progress: Progress = False,
    ) -> Answer:
        """Solve it by a backend; left out, the first of this build.

        What the backend does not take as it is, is turned into rows, in the ways that ``lowering`` names, such as
        ``circuit=mtz,table=support``. The rest is as for :meth:`tumble.Model.solve`.
        """
        with _listening(self.name, progress) as listener:
            limits = Limits(time_limit, memory_limit, threads, seed, options)
            run, values = self._model.solve(limits, backend=backend, lowering=lowering, listener=listener)
        return Answer(self, json.loads(run), values)

    def conflict(
        self,
        *,
        backend: str | None = None,
        lowering: str | None = None,
        time_limit: Time | None = None,
        memory_limit: Memory | None = None,
        threads: int | None = None,
        seed: int | None = None,
        options: Mapping[str, object] | None = None,
        progress: Progress = False,
    ) -> Conflict | None:
        """Return constraints that have no solution together, or ``None`` if the model has one.

        Where the conflict is ``minimal``, the others have a solution whichever of its constraints is left out. The
        bounds of the variables stay. A limit that comes before it is known whether there is a solution is a
        ``TumbleError``. The rest is as for :meth:`solve`.
        """
        with _listening(self.name, progress) as listener:
            limits = Limits(time_limit, memory_limit, threads, seed, options)
            found = self._model.conflict(limits, backend=backend, lowering=lowering, listener=listener)
        return None if found is None else Conflict(*found)

    def solutions(
        self,
        limit: int | None = None,
        *,
        backend: str | None = None,
        lowering: str | None = None,
        time_limit: Time | None = None,
        memory_limit: Memory | None = None,
        threads: int | None = None,
        seed: int | None = None,
        options: Mapping[str, object] | None = None,
        progress: Progress = False,
    ) -> Solutions:
        """List up to ``limit`` solutions, each once: with an objective the best ones, without one all.

        CP-SAT lists them itself; with other backends each solution is excluded before the next run. The rest is as for
        :meth:`solve`.
        """
        with _listening(self.name, progress) as listener:
            run, values = self._model.solutions(
                Limits(time_limit, memory_limit, threads, seed, options),
                whole("limit", limit, 1, U32),
                backend=backend,
                lowering=lowering,
                listener=listener,
            )
        fields = json.loads(run)
        return Solutions(self, fields, [Answer(self, fields, each) for each in values])

    def count(self, **how: Any) -> Count:
        """Count the solutions, with an objective the best ones. The arguments are those of :meth:`solutions`."""
        found = self.solutions(**how)
        return Count(len(found), found.objective, found.complete, found.stop)

    def check(self, values: Mapping[Variable, SupportsIndex]) -> Verdict:
        """Check values of the variables against all bounds and constraints, in exact integers."""
        missing = next((variable for variable in self._variables if variable not in values), None)
        if missing is not None:
            raise _tumble.InputError(f"{missing.name} has no value")
        breach = self._model.check([index(values[variable]) for variable in self._variables])
        return Verdict(breach is None, None, breach)

    def export(
        self,
        path: str | PathLike[str] | None = None,
        *,
        format: str | None = None,
        lowering: str | None = None,
        time_limit: Time | None = None,
        memory_limit: Memory | None = None,
    ) -> bytes:
        """Return the model as a file for other programs, and write it to ``path``.

        Without a format it is that of the path's suffix, or LP. A limit that is reached is a ``TumbleError``.
        """
        limits = Limits(time_limit, memory_limit)
        return _written(path, format, lambda chosen: self._model.export(limits, chosen, lowering=lowering))

    def formulation(
        self, *, lowering: str | None = None, time_limit: Time | None = None, memory_limit: Memory | None = None
    ) -> Formulation:
        """Return the model, lowered to rows, as arrays. A limit that is reached is a ``TumbleError``."""
        from tumble.formulation import Formulation

        return Formulation._of(self._model.formulation(Limits(time_limit, memory_limit), lowering=lowering))

    def _set_objective(self, what: Operand, is_maximized: bool) -> None:
        wanted = expression(what)
        self._model.set_objective(is_maximized, self._terms(wanted), wanted.constant)

    def _is_value(self, variable: Variable, value: int) -> Literal:
        (position, is_positive), name = self._model.is_value(variable.index, value)
        if position == len(self._variables):
            upper = 1 if variable.lower <= value <= variable.upper else 0
            self._variables.append(Variable(self, position, name, 0, upper))
        return Literal(self._variables[position], is_positive)

    def _name(self, name: str | None) -> str:
        if name is not None:
            return name
        self._unnamed += 1
        return f"row_{self._unnamed}"

    def _own(self, variable: Variable) -> int:
        if not isinstance(variable, Variable):
            raise _tumble.InputError(f"{variable!r} is no variable")
        if variable.model is not self:
            raise _tumble.InputError(f"{variable.name} is a variable of another model")
        return variable.index

    def _indices(self, variables: Iterable[Variable]) -> list[int]:
        return [self._own(variable) for variable in variables]

    def _literal(self, of: Variable | Literal) -> tuple[int, bool]:
        wanted = literal(of)
        return self._own(wanted.variable), wanted.is_positive

    def _terms(self, of: Expression) -> dict[int, int]:
        return {self._own(variable): coefficient for variable, coefficient in of.terms.items() if coefficient}


@dataclass(frozen=True)
class Answer:
    """What a solver makes of an integer model. If it has values, they were checked in exact integers."""

    model: IntegerModel
    #: What is known of the run.
    json: dict[str, Any]
    _values: list[int] | None

    @property
    def status(self) -> str:
        """``optimal``, ``feasible``, ``infeasible`` or ``unknown``."""
        return str(self.json["status"])

    @property
    def objective(self) -> int | None:
        """The objective of the values."""
        return None if self.json["objective"] is None else int(self.json["objective"])

    @property
    def bound(self) -> int | None:
        """No solution is better than this."""
        return self.objective if self.status == "optimal" else self.json["bound"]

    @property
    def seconds(self) -> float:
        """Seconds of the solver."""
        return float(self.json["seconds"])

    @property
    def values(self) -> dict[Variable, int] | None:
        """The value of each variable."""
        return None if self._values is None else dict(zip(self.model._variables, self._values, strict=False))

    def __getitem__(self, what: Operand) -> int:
        """Return the value of a variable, a literal or an expression."""
        if self._values is None:
            raise _tumble.InputError(f"the model is {self.status}: there are no values")
        wanted = expression(what)
        terms = self.model._terms(wanted).items()
        return wanted.constant + sum(coefficient * self._values[position] for position, coefficient in terms)

    def __repr__(self) -> str:
        objective = "" if self.objective is None else f", objective {self.objective}"
        return f"<{self.model.name}: {self.status}{objective}, by {self.json['backend']} in {self.seconds:.3g} s>"


@dataclass(frozen=True)
class Solutions:
    """The solutions of an integer model that were listed, in ascending order of their values."""

    model: IntegerModel
    #: What is known of the run.
    json: dict[str, Any]
    _answers: list[Answer]

    @property
    def objective(self) -> int | None:
        """The objective of each of them."""
        return None if self.json["objective"] is None else int(self.json["objective"])

    @property
    def complete(self) -> bool:
        """Whether there are no others."""
        return bool(self.json["complete"])

    @property
    def stop(self) -> str | None:
        """The limit that ended the list early."""
        return None if self.json["stop"] is None else str(self.json["stop"])

    def __len__(self) -> int:
        return len(self._answers)

    def __iter__(self) -> Iterator[Answer]:
        return iter(self._answers)

    def __getitem__(self, place: int) -> Answer:
        return self._answers[place]

    def __repr__(self) -> str:
        more = "" if self.complete else ", there may be more" if self.stop is None else f", stopped by {self.stop}"
        return f"<{self.model.name}: {len(self)} solutions{more}>"
