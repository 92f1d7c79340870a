"""Shortens the log records of expected autocompletion failures to one line."""

from __future__ import annotations

import logging

import discord
from discord import app_commands

from bot.errors.base import BotError
from bot.platform.deadlines import NO_RESPONSE_ERRORS

_EXPECTED_FAILURES = (
    discord.HTTPException,
    discord.InteractionResponded,
    app_commands.CommandSignatureMismatch,
    *NO_RESPONSE_ERRORS,
    BotError,
)
"""Errors in autocompletions, for example because choices are sent too late."""


def shorten_autocompletion_failures() -> None:
    """Make discord.py log expected failures of autocompletions as one INFO line instead of a traceback."""
    logging.getLogger("discord.app_commands.tree").addFilter(_shorten_record)


def _shorten_record(record: logging.LogRecord) -> bool:
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(error, _EXPECTED_FAILURES) and isinstance(record.args, tuple) and record.args:
        record.msg, record.args = "autocompletion failed command=%s", (str(record.args[0]).replace(" ", "."),)
        record.levelno, record.levelname = logging.INFO, logging.getLevelName(logging.INFO)
        record.exc_info = record.exc_text = None
        record.fields = {"error": repr(error)}
    return True
