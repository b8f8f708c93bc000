"""Whether a Sudoku Cube of which some fields are unread has a solution: pieces are put into places one after the other, in random orders."""

import itertools
import random

from cross_check import sudoku

# Steps after which the search gives up.
MOST_STEPS = 20_000
FACES = list(sudoku.FACES)


class _OutOfStepsError(Exception):
    pass


def _readings(field, shown, symmetric):
    """The ways to read what a field shows, as (digit on its face or 0, directions of its face); a digit of 0 is one of those that are left."""
    digit, direction = shown
    every, both = {0, 1, 2, 3}, {direction, None if direction is None else (direction + 2) % 4}
    if digit is not None:
        ways = every if direction is None else both if digit in symmetric else {direction}
        return [(field[0], digit, ways)]
    if direction is None:
        return [(field[0], 0, every)]
    return [(field[0], 0, {direction}), *((field[0], one, both) for one in symmetric)]


def _candidates(fields, symmetric):
    """The ways to put a piece into a place: (piece, place, by how much it is turned, readings)."""
    found = []
    for kind, of_kind in enumerate(sudoku.pieces()):
        for (i, piece), (j, place) in itertools.product(enumerate(of_kind), repeat=2):
            for turn in range(len(piece)):
                ways = []
                for t, field in enumerate(place):
                    side = piece[(t + turn) % len(piece)]
                    digit, direction = fields[side]
                    if direction is not None:
                        arrows = [sudoku.ARROWS[at[1]][at[2]] for at in (side, field)]
                        direction = (direction - arrows[0] + arrows[1]) % 4
                    ways.append(_readings(field, (digit, direction), symmetric))
                found += [((kind, i), (kind, j), turn, readings) for readings in itertools.product(*ways)]
    return found


def _fits(candidate, digits, directions):
    shown = [(face, digit) for face, digit, _ in candidate[3] if digit]
    allowed = {}
    for face, _, ways in candidate[3]:
        allowed[face] = allowed.get(face, directions[face]) & ways
    return len(set(shown)) == len(shown) and digits.isdisjoint(shown) and all(allowed.values())


def _is_odd(order):
    return sum(a > b for a, b in itertools.combinations(order, 2)) % 2 == 1


def _is_reachable(chosen, directions, centers):
    """Tell whether turns lead to these places, where the faces may read in these directions."""
    turns, orders = [0, 0], [[], []]
    for (kind, _), (_, place), turn, _ in sorted(chosen, key=lambda one: one[0]):
        turns[kind] += turn
        orders[kind].append(place)
    if turns[0] % 3 or turns[1] % 2 or _is_odd(orders[0]) != _is_odd(orders[1]):
        return False
    if None in centers.values():
        return True
    sums = {0}
    for face, ways in directions.items():
        sums = {(total + way - centers[face]) % 2 for total in sums for way in ways}
    return _is_odd(orders[0]) in sums


def is_solvable(fields, symmetric, is_enough):
    """Tell whether a cube has a solution; None if that takes too long. Fields are (digit, direction) by (face, row, column), None if unread."""
    centers = {face: fields[face, 1, 1] for face in FACES}
    start = {(face, digit) for face, (digit, _) in centers.items() if digit}
    every = {face: frozenset(range(4)) for face in FACES}
    directions_of_centers = {face: direction for face, (_, direction) in centers.items()}
    all_candidates = [one for one in _candidates(fields, symmetric) if _fits(one, start, every)]
    left, most, chosen = MOST_STEPS, 250, []

    def walk(candidates, digits, directions, free):
        nonlocal left, steps
        left, steps = left - 1, steps - 1
        if min(left, steps) < 0:
            raise _OutOfStepsError
        if not free:
            return is_enough or _is_reachable(chosen, directions, directions_of_centers)
        groups = {one: [] for one in free}
        for candidate in candidates:
            groups["piece", candidate[0]].append(candidate)
            groups["place", candidate[1]].append(candidate)
        for one in min(groups.values(), key=len):
            shown = digits | {(face, digit) for face, digit, _ in one[3] if digit}
            ways = dict(directions)
            for face, _, of_field in one[3]:
                ways[face] = ways[face] & of_field
            rest = [
                other for other in candidates if other[0] != one[0] and other[1] != one[1] and _fits(other, shown, ways)
            ]
            chosen.append(one)
            if walk(rest, shown, ways, free - {("piece", one[0]), ("place", one[1])}):
                return True
            chosen.pop()
        return False

    free = {(what, (one[0] if what == "piece" else one[1])) for one in all_candidates for what in ("piece", "place")}
    if len(free) < 40:
        return False
    shuffled = random.Random(1)
    while left > 0:
        steps, most = most, 2 * most
        chosen.clear()
        shuffled.shuffle(all_candidates)
        try:
            return walk(all_candidates, start, every, frozenset(free))
        except _OutOfStepsError:
            pass
    return None
