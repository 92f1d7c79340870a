"""The lines in which the guide suggests moves."""

from __future__ import annotations

import pytest

from bot.ui.play.guide import (
    BULB_EMOJI,
    SOLE_NUMBER,
    _write_alternative,
    _write_better_action,
    _write_missing_reason,
    _write_suggestion,
)
from bot.ui.play.suggestions import Suggestion, drop_repeated_reason
from games.core.texts import Advice
from games.core.words import load_words


def test_a_suggestion_ends_with_one_full_stop() -> None:
    line = _write_suggestion(1, "Lay 3.", Advice("You win the round!", "CR-3.1"), load_words("en"))
    assert line == f"{BULB_EMOJI} 1 **Lay 3**: You win the round."


@pytest.mark.parametrize(
    ("locale", "line"),
    [("en", "Better: **Lay 3**."), ("de", "Besser: **Lay 3**."), ("nl", "Beter: **Lay 3**.")],
)
def test_a_sole_suggestion_has_no_number(locale: str, line: str) -> None:
    w = load_words(locale)
    assert _write_better_action(SOLE_NUMBER, "Lay 3.", Advice("", "CR-3.1"), w) == f"{BULB_EMOJI} {line}"


def test_a_suggestion_gives_no_reason_against_itself() -> None:
    w, drawback = load_words("en"), Advice("It brings nothing.", "CR-3.1", is_reason=False, is_drawback=True)
    lines = [_write_suggestion(number, "Lay 3.", drawback, w) for number in (1, 2)]
    assert lines == [f"{BULB_EMOJI} 1 **Lay 3**.", f"{BULB_EMOJI} 2 Nearly as good: **Lay 3**."]
    useful = Advice(
        "You get rid of it, but could only draw.", "CR-2.6", is_drawback=True, gain_text="You get rid of it."
    )
    assert _write_suggestion(1, "Lay 3.", useful, w) == f"{BULB_EMOJI} 1 **Lay 3**: You get rid of it."
    assert _write_alternative(1, "Lay 3.", drawback, w) == f"{BULB_EMOJI} 1 Another move: **Lay 3**."
    assert _write_better_action(1, "Lay 3.", drawback, w) == f"{BULB_EMOJI} 1 Better: **Lay 3**."


def test_a_better_action_elsewhere_has_its_reason() -> None:
    line = _write_better_action(1, "Take card 3", Advice("3 points now.", "RF-2.1"), load_words("en"))
    assert line == f"{BULB_EMOJI} 1 Better: **Take card 3** – 3 points now."


def test_a_suggestion_without_a_reason_says_that_there_is_none() -> None:
    w = load_words("en")
    assert _write_missing_reason(w, has_rival=True) == "Other moves are about as good."
    assert "on average it ends better" in _write_missing_reason(w, has_rival=False)


def test_another_move_does_not_repeat_the_reason_of_the_chosen_one() -> None:
    w, cards = load_words("en"), Advice("Your cards work first.", "AU-2.2", choice_clause="AU-2.1")
    other = Suggestion("die:v5", "Take the violet 5", cards)
    for chosen, line in (
        (cards, "Another move: **Take the violet 5**."),
        (Advice("You get 3 fish.", "AU-3.2"), "Another move: **Take the violet 5** – Your cards work first."),
    ):
        shown = drop_repeated_reason(other, chosen)
        assert _write_alternative(SOLE_NUMBER, shown.phrase, shown.advice, w) == f"{BULB_EMOJI} {line}"
