"""Answers and posts in Discord's own layout: sections with a button beside each, pictures within the text.

A message that has it once keeps it and takes no plain text any more. Each layout brings a plain answer,
which stands in where Discord does not take the layout.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import discord
from discord import ui

from bot.platform.deadlines import copy_files, retry_if_cut
from bot.platform.limits import CONTENT, PER_ROW, ROWS, clip
from bot.ui import replies
from bot.ui.answers import Where, answer_of
from bot.ui.components import Item, view
from bot.ui.services import Interaction

log = logging.getLogger(__name__)

COMPONENTS = 40
"""So many parts a message takes, those within others counted too."""
TEXT = 4000
"""So many characters all its texts have together."""

INVALID = 400

Part = ui.TextDisplay[Any] | ui.Section[Any] | ui.MediaGallery[Any] | ui.ActionRow[Any] | ui.Separator[Any]


@dataclass(frozen=True, slots=True)
class Layout:
    """A message as its parts; ``text`` and ``items`` are its plain form."""

    parts: Sequence[Part]
    text: str
    items: Sequence[Item] = ()
    files: Sequence[discord.File] = field(default_factory=tuple)


async def show(interaction: Interaction, layout: Layout) -> None:
    """Put a layout into the private message that :func:`bot.ui.replies.begin` opened or goes on in.

    Discord has refused pictures in the layout of an answer that was put off. Where it refuses a layout, its
    plain form stands in; one with pictures goes out in a message of its own then, and takes that place.
    """
    await replies.begin(interaction, layout=True)
    answer = answer_of(interaction)
    if answer.where is Where.SILENT:
        return
    if await _is_taken(
        _send(interaction, layout, interaction.edit_original_response, "attachments", content=None)
    ):
        answer.where = Where.SHOWN
        return
    new = answer.where is Where.NEW
    if new:
        await replies.show(interaction, layout.text, view=view(list(layout.items)), files=list(layout.files))
        answer.where = Where.SHOWN
    if new and not layout.files:
        return
    if await _is_taken(_send(interaction, layout, interaction.followup.send, "files", ephemeral=True)):
        answer.where = Where.SHOWN
        await interaction.delete_original_response()
    elif not new:
        await _send_plain(interaction, layout)


async def _is_taken(sending: Awaitable[None]) -> bool:
    """Wait for a message; ``False`` where Discord does not take it as it is."""
    try:
        await sending
    except discord.HTTPException as error:
        if error.status != INVALID:
            raise
        log.warning("layout not taken code=%s", error.code, extra={"fields": {"reason": error.text}})
        return False
    return True


async def _send(
    interaction: Interaction,
    layout: Layout,
    call: Callable[..., Awaitable[object]],
    pictures: str,
    **extra: Any,
) -> None:
    """Send a layout.

    :param pictures: how ``call`` names its files.
    """
    shown = arrange(layout.parts, interaction.client.services.mentions.link_commands)
    quiet = discord.AllowedMentions.none()
    message = await interaction.client.services.drawings.send(
        shown,
        lambda: retry_if_cut(
            lambda: call(view=shown, allowed_mentions=quiet, **{pictures: copy_files(layout.files)}, **extra)
        ),
    )
    # What stands beside the answer is not edited as the answer is.
    answer_of(interaction).message_id = (
        message.id if isinstance(message, discord.InteractionMessage) else None
    )


async def _send_plain(interaction: Interaction, layout: Layout) -> None:
    content = interaction.client.services.mentions.link_commands(clip(layout.text, CONTENT))
    await retry_if_cut(
        lambda: interaction.followup.send(
            content,
            view=view(list(layout.items)),
            files=copy_files(layout.files),
            ephemeral=True,
            allowed_mentions=discord.AllowedMentions.none(),
        )
    )


def arrange(parts: Sequence[Part], linked: Callable[[str], str] | None = None) -> ui.LayoutView:
    """Put parts into a message. Nothing of it is kept in memory.

    :param linked: makes commands that a text names clickable; it is left where its texts would be too long.
    :raises ValueError: they are more than Discord takes.
    """
    made = ui.LayoutView(timeout=None)
    for part in parts:
        made.add_item(part)
    if linked is not None:
        contents = [linked(one.content) for one in texts(made)]
        if sum(map(len, contents)) <= TEXT:
            for one, content in zip(texts(made), contents, strict=True):
                one.content = content
    if made.content_length() > TEXT:
        raise ValueError(f"a layout of {made.content_length()} characters")
    return made


def plain(content: str) -> Layout:
    """Return the layout of a text alone."""
    return Layout([text(content)], content)


def strip(layout: Layout) -> Layout:
    """Return a layout of the text and the buttons of another, for where that one is not taken."""
    return Layout([text(layout.text), *rows(layout.items)], layout.text, layout.items)


def text(content: str) -> ui.TextDisplay[Any]:
    """Return a text."""
    return ui.TextDisplay(content)


def section(content: str, beside: Item | ui.Button[Any]) -> ui.Section[Any]:
    """Return a text with a button beside it."""
    return ui.Section(ui.TextDisplay(content), accessory=beside)


def row(items: Sequence[Item | ui.Button[Any]]) -> ui.ActionRow[Any]:
    """Return buttons in a row."""
    return ui.ActionRow(*items)


def rows(items: Sequence[Item]) -> list[ui.ActionRow[Any]]:
    """Return buttons and lists in the rows that they name; the others go where there is room."""
    found: dict[int, list[Item]] = {}
    for item in items:
        place = item.row
        if place is None:
            place = next(
                n for n in range(ROWS) if sum(x.width for x in found.get(n, ())) + item.width <= PER_ROW
            )
        found.setdefault(place, []).append(item)
    return [row(found[place]) for place in sorted(found)]


def gallery(files: Sequence[discord.File]) -> ui.MediaGallery[Any]:
    """Return pictures with their words; the files go out with the message."""
    return ui.MediaGallery(
        *(
            discord.MediaGalleryItem(f"attachment://{file.filename}", description=file.description)
            for file in files
        )
    )


def link_button(label: str, url: str) -> ui.Button[Any]:
    """Return a button that leads to an address."""
    return ui.Button(label=label, url=url)


def texts(made: ui.LayoutView) -> list[ui.TextDisplay[Any]]:
    """Return all texts of a layout."""
    return [part for part in made.walk_children() if isinstance(part, ui.TextDisplay)]
