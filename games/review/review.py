"""Assembles a review from the findings of its slices, and serializes it."""

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
    """A decision: step ``ply`` of the match, by ``seat``.

    ``best`` is the best move; equal to ``played`` if nothing was better. ``value`` is the seat's share of the
    win before it, as shown on the curve, and ``loss`` is at most that. ``advised`` is set if the guide had
    suggested the move.
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
        """The loss that counts against the player; 0 if they followed the guide."""
        return 0.0 if self.advised else self.loss

    @property
    def judgement(self) -> str:
        """``blunder``, ``mistake``, ``inaccuracy``, or empty."""
        for least, name in ((BLUNDER, "blunder"), (MISTAKE, "mistake"), (INACCURACY, "inaccuracy")):
            if self.cost >= least:
                return name
        return ""


@dataclass(frozen=True, slots=True)
class Account:
    """The parts of a seat's result: ``start`` + ``play`` + ``luck`` + ``ended`` = ``result``.

    ``ended`` is the effect of ending the match early, or 0 if it was played out.
    """

    start: float
    play: float
    luck: float
    ended: float
    result: float


@dataclass(frozen=True, slots=True)
class Review:
    """A review.

    ``curve`` holds every seat's share of the win after the deal and after each step, as that seat saw it.
    ``luck`` holds how much chance and hidden cards contributed to each of these.
    """

    steps: int
    start: Shares
    curve: tuple[Shares, ...]
    luck: tuple[Shares, ...]
    result: Shares
    moves: tuple[Move, ...]

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.start)

    def explain_result(self, seat: int) -> Account:
        """Return the parts of a seat's result."""
        luck = sum([step[seat] for step in self.luck])
        start, result = self.start[seat], self.result[seat]
        # 0 if the rules ended the match, because then the curve ends with the result.
        ended = result - self.curve[-1][seat]
        return Account(start, result - start - luck - ended, luck, ended, result)

    def list_shares(self, seat: int) -> list[float]:
        """Return a seat's share of the win before the deal, after it, and after each step, for display."""
        return [_clamp(shares[seat]) for shares in (self.start, *self.curve)]

    def list_swings(self) -> dict[int, float]:
        """Return for each step, by its number, the largest change of any seat's share of the win."""
        return {
            ply: max(abs(now - before) for now, before in zip(shares, self.curve[ply - 1], strict=True))
            for ply, shares in enumerate(self.curve[1:], 1)
        }

    def accuracy(self, seat: int, counts: Callable[[Move], bool] = lambda move: True) -> float | None:
        """Return a seat's accuracy, 0 to 100, or ``None`` if it made no decision.

        :param counts: selects the moves to count, if others moved for the seat as well.
        """
        weights = weigh_moves([shares[seat] for shares in self.curve])
        own = [move for move in self.moves if move.seat == seat and counts(move)]
        return rate_match([rate_move(move.cost) for move in own], [weights[move.ply] for move in own])

    def find_turning_points(self) -> tuple[Move, ...]:
        """Return the costliest decisions of the match in order, or fewer if few cost anything."""
        return tuple(sorted(self._sort_costly(self.moves, TURNING_POINTS), key=lambda move: move.ply))

    def find_disagreements(self) -> tuple[Move, ...]:
        """Return the moves advised by the guide although the review prefers others."""
        return tuple([move for move in self.moves if move.advised and move.loss >= INACCURACY])

    def find_costliest(
        self, seat: int, counts: Callable[[Move], bool] = lambda move: True
    ) -> tuple[Move, ...]:
        """Return a seat's costliest moves, worst first.

        :param counts: selects the moves to count, if others moved for the seat as well.
        """
        own = [move for move in self.moves if move.seat == seat and counts(move)]
        return self._sort_costly(own, MAX_COSTLY)

    @staticmethod
    def _sort_costly(moves: Sequence[Move], most: int) -> tuple[Move, ...]:
        bad = [move for move in moves if move.judgement]
        return tuple(sorted(bad, key=lambda move: (-move.loss, move.ply))[:most])


def assemble(match: Match, findings: Sequence[Finding], advised: Container[int] = ()) -> Review:
    """Assemble the findings of :func:`games.review.slices.list_slices`, in order.

    Luck is the difference between a step's result and what its seat could expect: dice and revealed cards,
    and after a deal the new hands. The rest is play, so that both add up to the result.

    The loss of a move is limited to the seat's share on the curve, because a comparison looks further ahead
    than the estimate behind the curve and can exceed it.

    :param advised: steps the guide had suggested (:func:`games.review.advised.find_followed`).
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
    """Return the difference for each seat."""
    return tuple([one - other for one, other in zip(came, expected, strict=True)])


def _starts_deal(match: Match, ply: int) -> bool:
    """Return whether a step led to a new deal with new hands."""
    horizon = match.game.players.horizon
    return horizon is not None and horizon(match.state_at(ply)) != horizon(match.state_at(ply + 1))


def serialize(review: Review) -> str:
    """Return a review as text."""
    return json.dumps({"version": VERSION, **_round_floats(asdict(review))}, separators=(",", ":"))


def parse(text: str) -> Review | None:
    """Parse a review, or return ``None`` if it has another version."""
    found: Any = json.loads(text)
    if found.get("version") != VERSION:
        return None
    rows = {name: tuple(tuple(row) for row in found[name]) for name in ("curve", "luck")}
    moves = tuple(Move(**move) for move in found["moves"])
    return Review(
        found["steps"], tuple(found["start"]), rows["curve"], rows["luck"], tuple(found["result"]), moves
    )


def _round_floats(found: Any) -> Any:
    if isinstance(found, dict):
        return {name: _round_floats(one) for name, one in found.items()}
    if isinstance(found, list | tuple):
        return [_round_floats(one) for one in found]
    return round(found, DIGITS) if isinstance(found, float) else found
