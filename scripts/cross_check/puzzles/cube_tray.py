"""Trays of cubes: random instances, and their game by rules that share nothing with tumble."""

from cross_check.dice import PLACES, STEPS, agreeing, orientations, rolled
from cross_check.games import Game
from cross_check.instances import Instance, chance, drawn, model

SHARE = 3


# A cube with one black face and a coloured one opposite: where the black face is, by letter.
SIX = {"k": (1, 2, 0, 0, 0, 0), "c": (2, 1, 0, 0, 0, 0), "n": (0, 0, 1, 2, 0, 0), "s": (0, 0, 2, 1, 0, 0)}
SIX |= {"e": (0, 0, 0, 0, 1, 2), "w": (0, 0, 0, 0, 2, 1)}


def _letters(cube, places=("top", "north", "east", "south", "west")):
    """The word of a cube at full length: the letters on these faces."""
    return "".join(cube[PLACES.index(place)] for place in places)


def _faces(random, letters):
    """Draw the letters of a cube, and write them as in a model."""
    faces = tuple(random.sample(letters, 6) if len(letters) == 6 else random.choices(letters, k=6))
    pairs = ", ".join(f'{place} = "{letter}"' for place, letter in zip(PLACES, faces, strict=True))
    return faces, f"faces = {{ {pairs} }}"


def _two_kinds(random):
    """Like `_kind_of_cubes`, of two kinds that do not look alike. All six letters tell them apart."""
    faces, lines = zip(*(_faces(random, "AB" if chance(random, 0.7) else "ABC") for _ in range(2)), strict=True)
    kinds = [{faces: None} | dict.fromkeys(orientations(faces)) for faces in faces]
    if kinds[0].keys() & kinds[1].keys():
        return _two_kinds(random)
    places = ("top", "north", "east", "south", "west", "bottom")
    poses = {_letters(cube, places): cube for kind in kinds for cube in kind}
    names = {cube: name for name, kind in zip(("one", "two"), kinds, strict=True) for cube in kind}
    return ["[cubes.one]", lines[0], "[cubes.two]", lines[1]], random.choice(["_", "__"]), poses, names


def _kind_of_cubes(random):
    """The lines of a model that say what its cubes are, the word of a hole, each pose by its word, and the names of cubes."""
    kind = random.choice(["six-states", "six-states", "oriented", "oriented", "lettered", "two kinds"])
    if kind == "two kinds":
        return _two_kinds(random)
    if kind == "six-states":
        return ['cubes = "six-states"'] if chance(random, 0.2) else [], "_", SIX, {}
    if kind == "oriented":
        hand = random.choice(["left", "right"])
        told = [f'handedness = "{hand}"'] if hand == "left" or chance(random, 0.5) else []
        return ['cubes = "oriented"', *told], "__", {f"{die[0]}{die[2]}": die for die in agreeing({}, hand)}, {}
    faces, line = _faces(random, random.choice(["AB", "AB", "ABC", "ABCDEF"]))
    poses = {_letters(cube): cube for cube in {faces: None} | dict.fromkeys(orientations(faces))}
    return ["[cube]", line], random.choice(["_", "__"]), poses, {}


def _tray_start(random, tray, poses, hole):
    """What is drawn of a start: letters may lack that tell nothing, or only from the pose that is given, the first."""
    given = next(iter(poses))

    def cut(word):
        if len(word) < len(PLACES) - 1 or chance(random, 0.3):
            return word
        short = word[: random.randint(1, len(word))]
        fits = [name for name in poses if name.startswith(short)]
        return short if fits == [word] or (word == given and len(fits) > 1) else word

    names = {cube: word for word, cube in poses.items()}
    return {cell: hole if cube is None else cut(names[cube]) for cell, cube in tray.items()}


def _tray_goal(random, tray, poses, hole):
    """What is drawn of a goal: the tray, parts of it or changes of it; what cells may hold; whether all may be the hole."""
    words, allowed = {}, {}
    names = {cube: word for word, cube in poses.items()}
    share, wrong = random.choice([0, 0, 0.2, 0.5]), random.choice([0, 0, 0.1, 0.3])
    length = len(next(iter(poses)))
    for cell, cube in tray.items():
        word = hole if cube is None else names[cube]
        if cube is not None and chance(random, wrong):
            word = random.choice(list(poses))
        if chance(random, share):
            if cube is None or length == 1:
                word = "?" * min(length, 2)
            else:
                word = "".join(random.choice([letter, "?"]) for letter in word)
        if length > 2 and cube is not None and chance(random, share):
            word = word[: random.randint(1, length)]
        words[cell] = word
    is_anywhere = chance(random, 0.25)
    if is_anywhere:
        words = {cell: random.choice(list(poses)) if "_" in word else word for cell, word in words.items()}
    hole_drawn = any("_" in word for word in words.values())
    for cell, word in words.items():
        fits = [pose for name, pose in poses.items() if all(w in ("?", n) for w, n in zip(word, name, strict=False))]
        allowed[cell] = set() if "_" in word else set(fits)
        if is_anywhere or "_" in word or (set(word) == {"?"} and not hole_drawn):
            allowed[cell].add(None)
    return words, allowed, is_anywhere


def make(random):
    """Make a tray and a goal that random rolls reach, some of it left open or changed."""
    head, empty, poses, names = _kind_of_cubes(random)
    size = random.choice([(2, 2), (2, 2), (1, 3), (3, 1), (2, 3), (3, 2)])
    cells = [(x, y) for x in range(size[0]) for y in range(size[1])]
    hole = random.choice(cells)
    tray = {cell: None if cell == hole else random.choice(list(poses.values())) for cell in cells}
    if names:
        words = {cube: word for word, cube in poses.items()}
        start = [drawn(size, {cell: empty if cube is None else words[cube] for cell, cube in tray.items()})]
        if chance(random, 0.5):
            named = {cell: empty if cube is None else names[cube] for cell, cube in tray.items()}
            start.append(drawn(size, named).replace("map", "cubes", 1))
    else:
        start = [drawn(size, _tray_start(random, tray, poses, empty))]
    data = {"tray": dict(tray), "cells": cells}
    for _ in range(random.choice([0, 2, 5, 9, 14, 20])):
        way = random.choice(list(STEPS))
        source = (hole[0] - STEPS[way][0], hole[1] - STEPS[way][1])
        if source in tray:
            tray[hole], tray[source], hole = rolled(tray[source], way), None, source
    words, data["allowed"], is_anywhere = _tray_goal(random, tray, poses, empty)
    hole_line = ['hole = "any"'] if is_anywhere else []
    text = model(random, "cube-tray", head, "[start]", *start, "[goal]", *hole_line, drawn(size, words))
    return Instance("cube-tray", text, data, -1)


def options(random):
    """Give the options of `tumble new` for an instance of any size."""
    columns, rows = random.choice([(2, 2), (2, 3), (3, 2), (3, 3), (3, 3)])
    kind = random.choice([[], ["--oriented"], ["--faces", "WWRRBB"]])
    return ["--columns", columns, "--rows", rows, "--rolls", random.randint(4, 40), *kind]


def game(data):
    """Give the game of a tray. A state: the cube on each cell, None for the hole."""
    cells, allowed = data["cells"], data["allowed"]
    index = {cell: i for i, cell in enumerate(cells)}

    def steps(state):
        found, hole = [], state.index(None)
        for way, (dx, dy) in STEPS.items():
            source = index.get((cells[hole][0] - dx, cells[hole][1] - dy))
            if source is not None:
                new = list(state)
                new[hole], new[source] = rolled(state[source], way), None
                found.append((way, tuple(new)))
        return found

    def is_goal(state):
        return all(cube in allowed[cell] for cell, cube in zip(cells, state, strict=True))

    return Game([tuple(data["tray"][cell] for cell in cells)], steps, is_goal)
