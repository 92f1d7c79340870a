"""Preparing a move is offered to players who wait for their turn."""

from __future__ import annotations

from bot.features.premoves.feature import make_waiting_button
from games.core.words import load_words
from tests.support.short_boards import make_plain_table, play_match


def test_preparing_is_offered_only_during_another_players_turn() -> None:
    offered = {
        (
            match.active_seat == seat,
            make_waiting_button(make_plain_table(match), match, seat, load_words()) is not None,
        )
        for match in play_match("australis", 2, 5)
        if match.outcome is None
        for seat in range(match.seat_count)
    }
    assert offered == {(True, False), (False, True)}
