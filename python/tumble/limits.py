"""What binds a run."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """The limits of a run and the options of its solver, as the parts in Rust read them."""

    #: In seconds.
    time_limit: float | None = None
    #: In bytes.
    memory_limit: int | None = None
    threads: int | None = None
    seed: int | None = None
    #: The solver's own.
    options: Mapping[str, object] | None = None
    #: The program that serves a solver's process.
    interpreter: str | None = sys.executable or None

    @property
    def solver_options(self) -> list[tuple[str, str]]:
        """The solver's own options as the command line has them."""
        return [(key, str(value)) for key, value in (self.options or {}).items()]
