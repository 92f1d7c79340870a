"""Counting the cards that were added to a stack since an earlier position."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from games.coral_reef import GAME
from games.coral_reef.changes import count_added_cards
from games.coral_reef.events import CoralsPlayed, NineSeeded
from games.core.match import GenericMatch


@pytest.mark.parametrize("seed", range(2))
def test_the_placed_cards_match_the_events(seed: int) -> None:
    match = GenericMatch.begin(GAME, 3, {"rounds_to_win": "3"}, bytes([seed]) * 32)
    chance = Random(seed)
    while match.ply < 30 and match.outcome is None:
        seat = match.to_act[0]
        match = match.act(seat, chance.choice(match.legal_actions(seat)).token)
    now = match.rules.view(match.state, None)
    checked = Counter[int]()
    compared = 0
    for ply in range(match.ply, -1, -1):
        before = match.rules.view(match.state_at(ply), None)
        if (before.number, before.reform_count) != (now.number, now.reform_count):
            break
        assert [count_added_cards(before, now, index) for index in range(len(now.stacks))] == [
            checked[index] for index in range(len(now.stacks))
        ]
        compared += 1
        for event in match.steps[ply - 1].events if ply else ():
            if isinstance(event, CoralsPlayed):
                checked[event.stack] += len(event.cards)
            elif isinstance(event, NineSeeded):
                checked[event.stack] += 1
    assert compared > 1


def test_a_new_deck_leaves_the_top_cards_in_place() -> None:
    match = GenericMatch.begin(GAME, 2, {}, bytes(32))
    before = match.rules.view(match.state, None)
    top = before.stacks[0][-1]
    other = next(card for card in range(52) if card != top)
    now = replace(before, reform_count=1, stacks=((top, other), (other,), *before.stacks[2:]))
    assert count_added_cards(before, now, 0) == 1
    assert count_added_cards(before, now, 1) == (other != before.stacks[1][-1])
    later = replace(before, number=before.number + 1, stacks=((top, other),))
    assert count_added_cards(before, later, 0) == 1
