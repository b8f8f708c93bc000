"""An integer model as arrays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import scipy.sparse
from numpy.typing import NDArray


@dataclass(frozen=True)
class Relaxation:
    """An optimum of a linear relaxation."""

    #: The optimal value, the objective's constant included.
    value: float
    #: The value of each variable, by name.
    values: dict[str, float]

    def __repr__(self) -> str:
        return f"<relaxation {self.value:.6g}: {len(self.nonzero())} of {len(self.values)} variables are not zero>"

    def nonzero(self, above: float = 1e-9) -> dict[str, float]:
        """Those that are not zero."""
        return {name: value for name, value in self.values.items() if abs(value) > above}


@dataclass(frozen=True)
class Formulation:
    """An integer model in rows.

    ``row_lower <= matrix @ x <= row_upper`` and ``lower <= x <= upper``; what is minimised or maximised is
    ``costs @ x + constant``.
    """

    #: The encoding's canonical name.
    encoding: str
    #: How what is not a row was lowered to rows.
    lowering: str
    #: Whether tumble adds cuts while it solves the model.
    is_relaxation: bool
    #: Names, by column.
    variables: list[str]
    #: Names, by row.
    rows: list[str]
    #: The coefficients, a row for each constraint.
    matrix: scipy.sparse.csr_array
    row_lower: NDArray[np.float64]
    row_upper: NDArray[np.float64]
    lower: NDArray[np.float64]
    upper: NDArray[np.float64]
    #: Whether a variable has to be declared integer, by column.
    integrality: NDArray[np.bool_]
    costs: NDArray[np.float64]
    constant: int
    #: ``None``: there is no objective.
    is_maximized: bool | None

    @classmethod
    def _of(cls, arrays: dict[str, Any]) -> Formulation:
        def floats(key: str) -> NDArray[np.float64]:
            return np.frombuffer(arrays[key], dtype="<f8")

        def integers(key: str) -> NDArray[np.int64]:
            return np.frombuffer(arrays[key], dtype="<i8")

        variables, rows = arrays["variables"], arrays["rows"]
        matrix = scipy.sparse.csr_array(
            (floats("values"), integers("indices"), integers("starts")), shape=(len(rows), len(variables))
        )
        return cls(
            encoding=arrays["encoding"],
            lowering=arrays["lowering"],
            is_relaxation=arrays["is_relaxation"],
            variables=variables,
            rows=rows,
            matrix=matrix,
            row_lower=floats("row_lower"),
            row_upper=floats("row_upper"),
            lower=floats("lower"),
            upper=floats("upper"),
            integrality=np.frombuffer(arrays["integrality"], dtype=np.bool_),
            costs=floats("costs"),
            constant=arrays["constant"],
            is_maximized=arrays["is_maximized"],
        )

    def relax(self, costs: NDArray[np.float64] | None = None) -> Relaxation | None:
        """Solve the linear relaxation by SciPy, with these costs in place of the objective, which are minimised.

        ``None``: it has no solution.
        """
        from scipy.optimize import Bounds, LinearConstraint, milp

        sign = -1.0 if self.is_maximized and costs is None else 1.0
        wanted = self.costs if costs is None else costs
        solved = milp(
            sign * wanted,
            constraints=LinearConstraint(self.matrix, self.row_lower, self.row_upper),
            bounds=Bounds(self.lower, self.upper),
        )
        if solved.x is None:
            return None
        constant = self.constant if costs is None else 0
        values = {name: float(value) for name, value in zip(self.variables, solved.x, strict=True)}
        return Relaxation(float(sign * solved.fun) + constant, values)

    def __repr__(self) -> str:
        rows, columns = self.matrix.shape
        return f"<{self.encoding}: {columns} variables, {rows} rows, {self.matrix.nnz} nonzeros>"
