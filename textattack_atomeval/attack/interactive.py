"""Attacks on what a person types: every column that the victim reads is asked for."""

from __future__ import annotations

from collections import OrderedDict

from textattack import Attack, Attacker
from textattack.datasets import Dataset
from textattack.shared import AttackedText

from textattack_atomeval.attack.engine import EngineHandle
from textattack_atomeval.attack.recipes.preservation import fix_evidence
from textattack_atomeval.attack.texts import claim_of, notes

QUIT = "q"


def interact(
    attack: Attack, dataset: Dataset, engine: EngineHandle, column: str | None = None
) -> None:
    """Attack typed texts until "q" or the end of the input; tell whether each is valid.

    A victim of one text is the host's affair. The label attacked is the victim's own
    answer to what was typed, as the host does it.
    """
    names = list(dataset.input_columns or ())
    if len(names) < 2:
        Attacker.attack_interactive(attack)
        return
    attack = fix_evidence(attack, column)
    print(attack, "\n")
    print(f'Enter {" and ".join(names)} to attack, or "{QUIT}" to quit.')
    while (texts := _ask(names)) is not None:
        example = AttackedText(texts, {"label_names": list(dataset.label_names or ())})
        output = attack.goal_function.get_output(example)
        result = attack.attack(example, output)
        print(result.__str__(color_method="ansi"))
        skipped = notes(result.original_result.attacked_text).get("skipped")
        if skipped:
            print(f"Skipped: {skipped}.\n")
            continue
        rewrite = result.perturbed_result.attacked_text
        (decision,) = engine.judge([rewrite], example, column)
        if claim_of(rewrite, column) == claim_of(example, column):
            print("The claim is unchanged.\n")
        else:
            print(f"The rewrite is {decision.status}: {decision.reason}\n")


def _ask(names: list[str]) -> OrderedDict[str, str] | None:
    """Return one text a column, None to stop; an empty line asks again."""
    texts: OrderedDict[str, str] = OrderedDict()
    for name in names:
        text = ""
        while not text.strip():
            try:
                text = input(f"{name}: ")
            except EOFError:
                return None
        if text == QUIT:
            return None
        texts[name] = text
    return texts
