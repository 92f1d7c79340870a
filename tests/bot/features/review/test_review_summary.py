"""A review's summary agrees with the numbers it shows, even if the estimates are wrong."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import pytest
from PIL import Image

from bot.features.review import picture, summary
from bot.features.review.picture import list_flags
from bot.features.review.summary import MIN_LUCK_SHOWN, MIN_PLAY_DIFFERENCE, SeatNames, WinChanceParts
from bot.features.review.texts import (
    describe_win,
    write_alt_text,
    write_other_moves,
    write_review,
    write_win_chance_summaries,
)
from bot.model.turns import find_turn_number
from games.core.match import Match
from games.core.words import load_words
from games.drawing.curve_field import CurveLine
from games.registry import GAMES
from games.review.moves import MIN_BLUNDER_LOSS, MIN_INACCURACY_LOSS
from games.review.review import ResultParts, Review, ReviewedMove
from tests.proof.whatif import play_match_to_ply
from tests.support.cases import join_cases
from tests.support.outputs import make_handed_over_table

WIN_LINE_PATTERN = re.compile(
    r"^-# (.+)'s win chance: (\d+)% at the start ([+−] \d+)% by (the moves|luck)"
    r" ([+−] \d+)% by .+ = (\d+)%\.$"
)


def write_summary(review: Review) -> tuple[str, dict[str, tuple[int, int]]]:
    """Return a review's summary, and the play and luck shown for each name."""
    table = make_handed_over_table(Match.begin(GAMES["coral_reef"], review.seat_count, {}, bytes(32)))
    sentence = describe_win(table, review, load_words())
    found = {}
    for line in write_win_chance_summaries(table, review, load_words()).splitlines():
        parsed = WIN_LINE_PATTERN.match(line)
        assert parsed, line
        first, second = (int(parsed[group].replace("−", "-").replace(" ", "")) for group in (3, 5))
        assert 0 <= int(parsed[2]) + first <= 100, line
        assert int(parsed[2]) + first + second == int(parsed[6]) in range(101), line
        found[parsed[1]] = (first, second) if parsed[4] == "the moves" else (second, first)
    assert len(found) == review.seat_count
    return sentence, found


def make_review(costs: list[float], seat_count: int = 0) -> Review:
    """Return a review of a match won by the first seat, with moves of the given costs, by the seats in turn.

    :param seat_count: number of seats, by default one for each move.
    """
    seat_count = seat_count or len(costs)
    start = (1 / seat_count,) * seat_count
    result = tuple(float(seat == 0) for seat in range(seat_count))
    moves = tuple(ReviewedMove(ply, ply % seat_count, "a", "b", 0.5, cost) for ply, cost in enumerate(costs))
    return Review(len(costs), start, (*([start] * len(costs)), result), result, moves)


@join_cases(product([2, 3, 4], range(40)))
def test_the_sentence_names_the_players_with_the_best_figures(seat_count: int, number: int) -> None:
    dice = Random(f"{seat_count} {number}")
    costs = [dice.choice([0.0, 0.02, 0.4, 0.9]) for _ in range(seat_count)]
    sentence, shown = write_summary(make_review(costs))
    plays = {name: play for name, (play, _) in shown.items()}
    best = [name for name, play in plays.items() if max(plays.values()) - play < MIN_PLAY_DIFFERENCE]
    told = sentence.partition(".")[0]
    if len(best) == seat_count:
        is_even = told in ("Everyone played about equally well", "An even match, in play and in luck")
        assert is_even or (told == "Everyone played well" and max(costs) < MIN_INACCURACY_LOSS)
    elif " won by luck" in told:
        winner, gain, ahead = re.findall(r"^(.+) won by luck \(\+(\d+)% .+\), although (.+) played", told)[0]
        assert (winner, shown[winner][1]) == (next(iter(shown)), int(gain)) and winner not in best
        assert [name for name in plays if name in ahead] == best and "lucky" not in sentence
    else:
        ahead = re.split(r" outplayed | played (?:slightly )?better| was lucky", told)[0]
        assert ahead != told and [name for name in plays if name in ahead] == best
    luck = max(luck for _, luck in shown.values())
    if "and played better" in sentence:
        pattern = r"^(.+) was lucky \(\+(\d+)% win chance\) and played better \(\+(\d+)%\)\.$"
        name, gain, play = re.findall(pattern, sentence)[0]
        assert shown[name] == (int(play), int(gain)) and int(gain) == luck > int(play) > 0
    elif "lucky" in sentence:
        name, gain = re.findall(r"\. (.+?) was (?:also )?lucky \(\+(\d+)% win chance\)\.$", sentence)[0]
        assert shown[name][1] == int(gain) == luck >= MIN_LUCK_SHOWN
    else:
        assert luck < MIN_LUCK_SHOWN or " won by luck" in told


@pytest.mark.parametrize(
    ("costs", "expected"),
    [
        ((0.0, 0.0), "Everyone played well."),
        ((0.2, 0.2), "Everyone played about equally well."),
        ((0.0, 0.2), "Ann was lucky (+30% win chance) and played better (+20%)."),
        ((0.0, 0.3), "Ann outplayed Ben. Ann was also lucky (+20% win chance)."),
        ((0.2, 0.0), "Ann won by luck (+70% win chance), although Ben played better."),
        ((0.09, 0.0), "Ann won by luck (+59% win chance), although Ben played better."),
        ((0.0, 0.04), "Everyone played well."),
        ((0.0, 0.04, 0.0, 0.04), "Ann was lucky (+42% win chance) and played better (+8%)."),
    ],
)
def test_the_player_whose_moves_cost_less_played_better(costs: tuple[float, ...], expected: str) -> None:
    sentence, shown = write_summary(make_review(list(costs), seat_count=2))
    first, second = shown
    assert sentence.startswith(expected.replace("Ann", first).replace("Ben", second))
    play = round(100 * (sum(costs[1::2]) - sum(costs[::2])))
    assert shown == {first: (play, 50 - play), second: (-play, play - 50)}


@pytest.mark.parametrize(("luck", "early_end"), [(75, 0), (20, 55)])
def test_a_winner_by_an_early_end_did_not_win_by_luck(luck: int, early_end: int) -> None:
    names = [SeatNames(name, (name,), (name,)) for name in ("Ann", "Ben")]
    parts = [WinChanceParts(50, -25, luck, early_end, 100), WinChanceParts(50, 25, -luck, -early_end, 0)]
    sentence = summary.write_summary(names, parts, make_review([0.25, 0.0]), load_words())
    assert ("won by luck" in sentence) == (not early_end)
    assert "Ann was lucky (+20% win chance)" in sentence or not early_end


def test_two_players_who_played_equally_well_are_named_together() -> None:
    sentence, shown = write_summary(make_review([0.0, 0.0, 0.3]))
    first, second, third = shown
    assert [play for play, _ in shown.values()] == [15, 15, -30]
    assert sentence.startswith(f"{first} and {second} outplayed {third}. ")


@pytest.mark.parametrize(
    ("costs", "result", "expected"),
    [
        ((1.09, 0.0), 1.0, "50% at the start − 50% by the moves + 100% by luck = 100%."),
        ((0.4, 0.0), 0.0, "50% at the start − 40% by the moves − 10% by luck = 0%."),
        ((0.0, 0.7), 1.0, "50% at the start − 20% by luck + 70% by the moves = 100%."),
        ((0.0, 1.2), 1.0, "50% at the start + 50% by the moves + 0% by luck = 100%."),
        ((0.0, 0.3), 1.0, "50% at the start + 30% by the moves + 20% by luck = 100%."),
        ((0.0, 0.05), 0.0, "50% at the start + 5% by the moves − 55% by luck = 0%."),
    ],
)
def test_running_totals_stay_between_0_and_100(
    costs: tuple[float, float], result: float, expected: str
) -> None:
    start, end = (0.5, 0.5), (result, 1 - result)
    moves = tuple(ReviewedMove(ply, ply, "a", "b", 0.5, cost) for ply, cost in enumerate(costs))
    review = Review(2, start, (start, start, end), end, moves)
    table = make_handed_over_table(Match.begin(GAMES["coral_reef"], 2, {}, bytes(32)))
    lines = [
        line
        for line in write_win_chance_summaries(table, review, load_words()).splitlines()
        if "win chance" in line
    ]
    assert lines[0].endswith(expected)


@join_cases((number,) for number in range(200))
def test_start_luck_and_play_add_up_within_0_and_100(number: int) -> None:
    dice = Random(number)
    start, result = dice.random(), dice.choice([0.0, 0.5, 1.0])
    luck, ended = dice.uniform(-2, 2), dice.choice([0.0, dice.uniform(-1.2, 1.2)])
    points = WinChanceParts.from_account(
        ResultParts(start, result - start - luck - ended, luck, ended, result)
    )
    parts = (
        [points.luck_change, points.play_change]
        if points.is_luck_first
        else [points.play_change, points.luck_change]
    )
    total = points.start_chance
    for part in (*parts, points.early_end_change):
        total += part
        assert 0 <= total <= 100
    assert total == points.final_chance == round(100 * result)


@pytest.mark.parametrize(
    ("costs", "named_loss", "is_decided"),
    [
        ([0.0, 0.06], 0.06, False),
        ([0.0, MIN_BLUNDER_LOSS], MIN_BLUNDER_LOSS, True),
        ([0.4, 0.0], 0.4, False),
        ([0.4, 0.2], 0.2, True),
        ([0.4, 0.1], 0.4, False),
    ],
)
def test_only_a_blunder_of_the_loser_decides_a_match(
    costs: list[float], named_loss: float, is_decided: bool
) -> None:
    review = make_review(costs)
    match = Match.begin(GAMES["coral_reef"], 2, {}, bytes(32))
    for _ in costs:
        match = match.act(match.to_act[0], match.legal_actions(match.to_act[0])[0].token)
    table = make_handed_over_table(match)
    _, told = write_review(table, review, load_words()).splitlines()
    assert told.startswith("Decided in turn") is is_decided
    assert told.startswith("No single move decided it.") is not is_decided
    assert re.search(rf"\b{round(100 * named_loss)}% (?:more )?win chance", told)


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        (0.47, r"Decided in turn 1: \w+ missed a move with 29% more win chance."),
        (0.3, r"Decided in turn 1: \w+'s move gave away 29% win chance."),
    ],
)
def test_a_loss_that_the_curve_does_not_show_is_called_a_missed_chance(after: float, expected: str) -> None:
    """A win chance that falls from 51% to 47% can't have been given away by 29%."""
    match = Match.begin(GAMES["coral_reef"], 2, {}, bytes(32))
    for _ in range(2):
        match = match.act(match.to_act[0], match.legal_actions(match.to_act[0])[0].token)
    curve = ((0.51, 0.49), (after, 1 - after), (0.0, 1.0))
    review = Review(2, (0.5, 0.5), curve, (0.0, 1.0), (ReviewedMove(0, 0, "a", "b", 0.51, 0.29),))
    table, is_missed = make_handed_over_table(match), "missed" in expected
    assert re.search(expected, write_review(table, review, load_words()))
    alt = write_alt_text(table, match, review, load_words())
    assert ("misses a move with 29% more win chance" in alt) is is_missed
    assert ("gives away 29% win chance" in alt) is not is_missed
    (flag,) = list_flags(table, match, review, load_words())
    assert (
        flag.write_note is not None
        and flag.write_note("Ada") == f"Turn 1: Ada {'misses +' if is_missed else 'gives away '}29%"
    )


@pytest.mark.parametrize(("later", "is_decided"), [(0.45, True), (0.5, False)])
def test_a_blunder_that_the_loser_recovered_from_does_not_decide_the_match(
    later: float, is_decided: bool
) -> None:
    """Nothing is decided if the loser later has as large a win chance again as before the blunder."""
    review = make_review([0.0, MIN_BLUNDER_LOSS])
    start, before, result = review.curve
    review = replace(review, steps=3, curve=(start, before, (1 - later, later), result))
    match = Match.begin(GAMES["coral_reef"], 2, {}, bytes(32))
    for _ in range(3):
        match = match.act(match.to_act[0], match.legal_actions(match.to_act[0])[0].token)
    _, told = write_review(make_handed_over_table(match), review, load_words()).splitlines()
    assert told.startswith("Decided in turn") is is_decided


def test_moves_are_listed_until_they_explain_the_play() -> None:
    """For the remaining moves, only the total loss and the two largest losses are shown."""
    costs = [0.09, 0.0, 0.08, 0.0, 0.06, 0.03, 0.05, 0.0, 0.04, 0.0, *[0.03] * 2]
    match = Match.begin(GAMES["reef"], 2, {}, bytes(32))
    for _ in costs:
        match = match.act(match.to_act[0], match.legal_actions(match.to_act[0])[0].token)
    moves = tuple(ReviewedMove(ply, ply % 2, "a", "b", 0.5, cost) for ply, cost in enumerate(costs))
    review = Review(12, (0.5, 0.5), ((0.5, 0.5),) * 13, (0.0, 1.0), moves)
    listed = review.list_key_moves()
    assert [move.ply for move in listed] == [0, 2, 4, 6]
    assert not review.is_explained(listed[:3], 0) and review.is_explained(listed, 0)
    text = write_other_moves(make_handed_over_table(match), match, review, load_words())
    also, rest = text.splitlines()
    assert re.fullmatch(r"Also costly for \w+: turn 7 \(5%\)\.", also)
    largest = "The largest: Bob in turn 6 (3%) and Ada in turn 9 (4%)."
    assert rest == f"The rest is 4 smaller losses, most of them in turns 9 to 12. {largest}"
    small = replace(review, moves=tuple(replace(move, loss=0.04) for move in moves if not move.ply))
    text = write_other_moves(make_handed_over_table(match), match, small, load_words())
    assert re.fullmatch(r"Most costly for \w+: turn 1 \(4%\)\.", text), "no turning point is shown before it"
    bold = replace(review, moves=tuple(replace(move, loss=0.2) for move in moves))
    assert len(bold.list_key_moves()) == len(moves), "no large loss is left to the rest"


def test_equally_large_losses_are_in_the_same_list() -> None:
    costs = [0.11, 0.0, 0.09, 0.0, 0.071, 0.0, 0.069, 0.0, 0.052, 0.0, 0.047, 0.0, 0.03]
    moves = tuple(ReviewedMove(ply, 0, "a", "b", 0.5, cost) for ply, cost in enumerate(costs))
    review = Review(13, (0.5, 0.5), ((0.5, 0.5),) * 14, (0.0, 1.0), moves)
    listed = review.list_key_moves()
    assert review.is_explained(listed[:5], 0)
    assert [move.ply for move in listed] == [0, 2, 4, 6, 8, 10], "both losses of 5% are listed"


def test_a_turn_of_several_costly_steps_is_listed_once() -> None:
    match = Match.begin(GAMES["das_riff"], 2, {}, bytes(32))
    for _ in range(12):
        match = match.act(match.to_act[0], match.legal_actions(match.to_act[0])[0].token)
    turns = [find_turn_number(match, ply) for ply in range(match.ply)]
    ply = next(ply for ply in range(match.ply - 1) if turns[ply] == turns[ply + 1])
    moves = tuple(ReviewedMove(each, 0, "a", "b", 0.5, 0.04) for each in (ply, ply + 1))
    review = Review(match.ply, (0.5, 0.5), ((0.5, 0.5),) * (match.ply + 1), (0.0, 1.0), moves)
    text = write_other_moves(make_handed_over_table(match), match, review, load_words())
    assert re.fullmatch(rf"Most costly for \w+: turn {turns[ply]} \(8%\)\.", text)


@pytest.mark.parametrize(
    ("costly", "outplayed"), [((0,), "Zoe"), ((4,), "Ada"), ((0, 4), "Zoe and Ada"), ((), "")]
)
def test_a_player_is_not_outplayed_by_moves_of_a_former_player(
    costly: tuple[int, ...], outplayed: str
) -> None:
    """Zoe left the first seat to Ada in the middle of the match."""
    match = Match.begin(GAMES["reef"], 2, {}, bytes(32))
    for _ in range(6):
        match = match.act(match.to_act[0], match.legal_actions(match.to_act[0])[0].token)
    moves = tuple(ReviewedMove(ply, 0, "a", "b", 0.5, 0.2 * (ply in costly)) for ply in (0, 4))
    review = Review(6, (0.5, 0.5), ((0.5, 0.5),) * 7, (0.5, 0.5), moves)
    text = describe_win(make_handed_over_table(match), review, load_words())
    assert text.startswith(f"Bob outplayed {outplayed}." if costly else ("Everyone played", "An even match"))


@pytest.mark.parametrize(
    ("decided", "outplayed"), [((0,), "Zoe"), ((4,), "Ada"), ((0, 4), "Zoe and Ada"), ((), "Ada")]
)
def test_only_players_who_made_decisions_outplay_others(decided: tuple[int, ...], outplayed: str) -> None:
    """Zoe left the first seat to Ada in the middle of the match."""
    match = Match.begin(GAMES["reef"], 2, {}, bytes(32))
    for _ in range(6):
        match = match.act(match.to_act[0], match.legal_actions(match.to_act[0])[0].token)
    moves = (
        *(ReviewedMove(ply, 0, "a", "a", 0.5, 0.0) for ply in decided),
        ReviewedMove(1, 1, "a", "b", 0.5, 0.2),
    )
    # The seat of Zoe and Ada is also lucky.
    review = Review(6, (0.5, 0.5), ((0.5, 0.5),) * 6 + ((1.0, 0.0),), (1.0, 0.0), moves)
    text = describe_win(make_handed_over_table(match), review, load_words())
    if outplayed == "Ada":
        assert text == "Ada was lucky (+30% win chance) and played better (+20%)."
    else:
        assert text == f"{outplayed} outplayed Bob. Ada was also lucky (+30% win chance)."


def test_picture_and_alt_text_show_no_swings_within_a_round(monkeypatch: pytest.MonkeyPatch) -> None:
    match = play_match_to_ply(GAMES["reef"], 2, 1, 8)
    curve = tuple((0.5 - 0.2 * (ply % 2), 0.5 + 0.2 * (ply % 2)) for ply in range(9))
    review, table = Review(8, (0.5, 0.5), curve, (0.5, 0.5), ()), make_handed_over_table(match)
    drawn: list[CurveLine] = []

    def record_lines(title: str, lines: Sequence[CurveLine], *given: Any) -> Image.Image:
        drawn.extend(lines)
        return Image.new("P", (1, 1))

    monkeypatch.setattr(picture, "draw_curve", record_lines)
    monkeypatch.setattr(picture, "encode", lambda image: b"")
    picture._draw_curve(table, match, review, load_words())
    assert [line.shares[:8] for line in drawn] == [[0.5] * 8] * 2, "the last round is after these"
    assert "30%" not in write_alt_text(table, match, review, load_words())
