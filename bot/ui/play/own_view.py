"""*My hand*, or *My view*: the person's own picture, the status, and the button that begins a move."""

from __future__ import annotations

from functools import partial

import discord

from bot.model.seat_history import find_ply
from bot.model.table import Table
from bot.platform.limits import MAX_MESSAGE_LENGTH, keep_newest_lines
from bot.storage.looks import LastLook
from bot.ui import replies
from bot.ui.answers import PanelPage
from bot.ui.components import Item, make_button, make_view
from bot.ui.ids import MoveChoice, make_custom_id, read_table_id
from bot.ui.play import guide, notices
from bot.ui.play.pages import make_catch_up_button, make_describe_button
from bot.ui.presses import PressHandler
from bot.ui.scenes import escape_scene, make_scene, narrate_news, require_match
from bot.ui.services import Interaction
from bot.ui.staleness import refresh_if_stale
from games.core.match import Match, view_at
from games.core.words import Words


async def open_view(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Handle the *My hand* or *My view* button."""
    table = await interaction.client.services.tables.get(read_table_id(parts))
    await refresh_if_stale(interaction, table)
    await show_own_view(interaction, table)


async def show_own_view(interaction: Interaction, table: Table) -> None:
    """Show the person's news, the status and their own picture. Spectators see the public picture."""
    match = require_match(table)
    w = replies.get_words(interaction)
    seat = table.find_acting_seat(interaction.user.id)
    pictures = interaction.client.services.pictures
    if seat is None:
        files = await pictures.draw_public_view(table, match, w)
    else:
        files = await pictures.draw_private_view(table, match, seat, w)
    news = await notices.find_notices(interaction, table)
    status = write_status(table, match, seat, w)
    text = notices.prepend_notices(news, prepend_news(status, table, match, seat, w))
    missed_since = await _find_outdated_look(interaction, table, match)
    items = _list_all_buttons(interaction, table, match, seat, missed_since, w)
    await replies.show(interaction, text, view=make_view(items), files=files)
    await notices.mark_seen(news)
    replies.record_look(interaction, table.id, match.seq)
    if seat is not None:
        kept = interaction.client.services.panels
        kept.keep_answer_updated(
            interaction,
            table,
            status,
            partial(_make_updated_page, interaction, seat, missed_since),
            is_replaceable=True,
        )


async def _make_updated_page(
    interaction: Interaction, seat: int, missed_since: LastLook | None, table: Table
) -> PanelPage | None:
    """Return *My hand* for the current position; ``None`` if the person has lost the seat.

    :param missed_since: the look from which *Catch me up* starts. Without it, the button isn't offered.
    """
    match = table.match
    if match is None or seat not in table.list_seats(interaction.user.id):
        return None
    w, pictures = replies.get_words(interaction), interaction.client.services.pictures
    status = write_status(table, match, seat, w)
    if match.outcome is not None:
        items = list_buttons(table, match, seat, w)
        return PanelPage(status, write_end_notice(table, w), make_view(items), yields_to_newer=True)
    return PanelPage(
        status,
        prepend_news(status, table, match, seat, w),
        make_view(_list_all_buttons(interaction, table, match, seat, missed_since, w)),
        lambda: pictures.draw_private_view(table, match, seat, w),
    )


async def _find_outdated_look(interaction: Interaction, table: Table, match: Match) -> LastLook | None:
    """Return the person's last look if more turns than there are seats have ended since then."""
    look = await interaction.client.services.looks.find_look(interaction.user.id, table.id)
    if look is None:
        return None
    ended = sum(map(match.count_ended_turns, range(find_ply(match, look.seq) + 1, match.ply + 1)))
    return look if ended > match.seat_count else None


def _list_all_buttons(
    interaction: Interaction,
    table: Table,
    match: Match,
    seat: int | None,
    missed_since: LastLook | None,
    w: Words,
) -> list[Item]:
    return [
        *list_buttons(table, match, seat, w),
        *([] if missed_since is None else [make_catch_up_button(table, match, w, missed_since)]),
        *_list_feature_buttons(interaction, table, match, seat, w),
    ]


def _list_feature_buttons(
    interaction: Interaction, table: Table, match: Match, seat: int | None, w: Words
) -> list[Item]:
    if seat is None:
        return []
    buttons = (make(table, match, seat, w) for make in interaction.client.services.offers.own_view_buttons)
    return [item for item in buttons if item is not None]


def write_status(table: Table, match: Match, seat: int | None, w: Words) -> str:
    """Return the status of a match as a seat may see it."""
    position, scene = make_scene(table, match, seat, w)
    return match.game.texts.describe_status(position, escape_scene(scene))


def write_end_notice(table: Table, w: Words) -> str:
    """Return the line that says in which channel the result of an ended match is posted."""
    return w("The match has ended. The result is in {channel}.", channel=f"<#{table.place.channel_id}>")


def prepend_news(
    status: str, table: Table, match: Match, seat: int | None, w: Words, *, max_lines: int | None = None
) -> str:
    """Return the status of a match, below the news that only this seat knows.

    :param max_lines: maximum number of lines of news, the newest; ``None`` for no limit.
    """
    news = write_news(table, match, seat, w, MAX_MESSAGE_LENGTH - len(status) - 1)
    newest = news.splitlines() if max_lines is None else news.splitlines()[-max_lines:]
    return "\n".join(part for part in (*newest, status) if part)


def write_news(table: Table, match: Match, seat: int | None, w: Words, room: int) -> str:
    """Return the newest lines of news for only this seat that fit into ``room`` characters."""
    return keep_newest_lines([f"> {line}" for line in narrate_news(table, match, seat, w)], room)


def list_buttons(table: Table, match: Match, seat: int | None, w: Words) -> list[Item]:
    """Return the buttons below a private picture."""
    items: list[Item] = []
    if seat is not None and can_act(match, seat):
        items += list_move_buttons(table, match, seat, w)
    items.append(make_describe_button(table, match, w))
    playing = seat is not None and match.outcome is None
    if playing and match.game.list_own_parts(view_at(match, match.ply, seat)):
        items.append(make_button(make_custom_id("b", "ve", table.id), w("Enlarge"), emoji="🔍"))
    return items


async def show_enlarged(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Show the person's own part of the picture, enlarged, the buttons that begin a move, and *Back*.

    If the game has no such part now, show *My hand*.
    """
    table = await interaction.client.services.tables.get(read_table_id(parts))
    match, w = require_match(table), replies.get_words(interaction)
    seat = table.find_acting_seat(interaction.user.id)
    pictures = interaction.client.services.pictures
    files = [] if seat is None else await pictures.draw_enlarged_view(table, match, seat, w)
    if seat is None or not files:
        await show_own_view(interaction, table)
        return
    items = list_move_buttons(table, match, seat, w) if can_act(match, seat) else []
    items.append(make_button(make_custom_id("b", "vw", table.id), w("Back"), emoji="◀️"))
    await replies.show(interaction, write_status(table, match, seat, w), view=make_view(items), files=files)


def can_act(match: Match, seat: int) -> bool:
    """Return whether it is a seat's turn or the seat must answer.

    Whether other seats must answer first isn't checked.
    """
    return seat == match.active_seat or seat in match.to_act


def list_move_buttons(table: Table, match: Match, seat: int, w: Words) -> list[Item]:
    """Return *Move…* and, unless the table is played without help, *Hint*, for a seat that can act."""
    items = [make_move_button(table, match, seat, w)]
    if not table.is_help_forbidden:
        items.append(guide.make_hint_button(MoveChoice(table.id, match.seq, seat), w))
    return items


def make_move_button(table: Table, match: Match, seat: int, w: Words) -> Item:
    """Return the button that begins a move."""
    identity = make_custom_id("b", "go", *MoveChoice(table.id, match.seq, seat).list_parts())
    return make_button(identity, w("Move…"), emoji="▶️", style=discord.ButtonStyle.primary)


PRESS_HANDLERS = (
    PressHandler("vw", open_view, is_expensive=True, acknowledge="new"),
    PressHandler("ve", show_enlarged, is_expensive=True, acknowledge="new"),
)
