"""Following a table: one mention for each chosen moment despite crashes, and none in quiet hours."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.announcing.posting import Poster
from bot.model.table import Person
from bot.storage.follows import Follows
from bot.storage.messages import Messages
from bot.ui.ids import custom_id
from tests.support.at_table import press_at_table
from tests.support.harbour import Harbour, list_buttons, list_menus, wait_until_idle
from tests.support.reading import Kept, check_limits, get_reply, read_answer
from tests.support.toy import TOYS


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Harbour]:
    """A match between Anna and Ben that Dana watches."""
    harbour = await Harbour.open(tmp_path, TOYS)
    await harbour.turn_guide_off()
    await harbour.begin("toy", options="goal=40")
    yield harbour
    await harbour.close()


async def follow_table(hall: Harbour, label: str = "Each round", person: Any = None) -> str:
    chosen = person or hall.dana
    page = get_reply(await hall.press_tool(chosen, "Follow…"))
    check_limits(page)
    return read_answer(await chosen.click(page, label=label))


def list_follower_posts(hall: Harbour) -> list[Any]:
    return [post for post in hall.posts() if post.content.startswith(("🔔", "🏁"))]


def list_mentions(hall: Harbour) -> list[list[int]]:
    """Return the IDs of the people that each follower post mentions."""
    return [[user.id for user in post.mentions] for post in list_follower_posts(hall)]


async def play_turns(hall: Harbour, count: int) -> None:
    for _ in range(count):
        await hall.type("roll:0")
    await wait_until_idle(hall)


async def resign_as_ben(hall: Harbour) -> None:
    asked = get_reply(await press_at_table(hall.ben, hall.channel, "resign"))
    await hall.ben.click(asked, label="Resign")
    await wait_until_idle(hall)


async def test_a_follower_is_mentioned_once_each_round_and_at_the_end(hall: Harbour) -> None:
    assert "I mention you here: each round" in await follow_table(hall)
    await play_turns(hall, 1)
    assert list_follower_posts(hall) == []
    await play_turns(hall, 1)
    (post,) = list_follower_posts(hall)
    check_limits(post)
    assert "round 2, turn 3" in post.content and f"<@{hall.dana.id}>" in post.content
    assert list_mentions(hall) == [[hall.dana.id]]
    await play_turns(hall, 2)
    assert len(list_follower_posts(hall)) == 2
    await resign_as_ben(hall)
    assert len(list_follower_posts(hall)) == 3 and "has ended" in list_follower_posts(hall)[-1].content
    assert await hall.store.follows.list_followers(1) == []
    await hall.bot.features.resume()
    await wait_until_idle(hall)
    assert len(list_follower_posts(hall)) == 3


async def test_followers_are_mentioned_at_the_moments_they_chose(hall: Harbour) -> None:
    await follow_table(hall, "Every tenth turn")
    await follow_table(hall, "At the end", hall.mod)
    await play_turns(hall, 9)
    assert list_follower_posts(hall) == []
    await play_turns(hall, 1)
    assert list_mentions(hall) == [[hall.dana.id]]
    await resign_as_ben(hall)
    assert sorted(list_mentions(hall)[-1]) == sorted([hall.dana.id, hall.mod.id])


async def test_an_undo_repeats_no_mention(hall: Harbour) -> None:
    await follow_table(hall)
    await play_turns(hall, 2)
    table = await hall.bot.tables.play.undo(1, hall.anna.id)
    assert table.proposal is not None
    await hall.bot.tables.play.vote(1, hall.ben.id, table.proposal.id, agree=True)
    assert (await hall.match()).ply == 0
    await play_turns(hall, 2)
    assert len(list_follower_posts(hall)) == 1
    await play_turns(hall, 2)
    assert len(list_follower_posts(hall)) == 2


async def test_a_player_cannot_follow_their_own_table(hall: Harbour) -> None:
    menu = get_reply(await hall.anna.click(hall.board, label="More…"))
    assert "Follow…" not in list_buttons(menu).values()
    for identity in (custom_id("b", "fo", 1), custom_id("b", "fos", 1, "round")):
        forged = await Kept(hall, hall.board).forge(hall.anna, identity)
        assert "You're playing here" in read_answer(forged)
    assert await hall.store.follows.list_followers(1) == []


async def test_a_follower_in_quiet_hours_is_mentioned_once_afterwards(hall: Harbour) -> None:
    await follow_table(hall)
    await hall.bot.tables.times.set_away(hall.dana.id, hall.now + 3 * 3600)
    await play_turns(hall, 4)
    assert list_follower_posts(hall) == []
    await hall.pass_time(2)
    await wait_until_idle(hall)
    assert list_follower_posts(hall) == []
    await hall.pass_time(1.1)
    await wait_until_idle(hall)
    (post,) = list_follower_posts(hall)
    assert "round 3, turn 5" in post.content


async def test_a_kill_in_quiet_hours_loses_no_mention(hall: Harbour) -> None:
    await follow_table(hall)
    await hall.bot.tables.times.set_away(hall.dana.id, hall.now + 3600)
    await play_turns(hall, 2)
    await hall.kill()
    await wait_until_idle(hall)
    assert list_follower_posts(hall) == []
    await hall.pass_time(1.1)
    await wait_until_idle(hall)
    assert list_mentions(hall) == [[hall.dana.id]]


@pytest.mark.parametrize(
    ("method", "hours"),
    [
        *(("record_call", 0), ("send", 1), ("mark_sent", 0)),
        *(
            pytest.param(*cell, marks=pytest.mark.slow)
            for cell in (("intend", 0), ("send", 0), ("confirm", 0), ("confirm", 1))
        ),
    ],
)
async def test_a_kill_at_any_step_of_the_post_leaves_one_post(
    hall: Harbour, monkeypatch: pytest.MonkeyPatch, method: str, hours: int
) -> None:
    await follow_table(hall)
    await play_turns(hall, 1)
    owner: Any = {"send": Poster, "mark_sent": Follows, "record_call": Follows}.get(method, Messages)
    real, note, noted = getattr(owner, method), Follows.record_call, []

    async def record(self: Any, *args: Any) -> None:
        await note(self, *args)
        noted.append(args)

    async def die(self: Any, *args: Any, **named: Any) -> Any:
        if noted and method != "send":
            raise RuntimeError("killed")
        done = await real(self, *args, **named)
        if method == "record_call" or noted:
            raise RuntimeError("killed")
        return done

    with monkeypatch.context() as patch:
        patch.setattr(Follows, "record_call", record)
        patch.setattr(owner, method, die)
        await play_turns(hall, 1)
        await hall.kill()
    await hall.pass_time(hours)
    for _ in range(2):
        await hall.bot.features.resume()
        await wait_until_idle(hall)
        assert list_mentions(hall) == [[hall.dana.id]]
        await hall.kill()


async def test_a_quiet_channel_mentions_followers_only_at_the_end(hall: Harbour) -> None:
    await hall.store.channels.set(hall.channel.id, "verbosity", "quiet")
    page = get_reply(await hall.press_tool(hall.dana, "Follow…"))
    assert "only tell you of the end" in page.content
    await hall.dana.click(page, label="Each round")
    await play_turns(hall, 4)
    assert list_follower_posts(hall) == []
    await resign_as_ben(hall)
    assert list_mentions(hall) == [[hall.dana.id]]


async def test_the_list_shows_followed_tables_and_unfollows_them(hall: Harbour) -> None:
    nothing = await press_at_table(hall.dana, hall.channel, "follow")
    assert "You follow no table" in read_answer(nothing)
    page = await hall.dana.click(get_reply(nothing), label="Follow table 1")
    await hall.dana.click(get_reply(page), label="Each round")
    found = get_reply(await press_at_table(hall.dana, hall.channel, "follow"))
    check_limits(found)
    assert "**Toy** with Anna and Ben" in found.content and "each round, and at the end" in found.content
    (identity,) = list_menus(found)
    ended = await hall.dana.select(found, ["1"], custom_id=identity)
    assert "You follow no table" in read_answer(ended)
    await play_turns(hall, 2)
    assert list_follower_posts(hall) == []


async def test_a_follower_who_takes_a_seat_gets_no_follower_mentions(hall: Harbour) -> None:
    await follow_table(hall)
    await play_turns(hall, 1)
    await hall.bot.tables.seats.leave(1, hall.ben.id)
    await hall.bot.tables.seats.take_over(1, Person(hall.dana.id, "Dana"), 1)
    await play_turns(hall, 3)
    assert list_follower_posts(hall) == []


async def test_following_more_tables_than_the_maximum_is_refused(
    hall: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.features.follow.pages.MAX_FOLLOWED", 0)
    assert "You're following 0 tables already" in await follow_table(hall)


async def test_an_erased_person_follows_no_tables(hall: Harbour) -> None:
    await follow_table(hall)
    assert (await hall.store.people.collect(hall.dana.id))["follows"]
    await hall.bot.tables.people.erase(hall.dana.id, "Somebody")
    await play_turns(hall, 2)
    assert list_follower_posts(hall) == []


async def test_a_mention_that_cannot_be_posted_is_posted_later(hall: Harbour) -> None:
    await follow_table(hall)
    hall.deny("send_messages")
    await play_turns(hall, 2)
    hall.grant()
    await hall.bot.features.resume()
    await wait_until_idle(hall)
    assert list_mentions(hall) == [[hall.dana.id]]


async def test_the_button_lists_all_followed_tables_and_ends_one(hall: Harbour) -> None:
    await follow_table(hall)
    table = await hall.table()
    page = get_reply(await hall.press_tool(hall.dana, "Follow…"))
    every = get_reply(await hall.dana.click(page, label="All you follow"))
    check_limits(every)
    assert every.id == page.id and "Tables you follow" in every.content
    assert f"table {table.id}" in every.content and "each round, and at the end" in every.content
    ((ending, options),) = list_menus(every).items()
    assert options == [str(table.id)]
    none = get_reply(await hall.dana.select(every, options, custom_id=ending))
    assert "You follow no table" in none.content and not list_menus(none)
    assert await hall.bot.store.follows.find(table.id, hall.dana.id) is None
    again = get_reply(await hall.dana.click(none, label=f"Follow table {table.id}"))
    assert "When should I mention you here?" in again.content
