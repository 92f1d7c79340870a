"""Buttons as no version of the host has made them: each is answered in words, and nothing goes wrong."""

from __future__ import annotations

import logging
from random import Random
from typing import Any

import pytest

from bot.ui.presses import HANDLERS
from tests.bot.harbour import Harbour, buttons, lists
from tests.bot.reading import Kept, shown

PARTS = ("", "zzzzzzzzzzzzz", "-1", "0", "1", "99", "take", "/", "٣", "y", "reef", "zz/zz")
VALUES: tuple[list[str], ...] = ([], [""], ["0"], ["none"], ["x" * 100], ["٣"], ["-1"])


async def seen(harbour: Harbour) -> list[str]:
    """The custom_ids of a lobby, a board, its menu, a panel and the settings."""
    messages: list[Any] = [await harbour.open_lobby("das_riff")]
    found: list[str] = []
    for message in messages:
        found += [*buttons(message), *lists(message)]
    await harbour.ben.click(harbour.board, label="Join")
    await harbour.anna.click(harbour.board, label="Start")
    board = harbour.board
    answers = [
        board,
        shown(await harbour.anna.click(board, label="More…")),
        shown(await (await harbour.holder()).click(board, label="Catch me up")),
        shown(await (await harbour.holder()).slash(harbour.channel, "table show")),
        shown(await harbour.anna.slash(harbour.channel, "table settings")),
        shown(await harbour.anna.slash(harbour.channel, "table clock")),
        shown(await harbour.anna.slash(harbour.channel, "me settings")),
        shown(await harbour.anna.slash(harbour.channel, "table leave")),
    ]
    for message in answers:
        found += [*buttons(message), *lists(message)]
    return sorted(set(found))


def odd(identity: str, chance: Random) -> str:
    """One of a message's custom_ids with parts changed, lost or added."""
    kind, verb, *parts = identity.split(":")
    change = chance.randrange(4)
    if change == 0:
        parts = parts[: chance.randrange(len(parts) + 1)]
    elif change == 1 and parts:
        parts[chance.randrange(len(parts))] = chance.choice(PARTS)
    elif change == 2:
        parts.append(chance.choice(PARTS))
    else:
        # The parts of another, as after a change of what they mean.
        verb, parts = chance.choice(sorted(HANDLERS)), [chance.choice(PARTS) for _ in range(3)]
    return ":".join((kind, verb, *parts))[:100]


async def test_an_odd_button_is_answered(harbour: Harbour, caplog: pytest.LogCaptureFixture) -> None:
    chance = Random(7)
    known = await seen(harbour)
    assert len({identity.split(":")[1] for identity in known}) > 12
    message = Kept(harbour, harbour.board)
    with caplog.at_level(logging.ERROR):
        for _ in range(60):
            identity = odd(chance.choice(known), chance)
            values = chance.choice(VALUES) if identity[0] in "su" else None
            person = chance.choice((harbour.anna, harbour.dana))
            answer = await message.forge(person, identity, values)
            assert answer.acknowledged, identity
            assert not caplog.records, f"{identity} {values}"
