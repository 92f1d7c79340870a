"""Clocks of a simulated process: all show the virtual time."""

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
    """Make every clock of this process show the virtual time.

    A single reading of the real time would make a seed's history depend on the speed of the machine.
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
    """Return what discord.py uses of :mod:`datetime`, with the virtual time as the present."""

    class VirtualDatetime(datetime.datetime):
        @classmethod
        def now(cls, tz: Any = None) -> Self:
            return cls.fromtimestamp(sim_discord.read_clock(), tz)

    return SimpleNamespace(**{**vars(datetime), "datetime": VirtualDatetime})
