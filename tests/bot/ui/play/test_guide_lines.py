"""The lines in which the guide suggests moves."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from bot.ui.ids import MoveChoice
from bot.ui.play.guide import (
    BULB_EMOJI,
    SOLE_NUMBER,
    Suggestions,
    _write_alternative,
    _write_suggestion,
    _write_suggestions,
)
from bot.ui.play.suggestions import (
    Suggestion,
    drop_repeated_reason,
    drop_worn_reason,
    find_positive_reason,
)
from games.core.texts import Advice, Scene
from games.core.words import load_words


def test_a_suggestion_ends_with_one_full_stop() -> None:
    line = _write_suggestion(1, "Lay 3.", Advice("You win the round!", "CR-3.1"), load_words("en"))
    assert line == f"{BULB_EMOJI} 1 **Lay 3**: You win the round."


@pytest.mark.parametrize(
    ("locale", "line"),
    [("en", "Instead: **Lay 3**."), ("de", "Lieber: **Lay 3**."), ("nl", "Liever: **Lay 3**.")],
)
def test_a_sole_suggestion_has_no_number(locale: str, line: str) -> None:
    w = load_words(locale)
    assert _write_alternative(SOLE_NUMBER, "Lay 3.", Advice("", "CR-3.1"), w) == f"{BULB_EMOJI} {line}"


def test_a_suggestion_gives_no_reason_against_itself() -> None:
    w, drawback = load_words("en"), Advice("It brings nothing.", "CR-3.1", is_reason=False, is_drawback=True)
    lines = [_write_suggestion(number, "Lay 3.", drawback, w, is_second=number > 1) for number in (1, 2)]
    assert lines == [f"{BULB_EMOJI} 1 **Lay 3**.", f"{BULB_EMOJI} 2 Nearly as good: **Lay 3**."]
    useful = Advice(
        "You get rid of it, but could only draw.", "CR-2.6", is_drawback=True, gain_text="You get rid of it."
    )
    assert _write_suggestion(1, "Lay 3.", useful, w) == f"{BULB_EMOJI} 1 **Lay 3**: You get rid of it."
    assert _write_alternative(1, "Lay 3.", drawback, w) == f"{BULB_EMOJI} 1 Instead: **Lay 3**."


def test_an_alternative_has_its_reason() -> None:
    line = _write_alternative(1, "Take card 3", Advice("3 points now.", "RF-2.1"), load_words("en"))
    assert line == f"{BULB_EMOJI} 1 Instead: **Take card 3** – 3 points now."


@pytest.mark.parametrize(
    ("text", "rival_count", "expected"),
    [
        ("It brings nothing.", 1, "**Lay 3**. Other moves are about as good."),
        ("It brings nothing.", 0, "**Lay 3**."),
        # The text is empty, because the guide gave the same reason for the last moves.
        ("", 1, "**Lay 3**."),
    ],
)
def test_a_suggestion_without_a_reason_says_only_whether_others_are_as_good(
    text: str, rival_count: int, expected: str
) -> None:
    one = Suggestion("lay:3", "Lay 3.", Advice(text, "CR-3.1", is_reason=False, is_drawback=bool(text)))
    suggested = Suggestions(True, True, (one, *[one] * rival_count))
    lines, _ = _write_suggestions([one], MoveChoice(1, 0, 0), suggested, None, load_words("en"))
    assert lines == [f"{BULB_EMOJI} {expected}"]


@pytest.mark.parametrize(
    ("moves", "is_said_once", "is_dropped"),
    [
        ("worm:r worm:r", False, True),
        ("worm:r worm:g end worm:r", False, False),
        ("worm:g worm:r end worm:r", False, True),
        ("worm:r", False, False),
        ("worm:r end", False, False),
        ("worm:r worm:g end", True, True),
        ("lay:r worm:g", True, True),
        ("lay:r lay:r", False, False),
        ("worm:g end", True, False),
        ("", True, False),
    ],
)
def test_a_reason_is_not_given_for_a_third_move_of_a_kind(
    moves: str, *, is_said_once: bool, is_dropped: bool
) -> None:
    def read(token: str) -> Any:
        return SimpleNamespace(token=token, path=token.split(":"))

    def advise(action: Any, view: object, scene: object) -> Advice:
        return Advice(f"About {action.token[-1]}.", "DR-2.3", is_said_once=is_said_once)

    rules = SimpleNamespace(read=read, view=lambda state, seat: None)
    steps = [SimpleNamespace(seat=0, action=read(token)) for token in moves.split()]
    # Moves of other seats don't count.
    steps = [each for step in steps for each in (step, SimpleNamespace(seat=1, action=read("worm:b")))]
    game = SimpleNamespace(texts=SimpleNamespace(advise_on_action=advise))
    match: Any = SimpleNamespace(
        game=game, rules=rules, steps=steps, ply=len(steps), early_outcome=None, state_at=lambda ply: None
    )
    suggestion = Suggestion("worm:r", "Take a red worm", advise(read("worm:r"), None, None))
    scene = Scene(("Anna", "Ben"), load_words())
    assert (drop_worn_reason(suggestion, match, 0, scene).advice.text == "") is is_dropped


@pytest.mark.parametrize(
    ("count", "expected"),
    [(0, "Usual."), (1, "Usual."), (2, "Weak."), (3, "Weak."), (4, "Usual."), (5, "Usual."), (6, "Weak.")],
)
def test_two_reasons_take_turns(count: int, expected: str) -> None:
    advice = Advice("Usual.", "DR-2.3", weak_reason="Weak.")
    step = SimpleNamespace(seat=0, action=SimpleNamespace(token="flip", path=("flip",)))
    rules = SimpleNamespace(read=lambda token: step.action, view=lambda state, seat: None)
    match: Any = SimpleNamespace(
        game=SimpleNamespace(texts=SimpleNamespace(advise_on_action=lambda *given: advice)),
        rules=rules,
        steps=[step] * count,
        ply=count,
        early_outcome=None,
        state_at=lambda ply: None,
    )
    suggestion = Suggestion("flip", "Turn it up", advice)
    given = drop_worn_reason(suggestion, match, 0, Scene(("Anna", "Ben"), load_words())).advice
    assert find_positive_reason(given) == expected


def test_another_move_does_not_repeat_the_reason_of_the_chosen_one() -> None:
    w, cards = load_words("en"), Advice("Your cards work first.", "AU-2.2", choice_clause="AU-2.1")
    other = Suggestion("die:v5", "Take the violet 5", cards)
    for chosen, line in (
        (cards, "Instead: **Take the violet 5**."),
        (Advice("You get 3 fish.", "AU-3.2"), "Instead: **Take the violet 5** – Your cards work first."),
    ):
        shown = drop_repeated_reason(other, chosen)
        assert _write_alternative(SOLE_NUMBER, shown.phrase, shown.advice, w) == f"{BULB_EMOJI} {line}"
