"""The victim that the package ships, for the stock ``--model-from-file``."""

from textattack_atomeval.attack.wrappers import VictimWrapper

model = VictimWrapper("embedded")
