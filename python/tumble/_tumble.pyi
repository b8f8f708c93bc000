"""What is written in Rust: texts go in, JSON comes out."""

from collections.abc import Callable
from os import PathLike
from typing import Any

from tumble.limits import Limits

__version__: str
#: The most threads of a run.
MAX_THREADS: int

class TumbleError(Exception):
    """Something that tumble cannot do."""

class InputError(ValueError):
    """A model file, a name or an option that is wrong."""

class SolverError(TumbleError):
    """A solver that failed, or whose answer is wrong."""

def program(arguments: list[str], interpreter: str) -> int:
    """Run the program ``tumble``, and return its exit code."""

class Interrupt:
    """A flag that ends runs, from any thread."""

    def __init__(self) -> None: ...
    def raise_(self) -> None:
        """End the runs that it was given to."""

class Model:
    """An instance of a puzzle."""

    text: str
    name: str
    puzzle: str
    options: dict[str, str]
    after: tuple[str, str | None] | None
    def __init__(
        self, text: str, name: str, options: dict[str, str] = ..., after: tuple[str, str | None] | None = None
    ) -> None: ...
    def encodings(self) -> list[str]: ...
    def solve(
        self,
        limits: Limits,
        *,
        method: str | None = None,
        backend: str | None = None,
        encoding: str | None = None,
        lowering: str | None = None,
        solutions: int | None = None,
        within: int | None = None,
        listener: Callable[[str], None] | None = None,
    ) -> str: ...
    def explain(self, limits: Limits, *, listener: Callable[[str], None] | None = None) -> str: ...
    def count(
        self,
        limits: Limits,
        *,
        feasible: bool = False,
        within: int | None = None,
        method: str | None = None,
        backend: str | None = None,
        listener: Callable[[str], None] | None = None,
    ) -> str: ...
    def check(self, solution: str) -> tuple[bool, int | None, str | None]: ...
    def check_moves(self, moves: str, start: str | None = None) -> tuple[bool, int | None, str | None]: ...
    def picture(self, solution: str | None = None, as_text: bool = False) -> str: ...
    def replay(self, solution: str | None = None) -> str: ...
    def export(
        self,
        limits: Limits,
        format: str,
        *,
        encoding: str | None = None,
        lowering: str | None = None,
        horizon: int | None = None,
    ) -> bytes: ...
    def formulation(
        self,
        limits: Limits,
        *,
        encoding: str | None = None,
        lowering: str | None = None,
        horizon: int | None = None,
    ) -> dict[str, Any]: ...

class IntegerModel:
    """An integer model."""

    def __init__(self, name: str) -> None: ...
    def integer(self, name: str, lower: int, upper: int) -> int: ...
    def block(self, title: str) -> None: ...
    def is_value(self, var: int, value: int) -> tuple[tuple[int, bool], str]: ...
    def linear(
        self,
        name: str,
        terms: dict[int, int],
        lower: int | None,
        upper: int | None,
        only_if: tuple[int, bool] | None = None,
    ) -> None: ...
    def all_different(self, name: str, vars: list[int]) -> None: ...
    def table(self, name: str, vars: list[int], tuples: list[int]) -> None: ...
    def circuit(self, name: str, nodes: int, arcs: list[tuple[int, int, tuple[int, bool]]]) -> None: ...
    def set_objective(self, is_maximized: bool, terms: dict[int, int], constant: int) -> None: ...
    def check(self, values: list[int]) -> str | None: ...
    def solve(
        self,
        limits: Limits,
        *,
        backend: str | None = None,
        lowering: str | None = None,
        listener: Callable[[str], None] | None = None,
    ) -> tuple[str, list[int] | None]: ...
    def conflict(
        self,
        limits: Limits,
        *,
        backend: str | None = None,
        lowering: str | None = None,
        listener: Callable[[str], None] | None = None,
    ) -> tuple[list[str], bool] | None: ...
    def solutions(
        self,
        limits: Limits,
        limit: int | None,
        *,
        backend: str | None = None,
        lowering: str | None = None,
        listener: Callable[[str], None] | None = None,
    ) -> tuple[str, list[list[int]]]: ...
    def export(self, limits: Limits, format: str, *, lowering: str | None = None) -> bytes: ...
    def formulation(self, limits: Limits, *, lowering: str | None = None) -> dict[str, Any]: ...

class Journal:
    """A file to which records are added."""

    @staticmethod
    def open(path: str | PathLike[str]) -> tuple[Journal, list[str], bool]: ...
    def add(self, text: str) -> None: ...
    def close(self) -> None: ...

def read_time(text: str) -> float:
    """Return the seconds of a time such as ``1h 30min``."""

def read_memory(text: str) -> int:
    """Return the bytes of an amount of memory such as ``8G``."""

def catalogue() -> str: ...
def serve() -> None: ...
def read_text(bytes: bytes, name: str) -> str: ...
def looks_like_an_id(text: str) -> bool: ...
def write_file(path: str | PathLike[str], bytes: bytes) -> None: ...
def new(limits: Limits, puzzle: str, options: dict[str, str]) -> str: ...
def table(limits: Limits, puzzle: str, of: str, options: dict[str, str]) -> str: ...
def plan(
    limits: Limits,
    models: list[Model],
    *,
    methods: list[str],
    backends: list[str],
    encodings: list[str],
    lowerings: list[str],
    seeds: int | None,
    lp_only: bool,
) -> str: ...
def run(
    of: Model, setting: str, *, jobs: int = 1, interpreter: str | None = None, interrupt: Interrupt | None = None
) -> str | None: ...
def records(path: str | PathLike[str]) -> list[str]: ...
def summary(records: list[str]) -> str: ...
def profile(records: list[str]) -> str: ...
