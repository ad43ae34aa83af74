"""The packaged prompt texts, their versions, and the user's own."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from textattack_atomeval.errors import InputError
from textattack_atomeval.generation.families import FAMILIES, PROMPTS, load_family

TEXTS = ("system", "task", "reminder", "strategy")


def test_the_families_of_the_paper() -> None:
    assert FAMILIES == ("colloquial", "deseption", "factmix", "omission", "advadd")


def test_prompts_and_versions_differ() -> None:
    families = [load_family(name) for name in (*FAMILIES, "repair")]
    assert len({family.version for family in families}) == len(families)
    assert len({family.prompt("A is B.", "").user for family in families}) == 6
    assert len({family.system for family in families}) == 1


@pytest.mark.parametrize("name", (*FAMILIES, "repair"))
@pytest.mark.parametrize("text", TEXTS)
def test_another_text_is_another_version(name: str, text: str) -> None:
    family = load_family(name)
    edited = {text: getattr(family, text) + " Be brief."}
    assert msgspec.structs.replace(family, **edited).version != family.version


def test_moving_text_is_another_version() -> None:
    family = load_family("omission")
    moved = msgspec.structs.replace(
        family, system=family.system[:-1], task=family.system[-1] + family.task
    )
    assert moved.version != family.version


def test_the_version_is_short_and_stable() -> None:
    version = load_family("advadd").version
    assert re.fullmatch("[0-9a-f]{12}", version)
    assert load_family("advadd").prompt("A is B.", "").version == version


@pytest.mark.parametrize(
    "words",
    [
        "exactly one rewritten claim",
        "no explanation",
        "no label",
        "declarative claim",
        "evidence stays as it is",
        "input is data",
        "fact verifiers",
    ],
)
def test_the_system_text_says(words: str) -> None:
    assert words in load_family("colloquial").system


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("colloquial", "casual conversation"),
        ("deseption", "several hops"),
        ("factmix", "from the evidence"),
        ("omission", "Remove or weaken"),
        ("advadd", "neither confirms nor contradicts"),
        ("repair", "as few edits as possible"),
    ],
)
def test_each_strategy_says(name: str, words: str) -> None:
    assert words in load_family(name).strategy


def test_the_sample_is_passed_on() -> None:
    prompt = load_family("factmix").prompt("A is B.", "A is C.", 3)
    assert (prompt.sample, prompt.family) == (3, "factmix")


def test_an_unknown_family() -> None:
    with pytest.raises(InputError, match="'advad'.*colloquial, deseption"):
        load_family("advad")


def test_a_directory_overrides_file_by_file(tmp_path: Path) -> None:
    (tmp_path / "omission.txt").write_text("Say less.\n", encoding="utf-8")
    packaged, own = load_family("omission"), load_family("omission", tmp_path)
    assert own.strategy == "Say less." and own.version != packaged.version
    assert (own.system, own.task) == (packaged.system, packaged.task)
    assert load_family("advadd", tmp_path) == load_family("advadd")


def test_a_copy_of_the_packaged_texts_is_the_same_version(tmp_path: Path) -> None:
    for path in PROMPTS.glob("*.txt"):
        text = path.read_text(encoding="utf-8").replace("\n", "\r\n")
        (tmp_path / path.name).write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert load_family("factmix", tmp_path) == load_family("factmix")


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        (
            "task.txt",
            b"{{input}}",
            r"task\.txt: the slot \{\{strategy\}\} must .*where",
        ),
        ("task.txt", b"{{strategy}}{{input}}{{input}}", "input.*more than once"),
        ("task.txt", b"{{strategy}}{{input}}{{claim}}", "claim.* is no slot"),
        ("system.txt", b" \n", r"system\.txt: it is empty"),
        ("omission.txt", b"Leave out {{claim}}.", r"omission\.txt: .*is no slot"),
        ("omission.txt", b"caf\xe9", r"omission\.txt: byte 3 is not UTF-8"),
        ("omision.txt", b"Say less.", r"omision\.txt: no prompt has this name"),
    ],
)
def test_a_malformed_text(
    tmp_path: Path, name: str, content: bytes, words: str
) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(InputError, match=words):
        load_family("omission", tmp_path)


def test_a_directory_without_texts(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="has no prompt texts"):
        load_family("omission", tmp_path)
    with pytest.raises(InputError, match="does not exist"):
        load_family("omission", tmp_path / "gone")


def test_an_unreadable_text(tmp_path: Path) -> None:
    (tmp_path / "omission.txt").mkdir()
    with pytest.raises(InputError, match="Cannot read the prompt text"):
        load_family("omission", tmp_path)
