"""*Fairness* shows a table's hashes on a private page before, during and after its match."""

from __future__ import annotations

import re
from typing import Any

from bot.ui.ids import make_custom_id
from games.core.match_record import MatchRecord
from games.registry import GAMES
from tests.support.harbour import Harbour
from tests.support.reading import KeptMessage, get_reply, read_answer

HASH_PATTERN = re.compile("[0-9a-f]{64}")


async def open_fairness(harbour: Harbour, person: Any = None) -> Any:
    """Press the *Fairness* button of a lobby or board."""
    table = await harbour.find_table()
    kept_message = KeptMessage(harbour, harbour.board)
    return await kept_message.forge_press(person or harbour.dana, make_custom_id("b", "fa", table.id))


async def test_a_lobby_and_a_match_show_the_secrets_hash_and_not_the_secret(harbour: Harbour) -> None:
    await harbour.open_lobby()
    table = await harbour.find_table()
    assert HASH_PATTERN.findall(read_answer(await open_fairness(harbour))) == [table.commitment]
    await harbour.ben.click(harbour.board, label="Join")
    await harbour.anna.click(harbour.board, label="Start")
    answer = read_answer(await open_fairness(harbour, harbour.anna))
    assert HASH_PATTERN.findall(answer) == [table.commitment]
    assert bytes(32).hex() not in answer


async def test_a_match_that_has_ended_shows_its_secret_the_hash_and_the_file(harbour: Harbour) -> None:
    await harbour.begin_match()
    await harbour.play_random_moves(6)
    table = await harbour.find_table()
    await harbour.bot.tables.play.resign_match(table.id, harbour.ben.id)
    await harbour.settle()
    answer = get_reply(await open_fairness(harbour))
    table = await harbour.find_table()
    record = await harbour.bot.tables.exports.make_record(table.id)
    assert HASH_PATTERN.findall(answer.content)[:3] == [table.secret, table.commitment, record.digest]
    handed = get_reply(await harbour.dana.click(answer, label="Get the file"))
    (file,) = handed.attachments
    again = MatchRecord.from_json((await file.read()).decode())
    (digest, committed) = HASH_PATTERN.findall(handed.content)
    assert f"verify {file.filename} --hash {digest} --commitment {committed}" in handed.content
    assert again.verify(GAMES, digest=digest, commitment=committed)


async def test_a_table_closed_before_its_match_does_not_show_its_secret(harbour: Harbour) -> None:
    lobby = await harbour.open_lobby()
    table = await harbour.find_table()
    kept_message = KeptMessage(harbour, lobby)
    await harbour.anna.click(lobby, label="Cancel")
    answer = read_answer(await kept_message.forge_press(harbour.anna, make_custom_id("b", "fa", table.id)))
    assert HASH_PATTERN.findall(answer) == [table.commitment]
