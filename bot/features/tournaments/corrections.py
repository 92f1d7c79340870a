"""Corrects the results of a tournament's matches."""

from __future__ import annotations

import re

from bot.features.tournaments.errors import NotPossibleNow
from bot.features.tournaments.keeper import TournamentKeeper
from bot.features.tournaments.notices import write_result
from bot.features.tournaments.service import Tournament, TournamentService
from bot.ui import replies
from bot.ui.people import get_person
from bot.ui.services import Interaction
from games.tournament.events import UNREADABLE_EVENT
from games.tournament.state import TableResult


class ResultCorrections:
    """Parses a result that the host typed, and records it."""

    def __init__(self, service: TournamentService, keeper: TournamentKeeper) -> None:
        self._service, self._keeper = service, keeper

    async def correct(
        self,
        interaction: Interaction,
        tournament: Tournament,
        table: int,
        result: str,
        reason: str,
        round_: int,
    ) -> None:
        """Correct the result of an ended match, and announce in the channel who did it and why.

        :param table: the table's number, counted from 1.
        :param result: the places as the host typed them.
        :param round_: the round's number, counted from 1.
        :raises NotPossibleNow: the table doesn't exist, its match is running, the typed result can't be read,
            or later rounds depend on the old one.
        :raises OwnMatchCorrection: the user played in that match.
        """
        at = round_ - 1
        pairing = tournament.find_table(at, table - 1)
        read = read_result(result, len(pairing.entries))
        why = " ".join(reason.split())
        tournament = await self._service.correct(
            tournament.id, at, table - 1, read, why, get_person(interaction)
        )
        self._keeper.wake(tournament.id)
        w = replies.get_words(interaction)
        text = w(
            "Round {at}, table {table}: {result}. I post it in the channel, with your reason.",
            at=at + 1,
            table=table,
            result=write_result(tournament, pairing, read, w),
        )
        await replies.show(interaction, text)


def read_result(text: str, size: int) -> TableResult:
    """Parse the typed places of a table's entrants: digits with a space in between, 0 for an absent entrant.

    :param size: number of entrants at the table.
    :raises NotPossibleNow: the number of places is wrong, or one is invalid.
    """
    if not re.fullmatch(r"[0-9]( [0-9])*", text.strip()):
        raise NotPossibleNow(UNREADABLE_EVENT)
    places = [int(part) for part in text.split()]
    if len(places) != size or any(place > size for place in places):
        raise NotPossibleNow(UNREADABLE_EVENT)
    absent = tuple(seat for seat, place in enumerate(places) if not place)
    return TableResult(tuple(place or size for place in places), (), absent)
