"""Put an NLI model of your own behind the gate: anything with ``name`` and ``judge``.

The toy model here entails what it has all the words of. Run it with
``python examples/own_nli.py``.
"""

from collections.abc import Sequence

from textattack_atomeval import AtomEval
from textattack_atomeval.data import Judgement
from textattack_atomeval.extraction.rules import RuleExtractor
from textattack_atomeval.gate import GatePolicy


class WordOverlap:
    """p(entailment) is the share of the hypothesis's words in the premise."""

    name = "word-overlap-1"

    def judge(self, pairs: Sequence[tuple[str, str]]) -> list[Judgement]:
        """Return one judgement a pair, in order."""
        answers = []
        for premise, hypothesis in pairs:
            wanted = set(hypothesis.lower().split())
            share = len(wanted & set(premise.lower().split())) / len(wanted)
            answers.append(Judgement(share, 1 - share, 0.0))
        return answers


def main() -> None:
    """Judge two rewrites with the toy model and the paper's policy."""
    engine = AtomEval(RuleExtractor(), WordOverlap(), GatePolicy.paper())
    claim = "The Harwick lighthouse was built in 1925."
    for rewrite in ("The old Harwick lighthouse was built in 1925.", "It rained."):
        print(engine.check(claim, rewrite).decision.status, "|", rewrite)
    print(engine.signature())


if __name__ == "__main__":
    main()
