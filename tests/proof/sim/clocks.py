"""Makes all clocks of a simulation show virtual time."""

from __future__ import annotations

import datetime
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any, Self
from unittest.mock import patch

import discord

from tests.proof.sim.discord_side import SimDiscord


@contextmanager
def use_virtual_clocks(sim_discord: SimDiscord) -> Iterator[None]:
    """Make every clock of this process show virtual time.

    If anything read the real time, a seed's run would depend on the machine's speed.
    """
    dates = _make_datetime_module(sim_discord)
    with (
        patch("time.time", sim_discord.read_clock),
        patch("time.monotonic", sim_discord.loop.time),
        patch("time.perf_counter", sim_discord.loop.time),
        patch.object(discord.utils, "datetime", dates),
        patch("discord.ext.tasks.datetime", dates),
    ):
        yield


def _make_datetime_module(sim_discord: SimDiscord) -> SimpleNamespace:
    """Return a replacement for discord.py's ``datetime`` module in which the present is virtual."""

    class VirtualDatetime(datetime.datetime):
        @classmethod
        def now(cls, tz: Any = None) -> Self:
            return cls.fromtimestamp(sim_discord.read_clock(), tz)

    return SimpleNamespace(**{**vars(datetime), "datetime": VirtualDatetime})
