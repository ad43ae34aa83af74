"""What the documentation shows runs, and what it names is there."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parent.parent / "docs"
PAGES = sorted(DOCS.glob("*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_run(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    blocks = re.findall(r"```python\n(.*?)```", page.read_text(), re.DOTALL)
    exec("\n".join(blocks), {"__name__": "docs"})
    said = capsys.readouterr().out
    if page.name == "tutorial.md":
        assert "mode:post-hoc" in said and "invalid |" in said
        assert "constrained 0 0" in said
    if page.name == "verdict.md":
        assert said.startswith("invalid")


def test_every_name_of_the_reference_is_there() -> None:
    names = re.findall(r"^::: ([\w.]+)$", (DOCS / "api.md").read_text(), re.MULTILINE)
    assert len(names) > 20
    for name in names:
        module, _, attribute = name.rpartition(".")
        found = importlib.import_module(module)
        value = getattr(found, attribute, None) or importlib.import_module(name)
        assert value.__doc__, name


def test_every_page_is_in_the_navigation_and_every_link_leads_to_one() -> None:
    config = (DOCS.parent / "mkdocs.yml").read_text()
    assert set(re.findall(r": (\w[\w-]*\.md)$", config, re.MULTILINE)) == {
        page.name for page in PAGES
    }
    for page in PAGES:
        for link in re.findall(r"\]\(([^)#:]+)\)", page.read_text()):
            assert (DOCS / link).is_file(), (page.name, link)
