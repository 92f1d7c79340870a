"""Properties of questions: narrowing, pages, the board's buttons, and standing orders."""

from __future__ import annotations

import itertools
import re
from typing import Any

import pytest

from games.core.narrow import (
    DONE_PICK,
    FieldQuestion,
    NoSuchPick,
    filter_by_first_value,
    find_next_question,
    list_first_values,
)
from games.core.protocol import StandingOrder
from games.core.texts import Scene
from games.core.words import SOURCE_LANGUAGE
from tests.games.contract.texts import assert_length, load_words_and_record_missing, make_names
from tools.walks import Case

MAX_PAGE_VALUES = 100
"""Maximum number of values on a page: four selects of 25."""
MAX_PICKS_LENGTH = 70
"""Maximum number of characters of the picks in a custom_id, including a separator for each pick."""
MAX_BUTTONS = 20
"""Maximum number of buttons on the public board for beginning a move."""
VALUE_TEXT_PATTERN = re.compile(r"[A-Za-z0-9*\-#]+")
MAX_FULLY_CHECKED_ACTIONS = 250
"""Number of legal actions above which only a random sample of each question's values is checked."""
EXTRA_PICK_COUNT = 10
"""Number of actions per position for which one pick too many is tried."""


def check_paths(case: Case) -> None:
    """No action's path equals or begins another's. Equal picks are followed by the same field."""
    for ply, state in case.iterate_states(60):
        for seat in case.rules.to_act(state):
            following: dict[Any, str] = {}
            paths = set()
            for action in case.rules.legal_actions(state, seat):
                path = tuple(action.path)
                assert path not in paths, f"ply {ply} {action.token}: two actions with one path"
                paths.add(path)
                for depth, pick in enumerate(path):
                    assert pick.field in case.game.field_settings, pick.field
                    parts = (pick.value,) if isinstance(pick.value, str) else pick.value
                    assert parts, f"{action.token}: an empty tuple cannot be offered"
                    assert all(VALUE_TEXT_PATTERN.fullmatch(part) for part in parts), f"{action.token} {pick}"
                    assert following.setdefault(path[:depth], pick.field) == pick.field, action.token
                assert following.setdefault(path, "") == "", f"{action.token} is part of another"


def check_narrowing(case: Case) -> None:
    """Questions reach every legal action and nothing else, on pages that Discord can show."""
    for ply, state in case.iterate_states(20):
        for seat in case.rules.to_act(state):
            QuestionWalk(case, ply, state, seat).check_all_questions()


class QuestionWalk:
    """All questions that can be asked of a seat in a position."""

    def __init__(self, case: Case, ply: int, state: Any, seat: int) -> None:
        self.case, self.seat = case, seat
        self.legal = case.rules.legal_actions(state, seat)
        self.all = frozenset(self.legal)
        firsts = list_first_values(self.legal)
        self.by_first = (
            {first: filter_by_first_value(self.legal, first) for first in firsts} if len(firsts) > 1 else {}
        )
        self.where = f"ply {ply} seat {seat}"
        self.view = case.rules.view(state, seat)
        self.scenes = [
            Scene(make_names(case.seat_count), load_words_and_record_missing(locale)[0])
            for locale in case.locales
        ]
        self.reached: set[Any] = set()
        self.seen: set[Any] = set()
        self.dice = case.make_random("asking", ply, seat)

    def check_all_questions(self) -> None:
        """Check each question, and that the answers lead to the legal actions and to no others."""
        self._follow_picks(())
        assert self.reached <= self.all, self.where
        if len(self.legal) <= MAX_FULLY_CHECKED_ACTIONS:
            lost = self.all - self.reached
            assert not lost, f"{self.where}: {sorted(a.token for a in lost)[:3]} cannot be reached"
        for action in self.reached:
            for scene in self.scenes:
                assert_length(
                    self.case.game.texts.describe_action(action, self.view, scene),
                    90,
                    f"phrase {action.token}",
                )

    def _ask_after_picks(self, *picks: str) -> FieldQuestion[Any] | Any:
        """Ask the question that follows these picks as the panel does, or return the action they choose.

        The actions are filtered by the first pick only once.
        """
        by_first = self.by_first.get(picks[0]) if picks else None
        left, waiting = (self.legal, picks) if by_first is None else (by_first, picks[1:])
        return find_next_question(left, waiting, self.case.game.field_settings)

    def _follow_picks(self, picks: tuple[str, ...]) -> None:
        asked = self._ask_after_picks(*picks)
        if not isinstance(asked, FieldQuestion):
            self.reached.add(asked)
            if len(self.reached) <= EXTRA_PICK_COUNT:
                with pytest.raises(NoSuchPick):
                    self._ask_after_picks(*picks, "none")
            return
        unordered = self.case.game.field_settings[asked.field].is_unordered
        place = (
            asked.path,
            asked.field,
            tuple(sorted(asked.picked_elements)) if unordered else asked.picked_elements,
        )
        if place in self.seen:
            return
        self.seen.add(place)
        self._check_page(asked, picks)
        values = asked.values
        if len(self.legal) > MAX_FULLY_CHECKED_ACTIONS and len(values) > 6:
            values = tuple(self.dice.sample(values, 6))
        for value in values:
            self._follow_picks((*picks, value))

    def _check_page(self, asked: FieldQuestion[Any], picks: tuple[str, ...]) -> None:
        said = self.case.game.texts
        where = f"{self.where} {'/'.join(picks)} {asked.field}"
        assert 2 <= len(asked.values) <= MAX_PAGE_VALUES, f"{where}: {len(asked.values)} values on a page"
        assert len(set(asked.values)) == len(asked.values), where
        assert asked.actions, where
        assert self.all.issuperset(asked.actions), where
        longest = max(len(value) for value in asked.values)
        assert sum(len(pick) + 1 for pick in picks) + longest <= MAX_PICKS_LENGTH, f"{where}: picks too long"
        with pytest.raises(NoSuchPick):
            self._ask_after_picks(*picks, "no such pick")
        for scene in self.scenes:
            assert_length(
                said.format_question(asked.field, asked.picks, self.view, scene), 200, f"question {where}"
            )
            shown = set()
            for value in asked.values:
                if value == DONE_PICK:
                    continue
                label = said.label_value(asked.field, value, self.view, scene, asked.picks)
                hint = said.explain_value(asked.field, value, self.view, scene)
                assert_length(label, 80, f"label {where} {value}")
                assert len(hint) <= 100, f"hint {where} {value}: {len(hint)} characters"
                icon = said.find_icon(asked.field, value, self.view)
                assert icon is None or 1 <= len(icon) <= 64
                assert (label, hint, icon) not in shown, f"{where}: {label!r} stands for two values"
                shown.add((label, hint, icon))


def check_first_choices(case: Case) -> None:
    """Each legal action can begin with a button of the public board. The buttons reveal nothing hidden."""
    said, w = case.game.texts, load_words_and_record_missing(SOURCE_LANGUAGE)[0]
    for ply, state in case.iterate_states(60):
        public = case.rules.view(state, None)
        scene = Scene(make_names(case.seat_count), w)
        for seat in case.rules.to_act(state):
            offered = case.rules.list_first_choices(public, seat)
            assert len(set(offered)) == len(offered) <= MAX_BUTTONS
            legal = case.rules.legal_actions(state, seat)
            first = {action.path[0].value for action in legal}
            assert first <= set(offered), f"ply {ply} seat {seat}: {first - set(offered)} is not offered"
            for value in offered:
                assert_length(
                    said.label_value(legal[0].path[0].field, value, public, scene), 80, f"opener {value}"
                )


def list_order_texts(order: StandingOrder) -> list[str]:
    """Return the texts of a standing order: its name or, if it has a ranking, its name with some rankings."""
    if not order.rank_keys:
        return [order.name]
    some = itertools.islice(itertools.permutations(order.rank_keys), 0, 720, 97)
    return [f"{order.name}:{''.join(letters)}" for letters in some]


def check_answers(case: Case) -> None:
    """Given its seat's view, a standing order answers with a legal action or None."""
    rules = case.rules
    orders = ["", *(text for order in case.game.standing_orders for text in list_order_texts(order))]
    asked = 0
    for ply, state in case.iterate_states(400):
        for seat in rules.to_act(state):
            if seat == rules.find_active_seat(state):
                continue
            view, legal = rules.view(state, seat), rules.legal_actions(state, seat)
            asked += 1
            for order in orders:
                answer = rules.answer_by_order(view, seat, order)
                assert answer is None or answer in legal, f"ply {ply} seat {seat} {order}: {answer}"
    if case.game.standing_orders:
        assert asked, "no walk reached a question out of turn"
