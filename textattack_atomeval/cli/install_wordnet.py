"""``install-wordnet``: copy WordNet's files to where NLTK finds them."""

from __future__ import annotations

import argparse


def run(args: argparse.Namespace) -> int:
    """Copy the database in ``args.source``; pwws and leap can run then.

    Raises:
        InputError: there is no complete WordNet in the folder.
    """
    from textattack_atomeval.attack.wordnet import install_wordnet

    print(install_wordnet(args.source))
    return 0
