"""A2T, with AtomPreservation and fixed evidence.

    textattack attack --attack-from-file recipes/a2t.py \
        --model-from-file recipes/models/embedded.py \
        --dataset-from-file recipes/datasets/sample.py --num-examples 20
"""

from textattack_atomeval.attack.recipes.classic import A2T

attack = A2T.build
