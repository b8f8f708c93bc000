"""Dice as tuples of faces: what the instances and the brute force share. Nothing of it comes from tumble."""

PLACES = ("top", "bottom", "north", "south", "east", "west")
STEPS = {"N": (0, 1), "E": (1, 0), "S": (0, -1), "W": (-1, 0)}


def rolled(die, way):
    """What a die, its faces in the order of PLACES, is after a roll. The faces may be numbers, colours, anything."""
    t, b, n, s, e, w = die
    return {"N": (s, n, t, b, e, w), "E": (w, e, n, s, t, b), "S": (n, s, b, t, e, w), "W": (e, w, n, s, b, t)}[way]


def tipped(box):
    """Where a box (x, y, columns, rows, height) is after a tip, with the letter of the tip."""
    x, y, columns, rows, height = box
    return [
        ("N", (x, y + rows, columns, height, rows)),
        ("E", (x + columns, y, height, rows, columns)),
        ("S", (x, y - height, columns, height, rows)),
        ("W", (x - height, y, height, rows, columns)),
    ]


def orientations(die):
    """All orientations that rolling makes of a die."""
    found, todo = {die}, [die]
    while todo:
        die = todo.pop()
        new = {rolled(die, way) for way in STEPS} - found
        found |= new
        todo += new
    return sorted(found)


# 1, 2, 3 run clockwise around their corner; seen in a mirror, they do not.
LEFT = orientations((1, 6, 2, 5, 3, 4))
RIGHT = [(t, b, n, s, w, e) for t, b, n, s, e, w in LEFT]
DICE = {"left": LEFT, "right": RIGHT}


def agreeing(faces, handedness):
    """The dice with these faces: of this handedness, or of the other one where the faces say so."""
    other = "left" if handedness == "right" else "right"
    for hand in (handedness, other):
        found = [die for die in DICE[hand] if all(die[PLACES.index(place)] == face for place, face in faces.items())]
        if found:
            return found
    raise ValueError(f"no die has {faces}")


def corner(die):
    """The three faces by which solutions name a die."""
    return die[0], die[2], die[4]


def moved(cell, way):
    """The cell next to a cell."""
    return cell[0] + STEPS[way][0], cell[1] + STEPS[way][1]


def random_die(random, key, default="right", with_handedness=True):
    """Lines of a table for a die that is given in full, in part or not at all, and the dice that agree."""
    hand = random.choice(["left", "right"])
    die = random.choice(DICE[hand])
    kind = random.choices(["full", "more", "part", "none"], [5, 1, 2, 2])[0]
    if kind in ("full", "more"):
        places = [random.choice(PLACES[i : i + 2]) for i in (0, 2, 4)]
        if kind == "more":
            places = random.sample(PLACES, random.randint(5, 6))
    else:
        places = random.sample(PLACES, random.randint(1, 2) if kind == "part" else 0)
    random.shuffle(places)
    faces = {place: die[PLACES.index(place)] for place in places}
    lines = [f"{key} = {{ {', '.join(f'{place} = {face}' for place, face in faces.items())} }}"] if faces else []
    if with_handedness and (random.random() < 0.5 or kind == "part"):
        lines.append(f'handedness = "{hand}"')
        default = hand
    return lines, agreeing(faces, default)
