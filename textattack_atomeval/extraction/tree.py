"""A parsed sentence as a small tree that is independent of the parser."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from textattack_atomeval.extraction.names import Masked

__all__ = ["BE", "SUBJECTS", "Node", "build", "ordered", "subtree"]

SUBJECTS = ("nsubj", "nsubjpass", "csubj", "csubjpass")
BE = frozenset(
    ("be", "is", "are", "was", "were", "been", "being", "'s", "'re", "'m", "am")
)


@dataclass(slots=True, eq=False)
class Node:
    """One word: its surface, tag, dependency, place in the tree and in the text.

    ``shown`` is its offset in the sentence as the parser saw it.
    """

    index: int
    shown: int
    text: str
    tag: str
    dep: str
    space: bool
    span: tuple[int, int]
    name: bool
    masked: bool
    head: Node | None = None
    children: list[Node] = field(default_factory=list)

    @property
    def low(self) -> str:
        """The word in lower case."""
        return self.text.casefold()

    @property
    def verbal(self) -> bool:
        """Whether the word is tagged as a verb or a modal."""
        return self.tag.startswith("VB") or self.tag == "MD"

    @property
    def nominal(self) -> bool:
        """Whether the word is tagged as a noun, name, number or pronoun."""
        return self.tag.startswith("NN") or self.tag in ("CD", "PRP", "DT", "WP", "FW")

    def having(self, *deps: str) -> list[Node]:
        """Return the children that have one of the dependencies."""
        return [child for child in self.children if child.dep in deps]

    def first(self, *deps: str) -> Node | None:
        """Return the first child that has one of the dependencies."""
        return next((child for child in self.children if child.dep in deps), None)

    def __repr__(self) -> str:
        head = self.head.text if self.head else "-"
        return f"{self.text}/{self.tag}/{self.dep}<{head}"


def build(doc: Any, sentence: Masked) -> list[Node]:
    """Turn a spaCy Doc of the masked sentence into nodes with the real words."""
    nodes = []
    for token in doc:
        start, end = token.idx, token.idx + len(token.text)
        surface = sentence.surfaces.get(start)
        nodes.append(
            Node(
                index=token.i,
                shown=token.idx,
                text=surface or token.text,
                tag=token.tag_,
                dep=token.dep_,
                space=bool(token.whitespace_),
                span=sentence.aligned.span(start, end) or (0, 0),
                name=start in sentence.names,
                masked=surface is not None,
            )
        )
    for token, node in zip(doc, nodes, strict=True):
        if token.head.i != token.i:
            node.head = nodes[token.head.i]
            node.head.children.append(node)
    return nodes


def subtree(node: Node, skip: Callable[[Node], bool] | None = None) -> list[Node]:
    """Return the node and all below it in the order of the text.

    ``skip`` cuts off a descendant with all below it.
    """
    return ordered(_walk(node, skip))


def ordered(nodes: Iterable[Node]) -> list[Node]:
    """Return the nodes in the order of the text."""
    return sorted(nodes, key=lambda node: node.index)


def _walk(node: Node, skip: Callable[[Node], bool] | None) -> Iterator[Node]:
    stack = [node]
    while stack:
        here = stack.pop()
        yield here
        stack += [c for c in here.children if skip is None or not skip(c)]
