"""Simon Tatham's Cube: random instances, and their game by rules that share nothing with tumble."""

import re

from cross_check.dice import STEPS, moved, rolled
from cross_check.games import Game
from cross_check.instances import Instance, chance, drawn, model

SHARE = 2
# A model with the keys that no shipped model has.
RARE = [
    """
puzzle = "tatham-cube"
board = { map = "B B B\\nB B B\\n. . .\\n" }
start = { cell = [0, 0] }
""",
]


def _hexadecimal(order, blue):
    """The digits of blue squares in an id."""
    bits = "".join(str(int(cell in blue)) for cell in order)
    bits += "0" * (-len(bits) % 4)
    return "".join(f"{int(bits[i : i + 4], 2):X}" for i in range(0, len(bits), 4))


def _classes(game):
    """The squares of a game without blue ones, by the sets of faces that come down on them."""
    todo, seen, down = list(game.starts), set(game.starts), {}
    while todo:
        state = todo.pop()
        down.setdefault(state[0], set()).add(frozenset(state[1]))
        new = {after for _, after in game.steps(state)} - seen
        seen |= new
        todo += new
    classes = {}
    for cell, faces in down.items():
        classes.setdefault(frozenset(faces), set()).add(cell)
    return classes


def _triangles(d1, d2):
    """The triangles of a board (x, row from the north, whether it points down), as the game lists them."""
    order = []
    for row in range(d1 + d2):
        down, up = (d1 + row, d1 + row + 1) if row < d2 else (d1 + 2 * d2 - row, d1 + 2 * d2 - row - 1)
        order += [(2 * i - down + 1, row, True) for i in range(down)]
        order += [(2 * i - up + 1, row, False) for i in range(up)]
    return order


def solid_of(id_, text):
    """Make the instance of an id of a board of triangles, in a model file."""
    solid, d1, d2, digits, start = re.fullmatch(r"(.)(\d+)x(\d+):(\w+),(\d+)", id_).groups()
    order = _triangles(int(d1), int(d2))
    bits = f"{int(digits, 16):0{4 * len(digits)}b}"
    blue = frozenset(cell for cell, bit in zip(order, bits, strict=False) if bit == "1")
    data = {"solid": solid, "cells": set(order), "blue": blue, "start": order[int(start)]}
    return Instance("tatham-cube", text, data, -1)


def _make_solid(random):
    """Make a game on a board of triangles."""
    solid, d1, d2 = random.choice([("t", 1, 2), ("t", 2, 1), ("t", 0, 3), ("t", 1, 1), ("o", 0, 3), ("o", 3, 0)])
    order = _triangles(d1, d2)
    faces = 4 if solid == "t" else 8
    blue = set(random.sample(order, min(len(order), random.choices([faces - 1, faces, faces + 1], [1, 9, 2])[0])))
    start = random.choice(order)
    if chance(random, 0.8):
        # As many as there are faces, of each class of squares on which the same faces come down.
        classes = _classes(_game_of_solid({"solid": solid, "cells": set(order), "blue": frozenset(), "start": start}))
        if all(len(cells) >= len(down) for down, cells in classes.items()):
            blue = {cell for down, cells in classes.items() for cell in random.sample(sorted(cells), len(down))}
    id_ = f"{solid}{d1}x{d2}:{_hexadecimal(order, blue)},{order.index(start)}"
    return solid_of(id_, model(random, "tatham-cube", f'id = "{id_}"'))


def make(random):
    """Make a board with about six blue squares, drawn or as the game's own id; or one of another solid."""
    if chance(random, 0.4):
        return _make_solid(random)
    size = random.choice([(2, 3), (3, 3), (3, 3), (3, 4), (4, 3), (2, 5), (1, 7)])
    cells = [(x, y) for y in range(size[1]) for x in range(size[0])]
    blue = set(random.sample(cells, min(len(cells), random.choices([5, 6, 7, 8], [1, 9, 1, 1])[0])))
    start = random.choice(cells)
    if chance(random, 0.5):
        # From the north-west, row by row.
        order = sorted(cells, key=lambda cell: (-cell[1], cell[0]))
        id_ = f"c{size[0]}x{size[1]}:{_hexadecimal(order, blue)},{order.index(start)}"
        text = model(random, "tatham-cube", f'id = "{random.choice([id_, id_.lower()])}"')
    else:
        board = "[board]\n" + drawn(size, {cell: "B" if cell in blue else "." for cell in cells})
        text = model(random, "tatham-cube", board, "[start]", f"cell = {list(start)}")
    return Instance("tatham-cube", text, {"cells": set(cells), "blue": frozenset(blue), "start": start}, -1)


def options(random):
    """Give the options of `tumble new` for an instance of any size."""
    solid = random.choice(["cube", "cube", "tetrahedron", "octahedron"])
    sides = ["--columns", random.randint(2, 6), "--rows", random.randint(3, 6)] if solid == "cube" else []
    return ["--solid", solid, *sides]


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


def _game_of_solid(data):
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
    starts = [(start, standing, frozenset(), data["blue"]) for start in data.get("starts", [data["start"]])]
    return Game(starts, steps, lambda state: len(state[2]) == len(faces))


def game(data):
    """Give the game of Simon Tatham's Cube. A state: cell, blue faces of the cube, blue squares."""
    if "solid" in data:
        return _game_of_solid(data)

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

    starts = [(start, (False,) * 6, data["blue"]) for start in data.get("starts", [data["start"]])]
    return Game(starts, steps, lambda state: all(state[1]))
