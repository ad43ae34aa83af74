"""WordNet is copied whole, or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from textattack_atomeval.attack import bootstrap, wordnet
from textattack_atomeval.errors import InputError

FILES = (*wordnet.NEEDED, *wordnet.EXCEPTIONS)


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put our NLTK data, and all of NLTK's, into a folder of this test."""
    import nltk.data

    folder = tmp_path / "nltk_data"
    monkeypatch.setattr(bootstrap, "_data", folder)
    monkeypatch.setattr(nltk.data, "path", [str(folder)])
    return folder


def source(folder: Path, place: str = "", without: str = "") -> Path:
    (folder / place).mkdir(parents=True)
    for name in FILES:
        if name != without:
            (folder / place / name).write_text(f"this is {name}\n")
    return folder


@pytest.mark.parametrize("place", wordnet.PLACES)
def test_copy(data: Path, tmp_path: Path, place: str) -> None:
    assert not wordnet.wordnet_ready()
    target = wordnet.install_wordnet(source(tmp_path / "from", place))
    assert target == data / "corpora" / "wordnet" and wordnet.wordnet_ready()
    assert {path.name for path in target.iterdir()} == {*FILES, "lexnames"}
    assert (target / "index.verb").read_text() == "this is index.verb\n"
    assert [path.name for path in target.parent.iterdir()] == ["wordnet"]


def test_copy_again_with_more(data: Path, tmp_path: Path) -> None:
    folder = source(tmp_path / "from")
    wordnet.install_wordnet(folder)
    (folder / "index.sense").write_text("senses\n")
    target = wordnet.install_wordnet(str(folder))
    assert (target / "index.sense").read_text() == "senses\n"
    assert [path.name for path in target.parent.iterdir()] == ["wordnet"]


@pytest.mark.parametrize("name", ["data.noun", "adv.exc"])
def test_an_incomplete_one_is_refused(data: Path, tmp_path: Path, name: str) -> None:
    folder = source(tmp_path / "from", without=name)
    with pytest.raises(InputError, match=f"No complete WordNet in .*: {name} missing"):
        wordnet.install_wordnet(folder)
    assert not wordnet.wordnet_ready() and not (data / "corpora").exists()


def test_no_room(data: Path, tmp_path: Path) -> None:
    data.write_text("a file is in the way")
    with pytest.raises(InputError, match="Cannot copy WordNet to"):
        wordnet.install_wordnet(source(tmp_path / "from"))


def test_lexnames() -> None:
    rows = [line.split("\t") for line in wordnet.lexnames().splitlines()]
    assert [row[0] for row in rows] == [f"{n:02}" for n in range(45)]
    names = [row[1] for row in rows]
    # Spot checks against lexnames(5WN).
    known = {0: "adj.all", 2: "adv.all", 3: "noun.Tops", 15: "noun.location"}
    known |= {28: "noun.time", 29: "verb.body", 43: "verb.weather", 44: "adj.ppl"}
    assert {number: names[number] for number in known} == known
    assert [rows[n][2] for n in (3, 29, 0, 44, 2)] == ["1", "2", "3", "3", "4"]


def test_with_the_real_one(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Path(os.environ.get("WORDNET_SOURCE", "/usr/share/wordnet"))
    if not (folder / "data.noun").exists():
        pytest.skip(f"no WordNet in {folder}: set WORDNET_SOURCE to its folder")
    from nltk.corpus import LazyCorpusLoader, WordNetCorpusReader

    wordnet.install_wordnet(folder)
    reader = LazyCorpusLoader("wordnet", WordNetCorpusReader, None)
    senses = reader.synsets("lighthouse")
    assert [sense.lexname() for sense in senses] == ["noun.artifact"]
    assert "beacon" in senses[0].lemma_names()
