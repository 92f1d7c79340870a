"""Helpers that store finished toy matches directly, without Discord."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from random import Random

from bot.storage import Store
from bot.storage.matches import MatchRow
from bot.storage.seats import SeatRow
from bot.tables.reading import deal_match
from games.core.match import Match
from tests.support.toy import TOY, TOYS

NAMES_BY_USER_ID = {11: "Ann", 22: "Ben", 33: "Cat", 44: "Dan", 55: "Eve"}
_PRESS_IDS = count(1)


def play_randomly(match: Match, rng: Random, step_count: int = 400) -> Match:
    """Play at most ``step_count`` random moves, stopping when the match is over, and return the match."""
    for _ in range(step_count):
        if match.outcome is not None:
            break
        seat = match.to_act[0]
        match = match.act(seat, rng.choice(match.legal_actions(seat)).token)
    return match


def finish_match(match: Match, rng: Random) -> Match:
    """End a match in a random way, mostly by playing to the end, and return it."""
    way = rng.random()
    if way < 0.55:
        return play_randomly(match, rng)
    match = play_randomly(match, rng, rng.randrange(1, 25))
    if match.outcome is not None:
        return match
    seat = rng.randrange(match.seat_count)
    if way < 0.65:
        return match.resign(seat)
    if way < 0.72:
        return match.forfeit(seat)
    if way < 0.80:
        return match.agree_draw(seat)
    if way < 0.85:
        return match.close()
    return (
        play_randomly(match.undo(seat, rng.randrange(match.ply)), rng)
        if match.ply
        else play_randomly(match, rng)
    )


async def add_finished_match(
    store: Store,
    rng: Random,
    ended_at: int,
    *,
    seated: Sequence[SeatRow] | None = None,
    guild: int = 1,
    match: Match | None = None,
    swap: bool | None = None,
) -> int:
    """Store a random match that ended at ``ended_at``, and return its ID.

    :param match: the match to store instead of a random one.
    :param swap: whether a seat changes hands, by default in one of five matches.
    """
    if seated is None:
        seated = draw_seats(rng)
    press = next(_PRESS_IDS)
    row = MatchRow(
        0,
        "toy",
        None,
        {"goal": "12"},
        "lobby",
        900 + press,
        guild,
        "en",
        11,
        len(seated),
        bytes(32),
        None,
        5,
        None,
    )
    new = await store.matches.add_table(row, seated)
    await store.matches.start_match(new, 1, press)
    begun = deal_match(TOY, replace(row, version=1, start_press=press), tuple(seated))
    done = finish_match(begun, rng) if match is None else begun.replay(match.rows)
    if swap or (swap is None and rng.random() < 0.2):
        seat = rng.randrange(len(seated))
        other = (
            SeatRow(seat, 0, "Octopus", 0, "normal") if rng.random() < 0.7 else SeatRow(seat, 66, "Fay", 0)
        )
        await store.seats.hand_over(new, [other], 11, rng.randrange(done.seq + 1))
        if rng.random() < 0.3:
            await store.seats.hand_over(new, [seated[seat]], 11, done.seq)
    if done.outcome is None:
        await store.matches.append_rows(new, 0, done.rows, ended_at, is_over=False)
        await store.matches.end_table(new, ended_at)
    else:
        await store.matches.append_rows(new, 0, done.rows, ended_at, is_over=True)
    return new


def draw_seats(rng: Random) -> list[SeatRow]:
    """Return seats for two to four players: people, some computers, and sometimes one person twice."""
    users = rng.sample(sorted(NAMES_BY_USER_ID), rng.randrange(2, 5))
    if rng.random() < 0.05:
        users[1] = users[0]
    return [
        SeatRow(seat, 0, "Octopus", 100 + seat, rng.choice(("easy", "normal", "hard")))
        if seat and rng.random() < 0.2
        else SeatRow(seat, user, NAMES_BY_USER_ID[user], 100 + seat)
        for seat, user in enumerate(users)
    ]


def make_seats(*people: int) -> list[SeatRow]:
    """Return a seat for each user ID. 0 stands for a normal computer player."""
    return [
        SeatRow(seat, user, NAMES_BY_USER_ID.get(user, "Octopus"), 100 + seat, None if user else "normal")
        for seat, user in enumerate(people)
    ]


__all__ = [
    "NAMES_BY_USER_ID",
    "TOYS",
    "add_finished_match",
    "draw_seats",
    "finish_match",
    "make_seats",
    "play_randomly",
]
