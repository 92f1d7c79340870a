"""The choice of turns that a match's replay shows."""

from __future__ import annotations

from itertools import pairwise

import pytest

from bot.model.turns import find_turn_number
from games.core.texts import Scene
from games.core.words import load_words
from games.drawing.highlights import (
    MAX_GAP_SHARE,
    MAX_OUTSTANDING_TURNS,
    MAX_TURNS,
    MIN_DECISION_SHARE,
    MIN_TURNS,
    find_decision,
    find_leaders,
    find_scoring_turns,
    list_entries,
    list_moved_entries,
    list_public_events,
    list_turns,
    rank_turns,
    weigh_scores,
)
from games.registry import GAMES
from tools.walks import Case


def make_case(key: str, max_plies: int | None = None, seat_count: int | None = None) -> Case:
    game = GAMES[key]
    return Case(
        game,
        seat_count or game.seat_counts[-1],
        game.get_default_options(),
        7,
        is_rich=True,
        max_plies=max_plies,
    )


@pytest.mark.parametrize("key", GAMES)
def test_each_turn_starts_where_the_previous_one_ended(key: str) -> None:
    match = make_case(key).match
    found = list_turns(match)
    assert [turn.since for turn in found] == [0, *(turn.ply for turn in found[:-1])]
    assert found[-1].ply == match.ply
    for turn in found:
        assert turn.number == find_turn_number(match, turn.since), "as in a review"
        assert match.rules.find_active_seat(match.state_at(turn.since)) == turn.seat


@pytest.mark.parametrize("key", GAMES)
def test_the_end_is_the_most_important_turn(key: str) -> None:
    match = make_case(key).match
    count = len(list_turns(match))
    chosen = rank_turns(match)
    assert len(set(chosen)) == len(chosen) and min(MIN_TURNS, count) <= len(chosen) <= MAX_TURNS
    # A replay always shows a scoring, so the last turn is left out if nothing else happens in it.
    assert chosen[0] == count - 1 or count - 1 in find_scoring_turns(match)
    assert set(rank_turns(match, max_turns=5)) <= set(range(count))
    short = make_case(key, 6).match
    assert sorted(rank_turns(short)) == list(range(len(list_turns(short))))


def test_a_match_that_has_not_begun_has_no_turns() -> None:
    match = make_case("reef").begin_match()
    assert list_turns(match) == ()
    assert rank_turns(match) == ()


@pytest.mark.parametrize("key", ["das_riff", "australis", "reef"])
def test_notable_events_are_shown(key: str) -> None:
    match = make_case(key).match
    found = list_turns(match)
    history = [[match.rules.redact(event, None) for event in match.opening_events]]
    history += [list(list_public_events(match, ply - 1, ply)) for ply in range(1, match.ply + 1)]
    scene = Scene(tuple(map(str, range(match.seat_count))), load_words())
    moments = match.game.texts.find_moments(history, scene)
    assert moments
    # A scoring is shown even if its turn isn't.
    shown = [found[index] for index in {*rank_turns(match), *find_scoring_turns(match)}]
    for moment in moments:
        assert any(turn.since < moment.ply <= turn.ply for turn in shown)


def test_the_greatest_swing_of_a_review_is_shown() -> None:
    match = make_case("das_riff").match
    found = list_turns(match)
    assert len(found) > 3 * MAX_TURNS
    for index in (7, len(found) // 2 + 1):
        swings = {found[index].ply: -0.4, found[3].ply: 0.01}
        assert index in rank_turns(match, swings)[:5]


def test_every_round_that_is_won_is_shown_before_other_turns() -> None:
    match = Case(GAMES["coral_reef"], 6, {"rounds_to_win": "3"}, 7, is_rich=True).match
    found = list_turns(match)
    won = [
        index
        for index, turn in enumerate(found)
        if any(
            after.stars > before.stars
            for before, after in zip(
                list_entries(match, turn.since), list_entries(match, turn.ply), strict=True
            )
        )
    ]
    first = rank_turns(match)[: MAX_OUTSTANDING_TURNS + 1]
    assert len(won) > MAX_OUTSTANDING_TURNS
    assert set(first) <= set(won)


@pytest.mark.parametrize("key", ["das_riff", "australis", "reef"])
def test_the_greatest_change_of_a_score_and_the_last_change_of_the_lead_are_shown(key: str) -> None:
    match = make_case(key, seat_count=2).match
    found = list_turns(match)
    plies = [0, *(turn.ply for turn in found)]
    views = [match.rules.view(match.state_at(ply), None) for ply in plies]
    scores = [[entry.value for entry in match.game.list_scoreboard_entries(view)] for view in views]
    moved = [[entry.value for entry in list_moved_entries(match, turn)] for turn in found]
    gains = [
        max(after[seat] - before[seat] for seat in range(2))
        for before, after in zip(scores, moved, strict=False)
    ]
    chosen = rank_turns(match)
    # In Australis, most points are scored at the end of rounds.
    assert key == "australis" or any(gains[index] == max(gains) for index in chosen)
    ahead = [(index, one > other) for index, (one, other) in enumerate(scores[1:]) if one != other]
    changes = [index for (_, old), (index, new) in pairwise(ahead) if old != new]
    assert ahead and (not changes or changes[-1] in {*chosen, *find_scoring_turns(match)})


@pytest.mark.parametrize("seat_count", [2, 4])
def test_large_gains_are_shown_beside_a_huge_one(seat_count: int) -> None:
    match = make_case("reef", seat_count=seat_count).match
    found = list_turns(match)
    gains = {
        index: max(
            new.value - old.value
            for old, new in zip(list_entries(match, turn.since), list_moved_entries(match, turn), strict=True)
        )
        for index, turn in enumerate(found)
    }
    _, second, *_ = sorted(gains, key=lambda index: -gains[index])
    large = [index for index, gain in gains.items() if gain >= gains[second]]
    assert gains[second] > 0 and len(large) <= MAX_OUTSTANDING_TURNS
    assert set(large) <= set(rank_turns(match))


def test_each_brood_is_shown() -> None:
    match = make_case("das_riff").match
    found = list_turns(match)
    bred = {
        index
        for index, turn in enumerate(found)
        if any(
            new.value > old.value
            for old, new in zip(list_entries(match, turn.since), list_entries(match, turn.ply), strict=True)
        )
    }
    assert bred and bred <= set(rank_turns(match))


def test_a_turn_of_each_scored_round_is_chosen() -> None:
    match = make_case("australis", seat_count=2).match
    scorings = sorted(find_scoring_turns(match))
    chosen = rank_turns(match)
    played = [sum(low < index <= high for index in chosen) for low, high in pairwise((-1, *scorings))]
    assert len(scorings) > 3 and all(played), "a move is shown before each scoring"


@pytest.mark.parametrize("key", ["coral_reef", "das_riff"])
def test_no_gap_is_wide_even_if_little_happens(key: str) -> None:
    match = make_case(key, seat_count=2).match
    count, chosen = len(list_turns(match)), rank_turns(match)
    widest = max(high - low - 1 for low, high in pairwise((-1, *sorted(chosen), count)))
    assert len(chosen) == MAX_TURNS or widest <= MAX_GAP_SHARE * count


def test_an_early_move_or_a_payment_of_another_seat_decides_nothing() -> None:
    """In Reef, a seat that draws a card pays a point, so the other one may lead 3 to 2 from turn 2 on."""
    game, early_count, decision_count = GAMES["reef"], 0, 0
    for seed in range(20):
        match = Case(game, 2, game.get_default_options(), seed, is_rich=True).match
        turns, outcome = list_turns(match), match.outcome
        assert outcome is not None
        leaders = [find_leaders(list_entries(match, turn.ply)) for turn in turns]
        winner = frozenset(outcome.winners)
        lasting = next(
            index
            for index in range(len(turns))
            if set(leaders[index:]) == {winner} or index == len(turns) - 1
        )
        decision = find_decision(match)
        if lasting < MIN_DECISION_SHARE * len(turns):
            assert decision is None
            early_count += 1
        elif decision is not None:
            turn = turns[decision[0]]
            (seat,) = winner
            before, after = (list_entries(match, ply)[seat].value for ply in (turn.since, turn.ply))
            assert after > before
            decision_count += 1
    assert early_count and decision_count


@pytest.mark.parametrize("seed", [3, 5, 7])
def test_of_equal_gains_a_later_one_weighs_more(seed: int) -> None:
    match = Case(GAMES["reef"], 2, GAMES["reef"].get_default_options(), seed, is_rich=True).match
    turns, decision, by_gain = list_turns(match), find_decision(match), dict[int, list[float]]()
    for index, (turn, weight) in enumerate(zip(turns, weigh_scores(match, turns), strict=True)):
        before, after = list_entries(match, turn.since), list_moved_entries(match, turn)
        is_plain = find_leaders(before) == find_leaders(after) and (index, False) != decision
        gain = max(abs(new.value - old.value) for old, new in zip(before, after, strict=True))
        if gain and is_plain and len(find_leaders(before)) == 1:
            by_gain.setdefault(gain, []).append(weight)
    assert max(map(len, by_gain.values())) > 3
    assert all(early < late for found in by_gain.values() for early, late in pairwise(found))
