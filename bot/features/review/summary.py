"""Sums up a review in at most two sentences: who played better, and who was lucky.

The sentences are based on the rounded numbers in the review, so they always agree with the review.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.core.values import value_class
from games.core.words import Words
from games.review.review import ResultParts, Review

MIN_LUCK_SHOWN = 3
"""Minimum change of win chance by luck that a summary mentions, in percent."""
MIN_PLAY_DIFFERENCE = 10
"""Minimum difference of two seats' :attr:`WinChanceParts.play_change` at which one played better.

With two seats, a single inaccuracy makes this difference, because one seat gains what the other loses.
"""
MIN_CLEAR_PLAY_DIFFERENCE = 20
"""Minimum difference of :attr:`WinChanceParts.play_change` at which one seat outplayed another."""


@value_class
class WinChanceParts:
    """A seat's win chance at the end as a sum of parts, in whole percent."""

    start_chance: int
    play_change: int
    """Change in win chance caused by the moves of all seats."""
    luck_change: int
    """Change in win chance caused by dice and cards."""
    early_end_change: int
    """Change in win chance caused by an early end, or 0 if the match was played out."""
    final_chance: int
    """Sum of the other fields."""

    @classmethod
    def from_account(cls, account: ResultParts) -> WinChanceParts:
        """Round an account to whole percent, so that every partial sum stays between 0 and 100.

        If ``start_chance + play_change`` is out of range, luck must be added first (:attr:`is_luck_first`).
        If that order fails too, ``play_change`` is clamped.
        """
        start, result = round(100 * account.start), round(100 * account.result)
        reached = min(max(result - round(100 * account.ended), 0), 100)
        play = round(100 * account.play)
        if not 0 <= start + play <= 100 and not 0 <= reached - play <= 100:
            play = min(max(play, -start), 100 - start)
        return cls(start, play, reached - start - play, result - reached, result)

    @property
    def is_luck_first(self) -> bool:
        """Whether luck must be added first, because ``start_chance + play_change`` is out of range."""
        return not 0 <= self.start_chance + self.play_change <= 100


@value_class
class SeatNames:
    """The names of a seat's players, for the sentences about it. A seat can change hands."""

    current_player: str
    """The player who has the seat now."""
    deciding_players: tuple[str, ...]
    """The players who made decisions in the seat. If nobody did, the current player."""
    losing_players: tuple[str, ...]
    """The players whose moves cost the seat win chance. If no move did, the current player."""


def write_summary(
    names: Sequence[SeatNames], parts: Sequence[WinChanceParts], review: Review, w: Words
) -> str:
    """Describe who played better, and who was lucky.

    If both are the same player, and luck changed the win chance more, luck comes first. If others played
    better than a winner who won by luck, a single sentence says both.

    :param names: names of each seat's players.
    :param parts: parts of each seat's win chance.
    """
    best_seats = find_best_seats([one.play_change for one in parts])
    winners = [seat for seat, share in enumerate(review.result) if share == max(review.result)]
    if len(winners) == 1 and winners[0] not in best_seats:
        winner = winners[0]
        # After an early end, the winner didn't win by luck alone.
        if parts[winner].luck_change >= MIN_LUCK_SHOWN and not parts[winner].early_end_change:
            return _describe_lucky_win(names, winner, parts[winner].luck_change, best_seats, w)
    lucky = max(range(review.seat_count), key=lambda seat: parts[seat].luck_change)
    values = {"lucky": names[lucky].current_player, "luck": parts[lucky].luck_change}
    helped = parts[lucky].luck_change >= MIN_LUCK_SHOWN
    if len(best_seats) == review.seat_count and not helped:
        return w("An even match, in play and in luck.")
    gain = parts[lucky].play_change
    decided_alone = names[lucky].deciding_players == (names[lucky].current_player,)
    if best_seats == [lucky] and decided_alone and 0 < gain < parts[lucky].luck_change and helped:
        return w("{lucky} was lucky (+{luck}% win chance) and played better (+{gain}%).", gain=gain, **values)
    play = _describe_play(names, parts, best_seats, review, w)
    if not helped:
        return play
    if best_seats == [lucky]:
        luck = w("{lucky} was also lucky (+{luck}% win chance).", **values)
    else:
        luck = w("{lucky} was lucky (+{luck}% win chance).", **values)
    return f"{play} {luck}"


def _describe_lucky_win(
    names: Sequence[SeatNames], winner: int, luck: int, best_seats: list[int], w: Words
) -> str:
    """Return the sentence about a winner whom luck helped although others played better."""
    deciding = [name for seat in best_seats for name in names[seat].deciding_players]
    values = {"lucky": names[winner].current_player, "luck": luck}
    if len(deciding) > 1:
        return w(
            "{lucky} won by luck (+{luck}% win chance), although {players} played better.",
            players=w.join_list(deciding),
            **values,
        )
    return w(
        "{lucky} won by luck (+{luck}% win chance), although {player} played better.",
        player=deciding[0],
        **values,
    )


def find_best_seats(plays: Sequence[int]) -> list[int]:
    """Return the seats whose play is less than :data:`MIN_PLAY_DIFFERENCE` below the best seat's.

    :param plays: :attr:`WinChanceParts.play_change` of each seat.
    """
    return [seat for seat, play in enumerate(plays) if max(plays) - play < MIN_PLAY_DIFFERENCE]


def _describe_play(
    names: Sequence[SeatNames],
    parts: Sequence[WinChanceParts],
    best_seats: list[int],
    review: Review,
    w: Words,
) -> str:
    others = [seat for seat in range(review.seat_count) if seat not in best_seats]
    if not others:
        if not any(move.judgement for move in review.moves):
            return w("Everyone played well.")
        return w("Everyone played about equally well.")
    deciding = [name for seat in best_seats for name in names[seat].deciding_players]
    players = w.join_list(deciding)
    if not any(move.judgement for move in review.moves if move.seat in others):
        return w("{player} played better, through small gains rather than one big move.", player=players)
    margin = max(parts[seat].play_change for seat in best_seats) - max(
        parts[seat].play_change for seat in others
    )
    if margin < MIN_CLEAR_PLAY_DIFFERENCE:
        return w("{player} played slightly better.", player=players)
    if len(others) == 1:
        other = w.join_list(list(names[others[0]].losing_players))
        if len(deciding) > 1:
            return w("{players} outplayed {other}.", players=players, other=other)
        return w("{player} outplayed {other}.", player=players, other=other)
    if len(deciding) > 1:
        return w("{players} outplayed the others.", players=players)
    return w("{player} outplayed the others.", player=players)
