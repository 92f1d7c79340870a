"""Helpers for a channel that plays a seat together."""

from __future__ import annotations

from typing import Any

from games.core.match import ACT
from tests.support.harbour import Harbour, buttons, find_table_board, lists, rest
from tests.support.reading import check_limits, said, shown


async def open_page(hall: Harbour, person: Any = None) -> Any:
    """Open the lobby's page about the channel's seat."""
    who = person or hall.anna
    lobby = next(post for post in reversed(hall.posts()) if "Seats…" in buttons(post).values())
    seats = shown(await who.click(lobby, label="Seats…"))
    check_limits(seats)
    return shown(await who.click(seats, label="Channel plays…"))


async def give_channel_seat(hall: Harbour, label: str = "Give the channel a seat") -> Any:
    """Give the channel a seat in the lobby."""
    page = await open_page(hall)
    check_limits(page)
    assert "have a seat together" in page.content
    given = shown(await hall.anna.click(page, label=label))
    check_limits(given)
    await rest(hall)
    return given


def list_vote_posts(hall: Harbour) -> list[Any]:
    """Return the posts that call for votes, oldest first."""
    return [post for post in hall.posts() if post.content.startswith("🗳️")]


async def vote(hall: Harbour, person: Any, kind: str = "roll", post: Any = None) -> str:
    """Vote for a kind of move, by default on the newest call for votes; return the answer."""
    result = await person.click(post or list_vote_posts(hall)[-1], label="Vote")
    asked = shown(result)
    if "which move do you vote for" not in asked.content:
        return said(result)
    check_limits(asked)
    assert all(identity.split(":")[1].startswith("cv") for identity in buttons(asked))
    told = said(await person.click(asked, label=kind))
    await rest(hall)
    return told


async def set_quorum(hall: Harbour, number: int) -> None:
    """Set the number of votes that decide a move."""
    page = shown(await hall.press_tool(hall.anna, "Channel plays…", find_table_board(hall)))
    identity = next(one for one in lists(page) if one.startswith("s:cvn"))
    await hall.anna.select(page, [str(number)], custom_id=identity)


async def list_channel_moves(hall: Harbour) -> list[str]:
    """Return the channel's moves, from the log."""
    return [row.text for row in (await hall.match()).rows if row.kind == ACT and row.seat == 1]
