"""Pairs to model input, with windows over premises that are too long for it.

Nothing is ever cut off silently. A pair that fits ``max_length`` tokens is one row.
Otherwise the premise is read in overlapping windows, each with the whole hypothesis
(every stretch of half a window is inside one of them). A hypothesis that would leave
the windows less than half of ``max_length`` has no rows: it does not fit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from textattack_atomeval.errors import ModelUnavailableError
from textattack_atomeval.nli.base import Pair

if TYPE_CHECKING:
    from tokenizers import Encoding, Tokenizer


class Row(NamedTuple):
    """One model input: token ids and segment ids, without padding."""

    ids: list[int]
    types: list[int]


class PairEncoder:
    """Encodes pairs with a ``tokenizers.Tokenizer``, which it takes over."""

    def __init__(self, tokenizer: Tokenizer, max_length: int) -> None:
        if max_length < 16:
            raise ValueError(f"Expected `max_length` of at least 16, got {max_length}.")
        tokenizer.no_truncation()
        tokenizer.no_padding()
        # A rewrite that spells out "[SEP]" must not be able to forge a segment.
        tokenizer.encode_special_tokens = True
        self._tokenizer = tokenizer
        self._extra = tokenizer.num_special_tokens_to_add(True)
        self._max_length = max_length

    def rows(self, pair: Pair) -> list[Row]:
        """Return the inputs that cover the pair; none if the hypothesis is too long."""
        premise, hypothesis = map(self._encode, pair)
        room = self._max_length - self._extra - len(hypothesis)
        if len(premise) <= room:
            return [self._join(premise, hypothesis)]
        if room < self._max_length // 2:
            return []
        premise.truncate(room, stride=room // 2)
        windows = [premise, *premise.overflowing]
        return [self._join(window, hypothesis) for window in windows]

    def _encode(self, text: str) -> Encoding:
        # Lone surrogates (possible in JSON) are no Unicode text: shown as "?".
        clean = text.encode("utf-8", "replace").decode("utf-8")
        return self._tokenizer.encode(clean, add_special_tokens=False)

    def _join(self, premise: Encoding, hypothesis: Encoding) -> Row:
        joined = self._tokenizer.post_process(premise, hypothesis)
        return Row(joined.ids, joined.type_ids)


def read_tokenizer(path: str) -> Tokenizer:
    """Return the tokenizer in a ``tokenizer.json`` file.

    Raises:
        ModelUnavailableError: the file is not one.
    """
    from tokenizers import Tokenizer

    try:
        return Tokenizer.from_file(path)
    except Exception as error:  # tokenizers raises bare Exception
        raise ModelUnavailableError(
            f"{path} is not a tokenizer file ({error}): export the model again or "
            "reinstall textattack-atomeval."
        ) from error
