"""Digit cubes: random instances."""

import json

from cross_check import sudoku
from cross_check.instances import Instance, chance, model

SHARE = 2


def _damaged(random, fields):
    """A cube with a digit turned, two pieces changed or one twisted: it may still have a solution."""
    corners, edges = sudoku.pieces()
    fields, kind = dict(fields), random.choice(["sticker", "twist", "flip", "swap", "digits"])
    if kind == "sticker":
        place = random.choice([place for place in fields if place[1:] != (1, 1)])
        fields[place] = (fields[place][0], (fields[place][1] + random.randint(1, 3)) % 4)
        return fields
    if kind == "digits":
        one, other = random.sample(list(fields), 2)
        fields[one], fields[other] = (fields[other][0], fields[one][1]), (fields[one][0], fields[other][1])
        return fields
    pair = random.sample(edges, 2)
    from_, to = {"twist": (corners[0], corners[0][1:] + corners[0][:1]), "flip": (edges[0], edges[0][::-1])}.get(
        kind, (pair[0] + pair[1], pair[1] + pair[0])
    )
    rotation = {place: (fields[place][1] - sudoku.ARROWS[place[1]][place[2]]) % 4 for place in from_}
    new = {}
    for a, b in zip(from_, to, strict=True):
        new[a] = (fields[b][0], (rotation[b] + sudoku.ARROWS[a[1]][a[2]]) % 4)
    return fields | new


def _net(fields, loose):
    rows = [[] for _ in range(9)]
    for face, (top, _) in sudoku.CORNERS_OF_NET.items():
        for row in range(3):
            for column in range(3):
                digit, direction = fields[face, row, column]
                arrow = "?" if face in loose and (row, column) == (1, 1) else "^>v<"[direction]
                rows[top + row].append(f"{digit}{arrow}")
    return 'net = """\n' + "\n".join(" ".join(row) for row in rows) + '\n"""'


def _piece_lines(fields, loose):
    def turn(place):
        return (fields[place][1] - sudoku.ARROWS[place[1]][place[2]]) % 4

    def table(piece):
        values, rotations = [fields[place][0] for place in piece], [turn(place) for place in piece]
        return f"    {{ values = {values}, rotations = {rotations} }},"

    def centers(part):
        return ", ".join(f"{face} = {fields[face, 1, 1][part]}" for face in sudoku.FACES)

    corners, edges = sudoku.pieces()
    lines = [f"centers = {{ {centers(0)} }}"]
    lines += [] if loose else [f"center-directions = {{ {centers(1)} }}"]
    return [*lines, "corners = [", *map(table, corners), "]", "edges = [", *map(table, edges), "]"]


def make(random):
    """Make a scrambled cube, as a net or as pieces, a third of them damaged."""
    fields = sudoku.scrambled(random, random.choice([0, 1, 4, 25]))
    symmetric = random.choice(
        [None, None, [1], [], [8], [1, 8], sorted(random.sample(range(1, 10), random.randint(2, 4)))]
    )
    for place, (digit, direction) in fields.items():
        if digit in ([1] if symmetric is None else symmetric) and chance(random, 0.5):
            fields[place] = (digit, (direction + 2) % 4)
    is_damaged = chance(random, 0.33)
    if is_damaged:
        fields = _damaged(random, fields)
    if chance(random, 0.5):
        loose = [face for face in sudoku.FACES if chance(random, random.choice([0, 0.5, 1]))]
        lines = [_net(fields, loose)]
    else:
        loose = random.choice([[], list(sudoku.FACES)])
        lines = _piece_lines(fields, loose)
    lines += [] if symmetric is None else [f"symmetric = {symmetric}"]
    data = {"fields": fields, "symmetric": [1] if symmetric is None else symmetric, "loose": loose}
    options = ["--any-assembly"] if chance(random, 0.25) else []
    text = model(random, "sudoku-cube", lines)
    return Instance("sudoku-cube", text, data, 0, options, is_solvable=not is_damaged)


def options(random):
    """Give the options of `tumble new` for an instance of any size."""
    return random.choice([[], [], ["--defect", random.choice(["twisted-corner", "flipped-edge"])]])


def named(solution):
    """Give the layout of a solution."""
    return json.dumps([solution["corners"], solution["edges"], solution["faces"]])


def breach(data, solution):
    """Tell what a solution breaks of the rules, if it has moves."""
    return solution["moves"] is not None and sudoku.breach(data["fields"], data["symmetric"], data["loose"], solution)
