"""The *More…* menu has few entries throughout matches of every game, for players and spectators."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from bot.model.table import TABLE_OVER, TABLE_PLAYING, Table
from bot.platform.limits import MAX_BUTTONS_PER_ROW
from bot.ui.components import Item
from bot.ui.ids import MoveChoice
from bot.ui.offers import TABLE_GROUP, WATCH_GROUP, Offers
from bot.ui.play.board import make_buttons
from bot.ui.play.own_view import can_act
from bot.ui.table import menu
from games.core.words import load_words
from tests.support.harbour import Harbour
from tests.support.short_boards import CASES, make_plain_table, play_match

MAX_ENTRIES = 8
SPECTATOR_ID = 999


def list_all_entries(table: Table, user: int, offers: Offers) -> list[Item]:
    """Return all entries that the menu could have, without checking which ones fit."""
    watching, own = (
        [one.make_button for one in offers.menu_entries if one.group == group]
        for group in (WATCH_GROUP, TABLE_GROUP)
    )
    return menu.list_entries(table, user, load_words("en"), watching, own)


def list_hint_seats(items: Sequence[Any]) -> list[int]:
    """Return the seats for which there is a *Hint* button."""
    found = (str(getattr(getattr(item, "item", item), "custom_id", "")).split(":") for item in items)
    return [MoveChoice.parse(parts[2:]).seat for parts in found if parts[:2] == ["b", "hn"]]


@pytest.mark.parametrize("computers", [0, 1])
@pytest.mark.parametrize(("key", "seat_count"), CASES)
async def test_the_menu_has_at_most_eight_entries(
    harbour: Harbour, key: str, seat_count: int, computers: int
) -> None:
    offers = harbour.bot.services.offers
    for match in islice(play_match(key, seat_count, 5), 0, None, 3):
        table = make_plain_table(match, range(seat_count - computers, seat_count))
        table = replace(table, host_id=100, status=TABLE_PLAYING if match.outcome is None else TABLE_OVER)
        for user in (100, 101, SPECTATOR_ID):
            items = list_all_entries(table, user, offers)
            labels = [str(getattr(item.item, "label", "")) for item in items]
            assert 2 < len(items) <= MAX_ENTRIES, labels
            assert not {"Catch me up", "Replay", "Turn by turn"} & set(labels), "only *History* is the past"
            assert "Undo" not in labels[1:], "what a person looks for in a hurry comes first"
            seat = table.find_acting_seat(user)
            if match.outcome is None and seat is not None and can_act(match, seat):
                board = make_buttons(table, match, load_words("en"))
                assert (
                    list_hint_seats(board.children).count(seat) + list_hint_seats(list(items)).count(seat)
                    == 1
                ), labels
            rows = [item.row for item in items]
            assert max(map(rows.count, rows)) <= MAX_BUTTONS_PER_ROW, labels
