"""Labeled boards: random instances, and their game by rules that share nothing with tumble."""

from cross_check.dice import STEPS, corner, moved, rolled
from cross_check.games import Game, die_of
from cross_check.instances import Instance, board_of, chance, drawn, end_of, model, start_of

SHARE = 5
# A model with the keys that no shipped model has.
RARE = [
    """
puzzle = "labeled-board"
board = { map = "1 . 4\\n2 . .\\n. 5 .\\n", order = [[0, 2], [1, 0]] }
start = { cell = [0, 0], handedness = "right" }
""",
]


def _labels(random, free, cells, dice):
    """Labels that a random walk shows, or for some instances random ones."""
    cell, die = random.choice(cells), random.choice(dice)
    labels, passed = {}, {cell}
    for _ in range(random.randint(0, 2 * len(free))):
        # A labeled cell is not entered again.
        ways = [way for way in STEPS if moved(cell, way) in free and moved(cell, way) not in labels]
        if not ways:
            break
        way = random.choice(ways)
        cell, die = moved(cell, way), rolled(die, way)
        if cell not in passed and chance(random, 0.6) and len(labels) < 7:
            labels[cell] = die[0]
        passed.add(cell)
    if chance(random, 0.25):
        for cell in random.sample(free, min(len(free), random.randint(1, 3))):
            labels[cell] = random.randint(1, 6)
    return labels


def _full_walk(random, free, cell, die):
    """Labels on a path that never meets itself, as far as it gets; the rest is blocked."""
    labels = {cell: die[0]}
    while True:
        ways = [way for way in STEPS if moved(cell, way) in free and moved(cell, way) not in labels]
        if not ways or len(labels) >= 20:
            return labels
        way = random.choice(ways)
        cell, die = moved(cell, way), rolled(die, way)
        labels[cell] = die[0]


def make(random):
    """Make a board with labels, of which most can be visited."""
    size, free = board_of(random, random.choice([9, 12, 25]), 0.2)
    start, cells, dice = start_of(random, free, 0.2)
    full = chance(random, 0.3)
    if full:
        labels = _full_walk(random, free, random.choice(cells), random.choice(dice))
        free = sorted(set(labels) | set(cells if len(cells) == 1 else []))
        cells = [cell for cell in cells if cell in free]
    else:
        labels = _labels(random, free, cells, dice)
    closed = bool(labels) and chance(random, 0.25)
    restored = closed and chance(random, 0.4)
    tour = ["[tour]", "closed = true", *(["restore-orientation = true"] if restored else [])] if closed else []
    goal, ends, goal_lines = end_of(random, free, dice, 0 if closed else 0.4)
    objective = random.choice(["min", "min", "any"])
    words = {(x, y): "#" for x in range(size[0]) for y in range(size[1])}
    words |= {cell: str(labels.get(cell, ".")) for cell in free}
    named = [] if objective == "min" and chance(random, 0.5) else [f'objective = "{objective}"']
    order = random.sample(list(labels), random.randint(1, len(labels))) if labels and chance(random, 0.2) else []
    ordered = [f"order = {[list(cell) for cell in order]}"] if order else []
    board = ["[board]", drawn(size, words, random.choice(["", " "])), *ordered]
    text = model(random, "labeled-board", named, board, start, goal_lines, tour)
    data = {"free": free, "cells": cells, "dice": dice, "labels": labels, "goal": goal, "ends": ends}
    data["order"] = order
    data |= {"closed": closed, "restored": restored}
    return Instance("labeled-board", text, data, -1 if objective == "min" else 0, is_endless=len(labels) < len(free))


def options(random):
    """Give the options of `tumble new` for an instance of any size."""
    columns, rows = random.randint(3, 11), random.randint(3, 11)
    cells = columns * rows
    if random.random() < 0.2:
        return ["--columns", min(columns, 7), "--rows", min(rows, 7), "--full", *random.choice([[], ["--closed"]])]
    labels = max(1, cells * random.choice([1, 2, 3, 4]) // 10)
    return ["--columns", columns, "--rows", rows, "--labels", labels, "--blocked", cells // random.choice([10, 20, 1000])]


def game(data):
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


def named(solution):
    """Give the start and the moves of a solution."""
    start = solution["start"]
    return (tuple(start["cell"]), die_of(start["die"])), solution["moves"]
