"""``/tournament``: the commands for opening tournaments and for running them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.common import game_named, matching
from bot.cogs.table_options import asks, offer
from bot.errors.base import BotError
from bot.features.tournaments.choosing import Choosing
from bot.features.tournaments.corrections import PuttingRight
from bot.features.tournaments.creators import Creators
from bot.features.tournaments.errors import CannotHost
from bot.features.tournaments.listing import Listing
from bot.features.tournaments.opening import Opening, Wish
from bot.features.tournaments.service import Arrangements
from bot.features.tournaments.starting import Starting
from bot.model.clocks import PRESETS
from bot.platform.translator import NAME, TEXT, L
from bot.ui import replies
from bot.ui.escaping import escape_name
from bot.ui.people import person
from bot.ui.services import Interaction
from bot.ui.table.switches import read_options
from games.core.protocol import Game
from games.tournament.terms import BYE, COMPUTER, FORFEIT, KNOCKOUT, MAX_ROUNDS, ROUND_ROBIN, SWISS

TITLE, TYPED, WHY = 60, 40, 200


@app_commands.guild_only()
class TournamentCog(
    commands.GroupCog,
    name=L(NAME, "tournament"),
    description=L(TEXT, "Tournaments of this channel"),
):
    """The commands of this room."""

    def __init__(
        self,
        games: Mapping[str, Game],
        arrangements: Arrangements,
        creators: Creators,
        choosing: Choosing,
        listing: Listing,
        opening: Opening,
        starting: Starting,
        putting_right: PuttingRight,
        wake: Callable[[int], None],
    ) -> None:
        self._games, self._arrangements = games, arrangements
        self._creators, self._choosing, self._listing = creators, choosing, listing
        self._opening, self._starting = opening, starting
        self._putting_right, self._wake = putting_right, wake
        offer(self.create, games)

    @app_commands.command(name=L(NAME, "create"), description=L(TEXT, "Open a tournament in this channel"))
    @asks("game", "seats", "clock", "options")
    @app_commands.rename(
        title=L(NAME, "title"),
        format=L(NAME, "format"),
        rounds=L(NAME, "rounds"),
        absent=L(NAME, "absent"),
        duplicate=L(NAME, "duplicate"),
        start=L(NAME, "when"),
        event=L(NAME, "event"),
    )
    @app_commands.describe(
        title=L(TEXT, "What it's called"),
        format=L(TEXT, "How people are drawn; Swiss by default"),
        seats=L(TEXT, "How many sit at a table; two by default"),
        rounds=L(TEXT, "How many rounds a Swiss tournament has; five by default"),
        clock=L(TEXT, "How much time each seat has; a day by default"),
        absent=L(TEXT, "What happens when somebody's time runs out; they lose by default"),
        duplicate=L(TEXT, "The same deal at all tables of a round, so that luck cancels out"),
        start=L(TEXT, "When it begins by itself: 3h, 19:30, 2027-05-30 19:30; otherwise you begin it"),
        event=L(TEXT, "Show it among the server's events, if it has a time"),
    )
    @app_commands.choices(
        format=[
            app_commands.Choice(name=L(TEXT, "Swiss: each round, people with equal points"), value=SWISS),
            app_commands.Choice(name=L(TEXT, "Round robin: everybody meets everybody"), value=ROUND_ROBIN),
            app_commands.Choice(name=L(TEXT, "Knock-out: the winner of each table goes on"), value=KNOCKOUT),
        ],
        absent=[
            app_commands.Choice(name=L(TEXT, "they lose the match"), value=FORFEIT),
            app_commands.Choice(name=L(TEXT, "a computer plays on for them"), value=COMPUTER),
            app_commands.Choice(name=L(TEXT, "the others get a bye"), value=BYE),
        ],
    )
    async def create(
        self,
        interaction: Interaction,
        title: app_commands.Range[str, 1, TITLE],
        game: str,
        format: str = SWISS,
        seats: int = 2,
        rounds: app_commands.Range[int, 1, MAX_ROUNDS] | None = None,
        clock: str = PRESETS[2].text,
        absent: str = FORFEIT,
        duplicate: bool = False,
        options: str = "",
        start: app_commands.Range[str, 1, TYPED] = "",
        event: bool = False,
    ) -> None:
        """Open a tournament, and post its panel."""
        async with replies.guarded(interaction):
            await replies.begin(interaction)
            chosen = game_named(self._games, game)
            switches = read_options(options)
            wish = Wish(
                title, chosen, format, seats, rounds, clock, absent, duplicate, switches, start, event
            )
            await self._opening.open(interaction, wish)

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
        title: app_commands.Range[str, 1, TITLE] | None = None,
        start: app_commands.Range[str, 1, TYPED] | None = None,
        event: bool | None = None,
        tournament: app_commands.Range[str, 1, TITLE] = "",
    ) -> None:
        """Change what it's called, when it begins, or whether there is an event of it."""
        async with replies.guarded(interaction):
            await replies.begin(interaction)
            found = await self._choosing.find_run(interaction, tournament)
            await self._starting.change(interaction, found, title, start, event)

    @create.autocomplete("start")
    @change.autocomplete("start")
    async def _moments(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        found = await self._starting.suggest(interaction, current)
        return [app_commands.Choice(name=name, value=value) for name, value in found]

    @app_commands.command(
        name=L(NAME, "show"), description=L(TEXT, "The tournaments of this server, or one of them")
    )
    @app_commands.rename(tournament=L(NAME, "tournament"))
    @app_commands.describe(tournament=L(TEXT, "Which tournament; leave it empty for a list"))
    async def show(
        self, interaction: Interaction, tournament: app_commands.Range[str, 1, TITLE] = ""
    ) -> None:
        """Show all tournaments of the server, or one, in private."""
        async with replies.guarded(interaction):
            await replies.begin(interaction)
            await self._listing.show(interaction, tournament)

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
        reason: app_commands.Range[str, 1, WHY],
        round: app_commands.Range[int, 1, 64] | None = None,
        tournament: app_commands.Range[str, 1, TITLE] = "",
    ) -> None:
        """Correct a result; the channel is told who did it and why."""
        async with replies.guarded(interaction):
            await replies.begin(interaction)
            await self._putting_right.correct(interaction, tournament, table, result, reason, round)

    @correct.autocomplete("result")
    async def _results(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        values = interaction.namespace
        try:
            found = await self._putting_right.suggest(
                interaction, values.tournament, values.table, values.round
            )
        except BotError:
            return []
        return matching(found, current)

    @app_commands.command(name=L(NAME, "withdraw"), description=L(TEXT, "Host: remove a player"))
    @app_commands.rename(who=L(NAME, "person"), tournament=L(NAME, "tournament"))
    @app_commands.describe(
        who=L(TEXT, "Who; they may come back in a Swiss tournament"),
        tournament=L(TEXT, "Which tournament; leave it empty if you run only one here"),
    )
    async def withdraw(
        self,
        interaction: Interaction,
        who: discord.User,
        tournament: app_commands.Range[str, 1, TITLE] = "",
    ) -> None:
        """Withdraw somebody."""
        async with replies.guarded(interaction):
            await replies.begin(interaction)
            found = await self._choosing.find_run(interaction, tournament)
            await self._arrangements.leave(found.id, who.id, person(interaction))
            self._wake(found.id)
            w = replies.reader(interaction)
            name, title = escape_name(who.display_name), escape_name(found.row.title)
            await replies.show(interaction, w("{name} is withdrawn from {title}.", name=name, title=title))

    @app_commands.command(name=L(NAME, "host"), description=L(TEXT, "Host: hand the tournament over"))
    @app_commands.rename(who=L(NAME, "person"), tournament=L(NAME, "tournament"))
    @app_commands.describe(
        who=L(TEXT, "Who hosts it from now on"),
        tournament=L(TEXT, "Which tournament; leave it empty if you run only one here"),
    )
    async def host(
        self,
        interaction: Interaction,
        who: discord.User,
        tournament: app_commands.Range[str, 1, TITLE] = "",
    ) -> None:
        """Let somebody else host a tournament."""
        async with replies.guarded(interaction):
            await replies.begin(interaction)
            found = await self._choosing.find_run(interaction, tournament)
            if who.bot or not isinstance(who, discord.Member) or who.id == found.row.host_id:
                raise CannotHost
            await self._arrangements.hand_over(found.id, who.id, person(interaction))
            self._wake(found.id)
            w = replies.reader(interaction)
            name, title = escape_name(who.display_name), escape_name(found.row.title)
            await replies.show(interaction, w("{name} hosts {title} now.", name=name, title=title))

    @app_commands.command(
        name=L(NAME, "allow"), description=L(TEXT, "Manage Server: choose who may create tournaments")
    )
    @app_commands.rename(role=L(NAME, "role"))
    @app_commands.describe(role=L(TEXT, "Which role may; leave it empty for everybody"))
    async def allow(self, interaction: Interaction, role: discord.Role | None = None) -> None:
        """Choose who may create tournaments in this server."""
        async with replies.guarded(interaction):
            await replies.begin(interaction)
            await self._creators.choose(interaction, role)

    @show.autocomplete("tournament")
    async def _all(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return matching(await self._choosing.suggest(interaction), current)

    @correct.autocomplete("tournament")
    async def _own(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return matching(await self._choosing.suggest(interaction, runs=True), current)

    @change.autocomplete("tournament")
    @withdraw.autocomplete("tournament")
    @host.autocomplete("tournament")
    async def _going(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return matching(await self._choosing.suggest(interaction, runs=True, going=True), current)
