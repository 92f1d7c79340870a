"""*Fairness*: explains why nobody can influence a match's dice and cards, and shows the hashes."""

from __future__ import annotations

from collections.abc import Sequence

from bot.model.table import TABLE_OVER, Table
from bot.ui import replies
from bot.ui.components import Item, make_button, make_view
from bot.ui.ids import make_custom_id, read_table_id
from bot.ui.presses import PressHandler
from bot.ui.services import Interaction
from bot.ui.table.export import write_check_command
from games.core.match_record import MatchRecord
from games.core.words import Words


def make_fairness_button(table: Table, w: Words, row: int | None = None) -> Item:
    """Return the *Fairness* button of a board or a menu."""
    return make_button(make_custom_id("b", "fa", table.id), w("Fairness"), row=row)


def make_commitment_button(table: Table, w: Words) -> Item:
    """Return the *Fairness* button of a lobby, with the hash of the secret in its custom_id.

    That makes the hash public before Discord assigns the message ID and before anybody presses a button.
    """
    return make_button(make_custom_id("b", "fa", table.id, table.commitment), w("Fairness"))


def may_key_use_message_id(table: Table) -> bool:
    """Return whether the match key may use the lobby message's ID instead of the *Start* press's.

    This is possible if one person plays alone and every seat is taken, because such a match can start
    automatically.
    """
    return len(table.user_ids) == 1 and (table.match is not None or table.is_complete)


async def open_fairness(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Show the *Fairness* page of a table."""
    services = interaction.client.services
    table = await services.tables.get(read_table_id(parts))
    w = replies.get_words(interaction)
    if table.secret is None:
        origins = [await find_origin(table, w) for find_origin in services.offers.origin_writers]
        await replies.show(interaction, write_promise(table, w, next(filter(None, origins), ())))
        return
    record = await services.tables.exports.make_record(table.id)
    file = make_button(make_custom_id("b", "fx", table.id), w("Get the file"), emoji="💾")
    await replies.show(interaction, write_proof(table, record, w), view=make_view([file]))


def write_promise(table: Table, w: Words, origin: Sequence[str] = ()) -> str:
    """Return the text shown before the end of the match, with the hash of the fixed secret.

    :param origin: lines that replace the usual lines about the source of randomness.
    """
    return "\n".join([_write_heading(w), *(origin or _explain_randomness(table, w))])


def _explain_randomness(table: Table, w: Words) -> list[str]:
    lines = [
        w("When this table opened, the bot drew a secret. This is its SHA-256 value:"),
        f"`{table.commitment}`",
        w(
            "Everything random follows from that secret and from the numbers Discord gives each press "
            "of *Join* and *Start*. So no player can choose it, and the secret can't be changed later."
        ),
    ]
    if may_key_use_message_id(table):
        lines.append(
            w(
                "If you play alone and the match starts right away, the number of the message that opened "
                "the table counts as *Start*. Its *Fairness* button has carried this value since then."
            )
        )
    if table.status != TABLE_OVER:
        lines.append(w("When the match has ended, you'll find the secret here."))
    return lines


def write_proof(table: Table, record: MatchRecord, w: Words) -> str:
    """Return the secret, the hash of the whole match, and instructions for checking both."""
    lines = [
        _write_heading(w),
        w("The secret of this match, and its SHA-256 value, shown before the first move:"),
        f"`{table.secret}`",
        f"`{table.commitment}`",
        w("The SHA-256 value of the whole match, every move included:"),
        f"`{record.digest}`",
        w("Get the file and check it yourself: change anything in it, and that value changes too."),
        write_check_command(table, record),
    ]
    return "\n".join(lines)


def _write_heading(w: Words) -> str:
    return w("**Is it fair?**")


PRESS_HANDLERS = (PressHandler("fa", open_fairness, acknowledge="new"),)
