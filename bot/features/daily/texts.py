"""Writes the texts about results, streaks, and the marks that rate a player's moves."""

from __future__ import annotations

from bot.features.daily.streaks import Streak
from bot.storage.daily import ATTEMPT_DRAWN, ATTEMPT_WON, AttemptRow
from games.core.words import N_, Words
from games.drawing.signs import SIGN_EMOJI
from games.players.marks import MOVE_MARKS

_MARKS_BY_LETTER = {name[0]: name for name in MOVE_MARKS}
_MARK_NAMES = dict(zip(MOVE_MARKS, (N_("best"), N_("good"), N_("fair"), N_("costly")), strict=True))


def read_marks(row: AttemptRow) -> tuple[str, ...]:
    """Return the names of the marks stored for an attempt."""
    return tuple(_MARKS_BY_LETTER[letter] for letter in row.marks)


def write_mark_symbols(row: AttemptRow) -> str:
    """Return the marks as a line of symbols, without revealing anything about the deal."""
    return "".join(SIGN_EMOJI[mark] for mark in read_marks(row))


def describe_marks(row: AttemptRow, w: Words) -> str:
    """Return the marks in words, if any, for alt texts and screen readers."""
    marks = ", ".join(w(_MARK_NAMES[mark]) for mark in read_marks(row))
    return w("play from start to end: {marks}", marks=marks) if marks else ""


def name_marks(row: AttemptRow, w: Words) -> tuple[tuple[str, str], ...]:
    """Return the different marks of an attempt, each with its translated name, best first."""
    had = read_marks(row)
    return tuple((mark, w(name)) for mark, name in _MARK_NAMES.items() if mark in had)


def write_score(row: AttemptRow) -> str:
    """Return the score, with the player's points first. Empty if the game has no points."""
    return "" if row.points is None else f"{row.points} : {row.opponent_points}"


def describe_own_result(row: AttemptRow, w: Words) -> str:
    """Return a player's result, with the score, in a sentence addressed to them."""
    score = write_score(row)
    if row.result == ATTEMPT_DRAWN:
        return w("A draw, {score}.", score=score) if score else w("A draw.")
    if row.result == ATTEMPT_WON:
        return w("You won {score}.", score=score) if score else w("You won.")
    return w("You lost {score}.", score=score) if score else w("You lost.")


def describe_result(row: AttemptRow, name: str, w: Words) -> str:
    """Describe a player's result to others, without the score."""
    if row.result == ATTEMPT_DRAWN:
        return w("A draw for {name}", name=name)
    return (
        w("{name} won", name=name) if row.result == ATTEMPT_WON else w("The computer beat {name}", name=name)
    )


def write_streak_length(streak: Streak, w: Words) -> str:
    """Return the length of a streak, such as "3 days in a row"."""
    return w.plural("{n} day in a row", "{n} days in a row", streak.days)


def write_streak_lines(streak: Streak, w: Words) -> list[str]:
    """Return the lines about a streak, if any."""
    if not streak.days:
        return []
    if streak.free_days:
        free = w.plural(
            "-# You can miss {n} day and keep it.", "-# You can miss {n} days and keep it.", streak.free_days
        )
    else:
        free = w("-# If you miss a day now, it ends.")
    return [f"🔥 {write_streak_length(streak, w)}", free]


def write_mark_legend(w: Words) -> str:
    """Return the line that explains the symbols of the marks."""
    best, good, fair, costly = (SIGN_EMOJI[mark] for mark in MOVE_MARKS)
    return w(
        "-# {best} best move · {good} good · {fair} fair · {costly} costly",
        best=best,
        good=good,
        fair=fair,
        costly=costly,
    )
