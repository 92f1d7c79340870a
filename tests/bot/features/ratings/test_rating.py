"""What a match changes, as numbers: openskill with our order, our ends and our scale."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.features.ratings.counter import find_strength
from bot.features.ratings.rating import FIXED_DOUBT, LEVELS, SETTLED, START, is_provisional, rate, shown
from bot.storage.ratings import Strength
from bot.ui.seasons import ALWAYS, is_season, season_at, span_of
from games.players import LEVELS as COMPUTERS
from games.registry import GAMES
from tests.support.brought import WITH_RATINGS

strengths = st.builds(Strength, st.floats(0, 60), st.floats(0.5, 9))
tables = st.lists(st.tuples(strengths, st.integers(1, 4)), min_size=2, max_size=4)


@given(tables)
@settings(deadline=None, max_examples=200)
def test_who_is_placed_first_does_not_lose_and_who_is_last_does_not_win(
    table: list[tuple[Strength, int]],
) -> None:
    before, places = [one for one, _ in table], [place for _, place in table]
    after = rate(before, places)
    assert len(after) == len(before)
    for one, then, place in zip(before, after, places, strict=True):
        if len(set(places)) == 1:
            continue
        if places.count(min(places)) == 1 and place == min(places):
            assert then.mu >= one.mu
        if places.count(max(places)) == 1 and place == max(places):
            assert then.mu <= one.mu


@given(tables, st.randoms())
@settings(deadline=None, max_examples=100)
def test_equal_matches_come_to_equal_numbers(table: list[tuple[Strength, int]], r: object) -> None:
    before, places = [one for one, _ in table], [place for _, place in table]
    assert rate(before, places) == rate(before, places)
    assert rate(before, places) == rate(before, [10 * place for place in places])


def test_a_draw_of_equals_moves_nobody_and_a_win_counts_more_against_the_better() -> None:
    even = rate([START, START], [1, 1])
    assert even[0].mu == even[1].mu and abs(even[0].mu - START.mu) < 1e-9
    weak, strong = Strength(20, 4), Strength(30, 4)
    assert rate([START, strong], [1, 2])[0].mu > rate([START, weak], [1, 2])[0].mu


def test_everybody_begins_at_a_thousand_and_is_provisional_until_ten() -> None:
    assert shown(START.mu) == 1000
    assert [is_provisional(n) for n in (0, SETTLED - 1, SETTLED)] == [True, True, False]


def test_each_game_says_how_strong_each_level_is_in_their_order() -> None:
    strength = find_strength(GAMES)
    for game in GAMES:
        found = [strength(game, level) for level in COMPUTERS]
        assert all(one.sigma == FIXED_DOUBT for one in found)
        assert [one.mu for one in found] == sorted({one.mu for one in found})
        if game in WITH_RATINGS:
            assert set(GAMES[game].players.ratings) == set(COMPUTERS) == set(LEVELS)
    assert strength("gone", "hard").mu == LEVELS["hard"]


@given(st.integers(0, 4_000_000_000))
def test_each_moment_is_in_the_season_that_it_is_said_to_be_in(moment: int) -> None:
    season = season_at(moment)
    begin, end = span_of(season)
    assert begin <= moment < end
    assert span_of(season + 1).begin == end
    assert is_season(season) and span_of(ALWAYS).begin <= moment < span_of(ALWAYS).end
