"""Fine-tune a cross-encoder on pair files: an NLI model, or the embedded victim.

One pass over every ``--pairs`` file (JSON lines with ``premise``, ``hypothesis``,
``label`` and optionally ``weight``), in batches of similar length, with the word
embeddings frozen: what makes a full fine-tuning of a MiniLM encoder feasible on two
CPU cores. bfloat16 pays only on a CPU that has it (20 times slower elsewhere). Run
several stages by passing the previous stage's directory as ``--init``::

    python training/train.py --init MINILM --pairs 1.jsonl --out ckpt/1
    python training/train.py --init ckpt/1 --pairs 2.jsonl --out ckpt/2
"""

from __future__ import annotations

import argparse
import json
import math
import random
import time
from collections.abc import Iterator
from pathlib import Path

import torch
from transformers import AutoModelForSequenceClassification, AutoTokenizer


def read_pairs(paths: list[Path], labels: list[str]) -> list[dict]:
    """Return the labelled pairs of all files, unknown labels raise ValueError."""
    rows = []
    for path in paths:
        with path.open(encoding="utf-8") as lines:
            for line in lines:
                row = json.loads(line)
                row["y"] = labels.index(row["label"])
                rows.append(row)
    return rows


def batches(
    lengths: list[int], max_tokens: int, rng: random.Random
) -> Iterator[list[int]]:
    """Yield index batches of similar length, at most ``max_tokens`` cells each."""
    order = list(range(len(lengths)))
    rng.shuffle(order)
    window = 2048  # sort within windows: batches stay random between windows
    made = []
    for start in range(0, len(order), window):
        chunk = sorted(order[start : start + window], key=lambda i: lengths[i])
        batch: list[int] = []
        for index in chunk:
            if batch and lengths[index] * (len(batch) + 1) > max_tokens:
                made.append(batch)
                batch = []
            batch.append(index)
        made.append(batch)
    rng.shuffle(made)
    yield from made


def encode(tokenizer, rows: list[dict], max_length: int) -> list[dict]:
    """Tokenize; drop pairs longer than ``max_length`` rather than cut them."""
    kept = []
    for start in range(0, len(rows), 4096):
        part = rows[start : start + 4096]
        enc = tokenizer([r["premise"] for r in part], [r["hypothesis"] for r in part])
        for index, row in enumerate(part):
            if len(enc["input_ids"][index]) <= max_length:
                inputs = {
                    name: enc[name][index] for name in tokenizer.model_input_names
                }
                weight = float(row.get("weight", 1.0))
                kept.append({"inputs": inputs, "y": row["y"], "weight": weight})
    return kept


def collate(items: list[dict], pad: int) -> dict[str, torch.Tensor]:
    """Pad a batch to its longest member."""
    longest = max(len(i["inputs"]["input_ids"]) for i in items)
    padded = {}
    for name in items[0]["inputs"]:
        fill = pad if name == "input_ids" else 0
        rows = [i["inputs"][name] for i in items]
        padded[name] = torch.tensor([r + [fill] * (longest - len(r)) for r in rows])
    return padded


def load(init: str, labels: list[str], seed: int):
    """Return (tokenizer, model) with a head for ``labels`` and frozen embeddings."""
    torch.manual_seed(seed)
    tokenizer = AutoTokenizer.from_pretrained(init)
    model = AutoModelForSequenceClassification.from_pretrained(
        init,
        num_labels=len(labels),
        id2label=dict(enumerate(labels)),
        label2id={label: i for i, label in enumerate(labels)},
    )
    model.base_model.embeddings.word_embeddings.weight.requires_grad = False
    return tokenizer, model


def train(args: argparse.Namespace) -> None:
    """Train and save to ``args.out``; prints loss and speed every 50 steps."""
    rng = random.Random(args.seed)
    tokenizer, model = load(args.init, args.labels, args.seed)
    data = encode(tokenizer, read_pairs(args.pairs, args.labels), args.max_length)
    if args.limit and len(data) > args.limit:
        data = rng.sample(data, args.limit)
    lengths = [len(item["inputs"]["input_ids"]) for item in data]
    plan = [b for _ in range(args.epochs) for b in batches(lengths, args.tokens, rng)]
    params = [p for p in model.parameters() if p.requires_grad]
    optimizer = torch.optim.AdamW(params, args.lr, weight_decay=0.01, fused=True)
    warm = max(1, int(0.06 * len(plan)))
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer,
        lambda s: (
            s / warm
            if s < warm
            else 0.02
            + 0.98 * 0.5 * (1 + math.cos(math.pi * (s - warm) / (len(plan) - warm + 1)))
        ),
    )
    print(f"{len(data)} pairs, {len(plan)} steps", flush=True)
    model.train()
    began, seen, running = time.time(), 0, 0.0
    for step, batch in enumerate(plan, 1):
        items = [data[i] for i in batch]
        inputs = collate(items, tokenizer.pad_token_id)
        target = torch.tensor([i["y"] for i in items])
        weight = torch.tensor([i["weight"] for i in items])
        with torch.autocast("cpu", torch.bfloat16, enabled=args.bf16):
            logits = model(**inputs).logits
        losses = torch.nn.functional.cross_entropy(
            logits.float(), target, reduction="none", label_smoothing=0.05
        )
        loss = (losses * weight).sum() / weight.sum()
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(params, 1.0)
        optimizer.step()
        schedule.step()
        seen, running = seen + len(items), running + loss.item()
        if step % 50 == 0:
            rate = seen / (time.time() - began)
            print(
                f"{step}/{len(plan)} loss {running / 50:.3f} {rate:.0f}/s", flush=True
            )
            running = 0.0
        if step % 500 == 0:
            model.save_pretrained(args.out)
    model.save_pretrained(args.out)
    tokenizer.save_pretrained(args.out)


def parse() -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--init", required=True, help="checkpoint directory")
    parser.add_argument("--pairs", required=True, nargs="+", type=Path)
    parser.add_argument("--out", required=True, type=Path)
    parser.add_argument(
        "--labels", nargs="+", default=["entailment", "neutral", "contradiction"]
    )
    parser.add_argument("--epochs", type=int, default=1)
    parser.add_argument("--lr", type=float, default=2e-4)
    parser.add_argument(
        "--tokens", type=int, default=1536, help="tokens per batch, padding included"
    )
    parser.add_argument("--max-length", type=int, default=112)
    parser.add_argument("--limit", type=int, help="train on this many pairs, drawn")
    parser.add_argument("--bf16", action="store_true", help="only on AVX512-BF16/AMX")
    parser.add_argument("--seed", type=int, default=13)
    return parser.parse_args()


if __name__ == "__main__":
    train(parse())
