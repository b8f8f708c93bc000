"""The rules of a puzzle as a graph of states.

A game has the states at the start, the steps (letter, state) from a state, and tells which states are goals.
"""

from collections.abc import Callable
from typing import NamedTuple


class Game(NamedTuple):
    """A graph of states."""

    starts: list
    steps: Callable
    is_goal: Callable
    name: Callable = lambda state: ()  # of a start, as solutions have it
    total: Callable = lambda state: None  # of a goal; None: the number of rolls counts
    cost: Callable | None = None  # what a state adds to the sum, in a game whose walks may go round in circles


def die_of(start):
    """Give three faces of a die in a solution, which tell how it lies."""
    return start["top"], start["north"], start["east"]
