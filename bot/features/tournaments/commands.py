"""The command group ``/tournament``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.common import find_choices
from bot.errors.base import BotError
from bot.features.tournaments.corrections import ResultCorrections
from bot.features.tournaments.errors import CannotHost
from bot.features.tournaments.finder import TournamentFinder
from bot.features.tournaments.service import TournamentService
from bot.features.tournaments.settings import TournamentSettings
from bot.platform.translator import NAME, TEXT, L
from bot.ui import replies
from bot.ui.escaping import escape_name
from bot.ui.people import get_person
from bot.ui.services import Interaction

TITLE_LENGTH, TIME_LENGTH, REASON_LENGTH = 60, 40, 200

Command = TypeVar("Command", bound=Callable[..., Any])


def _asks_person(description: app_commands.locale_str) -> Callable[[Command], Command]:
    """Name and describe the options ``who`` and ``tournament`` of a command."""

    def declare(command: Command) -> Command:
        app_commands.rename(who=L(NAME, "person"), tournament=L(NAME, "tournament"))(command)
        app_commands.describe(
            who=description,
            tournament=L(TEXT, "Which tournament; leave it empty if you run only one here"),
        )(command)
        return command

    return declare


@app_commands.guild_only()
class TournamentCog(
    commands.GroupCog,
    name=L(NAME, "tournament"),
    description=L(TEXT, "Tournaments of this channel"),
):
    """The commands of this feature."""

    def __init__(
        self,
        service: TournamentService,
        finder: TournamentFinder,
        settings: TournamentSettings,
        corrections: ResultCorrections,
        wake: Callable[[int], None],
    ) -> None:
        self._service, self._finder, self._settings = service, finder, settings
        self._corrections, self._wake = corrections, wake

    @app_commands.command(
        name=L(NAME, "change"), description=L(TEXT, "Another title or time, before it begins, as its host")
    )
    @app_commands.rename(
        title=L(NAME, "title"),
        start=L(NAME, "when"),
        event=L(NAME, "event"),
        tournament=L(NAME, "tournament"),
    )
    @app_commands.describe(
        title=L(TEXT, "What it's called"),
        start=L(TEXT, "When it begins by itself: 3h, 19:30, 2027-05-30 19:30; none: you begin it"),
        event=L(TEXT, "Show it among the server's events, if it has a time"),
        tournament=L(TEXT, "Which tournament; leave it empty if you run only one here"),
    )
    async def change(
        self,
        interaction: Interaction,
        title: app_commands.Range[str, 1, TITLE_LENGTH] | None = None,
        start: app_commands.Range[str, 1, TIME_LENGTH] | None = None,
        event: bool | None = None,
        tournament: app_commands.Range[str, 1, TITLE_LENGTH] = "",
    ) -> None:
        """Change the title, the start time or the event of a tournament."""
        async with replies.explain_errors(interaction):
            await replies.acknowledge(interaction)
            found = await self._finder.find_run(interaction, tournament)
            await self._settings.change(interaction, found, title, start, event)

    @change.autocomplete("start")
    async def _suggest_times(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        found = await self._settings.suggest(interaction, current)
        return [app_commands.Choice(name=name, value=value) for name, value in found]

    @app_commands.command(name=L(NAME, "correct"), description=L(TEXT, "Host: correct a result"))
    @app_commands.rename(
        table=L(NAME, "table"),
        result=L(NAME, "result"),
        reason=L(NAME, "reason"),
        round=L(NAME, "round"),
        tournament=L(NAME, "tournament"),
    )
    @app_commands.describe(
        table=L(TEXT, "Which table, by its number"),
        result=L(TEXT, "Pick one, or type the places in the order of the names: 1 2"),
        reason=L(TEXT, "Why; everybody in the channel reads it"),
        round=L(TEXT, "Which round; by default the last one"),
        tournament=L(TEXT, "Which tournament; leave it empty if you run only one here"),
    )
    async def correct(
        self,
        interaction: Interaction,
        table: app_commands.Range[int, 1, 128],
        result: app_commands.Range[str, 1, 40],
        reason: app_commands.Range[str, 1, REASON_LENGTH],
        round: app_commands.Range[int, 1, 64] | None = None,
        tournament: app_commands.Range[str, 1, TITLE_LENGTH] = "",
    ) -> None:
        """Correct a result and announce in the channel who did it and why."""
        async with replies.explain_errors(interaction):
            await replies.acknowledge(interaction)
            await self._corrections.correct(interaction, tournament, table, result, reason, round)

    @correct.autocomplete("result")
    async def _suggest_results(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        values = interaction.namespace
        try:
            found = await self._corrections.suggest(
                interaction, values.tournament, values.table, values.round
            )
        except BotError:
            return []
        return find_choices(found, current)

    @app_commands.command(name=L(NAME, "withdraw"), description=L(TEXT, "Host: remove a player"))
    @_asks_person(L(TEXT, "Who; they may come back in a Swiss tournament"))
    async def withdraw(
        self,
        interaction: Interaction,
        who: discord.User,
        tournament: app_commands.Range[str, 1, TITLE_LENGTH] = "",
    ) -> None:
        """Withdraw a person from a tournament."""
        async with replies.explain_errors(interaction):
            await replies.acknowledge(interaction)
            found = await self._finder.find_run(interaction, tournament)
            await self._service.leave(found.id, who.id, get_person(interaction))
            self._wake(found.id)
            w = replies.get_words(interaction)
            name, title = escape_name(who.display_name), escape_name(found.row.title)
            await replies.show(interaction, w("{name} is withdrawn from {title}.", name=name, title=title))

    @app_commands.command(name=L(NAME, "host"), description=L(TEXT, "Host: hand the tournament over"))
    @_asks_person(L(TEXT, "Who hosts it from now on"))
    async def host(
        self,
        interaction: Interaction,
        who: discord.User,
        tournament: app_commands.Range[str, 1, TITLE_LENGTH] = "",
    ) -> None:
        """Hand a tournament over to another host."""
        async with replies.explain_errors(interaction):
            await replies.acknowledge(interaction)
            found = await self._finder.find_run(interaction, tournament)
            if who.bot or not isinstance(who, discord.Member) or who.id == found.row.host_id:
                raise CannotHost
            await self._service.hand_over(found.id, who.id, get_person(interaction))
            self._wake(found.id)
            w = replies.get_words(interaction)
            name, title = escape_name(who.display_name), escape_name(found.row.title)
            await replies.show(interaction, w("{name} hosts {title} now.", name=name, title=title))

    @correct.autocomplete("tournament")
    async def _suggest_run(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return find_choices(await self._finder.suggest(interaction, runs=True), current)

    @change.autocomplete("tournament")
    @withdraw.autocomplete("tournament")
    @host.autocomplete("tournament")
    async def _suggest_going(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return find_choices(await self._finder.suggest(interaction, runs=True, going=True), current)
