"""Results, and pictures that a notebook shows."""

from __future__ import annotations

import json
from dataclasses import dataclass
from html import escape
from os import PathLike
from typing import TYPE_CHECKING, Any

from tumble import _tumble

if TYPE_CHECKING:
    from tumble.model import Model


@dataclass(frozen=True)
class Picture:
    """A picture, as SVG."""

    svg: str

    def __repr__(self) -> str:
        return f"<picture: {len(self.svg)} characters of SVG>"

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | PathLike[str]) -> None:
        """Write it to a file."""
        _tumble.write_file(path, self.svg.encode())


@dataclass(frozen=True)
class Result:
    """The result of a run: what ``tumble solve --format json`` prints, and the model that it is of."""

    model: Model
    #: All keys, as the command line prints them.
    json: dict[str, Any]

    @property
    def status(self) -> str:
        """``optimal``, ``feasible``, ``infeasible``, ``unbounded`` or ``unknown``."""
        return str(self.json["status"])

    @property
    def objective(self) -> int | None:
        """The objective of the solution, recomputed by the rules."""
        objective: int | None = self.json["objective"]
        return objective

    @property
    def bound(self) -> int | None:
        """No solution is better than this."""
        bound: int | None = self.json["bound"]
        return bound

    @property
    def solution(self) -> dict[str, Any] | None:
        """The solution, as its puzzle writes it."""
        solution: dict[str, Any] | None = self.json["solution"]
        return solution

    @property
    def solutions(self) -> list[dict[str, Any]]:
        """The solutions of a list; without one, the single solution if there is any."""
        listed: list[dict[str, Any]] | None = self.json.get("solutions")
        if listed is not None:
            return listed
        return [] if self.solution is None else [self.solution]

    @property
    def moves(self) -> str | None:
        """The moves of the solution, where the puzzle has some."""
        return None if self.solution is None else self.solution.get("moves")

    @property
    def reason(self) -> str | None:
        """Why there is no solution, or why the run stopped."""
        reason: str | None = self.json["reason"]
        return reason

    @property
    def stats(self) -> dict[str, Any]:
        """Sizes and times."""
        stats: dict[str, Any] = self.json["stats"]
        return stats

    @property
    def seconds(self) -> float:
        """Seconds of the whole run."""
        return float(self.stats["total_seconds"])

    @property
    def method(self) -> str:
        """How it was solved: ``arc-flow on highs``, ``search``."""
        how = self.json["encoding"] or self.json["method"]
        return how if self.json["backend"] == "search" else f"{how} on {self.json['backend']}"

    def picture(self) -> Picture:
        """Draw the solution on its board; without one, the board alone."""
        return self.model.picture(self.solution)

    def replay(self, path: str | PathLike[str] | None = None) -> str:
        """Return a page of HTML that replays the solution, and write it to ``path``."""
        return self.model.replay(self.solution, path)

    def to_json(self) -> str:
        """Return the line that the command line prints."""
        return json.dumps(self.json)

    def _headline(self) -> str:
        objective = "" if self.objective is None else f", objective {self.objective}"
        why = f" ({self.reason})" if self.reason else ""
        return f"{self.model.name}: {self.status}{objective}{why}, by {self.method} in {self.seconds:.3g} s"

    def __repr__(self) -> str:
        return f"<{self._headline()}>"

    def _repr_svg_(self) -> str:
        return self.picture().svg

    def _repr_html_(self) -> str:
        return f"<figure>{self.picture().svg}<figcaption>{escape(self._headline())}</figcaption></figure>"
