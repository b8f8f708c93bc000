"""An instance: the text of a model file, and the same as data for the brute force; and what makers of random ones share."""

from dataclasses import dataclass, field

from cross_check.dice import agreeing, random_die


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


def chance(random, share):
    return random.random() < share


def board_of(random, most, share_blocked=0.15, least=1):
    """A size of at most `most` cells, and its free cells, at least one."""
    while True:
        columns, rows = random.randint(1, 5), random.randint(1, 5)
        if least <= columns * rows <= most:
            break
    cells = [(x, y) for y in range(rows) for x in range(columns)]
    blocked = [cell for cell in cells if chance(random, share_blocked)] if chance(random, 0.5) else []
    free = [cell for cell in cells if cell not in blocked]
    return (columns, rows), free or cells


def drawn(size, words, between=" "):
    columns, rows = size
    lines = [between.join(words[x, y] for x in range(columns)) for y in reversed(range(rows))]
    return 'map = """\n' + "\n".join(lines) + '\n"""'


def board_table(random, size, free, labels=None):
    """A table [board], drawn or in numbers; with labels it is drawn."""
    labels = labels or {}
    columns, rows = size
    cells = [(x, y) for y in range(rows) for x in range(columns)]
    blocked = [list(cell) for cell in cells if cell not in free]
    if labels or chance(random, 0.4):
        words = {cell: str(labels.get(cell, ".")) if cell in free else "#" for cell in cells}
        return "[board]\n" + drawn(size, words, random.choice(["", " "]))
    lines = [f"columns = {columns}", f"rows = {rows}"]
    lines += [f"blocked = {blocked}"] if blocked or chance(random, 0.1) else []
    return "[board]\n" + "\n".join(lines)


def values_of(random, size, free, share):
    """What faces count, what cells weigh, and how both are written: in a table of its own, and in [board]."""
    values, weights = {face: face for face in range(1, 7)}, dict.fromkeys(free, 1)
    faces, board = [], []
    if chance(random, share):
        values |= {face: random.randint(-3, 9) for face in random.sample(range(1, 7), random.randint(1, 6))}
        faces = ["[faces]", *(f"{face} = {value}" for face, value in values.items() if face != value)]
    if chance(random, share):
        weights = {cell: random.choice([-1, 0, 1, 1, 2, 10]) for cell in free}
        words = {(x, y): str(weights.get((x, y), "#")) for x in range(size[0]) for y in range(size[1])}
        board = [drawn(size, words).replace("map", "weights", 1)]
    return values, weights, faces, board


def solve_table(random):
    """Sometimes a table [solve], which options of the command line override."""
    lines = [
        f"seed = {random.randrange(100)}",
        f"threads = {random.randint(1, 2)}",
        'time-limit = "20s"',
        'lowering = "none"',
        f'backend = "{random.choice(["search", "highs", "cbc", "cp-sat", "pumpkin", "cadical"])}"',
    ]
    return ["[solve]", *random.sample(lines, random.randint(1, 3))] if chance(random, 0.1) else []


def model(random, puzzle, *parts):
    lines = [f'puzzle = "{puzzle}"']
    for part in parts:
        lines += [part] if isinstance(part, str) else part
    return "\n".join([*lines, *solve_table(random)]) + "\n"


def start_of(random, free, share_open=0.3):
    """A table [start], the cells and the dice that it allows."""
    lines, dice = random_die(random, "die")
    cell = random.choice(free)
    if chance(random, share_open):
        return (["[start]", *lines] if lines or chance(random, 0.5) else []), list(free), dice
    return ["[start]", f"cell = {list(cell)}", *lines], [cell], dice


def goal_dice_of(random, starts, arrivals=()):
    """A goal's lines and dice: an orientation that can arrive, any other one, part of one or none."""
    lines, dice = random_die(random, "die", default="left" if starts[0] in LEFT else "right", with_handedness=False)
    if arrivals and chance(random, 0.6):
        die = random.choice(list(arrivals))
        lines, dice = [f"die = {{ top = {die[0]}, north = {die[2]}, east = {die[4]} }}"], [die]
    return lines, dice


LEFT = set(agreeing({}, "left"))


def end_of(random, free, dice, share):
    """Where and how a die may end, and in some instances a table [goal] that says so."""
    goal, ends = free, agreeing({}, "left" if dice[0] in LEFT else "right")
    if not chance(random, share):
        return goal, ends, []
    lines, ends = goal_dice_of(random, dice)
    if chance(random, 0.7):
        goal = [random.choice(free)]
        lines = [f"cell = {list(goal[0])}", *lines]
    return goal, ends, ["[goal]", *lines]
