"""Players withdrawn for absence learn the reason, and an ended tournament offers only working buttons."""

from __future__ import annotations

from functools import partial
from typing import Any

from bot.features.tournaments.service import Tournament, TournamentService
from bot.model.verbosity import QUIET_VERBOSITY
from games.tournament.events import SCORED_EVENT, TournamentEvent
from games.tournament.state import TableResult
from tests.bot.features.tournaments.steps import (
    begin_tournament,
    fill_in_form,
    find_panel,
    finish_table,
    list_tables,
    list_workers,
    read_state,
    wait_until_settled,
)
from tests.support.harbour import Harbour, list_buttons
from tests.support.reading import KeptMessage, check_limits, get_reply, list_sent_payloads, read_answer

REASON_TEXT = "absent two rounds in a row, so you're withdrawn from **Reef Cup**."


async def score_round_with_absent_people(harbour: Harbour, *people: Any) -> None:
    """Score the current round, with the given people absent and everybody else in first place."""
    found = await read_state(harbour)
    store, away = harbour.store.tournaments, {person.id for person in people}
    service = TournamentService(store, harbour.games, lambda: harbour.now, lambda: bytes(32))
    at = len(found.state.rounds) - 1
    for number, table in enumerate(found.state.rounds[at].tables):
        absent = tuple(n for n, user in enumerate(found.list_user_ids(table.entries)) if user in away)
        places = tuple(2 if n in absent else 1 for n in range(len(table.entries)))
        event = TournamentEvent(
            SCORED_EVENT, round_number=at, table_number=number, result=TableResult(places, (), absent)
        )
        await service.record_event(1, partial(_return_event, event))
    for worker in list_workers(harbour):
        await worker.resume()
    await wait_until_settled(harbour)


def _return_event(event: TournamentEvent, tournament: Tournament) -> TournamentEvent:
    return event


def list_notices(harbour: Harbour) -> list[Any]:
    return [post for post in harbour.list_posts() if "two rounds in a row" in post.content]


def list_pinged_people(harbour: Harbour) -> list[int]:
    """Return the IDs of the people pinged by the notice, of which there must be exactly one."""
    (one,) = [
        one for one in list_sent_payloads(harbour) if "two rounds in a row" in (one.get("content") or "")
    ]
    return sorted(int(user) for user in one["allowed_mentions"].get("users", ()))


async def test_a_player_withdrawn_for_absence_is_notified_once_and_can_rejoin(harbour: Harbour) -> None:
    await begin_tournament(harbour, harbour.anna, harbour.ben, harbour.dana, harbour.mod, rounds=3)
    await score_round_with_absent_people(harbour, harbour.dana)
    assert not list_notices(harbour)
    await score_round_with_absent_people(harbour, harbour.dana)
    (post,) = list_notices(harbour)
    check_limits(post)
    assert post.content.startswith(f"{harbour.dana.mention}: {REASON_TEXT}\n")
    assert list_pinged_people(harbour) == [harbour.dana.id]
    assert "Your points stay." in post.content
    assert "Press *Join* to be back from the next round on." in post.content
    refused = read_answer(await harbour.dana.click(find_panel(harbour), label="Withdraw"))
    assert refused == "You're not in this tournament, or no longer."
    changes = read_answer(await KeptMessage(harbour, post).forge_press(harbour.anna, "b:tmc:1"))
    assert "automatically: Dana is withdrawn, after being absent two rounds in a row" in changes
    assert "You're in" in read_answer(await harbour.dana.click(find_panel(harbour), label="Join"))
    await harbour.kill()
    await wait_until_settled(harbour)
    assert [one.id for one in list_notices(harbour)] == [post.id]


async def test_one_notice_names_several_withdrawn_players_and_has_no_join_button_after_the_end(
    harbour: Harbour,
) -> None:
    await begin_tournament(harbour, harbour.anna, harbour.ben, harbour.dana, harbour.mod, rounds=2)
    for _ in range(2):
        await score_round_with_absent_people(harbour, harbour.dana, harbour.mod)
    (post,) = list_notices(harbour)
    assert list_pinged_people(harbour) == sorted((harbour.dana.id, harbour.mod.id))
    assert "*Join*" not in post.content and (await read_state(harbour)).state.status == "over"


async def test_withdrawn_players_are_not_notified_in_a_quiet_channel(harbour: Harbour) -> None:
    await harbour.bot.tables.channels.set_verbosity(harbour.channel.id, QUIET_VERBOSITY)
    await begin_tournament(harbour, harbour.anna, harbour.ben, harbour.dana, harbour.mod, rounds=3)
    for _ in range(2):
        await score_round_with_absent_people(harbour, harbour.dana)
    (post,) = list_notices(harbour)
    assert harbour.dana.mention in post.content and not list_pinged_people(harbour)


async def test_a_tournament_that_has_ended_offers_its_host_only_working_buttons(harbour: Harbour) -> None:
    await begin_tournament(harbour, harbour.ben, harbour.dana, rounds=1)
    before = get_reply(await harbour.anna.click(find_panel(harbour), label="Manage…"))
    assert "Remove a player…" in list_buttons(before).values()
    for table in await list_tables(harbour):
        await finish_table(harbour, table)
    assert read_answer(await harbour.anna.click(before, label="End…")) == "This tournament is over."
    after = get_reply(await harbour.anna.click(find_panel(harbour), label="Manage…"))
    assert list(list_buttons(after).values()) == ["Changes", "Correct a result…"]
    assert "It's over." in after.content and "a result of the last round" in after.content
    answer = await fill_in_form(harbour, harbour.anna, "correct", table="1", result="1 1", reason="so")
    assert "Round 1, table 1:" in answer
    answer = await fill_in_form(
        harbour, harbour.anna, "correct", round="x", table="1", result="1 2", reason="so"
    )
    assert "There's no such table" in answer
