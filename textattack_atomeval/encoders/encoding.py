"""Pairs to model input, with windows over texts that are too long for it.

Nothing is ever cut off silently. A pair that fits ``max_length`` tokens is one row.
Otherwise its long text is read in overlapping windows, each with the whole other text
(every stretch of half a window is inside one of them). The other text may take up to
half of ``max_length``; what happens beyond that is the caller's choice:
:meth:`PairEncoder.rows` returns nothing, :meth:`PairEncoder.parts` reads it in windows
too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from textattack_atomeval.errors import ModelUnavailableError

if TYPE_CHECKING:
    from tokenizers import Encoding, Tokenizer

Pair = tuple[str, str]
"""Two texts that are read together."""


class Row(NamedTuple):
    """One model input: token ids and segment ids, without padding."""

    ids: list[int]
    types: list[int]


class PairEncoder:
    """Encodes pairs with a ``tokenizers.Tokenizer``, which it takes over.

    Pairs are (long text, whole text): the first is the one that windows are made of.

    Args:
        tokenizer: a fast tokenizer with a template for pairs.
        max_length: tokens of a row, special tokens included; at least 16.
        whole_first: the model was trained with the whole text as its first segment.
    """

    def __init__(
        self, tokenizer: Tokenizer, max_length: int, whole_first: bool = False
    ) -> None:
        if max_length < 16:
            raise ValueError(f"Expected `max_length` of at least 16, got {max_length}.")
        tokenizer.no_truncation()
        tokenizer.no_padding()
        # A rewrite that spells out "[SEP]" must not be able to forge a segment.
        tokenizer.encode_special_tokens = True
        self._tokenizer = tokenizer
        self._extra = tokenizer.num_special_tokens_to_add(True)
        self._max_length = max_length
        self._whole_first = whole_first

    def rows(self, pair: Pair) -> list[Row]:
        """Return the inputs that cover the pair; none if its second is too long."""
        text, whole = map(self._encode, pair)
        room = self._max_length - self._extra - len(whole)
        if len(text) <= room:
            return [self._join(text, whole)]
        if room < self._max_length // 2:
            return []
        return [self._join(window, whole) for window in _windows(text, room)]

    def parts(self, pair: Pair) -> list[list[Row]]:
        """Return the rows of every part of the second text; one part if it fits.

        A second text that :meth:`rows` refuses is cut into overlapping parts that
        leave the long text half of ``max_length``.
        """
        if rows := self.rows(pair):
            return [rows]
        size = self._max_length - self._extra - self._max_length // 2
        parts = []
        for part in _windows(self._encode(pair[1]), size):
            text = self._encode(pair[0])
            room = self._max_length - self._extra - len(part)
            parts.append([self._join(w, part) for w in _windows(text, room)])
        return parts

    def _encode(self, text: str) -> Encoding:
        # Lone surrogates (possible in JSON) are no Unicode text: shown as "?".
        clean = text.encode("utf-8", "replace").decode("utf-8")
        return self._tokenizer.encode(clean, add_special_tokens=False)

    def _join(self, text: Encoding, whole: Encoding) -> Row:
        first, second = (whole, text) if self._whole_first else (text, whole)
        joined = self._tokenizer.post_process(first, second)
        return Row(joined.ids, joined.type_ids)


def _windows(text: Encoding, size: int) -> list[Encoding]:
    """Cut ``text``, in place, into windows that overlap by half of ``size``."""
    text.truncate(size, stride=size // 2)
    return [text, *text.overflowing]


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
