"""Measures presses: the time until Discord confirms our acknowledgement, and the result."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import discord

from bot import metrics

if TYPE_CHECKING:
    from prometheus_client import Histogram

HANDLER_KEY = "verb"
"""Key in an interaction's ``extras`` for the name of the handler. It isn't set for commands."""
MIN_UNCONFIRMED_SECONDS = 3.5
"""Minimum recorded time of an unconfirmed acknowledgement, because Discord stops waiting after three."""
_ARRIVED_KEY, _MEASURED_KEY, _COUNTED_KEY = "arrived", "measured", "counted"
"""Keys in an interaction's ``extras``."""
_UNKNOWN_HANDLER = "unknown"


def record_arrival(interaction: discord.Interaction[Any]) -> None:
    """Remember when a press or an autocompletion arrived."""
    if metrics.get_meters() is not None:
        interaction.extras.setdefault(_ARRIVED_KEY, time.perf_counter())


def record_acknowledgement(interaction: discord.Interaction[Any]) -> None:
    """Record the time from the arrival of a press to its acknowledgement."""
    if (meters := metrics.get_meters()) is not None:
        _record_duration(meters.acknowledge, interaction, is_confirmed=True)


def record_choices(interaction: discord.Interaction[Any]) -> None:
    """Record how long an autocompletion took to show its choices."""
    if (meters := metrics.get_meters()) is not None:
        _record_duration(meters.choices, interaction, is_confirmed=interaction.response.is_done())


def _record_duration(
    instrument: Histogram, interaction: discord.Interaction[Any], *, is_confirmed: bool
) -> None:
    extras = interaction.extras
    if _ARRIVED_KEY in extras and _MEASURED_KEY not in extras:
        extras[_MEASURED_KEY] = True
        seconds = time.perf_counter() - extras[_ARRIVED_KEY]
        instrument.observe(seconds if is_confirmed else max(seconds, MIN_UNCONFIRMED_SECONDS))


def count_answer(interaction: discord.Interaction[Any], result: str) -> None:
    """Count a finished press, and record its acknowledgement time unless that is already recorded.

    A press whose answer is completed later counts once, with its first result.
    """
    if (meters := metrics.get_meters()) is not None and not interaction.extras.get(_COUNTED_KEY):
        interaction.extras[_COUNTED_KEY] = True
        if result != metrics.REPEATED_RESULT:
            _record_duration(meters.acknowledge, interaction, is_confirmed=interaction.response.is_done())
        command = interaction.command
        verb = (
            interaction.extras.get(HANDLER_KEY, _UNKNOWN_HANDLER)
            if command is None
            else f"/{command.qualified_name}"
        )
        meters.presses.labels(verb, result).inc()
