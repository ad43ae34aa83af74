"""Turn a trained checkpoint into the files of the embedded NLI model.

BERT-shaped three-way checkpoint → fused fp32 ONNX → int8 ONNX, tokenizer and labels,
checked against the checkpoint in torch before they are worth shipping::

    python training/nli/export.py ckpt/final OUT --pairs dev.jsonl

prints the size, the largest difference of a probability, how often both name the
same label, and the speed of both.
"""

from __future__ import annotations

import argparse
import json
import shutil
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

from textattack_atomeval.data import Judgement
from textattack_atomeval.nli.base import LABELS, Pair
from textattack_atomeval.nli.canaries import likeliest, prove
from textattack_atomeval.nli.onnx import OnnxNLI
from textattack_atomeval.nli.transformers import TransformersNLI, read_labels

INPUTS = ("input_ids", "attention_mask", "token_type_ids")


def export(checkpoint: Path, out: Path) -> None:
    """Write ``model.onnx``, ``tokenizer.json`` and ``labels.json`` into ``out``.

    Nothing is written if the exported model fails the canary pairs.

    Raises:
        ModelRefusedError: the labels are ambiguous or the canary pairs fail.
    """
    from transformers import AutoModelForSequenceClassification, AutoTokenizer

    model = AutoModelForSequenceClassification.from_pretrained(
        checkpoint, use_safetensors=True, attn_implementation="eager"
    ).eval()
    labels = read_labels(model.config.id2label, str(checkpoint))
    tokenizer = AutoTokenizer.from_pretrained(checkpoint).backend_tokenizer
    tokenizer.no_truncation()
    tokenizer.no_padding()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        to_onnx(model, folder / "plain.onnx")
        fuse(folder / "plain.onnx", folder / "fused.onnx", model.config)
        quantize(folder / "fused.onnx", folder / "model.onnx")
        tokenizer.save(str(folder / "tokenizer.json"), pretty=False)
        text = json.dumps(labels) + "\n"
        (folder / "labels.json").write_text(text, encoding="utf-8")
        prove(OnnxNLI(folder), "Train it longer, or check the export.")
        out.mkdir(parents=True, exist_ok=True)
        for file in ("model.onnx", "tokenizer.json", "labels.json"):
            shutil.copyfile(folder / file, out / file)


def to_onnx(model: torch.nn.Module, path: Path) -> None:
    """Export with the legacy exporter: its graph is the one the fusions know."""
    example = torch.ones((2, 8), dtype=torch.long)
    axes = {0: "batch", 1: "length"}
    torch.onnx.export(
        model,
        (example, example, torch.zeros_like(example)),
        str(path),
        input_names=list(INPUTS),
        output_names=["logits"],
        dynamic_axes={**dict.fromkeys(INPUTS, axes), "logits": {0: "batch"}},
        opset_version=17,
        dynamo=False,
    )


def fuse(source: Path, target: Path, config: Any) -> None:
    """Fuse attention, GELU and layer norms; all but the embeddings.

    The fused embedding operator can only be quantized with one scale for the whole
    table, which costs accuracy; :func:`quantize` does better with a plain Gather.
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


def quantize(source: Path, target: Path) -> None:
    """Store matrices in int8 with a scale a column, the word embeddings a row."""
    from onnxruntime.quantization import QuantType, quantize_dynamic

    quantize_dynamic(
        source,
        target,
        per_channel=True,
        reduce_range=False,
        # Unsigned weights: AVX2's signed product saturates on CPUs without VNNI.
        weight_type=QuantType.QUInt8,
        op_types_to_quantize=["MatMul", "Attention", "Gemm"],
        extra_options={
            "DefaultTensorType": TensorProto.FLOAT,
            "MatMulConstBOnly": True,
        },
    )
    model = onnx.load(target)
    quantize_embeddings(model.graph)
    onnx.checker.check_model(model)
    onnx.save(model, target)


def quantize_embeddings(graph: onnx.GraphProto) -> None:
    """Replace the largest table that a Gather reads by int8 rows and their scales."""
    tables = {table.name: table for table in graph.initializer}
    gathers = [n for n in graph.node if n.op_type == "Gather" and n.input[0] in tables]
    gather = max(gathers, key=lambda node: int(np.prod(tables[node.input[0]].dims)))
    table = tables[gather.input[0]]
    rows, scales = to_int8(numpy_helper.to_array(table), axis=1)
    ids, result = gather.input[1], gather.output[0]
    nodes = [
        helper.make_node("Gather", ["words_int8", ids], ["words_rows"]),
        helper.make_node("Cast", ["words_rows"], ["words_float"], to=TensorProto.FLOAT),
        helper.make_node("Gather", ["words_scale", ids], ["words_factor"]),
        helper.make_node("Mul", ["words_float", "words_factor"], [result]),
    ]
    place = list(graph.node).index(gather)
    graph.node.remove(gather)
    for offset, node in enumerate(nodes):
        graph.node.insert(place + offset, node)
    graph.initializer.remove(table)
    graph.initializer.append(numpy_helper.from_array(rows, "words_int8"))
    graph.initializer.append(numpy_helper.from_array(scales, "words_scale"))


def to_int8(values: np.ndarray, axis: int) -> tuple[np.ndarray, np.ndarray]:
    """Return symmetric int8 values and their float32 scales along ``axis``."""
    scales = np.abs(values).max(axis, keepdims=True).astype(np.float32) / 127
    scales[scales == 0] = 1
    return np.rint(values / scales).astype(np.int8), scales


def read_pairs(path: Path, limit: int) -> list[Pair]:
    """Return the first ``limit`` pairs of a JSON Lines file."""
    with path.open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line, _ in zip(lines, range(limit), strict=False)]
    return [(row["premise"], row["hypothesis"]) for row in rows]


def timed(
    judge: Callable[[Sequence[Pair]], list[Judgement]], pairs: Sequence[Pair]
) -> tuple[list[Judgement], float]:
    """Return the answers and the distinct pairs judged in a second."""
    began = time.perf_counter()
    answers = judge(pairs)
    return answers, len(set(pairs)) / (time.perf_counter() - began)


def compare(checkpoint: Path, exported: Path, pairs: Sequence[Pair]) -> str:
    """Return one line about how far the export is from the checkpoint."""
    theirs, slow = timed(TransformersNLI(checkpoint).judge, pairs)
    nli = OnnxNLI(exported)
    nli.judge(pairs[:1])  # creates the session outside the clock
    ours, fast = timed(nli.judge, pairs)
    answers = list(zip(ours, theirs, strict=True))
    shifts = np.array(
        [
            [abs(getattr(a, label) - getattr(b, label)) for label in LABELS]
            for a, b in answers
        ]
    )
    same = sum(likeliest(a) == likeliest(b) for a, b in answers)
    sides = sum((a.entailment > 0.5) == (b.entailment > 0.5) for a, b in answers)
    return (
        f"{len(pairs)} pairs: largest difference {shifts.max():.4f}, 99 % within "
        f"{np.quantile(shifts.max(1), 0.99):.4f}, mean {shifts.mean():.5f}; same "
        f"label {same / len(pairs):.2%}, same side of entailment 0.5 "
        f"{sides / len(pairs):.2%}; "
        f"torch {slow:.0f} pairs/s, onnx {fast:.0f} pairs/s"
    )


def main() -> None:
    """Export, then report."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("checkpoint", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--pairs", type=Path, help="JSON Lines to compare on")
    parser.add_argument("--limit", type=int, default=1000, help="pairs to compare")
    args = parser.parse_args()
    export(args.checkpoint, args.out)
    sizes = {p.name: p.stat().st_size / 1e6 for p in sorted(args.out.iterdir())}
    print(", ".join(f"{name} {size:.1f} MB" for name, size in sizes.items()))
    if args.pairs:
        pairs = read_pairs(args.pairs, args.limit)
        print(compare(args.checkpoint, args.out, pairs))


if __name__ == "__main__":
    main()
