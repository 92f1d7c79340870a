"""Plays random matches to the end and writes the texts of their boards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random

from bot.model.table import Occupant, Place, Table
from bot.ui.play import board, seatnotes
from bot.ui.play.board import PostedBoard
from games.core.match import Match
from games.core.words import Words
from games.registry import GAMES

NAMES = ("Anna", "Ben", "Chris", "Dana", "Eve", "Finn")


YOUR_TURN_BY_LOCALE = {"en": "Your turn", "de": "Du bist dran", "nl": "Jouw beurt"}
"""Text with which a board asks a player to act, by language."""


CASES = [(key, seats) for key, game in GAMES.items() for seats in (game.seat_counts[0], game.seat_counts[-1])]


def make_plain_table(match: Match, computers: Sequence[int] = ()) -> Table:
    """Return a table without a clock, proposal or former players."""
    over = match.outcome is not None
    occupants = tuple(
        Occupant(
            seat, 0 if seat in computers else 100 + seat, NAMES[seat], "easy" if seat in computers else None
        )
        for seat in range(match.seat_count)
    )
    return Table(
        7,
        match.game,
        Place(1, 1, "en"),
        100,
        "over" if over else "playing",
        match.options,
        match.seat_count,
        occupants,
        "ab" * 32,
        match,
        None,
        (),
        "cd" * 32 if over else None,
        0,
        3 * 86400 if over else None,
    )


@cache
def play_match(key: str, seat_count: int, seed: int) -> tuple[Match, ...]:
    """Return a random match at its start and after each step. Each match is played only once per process."""
    match, chance = Match.begin(GAMES[key], seat_count, {}, bytes([seed]) * 32), Random(seed)
    found = [match]
    while match.outcome is None:
        seat = match.to_act[0]
        match = match.act(seat, chance.choice(match.rules.list_candidates(match.state, seat)).token)
        found.append(match)
    return tuple(found)


def iterate_board_texts(
    key: str, seat_count: int, w: Words, computers: Sequence[int] = (), seed: int = 5
) -> Iterator[tuple[Match, str]]:
    """Yield a random match at its start and after each step, with the text of its board."""
    posted: PostedBoard | None = None
    for match in play_match(key, seat_count, seed):
        table = make_plain_table(match, computers)
        if posted is None or not board.is_same_turn(match, posted.seq, posted.turn_key):
            posted = PostedBoard.for_position(table, match, since=board.find_story_start(table, match))
        notes = seatnotes.write_seat_notes(table, match, posted.since, w)
        yield (
            match,
            board.write_board(table, match, posted, w, board.write_call_lines(table, match, (), w), notes),
        )
