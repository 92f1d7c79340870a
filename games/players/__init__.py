"""Computer players, generic over the protocol: they see a ``View`` and nothing else."""

from __future__ import annotations

LEVELS = ("easy", "normal", "hard")
"""How strong computer players are, the weakest first."""
