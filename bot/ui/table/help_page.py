"""``/help``: an introduction, with pages for managers of a server and about the games' designers."""

from __future__ import annotations

from bot.kit.version import VERSION
from bot.model.host_links import HostLinks
from bot.ui import replies
from bot.ui.components import Item, make_button, make_view
from bot.ui.ids import make_custom_id
from bot.ui.play import learning
from bot.ui.presses import make_tableless_handler
from bot.ui.services import Interaction
from bot.ui.table.welcome import list_game_buttons
from games.core.words import Words

PAGES_ROW = 4


async def show_help(interaction: Interaction) -> None:
    """Show an introduction, with a button for each game and buttons for other pages."""
    services, w = interaction.client.services, replies.get_words(interaction)
    games = list(services.games.values())
    lines = [
        w("## Ocean board games"),
        w("I set the table, show the board and tell you when it's your turn."),
        w("**Press a game to play it**, or type `/play`. `/club open` finds people to play with."),
        w("-# Reefs {version}", version=VERSION),
    ]
    files = await services.pictures.draw_posters(games, w)
    items = [*list_game_buttons(games), *_make_page_buttons(w)]
    await replies.show(interaction, "\n".join(lines), view=make_view(items), files=files)


def _make_page_buttons(w: Words) -> list[Item]:
    return [
        make_button(make_custom_id("b", learning.TAB_VERB), w("Learn"), emoji="🎓", row=PAGES_ROW),
        make_button(make_custom_id("b", "my", 0), w("My tables"), emoji="📋", row=PAGES_ROW),
        make_button(make_custom_id("b", "me"), w("Settings"), emoji="⚙️", row=PAGES_ROW),
        make_button(make_custom_id("b", "fh"), w("For hosts"), emoji="🛠️", row=PAGES_ROW),
        make_button(make_custom_id("b", "ab"), w("About"), emoji="ℹ️", row=PAGES_ROW),
    ]


async def show_manager_commands(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """List the commands for managers of a server."""
    w = replies.get_words(interaction)
    lines = [
        w("## For hosts"),
        w("With *Manage Server* you can:"),
        w("- check what I may do in a channel: `/reefs doctor`"),
        w("- keep one message with all matches and open seats: `/reefs board`"),
        w("- give each open table a post in a forum: `/reefs forum`"),
        w("- choose a role for open seats: `/reefs role`"),
        w("- choose who may create tournaments: `/reefs tournaments`"),
        *write_link_lines(interaction.client.services.host_links, w),
    ]
    await replies.show(interaction, "\n".join(lines))


async def show_about(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Name the games and their designers."""
    services, w = interaction.client.services, replies.get_words(interaction)
    lines = [
        w("## Reefs"),
        w("I bring ocean board games to this server. They were made by others:"),
    ]
    for game in services.games.values():
        lines.append(
            w(
                "- **{title}** by {designers} ({publisher}, {year})",
                title=game.title,
                designers=w.join_list(list(game.credits.designers)),
                publisher=game.credits.publisher,
                year=game.credits.year,
            )
        )
    lines += [
        "",
        w("The words and pictures here are our own. We aren't connected with the publishers."),
        w("`/me` shows what I keep about you, and erases it."),
        *write_link_lines(services.host_links, w),
    ]
    await replies.show(interaction, "\n".join(lines))


def write_link_lines(host_links: HostLinks, w: Words) -> list[str]:
    """Return a line with the links that the bot's host has configured, if any."""
    named = (
        (w("Terms"), host_links.terms),
        (w("Privacy"), host_links.privacy),
        (w("Help"), host_links.support),
    )
    # Angle brackets prevent a preview of the page.
    links = [f"[{name}](<{address}>)" for name, address in named if address]
    return [" · ".join(links)] if links else []


PRESS_HANDLERS = (
    make_tableless_handler("fh", show_manager_commands, acknowledge="new"),
    make_tableless_handler("ab", show_about, acknowledge="new"),
)
