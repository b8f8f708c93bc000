"""The notation of formulas in the heads of the encodings' files, as MathML.

A formula is written in a line of text: `Σ_{u on c} s[u] ≤ n − 1`, `c ∈ 0..C`, `[position[k] = p]`. Indices are in
brackets behind a name, `0..C` are the integers from 0 to C − 1, `0..=C` those up to C, and words may stand in place of
what has no symbol. In prose, formulas are found by their letters and signs: a name of one letter, or one with an index
or an argument, and what operators join to it.
"""

import html
import re
from dataclasses import dataclass

OPERATORS = dict.fromkeys("∈∉≤≥=≠<>·×−+∪∩∧→", "")
GREEK = "α-ωΑ-ΡΤ-Ω"
NAME = re.compile(rf"[A-Za-z{GREEK}]+")
NUMBER = re.compile(r"\d+(\.\d+)?")
# A reference to a row of an encoding, such as (4a), (R) or (P1).
ROW = re.compile(r"\((\d+[a-z]?|[A-Z]\d?)\)")
# The initial of a person's name, not a variable at the end of a sentence.
INITIAL = re.compile(r"[A-Z]\. (?!(?:In|It|If|So|The|This)\b)[A-Z]")
PRIMES = "'′"
SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+−")
SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")
# The last pair is not shown: it says that what is in it is a formula.
CLOSING = {"(": ")", "[": "]", "{": "}", "⌈": "⌉", "⟦": "⟧"}
# What may be a word of a formula; `_` joins no words.
WORD = re.compile(r"[^\W_][^\W_’'-]*(?:['’-][^\W_]*)*|'s|[.;:!?…]")
POSSESSIVE = re.compile(r"'s\b")
# A word after which a letter `a` is the variable, not the article: `a into c`.
AFTER_VARIABLE = re.compile(r"\s*(?:into|out of|of step|or)\b")
THIN = '<mspace width="0.17em"/>'


class NotationError(Exception):
    """A formula that cannot be read."""


@dataclass
class Token:
    """A piece of a line: `kind` is atom, number, article, operator, sum, text or space."""

    kind: str
    source: str
    mathml: str = ""

    @property
    def is_math(self):
        return self.kind in ("atom", "operator", "sum")


def row(parts):
    """Puts elements into one."""
    return parts[0] if len(parts) == 1 else f"<mrow>{''.join(parts)}</mrow>"


def operator(sign):
    """A sign between two terms, or a delimiter."""
    return f"<mo>{html.escape(sign)}</mo>"


def delimited(left, content, right):
    """Content in brackets of ordinary height."""
    signs = [f'<mo stretchy="false">{sign}</mo>' for sign in (left, right)]
    return f"<mrow>{signs[0]}{content}{signs[1]}</mrow>"


class Reader:
    """Splits a line into tokens. `inner`: all of it is formula; otherwise it is prose that may have formulas in it."""

    def __init__(self, source, inner):
        """Starts before the first character."""
        self.source, self.inner, self.at, self.tokens = source, inner, 0, []

    def read(self):
        """All tokens, with numbers and the letter `a` told apart by what stands beside them."""
        while self.at < len(self.source):
            self.tokens.append(self.token())
        for index, token in enumerate(self.tokens):
            if token.kind in ("number", "article"):
                token.kind = "atom" if self.is_formula(index) else "text"
        return self.tokens

    def rest(self):
        return self.source[self.at :]

    def take(self, length):
        self.at += length
        return self.source[self.at - length : self.at]

    def previous(self):
        """The last token that is no space."""
        return next((token for token in reversed(self.tokens) if token.kind != "space"), None)

    def token(self):
        character = self.source[self.at]
        if character.isspace():
            return Token("space", self.take(len(re.match(r"\s+", self.rest()).group())))
        if character in OPERATORS:
            previous = self.previous()
            sign = previous is not None and (previous.kind == "operator" or previous.source == ",")
            shown = f'<mo form="prefix">{character}</mo>' if sign and character == "−" else operator(character)
            return Token("operator", self.take(1), shown)
        if character == "/" and self.tokens and self.tokens[-1].is_math and self.rest()[1:2].isalnum():
            return Token("operator", self.take(1), '<mo lspace="0" rspace="0">/</mo>')
        if character == "Σ":
            self.take(1)
            return Token("sum", "Σ", self.sum())
        if character in "([{|⌈":
            return self.bracket(character)
        if character == "⟦":
            return self.suffixed("⟦⟧", formula(self.enclosed()))
        if character == "½":
            return Token("atom", self.take(1), "<mfrac><mn>1</mn><mn>2</mn></mfrac>")
        if character == "…" and self.inner:
            return Token("atom", self.take(1), operator("…"))
        if character == "·" or (character == "," and self.inner):
            return Token("atom", self.take(1), operator(character))
        if POSSESSIVE.match(self.rest()):
            return self.word(2)
        number, name = NUMBER.match(self.rest()), NAME.match(self.rest())
        if number:
            text = self.take(number.end())
            powered = self.rest()[:1] in ("⁹", "⁻", "²")
            token = Token("number", text, f"<mn>{text}</mn>")
            return self.suffixed(text, token.mathml) if powered else self.range(token)
        return self.name(name.group()) if name else self.word(1)

    def sum(self):
        """The sum's sign with its range, behind the sign."""
        subscript = re.match(r"_(\w(?:,\w)*)", self.rest())
        if self.rest().startswith("_{"):
            self.take(1)
            below = formula(self.enclosed())
        elif subscript:
            self.take(subscript.end())
            below = formula(subscript.group(1))
        else:
            return "<mo>∑</mo>"
        return f"<munder><mo>∑</mo>{below}</munder>"

    def enclosed(self):
        """What is between the bracket at hand and its partner; goes behind that."""
        opening, depth = self.source[self.at], 0
        for index in range(self.at, len(self.source)):
            depth += {opening: 1, CLOSING[opening]: -1}.get(self.source[index], 0)
            if depth == 0:
                content = self.source[self.at + 1 : index]
                self.at = index + 1
                return content
        raise NotationError(f"no {CLOSING[opening]} in {self.source!r}")

    def bracket(self, opening):
        """A set, a condition that counts as 0 or 1, a tuple, a term or a size; in prose also a bracket of the text."""
        start, previous = self.at, self.previous()
        after_operator = previous is not None and previous.kind in ("operator", "sum")
        if opening == "|":
            content, self.at = self.source[start + 1 :].split("|", 1)[0], self.source.index("|", start + 1) + 1
            return self.suffixed(self.source[start : self.at], delimited("|", formula(content), "|"))
        if opening == "(" and not after_operator and ROW.match(self.rest()):
            return self.word(ROW.match(self.rest()).end())
        content = self.enclosed()
        if opening == "(" and not (self.inner or after_operator or is_tuple(content)):
            self.at = start
            return self.word(1)
        return self.suffixed(self.source[start : self.at], delimited(opening, formula(content), CLOSING[opening]))

    def name(self, letters):
        """A variable, a function, or a word."""
        behind = self.source[self.at + len(letters) :]
        called = behind[:1] in ("(", "[")
        if len(letters) > 1 and not called and not behind.startswith("_"):
            return self.word(re.match(r"\w[\w’'-]*", self.rest()).end())
        previous = self.previous()
        if INITIAL.match(self.rest()) and not self.inner and not (previous and previous.kind == "operator"):
            return self.word(2)
        self.take(len(letters))
        if POSSESSIVE.match(behind):
            return Token("atom", letters, f"<mi>{letters}</mi>")
        article = letters in ("a", "A", "I") and behind[:1] not in ("[", "(", "_", *PRIMES)
        return self.range(self.suffixed(letters, f"<mi>{letters}</mi>", "article" if article else "atom"))

    def word(self, length):
        """Text of a line."""
        text = self.take(length)
        if self.inner and not WORD.fullmatch(text):
            raise NotationError(f"{text!r} in {self.source!r}")
        return Token("text", text)

    def suffixed(self, source, base, kind="atom"):
        """A name or a bracket with what is attached to it: primes, indices, powers, arguments."""
        start, above, below, argument = self.at, "", "", ""
        while self.at < len(self.source):
            character = self.source[self.at]
            if character in PRIMES and not POSSESSIVE.match(self.rest()):
                # The sign is raised by itself.
                base += '<mo lspace="0" rspace="0">′</mo>'
                self.take(1)
            elif power := re.match(r"[⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻]+", self.rest()):
                above = formula(self.take(power.end()).translate(SUPERSCRIPTS))
            elif index := re.match(r"[₀₁₂₃₄₅₆₇₈₉]+", self.rest()):
                below = formula(self.take(index.end()).translate(SUBSCRIPTS))
            elif self.rest().startswith("_{"):
                self.take(1)
                below = formula(self.enclosed())
            elif subscript := re.match(r"_(\w)", self.rest()):
                self.take(subscript.end())
                below = formula(subscript.group(1))
            elif character == "[" and not below:
                below = formula(self.enclosed())
            elif character in "([" and source[-1] not in ")]}|":
                argument += delimited(character, formula(self.enclosed()), CLOSING[character])
            else:
                break
        base = f"<mrow>{base}</mrow>" if "′" in base else base
        tag = {(True, True): "msubsup", (True, False): "msub", (False, True): "msup"}.get((bool(below), bool(above)))
        mathml = f"<{tag}>{base}{below}{above and row([above])}</{tag}>" if tag else base
        mathml = row([mathml, "<mo>&#x2061;</mo>", argument]) if argument else mathml
        return Token(kind, source + self.source[start : self.at], mathml)

    def range(self, first):
        """The integers from the token on, if a range follows: `0..C` without its end, `0..=C` with it."""
        match = re.match(r"\.\.(=?)((?:\d+|[A-Za-z])(?:[·−+](?:\d+|[A-Za-z]))*)", self.rest())
        if not match:
            return first
        self.take(match.end())
        included, last = match.groups()
        numbers = first.source.isdigit() and last.isdigit()
        if numbers:
            final = int(last) - (not included)
            inner = range(int(first.source) + 1, final)
            parts = [f"<mn>{number}</mn>" for number in inner] if len(inner) < 2 else ["<mo>…</mo>"]
            parts = [first.mathml, *parts, f"<mn>{final}</mn>"]
        else:
            parts = [first.mathml, "<mo>…</mo>", formula(last if included else f"{last} − 1")]
        return Token("atom", first.source + match.group(), delimited("{", operator(",").join(parts), "}"))

    def is_formula(self, index):
        """Whether a number or a letter `a` belongs to a formula."""
        before = [token for token in self.tokens[:index] if token.kind != "space"][-1:]
        after = [token for token in self.tokens[index + 1 :] if token.kind != "space"][:1]
        operators = ("operator", "sum")
        if any(token.kind in operators for token in before) or any(token.kind == "operator" for token in after):
            return True
        if self.tokens[index].kind == "number":
            glued = self.tokens[index + 1 : index + 2]
            factor = bool(after) and (after[0].kind == "sum" or (after[0].kind == "atom" and "[" in after[0].source))
            return self.inner or factor or (bool(glued) and glued[0].kind == "atom")
        if self.tokens[index].source == "A":
            return self.inner or (bool(before) and before[0].source[-1] not in ".:*")
        if before and before[0].source in ("the", "let"):
            return True
        behind = "".join(token.source for token in self.tokens[index + 1 :])
        return (self.inner and (not after or bool(AFTER_VARIABLE.match(behind)))) or behind[:1] in (".", ")")


def is_tuple(content):
    """Whether a bracket in prose has nothing but formula in it."""
    try:
        tokens = [token for token in Reader(content, inner=True).read() if token.kind != "space"]
    except NotationError:
        return False
    if any(token.kind == "text" for token in tokens):
        return False
    return bool(re.search(rf"[A-Za-z{GREEK}]", content)) and (len(tokens) > 1)


def joined(left, right):
    """Whether a space between two pieces of formula is one within a formula: `2 n[u]`, `[c = h] w[t]`."""
    beside = "sum" in (left.kind, right.kind) or "operator" in (left.kind, right.kind)
    return beside or left.source.endswith("]") or left.source.isdigit()


def formula(source):
    """A whole text as one formula: the elements within <math>.

    >>> formula("x[t] ≤ 1")
    '<mrow><msub><mi>x</mi><mi>t</mi></msub><mo>≤</mo><mn>1</mn></mrow>'
    >>> formula("Σ_u s")
    '<mrow><munder><mo>∑</mo><mi>u</mi></munder><mi>s</mi></mrow>'
    >>> formula("0..2")
    '<mrow><mo stretchy="false">{</mo><mn>0</mn><mo>,</mo><mn>1</mn><mo stretchy="false">}</mo></mrow>'
    >>> formula("x = 3 @")
    Traceback (most recent call last):
    notation.NotationError: '@' in 'x = 3 @'
    """
    parts, tokens = [], Reader(source, inner=True).read()
    for index, token in enumerate(tokens):
        beside = [
            other.kind if other else None for other in (neighbour(tokens, index, -1), neighbour(tokens, index, 1))
        ]
        if token.is_math:
            parts.append(token.mathml)
        elif token.kind == "text":
            # The word spaces of text, at its ends too, are not those of a formula.
            parts.append(f"<mtext>{html.escape(token.source)}</mtext>")
        elif "text" in beside and "operator" not in beside and None not in beside:
            parts.append("<mtext>&#xA0;</mtext>")
        elif beside == ["atom", "atom"]:
            parts.append(THIN)
    return row(parts).replace("</mtext><mtext>", "")


def neighbour(tokens, index, step):
    """The token beside another one."""
    return tokens[index + step] if 0 <= index + step < len(tokens) else None


def math(content, display=False):
    """The element for a formula, in the style of a line of its own or within a text."""
    style = ' displaystyle="true"' if display else ""
    return f"<math{style}>{content}</math>"


def line(source):
    """A formula in a line of its own; with many words, a text with formulas: only text is broken into lines."""
    words = [token for token in Reader(source, inner=True).read() if token.kind == "text"]
    if len(source) > 60 and len(words) > 2:
        return prose(source, display=True, inner=True)
    return math(formula(source), display=True)


def prose(source, display=False, inner=False):
    """A text with its formulas as elements.

    Articles, initials, numbers and references to rows are text:

    >>> prose("A row of A. Turing, (1), has a term a + 1 for 24 cells.")
    'A row of A. Turing, (1), has a term <math><mrow><mi>a</mi><mo>+</mo><mn>1</mn></mrow></math> for 24 cells.'
    """
    tokens, output, run = Reader(source, inner).read(), [], []

    def finish(behind=""):
        if run:
            shown = math(row(list(run)), display)
            # Punctuation stays on the line of the formula before it.
            tied = behind[:1] in tuple(".,;:)")
            output.append(f'<span class="tied">{shown}{behind[0]}</span>' if tied else shown)
            run.clear()
            return behind[1:] if tied else behind
        return behind

    for index, token in enumerate(tokens):
        left, right = neighbour(tokens, index, -1), neighbour(tokens, index, 1)
        if token.is_math:
            run.append(token.mathml)
        elif token.kind == "space" and left and right and left.is_math and right.is_math and joined(left, right):
            if "operator" not in (left.kind, right.kind):
                run.append(THIN)
        else:
            output.append(finish(token.source))
    finish()
    return "".join(output)
