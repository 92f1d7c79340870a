"""A tournament that many people join: few edits of its panel, and every table can be found."""

from __future__ import annotations

import re

import discord
import pytest

from bot.features.tournaments.pace import BURST
from bot.features.tournaments.service import Arrangements
from bot.model.table import Person
from bot.platform import attendance
from bot.ui.ids import custom_id
from tests.bot.features.tournaments.steps import begin, create, panel, settle
from tests.support.harbour import Harbour, buttons
from tests.support.reading import Kept, limits, said, shown

NAMES = re.compile(r"Somebody called \d+")


async def test_many_who_join_cause_few_edits_and_all_are_shown_in_the_end(harbour: Harbour) -> None:
    post = await create(harbour)
    before = len(harbour.env.http_requests)
    for number in range(3 * BURST):
        member = harbour.guild.add_member(harbour.env.create_user(f"u{number}", global_name=f"U{number}"))
        assert "You're in." in said(await member.click(panel(harbour), label="Join"))
    edits = [
        request
        for request in harbour.env.http_requests[before:]
        if request.method == "PATCH" and request.path == f"/channels/{harbour.channel.id}/messages/{post.id}"
    ]
    assert len(edits) == BURST
    assert f"{BURST} people" in panel(harbour).content
    await harbour.pass_time(0.01)
    assert f"{3 * BURST} people" in panel(harbour).content
    await settle(harbour)
    assert f"U{3 * BURST - 1}" in panel(harbour).content


async def test_a_round_that_is_too_long_for_a_message_is_shown_page_by_page(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    # None of the crowd is in the simulated server, and nobody is to be withdrawn for that.
    async def is_here(guild: discord.Guild, user_id: int) -> bool:
        return False

    monkeypatch.setattr(attendance, "_look_up_absence", is_here)
    # At tables of two in one channel, where a private thread for each would take long.
    harbour.deny("create_public_threads", "create_private_threads")
    await create(harbour, rounds=1)
    arrangements = Arrangements(
        harbour.store.tournaments, harbour.games, lambda: harbour.now, lambda: bytes(32)
    )
    people = 140
    for number in range(1, people + 1):
        await arrangements.join(1, Person(9000 + number, f"Somebody called {number:03}"), number)
    managed = shown(await harbour.anna.click(panel(harbour), label="Manage…"))
    await harbour.anna.click(managed, label="Begin")
    await settle(harbour)
    post = next(m for m in harbour.posts() if m.content.startswith("**Round 1**"))
    limits(post)
    assert "more tables" in post.content
    page = shown(await harbour.ben.click(post, label="All tables"))
    seen, pages = set(NAMES.findall(page.content)), 1
    while "Next" in buttons(page).values():
        page = shown(await harbour.ben.click(page, label="Next"))
        limits(page)
        seen |= set(NAMES.findall(page.content))
        pages += 1
    assert len(seen) == people and pages > 2
    assert "more table" not in page.content
    last = NAMES.findall(page.content)
    back = shown(await harbour.ben.click(page, label="Back"))
    assert set(NAMES.findall(back.content)).isdisjoint(last)


async def test_a_round_that_fits_has_no_button_for_more(harbour: Harbour) -> None:
    await begin(harbour, rounds=1)
    post = next(m for m in harbour.posts() if m.content.startswith("**Round 1**"))
    assert "All tables" not in buttons(post).values()
    missing = said(await Kept(harbour, post).forge(harbour.ben, custom_id("b", "tmr", 1, 7)))
    assert "There's no such table" in missing
