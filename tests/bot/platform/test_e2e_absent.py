"""Memberships are checked concurrently, with few requests, and cached for a while."""

from __future__ import annotations

import asyncio
from typing import Any

import discord
import pytest

from bot.platform.attendance import CACHE_LIFETIME_SECONDS, MAX_SIMULTANEOUS_CHECKS
from tests.support.at_table import press_at_table
from tests.support.harbour import Harbour
from tests.support.patience import HANG_TIMEOUT_SECONDS
from tests.support.reading import read_answer

HOUR = 3600


def list_requests(harbour: Harbour) -> list[str]:
    """Return the user IDs of all membership checks, oldest first."""
    requests = harbour.env.http_requests
    return [r.path.rpartition("/")[2] for r in requests if r.method == "GET" and "/members/" in r.path]


async def test_the_menu_checks_all_people_concurrently(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    await harbour.begin_match()
    all_here, real = asyncio.Barrier(2), discord.Guild.fetch_member

    async def fetch_concurrently(guild: discord.Guild, user: int, /) -> discord.Member:
        # Sequential checks would wait here forever.
        async with asyncio.timeout(HANG_TIMEOUT_SECONDS):
            await all_here.wait()
        return await real(guild, user)

    monkeypatch.setattr(discord.Guild, "fetch_member", fetch_concurrently)
    await harbour.anna.click(harbour.board, label="More…")
    assert sorted(list_requests(harbour)) == sorted(map(str, (harbour.anna.id, harbour.ben.id)))


async def test_the_number_of_concurrent_membership_checks_is_limited(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    await harbour.open_lobby()
    under_way: set[int] = set()
    most = 0

    async def count_and_fetch(guild: discord.Guild, user: int, /) -> Any:
        nonlocal most
        under_way.add(user)
        most = max(most, len(under_way))
        await asyncio.sleep(0)
        under_way.discard(user)

    monkeypatch.setattr(discord.Guild, "fetch_member", count_and_fetch)
    guild = harbour.bot.get_guild(harbour.guild.id)
    assert guild is not None
    assert await harbour.bot.attendance.find_absent_user_ids(guild, range(1, 30)) == []
    assert most == MAX_SIMULTANEOUS_CHECKS


async def test_a_present_member_is_not_checked_again_for_a_while(harbour: Harbour) -> None:
    await harbour.begin_match()
    for person in (harbour.anna, harbour.ben, harbour.dana):
        await person.click(harbour.board, label="More…")
    assert len(list_requests(harbour)) == 2
    harbour.guild.remove_member(harbour.ben)
    await harbour.anna.click(harbour.board, label="More…")
    assert (await harbour.find_table()).computer_seats == ()
    await harbour.pass_time(CACHE_LIFETIME_SECONDS / HOUR)
    await harbour.anna.click(harbour.board, label="More…")
    assert len((await harbour.find_table()).computer_seats) == 1


async def test_a_returning_member_is_noticed_immediately(harbour: Harbour) -> None:
    await harbour.begin_match()
    harbour.guild.remove_member(harbour.ben)
    await harbour.anna.click(harbour.board, label="More…")
    (seat,) = (await harbour.find_table()).computer_seats
    harbour.guild.add_member(harbour.ben.user)
    await press_at_table(harbour.ben, harbour.channel, "take", seat=str(seat + 1))
    await harbour.anna.click(harbour.board, label="More…")
    assert (await harbour.find_table()).computer_seats == ()


async def test_an_unanswered_membership_check_is_not_repeated_at_each_press(harbour: Harbour) -> None:
    await harbour.begin_match()
    for _ in range(2):
        harbour.env.inject_error("GET", "/guilds/*/members/*", status=403, code=50001, message="oops")
    for _ in range(3):
        await harbour.anna.click(harbour.board, label="More…")
    assert len(list_requests(harbour)) == 2


async def test_everybody_keeps_their_seat_if_the_check_fails(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    await harbour.begin_match()

    async def disconnect(guild: discord.Guild, user: int, /) -> Any:
        raise ConnectionResetError

    monkeypatch.setattr(discord.Guild, "fetch_member", disconnect)
    answer = await harbour.anna.click(harbour.board, label="More…")
    assert read_answer(answer) == "What would you like to do?"
    assert (await harbour.find_table()).computer_seats == ()


async def test_an_absent_member_is_noticed_at_every_table(harbour: Harbour) -> None:
    await harbour.begin_match()
    harbour.guild.remove_member(harbour.ben)
    guild = harbour.bot.get_guild(harbour.guild.id)
    assert guild is not None
    people = (harbour.ben.id, harbour.anna.id)
    for _ in range(2):
        assert await harbour.bot.attendance.find_absent_user_ids(guild, people) == [harbour.ben.id]
