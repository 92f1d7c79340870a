"""A review's reasons for or against a move also hold on deals that weren't used to find them."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from games.australis.player.kinds import count_points
from games.australis.view import TILE_STAGE
from games.core.aims import WHOLE_MATCH_TURNS, Aim
from games.core.match import Match
from games.core.puzzle import make_puzzle_match, read_puzzles
from games.core.rng import Chance
from games.core.words import Msg, list_locales, load_words
from games.das_riff.notation import make_position, make_reef
from games.reef.ending import sum_hand_scores
from games.registry import GAMES
from games.review import lines, points
from games.review.lines import ActionComparison, MoveFork
from games.review.needs import is_first_needed
from games.review.points import (
    AMOUNTS_KEY,
    CHECK_KEY,
    MAX_CHECKED_DIFFERENCES,
    POINT_KEY,
    ReviewPoint,
    _sort_by_worth,
    describe_point,
    find_certain_win,
    find_first_step,
    find_point,
    find_possible_point,
    find_telling_point,
    is_effect_outweighed,
    is_fruitless_choice,
)
from tests.proof.review import begin_match
from tests.support.game_parts import GAMES_WITH_AIMS
from tests.support.nightly import defer_to_night


def find_fork(key: str, number: int) -> MoveFork:
    """Return the decision between a puzzle's best move and another."""
    puzzle = read_puzzles(key)[number]
    match = make_puzzle_match(GAMES[key], puzzle)
    best = match.rules.read(puzzle.best_token)
    other = next(one for one in match.legal_actions(puzzle.seat)[::-1] if one != best)
    view = match.rules.recall(match.state, puzzle.seat)
    return MoveFork(GAMES[key], puzzle.version, view, puzzle.seat, (best, other), 2)


@pytest.mark.parametrize("key", defer_to_night(GAMES_WITH_AIMS, "reef", "australis"))
def test_a_reason_is_the_same_on_other_deals(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "DEAL_COUNT", 16)
    found = Counter[bool]()
    for number in range(3):
        fork = find_fork(key, number)
        point = find_point(fork, fork.play_lines(POINT_KEY))
        found[point is not None] += 1
        if point is None:
            continue
        sentence = describe_point(GAMES[key], point, fork.seat, ("Anna", "Ben"))
        assert sentence is not None and load_words().msg(sentence).endswith(".")
        again = fork.play_lines(b"unseen").amounts_by_aim[point.aim, point.seat]
        gained = sum(one - other for one, other in again)
        assert (gained > 0) == (point.better > point.played), (number, point)
    assert found[True]


def test_frequencies_out_of_100_are_rounded() -> None:
    sentence = describe_point(GAMES["das_riff"], ReviewPoint("brood", 1, 0.01, 0.62), 0, ("Anna", "Ben"))
    assert sentence is not None and (sentence.values["better"], sentence.values["played"]) == (1, 60)


@pytest.mark.parametrize(
    ("better", "shown"), [(1.0, 99), (0.99, 99), (0.97, 95), (0.02, 1), (0.0, 0), (0.5, 50)]
)
def test_no_frequency_promises_that_something_always_happens(better: float, shown: int) -> None:
    sentence = describe_point(GAMES["das_riff"], ReviewPoint("soon", 0, better, 0.3), 0, ("Anna", "Ben"))
    assert sentence is not None and sentence.values["better"] == shown
    sure = describe_point(GAMES["das_riff"], ReviewPoint("win", 0, better, 0.0), 0, ("Anna", "Ben"))
    assert sure is not None and ("more likely" not in sure.msgid) == (better == 1)


@pytest.mark.parametrize(("usual", "found"), [((0.88, 1.0), False), ((0.4, 0.2), True)])
def test_a_race_that_the_usual_play_contradicts_is_not_a_reason(
    usual: tuple[float, float], found: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    fork = make_boat_fork("boat:rrr")

    def play_lines_with_fixed_results(fork: MoveFork, key: bytes) -> ActionComparison:
        chances = usual if fork.eager_aim is None else (0.9, 0.0)
        pairs = [(float(deal < 20 * chances[0]), float(deal < 20 * chances[1])) for deal in range(20)]
        none = [(0.0, 0.0)] * len(pairs)
        counted = [aim.key for aim in fork.list_aims()]
        return ActionComparison(
            {(key, seat): pairs if seat == fork.seat else none for key in counted for seat in range(2)}, []
        )

    monkeypatch.setattr(MoveFork, "play_lines", play_lines_with_fixed_results)
    assert (find_possible_point(fork, turns=2) is not None) == found


def test_a_win_explains_more_than_the_brood_that_it_denies() -> None:
    """After a win, another seat gains nothing more, but that isn't why the move is good."""
    win, denied = [(1.0, 0.0)] * 4, [(0.0, 1.0)] * 4
    found = {("brood", 0): win, ("brood", 1): denied, ("win", 0): win, ("win", 1): [(0.0, 0.0)] * 4}
    aim, holder, _ = _sort_by_worth(GAMES["das_riff"], found, 0)[0]
    assert (aim.key, holder) == ("win", 0)


def test_a_possible_brood_is_uncertain_only_if_it_needs_a_flip() -> None:
    match = Match.begin(GAMES["das_riff"], 2, {}, bytes(32))
    while not any(action.token.startswith("flip") for action in match.legal_actions(match.to_act[0])):
        match = match.act(match.to_act[0], match.legal_actions(match.to_act[0])[0].token)
    seat, rules = match.to_act[0], match.rules
    view, end = rules.recall(match.state, seat), rules.read("end")
    for kind, certain in (("flip", False), ("boat", True)):
        first = next(one for one in match.legal_actions(seat) if one.token.startswith(kind))
        assert MoveFork(match.game, rules.version, view, seat, (first, end), 2).is_first_certain() == certain


def test_a_certain_brood_is_described_without_odds() -> None:
    game, names = GAMES["das_riff"], ("Anna", "Ben")
    sure, likely = (
        describe_point(game, ReviewPoint("now", 0, better, 0.0), 0, names) for better in (1.0, 0.8)
    )
    assert sure is not None and likely is not None
    assert load_words().msg(sure) == "After the better move, Anna can complete a brood in the same turn."
    assert load_words().msg(likely).endswith("is more likely to complete a brood in the same turn.")


@pytest.mark.parametrize("key", ["australis", "reef", "coral_reef"])
def test_a_sentence_about_one_point_is_not_in_the_plural(key: str) -> None:
    game = GAMES[key]
    for aim in game.aims:
        for seat in range(2):
            sentence = describe_point(game, ReviewPoint(aim.key, seat, 1.0, 1.0), 0, ("Anna", "Ben"))
            assert sentence is not None
            for locale in list_locales():
                assert not re.search(
                    r"\b1 (points|Punkte|punten|corals|Korallen|koralen)", load_words(locale).msg(sentence)
                )


@pytest.mark.parametrize("key", GAMES)
def test_no_reason_states_a_second_chance_beside_the_win_chance(key: str) -> None:
    """A reader would compare its percentages with the win chance that the move lost."""
    for aim in GAMES[key].aims:
        for text in (aim.winning_text, aim.denying_text, aim.certain_text):
            assert text is None or "%" not in text.msgid, text.msgid


def test_preventing_an_aim_of_another_seat_is_called_a_denial() -> None:
    game = GAMES["das_riff"]
    own = describe_point(game, ReviewPoint("brood", 0, 0.6, 0.2), 0, ("Anna", "Ben"))
    denied = describe_point(game, ReviewPoint("brood", 1, 0.2, 0.6), 0, ("Anna", "Ben"))
    assert own is not None and denied is not None
    assert load_words().msg(own) == (
        "After the better move, Anna is more likely to complete a brood within 2 turns."
    )
    assert load_words().msg(denied) == (
        "After the better move, Ben is less likely to complete a brood next turn."
    )
    assert describe_point(game, ReviewPoint("gone", 1, 0.2, 0.6), 0, ("Anna", "Ben")) is None


@pytest.mark.parametrize(
    ("locale", "expected"),
    [
        ("en", "After the better move, Ben is less likely to have to draw next turn."),
        (
            "de",
            "Nach der besseren Aktion ist es weniger wahrscheinlich, dass Ben im nächsten Zug ziehen muss.",
        ),
        ("nl", "Na de betere zet is de kans kleiner dat Ben volgende beurt moet trekken."),
    ],
)
def test_a_point_names_the_move_that_it_is_about(locale: str, expected: str) -> None:
    """The sentence before it may be about the move that was played."""
    sentence = describe_point(GAMES["coral_reef"], ReviewPoint("draw", 1, 0.01, 0.75), 1, ("Anna", "Ben"))
    assert sentence is not None and load_words(locale).msg(sentence) == expected


@pytest.mark.parametrize("is_unwanted", [False, True])
def test_only_a_difference_in_favour_of_the_better_move_is_a_reason(is_unwanted: bool) -> None:
    """An aim is a reason if the better move achieves more of it or, if it is unwanted, less."""
    fork = find_fork("coral_reef", 0)
    message = Msg("{name} {better} {played}")

    def count_gain(before: object, after: object, events: object, holder: int) -> float:
        return float(holder == fork.seat) if is_unwanted else 0.0

    aim = Aim("steps", count_gain, 1.0, False, message, message, is_unwanted=is_unwanted)
    own = replace(fork, game=replace(fork.game, aims=(aim,)))
    found = find_point(own, own.play_lines(POINT_KEY))
    assert found is None or (is_unwanted and found.better < found.played)


@pytest.mark.parametrize(
    ("own", "others", "holder", "outweighed"),
    [
        (2, (5,), 0, True),
        (2, (1,), 0, False),
        (-1, (-4,), 1, False),
        (-4, (-3,), 1, True),
        (2, (5, 0, 0), 0, False),
        (2, (5, 5, 0), 0, True),
        (-1, (0, -4, 6), 2, False),
    ],
    ids=["less", "more", "denied", "denied_at_a_price", "one_gains_more", "most_gain_more", "denied_to_one"],
)
def test_a_gain_smaller_than_that_of_others_is_not_a_reason(
    own: int, others: tuple[int, ...], holder: int, outweighed: bool
) -> None:
    """A gain doesn't make a move good if other seats gain more."""
    found = {("points", seat): [(float(gained), 0.0)] * 2 for seat, gained in enumerate((own, *others))}
    assert is_effect_outweighed(GAMES["reef"], found, "points", holder, 0) == outweighed


@pytest.mark.parametrize(("gained", "found"), [(0.6, False), (1.0, True)])
def test_a_difference_of_less_than_one_point_is_not_mentioned(gained: float, found: bool) -> None:
    """A difference of 0.6 points must not be described as "1 instead of 0 points"."""
    fork = find_fork("reef", 0)
    message = Msg("{name} {better} {played}")
    aim = Aim("gain", lambda *step: 0.0, 1.0, False, message, message)
    better = [(0.2 + gained, 0.2)] * 4
    comparison = ActionComparison(
        {("gain", fork.seat): better, ("gain", 1 - fork.seat): [(0.0, 0.0)] * 4}, []
    )
    own = replace(fork, game=replace(fork.game, aims=(aim,)))
    assert bool(_sort_by_worth(own.game, comparison.amounts_by_aim, fork.seat)) == found


@pytest.mark.parametrize(
    ("eagerly", "shown"), [((20.0, 21.0), None), ((22.0, 18.0), (22, 18)), ((22.0, 2.0), (22, 6))]
)
def test_a_reason_states_the_smaller_of_two_differences(
    eagerly: tuple[float, float], shown: tuple[int, int] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Points that a player only scores later must not be reported as lost."""
    fork = find_fork("reef", 0)

    def play_lines_with_fixed_results(fork: MoveFork, key: bytes) -> ActionComparison:
        assert fork.aims is not None and [aim.key for aim in fork.aims] == ["points"]
        own = (22.0, 6.0) if fork.eager_aim is None else eagerly
        return ActionComparison(
            {("points", seat): [own if seat == fork.seat else (0.0, 0.0)] * 4 for seat in range(2)}, []
        )

    monkeypatch.setattr(MoveFork, "play_lines", play_lines_with_fixed_results)
    usual = {("points", seat): [(22.0, 6.0) if seat == fork.seat else (0.0, 0.0)] * 4 for seat in range(2)}
    found = find_point(fork, ActionComparison(usual, []))
    assert (None if found is None else (found.better, found.played)) == shown


def make_boat_fork(token: str) -> MoveFork:
    """Return the decision of a seat with two boats between a move and the end of the turn."""
    game = GAMES["das_riff"]
    state = make_position(make_reef("rrrrbb", boats=2, corals="."), a="co rm", d="wa pe")
    rules = game.rules[max(game.rules)]
    actions = rules.read(token), rules.read("end")
    return MoveFork(game, max(game.rules), rules.recall(state, 0), 0, actions, 2)


@pytest.mark.parametrize(
    ("further", "shown"), [((0.75, 0.75), None), ((0.8, 0.75), None), ((0.9, 0.6), (0.9, 0.6))]
)
def test_a_reason_is_measured_on_deals_that_were_not_used_to_select_it(
    further: tuple[float, float], shown: tuple[float, float] | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The deals that select a reason exaggerate it.

    They may show 80 broods out of 100 against 60 where other deals show 75 for both moves.
    """
    fork = make_boat_fork("boat:rrr")

    def repeat_amounts(better: float, played: float) -> list[tuple[float, float]]:
        return [(float(deal < 20 * better), float(deal < 20 * played)) for deal in range(20)]

    def play_lines_with_fixed_results(fork: MoveFork, key: bytes) -> ActionComparison:
        pairs = repeat_amounts(*further) if key == AMOUNTS_KEY else repeat_amounts(0.9, 0.5)
        none = [(0.0, 0.0)] * len(pairs)
        return ActionComparison(
            {("soon", seat): pairs if seat == fork.seat else none for seat in range(2)}, []
        )

    monkeypatch.setattr(MoveFork, "play_lines", play_lines_with_fixed_results)
    found = find_point(fork, play_lines_with_fixed_results(fork, POINT_KEY))
    assert (None if found is None else (found.better, found.played)) == shown
    stored = find_point(fork, play_lines_with_fixed_results(fork, POINT_KEY), measures_again=False)
    assert stored is not None and (stored.better, stored.played) == (0.9, 0.5)


def test_an_effect_of_the_better_move_alone_is_not_a_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    """ "Gets a coral within 2 turns with 100% chance" is no reason for taking a coral."""

    def play_lines_with_fixed_results(fork: MoveFork, key: bytes) -> ActionComparison:
        pairs = [(1.0, float(deal < 4)) for deal in range(20)]
        none = [(0.0, 0.0)] * len(pairs)
        return ActionComparison(
            {("coral", seat): pairs if seat == fork.seat else none for seat in range(2)}, []
        )

    monkeypatch.setattr(MoveFork, "play_lines", play_lines_with_fixed_results)
    for token, found in (("take:A1:r", False), ("boat:rrr", True)):
        fork = make_boat_fork(token)
        assert (find_point(fork, play_lines_with_fixed_results(fork, POINT_KEY)) is not None) == found


@pytest.mark.parametrize(("key", "found"), [("fish_soon", False), ("fish", True)])
def test_no_effect_worth_less_than_what_the_move_itself_brings_is_a_reason(
    key: str, found: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A brood that the move completes isn't explained by a coral that may follow."""

    def play_lines_with_fixed_results(fork: MoveFork, _: bytes) -> ActionComparison:
        pairs = [(1.0, float(deal < 4)) for deal in range(20)]
        none = [(0.0, 0.0)] * len(pairs)
        return ActionComparison(
            {
                (each, seat): pairs if seat == fork.seat else none
                for each in ("coral", key)
                for seat in range(2)
            },
            [],
        )

    monkeypatch.setattr(MoveFork, "play_lines", play_lines_with_fixed_results)
    fork = make_boat_fork("take:A1:r")
    assert (find_point(fork, play_lines_with_fixed_results(fork, POINT_KEY)) is not None) == found


def test_the_number_of_corals_of_a_play_is_not_a_reason_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """ "Place more corals right away: 4, not 3" is no reason for a play of 4 corals."""
    fork = find_fork("coral_reef", 0)

    def play_lines_with_fixed_results(fork: MoveFork, key: bytes) -> ActionComparison:
        return ActionComparison(
            {
                ("corals_now", seat): [(4.0, 3.0) if seat == fork.seat else (0.0, 0.0)] * 4
                for seat in range(2)
            },
            [],
        )

    monkeypatch.setattr(MoveFork, "play_lines", play_lines_with_fixed_results)
    assert find_point(fork, play_lines_with_fixed_results(fork, POINT_KEY)) is None


@pytest.mark.parametrize("key", ["australis", "reef"])
def test_points_up_to_the_end_are_confirmed_by_the_usual_play(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Eager play shows whether a gain is merely postponed. Up to the end of a match, nothing can be."""
    fork = find_fork(key, 0)
    fork = fork.with_aims(tuple(aim for aim in fork.game.aims if aim.watched_turns >= WHOLE_MATCH_TURNS))

    def play_lines_with_fixed_results(fork: MoveFork, key: bytes) -> ActionComparison:
        assert fork.eager_aim is None and key in (CHECK_KEY, AMOUNTS_KEY)
        return ActionComparison(usual, [])

    usual = {("end", seat): [(22.0, 6.0) if seat == fork.seat else (0.0, 0.0)] * 4 for seat in range(2)}
    monkeypatch.setattr(MoveFork, "play_lines", play_lines_with_fixed_results)
    assert find_point(fork, ActionComparison(usual, [])) == ReviewPoint("end", fork.seat, 22.0, 6.0)


def test_points_of_australis_are_counted_as_if_the_round_were_scored() -> None:
    """A round is scored before tiles are chosen, and choosing tiles must not count the points again.

    The gains of all steps add up to the score of the match, less what the first position already scores.
    """
    match, dice = Match.begin(GAMES["australis"], 2, {}, bytes(32)), Chance(b"australis", 1)
    while match.to_act:
        seat = match.to_act[0]
        match = match.act(seat, dice.choice(match.legal_actions(seat)).token)
    count, chosen, total = GAMES["australis"].aims[0].measure_progress, 0, [0.0, 0.0]
    for ply in range(match.ply):
        before: Any = match.state_at(ply)
        after = match.state_at(ply + 1)
        gained = [count(before, after, (), seat) for seat in range(2)]
        total = [sum(pair) for pair in zip(total, gained, strict=True)]
        if after.round == before.round and ply + 1 < match.ply:  # type: ignore[attr-defined]
            assert max(gained) < 20, "the most that a die and its cards bring"
        if before.stage == TILE_STAGE:
            chosen += 1
    assert chosen
    start: Any = match.state_at(0)
    as_scored = [count_points(start, seat) for seat in range(2)]
    assert match.outcome is not None
    assert total == [match.outcome.scores[seat] - as_scored[seat] for seat in range(2)]


def test_only_the_most_valuable_differences_are_checked_on_other_deals(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fork, tried = find_fork("reef", 0), list[str]()

    def play_lines_with_fixed_results(fork: MoveFork, key: bytes) -> ActionComparison:
        assert fork.eager_aim is not None
        tried.append(fork.eager_aim.key)
        return ActionComparison({(fork.eager_aim.key, seat): [(1.0, 1.0)] * 4 for seat in range(2)}, [])

    monkeypatch.setattr(MoveFork, "play_lines", play_lines_with_fixed_results)
    usual = {
        (aim.key, seat): [(9.0 if seat == fork.seat else 0.0, 0.0)] * 4
        for aim in fork.list_aims()
        for seat in range(2)
    }
    assert len(usual) > 2 * MAX_CHECKED_DIFFERENCES
    assert find_point(fork, ActionComparison(usual, [])) is None
    by_weight = sorted(fork.list_aims(), key=lambda aim: -aim.win_chance_weight)
    assert tried == [aim.key for aim in by_weight[:MAX_CHECKED_DIFFERENCES]]


def test_cards_in_hand_count_as_at_the_end_of_the_match() -> None:
    """Scoring the cards at the end counts as no further gain. All gains add up to the match's score."""
    match, dice = Match.begin(GAMES["reef"], 2, {}, bytes(32)), Chance(b"reef", 14)
    while match.to_act:
        seat = match.to_act[0]
        match = match.act(seat, dice.choice(match.legal_actions(seat)).token)
    count = next(aim.measure_progress for aim in GAMES["reef"].aims if aim.key == "with_hand")
    states: list[Any] = [match.state_at(ply) for ply in range(match.ply + 1)]
    start, end = states[0], states[-1]
    assert match.outcome is not None and any(sum_hand_scores(own.reef, own.hand) for own in end.seats)
    for seat, own in enumerate(start.seats):
        total = sum(count(before, after, (), seat) for before, after in pairwise(states))
        assert total == match.outcome.scores[seat] - own.points - sum_hand_scores(own.reef, own.hand)


@pytest.mark.parametrize(
    ("own", "other", "fruitless"),
    [(3.0, 1.0, False), (1.0, 3.0, True), (-1.0, -2.0, False), (0.0, 0.0, True)],
)
def test_a_move_that_brings_no_lead_at_the_end_is_fruitless(
    own: float, other: float, fruitless: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    fork = find_fork("reef", 0)

    def play_lines_with_fixed_results(fork: MoveFork, key: bytes) -> ActionComparison:
        gains = {fork.seat: own, 1 - fork.seat: other}
        return ActionComparison(
            {(aim.key, seat): [(gains[seat], 0.0)] * 4 for aim in fork.list_aims() for seat in range(2)}, []
        )

    monkeypatch.setattr(MoveFork, "play_lines", play_lines_with_fixed_results)
    assert is_fruitless_choice(fork) == fruitless
    assert not is_fruitless_choice(find_fork("das_riff", 0)), "no points are counted"


@pytest.mark.parametrize(("gained", "fruitless"), [(1.0, True), (9.0, False)])
def test_a_lead_that_may_be_due_to_chance_does_not_count(
    gained: float, fruitless: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    fork = find_fork("reef", 0)
    leads = [(gained + noise, 0.0) for noise in (-9.0, 9.0) * 8]

    def play_lines_with_fixed_results(fork: MoveFork, key: bytes) -> ActionComparison:
        pairs = {fork.seat: leads, 1 - fork.seat: [(0.0, 0.0)] * len(leads)}
        return ActionComparison(
            {(aim.key, seat): pairs[seat] for aim in fork.list_aims() for seat in range(2)}, []
        )

    monkeypatch.setattr(MoveFork, "play_lines", play_lines_with_fixed_results)
    assert is_fruitless_choice(fork) == fruitless


def make_last_brood_fork(*tokens: str, broods: str = "gg bp rg gw") -> MoveFork:
    """Return a decision between two moves of a seat that needs one more brood and has a shark.

    A green male blocks its last coral, and both fish of another brood are in reach.
    """
    game, seat = GAMES["das_riff"], 0
    own = make_reef("rrrrbbp", boats=8, sharks=1, corals="rr! yy! ww! rb! gm")
    state = make_position(own, a="wa bf pm", broods=broods)
    rules = game.rules[max(game.rules)]
    actions = [rules.read(token) for token in tokens]
    assert all(action in rules.legal_actions(state, seat) for action in actions)
    return MoveFork(game, max(game.rules), rules.recall(state, seat), seat, (actions[0], actions[1]), 2)


def test_a_sure_win_is_shown_by_its_own_first_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """Turning up a card on the way must not be given as the reason for a win that doesn't need the card."""
    monkeypatch.setattr(lines, "DEAL_COUNT", 4)
    flip = make_last_brood_fork("flip:B1:r", "end")
    win, step = find_certain_win(flip), find_first_step(flip)
    assert win == ReviewPoint("win", 0, 1.0, 0.0)
    assert step is not None and step.token == "shark:#5"
    direct = find_first_step(make_last_brood_fork("shark:#5", "end"))
    assert direct is not None and direct.token == "shark:#5"
    assert find_first_step(make_last_brood_fork("flip:B1:r", "end", broods="gg yg rg gw")) is None


def test_only_a_move_that_ended_the_turn_rules_out_a_brood_in_that_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Before its turn ends, a seat may be able to do more than eager play shows."""
    fork, tried = find_fork("das_riff", 0), list[str]()

    def play_lines_with_fixed_results(fork: MoveFork, key: bytes) -> ActionComparison:
        assert fork.eager_aim is not None
        tried.append(fork.eager_aim.key)
        pairs = [(1.0, 0.0)] * 4
        return ActionComparison({(fork.eager_aim.key, seat): pairs for seat in range(2)}, [])

    def is_turn_ended(fork: MoveFork) -> bool:
        return ended

    monkeypatch.setattr(MoveFork, "play_lines", play_lines_with_fixed_results)
    monkeypatch.setattr(MoveFork, "second_ends_turn", is_turn_ended)
    for ended in (False, True):
        find_possible_point(fork)
        assert ("now" in tried) == ended


@pytest.mark.parametrize(
    ("better", "played", "found"),
    [
        ([1.0] * 10, [1.0] * 2 + [0.0] * 8, (1.0, 0.2)),
        ([1.0] * 10, [1.0] * 9 + [0.0], None),
        ([1.0] * 9 + [0.0], [0.0] * 10, None),
        ([1.0] * 10, [1.0] * 10, (1.0, 1.0)),
    ],
    ids=["wins", "likely_anyway", "not_sure", "sure_anyway"],
)
def test_a_win_in_the_same_turn_is_only_stated_if_it_is_sure(
    better: list[float],
    played: list[float],
    found: tuple[float, float] | None,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fork = find_fork("das_riff", 0)

    def play_lines_with_fixed_results(fork: MoveFork, key: bytes) -> ActionComparison:
        assert fork.eager_aim is not None and fork.eager_aim.key == "win"
        return ActionComparison(
            {("win", seat): list(zip(better, played, strict=True)) for seat in range(2)}, []
        )

    monkeypatch.setattr(MoveFork, "play_lines", play_lines_with_fixed_results)
    point = find_certain_win(fork)
    assert (None if point is None else (point.better, point.played)) == found
    assert find_certain_win(find_fork("coral_reef", 0)) is None


@pytest.mark.parametrize(("gained", "found"), [(1.5, 0), (2.5, 1)])
def test_a_distant_aim_needs_a_larger_difference(gained: float, found: int) -> None:
    game = GAMES["reef"]
    for key, least in (("points", 1), ("far", found)):
        pairs = {(key, 0): [(gained, 0.0)] * 4, (key, 1): [(0.0, 0.0)] * 4}
        assert len(_sort_by_worth(game, pairs, 0)) == least


@pytest.mark.parametrize(
    ("boats", "first", "needed"),
    [(1, "boat:yyy", True), (2, "boat:yyy", False), (3, "take:A3:y>1", False), (3, "take:A1:r>1", True)],
)
def test_a_brood_that_does_not_need_the_better_move_is_not_a_reason_for_it(
    boats: int, first: str, needed: bool
) -> None:
    game, seat = GAMES["das_riff"], 0
    reef = make_reef("rryyy", corals=". .", boats=boats)
    state = make_position(reef, a="rm rf ym", broods="rr yg gw pp")
    rules = game.rules[max(game.rules)]
    actions = (rules.read(first), rules.read("end"))
    fork = MoveFork(game, rules.version, rules.recall(state, seat), seat, actions, 2, deal_count=8)
    aim = next(aim for aim in game.aims if aim.key == "now")
    assert is_first_needed(fork, aim) == needed
    assert (find_possible_point(fork, turns=1) is not None) == needed


def test_a_play_of_coral_reef_is_explained_by_turns_beyond_the_next_three() -> None:
    """Within four turns, neither play empties the hand clearly more often."""
    match = begin_match("coral_reef", 2, 962, "explained")
    for token in ("play:1:45>4", "play:1:4ja>4"):
        match = match.act(match.to_act[0], token)
    rules, seat = match.rules, match.to_act[0]
    actions = (rules.read("play:1:35q2>5"), rules.read("play:1:3*2q>3"))
    fork = MoveFork(match.game, rules.version, rules.recall(match.state, seat), seat, actions, 2)
    assert find_point(fork, fork.play_lines(POINT_KEY)) is None
    point = find_telling_point(fork, None, 0.11)
    assert point is not None and point.aim == "far" and point.better > point.played + 0.08
    sentence = describe_point(match.game, point, seat, ("Anna", "Ben"))
    assert sentence is not None and "to empty the hand within 6 turns" in sentence.msgid


@pytest.mark.parametrize(
    ("gained", "loss", "is_stated"), [(2.0, 0.3, True), (2.0, 0.7, False), (3.0, 0.7, True), (3.0, 1.0, True)]
)
def test_a_few_points_explain_even_a_loss_of_most_of_the_win_chance(
    gained: float, loss: float, is_stated: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the last turns, three points can decide a match."""
    fork = find_fork("reef", 0)
    found = ReviewPoint("points", fork.seat, gained, 0.0)
    monkeypatch.setattr(points, "find_possible_point", lambda *given, **named: None)
    monkeypatch.setattr(points, "find_point", lambda own, first, **named: found if own.aims is None else None)
    result = ActionComparison({}, [])
    monkeypatch.setattr(MoveFork, "play_lines", lambda *given: result)
    assert find_telling_point(fork, None, loss) == (found if is_stated else None)
