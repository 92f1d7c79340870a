"""The board stays short in whole matches: one turn line, three lines of news, no small print."""

from __future__ import annotations

import re

import pytest

from bot.platform.limits import join_pages
from bot.ui.components import Item
from bot.ui.play import board, match_log, story
from bot.ui.play.phone import count_rows
from bot.ui.scenes import narrate_steps
from games.core.words import load_words
from games.registry import GAMES
from tests.support.game_parts import PUBLISHED_GAMES
from tests.support.short_boards import (
    CASES,
    YOUR_TURN_BY_LOCALE,
    iterate_board_texts,
    make_plain_table,
    play_match,
)

MAX_NEWS_LINES = 3
MAX_LENGTH = 450
"""Maximum number of characters of a board during a match between players with names of ordinary length."""
MAX_ROWS = 2
HASH_PATTERN = re.compile("[0-9a-f]{32}")


@pytest.mark.parametrize("locale", YOUR_TURN_BY_LOCALE)
@pytest.mark.parametrize(("key", "seat_count"), CASES)
def test_a_board_ends_with_its_turn_line_after_at_most_three_lines(
    key: str, seat_count: int, locale: str
) -> None:
    *during, (ended, final) = iterate_board_texts(key, seat_count, load_words(locale))
    for match, text in during:
        *told, last = text.split("\n")
        assert match.active_seat is not None
        assert last.startswith(f"**{YOUR_TURN_BY_LOCALE[locale]}, <@{100 + match.active_seat}>** – "), text
        assert text.count(YOUR_TURN_BY_LOCALE[locale]) == 1 and text.count("<@") == 1, text
        assert len(told) <= MAX_NEWS_LINES, text
        assert "-# " not in text and len(text) <= MAX_LENGTH, text
    lines = final.split("\n")
    assert ended.outcome is not None
    assert sum(line.startswith("🏆 **") for line in lines) == 1
    assert sum(line.startswith(("🥇", "🥈", "🥉", "🤝", "4️⃣", "5️⃣", "6️⃣")) for line in lines) == seat_count
    moments = len([line for line in lines if "✨" in line or "🐠" in line])
    assert moments <= 2 and (moments or key not in PUBLISHED_GAMES), final
    assert len(lines) <= seat_count + 6, final
    assert "-# " not in final and "<@" not in final and not HASH_PATTERN.search(final), final


@pytest.mark.parametrize(("key", "seat_count"), CASES)
def test_the_turns_of_several_computers_fit_into_three_lines(key: str, seat_count: int) -> None:
    for match, text in iterate_board_texts(key, seat_count, load_words("en"), range(1, seat_count)):
        if match.outcome is None:
            assert text.count("\n") <= MAX_NEWS_LINES, text
        if match.active_seat is not None:
            last = text.split("\n")[-1]
            assert last.startswith("**Your turn, <@100>" if match.active_seat == 0 else "**"), text
            assert len(text) <= MAX_LENGTH, text


MAX_BUTTONS = 8
"""Maximum number of buttons on a board: five that begin a move, and three tools."""
LAST_LABELS_BY_LOCALE = {
    "en": ["My hand", "My view", "Hint", "More…"],
    "de": ["Meine Hand", "Meine Ansicht", "Tipp", "Mehr"],
    "nl": ["Mijn hand", "Mijn weergave", "Tip", "Meer…"],
}
"""Labels of the last buttons of a board during a match, by language. Only one of the first two is shown."""
FIRST_LABELS_AT_END_BY_LOCALE = {
    "en": ["Play again", "Post the replay"],
    "de": ["Noch einmal", "Wiederholung posten"],
    "nl": ["Nog een keer", "Herhaling plaatsen"],
}
"""Labels of the first buttons of a board after the match, by language."""


@pytest.mark.parametrize("locale", YOUR_TURN_BY_LOCALE)
@pytest.mark.parametrize(("key", "seat_count"), CASES)
def test_a_board_has_the_same_tools_in_the_same_order_after_its_moves(
    key: str, seat_count: int, locale: str
) -> None:
    """On a phone, moves take at most two rows (three if another seat is asked too), and other buttons one."""
    w = load_words(locale)
    for match in play_match(key, seat_count, 5):
        items = board.make_buttons(make_plain_table(match), match, w).children
        rows = [item.row for item in items if isinstance(item, Item)]
        labels = [str(getattr(item.item, "label", "")) for item in items if isinstance(item, Item)]
        assert len({*rows}) <= MAX_ROWS and max(rows.count(row) for row in rows) <= 5, labels
        if match.outcome is None:
            hand, view, hint, more = LAST_LABELS_BY_LOCALE[locale]
            shown = hand if GAMES[key].has_hidden_hands else view
            own = labels.index(shown)
            assert len(labels) <= MAX_BUTTONS, labels
            assert labels[own:] == ([shown, hint, more] if own else [shown, more]), labels
            phone = [
                (label, getattr(item.item, "emoji", None) and "🐟")
                for label, item in zip(labels, items, strict=True)
                if isinstance(item, Item)
            ]
            asked = any(seat != match.active_seat for seat in match.to_act)
            assert count_rows(phone[:own]) <= (3 if asked else 2), labels
            assert count_rows(phone[own:]) == 1, labels
        else:
            assert labels[:2] == FIRST_LABELS_AT_END_BY_LOCALE[locale], labels


@pytest.mark.parametrize(("key", "seat_count"), CASES)
def test_a_player_asked_in_a_computers_turn_has_a_hint(key: str, seat_count: int) -> None:
    w = load_words("en")
    for match in play_match(key, seat_count, 5):
        table = make_plain_table(match, range(1, seat_count))
        items = board.make_buttons(table, match, w).children
        labels = [str(getattr(item.item, "label", "")) for item in items if isinstance(item, Item)]
        if 0 in match.to_act and match.outcome is None:
            tools = ["My hand" if GAMES[key].has_hidden_hands else "My view", "Hint", "More…"]
            assert labels[-3:] == tools, labels
        elif match.outcome is None and match.active_seat != 0:
            assert "Hint" not in labels, labels


@pytest.mark.parametrize("key", GAMES)
def test_no_page_of_the_log_begins_in_the_middle_of_a_move(key: str) -> None:
    *_, match = play_match(key, 2, 3)
    moves = match_log.write_log_texts(make_plain_table(match), match, load_words("en"))
    limit = max(200, *map(len, moves))
    pages = join_pages(moves, limit)
    assert len(pages) > 1
    assert not any(page.startswith("> ") for page in pages)
    assert "\n".join(pages) == "\n".join(moves)
    assert all(len(page) <= limit for page in pages)


@pytest.mark.parametrize("locale", YOUR_TURN_BY_LOCALE)
@pytest.mark.parametrize(("key", "seat_count"), CASES)
def test_the_private_result_of_a_move_fits_into_three_lines(key: str, seat_count: int, locale: str) -> None:
    w, before = load_words(locale), None
    for match in play_match(key, seat_count, 5):
        if before is not None:
            seat = match.steps[-1].seat
            result_text = story.narrate_result(make_plain_table(match), match, seat, w, before.ply)
            assert len(result_text) <= MAX_NEWS_LINES, result_text
            own = narrate_steps(make_plain_table(match), match, seat, w, before.ply, private_only=True)
            assert not own or own[-1] in result_text, "private news is always shown"
            if match.active_seat != seat:
                assert result_text or match.outcome is not None, match.steps[-1].action.token
        before = match
