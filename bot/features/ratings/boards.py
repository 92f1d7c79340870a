"""``/standings``: the best of a server by game and season, with the records of the game, as a picture."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import discord

from bot.features.ratings.board_picture import RECORDS, ROWS, Best, Board, draw_board
from bot.features.ratings.panels import write_rating
from bot.features.ratings.rating import SETTLED
from bot.platform.limits import ALT, LABEL, clip
from bot.storage.rating_reads import RatingReads
from bot.ui import replies
from bot.ui.components import Item, button, select, view
from bot.ui.ids import OutdatedId, custom_id, page_of
from bot.ui.pictures import Pictures
from bot.ui.presses import Press
from bot.ui.seasons import ALWAYS, is_season, name_season, season_at, span_of
from bot.ui.services import Interaction
from bot.ui.sharing import post, public_words, shown_by
from games.core.protocol import Game
from games.core.words import Words

OTHER = "-"
"""In place of a game, in the custom_id of the list whose value names it."""


class Boards:
    """Shows and posts the standings of a server."""

    def __init__(
        self,
        reads: RatingReads,
        games: Mapping[str, Game],
        pictures: Pictures,
        now: Callable[[], int],
    ) -> None:
        self._reads, self._games, self._pictures, self._now = reads, games, pictures, now

    @property
    def presses(self) -> tuple[Press, ...]:
        """Its handlers of presses."""
        return (
            Press("wb", self.turn, table=None, dear=True),
            Press("wbp", self.post, table=None, dear=True),
        )

    async def usual(self, guild_id: int) -> Game:
        """Return the game that a server plays most."""
        for key, _ in await self._reads.count_by_game(guild_id):
            if key in self._games:
                return self._games[key]
        return next(iter(self._games.values()))

    async def seasons(self, guild_id: int) -> list[int]:
        """Return the seasons of a server, this one first, and all of them together."""
        newest = season_at(self._now())
        since = await self._reads.find_first_end(guild_id)
        oldest = newest if since is None else min(newest, season_at(since))
        return [*range(newest, oldest - 1, -1), ALWAYS]

    async def make(self, guild_id: int, game: Game, season: int, where: str, w: Words) -> Board:
        """Gather what a board shows."""
        span = span_of(season)
        people = await self._reads.list_leaderboard(guild_id, game.key, span, SETTLED, ROWS)
        records = []
        for record in game.records[:RECORDS]:
            held = await self._reads.find_record(guild_id, game.key, record.name, span, least=record.least)
            value = "" if held is None else w.msg(record.tell(held.value))
            records.append(Best(w.msg(record.label), value, "" if held is None else held.name))
        title = w("Standings in {game}", game=game.title)
        below = w("{season} · {server}", season=name_season(season, w), server=where)
        return Board(title, below, tuple(people), tuple(records))

    async def show(self, interaction: Interaction, game: Game, season: int, note: str = "") -> None:
        """Show a board in private, with what leads to others."""
        guild = interaction.guild_id or 0
        w = replies.reader(interaction)
        board = await self.make(guild, game, season, _name_server(interaction), w)
        files = await self._pictures.drawn(
            lambda: draw_board(board, w), "standings", describe_board(board, w)
        )
        lines = [note, f"**{board.title}** · {name_season(season, w)}"]
        lines.append(w("-# Ratings begin at 1000 and are provisional until the tenth match."))
        items = self._buttons(game, season, await self.seasons(guild), w)
        await replies.show(
            interaction, "\n".join(line for line in lines if line), view=view(items), files=files
        )

    def _buttons(self, game: Game, season: int, seasons: list[int], w: Words) -> list[Item]:
        options = [
            discord.SelectOption(label=clip(one.title, LABEL), value=one.key, default=one.key == game.key)
            for one in self._games.values()
        ]
        items: list[Item] = [select(custom_id("s", "wb", OTHER, season), options, w("Game"), row=0)]
        at = seasons.index(season) if season in seasons else 0
        if at + 1 < len(seasons):
            before = custom_id("b", "wb", game.key, seasons[at + 1])
            items.append(button(before, clip(name_season(seasons[at + 1], w), LABEL), row=1, emoji="◀️"))
        if at:
            after = custom_id("b", "wb", game.key, seasons[at - 1])
            items.append(button(after, clip(name_season(seasons[at - 1], w), LABEL), row=1, emoji="▶️"))
        items.append(button(custom_id("b", "wbp", game.key, season), w("Post"), row=1, emoji="📣"))
        return items

    async def turn(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Show another game or season."""
        await replies.begin(interaction)
        await self.show(interaction, *self._read(parts, values))

    async def post(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Post a board, in the language of the channel."""
        await replies.begin(interaction)
        game, season = self._read(parts, values)
        w = await public_words(interaction)
        board = await self.make(interaction.guild_id or 0, game, season, _name_server(interaction), w)
        files = await self._pictures.drawn(
            lambda: draw_board(board, w), "standings", describe_board(board, w)
        )
        text = f"**{board.title}** · {name_season(season, w)}\n{shown_by(interaction, w)}"
        await post(interaction, text, files)

    def _read(self, parts: list[str], values: list[str]) -> tuple[Game, int]:
        """Read which board is asked for.

        :raises OutdatedId: there is none such.
        """
        game = self._games.get(values[0] if parts[0] == OTHER else parts[0])
        season = page_of(parts, 1)
        if game is None or not is_season(season):
            raise OutdatedId
        return game, season


def _name_server(interaction: Interaction) -> str:
    return "" if interaction.guild is None else interaction.guild.name


def describe_board(board: Board, w: Words) -> str:
    """Put a board into words."""
    lines = [f"{board.title}. {board.season}."]
    for place, one in enumerate(board.people[:ROWS], 1):
        lines.append(
            w(
                "{place}. {name}: {rating}, {won} of {n} won.",
                place=place,
                name=one.name,
                rating=write_rating(one.mu, one.rated),
                won=one.won,
                n=one.matches,
            )
        )
    if not board.people:
        lines.append(w("No match has counted here yet."))
    lines += [
        w("{record}: {value}, {name}.", record=best.label, value=best.value, name=best.name)
        for best in board.records
        if best.name
    ]
    return clip("\n".join(lines), ALT)
