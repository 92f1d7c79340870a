"""The texts of Das Riff: their contents, and their lengths in every position."""

from __future__ import annotations

import re
from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.outcome import (
    AGREED_DRAW_ENDING,
    CLOSED_ENDING,
    Outcome,
    make_draw,
    make_resignation,
    make_win,
)
from games.core.shapes import Pick
from games.core.texts import GenericScene
from games.core.words import list_locales, load_words
from games.das_riff import GAME, texts
from games.das_riff import events as ev
from games.das_riff.actions import Action, BuyBoat, EndTurn, FlipCard, SendShark, TakeCard, TakeWorm
from games.das_riff.events import Scene
from games.das_riff.parts import (
    BROODS,
    CARD_KIND_COUNT,
    COLOUR_LETTERS,
    COLOURS,
    CORAL_CARD,
    DECKS,
    PEARL_CARD,
    SHARK_CARD,
    WATER_CARD,
    Colour,
    Sex,
    make_fish,
    name_cell,
    parse_cell,
)
from games.das_riff.rules import RULES
from games.das_riff.texts.nouns import name_brood
from games.das_riff.texts.position import find_price
from games.das_riff.view import (
    ACT_STAGE,
    CHOOSE_STAGE,
    EMPTY_CELL,
    FACE_DOWN_CARD,
    OFFER_STAGE,
    OVER_STAGE,
    Coral,
    Reef,
    View,
)
from tests.games.clauses import list_clauses
from tests.support.cases import join_cases

RED_MALE = make_fish(Colour.RED, Sex.MALE)
RED_FEMALE = make_fish(Colour.RED, Sex.FEMALE)
BLUE_MALE = make_fish(Colour.BLUE, Sex.MALE)
RED_BLUE = (Colour.RED, Colour.BLUE)


def join_numbers_and_icons(text: str) -> str:
    """Return a text in which no line break can separate a number from the icon before it."""
    return re.sub(r" (?=\d)", "\N{NO-BREAK SPACE}", text)


HELD_SENTENCE = join_numbers_and_icons("Your worms and pearls: 🔴 3 🟡 1 🔵 1 🟣 2 🦪 2.")
MAX_LENGTHS_BY_KIND = {
    "label": 80,
    "hint": 100,
    "question": 200,
    "phrase": 90,
    "tell": 400,
    "status": 500,
    "alt": 1024,
}


def make_reef(**changes: object) -> Reef:
    values: dict[str, object] = {
        "boats": 3,
        "worms": (3, 1, 1, 0, 2, 0),
        "pearls": 2,
        "sharks": 1,
        "corals": (Coral(RED_FEMALE), Coral(), Coral(None, (Colour.RED, Colour.YELLOW))),
    }
    return Reef(**(values | changes))  # type: ignore[arg-type]


def make_tableau(**cells: int) -> tuple[int, ...]:
    row = [WATER_CARD] * 8
    cards = [*row, *[FACE_DOWN_CARD] * 16, *row]
    for name, card in cells.items():
        cards[parse_cell(name)] = card
    return tuple(cards)


def make_view(**changes: object) -> View:
    values: dict[str, object] = {
        "viewer": None,
        "stage": ACT_STAGE,
        "active_seat": 0,
        "to_act": (0,),
        "tableau": make_tableau(
            A1=CORAL_CARD,
            A2=RED_MALE,
            A4=PEARL_CARD,
            A6=SHARK_CARD,
            B3=BLUE_MALE,
            D2=BLUE_MALE,
            D7=EMPTY_CELL,
        ),
        "draw_pile": 28,
        "discard": 3,
        "broods": (RED_BLUE, (Colour.YELLOW, Colour.YELLOW)),
        "brood_pile": 17,
        "bank": (5, 6, 6, 6, 6, 6),
        "boats_left": 11,
        "dice": (Colour.RED, Colour.BLUE),
        "flipped": None,
        "reefs": (make_reef(), make_reef(boats=1, worms=(1,) * 6, pearls=0, sharks=0, corals=())),
        "quiet_turns": 4,
        "deck": "a",
        "reshuffle": "discard_seven",
    }
    return View(**(values | changes))  # type: ignore[arg-type]


def make_scene(locale: str = "en", *events: ev.Event, outcome: Outcome | None = None) -> Scene:
    return GenericScene(("Anna", "Ben"), load_words(locale), events, outcome)


@pytest.mark.parametrize(
    ("seat", "cell", "worms"),
    [(0, "A1", 1), (0, "B3", 2), (0, "C3", 1), (0, "D1", 3), (1, "A1", 3), (1, "B3", 2), (1, "D1", 1)],
)
def test_dr_3_2_labels_show_the_price_for_the_viewers_seat(seat: int, cell: str, worms: int) -> None:
    assert find_price(make_view(), seat, parse_cell(cell)) == worms
    label = texts.label_value("cell", cell, make_view(viewer=seat), make_scene())
    assert label.endswith(f" · {worms} 🪱")


def test_dr_3_3_a_card_just_turned_up_costs_one_more() -> None:
    position = make_view(flipped=parse_cell("B3"))
    assert texts.label_value("cell", "B3", position, make_scene()) == "B3 · blue ♂ · 1 🪱"
    assert "B3 (blue male) costs just one more worm right now." in texts.describe_status(
        position, make_scene()
    )
    assert "B3 blue male, just turned up" in texts.describe_position(position, make_scene())


def test_a_fish_is_offered_with_its_coral_and_brood() -> None:
    values = ("B3,B3#1", "B3,B3#2")
    assert [texts.label_value("cell", value, make_view(), make_scene()) for value in values] == [
        "B3 · blue ♂ · 2 🪱 · breeds red-blue",
        "B3 · blue ♂ · 2 🪱 · free coral 2",
    ]
    assert texts.label_value("cell", "B1", make_view(), make_scene(), (Pick("kind", "flip"),)) == "B1 · 1 🪱"


def test_dr_3_11_open_water_just_turned_up_is_not_offered() -> None:
    cell = parse_cell("C3")
    position = make_view(flipped=cell, tableau=make_tableau(C3=WATER_CARD))
    assert "C3" not in texts.describe_status(position, make_scene())


@join_cases(
    [
        ("kind", "boat", "Buy a boat", "3 worms of any colour; you then reach column 4", "⛵"),
        ("colour", "r", "Red", "you have 3, the bank has 5", "🔴"),
        ("colour", "-", "No worm", "leave the worms in the bank", "🚫"),
        ("cell", "A1", "A1 · coral · 1 🪱", "you have 3 of 5 corals", "🪸"),
        ("cell", "A2", "A2 · red ♂ · 1 🪱", "2 in the deck; needed for red-blue", "🔴"),
        ("cell", "B3", "B3 · blue ♂ · 2 🪱", "breeds red-blue on coral 1", "🔵"),
        (
            "coral",
            "B3#1",
            "Coral 1 · red female · breeds red-blue",
            "that makes 2 of 5 broods",
            "🪸",
        ),
        ("coral", "B3#2", "Coral 2 · empty", "waits there for a mate", "🪸"),
        ("coral", "-", "No coral needed", "", "🪸"),
        ("prey", "#1", "Your coral 1 · red female", "makes your coral free again", "🪸"),
        ("prey", "A4", "A4 · pearl", "", "🦪"),
        ("pay", "r+r+*", "2 red, 🦪 1 pearl", "then left: 1 red, 1 yellow, 1 blue, 2 purple, 1 pearl", "🔴"),
        ("pay", "r+b", "1 red, 🔵 1 blue", "then left: 2 red, 1 yellow, 2 purple, 2 pearls", "🔴"),
        ("pay", "r+r", "2 red", "then left: 1 red, 1 yellow, 1 blue, 2 purple, 2 pearls", "🔴"),
        ("pay", "*+*", "2 pearls", "then left: 3 red, 1 yellow, 1 blue, 2 purple", "🦪"),
        ("pay", "*", "1 pearl", "then left: 3 red, 1 yellow, 1 blue, 2 purple, 1 pearl", "🦪"),
        ("pay", "=", "That's all", "", "✅"),
    ]
)
def test_each_value_has_its_label_hint_and_icon(
    field: str, value: str, label: str, hint: str, icon: str
) -> None:
    assert texts.label_value(field, value, make_view(), make_scene()) == label
    assert texts.explain_value(field, value, make_view(), make_scene()) == hint
    assert texts.find_icon(field, value, make_view()) == icon


def make_breeding_view(*parents: Coral) -> View:
    """Return a view in which Anna has these corals.

    A red male on A2 can breed with every colour except purple.
    """
    broods = tuple(
        (Colour.RED, colour) for colour in (Colour.YELLOW, Colour.BLUE, Colour.GREEN, Colour.WHITE)
    )
    return make_view(broods=broods, reefs=(make_reef(corals=parents), make_view().reefs[1]))


YELLOWS, BLUES, GREENS = (Coral(make_fish(colour, Sex.FEMALE)) for colour in (1, 2, 3))


def test_every_brood_that_a_fish_could_complete_is_named() -> None:
    two, three = (
        make_breeding_view(Coral(), YELLOWS, BLUES, BLUES),
        make_breeding_view(YELLOWS, BLUES, BLUES, Coral(), GREENS),
    )
    one = make_breeding_view(Coral(make_fish(Colour.PURPLE, Sex.FEMALE)), Coral(BLUE_MALE), GREENS)
    assert [texts.explain_value("cell", "A2", position, make_scene()) for position in (one, two, three)] == [
        "breeds red-green on coral 3",
        "breeds red-yellow on coral 2 or red-blue on coral 3",
        "breeds, by coral: 1 red-yellow, 2 red-blue, 5 red-green",
    ]
    labels = [texts.label_value("coral", f"A2#{number}", two, make_scene()) for number in (1, 2, 3)]
    assert labels == [
        "Coral 1 · empty",
        "Coral 2 · yellow female · breeds red-yellow",
        "Coral 3 · blue female · breeds red-blue",
    ]
    assert texts.explain_value("prey", "A2", replace(two, viewer=1), make_scene()) == (
        "would complete red-yellow, red-blue for Anna"
    )


def test_a_take_that_breeds_says_so() -> None:
    position = make_breeding_view(Coral(), YELLOWS)
    description = [
        texts.describe_action(TakeCard(1, ("r", "*"), index), position, make_scene()) for index in (0, 1)
    ]
    assert description == [
        "Take A2 (red male) onto coral 1 for 1 red, 1 pearl",
        "Take A2 (red male) onto coral 2 for 1 red, 1 pearl: breeds red-yellow",
    ]


@pytest.mark.parametrize("locale", list_locales())
def test_the_longest_take_that_breeds_keeps_its_brood(locale: str) -> None:
    w = load_words(locale)
    purple, yellow = make_fish(Colour.PURPLE, Sex.FEMALE), Coral(make_fish(Colour.YELLOW, Sex.MALE))
    position = make_view(
        tableau=make_tableau(D2=purple),
        broods=((Colour.YELLOW, Colour.PURPLE),),
        reefs=(make_reef(corals=(yellow,)),) * 2,
    )
    for paid in (("p", "*", "*"), ("p", "p", "*"), ("p", "p", "p")):
        description = texts.describe_action(TakeCard(parse_cell("D2"), paid, 0), position, make_scene(locale))
        assert len(description) <= MAX_LENGTHS_BY_KIND["phrase"]
        assert name_brood(w, (Colour.YELLOW, Colour.PURPLE)) in description
        assert "…" not in description


def test_prey_that_the_opponent_needs_is_marked() -> None:
    assert (
        texts.explain_value("prey", "B3", make_view(viewer=1), make_scene())
        == "would complete red-blue for Anna"
    )


@join_cases(
    [
        (
            "kind",
            (),
            f"What do you do? {HELD_SENTENCE}",
        ),
        ("cell", (Pick("kind", "take"),), "Which card do you take?"),
        ("cell", (Pick("kind", "flip"),), "Which card do you turn up? Each costs 1 🪱 worm."),
        ("coral", (Pick("kind", "take"), Pick("cell", "A2")), "A2, red male: which coral does it go on?"),
        (
            "pay",
            (Pick("kind", "take"), Pick("cell", "A1"), Pick("coral", "-")),
            "How will you pay for A1, coral?",
        ),
        ("pay", (Pick("kind", "flip"), Pick("cell", "C1")), "How will you pay to turn up C1?"),
        ("pay", (Pick("kind", "boat"),), "How will you pay for the boat?"),
        ("pay", (Pick("kind", "boat"), Pick("pay", ("r", "w"))), "1 red, 1 white so far, 1 to go."),
        (
            "pay",
            (Pick("kind", "take"), Pick("cell", "D1"), Pick("pay", ("r",))),
            "1 red so far, 2 to go.",
        ),
        ("prey", (Pick("kind", "shark"),), "Which card does the shark drive off?"),
        ("colour", (), "Which worm do you take?"),
    ]
)
def test_the_question_names_the_choice(field: str, picks: tuple[Pick, ...], asked: str) -> None:
    assert texts.format_question(field, picks, make_view(), make_scene()) == asked


@pytest.mark.parametrize(
    ("changes", "viewer", "expected"),
    [
        (
            {"pearls": 0},
            0,
            join_numbers_and_icons("Your worms: 🔴 3 🟡 1 🔵 1 🟣 2."),
        ),
        ({"worms": (0,) * 6, "pearls": 1}, 0, "You have no worms, just 1 pearl."),
        ({"worms": (0,) * 6, "pearls": 0}, 0, "You have no worms and no pearls."),
        ({}, None, HELD_SENTENCE),
        (
            {},
            1,
            join_numbers_and_icons("Your worms: 🔴 1 🟡 1 🔵 1 🟢 1 🟣 1 ⚪ 1."),
        ),
    ],
)
def test_the_question_states_the_worms_and_pearls_of_the_asking_seat(
    changes: dict[str, object], viewer: int | None, expected: str
) -> None:
    position = make_view(viewer=viewer, reefs=(make_reef(**changes), make_view().reefs[1]))
    assert texts.format_question("kind", (), position, make_scene()) == f"What do you do? {expected}"


@pytest.mark.parametrize(
    ("worms", "pearls", "expected"),
    [
        ((1, 0, 0, 0, 0, 0), 0, "End the turn, keeping 1 worm"),
        ((2, 1, 0, 0, 0, 0), 1, "End the turn, keeping 3 worms and 1 pearl"),
        ((0,) * 6, 2, "End the turn, keeping 2 pearls"),
        ((0,) * 6, 0, "End the turn with no worms or pearls left"),
    ],
)
def test_ending_a_turn_names_the_worms_and_pearls_kept(
    worms: tuple[int, ...], pearls: int, expected: str
) -> None:
    position = make_view(reefs=(make_reef(worms=worms, pearls=pearls), make_reef()))
    assert texts.describe_action(EndTurn(), position, make_scene()) == expected
    assert texts.label_value("kind", "end", position, make_scene()) == "End the turn"


def test_dr_2_2_the_question_for_a_missing_worm_gives_the_reason() -> None:
    question = texts.format_question("colour", (), make_view(stage=CHOOSE_STAGE), make_scene())
    assert question == "The bank has run out of a rolled colour. Which worm do you take instead?"


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        (TakeWorm("r"), "Take a red worm"),
        (TakeWorm("-"), "Take no worm"),
        (TakeCard(0, ("r",)), "Take A1 (coral) for 1 red"),
        (TakeCard(1, ("r",), 1), "Take A2 (red male) onto coral 2 for 1 red"),
        (FlipCard(parse_cell("C1"), ("*",)), "Turn up C1 for 1 pearl"),
        (SendShark(parse_cell("D2")), "Send a shark to D2: blue male"),
        (SendShark(coral=0), "Send a shark to your coral 1: red female"),
        (BuyBoat(("r", "r", "*")), "Buy a boat for 2 red, 1 pearl"),
        (EndTurn(), "End the turn, keeping 7 worms and 2 pearls"),
    ],
)
def test_actions_are_described_completely(action: Action, expected: str) -> None:
    assert texts.describe_action(action, make_view(), replace(make_scene(), reader_seat=0)) == expected


def test_a_coral_is_called_yours_only_to_its_seat() -> None:
    scene = replace(make_scene(), reader_seat=None)
    description = texts.describe_action(SendShark(coral=0), make_view(), scene)
    assert description == f"Send a shark to {scene.names[0]}'s coral 1: red female"


WORKED_EXAMPLE = (
    ev.PricePaid(0, (0, 0, 1, 0, 0, 0), 2),
    ev.CardTaken(0, parse_cell("D2"), BLUE_MALE, 0),
    ev.FishBred(0, 0, RED_BLUE),
    ev.BroodShown((Colour.GREEN, Colour.GREEN)),
)


def test_the_sentences_of_a_move_form_a_readable_text() -> None:
    assert " ".join(texts.narrate_event(event, make_scene()) for event in WORKED_EXAMPLE) == (
        "Paid: 1 blue, 2 pearls. Anna takes D2: blue male, onto coral 1. "
        "Anna completes a brood on coral 1: red-blue. New open brood: green-green."
    )
    assert " ".join(texts.narrate_event(event, make_scene("de")) for event in WORKED_EXAMPLE) == (
        "Bezahlt: 1 blauer, 2 Perlen. Anna nimmt D2: blaues Männchen, auf Koralle 1. "
        "Anna vollendet eine Brut auf Koralle 1: Rot-Blau. Neue offene Brut: Grün-Grün."
    )


@join_cases(
    [
        (ev.StartingSeatDrawn(1), "Ben begins."),
        (
            ev.DiceRolled(0, (Colour.RED, Colour.BLUE), (Colour.RED, Colour.BLUE)),
            "Anna rolls red and blue and gets a worm of each.",
        ),
        (
            ev.DiceRolled(0, (Colour.RED, Colour.BLUE), (Colour.BLUE,)),
            "Anna rolls red and blue and gets a worm of blue: the bank has no red.",
        ),
        (
            ev.DiceRolled(0, (Colour.RED, Colour.BLUE), (Colour.RED,)),
            "Anna rolls red and blue and gets a worm of red: the bank has no blue.",
        ),
        (
            ev.DiceRolled(0, (Colour.RED, Colour.BLUE), ()),
            "Anna rolls red and blue, but the bank has none of either.",
        ),
        (
            ev.DiceRolled(0, (Colour.RED, Colour.RED), (Colour.RED, Colour.RED)),
            "Anna rolls red twice and gets 2 worms of it.",
        ),
        (
            ev.DiceRolled(0, (Colour.RED, Colour.RED), (Colour.RED,)),
            "Anna rolls red twice and gets 1 worm of it, the bank's last.",
        ),
        (
            ev.DiceRolled(0, (Colour.RED, Colour.RED), ()),
            "Anna rolls red twice, but the bank has none of it.",
        ),
        (ev.WormTaken(0, Colour.RED, True), ""),
        (ev.WormTaken(1, Colour.RED, False), "Ben takes a worm: red."),
        (ev.WormDeclined(1), "Ben takes no worm."),
        (ev.CardFlipped(0, parse_cell("B3"), PEARL_CARD), "Anna turns up B3: pearl."),
        (ev.CardTaken(0, 0, CORAL_CARD, None), "Anna takes A1: coral."),
        (ev.BoatBought(0, 4), "Anna buys a boat and now reaches column 4."),
        (ev.CardHunted(0, RED_MALE, 1, None), "Anna sends a shark to A2. Gone: red male."),
        (ev.CardHunted(0, RED_FEMALE, None, 0), "Anna's shark clears coral 1. Gone: red female."),
        (ev.WaterFlowed(0), ""),
        (ev.WaterFlowed(2), "2 open water cards flow out to sea."),
        (ev.DiscardReshuffled(7), "7 discarded cards are shuffled into the draw pile."),
        (ev.TableauRefilled((7,), (FACE_DOWN_CARD,)), "1 new card comes in, face down."),
        (ev.TableauRefilled((7, 30), (RED_MALE, CORAL_CARD)), "New: A8 red male, D7 coral."),
        (
            ev.TableauRefilled((6, 7, 15), (RED_MALE, CORAL_CARD, FACE_DOWN_CARD)),
            "New: A7 red male, A8 coral, and 1 face down.",
        ),
        (
            ev.TableauRefilled((15, 4, 5, 6, 7), (FACE_DOWN_CARD, PEARL_CARD, *[CORAL_CARD] * 3)),
            "5 new cards come in.",
        ),
        (ev.TableauRefilled((), ()), ""),
    ]
)
def test_each_event_is_described(event: ev.Event, expected: str) -> None:
    assert texts.narrate_event(event, make_scene()) == expected


def test_a_turn_of_many_cards_states_their_number() -> None:
    many = {
        "A1": PEARL_CARD,
        "A2": CORAL_CARD,
        "B3": RED_MALE,
        "C1": SHARK_CARD,
        "C2": BLUE_MALE,
        "D4": CORAL_CARD,
    }
    events = [ev.CardTaken(0, parse_cell(cell), card, None) for cell, card in many.items()]
    assert texts.summarize_events(events, make_scene()) == [
        "Anna: takes 6 cards, among them B3 (red male), C1 (shark), C2 (blue male)"
    ]
    assert texts.summarize_events(events[:4], make_scene()) == [
        "Anna: takes A1 (pearl), A2 (coral), B3 (red male), C1 (shark)"
    ]
    turned = [ev.CardFlipped(1, event.cell, event.card) for event in events]
    (line,) = texts.summarize_events(turned, make_scene("de"))
    assert line.startswith("Ben: deckt auf: 6 Karten, darunter B3 (rotes Männchen)")


@pytest.mark.parametrize(
    ("coral_count", "expected"),
    [
        (0, "Anna breeds red-blue!"),
        (1, "Anna takes a coral and breeds red-blue!"),
        (2, "Anna takes 2 corals and breeds red-blue!"),
    ],
)
def test_a_replay_mentions_a_brood_together_with_the_corals_of_its_turn(
    coral_count: int, expected: str
) -> None:
    taken = [ev.CardTaken(0, parse_cell(cell), CORAL_CARD, None) for cell in ("A1", "A2")[:coral_count]]
    events: tuple[ev.Event, ...] = (
        *taken,
        ev.CardTaken(0, parse_cell("B3"), RED_MALE, 0),
        ev.FishBred(0, 0, (Colour.RED, Colour.BLUE)),
    )
    assert texts.summarize_events(events, replace(make_scene(), is_steady=True)) == [expected]


@pytest.mark.parametrize(
    ("broods", "bred_count", "is_told"), [(3, 1, True), (2, 2, True), (2, 1, False), (4, 1, False)]
)
def test_a_replay_says_that_a_seat_needs_only_one_more_brood(
    broods: int, bred_count: int, is_told: bool
) -> None:
    view = cast(View, SimpleNamespace(reefs=(SimpleNamespace(broods=broods + bred_count),)))
    scene = replace(make_scene(), is_steady=True)
    bred: list[ev.Event] = [ev.FishBred(0, coral, (Colour.RED, Colour.BLUE)) for coral in range(bred_count)]
    for events in (bred, [ev.CardTaken(0, parse_cell("A1"), CORAL_CARD, None), *bred]):
        told = GAME.tell_prospect(view, events, scene.w)
        assert told == ("1 brood to go!" if is_told else "")
        (line,) = texts.summarize_events(events, scene)
        assert "to go" not in line, "a replay shows the sentence only once the brood has landed"
    assert not GAME.tell_prospect(view, [ev.CardTaken(0, parse_cell("A1"), CORAL_CARD, None)], scene.w)


def test_an_earlier_turn_is_described_without_cells_and_a_roll_without_worms() -> None:
    rolled = ev.DiceRolled(1, (Colour.PURPLE, Colour.YELLOW), (Colour.PURPLE, Colour.YELLOW))
    events = (
        ev.CardTaken(0, parse_cell("A1"), PEARL_CARD, None),
        ev.CardTaken(0, parse_cell("A2"), PEARL_CARD, None),
        ev.CardFlipped(0, parse_cell("B1"), WATER_CARD),
        ev.CardFlipped(0, parse_cell("B2"), SHARK_CARD),
        ev.BoatBought(0, 3),
        rolled,
        ev.WormTaken(1, Colour.PURPLE, True),
        ev.WormTaken(1, Colour.YELLOW, True),
        ev.WormTaken(0, Colour.RED, False),
    )
    assert texts.summarize_events(events, make_scene()) == [
        "Anna: takes 2 × pearl · turns up open water, shark · boat to column 3",
        "Ben rolls purple + yellow. Anna takes red.",
    ]
    assert texts.summarize_events((rolled, ev.WormDeclined(0)), make_scene()) == [
        "Ben rolls purple + yellow."
    ]
    assert texts.summarize_events((ev.WormDeclined(0),), make_scene()) == ["Anna takes no worm."]
    short = ev.DiceRolled(1, (Colour.RED, Colour.BLUE), (Colour.BLUE,))
    assert texts.summarize_events((short,), make_scene()) == [
        "Ben rolls red and blue and gets a worm of blue: the bank has no red."
    ]


def test_a_turns_summary_names_all_its_parts_in_order() -> None:
    events = (
        ev.CardTaken(0, parse_cell("A1"), PEARL_CARD, None),
        ev.BoatBought(0, 2),
        ev.CardTaken(0, parse_cell("D2"), CORAL_CARD, None),
        ev.CardFlipped(0, parse_cell("B1"), WATER_CARD),
        ev.CardFlipped(0, parse_cell("C1"), RED_MALE),
        ev.CardTaken(0, parse_cell("C1"), RED_MALE, 0),
        ev.FishBred(0, 0, RED_BLUE),
    )
    assert texts.summarize_events(events[:3], make_scene()) == [
        "Anna: takes A1 (pearl) · boat to column 2 · takes D2 (coral)"
    ]
    assert texts.summarize_events(events[1:2], make_scene()) == ["Anna: boat to column 2"]
    assert texts.summarize_events(events[3:], make_scene()) == [
        "Anna: turns up B1 (open water) · takes C1 (red male) · **breeds red-blue!**"
    ]
    # Without grouping actions of a kind, there would be six parts.
    assert texts.summarize_events(events, make_scene()) == [
        "Anna: takes A1 (pearl), D2 (coral), C1 (red male) · boat to column 2 · turns up B1 (open water)"
        " · **breeds red-blue!**"
    ]


def test_a_replay_names_one_brood_and_two_broods_alike() -> None:
    scene = replace(make_scene(), is_steady=True)
    taken, bred = ev.CardTaken(0, parse_cell("C1"), RED_MALE, 0), ev.FishBred(0, 0, RED_BLUE)
    assert texts.summarize_events((taken, bred), scene) == ["Anna breeds red-blue!"]
    other = ev.CardTaken(0, parse_cell("C1"), RED_MALE, 1)
    both = (taken, bred, other, ev.FishBred(0, 1, RED_BLUE))
    assert texts.summarize_events(both, scene) == ["Anna breeds red-blue and red-blue!"]


def test_a_turn_without_an_action_is_summarized_as_collecting_worms() -> None:
    red, blue = Colour.RED, Colour.BLUE
    mine, theirs = (ev.DiceRolled(seat, (red, blue), (red, blue)) for seat in (0, 1))
    lines = texts.summarize_events((ev.StartingSeatDrawn(1), theirs, ev.WormDeclined(0), mine), make_scene())
    assert lines == ["Ben only collects worms.", "Anna rolls red + blue."]
    # A player whose turn has only begun hasn't passed. Until that turn ends, the recap says who began.
    assert texts.summarize_events((ev.StartingSeatDrawn(1), theirs), make_scene()) == [
        "Ben begins.",
        "Ben rolls red + blue.",
    ]
    assert texts.summarize_events((theirs, ev.WormTaken(0, red, False)), make_scene()) == [
        "Ben rolls red + blue. Anna takes red."
    ]


@pytest.mark.parametrize(
    ("outcome", "expected"),
    [
        (make_win("five_broods", 2, 0), "Anna wins with 5 broods!"),
        (make_draw("no_progress", 2), "A draw: 60 turns in a row without a brood."),
        (make_draw(AGREED_DRAW_ENDING, 2), "Everybody agreed on a draw."),
        (make_draw(CLOSED_ENDING, 2), "The table was closed without a result."),
        (make_resignation(2, 0), "Anna resigns. Ben wins!"),
    ],
)
def test_dr_6_every_ending_is_announced(outcome: Outcome, expected: str) -> None:
    position = make_view(stage=OVER_STAGE, active_seat=None, to_act=())
    assert texts.describe_status(position, make_scene(outcome=outcome)) == expected
    # The board also shows the status, which already names the ending.
    assert texts.narrate_event(ev.MatchEnded(outcome.ending), make_scene(outcome=outcome)) == ""


def test_several_winners_are_announced_in_the_plural() -> None:
    over: Scene = GenericScene(("Anna", "Ben", "Cleo"), load_words("de"), (), make_resignation(3, 1))
    assert texts.describe_status(make_view(active_seat=None), over) == "Ben gibt auf. Anna und Cleo gewinnen!"


@pytest.mark.parametrize(
    ("changes", "colours"),
    [
        ({}, "red or blue"),
        ({"dice": (Colour.RED, Colour.RED)}, "red"),
        ({"bank": (0, 6, 6, 6, 6, 6)}, "any colour"),
    ],
)
def test_dr_2_3_the_offer_names_its_colours(changes: dict[str, object], colours: str) -> None:
    position = make_view(stage=OFFER_STAGE, to_act=(0, 1), **changes)
    said = f"Anna's turn; Ben may take a worm first ({colours})."
    assert texts.describe_status(position, make_scene()) == said


def test_dr_6_2_the_coming_draw_is_announced() -> None:
    assert "draw" not in texts.describe_status(make_view(quiet_turns=50), make_scene())
    assert "A draw in 10 turns" in texts.describe_status(make_view(quiet_turns=51), make_scene())
    assert "A draw in 1 turn " in texts.describe_status(make_view(quiet_turns=60), make_scene())


def test_dr_2_2_the_worms_still_to_choose_are_counted() -> None:
    one, two = (texts.describe_status(make_view(stage=CHOOSE_STAGE, missing=n), make_scene()) for n in (1, 2))
    assert one.endswith("Waiting for Anna to choose another worm.")
    assert two.endswith("Waiting for Anna to choose 2 other worms.")


def test_the_whole_position_is_described() -> None:
    text = texts.describe_position(make_view(), make_scene())
    lines = text.split("\n")
    for cell in range(32):
        assert sum(line.startswith(name_cell(cell) + " ") for line in lines) == 1
    assert text.count("face down") == make_view().tableau.count(FACE_DOWN_CARD)
    for said in (
        "Anna: 1 of 5 broods, worms: 3 red, 1 yellow, 1 blue, 2 purple, 2 pearls, 1 shark, 3 boats.",
        "Anna reaches columns 1 to 3.",
        "Ben reaches column 1.",
        "Ben has no coral yet.",
        "Coral 1: red female.",
        "Coral 2: empty.",
        "Coral 3: brood red-yellow.",
        "D2 blue male, 2 in the deck",
        "Open broods: red-blue, yellow-yellow.",
        "Draw pile 28, discard pile 3, brood pile 17.",
        "Bank: 5 red, 6 yellow, 6 blue, 6 green, 6 purple, 6 white.",
        "11 boats left.",
        "Anna rolled red and blue and got the worms for it.",
        "Row B, from the sea. Price of a face-up card: 2 for Anna, 2 for Ben.",
    ):
        assert said in lines


def test_the_description_names_the_roller_while_the_opponent_is_asked() -> None:
    lines = texts.describe_position(make_view(stage=OFFER_STAGE, to_act=(1,)), make_scene()).split("\n")
    assert lines[:2] == [
        "Anna's turn; Ben may take a worm first (red or blue).",
        "Anna rolled red and blue and got the worms for it.",
    ]
    lacking = texts.describe_position(
        make_view(stage=CHOOSE_STAGE, to_act=(0,), missing=1, bank=(0, 6, 6, 6, 6, 6)), make_scene()
    )
    assert "Anna rolled red and blue." in lacking.split("\n")
    over = texts.describe_position(
        make_view(stage=OVER_STAGE, active_seat=None, to_act=()),
        make_scene(outcome=make_win("five_broods", 2, 0)),
    )
    assert "The dice show red and blue." in over.split("\n")


def test_the_alt_text_contains_all_counts_if_there_is_room() -> None:
    text = texts.describe_picture(make_view(), make_scene())
    assert "Draw pile 28, discard pile 3, brood pile 17. Bank: 5 red, 6 yellow," in text
    assert text.endswith(" 11 boats left.")


def test_the_alt_text_numbers_corals_and_states_the_seats_prices() -> None:
    """A number alone before a fish would be read as a quantity."""
    own = texts.describe_picture(make_view(viewer=1), make_scene())
    assert "Anna's corals: #1 red female, #2 empty, #3 brood red-yellow" in own
    assert "Row D from the sea (1 worm each): " in own and "Row A (3 worms each): " in own
    assert "each)" not in texts.describe_picture(make_view(), make_scene())


def test_the_description_begins_with_the_readers_own_row() -> None:
    first, second = (texts.describe_position(make_view(viewer=seat), make_scene()) for seat in (0, 1))
    assert first.index("A1 ") < first.index("D1 ")
    assert second.index("D1 ") < second.index("A1 ")


def test_the_alt_text_ends_with_a_complete_sentence() -> None:
    text = texts.describe_picture(make_view(), make_scene("en", *WORKED_EXAMPLE * 6))
    assert len(text) <= MAX_LENGTHS_BY_KIND["alt"]
    assert text.endswith(".")
    assert text.startswith("Anna's turn")
    assert "Row A from the sea" in texts.describe_picture(make_view(), make_scene("en", *WORKED_EXAMPLE))


@pytest.mark.parametrize("locale", list_locales())
def test_rules_pages_fit_and_say_which_numbers_are_reconstructed(locale: str) -> None:
    pages = texts.list_rules_pages(load_words(locale))
    assert 5 <= len(pages) <= 8
    for page in pages:
        assert 0 < len(page.title) <= 80
        assert 0 < len(page.text) <= 1800
    for counts in DECKS.values():
        for kind in (CORAL_CARD, PEARL_CARD, SHARK_CARD, WATER_CARD):
            assert str(counts[kind]) in pages[-1].text


@pytest.mark.parametrize("locale", list_locales())
def test_the_pages_contain_the_clauses_that_refusals_cite(locale: str) -> None:
    pages = texts.list_rules_pages(load_words(locale))
    found = {number for page in pages for number in re.findall(r"DR-\d\.\d+", page.text)}
    assert found == list_clauses("das_riff")


def test_open_water_is_explained_before_it_is_used() -> None:
    text = "\n".join(page.text for page in texts.list_rules_pages(load_words())).lower()
    assert text.index("open water") == text.index("**open water** is a card") + 2


@pytest.mark.parametrize("locale", list_locales())
def test_the_rules_quote_readable_tokens_of_each_kind(locale: str) -> None:
    quoted = [
        code
        for page in texts.list_rules_pages(load_words(locale))
        for code in re.findall("`([^`]+)`", page.text)
    ]
    moves = [code for code in quoted if ":" in code or code == "end"]
    assert [RULES.read(token).token for token in moves] == moves
    assert {type(RULES.read(token)) for token in moves} == {
        TakeWorm,
        TakeCard,
        FlipCard,
        SendShark,
        BuyBoat,
        EndTurn,
    }
    others = {code for code in quoted if code not in moves}
    command = load_words(locale).translate_in_context("command name", "move")
    assert others == {f"/{command}", *COLOUR_LETTERS, "*", COLOUR_LETTERS}


NAMES = st.text(st.characters(exclude_characters="{}", exclude_categories=["C"]), min_size=1, max_size=32)
COLOUR_STRATEGY = st.sampled_from(COLOURS)
BROOD_STRATEGY = st.sampled_from(BROODS)
COUNTS_STRATEGY = st.tuples(*[st.integers(0, 8)] * 6)
CARD_STRATEGY = st.integers(0, CARD_KIND_COUNT - 1)
CORALS_STRATEGY = st.lists(
    st.one_of(
        st.just(Coral()), st.builds(Coral, st.integers(0, 11)), st.builds(Coral, st.none(), BROOD_STRATEGY)
    ),
    max_size=5,
).map(tuple)
REEF_STRATEGY = st.builds(
    Reef, st.integers(1, 8), COUNTS_STRATEGY, st.integers(0, 6), st.integers(0, 4), CORALS_STRATEGY
)
VIEW_STRATEGY = st.builds(
    View,
    viewer=st.sampled_from((None, 0, 1)),
    stage=st.sampled_from((CHOOSE_STAGE, OFFER_STAGE, ACT_STAGE)),
    active_seat=st.sampled_from((0, 1)),
    to_act=st.sampled_from(((0,), (1,), (0, 1))),
    tableau=st.tuples(*[st.integers(EMPTY_CELL, CARD_KIND_COUNT - 1)] * 32),
    draw_pile=st.integers(0, 28),
    discard=st.integers(0, 28),
    broods=st.lists(BROOD_STRATEGY, max_size=4, unique=True).map(tuple),
    brood_pile=st.integers(0, 17),
    bank=COUNTS_STRATEGY,
    boats_left=st.integers(0, 13),
    dice=st.tuples(COLOUR_STRATEGY, COLOUR_STRATEGY),
    flipped=st.one_of(st.none(), st.integers(8, 23)),
    reefs=st.tuples(REEF_STRATEGY, REEF_STRATEGY),
    quiet_turns=st.integers(0, 60),
    deck=st.sampled_from(tuple(DECKS)),
    reshuffle=st.just("discard_seven"),
    missing=st.integers(0, 2),
)
SEAT_STRATEGY = st.sampled_from((0, 1))
CELL_STRATEGY = st.integers(0, 31)
EVENT_STRATEGY = st.one_of(
    st.builds(ev.StartingSeatDrawn, SEAT_STRATEGY),
    st.builds(ev.DiceRolled, SEAT_STRATEGY, st.tuples(COLOUR_STRATEGY, COLOUR_STRATEGY)),
    st.builds(ev.WormTaken, SEAT_STRATEGY, COLOUR_STRATEGY, st.booleans()),
    st.builds(ev.WormDeclined, SEAT_STRATEGY),
    st.builds(ev.PricePaid, SEAT_STRATEGY, COUNTS_STRATEGY, st.integers(0, 3)),
    st.builds(ev.CardFlipped, SEAT_STRATEGY, CELL_STRATEGY, CARD_STRATEGY),
    st.builds(
        ev.CardTaken, SEAT_STRATEGY, CELL_STRATEGY, CARD_STRATEGY, st.one_of(st.none(), st.integers(0, 4))
    ),
    st.builds(ev.FishBred, SEAT_STRATEGY, st.integers(0, 4), BROOD_STRATEGY),
    st.builds(ev.BroodShown, BROOD_STRATEGY),
    st.builds(ev.BoatBought, SEAT_STRATEGY, st.integers(2, 8)),
    st.builds(ev.CardHunted, SEAT_STRATEGY, CARD_STRATEGY, CELL_STRATEGY, st.none()),
    st.builds(ev.CardHunted, SEAT_STRATEGY, CARD_STRATEGY, st.none(), st.integers(0, 4)),
    st.builds(ev.WaterFlowed, st.integers(0, 20)),
    st.builds(ev.DiscardReshuffled, st.integers(1, 28)),
    st.lists(CELL_STRATEGY, unique=True).flatmap(
        lambda cells: st.builds(
            ev.TableauRefilled,
            st.just(tuple(cells)),
            st.tuples(*[st.sampled_from((FACE_DOWN_CARD, *range(CARD_KIND_COUNT)))] * len(cells)),
        )
    ),
)
SILENT_EVENTS = (ev.WormTaken, ev.PricePaid, ev.WaterFlowed, ev.TableauRefilled)


def assert_fits(text: str, kind: str, *, may_be_empty: bool = False) -> None:
    assert text.strip() or may_be_empty
    assert len(text) <= MAX_LENGTHS_BY_KIND[kind]
    assert "{" not in text


@settings(max_examples=60)
@given(
    position=VIEW_STRATEGY,
    names=st.tuples(NAMES, NAMES),
    events=st.lists(EVENT_STRATEGY, max_size=12),
    locale=st.sampled_from(list_locales()),
)
def test_every_text_fits_any_position(
    position: View, names: tuple[str, str], events: list[ev.Event], locale: str
) -> None:
    told: Scene = GenericScene(names, load_words(locale), tuple(events))
    seat = position.active_seat if position.viewer is None else position.viewer
    assert seat is not None
    cells = [name_cell(cell) for cell in range(32)]
    own = [f"B3#{number}" for number in range(1, len(position.reefs[seat].corals) + 1)]
    values = {
        "kind": ["worm", "take", "flip", "shark", "boat", "end"],
        "colour": [*COLOUR_LETTERS, "-"],
        "cell": cells,
        "coral": [*own, "-"],
        "prey": [*cells, *[value.removeprefix("B3") for value in own]],
        "pay": [*COLOUR_LETTERS, "*", "=", "r+y+b", "r+*+*"],
    }
    for field, some in values.items():
        for value in some:
            assert_fits(texts.label_value(field, value, position, told), "label")
            assert_fits(texts.explain_value(field, value, position, told), "hint", may_be_empty=True)
            assert texts.find_icon(field, value, position)
        picks = (Pick("kind", "take"), Pick("cell", "B3"))
        question = texts.format_question(field, picks, position, told)
        assert_fits(question, "question")
        assert not question.endswith("…")
    assert_fits(texts.describe_action(EndTurn(), position, told), "phrase")
    for index in range(len(own)):
        assert_fits(
            texts.describe_action(TakeCard(parse_cell("B3"), ("r", "*", "*"), index), position, told),
            "phrase",
        )
        assert_fits(texts.describe_action(SendShark(coral=index), position, told), "phrase")
    for event in events:
        assert_fits(texts.narrate_event(event, told), "tell", may_be_empty=isinstance(event, SILENT_EVENTS))
    assert_fits(texts.describe_status(position, told), "status")
    assert_fits(texts.describe_picture(position, told), "alt")
    whole = texts.describe_position(position, told)
    assert whole.count("\n") > 32
    assert len(whole) <= 6000


@pytest.mark.parametrize("locale", list_locales())
def test_no_text_names_a_face_down_card(locale: str) -> None:
    hidden = make_view(tableau=(FACE_DOWN_CARD,) * 32, reefs=(make_reef(corals=()), make_reef(corals=())))
    said = [
        texts.describe_position(hidden, make_scene(locale)),
        texts.describe_picture(hidden, make_scene(locale)),
    ]
    for cell in range(32):
        said.append(texts.label_value("cell", name_cell(cell), hidden, make_scene(locale)))
    said.append(texts.describe_action(FlipCard(9, ("r",)), hidden, make_scene(locale)))
    males = [
        load_words(locale)(f"{name} male") for name in ("red", "yellow", "blue", "green", "purple", "white")
    ]
    assert not [text for text in said if any(name in text for name in males)]
