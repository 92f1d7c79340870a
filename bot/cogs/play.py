"""``/play``: a match against the computer at once, or a table for people."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.ext import commands

from bot.cogs.common import game_named, games, matching
from bot.errors.base import TableError
from bot.errors.seats import BotOpponent
from bot.errors.tables import ChannelTaken
from bot.model.clocks import PRESETS
from bot.model.table import Place, Table
from bot.platform import obstacles, permissions
from bot.platform.limits import CHOICE_NAME, CHOICES, clip
from bot.platform.translator import NAME, TEXT, L
from bot.ui import replies
from bot.ui.fairness import OPEN
from bot.ui.links import purpose
from bot.ui.services import Host, Interaction, Services
from bot.ui.table import clocks, lobby, threads
from games.core.words import N_, Words

DEFAULT_LEVEL = "normal"
"""The computer player that a match begins against where nothing else is said."""
CLOCKS = (
    L(TEXT, "7 days, and 12 hours more at each turn"),
    L(TEXT, "3 days, and 6 hours more at each turn"),
    L(TEXT, "1 day, and 2 hours more at each turn"),
    L(TEXT, "2 hours, and 5 minutes more at each turn"),
)
"""What the presets of :mod:`bot.model.clocks` are called, in their order."""


class UnreadableOptions(TableError):
    """The options are not of the form ``name=value``."""

    def __init__(self, text: str) -> None:
        super().__init__(
            N_("Write options as `name=value`, with a space between two; “{text}” is not."), text=text[:40]
        )


def read_options(text: str) -> dict[str, str]:
    """Read ``name=value name=value``.

    :raises UnreadableOptions: a part is not of that form.
    """
    found: dict[str, str] = {}
    for part in text.split():
        name, joint, value = part.partition("=")
        if not (name and joint and value):
            raise UnreadableOptions(part)
        found[name] = value
    return found


class Play(commands.Cog):
    """Opens tables."""

    def __init__(self, services: Services) -> None:
        self.services = services

    @app_commands.command(name=L(NAME, "play"), description=L(TEXT, "Play in this channel"))
    @app_commands.rename(
        game=L(NAME, "game"),
        opponent=L(NAME, "opponent"),
        against=L(NAME, "against"),
        options=L(NAME, "options"),
        clock=L(NAME, "clock"),
    )
    @app_commands.describe(
        game=L(TEXT, "Which game"),
        opponent=L(TEXT, "Whom to invite; name yourself to play both sides"),
        against=L(TEXT, "Who plays if you invite nobody; if you leave it empty, the computer at once"),
        options=L(TEXT, "Switches as name=value; leave it empty for the usual rules"),
        clock=L(TEXT, "How much time each seat has; nobody is hurried if you leave it empty"),
    )
    @app_commands.choices(
        against=[
            app_commands.Choice(name=L(TEXT, "the computer, easy"), value="easy"),
            app_commands.Choice(name=L(TEXT, "the computer, normal"), value="normal"),
            app_commands.Choice(name=L(TEXT, "the computer, hard"), value="hard"),
            app_commands.Choice(name=L(TEXT, "whoever joins"), value=threads.PEOPLE),
        ],
        clock=[
            app_commands.Choice(name=name, value=preset.text)
            for name, preset in zip(CLOCKS, PRESETS, strict=True)
        ],
    )
    @app_commands.guild_only()
    async def play(
        self,
        interaction: Interaction,
        game: str,
        opponent: discord.User | None = None,
        against: str = DEFAULT_LEVEL,
        options: str = "",
        clock: str = clocks.NONE,
    ) -> None:
        """Begin a match, or open a lobby; offer a thread where the channel is taken."""
        async with replies.guarded(interaction):
            await replies.begin(interaction)
            if opponent is not None and opponent.bot:
                raise BotOpponent
            chosen = game_named(self.services.games, game)
            switches = read_options(options)
            place = Place(interaction.channel_id or 0, interaction.guild_id, public_locale(interaction))
            wish = threads.Wish(
                chosen,
                switches,
                None if opponent is None else opponent.id,
                None if against == threads.PEOPLE else against,
                clocks.clock_of(clock),
            )
            try:
                with self.services.fairness.posting(OPEN, interaction.user.id):
                    table = await threads.seat(interaction, place, wish)
            except ChannelTaken as error:
                await threads.offer(interaction, error.table, wish)
                return
            await self._reply(interaction, table)

    async def _reply(self, interaction: Interaction, table: Table) -> None:
        w = replies.reader(interaction)
        # Announced before the answer, which says "below".
        told = await self.services.announcer.announced(table.id, purpose(table))
        hindrance = await obstacles.here(interaction) or told
        if hindrance is not None:
            text = _hindered(table, hindrance, w)
        elif table.match is not None:
            text = _begun(table, w)
        elif len(table.occupants) == table.capacity:
            text = w("The table is open, and every seat is taken: press **Start** below.")
        elif table.invited:
            people = w.listed([f"<@{user}>" for user in table.invited])
            text = w("The table is open, and {people} is asked to join it.", people=people)
            held_back = await self.services.calls.held_back(table, w)
            text = f"{text}\n{held_back}".strip()
        else:
            text = w("The table is open: everybody can join below.")
        await replies.show(interaction, text)

    @play.autocomplete("game")
    async def _games(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return games(self.services.games, current)

    @play.autocomplete("options")
    async def _options(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        """Offer each switch's values behind what is typed already."""
        game = self.services.games.get(str(interaction.namespace.game))
        if game is None:
            return []
        w = replies.reader(interaction)
        written = current.split()
        whole = [part for part in written if "=" in part]
        named = {part.partition("=")[0] for part in whole}
        found = []
        for option in game.options:
            if option.name in named:
                continue
            for value, text in zip(option.values, option.value_labels, strict=True):
                typed = " ".join([*whole, f"{option.name}={value}"])
                label = w("{name}: {choice}", name=w.msg(option.label), choice=w.msg(text))
                found.append((clip(label, CHOICE_NAME), typed))
        needle = "" if not written or "=" in written[-1] else written[-1]
        return matching(found, needle)[:CHOICES]


def _hindered(table: Table, hindrance: obstacles.Obstacle, w: Words) -> str:
    """Say what there is, though it cannot be posted, and why not."""
    begun = table.match is not None
    if hindrance.kind is obstacles.Kind.PERMISSION:
        names = permissions.named(list(hindrance.lacking), w)
        if begun:
            return w(
                "The match has begun, but I cannot post it here: I lack the permission {names}.", names=names
            )
        return w("The table is open, but I cannot post it here: I lack the permission {names}.", names=names)
    said = (
        w("The match has begun, but I cannot post it yet.")
        if begun
        else w("The table is open, but I cannot post it yet.")
    )
    return f"{said}\n{hindrance.text(w)}"


def _begun(table: Table, w: Words) -> str:
    """Say against whom the match has begun, and how people come to it."""
    rivals = w.listed([lobby.called(table, table.occupants[seat], w) for seat in table.computers])
    return w(
        "Your match against {names} begins below. Anybody can take over a computer's seat, under **More…**. "
        "To wait for people from the start, name an opponent, or choose *whoever joins* under `against`.",
        names=rivals,
    )


def public_locale(interaction: Interaction) -> str:
    """Return the language of a server's public texts; that of the person where there is no server."""
    return str(interaction.guild_locale or interaction.locale)


async def setup(bot: Host) -> None:
    """Add the commands."""
    await bot.add_cog(Play(bot.services))
