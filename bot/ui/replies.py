"""Private answers: acknowledge first, work, then show; and say every refusal in the person's language."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import discord
from discord import app_commands

from bot import metrics
from bot.errors.base import TableError
from bot.errors.shards import TakenOver
from bot.errors.storage import DoneUnread, Doubtful, StorageError
from bot.platform import deadlines, obstacles
from bot.platform.deadlines import NO_RESPONSE, retry_if_cut
from bot.platform.limits import CONTENT, clip
from bot.storage.looks import LastLook
from bot.ui import measured, refusals
from bot.ui.answers import Where, answer_of
from bot.ui.edits import write_over
from bot.ui.ids import OutdatedId
from bot.ui.services import Interaction
from games.core.errors import RuleError
from games.core.words import Words, words

log = logging.getLogger(__name__)

ALREADY_ACKNOWLEDGED = 40060
UNKNOWN_INTERACTION = 10062


class Draining(Exception):
    """The host is stopping and takes no more presses."""


class Repeated(Exception):
    """Discord has told of the same press before, as it may after a connection was resumed."""


def reader(interaction: Interaction) -> Words:
    """Return the texts in the language of the person who acts."""
    return words(str(interaction.locale))


async def begin(
    interaction: Interaction, *, new: bool = False, silent: bool = False, layout: bool = False
) -> None:
    """Acknowledge. A press on a private message goes on in it; else a private message is opened.

    :param new: open a private message even from a private one.
    :param silent: what a press brings about will be seen on its own message; only a refusal is told.
    :param layout: the answer is one (:mod:`bot.ui.layouts`): it may go on in a message that takes no other.
    :raises Draining: the host is stopping; nothing has been done then.
    :raises Repeated: this press is being answered, or has been; nothing is to be done again.
    :raises TableError: the press does not count here (:func:`guard`), or the person has pressed too much.
    :raises discord.HTTPException: Discord did not take it; nothing has been done then.
    :raises Exception: one of :data:`bot.platform.deadlines.NO_RESPONSE`. It may have taken effect; nothing is
        done.
    """
    answer = answer_of(interaction)
    if answer.where is not None:
        return
    take(interaction)
    message = interaction.message
    same = message is not None and (silent or (not new and _takes_more(message, layout=layout)))
    await deadlines.acknowledge(lambda: _defer(interaction, same=same), is_taken)
    measured.record_acknowledgement(interaction)
    answer.where = (Where.SILENT if silent else Where.SAME) if same else Where.NEW
    if message is not None and answer.where is Where.SAME:
        interaction.client.services.panels.forget(message.id)
    await pass_gate(interaction)
    await interaction.client.services.fairness.turn(interaction)


def take(interaction: Interaction) -> None:
    """Let a press in, once, while the host is not stopping; :func:`begin` says what it raises."""
    services = interaction.client.services
    if services.intake.closed:
        raise Draining
    if not services.intake.register(interaction.id):
        raise Repeated
    services.fairness.admit(interaction)


def _takes_more(message: discord.Message, *, layout: bool) -> bool:
    """Tell whether an answer can go on in the message that was pressed: a layout takes no plain text."""
    return message.flags.ephemeral and (layout or not message.flags.components_v2)


async def pass_gate(interaction: Interaction) -> None:
    """Look at what the press must pass (:func:`guard`)."""
    answer = answer_of(interaction)
    gate, answer.gate = answer.gate, None
    if gate is not None:
        await gate()


def guard(interaction: Interaction, gate: Callable[[], Awaitable[None]]) -> None:
    """Have :func:`pass_gate` look at what a press must pass, before anything is done."""
    answer_of(interaction).gate = gate


async def _defer(interaction: Interaction, *, same: bool) -> None:
    if same:
        await interaction.response.defer()
    else:
        await interaction.response.defer(ephemeral=True, thinking=True)


def is_taken(error: BaseException) -> bool:
    """Whether an earlier try took effect, and only its answer was lost or is late."""
    return isinstance(error, discord.HTTPException) and error.code == ALREADY_ACKNOWLEDGED


async def show(
    interaction: Interaction,
    content: str,
    *,
    view: discord.ui.View | discord.ui.LayoutView | None = None,
    files: list[discord.File] | None = None,
    keep: bool = False,
) -> None:
    """Fill the private message that :func:`begin` opened or goes on in; ``keep`` leaves its files there."""
    await begin(interaction)
    if answer_of(interaction).where is not Where.SILENT:
        await write_over(interaction, content, view, None if keep else files or ())


@asynccontextmanager
async def once(interaction: Interaction) -> AsyncIterator[bool]:
    """Give whether this is the person's only press on the message now; a second one isn't answered.

    Other people are not held up, because a question in a channel is for all of them.
    """
    message_id = interaction.message.id if interaction.message is not None else 0
    with interaction.client.services.intake.answering(message_id, interaction.user.id) as alone:
        yield alone
    if not alone and answer_of(interaction).where is Where.NEW:
        # Discord would show "thinking…" for fifteen minutes.
        await interaction.delete_original_response()


def settle(interaction: Interaction) -> None:
    """Let what :func:`refuse` says take the place of a private question that nobody can answer again."""
    answer, message = answer_of(interaction), interaction.message
    if answer.where is Where.SAME and message is not None and not message.flags.components_v2:
        answer.where = Where.NEW


def note_look(interaction: Interaction, table_id: int, seq: int) -> None:
    """Have it noted, once the answer is out, that the person has seen the position of ``seq`` rows."""
    answer_of(interaction).look = (table_id, seq)


async def _store_look(interaction: Interaction) -> None:
    answer = answer_of(interaction)
    look, answer.look = answer.look, None
    if look is None:
        return
    services = interaction.client.services
    table_id, seq = look
    try:
        await services.looks.record(interaction.user.id, table_id, LastLook(seq, services.tables.now()))
    except StorageError as error:
        # Everything that was asked for is done; at worst the same news is told twice.
        log.warning("look not noted table=%d", table_id, extra={"fields": {"reason": str(error)}})


async def refuse(interaction: Interaction, text: str, *, view: discord.ui.View | None = None) -> None:
    """Say privately why something was not done.

    A message that was gone on in stays as it is, unless it is settled (:func:`settle`).
    """
    content = interaction.client.services.mentions.link_commands(clip(text, CONTENT))
    quiet = discord.AllowedMentions.none()
    extra: dict[str, Any] = {} if view is None else {"view": view}
    where = answer_of(interaction).where
    if where is Where.NEW:
        await interaction.edit_original_response(content=content, allowed_mentions=quiet, view=view)
    elif where is not None or interaction.response.is_done():
        await interaction.followup.send(content, ephemeral=True, allowed_mentions=quiet, **extra)
    else:
        try:
            await interaction.response.send_message(content, ephemeral=True, allowed_mentions=quiet, **extra)
        except discord.HTTPException as error:
            # An acknowledgement of which nobody heard did take effect, and the person waits for more.
            if error.code != ALREADY_ACKNOWLEDGED:
                raise
            await interaction.followup.send(content, ephemeral=True, allowed_mentions=quiet, **extra)


async def lacking(interaction: Interaction) -> str:
    """Say what keeps the host from posting in the channel, and how to mend it; empty where nothing does."""
    obstacle = await obstacles.find_obstacle(interaction)
    return "" if obstacle is None else obstacle.text(reader(interaction))


async def done(interaction: Interaction, text: str) -> None:
    """Say what was done, and what keeps the channel from seeing it."""
    obstacle = await lacking(interaction)
    if obstacle:
        settle(interaction)
        await refuse(interaction, f"{text}\n{obstacle}")
    else:
        await show(interaction, text)


async def posted(interaction: Interaction, table_id: int, purpose: str, text: str, otherwise: str) -> None:
    """Say what was done once the channel shows it; where it cannot, say what became of it, and why.

    :param purpose: of the message that shows it.
    :param otherwise: in place of ``text``, for what is done but cannot be shown.
    """
    obstacle = await interaction.client.services.announcer.announced(table_id, purpose)
    if obstacle is None:
        await show(interaction, text)
    else:
        settle(interaction)
        table = await interaction.client.services.tables.get(table_id)
        if table.place.channel_id == interaction.channel_id:
            # Here more can be told than that Discord does not take it.
            obstacle = await obstacles.find_obstacle(interaction) or obstacle
        await refuse(interaction, f"{otherwise}\n{obstacle.text(reader(interaction))}")


@asynccontextmanager
async def guarded(interaction: Interaction) -> AsyncIterator[None]:
    """Turn whatever goes wrong inside into a private sentence; nobody is left without an answer."""
    # That sentence is part of the press: a stop waits for it as well.
    services = interaction.client.services
    with services.intake.under_way(), services.fairness.pressing(interaction):
        async with _explain(interaction):
            yield


@asynccontextmanager
async def _explain(interaction: Interaction) -> AsyncIterator[None]:
    w = reader(interaction)
    measured.record_arrival(interaction)
    result = metrics.OK
    try:
        yield
        await _store_look(interaction)
    except (TableError, RuleError) as error:
        result = metrics.REFUSED
        await _tell(interaction, refusals.write_refusal(error, w))
    except (DoneUnread, Doubtful) as error:
        result = metrics.FAILED
        log.error("stored, but not read id=%s", interaction.id, exc_info=error)
        await _tell(interaction, w.msg(error.message))
    except (Draining, TakenOver):
        result = metrics.STOPPING
        await _tell(interaction, w("I'm just restarting. Try again in a moment."))
    except StorageError as error:
        result = metrics.FAILED
        log.error("not stored id=%s", interaction.id, exc_info=error)
        text = w("I can't use my database right now, so nothing has changed. Try again later.")
        await _tell(interaction, text)
    except Repeated:
        result = metrics.REPEATED
        log.info("press told twice id=%s", interaction.id)
    except OutdatedId:
        result = metrics.OUTDATED
        await _tell(interaction, refusals.write_outdated(w))
    except (app_commands.CommandNotFound, app_commands.CommandSignatureMismatch):
        result = metrics.OUTDATED
        log.info("command out of date id=%s", interaction.id)
        await _tell(interaction, w("This command has changed. Restart Discord and try again."))
    except app_commands.CheckFailure as error:
        result = metrics.REFUSED
        await _tell(interaction, refusals.write_failed_check(error, w))
    except discord.NotFound as error:
        if error.code == UNKNOWN_INTERACTION:
            result = metrics.EXPIRED
            log.warning("interaction expired id=%s", interaction.id)
        else:
            result = metrics.FAILED
            await _tell_failure(interaction, error, w)
    except NO_RESPONSE as error:
        result = metrics.FAILED
        log.warning("interaction cut off id=%s error=%r", interaction.id, error)
        await _tell(interaction, refusals.write_failure(w))
    except Exception as error:
        result = metrics.FAILED
        await _tell_failure(interaction, error, w)
    finally:
        measured.count_answer(interaction, result)


async def _tell_failure(interaction: Interaction, error: Exception, w: Words) -> None:
    log.error("interaction failed id=%s", interaction.id, exc_info=error)
    await _tell(interaction, refusals.write_failure(w))


async def _tell(interaction: Interaction, text: str) -> None:
    """Refuse, if Discord lets us."""
    try:
        # Better told twice than left without a word.
        await retry_if_cut(lambda: refuse(interaction, text))
    except (discord.HTTPException, *NO_RESPONSE) as error:
        log.warning("answer not delivered error=%r", error)
