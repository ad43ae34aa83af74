"""AdvAdd-style rewriting (section 4.2): plausible details that nothing supports.

    textattack attack --attack-from-file recipes/advadd.py \
        --model-from-file recipes/models/embedded.py \
        --dataset-from-file recipes/datasets/sample.py --num-examples 20

The rewrites are the package's hand-written ones for its sample. For other claims, copy
this file and name who writes them:
``attack = partial(AdvAddRewrite.build, generator="chat:MODEL@URL")``.
"""

from textattack_atomeval.attack.recipes.families import AdvAddRewrite

attack = AdvAddRewrite.build
