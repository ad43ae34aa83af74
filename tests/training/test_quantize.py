"""training/quantize.py: what a file loses when it shrinks."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from textattack_atomeval.nli.canaries import CANARIES
from textattack_atomeval.nli.onnx import OnnxNLI
from textattack_atomeval.nli.transformers import TransformersNLI

PAIRS = [pair for pair, _ in CANARIES]


@pytest.mark.parametrize("axis", [0, 1])
def test_int8_is_within_half_a_step(quantizer: ModuleType, axis: int) -> None:
    values = np.random.default_rng(0).normal(size=(9, 5)).astype(np.float32)
    values[0] = 0
    parts = quantizer.packed_int8(values, axis)
    assert parts["int8"].dtype == np.int8
    lost = np.abs(parts["int8"] * parts["scale"] - values)
    assert lost.max() <= parts["scale"].max() / 2 + 1e-7


def test_four_bits_come_back_as_the_graph_reads_them(quantizer: ModuleType) -> None:
    import onnx
    import onnxruntime
    from onnx import TensorProto, helper, numpy_helper

    values = np.random.default_rng(1).normal(size=(6, 16)).astype(np.float32)
    values[2] = 0
    table = helper.make_node("Gather", ["words", "ids"], ["rows"])
    graph = helper.make_graph(
        [table],
        "lookup",
        [helper.make_tensor_value_info("ids", TensorProto.INT64, ["b", "n"])],
        [helper.make_tensor_value_info("rows", TensorProto.FLOAT, ["b", "n", 16])],
        [numpy_helper.from_array(values, "words")],
    )
    parts = quantizer.packed_int4(values, block=4)
    quantizer.swap_table(graph, graph.node[0], parts, quantizer.unpacked)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    model.ir_version = 8
    onnx.checker.check_model(model)
    session = onnxruntime.InferenceSession(model.SerializeToString())
    read = session.run(None, {"ids": np.arange(6)[None]})[0][0]

    scales = parts["scale"].astype(np.float32)
    blocks = values.reshape(6, 4, 4)
    steps = np.clip(np.rint(blocks / scales[..., None]), -8, 7)
    assert np.array_equal(read, (steps * scales[..., None]).reshape(6, 16))
    assert np.abs(read - values).max() < 0.25 * np.abs(values).max()
    assert not read[2].any()


def test_four_bits_need_whole_blocks(quantizer: ModuleType) -> None:
    with pytest.raises(ValueError, match="pairs of 32, got 96"):
        quantizer.packed_int4(np.zeros((2, 96), np.float32))


def test_integer_answers_are_the_checkpoints(integer: Path, mpnet: Path) -> None:
    theirs = TransformersNLI(mpnet, device="cpu").judge(PAIRS)
    for one, other in zip(OnnxNLI(integer).judge(PAIRS), theirs, strict=True):
        assert one.entailment == pytest.approx(other.entailment, abs=0.1)


def test_integer_products_fit_every_cpu(integer: Path) -> None:
    """Seven bits: two products of AVX2 must fit 16 bits together."""
    import onnx
    from onnx import numpy_helper

    graph = onnx.load(integer / "model.onnx").graph
    tensors = {tensor.name: tensor for tensor in graph.initializer}
    products = [node for node in graph.node if node.op_type == "MatMulInteger"]
    assert len(products) >= 12
    for node in products:
        weight = numpy_helper.to_array(tensors[node.input[1]]).astype(int)
        assert 2 * 255 * np.abs(weight).max() < 2**15


def test_integer_answers_know_no_company(integer: Path) -> None:
    alone = [OnnxNLI(integer, threads=1).judge([pair])[0] for pair in PAIRS]
    assert OnnxNLI(integer, threads=2).judge(PAIRS[::-1])[::-1] == alone
