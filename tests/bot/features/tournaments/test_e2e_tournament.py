"""Tournaments in Discord: the panel to join, tables in threads, standings, and the host's tools."""

from __future__ import annotations

import io
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import Any

import discord
import pytest
from PIL import Image

from bot.model.table import TABLE_PLAYING, Table
from bot.ui.ids import make_custom_id
from games.core.errors import StaleAction
from games.core.words import load_words
from games.tournament.state import count_pairings
from tests.bot.features.tournaments.steps import (
    CUP_OPTIONS,
    begin_tournament,
    create_tournament,
    fill_in_form,
    find_panel,
    finish_table,
    forge_form,
    list_tables,
    read_state,
    wait_until_settled,
)
from tests.support.harbour import Harbour, list_buttons
from tests.support.person import open_my_data
from tests.support.reading import KeptMessage, check_limits, get_reply, read_answer, set_languages


async def test_a_tournament_is_played_in_threads_to_its_end(harbour: Harbour) -> None:
    await begin_tournament(harbour, harbour.anna, harbour.ben, harbour.dana, format="round_robin")
    check_limits(find_panel(harbour))
    assert "3 people: Anna, Ben, Dana" in find_panel(harbour).content
    (first,) = harbour.channel.threads
    assert first.name == "Reef Cup: round 1, table 1"
    rounds = [m for m in harbour.list_posts() if m.content.startswith("**Round 1**")]
    assert len(rounds) == 1 and f"<#{first.id}>" in rounds[0].content and "Bye: " in rounds[0].content
    assert not rounds[0].mentions
    for number in range(3):
        table = (await list_tables(harbour))[number]
        assert table.status == TABLE_PLAYING and table.place.channel_id == harbour.channel.threads[number].id
        assert table.clock is not None
        await finish_table(harbour, table)
    found = await read_state(harbour)
    assert found.state.status == "over" and len(found.state.rounds) == 3
    assert "It's over." in find_panel(harbour).content
    last = harbour.list_posts()[-1]
    assert "Reef Cup" in last.content and "🏆" in last.content
    (picture,) = last.attachments
    image = Image.open(io.BytesIO(await picture.read()))
    told = picture.description or ""
    assert image.width == 1000 and "Anna" in told and len(told) <= 1024
    standings = await harbour.ben.click(last, label="Standings")
    assert len(get_reply(standings).attachments) == 1
    told = read_answer(await harbour.ben.click(find_panel(harbour), label="How it works"))
    assert "Everybody meets everybody once." in told and "Same deal" not in told


async def test_a_round_robin_with_three_seats_follows_its_plan(harbour: Harbour) -> None:
    people = (harbour.anna, harbour.ben, harbour.dana, harbour.mod)
    await begin_tournament(harbour, *people, format="round_robin", seats=3)
    answer = read_answer(await harbour.ben.click(find_panel(harbour), label="How it works"))
    assert "Everybody meets everybody at least once" in answer
    assert "Round robin, 3 rounds · 3 at a table" in find_panel(harbour).content
    number = 0
    while (await read_state(harbour)).state.status == "running":
        for table in (await list_tables(harbour))[number:]:
            await finish_table(harbour, table)
            number += 1
    found = await read_state(harbour)
    met = count_pairings(found.state)
    assert len(found.state.rounds) == 3 and all(len(others) == 3 for others in met.values())


@pytest.mark.parametrize("seats", [2, 3])
async def test_a_round_robin_ends_when_all_remaining_players_have_met(harbour: Harbour, seats: int) -> None:
    people = (harbour.anna, harbour.ben, harbour.dana, harbour.mod)
    await begin_tournament(harbour, *people, format="round_robin", seats=seats)
    (table, *_) = await list_tables(harbour)
    there = (await harbour.bot.tables.get(table.id)).user_ids
    for person in people:
        if person.id not in there:
            await fill_in_form(harbour, harbour.anna, "withdraw", person=person)
    for table in await list_tables(harbour):
        await finish_table(harbour, table)
    await wait_until_settled(harbour)
    found = await read_state(harbour)
    assert found.state.status == "over" and len(found.state.rounds) == 1
    why = "-# It ended after round 1 of 3: all who stayed had met each other."
    assert why in find_panel(harbour).content.splitlines()
    assert why in harbour.list_posts()[-1].content.splitlines()


async def test_a_tournament_that_its_host_ended_shows_no_reason(harbour: Harbour) -> None:
    people = (harbour.anna, harbour.ben, harbour.dana, harbour.mod)
    await begin_tournament(harbour, *people, format="round_robin", seats=3)
    for person in people[2:]:
        await fill_in_form(harbour, harbour.anna, "withdraw", person=person)
    managed = get_reply(await harbour.anna.click(find_panel(harbour), label="Manage…"))
    reply = get_reply(await harbour.anna.click(managed, label="End…"))
    await harbour.anna.click(reply, label="End it")
    await wait_until_settled(harbour)
    assert (await read_state(harbour)).state.status == "over"
    assert "It's over." in find_panel(harbour).content and "It ended after" not in find_panel(harbour).content


async def test_an_open_panel_shows_its_terms_and_names_each_button_once(harbour: Harbour) -> None:
    opened = await create_tournament(harbour, rounds=2)
    assert "Swiss, 2 rounds" in opened.content
    assert "Press *Join*. With *Manage…* the host begins it." in opened.content
    managed = read_answer(await harbour.anna.click(opened, label="Manage…"))
    assert "Manage…" not in managed and "It hasn't begun yet." in managed


async def test_a_second_tournament_of_the_same_title_has_numbered_threads(harbour: Harbour) -> None:
    await begin_tournament(harbour)
    await begin_second_tournament(harbour)
    names = [thread.name for thread in harbour.channel.threads]
    assert names == ["Reef Cup: round 1, table 1", "Reef Cup (2): round 1, table 1"]


async def begin_second_tournament(harbour: Harbour) -> None:
    """Create another tournament with the same title, and begin it."""
    await harbour.anna.slash(harbour.channel, "club tournament", **CUP_OPTIONS)
    await wait_until_settled(harbour)
    other = next(m for m in harbour.list_posts() if "b:tmh:2" in list_buttons(m))
    for person in (harbour.anna, harbour.ben):
        await person.click(other, label="Join")
    await harbour.anna.click(get_reply(await harbour.anna.click(other, label="Manage…")), label="Begin")
    await wait_until_settled(harbour)


async def test_only_the_host_can_manage_a_tournament(harbour: Harbour) -> None:
    await create_tournament(harbour)
    refused = read_answer(await harbour.ben.click(find_panel(harbour), label="Manage…"))
    assert "Only" in refused and f"<@{harbour.anna.id}>" in refused
    forged = await KeptMessage(harbour, find_panel(harbour)).forge_press(harbour.ben, "b:tmx:1")
    assert "Only" in read_answer(forged)
    assert (await read_state(harbour)).state.status == "open"
    for what in ("change", "correct", "withdraw", "host"):
        assert "Only" in await fill_in_form(harbour, harbour.ben, what)
    managed = get_reply(await harbour.anna.click(find_panel(harbour), label="Manage…"))
    assert "at least two people" in read_answer(await harbour.anna.click(managed, label="Begin"))


async def test_a_corrected_result_is_listed_as_a_change_and_announced(harbour: Harbour) -> None:
    await begin_tournament(harbour, harbour.ben, harbour.dana, rounds=1)
    (table,) = await list_tables(harbour)
    await finish_table(harbour, table)
    (pairing,) = (await read_state(harbour)).state.rounds[0].tables
    assert pairing.result is not None
    was = " ".join(map(str, pairing.result.places))
    other = "2 1" if was == "1 2" else "1 2"
    assert "I can't read that result" in await correct_result(harbour, "1 2 3")
    assert "There's no such table" in await correct_result(harbour, "1 2", table="2")
    assert "Round 1, table 1:" in await correct_result(harbour, other)
    assert "Round 1, table 1:" in await correct_result(
        harbour, "1 1", reason="they *both* [won](https://x.test)"
    )
    standings = get_reply(await harbour.ben.click(find_panel(harbour), label="Standings"))
    changes = read_answer(await harbour.ben.click(standings, label="Changes"))
    assert "Anna" in changes and "(before: " in changes and "no result" not in changes
    assert "Dana ½, Ben ½" in changes or "Ben ½, Dana ½" in changes
    posts = [m.content for m in harbour.list_posts() if "corrected your result in **Reef Cup**" in m.content]
    assert len(posts) == 2
    assert posts[1].endswith("Reason: they \\*both\\* \\[won\\](https\\:\\/\\/x.test)")
    assert f"<@{harbour.ben.id}>" in posts[0] and f"<@{harbour.dana.id}>" in posts[0]
    assert all("(before: 1. " in text or "(before: 2. " in text for text in posts)
    await harbour.kill()
    await wait_until_settled(harbour)
    assert len([m for m in harbour.list_posts() if "corrected your result" in m.content]) == 2


async def correct_result(harbour: Harbour, result: str, host: Any = None, **options: Any) -> str:
    given = {"table": "1", "result": result, "reason": "a wrong count", **options}
    return await fill_in_form(harbour, host or harbour.anna, "correct", **given)


async def test_the_result_of_a_running_match_cannot_be_corrected(harbour: Harbour) -> None:
    await begin_tournament(harbour, harbour.ben, harbour.dana, rounds=1)
    before = len(harbour.list_posts())
    assert "isn't over yet" in await correct_result(harbour, "1 2")
    assert (await read_state(harbour)).state.rounds[0].tables[0].result is None
    (table,) = await list_tables(harbour)
    assert table.status == TABLE_PLAYING and len(harbour.list_posts()) == before


async def test_nobody_can_correct_the_result_of_their_own_match(harbour: Harbour) -> None:
    role = harbour.guild.create_role("admins", permissions=discord.Permissions(manage_guild=True))
    runs = harbour.guild.add_member(harbour.env.create_user("ada", global_name="Ada"), roles=[role])
    await begin_tournament(harbour, harbour.anna, runs, rounds=1)
    (table,) = await list_tables(harbour)
    await finish_table(harbour, table)
    before = (await read_state(harbour)).state.rounds
    for person in (harbour.anna, runs):
        assert "You played that match" in await correct_result(harbour, "1 1", host=person)
    assert (await read_state(harbour)).state.rounds == before
    assert not [m for m in harbour.list_posts() if "corrected" in m.content]
    other = harbour.guild.add_member(harbour.env.create_user("olga", global_name="Olga"), roles=[role])
    assert "Round 1, table 1:" in await correct_result(harbour, "1 1", host=other)
    assert (await read_state(harbour)).state.rounds != before


async def play_turn(harbour: Harbour, table: Table) -> None:
    """Play random moves until it's another player's turn or the match has ended."""
    r, table = Random(table.id), await harbour.bot.tables.get(table.id)
    mover = table.match.active_seat if table.match else None
    while table.status == TABLE_PLAYING and table.match is not None and table.match.active_seat == mover:
        seat = table.match.to_act[0]
        token = r.choice(table.match.legal_actions(seat)).token
        user = table.occupants[seat].user_id
        await harbour.bot.tables.play.perform_action(table.id, user, token, None, seat=seat)
        await wait_until_settled(harbour)
        table = await harbour.bot.tables.get(table.id)


async def test_an_absent_player_forfeits_when_their_time_runs_out(harbour: Harbour) -> None:
    await begin_tournament(harbour, rounds=1, clock="7200+300")
    (table,) = await list_tables(harbour)
    await play_turn(harbour, table)
    await harbour.pass_time(4)
    # Moves made directly in the service don't set the clock's alarm, so check the clock by hand.
    harbour.bot.alarm.start_check()
    await harbour.bot.alarm.wait_until_idle()
    await wait_until_settled(harbour)
    found = await read_state(harbour)
    (result,) = [pairing.result for pairing in found.state.rounds[0].tables]
    assert result is not None and len(result.absent_seats) == 1
    match = (await harbour.bot.tables.get(table.id)).match
    assert match is not None and match.outcome is not None and match.outcome.ending == "forfeited"


async def test_a_tournament_in_which_nobody_moves_ends_without_a_winner(harbour: Harbour) -> None:
    await begin_tournament(harbour, rounds=1, clock="7200+300")
    for _ in range(2):
        await harbour.pass_time(4)
        await wait_until_settled(harbour)
    assert (await read_state(harbour)).state.status == "over"
    last = harbour.list_posts()[-1]
    assert last.content == "**Reef Cup** ended without a winner: nobody played a round."
    (picture,) = last.attachments
    assert "1. " not in (picture.description or "")


async def test_a_second_player_wins_with_one_turn_against_an_absent_opponent(harbour: Harbour) -> None:
    await begin_tournament(harbour, rounds=1, clock="7200+300")
    (table,) = await list_tables(harbour)
    assert table.match is not None and table.match.active_seat == 0
    present = table.occupants[1].name
    await harbour.pass_time(2)
    await wait_until_settled(harbour)
    table = await harbour.bot.tables.get(table.id)
    assert table.computer_seats == (0,) and table.status == TABLE_PLAYING
    while table.match is not None and table.match.active_seat == 0:
        token = table.match.legal_actions(0)[0].token
        with suppress(StaleAction):
            await harbour.bot.tables.play.perform_computer_action(table.id, 0, token, table.match.seq)
        table = await harbour.bot.tables.get(table.id)
    await play_turn(harbour, table)
    assert harbour.list_posts()[-1].content.startswith(f"🏆 **{present}** wins Reef Cup!")
    (result,) = [pairing.result for pairing in (await read_state(harbour)).state.rounds[0].tables]
    assert result is not None and result.absent_seats == (0,) and not result.is_void


async def test_the_deal_of_a_duplicate_stays_hidden_until_the_round_is_over(harbour: Harbour) -> None:
    await begin_tournament(
        harbour, harbour.anna, harbour.ben, harbour.dana, harbour.mod, rounds=1, duplicate=True
    )
    one, other = await list_tables(harbour)
    everybody = {*one.user_ids, *other.user_ids}
    assert one.match is not None and other.match is not None
    assert one.match.key == other.match.key and one.commitment == other.commitment
    for thread, table in zip(harbour.channel.threads, (one, other), strict=True):
        kept = harbour.env.backend.channels[thread.id]
        assert kept.type == discord.ChannelType.private_thread.value
        known = kept.thread_members
        assert set(table.user_ids) <= set(known)
        assert not {user for user in everybody if user not in table.user_ids} & set(known)
    posted = next(m for m in harbour.list_posts() if m.content.startswith("**Round 1**"))
    assert one.commitment not in posted.content
    assert one.commitment in read_answer(await harbour.ben.click(posted, label="Fairness"))
    assert "when all have ended" in await export_match(harbour, one)
    await finish_table(harbour, one)
    assert "The whole match. Other tables have the same deal" in await export_match(harbour, one)
    hidden = await harbour.bot.tables.get(one.id)
    assert hidden.status == "over" and hidden.secret is None
    assert (await harbour.bot.tables.exports.make_record(one.id)).secret is None
    await harbour.bot.tables.core.invalidate_table(one.id)
    assert (await harbour.bot.tables.get(one.id)).secret is None
    await finish_table(harbour, other)
    for table in (one, other):
        assert "secret included" in await export_match(harbour, table)
        assert (await harbour.bot.tables.get(table.id)).secret == bytes(32).hex()
        record = await harbour.bot.tables.exports.make_record(table.id)
        assert record.verify(harbour.games).outcome is not None


async def export_match(harbour: Harbour, table: Any) -> str:
    """Export a match as one of its players, and return the text sent with the file."""
    thread = next(thread for thread in harbour.channel.threads if thread.id == table.place.channel_id)
    people = (harbour.anna, harbour.ben, harbour.dana, harbour.mod)
    person = next(person for person in people if person.id in table.user_ids)
    return read_answer(
        await KeptMessage(harbour, thread.history()[-1]).forge_press(
            person, make_custom_id("b", "fx", table.id)
        )
    )


@pytest.mark.parametrize("is_duplicate", [False, True])
async def test_the_fairness_page_lists_only_presses_that_were_made(
    harbour: Harbour, is_duplicate: bool
) -> None:
    people = (harbour.anna, harbour.ben, harbour.dana, harbour.mod)
    await begin_tournament(harbour, *people, rounds=1, duplicate=is_duplicate)
    one, *_ = await list_tables(harbour)
    board = next(thread for thread in harbour.channel.threads if thread.id == one.place.channel_id).history()[
        -1
    ]
    person = next(person for person in people if person.id in one.user_ids)
    answer = read_answer(
        await KeptMessage(harbour, board).forge_press(person, make_custom_id("b", "fa", one.id))
    )
    assert "Join" not in answer and "Start" not in answer and one.commitment in answer
    assert "that announced the round" in answer
    assert ("one secret for all its tables" in answer) == is_duplicate
    assert ("the one that opened this table" in answer) != is_duplicate
    assert ("When the round is over" if is_duplicate else "When the match has ended") in answer


async def test_players_can_join_late_and_withdraw_and_the_host_can_pause(harbour: Harbour) -> None:
    await begin_tournament(harbour, harbour.anna, harbour.ben, rounds=2)
    assert "from the next round on" in read_answer(
        await harbour.dana.click(find_panel(harbour), label="Join")
    )
    again = read_answer(await harbour.dana.click(find_panel(harbour), label="Join"))
    assert "You're in it already." in again
    managed = get_reply(await harbour.anna.click(find_panel(harbour), label="Manage…"))
    await harbour.anna.click(managed, label="Pause")
    (table,) = await list_tables(harbour)
    await finish_table(harbour, table)
    assert len((await read_state(harbour)).state.rounds) == 1
    assert "Paused." in find_panel(harbour).content
    await fill_in_form(harbour, harbour.anna, "withdraw", person=harbour.dana)
    assert "You're in" in read_answer(await harbour.dana.click(find_panel(harbour), label="Join"))
    assert "You're withdrawn" in read_answer(await harbour.ben.click(find_panel(harbour), label="Withdraw"))
    managed = get_reply(await harbour.anna.click(find_panel(harbour), label="Manage…"))
    await harbour.anna.click(managed, label="Continue")
    await wait_until_settled(harbour)
    found = await read_state(harbour)
    assert found.list_names(found.state.rounds[1].tables[0].entries) in (["Anna", "Dana"], ["Dana", "Anna"])
    reply = get_reply(await harbour.anna.click(managed, label="End…"))
    await harbour.anna.click(reply, label="End it")
    await wait_until_settled(harbour)
    assert (await read_state(harbour)).state.status == "over"
    forged = await KeptMessage(harbour, find_panel(harbour)).forge_press(harbour.ben, "b:tmj:1")
    assert "This tournament is over." in read_answer(forged)


async def test_without_threads_matches_are_played_one_by_one_in_the_channel(
    harbour: Harbour,
) -> None:
    harbour.deny_permissions("create_public_threads", "create_private_threads")
    refused = await harbour.anna.slash(harbour.channel, "club tournament", **CUP_OPTIONS, duplicate=True)
    assert "I need a thread for each" in read_answer(refused)
    await begin_tournament(harbour, harbour.anna, harbour.ben, harbour.dana, harbour.mod, rounds=1)
    (first,) = await list_tables(harbour)
    assert first.place.channel_id == harbour.channel.id and not harbour.channel.threads
    await finish_table(harbour, first)
    _, second = await list_tables(harbour)
    assert second.status == TABLE_PLAYING
    await finish_table(harbour, second)
    assert (await read_state(harbour)).state.status == "over"


async def test_a_tournament_continues_after_a_crash_without_repeating_posts(tmp_path: Path) -> None:
    harbour = await Harbour.open(tmp_path)
    try:
        await begin_tournament(harbour, rounds=2)
        before = len(harbour.list_posts())
        await harbour.kill()
        await wait_until_settled(harbour)
        assert len(harbour.list_posts()) == before and len(harbour.channel.threads) == 1
        (table,) = await list_tables(harbour)
        await finish_table(harbour, table)
        assert (await read_state(harbour)).state.status == "over"
    finally:
        await harbour.close()


async def test_an_erased_player_is_no_longer_paired_or_named(harbour: Harbour) -> None:
    await begin_tournament(harbour, harbour.anna, harbour.ben, harbour.dana, rounds=2)
    data = read_answer(await open_my_data(harbour.ben, harbour.channel))
    assert "1 tournament you took part in" in data
    await harbour.bot.tables.people.erase_person(harbour.ben.id, "Somebody")
    await wait_until_settled(harbour)
    for table in await list_tables(harbour):
        await finish_table(harbour, table)
    found = await read_state(harbour)
    assert "Ben" not in {one.name for one in found.entries.values()}
    gone = next(one.entry for one in found.entries.values() if one.user_id == 0)
    assert gone in found.state.withdrawn_entries
    assert all(gone not in table.entries for table in found.state.rounds[-1].tables)
    standings = get_reply(await harbour.anna.click(find_panel(harbour), label="Standings"))
    assert "Somebody" in (standings.attachments[0].description or "")


async def test_titles_and_threads_lose_the_name_of_an_erased_person(harbour: Harbour) -> None:
    await begin_tournament(harbour, harbour.anna, harbour.ben, title="Anna's Cup")
    (thread,) = harbour.channel.threads
    assert str(thread.name).startswith("Anna's Cup: ")
    reply = get_reply(await open_my_data(harbour.anna, harbour.channel))
    reply = get_reply(await harbour.anna.click(reply, label="Erase…"))
    await harbour.anna.click(reply, label="Yes, forget me")
    await wait_until_settled(harbour)
    assert (await read_state(harbour)).row.title == "Somebody's Cup"
    (thread,) = harbour.channel.threads
    assert str(thread.name).startswith("Somebody's Cup: ")
    with closing(harbour.connect()) as file:
        assert not any("Anna" in line for line in file.iterdump())


async def test_unknown_options_and_a_missing_tournament_are_refused(harbour: Harbour) -> None:
    answer = await harbour.anna.slash(harbour.channel, "club tournament", **CUP_OPTIONS, options="nothing=1")
    assert "nothing" in read_answer(answer)
    assert "There's no tournament in this channel" in await forge_form(
        harbour, harbour.anna, "change", title="Kelp Cup"
    )


@pytest.mark.parametrize("locale", ["de", "nl"])
async def test_tournaments_are_translated(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch, locale: str
) -> None:
    await create_tournament(harbour)
    set_languages(monkeypatch, {harbour.anna.id: locale})
    w = load_words(locale)
    assert w("How it works") != "How it works"
    answer = read_answer(await harbour.anna.click(find_panel(harbour), label="How it works"))
    assert w("- Players absent two rounds in a row are withdrawn.") in answer
    managed = read_answer(await harbour.anna.click(find_panel(harbour), label="Manage…"))
    assert w("It hasn't begun yet.") in managed


async def test_a_tournament_with_fewer_rounds_than_chosen_explains_why(harbour: Harbour) -> None:
    told = "-# With 2 people it has 1 round instead of 5: then everybody has met everybody."
    assert "instead of" not in (await create_tournament(harbour)).content, "nobody has joined yet"
    for person in (harbour.anna, harbour.ben):
        await person.click(find_panel(harbour), label="Join")
    await wait_until_settled(harbour)
    assert told in find_panel(harbour).content
    managed = get_reply(await harbour.anna.click(find_panel(harbour), label="Manage…"))
    assert told in managed.content
    assert told in get_reply(await harbour.anna.click(managed, label="Begin")).content
    await wait_until_settled(harbour)
    assert told in find_panel(harbour).content


async def test_a_tournament_with_the_chosen_number_of_rounds_explains_nothing(harbour: Harbour) -> None:
    await begin_tournament(harbour, rounds=1)
    assert "instead of" not in find_panel(harbour).content


@pytest.mark.parametrize(("format", "name"), [("round_robin", "Round robin"), ("knockout", "Knock-out")])
async def test_a_number_of_rounds_is_refused_for_formats_that_compute_it(
    harbour: Harbour, format: str, name: str
) -> None:
    answer = read_answer(
        await harbour.anna.slash(harbour.channel, "club tournament", **CUP_OPTIONS, format=format, rounds=3)
    )
    assert f"*{name}* has as many rounds as it needs" in answer
