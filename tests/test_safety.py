"""Nothing that is read may run: a scan of all shipped source, which CI runs."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SHIPPED = ("textattack_atomeval", "recipes", "examples", "benchmarks", "training")
SOURCES = sorted(path for name in SHIPPED for path in (ROOT / name).rglob("*.py"))

#: Modules that run what they read.
MODULES = {
    *("pickle", "cPickle", "_pickle", "dill", "cloudpickle", "joblib", "shelve"),
    *("marshal", "jsonpickle", "code", "codeop"),
}
CALLS = {"eval", "exec", "compile", "__import__", "execfile"}
#: Calls that unpickle unless an argument forbids it: the argument and its safe value.
GUARDED = {
    "torch.load": ("weights_only", True),
    "np.load": ("allow_pickle", False),
    "numpy.load": ("allow_pickle", False),
}
#: Calls that have no safe form.
UNSAFE = {
    *("yaml.load", "yaml.unsafe_load", "os.system", "os.popen", "torch.jit.load"),
    *("pd.read_pickle", "pandas.read_pickle", "ssl._create_unverified_context"),
    *("AttackCheckpoint.load", "torch.hub.load", "runpy.run_path"),
    *("Attacker.from_checkpoint", "logging.config.listen"),
}
#: Arguments that switch a protection off.
ARGUMENTS = {
    "trust_remote_code": True,
    "verify": False,
    "verify_ssl": False,
    "check_hostname": False,
    "use_safetensors": False,
    "weights_only": False,
    "allow_pickle": True,
    "shell": True,
    "local_files_only": None,  # never a fault by itself
}
#: The one place that may unpickle, only behind --trust-checkpoint; and a context that
#: checks certificates, which is only cheaper to make.
ALLOWED = {
    ("attack/resuming.py", "AttackCheckpoint.load"),
    (
        "generation/sending.py",
        "verify=ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT) if plain else True",
    ),
}


def faults(source: str) -> Iterator[tuple[int, str]]:
    """Yield (line, what) for everything in the source that could run what is read."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import | ast.ImportFrom):
            names = [alias.name for alias in node.names]
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            for name in names:
                if name.split(".")[0] in MODULES:
                    yield node.lineno, name
                if name == "_create_unverified_context":
                    yield node.lineno, name
        elif isinstance(node, ast.Call):
            yield from call_faults(node)
        elif isinstance(node, ast.Attribute) and node.attr == "CERT_NONE":
            yield node.lineno, "ssl.CERT_NONE"
        elif isinstance(node, ast.Constant) and node.value in (
            *("PYTHONHTTPSVERIFY", "CURL_CA_BUNDLE", "HF_HUB_DISABLE_SSL"),
        ):
            yield node.lineno, str(node.value)


def call_faults(node: ast.Call) -> Iterator[tuple[int, str]]:
    name = ast.unparse(node.func)
    given = {word.arg: word.value for word in node.keywords if word.arg}
    if name in CALLS or name.startswith("builtins.") and name[9:] in CALLS:
        yield node.lineno, name
    if name in UNSAFE:
        yield node.lineno, name
    if name in GUARDED:
        argument, safe = GUARDED[name]
        value = given.get(argument)
        if not (isinstance(value, ast.Constant) and value.value is safe):
            yield node.lineno, name
    for argument, bad in ARGUMENTS.items():
        value = given.get(argument)
        if bad is None or value is None:
            continue
        # What is not written out could be anything.
        if not isinstance(value, ast.Constant) or value.value is bad:
            yield node.lineno, f"{argument}={ast.unparse(value)}"


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(ROOT)))
def test_nothing_that_is_read_can_run(path: Path) -> None:
    place = path.relative_to(ROOT).as_posix().partition("/")[2]
    found = [
        (line, what)
        for line, what in faults(path.read_text(encoding="utf-8"))
        if (place, what) not in ALLOWED
    ]
    assert found == []


@pytest.mark.parametrize(
    "source",
    [
        "import pickle",
        "from pickle import loads",
        "import joblib.numpy_pickle",
        "from concurrent import pickle",
        "eval(text)",
        "builtins.exec(text)",
        "__import__(name)",
        "torch.load(path)",
        "torch.load(path, weights_only=False)",
        "torch.load(path, weights_only=flag)",
        "np.load(path)",
        "AutoModel.from_pretrained(name, trust_remote_code=True)",
        "AutoModel.from_pretrained(name, trust_remote_code=flag)",
        "AutoModel.from_pretrained(name, use_safetensors=False)",
        "httpx.get(url, verify=False)",
        "httpx.Client(verify=context)",
        "ssl._create_unverified_context()",
        "context.verify_mode = ssl.CERT_NONE",
        "os.environ['PYTHONHTTPSVERIFY'] = '0'",
        "subprocess.run(line, shell=True)",
        "os.system(line)",
        "yaml.load(text)",
        "AttackCheckpoint.load(path)",
    ],
)
def test_the_scan_finds_every_kind(source: str) -> None:
    assert list(faults(source))


@pytest.mark.parametrize(
    "source",
    [
        "torch.load(path, weights_only=True)",
        "np.load(path, allow_pickle=False)",
        "AutoModel.from_pretrained(name, trust_remote_code=False)",
        "model.eval()",
        "re.compile(pattern)",
        "json.loads(text)",
    ],
)
def test_the_scan_lets_what_is_safe_pass(source: str) -> None:
    assert list(faults(source)) == []
