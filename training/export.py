"""Turn a trained checkpoint into the files of the embedded NLI model or victim.

BERT- or MPNet-shaped checkpoint → fused fp32 ONNX → small ONNX (``quantize.py``),
tokenizer and labels, checked against the checkpoint in torch before they ship::

    python training/export.py ckpt/final OUT --pairs dev.jsonl
    python training/export.py --integer ckpt/reader OUT --pairs dev.jsonl
    python training/export.py --victim ckpt/victim OUT --pairs dev.jsonl

prints the size, the largest difference of a probability, how often both name the
same label, and the speed of both. An NLI model must also pass the canary pairs.
"""

from __future__ import annotations

import argparse
import inspect
import json
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch

sys.path.insert(0, str(Path(__file__).resolve().parent))

from quantize import integer, store  # noqa: E402
from vocabulary import prune  # noqa: E402

from textattack_atomeval.data import Judgement
from textattack_atomeval.encoders.classifier import PairClassifier
from textattack_atomeval.encoders.encoding import Pair
from textattack_atomeval.encoders.exported import FILES
from textattack_atomeval.nli.base import LABELS, UNREAD, strongest, to_judgement
from textattack_atomeval.nli.canaries import CANARIES, likeliest, prove
from textattack_atomeval.nli.onnx import OnnxNLI
from textattack_atomeval.nli.transformers import read_labels
from textattack_atomeval.verdicts import VERDICTS
from textattack_atomeval.victims.base import Victim
from textattack_atomeval.victims.classifier import ClassifierVictim
from textattack_atomeval.victims.labels import read_labels as read_verdicts
from textattack_atomeval.victims.onnx import OnnxVictim

# An early checkpoint may be exported to look at it, a wrong label order may not.
ALLOWED_MISTAKES = 4

Answer = Callable[[Sequence[Pair]], list[list[float]]]
"""Pairs to probabilities: the order of ``LABELS`` for NLI, of ``VERDICTS`` else."""


class Task(NamedTuple):
    """What differs between the exports of the two kinds of models.

    ``first`` is the first label of an answer, ``labels`` reads those of a checkpoint,
    ``exported`` and ``reference`` answer pairs from exported files and from the
    checkpoint in torch, ``proven`` raises ModelRefusedError if exported files are not
    worth writing.
    """

    first: str
    labels: Callable[[Any, Path], tuple[str, ...]]
    exported: Callable[[Path], Answer]
    reference: Callable[[Path], Answer]
    proven: Callable[[Path], None]


def shares(judgements: Sequence[Judgement]) -> list[list[float]]:
    """Return the probabilities in the order of ``LABELS``."""
    return [[getattr(one, label) for label in LABELS] for one in judgements]


def nli_exported(folder: Path) -> Answer:
    nli = OnnxNLI(folder)
    return lambda pairs: shares(nli.judge(pairs))


def nli_reference(checkpoint: Path) -> Answer:
    """Return the checkpoint in torch as a judge of pairs, without canary pairs."""
    model = PairClassifier(str(checkpoint), "NLI model", device="cpu")
    labels = read_labels(model.id2label, str(checkpoint))

    def judge_one(pair: Pair) -> Judgement:
        found = [
            to_judgement(logits, labels, str(checkpoint), pair)
            for logits in model.logits(model.encoder.rows(pair))
        ]
        return strongest(found) if found else UNREAD

    return lambda pairs: shares([judge_one(pair) for pair in pairs])


def nli_proven(folder: Path) -> None:
    remedy = "Train it longer, or correct id2label in its config.json."
    prove(OnnxNLI(folder), remedy, allowed=ALLOWED_MISTAKES)


def verified(victim: Victim) -> Answer:
    """Return a victim as an answerer of pairs."""
    columns = [victim.labels.index(v) for v in VERDICTS if v in victim.labels]
    return lambda pairs: [
        [scores[column] for column in columns] for scores in victim.predict(pairs)
    ]


NLI = Task(
    first=LABELS[0],
    labels=lambda config, path: read_labels(config.id2label, str(path)),
    exported=nli_exported,
    reference=nli_reference,
    proven=nli_proven,
)
VICTIM = Task(
    first=VERDICTS[0],
    labels=lambda config, path: read_verdicts(
        [config.id2label[index] for index in sorted(config.id2label)], str(path)
    ),
    exported=lambda folder: verified(OnnxVictim(folder)),
    reference=lambda path: verified(ClassifierVictim(path, device="cpu")),
    # No pair is right for every verifier: its label names are all there is to check.
    proven=lambda folder: None,
)


def export(
    checkpoint: Path,
    out: Path,
    task: Task = NLI,
    shrink: Callable[[Path, Path], None] = store,
) -> None:
    """Write ``model.onnx``, ``tokenizer.json`` and ``labels.json`` into ``out``.

    Nothing is written if the exported model is not ``proven``. ``shrink`` is one of
    the ways of ``quantize.py``.

    Raises:
        ModelRefusedError: the labels are ambiguous or the canary pairs fail.
    """
    model, tokenizer = load(checkpoint)
    labels = task.labels(model.config, checkpoint)
    tokenizer.backend_tokenizer.no_truncation()
    tokenizer.backend_tokenizer.no_padding()
    written = tokenizer.backend_tokenizer.to_str(pretty=False)
    if shrink is integer:  # a large model: its table is worth pruning
        written = prune(model, written)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        to_onnx(model, inputs(model, tokenizer), folder / "plain.onnx")
        fuse(folder / "plain.onnx", folder / "fused.onnx", model.config)
        shrink(folder / "fused.onnx", folder / "model.onnx")
        (folder / "tokenizer.json").write_text(written, encoding="utf-8")
        text = json.dumps(labels) + "\n"
        (folder / "labels.json").write_text(text, encoding="utf-8")
        task.proven(folder)
        out.mkdir(parents=True, exist_ok=True)
        for file in FILES:
            shutil.copyfile(folder / file, out / file)


def load(checkpoint: Path) -> tuple[Any, Any]:
    """Return (model, tokenizer); eager attention is what the fusions know."""
    from transformers import AutoModelForSequenceClassification, AutoTokenizer

    model = AutoModelForSequenceClassification.from_pretrained(
        checkpoint, use_safetensors=True, attn_implementation="eager"
    ).eval()
    return model, AutoTokenizer.from_pretrained(checkpoint)


def inputs(model: torch.nn.Module, tokenizer: Any) -> list[str]:
    """Return the tokenizer's outputs in the order of the model's parameters."""
    known = inspect.signature(model.forward).parameters
    return [name for name in known if name in tokenizer.model_input_names]


def to_onnx(model: torch.nn.Module, names: Sequence[str], path: Path) -> None:
    """Export with the legacy exporter: its graph is the one the fusions know."""
    example = torch.ones((2, 8), dtype=torch.long)
    axes = {0: "batch", 1: "length"}
    torch.onnx.export(
        model,
        (),
        str(path),
        kwargs=dict.fromkeys(names, example),
        input_names=list(names),
        output_names=["logits"],
        dynamic_axes={**dict.fromkeys(names, axes), "logits": {0: "batch"}},
        opset_version=17,
        dynamo=False,
    )


def fuse(source: Path, target: Path, config: Any) -> None:
    """Fuse attention, GELU and layer norms.

    The embeddings stay a plain Gather, which ``quantize.py`` can give a scale a row;
    the fused operator has one scale for the whole table.
    """
    from onnxruntime.transformers import optimizer
    from onnxruntime.transformers.fusion_options import FusionOptions

    options = FusionOptions("bert")
    options.enable_embed_layer_norm = False
    fused = optimizer.optimize_model(
        str(source),
        model_type="bert",
        num_heads=config.num_attention_heads,
        hidden_size=config.hidden_size,
        opt_level=0,
        optimization_options=options,
    )
    fused.save_model_to_file(str(target))


def read_pairs(path: Path, limit: int) -> list[Pair]:
    """Return the first ``limit`` pairs of a JSON Lines file."""
    with path.open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line, _ in zip(lines, range(limit), strict=False)]
    return [(row["premise"], row["hypothesis"]) for row in rows]


def timed(answer: Answer, pairs: Sequence[Pair]) -> tuple[np.ndarray, float]:
    """Return the answers (pairs x labels) and the distinct pairs read in a second."""
    answer(pairs[:1])  # what is created on first use stays outside the clock
    began = time.perf_counter()
    answers = np.array(answer(pairs))
    return answers, len(set(pairs)) / (time.perf_counter() - began)


def compare(
    checkpoint: Path, exported: Path, pairs: Sequence[Pair], task: Task = NLI
) -> str:
    """Return one line about how far the export is from the checkpoint."""
    theirs, slow = timed(task.reference(checkpoint), pairs)
    ours, fast = timed(task.exported(exported), pairs)
    shifts = np.abs(ours - theirs).max(1)
    same = (ours.argmax(1) == theirs.argmax(1)).mean()
    sides = ((ours[:, 0] > 0.5) == (theirs[:, 0] > 0.5)).mean()
    return (
        f"{len(pairs)} pairs: largest difference {shifts.max():.4f}, 99 % within "
        f"{np.quantile(shifts, 0.99):.4f}, mean {np.abs(ours - theirs).mean():.5f}; "
        f"same label {same:.2%}, same side of {task.first} 0.5 {sides:.2%}; "
        f"torch {slow:.0f} pairs/s, onnx {fast:.0f} pairs/s"
    )


def canary_report(folder: Path) -> str:
    """Return one line about the canary pairs."""
    answers = OnnxNLI(folder).judge([pair for pair, _ in CANARIES])
    known = sum(
        likeliest(answer) == label
        for answer, (_, label) in zip(answers, CANARIES, strict=True)
    )
    return f"canary pairs: {known} of {len(CANARIES)} right"


def main() -> None:
    """Export, then report."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--victim", action="store_true", help="a verifier, no NLI")
    parser.add_argument("--pairs", type=Path, help="JSON Lines to compare on")
    parser.add_argument("--limit", type=int, default=1000, help="pairs to compare")
    parser.add_argument(
        "--integer", action="store_true", help="compute in integers: for large models"
    )
    args = parser.parse_args()
    task = VICTIM if args.victim else NLI
    export(args.checkpoint, args.out, task, integer if args.integer else store)
    sizes = {name: (args.out / name).stat().st_size / 1e6 for name in FILES}
    print(", ".join(f"{name} {size:.1f} MB" for name, size in sizes.items()))
    if task is NLI:
        print(canary_report(args.out))
    if args.pairs:
        pairs = read_pairs(args.pairs, args.limit)
        print(compare(args.checkpoint, args.out, pairs, task))


if __name__ == "__main__":
    main()
