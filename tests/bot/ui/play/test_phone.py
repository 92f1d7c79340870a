"""What stands below the picture on a phone: few enough rows that the picture stays in sight."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

import discord
import pytest

from bot.ui.components import Item
from bot.ui.ids import Choice
from bot.ui.play import asking
from bot.ui.play.asking import AskedQuestion
from bot.ui.play.phone import count_rows, count_split_rows, find_columns
from bot.ui.play.settling import tell_final, write_question
from bot.ui.scenes import make_scene
from games.core.match import Match, would_seal
from games.core.narrow import VALUE_SEPARATOR, Question, join_fields, list_first_values, narrow
from games.core.shapes import ActionLike
from games.core.words import words
from games.registry import GAMES
from tests.support.short_boards import CASES, YOURS, played, table_of

ROWS = 4
"""Three of what a move begins with and the help; one more where Discord's own rows of five break them."""


def rows_of(items: list[Item]) -> int:
    """How many rows of a phone the components take, each of Discord's rows beginning a new one."""
    rows = 0
    for _, row in groupby(items, key=lambda item: item.item.row):
        buttons = [item.item for item in row]
        labels = [
            (one.label or "", "🐟" if one.emoji else None)
            for one in buttons
            if isinstance(one, discord.ui.Button)
        ]
        rows += count_rows(labels) if labels else len(buttons)
    return rows


@pytest.mark.parametrize("locale", YOURS)
@pytest.mark.parametrize(("key", "seats"), CASES)
def test_the_first_question_leaves_the_picture_in_sight(key: str, seats: int, locale: str) -> None:
    w = words(locale)
    for match in played(key, seats, 5):
        for seat in match.to_act:
            legal = match.legal_actions(seat)
            firsts = list_first_values(legal)
            question = Question(legal[0].path[0].field, firsts, (), legal)
            position, scene = make_scene(table_of(match), match, seat, w)
            asked = AskedQuestion(Choice(7, match.seq, seat), question, match.game, position, scene, "1")
            items = asking.offer_values(asked)
            assert rows_of(items) <= ROWS, [asked.label(value) for value in firsts]


LATER = 5
"""Maximum number of rows of values that need more words to tell apart."""
SUGGESTED = 7
"""Ten ways to pay with three worms; the likeliest stands first and is done by one press."""
CARDS = ("das_riff", "coral_reef", "reef")
"""Games whose moves are asked for in several steps of buttons."""


@pytest.mark.parametrize("locale", YOURS)
@pytest.mark.parametrize(("key", "seats"), [case for case in CASES if case[0] in CARDS])
def test_later_questions_leave_the_picture_in_sight(key: str, seats: int, locale: str) -> None:
    """Each first value of each question that a move goes through, as the panel shows it."""
    w = words(locale)
    for match in played(key, seats, 5):
        for seat in match.to_act:
            legal: Sequence[ActionLike] = match.legal_actions(seat)
            picks: tuple[str, ...] = ()
            position, scene = make_scene(table_of(match), match, seat, w)
            while isinstance(question := narrow(legal, picks, match.game.fields), Question):
                asked = AskedQuestion(
                    Choice(7, match.seq, seat, picks), question, match.game, position, scene, "1"
                )
                items = [item for item in asking.offer_values(asked) if item.item.row != asking.FOOTER_ROW]
                suggested = match.game.fields[question.field].suggest
                assert rows_of(items) <= (SUGGESTED if suggested else LATER), [
                    asked.label(value) for value in question.values
                ]
                picks = (*picks, *join_fields(question, match.game.fields)[0].split(VALUE_SEPARATOR))


def test_buttons_are_arranged_in_the_fewest_rows_on_a_phone() -> None:
    worms = [("1 red", "🐟")] * 6
    assert (find_columns(worms, 4), count_split_rows(worms, 3), count_split_rows(worms, 5)) == (3, 2, 3)
    assert find_columns([("x", None)] * 5, 4) == 5 and find_columns([], 4) == 5
    assert find_columns([("Take a card from the display", None)] * 20, 4) == 5, "no more rows than there are"


def test_a_list_that_makes_a_final_move_says_so_beforehand() -> None:
    """A die is chosen by three presses: the panel, the list, the die. It is not asked about again."""
    w, lists = words("en"), 0
    for match in played("australis", 4, 5):
        for seat in match.to_act:
            legal = match.legal_actions(seat)
            firsts = list_first_values(legal)
            question = Question(legal[0].path[0].field, firsts, (), legal)
            position, scene = make_scene(table_of(match), match, seat, w)
            asked = AskedQuestion(Choice(7, match.seq, seat), question, match.game, position, scene, "1")
            text, items = write_question(asked, match, scene, "final")
            listed = any(isinstance(item.item, discord.ui.Select) for item in items)
            lists += listed
            final = listed and any(would_seal(match, seat, action.token) for action in legal)
            if not any(pick.field == "how" for pick in legal[0].path):
                assert ("final" in text) == final, text
    assert lists


def test_a_choice_is_final_only_if_others_play() -> None:
    match = Match.begin(GAMES["reef"], 2, {}, bytes(32))
    assert "can't take this back" in tell_final(table_of(match), match, 0, words())
    alone = tell_final(table_of(match, computers=[1]), match, 0, words())
    assert "can't" not in alone and "can undo" in alone


def test_undo_is_explained_to_a_solo_player_until_they_have_made_such_a_move() -> None:
    match = Match.begin(GAMES["reef"], 2, {}, bytes(32))
    while not any(step.sealed and step.seat == 0 for step in match.steps):
        assert "can undo" in tell_final(table_of(match, computers=[1]), match, 0, words())
        seat = match.to_act[0]
        match = match.act(seat, match.legal_actions(seat)[-1].token)
    assert tell_final(table_of(match, computers=[1]), match, 0, words()) == ""


def test_wide_buttons_take_a_row_each_and_narrow_ones_share_one() -> None:
    assert count_rows([]) == 0
    assert count_rows([("Take", None)] * 4) == 1
    assert count_rows([("Take a card", "🐟")] * 2) == 1
    assert count_rows([("Take a card from the display", "🐟")] * 2) == 2
    assert count_rows([("x" * 80, None), ("y", None)]) == 2
