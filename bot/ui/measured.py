"""Measures presses: when each arrived, when Discord had our acknowledgement, and how it ended."""

from __future__ import annotations

import time
from typing import Any

import discord
from prometheus_client import Histogram

from bot import metrics

VERB = "verb"
"""The key in an interaction's ``extras`` for what a press does; a command names itself."""
LOST_SECONDS = 3.5
"""The least that an acknowledgement counts which Discord never confirmed: it gives up at three seconds."""
_ARRIVED = "arrived"
_MEASURED = "measured"
_UNKNOWN = "unknown"


def arrived(interaction: discord.Interaction[Any]) -> None:
    """Note that a press, or something typed, was taken up."""
    if metrics.current() is not None:
        interaction.extras.setdefault(_ARRIVED, time.perf_counter())


def acknowledged(interaction: discord.Interaction[Any]) -> None:
    """Measure how long the acknowledgement took."""
    if (meters := metrics.current()) is not None:
        _measure(meters.acknowledge, interaction, confirmed=True)


def offered(interaction: discord.Interaction[Any]) -> None:
    """Measure how long the choices for something typed took."""
    if (meters := metrics.current()) is not None:
        _measure(meters.choices, interaction, confirmed=interaction.response.is_done())


def _measure(instrument: Histogram, interaction: discord.Interaction[Any], *, confirmed: bool) -> None:
    extras = interaction.extras
    if _ARRIVED in extras and _MEASURED not in extras:
        extras[_MEASURED] = True
        seconds = time.perf_counter() - extras[_ARRIVED]
        instrument.observe(seconds if confirmed else max(seconds, LOST_SECONDS))


def answered(interaction: discord.Interaction[Any], result: str) -> None:
    """Count a press that was dealt with, and measure one that was not acknowledged before."""
    if (meters := metrics.current()) is not None:
        if result != metrics.REPEATED:
            _measure(meters.acknowledge, interaction, confirmed=interaction.response.is_done())
        command = interaction.command
        verb = interaction.extras.get(VERB, _UNKNOWN) if command is None else f"/{command.qualified_name}"
        meters.presses.labels(verb, result).inc()
