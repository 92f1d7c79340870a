"""Reviews of finished matches. They show how much each move and chance changed the win chances.

Positions are judged from views: moves as the acting seat saw them, win chances as each seat saw them. So
reviews reveal nothing hidden.

The effort depends only on the match, and the random numbers on the step, so a match has the same review
everywhere.
"""

from __future__ import annotations

from typing import Final

REVIEW_VERSION: Final = 20
"""Cache version. Bump it whenever review results change."""
