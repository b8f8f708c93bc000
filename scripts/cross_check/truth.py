"""The answers by brute force, and solutions replayed by the rules of `puzzles/`."""

import math
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
    number: float | None = None  # how many these are; infinite, if a circle of moves is on the way of one
    all_number: float | None = None  # of all solutions, the worse ones included
    is_unbounded: bool = False  # each solution has a better one


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


def every(game, most_steps):
    """Every walk to a goal as (start, letters, goal), in a game whose walks end."""
    taken = 0
    for start in game.starts:
        todo = [(start, ())]
        while todo:
            state, letters = todo.pop()
            taken += 1
            if taken > most_steps:
                raise TooLargeError
            if game.is_goal(state):
                yield start, letters, state
            todo += [(after, (*letters, letter)) for letter, after in game.steps(state)]


def ways(game):
    """Count the walks to goals: infinitely many, if states that lead from a start to a goal are on a circle."""
    arcs, todo = {}, list(game.starts)
    while todo:
        state = todo.pop()
        if state not in arcs:
            arcs[state] = [after for _, after in game.steps(state)]
            todo += arcs[state]
        if len(arcs) > MOST_STATES:
            raise TooLargeError
    before = {}
    for state, following in arcs.items():
        for after in following:
            before.setdefault(after, []).append(state)
    useful, todo = set(), [state for state in arcs if game.is_goal(state)]
    while todo:
        state = todo.pop()
        if state not in useful:
            useful.add(state)
            todo += before.get(state, [])
    # States without a way into them are taken away one after the other; what is left is on a circle or behind one.
    into = {state: sum(1 for tail in before.get(state, []) if tail in useful) for state in useful}
    number = {state: 0 for state in useful} | {start: 1 for start in game.starts if start in useful}
    todo, found, taken = [state for state in useful if not into[state]], 0, 0
    while todo:
        state = todo.pop()
        taken += 1
        found += number[state] if game.is_goal(state) else 0
        for after in arcs[state]:
            if after in useful:
                number[after] += number[state]
                into[after] -= 1
                todo += [] if into[after] else [after]
    return found if taken == len(useful) else math.inf


def _of_sums(game, sense, most_steps):
    by_total, count = {}, 0
    for start, letters, goal in every(game, most_steps):
        count += 1
        by_total.setdefault(game.total(goal) if sense else None, set()).add((game.name(start), spelled(letters)))
    if not by_total:
        return NOTHING
    best = max(by_total, key=lambda total: sense * total) if sense else None
    return Truth(True, best, by_total[best], len(by_total[best]), count)


def _relaxed(game, sense):
    """Relax all arcs between states that lead to a goal, as often as there are states: then only circles make a sum better.

    Gives the steps from each state, and the best sum of each state that leads to a goal; None if circles make it better.
    """
    arcs, todo = {}, list(game.starts)
    while todo:
        state = todo.pop()
        if state not in arcs:
            arcs[state] = game.steps(state)
            todo += [after for _, after in arcs[state]]
    useful = {state for state in arcs if game.is_goal(state)}
    while more := {state for state in arcs.keys() - useful if any(after in useful for _, after in arcs[state])}:
        useful |= more
    sums = {start: game.cost(start) for start in game.starts if start in useful}
    for _ in range(len(useful) + 1):
        before = dict(sums)
        for state, total in before.items():
            for _, after in arcs[state]:
                new = total + game.cost(after)
                if after in useful and sense * new > sense * sums.get(after, new - sense):
                    sums[after] = new
        if sums == before:
            return arcs, sums
    return arcs, None


def _of_costs(game, sense):
    arcs, sums = _relaxed(game, sense)
    if sums is None:
        return Truth(True, is_unbounded=True)
    if not sums:
        return NOTHING
    best = max((total for state, total in sums.items() if game.is_goal(state)), key=lambda total: sense * total)
    tight = _walks(arcs, game, lambda state, after: after in sums and sums[after] == sums[state] + game.cost(after))
    found = None if tight is None else {walk for walk, end in tight if sums[end] == best}
    return Truth(True, best, found, None if found is None else len(found), ways(game))


def _walks(arcs, game, may_go):
    """The walks to goals along some arcs as (name of a walk, goal); `None` if there are too many or infinitely many."""
    found, todo = [], [(start, start, ()) for start in game.starts]
    while todo:
        start, state, letters = todo.pop()
        if len(letters) > len(arcs) or len(found) > MOST_SOLUTIONS:
            return None
        if game.is_goal(state):
            found.append(((game.name(start), spelled(letters)), state))
        todo += [(start, after, (*letters, letter)) for letter, after in arcs[state] if may_go(state, after)]
    return found


def _of_walks(game, sense, is_endless):
    walks = shortest(game)
    if not walks:
        return NOTHING
    try:
        number = ways(game)
    except TooLargeError:
        number = None
    if is_endless and not sense:
        return Truth(True, number=number, all_number=number)
    # On a board without free cells all solutions have the same length.
    best = {(game.name(start), spelled(letters)) for start, letters in walks}
    return Truth(True, len(walks[0][1]) if sense else None, best, len(best), number)


def near_lengths(game, more):
    """Give the walks of each length from the shortest ones on to `more` moves more, as sets of their names."""
    layers, found = [set(game.starts)], {}
    while len(found) <= more and layers[-1]:
        leads = [{state for state in layers[-1] if game.is_goal(state)}]
        for layer in layers[-2::-1]:
            leads.insert(0, {state for state in layer if any(after in leads[0] for _, after in game.steps(state))})
        if found or leads[-1]:
            walks = [(start, start, ()) for start in leads[0]]
            for leading in leads[1:]:
                further = [
                    (start, after, (*letters, letter))
                    for start, state, letters in walks
                    for letter, after in game.steps(state)
                    if after in leading
                ]
                walks = further
                if len(walks) > MOST_SOLUTIONS:
                    raise TooLargeError
            found[len(layers) - 1] = {(game.name(start), spelled(letters)) for start, _, letters in walks}
        layers.append({after for state in layers[-1] for _, after in game.steps(state)})
        if sum(map(len, layers)) > MOST_STATES:
            raise TooLargeError
    return found


def near_sums(game, sense, more):
    """Give the walks of each sum from the best one on to `more` worse, as sets of their names; None if there are infinitely many."""
    arcs, sums = _relaxed(game, sense)
    if not sums:
        return None
    best = max((total for state, total in sums.items() if game.is_goal(state)), key=lambda total: sense * total)
    found = {best - sense * by: set() for by in range(more + 1)}
    taken, todo = 0, [(start, start, game.cost(start), ()) for start in game.starts if start in sums]
    while todo:
        start, state, total, letters = todo.pop()
        taken += 1
        if taken > MOST_STEPS:
            raise TooLargeError
        if len(letters) > len(arcs) * (more + 1):
            return None
        if game.is_goal(state) and total in found:
            found[total].add((game.name(start), spelled(letters)))
        for letter, after in arcs[state]:
            new = total + game.cost(after) if after in sums else None
            if new is not None and sense * (sums[after] - new) <= more:
                todo.append((start, after, new, (*letters, letter)))
    return found


def spelled(letters):
    """Write moves as solutions have them: those of two dice with spaces between."""
    return (" " if any(len(letter) > 1 for letter in letters) else "").join(letters)


def by_force(instance, most_steps=MOST_STEPS):
    """Tell what is true of an instance; `None` if that takes too long, or there is no brute force for the puzzle."""
    game = puzzles.game(instance)
    return game and of_game(game, instance, most_steps)


def of_game(game, instance, most_steps=MOST_STEPS):
    """Tell what is true of a game of an instance; `None` if that takes too long."""
    try:
        if game.cost:
            return _of_costs(game, instance.sense)
        if any(game.total(start) is not None for start in game.starts[:1]):
            return _of_sums(game, instance.sense, most_steps)
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
    cost = game.cost or (lambda state: 0)
    states = {(state, cost(state)) for state in game.starts if not start or game.name(state) == start}
    letters = letters.split() if " " in letters or letters[:1].isdigit() else list(letters)
    for letter in letters:
        steps = [(total, *step) for state, total in states for step in game.steps(state)]
        states = {(after, total + cost(after)) for total, way, after in steps if way == letter}
    goals = [(state, total) for state, total in states if game.is_goal(state)]
    if not goals:
        raise WrongError("its moves do not lead to a goal")
    if not instance.sense:
        return None
    (goal, sum_), total = goals[0], game.total(goals[0][0])
    return sum_ if game.cost else len(letters) if total is None else total
