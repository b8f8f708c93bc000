"""Models: loading, solving, counting, checking, exporting."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tumble import _tumble
from tumble.limits import U32, U64, Limits, Memory, Time, whole
from tumble.result import Picture, Result

if TYPE_CHECKING:
    from tumble.formulation import Formulation

#: A function that hears of events, or whether to show a bar of progress.
Progress = bool | Callable[[dict[str, Any]], None]


@dataclass(frozen=True)
class Count:
    """A number of solutions."""

    solutions: int
    #: Their objective, where only the optimal ones are counted.
    objective: int | None
    #: Whether there are no more.
    complete: bool
    #: The limit that stopped the count.
    stop: str | None
    #: With ``within``: how many solutions have each objective, the best one first.
    by_objective: dict[int, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Verdict:
    """What the rules say of a solution: true if it keeps them."""

    keeps_rules: bool
    objective: int | None
    #: The rule that it breaks.
    breach: str | None

    def __bool__(self) -> bool:
        return self.keeps_rules


class Model:
    """An instance of a puzzle; :func:`load` makes one."""

    def __init__(
        self,
        text: str,
        name: str = "model",
        options: Mapping[str, object] | None = None,
        after: tuple[str, str | None] | None = None,
    ) -> None:
        """Read the text of a model file, with the puzzle's own options; :meth:`after` gives the moves before it."""
        self._model = _tumble.Model(text, name, _given(options or {}), after)

    def __repr__(self) -> str:
        return f"<{self.puzzle}: {self.name}>"

    def __reduce__(self) -> tuple[type[Model], tuple[str, str, dict[str, str], tuple[str, str | None] | None]]:
        return (Model, (self.text, self.name, self._model.options, self._model.after))

    @property
    def name(self) -> str:
        """The name of its file."""
        return self._model.name

    @property
    def text(self) -> str:
        """The text of its file."""
        return self._model.text

    @property
    def puzzle(self) -> str:
        """The puzzle."""
        return self._model.puzzle

    @property
    def encodings(self) -> list[str]:
        """The encodings that fit, with each set of their strengthenings."""
        return self._model.encodings()

    def solve(
        self,
        *,
        backend: str | None = None,
        encoding: str | None = None,
        method: str | None = None,
        lowering: str | None = None,
        time_limit: Time | None = None,
        memory_limit: Memory | None = None,
        threads: int | None = None,
        seed: int | None = None,
        solutions: int | None = None,
        within: int | None = None,
        options: Mapping[str, object] | None = None,
        progress: Progress = False,
    ) -> Result:
        """Solve it: by the fastest method for the instance if neither a backend, an encoding nor a method is named.

        What is not given here is as the ``[solve]`` table of the model file says, as on the command line.

        ``time_limit`` is in seconds, a text such as ``"1h 30min"`` or a ``timedelta``, ``memory_limit`` in bytes or a
        text such as ``"8G"``; ``solutions`` lists up to so many, with ``within`` also those whose objective is at most
        so much worse than the best one, the best ones first; ``options`` are the solver's own. ``progress`` shows a
        bar, or is a function that gets each event. Ctrl-C stops the solver.
        """
        if within is not None and solutions is None:
            raise _tumble.InputError("within: say by solutions how many are listed")
        with _listening(self.name, progress) as listener:
            report = self._model.solve(
                Limits(time_limit, memory_limit, threads, seed, options),
                method=method,
                backend=backend,
                encoding=encoding,
                lowering=lowering,
                solutions=whole("solutions", solutions, 1, U32),
                within=whole("within", within, 0, U64),
                listener=listener,
            )
        return Result(self, json.loads(report))

    def search(self, **limits: Any) -> Result:
        """Solve it by the puzzle's direct search."""
        return self.solve(method="search", **limits)

    def count(
        self,
        *,
        feasible: bool = False,
        within: int | None = None,
        method: str | None = None,
        backend: str | None = None,
        time_limit: Time | None = None,
        memory_limit: Memory | None = None,
        threads: int | None = None,
        progress: Progress = False,
    ) -> Count:
        """Count the optimal solutions, those at most ``within`` worse, or all that are feasible."""
        with _listening(self.name, progress) as listener:
            limits = Limits(time_limit, memory_limit, threads)
            count = self._model.count(
                limits,
                feasible=feasible,
                within=whole("within", within, 0, U64),
                method=method,
                backend=backend,
                listener=listener,
            )
        fields = json.loads(count)
        by_objective = {objective: int(number) for objective, number in fields["by_objective"]}
        return Count(**{**fields, "solutions": int(fields["solutions"]), "by_objective": by_objective})

    def after(self, moves: str, start: str | None = None) -> Model:
        """Return what is left of it after moves, as ``--after`` does: objectives are those in all, solutions the rest.

        The moves need a ``start``, as in ``tumble check --start``, where the model leaves it open. Moves that break a
        rule are an ``InputError``.

        >>> load("c4x4:C461,3").after("S").count().objective
        9
        """
        if self._model.after is not None:
            before, start = self._model.after
            moves = f"{before} {moves}"
        return Model(self.text, self.name, self._model.options, (moves, start))

    def explain(
        self,
        *,
        time_limit: Time | None = 60,
        memory_limit: Memory | None = None,
        threads: int | None = None,
        progress: Progress = False,
    ) -> dict[str, Any]:
        """Say why it has no solution, as ``tumble explain --format json`` does.

        Of a model without a solution, ``conflict`` has facts of it that have none together; where ``minimal`` is true,
        they have one whichever of them is left out. ``changes`` are those that help, the best first.
        """
        with _listening(self.name, progress) as listener:
            explained = self._model.explain(Limits(time_limit, memory_limit, threads), listener=listener)
        return dict(json.loads(explained))

    def check(self, solution: Mapping[str, Any] | Result | str, start: str | None = None) -> Verdict:
        """Replay a solution by the rules: one of a result, or moves as text.

        Moves need a ``start``, as in ``tumble check --start``, where the model leaves it open.
        """
        if isinstance(solution, Result):
            if solution.solution is None:
                raise _tumble.InputError(f"the result is {solution.status}: it has no solution")
            solution = solution.solution
        if isinstance(solution, str):
            return Verdict(*self._model.check_moves(solution, start))
        return Verdict(*self._model.check(json.dumps(dict(solution))))

    def export(
        self,
        path: str | PathLike[str] | None = None,
        *,
        format: str | None = None,
        encoding: str | None = None,
        lowering: str | None = None,
        horizon: int | None = None,
        time_limit: Time | None = None,
        memory_limit: Memory | None = None,
    ) -> bytes:
        """Return the model of an encoding as a file for other programs, and write it to ``path``.

        Without a format it is that of the path's suffix, or LP. A limit that is reached is a ``TumbleError``.
        """

        def write(chosen: str) -> bytes:
            steps = whole("horizon", horizon, 0, U64)
            limits = Limits(time_limit, memory_limit)
            return self._model.export(limits, chosen, encoding=encoding, lowering=lowering, horizon=steps)

        return _written(path, format, write)

    def formulation(
        self,
        encoding: str | None = None,
        *,
        lowering: str | None = None,
        horizon: int | None = None,
        time_limit: Time | None = None,
        memory_limit: Memory | None = None,
    ) -> Formulation:
        """Return the model of an encoding, lowered to rows, as arrays. A limit that is reached is a ``TumbleError``."""
        from tumble.formulation import Formulation

        steps = whole("horizon", horizon, 0, U64)
        limits = Limits(time_limit, memory_limit)
        return Formulation._of(self._model.formulation(limits, encoding=encoding, lowering=lowering, horizon=steps))

    def picture(self, solution: Mapping[str, Any] | None = None) -> Picture:
        """Draw it, or a solution of it."""
        return Picture(self._model.picture(_text(solution)))

    def to_text(self, solution: Mapping[str, Any] | None = None) -> str:
        """Draw it, or a solution of it, in letters."""
        return self._model.picture(_text(solution), as_text=True)

    def replay(self, solution: Mapping[str, Any] | None = None, path: str | PathLike[str] | None = None) -> str:
        """Return a page of HTML that replays a solution, or shows the bare model, and write it to ``path``."""
        page = self._model.replay(_text(solution))
        if path is not None:
            _tumble.write_file(path, page.encode())
        return page

    def _repr_svg_(self) -> str:
        return self.picture().svg


def load(source: str | PathLike[str] | Mapping[str, Any], **options: object) -> Model:
    """Load a model: the path of a file, the id of a game, or a mapping with the keys of a model file.

    The file may also be a save file of the game.

    ``options`` are those of the puzzle, such as ``any_assembly=True``.

    >>> load("c4x4:C461,3").puzzle
    'tatham-cube'
    """
    if isinstance(source, Mapping):
        import tomli_w

        return Model(tomli_w.dumps(dict(source)), "model", options)
    path = Path(fspath(source))
    if isinstance(source, str) and not path.exists() and _tumble.looks_like_an_id(source):
        return Model(source, source.strip(), options)
    return Model(_tumble.read_text(path.read_bytes(), fspath(source)), fspath(source), options)


def new(puzzle: str, *, time_limit: Time | None = None, memory_limit: Memory | None = None, **options: object) -> Model:
    """Make a model as ``tumble new`` does: the default one, or with ``seed`` a random one.

    A limit that is reached is a ``TumbleError``.

    >>> new("die-tour", columns=3, rows=2, seed=1).puzzle
    'die-tour'
    """
    return Model(_tumble.new(Limits(time_limit, memory_limit), puzzle, _given(options)), f"new {puzzle}")


def table(
    of: Model | str,
    puzzle: str | None = None,
    *,
    time_limit: Time | None = None,
    memory_limit: Memory | None = None,
    threads: int | None = None,
    **options: object,
) -> dict[str, Any]:
    """Compute a table for a whole board, as ``tumble table`` does.

    It is that of a model, or of a size such as ``4x4`` of a puzzle.

    >>> table("4x4", "tatham-cube")["histogram"][:4]
    [16, 48, 152, 368]
    """
    if isinstance(of, Model):
        puzzle, of = of.puzzle, of.text
    elif puzzle is None:
        raise _tumble.InputError("a table of a size needs the name of a puzzle")
    limits = Limits(time_limit, memory_limit, threads)
    numbers: dict[str, Any] = json.loads(_tumble.table(limits, puzzle, of, _given(options)))
    return numbers


def puzzles() -> list[dict[str, Any]]:
    """Return the puzzles, with their encodings and methods."""
    catalogue: dict[str, list[dict[str, Any]]] = json.loads(_tumble.catalogue())
    return catalogue["puzzles"]


def backends() -> list[dict[str, Any]]:
    """Return the backends: with a version those that are here, the others with how to get them."""
    catalogue: dict[str, list[dict[str, Any]]] = json.loads(_tumble.catalogue())
    return catalogue["backends"]


def _given(options: Mapping[str, object]) -> dict[str, str]:
    """Return options as the command line has them: a flag has no text, or is left out."""
    text = {key: "" if value is True else str(value) for key, value in options.items() if value is not False}
    return {key.replace("_", "-"): value for key, value in text.items()}


def _written(path: str | PathLike[str] | None, format: str | None, write: Callable[[str], bytes]) -> bytes:
    """Write a file in a format, by default that of its suffix, and return its bytes."""
    data = bytes(write(format or (Path(path).suffix[1:] if path is not None else "") or "lp"))
    if path is not None:
        _tumble.write_file(path, data)
    return data


def _text(solution: Mapping[str, Any] | None) -> str | None:
    """Return a solution as JSON."""
    return None if solution is None else json.dumps(dict(solution))


class _listening:
    """A listener for events: a function of the caller, or a bar of progress while the run lasts."""

    def __init__(self, name: str, progress: Progress) -> None:
        self._name = name
        self._progress = progress
        self._bar: Any = None

    def __enter__(self) -> Callable[[str], None] | None:
        if self._progress is False:
            return None
        if callable(self._progress):
            listener = self._progress
            return lambda event: listener(json.loads(event))
        from tqdm.auto import tqdm

        self._bar = tqdm(desc=self._name, bar_format="{desc} [{elapsed}]{postfix}")
        known: dict[str, object] = {}

        def show(text: str) -> None:
            event = json.loads(text)
            incumbent = event.get("objective", event.get("incumbent"))
            found = {"incumbent": incumbent, "bound": event.get("bound"), "nodes": event.get("nodes")}
            known.update({key: value for key, value in found.items() if value is not None})
            self._bar.set_postfix(known, refresh=False)
            self._bar.update()

        return show

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()
