"""Shows a server's leaderboard of predictions privately, and posts it, for a season or for all time."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import discord

from bot.features.predictions import verbs
from bot.features.predictions.board_picture import MAX_PEOPLE, draw_prediction_board
from bot.features.predictions.texts import format_points
from bot.platform.limits import MAX_ALT_TEXT_LENGTH, MAX_BUTTON_LABEL_LENGTH, clip
from bot.storage.predictions import Predictions, Predictor
from bot.ui import replies
from bot.ui.components import Item, make_button, make_view
from bot.ui.ids import OutdatedId, make_custom_id, read_page
from bot.ui.pictures import Pictures
from bot.ui.presses import PressHandler, make_tableless_handler
from bot.ui.seasons import ALL_SEASONS, find_season, get_season_period, is_season, name_season
from bot.ui.services import Interaction
from bot.ui.sharing import get_public_words, post_publicly, write_shown_by_line
from bot.ui.table import club
from games.core.protocol import Game
from games.core.words import Words

PREDICTIONS_TAB_KEY = "p"


class PredictionLeaderboard:
    """Shows the leaderboard of predictions privately, and posts it."""

    def __init__(self, predictions: Predictions, pictures: Pictures, now: Callable[[], int]) -> None:
        self._predictions, self._pictures, self._now = predictions, pictures, now

    @property
    def press_handlers(self) -> tuple[PressHandler, ...]:
        return (
            make_tableless_handler(verbs.SEASON_VERB, self.show_season, is_expensive=True),
            make_tableless_handler(verbs.POST_VERB, self.post_leaderboard, is_expensive=True),
        )

    async def show_tab(self, interaction: Interaction, game: Game | None) -> None:
        """Show the leaderboard of the current season as a tab of ``/club open``."""
        await self.show_leaderboard(interaction)

    async def show_leaderboard(self, interaction: Interaction, season: int | None = None) -> None:
        """Show the leaderboard of a season, by default the current one, with buttons for other seasons."""
        guild, w = interaction.guild_id or 0, replies.get_words(interaction)
        seasons = await self._list_seasons(guild)
        chosen = seasons[0] if season is None else season
        files = await self._draw_leaderboard(interaction, chosen, w)
        text = "\n".join(
            (
                f"**{w('Predictions')}** · {name_season(chosen, w)}",
                w("-# Predict with *More…*, *Predict…* on a board, until everybody has had five turns."),
            )
        )
        items = [*_list_buttons(chosen, seasons, w), *club.make_tab_buttons(interaction, PREDICTIONS_TAB_KEY)]
        await replies.show(interaction, text, view=make_view(items), files=files)

    async def show_season(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Show the leaderboard of the chosen season."""
        await self.show_leaderboard(interaction, _read_season(parts))

    async def post_leaderboard(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Post the leaderboard of a season in the language of the channel."""
        season, w = _read_season(parts), await get_public_words(interaction)
        files = await self._draw_leaderboard(interaction, season, w)
        await post_publicly(
            interaction,
            f"**{w('Predictions')}** · {name_season(season, w)}\n{write_shown_by_line(interaction, w)}",
            files,
        )

    async def _list_seasons(self, guild_id: int) -> list[int]:
        """Return the seasons since a server's first scored prediction, newest first, then ``ALL_SEASONS``."""
        newest = find_season(self._now())
        since = await self._predictions.find_first_end_time(guild_id)
        oldest = newest if since is None else min(newest, find_season(since))
        return [*range(newest, oldest - 1, -1), ALL_SEASONS]

    async def _draw_leaderboard(self, interaction: Interaction, season: int, w: Words) -> list[discord.File]:
        span = get_season_period(season)
        people = await self._predictions.list_predictors(
            interaction.guild_id or 0, span.begin, span.end, MAX_PEOPLE
        )
        server = "" if interaction.guild is None else interaction.guild.name
        title = w("Predictions")
        below = w("{season} · {server}", season=name_season(season, w), server=server)
        games = interaction.client.services.games.values()
        poster = next((game.poster for game in games if game.poster.pieces), None)
        return await self._pictures.draw_upload(
            lambda: draw_prediction_board(title, below, people, w, poster),
            "tips",
            describe_board(title, below, people, w),
        )


def _list_buttons(season: int, seasons: list[int], w: Words) -> list[Item]:
    items = []
    at = seasons.index(season) if season in seasons else 0
    if at + 1 < len(seasons):
        before = seasons[at + 1]
        label = clip(name_season(before, w), MAX_BUTTON_LABEL_LENGTH)
        items.append(make_button(make_custom_id("b", verbs.SEASON_VERB, before), label, emoji="◀️"))
    if at:
        after = seasons[at - 1]
        label = clip(name_season(after, w), MAX_BUTTON_LABEL_LENGTH)
        items.append(make_button(make_custom_id("b", verbs.SEASON_VERB, after), label, emoji="▶️"))
    items.append(make_button(make_custom_id("b", verbs.POST_VERB, season), w("Post"), emoji="📣"))
    return items


def _read_season(parts: list[str]) -> int:
    """Return the season that a button's custom_id names.

    :raises OutdatedId: there is no such season.
    """
    season = read_page(parts, 0)
    if not is_season(season):
        raise OutdatedId
    return season


def describe_board(title: str, subtitle: str, people: Sequence[Predictor], w: Words) -> str:
    """Return the alt text of the leaderboard: each person's place, name, points and correct predictions."""
    lines = [f"{title}. {subtitle}."]
    for placement, one in enumerate(people, 1):
        lines.append(
            w(
                "{place}. {name}: {points} points, {right} of {n} right.",
                place=placement,
                name=one.name,
                points=format_points(one.points),
                right=one.correct_count,
                n=one.prediction_count,
            )
        )
    if not people:
        lines.append(w("No prediction has counted here yet."))
    return clip("\n".join(lines), MAX_ALT_TEXT_LENGTH)
