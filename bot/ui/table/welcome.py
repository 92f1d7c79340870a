"""The way in: which games there are, and what to press first. Behind ``/help``, and where the bot is new."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import discord

from bot.errors.seats import BotOpponent
from bot.errors.tables import ServerOnly
from bot.model.wish import Wish
from bot.ui import replies
from bot.ui.components import Item, button, member_select, view
from bot.ui.ids import OutdatedId, custom_id, number_of
from bot.ui.presses import Press, chosen_bot
from bot.ui.services import Interaction
from bot.ui.table import taken
from bot.ui.table.wish import read_wish, write_wish
from games.core.protocol import Game
from games.core.words import Words


def write_help(games: Iterable[Game], w: Words) -> str:
    """Return what this is, which games there are, and what to press first."""
    lines = [
        w("## Board games of the sea"),
        w("I set the table, show the board and tell you when it's your turn."),
        "",
        *name_games(games, w),
        "",
        w(
            "**Press a game to play**, or type `/play`. `/learn` teaches you one in five minutes, "
            "`/rules` explains each, `/mine` lists your tables. `/daily` has the reef of the day, "
            "`/puzzle` a position in which to find the best move."
        ),
        w("`/challenge` finds people to play with, `/tournament create` has everybody play for a cup."),
        w("`/standings`, `/card` and `/history` show who plays how well, and what has been played."),
        w(
            "`/prepare` decides your next move while the others are still at theirs; *More…*, *What if…* "
            "below any board tries moves in private."
        ),
        w(
            "After a match of four turns or more a review tells how it went, and where it turned; "
            "`/review` opens that of a shorter one too. `/table import` opens a match from its file."
        ),
        w(
            "Watching? *More…*, *Follow…* has me mention you at the end, each round or every tenth turn "
            "(`/follow`), and *Who wins?* takes your tip (`/tips`)."
        ),
    ]
    return "\n".join(lines)


def write_welcome(games: Iterable[Game], w: Words) -> str:
    """Return what is said once in a server that has just got the bot."""
    lines = [w("## Hello! I bring board games of the sea."), *name_games(games, w), ""]
    lines.append(w("**Press a game to play it here**, or type `/play` in any channel. `/help` says more."))
    return "\n".join(lines)


def name_games(games: Iterable[Game], w: Words) -> list[str]:
    """Return a line for each game."""
    return [w("- **{title}**: {summary}", title=game.title, summary=w.msg(game.summary)) for game in games]


def offer_games(games: Iterable[Game]) -> discord.ui.View:
    """Return a button for each game."""
    style = discord.ButtonStyle.primary
    return view([button(custom_id("b", "pl", game.key), game.title, style=style) for game in games])


async def show_help(interaction: Interaction) -> None:
    """Show the way in, in private."""
    services, w = interaction.client.services, replies.reader(interaction)
    games = services.games.values()
    files = await services.pictures.posters(list(games), w)
    await replies.show(interaction, write_help(games, w), view=offer_games(games), files=files)


async def offer_game(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Ask against whom the game of a button is to be played."""
    await replies.begin(interaction, new=True)
    services, w = interaction.client.services, replies.reader(interaction)
    game = _find_game(services.games, parts[0])
    _require_server(interaction)
    level = await services.adviser.choose_level(interaction.user.id, game.key)
    items: list[Item] = [
        button(
            write_wish("pw", Wish(game, {}, against=level)),
            w("Play the computer"),
            emoji="🤖",
            style=discord.ButtonStyle.success,
        ),
        button(write_wish("pw", Wish(game, {})), w("Play with people"), emoji="👥"),
    ]
    items += services.offers.list_game_buttons(game, w, replaces=True)
    items.append(button(custom_id("b", "ru", game.key), w("Rules"), emoji="📖"))
    items.append(member_select(custom_id("u", "pc", game.key), w("Challenge somebody…")))
    text = f"## {game.title}\n{w.msg(game.summary)}"
    files = await services.pictures.poster(game, w)
    await replies.show(interaction, text, view=view(items), files=files)


async def play_game(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Open what the button says, in the channel of the press."""
    await replies.begin(interaction)
    _require_server(interaction)
    game = _find_game(interaction.client.services.games, parts[0])
    await taken.open_or_offer(interaction, read_wish(game, parts))


async def challenge(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Open a table for the person of the press and the one who was chosen."""
    chosen = number_of(values)
    await replies.begin(interaction)
    _require_server(interaction)
    game = _find_game(interaction.client.services.games, parts[0])
    if chosen_bot(interaction, values[0]):
        raise BotOpponent
    await taken.open_or_offer(interaction, Wish(game, {}, chosen))


def _find_game(games: Mapping[str, Game], key: str) -> Game:
    """Return the game of a button.

    :raises OutdatedId: it is hosted no longer.
    """
    if key not in games:
        raise OutdatedId
    return games[key]


def _require_server(interaction: Interaction) -> None:
    """Let a press in a server pass.

    :raises ServerOnly: it was made elsewhere.
    """
    if interaction.guild_id is None:
        raise ServerOnly


PRESSES = (
    Press("pl", offer_game, table=None),
    Press("pw", play_game, table=None),
    Press("pc", challenge, table=None),
)
