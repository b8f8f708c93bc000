"""Linear expressions over the variables of an integer model, and the rows that comparisons of them are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from operator import index
from typing import TYPE_CHECKING, NoReturn, SupportsIndex, TypeAlias

from tumble._tumble import InputError

if TYPE_CHECKING:
    from tumble.integer_model import IntegerModel

#: What may stand in an expression.
Operand: TypeAlias = "Linear | SupportsIndex"


class Linear:
    """What expressions are made of, with Python's operators."""

    def __add__(self, other: Operand) -> Expression:
        return _combined(expression(self), expression(other), 1)

    def __sub__(self, other: Operand) -> Expression:
        return _combined(expression(self), expression(other), -1)

    def __mul__(self, factor: SupportsIndex) -> Expression:
        return _scaled(expression(self), index(factor))

    def __neg__(self) -> Expression:
        return _scaled(expression(self), -1)

    # `sum` begins with 0.
    __radd__ = __add__
    __rmul__ = __mul__

    def __rsub__(self, other: Operand) -> Expression:
        return -self + other

    def __le__(self, other: Operand) -> Row:
        return Row(self - other, None, 0)

    def __ge__(self, other: Operand) -> Row:
        return Row(self - other, 0, None)

    def __eq__(self, other: Operand) -> Row:  # type: ignore[override]
        return Row(self - other, 0, 0)

    def __ne__(self, other: object) -> NoReturn:
        raise InputError("a model has no rows of the kind a != b; use all_different, or literals")

    # Mappings look for the same object before they compare.
    __hash__ = object.__hash__

    def between(self, lower: SupportsIndex, upper: SupportsIndex) -> Row:
        """Make a row with both sides."""
        return Row(expression(self), index(lower), index(upper))


class Variable(Linear):
    """An integer variable of a model."""

    def __init__(self, model: IntegerModel, index: int, name: str, lower: int, upper: int) -> None:
        """Only a model makes variables."""
        self.model = model
        self.index = index
        self.name = name
        self.lower = lower
        self.upper = upper

    def __repr__(self) -> str:
        return self.name

    def __invert__(self) -> Literal:
        """Return the literal that it is 0; only of a 0/1 variable."""
        return ~literal(self)

    def is_(self, value: SupportsIndex) -> Literal:
        """Return the literal that it has this value, the same one each time."""
        return self.model._is_value(self, index(value))


@dataclass(frozen=True, eq=False)
class Literal(Linear):
    """A 0/1 variable or its negation; in an expression 1 if it holds, otherwise 0."""

    variable: Variable
    is_positive: bool = True

    def __invert__(self) -> Literal:
        """Return the negation."""
        return Literal(self.variable, not self.is_positive)

    def __repr__(self) -> str:
        return self.variable.name if self.is_positive else f"~{self.variable.name}"


@dataclass(frozen=True, eq=False)
class Expression(Linear):
    """A sum of variables with coefficients, and a constant."""

    terms: Mapping[Variable, int]
    constant: int = 0

    def __repr__(self) -> str:
        terms = "".join(
            f" {'-' if c < 0 else '+'} {'' if abs(c) == 1 else f'{abs(c)} '}{v}" for v, c in self.terms.items()
        )
        constant = f" {'-' if self.constant < 0 else '+'} {abs(self.constant)}" if self.constant or not terms else ""
        return (terms + constant).removeprefix(" + ").strip()


@dataclass(frozen=True, eq=False)
class Row:
    """``lower <= expression <= upper``, where ``None`` is no bound; with a condition, only if that literal holds."""

    expression: Expression
    lower: int | None
    upper: int | None
    condition: Literal | None = field(default=None, kw_only=True)

    def only_if(self, condition: Variable | Literal) -> Row:
        """Require it only if a literal holds."""
        return replace(self, condition=literal(condition))

    def __bool__(self) -> bool:
        raise TypeError(
            "a row is neither true nor false before a model is solved: `a <= x <= b` is written x.between(a, b)"
        )


def expression(of: Operand) -> Expression:
    """Return an operand as an expression."""
    match of:
        case Expression():
            return of
        case Variable():
            return Expression({of: 1})
        case Literal(variable, True):
            return Expression({variable: 1})
        case Literal(variable, _):
            return Expression({variable: -1}, 1)
        case SupportsIndex():
            return Expression({}, index(of))
    raise InputError(f"{of!r} is neither an expression nor an integer")


def literal(of: Variable | Literal) -> Literal:
    """Return a 0/1 variable, or a literal, as a literal."""
    if isinstance(of, Literal):
        return of
    if isinstance(of, Variable):
        return Literal(of)
    raise InputError(f"{of!r} is neither a 0/1 variable nor a literal")


def total(operands: Iterable[Operand]) -> Expression:
    """Return the sum of many operands: faster than ``sum``, which makes an expression of each of its steps."""
    terms: dict[Variable, int] = {}
    constant = 0
    for operand in operands:
        constant += _accumulate(terms, expression(operand), 1)
    return Expression(terms, constant)


def _combined(a: Expression, b: Expression, sign: int) -> Expression:
    terms = dict(a.terms)
    return Expression(terms, a.constant + _accumulate(terms, b, sign))


def _accumulate(terms: dict[Variable, int], of: Expression, sign: int) -> int:
    """Add the terms of an expression, and return its constant."""
    for variable, coefficient in of.terms.items():
        terms[variable] = terms.get(variable, 0) + sign * coefficient
    return sign * of.constant


def _scaled(a: Expression, factor: int) -> Expression:
    return Expression({variable: factor * c for variable, c in a.terms.items()}, factor * a.constant)
