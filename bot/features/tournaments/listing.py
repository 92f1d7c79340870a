"""``/tournament show``: all tournaments of a server with links, or one of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.features.tournaments.choosing import Choosing
from bot.features.tournaments.rights import may_run
from bot.features.tournaments.service import Arrangements, Tournament
from bot.features.tournaments.texts import write_panel, write_start, write_status
from bot.features.tournaments.venue import PANEL
from bot.platform.limits import CONTENT, LABEL, clip
from bot.ui import replies
from bot.ui.components import Item, button, view
from bot.ui.escaping import escape_name
from bot.ui.ids import custom_id
from bot.ui.links import address_at
from bot.ui.services import Interaction
from games.core.protocol import Game
from games.core.words import Words
from games.tournament.state import OPEN

SHORT = 40
"""Maximum length of a title where the full list doesn't fit a message."""


class Listing:
    """Shows tournaments in private."""

    def __init__(
        self,
        arrangements: Arrangements,
        choosing: Choosing,
        games: Mapping[str, Game],
        recheck: Callable[[int], None],
    ) -> None:
        """Have ``recheck`` look whether what is posted of a tournament is still there."""
        self._arrangements, self._choosing = arrangements, choosing
        self._games, self._recheck = games, recheck

    async def show(self, interaction: Interaction, name: str) -> None:
        """Show the tournament of that name, or all that haven't ended.

        :raises NoSuchTournament: there is none called that.
        """
        if name:
            await self._show_one(interaction, await self._choosing.find(interaction, name))
        else:
            await self._show_all(interaction)

    async def _show_one(self, interaction: Interaction, found: Tournament) -> None:
        self._recheck(found.id)
        w = replies.reader(interaction)
        items = [
            button(custom_id("b", "tms", found.id, "p"), w("Standings"), emoji="🏆"),
            button(custom_id("b", "tmh", found.id), w("How it works"), emoji="❔"),
            button(custom_id("b", "tmm", found.id), w("Manage…"), emoji="🛠️"),
        ]
        text = write_panel(found, self._games[found.row.game].title, w)
        await replies.show(interaction, text, view=view(items))

    async def _show_all(self, interaction: Interaction) -> None:
        w = replies.reader(interaction)
        rows = [row for row in await self._choosing.list_visible(interaction) if not row.ended]
        head, lines, short, items = (
            w("**Tournaments of this server**"),
            list[str](),
            list[str](),
            list[Item](),
        )
        for row in rows:
            self._recheck(row.id)
            found = await self._arrangements.get(row.id)
            where = await self._find_address(found)
            lines.append(self._describe(found, where, w))
            short.append(f"- [{escape_name(clip(row.title, SHORT))}]({where})")
            if may_run(interaction, row):
                label = clip(w("Manage {title}…", title=row.title), LABEL)
                items.append(button(custom_id("b", "tmm", row.id), label, emoji="🛠️"))
        if not rows:
            lines.append(w("None is going on. Open one: `/tournament create`"))
        text = "\n".join((head, *lines))
        if len(text) > CONTENT:
            text = "\n".join((head, *short))
        await replies.show(interaction, clip(text, CONTENT), view=view(items))

    async def _find_address(self, found: Tournament) -> str:
        posted = (await self._arrangements.store.list_posts(found.id)).get(PANEL)
        message_id = None if posted is None else posted.message_id
        return address_at(found.row.guild_id, found.row.channel_id, message_id)

    def _describe(self, found: Tournament, where: str, w: Words) -> str:
        row = found.row
        status = write_status(found, w)
        if found.course.status == OPEN and found.course.starts_at:
            status = write_start(found, w)
        host = w("Host: {host}", host=f"<@{row.host_id}>") if row.host_id else ""
        game = self._games[row.game].title if row.game in self._games else row.game
        people = w.plural("{n} person", "{n} people", len(found.course.active))
        head = f"- [**{escape_name(row.title)}**]({where}) · {game} · {people}"
        return "\n".join(filter(None, (head, " · ".join(filter(None, (status, host))))))
