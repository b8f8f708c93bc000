"""The puzzles, a file each: `make` makes a random instance, and `game` of most gives its rules.

Of random instances a puzzle has its `SHARE`: those with more options and encodings have more. `options` gives what `tumble new` takes for
instances of any size (`scripts/check-methods`), and `RARE` of some has models with keys that no shipped model has (`extremes.py`).
"""

import importlib
import pkgutil

PUZZLES = {
    module.name.replace("_", "-"): importlib.import_module(f"{__name__}.{module.name}")
    for module in pkgutil.iter_modules(__path__)
}


def make(random, only=None):
    """Make a random instance, of one puzzle if it is named."""
    shares = [puzzle.SHARE for puzzle in PUZZLES.values()]
    return PUZZLES[only or random.choices(list(PUZZLES), shares)[0]].make(random)


def game(instance):
    """Give the game of an instance; None for puzzles without one."""
    rules = getattr(PUZZLES[instance.puzzle], "game", None)
    return rules and rules(instance.data)


def named(instance, solution):
    """Give what makes a solution different from others: of puzzles with a game its start, as the game names it, and its moves."""
    of_puzzle = getattr(PUZZLES[instance.puzzle], "named", None)
    return of_puzzle(solution) if of_puzzle else ((), solution["moves"])


def breach(instance, solution):
    """Tell what a solution breaks of the rules of a puzzle without a game; `None` if it breaks none."""
    return PUZZLES[instance.puzzle].breach(instance.data, solution)
