"""On a phone, the buttons below a picture take so few rows that the picture stays visible."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, groupby, islice, product

import discord
import pytest

from bot.ui.components import Item
from bot.ui.ids import MoveChoice
from bot.ui.play import asking
from bot.ui.play.asking import Prompt
from bot.ui.play.confirmation import write_question, write_undo_warning
from bot.ui.play.phone import choose_column_count, count_rows, count_split_rows
from bot.ui.scenes import make_scene
from games import das_riff
from games.australis.parts import DIE_BY_CODE
from games.australis.public import make_view as view_of
from games.core.match import Match, would_seal
from games.core.narrow import (
    VALUE_SEPARATOR,
    FieldQuestion,
    find_next_question,
    list_first_values,
    list_joined_values,
)
from games.core.shapes import ActionLike
from games.core.texts import Scene
from games.core.words import load_words
from games.registry import GAMES
from tests.games.australis.build import make_position
from tests.support.short_boards import CASES, YOUR_TURN_BY_LOCALE, make_plain_table, play_match

MAX_FIRST_ROWS = 4
"""Maximum number of rows of the first question, including the row with the help."""


def count_phone_rows(items: list[Item]) -> int:
    """Return the number of rows on a phone, where each of Discord's rows begins a new one."""
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


@pytest.mark.parametrize("locale", YOUR_TURN_BY_LOCALE)
@pytest.mark.parametrize(("key", "seat_count"), CASES)
def test_the_first_question_leaves_the_picture_visible(key: str, seat_count: int, locale: str) -> None:
    w = load_words(locale)
    for match in islice(play_match(key, seat_count, 5), 0, None, 3):
        for seat in match.to_act:
            legal = match.legal_actions(seat)
            firsts = list_first_values(legal)
            question = FieldQuestion(legal[0].path[0].field, firsts, (), legal)
            position, scene = make_scene(make_plain_table(match), match, seat, w)
            prompt = Prompt(MoveChoice(7, match.seq, seat), question, match.game, position, scene)
            items = asking.make_answer_components(prompt)
            assert count_phone_rows(items) <= MAX_FIRST_ROWS, [prompt.write_label(value) for value in firsts]


@pytest.mark.parametrize("locale", YOUR_TURN_BY_LOCALE)
def test_any_nine_dice_of_australis_leave_the_picture_visible(locale: str) -> None:
    """Nine different dice are the most that two players can choose from."""
    texts, scene = GAMES["australis"].texts, Scene(("Anna", "Ben"), load_words(locale))
    colours = [[code for code in DIE_BY_CODE if code[0] == letter] for letter in "wy"]
    for white, yellow in product(*(combinations(codes, 2) for codes in colours)):
        codes = (*white, *yellow, "b4", "b7", "v6", "v8", "r9")
        view = view_of(make_position(offer=" ".join(codes)), 0)
        labels = [(texts.label_value("kind", code, view, scene), "🐟") for code in codes]
        assert count_rows(labels) <= MAX_FIRST_ROWS, labels


MAX_LATER_ROWS = 5
"""Maximum number of rows of a later question, whose labels are longer."""
MAX_SUGGESTED_ROWS = 7
"""Maximum number of rows of a question with a suggestion, for example with ten ways to pay three worms."""


@pytest.mark.parametrize("locale", YOUR_TURN_BY_LOCALE)
@pytest.mark.parametrize(("key", "seat_count"), CASES)
def test_later_questions_leave_the_picture_visible(key: str, seat_count: int, locale: str) -> None:
    """Check each question on the way to a move, always choosing the first value."""
    w = load_words(locale)
    for match in islice(play_match(key, seat_count, 5), 0, None, 3):
        for seat in match.to_act:
            legal: Sequence[ActionLike] = match.legal_actions(seat)
            picks: tuple[str, ...] = ()
            position, scene = make_scene(make_plain_table(match), match, seat, w)
            while isinstance(
                question := find_next_question(legal, picks, match.game.field_settings), FieldQuestion
            ):
                prompt = Prompt(MoveChoice(7, match.seq, seat, picks), question, match.game, position, scene)
                items = [
                    item
                    for item in asking.make_answer_components(prompt)
                    if item.item.row != asking.FOOTER_ROW
                ]
                lists = [item for item in items if isinstance(item.item, discord.ui.Select)]
                assert key != "das_riff" or len(lists) <= 1, "nobody looks for a value in two lists"
                suggested = match.game.field_settings[question.field].offers_likeliest_action
                assert count_phone_rows(items) <= (MAX_SUGGESTED_ROWS if suggested else MAX_LATER_ROWS), [
                    prompt.write_label(value) for value in question.values
                ]
                picks = (
                    *picks,
                    *list_joined_values(question, match.game.field_settings)[0].split(VALUE_SEPARATOR),
                )


def test_cards_lose_their_names_before_they_become_a_list() -> None:
    """The icon and the picture show the card. A list takes two presses, and a payment may take two more."""
    game, w, seen = GAMES["das_riff"], load_words("en"), set[object]()
    for match in (*play_match("das_riff", 2, 5), *play_match("das_riff", 2, 12)):
        seat = match.to_act[0] if match.to_act else 0
        legal = match.legal_actions(seat)
        if "take" not in list_first_values(legal):
            continue
        question = find_next_question(legal, ("take",), game.field_settings)
        if not isinstance(question, FieldQuestion) or question.field != "cell":
            continue
        position, scene = make_scene(make_plain_table(match), match, seat, w)
        prompt = Prompt(MoveChoice(7, match.seq, seat, ("take",)), question, game, position, scene)
        values = list_joined_values(question, game.field_settings)
        items = asking.make_answer_components(prompt)
        labels = [item.item.label for item in items if isinstance(item.item, discord.ui.Button)]
        full = [prompt.write_label(value) for value in values]
        if labels and labels != full:
            shorteners = (das_riff.texts.compact_label, das_riff.texts.shorten_label)
            used = [shorten for shorten in shorteners if labels == [shorten(label) for label in full]]
            assert len(used) == 1
            seen.add(used[0])
            assert all("🪱" in str(label) for label in labels) and count_phone_rows(items) <= MAX_LATER_ROWS
    assert len(seen) == 2


@pytest.mark.parametrize("locale", YOUR_TURN_BY_LOCALE)
def test_reefs_for_a_coral_are_buttons_with_their_scores(locale: str) -> None:
    w, seen = load_words(locale), set[int]()
    for match in play_match("australis", 2, 5):
        seat = match.to_act[0] if match.to_act else 0
        legal = match.legal_actions(seat)
        if not legal or not all(action.token.startswith("reef") for action in legal):
            continue
        question = FieldQuestion(legal[0].path[0].field, list_first_values(legal), (), legal)
        position, scene = make_scene(make_plain_table(match), match, seat, w)
        prompt = Prompt(MoveChoice(7, match.seq, seat), question, match.game, position, scene)
        items = asking.make_answer_components(prompt)
        labels = [item.item.label for item in items if isinstance(item.item, discord.ui.Button)]
        assert len(labels) == len(legal) and all("+" in str(label) for label in labels)
        assert count_phone_rows(items) <= MAX_FIRST_ROWS
        seen.add(len(labels))
    assert max(seen, default=0) > MAX_FIRST_ROWS


def test_buttons_are_arranged_in_the_fewest_rows_on_a_phone() -> None:
    worms = [("1 red", "🐟")] * 6
    assert (choose_column_count(worms, 4), count_split_rows(worms, 3), count_split_rows(worms, 5)) == (
        3,
        2,
        3,
    )
    assert choose_column_count([("x", None)] * 5, 4) == 5 and choose_column_count([], 4) == 5
    assert choose_column_count([("Take a card from the display", None)] * 20, 4) == 5, (
        "20 buttons in 4 rows need 5 columns"
    )


def test_a_list_that_makes_a_final_move_says_so_beforehand() -> None:
    """A die chosen from a list is taken without a confirmation."""
    w, lists = load_words("en"), 0
    for match in play_match("australis", 4, 5):
        for seat in match.to_act:
            legal = match.legal_actions(seat)
            firsts = list_first_values(legal)
            question = FieldQuestion(legal[0].path[0].field, firsts, (), legal)
            position, scene = make_scene(make_plain_table(match), match, seat, w)
            prompt = Prompt(MoveChoice(7, match.seq, seat), question, match.game, position, scene)
            text, items = write_question(prompt, match, scene, "final")
            listed = any(isinstance(item.item, discord.ui.Select) for item in items)
            lists += listed
            final = listed and any(would_seal(match, seat, action.token) for action in legal)
            if not any(pick.field == "how" for pick in legal[0].path):
                assert ("final" in text) == final, text
    assert lists


def test_a_choice_is_final_only_if_others_play() -> None:
    match = Match.begin(GAMES["reef"], 2, {}, bytes(32))
    assert "can't take this back" in write_undo_warning(make_plain_table(match), load_words())
    assert "take your choice back" in write_undo_warning(
        make_plain_table(match), load_words(), is_chosen=False
    )
    assert write_undo_warning(make_plain_table(match, computers=[1]), load_words()) == ""


def test_wide_buttons_take_a_row_each_and_narrow_ones_share_one() -> None:
    assert count_rows([]) == 0
    assert count_rows([("Take", None)] * 4) == 1
    assert count_rows([("Take a card", "🐟")] * 2) == 1
    assert count_rows([("Take a card from the display", "🐟")] * 2) == 2
    assert count_rows([("x" * 80, None), ("y", None)]) == 2
