"""*Replay*: a match as an animation, shown privately and posted on request."""

from __future__ import annotations

from bot.model.table import Table
from bot.model.turns import count_played_turns
from bot.platform import permissions
from bot.platform.limits import MAX_MESSAGE_LENGTH, clip
from bot.ui import replies
from bot.ui.action_limits import REPLAY_LIMIT
from bot.ui.components import Item, make_button, make_view
from bot.ui.escaping import escape_name
from bot.ui.ids import make_custom_id, read_table_id
from bot.ui.play.pages import write_heading
from bot.ui.presses import PressHandler
from bot.ui.scenes import escape_scene, make_scene, require_match
from bot.ui.services import Interaction
from games.core.match import Match
from games.core.words import Words


def make_replay_button(table: Table, w: Words, row: int | None = None) -> Item:
    """Return the button that opens the replay."""
    return make_button(make_custom_id("b", "rp", table.id), w("Replay"), emoji="🎞️", row=row)


async def open_replay(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Show the replay of a match."""
    await show_replay(interaction, await interaction.client.services.tables.get(read_table_id(parts)))


async def show_replay(interaction: Interaction, table: Table) -> None:
    """Show the replay. Players get a button to post it."""
    match, w = require_match(table), replies.get_words(interaction)
    services = interaction.client.services
    swings = await services.offers.find_swings(table)
    files = [await services.pictures.draw_replay(table, match, w, swings)]
    items: list[Item] = []
    if table.list_seats(interaction.user.id):
        items.append(
            make_button(make_custom_id("b", "rpp", table.id), w("Post it in the channel"), emoji="📣")
        )
    await replies.show(interaction, write_caption(table, match, w), view=make_view(items), files=files)


def write_caption(table: Table, match: Match, w: Words, poster_name: str = "") -> str:
    """Return the caption of a replay: the match and its status.

    :param poster_name: escaped; empty in a private answer.
    """
    position, scene = make_scene(table, match, None, w)
    lines = [
        write_heading(table, w),
        w("{name} shows the replay.", name=poster_name) if poster_name else "",
        match.game.texts.describe_status(position, escape_scene(scene)),
        w.plural(
            "-# {n} turn. The replay plays once; open it to see it again.",
            "-# {n} turns. The replay plays once; open it to see it again.",
            count_played_turns(match),
        ),
    ]
    return clip("\n".join(line for line in lines if line), MAX_MESSAGE_LENGTH)


async def post_replay(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Post the replay in the table's channel. Only players may do so."""
    services, w = interaction.client.services, replies.get_words(interaction)
    table = await services.tables.get(read_table_id(parts))
    match = require_match(table)
    if not table.list_seats(interaction.user.id):
        await replies.refuse(interaction, w("Only people at the table can post its replay."))
        return
    missing = await services.announcer.list_missing_permissions(
        table, *permissions.POSTING_PERMISSIONS, permissions.PICTURE_PERMISSION
    )
    if missing is None:
        await replies.refuse(interaction, w("I can't see the table's channel any more."))
    elif missing:
        names = permissions.name_permissions(missing, w)
        await replies.refuse(interaction, w("I need the permission {names} here.", names=names))
    else:
        theirs = await services.tables.channels.find_words(table)
        text = write_caption(table, match, theirs, escape_name(interaction.user.display_name))
        swings = await services.offers.find_swings(table)
        file = await services.pictures.draw_replay(table, match, theirs, swings)
        # A double press sends the same nonce, so Discord posts the replay only once.
        private = interaction.message.id if interaction.message is not None else interaction.id
        with services.action_limits.limit_posts(REPLAY_LIMIT, interaction.user.id, table.id):
            await services.announcer.post_message_once(table, text, file, f"rp{private}")
        await replies.show(interaction, w("Posted in the table's channel."))


PRESS_HANDLERS = (
    PressHandler("rp", open_replay, is_expensive=True, acknowledge="new"),
    PressHandler("rpp", post_replay),
)
