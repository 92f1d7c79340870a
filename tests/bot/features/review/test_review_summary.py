"""A review's sentence agrees with the figures it shows, even if the estimates are wrong."""

from __future__ import annotations

import re
from random import Random

import pytest

from bot.features.review.summary import CLOSE_PLAY, MIN_SHOWN, Points
from bot.features.review.texts import tell_how_won, write_accounts, write_review
from games.core.match import Match
from games.core.words import words
from games.registry import GAMES
from games.review.moves import BLUNDER
from games.review.review import Account, Move, Review
from tests.support.outputs import make_handed_over_table

LINE = re.compile(r"^-# (.+?)(?: \(.+\))?, win chance: (\d+) ([+−]\d+) (play|luck) ([+−]\d+) (?:play|luck)")


def write_summary(review: Review) -> tuple[str, dict[str, tuple[int, int]]]:
    """Return a review's sentence, and the play and luck shown for each name."""
    table = make_handed_over_table(Match.begin(GAMES["coral_reef"], review.seats, {}, bytes(32)))
    sentence = tell_how_won(table, review, words())
    found = {}
    for line in write_accounts(table, review, words()).splitlines():
        shown = LINE.match(line)
        assert shown, line
        first, second = (int(shown[group].replace("−", "-")) for group in (3, 5))
        assert 0 <= int(shown[2]) + first <= 100, line
        assert 0 <= int(shown[2]) + first + second <= 100, line
        found[shown[1]] = (first, second) if shown[4] == "play" else (second, first)
    assert len(found) == review.seats
    return sentence, found


def make_review(lucks: list[float], costs: list[float]) -> Review:
    """Return a review with one move per seat, of the given luck and costs; the first seat has won."""
    seats = len(lucks)
    start = (1 / seats,) * seats
    result = tuple(float(seat == 0) for seat in range(seats))
    moves = tuple(Move(ply, ply, "a", "b", 0.5, cost) for ply, cost in enumerate(costs))
    return Review(seats, start, (start, *([start] * (seats - 1)), result), (tuple(lucks),), result, moves)


NO_SINGLE_MOVE = "Ann came out ahead, though no single move shows it."


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("number", range(40))
def test_the_sentence_names_the_players_with_the_best_figures(seats: int, number: int) -> None:
    dice = Random(f"{seats} {number}")
    lucks = [dice.choice([0.02, 0.1, 1 / seats]) * dice.uniform(-1, 1) for _ in range(seats)]
    if number % 3 == 0:
        # The winner gained nearly everything by luck.
        lucks = [-1 / seats + 0.01] * seats
        lucks[0] = 1 - 1 / seats - 0.01 * (seats - 1)
    costs = [dice.choice([0.0, 0.02, 0.4]) for _ in range(seats)]
    sentence, shown = write_summary(make_review(lucks, costs))
    plays = {name: play for name, (play, _) in shown.items()}
    best = [name for name, play in plays.items() if max(plays.values()) - play < CLOSE_PLAY]
    told = sentence.partition(".")[0]
    if len(best) == seats:
        assert told in ("Everybody played about as well", "An even match, in play and in luck")
    else:
        assert re.search(r"outplayed|ahead", told)
        ahead = re.split(r" outplayed | came ", told)[0]
        assert [name for name in plays if name in ahead] == best
    luck = max(luck for _, luck in shown.values())
    if "lucky" in sentence:
        name, gain = re.findall(r"\. (.+?) was (?:also )?lucky \(\+(\d+)% win chance\)\.$", sentence)[0]
        assert shown[name][1] == int(gain) == luck >= MIN_SHOWN
    else:
        assert luck < MIN_SHOWN


@pytest.mark.parametrize(
    ("costs", "told"),
    [
        ((0.0, 0.0), NO_SINGLE_MOVE),
        ((0.0, 0.02), NO_SINGLE_MOVE),
        ((0.2, 0.1), NO_SINGLE_MOVE),
        ((0.0, 0.2), "Ann outplayed Ben."),
    ],
)
def test_a_player_whose_moves_cost_no_more_is_not_called_outplayed(
    costs: tuple[float, float], told: str
) -> None:
    """A difference that the estimates notice late counts as play, although no single move caused it."""
    review = make_review([0.3, -0.3], list(costs))
    sentence, shown = write_summary(review)
    first, second = shown
    assert sentence.startswith(told.replace("Ann", first).replace("Ben", second))
    assert shown[first] == (20, 30) and sentence.endswith(f"{first} was also lucky (+30% win chance).")


def test_two_players_who_played_equally_well_are_named_together() -> None:
    sentence, shown = write_summary(make_review([0.64, -0.33, 0.06], [0.0, 0.0, 0.5]))
    first, second, _ = shown
    assert [play for play, _ in shown.values()] == [3, 0, -33]
    luck = f"{first} was lucky (+64% win chance)."
    assert sentence == f"{first} and {second} outplayed the others. {luck}"
    quiet, _ = write_summary(make_review([0.64, -0.33, 0.06], [0.0, 0.0, 0.0]))
    assert quiet.startswith(f"{first} and {second} came out ahead, though")


@pytest.mark.parametrize(
    ("luck", "result", "told"),
    [
        (1.59, 1.0, "50 −50 play +100 luck = 100%"),
        (0.01, 0.0, "50 −50 play +0 luck = 0%"),
        (-0.2, 1.0, "50 −20 luck +70 play = 100%"),
        (-1.7, 1.0, "50 −50 luck +100 play = 100%"),
        (0.2, 1.0, "50 +30 play +20 luck = 100%"),
    ],
)
def test_partial_sums_in_an_account_stay_possible_win_chances(luck: float, result: float, told: str) -> None:
    start, end = (0.5, 0.5), (result, 1 - result)
    review = Review(1, start, (start, end), ((luck, -luck),), end, ())
    table = make_handed_over_table(Match.begin(GAMES["coral_reef"], 2, {}, bytes(32)))
    line = write_accounts(table, review, words()).splitlines()[0]
    assert line.endswith(told)


@pytest.mark.parametrize("number", range(200))
def test_every_sum_of_an_account_stays_between_0_and_100(number: int) -> None:
    dice = Random(number)
    start, result = dice.random(), dice.choice([0.0, 0.5, 1.0])
    luck, ended = dice.uniform(-2, 2), dice.choice([0.0, dice.uniform(-1.2, 1.2)])
    points = Points.from_account(Account(start, result - start - luck - ended, luck, ended, result))
    parts = [points.luck, points.play] if points.is_luck_first else [points.play, points.luck]
    total = points.start
    for part in (*parts, points.ended):
        total += part
        assert 0 <= total <= 100
    assert total == points.result == round(100 * result)


@pytest.mark.parametrize(
    ("costs", "told_loss", "decided"),
    [
        ([0.0, 0.06], 0.06, False),
        ([0.0, BLUNDER], BLUNDER, True),
        ([0.4, 0.0], 0.4, False),
        ([0.4, 0.2], 0.2, True),
    ],
)
def test_only_a_losers_blunder_has_decided_a_match(
    costs: list[float], told_loss: float, decided: bool
) -> None:
    review = make_review([0.0, 0.0], costs)
    match = Match.begin(GAMES["coral_reef"], 2, {}, bytes(32))
    for _ in costs:
        match = match.act(match.to_act[0], match.legal_actions(match.to_act[0])[0].token)
    table = make_handed_over_table(match)
    _, told = write_review(table, review, words()).splitlines()
    assert told.startswith("Decided in turn") is decided
    assert told.startswith("No single move decided it.") is not decided
    assert f"{round(100 * told_loss)}% win chance" in told
