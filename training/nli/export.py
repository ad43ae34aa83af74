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
from textattack_atomeval.nli.base import (
    LABELS,
    UNREAD,
    Pair,
    strongest,
    to_judgement,
)
from textattack_atomeval.nli.canaries import CANARIES, likeliest, prove
from textattack_atomeval.nli.encoding import PairEncoder
from textattack_atomeval.nli.onnx import FILES, MAX_LENGTH, OnnxNLI
from textattack_atomeval.nli.transformers import read_labels

MATRIX_OPS = ("MatMul", "Gemm", "Attention")
# An early checkpoint may be exported to look at it, a wrong label order may not.
ALLOWED_MISTAKES = 4
INPUTS = ("input_ids", "attention_mask", "token_type_ids")


def export(checkpoint: Path, out: Path) -> None:
    """Write ``model.onnx``, ``tokenizer.json`` and ``labels.json`` into ``out``.

    Nothing is written if the exported model fails most canary pairs.

    Raises:
        ModelRefusedError: the labels are ambiguous or the canary pairs fail.
    """
    model, tokenizer = load(checkpoint)
    labels = read_labels(model.config.id2label, str(checkpoint))
    tokenizer.backend_tokenizer.no_truncation()
    tokenizer.backend_tokenizer.no_padding()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        to_onnx(model, folder / "plain.onnx")
        fuse(folder / "plain.onnx", folder / "fused.onnx", model.config)
        quantize(folder / "fused.onnx", folder / "model.onnx")
        tokenizer.backend_tokenizer.save(str(folder / "tokenizer.json"), pretty=False)
        text = json.dumps(labels) + "\n"
        (folder / "labels.json").write_text(text, encoding="utf-8")
        remedy = "Train it longer, or correct id2label in its config.json."
        prove(OnnxNLI(folder), remedy, allowed=ALLOWED_MISTAKES)
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
    """Fuse attention, GELU and layer norms.

    The embeddings stay a plain Gather, which :func:`quantize` can give a scale a row;
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


def quantize(source: Path, target: Path) -> None:
    """Store every matrix in int8 with a float scale a column (embeddings: a row).

    Only the storage is int8. onnxruntime multiplies the weights back to float once,
    when it loads them, and computes in float: int8 activations would be faster, but
    move probabilities far more than int8 weights do, and their scale is taken from
    the whole input, so that answers would depend on padding and on the batch.
    """
    model = onnx.load(source)
    graph = model.graph
    tensors = {tensor.name: tensor for tensor in graph.initializer}
    table = max(
        (n for n in graph.node if n.op_type == "Gather" and n.input[0] in tensors),
        key=lambda node: int(np.prod(tensors[node.input[0]].dims)),
    )
    for node in list(graph.node):
        if node.op_type in MATRIX_OPS and node.input[1] in tensors:
            axis = 1 if node.op_type == "Gemm" and transposed(node) else 0
            weight = tensors[node.input[1]]
            replace(graph, weight, axis, dequantized(weight.name), place=0)
    ids, result = table.input[1], table.output[0]
    place = list(graph.node).index(table)
    graph.node.remove(table)
    lookup = looked_up(table.input[0], ids, result)
    replace(graph, tensors[table.input[0]], 1, lookup, place)
    onnx.checker.check_model(model)
    onnx.save(model, target)


def transposed(node: onnx.NodeProto) -> bool:
    """Whether a Gemm stores its weight as (outputs, inputs)."""
    return any(a.name == "transB" and a.i for a in node.attribute)


def dequantized(name: str) -> list[onnx.NodeProto]:
    """Return nodes that restore the matrix ``name``; folded away at load time."""
    return [
        helper.make_node(
            "Cast", [f"{name}_int8"], [f"{name}_float"], to=TensorProto.FLOAT
        ),
        helper.make_node("Mul", [f"{name}_float", f"{name}_scale"], [name]),
    ]


def looked_up(name: str, ids: str, result: str) -> list[onnx.NodeProto]:
    """Return nodes that restore only the rows ``ids``: the table stays int8."""
    rows, factors = f"{name}_rows", f"{name}_factors"
    return [
        helper.make_node("Gather", [f"{name}_int8", ids], [rows]),
        helper.make_node("Cast", [rows], [f"{rows}_float"], to=TensorProto.FLOAT),
        helper.make_node("Gather", [f"{name}_scale", ids], [factors]),
        helper.make_node("Mul", [f"{rows}_float", factors], [result]),
    ]


def replace(
    graph: onnx.GraphProto,
    weight: onnx.TensorProto,
    axis: int,
    nodes: Sequence[onnx.NodeProto],
    place: int,
) -> None:
    """Swap ``weight`` for its int8 values and scales, read by ``nodes``."""
    whole, scales = to_int8(numpy_helper.to_array(weight), axis)
    graph.initializer.remove(weight)
    graph.initializer.append(numpy_helper.from_array(whole, f"{weight.name}_int8"))
    graph.initializer.append(numpy_helper.from_array(scales, f"{weight.name}_scale"))
    for offset, node in enumerate(nodes):
        graph.node.insert(place + offset, node)


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


def reference(checkpoint: Path) -> Callable[[Sequence[Pair]], list[Judgement]]:
    """Return the checkpoint in torch as a judge of pairs, without canary pairs."""
    model, tokenizer = load(checkpoint)
    labels = read_labels(model.config.id2label, str(checkpoint))
    encoder = PairEncoder(tokenizer.backend_tokenizer, MAX_LENGTH)

    @torch.inference_mode()
    def judge_one(pair: Pair) -> Judgement:
        answers = []
        for row in encoder.rows(pair):
            ids, types = torch.tensor([row.ids]), torch.tensor([row.types])
            logits = model(input_ids=ids, token_type_ids=types).logits[0].tolist()
            answers.append(to_judgement(logits, labels, str(checkpoint), pair))
        return strongest(answers) if answers else UNREAD

    return lambda pairs: [judge_one(pair) for pair in pairs]


def compare(checkpoint: Path, exported: Path, pairs: Sequence[Pair]) -> str:
    """Return one line about how far the export is from the checkpoint."""
    theirs, slow = timed(reference(checkpoint), pairs)
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
    answers = OnnxNLI(args.out).judge([pair for pair, _ in CANARIES])
    known = sum(
        likeliest(answer) == label
        for answer, (_, label) in zip(answers, CANARIES, strict=True)
    )
    print(f"canary pairs: {known} of {len(CANARIES)} right")
    if args.pairs:
        pairs = read_pairs(args.pairs, args.limit)
        print(compare(args.checkpoint, args.out, pairs))


if __name__ == "__main__":
    main()
