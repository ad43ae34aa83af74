"""Types: JSON round trips, validation messages and the signature line."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from textattack_atomeval import data

TEXT = st.text(max_size=30)
VIOLATIONS = get_args(data.ViolationKind)
ATOMS = st.builds(
    data.Atom,
    subject=TEXT,
    relation=TEXT,
    object=TEXT,
    modifiers=st.tuples(st.builds(data.Modifier, st.just("time"), TEXT)),
    span=st.none() | st.tuples(st.integers(0, 9), st.integers(0, 9)),
    proposition=TEXT,
)
CHECKS = st.builds(
    data.AtomCheck,
    atom=ATOMS,
    premise=TEXT,
    entailment=st.none() | st.floats(0, 1),
    entailed=st.booleans(),
    violations=st.tuples(
        st.builds(data.Violation, st.sampled_from(VIOLATIONS), TEXT, TEXT, TEXT)
    ),
    preserved=st.booleans(),
)
RECORDS = st.builds(
    data.Record,
    case=st.builds(data.Case, id=TEXT, claim=TEXT, rewrite=TEXT),
    decision=st.builds(data.Decision, st.sampled_from(["valid", "invalid"]), TEXT),
    checks=st.tuples(CHECKS),
)


@given(RECORDS)
def test_round_trip(record: data.Record) -> None:
    line = data.to_json(record)
    assert "\n" not in line
    assert data.from_json(line, data.Record) == record


def test_values_are_frozen() -> None:
    with pytest.raises(AttributeError):
        data.Decision("valid").status = "invalid"  # type: ignore[misc]


def test_validation_names_the_field() -> None:
    with pytest.raises(msgspec.ValidationError, match=r"\$\.claim"):
        data.from_json('{"id": "1", "claim": 3, "rewrite": "x"}', data.Case)
    with pytest.raises(msgspec.ValidationError, match="status"):
        data.from_json('{"status": "perhaps"}', data.Decision)


def test_signature_is_one_parseable_line() -> None:
    line = str(
        data.Signature(version="1", extractor="a|b", nli="n", policy="p", seed=3)
    )
    fields = dict(part.split(":", 1) for part in line.split("|"))
    assert fields["extractor"] == "a/b"
    assert fields["seed"] == "3"
    assert "victim" not in fields


def test_an_atom_is_negated_by_its_modifiers() -> None:
    denied = data.Modifier(kind="negation", text="never")
    when = data.Modifier(kind="time", text="in 1990")
    plain = data.Atom(subject="Ann", relation="sang", modifiers=(when,))
    assert not plain.negated
    assert data.Atom(subject="Ann", relation="sang", modifiers=(when, denied)).negated
