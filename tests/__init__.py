"""Tests; a package, so that no other top-level `tests` can take its name."""
