"""A move costs only what its player can't make up for in the next turn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from games.australis.player.kinds import count_points
from games.core.aims import WHOLE_MATCH_TURNS, Aim
from games.core.match import Match
from games.core.protocol import Game, SearchSettings
from games.core.rng import Chance
from games.core.words import Msg
from games.das_riff.parts import CORAL_CARD, WATER_CARD
from games.das_riff.river import ROW_PRICES
from games.das_riff.view import ACT_STAGE
from games.players.judge import Judge
from games.registry import GAMES
from games.review import lines, points, slices
from games.review.lines import (
    MAX_FAR_TURNS,
    MAX_NEAR_TURNS,
    WHOLE_MATCH_FACTOR,
    ActionComparison,
    AmountPairsByAim,
    MoveFork,
    choose_action,
)
from games.review.moves import BestChoice, ReviewEffort
from games.review.points import ReviewPoint, find_point
from games.review.slices import MatchSlice, make_slices, review_slice
from tests.support.game_parts import GAMES_WITH_AIMS

Estimate = Callable[[Any, int], float]


def count_up_to_two_boats(state: Any, seat: int) -> float:
    """Evaluate a position only by the seat's boats, counting at most two."""
    return 0.1 + 0.1 * float(min(state.reefs[seat].boats, 2))


def count_worms(state: Any, seat: int) -> float:
    """Evaluate a position only by the seat's worms."""
    return 0.1 + 0.01 * float(sum(state.reefs[seat].worms))


def make_game(estimate: Estimate) -> Game:
    """Return Das Riff with computer players that evaluate positions with ``estimate``."""
    game = GAMES["das_riff"]
    hard: SearchSettings[Any, Any] = SearchSettings(estimate=estimate)
    return replace(game, computer_settings=replace(game.computer_settings, hard=hard), aims=())


def begin_turn() -> Match:
    """Return a match whose first seat can buy a boat in the current turn as well as in its next turn."""
    match = Match.begin(GAMES["das_riff"], 2, {}, bytes(32))
    while match.state.turn.stage != ACT_STAGE:  # type: ignore[attr-defined]
        match = match.act(match.to_act[0], match.legal_actions(match.to_act[0])[0].token)
    return match


def list_tokens(match: Match) -> list[str]:
    return [action.token for action in match.legal_actions(match.to_act[0])]


def make_boat_fork(estimate: Estimate) -> MoveFork:
    """Return the decision between buying a boat and ending the turn."""
    match = begin_turn()
    seat = match.to_act[0]
    boat = next(token for token in list_tokens(match) if token.startswith("boat"))
    pair = (match.rules.read(boat), match.rules.read("end"))
    view = match.rules.recall(match.state, seat)
    return MoveFork(make_game(estimate), match.rules.version, view, seat, pair, 2)


def test_a_purchase_that_can_be_made_next_turn_costs_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "DEAL_COUNT", 4)
    assert make_boat_fork(count_up_to_two_boats).play_lines(b"deals").measure_loss() == pytest.approx(0.0)


def test_a_gain_that_eager_play_makes_next_turn_is_not_called_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """The estimate counts only worms, so a seat that follows it never buys a boat."""
    monkeypatch.setattr(lines, "DEAL_COUNT", 4)

    def count_gain(before: Any, after: Any, events: Any, holder: int) -> float:
        return float(after.reefs[holder].boats - before.reefs[holder].boats)

    message = Msg("{name} {better} {played}")
    aim, fork = Aim("boat", count_gain, 1.0, True, message, message), make_boat_fork(count_worms)
    fork = replace(fork, game=replace(fork.game, aims=(aim,)))
    assert fork.play_lines(b"deals").amounts_by_aim["boat", fork.seat] == [(1.0, 0.0)] * 4
    assert fork.with_eager_aim(aim).play_lines(b"deals").amounts_by_aim["boat", fork.seat] == [(1.0, 1.0)] * 4
    assert find_point(fork, fork.play_lines(b"deals")) is None


def test_worms_that_are_spent_in_vain_stay_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "DEAL_COUNT", 4)
    fork = make_boat_fork(count_worms)
    worth = replace(fork, actions=fork.actions[::-1]).play_lines(b"deals").measure_loss()
    assert worth == pytest.approx(0.03, abs=0.001), "three worms"


def test_a_review_does_not_charge_a_postponed_purchase(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "DEAL_COUNT", 4)
    match = begin_turn()
    piece = tuple(make_slices(match.act(match.to_act[0], "end").resign(0)))[-2]
    assert isinstance(piece, MatchSlice) and piece.token == "end"
    piece = replace(piece, views=(), effort=ReviewEffort(4, 60, 10))
    found = review_slice(make_game(count_up_to_two_boats), piece)
    assert (found.best, found.loss, found.point) == ("end", 0.0, None)


@pytest.mark.parametrize(
    ("most", "best", "loss"),
    [(0.3, "boat", 0.2), (0.08, "boat", 0.08), (0.02, "end", 0.0), (-0.1, "end", 0.0)],
    ids=["more_than_found", "less_than_found", "too_little", "in_favour_of_the_move_played"],
)
def test_a_loss_is_limited_to_what_is_still_lost_after_the_next_turn(
    most: float, best: str, loss: float
) -> None:
    found = BestChoice("boat", 0.6, 0.2).limit_loss(most, "end")
    assert (found.best, found.loss) == (best, loss)


def test_no_further_deals_are_played_to_explain_a_small_loss(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match.begin(GAMES["coral_reef"], 2, {}, bytes(32))
    played, other = list_tokens(match)[:2]
    piece = tuple(make_slices(match.act(match.to_act[0], played).resign(0)))[1]
    assert isinstance(piece, MatchSlice)
    small = BestChoice(other, 0.5, 0.04)

    def refuse_to_play_on(fork: MoveFork, key: bytes) -> None:
        raise AssertionError("a small loss has no sentence")

    monkeypatch.setattr(slices, "compare_with_best", lambda *values: small)
    monkeypatch.setattr(MoveFork, "play_lines", refuse_to_play_on)
    found = review_slice(match.game, replace(piece, views=()))
    assert (found.best, found.loss, found.point) == (other, small.loss, None)


def begin_other_turn() -> Match:
    """Return a match of Das Riff in which a seat has to act in the other's turn."""
    match = Match.begin(GAMES["das_riff"], 2, {}, bytes(32))
    while match.active_seat == match.to_act[0]:
        match = match.act(match.to_act[0], list_tokens(match)[0])
    return match


def begin_last_turn_of_round(seat_count: int) -> Match:
    """Return a match of Australis in which the seat to take a round's last die also begins the next round."""
    for seed in range(100):
        match, dice = (
            Match.begin(GAMES["australis"], seat_count, {}, bytes([seed] * 32)),
            Chance(b"round", seed),
        )
        for _ in range(30):
            seat, before = match.to_act[0], match
            match = match.act(seat, dice.choice(match.legal_actions(seat)).token)
            if match.state.round != before.state.round and match.active_seat == seat:  # type: ignore[attr-defined]
                return before
    raise AssertionError("no seat had two turns in a row")


@pytest.mark.parametrize(
    "begin",
    [begin_turn, begin_other_turn, lambda: begin_last_turn_of_round(2), lambda: begin_last_turn_of_round(3)],
    ids=["own_turn", "other_turn", "two_turns_in_a_row", "three_seats"],
)
def test_every_seat_is_observed_for_its_own_number_of_turns(
    begin: Callable[[], Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A reason about N turns counts N turns of the acting seat and N - 1 turns of each other seat."""
    monkeypatch.setattr(lines, "DEAL_COUNT", 2)
    match = begin()
    seat, rules = match.to_act[0], match.rules

    def count_gain(before: object, after: object, events: Any, holder: int) -> float:
        return float(rules.find_active_seat(before) == holder) * rules.count_ended_turns(
            before, after, events
        )

    message = Msg("{name} {better} {played}")
    aims = tuple(Aim(str(turns), count_gain, 1.0, False, message, message, turns) for turns in (2, 3))
    first, second = match.legal_actions(seat)[:2]
    view = rules.recall(match.state, seat)
    fork = MoveFork(
        replace(match.game, aims=aims), rules.version, view, seat, (first, second), match.seat_count
    )
    for (key, holder), pairs in fork.play_lines(b"deals").amounts_by_aim.items():
        turns = int(key) - (holder != seat)
        assert pairs == [(turns, turns)] * 2, (key, holder)


def test_steps_of_other_seats_are_not_counted_as_part_of_a_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """In Reef a turn is one step: the acting seat's second turn ends at step 3, the other's at step 2."""
    monkeypatch.setattr(lines, "DEAL_COUNT", 2)
    match = Match.begin(GAMES["reef"], 2, {}, bytes(32))
    seat, said = match.to_act[0], Msg("{name} {better} {played}")
    aim = Aim("steps", lambda before, after, events, holder: 1.0, 1.0, False, said, said)
    first, second = match.legal_actions(seat)[:2]
    view = match.rules.recall(match.state, seat)
    fork = MoveFork(replace(match.game, aims=(aim,)), match.rules.version, view, seat, (first, second), 2)
    found = fork.play_lines(b"deals").amounts_by_aim
    assert found == {("steps", seat): [(3, 3)] * 2, ("steps", 1 - seat): [(2, 2)] * 2}


@pytest.mark.parametrize("key", ["australis", "das_riff", "reef"])
def test_distant_aims_are_considered_only_if_no_nearer_one_gives_a_reason(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = Match.begin(GAMES[key], 2, {}, bytes(32))
    played, other = list_tokens(match)[:2]
    piece = tuple(make_slices(match.act(match.to_act[0], played).resign(0)))[1]
    assert isinstance(piece, MatchSlice)
    near = {
        aim.key for aim in match.game.aims if aim.watched_turns <= MAX_NEAR_TURNS and not aim.is_possibility
    }
    far = sorted(
        {aim.watched_turns for aim in match.game.aims if MAX_NEAR_TURNS < aim.watched_turns <= MAX_FAR_TURNS}
    )
    told = [aim for aim in match.game.aims if aim.watched_turns <= MAX_FAR_TURNS]
    first, last = told[0].key, max(told, key=lambda aim: aim.watched_turns).key
    much, little, most = (
        ReviewPoint(first, 0, 90.0, 0.0),
        ReviewPoint(first, 0, 0.001, 0.0),
        ReviewPoint(last, 0, 91.0, 0.0),
    )
    watched, asked = list[set[str]](), list[int | None]()

    def ask_for_lines(fork: MoveFork, turns: int | None = None) -> None:
        asked.append(turns)

    def find_point(fork: MoveFork, first: ActionComparison, *, measures_again: bool) -> ReviewPoint | None:
        watched.append({aim for aim, _ in first.amounts_by_aim})
        return nearest if watched[-1] == near else most if last in watched[-1] else None

    monkeypatch.setattr(lines, "DEAL_COUNT", 1)
    monkeypatch.setattr(slices, "LINE_DEALS", 1)
    monkeypatch.setattr(slices, "compare_with_best", lambda *values: BestChoice(other, 0.9, 0.2))
    monkeypatch.setattr(points, "find_point", find_point)
    monkeypatch.setattr(points, "find_possible_point", ask_for_lines)
    monkeypatch.setattr(slices, "is_fruitless_choice", lambda fork: False)
    monkeypatch.setattr(ActionComparison, "measure_loss", lambda comparison: 0.2)
    for nearest, expected in ((much, much), (little, most), (None, most)):
        watched.clear()
        asked.clear()
        assert review_slice(match.game, replace(piece, views=())).point == expected
        distances = [] if nearest == much else far
        by_distance = [
            {aim.key for aim in match.game.aims if aim.watched_turns == turns} for turns in distances
        ]
        assert watched == [near, *by_distance]
        assert asked == ([1] if nearest == much else [1, None]), "more is tried if little is explained"


@pytest.mark.parametrize(("better", "comes_first"), [(1.0, True), (0.6, False)])
def test_a_certain_gain_in_the_same_turn_is_the_first_reason(
    better: float, comes_first: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The reason must not say that a brood is completed 20 times out of 100 if it is possible right away."""
    possible, usual = ReviewPoint("now", 0, better, 0.0), ReviewPoint("brood", 0, 0.2, 0.0)
    monkeypatch.setattr(lines, "DEAL_COUNT", 1)
    monkeypatch.setattr(points, "find_possible_point", lambda fork, turns=None: possible)
    monkeypatch.setattr(points, "find_point", lambda *values, **how: usual)
    found = points.find_telling_point(make_start_fork("das_riff"), None, 0.1)
    assert found == (possible if comes_first else usual)


@pytest.mark.parametrize("key", ["australis", "reef"])
def test_the_whole_match_aim_counts_all_points_until_the_end(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "DEAL_COUNT", 1)
    match = Match.begin(GAMES[key], 4, {}, bytes(32))
    seat, rules = match.to_act[0], match.rules
    first, second = match.legal_actions(seat)[:2]
    view = rules.recall(match.state, seat)
    whole = tuple(aim for aim in match.game.aims if aim.watched_turns >= WHOLE_MATCH_TURNS)
    fork = MoveFork(match.game, rules.version, view, seat, (first, second), 4).with_aims(whole)
    state: Any = match.state
    had = [
        count_points(state, holder) if key == "australis" else state.seats[holder].points
        for holder in range(4)
    ]
    ended = list[tuple[int, ...]]()
    (aim,) = fork.list_aims()

    def count_gain(before: object, after: object, events: Any, holder: int) -> float:
        outcome = rules.outcome(after)
        if outcome is not None and holder == 0:
            ended.append(outcome.scores)
        return aim.measure_progress(before, after, events, holder)

    found = replace(fork, aims=(replace(aim, measure_progress=count_gain),)).play_lines(b"end").amounts_by_aim
    assert len(ended) == 2 * WHOLE_MATCH_FACTOR, "all lines reach the end"
    for line, scores in enumerate(ended):
        brought = [found["end", holder][line // 2][line % 2] for holder in range(4)]
        assert [score - points_before for score, points_before in zip(scores, had, strict=True)] == brought


def test_eager_play_values_only_actions_that_further_the_aim_most() -> None:
    valued = list[int]()

    def estimate_value(state: Any, seat: int) -> float:
        valued.append(state.reefs[seat].boats)
        return 0.5

    def count_gain(before: Any, after: Any, events: Any, holder: int) -> float:
        return float(after.reefs[holder].boats - before.reefs[holder].boats)

    message = Msg("{name} {better} {played}")
    aim, match, game = (
        Aim("boat", count_gain, 1.0, True, message, message),
        begin_turn(),
        make_game(estimate_value),
    )
    judge, seat = Judge(game, match.rules.version, game.computer_settings.hard), match.to_act[0]
    assert choose_action(judge, match.state, seat, Chance(b"on", 0), aim).token.startswith("boat")
    assert set(valued) <= {2}, "an action that brings no boat needs no value"


@pytest.mark.parametrize(
    ("key", "boats", "steps"),
    [("brood", 3, 3), ("brood", 1, 5), ("fish", 3, 2), ("fish", 1, 3), ("coral", 1, 2)],
)
def test_eager_play_makes_all_steps_that_an_aim_needs(key: str, boats: int, steps: int) -> None:
    """Only the last step fulfils the aim. Corals need boats, fish need corals, and broods need two fish."""
    match = begin_turn()
    state: Any = match.state
    seat, rules = match.to_act[0], match.rules
    own = 8 * ROW_PRICES[seat].index(1)
    tableau = list(state.river.tableau)
    tableau[own : own + 3] = [0, CORAL_CARD, 1]
    reef = replace(state.reefs[seat], boats=boats, worms=(3, 3, 3, 3, 3, 3))
    reefs = tuple(reef if holder == seat else each for holder, each in enumerate(state.reefs))
    tableau[:] = [
        WATER_CARD if card == CORAL_CARD and at != own + 1 else card for at, card in enumerate(tableau)
    ]
    river = replace(state.river, tableau=tuple(tableau))
    state = replace(state, reefs=reefs, river=river, broods=((0, 0), *state.broods[1:]))
    (aim,) = [aim for aim in GAMES["das_riff"].aims if aim.key == key]
    game = make_game(lambda *values: 0.5)
    judge, dice, brought = Judge(game, rules.version, game.computer_settings.hard), Chance(b"on", 0), 0.0
    for _ in range(steps):
        before, action = state, choose_action(judge, state, seat, dice, aim)
        state, events = rules.apply(before, seat, action, dice)
        brought += aim.measure_progress(before, state, events, seat)
    assert brought == 1


@pytest.mark.parametrize("key", ["now", "race", "win"])
def test_a_possible_brood_needs_no_luck_with_flips(key: str) -> None:
    """On each deal the result of a flip is known, so eager play would always turn up the right card."""
    match = begin_turn()
    state: Any = match.state
    seat, rules = match.to_act[0], match.rules
    reef = replace(state.reefs[seat], boats=3, worms=(3, 3, 3, 3, 3, 3))
    reefs = tuple(reef if holder == seat else each for holder, each in enumerate(state.reefs))
    state = replace(state, reefs=reefs)
    (aim,) = [aim for aim in GAMES["das_riff"].aims if aim.key == key]
    game, dice, tokens = make_game(lambda *values: 0.5), Chance(b"on", 0), list[str]()
    judge = Judge(game, rules.version, game.computer_settings.hard)
    assert any(action.token.startswith("flip") for action in judge.list_actions(state, seat))
    while rules.find_active_seat(state) == seat and len(tokens) < 20:
        action = choose_action(judge, state, seat, dice, aim)
        tokens.append(action.token)
        state, _ = rules.apply(state, seat, action, dice)
    assert tokens and not [token for token in tokens if token.startswith("flip")]


@pytest.mark.parametrize(("played", "expected"), [(1.0, 0.0), (0.8, 0.2), (0.2, 0.3)])
def test_a_move_that_still_wins_in_the_same_turn_loses_nothing(
    played: float, expected: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The search doesn't find a win that takes many actions. A move loses at most the chance it gives up."""
    match = Match.begin(GAMES["das_riff"], 2, {}, bytes(32))
    token, other = list_tokens(match)[:2]
    piece = tuple(make_slices(match.act(match.to_act[0], token).resign(0)))[1]
    assert isinstance(piece, MatchSlice)
    win = ReviewPoint("win", match.to_act[0], 1.0, played)
    monkeypatch.setattr(slices, "LINE_DEALS", 1)
    monkeypatch.setattr(slices, "compare_with_best", lambda *values: BestChoice(other, 0.9, 0.2))
    monkeypatch.setattr(slices, "find_certain_win", lambda fork: win)
    monkeypatch.setattr(ActionComparison, "measure_loss", lambda comparison: 0.2)
    found = review_slice(match.game, piece)
    assert found.loss == pytest.approx(expected)
    assert found.point == (win if expected else None)
    assert found.best == (other if expected else token)
    assert (found.shown[match.to_act[0]] == 1) == bool(expected)


@pytest.mark.parametrize(("step", "is_stated"), [("end", True), (None, False)])
def test_a_win_that_depends_on_a_face_down_card_is_not_called_sure(
    step: str | None, is_stated: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Turning up a card isn't a sure win, even if it wins on all deals of the review."""
    match = Match.begin(GAMES["das_riff"], 2, {}, bytes(32))
    token, other = list_tokens(match)[:2]
    piece = tuple(make_slices(match.act(match.to_act[0], token).resign(0)))[1]
    assert isinstance(piece, MatchSlice)
    first = None if step is None else match.rules.read(step)
    monkeypatch.setattr(slices, "LINE_DEALS", 1)
    monkeypatch.setattr(slices, "compare_with_best", lambda *values: BestChoice(other, 0.9, 0.2))
    monkeypatch.setattr(
        slices, "find_certain_win", lambda fork: ReviewPoint("win", match.to_act[0], 1.0, 0.0)
    )
    monkeypatch.setattr(slices, "find_first_step", lambda fork: first)
    monkeypatch.setattr(slices, "find_telling_point", lambda *values: None)
    monkeypatch.setattr(MoveFork, "is_first_certain", lambda fork: False)
    monkeypatch.setattr(ActionComparison, "measure_loss", lambda comparison: 0.2)
    found = review_slice(match.game, piece)
    assert (found.point is not None) == is_stated
    assert (found.value == 1) == is_stated


@pytest.mark.parametrize(("gained", "is_stated"), [(1.2, False), (3.0, True)])
def test_a_point_that_explains_nearly_nothing_is_left_out(
    gained: float, is_stated: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """ "17 points within 3 turns, not 16" doesn't explain a loss of 32%."""
    point = ReviewPoint("soon", 0, 16.0 + gained, 16.0)
    monkeypatch.setattr(lines, "DEAL_COUNT", 1)
    monkeypatch.setattr(points, "find_possible_point", lambda fork, turns=None: None)
    monkeypatch.setattr(points, "find_point", lambda *values, **how: point)
    found = points.find_telling_point(make_start_fork("reef"), None, 0.32)
    assert (found is not None) == is_stated


def make_start_fork(key: str) -> MoveFork:
    """Return the decision between the first and the last action of a match."""
    match = Match.begin(GAMES[key], 2, {}, bytes(32))
    seat = match.to_act[0]
    first, *_, last = match.legal_actions(seat)
    view = match.rules.recall(match.state, seat)
    return MoveFork(match.game, match.rules.version, view, seat, (first, last), 2)


def test_a_loss_counts_only_if_a_reason_or_the_end_supports_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = Match.begin(GAMES["australis"], 2, {}, bytes(32))
    played, other = list_tokens(match)[:2]
    piece = tuple(make_slices(match.act(match.to_act[0], played).resign(0)))[1]
    assert isinstance(piece, MatchSlice)
    monkeypatch.setattr(slices, "LINE_DEALS", 1)
    monkeypatch.setattr(slices, "compare_with_best", lambda *values: BestChoice(other, 0.9, 0.2))
    monkeypatch.setattr(points, "find_point", lambda *values, **how: None)
    monkeypatch.setattr(ActionComparison, "measure_loss", lambda comparison: 0.2)
    for fruitless, expected in ((True, (played, 0.0)), (False, (other, 0.2))):
        monkeypatch.setattr(slices, "is_fruitless_choice", lambda fork, is_so=fruitless: is_so)
        found = review_slice(match.game, replace(piece, views=()))
        assert (found.best, found.loss, found.point) == (*expected, None)


@pytest.mark.parametrize("key", GAMES_WITH_AIMS)
def test_a_move_without_a_reason_needs_few_deals(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Few deals are enough even if every difference seems clear at first and none is confirmed."""
    fork, begun, begin = make_start_fork(key), list[tuple[MoveFork, bytes]](), MoveFork._begin_lines

    def begin_lines(fork: MoveFork, key: bytes, deals: range) -> Any:
        if not deals.start:
            begun.append((fork, key))
        return begin(fork, key, deals)

    def list_all_aims(game: Game, pairs: AmountPairsByAim, seat: int) -> Any:
        return [
            (aim, holder, pairs[aim.key, holder])
            for aim in game.aims
            for holder in range(2)
            if (aim.key, holder) in pairs
        ]

    monkeypatch.setattr(lines, "DEAL_COUNT", 1)
    monkeypatch.setattr(lines, "HABIT_FACTOR", 1)
    monkeypatch.setattr(MoveFork, "_begin_lines", begin_lines)
    monkeypatch.setattr(points, "_sort_by_worth", list_all_aims)
    monkeypatch.setattr(points, "is_effect_outweighed", lambda *values: False)
    monkeypatch.setattr(points, "measure_clarity", lambda *values: 0.0)
    assert points.find_telling_point(fork, None, 0.2) is None
    by_usual_play = len([one for one, _ in begun if one.eager_aim is None])
    assert by_usual_play <= 2, "one set of deals to find a reason, and one to check those to the end"
    eager = [(one.eager_aim.measure_progress, on) for one, on in begun if one.eager_aim is not None]
    assert eager and len(eager) == len(set(eager)), "aims for the same thing share their deals"


def test_distant_aims_extend_the_lines_already_played(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looking further ahead repeats no step, and gives the same results as playing the whole line again."""
    made, make_step = list[object](), lines._PlayedLine._make_step

    def count_step(line: lines._PlayedLine) -> None:
        made.append(line)
        make_step(line)

    monkeypatch.setattr(lines, "DEAL_COUNT", 2)
    monkeypatch.setattr(lines._PlayedLine, "_make_step", count_step)
    fork = make_start_fork("reef")
    whole = tuple(aim for aim in fork.game.aims if aim.watched_turns >= WHOLE_MATCH_TURNS)
    looks = (fork, *fork.make_far_forks(), fork.with_aims(whole))
    near, far, end = (one.play_lines(b"deals") for one in looks)
    continued = len(made)
    for look, found in zip(looks, (near, far, end), strict=True):
        made.clear()
        assert replace(look, lines_by_setup={}).play_lines(b"deals") == found
    assert len(made) == continued, "the last look alone takes as many steps"
    assert len(set(made)) == 2 * 2 * WHOLE_MATCH_FACTOR, "the end of the match takes more deals"
