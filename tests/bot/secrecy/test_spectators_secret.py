"""Texts for followers and predictors contain only public information."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bot.features.follow import moments, pings
from bot.features.predictions import rules as prediction_rules
from bot.features.predictions import texts as prediction_texts
from bot.model.table import Table
from bot.storage.predictions import PredictionRow
from games.core.match import Match
from games.core.words import list_locales, load_words
from games.registry import GAMES
from tests.support.dealing import cut_match, make_cases, redeal_hidden_parts
from tests.support.outputs import make_handed_over_table

OWN_PREDICTION = PredictionRow(7, 1, "Dana", 1, 0)
TEXT_WRITERS_BY_NAME: dict[str, Callable[[Table, Match, str], object]] = {
    "call": lambda table, match, locale: pings.write_ping(table, match, [1, 2], "there", load_words(locale)),
    "moments": lambda table, match, locale: [
        moments.count_passed_moments(match, one) for one in moments.MOMENT_KINDS
    ],
    "open prediction": lambda table, match, locale: prediction_texts.write_open_page(
        table, OWN_PREDICTION, load_words(locale)
    ),
    "sealed prediction": lambda table, match, locale: prediction_texts.write_locked_page(
        table, OWN_PREDICTION, load_words(locale)
    ),
    "lock": lambda table, match, locale: (
        prediction_rules.are_predictions_locked(match),
        prediction_texts.write_lock_announcement(3, load_words(locale)),
    ),
}


@pytest.mark.parametrize("key", GAMES)
def test_texts_for_spectators_do_not_depend_on_hidden_parts(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, differing = set(), 0
    for case in make_cases(GAMES[key]):
        rules = type(case.match.rules)
        view = rules.view

        def record_viewer(self: Any, state: Any, viewer: int | None, view: Any = view) -> Any:
            asked.add(viewer)
            return view(self, state, viewer)

        for part in range(1, 5):
            match = cut_match(case.match, case.match.ply * part // 4) if part < 4 else case.match
            other = redeal_hidden_parts(match, None, part)
            differing += other.state != match.state
            with monkeypatch.context() as patch:
                patch.setattr(rules, "view", record_viewer)
                for name, tell in TEXT_WRITERS_BY_NAME.items():
                    for locale in list_locales():
                        told = tell(make_handed_over_table(match), match, locale)
                        assert told == tell(make_handed_over_table(other), other, locale), (
                            f"{name} {case.name} {match.ply}"
                        )
    assert asked == {None}
    assert differing >= 3, "nothing was hidden, so nothing is proved"
