"""Mistakes in model files."""

WORDS = (
    "0 -1 1 7 9223372036854775807 -9223372036854775808 99999999999999999999 1e9 nan \"\" \"x\" [] {} true é \ufeff \0 \r \"\"\" #"
).split(" ")
LINES = [*WORDS, "[0, 0, 0]", "[-1, 5]", "{ top = 1, top = 2 }", "{ top = 7 }", "[start]", "[[dice]]", 'puzzle = "die-path"']
CHARACTERS = "09.#?k_\"] ß"


def make(random, text):
    """The text with up to four mistakes."""
    lines = text.splitlines()
    for _ in range(random.randint(1, 4)):
        at, other = random.randrange(len(lines)), random.randrange(len(lines))
        match random.choice(("drop", "repeat", "swap", "value", "insert", "character", "append")):
            case "drop" if len(lines) > 1:
                del lines[at]
            case "repeat":
                lines.insert(other, lines[at])
            case "swap":
                lines[at], lines[other] = lines[other], lines[at]
            case "value" if "=" in lines[at]:
                lines[at] = f"{lines[at].split('=')[0]}= {random.choice(LINES)}"
            case "insert":
                lines.insert(at, random.choice(LINES))
            case "character" if lines[at]:
                i = random.randrange(len(lines[at]))
                lines[at] = lines[at][:i] + random.choice(CHARACTERS) + lines[at][i + 1 :]
            case _:
                lines[at] += f" {random.choice(LINES)}"
    return "\n".join(lines) + "\n"
