"""Every test in here works with the real TextAttack, imported once a process.

Importing our package prepares that import, so nothing else is needed; the fixture says
so, and keeps what a test adds to TextAttack's tables from the others.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType

import pytest

import textattack_atomeval.attack  # noqa: F401  (prepares `import textattack`)


@pytest.fixture(scope="session")
def host() -> ModuleType:
    """Return the ``textattack`` package."""
    import textattack

    return textattack


@pytest.fixture
def tables(host: ModuleType) -> Iterator[ModuleType]:
    """Return ``textattack.attack_args``; what a test registers is taken back."""
    from textattack import attack_args, dataset_args, model_args

    names = [name for name in vars(attack_args) if name.endswith("_NAMES")]
    before = {name: dict(getattr(attack_args, name)) for name in names}
    methods = [
        (owner, name, owner.__dict__[name])
        for owner, name in (
            (model_args.ModelArgs, "_create_model_from_args"),
            (dataset_args.DatasetArgs, "_create_dataset_from_args"),
            (dataset_args.DatasetArgs, "_add_parser_args"),
        )
    ]
    yield attack_args
    for name, entries in before.items():
        table = getattr(attack_args, name)
        table.clear()
        table.update(entries)
    for owner, name, method in methods:
        setattr(owner, name, method)
