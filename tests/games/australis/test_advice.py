"""Advice on actions of Australis, in positions with an obvious reason."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.australis import texts
from games.australis.events import Event
from games.australis.rules import RULES
from games.australis.state import State
from games.australis.view import CHOOSE_STAGE, CORAL_STAGE, ORDER_STAGE, TILE_STAGE, TurnTask, View
from games.core.texts import GenericScene
from games.core.words import load_words
from tests.games.advising import check_advice
from tests.games.australis.build import make_board, make_position, parse_cards
from tests.support.cases import join_cases

BOARD_AHEAD = make_board(space=9)
PLACING_TASK = TurnTask(None, (), 6, 0)
TAKING_TASK = TurnTask(None, (), 0, 1)
LAST_DIE_POSITION = make_position(
    make_board(dice="r7 y40 v6"),
    BOARD_AHEAD,
    round=5,
    dice_taken_count=6,
    offer="w20 w11",
    display="py dr tw cy fb pv",
)
LAST_CARD_POSITION = make_position(
    make_board(dice="w11 y40 v6 r7"),
    BOARD_AHEAD,
    round=5,
    dice_taken_count=6,
    stage=CHOOSE_STAGE,
    task=TAKING_TASK,
    display="py dr tw cy fb pv",
)

CASES = [
    (
        make_position(make_board(fish=2, food="oo"), BOARD_AHEAD, offer="y22 b2"),
        "die:y22",
        "Your fish then score 1 point a round, up from 0",
        "AU-3.2",
    ),
    (
        make_position(make_board(fish=3), BOARD_AHEAD, offer="y22 b2"),
        "die:y22",
        "You then have 5 fish; to score more",
        "AU-3.2",
    ),
    (make_position(make_board(), BOARD_AHEAD, offer="y22 b2"), "die:y22", "2 fish of the 3", "AU-3.2"),
    (
        make_position(make_board(cards="ty cy"), BOARD_AHEAD, offer="y22 b2"),
        "die:y22",
        "yellow card, turtle +1; yellow card, coral",
        "AU-2.2",
    ),
    (
        make_position(make_board(cards="cy py", space=5), BOARD_AHEAD, offer="y22 b2"),
        "die:y22",
        "yellow card, coral up to reef 4",
        "AU-2.2",
    ),
    (
        make_position(make_board(cards="cy py", space=3), BOARD_AHEAD, offer="y22 b2"),
        "die:y22",
        "yellow card, coral on reef 3",
        "AU-2.2",
    ),
    (
        make_position(
            make_board(dice="w11", space=3),
            BOARD_AHEAD,
            stage=CHOOSE_STAGE,
            task=TAKING_TASK,
            offer="v3 b2",
            display="cb py fb ty fw pv",
        ),
        "use:cb",
        "Its coral goes on reef 3, beside your turtle: +1 this round",
        "AU-2.9",
    ),
    (
        make_position(make_board(space=3), BOARD_AHEAD),
        "die:b5",
        "scores 8 points a round; your fish get 1 food cube",
        "AU-2.11",
    ),
    (
        make_position(make_board(space=5), make_board(space=10)),
        "die:b5",
        "scores 11 points a round; your fish get 1",
        "AU-2.11",
    ),
    (
        make_position(make_board(space=0), BOARD_AHEAD, offer="b2 b3"),
        "die:b2",
        "Your turtle gets to space 2 and scores 2 points a round",
        "AU-3.3",
    ),
    (
        make_position(make_board(space=25), BOARD_AHEAD, arrived=(0,)),
        "die:b5",
        "You roll it for a tile",
        "AU-4.2",
    ),
    (make_position(make_board(), BOARD_AHEAD), "die:v6", "Reef 6 · +3 this round.", "AU-3.1"),
    (make_position(make_board(supply=0, corals="3:1"), BOARD_AHEAD), "die:v6", "no coral left", "AU-2.7"),
    (make_position(make_board(), BOARD_AHEAD), "die:r7", "You begin the next round", "AU-2.8"),
    (make_position(make_board(), BOARD_AHEAD, round=5), "die:r7", "1 point at the end", "AU-6.1"),
    (
        make_position(make_board(), BOARD_AHEAD),
        "die:w11",
        "Use the card now, or keep it for later dice",
        "AU-2.3",
    ),
    (
        make_position(make_board(), BOARD_AHEAD, stage=CORAL_STAGE, task=PLACING_TASK),
        "reef:6",
        "+3 this round, unless",
        "AU-3.1",
    ),
    (
        make_position(make_board(), BOARD_AHEAD, stage=CORAL_STAGE, task=PLACING_TASK),
        "reef:3",
        "+1 this round; reef 6 would bring +3.",
        "AU-3.1",
    ),
    (
        make_position(make_board(corals="6:1"), BOARD_AHEAD, stage=CORAL_STAGE, task=PLACING_TASK),
        "reef:6",
        "You lead there 2 to 0: harder to catch.",
        "AU-3.1",
    ),
    (
        make_position(
            make_board(),
            make_board(space=9, corals="3:2 4:3"),
            stage=CORAL_STAGE,
            task=replace(PLACING_TASK, reef=4),
        ),
        "reef:4",
        "It's then 1 to 3 there: closer to first place.",
        "AU-3.1",
    ),
    (
        make_position(make_board(), make_board(space=9, corals="4:3"), stage=CORAL_STAGE, task=PLACING_TASK),
        "reef:4",
        "It's then 1 to 3 there; reef 6 would bring +3.",
        "AU-3.1",
    ),
    (
        make_position(make_board(corals="3:2", supply=0), BOARD_AHEAD, stage=CORAL_STAGE, task=PLACING_TASK),
        "move:3>6",
        "brings you 3 points",
        "AU-3.1",
    ),
    (
        make_position(make_board(corals="6:1", supply=0), BOARD_AHEAD, stage=CORAL_STAGE, task=PLACING_TASK),
        "move:6>3",
        "costs you 2 points",
        "AU-3.1",
    ),
    (
        make_position(
            make_board(corals="4:2 6:1", supply=0), BOARD_AHEAD, stage=CORAL_STAGE, task=PLACING_TASK
        ),
        "move:4>6",
        "It's then 2 to 0 on reef 6; your reef points stay the same for now.",
        "AU-3.1",
    ),
    (
        make_position(make_board(corals="6:1", supply=0), BOARD_AHEAD, stage=CORAL_STAGE, task=PLACING_TASK),
        "stay",
        "3 points for the reefs",
        "AU-2.7",
    ),
    (
        make_position(
            make_board(space=3, cards="ty cy"),
            BOARD_AHEAD,
            stage=ORDER_STAGE,
            task=TurnTask(None, parse_cards("ty cy"), 0, 0),
        ),
        "card:ty",
        "up to reef 4",
        "AU-2.9",
    ),
    (
        make_position(
            make_board(space=3, cards="ty cy"),
            BOARD_AHEAD,
            stage=ORDER_STAGE,
            task=TurnTask(None, parse_cards("ty cy"), 0, 0),
        ),
        "card:cy",
        "This coral reaches up to reef 3; with your turtle first, up to 4.",
        "AU-2.9",
    ),
    (
        make_position(
            make_board(dice="w11"),
            BOARD_AHEAD,
            stage=CHOOSE_STAGE,
            task=TAKING_TASK,
            display="py dr tw cy fb pv",
        ),
        "keep:py",
        "; 1 is left this round.",
        "AU-2.2",
    ),
    (
        make_position(
            make_board(dice="w11 w11 w11 w11"),
            BOARD_AHEAD,
            round=5,
            stage=CHOOSE_STAGE,
            task=TAKING_TASK,
            display="py dr tw cy fb pv",
        ),
        "keep:py",
        "brings nothing",
        "AU-2.2",
    ),
    (
        make_position(
            make_board(dice="w11 r7"),
            BOARD_AHEAD,
            stage=CHOOSE_STAGE,
            task=TAKING_TASK,
            display="py dr tw cy fb pv",
        ),
        "keep:dr",
        "count 1 more; you have 1.",
        "AU-4.2",
    ),
    (
        make_position(
            make_board(dice="w11"),
            BOARD_AHEAD,
            stage=CHOOSE_STAGE,
            task=TAKING_TASK,
            display="py dr tw cy fb pv",
        ),
        "use:py",
        "2 points now",
        "AU-2.9",
    ),
    (LAST_DIE_POSITION, "die:w20", "only a competition card is still worth keeping", "AU-2.3"),
    (LAST_DIE_POSITION, "die:w11", "only a competition card is still worth keeping", "AU-2.3"),
    (
        replace(LAST_DIE_POSITION, boards=(make_board(dice="b5 y40 v6"), BOARD_AHEAD)),
        "die:w20",
        "now: this is your last die.",
        "AU-2.3",
    ),
    (
        replace(LAST_DIE_POSITION, boards=(make_board(dice="b5 y40 v6"), BOARD_AHEAD)),
        "die:w11",
        "Use the card now: this",
        "AU-2.3",
    ),
    (
        replace(LAST_DIE_POSITION, boards=(make_board(dice="b5 y40 r6", cards="dr"), BOARD_AHEAD)),
        "die:w20",
        "now: this is your last die.",
        "AU-2.3",
    ),
    (replace(LAST_DIE_POSITION, round=4), "die:w20", "Use the cards now, or keep them", "AU-2.3"),
    (
        make_position(
            make_board(dice="w11 y40"),
            BOARD_AHEAD,
            round=5,
            offer="b2 v6 r7",
            stage=CHOOSE_STAGE,
            task=TAKING_TASK,
            display="py dr tw cy fb pv",
        ),
        "keep:py",
        "no die of its colour left, so a kept card brings nothing",
        "AU-2.2",
    ),
    (
        replace(LAST_CARD_POSITION, round=4, boards=(make_board(dice="w11 y40"), BOARD_AHEAD)),
        "keep:py",
        "; 1 is left this round.",
        "AU-2.2",
    ),
    *[
        (
            make_position(
                make_board(dice="w11"),
                BOARD_AHEAD,
                round=4,
                dice_taken_count=2,
                stage=CHOOSE_STAGE,
                task=TAKING_TASK,
                offer="y40 y31 v6",
                display="py dr tw cy fb pv",
            ),
            f"keep:{card}",
            left,
            "AU-2.2",
        )
        for card, left in (
            ("py", "; 2 are left this round."),
            ("pv", "; 1 is left this round."),
            ("tw", "from the next round on."),
        )
    ],
    (
        LAST_CARD_POSITION,
        "keep:dr",
        "Rolled for tiles, your dice of its colour",
        "AU-4.2",
    ),
    (replace(LAST_CARD_POSITION, display=parse_cards("db dr")), "keep:db", "no die of its colour", "AU-4.2"),
    (make_position(stage=TILE_STAGE, podium=(0, 1), seat=0), "gold", "4 more than silver", "AU-4.4"),
    (
        make_position(stage=TILE_STAGE, podium=(0, 1), seat=0),
        "silver",
        "a round for 6 fish",
        "AU-3.2",
    ),
    (
        make_position(stage=TILE_STAGE, podium=(0, 1), seat=0, round=4),
        "silver",
        "It's worth 5 points at the end of the match, 7 less",
        "AU-4.4",
    ),
]

VAGUE_PHRASES = (
    "You roll it for a tile",
    "brings nothing",
    "The order doesn't matter",
    "Use the card",
    "already on the last space",
    "the most there is",
    "also need a food cube",
    "would bring",
    "It costs you",
    "; with your turtle first",
)
"""Phrases that fit many actions. Advice with such a phrase isn't a reason for an action."""


@join_cases(CASES)
def test_advice_gives_the_expected_reason_and_clause(
    state: State, token: str, expected: str, clause: str
) -> None:
    check_advice("australis", state, token, expected, clause, VAGUE_PHRASES)


@pytest.mark.parametrize(("space", "is_said_once"), [(3, False), (4, True)])
def test_hints_say_only_once_that_the_order_of_cards_does_not_matter(
    space: int, *, is_said_once: bool
) -> None:
    board, task = make_board(space=space, cards="ty cy"), TurnTask(None, parse_cards("ty cy"), 0, 0)
    view = RULES.view(make_position(board, stage=ORDER_STAGE, task=task), 0)
    advice = texts.advise_on_action(RULES.read("card:ty"), view, GenericScene(("Anna", "Ben"), load_words()))
    assert advice.is_said_once is is_said_once is ("doesn't matter" in advice.text)


@pytest.mark.parametrize(
    ("mine", "others", "gain"),
    [
        ("", "6:1", "+2 this round, and no rival has a coral there."),
        ("", "", ""),
        ("4:1", "4:2 6:1", ""),
    ],
)
def test_a_reef_that_brings_fewer_points_is_advised_only_if_it_is_calmer(
    mine: str, others: str, gain: str
) -> None:
    state = make_position(
        make_board(space=9, corals=mine), make_board(corals=others), stage=CORAL_STAGE, task=PLACING_TASK
    )
    advice = texts.advise_on_action(
        RULES.read("reef:4"), RULES.view(state, 0), GenericScene(("Anna", "Ben"), load_words())
    )
    assert advice.is_drawback and "would bring" in advice.text
    assert advice.gain_text == gain


@pytest.mark.parametrize(
    ("offer", "better", "played", "expected"),
    [
        ("w21 y32", "die:w21", "die:y32", "It brings 2 cards, not 0. A kept card can work with each later"),
        (
            "w21 w13",
            "die:w21",
            "die:w13",
            "not 1. A kept card can work with each later die of its colour;",
        ),
        ("w21 w20", "die:w21", "die:w20", ""),
        ("w13 y32", "die:y32", "die:w13", ""),
    ],
)
def test_a_contrast_counts_the_cards_of_a_white_die(
    offer: str, better: str, played: str, expected: str
) -> None:
    scene: GenericScene[Event, View] = GenericScene(("Anna", "Ben"), load_words())
    actions = [RULES.read(token) for token in (better, played)]
    for number, told in ((2, expected), (5, "")):
        state = make_position(make_board(), BOARD_AHEAD, round=number, dice_taken_count=6, offer=offer)
        text = texts.contrast_actions(actions[0], actions[1], RULES.view(state, 0), scene)
        assert (told in text) if told else not text, text
