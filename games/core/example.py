"""Positions to explain a game with: one in which something has just happened, found by random play."""

from __future__ import annotations

import hashlib
from collections.abc import Set
from functools import lru_cache
from typing import Any

from games.core.match import Match
from games.core.protocol import Game, RulesPage
from games.core.rng import Chance
from games.core.words import words

OPENING = "opening"
"""What shows the deal itself."""
EARLIEST = 20
"""Plies before which a picture is rather empty."""
TRIES = 60
"""So many matches are searched."""


class NoExample(LookupError):
    """Random play never brought the event about."""


@lru_cache(maxsize=16)
def examples(game: Game) -> tuple[Match | None, ...]:
    """Return for each page of the rules of a game the match that its picture shows, as it stands then.

    The same for everybody, and each page with a position of its own.

    :raises NoExample: a page shows what the matches that are searched never bring about.
    """
    taken: set[tuple[bytes, int]] = set()
    found: list[Match | None] = []
    for page in game.words.rules(words()):
        match = _example(game, page, taken) if page.shows else None
        if match is not None:
            taken.add((match.key, match.ply))
        found.append(match)
    return tuple(found)


def _example(game: Game, page: RulesPage, taken: Set[tuple[bytes, int]]) -> Match:
    """Return a match whose newest step has just brought about what a page shows.

    Matches with the fewest seats are played by chance from fixed keys. A later step is preferred to the
    very first, where little lies on the table yet.

    :param taken: the keys and plies of positions that other pages show.
    """
    first: Match | None = None
    for number in range(TRIES):
        key = hashlib.sha256(f"example {game.key} {number}".encode()).digest()
        match = Match.begin(game, game.seats.start, {}, key)
        if page.shows == OPENING:
            return match
        walk = Chance(hashlib.sha256(key).digest(), 0)
        while match.outcome is None:
            seat = walk.choice(match.to_act)
            match = match.act(seat, walk.choice(match.rules.candidates(match.state, seat)).token)
            if (key, match.ply) not in taken and _shows(page, match.events):
                if match.ply >= EARLIEST:
                    return match
                first = first or match
    if first is None:
        raise NoExample(f"{game.key} never shows {page.shows}")
    return first


def _shows(page: RulesPage, events: tuple[Any, ...]) -> bool:
    happened = any(type(event).__name__ == page.shows for event in events)
    return happened and (page.telling is None or page.telling(events))
