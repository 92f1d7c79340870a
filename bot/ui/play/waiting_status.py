"""The private message of a player who waits for others. It names those players, and offers things to do."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial

import discord

from bot.model.table import Table
from bot.platform.limits import MAX_MESSAGE_LENGTH, clip
from bot.ui import replies
from bot.ui.answers import PanelPage, make_unchanged_page
from bot.ui.components import Item, make_button, make_view
from bot.ui.ids import MoveChoice, make_custom_id
from bot.ui.offers import WaitingButtonMaker
from bot.ui.play.guide import GuideAdditions
from bot.ui.play.next_table import make_next_table_offer
from bot.ui.play.own_picture import show_without_picture
from bot.ui.play.own_view import can_act, list_move_buttons, prepend_news, write_end_notice, write_status
from bot.ui.play.pages import make_log_button, make_view_button
from bot.ui.play.story import narrate_result
from bot.ui.play.turn_hint import is_above_board, make_state_key, make_turn_hint
from bot.ui.scenes import require_match
from bot.ui.services import Interaction
from games.core.match import UNDO_KIND, Match
from games.core.words import Words

MAX_NEWS_LINES_ABOVE_HINT = 1
"""Maximum number of lines of private news above a hint. The log has them all."""
QUESTION_KEY = "question"
"""State key of a question that can still be answered. It differs from every status."""


async def show_waiting_status(
    interaction: Interaction, table: Table, match: Match, seat: int, note: str
) -> None:
    """Show whom the player is waiting for, without a picture, because the board has one.

    If the match has ended and there is no note, say where the result is.

    :param note: what has just happened, shown above the status; may be empty.
    """
    w = replies.get_words(interaction)
    status = write_status(table, match, seat, w)
    following, nothing = await _make_offer_while_waiting(interaction, table, match, seat)
    status_or_end = status if note or match.outcome is None else write_end_notice(table, w)
    lines = [part for part in (note, status_or_end, nothing) if part]
    offers = interaction.client.services.offers
    items = following + list_waiting_buttons(table, match, seat, w, offers.waiting_buttons)
    await show_without_picture(interaction, table, "\n".join(lines), items)
    again = partial(_make_updated_page, interaction, seat, require_match(table).ply)
    panels = interaction.client.services.panels
    panels.keep_answer_updated(interaction, table, status, again, is_replaceable=True)


def close_after_turn(interaction: Interaction, table: Table, seat: int) -> None:
    """Replace a seat's question by the status once its move was made elsewhere, such as with a command.

    If the person has a newer message about the match, the question's message is deleted instead.
    """
    match = require_match(table)

    async def is_open(table: Table) -> bool:
        return can_act(require_match(table), seat)

    again = partial(_close_ended_question, interaction, seat, match.seq, match.ply, is_open)
    panels = interaction.client.services.panels
    panels.keep_answer_updated(
        interaction, table, QUESTION_KEY, again, is_replaceable=True, asks_for_move=True
    )


def close_when_turn_begins(
    interaction: Interaction, table: Table, seat: int, may_move: Callable[[Table, int], Awaitable[bool]]
) -> None:
    """Replace a waiting seat's page by the status or the hint once the seat can act or its move was made.

    A page opened while the seat must answer a question in another player's turn isn't closed because of that
    question.

    :param may_move: returns whether a seat can make its move now, without waiting for another's answer.
    """
    match = require_match(table)
    was_asked = can_act(match, seat)

    async def is_open(table: Table) -> bool:
        is_newly_asked = not was_asked and can_act(require_match(table), seat)
        return not is_newly_asked and not await may_move(table, seat)

    again = partial(_close_ended_question, interaction, seat, match.seq, match.ply, is_open)
    panels = interaction.client.services.panels
    panels.keep_answer_updated(interaction, table, QUESTION_KEY, again, is_replaceable=True)


async def _close_ended_question(
    interaction: Interaction,
    seat: int,
    seq: int,
    ply: int,
    is_open: Callable[[Table], Awaitable[bool]],
    table: Table,
) -> PanelPage | None:
    """Return the page that replaces a question asked after ``seq`` rows and ``ply`` steps.

    :param is_open: returns whether the question can still be answered, unless the seat has acted.
    """
    match, acting = table.match, table.find_acting_seat(interaction.user.id)
    if match is None or acting is None or seat not in table.list_seats(interaction.user.id):
        return None
    closes = interaction.client.services.panels.find_state_key(interaction) == QUESTION_KEY
    if closes and not _has_acted(match, seat, seq) and await is_open(table):
        return make_unchanged_page(QUESTION_KEY)
    page = await _make_updated_page(interaction, acting, min(ply, match.ply), table)
    return page if page is None or not closes else replace(page, draw=_draw_nothing)


def _has_acted(match: Match, seat: int, seq: int) -> bool:
    """Return whether a seat has acted or a step was undone after ``seq`` rows, or the match has ended."""
    if match.outcome is not None:
        return True
    return any(row.seat == seat or row.kind == UNDO_KIND for row in match.rows[seq:])


async def _draw_nothing() -> Sequence[discord.File]:
    return ()


async def _make_updated_page(
    interaction: Interaction, seat: int, since: int, table: Table
) -> PanelPage | None:
    """Return the updated message: the events after step ``since``, and the players that the seat waits for.

    When the seat can act or the match has ended, the message below has the news and the buttons, so they
    aren't repeated. If the person is guided, the hint for the move takes the place of the status.
    Return ``None`` if the person has lost the seat. The message is only rewritten if the status has changed.
    """
    match = table.match
    if match is None or seat not in table.list_seats(interaction.user.id):
        return None
    w, offers = replies.get_words(interaction), interaction.client.services.offers
    status = write_status(table, match, seat, w)
    shown_key = interaction.client.services.panels.find_state_key(interaction)
    if shown_key in (status, make_state_key(match.seq, status)):
        return make_unchanged_page(shown_key)
    if match.outcome is not None:
        here = _is_board_here(interaction, table)
        items = [] if here else list_waiting_buttons(table, match, seat, w, offers.waiting_buttons)
        return PanelPage(status, write_end_notice(table, w), make_view(items), yields_to_newer=True)
    if can_act(match, seat) and _is_board_here(interaction, table):
        return await _make_turn_page(interaction, table, match, seat, status)
    news = "\n".join(narrate_result(table, match, seat, w, since))
    following, nothing = await _make_offer_while_waiting(interaction, table, match, seat)
    hint = await _make_hint(interaction, table, match, seat, status, is_beside_board=False)
    asked = status if hint is None else "\n".join(hint.lines)
    # If the text is too long, shorten the news, not the status.
    room = MAX_MESSAGE_LENGTH - len(asked) - len(nothing) - 2
    lines = [part for part in (clip(news, room), asked, nothing) if part]
    items = following + list_waiting_buttons(
        table, match, seat, w, offers.waiting_buttons, has_hint=hint is not None
    )
    items += [] if hint is None else hint.items
    return PanelPage(
        status if hint is None else make_state_key(match.seq, status),
        "\n".join(lines),
        make_view(items),
        yields_to_newer=True,
        asks_for_move=hint is not None,
    )


async def _make_turn_page(
    interaction: Interaction, table: Table, match: Match, seat: int, status: str
) -> PanelPage:
    """Return the page for a seat that can act: its private news, and the hint or else the status."""
    w = replies.get_words(interaction)
    hint = await _make_hint(interaction, table, match, seat, status, is_beside_board=True)
    if hint is None:
        text = prepend_news(status, table, match, seat, w)
        return PanelPage(status, text, make_view([]), yields_to_newer=True)
    text = "\n".join(hint.lines)
    return PanelPage(
        make_state_key(match.seq, status),
        prepend_news(text, table, match, seat, w, max_lines=MAX_NEWS_LINES_ABOVE_HINT),
        make_view(hint.items),
        yields_to_newer=True,
        moves_below=await is_above_board(interaction, table),
        asks_for_move=True,
    )


async def _make_hint(
    interaction: Interaction, table: Table, match: Match, seat: int, status: str, *, is_beside_board: bool
) -> GuideAdditions | None:
    """Return the hint for a guided player whose turn it is, unless another message has it or will have it."""
    panels = interaction.client.services.panels
    # A message that yields to a newer one is deleted, so a hint would be made for nothing.
    if (
        not can_act(match, seat)
        or panels.has_newer_answer(interaction, table.id)
        or panels.has_other_question(interaction, table.id)
    ):
        return None
    return await make_turn_hint(interaction, table, seat, status, is_beside_board=is_beside_board)


def _is_board_here(interaction: Interaction, table: Table) -> bool:
    """Return whether the channel of a private message also has the table's current board."""
    announcer = interaction.client.services.announcer
    return interaction.channel_id == table.place.channel_id and not announcer.has_obstacle(table.id)


async def _make_offer_while_waiting(
    interaction: Interaction, table: Table, match: Match, seat: int
) -> tuple[list[Item], str]:
    """Return the result of :func:`make_next_table_offer` for a person who waits at this table.

    If this match has ended or waits for the person again, the list of buttons and the line are both empty.
    """
    if match.outcome is not None or can_act(match, seat):
        return [], ""
    return await make_next_table_offer(interaction, table)


def list_waiting_buttons(
    table: Table,
    match: Match,
    seat: int,
    w: Words,
    feature_button_makers: Sequence[WaitingButtonMaker],
    *,
    has_hint: bool = False,
) -> list[Item]:
    """Return the buttons for a player who waits: next move, own picture, log, and the buttons of features.

    :param has_hint: whether the message has a hint already.
    """
    items: list[Item] = []
    if match.outcome is None and can_act(match, seat):
        items += list_move_buttons(table, match, seat, w, has_hint=has_hint)
    elif match.outcome is None:
        again = make_custom_id("b", "go", *MoveChoice(table.id, match.seq, seat).list_parts())
        items.append(make_button(again, w("What now?"), emoji="🔄"))
    items.append(make_view_button(table, match, w, has_icon=True))
    items.append(make_log_button(table, match, w))
    buttons = (make(table, match, seat, w) for make in feature_button_makers)
    items += [item for item in buttons if item is not None]
    return items
