"""Submits forms that the bot never showed."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from simcord import interactions as simulated
from simcord.results import InteractionResult

from tests.support.harbour import Harbour
from tests.support.zones import set_zone


async def submit_forged_form(
    harbour: Harbour, person: Any, custom_id: str, values: dict[str, str], *, is_delivered_twice: bool = False
) -> InteractionResult:
    """Submit a form that the bot never showed.

    :param is_delivered_twice: whether to deliver the submission again, after changing the person's time zone.
    """
    data = {
        "custom_id": custom_id,
        "components": [
            {"type": 18, "id": n, "component": {"type": 3, "id": 90 + n, "custom_id": key, "values": [value]}}
            for n, (key, value) in enumerate(values.items(), 1)
        ],
    }
    record, payload = simulated.base_payload(
        harbour.env.backend,
        type=5,
        channel_id=harbour.channel.id,
        guild_id=harbour.guild.id,
        user_id=person.id,
        data=data,
    )
    harbour.env.backend.emit("INTERACTION_CREATE", deepcopy(payload))
    await harbour.env.settle()
    if is_delivered_twice:
        await set_zone(harbour.bot.tables.times, person.id, "Asia/Tokyo")
        harbour.env.backend.emit("INTERACTION_CREATE", deepcopy(payload))
        await harbour.env.settle()
    return InteractionResult(harbour.env, record)
