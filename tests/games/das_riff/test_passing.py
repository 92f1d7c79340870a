"""Recognizing the events that start a turn of Das Riff (DR-2.1, DR-5)."""

from __future__ import annotations

from random import Random

from games.core.match import Match
from games.das_riff import GAME
from games.das_riff.events import DiceRolled, DiscardReshuffled


def test_rolled_dice_start_a_turn_unless_cards_are_shuffled() -> None:
    chance, seen = Random(5), set[tuple[bool, bool]]()
    for number in range(6):
        match = Match.begin(GAME, 2, {}, bytes([number]) * 32)
        for _ in range(160):
            if match.outcome is not None:
                break
            actor = match.to_act[0]
            match = match.act(actor, chance.choice(match.rules.list_candidates(match.state, actor)).token)
            step = match.steps[-1]
            if step.used_chance:
                assert any(isinstance(event, DiceRolled) for event in step.events)
                shuffled = any(isinstance(event, DiscardReshuffled) for event in step.events)
                seen.add((shuffled, match.rules.is_turn_start(step.events)))
    assert seen == {(False, True), (True, False)}
