"""What binds a run, as people write it: what is wrong is said here, in their words."""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from numbers import Real
from operator import index
from typing import Any

from tumble import _tumble

#: A time: a number of seconds, a text such as ``"1h 30min"``, or a ``timedelta``.
Time = float | str | timedelta
#: An amount of memory: a number of bytes, or a text such as ``"8G"``.
Memory = float | str

#: The largest numbers of so many bits.
U16, U32, U64 = 2**16 - 1, 2**32 - 1, 2**64 - 1


@dataclass(frozen=True)
class Limits:
    """The limits of a run and the options of its solver, as the parts in Rust read them."""

    #: When it is made; then in seconds.
    time_limit: Time | None = None
    #: When it is made; then in bytes.
    memory_limit: Memory | None = None
    threads: int | None = None
    seed: int | None = None
    #: The solver's own.
    options: Mapping[str, object] | None = None
    #: The program that serves a solver's process.
    interpreter: str | None = sys.executable or None

    def __post_init__(self) -> None:
        """Check what a caller gave."""
        checked = {
            "time_limit": None if self.time_limit is None else _seconds(self.time_limit),
            "memory_limit": None if self.memory_limit is None else _bytes(self.memory_limit),
            "threads": whole("threads", self.threads, 1, _tumble.MAX_THREADS),
            "seed": whole("seed", self.seed, 0, U32),
        }
        for name, value in checked.items():
            object.__setattr__(self, name, value)

    @property
    def solver_options(self) -> list[tuple[str, str]]:
        """The solver's own options as the command line has them."""
        return [(key, str(value)) for key, value in (self.options or {}).items()]


def whole(name: str, value: Any, least: int, most: int) -> int | None:
    """Return a whole number of any type, if it is within bounds, and ``None`` as it is."""
    if value is None:
        return None
    try:
        number = index(value)
    except TypeError:
        raise _tumble.InputError(f"{name}: {value!r} is no whole number") from None
    if isinstance(value, bool) or not least <= number <= most:
        raise _tumble.InputError(f"{name}: {value!r} is not a number from {least} to {most}")
    return number


def _seconds(value: Time) -> float:
    if isinstance(value, str):
        return _tumble.read_time(value)
    if isinstance(value, timedelta):
        value = value.total_seconds()
    if isinstance(value, bool) or not isinstance(value, Real) or not math.isfinite(value) or value < 0:
        wanted = "a number of seconds, a text such as '1h 30min', or a timedelta"
        raise _tumble.InputError(f"time_limit: {value!r} is no time: write {wanted}")
    return float(value)


def _bytes(value: Memory) -> int | None:
    if isinstance(value, str):
        return _tumble.read_memory(value)
    # As in 8e9.
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return whole("memory_limit", value, 1, U64)
