"""Correcting a wrong result."""

from __future__ import annotations

import re
from typing import Any

from bot.features.tournaments.choosing import Choosing
from bot.features.tournaments.errors import NotNow
from bot.features.tournaments.keeper import Keeper
from bot.features.tournaments.notices import write_result
from bot.features.tournaments.service import Arrangements, Tournament
from bot.ui import replies
from bot.ui.people import person
from bot.ui.services import Interaction
from games.tournament.events import UNREADABLE
from games.tournament.state import Result


class PuttingRight:
    """Reads the result that the host gives, and notes it."""

    def __init__(self, arrangements: Arrangements, keeper: Keeper, choosing: Choosing) -> None:
        self._arrangements, self._keeper, self._choosing = arrangements, keeper, choosing

    async def correct(
        self,
        interaction: Interaction,
        name: str,
        table: int,
        result: str,
        reason: str,
        round_: int | None,
    ) -> None:
        """Correct the result of a match that is over; the channel is told, with the reason.

        :raises NotNow: there is no such table, it is still played, or the result can't be read.
        :raises OwnMatch: whoever asks played there.
        """
        found = await self._choosing.find_run(interaction, name)
        at = _find_round(found, round_)
        pairing = found.find_table(at, table - 1)
        read = read_result(result, len(pairing.entries))
        why = " ".join(reason.split())
        found = await self._arrangements.correct(found.id, at, table - 1, read, why, person(interaction))
        self._keeper.wake(found.id)
        w = replies.reader(interaction)
        told = w(
            "Round {at}, table {table}: {result}. I post it in the channel, with your reason.",
            at=at + 1,
            table=table,
            result=write_result(found, pairing, read, w),
        )
        await replies.show(interaction, told)

    async def suggest(
        self, interaction: Interaction, name: Any, table: Any, round_: Any
    ) -> list[tuple[str, str]]:
        """Return what a table may have come to, each in words and as it is typed."""
        if not isinstance(table, int):
            return []
        found = await self._choosing.find_run(interaction, name if isinstance(name, str) else "")
        at = _find_round(found, round_ if isinstance(round_, int) else None)
        pairing = found.find_table(at, table - 1)
        w, names = replies.reader(interaction), found.names(pairing.entries)
        size = len(names)
        firsts = [" ".join("1" if n == seat else "2" for n in range(size)) for seat in range(size)]
        won = [(w("{name} won", name=name), typed) for name, typed in zip(names, firsts, strict=True)]
        return [*won, (w("A draw"), " ".join("1" * size))]


def _find_round(found: Tournament, round_: int | None) -> int:
    return (len(found.course.rounds) if round_ is None else round_) - 1


def read_result(text: str, size: int) -> Result:
    """Read places in the order of the seats; 0 is somebody who was absent.

    :raises NotNow: there are too few, or one is none.
    """
    if not re.fullmatch(r"[0-9]( [0-9])*", text.strip()):
        raise NotNow(UNREADABLE)
    places = [int(part) for part in text.split()]
    if len(places) != size or any(place > size for place in places):
        raise NotNow(UNREADABLE)
    absent = tuple(seat for seat, place in enumerate(places) if not place)
    return Result(tuple(place or size for place in places), (), absent)
