"""REFUTED claims of your own file, for the stock ``--dataset-from-file``.

export ATOMEVAL_DATASET=claims.jsonl    # or .csv, with claim, evidence and label
"""

import os

from textattack_atomeval.attack.datasets import load_dataset
from textattack_atomeval.errors import InputError

if "ATOMEVAL_DATASET" not in os.environ:
    raise InputError("Set ATOMEVAL_DATASET to a file with claim, evidence and label.")
dataset = load_dataset(os.environ["ATOMEVAL_DATASET"], only="REFUTED")
