"""``/history``: the finished matches of a person or a server, in private, with links and replays.

Everybody sees their own, and those of channels that they can read.
"""

from __future__ import annotations

from collections.abc import Mapping

from bot.features.ratings.errors import NotSeen, StaysOut
from bot.features.ratings.sight import can_read
from bot.platform.limits import CONTENT, LABEL, clip
from bot.storage.messages import BOARD, Messages
from bot.storage.rating_reads import EVERYWHERE, PastMatch, PastSeat, RatingReads
from bot.storage.ratings import Ratings
from bot.tables.people import SOMEBODY
from bot.tables.service import Tables
from bot.ui import replies
from bot.ui.components import Item, button, view
from bot.ui.durations import stamp
from bot.ui.escaping import escape_name
from bot.ui.ids import custom_id, page_of, table_of
from bot.ui.links import address_at
from bot.ui.medals import choose_medal
from bot.ui.play import replay
from bot.ui.presses import Press
from bot.ui.services import Interaction
from games.core.protocol import Game
from games.core.words import Words

PAGE = 5
"""So many matches are on a page."""
EVERYBODY = 0


class Histories:
    """Pages through finished matches, and shows their replays."""

    def __init__(
        self,
        standing: Ratings,
        reads: RatingReads,
        messages: Messages,
        tables: Tables,
        games: Mapping[str, Game],
    ) -> None:
        self._standing, self._reads, self._messages = standing, reads, messages
        self._tables, self._games = tables, games

    @property
    def presses(self) -> tuple[Press, ...]:
        """Its handlers of presses."""
        return (
            Press("wh", self.turn, table=None, dear=True),
            Press("wr", self.show_replay, table=None, dear=True),
        )

    async def show(self, interaction: Interaction, of: int, page: int) -> None:
        """Show a page of somebody's matches, or of everybody's here.

        :raises StaysOut: the person keeps to themselves.
        """
        w, viewer = replies.reader(interaction), interaction.user.id
        guild = interaction.guild_id or EVERYWHERE
        if of not in (EVERYBODY, viewer) and await self._standing.stays_out(of):
            raise StaysOut(f"<@{of}>")
        channels = await self._readable(interaction)
        count = await self._reads.count_past(guild, of, viewer, channels)
        pages = max(1, -(-count // PAGE))
        page = min(page, pages - 1)
        found = await self._reads.list_past(guild, of, viewer, channels, page * PAGE, PAGE)
        head = (
            w("Finished matches here")
            if of == EVERYBODY
            else w("Finished matches of {person}", person=f"<@{of}>")
        )
        lines = [f"**{head}**"]
        if pages > 1:
            lines.append(w("-# Page {page} of {pages}", page=page + 1, pages=pages))
        if not found:
            lines.append(w("None yet that you can see."))
        items: list[Item] = []
        for number, past in enumerate(found, 1):
            lines.append(await self._describe(number, past, viewer, w))
            label = clip(w("Replay {number}", number=number), LABEL)
            items.append(button(custom_id("b", "wr", past.match_id), label, row=0, emoji="🎞️"))
        if page:
            items.append(button(custom_id("b", "wh", of, page - 1), w("Newer"), row=1, emoji="◀️"))
        if page + 1 < pages:
            items.append(button(custom_id("b", "wh", of, page + 1), w("Older"), row=1, emoji="▶️"))
        text = clip("\n".join(lines), CONTENT)
        await replies.show(interaction, text, view=view(items) if items else None)

    async def _readable(self, interaction: Interaction) -> list[int]:
        """Return the channels with finished matches that the person can read here."""
        known = await self._reads.list_channels(interaction.guild_id or 0)
        return [one for one in known if can_read(interaction, one)]

    async def _describe(self, number: int, past: PastMatch, viewer: int, w: Words) -> str:
        game = self._games.get(past.game)
        message = await self._messages.find_current(past.match_id, BOARD)
        where = address_at(past.guild_id, past.channel_id, None if message is None else message.message_id)
        took_part = any(seat.user_id == viewer for seat in past.seats)
        people = [_name(seat, past.ending, viewer, w, plainly=took_part) for seat in past.seats]
        values = {
            "number": number,
            "game": past.game if game is None else game.title,
            "when": stamp(past.ended_at, "d"),
            "table": f"[{w('table {number}', number=past.match_id)}]({where})",
            "people": ", ".join(people),
        }
        if past.why:
            return w("**{number}.** {game}, {when}, unrated · {table}\n{people}", **values)
        return w("**{number}.** {game}, {when} · {table}\n{people}", **values)

    async def turn(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Show another page."""
        await replies.begin(interaction)
        await self.show(interaction, page_of(parts, 0), page_of(parts, 1))

    async def show_replay(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Show the film of a match, to those who see it in the history.

        :raises NotSeen: the person can't.
        """
        await replies.begin(interaction, new=True)
        table = await self._tables.get(table_of(parts))
        here = table.place.guild_id is not None and table.place.guild_id == interaction.guild_id
        seen = here and can_read(interaction, table.place.channel_id)
        if table.ended_at is None or not (seen or interaction.user.id in table.people):
            raise NotSeen
        await replay.show(interaction, table)


def _name(seat: PastSeat, ending: str, viewer: int, w: Words, *, plainly: bool) -> str:
    """Name who sat there, with how they did. Who stays out is named to those alone who played with them."""
    name = escape_name(seat.name) if plainly or not seat.out else w.msg(SOMEBODY)
    medal = choose_medal(seat.place, ending, drawn=seat.drawn)
    return f"{medal} **{name}**" if seat.user_id == viewer else f"{medal} {name}"
