"""Requests that disturb others are limited, and long texts are written in a worker thread."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from typing import Any

import pytest

from bot.ui.action_limits import EXPENSIVE_LIMIT
from bot.ui.play import catchup, match_log
from bot.ui.scenes import redact_events
from tests.bot.ui.table.endings import end_turn, find_proposal_message
from tests.support.at_table import press_at_table
from tests.support.harbour import Harbour, find_custom_id, list_buttons
from tests.support.reading import get_reply, list_sent_payloads, read_answer

RETRY_TIME_PATTERN = re.compile(r"(?:again|another) <t:(\d+):R>")
"""Matches the time in a refusal from which the request is allowed again."""


def count_mentions(harbour: Harbour, person: Any) -> int:
    """Return how often a person was notified so far."""
    return sum(
        str(person.id) in map(str, post["allowed_mentions"].get("users", ()))
        for post in list_sent_payloads(harbour)
    )


def parse_wait_hours(harbour: Harbour, text: str) -> float:
    """Return the number of hours after which a refusal allows the request again."""
    found = RETRY_TIME_PATTERN.search(text)
    assert found is not None, text
    return (int(found.group(1)) - harbour.now) / 3600


async def test_a_draw_offered_and_withdrawn_eight_times_mentions_a_person_three_times(
    harbour: Harbour,
) -> None:
    await harbour.begin_match()
    before = count_mentions(harbour, harbour.ben)
    told = []
    for _ in range(8):
        told.append(read_answer(await press_at_table(harbour.anna, harbour.channel, "draw")))
        if "asked the others" in told[-1]:
            await harbour.anna.click(find_proposal_message(harbour), label="Decline")
    assert count_mentions(harbour, harbour.ben) == before + 3
    assert all("asked the others" in text for text in told[:3])
    assert all(parse_wait_hours(harbour, text) == 1 for text in told[3:])
    await harbour.restart()
    text = read_answer(await press_at_table(harbour.anna, harbour.channel, "draw"))
    assert parse_wait_hours(harbour, text) == 1, "a restart doesn't reset the limit"
    assert "asked the others" in read_answer(await press_at_table(harbour.ben, harbour.channel, "draw"))
    await harbour.ben.click(find_proposal_message(harbour), label="Decline")
    await harbour.pass_time(1)
    assert "asked the others" in read_answer(await press_at_table(harbour.anna, harbour.channel, "draw"))


async def test_a_refused_draw_offer_does_not_count_towards_the_limit(harbour: Harbour) -> None:
    await harbour.begin_match()
    await press_at_table(harbour.ben, harbour.channel, "draw")
    await harbour.ben.click(find_proposal_message(harbour), label="Decline")
    await press_at_table(harbour.dana, harbour.channel, "draw")
    for _ in range(5):
        assert "no seat" in read_answer(await press_at_table(harbour.dana, harbour.channel, "draw"))


async def test_undo_requests_to_others_are_limited(harbour: Harbour) -> None:
    await harbour.begin_match()
    mover, other = await harbour.find_player(), await harbour.find_opponent()
    await end_turn(harbour)
    before = count_mentions(harbour, other)
    for _ in range(4):
        assert "asked the others" in read_answer(await press_at_table(mover, harbour.channel, "undo"))
        await other.click(find_proposal_message(harbour), label="Decline")
    text = read_answer(await press_at_table(mover, harbour.channel, "undo"))
    assert parse_wait_hours(harbour, text) == 0.25
    assert count_mentions(harbour, other) == before + 4


async def invite_and_cancel(harbour: Harbour, opponent: Any, person: Any = None) -> str:
    """Invite a person to a table, cancel the table immediately, and return the answer."""
    who = person or harbour.anna
    text = read_answer(await who.slash(harbour.channel, "play", game="reef", opponent=opponent))
    await who.click(harbour.board, label="Cancel")
    return text


async def test_a_person_invited_to_six_cancelled_tables_is_mentioned_three_times(harbour: Harbour) -> None:
    told = [await invite_and_cancel(harbour, harbour.ben) for _ in range(6)]
    assert count_mentions(harbour, harbour.ben) == 3
    assert not any("again" in text for text in told[:3])
    assert all(parse_wait_hours(harbour, text) == 1 for text in told[3:])
    await harbour.restart()
    assert parse_wait_hours(harbour, await invite_and_cancel(harbour, harbour.ben)) == 1
    assert "again" not in await invite_and_cancel(harbour, harbour.dana), (
        "other people can still be mentioned"
    )
    assert "again" not in await invite_and_cancel(harbour, harbour.ben, harbour.dana), (
        "other people can still mention Ben"
    )
    await harbour.pass_time(1)
    assert "again" not in await invite_and_cancel(harbour, harbour.ben)


async def test_an_accepted_invitation_does_not_count_towards_the_limit(harbour: Harbour) -> None:
    for _ in range(5):
        options = {"game": "reef", "opponent": harbour.ben, "wait": True}
        text = read_answer(await harbour.anna.slash(harbour.channel, "play", **options))
        assert "again" not in text
        await harbour.ben.click(harbour.board, label="Join")
        await harbour.anna.click(harbour.board, label="Cancel")
    assert count_mentions(harbour, harbour.ben) == 5


async def test_a_rematch_requested_and_cancelled_repeatedly_mentions_a_person_three_times(
    harbour: Harbour,
) -> None:
    await harbour.begin_match("reef")
    reply = get_reply(await press_at_table(harbour.anna, harbour.channel, "resign"))
    await harbour.anna.click(reply, label="Resign")
    board, before = harbour.board, count_mentions(harbour, harbour.ben)
    told = []
    for _ in range(5):
        told.append(read_answer(await harbour.anna.click(board, label="Play again")))
        await harbour.anna.click(harbour.board, label="Cancel")
    assert count_mentions(harbour, harbour.ben) == before + 3
    assert all(parse_wait_hours(harbour, text) == 1 for text in told[3:])


async def test_a_person_can_repost_a_table_four_times(harbour: Harbour) -> None:
    await harbour.begin_match()
    before = len(list_sent_payloads(harbour))
    told = [read_answer(await press_at_table(harbour.dana, harbour.channel, "show")) for _ in range(12)]
    assert len(list_sent_payloads(harbour)) == before + 4
    assert all("Posted again" in text for text in told[:4])
    assert all(round(parse_wait_hours(harbour, text), 3) == round(1 / 6, 3) for text in told[4:])
    assert "Posted again" in read_answer(await press_at_table(harbour.anna, harbour.channel, "show"))
    await harbour.pass_time(1 / 6)
    assert "Posted again" in read_answer(await press_at_table(harbour.dana, harbour.channel, "show"))


async def test_a_failed_repost_does_not_count_towards_the_limit(harbour: Harbour) -> None:
    await harbour.begin_match()
    harbour.env.inject_error("POST", "/channels/*/messages", status=403, code=50013, times=6)
    for _ in range(6):
        assert "won't let me post" in read_answer(await press_at_table(harbour.anna, harbour.channel, "show"))
    assert "Posted again" in read_answer(await press_at_table(harbour.anna, harbour.channel, "show"))


async def test_opening_and_closing_tables_is_limited(harbour: Harbour) -> None:
    options = {"game": "reef", "against": "people"}
    await harbour.ben.slash(harbour.channel, "play", **options)
    offer = get_reply(await harbour.anna.slash(harbour.channel, "play", **options))
    elsewhere, told = harbour.guild.create_text_channel("elsewhere"), []
    for _ in range(11):
        told.append(read_answer(await harbour.anna.slash(elsewhere, "play", **options)))
        await press_at_table(harbour.anna, elsewhere, "leave")
    assert all("Your table is below" in text for text in told[:10])
    assert parse_wait_hours(harbour, told[10]) > 0
    refused = await harbour.anna.click(offer, custom_id=find_custom_id(offer, "th"))
    assert parse_wait_hours(harbour, read_answer(refused)) > 0 and harbour.channel.threads == []
    assert "Your table is below" in read_answer(await harbour.ben.slash(elsewhere, "play", **options))


async def test_a_person_can_post_a_replay_three_times(harbour: Harbour) -> None:
    await harbour.begin_match()
    await harbour.play_random_moves(3)
    before, told = len(list_sent_payloads(harbour)), []
    for _ in range(4):
        private = get_reply(await press_at_table(harbour.anna, harbour.channel, "replay"))
        told.append(read_answer(await harbour.anna.click(private, label="Post it in the channel")))
    assert len(list_sent_payloads(harbour)) == before + 3
    assert ["Posted" in text for text in told] == [True, True, True, False]
    assert parse_wait_hours(harbour, told[3]) > 0


def record_threads(monkeypatch: pytest.MonkeyPatch, module: Any, name: str) -> list[int]:
    """Return a list to which each call of a function adds the ID of its thread."""
    threads: list[int] = []
    real: Callable[..., Any] = getattr(module, name)

    def record_and_call(*args: Any) -> Any:
        threads.append(threading.get_ident())
        return real(*args)

    monkeypatch.setattr(module, name, record_and_call)
    return threads


async def test_a_log_is_written_in_another_thread_once_for_all_readers(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    await harbour.begin_match()
    await harbour.play_random_moves(5)
    threads = record_threads(monkeypatch, match_log, "write_log_texts")
    first = read_answer(await press_at_table(harbour.anna, harbour.channel, "log"))
    for person in (harbour.anna, harbour.ben, harbour.dana):
        assert read_answer(await press_at_table(person, harbour.channel, "log")) == first
    assert len(threads) == 1 and threading.get_ident() not in threads
    await harbour.type_move("end")
    assert read_answer(await press_at_table(harbour.anna, harbour.channel, "log")) != first
    assert len(threads) == 2


async def test_catching_up_is_written_in_another_thread_for_each_seat(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    await harbour.begin_match("reef")
    match = await harbour.find_match()
    drew = match.active_seat
    assert drew is not None
    mine, other = await harbour.find_player(), await harbour.find_opponent()
    await harbour.type_move(
        next(a.token for a in match.legal_actions(drew) if a.token.startswith("deck")), mine
    )
    match = await harbour.find_match()
    assert redact_events(match, 0, drew) != redact_events(match, 0, None), (
        "one seat may know more than the others"
    )
    threads = record_threads(monkeypatch, catchup, "write_catchup")

    async def catch_up(person: Any) -> str:
        # Forget which positions people last viewed, so that the texts differ only by the reader's seat.
        await harbour.store._database.run("DELETE FROM looks")
        return read_answer(await press_at_table(person, harbour.channel, "catchup"))

    own = await catch_up(mine)
    assert own != await catch_up(other) and own != await catch_up(harbour.dana)
    assert len(threads) == 3 and threading.get_ident() not in threads
    assert own == await catch_up(mine) and len(threads) == 3


async def test_a_changed_name_is_not_served_from_the_cache(harbour: Harbour) -> None:
    await harbour.begin_match()
    await harbour.play_random_moves(5)
    first = read_answer(await press_at_table(harbour.anna, harbour.channel, "log"))
    sure = get_reply(await press_at_table(harbour.ben, harbour.channel, "leave"))
    await harbour.ben.click(sure, custom_id=next(iter(list_buttons(sure))))
    after = read_answer(await press_at_table(harbour.anna, harbour.channel, "log"))
    assert after != first


async def test_too_many_presses_of_one_person_are_refused_with_one_request_each(
    harbour: Harbour,
) -> None:
    await harbour.begin_match()
    await harbour.play_random_moves(5)
    (most,) = EXPENSIVE_LIMIT.limits
    for _ in range(most.max_uses):
        assert "You can go on" not in read_answer(await harbour.anna.slash(harbour.channel, "hand"))
    calls = len(harbour.env.http_requests)
    text = read_answer(await harbour.anna.slash(harbour.channel, "hand"))
    assert "You can go on" in text and len(harbour.env.http_requests) == calls + 1
    assert "You can go on" not in read_answer(await harbour.ben.slash(harbour.channel, "hand"))
    assert "You can go on" not in read_answer(await harbour.type_move("end")), "a move isn't limited"
    await harbour.pass_time(most.window_seconds / 3600)
    assert "You can go on" not in read_answer(await harbour.anna.slash(harbour.channel, "hand"))
