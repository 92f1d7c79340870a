"""Finds the positions that illustrate the rules pages, by random play."""

from __future__ import annotations

import hashlib
from collections.abc import Set
from functools import lru_cache

from games.core.match import Match
from games.core.protocol import Game
from games.core.rng import Chance
from games.core.texts import RulesPage
from games.core.words import load_words

OPENING_PICTURE = "opening"
"""The ``pictured_event`` value of a rules page whose picture is the deal."""
MIN_PLY = 20
"""Minimum ply of preferred positions, because earlier boards are rather empty."""
MAX_TRIED_MATCHES = 240
"""Maximum number of matches played in search of one picture."""


class NoExamplePosition(LookupError):
    """No random match had the event that a rules page shows."""


@lru_cache(maxsize=16)
def find_example_matches(game: Game) -> tuple[Match | None, ...]:
    """Return, for each rules page, the match whose position it shows, or ``None`` if it has no picture.

    The result is the same on every machine, and no two pages show the same position.

    :raises NoExamplePosition: if no match has the event that a page shows.
    """
    taken: set[tuple[bytes, int]] = set()
    matches: list[Match | None] = []
    for page in game.texts.list_rules_pages(load_words()):
        match = _find_example_match(game, page, taken) if page.pictured_event else None
        if match is not None:
            taken.add((match.key, match.ply))
        matches.append(match)
    return tuple(matches)


def _find_example_match(game: Game, page: RulesPage, used_matches: Set[tuple[bytes, int]]) -> Match:
    """Return a match whose newest step caused the event that a page shows.

    Matches with the fewest seats are played at random from fixed keys. Positions before :data:`MIN_PLY` are
    used only if no later one fits. If ``page.illustrates_well`` rejects every step, the first step with the
    event is used.

    :param used_matches: keys and plies of positions that other pages show.
    """
    best: Match | None = None
    first: Match | None = None
    for number in range(MAX_TRIED_MATCHES):
        key = hashlib.sha256(f"example {game.key} {number}".encode()).digest()
        match = Match.begin(game, game.seat_counts.start, {}, key)
        if page.pictured_event == OPENING_PICTURE:
            return match
        walk = Chance(hashlib.sha256(key).digest(), 0)
        while match.outcome is None:
            seat = walk.choice(match.to_act)
            match = match.act(seat, walk.choice(match.rules.list_candidates(match.state, seat)).token)
            events = match.events
            if (key, match.ply) in used_matches or not any(
                type(event).__name__ == page.pictured_event for event in events
            ):
                continue
            first = first or match
            if page.illustrates_well is None or page.illustrates_well(events):
                if match.ply >= MIN_PLY:
                    return match
                best = best or match
    example = best or first
    if example is None:
        raise NoExamplePosition(f"{game.key} never shows {page.pictured_event}")
    return example
