"""A match changes ratings as in openskill, with the bot's placements, scale, computer levels and seasons."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.features.ratings.counter import make_strength_lookup
from bot.features.ratings.rating import (
    COMPUTER_SIGMA,
    INITIAL_STRENGTH,
    MIN_SETTLED_MATCHES,
    MU_BY_LEVEL,
    convert_to_rating,
    is_provisional,
    update_strengths,
)
from bot.storage.ratings import Strength
from bot.ui.seasons import ALL_SEASONS, find_season, get_season_period, is_season
from games.players import COMPUTER_LEVELS as COMPUTERS
from games.registry import GAMES
from tests.support.game_parts import GAMES_WITH_RATINGS

strengths = st.builds(Strength, st.floats(0, 60), st.floats(0.5, 9))
rated_tables = st.lists(st.tuples(strengths, st.integers(1, 4)), min_size=2, max_size=4)


@given(rated_tables)
@settings(deadline=None, max_examples=200)
def test_a_sole_first_place_never_lowers_a_rating_and_a_sole_last_place_never_raises_one(
    table: list[tuple[Strength, int]],
) -> None:
    before, places = [one for one, _ in table], [place for _, place in table]
    after = update_strengths(before, places)
    assert len(after) == len(before)
    for one, then, place in zip(before, after, places, strict=True):
        if len(set(places)) == 1:
            continue
        if places.count(min(places)) == 1 and place == min(places):
            assert then.mu >= one.mu
        if places.count(max(places)) == 1 and place == max(places):
            assert then.mu <= one.mu


@given(rated_tables)
@settings(deadline=None, max_examples=100)
def test_rating_changes_depend_only_on_the_order_of_places(table: list[tuple[Strength, int]]) -> None:
    before, places = [one for one, _ in table], [place for _, place in table]
    assert update_strengths(before, places) == update_strengths(before, places)
    assert update_strengths(before, places) == update_strengths(before, [10 * place for place in places])


def test_a_draw_of_equals_leaves_ratings_unchanged_and_a_win_over_a_stronger_player_gains_more() -> None:
    even = update_strengths([INITIAL_STRENGTH, INITIAL_STRENGTH], [1, 1])
    assert even[0].mu == even[1].mu and abs(even[0].mu - INITIAL_STRENGTH.mu) < 1e-9
    weak, strong = Strength(20, 4), Strength(30, 4)
    after_strong = update_strengths([INITIAL_STRENGTH, strong], [1, 2])[0]
    after_weak = update_strengths([INITIAL_STRENGTH, weak], [1, 2])[0]
    assert after_strong.mu > after_weak.mu


def test_a_rating_starts_at_1000_and_is_provisional_before_ten_matches() -> None:
    assert convert_to_rating(INITIAL_STRENGTH.mu) == 1000
    assert [is_provisional(n) for n in (0, MIN_SETTLED_MATCHES - 1, MIN_SETTLED_MATCHES)] == [
        True,
        True,
        False,
    ]


def test_each_game_rates_the_computer_levels_in_ascending_order() -> None:
    strength = make_strength_lookup(GAMES)
    for game in GAMES:
        found = [strength(game, level) for level in COMPUTERS]
        assert all(one.sigma == COMPUTER_SIGMA for one in found)
        assert [one.mu for one in found] == sorted({one.mu for one in found})
        if game in GAMES_WITH_RATINGS:
            assert set(GAMES[game].computer_settings.ratings) == set(COMPUTERS) == set(MU_BY_LEVEL)
    assert strength("gone", "hard").mu == MU_BY_LEVEL["hard"]


@given(st.integers(0, 4_000_000_000))
def test_each_moment_is_within_the_span_of_its_season(moment: int) -> None:
    season = find_season(moment)
    begin, end = get_season_period(season)
    assert begin <= moment < end
    assert get_season_period(season + 1).begin == end
    assert (
        is_season(season)
        and get_season_period(ALL_SEASONS).begin <= moment < get_season_period(ALL_SEASONS).end
    )
