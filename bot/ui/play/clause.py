"""The *Rule* button, which shows the passage of the rules that explains a hint or refusal."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from bot.errors.tables import UnhostedGame
from bot.platform.limits import MAX_MESSAGE_LENGTH, clip
from bot.ui import replies
from bot.ui.components import make_button, make_view
from bot.ui.ids import IdParts, OutdatedId, make_custom_id
from bot.ui.presses import PressHandler
from bot.ui.services import Interaction
from games.core.protocol import Game
from games.core.values import value_class
from games.core.words import Words


@value_class
class RulesPassage:
    """A passage of a game's rules that cites a clause, and its page."""

    game: Game
    page: int
    """Number of the rules page, from 0."""
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


def write_sign_legend(game: Game, w: Words, *, has_arrow: bool = True) -> str:
    """Return a line that explains the signs in a game's pictures and on its buttons, if there are any.

    :param has_arrow: whether the plate of the seat that moved last has an arrow.
    """
    said = [w("→ in the picture: moved last.")] if has_arrow else []
    if game.signs_text is not None:
        said.append(w.msg(game.signs_text))
    return f"-# {' '.join(said)}" if said else ""


async def show_clause(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Handle the *Rule* button: show the passage and the signs of the picture, with a button that
    opens the passage's page.
    """
    w = replies.get_words(interaction)
    found = find_rules_passage(interaction.client.services.games.values(), IdParts(parts)[0], w)
    if found is None:
        raise OutdatedId
    rules = make_button(make_custom_id("b", "ru", found.game.key, found.page), w("All rules"), emoji="📖")
    signs = write_sign_legend(found.game, w, has_arrow=await _has_arrow(interaction, found.game))
    text = f"{found.text}\n{signs}" if signs else found.text
    await replies.show(interaction, clip(text, MAX_MESSAGE_LENGTH), view=make_view([rules]))


async def _has_arrow(interaction: Interaction, game: Game) -> bool:
    """Return whether somebody has moved in the channel's match of a game, so that its picture marks who
    moved last.
    """
    try:
        table = await interaction.client.services.tables.lookup.find_active(interaction.channel_id or 0)
    except UnhostedGame:
        return False
    match = None if table is None or table.game.key != game.key else table.match
    return match is not None and match.ply > 0


PRESS_HANDLERS = (PressHandler("cla", show_clause, table_id_index=None, acknowledge="new"),)
