"""DeSePtion-style rewriting (section 4.2): several propositions, time, ambiguity.

    textattack attack --attack-from-file recipes/deseption.py \
        --model-from-file recipes/models/embedded.py \
        --dataset-from-file recipes/datasets/sample.py --num-examples 20

The rewrites are the package's hand-written ones for its sample. For other claims, copy
this file and name who writes them:
``attack = partial(DeseptionRewrite.build, generator="chat:MODEL@URL")``.
"""

from textattack_atomeval.attack.recipes.families import DeseptionRewrite

attack = DeseptionRewrite.build
