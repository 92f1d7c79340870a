"""Reviews of finished matches. They show how much each move and chance changed the win chances.

Moves are judged from the acting seat's view, and win chances are estimated from each seat's own view. So
reviews reveal nothing hidden.

The effort depends only on the match, and the random numbers only on the step, so a match gets the same review
on every machine.
"""

from __future__ import annotations

from typing import Final

REVIEW_VERSION: Final = 25
"""Cache version. Bump it whenever review results change."""
