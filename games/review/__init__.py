"""Reviews of finished matches: how much each move, and chance, changed the win chances.

Every position is judged from views, as the acting seat saw it, so reviews reveal nothing hidden. The effort
depends only on the match's length, and chance is keyed by the step, so a match has the same review
everywhere.
"""

from __future__ import annotations

from typing import Final

VERSION: Final = 10
"""Cache version. Bump it whenever review results change."""
