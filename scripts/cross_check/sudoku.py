"""A Sudoku Cube in space: stickers that turns move. Instances are made with it, and solutions replayed."""

# Of each face: the direction out of it, and what is up and right in the net. F looks along z, U along y, R along x.
FACES = {
    "U": ((0, 1, 0), (0, 0, -1), (1, 0, 0)),
    "L": ((-1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "F": ((0, 0, 1), (0, 1, 0), (1, 0, 0)),
    "R": ((1, 0, 0), (0, 1, 0), (0, 0, -1)),
    "B": ((0, 0, -1), (0, 1, 0), (-1, 0, 0)),
    "D": ((0, -1, 0), (0, 0, 1), (1, 0, 0)),
}
# The source numbers fields: 3 times the position plus the field of a corner, 2 times for an edge; and their arrows.
NUMBERS = """
 .  .  . 16 17 26  .  .  .  .  .  .
 .  .  . 23  . 11  .  .  .  .  .  .
 .  .  . 14  3  4  .  .  .  .  .  .
17 22 13 12  2  3  5 10 25 24 16 15
21  .  9  8  .  4  5  . 14 15  . 20
19 24 11  9  6  6  7 12 23 21 18 18
 .  .  . 10  7  8  .  .  .  .  .  .
 .  .  . 25  . 13  .  .  .  .  .  .
 .  .  . 20 19 22  .  .  .  .  .  .
"""
ARROWS = [[3, 0, 0], [3, 0, 1], [2, 2, 1]]
CORNERS_OF_NET = {"U": (0, 3), "L": (3, 0), "F": (3, 3), "R": (3, 6), "B": (3, 9), "D": (6, 3)}


def _times(a, vector):
    return tuple(a * x for x in vector)


def _plus(*vectors):
    return tuple(map(sum, zip(*vectors, strict=True)))


def _dot(a, b):
    return sum(x * y for x, y in zip(a, b, strict=True))


def _turned(vector, axis):
    """A quarter turn clockwise, seen from the tip of the axis: v - (axis × v) after the part along the axis is kept."""
    (a, b, c), (x, y, z) = axis, vector
    cross = (b * z - c * y, c * x - a * z, a * y - b * x)
    return _plus(_times(_dot(axis, vector), axis), _times(-1, cross))


def _place(face, row, column):
    out, up, right = FACES[face]
    return _plus(out, _times(1 - row, up), _times(column - 1, right)), out


class Cube:
    """Stickers by where they are: (digit, what is up on them)."""

    def __init__(self, fields):
        """Make a cube of (digit, direction) by (face, row, column)."""
        self.stickers = {}
        for (face, row, column), (digit, direction) in fields.items():
            _, up, right = FACES[face]
            ways = [up, right, _times(-1, up), _times(-1, right)]
            self.stickers[_place(face, row, column)] = (digit, ways[direction])

    def turn(self, move):
        """Turn a face: U, U', U2 and so on."""
        axis = FACES[move[0]][0]
        for _ in range({"": 1, "2": 2, "'": 3}[move[1:]]):
            turned = {}
            for (at, out), (digit, up) in self.stickers.items():
                if _dot(at, axis) == 1:
                    at, out, up = _turned(at, axis), _turned(out, axis), _turned(up, axis)
                turned[at, out] = (digit, up)
            self.stickers = turned

    def fields(self):
        """(digit, direction) by (face, row, column)."""
        found = {}
        for face, (_, up, right) in FACES.items():
            ways = [up, right, _times(-1, up), _times(-1, right)]
            for row in range(3):
                for column in range(3):
                    digit, top = self.stickers[_place(face, row, column)]
                    found[face, row, column] = (digit, ways.index(top))
        return found


def solved(random):
    """A random solved cube, and the direction in which each face reads."""
    fields = {}
    for face in FACES:
        digits, direction = random.sample(range(1, 10), 9), random.randrange(4)
        fields |= {(face, i // 3, i % 3): (digit, direction) for i, digit in enumerate(digits)}
    return Cube(fields)


def scrambled(random, turns):
    """A random solved cube after random turns."""
    cube = solved(random)
    for _ in range(turns):
        cube.turn(random.choice(list(FACES)) + random.choice(["", "'", "2"]))
    return cube.fields()


def pieces():
    """The fields of each corner and of each edge, by the source's numbers."""
    corners, edges = [[None] * 3 for _ in range(8)], [[None] * 2 for _ in range(12)]
    rows = [line.split() for line in NUMBERS.strip().splitlines()]
    for face, (top, left) in CORNERS_OF_NET.items():
        for row in range(3):
            for column in range(3):
                number = rows[top + row][left + column]
                if number == ".":
                    continue
                size, list_ = (2, edges) if (row + column) % 2 else (3, corners)
                list_[int(number) // size - 1][int(number) % size] = (face, row, column)
    return corners, edges


def replayed(fields, moves):
    """What the faces show after these moves."""
    cube = Cube(fields)
    for move in moves.split():
        cube.turn(move)
    return cube.fields()


def breach(fields, symmetric, loose, solution):
    """How the moves of a solution fail to solve the cube, or None. Centres in `loose` may point anywhere."""
    shown = replayed(fields, solution["moves"])
    for face in FACES:
        said = solution["faces"][face]
        cells = [(face, row, column) for row in range(3) for column in range(3)]
        if "".join(str(shown[cell][0]) for cell in cells) != said["digits"] or sorted(said["digits"]) != list(
            "123456789"
        ):
            return f"face {face} does not show what the solution says"
        for cell in cells:
            digit, direction = shown[cell]
            off = (direction - said["direction"]) % (2 if digit in symmetric else 4)
            if off and not (face in loose and cell[1:] == (1, 1)):
                return f"on face {face} the digit {digit} is turned"
    return None
