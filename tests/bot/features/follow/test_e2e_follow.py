"""Following: one mention per chosen turning point despite crashes, and none in quiet hours."""

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
from tests.support.at_table import at_table
from tests.support.harbour import Harbour, buttons, lists, rest
from tests.support.reading import Kept, limits, said, shown
from tests.support.toy import TOYS


@pytest.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Harbour]:
    """Return a match of Anna and Ben that Dana watches."""
    harbour = await Harbour.open(tmp_path, TOYS)
    await harbour.unguided()
    await harbour.begin("toy", options="goal=40")
    yield harbour
    await harbour.close()


async def follow(hall: Harbour, label: str = "Each round", person: Any = None) -> str:
    chosen = person or hall.dana
    page = shown(await hall.tool(chosen, "Follow…"))
    limits(page)
    return said(await chosen.click(page, label=label))


def calls(hall: Harbour) -> list[Any]:
    return [post for post in hall.posts() if post.content.startswith(("🔔", "🏁"))]


def called(hall: Harbour) -> list[list[int]]:
    """Return the people each post of this kind has notified."""
    return [[user.id for user in post.mentions] for post in calls(hall)]


async def turns(hall: Harbour, count: int) -> None:
    for _ in range(count):
        await hall.type("roll:0")
    await rest(hall)


async def resign(hall: Harbour) -> None:
    asked = shown(await at_table(hall.ben, hall.channel, "resign"))
    await hall.ben.click(asked, label="Resign")
    await rest(hall)


async def test_each_round_and_the_end_once(hall: Harbour) -> None:
    assert "I mention you here: each round" in await follow(hall)
    await turns(hall, 1)
    assert calls(hall) == []
    await turns(hall, 1)
    (post,) = calls(hall)
    limits(post)
    assert "round 2, turn 3" in post.content and f"<@{hall.dana.id}>" in post.content
    assert called(hall) == [[hall.dana.id]]
    await turns(hall, 2)
    assert len(calls(hall)) == 2
    await resign(hall)
    assert len(calls(hall)) == 3 and "has ended" in calls(hall)[-1].content
    assert await hall.store.follows.list_followers(1) == []
    await hall.bot.features.resume()
    await rest(hall)
    assert len(calls(hall)) == 3


async def test_each_is_told_at_what_they_chose(hall: Harbour) -> None:
    await follow(hall, "Every tenth turn")
    await follow(hall, "At the end", hall.mod)
    await turns(hall, 9)
    assert calls(hall) == []
    await turns(hall, 1)
    assert called(hall) == [[hall.dana.id]]
    await resign(hall)
    assert sorted(called(hall)[-1]) == sorted([hall.dana.id, hall.mod.id])


async def test_an_undo_tells_nothing_twice(hall: Harbour) -> None:
    await follow(hall)
    await turns(hall, 2)
    table = await hall.bot.tables.play.undo(1, hall.anna.id)
    assert table.proposal is not None
    await hall.bot.tables.play.vote(1, hall.ben.id, table.proposal.id, agree=True)
    assert (await hall.match()).ply == 0
    await turns(hall, 2)
    assert len(calls(hall)) == 1
    await turns(hall, 2)
    assert len(calls(hall)) == 2


async def test_who_plays_is_refused(hall: Harbour) -> None:
    menu = shown(await hall.anna.click(hall.board, label="More…"))
    assert "Follow…" not in buttons(menu).values()
    for identity in (custom_id("b", "fo", 1), custom_id("b", "fos", 1, "round")):
        forged = await Kept(hall, hall.board).forge(hall.anna, identity)
        assert "You're playing here" in said(forged)
    assert await hall.store.follows.list_followers(1) == []


async def test_quiet_hours_are_kept_and_told_of_once_afterwards(hall: Harbour) -> None:
    await follow(hall)
    await hall.bot.tables.times.set_away(hall.dana.id, hall.now + 3 * 3600)
    await turns(hall, 4)
    assert calls(hall) == []
    await hall.pass_time(2)
    await rest(hall)
    assert calls(hall) == []
    await hall.pass_time(1.1)
    await rest(hall)
    (post,) = calls(hall)
    assert "round 3, turn 5" in post.content


async def test_a_kill_in_quiet_hours_forgets_nobody(hall: Harbour) -> None:
    await follow(hall)
    await hall.bot.tables.times.set_away(hall.dana.id, hall.now + 3600)
    await turns(hall, 2)
    await hall.kill()
    await rest(hall)
    assert calls(hall) == []
    await hall.pass_time(1.1)
    await rest(hall)
    assert called(hall) == [[hall.dana.id]]


@pytest.mark.parametrize(
    ("when", "hours"),
    [
        *(("record_call", 0), ("send", 1), ("mark_sent", 0)),
        *(
            pytest.param(*cell, marks=pytest.mark.slow)
            for cell in (("intend", 0), ("send", 0), ("confirm", 0), ("confirm", 1))
        ),
    ],
)
async def test_a_kill_anywhere_around_the_post_leaves_one(
    hall: Harbour, monkeypatch: pytest.MonkeyPatch, when: str, hours: int
) -> None:
    await follow(hall)
    await turns(hall, 1)
    owner: Any = {"send": Poster, "mark_sent": Follows, "record_call": Follows}.get(when, Messages)
    real, note, noted = getattr(owner, when), Follows.record_call, []

    async def noting(self: Any, *args: Any) -> None:
        await note(self, *args)
        noted.append(args)

    async def die(self: Any, *args: Any, **named: Any) -> Any:
        if noted and when != "send":
            raise RuntimeError("killed")
        done = await real(self, *args, **named)
        if when == "record_call" or noted:
            raise RuntimeError("killed")
        return done

    with monkeypatch.context() as patch:
        patch.setattr(Follows, "record_call", noting)
        patch.setattr(owner, when, die)
        await turns(hall, 1)
        await hall.kill()
    await hall.pass_time(hours)
    for _ in range(2):
        await hall.bot.features.resume()
        await rest(hall)
        assert called(hall) == [[hall.dana.id]]
        await hall.kill()


async def test_a_quiet_channel_hears_of_the_end_alone(hall: Harbour) -> None:
    await hall.store.channels.set(hall.channel.id, "verbosity", "quiet")
    page = shown(await hall.tool(hall.dana, "Follow…"))
    assert "only tell you of the end" in page.content
    await hall.dana.click(page, label="Each round")
    await turns(hall, 4)
    assert calls(hall) == []
    await resign(hall)
    assert called(hall) == [[hall.dana.id]]


async def test_the_list_shows_and_ends_what_one_follows(hall: Harbour) -> None:
    nothing = await at_table(hall.dana, hall.channel, "follow")
    assert "You follow no table" in said(nothing)
    page = await hall.dana.click(shown(nothing), label="Follow table 1")
    await hall.dana.click(shown(page), label="Each round")
    found = shown(await at_table(hall.dana, hall.channel, "follow"))
    limits(found)
    assert "**Toy** with Anna and Ben" in found.content and "each round, and at the end" in found.content
    (identity,) = lists(found)
    ended = await hall.dana.select(found, ["1"], custom_id=identity)
    assert "You follow no table" in said(ended)
    await turns(hall, 2)
    assert calls(hall) == []


async def test_who_takes_a_seat_is_called_as_a_player_only(hall: Harbour) -> None:
    await follow(hall)
    await turns(hall, 1)
    await hall.bot.tables.seats.leave(1, hall.ben.id)
    await hall.bot.tables.seats.take_over(1, Person(hall.dana.id, "Dana"), 1)
    await turns(hall, 3)
    assert calls(hall) == []


async def test_nobody_follows_more_than_a_list_holds(hall: Harbour, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.features.follow.pages.MAX_FOLLOWED", 0)
    assert "You're following 0 tables already" in await follow(hall)


async def test_who_is_forgotten_follows_nothing(hall: Harbour) -> None:
    await follow(hall)
    assert (await hall.store.people.collect(hall.dana.id))["follows"]
    await hall.bot.tables.people.erase(hall.dana.id, "Somebody")
    await turns(hall, 2)
    assert calls(hall) == []


async def test_where_nothing_can_be_posted_it_is_told_later(hall: Harbour) -> None:
    await follow(hall)
    hall.deny("send_messages")
    await turns(hall, 2)
    hall.grant()
    await hall.bot.features.resume()
    await rest(hall)
    assert called(hall) == [[hall.dana.id]]
