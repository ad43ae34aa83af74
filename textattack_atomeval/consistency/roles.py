"""Who did what to whom, and which way a comparison points.

Works on atoms: the claim's atom against each atom of the rewrite. A violation means
that the rewrite has the same relation the other way round, and nowhere the right way.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence

from textattack_atomeval.consistency.frames import sides_of
from textattack_atomeval.consistency.ordinals import find_ordinals
from textattack_atomeval.data import Atom, Extraction, Violation
from textattack_atomeval.lexical import content_stems, same_stem, stem

# Relations that hold both ways.
_SYMMETRIC = (
    "marry married wed meet met date dated divorced divorce border borders share"
    " shares resemble equal tie tied merge merged collaborate sibling cousin spouse"
    " friend partner neighbor neighbour differ join joined compete"
).split()
_SCALES = """older younger|taller shorter|longer shorter|larger smaller|bigger smaller
|richer poorer|higher lower|faster slower|earlier later|better worse|stronger weaker
|heavier lighter|deeper shallower|wider narrower|hotter colder|warmer cooler
|newer older|greater lesser|more less|more fewer|elder younger|brighter darker
|harder softer|louder quieter|richer cheaper|costlier cheaper|nearer farther
|closer further|before after|north south|east west|first last|largest smallest
|biggest smallest|oldest youngest|tallest shortest|longest shortest|highest lowest
|best worst|most least|earliest latest|fastest slowest|richest poorest"""
_ANTONYMS: dict[str, set[str]] = {}
for _pair in _SCALES.replace("\n", "").split("|"):
    _one, _two = _pair.split()
    _ANTONYMS.setdefault(_one, set()).add(_two)
    _ANTONYMS.setdefault(_two, set()).add(_one)
_THAN = re.compile(
    r"\b(?P<adj>more|less|fewer|better|worse|\w{3,}er)\b(?:\s+\w+){0,2}?\s+than\s+"
    r"(?P<rest>[^,;.!?]+)",
    re.IGNORECASE,
)
_NOT = re.compile(r"(?:\bnot|n['’]t|\bno|\bnever)\s+(?:\w+\s+){0,2}\Z", re.IGNORECASE)


@functools.cache
def _symmetric() -> frozenset[str]:
    return frozenset(stem(word) for word in _SYMMETRIC)


def _sides(atom: Atom) -> tuple[frozenset[str], frozenset[str], str] | None:
    """Return (agent, patient, relation) of a two-place atom, None without two."""
    words = atom.relation.lower().split()
    subject = frozenset(content_stems(atom.subject))
    thing = frozenset(content_stems(atom.object))
    content = content_stems(" ".join(w for w in words if w != "by"))
    if not subject or not thing or not content:
        return None
    passive = words[-1] == "by"
    agent, patient = (thing, subject) if passive else (subject, thing)
    return agent, patient, content[0]


def check_roles(claim: Atom, said: Sequence[Atom]) -> list[Violation]:
    """The rewrite exchanges agent and patient of the claim's relation."""
    wanted = _sides(claim)
    if wanted is None or wanted[2] in _symmetric():
        return []
    agent, patient = wanted[0] - wanted[1], wanted[1] - wanted[0]
    swapped = None
    for atom in said:
        other = _sides(atom)
        if other is None or not same_stem(other[2], wanted[2]):
            continue
        if other[0] & agent and other[1] & patient:
            return []
        if other[0] & patient and other[1] & agent:
            swapped = atom
    if swapped is None:
        return []
    reason = f"roles exchanged: {swapped.proposition}"
    return [Violation("role", reason, claim.proposition, swapped.proposition)]


_LINKS = (["is"], ["was"], ["are"], ["as"], ["called"], ["has"])
_HOLDS = frozenset(["is", "are", "was", "were", "be", "been", "makes", "make"])
_NAME = re.compile(
    r"(?:the\s+)?[A-ZÀ-Þ][\w.'’-]*(?:\s+(?:(?:of|the|de|la|von|van|der|and)\s+)?"
    r"[A-ZÀ-Þ][\w.'’-]*){0,4}\Z"
)
_NO_NAME = frozenset("It He She They This That These Those Some Many Both".split())
_TOGETHER = re.compile(r"\s*(?:along|together|and|with|as well as)\b", re.IGNORECASE)


def _frame(atom: Atom) -> tuple[str, str, frozenset[str]]:
    """Return (holder, relation, all that is said of the holder)."""
    words = atom.relation.lower().replace("co-", "").split()
    holder, other = sides_of(atom)
    relation = "".join(content_stems(" ".join(w for w in words if w != "by"))[:1])
    if not relation and words and words[-1] in _HOLDS:
        relation = "be"
    texts = [other, *(modifier.text for modifier in atom.modifiers)]
    return holder, relation, frozenset(content_stems(" ".join(texts)))


def _core(claim: Atom, content: frozenset[str]) -> frozenset[str]:
    """Return what cannot be left out of what the claim says of its holder.

    "The fifth mayor" is one person, whether or not the town is named again.
    """
    _, other = sides_of(claim)
    head = re.split(r"\s+(?:of|in)\s+", other)[0]
    rank = " ".join(m.text for m in claim.modifiers if m.kind == "ordinal")
    unique = other == claim.object and (rank or find_ordinals(head))
    core = frozenset(content_stems(f"{rank} {head}" if unique else other))
    return core or content


def check_holder(claim: Atom, text: str, rewrite: Extraction) -> list[Violation]:
    """All that the claim says of its subject is said of another name instead.

    ``text`` is the whole claim: a name that it has too is none of another.

    "Thor is the god of thunder; his father Odin is wise" for "Odin is the god of
    thunder": it counts only when no atom says it of the claim's subject. Where and
    when the other one did it matters only in a cleft ("it was Thor who …"), which may
    have another verb.
    """
    holder, relation, content = _frame(claim)
    known = frozenset(content_stems(holder))
    if not known or not content or relation in _symmetric():
        return []
    core = _core(claim, content)
    other = ""
    for atom in rewrite.atoms:
        name, its, has = _frame(atom)
        same = bool(relation) and same_stem(its, relation)
        takes_part = known & _taking_part(atom)
        if takes_part and _may_say(atom, core, same):
            return []
        says = core <= has if same else content <= has and _cleft(name, rewrite.text)
        if takes_part or not says or claim.negated != atom.negated:
            continue
        stems = set(content_stems(name))
        if not stems <= set(content_stems(text)) and _is_name(name, rewrite.text):
            aliased = _linked(known, stems, rewrite.atoms)
            other = "" if aliased else other or atom.proposition
    if not other:
        return []
    return [Violation("role", f"said of another: {other}", claim.proposition, other)]


def _may_say(atom: Atom, core: frozenset[str], same_relation: bool) -> bool:
    """True when the atom may say the core of those who take part: "Ann sold it"."""
    _, _, has = _frame(atom)
    everything = frozenset(content_stems(f"{atom.subject} {atom.object}")) | has
    return core <= everything or (
        same_relation and not content_stems(sides_of(atom)[1])
    )


def _cleft(name: str, text: str) -> bool:
    """True for "it is NAME who …"."""
    be = r"\bit(?:['’]s|\s+(?:is|was|were|has\s+been|had\s+been))"
    clause = r"[^,.;:!?]{0,40}?,?\s+(?:who|that|which)\b"
    return bool(re.search(rf"{be}\s+{re.escape(name)}{clause}", text, re.IGNORECASE))


def _is_name(phrase: str, text: str) -> bool:
    """True for capitalised words of the text, and for what a cleft picks."""
    if phrase not in text or phrase.capitalize() in _NO_NAME:
        return False
    return bool(_NAME.match(phrase)) or _cleft(phrase, text)


def _taking_part(atom: Atom) -> frozenset[str]:
    """Return the stems of subject, object and those who are "with" them."""
    beside = [m.text for m in atom.modifiers if _TOGETHER.match(m.text)]
    with_names = [text for text in beside if not re.search(r"\s(?:on|as|in)\s", text)]
    return frozenset(content_stems(" ".join([atom.subject, atom.object, *with_names])))


def _linked(known: frozenset[str], stems: set[str], said: Sequence[Atom]) -> bool:
    """True when some atom says that the one is the other, or has it at its side."""
    pairs = [
        (set(content_stems(a.subject)), set(content_stems(a.object)))
        for a in said
        if a.relation.split()[-1:] in _LINKS
    ]
    return any(
        known & one and stems & two or known & two and stems & one for one, two in pairs
    )


_KIN = (
    r"(?:friends?|fans?|colleagues?|students?|pupils?|relatives?|brothers?|sisters?"
    r"|wife|husband|sons?|daughters?|father|mother|parents?|child(?:ren)?|cousins?"
    r"|uncle|aunt|niece|nephew|grand\w+|assistants?|rivals?|neighbou?rs?|partner"
    r"|manager|agent|admirers?|followers?|namesake|lookalike|impersonator|widow"
    r"|associates?|acquaintances?|proteges?|employees?|associate|descendants?)"
)


def check_kin(claim: str, thing: str, premise: str) -> list[Violation]:
    """The claim's object stands only behind somebody else: "a friend of Ann Moe"."""
    name = thing.strip(" .")
    if not name or not name[0].isupper() or re.search(rf"\b{_KIN}\b", claim, re.I):
        return []
    place = re.escape(name)
    behind = rf"\b{_KIN}\s+(?:of|to)\s+{place}|\b{place}['’]s?\s+(?:\w+\s+)?{_KIN}\b"
    if f"by {name}" in claim:
        behind += rf"|\b(?:for|against|without)\s+{place}"
    hits = re.findall(behind, premise)
    if not hits or len(hits) < len(re.findall(rf"\b{place}", premise)):
        return []
    return [Violation("role", f"{name} → {hits[0]}", name, hits[0])]


def _comparison(text: str, left: frozenset[str]) -> list[tuple[str, int]]:
    """Return (adjective, direction) pairs; 1 when ``left`` stands before "than"."""
    found = []
    for match in _THAN.finditer(text):
        before = frozenset(content_stems(text[: match.start()]))
        after = frozenset(content_stems(match["rest"]))
        direction = 1 if left & before and not left & after else 0
        if left & after and not left & before:
            direction = -1
        if _NOT.search(text[: match.start()]):
            direction = -direction
        found.append((match["adj"].lower(), direction))
    return found


def check_comparison(claim: Atom, proposition: str, premise: str) -> list[Violation]:
    """The comparison points the other way, or the adjective is the opposite one."""
    subject = frozenset(content_stems(claim.subject))
    wanted = [c for c in _comparison(proposition, subject) if c[1]]
    if not wanted:
        return _opposite(claim, proposition, premise)
    adjective, direction = wanted[0]
    turned = ""
    for other, way in _comparison(premise, subject):
        same = other == adjective
        if not same and other not in _ANTONYMS.get(adjective, ()):
            continue
        sign = way if same else -way
        if sign == direction:
            return []
        turned = turned or (other if sign == -direction else "")
    if not turned:
        return []
    reason = f"{adjective} → {turned}, the other way round"
    return [Violation("comparison", reason, adjective, turned)]


def _opposite(claim: Atom, proposition: str, premise: str) -> list[Violation]:
    """Find "X is the older one" for "X is the younger one", said of the same X."""
    words = set(re.findall(r"[a-z]+", premise.lower()))
    subject = re.escape(claim.subject)
    for word in re.findall(r"[a-z]+", proposition.lower()):
        for other in _ANTONYMS.get(word, ()):
            if word in words or other not in words:
                continue
            frame = rf"{subject}\W+(?:is|was|are|were)\W+(?:\w+\W+){{0,3}}{other}\b"
            if re.search(frame, premise, re.IGNORECASE):
                reason = f"{word} → {other}"
                return [Violation("comparison", reason, word, other)]
    return []
