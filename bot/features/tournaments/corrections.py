"""Corrects the results of a tournament's matches."""

from __future__ import annotations

import re

from bot.features.tournaments.errors import TournamentActionRefused
from bot.features.tournaments.keeper import TournamentKeeper
from bot.features.tournaments.notices import write_result
from bot.features.tournaments.service import Tournament, TournamentService
from bot.ui import replies
from bot.ui.people import get_person
from bot.ui.services import Interaction
from games.tournament.events import UNREADABLE_EVENT
from games.tournament.state import TableResult


class ResultCorrections:
    """Corrects a result to the one that the host typed."""

    def __init__(self, service: TournamentService, keeper: TournamentKeeper) -> None:
        self._service, self._keeper = service, keeper

    async def correct_result(
        self,
        interaction: Interaction,
        tournament: Tournament,
        table_number: int,
        result: str,
        reason: str,
        round_number: int,
    ) -> None:
        """Correct the result of an ended match, and announce in the channel who did it and why.

        :param table_number: the table's number, counted from 1.
        :param result: the places as the host typed them.
        :param round_number: the round's number, counted from 1.
        :raises TournamentActionRefused: the table doesn't exist, its match is running, the typed result can't
            be read, or later rounds depend on the old one.
        :raises OwnMatchCorrection: the user played in that match.
        """
        at = round_number - 1
        pairing = tournament.find_table(at, table_number - 1)
        read = parse_result(result, len(pairing.entries))
        why = " ".join(reason.split())
        tournament = await self._service.correct_result(
            tournament.id, at, table_number - 1, read, why, get_person(interaction)
        )
        self._keeper.wake(tournament.id)
        w = replies.get_words(interaction)
        text = w(
            "Round {at}, table {table}: {result}. I post it in the channel, with your reason.",
            at=at + 1,
            table=table_number,
            result=write_result(tournament, pairing, read, w),
        )
        await replies.show(interaction, text)


def parse_result(text: str, entrant_count: int) -> TableResult:
    """Parse the places of a table's entrants: digits separated by spaces, with 0 for an absent entrant.

    :raises TournamentActionRefused: the number of places is wrong, or one is invalid.
    """
    if not re.fullmatch(r"[0-9]( [0-9])*", text.strip()):
        raise TournamentActionRefused(UNREADABLE_EVENT)
    places = [int(part) for part in text.split()]
    if len(places) != entrant_count or any(place > entrant_count for place in places):
        raise TournamentActionRefused(UNREADABLE_EVENT)
    absent = tuple(seat for seat, place in enumerate(places) if not place)
    return TableResult(tuple(place or entrant_count for place in places), (), absent)
