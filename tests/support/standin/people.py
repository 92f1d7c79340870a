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
"""How long people wait for an answer that was acknowledged, where none is to be expected."""


class Unanswered(Exception):
    """Discord would have written "This interaction failed" of what was ``made``."""

    def __init__(self, text: str, made: Interaction) -> None:
        super().__init__(text)
        self.made = made


class CutOff(Unanswered):
    """The same, and no wonder: the bot was killed before it could answer, or was not there at all."""


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

        :param kind: of a list that is none of texts.
        :raises Unanswered: nothing came.
        """
        data = pressed(custom_id, values, kind)
        return await self._do(COMPONENT, message.channel_id, data, message, wait=wait)

    async def fill(self, asked: Interaction, **values: str | bool) -> Interaction:
        """Fill in the form that answered a press, and wait for the answer.

        :raises Unanswered: nothing came.
        """
        assert asked.form is not None, "no form"
        return await self._do(SUBMIT, asked.channel_id, filled(asked.form, values), asked.message, wait=True)

    async def type(self, channel_id: int, command: str, *, wait: bool = True, **options: Any) -> Interaction:
        """Type a command; a subcommand is written with a space.

        :raises Unanswered: nothing came.
        """
        return await self._do(COMMAND, channel_id, typed(command, options), None, wait=wait)

    async def point(
        self, channel_id: int, command: str, target: int, *, permissions: int | None = None
    ) -> Interaction:
        """Choose a command in the menu of a person.

        :param permissions: what that person may do in the channel; ``None`` where they are not on the server.
        :raises Unanswered: nothing came.
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
        """Return the values that are offered while an option is typed.

        :raises Unanswered: none came.
        """
        made = await self.offered(channel_id, command, focused, **options)
        return [str(choice["value"]) for choice in made.choices]

    async def offered(self, channel_id: int, command: str, focused: str, **options: Any) -> Interaction:
        """Type an option so far, and wait for what is offered.

        :raises Unanswered: nothing came.
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

    :raises Unanswered: nothing came in the time that the stand-in gives, or the bot has been killed.
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
        # A silent press: what it brings about is seen on the public message.
        return
    while not made.answered:
        if loop.time() - begin > answer or standin.lives != life:
            raise Unanswered(f"{made.data} was acknowledged ({made.response}) and never answered", made)
        await asyncio.sleep(0.002)
