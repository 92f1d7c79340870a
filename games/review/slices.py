"""A review in slices: a step of the match each, so that whoever works on one can do something else between.

A slice is a view and the token that was played: it can be handed to another process, and tells nothing that
its seat did not know.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from games.core.match import Match
from games.core.protocol import Game
from games.core.shapes import ActionLike, ViewLike
from games.review.moves import Effort, compare_with_best
from games.review.value import ShareJudge, Shares, weigh, weigh_each, weigh_start

DEALS: Final = 24_000
LEAST_DEALS, MOST_DEALS = 64, 400
CURVE_DIVISOR: Final = 2
"""So much less is dealt for what is only shown."""
WALKS: Final = 20_000
LEAST_WALKS, MOST_WALKS = 10, 250
PLAYOUT_COST: Final = 12
"""A walk that plays on costs about so many that do not."""
FLAT_FACTOR: Final = 2
"""A search without a tree plays on so many times as often: it learns from no walk what comes after others."""


@dataclass(frozen=True, slots=True)
class Slice:
    """A step to look at: what its ``seat`` saw (``view``) and did. At the end there is no token.

    ``ply`` is how many steps came before it; ``views`` are what each seat saw then, and ``then``
    what the one that acted saw afterwards, where that is to be told.
    """

    game: str
    version: int
    seats: int
    ply: int
    seat: int
    view: ViewLike
    token: str
    effort: Effort
    views: tuple[ViewLike, ...] = ()
    then: ViewLike | None = None


@dataclass(frozen=True, slots=True)
class StartSlice:
    """The match before its deal."""

    game: str
    version: int
    seats: int
    options: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Finding:
    """What a step looked like to its seat: the part of the win of each seat ``before`` it, and ``after``.

    After it means on average over all that chance and hidden cards could have brought. ``best`` is the token
    of the best move (empty without a choice), worth ``value`` to the seat and ``loss`` more than what was
    played. ``shown`` is how it stood as each seat saw it, ``came`` what the one that acted saw come of it.
    """

    before: Shares
    after: Shares
    best: str = ""
    value: float = 0.0
    loss: float = 0.0
    shown: Shares = ()
    came: Shares = ()


def list_slices(match: Match) -> tuple[Slice | StartSlice, ...]:
    """Return all slices of a match, in their order."""
    return tuple(make_slices(match))


def count_slices(match: Match) -> int:
    """Return how many slices a match has, without making one."""
    return 1 + len(match.steps) + bool(match.rules.to_act(match.state))


def make_slices(match: Match) -> Iterator[Slice | StartSlice]:
    """Make the slices of a match one after another: all of them take a good deal of memory."""
    steps, version = match.steps, match.rules.version
    effort = measure_effort(match.game, len(steps), match.seats)
    yield StartSlice(match.game.key, version, match.seats, dict(match.options))
    for ply, step in enumerate(steps):
        views = list_views(match, ply)
        view = views[step.seat]
        then = match.rules.recall(step.state, step.seat) if match.rules.to_act(step.state) else None
        token = step.action.token
        yield Slice(match.game.key, version, match.seats, ply, step.seat, view, token, effort, views, then)
    if waiting := match.rules.to_act(match.state):
        # Given up, or agreed: how it stood then.
        views = list_views(match, len(steps))
        view = views[waiting[0]]
        yield Slice(match.game.key, version, match.seats, len(steps), waiting[0], view, "", effort, views)


def list_views(match: Match, ply: int) -> tuple[ViewLike, ...]:
    """Return what each seat could know after so many steps."""
    state = match.state_at(ply)
    return tuple(match.rules.recall(state, seat) for seat in range(match.seats))


def list_legal(match: Match, ply: int, seat: int) -> tuple[ActionLike, ...]:
    """Return what a seat could do after so many steps."""
    return match.rules.legal_actions(match.state_at(ply), seat)


def measure_effort(game: Game, steps: int, seats: int = 2) -> Effort:
    """Return how much is looked at in each of so many steps: long matches take no longer than short ones.

    Where moves are played on out of habit, neither do those of many seats, who all have their turns then.
    """
    steps = max(steps, 1)
    walks = min(max(WALKS // (PLAYOUT_COST if game.players.playout else 1) // steps, LEAST_WALKS), MOST_WALKS)
    deals = min(max(DEALS // steps, LEAST_DEALS), MOST_DEALS)
    found = walks if game.players.flat_search is None else FLAT_FACTOR * walks * 2 // seats
    return Effort(deals, found, max(walks // 2, LEAST_WALKS))


def review_slice(game: Game, piece: Slice | StartSlice) -> Finding:
    """Do one slice."""
    if isinstance(piece, StartSlice):
        start = weigh_start(game, piece.version, piece.seats, piece.options)
        return Finding(start, start, shown=start)
    judge = ShareJudge(game, piece.version)
    action = judge.rules.read(piece.token) if piece.token else None
    before, after = weigh(judge, piece.view, piece.seat, action, piece.seats, piece.ply, piece.effort.deals)
    # Moves are judged by what plays best, where a game has more than its estimate for that.
    hard = game.players.hard
    able = judge if hard is None else ShareJudge(game, piece.version, hard)
    choice = (
        None
        if action is None
        else compare_with_best(able, piece.view, piece.seat, action, piece.ply, piece.effort)
    )
    deals = max(piece.effort.deals // CURVE_DIVISOR, 1)
    shown = weigh_each(judge, piece.views, piece.ply, deals) if piece.views else before
    came: Shares = ()
    if piece.then is not None:
        came, _ = weigh(judge, piece.then, piece.seat, None, piece.seats, piece.ply, piece.effort.deals)
    best, value, loss = ("", 0.0, 0.0) if choice is None else (choice.best, choice.value, choice.loss)
    return Finding(before, after, best, value, loss, shown, came)
