"""GEM-style fact mixing (section 4.2): facts of different contexts, blended.

    textattack attack --attack-from-file recipes/factmix.py \
        --model-from-file recipes/models/embedded.py \
        --dataset-from-file recipes/datasets/sample.py --num-examples 20

The rewrites are the package's hand-written ones for its sample. For other claims, copy
this file and name who writes them:
``attack = partial(FactMixRewrite.build, generator="chat:MODEL@URL")``.
"""

from textattack_atomeval.attack.recipes.families import FactMixRewrite

attack = FactMixRewrite.build
