"""``/rules``, ``/help`` and ``/about``."""

from __future__ import annotations

from discord import app_commands
from discord.ext import commands

from bot.cogs.common import find_game, list_games
from bot.model.papers import Papers
from bot.platform.translator import NAME, TEXT, L
from bot.ui import replies
from bot.ui.play.rulebook import show_rules
from bot.ui.services import Host, Interaction, Services
from bot.ui.table import welcome
from games.core.words import Words


class Info(commands.Cog):
    """Commands that explain the bot and its games."""

    def __init__(self, services: Services) -> None:
        self.services = services
        app_commands.choices(game=list_games(services.games))(self.rules)

    @app_commands.command(name=L(NAME, "rules"), description=L(TEXT, "How a game is played"))
    @app_commands.rename(game=L(NAME, "game"))
    @app_commands.describe(game=L(TEXT, "Which game"))
    async def rules(self, interaction: Interaction, game: str) -> None:
        """Show the first page of a game's rules."""
        async with replies.explain_errors(interaction):
            await replies.acknowledge(interaction)
            await show_rules(interaction, find_game(self.services.games, game), 0)

    @app_commands.command(name=L(NAME, "help"), description=L(TEXT, "What this is and where to begin"))
    async def help(self, interaction: Interaction) -> None:
        """Show the games, each with a button."""
        async with replies.explain_errors(interaction):
            await replies.acknowledge(interaction)
            await welcome.show_help(interaction)

    @app_commands.command(name=L(NAME, "about"), description=L(TEXT, "What this is and who made the games"))
    async def about(self, interaction: Interaction) -> None:
        """Name the games and their designers."""
        async with replies.explain_errors(interaction):
            await replies.acknowledge(interaction)
            w = replies.get_words(interaction)
            lines = [
                w("## Reefs"),
                w("I bring board games of the sea to this server. They were made by others:"),
            ]
            for game in self.services.games.values():
                lines.append(
                    w(
                        "- **{title}** by {designers} ({publisher}, {year})",
                        title=game.title,
                        designers=w.listed(list(game.credits.designers)),
                        publisher=game.credits.publisher,
                        year=game.credits.year,
                    )
                )
            lines += [
                "",
                w("The words and pictures here are our own. We aren't connected with the publishers."),
                w("`/help` shows how to begin. `/me` shows what I keep about you, and erases it."),
            ]
            lines += write_links(self.services.papers, w)
            await replies.show(interaction, "\n".join(lines))


def write_links(papers: Papers, w: Words) -> list[str]:
    """Return a line with the links the host has configured; empty if there are none."""
    named = ((w("Terms"), papers.terms), (w("Privacy"), papers.privacy), (w("Help"), papers.support))
    # Angle brackets prevent a preview of the page.
    links = [f"[{name}](<{address}>)" for name, address in named if address]
    return [" · ".join(links)] if links else []


async def setup(bot: Host) -> None:
    """Add the cog."""
    await bot.add_cog(Info(bot.services))
