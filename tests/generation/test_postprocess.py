"""Replies as models write them, and what they must come to (written by hand)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from textattack_atomeval.generation.base import Completion
from textattack_atomeval.generation.families import load_family
from textattack_atomeval.generation.postprocess import clean, same_text
from textattack_atomeval.generation.unwrap import unwrap

CLAIM = "The Vasa was a Danish warship launched in 1640."
EVIDENCE = "Vasa is a Swedish warship that was built between 1626 and 1628."
NEW = "Launched in 1640, the Vasa sailed as a warship of the Danes."


def cleaned(text: str, claim: str = CLAIM, finish: str = "stop") -> tuple[str, str]:
    """Return (text, reason) and check that the status fits them."""
    completion = Completion(text=text, finish=finish)  # type: ignore[arg-type]
    request = load_family("colloquial").prompt(claim, EVIDENCE)
    found = clean(completion, claim, EVIDENCE, f"{request.system}\n{request.user}")
    assert found.status == ("abstained" if found.reason else "ok")
    assert bool(found.text) != bool(found.reason)
    return found.text, found.reason


@pytest.mark.parametrize(
    "reply",
    [
        NEW,
        f"  {NEW}\n\n",
        f'"{NEW}"',
        f"“{NEW}”",
        f"'{NEW}'",
        f"`{NEW}`",
        f'"{NEW[:-1]}".',
        f"**{NEW}**",
        f"*{NEW}*",
        f"Rewritten claim: {NEW}",
        f"rewritten_claim: {NEW}",
        f"**Rewritten claim:** {NEW}",
        f"**Rewritten Claim**: **{NEW}**",
        f'**Rewritten claim: "{NEW}"**',
        f"### Rewritten claim\n\n{NEW}",
        f"Rewritten claim:\n{NEW}",
        f"Answer - {NEW}",
        f"Claim: {NEW}",
        f"The rewritten claim is: {NEW}",
        f"Assistant: {NEW}",
        f"Sure! Here is the rewritten claim: {NEW}",
        f"Sure, here's a colloquial version of the claim:\n\n{NEW}",
        f"Certainly!\n\n{NEW}",
        f'Here is one way to rephrase it: "{NEW}"',
        f"Here’s the rewrite:\n> {NEW}",
        f"I would rewrite the claim as follows: {NEW}",
        f"<think>Which names stay? All.</think>\n{NEW}",
        f"All names stay.</think>\n\n{NEW}",
        f"{NEW}\n<think>That keeps the year.</think>",
        f"<thinking>a\n\nb</thinking><think>c</think>{NEW}",
        f"```\n{NEW}\n```",
        f"```text\n{NEW}\n```",
        f"Here it is:\n```\n{NEW}\n```\nThis version keeps the year.",
        f'{{"rewritten_claim": "{NEW}"}}',
        f'```json\n{{"rewritten_claim": "{NEW}"}}\n```',
        f'Rewritten claim: {{"rewrite": "{NEW}"}}',
        f'{{"claim": "{NEW}", "evidence": "Vasa is a ship."}}',
        f"<rewritten_claim>{NEW}</rewritten_claim>",
        f"{NEW}<|im_end|>",
        f"{NEW}</s>",
        f"- {NEW}",
        f"1. {NEW}",
        f"{NEW}\n\nExplanation: the year was kept.",
        f"{NEW}\n\n**Note:** the year was kept.\nNothing else.",
        f"{NEW}\n\nThis rewrite keeps the year.",
        f"{NEW}\n(I used the passive voice.)",
        f"{NEW} (Note: the year was kept.)",
        f"{NEW} Label: REFUTED",
        f"{NEW}\n\nLet me know if you want another one.",
        "Launched in 1640,\nthe Vasa sailed as a warship of the Danes.",
    ],
)
def test_the_rewrite_is_found(reply: str) -> None:
    assert cleaned(reply) == (NEW, "")


@pytest.mark.parametrize(
    ("claim", "rewrite"),
    [
        ('"Heroes" is a song by Abba.', '"Heroes" is a tune by "Abba"'),
        ('"Heroes" is a song by Abba.', '"Heroes", they say, is by Abba'),
        ("Mission: Impossible is a play.", "Mission: Impossible is a stage play."),
        ("Claim: The Musical opened.", "Claim: The Musical had its opening."),
        ("1. FC Köln is a choir.", "1. FC Köln is a singing choir."),
        ("I'm Sorry is a book.", "I'm Sorry is the title of a book."),
        ("I Can't Help It is a film.", "I Can't Help It is a movie."),
        ("The Statement is a 2003 opera.", "The Statement is an opera of 2003."),
        ("Oslo is in Peru.", "Oslo has one motto: the sea is in Peru."),
        ("Oslo is in Peru.", "Oslo is in Peru, isn't it?"),
        ("Oslo is in Peru.", "Did you know that Oslo lies in Peru?"),
        ("Oslo is in Peru.", "You know Oslo? Yeah, that place is in Peru."),
        ("Oslo is in Peru.", "'Oslo' lies in what's called 'Peru'."),
        ("Oslo is in Peru.", "Sure, Oslo is a town of Peru."),
        ("F**k You is a film.", "F**k You is a mov**ie."),
        ("Oslo is in Peru.", "Oslo (Note 5) is in Peru."),
        ("Ann sang in Peru.", "Ann sang 'I can't help you' and I Can't Do It in Peru."),
        ("Oslo is in Peru.", "The town of Oslo can't be found outside Peru."),
    ],
)
def test_what_belongs_to_the_claim_stays(claim: str, rewrite: str) -> None:
    assert cleaned(rewrite, claim) == (rewrite, "")


def test_outer_marks_around_inner_ones_go() -> None:
    quoted = 'They sang "Heroes" on "Top" that year.'
    assert cleaned(f'"{quoted}"') == (quoted, "")
    assert cleaned("'It's Abba's own song.'") == ("It's Abba's own song.", "")


def test_markup_of_titles_goes() -> None:
    assert cleaned("The ship *Vasa* was Danish.") == ("The ship Vasa was Danish.", "")


@pytest.mark.parametrize(
    ("reason", "replies"),
    [
        ("empty", ["", " \n ", "<think>nothing</think>", '""', "```\n```", "..."]),
        (
            "refusal",
            [
                "I'm sorry, but I can't help with that.",
                "I cannot assist with creating misinformation.",
                "Sorry, I can’t rewrite this claim.",
                "I'm unable to fulfil this request.\n\nIt would mislead readers.",
                "As an AI language model, I do not write false claims.",
                "The evidence refutes it, so I won't rewrite the claim.",
                "I apologize, but this would be misleading.",
                "Please provide the claim that you want rewritten.",
                "I must decline this request.",
            ],
        ),
        (
            "identical",
            [
                CLAIM,
                CLAIM.upper(),
                f'"{CLAIM[:-1]}"',
                f"Rewritten claim: {CLAIM}",
                CLAIM + "!",
            ],
        ),
        ("truncated", ["<think>The year is", "<think>a</think><think>b"]),
        (
            "format",
            [
                f"1. {NEW}\n2. The Danes launched the Vasa in 1640.",
                f"- {NEW}\n- The Danes launched the Vasa in 1640.",
                f"1. {NEW} 2. The Danes launched it.",
                f"Option A: {NEW}\nOption B: The Danes launched it.",
                f"{NEW}\n\nThe Danes launched the Vasa in 1640.",
                f"{NEW}\nThe Danes launched the Vasa in 1640.",
                f"```\n{NEW}\n```\n```\nThe Danes did.\n```",
                f"```\n{NEW}",
                f'{{"rewritten_claim": ["{NEW}", "b"]}}',
                f'{{"rewritten_claim": "{NEW}"',
                f'["{NEW}", "The Danes launched the Vasa."]',
                f'{{"rewrite": "{NEW}"}}\n{{"rewrite": "b"}}',
                '{"verdict": "REFUTED"}',
                f"<claim>{NEW}</claim><claim>b c</claim>",
                "[" * 10_000 + '"',
            ],
        ),
        (
            "echo",
            [
                EVIDENCE,
                f"{CLAIM} {EVIDENCE}",
                load_family("colloquial").prompt(CLAIM, EVIDENCE).user,
                load_family("colloquial").system,
                load_family("colloquial").prompt(CLAIM, EVIDENCE).user + f"\n{NEW}",
            ],
        ),
        (
            "label",
            ["REFUTED", "Label: SUPPORTS", "**Not enough info**", "False.", "No"],
        ),
        (
            "remark",
            [
                "The claim is false.",
                "This statement contradicts the evidence.",
                "The evidence says that the Vasa was Swedish.",
                "There is no need to rewrite anything.",
            ],
        ),
        (
            "question",
            [
                "Was the Vasa Danish?",
                "So, who built it? Was it the Danes?",
                "Isn't it?",
            ],
        ),
        ("no-claim", ["1640", "Vasa", "🙂 🙂", "42 43"]),
    ],
)
def test_no_rewrite(reason: str, replies: list[str]) -> None:
    assert [cleaned(reply) for reply in replies] == [("", reason)] * len(replies)


def test_how_it_ended_comes_first() -> None:
    assert cleaned(NEW, finish="length") == ("", "truncated")
    assert cleaned(NEW, finish="filter") == ("", "filtered")
    assert cleaned("", finish="filter") == ("", "filtered")


def test_an_outage_is_no_abstention() -> None:
    found = clean(Completion(text=NEW, error="503 from the server"), CLAIM)
    assert found == ("", "error", "503 from the server")


def test_a_disguised_copy_is_identical() -> None:
    assert cleaned(CLAIM.replace("as", "аs").replace("V", "\u200bV")) == (
        "",
        "identical",
    )


def test_a_claim_about_claims_may_be_rewritten() -> None:
    claim = "The claim is a unit of mining law."
    assert cleaned("The claim is a mining unit in law.", claim)[1] == ""


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("A is B.", "a is  b", True),
        ("A is B.", "“A is B!”", True),
        ("A is 5.5", "A is 55", False),
        ("A is B", "A is not B", False),
    ],
)
def test_same_text(first: str, second: str, same: bool) -> None:
    assert same_text(first, second) is same


PIECES = st.sampled_from(
    ["<think>", "</think>", "```", '"', "{", "}", "\n", "\n\n", "1. ", "- ", "**", "'"]
    + [
        "Rewritten claim:",
        "Sure!",
        "Note:",
        '{"claim": "',
        NEW,
        CLAIM,
        "[",
        "A",
        "(",
        "?",
    ]
)


@given(st.one_of(st.text(), st.lists(PIECES, max_size=12).map("".join)))
def test_any_reply_gets_an_answer(reply: str) -> None:
    text, reason = cleaned(reply)
    assert text == " ".join(text.split())
    if text:
        assert "\n" not in text and not same_text(text, CLAIM)


@given(st.lists(st.sampled_from(NEW.split()), min_size=3, max_size=9))
def test_cleaning_twice_changes_nothing(words: list[str]) -> None:
    once, reason = cleaned(" ".join(["The Danes", *words]))
    assert reason in ("", "identical") and (not once or cleaned(once) == (once, ""))


def test_long_replies_are_quick() -> None:
    for piece in (
        "(Note: ",
        "1. a ",
        '"a" ',
        "**a ",
        "a: ",
        "rewrite ",
        "<think>",
        "{",
    ):
        cleaned(piece * 1000)


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ('{"rewrite": "Ann <answer>sang</answer> in Peru."}',
         "Ann <answer>sang</answer> in Peru."),
        ('{"rewrite": "The <claim> tag was added in 1999."}',
         "The <claim> tag was added in 1999."),
        ('```json\n{"rewrite": "The <claim> tag came."}\n```', "The <claim> tag came."),
        ('{"rewrite": "Ann sang in Peru.",}', "Ann sang in Peru."),
        ('{"rewrite": "Ann sang, in Peru,}",\n}', "Ann sang, in Peru,}"),
        ('{"rewrite": "Ann sang in Peru.", "tags": ["a", "b",],}', "Ann sang in Peru."),
        ('{"rewrite": "Ann sang.", "rewrite": "Ben sang."}', None),
        ('{"rewrite": "Ann sang.", "rewrite": "Ann sang."}', None),
        ('{"note": 1, "note": 2, "rewrite": "Ann sang."}', None),
        ('{"rewrite": "Ann sang." "note": 1}', None),
    ],
)  # fmt: skip
def test_json_has_one_clear_rule_each(reply: str, expected: str | None) -> None:
    assert unwrap(reply, "Ann sang in Lima.") == expected
