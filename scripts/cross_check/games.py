"""The rules of the puzzles that roll something, as graphs of states: plain, and without anything of tumble.

A game has the states at the start, the steps (letter, state) from a state, and tells which states are goals.
"""

from collections.abc import Callable
from typing import NamedTuple

from cross_check.dice import STEPS, corner, moved, rolled, tipped


class Game(NamedTuple):
    """A graph of states."""

    starts: list
    steps: Callable
    is_goal: Callable
    name: Callable = lambda state: ()  # of a start, as solutions have it
    total: Callable = lambda state: None  # of a goal; None: the number of rolls counts


def die_tour(data):
    """Give the game of a die tour. A state: cell, die, visited cells, sum, start, whether it is closed."""
    bit = {cell: 1 << i for i, cell in enumerate(data["free"])}
    whole = (1 << len(bit)) - 1

    def shows(cell, die):
        is_hidden = die[0] in data["between"] and cell not in data["bound"]
        return data["labels"].get(cell, die[0]) == die[0] and die[0] not in data["never"] and not is_hidden

    def counts(cell, die):
        return data["values"][die[0]] * data["weights"][cell]

    def steps(state):
        cell, die, passed, total, home, has_ended = state
        found = []
        for way in STEPS:
            after = moved(cell, way)
            if after not in bit or has_ended:
                continue
            new = rolled(die, way)
            if not shows(after, new):
                continue
            if not passed & bit[after]:
                found.append((way, (after, new, passed | bit[after], total + counts(after, new), home, False)))
            elif data["closed"] and passed == whole and after == home[0] and (not data["restored"] or new == home[1]):
                found.append((way, (after, new, passed, total, home, True)))
        return found

    def is_goal(state):
        cell, die, passed, total, _, has_ended = state
        is_end = has_ended if data["closed"] else cell in data["goal"] and die in data["ends"]
        return is_end and passed == whole and data["total"] in (None, total)

    starts = [
        (cell, die, bit[cell], counts(cell, die), (cell, die), False)
        for cell in data["cells"]
        for die in data["dice"]
        if shows(cell, die)
    ]
    return Game(starts, steps, is_goal, lambda state: (state[0], corner(state[1])), lambda state: state[3])


def die_path(data):
    """Give the game of a die path. A state: for each die its cell and its faces."""
    if "labels" in data:
        return _die_maze(data)
    free, runners = data["free"], data["runners"]
    if free is None:
        # No shortest way on the plane is more than six rolls longer than the distance.
        axes = list(zip(runners[0]["start"], runners[0]["goal"], strict=True))
        xs, ys = [range(min(axis) - 4, max(axis) + 5) for axis in axes]
        free = [(x, y) for x in xs for y in ys]
    free, several = set(free), len(runners) > 1

    def steps(state):
        found = []
        for i, (cell, die) in enumerate(state):
            for way in STEPS:
                after = moved(cell, way)
                if after in free and all(after != other for other, _ in state):
                    new = (*state[:i], (after, rolled(die, way)), *state[i + 1 :])
                    found.append((f"{i + 1}{way}" if several else way, new))
        return found

    def is_goal(state):
        return all(cell == one["goal"] and die in one["ends"] for (cell, die), one in zip(state, runners, strict=True))

    starts = [()]
    for one in runners:
        starts = [(*start, (one["start"], die)) for start in starts for die in one["dice"]]
    return Game(starts, steps, is_goal, lambda state: tuple(corner(die) for _, die in state))


def _die_maze(data):
    """Give the game of one die on a board with labels. A state: cell, die, sum, whether it has rolled."""
    labels, free = data["labels"], set(data["free"])
    has_sum = data["sum"] is not None

    def counts(cell, die):
        if not has_sum:
            return 0
        place, values, weights = data["sum"]
        return values[die[place]] * weights[cell]

    def steps(state):
        cell, die, total, _ = state
        found = []
        for way in data["ways"]:
            after, new = moved(cell, way), rolled(die, way)
            shown = (die if data["gates"] else new)[0]
            if after in free and labels.get(after, shown) == shown:
                found.append((way, (after, new, total + counts(after, new), True)))
        return found

    def is_goal(state):
        cell, die, _, has_rolled = state
        return data["goal"] in (None, cell) and die in data["ends"] and (has_rolled or not data["trip"])

    start = data["start"]
    dice = [die for die in data["dice"] if data["gates"] or labels.get(start, die[0]) == die[0]]
    starts = [(start, die, counts(start, die), False) for die in dice]
    return Game(starts, steps, is_goal, lambda state: (corner(state[1]),), lambda state: state[2] if has_sum else None)


def labeled_board(data):
    """Give the game of a labeled board. A state: cell, die, entered labels, a closed one's start, its end."""
    labels, free, closed = data["labels"], set(data["free"]), data["closed"]
    bit = {cell: 1 << i for i, cell in enumerate(labels)}
    whole = (1 << len(bit)) - 1

    def is_next(cell, passed):
        """Whether a label may be entered now: those in an order come first."""
        awaited = [other for other in data["order"] if not passed & bit[other]]
        return not awaited or awaited[0] == cell

    def steps(state):
        cell, die, passed, home, has_ended = state
        found = []
        for way in STEPS:
            after, new = moved(cell, way), rolled(die, way)
            if after not in free or has_ended or labels.get(after, new[0]) != new[0]:
                continue
            if after in labels and not passed & bit[after] and not is_next(after, passed):
                continue
            if closed and after == home[0] and passed == whole and home[1] in (None, new):
                found.append((way, (after, new, passed, home, True)))
            # A free start may be entered again without ending there.
            if not passed & bit.get(after, 0):
                found.append((way, (after, new, passed | bit.get(after, 0), home, False)))
        return found

    def is_goal(state):
        cell, die, passed, _, has_ended = state
        return has_ended if closed else passed == whole and cell in data["goal"] and die in data["ends"]

    pairs = [(cell, die) for cell in data["cells"] for die in data["dice"] if labels.get(cell, die[0]) == die[0]]
    pairs = [(cell, die) for cell, die in pairs if cell not in labels or is_next(cell, 0)]
    starts = []
    for cell, die in pairs:
        home = (cell, die if data["restored"] else None) if closed else None
        starts.append((cell, die, bit.get(cell, 0), home, False))
    return Game(starts, steps, is_goal, lambda state: (state[0], corner(state[1])))


def cube_tray(data):
    """Give the game of a tray. A state: the cube on each cell, None for the hole."""
    cells, allowed = data["cells"], data["allowed"]
    index = {cell: i for i, cell in enumerate(cells)}

    def steps(state):
        found, hole = [], state.index(None)
        for way, (dx, dy) in STEPS.items():
            source = index.get((cells[hole][0] - dx, cells[hole][1] - dy))
            if source is not None:
                new = list(state)
                new[hole], new[source] = rolled(state[source], way), None
                found.append((way, tuple(new)))
        return found

    def is_goal(state):
        return all(cube in allowed[cell] for cell, cube in zip(cells, state, strict=True))

    return Game([tuple(data["tray"][cell] for cell in cells)], steps, is_goal)


def block_maze(data):
    """Give the game of a block maze. A state: the south-west cell under the box, and its columns, rows and height."""

    def steps(state):
        return [(way, place) for way, place in tipped(state) if place in data["places"]]

    return Game([data["start"]], steps, lambda state: state == data["goal"])


# The faces of solids of triangles, as sets of corners.
_RING = [(i, i % 5 + 1) for i in range(1, 6)]
SOLIDS = {
    "t": [frozenset({0, 1, 2, 3} - {corner}) for corner in range(4)],
    "o": [frozenset((x, y, z)) for x in (0, 1) for y in (2, 3) for z in (4, 5)],
    "i": [
        frozenset(face)
        for a, b in _RING
        for face in [(0, a, b), (a, b, a + 5), (b, a + 5, b + 5), (11, a + 5, b + 5)]
    ],
}


def tatham_solid(data):
    """Give the game on triangles. A state: triangle (x, row, down), corners of the solid on it from the tip on, blue faces, blue triangles."""
    faces = SOLIDS[data["solid"]]

    def steps(state):
        place, (tip, left, right), blue_faces, blue = state
        x, row, down = place
        side = -1 if down else 1
        # As seen with the tip up: over the level side, over the right one, over the left one.
        edges = [
            ("N" if down else "S", (x, row + side, not down), lambda new: (new, right, left)),
            ("W" if down else "E", (x + side, row, not down), lambda new: (right, new, tip)),
            ("E" if down else "W", (x - side, row, not down), lambda new: (left, tip, new)),
        ]
        found = []
        for way, after, turned in edges:
            if after not in data["cells"] or len(blue_faces) == len(faces):
                continue
            shared = {corner for corner in turned(None) if corner is not None}
            face = next(face for face in faces if shared < face and not face >= {tip, left, right})
            standing = turned(next(iter(face - shared)))
            swapped = (face in blue_faces) != (after in blue)
            new_faces = blue_faces ^ {face} if swapped else blue_faces
            found.append((way, (after, standing, new_faces, blue ^ {after} if swapped else blue)))
        return found

    standing = tuple(faces[0])
    start = (data["start"], standing, frozenset(), data["blue"])
    return Game([start], steps, lambda state: len(state[2]) == len(faces))


def tatham_cube(data):
    """Give the game of Simon Tatham's Cube. A state: cell, blue faces of the cube, blue squares."""
    if "solid" in data:
        return tatham_solid(data)

    def steps(state):
        cell, cube, blue = state
        found = []
        for way in STEPS:
            after = moved(cell, way)
            if after in data["cells"] and not all(cube):
                top, bottom, *sides = rolled(cube, way)
                new = blue - {after} | ({after} if bottom else set())
                found.append((way, (after, (top, after in blue, *sides), new)))
        return found

    return Game([(data["start"], (False,) * 6, data["blue"])], steps, lambda state: all(state[1]))


GAMES = {
    "die-tour": die_tour,
    "die-path": die_path,
    "labeled-board": labeled_board,
    "cube-tray": cube_tray,
    "block-maze": block_maze,
    "tatham-cube": tatham_cube,
}
