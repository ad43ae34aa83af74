"""Importing the package and asking for help must be instant."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

import textattack_atomeval

LIMIT = 0.5
FORBIDDEN = [
    *("torch", "textattack", "spacy", "transformers", "onnxruntime"),
    *("sentence_transformers", "tokenizers", "nltk", "numpy", "rich"),
]

# The child measures its own processor time: a busy machine makes no difference.
PROBE = """
import json, sys, time
before = time.process_time()
{code}
spent = time.process_time() - before
loaded = [name for name in {names} if name in sys.modules]
print(json.dumps([spent, loaded]), file=sys.stderr)
"""
HELP = """
sys.argv = ["textattack-atomeval", {arguments}]
from textattack_atomeval.cli import main
try:
    main()
except SystemExit as stop:
    assert not stop.code, stop.code
"""


def probe(code: str) -> tuple[float, list[str]]:
    program = PROBE.format(code=code, names=FORBIDDEN)
    best = 9.0
    for _ in range(3):
        done = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=True
        )
        spent, loaded = json.loads(done.stderr.splitlines()[-1])
        best = min(best, spent)
        if best < LIMIT:
            break
    return best, loaded


@pytest.mark.parametrize(
    "code",
    [
        "import textattack_atomeval",
        HELP.format(arguments="'--help'"),
        HELP.format(arguments="'--version'"),
        HELP.format(arguments="'evaluate', '--help'"),
    ],
    ids=["import", "help", "version", "evaluate-help"],
)
def test_instant(code: str) -> None:
    spent, loaded = probe(code)
    assert loaded == []
    assert spent < LIMIT


def test_importing_the_engine_loads_no_model_library() -> None:
    heavy = [name for name in FORBIDDEN if name not in {"numpy", "rich"}]
    _, loaded = probe("from textattack_atomeval.pipeline import AtomEval")
    assert not set(loaded) & set(heavy)


def test_public_names() -> None:
    names = textattack_atomeval.__all__
    assert names == sorted(names) and len(names) <= 30
    assert set(textattack_atomeval._HOME) == set(names) - {"__version__"}
    for name in names:
        assert getattr(textattack_atomeval, name) is not None
    assert set(names) <= set(dir(textattack_atomeval))


def test_unknown_name() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = textattack_atomeval.nothing
