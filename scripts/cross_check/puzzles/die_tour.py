"""Die tours: random instances, and their game by rules that share nothing with tumble."""

from die_tours import ANY_DIE, ANYWHERE, CLOSED, CORNER, RESTORED, board

from cross_check.dice import STEPS, corner, moved, orientations, rolled
from cross_check.games import Game, die_of
from cross_check.instances import Instance, board_of, board_table, chance, end_of, model, start_of, values_of

SHARE = 8
# Models with the keys that no shipped model has.
RARE = [
    """
puzzle = "die-tour"
board = { columns = 4, rows = 3, blocked = [[3, 2]], weights = "1 2 1 #\\n1 1 -3 1\\n1 1 1 1\\n" }
faces = { 1 = 10, 2 = 2, 3 = 3, 4 = 4, 5 = 5, 6 = 0 }
start = { cell = [0, 0], die = { top = 1, north = 2, east = 3 } }
goal = { die = { bottom = 6 } }
tour = { never = [6], total = 31 }
""",
    """
puzzle = "die-tour"
board = { columns = 3, rows = 3, weights = "1 2 1\\n1 1 0\\n1 1 1\\n" }
faces = { 1 = 10, 2 = 2, 3 = 3, 4 = 4, 5 = 5, 6 = 0 }
start = { cell = [0, 0] }
""",
    """
puzzle = "die-tour"
objective = "min"
board = { columns = 3, rows = 2, weights = "10000 -10000 10000\\n-10000 0 10000\\n" }
faces = { 1 = 1000000, 2 = -1000000, 3 = 999999, 4 = 1, 5 = 0, 6 = -999999 }
start = { cell = [0, 0] }
""",
]


def make(random):
    """Make a board to visit, open or closed, for the best sum, a given one or any."""
    size, free = board_of(random, random.choice([6, 9, 12, 12, 16]))
    start, cells, dice = start_of(random, free)
    if chance(random, 0.6) and len(cells) == 1:
        # The commoner colour of an odd board is where tours begin.
        colours = [(x + y) % 2 for x, y in free]
        good = [cell for cell in free if 2 * colours.count(sum(cell) % 2) >= len(free)]
        cell = random.choice(good)
        start, cells = [line if not line.startswith("cell") else f"cell = {list(cell)}" for line in start], [cell]
    objective = random.choice(["max", "min", "any"])
    closed, restored, total = chance(random, 0.3), chance(random, 0.4), None
    tour = [f"closed = {str(closed).lower()}"] if closed or chance(random, 0.2) else []
    if closed and restored:
        tour.append("restore-orientation = true")
    if chance(random, 0.2):
        total = round(random.gauss(3.5 * len(free), 2 * len(free) ** 0.5))
        tour.append(f"total = {total}")
    named = [] if objective == "max" and chance(random, 0.3) else [f'objective = "{objective}"']
    goal, ends, goal_lines = end_of(random, free, dice, 0 if closed else 0.25)
    is_bound = any(line.startswith("cell") for line in start) and (closed or len(goal) == 1 < len(free))
    never = [random.randint(1, 6)] if chance(random, 0.12) else []
    between = [random.randint(1, 6)] if is_bound and chance(random, 0.4) else []
    for name, faces in [("never", never), ("never-between", between)]:
        tour += [f"{name} = {faces}"] if faces or chance(random, 0.05) else []
    tour = ["[tour]", *tour] if tour else []
    labels = {cell: random.randint(1, 6) for cell in random.sample(free, min(len(free), random.choice([0, 0, 1, 2])))}
    values, weights, faces, weighed = values_of(random, size, free, 0.25)
    board = [board_table(random, size, free, labels), *weighed]
    text = model(random, "die-tour", named, board, faces, start, goal_lines, tour)
    data = {
        "labels": labels,
        "never": never,
        "between": between,
        "bound": {*cells, *([] if closed else goal)} if is_bound else set(),
        "goal": goal,
        "ends": ends,
        "values": values,
        "weights": weights,
        "free": free,
        "cells": cells,
        "dice": dice,
        "closed": closed,
        "restored": closed and restored,
        "total": total,
    }
    return Instance("die-tour", text, data, {"max": 1, "min": -1, "any": 0}[objective])


def options(random):
    """Give the options of `tumble new` for a board of any size, or one of the variants that `new` has no options for."""
    columns, rows = random.randint(2, 8), random.randint(2, 8)
    if random.random() < 0.2:
        columns, rows = random.randint(2, 5), random.choice([12, 30, 100])
    objective = random.choice(["max", "max", "min", "min", "any"])
    if random.random() < 0.5:
        start, tour = random.choice([CORNER, ANYWHERE, ANY_DIE]), random.choice(["", "", CLOSED, RESTORED])
        total = f"total = {columns * rows * 7 // 2 + random.randint(-5, 5)}\n" if random.random() < 0.3 else ""
        return board(columns, rows, objective, start, tour + total)
    closed = ["--closed"] if random.random() < 0.3 else []
    return ["--columns", columns, "--rows", rows, "--objective", objective, "--blocked", random.choice([0, 1, 2, 4]), *closed]


def rectangle(size, objective, closed=False, restored=False, total=None):
    """Make a tour of a whole board from its corner with the source's die."""
    free, die = [(x, y) for y in range(size[1]) for x in range(size[0])], (1, 6, 2, 5, 3, 4)
    tour = [f"closed = {str(closed).lower()}", f"restore-orientation = {str(restored).lower()}"]
    tour += [] if total is None else [f"total = {total}"]
    board = f"[board]\ncolumns = {size[0]}\nrows = {size[1]}"
    start = "[start]\ncell = [0, 0]\ndie = { top = 1, north = 2, east = 3 }"
    lines = ['puzzle = "die-tour"', f'objective = "{objective}"', board, start, "[tour]", *tour]
    data = {"labels": {}, "never": [], "between": [], "bound": set(), "goal": free, "ends": orientations(die)}
    data |= {"values": {face: face for face in die}, "weights": dict.fromkeys(free, 1), "free": free}
    data |= {"cells": [(0, 0)], "dice": [die], "closed": closed, "restored": restored, "total": total}
    return Instance("die-tour", "\n".join(lines) + "\n", data, {"max": 1, "min": -1, "any": 0}[objective])


def game(data):
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


def named(solution):
    """Give the start and the moves of a solution."""
    start = solution["start"]
    return (tuple(start["cell"]), die_of(start["die"])), solution["moves"]
