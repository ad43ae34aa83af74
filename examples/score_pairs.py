"""Score a few rewrites of one false claim and say why each is valid or not.

Run it with ``python examples/score_pairs.py``.
"""

from textattack_atomeval import AtomEval

CLAIM = "The Harwick lighthouse was built in 1925."
EVIDENCE = "The Harwick lighthouse, a granite tower of 31 metres, was built in 1889."
REWRITES = (
    "In 1925, they built the Harwick lighthouse.",
    "The Harwick lighthouse, a granite tower, was built in 1925.",
    "The Harwick lighthouse was built in the 1920s.",
    "The Harwick lighthouse, 31 metres high, was built in 1889.",
    "Some say that the Harwick lighthouse was built in 1925.",
)


def main() -> None:
    """Print one line a rewrite: verdict, diagnostics that fired, reason."""
    engine = AtomEval.embedded()
    for rewrite in REWRITES:
        record = engine.check(CLAIM, rewrite, EVIDENCE)
        fired = sorted({pointer.diagnostic for pointer in record.diagnosis.because})
        print(f"{record.decision.status:8} {', '.join(fired) or '-':21} {rewrite}")
    print(engine.signature())


if __name__ == "__main__":
    main()
