"""Answers don't point to a board that Discord refused to post."""

from __future__ import annotations

from itertools import cycle, islice

from tests.support.harbour import Harbour
from tests.support.reading import read_answer

MAX_MATCHES = 40
"""Maximum number of matches to start until the computer moves first in one."""
POST_PATH = "/channels/*/messages"
CANNOT_POST_TEXT = "Discord won't let me post in the table's channel."


async def test_an_answer_does_not_claim_that_an_unposted_match_is_below(harbour: Harbour) -> None:
    harbour.env.inject_error("POST", POST_PATH, status=403, code=50001, times=None)
    for number, key in enumerate(islice(cycle(harbour.games), MAX_MATCHES)):
        channel = harbour.guild.create_text_channel(f"reef-{number}")
        answer = await harbour.anna.slash(channel, "play", game=key, against="easy")
        assert CANNOT_POST_TEXT in read_answer(answer) and "below" not in read_answer(answer), key
        table = await harbour.bot.tables.find_latest_table(channel.id)
        assert table is not None and table.match is not None
        first = table.match.steps[0].seat if table.match.steps else table.match.to_act[0]
        if first in table.computer_seats:
            # The computer moves first, so the answer came before the board was first posted.
            return
    raise AssertionError("no computer player was ever the first to move")


async def test_a_posting_obstacle_is_forgotten_once_it_is_gone(harbour: Harbour) -> None:
    await harbour.begin_match()
    harbour.env.inject_error("POST", POST_PATH, status=403, code=50001)
    await harbour.type_move("end")
    assert harbour.bot.announcer.has_obstacle(1)
    harbour.bot.announcer.announce_table(1)
    await harbour.bot.announcer.wait_until_idle()
    assert not harbour.bot.announcer.has_obstacle(1)
    assert "can't post" not in read_answer(await harbour.type_move("end"))
