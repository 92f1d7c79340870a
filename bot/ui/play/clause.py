"""The *Rule* button, which shows the passage of the rules that explains a hint or refusal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from bot.platform.limits import MAX_MESSAGE_LENGTH, clip
from bot.ui import replies
from bot.ui.components import make_button, make_view
from bot.ui.ids import IdParts, OutdatedId, make_custom_id
from bot.ui.presses import make_tableless_handler
from bot.ui.services import Interaction
from games.core.protocol import Game
from games.core.values import value_class
from games.core.words import Words


@value_class
class RulesPassage:
    """A passage of a game's rules that cites a clause, and its page."""

    game: Game
    page: int
    """Counted from 0."""
    text: str


def find_rules_passage(games: Iterable[Game], clause: str, w: Words) -> RulesPassage | None:
    """Return the first passage of any game's rules that cites a clause, if any.

    A list directly below a citing line is part of the passage.
    """
    citation_pattern = re.compile(rf"(?<![\w-]){re.escape(clause)}(?![\d.]*\d)")
    for game in games:
        for number, page in enumerate(game.texts.list_rules_pages(w)):
            if lines := list(_iterate_citing_lines(page.text, citation_pattern)):
                return RulesPassage(game, number, "\n".join((f"**{game.title}**", *lines)))
    return None


def _iterate_citing_lines(text: str, citation_pattern: re.Pattern[str]) -> Iterator[str]:
    """Yield the lines that cite a clause, and the lists that they head."""
    is_headed = False
    for line in filter(None, text.splitlines()):
        is_item, is_citing = line.startswith("- "), citation_pattern.search(line) is not None
        if is_citing or (is_item and is_headed):
            yield line
        is_headed = is_headed if is_item else is_citing


def write_sign_legend(game: Game, w: Words) -> str:
    """Return a line that explains the signs in a game's pictures and on its buttons."""
    sentences = [w("In the picture, → marks who moved last.")]
    if game.signs_text is not None:
        sentences.append(w.msg(game.signs_text))
    return f"-# {' '.join(sentences)}"


async def show_clause(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Handle the *Rule* button: show the passage, with a button that opens its page."""
    w = replies.get_words(interaction)
    passage = find_rules_passage(interaction.client.services.games.values(), IdParts(parts)[0], w)
    if passage is None:
        raise OutdatedId
    rules = make_button(make_custom_id("b", "ru", passage.game.key, passage.page), w("All rules"), emoji="📖")
    await replies.show(interaction, clip(passage.text, MAX_MESSAGE_LENGTH), view=make_view([rules]))


PRESS_HANDLERS = (make_tableless_handler("cla", show_clause, acknowledge="new"),)
