"""``/mine`` lists a tournament's table by the name of its thread, and any other table by its number."""

from __future__ import annotations

import pytest

from bot.ui.escaping import escape_name
from tests.bot.features.tournaments.steps import begin_tournament, list_tables
from tests.support.harbour import Harbour
from tests.support.reading import get_reply, read_text


@pytest.mark.parametrize("title", ["Reef Cup", "The long [cup](https://example.org) of all reefs, 2026"])
async def test_a_table_of_a_tournament_is_listed_by_the_name_of_its_thread(
    harbour: Harbour, title: str
) -> None:
    await harbour.open_lobby()
    await begin_tournament(harbour, title=title, rounds=1)
    (table,) = await list_tables(harbour)
    (thread,) = harbour.channel.threads
    name = str(thread.name)
    assert name.endswith(": round 1, table 1") and table.id == 2
    text = read_text(get_reply(await harbour.anna.slash(harbour.channel, "mine")))
    assert f"[{escape_name(name)}](https://discord.com/" in text
    assert "round 1, table 1" in text and "table 2" not in text
    assert "[table 1](" in text, "this table doesn't belong to the tournament"


async def test_a_tournaments_table_without_a_thread_is_listed_by_its_number(harbour: Harbour) -> None:
    harbour.deny_permissions("create_public_threads", "create_private_threads")
    await begin_tournament(harbour, rounds=1)
    text = read_text(get_reply(await harbour.anna.slash(harbour.channel, "mine")))
    assert "[table 1](" in text and str(harbour.channel.name) not in text
