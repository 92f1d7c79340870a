"""What nobody may do to others again and again, when it goes again, and that long texts are made aside."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from typing import Any

import pytest

from bot.ui.fairness import EXPENSIVE
from bot.ui.play import catchup, match_log
from bot.ui.scenes import redact_events
from tests.bot.ui.table.endings import moved, question
from tests.support.at_table import at_table
from tests.support.harbour import Harbour, buttons
from tests.support.reading import said, sent, shown

AGAIN = re.compile(r"(?:again|another) <t:(\d+):R>")


def mentions(harbour: Harbour, person: Any) -> int:
    """Return how often somebody was notified so far."""
    return sum(
        str(person.id) in map(str, post["allowed_mentions"].get("users", ())) for post in sent(harbour)
    )


def goes_again(harbour: Harbour, text: str) -> float:
    """Return in how many hours something goes again, by what a person is told."""
    found = AGAIN.search(text)
    assert found is not None, text
    return (int(found.group(1)) - harbour.now) / 3600


async def test_a_draw_offered_and_withdrawn_eight_times_calls_three_times(harbour: Harbour) -> None:
    await harbour.begin()
    before = mentions(harbour, harbour.ben)
    told = []
    for _ in range(8):
        told.append(said(await at_table(harbour.anna, harbour.channel, "draw")))
        if "asked the others" in told[-1]:
            await harbour.anna.click(question(harbour), label="Decline")
    assert mentions(harbour, harbour.ben) == before + 3
    assert all("asked the others" in text for text in told[:3])
    assert all(goes_again(harbour, text) == 1 for text in told[3:])
    await harbour.restart()
    text = said(await at_table(harbour.anna, harbour.channel, "draw"))
    assert goes_again(harbour, text) == 1, "a restart begins nothing anew"
    assert "asked the others" in said(await at_table(harbour.ben, harbour.channel, "draw"))
    await harbour.ben.click(question(harbour), label="Decline")
    await harbour.pass_time(1)
    assert "asked the others" in said(await at_table(harbour.anna, harbour.channel, "draw"))


async def test_a_draw_that_is_refused_does_not_count(harbour: Harbour) -> None:
    await harbour.begin()
    await at_table(harbour.ben, harbour.channel, "draw")
    await harbour.ben.click(question(harbour), label="Decline")
    await at_table(harbour.dana, harbour.channel, "draw")
    for _ in range(5):
        assert "no seat" in said(await at_table(harbour.dana, harbour.channel, "draw"))


async def test_undo_requests_to_others_are_limited(harbour: Harbour) -> None:
    await harbour.begin()
    mover, other = await harbour.holder(), await harbour.other()
    await moved(harbour)
    before = mentions(harbour, other)
    for _ in range(4):
        assert "asked the others" in said(await at_table(mover, harbour.channel, "undo"))
        await other.click(question(harbour), label="Decline")
    text = said(await at_table(mover, harbour.channel, "undo"))
    assert goes_again(harbour, text) == 0.25
    assert mentions(harbour, other) == before + 4


async def open_for(harbour: Harbour, opponent: Any, person: Any = None) -> str:
    """Invite a person to a table, close it immediately, and return the answer."""
    who = person or harbour.anna
    text = said(await who.slash(harbour.channel, "play", game="reef", opponent=opponent))
    await who.click(harbour.board, label="Cancel")
    return text


async def test_a_table_opened_for_somebody_and_closed_six_times_calls_three_times(harbour: Harbour) -> None:
    told = [await open_for(harbour, harbour.ben) for _ in range(6)]
    assert mentions(harbour, harbour.ben) == 3
    assert not any("again" in text for text in told[:3])
    assert all(goes_again(harbour, text) == 1 for text in told[3:])
    await harbour.restart()
    assert goes_again(harbour, await open_for(harbour, harbour.ben)) == 1
    assert "again" not in await open_for(harbour, harbour.dana), "others can be called"
    assert "again" not in await open_for(harbour, harbour.ben, harbour.dana), "by others"
    await harbour.pass_time(1)
    assert "again" not in await open_for(harbour, harbour.ben)


async def test_a_call_that_was_answered_does_not_count(harbour: Harbour) -> None:
    for _ in range(5):
        wish = {"game": "reef", "opponent": harbour.ben, "wait": True}
        text = said(await harbour.anna.slash(harbour.channel, "play", **wish))
        assert "again" not in text
        await harbour.ben.click(harbour.board, label="Join")
        await harbour.anna.click(harbour.board, label="Cancel")
    assert mentions(harbour, harbour.ben) == 5


async def test_a_rematch_requested_and_closed_repeatedly_calls_three_times(harbour: Harbour) -> None:
    await harbour.begin("reef")
    asked = shown(await at_table(harbour.anna, harbour.channel, "resign"))
    await harbour.anna.click(asked, label="Resign")
    board, before = harbour.board, mentions(harbour, harbour.ben)
    told = []
    for _ in range(5):
        told.append(said(await harbour.anna.click(board, label="Play again")))
        await harbour.anna.click(harbour.board, label="Cancel")
    assert mentions(harbour, harbour.ben) == before + 3
    assert all(goes_again(harbour, text) == 1 for text in told[3:])


async def test_a_person_can_repost_a_table_four_times(harbour: Harbour) -> None:
    await harbour.begin()
    before = len(sent(harbour))
    told = [said(await at_table(harbour.dana, harbour.channel, "show")) for _ in range(12)]
    assert len(sent(harbour)) == before + 4
    assert all("Posted again" in text for text in told[:4])
    assert all(round(goes_again(harbour, text), 3) == round(1 / 6, 3) for text in told[4:])
    assert "Posted again" in said(await at_table(harbour.anna, harbour.channel, "show"))
    await harbour.pass_time(1 / 6)
    assert "Posted again" in said(await at_table(harbour.dana, harbour.channel, "show"))


async def test_a_table_that_cannot_be_posted_does_not_count(harbour: Harbour) -> None:
    await harbour.begin()
    harbour.env.inject_error("POST", "/channels/*/messages", status=403, code=50013, times=6)
    for _ in range(6):
        assert "won't let me post" in said(await at_table(harbour.anna, harbour.channel, "show"))
    assert "Posted again" in said(await at_table(harbour.anna, harbour.channel, "show"))


async def test_opening_and_closing_tables_is_limited(harbour: Harbour) -> None:
    wish = {"game": "reef", "against": "people"}
    await harbour.ben.slash(harbour.channel, "play", **wish)
    offer = shown(await harbour.anna.slash(harbour.channel, "play", **wish))
    elsewhere, told = harbour.guild.create_text_channel("elsewhere"), []
    for _ in range(11):
        told.append(said(await harbour.anna.slash(elsewhere, "play", **wish)))
        await at_table(harbour.anna, elsewhere, "leave")
    assert all("Your table is below" in text for text in told[:10])
    assert goes_again(harbour, told[10]) > 0
    refused = await harbour.anna.click(offer, label="Open a thread")
    assert goes_again(harbour, said(refused)) > 0 and harbour.channel.threads == []
    assert "Your table is below" in said(await harbour.ben.slash(elsewhere, "play", **wish))


async def test_a_replay_is_posted_three_times_at_most(harbour: Harbour) -> None:
    await harbour.begin()
    await harbour.walk(3)
    before, told = len(sent(harbour)), []
    for _ in range(4):
        private = shown(await at_table(harbour.anna, harbour.channel, "replay"))
        told.append(said(await harbour.anna.click(private, label="Post it in the channel")))
    assert len(sent(harbour)) == before + 3
    assert ["Posted" in text for text in told] == [True, True, True, False]
    assert goes_again(harbour, told[3]) > 0


def counted(monkeypatch: pytest.MonkeyPatch, module: Any, name: str) -> list[int]:
    """Note the thread of each call of a function."""
    threads: list[int] = []
    real: Callable[..., Any] = getattr(module, name)

    def noted(*values: Any) -> Any:
        threads.append(threading.get_ident())
        return real(*values)

    monkeypatch.setattr(module, name, noted)
    return threads


async def test_a_log_is_written_in_another_thread_once_for_all_who_ask(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    await harbour.begin()
    await harbour.walk(5)
    threads = counted(monkeypatch, match_log, "write_moves")
    first = said(await at_table(harbour.anna, harbour.channel, "log"))
    for person in (harbour.anna, harbour.ben, harbour.dana):
        assert said(await at_table(person, harbour.channel, "log")) == first
    assert len(threads) == 1 and threading.get_ident() not in threads
    await harbour.type("end")
    assert said(await at_table(harbour.anna, harbour.channel, "log")) != first
    assert len(threads) == 2


async def test_catching_up_is_written_in_another_thread_for_each_seat(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    await harbour.begin("reef")
    match = await harbour.match()
    drew = match.turn
    assert drew is not None
    mine, other = await harbour.holder(), await harbour.other()
    await harbour.type(next(a.token for a in match.legal_actions(drew) if a.token.startswith("deck")), mine)
    match = await harbour.match()
    assert redact_events(match, 0, drew) != redact_events(match, 0, None), "what only one seat may know"
    threads = counted(monkeypatch, catchup, "write_catchup")

    async def looked(person: Any) -> str:
        # The others' looks are of the same moment, so that nothing but the seat tells them apart.
        await harbour.store._database.run("DELETE FROM looks")
        return said(await at_table(person, harbour.channel, "catchup"))

    own = await looked(mine)
    assert own != await looked(other) and own != await looked(harbour.dana)
    assert len(threads) == 3 and threading.get_ident() not in threads
    assert own == await looked(mine) and len(threads) == 3


async def test_a_changed_name_is_not_served_from_the_cache(harbour: Harbour) -> None:
    await harbour.begin()
    await harbour.walk(5)
    first = said(await at_table(harbour.anna, harbour.channel, "log"))
    sure = shown(await at_table(harbour.ben, harbour.channel, "leave"))
    await harbour.ben.click(sure, custom_id=next(iter(buttons(sure))))
    after = said(await at_table(harbour.anna, harbour.channel, "log"))
    assert after != first


async def test_a_person_who_presses_endlessly_is_refused_in_one_request_and_others_are_not(
    harbour: Harbour,
) -> None:
    await harbour.begin()
    await harbour.walk(5)
    (most,) = EXPENSIVE.limits
    for _ in range(most.times):
        assert "You can go on" not in said(await harbour.anna.slash(harbour.channel, "hand"))
    calls = len(harbour.env.http_requests)
    text = said(await harbour.anna.slash(harbour.channel, "hand"))
    assert "You can go on" in text and len(harbour.env.http_requests) == calls + 1
    assert "You can go on" not in said(await harbour.ben.slash(harbour.channel, "hand"))
    assert "You can go on" not in said(await harbour.type("end")), "a move is not dear"
    await harbour.pass_time(most.seconds / 3600)
    assert "You can go on" not in said(await harbour.anna.slash(harbour.channel, "hand"))
