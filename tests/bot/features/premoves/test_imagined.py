"""A question about a prepared move doesn't contradict the picture of the current position."""

from __future__ import annotations

from bot.features.premoves.imagined import WrittenQuestion, write_question
from games.core.narrow import FieldQuestion, find_next_question
from games.core.shapes import ActionLike
from games.core.texts import Scene
from games.core.words import load_words
from games.players.prospects import Prospect
from games.registry import GAMES
from tests.games.coral_reef.build import make_position

GAME = GAMES["coral_reef"]
RULES = GAME.rules[GAME.version]
HAND = "23477t"
NOW = RULES.view(make_position("2", HAND, stacks="9 9"), 1)


def ask(*imagined_stacks: str, picks: tuple[str, ...] = ()) -> WrittenQuestion:
    """Write a question about the moves that are possible with imagined stacks, the likeliest first."""
    prospects: dict[str, Prospect] = {}
    for stacks in imagined_stacks:
        state = make_position("2", HAND, stacks=stacks, seat=1)
        for action in RULES.legal_actions(state, 1):
            prospects.setdefault(action.token, Prospect(action, RULES.view(state, 1)))
    question = find_next_question([one.action for one in prospects.values()], picks, GAME.field_settings)
    assert isinstance(question, FieldQuestion)
    narrowed: FieldQuestion[ActionLike] = question
    return write_question(narrowed, NOW, prospects, GAME, Scene(("Ann", "Ben"), load_words(), (), None))


def test_a_stack_is_shown_as_it_is_now_even_if_a_change_is_likelier() -> None:
    written = ask("95 9", "9 9")
    assert list(written.labels.values()) == ["Stack 1 · needs 9", "Stack 2 · needs 9"]
    assert "add up to 9" in ask("95 9", "9 9", picks=("1",)).text


def test_values_that_need_a_change_are_marked() -> None:
    assert ask("95 9").labels["1"] == "Stack 1 · needs 5 (not yet)"
    labels = ask("95 9", "9 9", picks=("1",)).labels
    marked = {value for value, label in labels.items() if label.endswith("(not yet)")}
    assert marked and marked < set(labels)
    assert all("7" not in value for value in marked), "a seven makes nine, but not five"
