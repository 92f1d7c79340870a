"""The result of a match that people ended names the loser and the winner."""

from __future__ import annotations

from games.core.outcome import (
    AGREED_DRAW_ENDING,
    describe_ending,
    make_draw,
    make_forfeit,
    make_resignation,
    make_win,
)
from games.core.words import load_words


def test_each_ending_names_the_loser_and_the_winner() -> None:
    w = load_words("en")
    pair, three = ("Ann", "Ben"), ("Ann", "Ben", "Cat")
    assert describe_ending(make_resignation(2, 0), pair, w) == "Ann resigns. Ben wins!"
    assert describe_ending(make_forfeit(2, 0), pair, w) == "Ann ran out of time. Ben wins!"
    assert describe_ending(make_forfeit(3, 1), three, w) == "Ben ran out of time. Ann and Cat win!"
    assert describe_ending(make_draw(AGREED_DRAW_ENDING, 2), pair, w) == "Everybody agreed on a draw."
    assert describe_ending(make_win("fourth_worm", 2, 0), pair, w) is None
