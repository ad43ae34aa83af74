"""Frames that give a subject a number."""

from __future__ import annotations

GIVEN = {
    "work": (
        "{s} earned ${m} million in its first year.",
        "{s} earned ${m} million worldwide.",
        "{s} sold {b} million copies.",
        "{s} sold {c} copies in one week.",
        "{s} has been translated into {k} languages.",
        "{s} received {k} nominations.",
        "{s} was praised by {p}% of critics.",
        "{s} was watched by {c} people.",
        "{s} cost ${c} to make.",
    ),
    "person": (
        "{s} won {k} awards.",
        "{s} donated ${m} million to a hospital.",
        "{s} has {b} million followers.",
        "{s} wrote {k} letters to the editor.",
        "{s} owns {k} houses.",
        "{s} is admired by {p} percent of voters.",
        "{s} received {c} votes.",
        "{s} lived abroad for {k} years.",
        "{s} earned ${c} in one evening.",
    ),
    "place": (
        "{s} has {c} inhabitants.",
        "{s} has {k} bridges.",
        "{s} is visited by {b} million people a year.",
        "{s} covers {c} acres.",
        "{s} is home to {k} museums.",
        "{s} spent ${m} million on roads.",
    ),
}
