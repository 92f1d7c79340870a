"""*More…* has few entries throughout matches of every game, for players and spectators."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.model.table import OVER, PLAYING, Table
from bot.platform.limits import PER_ROW
from bot.ui.components import Item
from bot.ui.offers import TABLE, WATCH, Offers
from bot.ui.table import menu
from games.core.words import words
from tests.support.harbour import Harbour
from tests.support.short_boards import CASES, make_plain_table, play_match

MAX_ENTRIES = 8
SPECTATOR = 999


def list_all_entries(table: Table, user: int, offers: Offers) -> list[Item]:
    """Return all entries that the menu could have, without checking which ones fit."""
    watching, own = ([one.make for one in offers.menu if one.group == group] for group in (WATCH, TABLE))
    return menu.list_entries(table, user, words("en"), watching, own)


@pytest.mark.parametrize("computers", [0, 1])
@pytest.mark.parametrize(("key", "seats"), CASES)
async def test_the_menu_has_at_most_eight_entries(
    harbour: Harbour, key: str, seats: int, computers: int
) -> None:
    offers = harbour.bot.services.offers
    for match in play_match(key, seats, 5):
        table = make_plain_table(match, range(seats - computers, seats))
        table = replace(table, host_id=100, status=PLAYING if match.outcome is None else OVER)
        for user in (100, 101, SPECTATOR):
            items = list_all_entries(table, user, offers)
            labels = [str(getattr(item.item, "label", "")) for item in items]
            assert 2 < len(items) <= MAX_ENTRIES, labels
            rows = [item.row for item in items]
            assert max(map(rows.count, rows)) <= PER_ROW, labels
