"""The messages of a few matches meet the goals for public messages."""

from __future__ import annotations

import pytest

from games.registry import GAMES
from tests.proof.words.reading import iterate_boards_against_computers, read_matches
from tests.proof.words.table import (
    BOARD,
    ENDING,
    FIRST,
    MAX_WORDS_BY_KIND,
    PANEL,
    REFUSAL,
    REVIEW,
    ShownMessage,
    summarize_messages,
    write_table,
)

MAX_BOARD_WORDS = 50
MAX_USUAL_BOARD_WORDS = 45
"""Number of words that at most one in twenty boards with computers may exceed."""
PUBLIC_KINDS = (BOARD, FIRST, REFUSAL, REVIEW)


@pytest.mark.parametrize(
    "game",
    [
        pytest.param("das_riff", marks=pytest.mark.nightly),
        pytest.param("coral_reef", marks=pytest.mark.slow),
        pytest.param("australis", marks=pytest.mark.slow),
        "reef",
    ],
)
async def test_public_messages_are_short(game: str) -> None:
    lines = summarize_messages([message async for message in read_matches(game, 1)])
    found = {line.kind: line for line in lines}
    assert {*PUBLIC_KINDS, PANEL, ENDING} <= set(found)
    assert [found[kind] for kind in PUBLIC_KINDS if not found[kind].meets_goal] == []
    assert found[BOARD].max_words <= MAX_BOARD_WORDS


@pytest.mark.parametrize("game", GAMES)
def test_boards_with_computers_are_short(game: str) -> None:
    boards = list(iterate_boards_against_computers(game, 4))
    (line,) = summarize_messages(boards)
    assert line.meets_goal, line
    assert sum(board.word_count > MAX_USUAL_BOARD_WORDS for board in boards) <= len(boards) // 20


def test_a_goal_is_missed_if_the_median_exceeds_it() -> None:
    long, short = MAX_WORDS_BY_KIND[BOARD] + 1, MAX_WORDS_BY_KIND[BOARD]
    shown = [ShownMessage("reef", BOARD, words, 5, "") for words in (short, long, long)]
    (line,) = summarize_messages(shown)
    assert (line.median_words, line.max_words, line.max_buttons, line.meets_goal) == (long, long, 5, False)
    assert "| NO |" in write_table([line])
    (line,) = summarize_messages(shown[:2])
    assert not line.meets_goal
    (line,) = summarize_messages(shown[:1])
    assert line.meets_goal
