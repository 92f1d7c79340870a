"""A match told again by somebody who understands it: what each move and each roll of chance was worth.

Everything is judged from views, as the seat that acted saw the match, so nothing here can tell a hidden card.
It knows no clock either: how much is looked at depends on the length of the match alone, and chance is keyed
by the step. The same match has the same review everywhere.
"""

from __future__ import annotations

from typing import Final

VERSION: Final = 4
"""Cache version. Bump it whenever review results change."""
