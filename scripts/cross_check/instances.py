"""Random instances: the text of a model file, and the same as data for the brute force."""

from dataclasses import dataclass, field
from itertools import permutations

from cross_check import sudoku
from cross_check.dice import PLACES, STEPS, agreeing, moved, orientations, random_die, rolled, tipped
from cross_check.games import tatham_solid as tatham_game


@dataclass
class Instance:
    """A model file, its data by puzzle (`truth.py` reads them), and what is known of it because of how it was made."""

    puzzle: str
    text: str
    data: dict
    sense: int  # 1: the largest objective is best, -1: the least, 0: there is none
    options: list = field(default_factory=list)  # of the puzzle, for every command
    is_solvable: bool = False  # known to have a solution
    is_endless: bool = False  # may have infinitely many solutions


def _chance(random, share):
    return random.random() < share


def _board(random, most, share_blocked=0.15, least=1):
    """A size of at most `most` cells, and its free cells, at least one."""
    while True:
        columns, rows = random.randint(1, 5), random.randint(1, 5)
        if least <= columns * rows <= most:
            break
    cells = [(x, y) for y in range(rows) for x in range(columns)]
    blocked = [cell for cell in cells if _chance(random, share_blocked)] if _chance(random, 0.5) else []
    free = [cell for cell in cells if cell not in blocked]
    return (columns, rows), free or cells


def _drawn(size, words, between=" "):
    columns, rows = size
    lines = [between.join(words[x, y] for x in range(columns)) for y in reversed(range(rows))]
    return 'map = """\n' + "\n".join(lines) + '\n"""'


def _board_table(random, size, free, labels=None):
    """A table [board], drawn or in numbers; with labels it is drawn."""
    labels = labels or {}
    columns, rows = size
    cells = [(x, y) for y in range(rows) for x in range(columns)]
    blocked = [list(cell) for cell in cells if cell not in free]
    if labels or _chance(random, 0.4):
        words = {cell: str(labels.get(cell, ".")) if cell in free else "#" for cell in cells}
        return "[board]\n" + _drawn(size, words, random.choice(["", " "]))
    lines = [f"columns = {columns}", f"rows = {rows}"]
    lines += [f"blocked = {blocked}"] if blocked or _chance(random, 0.1) else []
    return "[board]\n" + "\n".join(lines)


def _values(random, size, free, share):
    """What faces count, what cells weigh, and how both are written: in a table of its own, and in [board]."""
    values, weights = {face: face for face in range(1, 7)}, dict.fromkeys(free, 1)
    faces, board = [], []
    if _chance(random, share):
        values |= {face: random.randint(-3, 9) for face in random.sample(range(1, 7), random.randint(1, 6))}
        faces = ["[faces]", *(f"{face} = {value}" for face, value in values.items() if face != value)]
    if _chance(random, share):
        weights = {cell: random.choice([-1, 0, 1, 1, 2, 10]) for cell in free}
        words = {(x, y): str(weights.get((x, y), "#")) for x in range(size[0]) for y in range(size[1])}
        board = [_drawn(size, words).replace("map", "weights", 1)]
    return values, weights, faces, board


def _solve_table(random):
    """Sometimes a table [solve], which options of the command line override."""
    lines = [
        f"seed = {random.randrange(100)}",
        f"threads = {random.randint(1, 2)}",
        'time-limit = "20s"',
        'lowering = "none"',
        f'backend = "{random.choice(["search", "highs", "cbc", "cp-sat", "pumpkin", "cadical"])}"',
    ]
    return ["[solve]", *random.sample(lines, random.randint(1, 3))] if _chance(random, 0.1) else []


def _text(random, puzzle, *parts):
    lines = [f'puzzle = "{puzzle}"']
    for part in parts:
        lines += [part] if isinstance(part, str) else part
    return "\n".join([*lines, *_solve_table(random)]) + "\n"


def _start(random, free, share_open=0.3):
    """A table [start], the cells and the dice that it allows."""
    lines, dice = random_die(random, "die")
    cell = random.choice(free)
    if _chance(random, share_open):
        return (["[start]", *lines] if lines or _chance(random, 0.5) else []), list(free), dice
    return ["[start]", f"cell = {list(cell)}", *lines], [cell], dice


def die_tour(random):
    """Make a board to visit, open or closed, for the best sum, a given one or any."""
    size, free = _board(random, random.choice([6, 9, 12, 12, 16]))
    start, cells, dice = _start(random, free)
    if _chance(random, 0.6) and len(cells) == 1:
        # The commoner colour of an odd board is where tours begin.
        colours = [(x + y) % 2 for x, y in free]
        good = [cell for cell in free if 2 * colours.count(sum(cell) % 2) >= len(free)]
        cell = random.choice(good)
        start, cells = [line if not line.startswith("cell") else f"cell = {list(cell)}" for line in start], [cell]
    objective = random.choice(["max", "min", "any"])
    closed, restored, total = _chance(random, 0.3), _chance(random, 0.4), None
    tour = [f"closed = {str(closed).lower()}"] if closed or _chance(random, 0.2) else []
    if closed and restored:
        tour.append("restore-orientation = true")
    if _chance(random, 0.2):
        total = round(random.gauss(3.5 * len(free), 2 * len(free) ** 0.5))
        tour.append(f"total = {total}")
    named = [] if objective == "max" and _chance(random, 0.3) else [f'objective = "{objective}"']
    goal, ends, goal_lines = _end(random, free, dice, 0 if closed else 0.25)
    is_bound = any(line.startswith("cell") for line in start) and (closed or len(goal) == 1 < len(free))
    never = [random.randint(1, 6)] if _chance(random, 0.12) else []
    between = [random.randint(1, 6)] if is_bound and _chance(random, 0.4) else []
    for name, faces in [("never", never), ("never-between", between)]:
        tour += [f"{name} = {faces}"] if faces or _chance(random, 0.05) else []
    tour = ["[tour]", *tour] if tour else []
    labels = {cell: random.randint(1, 6) for cell in random.sample(free, min(len(free), random.choice([0, 0, 1, 2])))}
    values, weights, faces, weighed = _values(random, size, free, 0.25)
    board = [_board_table(random, size, free, labels), *weighed]
    text = _text(random, "die-tour", named, board, faces, start, goal_lines, tour)
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


def _goal_dice(random, starts, arrivals=()):
    """A goal's lines and dice: an orientation that can arrive, any other one, part of one or none."""
    lines, dice = random_die(random, "die", default="left" if starts[0] in _LEFT else "right", with_handedness=False)
    if arrivals and _chance(random, 0.6):
        die = random.choice(list(arrivals))
        lines, dice = [f"die = {{ top = {die[0]}, north = {die[2]}, east = {die[4]} }}"], [die]
    return lines, dice


_LEFT = set(agreeing({}, "left"))


def _end(random, free, dice, share):
    """Where and how a die may end, and in some instances a table [goal] that says so."""
    goal, ends = free, agreeing({}, "left" if dice[0] in _LEFT else "right")
    if not _chance(random, share):
        return goal, ends, []
    lines, ends = _goal_dice(random, dice)
    if _chance(random, 0.7):
        goal = [random.choice(free)]
        lines = [f"cell = {list(goal[0])}", *lines]
    return goal, ends, ["[goal]", *lines]


def _wandered(random, free, cell, die, rolls):
    """Where a die gets by random rolls over these cells; None: over the plane."""
    for _ in range(rolls):
        ways = [way for way in STEPS if free is None or moved(cell, way) in free]
        if ways:
            way = random.choice(ways)
            cell, die = moved(cell, way), rolled(die, way)
    return cell, die


def _runner(random, free, cells):
    """A start and a goal of a die."""
    start = random.choice(cells)
    lines, dice = random_die(random, "die")
    goal, die = _wandered(random, free, start, random.choice(dice), random.choice([0, 1, 3, 5, 8, 12]))
    if _chance(random, 0.2) and free:
        goal = random.choice(free)
    goal_lines, goal_dice = _goal_dice(random, dice, [die])
    start_table = [f"cell = {list(start)}", *lines]
    return (
        start_table,
        [f"cell = {list(goal)}", *goal_lines],
        {"start": start, "dice": dice, "goal": goal, "ends": goal_dice},
    )


def die_path(random):
    """Make a start and a goal on the plane or on a board; or two dice on a small board; or a maze."""
    kind = random.choices(["plane", "board", "two", "maze"], [2, 3, 2, 5])[0]
    if kind == "maze":
        return _die_maze(random)
    if kind == "plane":
        start, goal, runner = _runner(random, None, [(random.randint(-5, 5), random.randint(-5, 5))])
        text = _text(random, "die-path", ["[start]", *start, "[goal]", *goal])
        return Instance("die-path", text, {"free": None, "runners": [runner]}, -1)
    size, free = _board(random, 9 if kind == "two" else 16, 0.25, least=3 if kind == "two" else 1)
    board = _board_table(random, size, free)
    if kind == "board" or len(free) < 2:
        start, goal, runner = _runner(random, free, free)
        text = _text(random, "die-path", board, ["[start]", *start, "[goal]", *goal])
        return Instance("die-path", text, {"free": free, "runners": [runner]}, -1)
    while True:
        first, second = _runner(random, free, free), _runner(random, free, free)
        if first[2]["start"] != second[2]["start"] and first[2]["goal"] != second[2]["goal"]:
            break
    lines = [line for one in (first, second) for line in ["[[dice]]", "[dice.start]", *one[0], "[dice.goal]", *one[1]]]
    return Instance(
        "die-path", _text(random, "die-path", board, lines), {"free": free, "runners": [first[2], second[2]]}, -1
    )


def _die_maze(random):
    """Make a path that labels, gates, directions or a sum make hard."""
    size, free = _board(random, 16, 0.15)
    start_lines, goal_lines, runner = _runner(random, free, free)
    share = random.choice([0, 0.1, 0.3, 0.6])
    labels = {cell: random.randint(1, 6) for cell in free if _chance(random, share)}
    gates = _chance(random, 0.5)
    # A maximum needs directions that make no circle, and so does the brute force for every sum.
    ways = random.choice(["NESW", "NESW", "NE", "ES", "SW", "NW", "E", "NES"])
    objective, (values, weights, faces, weighed) = "rolls", _values(random, size, free, 0.4)
    if len(ways) < 3 and _chance(random, 0.7):
        objective = random.choice(["min-tops", "max-tops", "min-bottoms", "max-bottoms"])
    trip = objective == "rolls" and _chance(random, 0.2)
    path = [f'directions = "{ways}"'] if len(ways) < 4 or _chance(random, 0.2) else []
    path += ["round-trip = true"] if trip else []
    data = runner | {"free": free, "labels": labels, "gates": gates, "ways": ways, "trip": trip, "sum": None}
    board = [_board_table(random, size, free, labels)]
    board += [f'labels = "{"gate" if gates else "top"}"'] if gates or _chance(random, 0.2) else []
    named = [f'objective = "{objective}"'] if objective != "rolls" or _chance(random, 0.3) else []
    if objective == "rolls":
        faces = []
    else:
        data["sum"], board = (objective.endswith("bottoms"), values, weights), board + weighed
    if trip:
        goal_lines = []
        data |= {"goal": data["start"], "ends": agreeing({}, "left" if data["dice"][0] in _LEFT else "right")}
    elif len(goal_lines) > 1 and _chance(random, 0.2):
        # Any cell, but so that the die lies in a certain way.
        goal_lines, data["goal"] = goal_lines[1:], None
    goal = ["[goal]", *goal_lines] if goal_lines else []
    tables = [board, ["[start]", *start_lines], goal, ["[path]", *path] if path else [], faces]
    random.shuffle(tables)
    text = _text(random, "die-path", named, *tables)
    return Instance("die-path", text, data, 1 if objective.startswith("max") else -1)


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
        if cell not in passed and _chance(random, 0.6) and len(labels) < 7:
            labels[cell] = die[0]
        passed.add(cell)
    if _chance(random, 0.25):
        for cell in random.sample(free, min(len(free), random.randint(1, 3))):
            labels[cell] = random.randint(1, 6)
    return labels


def _full_walk(random, free, cell, die):
    """Labels on a path that never meets itself, as far as it gets; the rest is blocked."""
    labels = {cell: die[0]}
    while True:
        ways = [way for way in STEPS if moved(cell, way) in free and moved(cell, way) not in labels]
        if not ways or len(labels) >= 9:
            return labels
        way = random.choice(ways)
        cell, die = moved(cell, way), rolled(die, way)
        labels[cell] = die[0]


def labeled_board(random):
    """Make a board with labels, of which most can be visited."""
    size, free = _board(random, 12, 0.2)
    start, cells, dice = _start(random, free, 0.2)
    full = _chance(random, 0.3)
    if full:
        labels = _full_walk(random, free, random.choice(cells), random.choice(dice))
        free = sorted(set(labels) | set(cells if len(cells) == 1 else []))
        cells = [cell for cell in cells if cell in free]
    else:
        labels = _labels(random, free, cells, dice)
    closed = bool(labels) and _chance(random, 0.25)
    restored = closed and _chance(random, 0.4)
    tour = ["[tour]", "closed = true", *(["restore-orientation = true"] if restored else [])] if closed else []
    goal, ends, goal_lines = _end(random, free, dice, 0 if closed else 0.4)
    objective = random.choice(["min", "min", "any"])
    words = {(x, y): "#" for x in range(size[0]) for y in range(size[1])}
    words |= {cell: str(labels.get(cell, ".")) for cell in free}
    named = [] if objective == "min" and _chance(random, 0.5) else [f'objective = "{objective}"']
    order = random.sample(list(labels), random.randint(1, len(labels))) if labels and _chance(random, 0.2) else []
    ordered = [f"order = {[list(cell) for cell in order]}"] if order else []
    board = ["[board]", _drawn(size, words, random.choice(["", " "])), *ordered]
    text = _text(random, "labeled-board", named, board, start, goal_lines, tour)
    data = {"free": free, "cells": cells, "dice": dice, "labels": labels, "goal": goal, "ends": ends}
    data["order"] = order
    data |= {"closed": closed, "restored": restored}
    return Instance("labeled-board", text, data, -1 if objective == "min" else 0, is_endless=len(labels) < len(free))


# A cube with one black face and a coloured one opposite: where the black face is, by letter.
SIX = {"k": (1, 2, 0, 0, 0, 0), "c": (2, 1, 0, 0, 0, 0), "n": (0, 0, 1, 2, 0, 0), "s": (0, 0, 2, 1, 0, 0)}
SIX |= {"e": (0, 0, 0, 0, 1, 2), "w": (0, 0, 0, 0, 2, 1)}


def _letters(cube):
    """The word of a cube at full length: the letters on its top, north, east, south and west."""
    return "".join(cube[PLACES.index(place)] for place in ("top", "north", "east", "south", "west"))


def _kind_of_cubes(random):
    """The lines of a model that say what its cubes are, the word of a hole, and each pose by its word."""
    kind = random.choice(["six-states", "six-states", "oriented", "oriented", "lettered"])
    if kind == "six-states":
        return ['cubes = "six-states"'] if _chance(random, 0.2) else [], "_", SIX
    if kind == "oriented":
        hand = random.choice(["left", "right"])
        told = [f'handedness = "{hand}"'] if hand == "left" or _chance(random, 0.5) else []
        return ['cubes = "oriented"', *told], "__", {f"{die[0]}{die[2]}": die for die in agreeing({}, hand)}
    letters = random.choice(["AB", "AB", "ABC", "ABCDEF"])
    faces = tuple(random.sample(letters, 6) if len(letters) == 6 else random.choices(letters, k=6))
    pairs = ", ".join(f'{place} = "{letter}"' for place, letter in zip(PLACES, faces, strict=True))
    poses = {_letters(cube): cube for cube in {faces: None} | dict.fromkeys(orientations(faces))}
    return ["[cube]", f"faces = {{ {pairs} }}"], random.choice(["_", "__"]), poses


def _tray_start(random, tray, poses, hole):
    """What is drawn of a start: letters may lack that tell nothing, or only from the pose that is given, the first."""
    given = next(iter(poses))

    def cut(word):
        if len(word) < len(PLACES) - 1 or _chance(random, 0.3):
            return word
        short = word[: random.randint(1, len(word))]
        fits = [name for name in poses if name.startswith(short)]
        return short if fits == [word] or (word == given and len(fits) > 1) else word

    names = {cube: word for word, cube in poses.items()}
    return {cell: hole if cube is None else cut(names[cube]) for cell, cube in tray.items()}


def _tray_goal(random, tray, poses, hole):
    """What is drawn of a goal: the tray, parts of it or changes of it; and what each cell may hold."""
    words, allowed = {}, {}
    names = {cube: word for word, cube in poses.items()}
    share = random.choice([0, 0, 0.2, 0.5])
    length = len(next(iter(poses)))
    for cell, cube in tray.items():
        word = hole if cube is None else names[cube]
        if cube is not None and _chance(random, 0.04):
            word = random.choice(list(poses))
        if _chance(random, share):
            if cube is None or length == 1:
                word = "?" * min(length, 2)
            else:
                word = "".join(random.choice([letter, "?"]) for letter in word)
        if length > 2 and cube is not None and _chance(random, share):
            word = word[: random.randint(1, length)]
        words[cell] = word
    hole_drawn = any("_" in word for word in words.values())
    for cell, word in words.items():
        fits = [pose for name, pose in poses.items() if all(w in ("?", n) for w, n in zip(word, name, strict=False))]
        allowed[cell] = set() if "_" in word else set(fits)
        if "_" in word or (set(word) == {"?"} and not hole_drawn):
            allowed[cell].add(None)
    return words, allowed


def cube_tray(random):
    """Make a tray and a goal that random rolls reach, some of it left open or changed."""
    head, empty, poses = _kind_of_cubes(random)
    size = random.choice([(2, 2), (2, 2), (1, 3), (3, 1), (2, 3), (3, 2)])
    cells = [(x, y) for x in range(size[0]) for y in range(size[1])]
    hole = random.choice(cells)
    tray = {cell: None if cell == hole else random.choice(list(poses.values())) for cell in cells}
    start = _drawn(size, _tray_start(random, tray, poses, empty))
    data = {"tray": dict(tray), "cells": cells}
    for _ in range(random.choice([0, 2, 5, 9, 14, 20])):
        way = random.choice(list(STEPS))
        source = (hole[0] - STEPS[way][0], hole[1] - STEPS[way][1])
        if source in tray:
            tray[hole], tray[source], hole = rolled(tray[source], way), None, source
    words, data["allowed"] = _tray_goal(random, tray, poses, empty)
    text = _text(random, "cube-tray", head, "[start]", start, "[goal]", _drawn(size, words))
    return Instance("cube-tray", text, data, -1)


def _lying(free, size):
    """All places of a box as (x, y, columns, rows, height): on free cells, with its sizes in any order."""
    return [
        (x, y, *order)
        for x, y in free
        for order in sorted(set(permutations(size)))
        if all((x + i, y + j) in free for i in range(order[0]) for j in range(order[1]))
    ]


def block_maze(random):
    """Make a box on a board, and a goal that random tips reach or that is anywhere."""
    size, free = _board(random, 25, 0.1, least=12)
    places = _lying(free, random.choice([(1, 1, 2), (1, 1, 2), (1, 2, 3), (1, 1, 1), (2, 2, 2), (1, 1, 3), (1, 2, 2)]))
    if not places:
        places = _lying(free, (1, 1, 1))
    start = random.choice(places)
    reached = [start]
    for place in reached:
        reached += [after for _, after in tipped(place) if after in places and after not in reached]
    goal = random.choice(places if _chance(random, 0.3) else reached)
    lies = [f"size = {list(goal[2:])}"] if goal[2:] != start[2:] or _chance(random, 0.2) else []
    ends = [["[start]", f"cell = {list(start[:2])}"], ["[goal]", f"cell = {list(goal[:2])}", *lies]]
    random.shuffle(ends)
    text = _text(random, "block-maze", f"size = {list(start[2:])}", *ends, _board_table(random, size, free))
    return Instance("block-maze", text, {"places": set(places), "start": start, "goal": goal}, -1)


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


def tatham_solid(random):
    """Make a board of triangles (x, row from the north, whether it points down), as the game lists them."""
    solid, d1, d2 = random.choice([("t", 1, 2), ("t", 2, 1), ("t", 0, 3), ("t", 1, 1), ("o", 0, 3), ("o", 3, 0)])
    order = []
    for row in range(d1 + d2):
        down, up = (d1 + row, d1 + row + 1) if row < d2 else (d1 + 2 * d2 - row, d1 + 2 * d2 - row - 1)
        order += [(2 * i - down + 1, row, True) for i in range(down)]
        order += [(2 * i - up + 1, row, False) for i in range(up)]
    faces = 4 if solid == "t" else 8
    blue = set(random.sample(order, min(len(order), random.choices([faces - 1, faces, faces + 1], [1, 9, 2])[0])))
    start = random.choice(order)
    if _chance(random, 0.8):
        # As many as there are faces, of each class of squares on which the same faces come down.
        classes = _classes(tatham_game({"solid": solid, "cells": set(order), "blue": frozenset(), "start": start}))
        if all(len(cells) >= len(down) for down, cells in classes.items()):
            blue = {cell for down, cells in classes.items() for cell in random.sample(sorted(cells), len(down))}
    text = _text(random, "tatham-cube", f'id = "{solid}{d1}x{d2}:{_hexadecimal(order, blue)},{order.index(start)}"')
    return Instance(
        "tatham-cube", text, {"solid": solid, "cells": set(order), "blue": frozenset(blue), "start": start}, -1
    )


def tatham_cube(random):
    """Make a board with about six blue squares, drawn or as the game's own id; or one of another solid."""
    if _chance(random, 0.4):
        return tatham_solid(random)
    size = random.choice([(2, 3), (3, 3), (3, 3), (3, 4), (4, 3), (2, 5), (1, 7)])
    cells = [(x, y) for y in range(size[1]) for x in range(size[0])]
    blue = set(random.sample(cells, min(len(cells), random.choices([5, 6, 7, 8], [1, 9, 1, 1])[0])))
    start = random.choice(cells)
    if _chance(random, 0.5):
        # From the north-west, row by row.
        order = sorted(cells, key=lambda cell: (-cell[1], cell[0]))
        id_ = f"c{size[0]}x{size[1]}:{_hexadecimal(order, blue)},{order.index(start)}"
        text = _text(random, "tatham-cube", f'id = "{random.choice([id_, id_.lower()])}"')
    else:
        board = "[board]\n" + _drawn(size, {cell: "B" if cell in blue else "." for cell in cells})
        text = _text(random, "tatham-cube", board, "[start]", f"cell = {list(start)}")
    return Instance("tatham-cube", text, {"cells": set(cells), "blue": frozenset(blue), "start": start}, -1)


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


def sudoku_cube(random):
    """Make a scrambled cube, as a net or as pieces, a third of them damaged."""
    fields = sudoku.scrambled(random, random.choice([0, 1, 4, 25]))
    symmetric = random.choice(
        [None, None, [1], [], [8], [1, 8], sorted(random.sample(range(1, 10), random.randint(2, 4)))]
    )
    for place, (digit, direction) in fields.items():
        if digit in ([1] if symmetric is None else symmetric) and _chance(random, 0.5):
            fields[place] = (digit, (direction + 2) % 4)
    is_damaged = _chance(random, 0.33)
    if is_damaged:
        fields = _damaged(random, fields)
    if _chance(random, 0.5):
        loose = [face for face in sudoku.FACES if _chance(random, random.choice([0, 0.5, 1]))]
        lines = [_net(fields, loose)]
    else:
        loose = random.choice([[], list(sudoku.FACES)])
        lines = _piece_lines(fields, loose)
    lines += [] if symmetric is None else [f"symmetric = {symmetric}"]
    data = {"fields": fields, "symmetric": [1] if symmetric is None else symmetric, "loose": loose}
    options = ["--any-assembly"] if _chance(random, 0.25) else []
    text = _text(random, "sudoku-cube", lines)
    return Instance("sudoku-cube", text, data, 0, options, is_solvable=not is_damaged)


MAKERS = {
    "die-tour": die_tour,
    "die-path": die_path,
    "labeled-board": labeled_board,
    "cube-tray": cube_tray,
    "block-maze": block_maze,
    "tatham-cube": tatham_cube,
    "sudoku-cube": sudoku_cube,
}
# Puzzles with more options and encodings get more instances.
SHARES = {
    "die-tour": 8,
    "die-path": 4,
    "labeled-board": 5,
    "cube-tray": 3,
    "block-maze": 3,
    "tatham-cube": 2,
    "sudoku-cube": 2,
}


def make(random, only=None):
    """Make a random instance, of one puzzle if it is named."""
    return MAKERS[only or random.choices(list(SHARES), SHARES.values())[0]](random)
