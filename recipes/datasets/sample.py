"""The bundled sample's claims, for the stock ``--dataset-from-file``."""

from textattack_atomeval.attack.datasets import load_dataset

dataset = load_dataset("sample")
