"""Private answers: acknowledge first, then work, then show the result or explain the refusal."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

import discord
from discord import app_commands

from bot import metrics
from bot.errors.base import TableError
from bot.errors.shards import HostingTakenOver
from bot.errors.storage import CommittedResultUnread, CommitUncertain, StorageError
from bot.platform import deadlines, obstacles
from bot.platform.deadlines import NO_RESPONSE_ERRORS, retry_if_unanswered
from bot.platform.http_errors import UNKNOWN_MESSAGE_CODE
from bot.platform.limits import MAX_MESSAGE_LENGTH, clip
from bot.platform.rate_limit_watcher import TOO_MANY_REQUESTS_STATUS
from bot.storage.looks import LastLook
from bot.ui import components, press_metrics, refusals
from bot.ui.answers import AnswerTarget, get_answer
from bot.ui.edits import discard_original_response, edit_answer
from bot.ui.ids import OutdatedId
from bot.ui.services import Interaction
from games.core.errors import RuleError
from games.core.words import Words, load_words

log = logging.getLogger(__name__)

ALREADY_ACKNOWLEDGED_CODE = 40060
UNKNOWN_INTERACTION_CODE = 10062
"""The interaction is too old to be answered."""


class HostStopping(Exception):
    """The host is stopping and refuses new presses."""


class RepeatedPress(Exception):
    """Discord delivered the same press twice, as it may after a resumed connection."""


def get_words(interaction: Interaction) -> Words:
    """Return the translations in the language of the person who pressed or typed."""
    return load_words(str(interaction.locale))


async def acknowledge(
    interaction: Interaction,
    *,
    in_new_message: bool = False,
    is_silent: bool = False,
    is_layout: bool = False,
) -> None:
    """Acknowledge a press or command, unless it was acknowledged before.

    A press on a private message is answered in that message, anything else in a new private message.

    :param in_new_message: always answer in a new private message.
    :param is_silent: the pressed message will show the effect if it is public, so only a refusal is sent.
    :param is_layout: the answer is a layout (:mod:`bot.ui.layouts`), so it may replace another layout.
    :raises HostStopping: the host is stopping; nothing has been done.
    :raises RepeatedPress: this press was already delivered; nothing may be done again.
    :raises TableError: the press isn't allowed here (:func:`set_requirement`), or the person has pressed too
        often.
    :raises discord.HTTPException: Discord refused the acknowledgement; nothing has been done.
    :raises Exception: one of :data:`bot.platform.deadlines.NO_RESPONSE_ERRORS`. The acknowledgement may have
        taken effect, but nothing has been done.
    """
    answer = get_answer(interaction)
    if answer.target is not None:
        return
    accept_press(interaction)
    message = interaction.message
    shows_effect = is_silent and message is not None and not message.flags.ephemeral
    same = message is not None and (
        shows_effect or (not in_new_message and _can_show(message, is_layout=is_layout))
    )
    await deadlines.acknowledge(
        lambda: _defer_answer(interaction, in_same_message=same), is_already_acknowledged
    )
    press_metrics.record_acknowledgement(interaction)
    if shows_effect:
        answer.target = AnswerTarget.SILENT
    else:
        answer.target = AnswerTarget.SAME if same else AnswerTarget.NEW
    if message is not None and answer.target is AnswerTarget.SAME:
        interaction.client.services.panels.stop_updating(message.id)
        await interaction.client.services.panels.wait_until_written(message.id)
    await check_requirement(interaction)
    await interaction.client.services.action_limits.wait_for_earlier_presses(interaction)


def accept_press(interaction: Interaction) -> None:
    """Register a press for handling, unless it must be refused.

    :raises HostStopping: the host is stopping.
    :raises RepeatedPress: this press was already delivered.
    :raises TableError: the person presses too often.
    """
    services = interaction.client.services
    if services.intake.closed:
        raise HostStopping
    if not services.intake.register_press(interaction.id):
        raise RepeatedPress
    services.action_limits.check_press(interaction)


def _can_show(message: discord.Message, *, is_layout: bool) -> bool:
    """Return whether the pressed message can show the answer. A layout accepts no plain text."""
    return message.flags.ephemeral and (is_layout or not message.flags.components_v2)


async def check_requirement(interaction: Interaction) -> None:
    """Run the check that :func:`set_requirement` set for this press, if any."""
    answer = get_answer(interaction)
    check, answer.check_allowed = answer.check_allowed, None
    if check is not None:
        await check()


def set_requirement(interaction: Interaction, check: Callable[[], Awaitable[None]]) -> None:
    """Set a check that :func:`check_requirement` runs before anything is done."""
    get_answer(interaction).check_allowed = check


async def _defer_answer(interaction: Interaction, *, in_same_message: bool) -> None:
    if in_same_message:
        await interaction.response.defer()
    else:
        await interaction.response.defer(ephemeral=True, thinking=True)


def is_already_acknowledged(error: BaseException) -> bool:
    """Return whether an error means that an earlier attempt to acknowledge has succeeded."""
    return isinstance(error, discord.HTTPException) and error.code == ALREADY_ACKNOWLEDGED_CODE


async def show(
    interaction: Interaction,
    content: str,
    *,
    view: discord.ui.View | discord.ui.LayoutView | None = None,
    files: list[discord.File] | None = None,
    keep_files: bool = False,
) -> None:
    """Show an answer in a private message, unless the pressed message itself shows the effect."""
    await acknowledge(interaction)
    answer = get_answer(interaction)
    if answer.target is AnswerTarget.SILENT:
        return
    shown = None if keep_files else files or ()
    try:
        await edit_answer(interaction, content, view, shown)
    except discord.NotFound as error:
        answer_below_if_deleted(interaction, error)
        await edit_answer(interaction, content, view, shown or ())


def answer_below_if_deleted(interaction: Interaction, error: discord.NotFound) -> None:
    """Let a new message take the answer if the pressed one has been deleted since the press.

    A newer panel about the match may have replaced it (:mod:`bot.ui.panels`).

    :raises discord.NotFound: the same error, if anything else wasn't found.
    """
    answer = get_answer(interaction)
    if error.code != UNKNOWN_MESSAGE_CODE or answer.target is not AnswerTarget.SAME:
        raise error
    log.info("pressed message is gone id=%s", interaction.id)
    answer.target, answer.message_id = AnswerTarget.BELOW, None


@asynccontextmanager
async def answer_once(interaction: Interaction) -> AsyncIterator[bool]:
    """Yield ``False`` if an earlier press of the same person on the message is still being answered.

    Several people may press the same message simultaneously.
    """
    message_id = interaction.message.id if interaction.message is not None else 0
    with interaction.client.services.intake.mark_answering(message_id, interaction.user.id) as alone:
        yield alone
    if not alone and get_answer(interaction).target is AnswerTarget.NEW:
        # Without an answer, Discord would show "thinking…" for fifteen minutes.
        await discard_original_response(interaction)


def replace_on_refusal(interaction: Interaction) -> None:
    """Make :func:`refuse` replace the pressed private message, whose question can't be answered again."""
    answer, message = get_answer(interaction), interaction.message
    if answer.target is AnswerTarget.SAME and message is not None and not message.flags.components_v2:
        answer.target = AnswerTarget.NEW


def record_look(interaction: Interaction, table_id: int, seq: int) -> None:
    """Record, once the answer is sent, that the person has seen the position after ``seq`` rows."""
    get_answer(interaction).look = (table_id, seq)


async def _store_look(interaction: Interaction) -> None:
    answer = get_answer(interaction)
    seen, answer.look = answer.look, None
    if seen is None:
        return
    services = interaction.client.services
    table_id, seq = seen
    try:
        await services.looks.record_look(interaction.user.id, table_id, LastLook(seq, services.tables.now()))
    except StorageError as error:
        # The answer was sent. At worst, the person's next view repeats what this one showed.
        log.warning("look not recorded table=%d", table_id, extra={"fields": {"reason": str(error)}})


async def refuse(interaction: Interaction, text: str, *, view: discord.ui.View | None = None) -> None:
    """Explain privately why a press or command was refused.

    The pressed private message stays as it is, unless :func:`replace_on_refusal` was called.
    """
    content = interaction.client.services.mentions.link_commands(clip(text, MAX_MESSAGE_LENGTH))
    quiet = discord.AllowedMentions.none()
    extra: dict[str, Any] = {} if view is None else {"view": view}
    where = get_answer(interaction).target
    if where is AnswerTarget.NEW:
        try:
            await interaction.edit_original_response(content=content, allowed_mentions=quiet, view=view)
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE_CODE:
                raise
            # The pressed message, which the refusal should replace, was deleted in the meantime.
            await interaction.followup.send(content, ephemeral=True, allowed_mentions=quiet, **extra)
    elif where is not None or interaction.response.is_done():
        await interaction.followup.send(content, ephemeral=True, allowed_mentions=quiet, **extra)
    else:
        try:
            await interaction.response.send_message(content, ephemeral=True, allowed_mentions=quiet, **extra)
        except discord.HTTPException as error:
            if error.code != ALREADY_ACKNOWLEDGED_CODE:
                raise
            # An earlier acknowledgement took effect although its response was lost, so answer below it.
            await interaction.followup.send(content, ephemeral=True, allowed_mentions=quiet, **extra)


async def explain_obstacle(interaction: Interaction) -> str:
    """Return why the bot can't post in the channel, and how to fix that; empty if the bot can post."""
    obstacle = await obstacles.find_obstacle(interaction)
    return "" if obstacle is None else obstacle.describe(get_words(interaction))


async def confirm(interaction: Interaction, text: str) -> None:
    """Confirm an action. If the bot can't post in the channel, also say why."""
    obstacle = await explain_obstacle(interaction)
    if obstacle:
        replace_on_refusal(interaction)
        await refuse(interaction, f"{text}\n{obstacle}")
    else:
        await show(interaction, text)


async def confirm_posted(
    interaction: Interaction, table_id: int, purpose: str, text: str, failure_text: str
) -> bool:
    """Confirm an action once its message is posted, or say why it can't be posted. Return whether it is.

    :param failure_text: shown instead of ``text`` if the message can't be posted.
    """
    obstacle = await interaction.client.services.announcer.wait_until_announced(table_id, purpose)
    if obstacle is None:
        await show(interaction, text)
        return True
    replace_on_refusal(interaction)
    table = await interaction.client.services.tables.get(table_id)
    if table.place.channel_id == interaction.channel_id:
        # Look for an obstacle again, because the interaction's permissions say more about the cause than
        # the error that Discord returned.
        obstacle = await obstacles.find_obstacle(interaction) or obstacle
    await refuse(interaction, f"{failure_text}\n{obstacle.describe(get_words(interaction))}")
    return False


@asynccontextmanager
async def explain_errors(interaction: Interaction) -> AsyncIterator[None]:
    """Explain every error raised in the block to the person in private."""
    # Count the explanation as part of the press, so that a shutdown waits for the explanation as well.
    services = interaction.client.services
    answering = services.panels.mark_answering(interaction.user.id)
    with services.intake.track_press(), services.action_limits.count_press(interaction), answering:
        press_metrics.record_arrival(interaction)
        result = metrics.OK_RESULT
        try:
            yield
            await _store_look(interaction)
        except Exception as error:
            explanation = _explain_error(error, interaction)
            result = explanation.result
            if explanation.text:
                await _refuse_safely(interaction, explanation.text, explanation.items)
        finally:
            press_metrics.count_answer(interaction, result)


class _Explanation(NamedTuple):
    """How a failed press is counted, and what the person is told about it."""

    result: str
    text: str = ""
    """Empty if there is nobody to tell, or nothing to tell them."""
    items: Sequence[components.Item] = ()


def _explain_error(error: Exception, interaction: Interaction) -> _Explanation:
    """Return the explanation of an error. Log errors that aren't refusals."""
    w = get_words(interaction)
    match error:
        case TableError() | RuleError():
            clause = getattr(error, "clause", "")
            items = [refusals.make_rule_button(clause, w)] if clause else []
            return _Explanation(metrics.REFUSED_RESULT, refusals.write_refusal(error, w), items)
        case CommittedResultUnread() | CommitUncertain():
            log.error("stored, but not read id=%s", interaction.id, exc_info=error)
            return _Explanation(metrics.FAILED_RESULT, w.msg(error.message))
        case HostStopping() | HostingTakenOver():
            text = w("I'm just restarting. Try again in a moment.")
            return _Explanation(metrics.STOPPING_RESULT, text)
        case StorageError():
            log.error("not stored id=%s", interaction.id, exc_info=error)
            text = w("I can't use my database right now, so nothing has changed. Try again later.")
            return _Explanation(metrics.FAILED_RESULT, text)
        case RepeatedPress():
            log.info("press delivered twice id=%s", interaction.id)
            return _Explanation(metrics.REPEATED_RESULT)
        case OutdatedId():
            return _Explanation(metrics.OUTDATED_RESULT, refusals.write_outdated_refusal(w))
        case app_commands.CommandNotFound() | app_commands.CommandSignatureMismatch():
            log.info("command out of date id=%s", interaction.id)
            text = w("This command has changed. Restart Discord and try again.")
            return _Explanation(metrics.OUTDATED_RESULT, text)
        case app_commands.CheckFailure():
            return _Explanation(metrics.REFUSED_RESULT, refusals.write_failed_check_refusal(error, w))
        case discord.NotFound(code=code) if code == UNKNOWN_INTERACTION_CODE:
            log.warning("interaction expired id=%s", interaction.id)
            return _Explanation(metrics.EXPIRED_RESULT)
        case discord.Forbidden():
            log.warning("interaction not allowed id=%s error=%r", interaction.id, error)
            return _Explanation(metrics.FAILED_RESULT, refusals.write_forbidden_refusal(w))
    if _is_discord_unreachable(error):
        log.warning("interaction cut off id=%s error=%r", interaction.id, error)
        return _Explanation(metrics.FAILED_RESULT, refusals.write_unreachable_refusal(w))
    log.error("interaction failed id=%s", interaction.id, exc_info=error)
    return _Explanation(metrics.FAILED_RESULT, refusals.write_failure(w))


def _is_discord_unreachable(error: Exception) -> bool:
    """Return whether an error means that Discord didn't answer, or has too much to do."""
    return isinstance(error, NO_RESPONSE_ERRORS) or (
        isinstance(error, discord.HTTPException)
        and (error.status >= 500 or error.status == TOO_MANY_REQUESTS_STATUS)
    )


async def _refuse_safely(interaction: Interaction, text: str, items: Sequence[components.Item] = ()) -> None:
    shown = components.make_view(list(items)) if items else None
    try:
        # Retry although the first answer may have arrived, because two answers are better than none.
        await retry_if_unanswered(lambda: refuse(interaction, text, view=shown))
    except (discord.HTTPException, *NO_RESPONSE_ERRORS) as error:
        log.warning("answer not delivered error=%r", error)
