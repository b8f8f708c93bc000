"""What an instance is without some of its facts, for the brute force: nothing of it comes from tumble."""

import re
import tomllib
from dataclasses import replace

from cross_check import sudoku
from cross_check.dice import orientations

KEYS = {
    "die-tour": ["never", "never-between", "total", "closed", "restore-orientation", "goal", "die", "start"],
    "die-path": ["never", "directions", "goal"],
    "labeled-board": ["order", "restore-orientation", "closed", "goal"],
}


def facts(instance):
    """Give the facts of an instance as (kind, what it is about): what `without` leaves out."""
    data, puzzle = instance.data, instance.puzzle
    if puzzle == "cube-tray":
        return [("goal", cell) for cell in data["cells"]]
    if puzzle == "tatham-cube":
        return [("start", None)]
    if puzzle == "sudoku-cube":
        arrows = [("arrow", place) for place in data["fields"] if not (place[1:] == (1, 1) and place[0] in data["loose"])]
        return [("digit", place) for place in data["fields"]] + arrows
    board = tomllib.loads(instance.text).get("board", {})
    free = set(data["free"] or [])
    blocked = [("blocked", cell) for cell in _cells(board) if cell not in free]
    if puzzle == "block-maze":
        floor = data["floor"]
        fragile = [("fragile", cell) for cell, letter in floor["letters"].items() if letter == "~"]
        bridges = [("bridge", letter) for letter, state in floor["bridges"].items() if state == "closed"]
        return fragile + bridges + blocked
    labels = [("gate" if data.get("gates") else "label", cell) for cell in data.get("labels", {})]
    # Ends stay as they are where faces may be on top at the ends only; directions, where circles would make a sum as large as you like.
    bound = [*(["closed", "start"] if data.get("between") else []), *(["directions"] if instance.sense > 0 else [])]
    keys = [(key, None) for key in KEYS[puzzle] if key not in bound]
    if len(data.get("runners", [])) > 1:
        keys = [(key, about) for key, _ in keys for about in (range(len(data["runners"])) if key == "goal" else [None])]
    return labels + keys + (blocked if puzzle != "die-tour" else [])


def _cells(board):
    """The cells of the rectangle of a [board] table, blocked ones included."""
    if "map" in board:
        rows = [[character for character in line if not character.isspace()] for line in board["map"].split("\n")]
        rows = [row for row in rows if row]
        columns, rows = len(rows[0]), len(rows)
    else:
        columns, rows = board.get("columns", 0), board.get("rows", 0)
    return [(x, y) for y in range(rows) for x in range(columns)]


def named(fact):
    """Give what a fact in tumble's JSON is about, as `facts` has it."""
    kind = fact["fact"]
    if kind in ("digit", "arrow"):
        column, row = fact["cell"]
        corners = {corner: face for face, corner in sudoku.CORNERS_OF_NET.items()}
        return kind, (corners[row - row % 3, column - column % 3], row % 3, column % 3)
    if "cell" in fact:
        return kind, tuple(fact["cell"])
    if kind == "bridge":
        return kind, fact["words"].split("`")[1]
    number = re.search(r"\d+", fact["words"])
    return kind, int(number[0]) - 1 if number else None


def without(instance, left_out, values=None):
    """Give the instance with these facts left out, or with other values for some of them."""
    data, values = dict(instance.data), values or {}
    if instance.puzzle == "tatham-cube" and left_out:
        data["starts"] = [_square(data["cells"], *values[left_out[0]])] if values else data["cells"]
        return replace(instance, data=data)
    for fact in left_out:
        if fact not in values:
            data |= _changed(instance, data, *fact)
    for (kind, cell), value in values.items():
        assert kind in ("label", "gate")
        data["labels"] = data["labels"] | {cell: value}
    if instance.puzzle == "labeled-board" and not data["labels"]:
        data["closed"] = data["restored"] = False
    return replace(instance, data=data)


def _square(cells, x, y):
    """Give the square of a board of squares, or of triangles (x, row from the north, whether it points down)."""
    if (x, y) in cells:
        return x, y
    rows = max(row for _, row, _ in cells)
    west = min(column for column, _, _ in cells)
    return next(cell for cell in cells if cell[:2] == (x + west, rows - y))


def _changed(instance, data, kind, about):
    """The keys of the data that are others without a fact."""
    if kind in ("digit", "arrow"):
        digit, direction = data["fields"][about]
        return {"fields": data["fields"] | {about: (None, direction) if kind == "digit" else (digit, None)}}
    if kind in ("label", "gate"):
        order = {"order": [cell for cell in data["order"] if cell != about]} if "order" in data else {}
        return {"labels": {cell: label for cell, label in data["labels"].items() if cell != about}} | order
    if kind == "blocked":
        new = {"free": type(data["free"])([*data["free"], about])}
        # Where any cell will do for an end, so does this one.
        file = tomllib.loads(instance.text)
        is_open = {"cells": "cell" not in file.get("start", {}), "goal": "cell" not in file.get("goal", {})}
        new |= {key: [*data[key], about] for key in is_open if is_open[key] and isinstance(data.get(key), list)}
        if data.get("sum"):
            place, values, weights = data["sum"]
            weight = 0 if "weights" in tomllib.loads(instance.text)["board"] else 1
            new["sum"] = (place, values, weights | {about: weight})
        return new
    if kind == "goal":
        return _any_goal(instance, data, about)
    if kind in ("fragile", "bridge"):
        letters = data["floor"]["letters"]
        kept = {cell: letter for cell, letter in letters.items() if about not in (cell, letter)}
        return {"floor": data["floor"] | {"letters": kept}}
    return {
        "never": {"never": []},
        "never-between": {"between": []},
        "total": {"total": None},
        "closed": {"closed": False, "restored": False},
        "restore-orientation": {"restored": False},
        "directions": {"ways": "NESW"},
        "order": {"order": []},
        "die": {"dice": orientations(data["dice"][0])} if "dice" in data else {},
        "start": {"cells": data["free"]},
    }[kind]


def _any_goal(instance, data, about):
    """The keys of the data that are others where anything is a goal."""
    if "allowed" in data:
        cubes = {turned for cube in data["tray"].values() if cube for turned in orientations(cube)}
        return {"allowed": data["allowed"] | {about: cubes | {None}}}
    if "runners" in data:
        runners = list(data["runners"])
        about = about or 0
        runners[about] = runners[about] | {"ends": orientations(runners[about]["dice"][0])}
        return {"runners": runners}
    ends = {"ends": orientations(data["dice"][0])}
    is_tour = instance.puzzle == "die-tour"
    return ends | ({"goal": data["free"]} if is_tour and not instance.data["between"] else {})
