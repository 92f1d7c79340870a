"""Every text of a game is translated, has no unfilled placeholder, and stays within its maximum length."""

from __future__ import annotations

import copy
import gettext
import inspect
import random
import re
from dataclasses import replace
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

from games.core.texts import Scene
from games.core.words import LOCALES_FOLDER, SOURCE_LANGUAGE, Words, load_words
from tests.games.clauses import read_clauses
from tools.walks import NAMES, Case

UNFILLED_PLACEHOLDER_PATTERN = re.compile(r"\{\w*\}")
(
    MAX_NARRATION_LENGTH,
    MAX_STATUS_LENGTH,
    MAX_ALT_TEXT_LENGTH,
    MAX_PAGE_LENGTH,
    MAX_DESCRIPTION_LENGTH,
    MAX_REASON_LENGTH,
    MAX_CONTRAST_LENGTH,
) = 400, 500, 1024, 1800, 6000, 160, 200
"""Maximum number of characters of each kind of text."""
MAX_BOARD_LINES, MAX_LINE_LENGTH, MAX_TASK_LENGTH = 3, 220, 160
"""Maximum number of lines below a board, and of characters in such a line and in a task."""
ADVISED_ACTIONS_PER_KIND = 3
"""Number of actions of each kind per position whose advice is checked."""


def make_names(seat_count: int) -> tuple[str, ...]:
    return NAMES[:seat_count]


class MissingTexts(gettext.NullTranslations):
    """A fallback catalogue that records the texts missing in the main one."""

    def __init__(self) -> None:
        super().__init__()
        self.msgids: set[str] = set()

    def gettext(self, message: str) -> str:
        self.msgids.add(message)
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        self.msgids.add(msgid1)
        return msgid1

    def pgettext(self, context: str, message: str) -> str:
        self.msgids.add(f"{context}|{message}")
        return message


def load_words_and_record_missing(locale: str) -> tuple[Words, MissingTexts]:
    """Return a locale's texts, and a fallback that records the texts missing in its catalogue."""
    missing = MissingTexts()
    if locale == SOURCE_LANGUAGE:
        return Words(SOURCE_LANGUAGE, gettext.NullTranslations()), missing
    # Copy the catalogue, because the fallback must not be added to the shared one.
    catalogue = copy.copy(_read_catalogue(locale))
    catalogue.add_fallback(missing)
    return Words(locale, catalogue), missing


@cache
def _read_catalogue(locale: str) -> gettext.GNUTranslations:
    with (LOCALES_FOLDER / f"{locale}.mo").open("rb") as file:
        return gettext.GNUTranslations(file)


def assert_length(text: str, limit: int, name: str) -> None:
    """Fail if ``text`` is empty, too long or has an unfilled placeholder."""
    assert isinstance(text, str), name
    assert text.strip(), f"{name} is empty"
    assert len(text) <= limit, f"{name} has {len(text)} characters of {limit}: {text}"
    assert not UNFILLED_PLACEHOLDER_PATTERN.search(text), f"{name} has an empty field: {text}"


def check_texts(case: Case) -> None:
    """Status, picture description, position description, narration and refusals exist in every locale."""
    rules, said = case.rules, case.game.texts
    explained = list_clauses_on_pages(case)
    for locale in case.locales:
        w, missing = load_words_and_record_missing(locale)
        for ply, state in case.iterate_states(40):
            for viewer in case.viewers:
                view = rules.view(state, viewer)
                events = tuple(rules.redact(event, viewer) for event in case.list_events(ply))
                scene = Scene(
                    make_names(case.seat_count), w, events, rules.outcome(state), reader_seat=viewer
                )
                where = f"{locale} ply {ply} viewer {viewer}"
                assert_length(said.describe_status(view, scene), MAX_STATUS_LENGTH, f"status {where}")
                assert_length(said.describe_picture(view, scene), MAX_ALT_TEXT_LENGTH, f"alt {where}")
                assert_length(
                    said.describe_position(view, scene), MAX_DESCRIPTION_LENGTH, f"describe {where}"
                )
                for event in events:
                    if sentence := said.narrate_event(event, scene):
                        assert_length(sentence, MAX_NARRATION_LENGTH, f"tell {where}")
                _check_board_lines(case, state, view, scene, where)
            _check_refusals(case, state, w, explained, f"{locale} ply {ply}")
        _check_declarations(case, w, locale)
        assert not missing.msgids, f"{locale} lacks {sorted(missing.msgids)[:5]}"


def _check_board_lines(case: Case, state: Any, view: Any, scene: Scene, position: str) -> None:
    """Check the lines below a board: the recap, each task, and after the end the standings and moments."""
    said = case.game.texts
    lines = said.summarize_events(scene.events, scene)
    assert len(lines) <= MAX_BOARD_LINES, f"recap {position} has {len(lines)} lines: {lines}"
    for line in lines:
        assert_length(line, MAX_LINE_LENGTH, f"recap {position}")
        assert "\n" not in line, f"recap {position}"
    told = case.game.tell_aftermath(scene.events, scene)
    own_events = scene.events if told is None else scene.events[: told.start]
    captions = said.summarize_events(own_events, replace(scene, is_steady=True))
    assert not any("**" in line for line in captions), (
        f"a replay draws the asterisks of {captions} {position}"
    )
    for seat in case.rules.to_act(state):
        assert_length(said.describe_task(seat, view, scene), MAX_TASK_LENGTH, f"task of {seat} {position}")
    if scene.outcome is not None:
        for seat in range(case.seat_count):
            assert_length(
                said.describe_result(seat, view, scene), MAX_LINE_LENGTH, f"standing of {seat} {position}"
            )
        history = [
            tuple(case.rules.redact(event, None) for event in case.list_events(ply))
            for ply in range(case.match.ply + 1)
        ]
        found = said.find_moments(history, scene)
        assert len(found) <= 2, f"moments {position}"
        for moment in found:
            assert_length(moment.text, MAX_LINE_LENGTH, f"moment {position}")
            assert 0 <= moment.ply <= case.match.ply, f"moment {position}"


def _check_refusals(case: Case, state: Any, w: Words, explained: frozenset[str], position: str) -> None:
    rules = case.rules
    tried = [step.action for step in case.match.steps[:: max(1, case.match.ply // 25)]]
    for seat in rules.to_act(state):
        for action in tried:
            if not rules.is_legal(state, seat, action):
                error = rules.explain_refusal(state, seat, action)
                assert_length(w.msg(error.message), 300, f"refusal of {action.token} {position}")
                assert not error.clause or error.clause in explained, (
                    f"/rules lacks {error.clause} {position}"
                )


def _check_declarations(case: Case, w: Words, locale: str) -> None:
    game = case.game
    assert_length(w.msg(game.summary), 200, f"summary {locale}")
    assert_length(w.msg(game.tagline), 20, f"tagline {locale}")
    for option in game.options:
        for label in (option.label, *option.value_labels):
            assert_length(w.msg(label), 80, f"option {option.name} {locale}")
    for order in game.standing_orders:
        assert_length(w.msg(order.label), 80, f"order {order.name} {locale}")
        for letter in order.rank_keys:
            assert_length(order.get_label(letter, w), 80, f"{letter} of order {order.name} {locale}")
            assert order.get_icon(letter), f"{letter} of order {order.name} has no icon"
    pages = game.texts.list_rules_pages(w)
    assert pages
    for page in pages:
        assert_length(page.title, 80, f"rules page {locale}")
        assert_length(page.text, MAX_PAGE_LENGTH, f"rules page {page.title} {locale}")


def check_advice(case: Case) -> None:
    """The reason for an action is one short line in every locale, and cites a clause of the rules."""
    explained = list_clauses_on_pages(case)
    dice = case.make_random("advice")
    for locale in case.locales:
        w, missing = load_words_and_record_missing(locale)
        scene = Scene(make_names(case.seat_count), w)
        for ply, state in case.iterate_states(10):
            for seat in case.rules.to_act(state):
                view = case.rules.view(state, seat)
                for action in sample_each_kind(case.rules.legal_actions(state, seat), dice):
                    advice = case.game.texts.advise_on_action(action, view, scene)
                    where = f"reason for {action.token} {locale} ply {ply}"
                    assert_length(advice.text, MAX_REASON_LENGTH, where)
                    assert "\n" not in advice.text, where
                    assert advice.text.endswith((".", "!")), f"{where} is cut: {advice.text}"
                    assert advice.clause in explained, f"/rules lacks {advice.clause} {where}"
        assert not missing.msgids, f"{locale} lacks {sorted(missing.msgids)[:5]}"


def check_contrasts(case: Case) -> None:
    """What an action allows and another doesn't is at most one short line in every locale."""
    dice = case.make_random("contrasts")
    for locale in case.locales:
        w, missing = load_words_and_record_missing(locale)
        scene = Scene(make_names(case.seat_count), w)
        for ply, state in case.iterate_states(10):
            for seat in case.rules.to_act(state):
                view = case.rules.view(state, seat)
                actions = sample_each_kind(case.rules.legal_actions(state, seat), dice)
                for better, played in pairwise(actions):
                    text = case.game.texts.contrast_actions(better, played, view, scene)
                    where = f"contrast of {better.token} and {played.token} {locale} ply {ply}"
                    if text:
                        assert_length(text, MAX_CONTRAST_LENGTH, where)
                        assert "\n" not in text and text.endswith("."), f"{where}: {text}"
        assert not missing.msgids, f"{locale} lacks {sorted(missing.msgids)[:5]}"


def list_clauses_on_pages(case: Case) -> frozenset[str]:
    """Return the clauses cited on the pages of ``/rules``, all of which must exist."""
    pages = case.game.texts.list_rules_pages(load_words(SOURCE_LANGUAGE))
    named = frozenset(re.findall(r"[A-Z]{2}-\d+\.\d+", " ".join(page.text for page in pages)))
    assert named <= list_rule_clauses(case), sorted(named - list_rule_clauses(case))
    return named


def list_rule_clauses(case: Case) -> frozenset[str]:
    """Return the clauses of the ``RULES.md`` next to a game's code."""
    folder = Path(inspect.getfile(type(case.rules))).parent
    while not (folder / "RULES.md").is_file():
        folder = folder.parent
    return read_clauses(folder)


def sample_each_kind(actions: tuple[Any, ...], rng: random.Random) -> list[Any]:
    kinds: dict[Any, list[Any]] = {}
    for action in actions:
        kinds.setdefault(action.path[0].value, []).append(action)
    return [
        action
        for same in kinds.values()
        for action in rng.sample(same, min(ADVISED_ACTIONS_PER_KIND, len(same)))
    ]


def check_events_are_narrated(case: Case) -> None:
    """Each step with events has at least one that is narrated.

    The last step needs none, because the status announces the end.
    """
    w, _ = load_words_and_record_missing(SOURCE_LANGUAGE)
    scene = Scene(make_names(case.seat_count), w)
    silent = [
        step.action.token
        for step in case.match.steps
        if step.events
        and case.rules.outcome(step.state) is None
        and not any(case.game.texts.narrate_event(event, scene) for event in step.events)
    ]
    assert not silent, f"no event is narrated for {silent[:3]}"
