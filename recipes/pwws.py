"""PWWS, with AtomPreservation and fixed evidence.

    textattack attack --attack-from-file recipes/pwws.py \
        --model-from-file recipes/models/embedded.py \
        --dataset-from-file recipes/datasets/sample.py --num-examples 20
"""

from textattack_atomeval.attack.recipes.classic import PWWS

attack = PWWS.build
