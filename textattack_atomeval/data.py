"""The frozen types that travel between the stages, each with a JSON round-trip.

``msgspec`` structs: immutable, slotted, validated on decoding with the path of the
offending field in the message. Encode with :func:`to_json`, decode with
:func:`from_json`.
"""

from __future__ import annotations

from typing import Any, Literal, TypeVar

import msgspec

ModifierKind = Literal[
    "negation",
    "time",
    "location",
    "quantity",
    "comparison",
    "ordinal",
    "exclusivity",
    "modality",
    "quantifier",
    "role",
    "attribute",
]
ViolationKind = Literal["date", "month", "quantity", "exclusivity", "ordinal"]
ExtractionStatus = Literal["ok", "empty", "failed"]
DecisionStatus = Literal["valid", "invalid", "unscored"]


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """One claim, its fixed evidence and one rewrite of the claim.

    ``victim_before`` and ``victim_after`` are the victim's labels for the claim and
    for the rewrite under the same evidence; ``extra`` keeps all other input fields.
    ``abstained`` says why a generator gave no usable rewrite, ``error`` why there is
    no result at all (a model or a server failed); ``rewrite`` may be empty then.

    Of ``extra`` the package reads ``label`` (the true verdict), ``attacked_label`` (the
    verdict under attack, REFUTED if absent, or "any"), ``result`` ("Skipped": was not
    attacked), ``mode`` and ``rewrite_evidence`` (see :attr:`evidence_changed`).
    """

    id: str
    claim: str
    rewrite: str
    evidence: str = ""
    family: str | None = None
    generator: str | None = None
    victim_before: str | None = None
    victim_after: str | None = None
    abstained: str = ""
    error: str = ""
    extra: dict[str, Any] = {}

    @property
    def evidence_changed(self) -> bool:
        """Whether the rewrite was read with other evidence than the claim was.

        An attack on a claim leaves the evidence alone (section 3.2), so such a rewrite
        is never valid. ``extra["rewrite_evidence"]`` holds what it was read with.
        """
        return bool(self.extra.get("rewrite_evidence", self.evidence) != self.evidence)


class Modifier(msgspec.Struct, frozen=True):
    """A truth-critical modifier of an atom (AtomEval section 3.3, M in SROM)."""

    kind: ModifierKind
    text: str


class Atom(msgspec.Struct, frozen=True, kw_only=True):
    """One asserted proposition: subject, relation, object, modifiers (SROM).

    ``span`` is the [start, end) character range of the atom's clause in the source
    text. ``proposition`` is h(a) of Eq. 2, the atom as a plain sentence.
    """

    subject: str
    relation: str
    object: str = ""
    modifiers: tuple[Modifier, ...] = ()
    span: tuple[int, int] | None = None
    proposition: str = ""

    @property
    def negated(self) -> bool:
        """Whether a modifier of the atom denies it."""
        return any(modifier.kind == "negation" for modifier in self.modifiers)


class Extraction(msgspec.Struct, frozen=True, kw_only=True):
    """A text, its declarative normalization and its atoms.

    ``unasserted`` holds propositions that the text only mentions (asked, reported,
    supposed, denied); they never count as atoms. ``reason`` explains a status other
    than "ok".
    """

    text: str
    declarative: str = ""
    atoms: tuple[Atom, ...] = ()
    unasserted: tuple[Atom, ...] = ()
    status: ExtractionStatus = "ok"
    reason: str = ""


class Judgement(msgspec.Struct, frozen=True):
    """NLI probabilities of one (premise, hypothesis) pair; they sum to 1.

    ``truncated`` is true when the model could not read the whole pair: such a
    judgement must never become a verdict.
    """

    entailment: float
    neutral: float
    contradiction: float
    truncated: bool = False


class Violation(msgspec.Struct, frozen=True):
    """One failed consistency check, readable by a person.

    ``expected`` is the claim's value, ``found`` what the rewrite has instead (empty
    when nothing of the kind is there). ``check`` is the name of the check.
    """

    kind: ViolationKind
    reason: str
    expected: str = ""
    found: str = ""
    check: str = ""


class AtomCheck(msgspec.Struct, frozen=True, kw_only=True):
    """How one claim atom fared against the rewrite (Eq. 1 and 2).

    ``premise`` is the premise candidate that came closest; ``entailment`` is None
    when the NLI model did not need to be asked. ``violations`` say which values of a
    lost atom the premise contradicts or lacks.
    """

    atom: Atom
    premise: str
    entailment: float | None
    entailed: bool
    violations: tuple[Violation, ...] = ()
    preserved: bool


class Decision(msgspec.Struct, frozen=True):
    """The gate's verdict H(C, C') with its reason; "unscored" is never a verdict.

    ``failed`` is only there, and true, when a stage raised an exception: the case ends
    as an error, and ``reason`` is the exception's type, place and message.
    """

    status: DecisionStatus
    reason: str = ""
    failed: bool | msgspec.UnsetType = msgspec.UNSET


class Pointer(msgspec.Struct, frozen=True):
    """Why a diagnostic fired: the atom's proposition and a note about it."""

    diagnostic: str
    atom: str
    note: str = ""


class Diagnosis(msgspec.Struct, frozen=True, kw_only=True):
    """The four diagnostics of Appendix B; None where one does not apply."""

    ev_drift: bool | None = None
    scope_loss: bool | None = None
    ev_ent: bool | None = None
    unver_add: bool | None = None
    because: tuple[Pointer, ...] = ()


class Surface(msgspec.Struct, frozen=True, kw_only=True):
    """Surface proxies of a pair; a value that was not computed has its reason.

    ``sbert`` is the cosine of claim and rewrite, ``perplexity`` that of the rewrite.
    """

    sbert: float | None = None
    perplexity: float | None = None
    not_computed: dict[str, str] = {}


class Record(msgspec.Struct, frozen=True, kw_only=True):
    """Everything known about one case after the run."""

    case: Case
    decision: Decision
    checks: tuple[AtomCheck, ...] = ()
    diagnosis: Diagnosis = Diagnosis()
    surface: Surface | None = None


class Signature(msgspec.Struct, frozen=True, kw_only=True):
    """What produced a number; printed with every report.

    ``str(signature)`` is one line of ``key:value`` fields joined by ``|``, values
    with ``|`` replaced by ``/``; fields that do not apply are left out. ``attacked`` is
    the verdict under attack or "any", ``evidence`` says whether an attack could change
    it ("fixed" or "attacked").
    """

    version: str
    extractor: str
    nli: str
    policy: str
    profile: str | None = None
    victim: str | None = None
    generator: str | None = None
    mode: str = "post-hoc"
    denominator: str = "victim-correct"
    attacked: str | None = None
    evidence: str | None = None
    seed: int | None = None

    def __str__(self) -> str:
        fields = msgspec.structs.asdict(self)
        return "|".join(
            f"{key}:{str(value).replace('|', '/')}"
            for key, value in fields.items()
            if value is not None
        )


T = TypeVar("T")


def to_json(value: msgspec.Struct) -> str:
    """Return the value as one line of JSON."""
    return msgspec.json.encode(value).decode("utf-8")


def from_json(text: str | bytes, kind: type[T]) -> T:
    """Decode ``text`` into ``kind``.

    Raises:
        msgspec.ValidationError: a field is missing or has another type.
        msgspec.DecodeError: the text is not JSON.
    """
    return msgspec.json.decode(text, type=kind)
