"""Advice on actions of Das Riff, in positions with an obvious reason."""

from __future__ import annotations

import pytest

from bot.ui.play.plans import drop_plan
from bot.ui.play.suggestions import find_positive_reason
from games.core.rng import Chance
from games.core.texts import GenericScene
from games.core.words import load_words
from games.das_riff import texts
from games.das_riff.events import Event
from games.das_riff.rules import RULES
from games.das_riff.state import State
from games.das_riff.view import OFFER_STAGE, Reef, View
from tests.games.advising import check_advice
from tests.games.das_riff.build import find_actor, make_position, make_reef
from tests.support.cases import join_cases

FOUR_BROODS = "br! yy! gw! pp! bf"
PAIR_POSITION = make_position(make_reef("rrr", corals="bf"), a="rm co pe sh", broods="br yg")

CASES = [
    (
        make_position(make_reef("r", corals=FOUR_BROODS), a="rm", broods="br"),
        "take:A1:r>5",
        "you win",
        "DR-6.1",
    ),
    (PAIR_POSITION, "take:A1:r>1", "brood 1 of 5", "DR-3.7"),
    (
        make_position(make_reef("r", corals="."), a="rm", d="bf"),
        "take:A1:r>1",
        "With D1, blue female",
        "DR-3.7",
    ),
    (make_position(make_reef("r", corals="."), a="rm"), "take:A1:r>1", "mate that isn't in sight", "DR-3.6"),
    (
        make_position(make_reef("r", corals="."), a="rm", broods="yy"),
        "take:A1:r>1",
        "It waits in coral 1 for a brood",
        "DR-3.6",
    ),
    (
        make_position(make_reef("rg", boats=2), a="co rm"),
        "take:A1:g",
        "A2, red male, could move in",
        "DR-3.6",
    ),
    (
        make_position(make_reef("rg", corals="rf", boats=2), a="co rm", broods="rr"),
        "take:A1:g",
        "You get an empty coral: without one",
        "DR-3.6",
    ),
    (make_position(make_reef("g", corals=". ."), a="co"), "take:A1:g", "You need 5 corals to win", "DR-3.5"),
    (
        make_position(make_reef("gg", corals=".", boats=2), a="pe", d="wa wa", b="wa rm", broods="br"),
        "take:A1:g",
        "one worm of any colour",
        "DR-3.8",
    ),
    (
        make_position(make_reef("gr", corals=".", boats=2), a="pe", b="wa rm", broods="br"),
        "take:A1:g",
        "just what you need for B2: red male",
        "DR-3.4",
    ),
    (
        make_position(make_reef("g"), make_reef(corals="bf"), a="sh", d="rm"),
        "take:A1:g",
        "D1, red male, which would complete red-blue for Ben",
        "DR-3.9",
    ),
    (make_position(make_reef("g"), a="sh"), "take:A1:g", "a fish Ben needs", "DR-3.8"),
    (make_position(make_reef("g")), "flip:B1:g", "It shows the card to both of you, but", "DR-3.3"),
    (make_position(make_reef("gg"), b="?co"), "flip:B1:g", "12 of 44 hidden cards are corals.", "DR-3.3"),
    (
        make_position(make_reef("gg", corals="bf"), broods="br"),
        "flip:B1:g",
        "It could be the red male you need for red-blue: 2 of 42 hidden cards.",
        "DR-3.3",
    ),
    (
        make_position(make_reef(sharks=1), make_reef(corals="bf"), d="rm"),
        "shark:D1",
        "complete red-blue for Ben",
        "DR-3.9",
    ),
    (
        make_position(make_reef(sharks=1), a="co wa wa sh pe sh co pe"),
        "shark:A1",
        "2 cards of open water",
        "DR-4.2",
    ),
    (
        make_position(make_reef(sharks=1), a="co wa wa wa wa wa wa pe", d="co sh"),
        "shark:D1",
        "D2, shark, comes",
        "DR-4.1",
    ),
    (
        make_position(make_reef(sharks=1, corals="rm"), broods="yy"),
        "shark:#1",
        "It frees coral 1: no open brood",
        "DR-3.9",
    ),
    (
        make_position(make_reef("ggg", corals="bf"), a="gm rm"),
        "boat:ggg",
        "In a later turn you can reach A2, red male, to complete",
        "DR-3.1",
    ),
    (
        make_position(make_reef("gggr", corals="bf"), a="wa rm"),
        "boat:ggg",
        "A2, red male, which would complete",
        "DR-3.1",
    ),
    (
        make_position(make_reef("ggg"), a="gm co"),
        "boat:ggg",
        "You then reach column 2 too, where A2 · coral is now.",
        "DR-3.1",
    ),
    (make_position(make_reef("ggg"), a="wa pe"), "boat:ggg", "is worth a boat yet", "DR-3.1"),
    (
        make_position(make_reef(sharks=1, corals="rm"), broods="rr"),
        "shark:#1",
        "brood needs that colour",
        "DR-3.9",
    ),
    (make_position(make_reef("gggr"), a="wa pe"), "boat:ggg", "can take A2 · pearl this turn", "DR-3.1"),
    (
        make_position(make_reef("gggrrr"), a="wa pe", b="wa co"),
        "boat:ggg",
        "can take B2 · coral this turn",
        "DR-3.1",
    ),
    (
        make_position(make_reef("gggr", corals=". . . . ."), a="wa co"),
        "boat:ggg",
        "is worth a boat yet",
        "DR-3.1",
    ),
    (make_position(make_reef("ggg")), "boat:ggg", "is worth a boat yet", "DR-3.1"),
    (make_position(make_reef("gggr"), a="wa rm"), "boat:ggg", "is worth a boat yet", "DR-3.1"),
    (
        make_position(make_reef("gggr", corals="rr! ry! bb!"), a="wa pe"),
        "boat:ggg",
        "can take A2 · pearl this turn",
        "DR-3.1",
    ),
    (
        make_position(make_reef("ggg", corals="rr! ry! bb!"), a="wa rm"),
        "boat:ggg",
        "No card in column 2 helps you",
        "DR-3.1",
    ),
    (
        make_position(make_reef("gggr", corals="."), a="wa rm"),
        "boat:ggg",
        "can take A2 · red male this turn",
        "DR-3.1",
    ),
    (
        make_position(make_reef("gggr", corals="."), a="wa rm", broods="yy"),
        "boat:ggg",
        "is worth a boat yet",
        "DR-3.1",
    ),
    (make_position(quiet=60), "end", "is a draw", "DR-6.2"),
    (make_position(), "end", "The dice of your next turn bring worms;", "DR-2.1"),
    (make_position(make_reef("gg")), "end", "so you can pay 4", "DR-2.1"),
    (
        make_position(make_reef(), make_reef(corals=". ."), d="rm", stage=OFFER_STAGE),
        "worm:r",
        "An open brood needs fish of this colour: red-blue.",
        "DR-3.4",
    ),
    (
        make_position(make_reef(), make_reef(corals="bf"), d="rm", stage=OFFER_STAGE),
        "worm:r",
        "which would complete red-blue",
        "DR-3.7",
    ),
    (
        make_position(make_reef(), make_reef(corals="bf"), stage=OFFER_STAGE),
        "worm:r",
        "Your blue female needs a mate of this colour, for red-blue.",
        "DR-3.4",
    ),
    (make_position(stage=OFFER_STAGE), "worm:r", "open brood needs fish of this colour", "DR-3.4"),
    (
        make_position(stage=OFFER_STAGE, broods="yy"),
        "worm:r",
        "No open brood needs fish of its colour",
        "DR-3.4",
    ),
    (make_position(stage=OFFER_STAGE), "worm:-", "A worm is free", "DR-2.3"),
    (
        make_position(make_reef(), make_reef("rrryyybbb"), stage=OFFER_STAGE),
        "worm:-",
        "plenty of worms",
        "DR-2.3",
    ),
]

VAGUE_PHRASES = (
    "A worm is free",
    "No open brood needs fish of its colour",
    "you'd have nothing left",
    "you have no coral for a fish",
    "hidden cards are",
    "it's yours right away",
    "end it and the match is a draw",
    "Next turn's dice",
    "You have 1 of 2",
    "you can pay",
    "nothing left to pay with",
    "for later cards",
    "No card in column",
    "brood needs that colour",
    "one worm of any colour",
    "Later it can drive off",
    "The bank ",
    "no open one needs it yet",
)
"""Phrases that fit many actions. Advice with such a phrase isn't a reason for an action."""


@join_cases(CASES)
def test_advice_gives_the_expected_reason_and_clause(
    state: State, token: str, expected: str, clause: str
) -> None:
    check_advice("das_riff", state, token, expected, clause, VAGUE_PHRASES, find_actor(state))


def test_a_worm_that_suffices_for_a_fish_plans_to_take_it_next_turn() -> None:
    """Otherwise the next hint may pay for a boat with that worm."""
    reef = make_reef(corals="bf .")
    state, scene = make_position(make_reef(), reef, d="rm", stage=OFFER_STAGE), load_words()
    seat, take = find_actor(state), RULES.read("worm:r")
    told: GenericScene[Event, View] = GenericScene(("Anna", "Ben"), scene)
    advice = texts.advise_on_action(take, RULES.view(state, seat), told)
    assert "enough for D1" in advice.text
    own = make_position(make_reef("r", corals=". ."), a="rm")
    tokens = [action.token for action in RULES.legal_actions(own, 0)]
    assert any(token.startswith(advice.next_turn_token.replace("D1", "A1")) for token in tokens)
    waiting = make_position(make_reef(), make_reef(corals=". ."), d="rm", stage=OFFER_STAGE)
    advice = texts.advise_on_action(take, RULES.view(waiting, seat), told)
    assert not advice.next_turn_token and "D1" not in advice.text, "a fish without a mate isn't promised"


def test_a_shark_taken_against_a_threat_plans_to_drive_it_off() -> None:
    """Otherwise the next hint may end the turn, and the other seat takes the fish."""
    state = make_position(make_reef("g"), make_reef(corals="bf"), a="sh", d="rm")
    seat, take = find_actor(state), RULES.read("take:A1:g")
    scene: GenericScene[Event, View] = GenericScene(("Anna", "Ben"), load_words())
    advice = texts.advise_on_action(take, RULES.view(state, seat), scene)
    after, _ = RULES.apply(state, seat, take, Chance(bytes(32), 1))
    assert advice.later_token in [action.token for action in RULES.legal_actions(after, seat)]
    assert "Later it can drive off" in advice.text_without_later_step


@pytest.mark.parametrize(("worms", "row", "corals"), [("gggr", "wa pe", ""), ("gggr", "wa rm", "bf")])
def test_a_boat_is_planned_with_a_card_only_if_both_can_be_paid(worms: str, row: str, corals: str) -> None:
    state = make_position(make_reef(worms, corals=corals), a=row)
    seat, boat = find_actor(state), RULES.read("boat:ggg")
    advice = texts.advise_on_action(
        boat, RULES.view(state, seat), GenericScene(("Anna", "Ben"), load_words())
    )
    after, _ = RULES.apply(state, seat, boat, Chance(bytes(32), 1))
    assert any(action.token.startswith(advice.later_token) for action in RULES.legal_actions(after, seat))
    assert advice.later_token == "take:A2:" and "later" in advice.text_without_later_step
    poor = make_position(make_reef("ggg", corals=corals), a=row)
    assert not texts.advise_on_action(
        boat, RULES.view(poor, seat), GenericScene(("Anna", "Ben"), load_words())
    ).later_token


@pytest.mark.parametrize(
    ("bank", "expected"),
    [
        ("", "The bank is empty, so the next dice bring no worms unless somebody spends some."),
        ("r", "The bank has only 1 worm left, so the next dice bring few unless somebody spends some."),
        ("rrb", "The bank has only 3 worms left, so the next dice bring few unless somebody spends some."),
        ("rrbb", "Next turn's dice bring two worms, so you can pay 6."),
    ],
)
def test_the_end_of_a_turn_does_not_promise_worms_that_the_bank_does_not_have(
    bank: str, expected: str
) -> None:
    """The next dice bring no worms from an empty bank, however many worms the seat keeps."""
    state = make_position(make_reef("rrrb"), bank=bank)
    advice = texts.advise_on_action(
        RULES.read("end"), RULES.view(state, 0), GenericScene(("Anna", "Ben"), load_words())
    )
    assert advice.text == expected
    assert advice.is_drawback == (len(bank) < 4)


def test_the_end_of_a_turn_names_the_fish_or_the_turned_up_card_that_it_compares() -> None:
    scene: GenericScene[Event, View] = GenericScene(("Anna", "Ben"), load_words())
    saving = make_position(make_reef("r", corals="bf"), a="wa wa wa wa", c="rm")
    advice = texts.advise_on_action(RULES.read("end"), RULES.view(saving, 0), scene)
    assert advice.text == "You have 1 of 2 red for C1: red male."
    assert advice.next_turn_token == "take:C1:"
    assert advice.clause == "DR-2.1", "the next dice bring worms"
    mateless = make_position(make_reef("r", corals="."), a="wa wa wa wa", c="rm")
    text = texts.advise_on_action(RULES.read("end"), RULES.view(mateless, 0), scene).text
    assert text == "Next turn's dice bring two worms, so you can pay 3."
    leaving = make_position(make_reef("br"), b="co", flipped=8)
    text = texts.advise_on_action(RULES.read("end"), RULES.view(leaving, 0), scene).text
    assert text == "Without B1, coral, you can pay 4 next turn, not 3."
    useless = make_position(make_reef("br"), b="wa", flipped=8)
    text = texts.advise_on_action(RULES.read("end"), RULES.view(useless, 0), scene).text
    assert "B1" not in text, "open water can't be taken anyway"
    enough = make_position(make_reef("br", corals="."), b="co", flipped=8)
    text = texts.advise_on_action(RULES.read("end"), RULES.view(enough, 0), scene).text
    assert text == "You still have an empty coral, and without B1 you can pay 4 next turn, not 3."


@pytest.mark.parametrize(
    ("better", "played", "is_swap"),
    [
        ("take:A1:r", "end", True),
        ("take:B1:rr", "end", False),
        ("take:A2:r", "end", False),
        ("take:A1:r", "take:A2:r", False),
        ("end", "take:A1:r", False),
    ],
)
def test_a_contrast_names_the_pearl_that_costs_a_single_worm(better: str, played: str, is_swap: bool) -> None:
    state = make_position(make_reef("rrrr", corals=".", boats=2), a="pe co", b="pe")
    actions = [RULES.read(token) for token in (better, played)]
    assert all(RULES.is_legal(state, 0, action) for action in actions)
    scene: GenericScene[Event, View] = GenericScene(("Anna", "Ben"), load_words())
    contrast = texts.contrast_actions(actions[0], actions[1], RULES.view(state, 0), scene)
    expected = "It swaps one worm for a pearl, which pays like a worm of any colour."
    assert contrast == (expected if is_swap else "")


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("rm co", "You then reach column 2 too, where A2 · coral is now."),
        # Open water at the sea edge flows out at the turn's end, so the coral comes within reach anyway.
        ("wa co", ""),
    ],
)
def test_a_boat_is_for_a_card_of_a_later_turn_only_if_the_card_does_not_come_closer(
    row: str, reason: str
) -> None:
    state = make_position(make_reef("ggg"), a=row)
    advice = texts.advise_on_action(
        RULES.read("boat:ggg"), RULES.view(state, 0), GenericScene(("Anna", "Ben"), load_words())
    )
    assert advice.is_reason == bool(reason)
    assert not reason or advice.text == reason


@pytest.mark.parametrize(("worms", "is_named"), [("rrgg", False), ("ggg", True)])
def test_a_boat_is_not_for_a_fish_whose_worms_pay_for_it(worms: str, is_named: bool) -> None:
    state = make_position(make_reef(worms, corals=".", boats=4), a="gm wa", d="gm gm gm gm rm", broods="rr")
    boat = RULES.read(f"boat:{worms[:3]}")
    assert RULES.is_legal(state, 0, boat)
    scene: GenericScene[Event, View] = GenericScene(("Anna", "Ben"), load_words())
    advice = texts.advise_on_action(boat, RULES.view(state, 0), scene)
    assert ("where D5 · red male is now" in find_positive_reason(advice)) is is_named


def test_a_boat_for_hidden_cards_plans_to_turn_one_up() -> None:
    """Otherwise the hint says so, and the next one ends the turn."""
    scene: GenericScene[Event, View] = GenericScene(("Anna", "Ben"), load_words())
    state = make_position(make_reef("ggggg", corals="."), a="rm wa", b="?rm ?rm", c="?rm ?rm", d="rm wa")
    advice = texts.advise_on_action(RULES.read("boat:ggg"), RULES.view(state, 0), scene)
    assert (advice.later_token, find_positive_reason(advice)) == (
        "flip:B2:",
        "You can then also turn up B2 or C2.",
    )
    general = "From now on you reach column 2 too, for later cards."
    assert find_positive_reason(drop_plan(advice)) == general
    assert drop_plan(advice).text == advice.text


@pytest.mark.parametrize(
    ("state", "token", "weak_reason"),
    [
        (
            make_position(make_reef("gg", corals=".")),
            "flip:B1:g",
            "If you want it, it's yours right away for 1 worm more.",
        ),
        (
            make_position(make_reef("gg", corals="bf"), broods="br"),
            "flip:B1:g",
            "If you want it, it's yours right away for 1 worm more.",
        ),
        (
            make_position(make_reef("gg")),
            "flip:B1:g",
            "If you want it, it's yours right away for 1 worm more.",
        ),
        (make_position(make_reef("gg"), bank=""), "end", "Unspent worms are kept for the next turn."),
        (make_position(make_reef("gg")), "end", "Unspent worms are kept for the next turn."),
        (make_position(), "end", "Nothing is left to pay with."),
        (make_position(make_reef("g"), a="pe"), "take:A1:g", "It fits fish of every colour."),
    ],
)
def test_another_reason_is_given_in_turn(state: State, token: str, weak_reason: str) -> None:
    scene: GenericScene[Event, View] = GenericScene(("Anna", "Ben"), load_words())
    advice = texts.advise_on_action(RULES.read(token), RULES.view(state, find_actor(state)), scene)
    assert advice.weak_reason == weak_reason != advice.text


@pytest.mark.parametrize(
    ("dice", "broods", "worms", "token", "weak_reason"),
    [
        ("rr", "rb", "", "worm:r", "A worm is free, whatever its colour."),
        ("ry", "rb", "", "worm:r", "No open brood needs fish of the other colour."),
        ("ry", "bb", "", "worm:r", "No open brood needs either colour."),
        ("ry", "rb yy", "y", "worm:r", "Of the colours on offer, you have fewest of this one."),
        ("ry", "rb yy", "ry", "worm:r", ""),
        ("ry", "rb yy", "ry", "worm:y", ""),
    ],
)
def test_a_worm_is_compared_only_with_the_others_on_offer(
    dice: str, broods: str, worms: str, token: str, weak_reason: str
) -> None:
    reef = make_reef(worms, corals=".")
    state = make_position(make_reef(), reef, dice=dice, broods=broods, stage=OFFER_STAGE)
    scene: GenericScene[Event, View] = GenericScene(("Anna", "Ben"), load_words())
    advice = texts.advise_on_action(RULES.read(token), RULES.view(state, find_actor(state)), scene)
    assert advice.weak_reason == weak_reason


@pytest.mark.parametrize(
    ("reef", "row", "token", "text", "better"),
    [
        # Without a coral, no fish finds a home.
        (make_reef("ggg"), "co wa", "boat:ggg", "It leaves you too little for A1 · coral.", ""),
        (make_reef("gggg"), "co wa", "boat:ggg", None, ""),
        (make_reef("ggg", corals="."), "co wa", "boat:ggg", None, ""),
        # The red male completes a brood.
        (
            make_reef("rgg", corals="rf"),
            "rm wa",
            "boat:rgg",
            "It leaves you too little for A1 · red male.",
            "",
        ),
        (
            make_reef("rggg", corals="rf"),
            "rm wa",
            "boat:rgg",
            "It leaves you too little for A1 · red male.",
            "boat:ggg",
        ),
        (make_reef("rggg", corals="rf"), "rm wa", "boat:ggg", None, ""),
        (make_reef("rrgg", corals="rf"), "rm wa", "boat:rgg", None, ""),
    ],
)
def test_a_boat_yields_to_a_needed_card_whose_worms_it_spends(
    reef: Reef, row: str, token: str, text: str | None, better: str
) -> None:
    state = make_position(reef, a=row, broods="rr")
    boat = RULES.read(token)
    assert RULES.is_legal(state, 0, boat)
    scene: GenericScene[Event, View] = GenericScene(("Anna", "Ben"), load_words())
    advice = texts.advise_on_action(boat, RULES.view(state, 0), scene)
    assert (advice.yields_to, advice.better_token) == ("take:A1:" if text else "", better)
    assert advice.text == text or (text is None and "too little" not in advice.text)


def test_a_boat_to_a_brood_may_spend_the_worm_for_another_card() -> None:
    state = make_position(make_reef("gggr", corals="gf bf"), a="gm rm", broods="gg br")
    scene: GenericScene[Event, View] = GenericScene(("Anna", "Ben"), load_words())
    advice = texts.advise_on_action(RULES.read("boat:ggg"), RULES.view(state, 0), scene)
    assert "would complete red-blue" in advice.text and not advice.yields_to


def test_the_chance_of_a_fish_counts_only_fish_that_find_a_home() -> None:
    scene: GenericScene[Event, View] = GenericScene(("Anna", "Ben"), load_words())
    # No coral is empty, and no hidden fish breeds with the lone parent.
    state = make_position(make_reef("gg", corals="wf"), broods="rr")
    advice = texts.advise_on_action(RULES.read("flip:B1:g"), RULES.view(state, 0), scene)
    assert advice.text == "If you want it, it's yours right away for 1 worm more."


@pytest.mark.parametrize(
    ("worms", "reason"), [("gggg", ""), ("ggggg", "You can then also turn up B2 or C2.")]
)
def test_a_boat_also_lets_a_seat_turn_up_cards_that_it_can_pay_for(worms: str, reason: str) -> None:
    state = make_position(make_reef(worms, corals="."), a="rm wa", b="?rm ?rm", c="?rm ?rm", d="rm wa")
    scene: GenericScene[Event, View] = GenericScene(("Anna", "Ben"), load_words())
    boat, end = (
        texts.advise_on_action(RULES.read(token), RULES.view(state, 0), scene)
        for token in ("boat:ggg", "end")
    )
    assert (boat.minor_reason, end.minor_reason) == (reason, "")


@pytest.mark.parametrize(
    ("reef", "row", "token", "drawback", "gain"),
    [
        (
            make_reef(pearls=1, corals=".", boats=2),
            "wa pe rm",
            "take:A2:*",
            "You pay with a pearl, so you gain none.",
            "At the turn's end A3, red male, comes a column closer.",
        ),
        (make_reef(pearls=2, boats=1), "", "take:B1:**", "You pay with a pearl, so you gain none.", ""),
        (make_reef("gg", corals="."), "pe", "take:A1:g", "", "It pays like one worm of any colour."),
    ],
)
def test_a_pearl_paid_with_a_pearl_gains_only_what_comes_closer(
    reef: Reef, row: str, token: str, drawback: str, gain: str
) -> None:
    state = make_position(reef, a=row, b="pe")
    action = RULES.read(token)
    assert RULES.is_legal(state, 0, action)
    advice = texts.advise_on_action(action, RULES.view(state, 0), GenericScene(("Anna", "Ben"), load_words()))
    assert find_positive_reason(advice) == gain
    assert advice.is_drawback == bool(drawback) and (not drawback or advice.text == drawback)
    assert advice.clause == "DR-3.8", "the clause is about the pearl, as the drawback is"


def test_a_pearl_that_costs_more_than_one_worm_says_so() -> None:
    state = make_position(make_reef("ggg", corals="."), b="pe")
    action = RULES.read("take:B1:gg")
    advice = texts.advise_on_action(action, RULES.view(state, 0), GenericScene(("Anna", "Ben"), load_words()))
    assert advice.text == "It pays like one worm, but costs 2 worms." and advice.is_drawback
    assert not find_positive_reason(advice)
