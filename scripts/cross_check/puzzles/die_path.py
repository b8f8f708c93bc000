"""Die paths: random instances, and their game by rules that share nothing with tumble."""

from cross_check.dice import STEPS, agreeing, corner, moved, random_die, rolled
from cross_check.games import Game, die_of
from cross_check.instances import LEFT, Instance, board_of, board_table, chance, goal_dice_of, model, values_of

SHARE = 4
# Models with the keys that no shipped model has.
RARE = [
    """
puzzle = "die-path"
objective = "min-tops"
board = { columns = 3, rows = 2, weights = "10000 0 10000\\n10000 1 9999\\n" }
faces = { 1 = 1000000, 2 = 0, 3 = 999999, 4 = 1, 5 = 2, 6 = 1000000 }
start = { cell = [0, 0], die = { top = 1, north = 2, east = 3 } }
goal = { cell = [2, 1] }
""",
    """
puzzle = "die-path"
objective = "max-tops"
board = { columns = 4, rows = 3, blocked = [[1, 1]], weights = "1 2 1 1\\n1 # 0 1\\n1 1 1 1\\n" }
faces = { 1 = 10, 2 = 2, 3 = 3, 4 = 4, 5 = 5, 6 = 0 }
start = { cell = [0, 0], die = { top = 1, north = 2, east = 3 } }
goal = { cell = [3, 2] }
path = { directions = "NE" }
""",
]


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
    if chance(random, 0.2) and free:
        goal = random.choice(free)
    goal_lines, goal_dice = goal_dice_of(random, dice, [die])
    start_table = [f"cell = {list(start)}", *lines]
    return (
        start_table,
        [f"cell = {list(goal)}", *goal_lines],
        {"start": start, "dice": dice, "goal": goal, "ends": goal_dice},
    )


def make(random):
    """Make a start and a goal on the plane or on a board; or two dice on a small board; or a maze."""
    kind = random.choices(["plane", "board", "two", "maze"], [2, 3, 2, 5])[0]
    if kind == "maze":
        return _make_maze(random)
    if kind == "plane":
        start, goal, runner = _runner(random, None, [(random.randint(-5, 5), random.randint(-5, 5))])
        text = model(random, "die-path", ["[start]", *start, "[goal]", *goal])
        return Instance("die-path", text, {"free": None, "runners": [runner]}, -1)
    size, free = board_of(random, 9 if kind == "two" else 25, 0.25, least=3 if kind == "two" else 1)
    board = board_table(random, size, free)
    if kind == "board" or len(free) < 2:
        start, goal, runner = _runner(random, free, free)
        text = model(random, "die-path", board, ["[start]", *start, "[goal]", *goal])
        return Instance("die-path", text, {"free": free, "runners": [runner]}, -1)
    while True:
        first, second = _runner(random, free, free), _runner(random, free, free)
        if first[2]["start"] != second[2]["start"] and first[2]["goal"] != second[2]["goal"]:
            break
    lines = [line for one in (first, second) for line in ["[[dice]]", "[dice.start]", *one[0], "[dice.goal]", *one[1]]]
    never, lines_never = _never(random)
    ways = random.choice(["NESW", "NESW", "NE", "SW", "E", "NES"])
    lines_ways = [f'directions = "{ways}"'] if len(ways) < len(STEPS) else []
    path = ["[path]", *lines_never, *lines_ways] if lines_never or lines_ways else []
    data = {"free": free, "never": never, "ways": ways, "runners": [first[2], second[2]]}
    return Instance("die-path", model(random, "die-path", board, path, lines), data, -1)


def options(random):
    """Give the options of `tumble new` for an instance of any size."""
    columns = random.choice([0, 5, 20, 100, 300])
    return ["--columns", columns, "--blocked", columns * columns // random.choice([4, 8, 20])] if columns else []


def _never(random):
    """Faces that are never on top, and the line that says so."""
    faces = random.choices(range(1, 7), k=random.choice([0, 0, 0, 0, 1, 1, 2]))
    return faces, [f"never = {faces}"] if faces or chance(random, 0.05) else []


def _make_maze(random):
    """Make a path that labels, gates, directions or a sum make hard."""
    size, free = board_of(random, 16, 0.15)
    start_lines, goal_lines, runner = _runner(random, free, free)
    share = random.choice([0, 0.1, 0.3, 0.6])
    labels = {cell: random.randint(1, 6) for cell in free if chance(random, share)}
    gates = bool(labels) and chance(random, 0.5)
    ways = random.choice(["NESW", "NESW", "NE", "ES", "SW", "NW", "E", "NES"])
    objective, (values, weights, faces, weighed) = "rolls", values_of(random, size, free, 0.4)
    if chance(random, 0.7 if len(ways) < 3 else 0.4):
        # A maximum needs directions that make no circle.
        objective = random.choice(["min-tops", "min-bottoms", "max-tops", "max-bottoms"][: 4 if len(ways) < 3 else 2])
    trip = not objective.startswith("max") and chance(random, 0.2)
    path = [f'directions = "{ways}"'] if len(ways) < 4 or chance(random, 0.2) else []
    path += ["round-trip = true"] if trip else []
    never, lines_never = _never(random)
    path += lines_never
    data = runner | {"free": free, "labels": labels, "gates": gates, "ways": ways, "trip": trip, "never": never}
    data["sum"] = None
    board = [board_table(random, size, free, labels)]
    board += [f'labels = "{"gate" if gates else "top"}"'] if gates or (labels and chance(random, 0.2)) else []
    named = [f'objective = "{objective}"'] if objective != "rolls" or chance(random, 0.3) else []
    if objective == "rolls":
        faces = []
    else:
        data["sum"], board = (objective.endswith("bottoms"), values, weights), board + weighed
    if trip:
        goal_lines = []
        data |= {"goal": data["start"], "ends": agreeing({}, "left" if data["dice"][0] in LEFT else "right")}
    elif len(goal_lines) > 1 and chance(random, 0.2):
        # Any cell, but so that the die lies in a certain way.
        goal_lines, data["goal"] = goal_lines[1:], None
    goal = ["[goal]", *goal_lines] if goal_lines else []
    tables = [board, ["[start]", *start_lines], goal, ["[path]", *path] if path else [], faces]
    random.shuffle(tables)
    text = model(random, "die-path", named, *tables)
    return Instance("die-path", text, data, 1 if objective.startswith("max") else -1)


def game(data):
    """Give the game of a die path. A state: for each die its cell and its faces."""
    if "labels" in data:
        return _game_of_maze(data)
    free, runners = data["free"], data["runners"]
    if free is None:
        # No shortest way on the plane is more than six rolls longer than the distance, and none of five more leaves this box.
        axes = list(zip(runners[0]["start"], runners[0]["goal"], strict=True))
        xs, ys = [range(min(axis) - 6, max(axis) + 7) for axis in axes]
        free = [(x, y) for x in xs for y in ys]
    free, several, never, ways = set(free), len(runners) > 1, data.get("never", []), data.get("ways", STEPS)

    def steps(state):
        found = []
        for i, (cell, die) in enumerate(state):
            for way in ways:
                after, turned = moved(cell, way), rolled(die, way)
                if after in free and turned[0] not in never and all(after != other for other, _ in state):
                    new = (*state[:i], (after, turned), *state[i + 1 :])
                    found.append((f"{i + 1}{way}" if several else way, new))
        return found

    def is_goal(state):
        return all(cell == one["goal"] and die in one["ends"] for (cell, die), one in zip(state, runners, strict=True))

    starts = [()]
    for one in runners:
        starts = [(*start, (one["start"], die)) for start in starts for die in one["dice"] if die[0] not in never]
    return Game(starts, steps, is_goal, lambda state: tuple(corner(die) for _, die in state))


def _game_of_maze(data):
    """Give the game of one die on a board with labels. A state: cell, die, whether it has rolled."""
    labels, free = data["labels"], set(data["free"])

    def cost(state):
        place, values, weights = data["sum"]
        return values[state[1][place]] * weights[state[0]]

    def steps(state):
        cell, die, _ = state
        found = []
        for way in data["ways"]:
            after, new = moved(cell, way), rolled(die, way)
            shown = (die if data["gates"] else new)[0]
            if after in free and labels.get(after, shown) == shown and new[0] not in data["never"]:
                found.append((way, (after, new, True)))
        return found

    def is_goal(state):
        cell, die, has_rolled = state
        return data["goal"] in (None, cell) and die in data["ends"] and (has_rolled or not data["trip"])

    start = data["start"]
    dice = [die for die in data["dice"] if data["gates"] or labels.get(start, die[0]) == die[0]]
    starts = [(start, die, False) for die in dice if die[0] not in data["never"]]
    return Game(starts, steps, is_goal, lambda state: (corner(state[1]),), cost=data["sum"] and cost)


def named(solution):
    """Give the start orientations of a solution, which it names only where the model leaves them open, if at all, and its moves."""
    starts = solution.get("starts", solution.get("start")) or []
    starts = starts if isinstance(starts, list) else [starts]
    return tuple(die_of(start.get("die", start)) for start in starts), solution["moves"]
