"""Block mazes: random instances, and their game by rules that share nothing with tumble."""

from itertools import permutations, product

from cross_check.dice import STEPS, moved, tipped
from cross_check.games import Game
from cross_check.instances import Instance, board_of, board_table, chance, model

SHARE = 3
NO_FLOOR = {"letters": {}, "bridges": {}, "switches": {}, "splitters": {}}
# A model with the keys that no shipped model has.
RARE = [
    """
puzzle = "block-maze"
size = [1, 1, 2]
board = { columns = 6, rows = 4, blocked = [[2, 2], [3, 1]] }
start = { cell = [0, 0] }
goal = { cell = [5, 3], size = [1, 1, 2] }
""",
]


def _lying(free, size):
    """All places of a box as (x, y, columns, rows, height): on free cells, with its sizes in any order."""
    return [
        (x, y, *order)
        for x, y in free
        for order in sorted(set(permutations(size)))
        if all((x + i, y + j) in free for i in range(order[0]) for j in range(order[1]))
    ]


def _floor(random, free, size, kept):
    """Draw bridges, switches, splitters and fragile cells on free cells: the letters by cell, and what each letter is."""
    cells = [cell for cell in free if cell not in kept or chance(random, 0.1)]
    random.shuffle(cells)
    letters = {letter: random.choice(["open", "closed"]) for letter in "abc"[: random.randint(0, 3)]}
    floor = {"bridges": dict(letters), "switches": {}, "splitters": {}}
    for letter in "ABC"[: random.randint(0, 3)]:
        switch = {"press": random.choice(["soft", "hard"]), "opens": [], "closes": [], "flips": []}
        for bridge in random.sample(sorted(floor["bridges"]), random.randint(0, len(floor["bridges"]))):
            switch[random.choice(["opens", "closes", "flips", "flips"])].append(bridge)
        floor["switches"][letter] = switch
    if sorted(size) == [1, 1, 2]:
        for letter in "ST"[: random.randint(0, 2)]:
            floor["splitters"][letter] = {"to": random.sample(sorted(free), 2)}
    drawn = [*floor["bridges"], *floor["switches"], *floor["splitters"]]
    drawn += [random.choice([*drawn, "~"]) for _ in range(random.randint(1, 4))]
    floor["letters"] = dict(zip(cells, drawn, strict=False))
    for kind in ("bridges", "switches", "splitters"):
        floor[kind] = {letter: what for letter, what in floor[kind].items() if letter in floor["letters"].values()}
    for switch in floor["switches"].values():
        for key in ("opens", "closes", "flips"):
            switch[key] = [bridge for bridge in switch[key] if bridge in floor["bridges"]]
    # A splitter whose cubes come to a bridge that is never there is refused.
    for cell in (cell for splitter in floor["splitters"].values() for cell in splitter["to"]):
        if floor["letters"].get(cell) in floor["bridges"]:
            floor["bridges"][floor["letters"][cell]] = "open"
    return floor


def _tables(floor, size, free):
    """The tables of a floor in a model file."""
    symbol = {**dict.fromkeys(free, "."), **floor["letters"]}
    rows = [" ".join(symbol.get((x, y), "#") for x in range(size[0])) for y in reversed(range(size[1]))]
    board = ["[board]", 'map = """', *rows, '"""']
    if floor["bridges"]:
        states = ", ".join(f'{letter} = "{state}"' for letter, state in floor["bridges"].items())
        board.append(f"bridges = {{ {states} }}")
    switches = [
        f'{letter} = {{ press = "{switch["press"]}"'
        + "".join(f", {key} = {switch[key]}" for key in ("opens", "closes", "flips") if switch[key])
        + " }"
        for letter, switch in floor["switches"].items()
    ]
    splitters = [f"{letter} = {{ to = {[list(cell) for cell in one['to']]} }}" for letter, one in floor["splitters"].items()]
    return board, ["[switches]", *switches] if switches else [], ["[splitters]", *splitters] if splitters else []


def make(random):
    """Make a box on a board, and a goal that random moves reach or that is anywhere."""
    size, free = board_of(random, 25, 0.1, least=12)
    box = random.choice([(1, 1, 2), (1, 1, 2), (1, 2, 3), (1, 1, 1), (2, 2, 2), (1, 1, 3), (1, 2, 2)])
    places = _lying(free, box)
    if not places:
        places, box = _lying(free, (1, 1, 1)), (1, 1, 1)
    start = random.choice(places)
    floor = _floor(random, free, box, _under(start)) if chance(random, 0.7) else None
    data = {"free": set(free), "start": start, "floor": floor or NO_FLOOR}
    if not _may_rest(data, start, _open(data)):
        return make(random)
    reached, steps = [(((start,)), _open(data))], game({**data, "goal": None}).steps
    for state in reached[:300]:
        reached += [after for _, after in steps(state) if after not in reached]
    rests = [place for place in places if _may_rest(data, place, None)]
    goal = random.choice(rests if chance(random, 0.3) else [pieces[0] for pieces, _ in reached if len(pieces) == 1])
    lies = [f"size = {list(goal[2:])}"] if goal[2:] != start[2:] or chance(random, 0.2) else []
    ends = [["[start]", f"cell = {list(start[:2])}"], ["[goal]", f"cell = {list(goal[:2])}", *lies]]
    random.shuffle(ends)
    board = _tables(floor, size, free) if floor else [board_table(random, size, free)]
    text = model(random, "block-maze", f"size = {list(start[2:])}", *ends, *filter(None, board))
    return Instance("block-maze", text, {**data, "goal": goal}, -1)


def options(random):
    """Give the options of `tumble new` for an instance of any size."""
    columns, size = random.choice([6, 10, 30]), random.choice(["1x1x2", "1x2x3", "2x2x2", "1x1x3"])
    floor = ["--bridges", random.randint(1, 4), "--fragile", random.randint(0, 4)] if chance(random, 0.5) else []
    floor += ["--splitters", random.randint(1, 2)] if floor and size == "1x1x2" else []
    return ["--columns", columns, "--size", size, "--blocked", columns * columns // random.choice([5, 8, 20]), *floor]


def _under(box):
    """The cells under a box, row by row from the south."""
    x, y, columns, rows, _ = box
    return [(x + i, y + j) for j in range(rows) for i in range(columns)]


def _open(data):
    """The bridges that are open at the start."""
    return frozenset(letter for letter, state in data["floor"]["bridges"].items() if state == "open")


def _is_there(data, cell, opened):
    """Whether a cell holds a piece while these bridges are open; with None, whether it ever may."""
    letter = data["floor"]["letters"].get(cell)
    return cell in data["free"] and (opened is None or letter not in data["floor"]["bridges"] or letter in opened)


def _may_rest(data, box, opened):
    """Whether the whole box may be somewhere."""
    under = _under(box)
    stands_badly = len(under) == 1 and data["floor"]["letters"].get(under[0]) == "~"
    return all(_is_there(data, cell, opened) for cell in under) and not stands_badly


def _pressed(data, cells, stands, opened):
    """The open bridges after a piece has come to cells."""
    opened = set(opened)
    for cell in cells:
        switch = data["floor"]["switches"].get(data["floor"]["letters"].get(cell))
        if switch and (stands or switch["press"] == "soft"):
            opened |= set(switch["opens"])
            opened -= set(switch["closes"])
            opened ^= set(switch["flips"])
    return frozenset(opened)


def _apart(data, cells, opened):
    """The state with two cubes, which are the box if they are neighbours; None if one of them falls."""
    if not all(_is_there(data, cell, opened) for cell in cells):
        return None
    (x, y), (u, v) = cells
    if abs(x - u) + abs(y - v) == 1:
        return ((min(x, u), min(y, v), abs(x - u) + 1, abs(y - v) + 1, 1),), opened
    return tuple((*cell, 1, 1, 1) for cell in cells), opened


def _box_steps(data, box, opened):
    """The tips of the whole box."""
    for way, after in tipped(box):
        if not _may_rest(data, after, opened):
            continue
        under = _under(after)
        then = _pressed(data, under, len(under) == 1, opened)
        splitter = data["floor"]["splitters"].get(data["floor"]["letters"].get(under[0])) if len(under) == 1 else None
        if not all(_is_there(data, cell, then) for cell in under):
            continue
        state = _apart(data, splitter["to"], then) if splitter else ((after,), then)
        if state:
            yield way, state


def _cube_steps(data, cubes, opened):
    """The steps of two cubes: capitals are those of the first."""
    cells = [cube[:2] for cube in cubes]
    for i, way in product((0, 1), STEPS):
        to = moved(cells[i], way)
        if to == cells[1 - i] or not _is_there(data, to, opened):
            continue
        state = _apart(data, [to, cells[1]] if i == 0 else [cells[0], to], _pressed(data, [to], False, opened))
        if state:
            yield way if i == 0 else way.lower(), state


def game(data):
    """Give the game of a block maze. A state: the box or its two cubes, and the open bridges.

    A piece is the south-west cell under it, and its columns, rows and height.
    """

    def steps(state):
        pieces, opened = state
        return list(_box_steps(data, pieces[0], opened) if len(pieces) == 1 else _cube_steps(data, pieces, opened))

    return Game([((data["start"],), _open(data))], steps, lambda state: state[0] == (data["goal"],))
