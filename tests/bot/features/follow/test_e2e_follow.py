"""Following a table: one mention for each chosen moment despite crashes, and none in quiet hours."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.announcing.posting import MessagePoster
from bot.model.table import Person
from bot.storage.follows import Follows
from bot.storage.messages import Messages
from bot.ui.ids import make_custom_id
from tests.support.at_table import press_at_table
from tests.support.harbour import Harbour, list_buttons, list_menus, wait_until_idle
from tests.support.reading import KeptMessage, check_limits, get_reply, read_answer
from tests.support.toy import TOYS


@pytest.fixture
async def harbour(tmp_path: Path) -> AsyncIterator[Harbour]:
    """A match between Anna and Ben that Dana watches."""
    harbour = await Harbour.open(tmp_path, TOYS)
    await harbour.turn_guide_off()
    await harbour.begin_match("toy", options="goal=40")
    yield harbour
    await harbour.close()


async def follow_table(harbour: Harbour, label: str = "Every 2 turns", person: Any = None) -> str:
    chosen = person or harbour.dana
    page = get_reply(await harbour.press_tool_button(chosen, "Follow…"))
    check_limits(page)
    return read_answer(await chosen.click(page, label=label))


def list_follower_posts(harbour: Harbour) -> list[Any]:
    return [post for post in harbour.list_posts() if post.content.startswith(("🔔", "🏁"))]


def list_mentions(harbour: Harbour) -> list[list[int]]:
    """Return the IDs of the people that each follower post mentions."""
    return [[user.id for user in post.mentions] for post in list_follower_posts(harbour)]


async def play_turns(harbour: Harbour, count: int) -> None:
    for _ in range(count):
        await harbour.type_move("roll:0")
    await wait_until_idle(harbour)


async def resign_as_ben(harbour: Harbour) -> None:
    reply = get_reply(await press_at_table(harbour.ben, harbour.channel, "resign"))
    await harbour.ben.click(reply, label="Resign")
    await wait_until_idle(harbour)


async def test_a_follower_is_mentioned_once_each_round_and_at_the_end(harbour: Harbour) -> None:
    assert "I mention you here: every 2 turns" in await follow_table(harbour)
    await play_turns(harbour, 1)
    assert list_follower_posts(harbour) == []
    await play_turns(harbour, 1)
    (post,) = list_follower_posts(harbour)
    check_limits(post)
    assert ", turn 2," in post.content and f"<@{harbour.dana.id}>" in post.content
    assert list_mentions(harbour) == [[harbour.dana.id]]
    await play_turns(harbour, 2)
    assert len(list_follower_posts(harbour)) == 2
    await resign_as_ben(harbour)
    assert len(list_follower_posts(harbour)) == 3 and "has ended" in list_follower_posts(harbour)[-1].content
    assert await harbour.store.follows.list_followers(1) == []
    await harbour.bot.features.resume()
    await wait_until_idle(harbour)
    assert len(list_follower_posts(harbour)) == 3


async def test_followers_are_mentioned_at_the_moments_they_chose(harbour: Harbour) -> None:
    await follow_table(harbour, "Every 10 turns")
    await follow_table(harbour, "At the end", harbour.mod)
    await play_turns(harbour, 9)
    assert list_follower_posts(harbour) == []
    await play_turns(harbour, 1)
    assert list_mentions(harbour) == [[harbour.dana.id]]
    await resign_as_ben(harbour)
    assert sorted(list_mentions(harbour)[-1]) == sorted([harbour.dana.id, harbour.mod.id])


async def test_an_undo_does_not_repeat_mentions(harbour: Harbour) -> None:
    await follow_table(harbour)
    await play_turns(harbour, 2)
    table = await harbour.bot.tables.play.undo_step(1, harbour.anna.id)
    assert table.proposal is not None
    await harbour.bot.tables.play.answer_proposal(1, harbour.ben.id, table.proposal.id, agrees=True)
    assert (await harbour.find_match()).ply == 0
    await play_turns(harbour, 2)
    assert len(list_follower_posts(harbour)) == 1
    await play_turns(harbour, 2)
    assert len(list_follower_posts(harbour)) == 2


async def test_a_player_cannot_follow_their_own_table(harbour: Harbour) -> None:
    menu = get_reply(await harbour.anna.click(harbour.board, label="More…"))
    assert "Follow…" not in list_buttons(menu).values()
    for identity in (make_custom_id("b", "fo", 1), make_custom_id("b", "fos", 1, "round")):
        forged = await KeptMessage(harbour, harbour.board).forge_press(harbour.anna, identity)
        assert "You're playing here" in read_answer(forged)
    assert await harbour.store.follows.list_followers(1) == []


async def test_a_follower_in_quiet_hours_is_mentioned_once_afterwards(harbour: Harbour) -> None:
    await follow_table(harbour)
    await harbour.bot.tables.times.set_vacation_end(harbour.dana.id, harbour.now + 3 * 3600)
    await play_turns(harbour, 4)
    assert list_follower_posts(harbour) == []
    await harbour.pass_time(2)
    await wait_until_idle(harbour)
    assert list_follower_posts(harbour) == []
    await harbour.pass_time(1.1)
    await wait_until_idle(harbour)
    (post,) = list_follower_posts(harbour)
    assert ", turn 4," in post.content


async def test_a_crash_in_quiet_hours_does_not_lose_a_mention(harbour: Harbour) -> None:
    await follow_table(harbour)
    await harbour.bot.tables.times.set_vacation_end(harbour.dana.id, harbour.now + 3600)
    await play_turns(harbour, 2)
    await harbour.kill()
    await wait_until_idle(harbour)
    assert list_follower_posts(harbour) == []
    await harbour.pass_time(1.1)
    await wait_until_idle(harbour)
    assert list_mentions(harbour) == [[harbour.dana.id]]


@pytest.mark.parametrize(
    ("method", "hours"),
    [
        *(("record_post", 0), ("send_message", 1), ("mark_sent", 0)),
        *(
            pytest.param(*cell, marks=pytest.mark.slow)
            for cell in (
                ("reserve_message", 0),
                ("send_message", 0),
                ("confirm_message", 0),
                ("confirm_message", 1),
            )
        ),
    ],
)
async def test_a_crash_at_any_step_of_the_post_leaves_one_post(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch, method: str, hours: int
) -> None:
    await follow_table(harbour)
    await play_turns(harbour, 1)
    owner: Any = {"send_message": MessagePoster, "mark_sent": Follows, "record_post": Follows}.get(
        method, Messages
    )
    real, note, noted = getattr(owner, method), Follows.record_post, []

    async def record_step(self: Any, *args: Any) -> None:
        await note(self, *args)
        noted.append(args)

    async def fail_at_step(self: Any, *args: Any, **kwargs: Any) -> Any:
        if noted and method != "send_message":
            raise RuntimeError("killed")
        result = await real(self, *args, **kwargs)
        if method == "record_post" or noted:
            raise RuntimeError("killed")
        return result

    with monkeypatch.context() as patch:
        patch.setattr(Follows, "record_post", record_step)
        patch.setattr(owner, method, fail_at_step)
        await play_turns(harbour, 1)
        await harbour.kill()
    await harbour.pass_time(hours)
    for _ in range(2):
        await harbour.bot.features.resume()
        await wait_until_idle(harbour)
        assert list_mentions(harbour) == [[harbour.dana.id]]
        await harbour.kill()


async def test_a_quiet_channel_mentions_followers_only_at_the_end(harbour: Harbour) -> None:
    await harbour.store.channels.set(harbour.channel.id, "verbosity", "quiet")
    page = get_reply(await harbour.press_tool_button(harbour.dana, "Follow…"))
    assert "only mention you at the end" in page.content
    await harbour.dana.click(page, label="Every 2 turns")
    await play_turns(harbour, 4)
    assert list_follower_posts(harbour) == []
    await resign_as_ben(harbour)
    assert list_mentions(harbour) == [[harbour.dana.id]]


async def test_followed_tables_are_listed_and_can_be_unfollowed(harbour: Harbour) -> None:
    nothing = await press_at_table(harbour.dana, harbour.channel, "follow")
    assert "You follow no table" in read_answer(nothing)
    page = await harbour.dana.click(get_reply(nothing), label="Follow table 1")
    await harbour.dana.click(get_reply(page), label="Every 2 turns")
    found = get_reply(await press_at_table(harbour.dana, harbour.channel, "follow"))
    check_limits(found)
    assert "**Toy** with Anna and Ben" in found.content and "every 2 turns, and at the end" in found.content
    (identity,) = list_menus(found)
    ended = await harbour.dana.select(found, ["1"], custom_id=identity)
    assert "You follow no table" in read_answer(ended)
    await play_turns(harbour, 2)
    assert list_follower_posts(harbour) == []


async def test_a_follower_who_takes_a_seat_gets_no_follower_mentions(harbour: Harbour) -> None:
    await follow_table(harbour)
    await play_turns(harbour, 1)
    await harbour.bot.tables.seats.leave_table(1, harbour.ben.id)
    await harbour.bot.tables.seats.take_over_seat(1, Person(harbour.dana.id, "Dana"), 1)
    await play_turns(harbour, 3)
    assert list_follower_posts(harbour) == []


async def test_following_more_tables_than_the_maximum_is_refused(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.features.follow.pages.MAX_FOLLOWED_TABLES", 0)
    assert "You're following 0 tables already" in await follow_table(harbour)


async def test_an_erased_person_follows_no_tables(harbour: Harbour) -> None:
    await follow_table(harbour)
    assert (await harbour.store.people.collect_data(harbour.dana.id))["follows"]
    await harbour.bot.tables.people.erase_person(harbour.dana.id, "Somebody")
    await play_turns(harbour, 2)
    assert list_follower_posts(harbour) == []


async def test_a_mention_that_cannot_be_posted_is_posted_later(harbour: Harbour) -> None:
    await follow_table(harbour)
    harbour.deny_permissions("send_messages")
    await play_turns(harbour, 2)
    harbour.restore_permissions()
    await harbour.bot.features.resume()
    await wait_until_idle(harbour)
    assert list_mentions(harbour) == [[harbour.dana.id]]


async def test_the_button_lists_all_followed_tables_and_one_can_be_unfollowed(harbour: Harbour) -> None:
    await follow_table(harbour)
    table = await harbour.find_table()
    page = get_reply(await harbour.press_tool_button(harbour.dana, "Follow…"))
    every = get_reply(await harbour.dana.click(page, label="All you follow"))
    check_limits(every)
    assert every.id == page.id and "Tables you follow" in every.content
    assert f"table {table.id}" in every.content and "every 2 turns, and at the end" in every.content
    ((ending, options),) = list_menus(every).items()
    assert options == [str(table.id)]
    none = get_reply(await harbour.dana.select(every, options, custom_id=ending))
    assert "You follow no table" in none.content and not list_menus(none)
    assert await harbour.bot.store.follows.find_follower(table.id, harbour.dana.id) is None
    again = get_reply(await harbour.dana.click(none, label=f"Follow table {table.id}"))
    assert "When should I mention you here?" in again.content
