"""The answers by brute force, and solutions replayed by the rules of `puzzles/`."""

from dataclasses import dataclass

from cross_check import puzzles

# States, walks and solutions beyond which the brute force gives up.
MOST_STATES, MOST_STEPS, MOST_SOLUTIONS = 50_000, 400_000, 20_000


class TooLargeError(Exception):
    """The brute force would take too long."""


class WrongError(Exception):
    """A solution breaks the rules."""


@dataclass
class Truth:
    """What is true of an instance; `None`: not known, or without end."""

    is_feasible: bool
    objective: int | None = None
    best: set | None = None  # the names of the optimal solutions, of all where there is no objective
    number: int | None = None  # how many these are
    all_number: int | None = None  # of all solutions, the worse ones included


NOTHING = Truth(False, None, set(), 0, 0)


def shortest(game):
    """All shortest walks as (start, letters), layer by layer; an empty list if there is none."""
    layer, seen = {start: [] for start in game.starts}, set(game.starts)
    layers = []
    while layer:
        layers.append(layer)
        goals = [state for state in layer if game.is_goal(state)]
        if goals:
            return [walk for goal in goals for walk in _back(layers, goal)]
        following = {}
        for state in layer:
            for letter, after in game.steps(state):
                if after not in seen:
                    following.setdefault(after, []).append((state, letter))
        seen |= following.keys()
        if len(seen) > MOST_STATES:
            raise TooLargeError
        layer = following
    return []


def _back(layers, goal):
    """The walks to a state of the last layer."""
    found, todo = [], [(len(layers) - 1, goal, ())]
    while todo:
        depth, state, letters = todo.pop()
        if depth == 0:
            found.append((state, letters[::-1]))
        todo += [(depth - 1, before, (*letters, letter)) for before, letter in layers[depth].get(state, [])]
        if len(found) > MOST_SOLUTIONS:
            raise TooLargeError
    return found


def every(game):
    """Every walk to a goal as (start, letters, goal), in a game whose walks end."""
    taken = 0
    for start in game.starts:
        todo = [(start, ())]
        while todo:
            state, letters = todo.pop()
            taken += 1
            if taken > MOST_STEPS:
                raise TooLargeError
            if game.is_goal(state):
                yield start, letters, state
            todo += [(after, (*letters, letter)) for letter, after in game.steps(state)]


def _of_sums(game, sense):
    by_total, count = {}, 0
    for start, letters, goal in every(game):
        count += 1
        by_total.setdefault(game.total(goal) if sense else None, set()).add((game.name(start), _spelled(letters)))
    if not by_total:
        return NOTHING
    best = max(by_total, key=lambda total: sense * total) if sense else None
    return Truth(True, best, by_total[best], len(by_total[best]), count)


def _of_walks(game, sense, is_endless):
    walks = shortest(game)
    if not walks:
        return NOTHING
    if is_endless and not sense:
        return Truth(True)
    # On a board without free cells all solutions have the same length.
    best = {(game.name(start), _spelled(letters)) for start, letters in walks}
    return Truth(True, len(walks[0][1]) if sense else None, best, len(best))


def _spelled(letters):
    """Write moves as solutions have them: those of two dice with spaces between."""
    return (" " if any(len(letter) > 1 for letter in letters) else "").join(letters)


def by_force(instance):
    """Tell what is true of an instance; `None` if that takes too long, or there is no brute force for the puzzle."""
    game = puzzles.game(instance)
    if game is None:
        return None
    try:
        if any(game.total(start) is not None for start in game.starts[:1]):
            return _of_sums(game, instance.sense)
        return _of_walks(game, instance.sense, instance.is_endless)
    except TooLargeError:
        return None


def replay(instance, solution):
    """Replay a solution, and return its objective."""
    game = puzzles.game(instance)
    if game is None:
        if wrong := puzzles.breach(instance, solution):
            raise WrongError(wrong)
        return None
    start, letters = puzzles.named(instance, solution)
    states = {state for state in game.starts if not start or game.name(state) == start}
    letters = letters.split() if " " in letters or letters[:1].isdigit() else list(letters)
    for letter in letters:
        states = {after for state in states for way, after in game.steps(state) if way == letter}
    goals = [state for state in states if game.is_goal(state)]
    if not goals:
        raise WrongError("its moves do not lead to a goal")
    if not instance.sense:
        return None
    total = game.total(goals[0])
    return len(letters) if total is None else total
