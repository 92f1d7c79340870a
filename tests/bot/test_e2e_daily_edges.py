"""The reef of the day where its day ends, somebody is forgotten, or two presses come at the same time."""

from __future__ import annotations

import asyncio
import json

import pytest

from bot.daily.errors import DayIsOver
from games.core.match import UNDO
from games.core.solo import PERSON
from tests.bot.harbour import Harbour
from tests.bot.reading import shown
from tests.bot.test_e2e_daily import begin, finish, keeper, open_page, quick, rows

__all__ = ["quick"]


async def play_almost(harbour: Harbour) -> None:
    """Play today's try until its last move is stored, and nothing after that."""
    kept, user = keeper(harbour), harbour.anna.id
    attempt = await kept.begin(kept.today, user, "Anna", harbour.guild.id)
    while attempt.match.outcome is None:
        if PERSON in attempt.match.to_act:
            token = attempt.match.legal_actions(PERSON)[0].token
            attempt = await kept.act(kept.today, user, attempt.match.seq, token)
        else:
            seat = attempt.match.to_act[0]
            row = attempt.match.act(seat, attempt.match.legal_actions(seat)[0].token)
            attempt = await kept._store(attempt, row)


async def test_a_match_that_was_over_before_midnight_counts_though_a_kill_came_before_it_was_noted(
    harbour: Harbour,
) -> None:
    await play_almost(harbour)
    day = keeper(harbour).today
    row = await harbour.store.daily.of(day, harbour.anna.id)
    assert row is not None and row.place is None
    await harbour.kill()
    await harbour.pass_time(24)
    page = await open_page(harbour)
    assert "1 day in a row" in page.content
    past = shown(await harbour.anna.click(page, label="Yesterday"))
    assert "You didn't get to the end" not in past.content
    assert any(f"You {how}" in past.content for how in ("won", "lost")) or "A draw" in past.content
    row = await harbour.store.daily.of(day, harbour.anna.id)
    assert row is not None and row.place is not None and row.marks


async def test_the_ids_of_discord_are_texts_in_the_file(harbour: Harbour) -> None:
    page = await finish(harbour)
    await harbour.anna.click(page, label="Post it here")
    (post,) = harbour.posts()
    kept = json.loads(json.dumps(await harbour.store.people.kept(harbour.anna.id)))
    (row,) = kept["daily_tries"]
    assert row["card"] == str(post.id) and row["server"] == str(harbour.guild.id)


async def test_the_board_of_a_new_try_is_its_own_after_the_first_was_forgotten(harbour: Harbour) -> None:
    kept, user = keeper(harbour), harbour.anna.id
    await begin(harbour)
    pictures = []
    for number in (0, -1):
        attempt = await kept.advance(await kept.begin(kept.today, user, "Anna", None))
        token = attempt.match.legal_actions(PERSON)[number].token
        await kept.act(kept.today, user, attempt.match.seq, token)
        message = shown(await harbour.anna.click(await open_page(harbour), label="Go on"))
        attempt = await kept.get(kept.today, user)
        pictures.append((message.attachments[0].description, await message.attachments[0].read()))
        await harbour.bot.tables.people.erase(user, "-")
    assert pictures[0][0] != pictures[1][0]
    assert pictures[0][1] != pictures[1][1]


async def test_of_two_moves_at_the_same_time_one_is_made(harbour: Harbour) -> None:
    kept, user = keeper(harbour), harbour.anna.id
    await begin(harbour)
    attempt = await kept.advance(await kept.get(kept.today, user))
    tokens = [action.token for action in attempt.match.legal_actions(PERSON)[:2]]
    acts = [kept.act(kept.today, user, attempt.match.seq, token) for token in (*tokens, *tokens)]
    await asyncio.gather(*acts, return_exceptions=True)
    found = await rows(harbour, harbour.anna)
    assert len(found) == attempt.match.seq + 1 and found[-1].text in tokens


async def test_a_try_begun_in_a_message_and_on_a_server_is_one(harbour: Harbour) -> None:
    kept, user = keeper(harbour), harbour.anna.id
    await open_page(harbour)
    begun = [kept.begin(kept.today, user, "Anna", server) for server in (None, harbour.guild.id, None)]
    assert len({attempt.row for attempt in await asyncio.gather(*begun)}) == 1
    assert len((await harbour.store.people.kept(user))["daily_tries"]) == 1


async def test_after_midnight_nothing_of_the_day_before_goes_on(harbour: Harbour) -> None:
    await begin(harbour)
    kept, user, day = keeper(harbour), harbour.anna.id, keeper(harbour).today
    attempt = await kept.advance(await kept.get(day, user))
    await harbour.pass_time(24)
    for work in (
        kept.act(day, user, attempt.match.seq, attempt.match.legal_actions(PERSON)[0].token),
        kept.undo(day, user, attempt.match.seq),
        kept.begin(day, user, "Anna", None),
        kept.begin(day, harbour.ben.id, "Ben", None),
        kept.begin(day + 2, user, "Anna", None),
    ):
        with pytest.raises(DayIsOver):
            await work
    assert not any(row.kind == UNDO for row in await rows(harbour, harbour.anna, day))
