"""In a duplicate tournament, a finished match keeps its deal secret while other tables play the deal."""

from __future__ import annotations

from typing import Any

import pytest

from bot.ui.ids import make_custom_id
from games.review import slices
from tests.bot.features.review.steps import wait_for_posts
from tests.bot.features.tournaments.steps import begin_tournament, list_tables, wait_until_settled
from tests.support.findings import QUICK_REVIEW_SETTINGS
from tests.support.harbour import Harbour
from tests.support.reading import KeptMessage, read_answer

DEAL_IN_PLAY_TEXT = "Other tables still play the same deal"


def find_thread(harbour: Harbour, table: Any) -> Any:
    return next(thread for thread in harbour.channel.threads if thread.id == table.place.channel_id)


@pytest.fixture
def quick_reviews(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, number in QUICK_REVIEW_SETTINGS.items():
        monkeypatch.setattr(slices, name, number)


async def play_ten_moves(harbour: Harbour, table: Any) -> None:
    play = harbour.bot.tables.play
    for _ in range(10):
        table = await harbour.bot.tables.get(table.id)
        seat = table.match.to_act[0]
        token = table.match.legal_actions(seat)[0].token
        await play.perform_action(table.id, table.occupants[seat].user_id, token, None, seat=seat)


async def play_and_resign(harbour: Harbour, table: Any) -> None:
    """Play ten moves, and resign as the first player."""
    await play_ten_moves(harbour, table)
    await harbour.bot.tables.play.resign_match(table.id, table.user_ids[0])
    await wait_until_settled(harbour)
    await wait_for_posts(harbour)


def list_reviews(thread: Any) -> list[Any]:
    return [post for post in thread.history() if post.content.startswith("📈 **")]


@pytest.mark.parametrize("is_private", [True, False])
async def test_spectators_see_no_hand_before_the_round_is_over(
    harbour: Harbour, quick_reviews: None, is_private: bool
) -> None:
    if not is_private:
        harbour.deny_permissions("create_private_threads")
    people = (harbour.anna, harbour.ben, harbour.dana, harbour.mod)
    await begin_tournament(harbour, *people, rounds=1, duplicate=True)
    one, other = await list_tables(harbour)
    thread = find_thread(harbour, one)
    await play_and_resign(harbour, one)
    assert len(list_reviews(thread)) == is_private
    member = next(person for person in people if person.id in one.user_ids)
    stranger = next(person for person in people if person.id in other.user_ids)
    one = await harbour.bot.tables.get(one.id)
    assert one.is_sealed and one.match is not None
    board = KeptMessage(harbour, thread.history()[-1])
    for verb in ("rv", "rvp"):
        identity = make_custom_id("b", verb, one.id)
        assert DEAL_IN_PLAY_TEXT in read_answer(await board.forge_press(stranger, identity))
        assert DEAL_IN_PLAY_TEXT not in read_answer(await board.forge_press(member, identity))
    opened = make_custom_id("b", "ifo", one.id, one.match.seq, 2)
    assert "What you can't see is dealt at random" in read_answer(await board.forge_press(stranger, opened))
    assert "couldn't see is dealt at random" in read_answer(await board.forge_press(member, opened))
    await play_and_resign(harbour, other)
    assert DEAL_IN_PLAY_TEXT not in read_answer(
        await board.forge_press(stranger, make_custom_id("b", "rvp", one.id))
    )
    assert "couldn't see is dealt at random" in read_answer(await board.forge_press(stranger, opened))


async def test_a_player_who_left_cannot_retry_moves_before_the_round_is_over(
    harbour: Harbour, quick_reviews: None
) -> None:
    people = (harbour.anna, harbour.ben, harbour.dana, harbour.mod)
    await begin_tournament(harbour, *people, rounds=1, duplicate=True)
    one, other = await list_tables(harbour)
    leaver = next(person for person in people if person.id == one.user_ids[0])
    await play_ten_moves(harbour, one)
    await harbour.bot.tables.seats.leave_table(one.id, leaver.id)
    await harbour.bot.tables.play.resign_match(one.id, one.user_ids[1])
    await wait_until_settled(harbour)
    await wait_for_posts(harbour)
    one = await harbour.bot.tables.get(one.id)
    assert one.is_sealed and not one.list_seats(leaver.id)
    board = KeptMessage(harbour, find_thread(harbour, one).history()[-1])
    again = make_custom_id("b", "rvt", one.id, 0)
    assert DEAL_IN_PLAY_TEXT in read_answer(await board.forge_press(leaver, again))
    await play_and_resign(harbour, other)
    assert DEAL_IN_PLAY_TEXT not in read_answer(await board.forge_press(leaver, again))


@pytest.mark.parametrize("is_killed", [False, True])
async def test_a_public_thread_gets_its_review_once_all_matches_have_ended(
    harbour: Harbour, quick_reviews: None, is_killed: bool
) -> None:
    harbour.deny_permissions("create_private_threads")
    await begin_tournament(
        harbour, harbour.anna, harbour.ben, harbour.dana, harbour.mod, rounds=1, duplicate=True
    )
    one, other = await list_tables(harbour)
    await play_and_resign(harbour, one)
    await harbour.pass_time(3)
    await wait_for_posts(harbour)
    assert list_reviews(find_thread(harbour, one)) == []
    if is_killed:
        with harbour.pause_subscribers():
            await play_and_resign(harbour, other)
        await harbour.kill()
        await wait_until_settled(harbour)
        await wait_for_posts(harbour)
    else:
        await play_and_resign(harbour, other)
    assert not (await harbour.bot.tables.get(one.id)).is_sealed
    assert [len(list_reviews(find_thread(harbour, table))) for table in (one, other)] == [1, 1]
    await harbour.bot.features.resume()
    await wait_for_posts(harbour)
    assert len(list_reviews(find_thread(harbour, one))) == 1
