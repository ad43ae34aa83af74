"""Foreign text made safe to show in each format; pure."""

from __future__ import annotations

import html
import re
import unicodedata

# Cc controls, Cf bidi and zero-width, Cs lone surrogates, Zl and Zp line breaks:
# what a reader cannot see, or what makes him see another order than is there.
HIDDEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
SHORT = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
FORMULA = frozenset("=+-@＝＋－＠")
MARKDOWN = re.compile(r"([\\`*_{}\[\]|~#])")
ESCAPE = re.compile(r"\\[nrt]|\\u[0-9a-f]{4}|\\U[0-9a-f]{8}")
LATEX = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "_": r"\_",
    "%": r"\%",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "–": "--",
    "−": "$-$",
    "≥": r"$\geq$",
    "≤": r"$\leq$",
}


def visible(text: str) -> str:
    """Return one line in which invisible and bidi characters stand as escapes."""
    return "".join(_shown(char) for char in text)


def _shown(char: str) -> str:
    if unicodedata.category(char) not in HIDDEN:
        return char
    code = ord(char)
    return SHORT.get(char) or (f"\\u{code:04x}" if code < 65536 else f"\\U{code:08x}")


def markdown(text: str) -> str:
    """Return ``text`` as it should read in a Markdown table, not as markup."""
    return html.escape(MARKDOWN.sub(r"\\\1", visible(text)), quote=False)


def latex(text: str) -> str:
    """Return ``text`` as it should read in LaTeX."""
    return "".join(LATEX.get(char, char) for char in visible(text))


def cell(text: str) -> str:
    """Return ``text`` so that no spreadsheet runs it as a formula.

    A quote goes before a leading ``= + - @`` (full-width ones too), also when blanks,
    controls or zero-width characters stand before it, and before a leading one of
    those themselves.
    """
    rest = text.lstrip()
    while rest and (unicodedata.category(rest[0]) in HIDDEN or rest[0].isspace()):
        rest = rest[1:]
    risky = bool(text) and unicodedata.category(text[0]) in HIDDEN
    if risky or rest[:1] in FORMULA and rest:
        return "'" + visible(text)
    return visible(text)


def uncell(text: str) -> str:
    """Return what :func:`cell` was given.

    Two kinds of text cannot be told from others: one that spells an escape itself comes
    back as what it spells, and a formula behind a quote of its own without the quote.
    """
    plain = ESCAPE.sub(_unshown, text)
    quoted = plain.startswith("'") and cell(plain[1:]) == text
    return plain[1:] if quoted else plain


def _unshown(match: re.Match[str]) -> str:
    short = {value: key for key, value in SHORT.items()}
    found = match[0]
    if found in short:
        return short[found]
    char = chr(int(found[2:], 16)) if int(found[2:], 16) < 0x110000 else ""
    # Lone surrogates cannot be written again; what is visible was never escaped.
    hidden = char and unicodedata.category(char) in HIDDEN - {"Cs"}
    return char if hidden else found


def width(text: str) -> int:
    """Return how many columns ``text`` takes on a terminal."""
    return sum(
        0 if unicodedata.combining(c) else 1 + (unicodedata.east_asian_width(c) in "WF")
        for c in text
    )
