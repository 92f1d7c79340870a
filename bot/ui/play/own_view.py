"""*My hand*, or *My view*: the person's own picture, the status, and the button that begins a move."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial

import discord

from bot.model.seat_history import find_ply
from bot.model.table import Table
from bot.platform.limits import MAX_MESSAGE_LENGTH, keep_newest_lines
from bot.storage.looks import LastLook
from bot.ui import replies
from bot.ui.answers import PanelPage, make_unchanged_page
from bot.ui.components import Item, make_button, make_view
from bot.ui.ids import MoveChoice, make_custom_id, read_table_id
from bot.ui.offers import Notice
from bot.ui.play import guide, notices
from bot.ui.play.guide import GuideAdditions
from bot.ui.play.pages import make_catch_up_button, make_describe_button
from bot.ui.play.phone import count_rows, list_labels
from bot.ui.play.turn_hint import is_above_board, make_state_key, make_turn_hint
from bot.ui.presses import PressHandler
from bot.ui.scenes import escape_scene, make_scene, narrate_news, require_match
from bot.ui.services import Interaction
from bot.ui.staleness import refresh_if_stale
from games.core.match import Match, view_at
from games.core.shapes import ViewLike
from games.core.words import Words


async def open_view(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Handle the *My hand* or *My view* button, and the *Back* button of the enlarged picture."""
    # Only *Back* names no position. The other buttons open a new message, so that theirs stays as it is.
    await replies.acknowledge(interaction, in_new_message=len(parts) > 1)
    table = await interaction.client.services.tables.get(read_table_id(parts))
    await refresh_if_stale(interaction, table)
    await show_own_view(interaction, table)


async def show_own_view(interaction: Interaction, table: Table) -> None:
    """Show the person's news, the status and their own picture. Spectators see the public picture.

    A guided player whose turn it is also gets the hint, unless another message has it.
    """
    match, seat = require_match(table), table.find_acting_seat(interaction.user.id)
    news = await notices.find_notices(interaction, table)
    view = _OwnView(interaction, seat, await _find_outdated_look(interaction, table, match))
    await view.show(table, news)
    await notices.mark_seen(news)
    replies.record_look(interaction, table.id, match.seq)


async def show_enlarged(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Show the person's own part of the picture, enlarged, the buttons that begin a move, and *Back*.

    If the game has no such part now, show *My hand*.
    """
    table = await interaction.client.services.tables.get(read_table_id(parts))
    seat = table.find_acting_seat(interaction.user.id)
    if seat is None or not _has_own_part(require_match(table), seat):
        await show_own_view(interaction, table)
    else:
        await _OwnView(interaction, seat, None, is_enlarged=True).show(table)


class _OwnView:
    """A private message with a person's own picture, which is kept up to date."""

    def __init__(
        self,
        interaction: Interaction,
        seat: int | None,
        missed_since: LastLook | None,
        *,
        is_enlarged: bool = False,
    ) -> None:
        """Create the message, without showing it.

        :param missed_since: the look from which *Catch me up* starts. Without it, the button isn't offered.
        :param is_enlarged: whether to show only the person's own part of the picture, while there is one.
        """
        self._interaction = interaction
        self._seat = seat
        self._missed_since = missed_since
        self._is_enlarged = is_enlarged
        self._made: tuple[str, str, ViewLike] | None = None
        """The state key, the status and the view of the page last made; ``None`` if it has a hint."""

    async def show(self, table: Table, news: Sequence[Notice] = ()) -> None:
        """Show the message, and keep it up to date if the person has a seat."""
        page = await self._make_page(table, require_match(table))
        assert page.draw is not None
        text, files = notices.prepend_notices(news, page.text), list(await page.draw())
        await replies.show(self._interaction, text, view=page.view, files=files)
        if self._seat is not None:
            self._interaction.client.services.panels.keep_answer_updated(
                self._interaction,
                table,
                page.state_key,
                self._make_updated_page,
                is_replaceable=True,
                asks_for_move=page.asks_for_move,
            )

    async def _make_updated_page(self, table: Table) -> PanelPage | None:
        """Return the page for the current position; ``None`` if the person has lost the seat."""
        match, seat, w = table.match, self._seat, replies.get_words(self._interaction)
        if match is None or seat is None or seat not in table.list_seats(self._interaction.user.id):
            return None
        status = write_status(table, match, seat, w)
        shown_key = self._interaction.client.services.panels.find_state_key(self._interaction)
        is_same_position = shown_key == make_state_key(match.seq, status)
        # Several steps in a row may have the same status, but not the same picture.
        if is_same_position or self._made == (shown_key, status, view_at(match, match.ply, seat)):
            return make_unchanged_page(shown_key)
        if match.outcome is not None:
            view = make_view(list_buttons(table, match, seat, w))
            return PanelPage(status, write_end_notice(table, w), view, yields_to_newer=True)
        page = await self._make_page(table, match)
        moves_below = page.asks_for_move and await is_above_board(self._interaction, table)
        return replace(page, moves_below=moves_below)

    async def _make_page(self, table: Table, match: Match) -> PanelPage:
        seat, w = self._seat, replies.get_words(self._interaction)
        pictures = self._interaction.client.services.pictures
        status = write_status(table, match, seat, w)
        hint = await self._make_hint(table, match, status)
        text = status if hint is None else "\n".join(hint.lines)
        state_key = make_state_key(match.seq, status)
        self._made = (state_key, status, view_at(match, match.ply, seat)) if hint is None else None
        draw: Callable[[], Awaitable[Sequence[discord.File]]]
        if self._is_enlarged and seat is not None and _has_own_part(match, seat):
            draw = partial(pictures.draw_enlarged_view, table, match, seat, w)
            items = list_move_buttons(table, match, seat, w, has_hint=hint is not None)
            items.append(make_button(make_custom_id("b", "vw", table.id), w("Back"), emoji="◀️"))
        else:
            draw = (
                partial(pictures.draw_public_view, table, match, w)
                if seat is None
                else partial(pictures.draw_private_view, table, match, seat, w)
            )
            text = prepend_news(text, table, match, seat, w)
            items = list_buttons(table, match, seat, w, has_hint=hint is not None)
            if self._missed_since is not None:
                items.append(make_catch_up_button(table, match, w, self._missed_since))
            items += _list_feature_buttons(self._interaction, table, match, seat, w, items)
        if hint is not None:
            items += hint.items
        return PanelPage(state_key, text, make_view(items), draw, asks_for_move=hint is not None)

    async def _make_hint(self, table: Table, match: Match, status: str) -> GuideAdditions | None:
        """Return the hint for a guided player whose turn it is, unless another message has it."""
        panels = self._interaction.client.services.panels
        if (
            self._seat is None
            or not can_act(match, self._seat)
            or panels.has_other_question(self._interaction, table.id)
        ):
            return None
        return await make_turn_hint(self._interaction, table, self._seat, status, is_beside_board=False)


async def _find_outdated_look(interaction: Interaction, table: Table, match: Match) -> LastLook | None:
    """Return the person's last look if more turns than there are seats have ended since then."""
    look = await interaction.client.services.looks.find_look(interaction.user.id, table.id)
    if look is None:
        return None
    ended = sum(map(match.count_ended_turns, range(find_ply(match, look.seq) + 1, match.ply + 1)))
    return look if ended > match.seat_count else None


def _list_feature_buttons(
    interaction: Interaction,
    table: Table,
    match: Match,
    seat: int | None,
    w: Words,
    others: Sequence[Item],
) -> list[Item]:
    """Return the first button of a feature, and those that then cost no additional row on a phone.

    :param others: the other components of the message.
    """
    if seat is None:
        return []
    chosen = list[Item]()
    for make in interaction.client.services.offers.own_view_buttons:
        button = make(table, match, seat, w)
        if button is None:
            continue
        rows = count_rows(list_labels([*others, *chosen]))
        if not chosen or count_rows(list_labels([*others, *chosen, button])) == rows:
            chosen.append(button)
    return chosen


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


def list_buttons(
    table: Table, match: Match, seat: int | None, w: Words, *, has_hint: bool = False
) -> list[Item]:
    """Return the buttons below a private picture.

    :param has_hint: whether the message has a hint already.
    """
    items = [] if seat is None else list_move_buttons(table, match, seat, w, has_hint=has_hint)
    items.append(make_describe_button(table, match, w))
    if seat is not None and _has_own_part(match, seat):
        items.append(make_button(make_custom_id("b", "ve", table.id), w("Enlarge"), emoji="🔍"))
    return items


def _has_own_part(match: Match, seat: int) -> bool:
    """Return whether the picture has a part of its own for the seat, which can be enlarged."""
    return match.outcome is None and bool(match.game.list_own_parts(view_at(match, match.ply, seat)))


def can_act(match: Match, seat: int) -> bool:
    """Return whether it is a seat's turn or the seat must answer.

    Whether other seats must answer first isn't checked.
    """
    return seat == match.active_seat or seat in match.to_act


def list_move_buttons(
    table: Table, match: Match, seat: int, w: Words, *, has_hint: bool = False
) -> list[Item]:
    """Return *Move…* and *Hint* for a seat that can act, otherwise nothing.

    *Hint* is missing if the table is played without help.

    :param has_hint: whether the message has a hint already.
    """
    if not can_act(match, seat):
        return []
    items = [make_move_button(table, match, seat, w)]
    if not has_hint and not table.is_help_forbidden:
        items.append(guide.make_hint_button(MoveChoice(table.id, match.seq, seat), w))
    return items


def make_move_button(table: Table, match: Match, seat: int, w: Words) -> Item:
    """Return the button that begins a move."""
    identity = make_custom_id("b", "go", *MoveChoice(table.id, match.seq, seat).list_parts())
    return make_button(identity, w("Move…"), emoji="▶️", style=discord.ButtonStyle.primary)


PRESS_HANDLERS = (
    PressHandler("vw", open_view, is_expensive=True, acknowledge=None),
    PressHandler("ve", show_enlarged, is_expensive=True),
)
