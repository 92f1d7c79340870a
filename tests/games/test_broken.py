"""Every broken variant of the toy game is caught by the check of the property that it breaks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.core.protocol import FieldSettings, Game
from games.core.rules import Rules
from games.core.texts import GameTexts
from games.registry import GAMES
from tests.games.broken import rules, texts
from tests.games.contract.all import CHECKS_BY_NAME
from tests.support.toy import TOY, State, ToyAction, ToyEvent, View, make_toy_game
from tests.support.walks import list_cases

CHECKS_AND_BROKEN_RULES: list[tuple[str, Rules[State, ToyAction, ToyEvent, View]]] = [
    ("sample", rules.CardShowingViewRules()),
    ("sample", rules.HiddenFieldViewRules()),
    ("sample", rules.ViewerForgettingRules()),
    ("sample", rules.CardLosingSampleRules()),
    ("sample", rules.StageForgettingSampleRules()),
    ("events_keep_secrets", rules.CardRevealingEventRules()),
    ("legal_actions", rules.EqualActionsRules()),
    ("legal_actions", rules.UnstableOrderRules()),
    ("legal_actions", rules.ActionsForAllSeatsRules()),
    ("legal_actions", rules.NoCandidatesRules()),
    ("legal_actions", rules.IllegalCandidateRules()),
    ("legal_actions", rules.MovesAfterEndRules()),
    ("turns", rules.SeatSkippingRules()),
    ("turns", rules.StepCountingRules()),
    ("turns", rules.UncountedTurnsRules()),
    ("passing", rules.TurnKeepingPassRules()),
    ("passing", rules.IllegalPassRules()),
    ("tokens", rules.SharedTokenRules()),
    ("tokens", rules.LooseReadingRules()),
    ("tokens", rules.OtherReadingErrorRules()),
    ("tokens", rules.NothingReadingRules()),
    ("refusals", rules.TooLenientRules()),
    ("refusals", rules.OtherReadingErrorRules()),
    ("refusals", rules.TooStrictRules()),
    ("offers_keep_secrets", rules.CardRevealingRefusalRules()),
    ("offers_keep_secrets", rules.CardDependentActionsRules()),
    ("components", rules.CardLosingRules()),
    ("components", rules.UncountedComponentsRules()),
    ("replays_alike", rules.OutsideMemoryRules()),
    ("apply_is_pure", rules.InputChangingRules()),
    ("apply_is_pure", rules.ListHoldingRules()),
    ("sealing", rules.CardRevealWithoutEventRules()),
    ("ends", rules.EndlessRules()),
    ("ends", rules.OddPlacesRules()),
    ("first_choices", rules.IncompleteFirstChoicesRules()),
    ("answers", rules.IllegalAnswerRules()),
]
LEAKY_RULES = rules.HiddenFieldViewRules()
CHECKS_AND_BROKEN_TEXTS: list[
    tuple[str, GameTexts[ToyAction, ToyEvent, View], Rules[State, ToyAction, ToyEvent, View] | None]
] = [
    ("narrowing", texts.LongLabelTexts(), None),
    ("narrowing", texts.EqualLabelTexts(), None),
    ("narrowing", texts.NoQuestionTexts(), None),
    ("texts", texts.LongDescriptionTexts(), None),
    ("texts", texts.UnfilledStatusTexts(), None),
    ("texts_keep_secrets", texts.CardRevealingDescriptionTexts(), LEAKY_RULES),
    ("texts_keep_secrets", texts.CardRevealingReasonTexts(), LEAKY_RULES),
    ("advice", texts.NoReasonTexts(), None),
    ("advice", texts.LongReasonTexts(), None),
    ("advice", texts.UnknownClauseTexts(), None),
    ("events_are_narrated", texts.SilentEventTexts(), None),
]
MODULE_NAME = texts.__name__
CHANGED_GAMES_BY_NAME: dict[str, tuple[str, Game]] = {
    "draw_leaked_cards": (
        "pictures_keep_secrets",
        make_toy_game(LEAKY_RULES, drawing=f"{MODULE_NAME}:draw_leaked_cards"),
    ),
    "draw_too_wide": ("picture_ratio", make_toy_game(drawing=f"{MODULE_NAME}:draw_too_wide")),
    # A translated summary makes the game count as translated.
    "texts_in_no_catalogue": ("texts", replace(TOY, summary=GAMES["reef"].summary)),
    "empty_shortlist": (
        "legal_actions",
        replace(
            TOY,
            computer_settings=replace(TOY.computer_settings, list_promising_actions=lambda state, seat: ()),
        ),
    ),
    "illegal_shortlist": (
        "legal_actions",
        replace(
            TOY,
            computer_settings=replace(
                TOY.computer_settings, list_promising_actions=lambda state, seat: (ToyAction("gift", "?"),)
            ),
        ),
    ),
    "unknown_field": ("paths", replace(TOY, field_settings={"kind": FieldSettings()})),
}
CHECKS_AND_BROKEN_GAMES = [
    *(
        pytest.param(check, make_toy_game(broken), id=type(broken).__name__)
        for check, broken in CHECKS_AND_BROKEN_RULES
    ),
    *(
        pytest.param(check, make_toy_game(under, broken), id=type(broken).__name__)
        for check, broken, under in CHECKS_AND_BROKEN_TEXTS
    ),
    *(pytest.param(check, broken, id=name) for name, (check, broken) in CHANGED_GAMES_BY_NAME.items()),
]


@pytest.mark.parametrize(("check", "broken"), CHECKS_AND_BROKEN_GAMES)
def test_a_broken_game_is_caught(check: str, broken: Game) -> None:
    # Look the check up first, so that a misspelled name isn't taken for a fault of the game.
    run_check, caught = CHECKS_BY_NAME[check], []
    for case in list_cases(broken):
        try:
            run_check(case)
        except Exception as error:
            caught.append(error)
    assert caught, f"{check} let it pass"
