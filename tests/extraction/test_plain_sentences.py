"""No plain sentence is left without an atom, and none of its words is lost."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from textattack_atomeval.extraction import RuleExtractor, content_words

SINGULAR = (
    *("The show", "Ann Berg", "Oslo", "The film Dusk", "Gone at Dawn", "Rust"),
    *("A Danish painter", "Normal body temperature", "Eating carrots", "Air travel"),
    *("The head of the state bank", "Ann Berg's third novel", "The 1994 film Dusk"),
    *("The law that Oslo passed", "Half of the water", "Each box", "It", "Nobody"),
    *('The song "Dusk"', "Diabetes", "The oldest bridge in Oslo", "Cell phone use"),
)
PLURAL = (
    *("Most adults in Oslo", "Masks", "Ann Berg and Bo Lund", "Twelve states"),
    *("More than 70 percent of cars", "Children who skip lunch", "Dogs", "They"),
    *("Nearly two thirds of the homes built after 1990", "The state's tax rates"),
    *("Electric cars made in Oslo", "Black holes", "The Larks", "Schools and shops"),
)
# Third person, plural, past: most of them nouns as well, which misleads a parser.
VERBS = (
    *("airs air aired", "averages average averaged", "costs cost cost"),
    *("houses house housed", "tests test tested", "ranks rank ranked"),
    *("improves improve improved", "covers cover covered", "hosts host hosted"),
    *("causes cause caused", "stars star starred", "doubles double doubled"),
    *("tops top topped", "weighs weigh weighed", "features feature featured"),
    *("is are was", "has have had", "supports support supported", "ends end ended"),
    *("needs need needed", "plays play played", "remains remain remained"),
)
AFTER = (
    *("on Mondays", "98.6 °F", "night vision in children", "the risk of flu"),
    *("more than 3,000 people", "a large share of the market", "Bo Lund in 1990"),
    *("the show", "no one", "only two parks", "better in winter than in summer"),
)
AUXILIARIES = ("will", "did not", "has never", "can", "must")


@pytest.fixture(scope="module")
def rules() -> RuleExtractor:
    return RuleExtractor()


@st.composite
def plain(draw: st.DrawFn) -> str:
    """Return a subject, a verb that agrees with it, and what follows."""
    plural = draw(st.booleans())
    subject = draw(st.sampled_from(PLURAL if plural else SINGULAR))
    verb = draw(st.sampled_from(VERBS)).split()[2 if draw(st.booleans()) else plural]
    front = draw(st.sampled_from(("", "", "", "In 1990, ", "Today, ")))
    if front and subject.split()[0] in ("The", "A", "Most", "Half", "Each", "They"):
        subject = subject[0].lower() + subject[1:]
    return f"{front}{subject} {verb} {draw(st.sampled_from(AFTER))}."


@settings(max_examples=250, deadline=None, suppress_health_check=list(HealthCheck))
@given(plain())
def test_every_plain_sentence_has_an_atom(rules: RuleExtractor, text: str) -> None:
    (found,) = rules.extract([text])
    assert found.status == "ok"
    atoms = (*found.atoms, *found.unasserted)
    said = content_words(" ".join(atom.proposition for atom in atoms))
    assert content_words(text) <= said
    for atom in atoms:
        assert atom.subject and atom.relation and atom.span is not None


@pytest.mark.parametrize(
    ("text", "subject", "relation"),
    [
        ("The show airs on Mondays.", "The show", "airs"),
        ("Normal body temperature averages 98.6 °F.", "Normal body temperature",
         "averages"),
        ("Eating carrots improves night vision.", "Eating carrots", "improves"),
        ("The band formed in Oslo.", "The band", "formed"),
        ("Twelve states ban bags.", "Twelve states", "ban"),
        ("There exists a tax.", "tax", "exists"),
        ('The film "Dusk" was shown in 2015.', "Dusk", "shown"),
        ("back in May the WHO said no.", "the WHO", "said"),
        ("Black tea extract at 90 mg a day reduced body fat in mice.",
         "Black tea extract at 90 mg a day", "reduced"),
    ],
)  # fmt: skip
def test_what_misleads_a_parser(
    rules: RuleExtractor, text: str, subject: str, relation: str
) -> None:
    (found,) = rules.extract([text])
    assert [(atom.subject, atom.relation) for atom in found.atoms] == [
        (subject, relation)
    ]


@pytest.mark.parametrize(
    "text",
    [
        *("Oslo", "A film about dogs", "The old bridge near Oslo", "Runs", "In 1990."),
        *("Belief in myths over time", "Which one?", "What a city!", "Such old boats"),
    ],
)
def test_fragments_stay_fragments(rules: RuleExtractor, text: str) -> None:
    (found,) = rules.extract([text])
    assert found.status == "failed"
    assert found.reason == "no clause found"
