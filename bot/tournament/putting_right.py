"""Putting a wrong result right."""

from __future__ import annotations

import re
from typing import Any

from bot.tournament.errors import NotNow
from bot.tournament.keeper import Keeper
from bot.tournament.opening import Opening
from bot.tournament.rights import check_host
from bot.tournament.service import Arrangements, Tournament
from bot.ui import replies
from bot.ui.escaping import escape_name
from bot.ui.services import Interaction
from bot.ui.table.lobby import person
from games.core.words import Words
from games.tournament.events import NO_TABLE, UNREADABLE
from games.tournament.state import Pairing, Result


class PuttingRight:
    """Reads what the host says came out, and notes it."""

    def __init__(self, arrangements: Arrangements, keeper: Keeper, opening: Opening) -> None:
        self._arrangements, self._keeper, self._opening = arrangements, keeper, opening

    async def correct(self, interaction: Interaction, table: int, result: str, round_: int | None) -> None:
        """Note a result. A match that is still going on there ends with it.

        :raises NotNow: there is no such table, or the result can't be read.
        """
        found = await self._arrangements.newest_at(self._opening.home(interaction))
        check_host(interaction, found)
        at, pairing = _find(found, table, round_)
        read = read_result(result, len(pairing.entries))
        found = await self._arrangements.correct(found.id, at, table - 1, read, person(interaction))
        self._keeper.wake(found.id)
        w = replies.reader(interaction)
        told = w(
            "Round {at}, table {table}: {result}. Everybody can see this under *Changes*.",
            at=at + 1,
            table=table,
            result=_write(found, pairing, read, w),
        )
        await replies.show(interaction, told)

    async def suggest(self, interaction: Interaction, table: Any, round_: Any) -> list[tuple[str, str]]:
        """Return what a table may have come to, each in words and as it is typed."""
        if not isinstance(table, int):
            return []
        found = await self._arrangements.newest_at(self._opening.home(interaction))
        _, pairing = _find(found, table, round_ if isinstance(round_, int) else None)
        w, names = replies.reader(interaction), found.names(pairing.entries)
        size = len(names)
        firsts = [" ".join("1" if n == seat else "2" for n in range(size)) for seat in range(size)]
        won = [(w("{name} won", name=name), typed) for name, typed in zip(names, firsts, strict=True)]
        return [*won, (w("A draw"), " ".join("1" * size))]


def _find(found: Tournament, table: int, round_: int | None) -> tuple[int, Pairing]:
    at = len(found.course.rounds) - 1 if round_ is None else round_ - 1
    if not 0 <= at < len(found.course.rounds) or not 0 < table <= len(found.course.rounds[at].tables):
        raise NotNow(NO_TABLE)
    return at, found.course.rounds[at].tables[table - 1]


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


def _write(found: Tournament, pairing: Pairing, result: Result, w: Words) -> str:
    names = [escape_name(name) for name in found.names(pairing.entries)]
    return ", ".join(
        w("{name} absent", name=name) if seat in result.absent else f"{result.places[seat]}. {name}"
        for seat, name in enumerate(names)
    )
