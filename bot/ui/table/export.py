"""*Export*: sends the record of a match as a file, with instructions for checking it."""

from __future__ import annotations

import io

import discord

from bot.model.table import TABLE_OVER, Table
from bot.ui import replies
from bot.ui.ids import read_table_id
from bot.ui.presses import PressHandler
from bot.ui.services import Interaction
from games.core.match_record import MatchRecord
from games.core.words import Words


async def send_record(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Send the record of a match as a file.

    The record includes the secret once all matches with this deal are over.

    :raises TableError: there is no match.
    """
    tables = interaction.client.services.tables
    table, exports = await tables.get(read_table_id(parts)), tables.exports
    record, w = await exports.make_record(table.id), replies.get_words(interaction)
    file = discord.File(io.BytesIO(record.to_json().encode()), filename=name_record_file(table))
    if record.secret is not None:
        text = f"{w('The whole match, secret included. Check it:')}\n{write_check_command(table, record)}"
    else:
        text = _explain_missing_secret(table, w, is_sealed=await exports.is_sealed(table.id))
    await replies.show(interaction, text, files=[file])


def _explain_missing_secret(table: Table, w: Words, *, is_sealed: bool) -> str:
    """Return the text sent with a record that doesn't include the secret yet.

    :param is_sealed: whether other tables still play with this secret.
    """
    if not is_sealed:
        return w("The moves so far. The secret follows when the match has ended.")
    if table.status != TABLE_OVER:
        return w("The moves so far. Other tables have the same deal: the secret follows when all have ended.")
    return w("The whole match. Other tables have the same deal: the secret follows when all have ended.")


def name_record_file(table: Table) -> str:
    """Return the file name of a table's record."""
    return f"{table.game.key}-{table.id}.json"


def write_check_command(table: Table, record: MatchRecord) -> str:
    """Return a code block with the command that checks the file of a finished match."""
    known = ("--hash", record.digest, "--commitment", record.commitment)
    command = " ".join(("python", "-m", "games", "verify", name_record_file(table), *known))
    return f"```\n{command}\n```"


PRESS_HANDLERS = (PressHandler("fx", send_record, acknowledge="new"),)
