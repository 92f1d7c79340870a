"""Every broken variant of the toy game is caught by the check of the property that it breaks."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.core.protocol import FieldSettings, Game
from games.core.rules import Rules
from games.core.texts import GameTexts
from games.registry import GAMES
from tests.games.broken import rules, texts
from tests.games.contract.all import CHECKS
from tests.support.toy import TOY, State, ToyAction, ToyEvent, View, make_toy_game
from tools.walks import list_cases

RULES: list[tuple[str, Rules[State, ToyAction, ToyEvent, View]]] = [
    ("sample", rules.ViewShowsACard()),
    ("sample", rules.ViewHidesCardsInAField()),
    ("sample", rules.ViewForgetsViewer()),
    ("sample", rules.SampleLosesCard()),
    ("sample", rules.SampleForgetsStage()),
    ("events_keep_secrets", rules.EventRevealsCard()),
    ("legal_actions", rules.TwoEqualActions()),
    ("legal_actions", rules.UnstableOrder()),
    ("legal_actions", rules.ActionsForAll()),
    ("legal_actions", rules.NothingWorthSearching()),
    ("legal_actions", rules.IllegalCandidate()),
    ("legal_actions", rules.AsksForMovesAfterTheEnd()),
    ("turns", rules.SkipsASeat()),
    ("turns", rules.CountsEveryStep()),
    ("turns", rules.CountsNoTurns()),
    ("passing", rules.PassDoesNotEndTheTurn()),
    ("passing", rules.PassIsNeverLegal()),
    ("tokens", rules.TwoActionsWithOneToken()),
    ("tokens", rules.ReadsLoosely()),
    ("tokens", rules.ReadsWithAnotherError()),
    ("tokens", rules.ReadsAnythingAsNothing()),
    ("refusals", rules.TooLenient()),
    ("refusals", rules.ReadsWithAnotherError()),
    ("refusals", rules.TooStrict()),
    ("offers_keep_secrets", rules.RefusalRevealsCard()),
    ("offers_keep_secrets", rules.OffersByACard()),
    ("components", rules.CardLosingRules()),
    ("components", rules.CountsNothing()),
    ("replays_alike", rules.RemembersOutside()),
    ("apply_is_pure", rules.ChangesItsInput()),
    ("apply_is_pure", rules.HoldsAList()),
    ("sealing", rules.RevealsCardWithoutEvent()),
    ("ends", rules.NeverEnds()),
    ("ends", rules.OddPlaces()),
    ("openers", rules.OpenersAreIncomplete()),
    ("answers", rules.AnswersIllegally()),
]
LEAKY_RULES = rules.ViewHidesCardsInAField()
TEXTS: list[
    tuple[str, GameTexts[ToyAction, ToyEvent, View], Rules[State, ToyAction, ToyEvent, View] | None]
] = [
    ("narrowing", texts.LongLabels(), None),
    ("narrowing", texts.OneLabelForAll(), None),
    ("narrowing", texts.NoQuestion(), None),
    ("texts", texts.LongAlt(), None),
    ("texts", texts.EmptyField(), None),
    ("texts_keep_secrets", texts.TextPeeks(), LEAKY_RULES),
    ("texts_keep_secrets", texts.ReasonPeeks(), LEAKY_RULES),
    ("advice", texts.NoReason(), None),
    ("advice", texts.LongReason(), None),
    ("advice", texts.UnknownClause(), None),
    ("events_are_narrated", texts.SilentEvents(), None),
]
MODULE = texts.__name__
CHANGED_GAMES: dict[str, tuple[str, Game]] = {
    "draw_leaked_cards": (
        "pictures_keep_secrets",
        make_toy_game(LEAKY_RULES, drawing=f"{MODULE}:draw_leaked_cards"),
    ),
    "draw_too_wide": ("pictures_keep_secrets", make_toy_game(drawing=f"{MODULE}:draw_too_wide")),
    # A translated summary makes the game count as translated.
    "texts_in_no_catalogue": ("texts", replace(TOY, summary=GAMES["reef"].summary)),
    "empty_shortlist": (
        "legal_actions",
        replace(TOY, players=replace(TOY.players, shortlist=lambda state, seat: ())),
    ),
    "illegal_shortlist": (
        "legal_actions",
        replace(TOY, players=replace(TOY.players, shortlist=lambda state, seat: (ToyAction("gift", "?"),))),
    ),
    "unknown_field": ("paths", replace(TOY, fields={"kind": FieldSettings()})),
}
BROKEN = [
    *(pytest.param(check, make_toy_game(broken), id=type(broken).__name__) for check, broken in RULES),
    *(
        pytest.param(check, make_toy_game(under, broken), id=type(broken).__name__)
        for check, broken, under in TEXTS
    ),
    *(pytest.param(check, broken, id=name) for name, (check, broken) in CHANGED_GAMES.items()),
]


@pytest.mark.parametrize(("check", "broken"), BROKEN)
def test_a_broken_game_is_caught(check: str, broken: Game) -> None:
    # Look the check up first, so that a misspelled name isn't taken for a fault of the game.
    run_check, caught = CHECKS[check], []
    for case in list_cases(broken):
        try:
            run_check(case)
        except Exception as error:
            caught.append(error)
    assert caught, f"{check} let it pass"
