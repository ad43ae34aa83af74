"""Rewrites of any generator, from a file (JSONL: claim, family, rewrite).

    export ATOMEVAL_REWRITES=rewrites.jsonl
    textattack attack --attack-from-file recipes/replay.py \
        --model-from-file recipes/models/embedded.py \
        --dataset-from-file recipes/datasets/sample.py --num-examples 20
"""

from textattack_atomeval.attack.recipes.replay import ReplayRewrite

attack = ReplayRewrite.build
