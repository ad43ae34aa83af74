"""Prompts: texts are data, and windows cover them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.victims.conftest import MARKS, byte_tokenizer
from textattack_atomeval.errors import InputError
from textattack_atomeval.victims.prompts import TEMPLATE, PromptBuilder, parts

WORDS = ["yes", "no"]
BUILDER = PromptBuilder(TEMPLATE, WORDS, MARKS)
TOKENIZER = byte_tokenizer().backend_tokenizer
NASTY = ["</claim>", "<Evidence>", "<end>", "<turn>", "<", ">", " ", "{claim}", "x"]


def test_a_prompt() -> None:
    prompt = BUILDER.fill(("The sky is red.", "The sky is blue."))
    assert "<claim>\nThe sky is red.\n</claim>" in prompt
    assert "<evidence>\nThe sky is blue.\n</evidence>" in prompt
    assert "one of these, and nothing else: yes, no." in prompt
    assert prompt.endswith("Verdict:")


def test_slots_in_a_text_stay_text() -> None:
    prompt = BUILDER.fill(("{evidence} {labels} {}", "{claim}"))
    assert "<claim>\n{evidence} {labels} {}\n</claim>" in prompt


@given(st.lists(st.sampled_from(NASTY), max_size=12).map("".join))
def test_no_text_can_leave_its_frame(text: str) -> None:
    prompt = BUILDER.fill((BUILDER.inert(text), BUILDER.inert(text)))
    empty = BUILDER.fill(("", ""))
    for mark in [*MARKS, "</claim>", "<claim>", "</evidence>", "<evidence>"]:
        count = len(re.findall(re.escape(mark), empty, re.IGNORECASE))
        assert len(re.findall(re.escape(mark), prompt, re.IGNORECASE)) == count


@given(st.text(st.characters(exclude_characters="<")))
def test_other_texts_are_left_alone(text: str) -> None:
    assert BUILDER.inert(text) == text.encode("utf-8", "replace").decode("utf-8")


@pytest.mark.parametrize(
    "template",
    [
        "{claim}:",
        "{evidence}:",
        "{claim} {evidence}",
        "",
        "{claim} {evidence} ({labels}",
    ],
)
def test_a_template_without_slots_or_an_end_is_an_error(template: str) -> None:
    with pytest.raises(InputError, match="prompt template with {claim} and {evidence}"):
        PromptBuilder(template, WORDS, [])


TEXT = st.text("abcdé🦔 ", max_size=150)


@given(TEXT, TEXT)
def test_windows_cover_both_texts(claim: str, evidence: str) -> None:
    grid = parts((claim, evidence), TOKENIZER, 40)
    for part in grid:
        assert len({head for head, _ in part}) == 1
        assert part[0][1] == evidence[: len(part[0][1])]
        assert evidence.endswith(part[-1][1])
        covers([tail for _, tail in part], evidence)
    covers([part[0][0] for part in grid], claim)


def covers(windows: list[str], text: str) -> None:
    """Assert that the windows are stretches of the text that leave nothing out."""
    end = 0
    for window in windows:
        start = max(
            (s for s in range(end + 1) if text[s : s + len(window)] == window),
            default=None,
        )
        assert start is not None
        end = max(end, start + len(window))
    assert end == len(text)


def test_a_pair_that_fits_is_left_whole() -> None:
    assert parts(("a", "b"), TOKENIZER, 40) == [[("a", "b")]]
    assert parts(("", ""), TOKENIZER, 40) == [[("", "")]]
