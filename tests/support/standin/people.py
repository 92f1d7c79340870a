"""People at the stand-in: they press, choose and type, and wait for an answer as a client would."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any

from tests.support.standin.interactions import (
    AUTOCOMPLETE,
    COMMAND,
    COMPONENT,
    DEFER_UPDATE,
    DISCORD_SECONDS,
    SUBMIT,
    Interaction,
    filled,
    pressed,
    typed,
)
from tests.support.standin.server import Standin
from tests.support.standin.world import Message

HOPELESS_SECONDS = 10.0
"""Seconds that people wait for an answer to an acknowledged press if none is expected."""


class Unanswered(Exception):
    """Discord would have shown "This interaction failed" for ``made``."""

    def __init__(self, text: str, made: Interaction) -> None:
        super().__init__(text)
        self.made = made


class CutOff(Unanswered):
    """An expected failure, because the bot was killed before it could answer, or was not running."""


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody who acts on the server."""

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
        """Press a button or choose from a list, and wait for the answer.

        :param kind: the type of a list other than one of texts.
        :raises Unanswered: there was none.
        """
        data = pressed(custom_id, values, kind)
        return await self._do(COMPONENT, message.channel_id, data, message, wait=wait)

    async def fill(self, asked: Interaction, **values: str | bool) -> Interaction:
        """Fill in the form that answered a press, and wait for the answer.

        :raises Unanswered: there was none.
        """
        assert asked.form is not None, "no form"
        return await self._do(SUBMIT, asked.channel_id, filled(asked.form, values), asked.message, wait=True)

    async def type(self, channel_id: int, command: str, *, wait: bool = True, **options: Any) -> Interaction:
        """Type a command, a subcommand with a space, and wait for the answer.

        :raises Unanswered: there was none.
        """
        return await self._do(COMMAND, channel_id, typed(command, options), None, wait=wait)

    async def point(
        self, channel_id: int, command: str, target: int, *, permissions: int | None = None
    ) -> Interaction:
        """Choose a command in a member's context menu.

        :param permissions: the member's permissions in the channel; ``None`` if they are not on the server.
        :raises Unanswered: there was no answer.
        """
        world = self.standin.world
        resolved: dict[str, Any] = {"users": {str(target): world.user(target)}}
        if permissions is not None:
            member = {**world.member(target, permissions=permissions)}
            del member["user"]
            resolved["members"] = {str(target): member}
        data = {"id": "5001", "name": command, "type": 2, "target_id": str(target), "resolved": resolved}
        return await self._do(COMMAND, channel_id, data, None, wait=True)

    async def complete(self, channel_id: int, command: str, focused: str, **options: Any) -> list[str]:
        """Return the values offered while an option is typed.

        :raises Unanswered: there were none.
        """
        made = await self.offered(channel_id, command, focused, **options)
        return [str(choice["value"]) for choice in made.choices]

    async def offered(self, channel_id: int, command: str, focused: str, **options: Any) -> Interaction:
        """Type the beginning of an option, and wait for the autocompletes.

        :raises Unanswered: there were none.
        """
        data = typed(command, {**options, focused: options.get(focused, "")}, focused)
        return await self._do(AUTOCOMPLETE, channel_id, data, None, wait=True)

    async def _do(
        self, kind: int, channel_id: int, data: dict[str, Any], message: Message | None, *, wait: bool
    ) -> Interaction:
        interactions, gateway = self.standin.interactions, self.standin.gateway
        made = interactions.make(kind, self.user_id, channel_id, data, message)
        heard, life = gateway.connected, self.standin.lives
        told = await gateway.dispatch("INTERACTION_CREATE", interactions.payload(made, self.locale))
        if not wait:
            return made
        if not told:
            await asyncio.sleep(DISCORD_SECONDS)
            raise CutOff(f"no session could be told of {made.data}", made)
        try:
            await settled(self.standin, made)
        except Unanswered as error:
            if heard and self.standin.lives == life:
                raise
            raise CutOff(str(error), made) from error
        return made


async def settled(standin: Standin, made: Interaction) -> None:
    """Wait until the person has been shown something.

    :raises Unanswered: nothing came within the stand-in's time, or the bot was killed.
    """
    loop = asyncio.get_running_loop()
    begin, life = loop.time(), standin.lives
    acknowledge, answer = standin.interactions.acknowledge_seconds, standin.interactions.answer_seconds
    if standin.faults.hopeless(made.channel_id):
        acknowledge, answer = DISCORD_SECONDS, HOPELESS_SECONDS
    while made.acknowledged is None:
        if loop.time() - begin > acknowledge + 0.2 or standin.lives != life:
            raise Unanswered(f"{made.data} was not acknowledged", made)
        await asyncio.sleep(0.002)
    if made.response == DEFER_UPDATE and made.message is not None and made.message.seen_by is None:
        # The effect of a silent press is seen on the public message.
        return
    while not made.answered:
        if loop.time() - begin > answer or standin.lives != life:
            raise Unanswered(f"{made.data} was acknowledged ({made.response}) and never answered", made)
        await asyncio.sleep(0.002)
