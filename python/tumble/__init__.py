"""Cube puzzles solved by mathematical programming.

>>> import tumble
>>> tour = tumble.load({"puzzle": "die-tour", "objective": "max", "board": {"columns": 3, "rows": 3},
...                     "start": {"cell": [0, 0], "die": {"top": 1, "north": 2, "east": 3}}})
>>> result = tour.solve(backend="highs", encoding="arc-flow")
>>> result.status, result.objective
('optimal', 37)
>>> tour.count().solutions
2
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tumble._tumble import InputError, SolverError, TumbleError, __version__

if TYPE_CHECKING:
    from tumble.comparison import Comparison, compare, read_records
    from tumble.expression import Expression, Literal, Row, Variable, total
    from tumble.formulation import Formulation
    from tumble.integer_model import Answer, Conflict, IntegerModel, Solutions
    from tumble.model import Count, Model, Verdict, backends, load, new, puzzles, table
    from tumble.result import Picture, Result

__all__ = [
    "Answer",
    "Comparison",
    "Conflict",
    "Count",
    "Expression",
    "Formulation",
    "InputError",
    "IntegerModel",
    "Literal",
    "Model",
    "Picture",
    "Result",
    "Row",
    "Solutions",
    "SolverError",
    "TumbleError",
    "Variable",
    "Verdict",
    "__version__",
    "backends",
    "compare",
    "load",
    "new",
    "puzzles",
    "read_records",
    "table",
    "total",
]

_HOMES = {
    "Comparison": "comparison",
    "compare": "comparison",
    "read_records": "comparison",
    "Expression": "expression",
    "Literal": "expression",
    "Row": "expression",
    "Variable": "expression",
    "total": "expression",
    "Formulation": "formulation",
    "Answer": "integer_model",
    "Conflict": "integer_model",
    "IntegerModel": "integer_model",
    "Solutions": "integer_model",
    "Count": "model",
    "Model": "model",
    "Verdict": "model",
    "backends": "model",
    "load": "model",
    "new": "model",
    "puzzles": "model",
    "table": "model",
    "Picture": "result",
    "Result": "result",
}


def __getattr__(name: str) -> Any:
    """Import what is asked for: a solver's process needs none of it, and starts faster without."""
    if name not in _HOMES:
        raise AttributeError(f"module 'tumble' has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"tumble.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return __all__
