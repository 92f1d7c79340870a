"""The guide's advice is true, calls equal choices equal, and cites existing clauses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

import games
from bot.ui.play.suggestions import find_positive_reason
from games.coral_reef.actions import PlayCorals
from games.coral_reef.events import CoralsPlayed
from games.coral_reef.state import Round
from games.core.rng import Chance
from games.core.texts import Advice, Scene
from games.core.words import load_words
from games.reef.events import PatternScored
from games.registry import GAMES
from tools.walks import Case

NAMES = ("Anna", "Ben", "Chris", "Dana", "Eve", "Finn")
POSITION_COUNTS_BY_GAME = {"reef": 12}
"""Number of positions to check in games with many actions per position. Other games get 40."""

BETTER_ALTERNATIVE_PATTERN = r"would bring|could score up to|; with your turtle first"


@lru_cache(maxsize=2)
def list_advised_actions(key: str, seat_count: int) -> tuple[tuple[Any, Any, int, Any, Advice], ...]:
    """Return each action of many positions with its advice."""
    return tuple(advise_actions(key, seat_count))


def advise_actions(key: str, seat_count: int) -> Iterator[tuple[Any, Any, int, Any, Advice]]:
    game = GAMES[key]
    case = Case(game, seat_count, game.get_default_options(), 900 + seat_count, is_rich=True, max_plies=200)
    for _, state in case.iterate_states(POSITION_COUNTS_BY_GAME.get(key, 40)):
        for seat in case.rules.to_act(state):
            view = case.rules.view(state, seat)
            scene = Scene(NAMES[:seat_count], load_words("en"), reader_seat=seat)
            for action in case.rules.legal_actions(state, seat)[:120]:
                yield case.rules, state, seat, action, game.texts.advise_on_action(action, view, scene)


@pytest.mark.parametrize("key", GAMES)
def test_the_clause_of_each_reason_is_in_the_rules(key: str) -> None:
    rules = (Path(games.__file__).parent / key / "RULES.md").read_text("utf-8")
    for *_, advice in list_advised_actions(key, GAMES[key].seat_counts[-1]):
        assert f"**{advice.clause}**" in rules, advice


@pytest.mark.parametrize("key", GAMES)
def test_no_suggestion_names_a_better_alternative(key: str) -> None:
    """The guide shows only what an action gains, so a better action is no reason for it."""
    compared = 0
    for *_, advice in list_advised_actions(key, GAMES[key].seat_counts[-1]):
        if re.search(BETTER_ALTERNATIVE_PATTERN, advice.text):
            assert not re.search(BETTER_ALTERNATIVE_PATTERN, find_positive_reason(advice)), advice
            compared += 1
    # Only these games compare an action with better ones.
    assert compared or key not in ("australis", "reef")


@pytest.mark.parametrize("seat_count", [2, 4])
def test_coral_reef_advice_about_the_next_turn_is_true(seat_count: int) -> None:
    """The next turn is tested by letting the same seat play again, without other turns in between."""
    checked = set()
    for rules, state, seat, action, advice in list_advised_actions("coral_reef", seat_count):
        _, events = rules.apply(state, seat, action, Chance(b"next", 1))
        kept = events[0].cards_left
        if not kept:
            assert "empties your hand" in advice.text
            continue
        # Let the same seat play again, without any other turn in between.
        hands = list(state.hands)
        hands[seat] = remove_cards(state.hands[seat], events[0])
        stacks = list(state.stacks)
        if isinstance(action, PlayCorals):
            stacks[action.stack] += events[0].cards
        else:
            stacks.append((events[0].card,))
        now = state.round
        again = replace(
            state,
            hands=tuple(hands),
            stacks=tuple(stacks),
            round=Round(now.number, now.starter, seat, now.reform_count, False, (), ()),
        )
        could = rules.legal_actions(again, seat)
        plays = [one for one in could if isinstance(one, PlayCorals)]
        if found := re.search(r"The rest then goes on stack (\d+)", advice.text):
            stack = int(found[1]) - 1
            assert any(one.stack == stack and len(one.corals) == kept for one in plays), advice
            checked.add("out")
        elif "what's left fits no stack" in advice.text:
            assert not could, (action.token, advice)
            checked.add("draw")
        elif found := re.search(r"could play on stack (\d+), which", advice.text):
            assert any(one.stack == int(found[1]) - 1 for one in plays), (action.token, advice)
            checked.add("on")
        elif "one's a nine you could lay" in advice.text or "a nine you could lay" in advice.text:
            assert any(one.token == "seed" for one in could)
    assert {"draw", "on"} <= checked


def remove_cards(hand: Any, event: Any) -> Any:
    gone = event.cards if isinstance(event, CoralsPlayed) else (event.card,)
    return tuple(card for card in hand if card not in gone)


@pytest.mark.parametrize("seat_count", [2, 4])
def test_reef_advice_states_the_points_scored(seat_count: int) -> None:
    checked = 0
    for rules, state, seat, action, advice in list_advised_actions("reef", seat_count):
        found = re.search(r"It scores (\d+) point", advice.text)
        _, events = rules.apply(state, seat, action, Chance(b"next", 1))
        scored = [one for one in events if isinstance(one, PatternScored)]
        if found and scored:
            assert int(found[1]) == scored[0].points > 0, (action.token, advice)
        if scored and scored[0].points:
            # The move's label already states the points, so a reason that adds something may leave them out.
            more = re.search(r"the most this card|Then card \d+|[Cc]ard \d+ can still", advice.text)
            better = re.search(r"could score up to (\d+)", advice.text)
            assert found or more or better, (action.token, advice)
            assert not better or int(better[1]) > scored[0].points, (action.token, advice)
            checked += 1
    assert checked


@pytest.mark.parametrize("seat_count", [2, 4])
def test_equal_corals_on_equal_stacks_are_equally_good(seat_count: int) -> None:
    """The reasons differ only in the number of the stack."""
    alike = 0
    by_choice: dict[Any, dict[int, str]] = {}
    for _, state, seat, action, advice in list_advised_actions("coral_reef", seat_count):
        if isinstance(action, PlayCorals):
            asked = state.stacks[action.stack][-1] // 8
            key = id(state), seat, action.corals, action.top, asked
            by_choice.setdefault(key, {})[action.stack] = re.sub(r"stack \d+", "stack", advice.text)
    for texts in by_choice.values():
        alike += len(texts) > 1
        assert len(set(texts.values())) == 1, texts
    assert alike
