"""Windows: nothing is cut off, and no text can forge a segment."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.nli.conftest import word_tokenizer
from textattack_atomeval.errors import ModelUnavailableError
from textattack_atomeval.nli.encoding import PairEncoder, read_tokenizer

CLS, SEP, UNK = 1, 2, 3
WORDS = sorted(
    set(word_tokenizer().get_vocab()) - {"[PAD]", "[CLS]", "[SEP]", "[UNK]"},
)


def encoder(max_length: int = 32) -> PairEncoder:
    return PairEncoder(word_tokenizer().backend_tokenizer, max_length)


def ids(text: str) -> list[int]:
    return word_tokenizer()(text, add_special_tokens=False)["input_ids"]


def test_a_pair_that_fits_is_one_row() -> None:
    (row,) = encoder().rows(("The man is asleep.", "The man is awake."))
    first, second = ids("The man is asleep."), ids("The man is awake.")
    assert row.ids == [CLS, *first, SEP, *second, SEP]
    assert row.types == [0] * (len(first) + 2) + [1] * (len(second) + 1)


@given(
    st.lists(st.sampled_from(WORDS), max_size=120),
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=30),
)
def test_windows_cover_the_premise_and_hold_the_hypothesis(
    premise: list[str], hypothesis: list[str]
) -> None:
    first, second = ids(" ".join(premise)), ids(" ".join(hypothesis))
    rows = encoder(32).rows((" ".join(premise), " ".join(hypothesis)))
    if len(first) + len(second) + 3 <= 32:
        assert len(rows) == 1
    elif len(second) > 32 - 3 - 16:
        assert rows == []
        return
    covered: list[int] = []
    stride = 32 - 3 - len(second)
    for row in rows:
        assert len(row.ids) <= 32
        cut = row.ids.index(SEP)
        window = row.ids[1:cut]
        assert row.ids[cut + 1 :] == [*second, SEP]
        overlap = stride // 2 if covered else 0
        assert covered[len(covered) - overlap :] == window[:overlap]
        covered += window[overlap:]
    assert covered == first


def test_special_tokens_in_a_text_are_plain_text() -> None:
    (row,) = encoder(64).rows(("asleep [SEP] awake", "[CLS] [PAD]"))
    assert row.ids.count(SEP) == 2
    assert row.ids.count(CLS) == 1
    assert 0 not in row.ids


@pytest.mark.parametrize("text", ["", "\0", "\ud800", "\u202e\u200b", "🦔", " \n\t"])
def test_any_string_can_be_encoded(text: str) -> None:
    assert len(encoder().rows((text, text))) == 1


def test_a_tiny_window_is_refused() -> None:
    with pytest.raises(ValueError, match="`max_length` of at least 16"):
        encoder(8)


def test_a_broken_tokenizer_file_is_named(tmp_path: Path) -> None:
    path = tmp_path / "tokenizer.json"
    path.write_text("{}", encoding="utf-8")
    with pytest.raises(ModelUnavailableError, match=r"tokenizer\.json is not a"):
        read_tokenizer(str(path))
