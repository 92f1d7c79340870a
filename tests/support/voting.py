"""Helpers for tests of a seat that a channel plays together."""

from __future__ import annotations

from typing import Any

from games.core.match import ACT_KIND
from tests.support.harbour import Harbour, find_table_board, list_buttons, list_menus, wait_until_idle
from tests.support.reading import check_limits, get_reply, read_answer


async def open_channel_seat_page(harbour: Harbour, person: Any = None) -> Any:
    """Open the lobby's page about the channel's seat, by default as Anna."""
    who = person or harbour.anna
    lobby = next(post for post in reversed(harbour.list_posts()) if "Seats…" in list_buttons(post).values())
    seats = get_reply(await who.click(lobby, label="Seats…"))
    check_limits(seats)
    return get_reply(await who.click(seats, label="Channel plays…"))


async def give_channel_seat(harbour: Harbour, label: str = "Give the channel a seat") -> Any:
    """As Anna, the host, give the channel a seat in the lobby; return the answer."""
    page = await open_channel_seat_page(harbour)
    check_limits(page)
    assert "share a seat" in page.content
    reply = get_reply(await harbour.anna.click(page, label=label))
    check_limits(reply)
    await wait_until_idle(harbour)
    return reply


def list_vote_posts(harbour: Harbour) -> list[Any]:
    """Return the posts about votes, open and closed, oldest first."""
    return [post for post in harbour.list_posts() if post.content.startswith("🗳️")]


async def vote_for_kind(harbour: Harbour, person: Any, kind: str = "roll", post: Any = None) -> str:
    """Vote for a kind of move, by default on the newest vote post; return the answer."""
    result = await person.click(post or list_vote_posts(harbour)[-1], label="Vote")
    reply = get_reply(result)
    if "which move do you vote for" not in reply.content:
        return read_answer(result)
    check_limits(reply)
    assert all(identity.split(":")[1].startswith("cv") for identity in list_buttons(reply))
    answer = read_answer(await person.click(reply, label=kind))
    await wait_until_idle(harbour)
    return answer


async def set_quorum(harbour: Harbour, vote_count: int) -> None:
    """As Anna, set the number of votes that decide a move."""
    page = get_reply(
        await harbour.press_tool_button(harbour.anna, "Channel plays…", find_table_board(harbour))
    )
    identity = next(one for one in list_menus(page) if one.startswith("s:cvn"))
    await harbour.anna.select(page, [str(vote_count)], custom_id=identity)


async def list_channel_moves(harbour: Harbour) -> list[str]:
    """Return the logged moves of seat 1, the channel's seat."""
    return [row.text for row in (await harbour.find_match()).rows if row.kind == ACT_KIND and row.seat == 1]
