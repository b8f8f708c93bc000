"""Block mazes: random instances, and their game by rules that share nothing with tumble."""

from itertools import permutations

from cross_check.dice import tipped
from cross_check.games import Game
from cross_check.instances import Instance, board_of, board_table, chance, model

SHARE = 3
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


def make(random):
    """Make a box on a board, and a goal that random tips reach or that is anywhere."""
    size, free = board_of(random, 25, 0.1, least=12)
    places = _lying(free, random.choice([(1, 1, 2), (1, 1, 2), (1, 2, 3), (1, 1, 1), (2, 2, 2), (1, 1, 3), (1, 2, 2)]))
    if not places:
        places = _lying(free, (1, 1, 1))
    start = random.choice(places)
    reached = [start]
    for place in reached:
        reached += [after for _, after in tipped(place) if after in places and after not in reached]
    goal = random.choice(places if chance(random, 0.3) else reached)
    lies = [f"size = {list(goal[2:])}"] if goal[2:] != start[2:] or chance(random, 0.2) else []
    ends = [["[start]", f"cell = {list(start[:2])}"], ["[goal]", f"cell = {list(goal[:2])}", *lies]]
    random.shuffle(ends)
    text = model(random, "block-maze", f"size = {list(start[2:])}", *ends, board_table(random, size, free))
    return Instance("block-maze", text, {"places": set(places), "start": start, "goal": goal}, -1)


def options(random):
    """Give the options of `tumble new` for an instance of any size."""
    columns, size = random.choice([6, 10, 30]), random.choice(["1x1x2", "1x2x3", "2x2x2", "1x1x3"])
    return ["--columns", columns, "--size", size, "--blocked", columns * columns // random.choice([5, 8, 20])]


def game(data):
    """Give the game of a block maze. A state: the south-west cell under the box, and its columns, rows and height."""

    def steps(state):
        return [(way, place) for way, place in tipped(state) if place in data["places"]]

    return Game([data["start"]], steps, lambda state: state == data["goal"])
