"""The home page's line about the user's newest result."""

from __future__ import annotations

from collections.abc import Mapping

from bot.storage.messages import BOARD_MESSAGE, Messages
from bot.storage.rating_reader import ALL_SERVERS, PastMatch, RatingReader
from bot.ui.durations import write_timestamp
from bot.ui.escaping import escape_name
from bot.ui.links import make_message_url
from bot.ui.offers import HomeEntry
from bot.ui.services import Interaction
from games.core.protocol import Game
from games.core.words import Words


class NewestResultSource:
    """Writes the home page's line about how the user's newest match ended."""

    def __init__(self, reads: RatingReader, messages: Messages, games: Mapping[str, Game]) -> None:
        self._reads, self._messages, self._games = reads, messages, games

    async def make_home_entry(self, interaction: Interaction, w: Words) -> HomeEntry | None:
        """Return a line about the user's newest finished match, in this server unless it's a direct message.

        Return ``None`` if there is no such match, or if the user played all its seats.
        """
        user, guild = interaction.user.id, interaction.guild_id or ALL_SERVERS
        past_matches = await self._reads.list_past_matches(guild, user, user, (), 0, 1)
        if not past_matches or all(seat.user_id == user for seat in past_matches[0].seats):
            return None
        return HomeEntry(await self._describe_match(past_matches[0], user, w))

    async def _describe_match(self, past_match: PastMatch, user: int, w: Words) -> str:
        message = await self._messages.find_current_message(past_match.match_id, BOARD_MESSAGE)
        where = make_message_url(
            past_match.guild_id, past_match.channel_id, None if message is None else message.message_id
        )
        game = self._games.get(past_match.game)
        own = next(seat for seat in past_match.seats if seat.user_id == user)
        values = {
            "game": f"[{past_match.game if game is None else game.title}]({where})",
            "people": w.join_list(
                [escape_name(seat.name) for seat in past_match.seats if seat.user_id != user]
            ),
            "when": write_timestamp(past_match.ended_at),
        }
        if own.is_draw:
            return w("🏁 Drew {game} with {people}, {when}", **values)
        if own.place == 1:
            return w("🏁 Won {game} against {people}, {when}", **values)
        return w("🏁 Lost {game} against {people}, {when}", **values)
