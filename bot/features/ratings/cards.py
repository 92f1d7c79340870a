"""``/card``: a person as a picture, in private; one's own can be posted.

In a server it shows what was played there, to everybody alike; in a direct message one's own everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import discord

from bot.errors.base import TableError
from bot.features.ratings.card_picture import FORM, Card, draw_card, sum_up, write_duel
from bot.features.ratings.errors import NothingYet, NotYours, StaysOut
from bot.features.ratings.panels import write_rating
from bot.features.ratings.sight import can_read
from bot.model.names import plain_name
from bot.platform.limits import ALT, clip
from bot.storage.rating_reads import EVERYWHERE, RatingReads
from bot.storage.ratings import Ratings
from bot.tables.service import Tables
from bot.ui import replies
from bot.ui.components import Item, button, view
from bot.ui.escaping import escape_name
from bot.ui.ids import custom_id, page_of
from bot.ui.people import name_of
from bot.ui.pictures import Pictures
from bot.ui.presses import Press
from bot.ui.scenes import make_scene, redact_events
from bot.ui.services import Interaction
from bot.ui.sharing import post, public_words, shown_by
from games.core.protocol import Game
from games.core.words import Words


class Cards:
    """Shows and posts cards."""

    def __init__(
        self,
        standing: Ratings,
        reads: RatingReads,
        tables: Tables,
        games: Mapping[str, Game],
        pictures: Pictures,
    ) -> None:
        self._standing, self._reads, self._tables = standing, reads, tables
        self._games, self._pictures = dict(games), pictures

    @property
    def presses(self) -> tuple[Press, ...]:
        """Its handlers of presses."""
        return (
            Press("wc", self.show_own, table=None, dear=True),
            Press("wcp", self.post, table=None, dear=True),
        )

    async def make(
        self,
        user_id: int,
        name: str,
        guild_id: int,
        w: Words,
        viewer: discord.abc.User | None = None,
        reads: Callable[[int], bool] = lambda channel_id: True,
    ) -> Card:
        """Gather what a card shows.

        :param viewer: somebody else, whose tally with the person is shown.
        :param reads: tells of a channel whether what was played there may be told.
        """
        tallies = [
            one for one in await self._reads.list_tallies(user_id, guild_id) if one.game in self._games
        ]
        ratings = {}
        for tally in tallies:
            rated = await self._reads.find_rating(user_id, tally.game)
            if rated is not None:
                ratings[tally.game] = rated
        duel = None if viewer is None else await self._reads.count_duel(user_id, viewer.id, guild_id)
        return Card(
            name,
            tuple(tallies),
            ratings,
            tuple(await self._reads.list_recent_places(user_id, guild_id, FORM)),
            await self._tell_moment(user_id, guild_id, w, reads),
            "" if viewer is None else plain_name(name_of(viewer)),
            duel if duel is not None and any(duel) else None,
        )

    async def _tell_moment(self, user_id: int, guild_id: int, w: Words, reads: Callable[[int], bool]) -> str:
        """Return a person's best moment in words; empty where there is none that can be told."""
        found = await self._reads.find_best_moment(user_id, guild_id)
        if found is None:
            return ""
        table_id, moment = found
        try:
            table = await self._tables.get(table_id)
        except TableError:
            return ""
        match = table.match
        if match is None or not reads(table.place.channel_id):
            return ""
        _, scene = make_scene(table, match, None, w)
        heard = [redact_events(match, ply - 1, None, ply) for ply in range(match.ply + 1)]
        told = match.game.texts.moments(heard, scene)
        return next((one.text for one in told if one.ply == moment.ply), "")

    async def show(self, interaction: Interaction, person: discord.abc.User) -> None:
        """Show a person's card in private.

        :raises StaysOut: they don't want it to be seen.
        :raises NothingYet: they have finished no match here.
        """
        w, own = replies.reader(interaction), person.id == interaction.user.id
        guild, name = interaction.guild_id or EVERYWHERE, plain_name(name_of(person))
        out = await self._standing.stays_out(person.id)
        if out and not own:
            raise StaysOut(escape_name(name))
        if guild == EVERYWHERE and not own:
            raise NothingYet(escape_name(name))
        if own:
            card = await self.make(person.id, name, guild, w)
        else:
            seen = partial(can_read, interaction)
            card = await self.make(person.id, name, guild, w, interaction.user, seen)
        if not card.tallies:
            raise NothingYet(escape_name(name))
        lines = [f"**{escape_name(name)}** · {sum_up(card, w)}"]
        items: list[Item] = []
        if own and interaction.guild_id is not None:
            items.append(button(custom_id("b", "wcp", person.id), w("Post"), emoji="📣"))
        if out:
            lines.append(w("-# You stay out of ratings and boards. `/me settings` changes that."))
        await replies.show(
            interaction,
            "\n".join(lines),
            view=view(items) if items else None,
            files=await self._draw(card, w),
        )

    async def show_own(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Show one's own card."""
        await replies.begin(interaction, new=True)
        await self.show(interaction, interaction.user)

    async def post(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Post one's own card, in the language of the channel.

        :raises NotYours: it is somebody else's.
        """
        await replies.begin(interaction)
        person = interaction.user
        if page_of(parts, 0) != person.id or interaction.guild_id is None:
            raise NotYours
        w, name = await public_words(interaction), plain_name(name_of(person))
        card = await self.make(person.id, name, interaction.guild_id, w)
        text = f"**{escape_name(name)}** · {sum_up(card, w)}\n{shown_by(interaction, w)}"
        await post(interaction, text, await self._draw(card, w))

    async def _draw(self, card: Card, w: Words) -> list[discord.File]:
        games = self._games
        return await self._pictures.drawn(lambda: draw_card(card, games, w), "card", self.describe(card, w))

    def describe(self, card: Card, w: Words) -> str:
        """Put a card into words."""
        lines = [f"{card.name}: {sum_up(card, w)}."]
        for tally in card.tallies:
            rated = card.ratings.get(tally.game)
            lines.append(
                w(
                    "{game}: {rating}, {won} of {n} won.",
                    game=self._games[tally.game].title,
                    rating="–" if rated is None else write_rating(rated.strength.mu, rated.matches),
                    won=tally.won,
                    n=tally.matches,
                )
            )
        form = ", ".join(_tell_result(place, w, drawn=drawn) for place, drawn in card.form)
        if form:
            lines.append(w("Last matches, newest first: {form}", form=form))
        if card.duel is not None:
            lines.append(w("Against {name}: {score}", name=card.viewer, score=write_duel(card.duel, w)))
        if card.moment:
            lines.append(w("Best moment: {text}", text=card.moment))
        return clip("\n".join(lines), ALT)


def _tell_result(place: int, w: Words, *, drawn: bool) -> str:
    """Say in a word how a match went for a person."""
    if drawn:
        return w("drew")
    return w("won") if place == 1 else w("lost")
