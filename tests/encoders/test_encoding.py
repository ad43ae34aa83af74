"""Windows: nothing is cut off, and no text can forge a segment."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.encoders.tiny import word_tokenizer
from textattack_atomeval.encoders.encoding import PairEncoder, read_tokenizer
from textattack_atomeval.errors import ModelUnavailableError

CLS, SEP, UNK = 1, 2, 3
WORDS = sorted(
    set(word_tokenizer().get_vocab()) - {"[PAD]", "[CLS]", "[SEP]", "[UNK]"},
)


def encoder(max_length: int = 32, whole_first: bool = False) -> PairEncoder:
    return PairEncoder(word_tokenizer().backend_tokenizer, max_length, whole_first)


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


def split(row: list[int]) -> tuple[list[int], list[int]]:
    """Return the two texts of a row."""
    cut = row.index(SEP)
    return row[1:cut], row[cut + 1 : -1]


def merged(windows: list[list[int]]) -> list[int]:
    """Return the text that windows overlapping by half were cut from."""
    text: list[int] = []
    for window in windows:
        overlap = len(windows[0]) // 2 if text else 0
        assert not overlap or text[-overlap:] == window[:overlap]
        text += window[overlap:]
    return text


@given(
    st.lists(st.sampled_from(WORDS), max_size=90),
    st.lists(st.sampled_from(WORDS), max_size=90),
    st.booleans(),
)
def test_parts_cover_both_texts(
    first: list[str], second: list[str], whole_first: bool
) -> None:
    pair = (" ".join(first), " ".join(second))
    reader = encoder(32, whole_first)
    parts = reader.parts(pair)
    assert all(len(row.ids) <= 32 for part in parts for row in part)
    if rows := reader.rows(pair):
        assert parts == [rows]
    read = []
    for part in parts:
        texts = [split(row.ids)[:: -1 if whole_first else 1] for row in part]
        assert merged([text for text, _ in texts]) == ids(pair[0])
        assert len({tuple(whole) for _, whole in texts}) == 1
        read.append(texts[0][1])
    assert merged(read) == ids(pair[1])


def test_the_whole_text_can_come_first() -> None:
    (row,) = encoder(whole_first=True).rows(("The man is asleep.", "A dog is running."))
    assert split(row.ids) == (ids("A dog is running."), ids("The man is asleep."))


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
