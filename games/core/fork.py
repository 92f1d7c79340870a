"""What if: a position gone on with apart from its match, what a viewer can't know dealt anew.

A fork begins with what one viewer may know of a position, what was open once included, and with nothing else:
whatever is hidden from them is drawn again by chance that has nothing to do with the match's own. From there
it is a match like any other, through the same gate; so it follows from its start and its steps alone.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import Final

from games.core.errors import NotYourTurn
from games.core.match import ACT, UNDO, Match, Row
from games.core.rng import Chance

BETWEEN: Final = " "
BY: Final = "/"
"""Stands behind the seat of a step that another than the first of those to act made."""


def make_key(*about: int | str) -> bytes:
    """Return what keys the chance of a fork. Everybody may know it: no secret goes into it."""
    return hashlib.sha256(f"what if {' '.join(map(str, about))}".encode()).digest()


def fork(match: Match, ply: int, viewer: int | None, key: bytes) -> Match:
    """Return the position after ``ply`` steps in force as the beginning of a match of its own.

    :param viewer: by whose knowledge it is dealt; ``None`` is a spectator.
    :param key: keys its deal and all of its chance.
    """
    rules = match.rules
    opening = rules.sample(rules.recall(match.state_at(ply), viewer), Chance(key, 0))
    return Match(match.game, rules, match.seats, match.options, key, opening, ())


def find_newest_ply(match: Match) -> int:
    """Return the newest ply from which a match can be gone on with by its rules."""
    ended = match.ply and match.rules.outcome(match.state) is not None
    return match.ply - 1 if ended else match.ply


def can_fork(match: Match, ply: int) -> bool:
    """Tell whether there is anything to be done in a position."""
    return 0 <= ply <= match.ply and match.rules.outcome(match.state_at(ply)) is None


def find_actor(match: Match, ply: int) -> int:
    """Return the seat that acts first in a position in which anything can be done."""
    return match.rules.to_act(match.state_at(ply))[0]


def is_unchanged(match: Match, seq: int, ply: int) -> bool:
    """Tell whether the position after ``ply`` steps is still the one it was when the log had ``seq`` rows."""
    if not (0 <= ply <= match.ply and seq <= match.seq):
        return False
    return all(row.kind != UNDO or int(row.text) >= ply for row in match.rows[seq:])


def undo_step(forked: Match) -> Match:
    """Return a fork without its newest step. Nothing is sealed here: nobody else has seen it."""
    return replace(forked, rows=forked.rows[:-1], steps=forked.steps[:-1])


def write_steps(forked: Match) -> str:
    """Return the steps of a fork as :func:`follow` reads them."""
    said = []
    for ply, step in enumerate(forked.steps):
        first, *_ = forked.rules.to_act(forked.state_at(ply))
        token = step.action.token
        said.append(token if step.seat == first else f"{step.seat}{BY}{token}")
    return BETWEEN.join(said)


def replay_steps(forked: Match, steps: str) -> Match:
    """Return a fork after steps as :func:`write_steps` wrote them.

    :raises RuleError: one of them cannot be read or is not legal.
    """
    for said in steps.split(BETWEEN) if steps else ():
        seat, _, token = said.rpartition(BY)
        if not seat:
            if not forked.to_act:
                raise NotYourTurn
            seat = str(forked.to_act[0])
        if not seat.isdecimal() or len(seat) > 2:
            raise NotYourTurn
        forked = forked.play(Row(ACT, int(seat), token))
    return forked
