"""A review: what all slices of a match found, put together; and how it is kept as text."""

from __future__ import annotations

import json
from collections.abc import Callable, Container, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from games.core.match import Match
from games.players.judge import win_shares
from games.review import VERSION
from games.review.accuracy import rate_match, rate_move, weigh_moves
from games.review.moves import BLUNDER, INACCURACY, MISTAKE
from games.review.slices import Finding
from games.review.value import Shares

TURNING_POINTS: Final = 3
MAX_COSTLY: Final = 5
DIGITS: Final = 6


@dataclass(frozen=True, slots=True)
class Move:
    """A decision: the step ``ply`` of the match, by ``seat``, with the best there was and what was lost.

    ``value`` is what the seat had before it, as the curve shows it, and ``loss`` is at most that. ``best`` is
    ``played`` where nothing was better. ``advised``: the guide had suggested it at that position.
    """

    ply: int
    seat: int
    played: str
    best: str
    value: float
    loss: float
    advised: bool = False

    @property
    def cost(self) -> float:
        """What the player is held responsible for: nothing if they followed the guide."""
        return 0.0 if self.advised else self.loss

    @property
    def judgement(self) -> str:
        """How bad it was: ``blunder``, ``mistake``, ``inaccuracy``; empty where it was none."""
        for least, name in ((BLUNDER, "blunder"), (MISTAKE, "mistake"), (INACCURACY, "inaccuracy")):
            if self.cost >= least:
                return name
        return ""


@dataclass(frozen=True, slots=True)
class Account:
    """Where a seat's result comes from: ``start`` + ``play`` + ``luck`` + ``ended`` = ``result``.

    ``ended`` is what it came to that the match ended before it was played out; 0 where it was.
    """

    start: float
    play: float
    luck: float
    ended: float
    result: float


@dataclass(frozen=True, slots=True)
class Review:
    """What is known of a match. ``curve`` holds the part of the win of each seat after each step, the deal's
    first, as each seat saw it; ``luck`` what chance and hidden cards brought each seat in each of these.
    """

    steps: int
    start: Shares
    curve: tuple[Shares, ...]
    luck: tuple[Shares, ...]
    result: Shares
    moves: tuple[Move, ...]

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return len(self.start)

    def account(self, seat: int) -> Account:
        """Tell where the result of a seat comes from."""
        luck = sum([step[seat] for step in self.luck])
        start, result = self.start[seat], self.result[seat]
        # Where the rules ended the match, the curve ends with the result.
        ended = result - self.curve[-1][seat]
        return Account(start, result - start - luck - ended, luck, ended, result)

    def course(self, seat: int) -> list[float]:
        """Return the part of the win of a seat as it is shown: before the deal, and after each step."""
        return [_clamp(shares[seat]) for shares in (self.start, *self.curve)]

    def accuracy(self, seat: int, counts: Callable[[Move], bool] = lambda move: True) -> float | None:
        """Return how well a seat played, 0 to 100; ``None`` where it had nothing to decide.

        :param counts: tells which of its moves are looked at, where somebody else made others.
        """
        weights = weigh_moves([shares[seat] for shares in self.curve])
        own = [move for move in self.moves if move.seat == seat and counts(move)]
        return rate_match([rate_move(move.cost) for move in own], [weights[move.ply] for move in own])

    def turning_points(self) -> tuple[Move, ...]:
        """Return the decisions that cost most, in the order of the match; fewer where few cost anything."""
        return tuple(sorted(self._costly(self.moves, TURNING_POINTS), key=lambda move: move.ply))

    def disagreements(self) -> tuple[Move, ...]:
        """Return moves the guide advised although a deeper search prefers others, in the match's order."""
        return tuple([move for move in self.moves if move.advised and move.loss >= INACCURACY])

    def costliest(self, seat: int, counts: Callable[[Move], bool] = lambda move: True) -> tuple[Move, ...]:
        """Return what a seat lost most by, the costliest first.

        :param counts: tells which of its moves are looked at, where somebody else made others.
        """
        own = [move for move in self.moves if move.seat == seat and counts(move)]
        return self._costly(own, MAX_COSTLY)

    @staticmethod
    def _costly(moves: Sequence[Move], most: int) -> tuple[Move, ...]:
        bad = [move for move in moves if move.judgement]
        return tuple(sorted(bad, key=lambda move: (-move.loss, move.ply))[:most])


def assemble(match: Match, findings: Sequence[Finding], advised: Container[int] = ()) -> Review:
    """Put together what the slices of a match found (:func:`games.review.slices.list_slices`), in their order.

    Luck is what a step came to beside what its own seat could expect of it, as that seat saw it: the dice,
    and cards that came up. After a deal it is how each stood by its new hand. The rest is play; so both add
    up to the result.

    Moves are told on the scale of the curve: a comparison of two moves looks further ahead than the estimate
    that the curve is made of, and may find that more was lost than the seat seems to have had. It loses that
    then, and no more.

    :param advised: the steps that the guide had suggested (:func:`games.review.advised.find_followed`).
    """
    outcome = match.outcome
    assert outcome is not None
    result = win_shares(outcome)
    start, *steps = findings
    curve = [finding.shown for finding in steps]
    if match.rules.outcome(match.state) is not None:
        curve.append(result)
    luck = [_subtract(curve[0], start.before)]
    for ply, found in enumerate(steps[: len(match.steps)]):
        came = found.came or result
        if ply + 1 < len(steps) and _starts_deal(match, ply):
            came = curve[ply + 1]
        luck.append(_subtract(came, found.after))
    moves = []
    for ply, (step, found) in enumerate(zip(match.steps, steps, strict=False)):
        if found.best:
            had = _clamp(curve[ply][step.seat])
            loss, played = min(found.loss, had), step.action.token
            moves.append(Move(ply, step.seat, played, found.best, had, loss, ply in advised))
    return Review(len(match.steps), start.before, tuple(curve), tuple(luck), result, tuple(moves))


def _clamp(share: float) -> float:
    return min(max(share, 0.0), 1.0)


def _subtract(came: Shares, expected: Shares) -> Shares:
    return tuple([one - other for one, other in zip(came, expected, strict=True)])


def _starts_deal(match: Match, ply: int) -> bool:
    """Tell whether a step led to another deal, with new hands for everybody."""
    horizon = match.game.players.horizon
    return horizon is not None and horizon(match.state_at(ply)) != horizon(match.state_at(ply + 1))


def serialize(review: Review) -> str:
    """Return a review as text."""
    return json.dumps({"version": VERSION, **_rounded(asdict(review))}, separators=(",", ":"))


def parse(text: str) -> Review | None:
    """Return the review of a text; ``None`` where it is of another version."""
    found: Any = json.loads(text)
    if found.get("version") != VERSION:
        return None
    rows = {name: tuple(tuple(row) for row in found[name]) for name in ("curve", "luck")}
    moves = tuple(Move(**move) for move in found["moves"])
    return Review(
        found["steps"], tuple(found["start"]), rows["curve"], rows["luck"], tuple(found["result"]), moves
    )


def _rounded(found: Any) -> Any:
    if isinstance(found, dict):
        return {name: _rounded(one) for name, one in found.items()}
    if isinstance(found, list | tuple):
        return [_rounded(one) for one in found]
    return round(found, DIGITS) if isinstance(found, float) else found
