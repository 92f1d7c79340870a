"""What :mod:`games.das_riff.insight` adds for each thing that it sees, on the scale of log-odds.

Fitted to how 3,100 matches of ``hard`` against itself ended, on top of the estimate; three tenths of what was
found, since all of it tells better who wins, but plays worse. The numbers are in ``weights.json``.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

_READ: Final[dict[str, list[float]]] = json.loads(
    Path(__file__).with_name("weights.json").read_text(encoding="utf-8")
)
BROODS: Final = tuple(_READ["broods"])
"""By broods."""
EMPTY: Final = tuple(_READ["empty"])
"""By empty corals."""
LONE: Final = tuple(_READ["lone"])
"""By lone parents."""
CORALS: Final = tuple(_READ["corals"])
"""By corals."""
BOATS: Final = tuple(_READ["boats"])
"""By boats."""
WORMS: Final = tuple(_READ["worms"])
"""By the worms of a colour."""
SHOWN: Final = tuple(_READ["shown"])
"""The same of a colour that a breeding card shows."""
NEEDED: Final = tuple(_READ["needed"])
"""The same of a colour that a lone parent waits for."""
BAIT: Final = tuple(_READ["bait"])
"""By all worms."""
PEARLS: Final = tuple(_READ["pearls"])
"""By pearls."""
SHARKS: Final = tuple(_READ["sharks"])
"""By sharks."""
HOPE: Final = tuple(_READ["hope"])
"""By the mates of a lone parent that may still turn up."""
KINDS: Final = tuple(_READ["kinds"])
"""By their kinds."""
NEAR: Final = tuple(_READ["near"])
"""By the worms lacking for a mate that lies open."""
NEAREST: Final = tuple(_READ["nearest"])
"""The same of the nearest one."""
PAIR: Final = tuple(_READ["pair"])
"""By the worms lacking for two open fish that breed; 10: there are none, 11: no coral is empty."""
REACHED: Final = tuple(_READ["reached"])
"""By what lies in a cell in reach (:data:`games.das_riff.insight.REACHED`), then in the next column."""
NEAREST_BY_BROODS: Final = tuple(_READ["nearest_by_broods"])
"""By broods, then by how near the nearest mate is."""
OPEN_BY_BROODS: Final = tuple(_READ["open_by_broods"])
"""By broods, then by corals that are not closed."""
BOATS_BY_BROODS: Final = tuple(_READ["boats_by_broods"])
"""By broods, then by boats."""
BAIT_BY_BROODS: Final = tuple(_READ["bait_by_broods"])
"""By broods, then by all worms."""
NEAR_HUNTED: Final = tuple(_READ["near_hunted"])
"""As ``NEAR``, while the other seat has a shark."""
BAIT_BY_BOATS: Final = tuple(_READ["bait_by_boats"])
"""By boats, then by all worms."""
SINGLE: Final = tuple(_READ["single"])
"""By the worms lacking for a fish to begin with; 7: there is none, 8: no coral is empty."""
SECOND: Final = tuple(_READ["second"])
"""By how near the nearest mate is, then the second one."""
NEXT: Final = tuple(_READ["next"])
"""Of the seat whose turn it is, while it acts and before."""
LEAD: Final = _READ["lead"][0]
"""What the estimate's own lead counts."""
