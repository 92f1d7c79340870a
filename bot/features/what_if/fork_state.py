"""Reads and writes the state of a fork, a private continuation of a match. The state is stored only in the
fork's message.

The button that leads back to the match carries the starting position. The last line of the text lists the
steps made since.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

from bot.features.what_if.errors import ForkSeatChanged, ForkTakenBack, ForkTooLong, UnreadableFork
from bot.features.what_if.verbs import RECORD_VERB_PREFIX, TABLE_VERB_PREFIX
from bot.ui.components import Item, make_button
from bot.ui.ids import (
    IdParts,
    OutdatedId,
    decode_number,
    make_custom_id,
    make_fresh_suffix,
    read_seat,
    read_table_id,
)
from games.core.errors import RuleError
from games.core.fork import fork_match, format_steps, is_position_unchanged, make_fork_key, replay_steps
from games.core.match import Match
from games.core.values import value_class
from games.core.words import Words

BACK_LETTER = "b"
"""Action letter of the button that leads back to the match; see :mod:`bot.features.what_if.verbs`."""
MAX_STEPS_LENGTH = 1200
_STEPS_MARK = "-# 👣"
"""Start of a fork message's last line, which lists the steps."""
_LISTED_STEPS_PATTERN = re.compile(rf"\n{_STEPS_MARK} (?:\|\|)?`([^`\n]+)`(?:\|\|)?\Z")
"""Messages of earlier versions have no spoiler marks."""


@value_class
class ForkStart:
    """The starting position of a fork, and the number of its random deal."""

    table_id: int
    """ID of the table or of the imported match."""
    seq: int
    """Number of rows in the match log when the fork was opened."""
    ply: int
    """Number of steps before the position."""
    deal: int
    """Determines the random deal of everything hidden from the viewer."""
    viewer_seat: int | None
    """The seat from whose view the fork is dealt; ``None`` for spectators."""
    source: str = TABLE_VERB_PREFIX
    """:data:`TABLE_VERB_PREFIX` or :data:`RECORD_VERB_PREFIX`."""

    def deal_again(self, press_id: int) -> ForkStart:
        """Return the same position with another deal, which depends on ``press_id``."""
        return replace(self, deal=make_deal_number(press_id))

    def make_back_button(self, w: Words, row: int | None) -> Item:
        """Return the button that leads back to the match and carries this position in its custom_id."""
        viewer = 0 if self.viewer_seat is None else self.viewer_seat + 1
        identity = make_custom_id(
            "b", self.source + BACK_LETTER, self.table_id, self.seq, self.ply, self.deal, viewer
        )
        return make_button(identity, w("Back to the match"), emoji="🚪", row=row)

    def make_fork(self, match: Match) -> Match:
        """Return a fork of ``match`` without any step.

        :raises ForkTakenBack: the players have undone this position.
        """
        if not is_position_unchanged(match, self.seq, self.ply):
            raise ForkTakenBack
        return fork_match(
            match, self.ply, self.viewer_seat, make_fork_key(self.table_id, self.ply, self.deal)
        )


def make_deal_number(press_id: int) -> int:
    """Return a number for a new deal, different for each press."""
    return decode_number(make_fresh_suffix(press_id))


def read_fork_start(message: Any) -> ForkStart:
    """Return the starting position of the fork in a message.

    :raises OutdatedId: the message has no fork.
    """
    for row in () if message is None else message.components:
        for part in getattr(row, "children", ()):
            _, verb, *parts = (*str(getattr(part, "custom_id", "")).split(":"), "")
            if verb in (TABLE_VERB_PREFIX + BACK_LETTER, RECORD_VERB_PREFIX + BACK_LETTER):
                table, seq, ply, deal, viewer = _read_numbers(parts)
                source = verb.removesuffix(BACK_LETTER)
                return ForkStart(table, seq, ply, deal, viewer - 1 if viewer else None, source)
    raise OutdatedId


def _read_numbers(parts: list[str]) -> list[int]:
    brought = IdParts(parts)
    return [read_table_id(brought), *(read_seat(brought, index) for index in range(1, 5))]


def restore_fork(start: ForkStart, match: Match, content: str, own_seats: tuple[int, ...]) -> Match:
    """Return the fork after the steps listed in its message.

    :param own_seats: the user's seats, whose hidden information they may see.
    :raises ForkTakenBack: the players have undone this position.
    :raises ForkSeatChanged: the fork was dealt from the view of another seat.
    :raises UnreadableFork: the steps can't be replayed.
    """
    if start.viewer_seat is not None and start.viewer_seat not in own_seats:
        raise ForkSeatChanged
    begun = start.make_fork(match)
    listed = _LISTED_STEPS_PATTERN.search(content)
    try:
        return replay_steps(begun, listed[1] if listed else "")
    except RuleError as error:
        raise UnreadableFork from error


def write_steps_line(fork: Match) -> str:
    """Return the line that lists a fork's steps at the end of its message, if there are any.

    A spoiler hides the steps, because they are tokens, and the message already describes them in words.

    :raises ForkTooLong: there are too many steps for the line.
    """
    steps = format_steps(fork)
    if len(steps) > MAX_STEPS_LENGTH:
        raise ForkTooLong
    return f"\n{_STEPS_MARK} ||`{steps}`||" if steps else ""
