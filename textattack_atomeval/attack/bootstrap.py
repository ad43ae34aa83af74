"""Make ``import textattack`` work without a network, and without harm to its host.

TextAttack 0.3.11 tries to download NLTK data when it is first imported, and cannot be
imported at all while NLTK has no English stop-word list. ``prepare()`` provides what is
missing and nothing more:

- a stop-word list of our own (``resources/stopwords.txt``), in a folder that comes last
  on NLTK's data path: a list that the user has got from NLTK is used instead of it;
- the marker file by which TextAttack knows that it need not download. Remove
  ``post_install_check_3`` from TextAttack's cache folder to have it ask again;
- the containment of what TextAttack does at import to the rest of the process
  (``attack/containment.py``).

Our folder is ``$ATOMEVAL_HOME``, else ``textattack-atomeval`` in the user's cache
(``XDG_CACHE_HOME`` is honoured), else, when that cannot be written, a temporary one.
"""

from __future__ import annotations

import os
import threading
from pathlib import Path

from textattack_atomeval.attack import containment, folders
from textattack_atomeval.errors import InputError

STOPWORDS = Path(__file__).parent.parent / "resources" / "stopwords.txt"
MARKER = "post_install_check_3"

_lock = threading.Lock()
_data: Path | None = None


def prepare() -> Path:
    """Make TextAttack importable; return our folder of NLTK data.

    Costs some milliseconds once, nothing afterwards; loads no library. Threads and
    processes may call it at the same time. Raises ``InputError`` when a folder that the
    user names (``ATOMEVAL_HOME``, ``TA_CACHE_DIR``) cannot be used.
    """
    global _data
    with _lock:
        if _data is None:
            folders.ensure_home()
            data = _place_data()
            containment.append_nltk_data(data)
            containment.contain(_textattack_cache())
            _data = data
        return _data


def _place_data() -> Path:
    explicit = os.environ.get("ATOMEVAL_HOME", "")
    home = Path(explicit).expanduser() if explicit else folders.cache()
    content = STOPWORDS.read_bytes()
    try:
        return _put_stopwords(home, content)
    except OSError as error:
        if explicit:
            raise InputError(
                f"ATOMEVAL_HOME={explicit} cannot be used ({error}): name a folder "
                "that can be written, or unset it"
            ) from error
        return _put_stopwords(folders.temporary(), content)


def _put_stopwords(home: Path, content: bytes) -> Path:
    data = home / "nltk_data"
    folders.put(data / "corpora" / "stopwords" / "english", content)
    return data


def _textattack_cache() -> Path | None:
    """Put the marker into TextAttack's cache; return the folder it must be told of.

    None: TextAttack finds its folder by itself, which it does unless the user's home
    cannot be written to.
    """
    explicit = os.environ.get("TA_CACHE_DIR")
    own = Path(os.path.expanduser("~/.cache/textattack"))
    cache = own if explicit is None else Path(explicit)
    # TextAttack locks a file in there, so that reading alone does not do.
    usable = folders.writable(cache)
    if not usable and explicit is not None:
        raise InputError(
            f"TA_CACHE_DIR={explicit} cannot be written to, which TextAttack needs: "
            "name another folder, or unset it"
        )
    if not usable:
        cache = folders.temporary() / "textattack"
    cache.mkdir(parents=True, exist_ok=True)
    (cache / MARKER).touch()
    return None if usable else cache
