"""People who press, choose and type in the stand-in, and wait for answers as Discord's client would."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

from tests.support.standin.interactions import (
    ACKNOWLEDGE_DEADLINE_SECONDS,
    AUTOCOMPLETE_KIND,
    COMMAND_KIND,
    COMPONENT_KIND,
    DEFER_UPDATE_RESPONSE,
    SUBMIT_KIND,
    Interaction,
    make_command_data,
    make_form_data,
    make_press_data,
)
from tests.support.standin.server import Standin
from tests.support.standin.world import Message

HOPELESS_WAIT_SECONDS = 10.0
"""Seconds to wait for an answer to an acknowledged press if a fault makes an answer impossible."""


class Unanswered(Exception):
    """Discord's client would have shown "This interaction failed" for an interaction."""

    def __init__(self, text: str, interaction: Interaction) -> None:
        super().__init__(text)
        self.interaction = interaction


class CutOff(Unanswered):
    """An expected failure: the bot was killed, not running, or too slow on a busy computer."""


@dataclass(frozen=True, slots=True)
class Member:
    standin: Standin
    user_id: int
    locale: str = "en-US"

    async def press(
        self,
        message: Message,
        custom_id: str,
        values: list[str] | None = None,
        *,
        wait: bool = True,
        kind: int | None = None,
    ) -> Interaction:
        """Press a button or choose from a select menu, and wait for the answer if ``wait`` is true.

        :param kind: the component type of a select menu that doesn't list texts.
        :raises Unanswered: no answer came, or the message has lost the button. discord.py ignores such
            presses, so they fail immediately. To press a button that a person still sees, press a copy of the
            message.
        """
        data = make_press_data(custom_id, values, kind)
        if all(part.get("custom_id") != custom_id for part in message.list_parts()):
            lost = self.standin.interactions.make_interaction(
                COMPONENT_KIND, self.user_id, message.channel_id, data, message
            )
            raise Unanswered(f"the message has no button {custom_id}", lost)
        return await self._send(COMPONENT_KIND, message.channel_id, data, message, wait=wait)

    async def submit_form(self, opened_by: Interaction, **values: str | bool) -> Interaction:
        """Submit the form that answered a press, and wait for the answer.

        :raises Unanswered: no answer came.
        """
        assert opened_by.form is not None, "no form"
        return await self._send(
            SUBMIT_KIND,
            opened_by.channel_id,
            make_form_data(opened_by.form, values),
            opened_by.message,
            wait=True,
        )

    async def type_command(
        self, channel_id: int, command: str, *, wait: bool = True, **options: Any
    ) -> Interaction:
        """Type a command (a subcommand after a space), and wait for the answer if ``wait`` is true.

        :raises Unanswered: no answer came.
        """
        return await self._send(
            COMMAND_KIND, channel_id, make_command_data(command, options), None, wait=wait
        )

    async def use_context_menu(
        self, channel_id: int, command: str, target: int, *, permissions: int | None = None
    ) -> Interaction:
        """Choose a command in a member's context menu, and wait for the answer.

        :param permissions: the member's permissions in the channel, or ``None`` if the member isn't on the
          server.
        :raises Unanswered: no answer came.
        """
        world = self.standin.world
        resolved: dict[str, Any] = {"users": {str(target): world.make_user_payload(target)}}
        if permissions is not None:
            member = {**world.make_member_payload(target, permissions=permissions)}
            del member["user"]
            resolved["members"] = {str(target): member}
        data = {"id": "5001", "name": command, "type": 2, "target_id": str(target), "resolved": resolved}
        return await self._send(COMMAND_KIND, channel_id, data, None, wait=True)

    async def list_suggestions(
        self, channel_id: int, command: str, focused: str, **options: Any
    ) -> list[str]:
        """Return the values that autocomplete suggests for an option.

        :raises Unanswered: no suggestions came.
        """
        interaction = await self.request_suggestions(channel_id, command, focused, **options)
        return [str(choice["value"]) for choice in interaction.choices]

    async def request_suggestions(
        self, channel_id: int, command: str, focused: str, **options: Any
    ) -> Interaction:
        """Request autocomplete suggestions for an option; return the answered request.

        :raises Unanswered: no suggestions came.
        """
        data = make_command_data(command, {**options, focused: options.get(focused, "")}, focused)
        return await self._send(AUTOCOMPLETE_KIND, channel_id, data, None, wait=True)

    async def _send(
        self, kind: int, channel_id: int, data: dict[str, Any], message: Message | None, *, wait: bool
    ) -> Interaction:
        """Send an interaction to the bot, and wait for the answer if ``wait`` is true.

        :raises CutOff: no answer came, because the bot was killed, not connected or too slow.
        :raises Unanswered: no answer came although the bot was connected.
        """
        interactions, gateway = self.standin.interactions, self.standin.gateway
        interaction = interactions.make_interaction(kind, self.user_id, channel_id, data, message)
        heard, life = gateway.is_connected, self.standin.bot_exits
        told = await gateway.dispatch(
            "INTERACTION_CREATE", interactions.make_payload(interaction, self.locale)
        )
        if not wait:
            return interaction
        if not told:
            await asyncio.sleep(ACKNOWLEDGE_DEADLINE_SECONDS)
            raise CutOff(f"no session received {interaction.data}", interaction)
        try:
            await wait_for_answer(self.standin, interaction)
        except Unanswered as error:
            if heard and self.standin.bot_exits == life:
                raise
            raise CutOff(str(error), interaction) from error
        return interaction


async def wait_for_answer(standin: Standin, interaction: Interaction) -> None:
    """Wait until the person has been shown an answer, or until a press that needs no answer was acknowledged.

    :raises CutOff: no answer came, and the acknowledgement was later than Discord allows. The bot then gives
        up, because Discord has already told the person that the press failed.
    :raises Unanswered: no answer came in time, or the bot exited.
    """
    loop = asyncio.get_running_loop()
    begin, life = loop.time(), standin.bot_exits
    acknowledge, answer = standin.interactions.acknowledge_seconds, standin.interactions.answer_seconds
    if standin.faults.is_hopeless(interaction.channel_id):
        acknowledge, answer = ACKNOWLEDGE_DEADLINE_SECONDS, HOPELESS_WAIT_SECONDS
    while interaction.acknowledged_at is None:
        if loop.time() - begin > acknowledge + 0.2 or standin.bot_exits != life:
            raise Unanswered(f"{interaction.data} was not acknowledged", interaction)
        await asyncio.sleep(0.002)
    if (
        interaction.response == DEFER_UPDATE_RESPONSE
        and interaction.message is not None
        and interaction.message.seen_by is None
    ):
        # A silent press is answered only by the change to the public message.
        return
    while not interaction.answer_count:
        if loop.time() - begin > answer or standin.bot_exits != life:
            seconds = interaction.acknowledgement_seconds or 0.0
            text = (
                f"{interaction.data} acknowledged ({interaction.response}) in {seconds:.1f} s, never answered"
            )
            raise (CutOff if seconds > ACKNOWLEDGE_DEADLINE_SECONDS else Unanswered)(text, interaction)
        await asyncio.sleep(0.002)
