"""A person's usual answer time is shown on their card and at tables they open."""

from __future__ import annotations

from bot.features.server_board.layout import make_board_layout
from bot.features.server_board.reading import BoardContents, BoardLine, BoardSection
from games.core.words import load_words
from tests.support.harbour import Harbour, wait_until_idle
from tests.support.reading import get_reply, read_answer

SPEED_TEXT = "⏱️ usually answers within 3 h"


async def test_a_card_shows_the_usual_answer_time_unless_it_is_hidden(harbour: Harbour) -> None:
    guild = harbour.guild.id
    await harbour.begin_match("coral_reef")
    for _ in range(60):
        match = await harbour.find_match()
        if match.outcome is not None or await harbour.bot.tables.speeds.find_usual_answer_hours(
            harbour.anna.id, guild
        ):
            break
        await harbour.pass_time(2)
        await harbour.type_move(match.legal_actions(match.to_act[0])[-1].token)
    await harbour.bot.tables.play.resign_match(1, harbour.ben.id)
    await wait_until_idle(harbour)
    assert await harbour.bot.tables.speeds.find_usual_answer_hours(harbour.anna.id, guild) == 3
    commands = harbour.anna.available_commands(harbour.channel)
    card = next(command for command in commands if command.endswith("card"))
    assert SPEED_TEXT in read_answer(await harbour.ben.slash(harbour.channel, card, person=harbour.anna))
    page = get_reply(await harbour.anna.slash(harbour.channel, "me"))
    await harbour.anna.click(page, label="Hide how fast I answer")
    assert SPEED_TEXT not in read_answer(await harbour.ben.slash(harbour.channel, card, person=harbour.anna))


async def test_an_open_seat_shows_the_hosts_usual_answer_time(harbour: Harbour) -> None:
    await harbour.open_lobby()
    game = harbour.games["reef"]
    for hours, told in ((None, False), (3, True)):
        line = BoardLine(await harbour.find_table(), "https://example.org", 0, answer_hours=hours)
        board = BoardContents(BoardSection((line,)), BoardSection(), BoardSection(), game)
        assert (f"Anna: {SPEED_TEXT}" in make_board_layout(board, 0, load_words("en-US")).text) == told
