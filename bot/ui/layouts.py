"""Messages in Discord's component layout, which can show buttons beside texts and pictures between them.

A message that has a layout keeps it and accepts no plain text afterwards. Each layout comes with a plain form
to send if Discord refuses the layout.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import discord
from discord import ui

from bot.platform.deadlines import copy_files, retry_if_unanswered
from bot.platform.limits import MAX_BUTTONS_PER_ROW, MAX_COMPONENT_ROWS, MAX_MESSAGE_LENGTH, clip
from bot.ui import replies
from bot.ui.answers import AnswerTarget, get_answer
from bot.ui.components import Item, StatelessLayoutView, make_view, renew_selects
from bot.ui.edits import discard_original_response
from bot.ui.services import Interaction
from games.core.values import value_class

log = logging.getLogger(__name__)

MAX_TEXT_LENGTH = 4000
"""Maximum number of characters in all texts of a message together."""

INVALID_CONTENT_STATUS = 400
"""HTTP status with which Discord refuses a message's content."""

LayoutPart = (
    ui.TextDisplay[Any] | ui.Section[Any] | ui.MediaGallery[Any] | ui.ActionRow[Any] | ui.Separator[Any]
)


@value_class
class MessageLayout:
    """A message with a layout, and the plain form that is sent if Discord refuses the layout."""

    parts: Sequence[LayoutPart]
    """From top to bottom."""
    text: str
    items: Sequence[Item] = ()
    files: Sequence[discord.File] = ()
    """Sent with either form."""


async def show_layout(interaction: Interaction, layout: MessageLayout) -> None:
    """Show a layout in the private message that answers a press.

    If Discord refuses the layout, its plain form is shown instead. Discord sometimes refuses only the
    pictures of a deferred answer, so a layout with pictures is then sent again as a new message in place of
    the plain one.
    """
    await replies.acknowledge(interaction, is_layout=True)
    answer = get_answer(interaction)
    if answer.target is AnswerTarget.SILENT:
        return
    try:
        if await _is_accepted(
            _send_layout(interaction, layout, interaction.edit_original_response, "attachments", content=None)
        ):
            answer.target = AnswerTarget.SHOWN
            return
    except discord.NotFound as error:
        replies.answer_below_if_deleted(interaction, error)
    new = answer.target is AnswerTarget.NEW
    if new:
        await replies.show(
            interaction, layout.text, view=make_view(list(layout.items)), files=list(layout.files)
        )
        answer.target = AnswerTarget.SHOWN
    if new and not layout.files:
        return
    if await _is_accepted(
        _send_layout(interaction, layout, interaction.followup.send, "files", ephemeral=True)
    ):
        answer.target = AnswerTarget.SHOWN
        await discard_original_response(interaction)
    elif not new:
        await _send_plain_form(interaction, layout)


async def _is_accepted(sending: Awaitable[None]) -> bool:
    try:
        await sending
    except discord.HTTPException as error:
        if error.status != INVALID_CONTENT_STATUS:
            raise
        log.warning("layout not taken code=%s", error.code, extra={"fields": {"reason": error.text}})
        return False
    return True


async def _send_layout(
    interaction: Interaction,
    layout: MessageLayout,
    send: Callable[..., Awaitable[object]],
    files_parameter: str,
    **extra: Any,
) -> None:
    """Send a layout with ``send``, whose parameter ``files_parameter`` takes the files."""
    shown = make_layout_view(layout.parts, interaction.client.services.mentions.link_commands)
    renew_selects(shown, interaction.id)
    quiet = discord.AllowedMentions.none()
    message = await interaction.client.services.drawings.send_with_drawings(
        shown,
        lambda: retry_if_unanswered(
            lambda: send(
                view=shown, allowed_mentions=quiet, **{files_parameter: copy_files(layout.files)}, **extra
            )
        ),
    )
    # Only the answer itself can be edited later, not a message sent below it.
    get_answer(interaction).message_id = (
        message.id if isinstance(message, discord.InteractionMessage) else None
    )


async def _send_plain_form(interaction: Interaction, layout: MessageLayout) -> None:
    content = interaction.client.services.mentions.link_commands(clip(layout.text, MAX_MESSAGE_LENGTH))
    shown = make_view(list(layout.items))
    renew_selects(shown, interaction.id)
    await retry_if_unanswered(
        lambda: interaction.followup.send(
            content,
            view=shown,
            files=copy_files(layout.files),
            ephemeral=True,
            allowed_mentions=discord.AllowedMentions.none(),
        )
    )


def make_layout_view(
    parts: Sequence[LayoutPart], link_commands: Callable[[str], str] | None = None
) -> ui.LayoutView:
    """Combine parts into a view that discord.py doesn't keep in memory.

    :param link_commands: makes the commands in a text clickable. Skipped if the texts would become too long.
    :raises ValueError: the texts are longer than Discord allows.
    """
    view = StatelessLayoutView(timeout=None)
    for part in parts:
        view.add_item(part)
    if link_commands is not None:
        contents = [link_commands(one.content) for one in list_text_displays(view)]
        if sum(map(len, contents)) <= MAX_TEXT_LENGTH:
            for one, content in zip(list_text_displays(view), contents, strict=True):
                one.content = content
    if view.content_length() > MAX_TEXT_LENGTH:
        raise ValueError(f"a layout of {view.content_length()} characters")
    return view


def make_plain_layout(content: str) -> MessageLayout:
    """Return a layout that consists of one text."""
    return MessageLayout([make_text(content)], content)


def make_fallback_layout(layout: MessageLayout) -> MessageLayout:
    """Return the plain form of a layout as a simpler layout, without pictures."""
    return MessageLayout([make_text(layout.text), *make_action_rows(layout.items)], layout.text, layout.items)


def make_text(content: str) -> ui.TextDisplay[Any]:
    """Return Markdown text as a part of a layout."""
    return ui.TextDisplay(content)


def make_section(content: str, button: Item | ui.Button[Any]) -> ui.Section[Any]:
    """Return a section with a text and a button beside it."""
    return ui.Section(ui.TextDisplay(content), accessory=button)


def make_action_row(items: Sequence[Item | ui.Button[Any]]) -> ui.ActionRow[Any]:
    """Return an action row with the components."""
    return ui.ActionRow(*items)


def make_action_rows(items: Sequence[Item]) -> list[ui.ActionRow[Any]]:
    """Arrange components in action rows: each in its ``row`` or, without one, in the first row with space."""
    items_by_row: dict[int, list[Item]] = {}
    for item in items:
        row = item.row
        if row is None:
            row = next(
                n
                for n in range(MAX_COMPONENT_ROWS)
                if sum(x.width for x in items_by_row.get(n, ())) + item.width <= MAX_BUTTONS_PER_ROW
            )
        items_by_row.setdefault(row, []).append(item)
    return [make_action_row(items_by_row[row]) for row in sorted(items_by_row)]


def make_gallery(files: Sequence[discord.File]) -> ui.MediaGallery[Any]:
    """Return a gallery of pictures with their alt texts. The files must be sent with the message."""
    return ui.MediaGallery(
        *(
            discord.MediaGalleryItem(f"attachment://{file.filename}", description=file.description)
            for file in files
        )
    )


def list_text_displays(layout: ui.LayoutView) -> list[ui.TextDisplay[Any]]:
    """Return all text components of a layout."""
    return [part for part in layout.walk_children() if isinstance(part, ui.TextDisplay)]
