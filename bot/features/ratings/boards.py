"""The leaderboard tab of ``/club open``: a server's best players by game and season, as a picture."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import discord

from bot.features.ratings.board_picture import (
    MAX_PLAYERS,
    MAX_RECORDS,
    Leaderboard,
    RecordLine,
    draw_leaderboard,
)
from bot.features.ratings.rating import MIN_SETTLED_MATCHES
from bot.features.ratings.rating_texts import write_rating
from bot.platform.limits import MAX_ALT_TEXT_LENGTH, MAX_BUTTON_LABEL_LENGTH, clip
from bot.storage.rating_reader import RatingReader
from bot.ui import replies
from bot.ui.components import Item, make_button, make_select, make_view
from bot.ui.ids import OutdatedId, make_custom_id, read_page
from bot.ui.pictures import Pictures
from bot.ui.presses import PressHandler, make_tableless_handler
from bot.ui.seasons import ALL_SEASONS, find_season, get_season_period, is_season, name_season
from bot.ui.services import Interaction
from bot.ui.sharing import get_public_words, post_publicly, write_shown_by_line
from bot.ui.table import club
from games.core.protocol import Game
from games.core.words import Words

STANDINGS_TAB_KEY = "s"
GAME_PLACEHOLDER = "-"
"""Replaces the game's key in the custom_id of the select of games. The chosen value is the key."""


class Leaderboards:
    """Shows the leaderboards of a server privately, and posts them."""

    def __init__(
        self,
        reads: RatingReader,
        games: Mapping[str, Game],
        pictures: Pictures,
        now: Callable[[], int],
    ) -> None:
        self._reads, self._games, self._pictures, self._now = reads, games, pictures, now

    @property
    def press_handlers(self) -> tuple[PressHandler, ...]:
        return (
            make_tableless_handler("wb", self.show_chosen_board, is_expensive=True),
            make_tableless_handler("wbp", self.post_leaderboard, is_expensive=True),
        )

    async def show_tab(self, interaction: Interaction, game: Game | None) -> None:
        """Show the current season's leaderboard of a game, by default the game last played on this server."""
        guild = interaction.guild_id or 0
        chosen = game or await self._find_latest_game(guild)
        await self.show_leaderboard(interaction, chosen, (await self.list_seasons(guild))[0])

    async def _find_latest_game(self, guild_id: int) -> Game:
        latest = await self._reads.find_latest_game(guild_id)
        return self._games.get(latest or "") or next(iter(self._games.values()))

    async def list_seasons(self, guild_id: int) -> list[int]:
        """Return the seasons since a server's first finished match, newest first, then ``ALL_SEASONS``."""
        newest = find_season(self._now())
        since = await self._reads.find_first_end_time(guild_id)
        oldest = newest if since is None else min(newest, find_season(since))
        return [*range(newest, oldest - 1, -1), ALL_SEASONS]

    async def load_board(
        self, guild_id: int, game: Game, season: int, server_name: str, w: Words
    ) -> Leaderboard:
        """Load the contents of a server's leaderboard for a game and a season."""
        span = get_season_period(season)
        people = await self._reads.list_leaderboard(
            guild_id, game.key, span, MIN_SETTLED_MATCHES, MAX_PLAYERS
        )
        records = []
        for record in game.records[:MAX_RECORDS]:
            held = await self._reads.find_record(
                guild_id, game.key, record.name, span, smallest_is_best=record.smallest_is_best
            )
            value = "" if held is None else w.msg(record.format_value(held.value))
            records.append(RecordLine(w.msg(record.label), value, "" if held is None else held.name))
        title = w("Standings in {game}", game=game.title)
        below = w("{season} · {server}", season=name_season(season, w), server=server_name)
        return Leaderboard(title, below, tuple(people), tuple(records), game.poster)

    async def show_leaderboard(
        self, interaction: Interaction, game: Game, season: int, note: str = ""
    ) -> None:
        """Show a leaderboard privately, with buttons for other games and seasons."""
        guild = interaction.guild_id or 0
        w = replies.get_words(interaction)
        board = await self.load_board(guild, game, season, _get_server_name(interaction), w)
        files = await self._pictures.draw_upload(
            lambda: draw_leaderboard(board, w), "standings", describe_board(board, w)
        )
        lines = [note, f"**{board.title}** · {name_season(season, w)}"]
        lines.append(w("-# Ratings begin at 1000 and are provisional until the tenth match."))
        items = self._make_controls(game, season, await self.list_seasons(guild), w)
        items += club.make_tab_buttons(interaction, STANDINGS_TAB_KEY)
        await replies.show(
            interaction, "\n".join(line for line in lines if line), view=make_view(items), files=files
        )

    def _make_controls(self, game: Game, season: int, seasons: list[int], w: Words) -> list[Item]:
        options = [
            discord.SelectOption(
                label=clip(one.title, MAX_BUTTON_LABEL_LENGTH), value=one.key, default=one.key == game.key
            )
            for one in self._games.values()
        ]
        items: list[Item] = [
            make_select(make_custom_id("s", "wb", GAME_PLACEHOLDER, season), options, w("Game"), row=0)
        ]
        at = seasons.index(season) if season in seasons else 0
        if at + 1 < len(seasons):
            before = make_custom_id("b", "wb", game.key, seasons[at + 1])
            items.append(
                make_button(
                    before, clip(name_season(seasons[at + 1], w), MAX_BUTTON_LABEL_LENGTH), row=1, emoji="◀️"
                )
            )
        if at:
            after = make_custom_id("b", "wb", game.key, seasons[at - 1])
            items.append(
                make_button(
                    after, clip(name_season(seasons[at - 1], w), MAX_BUTTON_LABEL_LENGTH), row=1, emoji="▶️"
                )
            )
        items.append(make_button(make_custom_id("b", "wbp", game.key, season), w("Post"), row=1, emoji="📣"))
        return items

    async def show_chosen_board(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Show the leaderboard of another game or season."""
        await self.show_leaderboard(interaction, *self._read_game_and_season(parts, values))

    async def post_leaderboard(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Post a leaderboard in the channel's language."""
        game, season = self._read_game_and_season(parts, values)
        w = await get_public_words(interaction)
        board = await self.load_board(
            interaction.guild_id or 0, game, season, _get_server_name(interaction), w
        )
        files = await self._pictures.draw_upload(
            lambda: draw_leaderboard(board, w), "standings", describe_board(board, w)
        )
        text = f"**{board.title}** · {name_season(season, w)}\n{write_shown_by_line(interaction, w)}"
        await post_publicly(interaction, text, files)

    def _read_game_and_season(self, parts: list[str], values: list[str]) -> tuple[Game, int]:
        """Return the game and season that a button or select names.

        :raises OutdatedId: the game or season doesn't exist.
        """
        game = self._games.get(values[0] if parts[0] == GAME_PLACEHOLDER else parts[0])
        season = read_page(parts, 1)
        if game is None or not is_season(season):
            raise OutdatedId
        return game, season


def _get_server_name(interaction: Interaction) -> str:
    return "" if interaction.guild is None else interaction.guild.name


def describe_board(board: Leaderboard, w: Words) -> str:
    """Return the alt text of a leaderboard: its players, then the records."""
    lines = [f"{board.title}. {board.subtitle}."]
    for placement, one in enumerate(board.people[:MAX_PLAYERS], 1):
        lines.append(
            w(
                "{place}. {name}: {rating}, {won} of {n} won.",
                place=placement,
                name=one.name,
                rating=write_rating(one.mu, one.rated_match_count),
                won=one.won_match_count,
                n=one.match_count,
            )
        )
    if not board.people:
        lines.append(w("No match has counted here yet."))
    lines += [
        w("{record}: {value}, {name}.", record=best.label, value=best.value, name=best.name)
        for best in board.records
        if best.name
    ]
    return clip("\n".join(lines), MAX_ALT_TEXT_LENGTH)
