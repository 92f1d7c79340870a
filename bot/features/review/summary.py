"""Sums up a review in at most two sentences: who played better, and who was lucky.

Both are based on the same rounded points that are shown below, so they never contradict them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from games.core.words import Words
from games.review.review import Account, Review

MIN_SHOWN = 3
"""Minimum points of luck, or of difference in cost, to mention."""
CLOSE_PLAY = 2 * MIN_SHOWN
"""Difference in points of play below which seats count as equal."""


@dataclass(frozen=True, slots=True)
class Points:
    """Where the result of a seat comes from, in whole percent of win chance. ``result`` is the sum."""

    start: int
    play: int
    luck: int
    ended: int
    result: int

    @classmethod
    def from_account(cls, account: Account) -> Points:
        """Round an account so that every partial sum stays between 0 and 100.

        Its estimates may swing by more than there is to win or lose. If play and luck have opposite signs,
        the negative one is limited to the starting value.
        """
        start, result = round(100 * account.start), round(100 * account.result)
        luck = round(100 * account.luck)
        reached = min(max(result - round(100 * account.ended), 0), 100)
        play = reached - start - luck
        if play < 0 < luck:
            play = max(play, -start)
            luck = reached - start - play
        elif luck < 0 < play:
            luck = max(luck, -start)
            play = reached - start - luck
        return cls(start, play, luck, result - reached, result)

    @property
    def is_luck_first(self) -> bool:
        """Whether luck must be added before play, so that no partial sum exceeds 100."""
        return self.luck < 0 < self.play


def write_summary(names: list[str], points: Sequence[Points], review: Review, w: Words) -> str:
    """Describe who played better, and who was lucky.

    :param points: the points shown for each seat.
    """
    best = find_best([one.play for one in points])
    lucky = max(range(review.seats), key=lambda seat: points[seat].luck)
    values = {"lucky": names[lucky], "luck": points[lucky].luck}
    helped = points[lucky].luck >= MIN_SHOWN
    if len(best) == review.seats and not helped:
        return w("An even match, in play and in luck.")
    play = _describe_play(names, best, review, w)
    if not helped:
        return play
    if best == [lucky]:
        luck = w("{lucky} was also lucky (+{luck}% win chance).", **values)
    else:
        luck = w("{lucky} was lucky (+{luck}% win chance).", **values)
    return f"{play} {luck}"


def find_best(plays: Sequence[int]) -> list[int]:
    """Return the seats that played best, including those close to the best."""
    return [seat for seat, play in enumerate(plays) if max(plays) - play < CLOSE_PLAY]


def _describe_play(names: list[str], best: list[int], review: Review, w: Words) -> str:
    others = [seat for seat in range(review.seats) if seat not in best]
    if not others:
        return w("Everybody played about as well.")
    shows = 100 * (_average_cost(review, others) - _average_cost(review, best)) >= MIN_SHOWN
    if len(best) > 1:
        players = w.listed([names[seat] for seat in best])
        if shows:
            return w("{players} outplayed the others.", players=players)
        # Estimates notice some mistakes only later, so the points of play can exceed what the moves cost.
        return w(
            "{players} came out ahead, though no single move shows it.",
            players=players,
        )
    player = names[best[0]]
    if not shows:
        return w(
            "{player} came out ahead, though no single move shows it.",
            player=player,
        )
    if len(others) > 1:
        return w("{player} outplayed the others.", player=player)
    return w("{player} outplayed {other}.", player=player, other=names[others[0]])


def _average_cost(review: Review, seats: list[int]) -> float:
    """Return the average total cost of moves per seat."""
    return fmean(sum(move.cost for move in review.moves if move.seat == seat) for seat in seats)
