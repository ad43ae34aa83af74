"""Smaller ONNX files: matrices in int8, the word table in int8 or four bits.

Two ways, for two kinds of models:

- :func:`store`: only the storage is int8. onnxruntime multiplies the weights back to
  float once, when it loads them, and computes in float. For small models, whose
  speed is not a matter of the arithmetic.
- :func:`integer`: the matrix products are computed in integers. Weights have a scale a
  column and 7 bits, so that no CPU's instructions can overflow (AVX2's add pairs of
  products in 16 bits) and all give the same sums. Every row of activations (one token)
  has a scale of its own: far closer to the float model than one scale for a whole
  input, which a single large number would spoil, and the same whatever stands beside.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

MATRIX_OPS = ("MatMul", "Gemm", "Attention")
BLOCK = 32  # numbers of a word's vector that share a scale, in four bits
LEVELS = 63  # of a weight in seven bits, to either side of zero
CONSTANTS = {
    "step": np.array(1 / 127, np.float32),
    "least": np.array(1e-12, np.float32),  # a row of zeros has a step too
    "middle": np.array(128, np.float32),
    "zero": np.array(128, np.uint8),
}


def store(source: Path, target: Path) -> None:
    """Write ``source`` with every matrix in int8, multiplied back when loaded."""
    model = onnx.load(source)
    graph = model.graph
    tensors = {tensor.name: tensor for tensor in graph.initializer}
    for node in list(graph.node):
        if node.op_type in MATRIX_OPS and node.input[1] in tensors:
            axis = 1 if node.op_type == "Gemm" and transposed(node) else 0
            keep(graph, tensors[node.input[1]], axis)
    table = word_table(graph)
    values = numpy_helper.to_array(tensors[table.input[0]])
    swap_table(graph, table, packed_int8(values, 1), looked_up)
    onnx.checker.check_model(model)
    onnx.save(model, target)


def integer(source: Path, target: Path) -> None:
    """Write ``source`` with integer products and a word table of four bits."""
    model = onnx.load(source)
    graph = model.graph
    tensors = {tensor.name: tensor for tensor in graph.initializer}
    by_hand = [numpy_helper.from_array(v, f"quant_{n}") for n, v in CONSTANTS.items()]
    graph.initializer.extend(by_hand)
    shown: set[str] = set()
    kept: set[str] = set()
    for node in list(graph.node):
        if node.op_type == "MatMul" and node.input[1] in tensors:
            fresh = [] if node.input[0] in shown else in_steps(node.input[0])
            shown.add(node.input[0])
            weight = tensors[node.input[1]]
            parts = packed_int8(numpy_helper.to_array(weight), 0, LEVELS)
            place = list(graph.node).index(node)
            graph.node.remove(node)
            product = multiplied(node.input[0], weight.name, node.output[0])
            replace(graph, weight, parts, [*fresh, *product], place)
        elif node.op_type == "Gemm" and node.input[1] in tensors:
            keep(graph, tensors[node.input[1]], 1 if transposed(node) else 0)
    table = word_table(graph)
    for node in list(graph.node):
        if node.op_type == "Gather" and node != table and node.input[0] in tensors:
            if len(tensors[node.input[0]].dims) == 2 and node.input[0] not in kept:
                kept.add(node.input[0])  # positions
                keep(graph, tensors[node.input[0]], 1)
    values = numpy_helper.to_array(tensors[table.input[0]])
    swap_table(graph, table, packed_int4(values), unpacked)
    onnx.checker.check_model(model)
    onnx.save(model, target)


def keep(graph: onnx.GraphProto, weight: onnx.TensorProto, axis: int) -> None:
    """Keep a matrix in int8; it is multiplied back to float when the model loads."""
    parts = packed_int8(numpy_helper.to_array(weight), axis)
    replace(graph, weight, parts, restored(weight.name), 0)


def in_steps(name: str) -> list[onnx.NodeProto]:
    """Return nodes that write the rows of ``name`` as unsigned steps about 128."""
    node = helper.make_node
    return [
        node("Abs", [name], [f"{name}_abs"]),
        node("ReduceMax", [f"{name}_abs"], [f"{name}_top"], axes=[-1], keepdims=1),
        node("Mul", [f"{name}_top", "quant_step"], [f"{name}_step"]),
        node("Max", [f"{name}_step", "quant_least"], [f"{name}_steps"]),
        node("Div", [name, f"{name}_steps"], [f"{name}_scaled"]),
        node("Round", [f"{name}_scaled"], [f"{name}_whole"]),
        node("Add", [f"{name}_whole", "quant_middle"], [f"{name}_shifted"]),
        node("Cast", [f"{name}_shifted"], [f"{name}_uint8"], to=TensorProto.UINT8),
    ]


def multiplied(name: str, weight: str, result: str) -> list[onnx.NodeProto]:
    """Return nodes that multiply the rows of :func:`in_steps` by an int8 matrix."""
    node = helper.make_node
    return [
        node(
            "MatMulInteger",
            [f"{name}_uint8", f"{weight}_int8", "quant_zero"],
            [f"{result}_int32"],
        ),
        node("Cast", [f"{result}_int32"], [f"{result}_sum"], to=TensorProto.FLOAT),
        node("Mul", [f"{result}_sum", f"{name}_steps"], [f"{result}_rows"]),
        node("Mul", [f"{result}_rows", f"{weight}_scale"], [result]),
    ]


def word_table(graph: onnx.GraphProto) -> onnx.NodeProto:
    """Return the lookup in the largest table: the word embeddings."""
    tensors = {tensor.name: tensor for tensor in graph.initializer}
    return max(
        (n for n in graph.node if n.op_type == "Gather" and n.input[0] in tensors),
        key=lambda node: int(np.prod(tensors[node.input[0]].dims)),
    )


def swap_table(graph, table, parts, nodes_of) -> None:
    """Put ``parts`` and the nodes that read them in the place of a lookup."""
    weight = next(t for t in graph.initializer if t.name == table.input[0])
    place = list(graph.node).index(table)
    graph.node.remove(table)
    nodes = nodes_of(weight.name, table.input[1], table.output[0])
    replace(graph, weight, parts, nodes, place)


def transposed(node: onnx.NodeProto) -> bool:
    """Whether a Gemm stores its weight as (outputs, inputs)."""
    return any(a.name == "transB" and a.i for a in node.attribute)


def restored(name: str) -> list[onnx.NodeProto]:
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


def unpacked(name: str, ids: str, result: str) -> list[onnx.NodeProto]:
    """Return nodes that restore the rows ``ids`` of a table of :func:`packed_int4`."""
    node = helper.make_node
    return [
        node("Gather", [f"{name}_int4", ids], [f"{name}_rows"]),
        node(
            "BitShift",
            [f"{name}_rows", f"{name}_four"],
            [f"{name}_high"],
            direction="RIGHT",
        ),
        node("Mul", [f"{name}_high", f"{name}_sixteen"], [f"{name}_above"]),
        node("Sub", [f"{name}_rows", f"{name}_above"], [f"{name}_low"]),
        node("Concat", [f"{name}_low", f"{name}_high"], [f"{name}_both"], axis=-1),
        node("Cast", [f"{name}_both"], [f"{name}_float"], to=TensorProto.FLOAT),
        node("Sub", [f"{name}_float", f"{name}_eight"], [f"{name}_signed"]),
        node("Reshape", [f"{name}_signed", f"{name}_blocks"], [f"{name}_blocked"]),
        node("Gather", [f"{name}_scale", ids], [f"{name}_half"]),
        node("Cast", [f"{name}_half"], [f"{name}_factors"], to=TensorProto.FLOAT),
        node("Unsqueeze", [f"{name}_factors", f"{name}_last"], [f"{name}_wide"]),
        node("Mul", [f"{name}_blocked", f"{name}_wide"], [f"{name}_values"]),
        node("Reshape", [f"{name}_values", f"{name}_flat"], [result]),
    ]


def replace(
    graph: onnx.GraphProto,
    weight: onnx.TensorProto,
    parts: dict[str, np.ndarray],
    nodes: Sequence[onnx.NodeProto],
    place: int,
) -> None:
    """Swap ``weight`` for its ``parts`` (by suffix), read by ``nodes``."""
    graph.initializer.remove(weight)
    for suffix, values in parts.items():
        tensor = numpy_helper.from_array(values, f"{weight.name}_{suffix}")
        graph.initializer.append(tensor)
    for offset, node in enumerate(nodes):
        graph.node.insert(place + offset, node)


def packed_int8(
    values: np.ndarray, axis: int, levels: int = 127
) -> dict[str, np.ndarray]:
    """Return symmetric int8 values and their float32 scales along ``axis``."""
    scales = np.abs(values).max(axis, keepdims=True).astype(np.float32) / levels
    scales[scales == 0] = 1
    whole = np.rint(values / scales).astype(np.int8)
    return {"int8": whole, "scale": scales}


def packed_int4(values: np.ndarray, block: int = BLOCK) -> dict[str, np.ndarray]:
    """Return (rows, columns) values in four bits, two in a byte, and what unpacks them.

    A row's first half lies in the low bits. Every ``block`` numbers share the scale
    that loses least, of thirteen tried: a few large numbers may well be clipped.

    Raises:
        ValueError: the columns are no even number of blocks.
    """
    rows, columns = values.shape
    if columns % (2 * block):
        raise ValueError(f"expected columns in pairs of {block}, got {columns}")
    blocks = values.reshape(rows, columns // block, block).astype(np.float32)
    scales = best_scales(blocks)
    whole = (quantized(blocks, scales) + 8).astype(np.uint8).reshape(rows, columns)
    half = columns // 2
    return {
        "int4": whole[:, :half] | (whole[:, half:] << 4),
        "scale": scales[..., 0].astype(np.float16),
        "four": np.array(4, np.uint8),
        "sixteen": np.array(16, np.uint8),
        "eight": np.array(8, np.float32),
        "blocks": np.array([0, 0, columns // block, block], np.int64),
        "flat": np.array([0, 0, columns], np.int64),
        "last": np.array([3], np.int64),
    }


def quantized(blocks: np.ndarray, scales: np.ndarray) -> np.ndarray:
    """Return the nearest of the 16 steps, from -8 to 7."""
    return np.clip(np.rint(blocks / scales), -8, 7)


def best_scales(blocks: np.ndarray) -> np.ndarray:
    """Return the scale of each block, as half-precision numbers, that loses least."""
    full = np.abs(blocks).max(-1, keepdims=True) / 7
    full[full == 0] = 1
    best = np.full(full.shape, np.inf, np.float32)
    chosen = full
    for share in np.linspace(0.7, 1, 13, dtype=np.float32):
        scales = (full * share).astype(np.float16).astype(np.float32)
        scales[scales == 0] = 1
        lost = ((quantized(blocks, scales) * scales - blocks) ** 2).sum(-1)[..., None]
        chosen = np.where(lost < best, scales, chosen)
        best = np.minimum(lost, best)
    return chosen
