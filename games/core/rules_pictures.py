"""Positions to explain a game with: one in which something has just happened, found by random play."""

from __future__ import annotations

import hashlib
from collections.abc import Set
from functools import lru_cache

from games.core.match import Match
from games.core.protocol import Game
from games.core.rng import Chance
from games.core.texts import RulesPage
from games.core.words import words

OPENING = "opening"
"""What shows the deal itself."""
MIN_PLY = 20
"""Plies before which a picture is rather empty."""
MAX_MATCHES = 240
"""So many matches are searched."""


class NoExample(LookupError):
    """Random play never brought the event about."""


@lru_cache(maxsize=16)
def find_examples(game: Game) -> tuple[Match | None, ...]:
    """Return for each page of the rules of a game the match that its picture shows, as it stands then.

    The same for everybody, and each page with a position of its own.

    :raises NoExample: a page shows what the matches that are searched never bring about.
    """
    taken: set[tuple[bytes, int]] = set()
    found: list[Match | None] = []
    for page in game.texts.rules(words()):
        match = _find_example(game, page, taken) if page.shows else None
        if match is not None:
            taken.add((match.key, match.ply))
        found.append(match)
    return tuple(found)


def _find_example(game: Game, page: RulesPage, taken: Set[tuple[bytes, int]]) -> Match:
    """Return a match whose newest step has just brought about what a page shows.

    Matches with the fewest seats are played by chance from fixed keys. A later step is preferred to the
    very first, where little lies on the table yet; and where no match brings about what would be telling,
    the page shows the first step that it is about at all.

    :param taken: the keys and plies of positions that other pages show.
    """
    telling: Match | None = None
    first: Match | None = None
    for number in range(MAX_MATCHES):
        key = hashlib.sha256(f"example {game.key} {number}".encode()).digest()
        match = Match.begin(game, game.seats.start, {}, key)
        if page.shows == OPENING:
            return match
        walk = Chance(hashlib.sha256(key).digest(), 0)
        while match.outcome is None:
            seat = walk.choice(match.to_act)
            match = match.act(seat, walk.choice(match.rules.candidates(match.state, seat)).token)
            events = match.events
            if (key, match.ply) in taken or not any(type(event).__name__ == page.shows for event in events):
                continue
            first = first or match
            if page.telling is None or page.telling(events):
                if match.ply >= MIN_PLY:
                    return match
                telling = telling or match
    found = telling or first
    if found is None:
        raise NoExample(f"{game.key} never shows {page.shows}")
    return found
