"""``/club card``: shows a player's card privately. Users can post their own card.

In a server, the card covers the matches played there. In a direct message, it covers the user's own matches
everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import discord

from bot.errors.base import TableError
from bot.features.ratings.card_picture import (
    MAX_RECENT_RESULTS,
    PlayerCard,
    draw_card,
    write_duel_score,
    write_totals,
)
from bot.features.ratings.errors import NoRatedMatch, NotOwnCard, PlayerOptedOut
from bot.features.ratings.rating_texts import write_rating
from bot.features.ratings.visibility import can_read_cached_channel
from bot.model.names import make_plain_name
from bot.platform.limits import MAX_ALT_TEXT_LENGTH, clip
from bot.storage.rating_reader import ALL_SERVERS, RatingReader
from bot.storage.ratings import Ratings
from bot.tables.service import Tables
from bot.ui import replies
from bot.ui.components import Item, make_button, make_view
from bot.ui.durations import write_answer_time_line
from bot.ui.escaping import escape_name
from bot.ui.ids import make_custom_id, read_page
from bot.ui.people import get_drawable_name
from bot.ui.pictures import Pictures
from bot.ui.presses import PressHandler, make_tableless_handler
from bot.ui.scenes import make_scene, redact_events
from bot.ui.services import Interaction
from bot.ui.sharing import get_public_words, post_publicly, write_shown_by_line
from games.core.protocol import Game
from games.core.words import Words


class PlayerCards:
    """Shows players' cards privately, and posts a user's own card."""

    def __init__(
        self,
        ratings: Ratings,
        reads: RatingReader,
        tables: Tables,
        games: Mapping[str, Game],
        pictures: Pictures,
    ) -> None:
        self._ratings, self._reads, self._tables = ratings, reads, tables
        self._games, self._pictures = dict(games), pictures

    @property
    def press_handlers(self) -> tuple[PressHandler, ...]:
        return (
            make_tableless_handler("wc", self.show_own_card, is_expensive=True, acknowledge="new"),
            make_tableless_handler("wcp", self.post_card, is_expensive=True),
        )

    async def load_card(
        self,
        user_id: int,
        name: str,
        guild_id: int,
        w: Words,
        viewer: discord.abc.User | None = None,
        may_read: Callable[[int], bool] = lambda channel_id: True,
    ) -> PlayerCard:
        """Load the contents of a card.

        :param guild_id: the server whose matches are counted, or ``ALL_SERVERS``.
        :param viewer: another user, whose score against the player is shown.
        :param may_read: whether the viewer can read a channel. Matches in other channels aren't described.
        """
        tallies = [
            one for one in await self._reads.list_game_totals(user_id, guild_id) if one.game in self._games
        ]
        ratings = {}
        for tally in tallies:
            rated = await self._reads.find_rating(user_id, tally.game)
            if rated is not None:
                ratings[tally.game] = rated
        duel = None if viewer is None else await self._reads.count_duel_results(user_id, viewer.id, guild_id)
        return PlayerCard(
            name,
            tuple(tallies),
            ratings,
            tuple(await self._reads.list_recent_places(user_id, guild_id, MAX_RECENT_RESULTS)),
            await self._describe_moment(user_id, guild_id, w, may_read),
            "" if viewer is None else make_plain_name(get_drawable_name(viewer)),
            duel if duel is not None and any(duel) else None,
        )

    async def _describe_moment(
        self, user_id: int, guild_id: int, w: Words, may_read: Callable[[int], bool]
    ) -> str:
        best_moment = await self._reads.find_best_moment(user_id, guild_id)
        if best_moment is None:
            return ""
        table_id, moment = best_moment
        try:
            table = await self._tables.get(table_id)
        except TableError:
            return ""
        match = table.match
        if match is None or not may_read(table.place.channel_id):
            return ""
        _, scene = make_scene(table, match, None, w)
        public_history = [redact_events(match, ply - 1, None, ply) for ply in range(match.ply + 1)]
        moments = match.game.texts.find_moments(public_history, scene)
        return next((one.text for one in moments if one.ply == moment.ply), "")

    async def show_card(self, interaction: Interaction, person: discord.abc.User) -> None:
        """Show a player's card privately.

        :raises PlayerOptedOut: the player has opted out of ratings and leaderboards.
        :raises NoRatedMatch: the player hasn't finished a rated match here, or the card of somebody else was
            asked for in a direct message.
        """
        w, own = replies.get_words(interaction), person.id == interaction.user.id
        guild, name = interaction.guild_id or ALL_SERVERS, make_plain_name(get_drawable_name(person))
        out = await self._ratings.has_opted_out(person.id)
        if out and not own:
            raise PlayerOptedOut(escape_name(name))
        if guild == ALL_SERVERS and not own:
            raise NoRatedMatch(escape_name(name))
        if own:
            card = await self.load_card(person.id, name, guild, w)
        else:
            can_read = partial(can_read_cached_channel, interaction)
            card = await self.load_card(person.id, name, guild, w, interaction.user, can_read)
        if not card.game_totals:
            raise NoRatedMatch(escape_name(name))
        lines = [f"**{escape_name(name)}** · {write_totals(card, w)}"]
        hours = await self._tables.speeds.find_usual_answer_hours(person.id, interaction.guild_id)
        if hours is not None:
            lines.append(write_answer_time_line(hours, w))
        items: list[Item] = []
        if own and interaction.guild_id is not None:
            items.append(make_button(make_custom_id("b", "wcp", person.id), w("Post"), emoji="📣"))
        if out:
            lines.append(w("-# You stay out of ratings and boards. `/me` changes that."))
        await replies.show(
            interaction,
            "\n".join(lines),
            view=make_view(items) if items else None,
            files=await self._draw_card(card, w),
        )

    async def show_own_card(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Show the user's own card when its button is pressed."""
        await self.show_card(interaction, interaction.user)

    async def post_card(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Post the user's own card in the channel's language.

        :raises NotOwnCard: the card is another user's, or this is a direct message.
        """
        person = interaction.user
        if read_page(parts, 0) != person.id or interaction.guild_id is None:
            raise NotOwnCard
        w, name = await get_public_words(interaction), make_plain_name(get_drawable_name(person))
        card = await self.load_card(person.id, name, interaction.guild_id, w)
        text = f"**{escape_name(name)}** · {write_totals(card, w)}\n{write_shown_by_line(interaction, w)}"
        await post_publicly(interaction, text, await self._draw_card(card, w))

    async def _draw_card(self, card: PlayerCard, w: Words) -> list[discord.File]:
        games = self._games
        return await self._pictures.draw_upload(
            lambda: draw_card(card, games, w), "card", self.describe_card(card, w)
        )

    def describe_card(self, card: PlayerCard, w: Words) -> str:
        """Return the alt text of a card's picture."""
        lines = [f"{card.name}: {write_totals(card, w)}."]
        for tally in card.game_totals:
            rated = card.ratings.get(tally.game)
            lines.append(
                w(
                    "{game}: {rating}, {won} of {n} won.",
                    game=self._games[tally.game].title,
                    rating="–" if rated is None else write_rating(rated.strength.mu, rated.match_count),
                    won=tally.won_match_count,
                    n=tally.match_count,
                )
            )
        form = ", ".join(
            _name_result(placement, w, is_draw=drawn) for placement, drawn in card.recent_results
        )
        if form:
            lines.append(w("Last matches, newest first: {form}", form=form))
        if card.duel is not None:
            lines.append(
                w("Against {name}: {score}", name=card.viewer_name, score=write_duel_score(card.duel, w))
            )
        if card.best_moment:
            lines.append(w("Best moment: {text}", text=card.best_moment))
        return clip("\n".join(lines), MAX_ALT_TEXT_LENGTH)


def _name_result(placement: int, w: Words, *, is_draw: bool) -> str:
    if is_draw:
        return w("drew")
    return w("won") if placement == 1 else w("lost")
