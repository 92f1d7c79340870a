"""A review's curve doesn't swing with every turn of a game whose estimate depends on who has a turn left."""

from __future__ import annotations

import pytest

from games.registry import GAMES
from games.review.review import Review
from games.review.rounds import list_comparable_shares, list_round_starts
from tests.proof.whatif import play_match_to_ply


@pytest.mark.parametrize(("key", "is_levelled"), [("reef", True), ("australis", False)])
@pytest.mark.parametrize("seat_count", [2, 3, 4])
def test_turns_within_a_round_do_not_swing_the_curve(key: str, seat_count: int, *, is_levelled: bool) -> None:
    match = play_match_to_ply(GAMES[key], seat_count, 1, 6 * seat_count)
    rest = 1 / (2 * (seat_count - 1))
    curve = tuple(
        (0.5 + 0.01 * ply - 0.2 * (ply % seat_count != 0), *(rest,) * (seat_count - 1))
        for ply in range(match.ply + 1)
    )
    start = (1 / seat_count,) * seat_count
    review = Review(match.ply, start, curve, start, ())
    shares, shown = review.list_shares(0), list_comparable_shares(match, review, 0)
    assert len(shown) == len(shares)
    if not is_levelled:
        assert shown == shares
        return
    starts = list_round_starts(match)
    assert starts == [1 + seat_count * number for number in range(6)]
    assert [shown[point] for point in starts] == [shares[point] for point in starts]
    assert [shown[1 + ply] for ply in range(starts[-1])] == pytest.approx(
        [0.5 + 0.01 * ply for ply in range(starts[-1])]
    )
    assert shown[starts[-1] :] == shares[starts[-1] :], "the last turns decide"
