"""The *Tournaments* tab of ``/club open``: lists a server's tournaments and shows their panels."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import discord

from bot.features.tournaments.finder import TournamentFinder
from bot.features.tournaments.rights import may_manage_tournament
from bot.features.tournaments.service import Tournament, TournamentService
from bot.features.tournaments.texts import write_panel, write_start_line, write_status
from bot.features.tournaments.venue import PANEL_POST
from bot.platform.limits import (
    MAX_BUTTON_LABEL_LENGTH,
    MAX_BUTTONS_PER_ROW,
    MAX_CHOICES,
    MAX_MESSAGE_LENGTH,
    clip,
)
from bot.ui import replies
from bot.ui.components import Item, make_button, make_select, make_view
from bot.ui.escaping import escape_name
from bot.ui.ids import make_custom_id, read_chosen_number
from bot.ui.links import make_message_url
from bot.ui.presses import PressHandler, make_tableless_handler
from bot.ui.services import Interaction
from bot.ui.table import club
from games.core.protocol import Game
from games.core.words import Words
from games.tournament.state import OPEN_STATUS

TOURNAMENTS_TAB_KEY, SHOW_CHOSEN_VERB = "t", "tmo"
MAX_MANAGE_BUTTONS = 10
"""Hosts reach other tournaments through the list."""
MAX_SHORT_TITLE_LENGTH = 40
"""For the short list, which is shown if the full list is too long for a message."""


class TournamentList:
    """Shows the tournaments of a server privately."""

    def __init__(
        self,
        service: TournamentService,
        finder: TournamentFinder,
        games: Mapping[str, Game],
        recheck: Callable[[int], None],
    ) -> None:
        """Create the list. ``recheck`` starts a check of whether a tournament's posts still exist."""
        self._service, self._finder = service, finder
        self._games, self._recheck = games, recheck

    @property
    def press_handlers(self) -> tuple[PressHandler, ...]:
        return (make_tableless_handler(SHOW_CHOSEN_VERB, self.show_chosen_tournament),)

    async def show_chosen_tournament(
        self, interaction: Interaction, parts: list[str], values: list[str]
    ) -> None:
        """Show the tournament chosen in the list.

        :raises UnclearTournamentName: the user can't see that tournament.
        """
        tournament = await self._finder.find_tournament(interaction, str(read_chosen_number(values)))
        self._recheck(tournament.id)
        w = replies.get_words(interaction)
        items = [
            make_button(make_custom_id("b", "tms", tournament.id, "p"), w("Standings"), emoji="🏆"),
            make_button(make_custom_id("b", "tmh", tournament.id), w("How it works"), emoji="❔"),
            make_button(make_custom_id("b", "tmm", tournament.id), w("Manage…"), emoji="🛠️"),
        ]
        items += club.make_tab_buttons(interaction, "")
        text = write_panel(tournament, self._games[tournament.row.game].title, w)
        await replies.show(interaction, text, view=make_view(items))

    async def show_tab(self, interaction: Interaction, game: Game | None) -> None:
        """List the tournaments that the user can see and that haven't ended, with a select of ended ones."""
        w = replies.get_words(interaction)
        rows = [row for row in await self._finder.list_visible_tournaments(interaction) if not row.has_ended]
        head = w("**Tournaments of this server**")
        lines = list[str]()
        short = list[str]()
        items = list[Item]()
        for row in rows:
            self._recheck(row.id)
            tournament = await self._service.get_tournament(row.id)
            where = await self.find_panel_url(tournament)
            lines.append(self._describe_tournament(tournament, where, w))
            short.append(f"- [{escape_name(clip(row.title, MAX_SHORT_TITLE_LENGTH))}]({where})")
            if may_manage_tournament(interaction, row) and len(items) < MAX_MANAGE_BUTTONS:
                label = clip(w("Manage {title}…", title=row.title), MAX_BUTTON_LABEL_LENGTH)
                items.append(make_button(make_custom_id("b", "tmm", row.id), label, emoji="🛠️"))
        if not rows:
            lines.append(w("None is running. Open one: `/club tournament`"))
        text = "\n".join((head, *lines))
        if len(text) > MAX_MESSAGE_LENGTH:
            text = "\n".join((head, *short))
        for index, item in enumerate(items):
            item.row = 1 + index // MAX_BUTTONS_PER_ROW
        known = await self._finder.suggest_tournaments(interaction)
        if known:
            options = [
                discord.SelectOption(label=clip(name, MAX_BUTTON_LABEL_LENGTH), value=value)
                for name, value in known[:MAX_CHOICES]
            ]
            items.append(
                make_select(make_custom_id("s", SHOW_CHOSEN_VERB), options, w("Look at one…"), row=0)
            )
        items += club.make_tab_buttons(interaction, TOURNAMENTS_TAB_KEY)
        await replies.show(interaction, clip(text, MAX_MESSAGE_LENGTH), view=make_view(items))

    async def find_panel_url(self, tournament: Tournament) -> str:
        """Return the URL of a tournament's panel, or of its channel until the panel is posted."""
        posted = (await self._service.store.list_posts(tournament.id)).get(PANEL_POST)
        message_id = None if posted is None else posted.message_id
        return make_message_url(tournament.row.guild_id, tournament.row.channel_id, message_id)

    def _describe_tournament(self, tournament: Tournament, url: str, w: Words) -> str:
        row = tournament.row
        status = write_status(tournament, w)
        if tournament.state.status == OPEN_STATUS and tournament.state.starts_at:
            status = write_start_line(tournament, w)
        host = w("Host: {host}", host=f"<@{row.host_id}>") if row.host_id else ""
        game = self._games[row.game].title if row.game in self._games else row.game
        people = w.plural("{n} person", "{n} people", len(tournament.state.active_entries))
        head = f"- [**{escape_name(row.title)}**]({url}) · {game} · {people}"
        return "\n".join(filter(None, (head, " · ".join(filter(None, (status, host))))))
