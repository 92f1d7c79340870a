"""The texts of Australis in some positions, and their maximum lengths."""

from __future__ import annotations

import re

import pytest

from games.australis import GAME
from games.australis.events import (
    CompetitionDie,
    CompetitionRolled,
    CompetitionWon,
    DisplayRefilled,
    Event,
    MatchEnded,
    ReefScored,
    RoundPointsScored,
    Scene,
    TurtleMoved,
)
from games.australis.parts import TRACK_ENDS
from games.australis.public import make_view as view_of
from games.australis.rules import RULES
from games.australis.state import State
from games.australis.view import CHOOSE_STAGE, DRAFT_STAGE, OVER_STAGE, TILE_STAGE, TurnTask
from games.core.outcome import Outcome
from games.core.texts import GenericScene
from games.core.words import list_locales, load_words
from tests.games.australis.build import make_board, make_position, parse_cards, parse_dice, play_moves
from tests.games.australis.views import FULL_BOARD
from tests.support.cases import join_cases

TEXTS = GAME.texts
FIRST_CARD_ADVICE = "Early, keep it: it works with each later die of its colour. Late, use it once."
COMPETITION_EXCEPTION = "Competition cards can only be kept: they raise dice rolled for tiles."
LONG_NAMES = ("W" * 32, "M" * 32, "Q" * 32, "X" * 32)


def make_scene(*events: Event, outcome: Outcome | None = None, locale: str = "en") -> Scene:
    return GenericScene(("Anna", "Ben", "Charlie", "Dana"), load_words(locale), events, outcome)


def test_buttons_name_dice_cards_and_reefs() -> None:
    view = view_of(make_position(offer="w12 y31 y40 b5 v6 r7 w20"), None)
    values = RULES.list_first_choices(view, 0)
    assert [TEXTS.label_value("kind", value, view, make_scene()) for value in values] == [
        "1🃏+2",
        "2🃏",
        "3🐟+1",
        "4🐟",
        "5🐢",
        "6🪸",
        "Go first",
    ], "the board has no room for words"
    own = view_of(make_position(offer="w12 y31 y40 b5 v6 r7 w20"), 0)
    assert [TEXTS.label_value("kind", value, own, make_scene()) for value in values] == [
        "1 card · +2",
        "2 cards",
        "3 fish · +1",
        "4 fish",
        "Swim 5",
        "Reef 6",
        "Begin round 2",
    ]
    assert [TEXTS.explain_value("kind", value, view, make_scene()) for value in values] == [
        "white: 1 card and 2 points",
        "white: 2 cards",
        "yellow: 3 fish and 1 point",
        "yellow: 4 fish",
        "blue: turtle +5",
        "violet: coral up to reef 6",
        "red: first-player token",
    ]
    question = TEXTS.format_question("kind", (), view, make_scene())
    assert all(sign in question for sign in "🃏🐟🐢🪸") and "“+” points" in question
    question = TEXTS.format_question("kind", (), own, make_scene())
    assert question == "Which die do you take? “+1”: 1 point."
    placing = view_of(
        play_moves(make_position(make_board(corals="6:1"), make_board(space=1, corals="6:3")), "die:v6"), 0
    )
    assert TEXTS.label_value("kind", "reef-6", placing, make_scene()) == ("Reef 6 · +0 · you 1, best rival 3")
    assert TEXTS.label_value("kind", "reef-4", placing, make_scene()) == "Reef 4 · +2 · you 0, best rival 0"
    assert TEXTS.label_value("kind", "reef-7", placing, make_scene()) == "Reef 7", "the coral can't go there"
    assert TEXTS.explain_value("kind", "reef-4", placing, make_scene()) == "", "the label says it all"
    tile = view_of(make_position(stage=TILE_STAGE, podium=(0, 1)), 0)
    assert TEXTS.label_value("kind", "silver", tile, make_scene()) == "Silver: 3 points and a food cube"
    late = view_of(make_position(stage=TILE_STAGE, podium=(0, 1), round=4), 0)
    assert TEXTS.label_value("kind", "silver", late, make_scene()) == "Silver: 5 points"


def test_a_question_explains_only_what_its_buttons_say() -> None:
    def read_question(state: State) -> str:
        return TEXTS.format_question("kind", (), view_of(state, 0), make_scene())

    assert read_question(make_position(offer="w20 y40 b5", round=2)) == "Which die do you take?"
    last = make_position(make_board(dice="b5 y40 v6"), offer="w12 r7", seat=0, dice_taken_count=6)
    assert read_question(last) == (
        "Which die do you take last? Then all blue, violet and red dice are rolled for tiles:"
        " 7 or 3 points at the end."
    )
    held = make_position(make_board(cards="py"), offer="w12 w20", display="db py fb ty cb fw")
    assert read_question(play_moves(held, "die:w12")).endswith("dice of its colour roll 1 higher for tiles.")
    card = play_moves(make_position(offer="w12 w20", display="db py fb ty cb fw"), "die:w12")
    assert read_question(card) == f"Which card do you take? {FIRST_CARD_ADVICE} {COMPETITION_EXCEPTION}"
    cards = play_moves(make_position(offer="w20 y40", display="db py fb ty cb fw"), "die:w20")
    assert read_question(cards) == (
        f"Which card first? You take 2. {FIRST_CARD_ADVICE} {COMPETITION_EXCEPTION}"
    )
    usable = play_moves(make_position(offer="w20 y40", display="py fb ty cb fw tw"), "die:w20")
    assert read_question(usable) == f"Which card first? You take 2. {FIRST_CARD_ADVICE}"
    later = play_moves(make_position(offer="w20 y40", display="db py fb ty cb fw", round=2), "die:w20")
    assert read_question(later) == "Which card first? You take 2."
    tile = make_position(make_board(dice="b5"), make_board(), stage=TILE_STAGE, podium=(0, 1))
    assert read_question(tile) == (
        "Blue, violet and red dice were rolled, and yours lasted longest! Which tile of points?"
        " Food cubes help your fish score."
    )
    sole = make_position(stage=TILE_STAGE, podium=(0,))
    assert read_question(sole).startswith("You've won the dice competition! Which tile")
    late = make_position(stage=TILE_STAGE, podium=(0, 1), round=4)
    assert read_question(late).endswith("Which tile of points do you take?")


@pytest.mark.parametrize("viewer", [0, None])
def test_a_question_about_several_cards_names_the_current_one(viewer: int | None) -> None:
    def read_question(state: State) -> str:
        return TEXTS.format_question("kind", (), view_of(state, viewer), make_scene())

    one = play_moves(make_position(offer="w12 w20"), "die:w12")
    assert read_question(one) == f"Which card do you take? {FIRST_CARD_ADVICE}"
    first = play_moves(make_position(offer="w12 w20"), "die:w20")
    assert read_question(first) == f"Which card first? You take 2. {FIRST_CARD_ADVICE}"
    last = play_moves(first, "keep:py")
    assert read_question(last) == "Which card next? You take 1 more."


@pytest.mark.parametrize(
    ("value", "label"),
    [
        ("take-py,keep", "Keep the yellow card, 2 points"),
        ("take-py,use", "Use once: yellow card, 2 points"),
        ("take-py", "Yellow card, 2 points"),
        ("take-dr,keep", "Keep the red competition card, +1"),
        ("take-dr", "Keep the red competition card, +1"),
    ],
)
def test_a_list_says_of_each_card_whether_it_is_kept(value: str, label: str) -> None:
    view = view_of(make_position(offer="w12"), 0)
    assert TEXTS.label_value("kind", value, view, make_scene()) == label


def test_the_status_names_round_dice_and_the_awaited_action() -> None:
    view = view_of(make_position(dice_taken_count=3, round=2), None)
    assert (
        TEXTS.describe_status(view, make_scene())
        == "Round 2 of 5, 3 of 8 dice taken. Waiting for Ben to take a die."
    )
    choosing = view_of(make_position(stage=CHOOSE_STAGE, task=TurnTask(None, (), 0, 2)), None)
    assert TEXTS.describe_status(choosing, make_scene()).endswith("Waiting for Anna to take 2 cards.")


def test_a_roll_is_described_with_the_values_that_cards_raise() -> None:
    casts = (
        CompetitionDie(0, parse_dice("b3")[0], 3),
        CompetitionDie(1, parse_dice("b2")[0], 3),
        CompetitionDie(1, parse_dice("r9")[0], 9),
    )
    sentence = TEXTS.narrate_event(CompetitionRolled(2, casts, 3), make_scene())
    assert sentence == "Roll 2. Anna: blue 3; Ben: blue 2 counts 3, red 9. Dice worth 3 are out."
    assert (
        TEXTS.narrate_event(DisplayRefilled((1,), parse_cards("tw")), make_scene())
        == "New on display: white card, turtle +1."
    )
    assert (
        TEXTS.narrate_event(DisplayRefilled(tuple(range(6)), parse_cards("tw " * 6)), make_scene())
        == "6 new cards are shown."
    )
    assert TEXTS.narrate_event(CompetitionWon(0, 1, True), make_scene()).endswith(
        "the turtle further ahead broke the tie."
    )
    assert (
        TEXTS.narrate_event(CompetitionWon(0, None, False), make_scene())
        == "Anna wins the competition unopposed."
    )
    assert (
        TEXTS.narrate_event(TurtleMoved(0, 25, 25, False), make_scene())
        == "Anna's turtle stays on the last space."
    )
    assert (
        TEXTS.narrate_event(ReefScored(5, ((0, 2), (1, 1))), make_scene())
        == "Reef 5: Anna 2 points, Ben 1 point."
    )
    scored = TEXTS.narrate_event(RoundPointsScored(0, 4, 3, 6, 13), make_scene())
    assert scored == "Anna scores 20: reefs 4, fish 3 (6 fed), turtle 13."


def test_the_status_at_the_end_gives_the_reason() -> None:
    view = view_of(make_position(FULL_BOARD, FULL_BOARD), None)
    most = Outcome("most_points", (1, 2), (50, 40))
    assert TEXTS.describe_status(view, make_scene(outcome=most)) == "Anna wins with 50 points!"
    tied = Outcome("turtle_ahead", (2, 1), (50, 50))
    assert (
        TEXTS.describe_status(view, make_scene(outcome=tied))
        == "Ben wins with 50 points: tied, but with the turtle ahead!"
    )
    assert TEXTS.narrate_event(MatchEnded("most_points"), make_scene(outcome=most)) == "", (
        "the status has said it"
    )


@pytest.mark.parametrize("locale", list_locales())
def test_the_longest_roll_and_description_fit(locale: str) -> None:
    loud: Scene = GenericScene(LONG_NAMES, load_words(locale))
    fights = "v8 v8 v8 b7 b7 b7 b7 v8 r9"
    casts = tuple(CompetitionDie(i // 3, die, die.value + 1) for i, die in enumerate(parse_dice(fights)))
    assert len(TEXTS.narrate_event(CompetitionRolled(12, casts, 10), loud)) <= 400
    view = view_of(make_position(FULL_BOARD, FULL_BOARD, FULL_BOARD, FULL_BOARD), None)
    assert len(TEXTS.describe_position(view, loud)) <= 6000
    assert len(TEXTS.describe_picture(view, loud)) <= 1024
    for page in TEXTS.list_rules_pages(load_words(locale)):
        assert len(page.text) <= 1800


def test_the_description_contains_all_public_information() -> None:
    text = TEXTS.describe_position(
        view_of(make_position(FULL_BOARD, make_board(space=3), draw="tw"), None), make_scene()
    )
    for part in (
        "Anna: 123 points, turtle on 12, 40 fish, food 6 of 6, corals left 9.",
        "Reef 5 (first gets 2, second 1): Anna 4.",
        "Tiles, the next one first: gold 7, 8, 9, 12, 15; silver 3, 3, 4, 5, 6.",
        "Draw pile 1, discard pile 0.",
        "blue competition card, +1",
        "Anna's fish: now 31 points a round. Tiles: 7, 12, 3, 4, 5.",
        "Turtles, the one in front first: Anna, Ben.",
    ):
        assert part in text


def test_the_alt_text_names_only_what_can_be_taken() -> None:
    over = Outcome("most_points", (1, 2), (50, 40))
    tiles = "Tiles, the next one first: gold "
    going, between, ended = (
        TEXTS.describe_picture(
            view_of(make_position(make_board(), make_board(space=3), stage=stage), 0), said
        )
        for stage, said in (
            (DRAFT_STAGE, make_scene()),
            (TILE_STAGE, make_scene()),
            (OVER_STAGE, make_scene(outcome=over)),
        )
    )
    assert "Dice on the gameboard: " in going and "red die" in going and tiles not in going
    assert "Tiles of this round: gold 7, silver 3." in going, "the badges beside the round"
    assert "Tiles of this round" not in ended
    assert tiles in between
    assert not any(said in ended for said in ("Dice on the gameboard", "Cards on display", "red die"))


def join_rules(locale: str = "en") -> str:
    return "\n".join(page.text for page in TEXTS.list_rules_pages(load_words(locale)))


@join_cases(
    [
        (sentence,)
        for sentence in [
            "Everybody has 16 corals and one food cube.",
            "you take the **first-player token** and start the next round",
            "In round 5, the last, the token is worth 1 point at the end instead.",
            "1 for the token if you took it in round 5",
            "the first silver one is worth 3.",
            "The cards you took are replaced when you're done.",
            "When the draw pile is empty, the discard pile is shuffled",
            "You can't take a competition card you already have.",
            "If there's no card for you to take, the rest of the die is lost.",
            "With two or three players, the 15 cards with a shell stay out of the game.",
            "Turtles count every space, even those with another turtle. One",
        ]
    ]
)
def test_the_rules_contain_every_required_sentence(sentence: str) -> None:
    assert sentence in join_rules()


def test_the_rules_call_unprinted_numbers_reconstructed() -> None:
    pages = {page.title: page.text.replace("**", "") for page in TEXTS.list_rules_pages(load_words())}
    assert (
        "All other numbers here are reconstructed, including the 10 fish for three cubes." in pages["Points"]
    )
    assert "The points of reef 5 are printed; those of the others are reconstructed." in pages["Points"]
    assert "The silver tiles after it are reconstructed: 3, 4, 5 and 6." in pages["The competition"]
    numbers = pages["Numbers and credits"]
    for ends in (pages["Turtles and food"], numbers):
        assert all(str(end) in ends for end in TRACK_ENDS)
    assert "the numbers of all lines but the second, the points of all but the second and third" in numbers


@pytest.mark.parametrize("locale", list_locales())
def test_every_token_quoted_in_the_rules_can_be_read(locale: str) -> None:
    quoted = re.findall(r"`([a-z]+:[^`]+|stay|gold|silver)`", join_rules(locale))
    assert len(quoted) == 11
    assert [RULES.read(token).token for token in quoted] == quoted
