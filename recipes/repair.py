"""A rewrite that evades but is invalid gets one repair (section 6.2, appendix E).

    textattack attack --attack-from-file recipes/repair.py \
        --model-from-file recipes/models/embedded.py \
        --dataset-from-file recipes/datasets/sample.py --num-examples 20

Repairs need a language model, saved rewrites hold none: copy this file and name one,
``attack = partial(RepairedRewrite.build, editor="chat:MODEL@URL")``.
"""

from textattack_atomeval.attack.recipes.repair import RepairedRewrite

attack = RepairedRewrite.build
