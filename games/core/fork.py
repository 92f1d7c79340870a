"""Forks: separate matches that start from a position of another match. *What if…* is played on forks.

A fork starts from what one viewer may know of the position, including everything that was shown earlier.
Hidden information is sampled with a public key that is unrelated to the original match's key. After that, a
fork is a normal match, fully determined by its start and its steps.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import Final

from games.core.errors import NotYourTurn
from games.core.match import ACT_KIND, UNDO_KIND, LoggedRow, Match
from games.core.rng import Chance

STEP_SEPARATOR: Final = " "
SEAT_SEPARATOR: Final = "/"
"""Separates a step's seat from its token. The seat is left out if it was the first one to act."""


def make_fork_key(*parts: int | str) -> bytes:
    """Return the match key of a fork. It isn't secret, so the fork's random numbers can be predicted."""
    return hashlib.sha256(f"what if {' '.join(map(str, parts))}".encode()).digest()


def fork_match(match: Match, ply: int, viewer: int | None, key: bytes) -> Match:
    """Return a new match that begins at the position after ``ply`` steps.

    :param viewer: the seat from whose view hidden information is sampled, or ``None`` for a spectator.
    :param key: the match key of the new match. It determines the hidden information and all later chance.
    """
    rules = match.rules
    opening = rules.sample(rules.recall(match.state_at(ply), viewer), Chance(key, 0))
    return Match(match.game, rules, match.seat_count, match.options, key, opening, ())


def find_newest_playable_ply(match: Match) -> int:
    """Return the newest ply from which play can continue."""
    ended = match.ply and match.rules.outcome(match.state) is not None
    return match.ply - 1 if ended else match.ply


def can_fork(match: Match, ply: int) -> bool:
    """Return whether the match has a position after ``ply`` steps in which a seat can act."""
    return 0 <= ply <= match.ply and match.rules.outcome(match.state_at(ply)) is None


def find_actor(match: Match, ply: int) -> int:
    """Return the first seat to act after ``ply`` steps."""
    return match.rules.to_act(match.state_at(ply))[0]


def is_position_unchanged(match: Match, seq: int, ply: int) -> bool:
    """Return whether the position at ``ply`` is unchanged since the log had ``seq`` rows."""
    if not (0 <= ply <= match.ply and seq <= match.seq):
        return False
    return all(row.kind != UNDO_KIND or int(row.text) >= ply for row in match.rows[seq:])


def undo_step(fork: Match) -> Match:
    """Return the fork before the newest step that a seat chose, even a sealed one."""
    if not fork.steps:
        return fork
    ply = fork.find_asked_ply(fork.ply - 1)
    return replace(fork, rows=fork.rows[:ply], steps=fork.steps[:ply])


def format_steps(fork: Match) -> str:
    """Return the steps of a fork as text that :func:`replay_steps` can parse."""
    step_texts = []
    for ply, step in enumerate(fork.steps):
        first, *_ = fork.rules.to_act(fork.state_at(ply))
        token = step.action.token
        step_texts.append(token if step.seat == first else f"{step.seat}{SEAT_SEPARATOR}{token}")
    return STEP_SEPARATOR.join(step_texts)


def replay_steps(fork: Match, steps: str) -> Match:
    """Return a fork after further steps.

    :param steps: the text that :func:`format_steps` returned.
    :raises RuleError: if a step can't be parsed or is illegal.
    """
    for step_text in steps.split(STEP_SEPARATOR) if steps else ():
        seat, _, token = step_text.rpartition(SEAT_SEPARATOR)
        if not seat:
            if not fork.to_act:
                raise NotYourTurn
            seat = str(fork.to_act[0])
        if not seat.isdecimal() or len(seat) > 2:
            raise NotYourTurn
        fork = fork.play_row(LoggedRow(ACT_KIND, int(seat), token))
    return fork
