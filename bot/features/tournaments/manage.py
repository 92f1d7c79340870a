"""What the host of a tournament can do: begin it, pause it, go on, end it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from discord import ButtonStyle

from bot.features.tournaments.errors import NotNow
from bot.features.tournaments.rights import check_host, find_here
from bot.features.tournaments.service import Arrangements, Tournament
from bot.features.tournaments.starting import tell_unable
from bot.features.tournaments.texts import write_fewer, write_start, write_status
from bot.storage.tournament_events import TournamentEvents
from bot.ui import replies
from bot.ui.components import Item, button, view
from bot.ui.escaping import escape_name
from bot.ui.ids import custom_id
from bot.ui.people import person
from bot.ui.presses import Press
from bot.ui.services import Interaction
from games.core.words import Words
from games.tournament.events import BEGAN, ENDED, IS_OVER, RESUMED, STOPPED, Event
from games.tournament.state import OPEN, OVER, PAUSED


class Manage:
    """Answers the host's buttons."""

    def __init__(
        self,
        arrangements: Arrangements,
        events: TournamentEvents,
        wake: Callable[[int], None],
        withdraw_left: Callable[[Tournament], Awaitable[object]],
    ) -> None:
        """Have ``wake`` look after a tournament in which something happened.

        :param withdraw_left: withdraws those who have left the server.
        """
        self._withdraw_left = withdraw_left
        self._arrangements, self._events, self._wake = arrangements, events, wake

    @property
    def presses(self) -> tuple[Press, ...]:
        """Its handlers of presses."""
        return (
            Press("tmm", self.open, table=None),
            Press("tmb", self.begin, table=None),
            Press("tmp", self.pause, table=None),
            Press("tmg", self.go_on, table=None),
            Press("tme", self.ask_end, table=None),
            Press("tmx", self.end, table=None),
        )

    async def open(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Show what the host can do now."""
        await replies.begin(interaction, new=True)
        await self._show(interaction, await self._find(interaction, parts))

    async def begin(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Begin the tournament with those who are still in the server."""
        await replies.begin(interaction)
        await self._withdraw_left(await self._find(interaction, parts))
        await self._note(interaction, parts, BEGAN)

    async def pause(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Draw no further round."""
        await self._note(interaction, parts, STOPPED)

    async def go_on(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Go on."""
        await self._note(interaction, parts, RESUMED)

    async def ask_end(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Ask once more."""
        await replies.begin(interaction)
        found = await self._find(interaction, parts)
        if found.course.status == OVER:
            raise NotNow(IS_OVER)
        w = replies.reader(interaction)
        items = [
            button(custom_id("b", "tmx", found.id), w("End it"), style=ButtonStyle.danger),
            button(custom_id("b", "tmm", found.id), w("Keep it going")),
        ]
        asked = w(
            "End {title} now? Results so far stand, and matches that are going on don't count.",
            title=f"**{escape_name(found.row.title)}**",
        )
        await replies.show(interaction, asked, view=view(items))

    async def end(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """End the tournament with what there is."""
        await self._note(interaction, parts, ENDED)

    async def _note(self, interaction: Interaction, parts: list[str], kind: str) -> None:
        await replies.begin(interaction)
        found = await self._find(interaction, parts)
        found = await self._arrangements.note(found.id, lambda _: Event(kind), person(interaction))
        self._wake(found.id)
        await self._show(interaction, found)

    async def _find(self, interaction: Interaction, parts: list[str]) -> Tournament:
        found = await find_here(interaction, self._arrangements, parts)
        check_host(interaction, found)
        return found

    async def _show(self, interaction: Interaction, found: Tournament) -> None:
        w = replies.reader(interaction)
        lines = [f"🛠️ **{escape_name(found.row.title)}**", write_status(found, w)]
        if found.course.starts_at:
            lines[1:] = [write_start(found, w) or lines[1]]
        lines.append(write_fewer(found, w))
        event = await self._events.find(found.id)
        over = found.course.status == OVER
        if event is not None and event.refused and not over:
            lines.append(tell_unable(w))
        if found.course.status == OPEN:
            lines.append(w("-# Another title or time: `/tournament change`"))
        if not over:
            lines.append(
                w("-# Wrong result: `/tournament correct` · somebody is gone: `/tournament withdraw`")
            )
            lines.append(w("-# Somebody else should host it: `/tournament host`"))
        elif found.course.rounds:
            lines.append(w("-# Wrong result: `/tournament correct`, for the last round"))
        text = "\n".join(line for line in lines if line)
        await replies.show(interaction, text, view=view(_list_buttons(found, w)))


def _list_buttons(found: Tournament, w: Words) -> list[Item]:
    status, items = found.course.status, []
    if status == OPEN:
        items.append(button(custom_id("b", "tmb", found.id), w("Begin"), style=ButtonStyle.success))
    elif status == PAUSED:
        items.append(button(custom_id("b", "tmg", found.id), w("Go on"), style=ButtonStyle.success))
    elif status != OVER:
        items.append(button(custom_id("b", "tmp", found.id), w("Pause")))
    if status != OVER:
        items.append(button(custom_id("b", "tme", found.id), w("End…"), style=ButtonStyle.danger))
    items.append(button(custom_id("b", "tmc", found.id), w("Changes"), emoji="📜"))
    return items
