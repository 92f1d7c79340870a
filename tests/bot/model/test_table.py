"""The text that marks a channel's seat can be stored and read back."""

from __future__ import annotations

import pytest

from bot.model.table import OWN_CHANNEL_PLAYER, ChannelSeat, Occupant


@pytest.mark.parametrize(
    ("seat", "text", "is_guest"),
    [(ChannelSeat(), OWN_CHANNEL_PLAYER, False), (ChannelSeat(7), "channel:7", True)],
)
def test_a_channel_seat_survives_being_stored(seat: ChannelSeat, text: str, is_guest: bool) -> None:
    assert str(seat) == text
    assert ChannelSeat.parse(text) == seat
    assert seat.is_guest is is_guest
    assert Occupant(0, 0, "The channel", text).channel == seat


@pytest.mark.parametrize("computer", [None, "easy", "channels"])
def test_people_and_computers_are_not_channel_seats(computer: str | None) -> None:
    assert ChannelSeat.parse(computer) is None
