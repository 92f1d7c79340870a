"""What a message says of its fork: buttons and text are all that is kept of one.

The button back to the match says where it begins; the last line of the text lists its steps.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any

from bot.features.what_if.errors import OtherSeat, TakenBack, TooLong, Unreadable
from bot.features.what_if.verbs import RECORD, TABLE
from bot.ui.components import Item, button
from bot.ui.ids import Brought, OutdatedId, custom_id, fresh_mark, seat_of, table_of, unpacked
from games.core.errors import RuleError
from games.core.fork import fork, is_unchanged, make_key, replay_steps, write_steps
from games.core.match import Match
from games.core.words import Words

BACK = "b"
"""Behind the letters of where a match is, the verb of the button back to it."""
LONGEST = 1200
"""So many characters of a message are for its steps."""
_FEET = "-# 👣"
_LISTED = re.compile(rf"\n{_FEET} `([^`\n]+)`\Z")


@dataclass(frozen=True, slots=True)
class Start:
    """Where a fork begins: a position of a table's match, and by which deal.

    ``seq`` is how many rows the log had when it was opened; ``viewer`` the seat whose view it is dealt from;
    ``home`` is :data:`TABLE` or :data:`RECORD`.
    """

    table: int
    seq: int
    ply: int
    deal: int
    viewer: int | None
    home: str = TABLE

    def deal_anew(self, press: int) -> Start:
        """Return the same position with another deal.

        :param press: the id of the interaction that asks for it.
        """
        return replace(self, deal=make_deal(press))

    def make_button(self, w: Words, row: int | None) -> Item:
        """Return the button back to the match, which keeps all this."""
        viewer = 0 if self.viewer is None else self.viewer + 1
        identity = custom_id("b", self.home + BACK, self.table, self.seq, self.ply, self.deal, viewer)
        return button(identity, w("Back to the match"), emoji="🚪", row=row)

    def begin(self, match: Match) -> Match:
        """Return the fork before its first step.

        :raises TakenBack: the match has gone back behind its position.
        """
        if not is_unchanged(match, self.seq, self.ply):
            raise TakenBack
        return fork(match, self.ply, self.viewer, make_key(self.table, self.ply, self.deal))


def make_deal(press: int) -> int:
    """Return the number of a deal, another one for each press."""
    return unpacked(fresh_mark(press))


def read_start(message: Any) -> Start:
    """Return where the fork of a message begins.

    :raises OutdatedId: no button of it says so.
    """
    for row in () if message is None else message.components:
        for part in getattr(row, "children", ()):
            _, verb, *parts = (*str(getattr(part, "custom_id", "")).split(":"), "")
            if verb in (TABLE + BACK, RECORD + BACK):
                table, seq, ply, deal, viewer = _read_numbers(parts)
                home = verb.removesuffix(BACK)
                return Start(table, seq, ply, deal, viewer - 1 if viewer else None, home)
    raise OutdatedId


def _read_numbers(parts: list[str]) -> list[int]:
    brought = Brought(parts)
    return [table_of(brought), *(seat_of(brought, place) for place in range(1, 5))]


def continue_from(start: Start, match: Match, content: str, own: tuple[int, ...]) -> Match:
    """Return the fork that the text of a message tells of.

    :param own: the seats of who presses.
    :raises TakenBack: the match has gone back behind its position.
    :raises OtherSeat: it was dealt from the view of a seat that is not theirs.
    :raises Unreadable: its steps are none.
    """
    if start.viewer is not None and start.viewer not in own:
        raise OtherSeat
    begun = start.begin(match)
    listed = _LISTED.search(content)
    try:
        return replay_steps(begun, listed[1] if listed else "")
    except RuleError as error:
        raise Unreadable from error


def list_steps(forked: Match) -> str:
    """Return the line that lists the steps of a fork, for the end of its message; empty before the first.

    :raises TooLong: it does not fit.
    """
    steps = write_steps(forked)
    if len(steps) > LONGEST:
        raise TooLong
    return f"\n{_FEET} `{steps}`" if steps else ""
