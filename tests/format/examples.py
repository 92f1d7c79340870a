"""The examples of file-format.md. ``python -m tests.format.examples`` writes them into that page."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from games.core.match import Match
from games.core.match_record import MatchRecord, record_match
from games.registry import GAMES
from tests.support.game_parts import PUBLISHED_GAMES
from tools.walks import Case

PAGE_PATH = Path(__file__).resolve().parents[2] / "docs" / "developing" / "file-format.md"
EXAMPLE_SEED = 15
STEP_COUNT = 6
EXAMPLE_HEADING = "### Example: "
EXAMPLE_BLOCK_PATTERN = re.compile(r"\n```json\n.*?\n```\n\nIts own hash is `[0-9a-f]+`\.\n", re.S)


def undo_and_repeat_step(match: Match) -> Match:
    """Undo the newest step and repeat it, then let the first seat resign."""
    step = match.steps[-1]
    return match.undo(step.seat, match.ply - 1).act(step.seat, step.action.token).resign(0)


def resign_first_seat(match: Match) -> Match:
    return match.resign(0)


FINISH_FUNCTIONS_BY_GAME: Mapping[str, Callable[[Match], Match]] = {
    "das_riff": undo_and_repeat_step,
    "coral_reef": lambda match: match,
    "australis": lambda match: match.forfeit(1),
    "reef": lambda match: match.agree_draw(0),
}
"""Function that ends the example match, by game. In other games a seat resigns.

If the function leaves the match unfinished, the example is the whole random match.
"""


def make_example(key: str) -> MatchRecord:
    """Return the record of a game's example match."""
    case = Case(
        GAMES[key], GAMES[key].seat_counts[0], GAMES[key].get_default_options(), EXAMPLE_SEED, is_rich=True
    )
    whole = case.match
    begun = case.begin_match().replay(whole.rows[:STEP_COUNT])
    ended = FINISH_FUNCTIONS_BY_GAME.get(key, resign_first_seat)(begun)
    if ended.outcome is None:
        ended = whole
    return record_match(ended, case.secret, case.presses)


def make_page(text: str) -> str:
    """Return the text of file-format.md with up-to-date examples, each after the description of its game."""
    head, *sections = EXAMPLE_BLOCK_PATTERN.sub("", text).split(EXAMPLE_HEADING)
    for key, section in zip(PUBLISHED_GAMES, sections, strict=True):
        record = make_example(key)
        block = f"```json\n{record.to_json().strip()}\n```"
        head += f"{EXAMPLE_HEADING}{section.strip()}\n\n{block}\n\nIts own hash is `{record.digest}`.\n\n"
    return f"{head.strip()}\n"


if __name__ == "__main__":
    PAGE_PATH.write_text(make_page(PAGE_PATH.read_text("utf-8")), "utf-8")
