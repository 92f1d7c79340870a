"""A second suggestion is nearly as good as the first, judged by a search."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.computers.worker import Job, rank_actions
from bot.ui.play.suggestions import SuggestionChoice
from games.core.match import Match
from games.core.rng import Chance
from games.core.texts import Scene
from games.core.words import load_words
from games.players import Thought, find_search_settings, think
from games.players.judge import Judge
from games.players.suggesting import (
    ABANDONED_GAP,
    MIN_LOSS,
    cap_rarely_visited_values,
    choose_suggestions,
    reconsider_abandoned_actions,
)
from games.players.tree import DEAL_COUNT, compare_moves
from games.registry import GAMES
from tests.support.game_parts import GAMES_WITH_ESTIMATE

POSITION_COUNT, MOVES_BETWEEN_POSITIONS = 8, 7
MAX_DEFICIT = 0.03
"""Maximum difference in win chance between the first and the second suggestion."""
ITERATIONS_BY_GAME = {"reef": 120}
"""Number of iterations of a search, by game. All other games use 400."""
WALK_COUNT = 60
"""Number of walks that compare two suggested moves."""
FASTEST_GAME = "coral_reef"
"""The game whose searches take the least time. All games share the code that chooses suggestions."""
LUCK_TOLERANCE = 0.06
"""Tolerated error of a comparison with few walks, as a difference in win chance."""


def list_positions(key: str) -> Iterator[tuple[Match, int]]:
    """Yield positions of a match of computers, with the seat to move."""
    found, number = 0, 0
    while found < POSITION_COUNT:
        number += 1
        match = Match.begin(GAMES[key], 2, {}, bytes(31) + bytes([number]))
        while match.outcome is None and match.ply < 80 and found < POSITION_COUNT:
            seat = match.to_act[0]
            view, dice = match.rules.recall(match.state, seat), Chance(bytes(32), match.ply)
            if (
                match.ply % MOVES_BETWEEN_POSITIONS == number % MOVES_BETWEEN_POSITIONS
                and len(match.rules.list_candidates(match.state, seat)) > 2
            ):
                found += 1
                yield match, seat
            played = think(match.game, match.rules.version, view, seat, "normal", dice, lambda: False, 2)
            match = match.act(seat, played[0].action.token)


@pytest.mark.parametrize(
    "key",
    [
        pytest.param(key, marks=() if key == FASTEST_GAME else pytest.mark.nightly)
        for key in GAMES_WITH_ESTIMATE
    ],
)
def test_a_second_suggestion_is_almost_as_good(key: str) -> None:
    lost, rejected = list[float](), 0
    for match, seat in list_positions(key):
        version, view = match.rules.version, match.rules.recall(match.state, seat)
        job = Job(
            key, version, view, seat, "hard", bytes(32), match.ply, 60.0, ITERATIONS_BY_GAME.get(key, 400)
        )
        ranking, legal = rank_actions(job), match.legal_actions(seat)
        scene = Scene(("Ann", "Ben"), load_words(), reader_seat=seat)
        found, leads_elsewhere = SuggestionChoice(match, ranking, view, scene).choose_actions(legal, legal)
        shown = [suggestion.token for suggestion in found]
        assert not leads_elsewhere
        assert shown[0] == ranking[0][0] and len(shown) in (1, 2)
        rejected += len(shown) == 1
        if len(shown) == 1:
            continue
        values = dict(ranking)
        assert values[shown[1]] >= values[shown[0]] - MAX_DEFICIT
        judge = Judge(match.game, version, find_search_settings(match.game, "hard"))
        both = [match.rules.read(token) for token in shown]
        first, second = compare_moves(judge, view, seat, both, Chance(b"again", match.ply), WALK_COUNT)
        lost.append(first.value - second.value)
    assert lost and rejected, "positions of both kinds"
    assert sum(lost) / len(lost) < MAX_DEFICIT + LUCK_TOLERANCE / len(lost) ** 0.5, lost


def make_thoughts(*found: tuple[float, int]) -> list[Thought]:
    actions = GAMES["reef"].rules[1].list_candidates(Match.begin(GAMES["reef"], 2, {}, bytes(32)).state, 0)
    return [Thought(action, *one) for action, one in zip(actions, found, strict=False)]


def test_a_move_the_search_abandoned_early_is_not_suggested() -> None:
    enough = DEAL_COUNT + 50
    tempered = cap_rarely_visited_values(
        make_thoughts((0.6, DEAL_COUNT + 200), (0.59, enough), (0.59, enough - 1), (0.2, DEAL_COUNT))
    )
    assert [one.value for one in tempered] == [0.6, 0.59, pytest.approx(0.54), 0.2]
    alike = make_thoughts((0.6, 6), (0.59, 6))
    assert list(cap_rarely_visited_values(alike)) == alike, (
        "after a very short search, all have equally few visits"
    )
    assert cap_rarely_visited_values(make_thoughts((0.5, 0), (0.5, 0)))[1].value < 0.5 - MAX_DEFICIT, (
        "there was no time to search"
    )
    assert cap_rarely_visited_values(()) == ()


def test_hints_in_games_with_long_turns_judge_abandoned_moves_fairly() -> None:
    """In Das Riff, most moves of a turn can as well come first, although the search abandons them."""
    fairer = 0
    for match, seat in list_positions("das_riff"):
        version, view = match.rules.version, match.rules.recall(match.state, seat)
        job = Job("das_riff", version, view, seat, "hard", bytes(32), match.ply, 60.0, 200)
        plain, hint = rank_actions(job), rank_actions(replace(job, is_hint=True))
        assert hint[0] == plain[0], "the best move stays the best"
        assert dict(hint).keys() == dict(plain).keys()
        assert [value for _, value in hint] == sorted((value for _, value in hint), reverse=True)
        abandoned = plain[0][1] - ABANDONED_GAP
        fairer += sum(dict(hint)[token] > value + 0.01 for token, value in plain if value <= abandoned)
    assert fairer


def test_moves_are_compared_only_as_long_as_there_is_time() -> None:
    match = Match.begin(GAMES["das_riff"], 2, {}, bytes(32))
    (seat,), rules = match.to_act, match.rules
    view, judge = rules.recall(match.state, seat), Judge(match.game, rules.version)
    best, *others = rules.list_candidates(match.state, seat)
    found = [Thought(best, 0.6, 400), *(Thought(other, 0.5, DEAL_COUNT) for other in others)]
    stops = iter([False, True])
    compared = reconsider_abandoned_actions(
        judge, view, seat, found, lambda: Chance(bytes(32), 0), 8, lambda: next(stops)
    )
    changed = [one for one in compared if one.visits != DEAL_COUNT]
    assert compared[0] == changed[0] == found[0]
    assert len(changed) == 2, "time ran out after one"
    assert changed[1].value <= 0.6 - MIN_LOSS, "a few walks don't show that it is as good"
    assert reconsider_abandoned_actions(judge, view, seat, (), lambda: Chance(bytes(32), 0), 8, bool) == ()


def test_only_moves_almost_as_good_are_suggested_besides_the_best() -> None:
    ranking = (("best", 0.5), ("worse", 0.46), ("close", 0.475), ("better", 0.51))
    everything = {token for token, _ in ranking}
    assert choose_suggestions(ranking, everything) == ["best", "close", "better"]
    assert choose_suggestions(ranking, {"worse", "close"}) == ["close"]
    assert choose_suggestions(ranking, {"worse"}) == [], "a weak move isn't suggested for want of a better"
    assert choose_suggestions(ranking, {"other"}) == [] == choose_suggestions((), everything)
