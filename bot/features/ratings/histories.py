"""``/club history``: privately lists finished matches of a user or server, with links and replays.

Users see only their own matches and matches in channels that they can read.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil

from bot.errors.base import TableError
from bot.features.ratings.errors import MatchHidden, PlayerOptedOut
from bot.features.ratings.visibility import can_read_cached_channel
from bot.platform.limits import MAX_BUTTON_LABEL_LENGTH, MAX_MESSAGE_LENGTH, clip
from bot.storage.messages import BOARD_MESSAGE, Messages
from bot.storage.rating_reader import ALL_SERVERS, PastMatch, PastSeat, RatingReader
from bot.storage.ratings import Ratings
from bot.tables.people import ERASED_PERSON_NAME
from bot.tables.service import Tables
from bot.ui import replies
from bot.ui.components import Item, make_button, make_view
from bot.ui.durations import write_timestamp
from bot.ui.escaping import escape_name
from bot.ui.ids import make_custom_id, read_page, read_table_id
from bot.ui.links import make_message_url
from bot.ui.medals import choose_medal
from bot.ui.play import replay
from bot.ui.presses import PressHandler, make_tableless_handler
from bot.ui.services import Interaction
from bot.ui.table import club
from games.core.protocol import Game
from games.core.words import Words

PAGE_SIZE = 5
EVERYBODY_ID = 0
HISTORY_TAB_KEY = "h"


class HistoryPages:
    """Lists finished matches and shows their replays."""

    def __init__(
        self,
        ratings: Ratings,
        reads: RatingReader,
        messages: Messages,
        tables: Tables,
        games: Mapping[str, Game],
    ) -> None:
        self._ratings, self._reads, self._messages = ratings, reads, messages
        self._tables, self._games = tables, games

    @property
    def press_handlers(self) -> tuple[PressHandler, ...]:
        return (
            make_tableless_handler("wh", self.show_history_page, is_expensive=True),
            make_tableless_handler("wr", self.show_replay, is_expensive=True, acknowledge="new"),
        )

    async def show_tab(self, interaction: Interaction, game: Game | None) -> None:
        """Show the newest matches of everyone on this server, as a tab of ``/club open``."""
        await self.show_page(interaction, EVERYBODY_ID, 0)

    async def show_page(self, interaction: Interaction, user_id: int, page: int) -> None:
        """Show a page of a user's matches, or of everyone's on this server for ``EVERYBODY_ID``.

        :raises PlayerOptedOut: the user has opted out of ratings and leaderboards.
        """
        w, viewer = replies.get_words(interaction), interaction.user.id
        guild = interaction.guild_id or ALL_SERVERS
        if user_id not in (EVERYBODY_ID, viewer) and await self._ratings.has_opted_out(user_id):
            raise PlayerOptedOut(f"<@{user_id}>")
        channels = await self._list_readable_channels(interaction)
        count = await self._reads.count_past_matches(guild, user_id, viewer, channels)
        pages = max(1, ceil(count / PAGE_SIZE))
        page = min(page, pages - 1)
        past_matches = await self._reads.list_past_matches(
            guild, user_id, viewer, channels, page * PAGE_SIZE, PAGE_SIZE
        )
        head = (
            w("Finished matches here")
            if user_id == EVERYBODY_ID
            else w("Finished matches of {person}", person=f"<@{user_id}>")
        )
        lines = [f"**{head}**"]
        if pages > 1:
            lines.append(w("-# Page {page} of {pages}", page=page + 1, pages=pages))
        if not past_matches:
            lines.append(w("None yet that you can see."))
        items: list[Item] = []
        for number, past in enumerate(past_matches, 1):
            lines.append(await self._describe_match(number, past, viewer, w))
            label = clip(w("Replay {number}", number=number), MAX_BUTTON_LABEL_LENGTH)
            items.append(make_button(make_custom_id("b", "wr", past.match_id), label, row=0, emoji="🎞️"))
        if page:
            items.append(
                make_button(make_custom_id("b", "wh", user_id, page - 1), w("Newer"), row=1, emoji="◀️")
            )
        if page + 1 < pages:
            items.append(
                make_button(make_custom_id("b", "wh", user_id, page + 1), w("Older"), row=1, emoji="▶️")
            )
        items += club.make_tab_buttons(interaction, HISTORY_TAB_KEY)
        text = clip("\n".join(lines), MAX_MESSAGE_LENGTH)
        await replies.show(interaction, text, view=make_view(items) if items else None)

    async def _list_readable_channels(self, interaction: Interaction) -> list[int]:
        known = await self._reads.list_channel_ids_with_matches(interaction.guild_id or 0)
        return [one for one in known if can_read_cached_channel(interaction, one)]

    async def _describe_match(self, number: int, past_match: PastMatch, viewer: int, w: Words) -> str:
        game = self._games.get(past_match.game)
        message = await self._messages.find_current_message(past_match.match_id, BOARD_MESSAGE)
        where = make_message_url(
            past_match.guild_id, past_match.channel_id, None if message is None else message.message_id
        )
        took_part = any(seat.user_id == viewer for seat in past_match.seats)
        scores = await self._find_scores(past_match)
        people = [
            _name_player_with_medal(seat, past_match.ending, viewer, w, shows_real_names=took_part)
            + scores.get(seat.seat, "")
            for seat in past_match.seats
        ]
        values = {
            "number": number,
            "game": past_match.game if game is None else game.title,
            "when": write_timestamp(past_match.ended_at, "d"),
            "table": f"[{w('table {number}', number=past_match.match_id)}]({where})",
            "people": ", ".join(people),
        }
        if past_match.unrated_reason:
            return w("**{number}.** {game}, {when}, unrated · {table}\n{people}", **values)
        return w("**{number}.** {game}, {when} · {table}\n{people}", **values)

    async def _find_scores(self, past_match: PastMatch) -> dict[int, str]:
        """Return each seat's points as text, or nothing if the match has no points or can't be loaded."""
        try:
            table = await self._tables.get(past_match.match_id)
        except TableError:
            return {}
        outcome = None if table.match is None else table.match.outcome
        return {} if outcome is None else {seat: f" {n}" for seat, n in enumerate(outcome.scores)}

    async def show_history_page(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Show another page of the list of finished matches."""
        await self.show_page(interaction, read_page(parts, 0), read_page(parts, 1))

    async def show_replay(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Show the replay of a finished match.

        :raises MatchHidden: the match hasn't ended, or the user may not see it.
        """
        table = await self._tables.get(read_table_id(parts))
        here = table.place.guild_id is not None and table.place.guild_id == interaction.guild_id
        can_see_channel = here and can_read_cached_channel(interaction, table.place.channel_id)
        if table.ended_at is None or not (can_see_channel or interaction.user.id in table.user_ids):
            raise MatchHidden
        await replay.show_replay(interaction, table)


def _name_player_with_medal(
    seat: PastSeat, ending: str, viewer: int, w: Words, *, shows_real_names: bool
) -> str:
    """Return a player's medal and name, which is hidden after an opt-out unless ``shows_real_names``."""
    name = escape_name(seat.name) if shows_real_names or not seat.has_opted_out else w.msg(ERASED_PERSON_NAME)
    medal = choose_medal(seat.place, ending, is_draw=seat.is_draw)
    return f"{medal} **{name}**" if seat.user_id == viewer else f"{medal} {name}"
