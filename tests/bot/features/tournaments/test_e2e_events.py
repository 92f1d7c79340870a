"""Tournaments that begin automatically, and their scheduled events in Discord."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from bot.features.tournaments.service import Tournament
from bot.features.tournaments.venue import END_POST, DiscordVenue
from bot.storage.tournament_events import TournamentEvents
from games.core.words import Words
from tests.bot.features.tournaments.steps import (
    CUP_OPTIONS,
    create_tournament,
    fill_in_form,
    find_panel,
    finish_table,
    list_tables,
    read_state,
    wait_until_settled,
)
from tests.support.harbour import Harbour
from tests.support.reading import get_reply, read_answer
from tests.support.zones import set_zone

HOUR = 3600


def list_events(harbour: Harbour) -> list[Any]:
    return list(harbour.env.backend.guilds[harbour.guild.id].scheduled_events.values())


def parse_event_time(text: str) -> int:
    return int(datetime.fromisoformat(text).timestamp())


async def plan_tournament(harbour: Harbour, *people: Any, **options: Any) -> None:
    """Create a tournament that begins in three hours, and join it as each of the ``people``."""
    answer = await harbour.anna.slash(
        harbour.channel, "club tournament", **{**CUP_OPTIONS, "when": "3h", "event": True, **options}
    )
    assert "Your tournament is below. It begins <t:" in read_answer(answer)
    await wait_until_settled(harbour)
    for person in people:
        await person.click(find_panel(harbour), label="Join")
    await wait_until_settled(harbour)


async def change_tournament(harbour: Harbour, **options: Any) -> str:
    return await fill_in_form(harbour, harbour.anna, "change", **options)


async def test_a_tournament_begins_at_its_time_and_updates_its_event(harbour: Harbour) -> None:
    await plan_tournament(harbour, harbour.anna, harbour.ben, rounds=1)
    starts = harbour.now + 3 * HOUR
    assert f"Press *Join*. It begins <t:{starts}:F>, <t:{starts}:R>, if enough" in find_panel(harbour).content
    (event,) = list_events(harbour)
    assert event.name == "Reef Cup" and abs(parse_event_time(event.scheduled_start_time) - starts) < 2
    assert event.entity_type == 3 and event.entity_metadata == {"location": "#reef"}
    assert f"{harbour.channel.id}/{find_panel(harbour).id}" in event.description
    await harbour.pass_time(2.9)
    await wait_until_settled(harbour)
    assert (await read_state(harbour)).state.status == "open" and event.status == 1
    await harbour.pass_time(0.2)
    await wait_until_settled(harbour)
    assert (await read_state(harbour)).state.status == "running" and len(await list_tables(harbour)) == 1
    (event,) = list_events(harbour)
    assert event.status == 2 and "It has begun." in event.description
    managed = get_reply(await harbour.anna.click(find_panel(harbour), label="Manage…"))
    await harbour.anna.click(managed, label="Pause")
    await wait_until_settled(harbour)
    assert "Paused." in list_events(harbour)[0].description
    await harbour.anna.click(get_reply(await harbour.anna.click(managed, label="End…")), label="End it")
    await wait_until_settled(harbour)
    assert [one.status for one in list_events(harbour)] == [3]
    assert await harbour.store.tournament_events.find_event(1) is None


async def test_a_tournament_with_too_few_people_does_not_begin_and_mentions_its_host_once(
    harbour: Harbour,
) -> None:
    await plan_tournament(harbour, harbour.anna)
    await harbour.pass_time(3.1)
    await wait_until_settled(harbour)
    found = await read_state(harbour)
    assert found.state.status == "open" and not found.state.starts_at
    calls = [m for m in harbour.list_posts() if "didn't begin: not enough people have joined" in m.content]
    assert len(calls) == 1 and [user.id for user in calls[0].mentions] == [harbour.anna.id]
    assert not list_events(harbour)
    standings = get_reply(await harbour.ben.click(find_panel(harbour), label="Standings"))
    assert "automatically: no longer begins automatically" in read_answer(
        await harbour.ben.click(standings, label="Changes")
    )
    await harbour.kill()
    await wait_until_settled(harbour)
    assert len([m for m in harbour.list_posts() if "didn't begin" in m.content]) == 1
    told = await change_tournament(harbour, when="2h")
    assert f"It begins <t:{harbour.now + 2 * HOUR}:F>" in told
    (event,) = list_events(harbour)
    assert event.status == 1
    await harbour.ben.click(find_panel(harbour), label="Join")
    await harbour.pass_time(2.1)
    await wait_until_settled(harbour)
    assert (await read_state(harbour)).state.status == "running"


async def test_a_changed_title_and_time_are_shown_by_the_event_and_the_list_of_changes(
    harbour: Harbour,
) -> None:
    await plan_tournament(harbour, harbour.anna, harbour.ben)
    assert "Only" in await fill_in_form(harbour, harbour.ben, "change", title="Mine")
    await change_tournament(harbour, title="Kelp Cup", when="5h")
    (event,) = list_events(harbour)
    assert event.name == "Kelp Cup" and parse_event_time(event.scheduled_start_time) == harbour.now + 5 * HOUR
    assert "Kelp Cup" in find_panel(harbour).content and "Reef Cup" not in find_panel(harbour).content
    await harbour.pass_time(3.5)
    await wait_until_settled(harbour)
    assert (await read_state(harbour)).state.status == "open"
    standings = get_reply(await harbour.ben.click(find_panel(harbour), label="Standings"))
    changes = read_answer(await harbour.ben.click(standings, label="Changes"))
    assert "Anna: now called Kelp Cup" in changes and "Anna: begins <t:" in changes
    assert "It begins when its host begins it." in await change_tournament(harbour, when="none")
    assert not list_events(harbour)
    await harbour.pass_time(3)
    await wait_until_settled(harbour)
    assert (await read_state(harbour)).state.status == "open"
    managed = get_reply(await harbour.anna.click(find_panel(harbour), label="Manage…"))
    await harbour.anna.click(managed, label="Begin")
    await wait_until_settled(harbour)
    assert "has begun already" in await change_tournament(harbour, when="4h")
    assert "has begun already" in await change_tournament(harbour, title="Late")


async def test_starting_a_tournament_early_starts_its_event(harbour: Harbour) -> None:
    await plan_tournament(harbour, harbour.anna, harbour.ben)
    managed = get_reply(await harbour.anna.click(find_panel(harbour), label="Manage…"))
    assert "It begins <t:" in managed.content
    await harbour.anna.click(managed, label="Begin")
    await wait_until_settled(harbour)
    assert [event.status for event in list_events(harbour)] == [2]


async def test_ending_a_tournament_before_it_begins_deletes_its_event(harbour: Harbour) -> None:
    await plan_tournament(harbour, harbour.anna)
    managed = get_reply(await harbour.anna.click(find_panel(harbour), label="Manage…"))
    await harbour.anna.click(get_reply(await harbour.anna.click(managed, label="End…")), label="End it")
    await wait_until_settled(harbour)
    assert not list_events(harbour) and await harbour.store.tournament_events.find_event(1) is None


async def test_the_creator_gets_a_link_to_the_event(harbour: Harbour) -> None:
    asked = {**CUP_OPTIONS, "when": "3h", "event": True}
    answer = read_answer(await harbour.anna.slash(harbour.channel, "club tournament", **asked))
    (event,) = list_events(harbour)
    where = f"https://discord.com/events/{harbour.guild.id}/{event.id}"
    assert f"It's among the server's events: {where}" in answer


async def test_the_creator_is_notified_if_discord_refuses_the_event(harbour: Harbour) -> None:
    harbour.env.inject_error("POST", "/guilds/*/scheduled-events", status=403, code=50013, times=None)
    asked = {**CUP_OPTIONS, "when": "3h", "event": True}
    answer = read_answer(await harbour.anna.slash(harbour.channel, "club tournament", **asked))
    assert "Create Events" in answer and "stand among" not in answer


async def test_an_event_can_be_added_and_removed_later(harbour: Harbour) -> None:
    await plan_tournament(harbour, harbour.anna, event=False)
    assert not list_events(harbour)
    assert "It's among the server's events: https://discord.com/events/" in await change_tournament(
        harbour, event=True
    )
    assert len(list_events(harbour)) == 1
    await change_tournament(harbour, event=False)
    assert not list_events(harbour) and (await read_state(harbour)).state.starts_at


@pytest.mark.parametrize("method", ["confirm_event", "record_shown_content"])
async def test_a_crash_does_not_cause_a_second_event(
    tmp_path: Path, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    harbour = await Harbour.open(tmp_path)

    async def simulate_kill(*args: Any, **kwargs: Any) -> Any:
        raise RuntimeError("killed")

    try:
        monkeypatch.setattr(TournamentEvents, method, simulate_kill)
        await plan_tournament(harbour, harbour.anna, harbour.ben)
        monkeypatch.undo()
        (event,) = list_events(harbour)
        await harbour.kill()
        await wait_until_settled(harbour)
        assert [one.id for one in list_events(harbour)] == [event.id]
        row = await harbour.store.tournament_events.find_event(1)
        assert row is not None and row.event_id == event.id
        await harbour.pass_time(3.1)
        await wait_until_settled(harbour)
        assert (await read_state(harbour)).state.status == "running"
    finally:
        await harbour.close()


async def test_an_event_that_a_crash_prevented_is_not_made_for_a_past_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    harbour, real = await Harbour.open(tmp_path), TournamentEvents.reserve_event

    async def simulate_kill(self: TournamentEvents, *args: Any) -> None:
        await real(self, *args)
        raise RuntimeError("killed")

    try:
        monkeypatch.setattr(TournamentEvents, "reserve_event", simulate_kill)
        await plan_tournament(harbour, harbour.anna, harbour.ben)
        monkeypatch.undo()
        harbour.env.backend.clock.advance(4 * HOUR)
        await harbour.kill()
        await wait_until_settled(harbour)
        assert (await read_state(harbour)).state.status == "running" and not list_events(harbour)
        row = await harbour.store.tournament_events.find_event(1)
        assert row is not None and row.marker is None
    finally:
        await harbour.close()


async def test_a_tournament_whose_time_passes_while_the_bot_is_down_begins_late(tmp_path: Path) -> None:
    harbour = await Harbour.open(tmp_path)
    try:
        await plan_tournament(harbour, harbour.anna, harbour.ben)
        harbour.env.backend.clock.advance(5 * HOUR)
        await harbour.kill()
        await wait_until_settled(harbour)
        assert (await read_state(harbour)).state.status == "running"
    finally:
        await harbour.close()


async def test_a_deleted_event_is_not_made_again(harbour: Harbour) -> None:
    await plan_tournament(harbour, harbour.anna)
    (event,) = list_events(harbour)
    harbour.env.backend.delete_scheduled_event(harbour.guild.id, event.id)
    await change_tournament(harbour, title="Kelp Cup")
    assert not list_events(harbour)


async def test_a_tournament_is_created_even_if_the_bot_may_not_create_events(harbour: Harbour) -> None:
    backend = harbour.env.backend
    for role in backend.guilds[harbour.guild.id].roles.values():
        backend.edit_role(harbour.guild.id, role.id, {"permissions": role.permissions & ~(1 << 44 | 1 << 3)})
    await harbour.settle()
    answer = read_answer(
        await harbour.anna.slash(harbour.channel, "club tournament", **CUP_OPTIONS, when="3h", event=True)
    )
    assert "I can't make an event here: I need the permission **Create Events**." in answer
    await wait_until_settled(harbour)
    assert not list_events(harbour) and "It begins <t:" in find_panel(harbour).content
    assert "Create Events" in await change_tournament(harbour, event=True)


async def test_a_refused_event_is_reported_in_manage(harbour: Harbour) -> None:
    harbour.env.inject_error("POST", "/guilds/*/scheduled-events", status=403, code=50013, times=None)
    await plan_tournament(harbour, harbour.anna, harbour.ben)
    assert not list_events(harbour)
    managed = get_reply(await harbour.anna.click(find_panel(harbour), label="Manage…"))
    assert "I can't make an event here" in managed.content
    await harbour.pass_time(3.1)
    await wait_until_settled(harbour)
    assert (await read_state(harbour)).state.status == "running"


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"when": "soon"}, "I can't read “soon” as a time."),
        ({"when": "2m"}, "Choose a time from five minutes to ninety days from now."),
        ({"when": "2000-01-01 10:00"}, "That's <t:946720800:F>. Choose a time"),
        ({"event": True}, "An event needs a time"),
    ],
)
async def test_an_unusable_time_is_refused(harbour: Harbour, options: dict[str, Any], expected: str) -> None:
    assert expected in read_answer(
        await harbour.anna.slash(harbour.channel, "club tournament", **CUP_OPTIONS, **options)
    )
    assert not harbour.list_posts()


async def test_a_time_is_read_and_suggested_in_the_persons_time_zone(harbour: Harbour) -> None:
    await set_zone(harbour.bot.tables.times, harbour.anna.id, "Asia/Tokyo")
    (offered,) = await harbour.anna.autocomplete(
        harbour.channel, "club tournament", "when", "19:30", title="Reef Cup", game="reef"
    )
    assert "19:30 (Asia/Tokyo)" in offered["name"]
    opened = await create_tournament(harbour, when=offered["value"])
    moment = datetime.fromtimestamp((await read_state(harbour)).state.starts_at, ZoneInfo("Asia/Tokyo"))
    assert f"{moment:%H:%M}" == "19:30" and f"<t:{int(moment.timestamp())}:F>" in opened.content


async def test_final_standings_are_posted_once_despite_a_crash(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    harbour, post = await Harbour.open(tmp_path), DiscordVenue._post_standings

    async def fail_at_final_standings(
        self: DiscordVenue, tournament: Tournament, channel: Any, purpose: str, w: Words
    ) -> None:
        if purpose == END_POST:
            raise RuntimeError("killed")
        await post(self, tournament, channel, purpose, w)

    try:
        await plan_tournament(harbour, harbour.anna, harbour.ben, rounds=1)
        managed = get_reply(await harbour.anna.click(find_panel(harbour), label="Manage…"))
        await harbour.anna.click(managed, label="Begin")
        await wait_until_settled(harbour)
        with monkeypatch.context() as patch:
            patch.setattr(DiscordVenue, "_post_standings", fail_at_final_standings)
            for table in await list_tables(harbour):
                await finish_table(harbour, table)
            # Don't check Discord's event here, because another task ends it, perhaps later.
            assert (await read_state(harbour)).state.status == "over"
            assert not any("wins Reef Cup!" in m.content for m in harbour.list_posts())
        await harbour.kill()
        await wait_until_settled(harbour)
        assert sum("wins Reef Cup!" in m.content for m in harbour.list_posts()) == 1
        assert [event.status for event in list_events(harbour)] == [3]
    finally:
        await harbour.close()
