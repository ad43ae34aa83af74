"""Columns, ids and notes; whole-claim rewrites by property, with the host's diff."""

from __future__ import annotations

import random
import time
from collections import OrderedDict

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from textattack.attack_results import SuccessfulAttackResult, attack_result
from textattack.goal_function_results import ClassificationGoalFunctionResult
from textattack.shared import AttackedText

from tests.attack.parts import CLAIM, EVIDENCE, pair
from textattack_atomeval.attack.texts import (
    claim_column,
    claim_of,
    columns,
    evidence_of,
    example_hash,
    notes,
    others_unchanged,
    with_claim,
)
from textattack_atomeval.errors import InputError


def text_of(**named: str) -> AttackedText:
    return AttackedText(OrderedDict(named))


@pytest.mark.parametrize(
    ("names", "wanted", "found"),
    [
        (["claim", "evidence"], None, "claim"),
        (["evidence", "claim"], None, "claim"),
        (["premise", "hypothesis"], None, "hypothesis"),
        (["hypothesis", "claim"], None, "claim"),
        (["text"], None, "text"),
        (["a", "b"], "b", "b"),
        (["claim", "evidence"], "evidence", "evidence"),
    ],
)
def test_claim_column(names: list[str], wanted: str | None, found: str) -> None:
    text = text_of(**{name: f"{name}!" for name in names})
    assert claim_column(text, wanted) == found
    assert claim_of(text, wanted) == f"{found}!"
    others = [f"{name}!" for name in names if name != found]
    assert evidence_of(text, wanted) == "\n".join(others)


@pytest.mark.parametrize(
    ("names", "wanted"),
    [(["a", "b"], None), (["claim"], "Claim"), (["Claim", "Evidence"], None)],
)
def test_claim_column_names_the_columns(names: list[str], wanted: str | None) -> None:
    text = text_of(**dict.fromkeys(names, "x"))
    with pytest.raises(InputError, match=repr(names[0])):
        claim_column(text, wanted)


@pytest.mark.parametrize(
    ("new", "same"),
    [
        (text_of(claim="other", evidence="e"), True),
        (text_of(claim="c", evidence="e "), False),
        (text_of(claim="c", evidence="é"), False),
        (text_of(evidence="e", claim="c"), False),
        (text_of(claim="c\ne"), False),
        (text_of(claim="c", evidence="e", more=""), False),
    ],
)
def test_others_unchanged(new: AttackedText, same: bool) -> None:
    assert others_unchanged(new, text_of(claim="c", evidence="e")) is same


def test_example_hash_tells_all_three_parts_apart() -> None:
    texts = [
        example_hash(text_of(claim=claim, evidence=evidence), label)
        for claim, evidence, label in [
            ("a", "b", 0),
            ("a", "b", 1),
            ("b", "a", 0),
            ("ab", "", 0),
            ("", "ab", 0),
            ("\ud800", "b", 0),
        ]
    ]
    assert len(set(texts)) == len(texts)
    assert all(len(digest) == 16 and int(digest, 16) >= 0 for digest in texts)
    assert example_hash(pair(), 1) == example_hash(pair(), 1)


def test_notes_stay_one_dictionary() -> None:
    text = pair()
    kept = notes(text)
    count = len(text.attack_attrs)
    kept["decision"] = "valid"
    assert notes(text) is kept
    assert len(text.attack_attrs) == count
    assert notes(with_claim(text, "Another claim.")) == {}
    assert "atomeval" not in text.replace_word_at_index(0, "Harbour").attack_attrs


def test_a_rewrite_knows_its_words() -> None:
    old = text_of(claim="The mill opened in 1902", evidence="It did not")
    old.attack_attrs["label_names"] = ["no", "yes"]
    new = with_claim(old, "In fact the mill opened in 1902, they say")
    assert new.words[:4] == ["In", "fact", "the", "mill"]
    attrs = new.attack_attrs
    # "The" → "In fact the" has no one-to-one counterpart; the rest moved on by two.
    assert attrs["original_index_map"].tolist() == [-1, 3, 4, 5, 6, 9, 10, 11]
    assert attrs["newly_modified_indices"] == {0, 1, 2, 7, 8}
    assert attrs["modified_indices"] == {0, 1, 2, 7, 8}
    assert attrs["label_names"] == ["no", "yes"]
    assert attrs["previous_attacked_text"] is old


def test_a_rewrite_of_a_perturbed_text_maps_from_the_first_one() -> None:
    first = text_of(claim="The old mill opened", evidence="Here")
    swapped = first.delete_word_at_index(1).replace_word_at_index(1, "press")
    new = with_claim(swapped, "Today the press opened")
    assert new.words == ["Today", "the", "press", "opened", "Here"]
    assert new.attack_attrs["original_index_map"].tolist() == [-1, -1, 2, 3, 4]
    assert new.attack_attrs["modified_indices"] == {0, 1, 2}
    assert new.attack_attrs["newly_modified_indices"] == {0, 1}


@pytest.mark.parametrize("claim", ["The mill", "mill opened", "", "!?"])
def test_a_deletion_marks_its_neighbour(claim: str) -> None:
    new = with_claim(text_of(claim="The mill opened", evidence="Here"), claim)
    (marked,) = new.attack_attrs["newly_modified_indices"]
    assert 0 <= marked < new.num_words


def test_without_any_word_nothing_is_marked() -> None:
    new = with_claim(text_of(claim="The mill"), "…")
    assert new.attack_attrs["newly_modified_indices"] == set()
    assert new.attack_attrs["original_index_map"].tolist() == [-1, -1]


def result_of(old: AttackedText, new: AttackedText) -> SuccessfulAttackResult:
    sides = [
        ClassificationGoalFunctionResult(text, np.eye(2)[side], side, 0, 0.5, 1, 0)
        for side, text in enumerate((old, new))
    ]
    return SuccessfulAttackResult(*sides)


def check(old: AttackedText, claim: str, first: AttackedText | None = None) -> None:
    """Check all that the host does with a text that it did not make itself."""
    first = first or old
    new = with_claim(old, claim)
    assert columns(new) == {**columns(old), "claim": claim}
    size, attrs = new.num_words, new.attack_attrs
    assert len(attrs["original_index_map"]) == first.num_words
    assert all(-1 <= index < size for index in attrs["original_index_map"])
    mapped = [index for index in attrs["original_index_map"] if index >= 0]
    assert mapped == sorted(set(mapped))
    fresh, modified = attrs["newly_modified_indices"], attrs["modified_indices"]
    assert bool(fresh) is bool(size)
    assert fresh <= modified <= set(range(size))
    assert first.words_diff_num(new) >= 0
    assert new.all_words_diff(first) <= set(range(size))
    result = result_of(first, new)
    with pytest.MonkeyPatch.context() as patch:
        # Guessing the language takes most of the time of a coloured diff.
        patch.setattr(attack_result, "detect", lambda text: "en")
        assert len(result.diff_color("ansi")) == len(result.diff_color("html")) == 2
        assert str(result)


WORDS = st.lists(
    st.sampled_from("The the mill opened in 1902 3.5 U.S. don't I SPLIT — é".split())
).map(" ".join)


@settings(max_examples=60)
@given(st.one_of(WORDS, st.text(max_size=60).filter(lambda s: "<SPLIT>" not in s)))
@example("")
@example("!!! … 123")
@example("\n\n")
@example("Port Elsing was founded in 1803, " * 20)
@example("水は冷たい。")
@example("\u202eЕlsing\u200b was founded")
def test_any_rewrite_of_a_claim(claim: str) -> None:
    check(pair(), claim)


@settings(max_examples=30)
@given(WORDS, WORDS)
def test_any_rewrite_of_any_claim(before: str, after: str) -> None:
    check(pair(before), after)


@settings(max_examples=20)
@given(WORDS, WORDS)
def test_any_rewrite_of_a_rewrite(once: str, twice: str) -> None:
    check(with_claim(first := pair(), once), twice, first)


def test_ten_thousand_words() -> None:
    rng = random.Random(7)
    vocabulary = [f"w{n}" for n in range(3000)]
    weights = [1 / (n + 1) for n in range(3000)]
    old = " ".join(rng.choices(vocabulary, weights, k=10_000))
    new = " ".join(rng.choices(vocabulary, weights, k=10_000))
    start = time.process_time()
    text = with_claim(pair(old), new)
    assert text.num_words == 10_000 + len(EVIDENCE.split())
    assert time.process_time() - start < 20


def test_the_mark_between_columns_is_refused() -> None:
    with pytest.raises(InputError, match="<SPLIT>"):
        with_claim(pair(), "Port <SPLIT> Elsing")


def test_the_host_names_a_text_without_letters_as_its_own_limit() -> None:
    """``diff_color`` asks langdetect for the original's language; it needs letters."""
    old = text_of(claim="1803!")
    with pytest.raises(Exception, match="No features"):
        result_of(old, with_claim(old, CLAIM)).diff_color("ansi")
