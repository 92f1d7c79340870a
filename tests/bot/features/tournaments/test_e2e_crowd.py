"""A tournament with many players edits its panel rarely, and lists every table."""

from __future__ import annotations

import re

import discord
import pytest

from bot.features.tournaments.pace import MAX_EDIT_BURST
from bot.features.tournaments.service import TournamentService
from bot.model.table import Person
from bot.platform import attendance
from bot.ui.ids import make_custom_id
from tests.bot.features.tournaments.steps import (
    begin_tournament,
    create_tournament,
    find_panel,
    wait_until_settled,
)
from tests.support.harbour import Harbour, list_buttons
from tests.support.reading import KeptMessage, check_limits, get_reply, read_answer

ENTRANT_NAME_PATTERN = re.compile(r"Somebody called \d+")


async def test_many_joins_cause_few_edits_and_are_all_shown_in_the_end(harbour: Harbour) -> None:
    post = await create_tournament(harbour)
    before = len(harbour.env.http_requests)
    for number in range(3 * MAX_EDIT_BURST):
        member = harbour.guild.add_member(harbour.env.create_user(f"u{number}", global_name=f"U{number}"))
        assert "You're in." in read_answer(await member.click(find_panel(harbour), label="Join"))
    edits = [
        request
        for request in harbour.env.http_requests[before:]
        if request.method == "PATCH" and request.path == f"/channels/{harbour.channel.id}/messages/{post.id}"
    ]
    assert len(edits) == MAX_EDIT_BURST
    assert f"{MAX_EDIT_BURST} people" in find_panel(harbour).content
    await harbour.pass_time(0.01)
    assert f"{3 * MAX_EDIT_BURST} people" in find_panel(harbour).content
    await wait_until_settled(harbour)
    assert f"U{3 * MAX_EDIT_BURST - 1}" in find_panel(harbour).content


async def test_the_beginning_is_shown_right_away_after_many_joins(harbour: Harbour) -> None:
    await create_tournament(harbour)
    for number in range(MAX_EDIT_BURST + 1):
        member = harbour.guild.add_member(harbour.env.create_user(f"u{number}", global_name=f"U{number}"))
        await member.click(find_panel(harbour), label="Join")
    assert f"{MAX_EDIT_BURST} people" in find_panel(harbour).content, "the last edit is postponed"
    managed = get_reply(await harbour.anna.click(find_panel(harbour), label="Manage…"))
    await harbour.anna.click(managed, label="Begin")
    assert "Round 1" in find_panel(harbour).content
    assert f"{MAX_EDIT_BURST + 1} people" in find_panel(harbour).content


async def test_a_round_too_long_for_a_message_is_shown_in_pages(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Report nobody as absent, because the players aren't members of the simulated server.
    async def is_absent(guild: discord.Guild, user_id: int) -> bool:
        return False

    monkeypatch.setattr(attendance, "_look_up_absence", is_absent)
    # Deny threads, because opening a thread for each table would be slow.
    harbour.deny_permissions("create_public_threads", "create_private_threads")
    await create_tournament(harbour, rounds=1)
    service = TournamentService(
        harbour.store.tournaments, harbour.games, lambda: harbour.now, lambda: bytes(32)
    )
    people = 140
    for number in range(1, people + 1):
        await service.add_entrant(1, Person(9000 + number, f"Somebody called {number:03}"), number)
    managed = get_reply(await harbour.anna.click(find_panel(harbour), label="Manage…"))
    await harbour.anna.click(managed, label="Begin")
    await wait_until_settled(harbour)
    post = next(m for m in harbour.list_posts() if m.content.startswith("**Round 1**"))
    check_limits(post)
    assert "more tables" in post.content
    page = get_reply(await harbour.ben.click(post, label="All tables"))
    seen, pages = set(ENTRANT_NAME_PATTERN.findall(page.content)), 1
    while "Next" in list_buttons(page).values():
        page = get_reply(await harbour.ben.click(page, label="Next"))
        check_limits(page)
        seen |= set(ENTRANT_NAME_PATTERN.findall(page.content))
        pages += 1
    assert len(seen) == people and pages > 2
    assert "more table" not in page.content
    last = ENTRANT_NAME_PATTERN.findall(page.content)
    back = get_reply(await harbour.ben.click(page, label="Back"))
    assert set(ENTRANT_NAME_PATTERN.findall(back.content)).isdisjoint(last)


async def test_a_short_round_has_no_button_for_all_tables(harbour: Harbour) -> None:
    await begin_tournament(harbour, rounds=1)
    post = next(m for m in harbour.list_posts() if m.content.startswith("**Round 1**"))
    assert "All tables" not in list_buttons(post).values()
    missing = read_answer(
        await KeptMessage(harbour, post).forge_press(harbour.ben, make_custom_id("b", "tmr", 1, 7))
    )
    assert "There's no such table" in missing
