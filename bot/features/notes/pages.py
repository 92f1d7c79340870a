"""Shows the form for a note, the note above its writer's view, and the notes shared after the match."""

from __future__ import annotations

from bot.errors.seats import NotSeated
from bot.errors.tables import TableOver
from bot.features.notes import verbs
from bot.model.table import TABLE_PLAYING, Table
from bot.model.turns import find_turn_number
from bot.platform.limits import MAX_MESSAGE_LENGTH, clip
from bot.storage.notes import NoteRow, Notes
from bot.tables.service import Tables
from bot.ui import forms, replies
from bot.ui.components import Item, make_button
from bot.ui.escaping import escape_name
from bot.ui.ids import make_custom_id, read_table_id
from bot.ui.offers import Notice
from bot.ui.play import own_view
from bot.ui.presses import PressHandler
from bot.ui.scenes import require_match
from bot.ui.services import Interaction
from games.core.match import Match
from games.core.words import Words

MAX_NOTE_LENGTH = 300
TEXT_FIELD, SHARE_FIELD = "text", "show"


class NotePages:
    """Stores notes and shows them to their writers, and to everybody after the match if they were shared."""

    def __init__(self, notes: Notes, tables: Tables) -> None:
        self._notes, self._tables = notes, tables

    @property
    def press_handlers(self) -> tuple[PressHandler, ...]:
        return (
            PressHandler(verbs.OPEN_VERB, self.open_note_form, acknowledge=None),
            PressHandler(verbs.WRITE_VERB, self.store_note, handles_form=True),
            PressHandler(verbs.LIST_VERB, self.show_shared_notes, acknowledge="new"),
        )

    async def open_note_form(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Open the form, filled in with the user's newest note.

        :raises NotSeated: the user doesn't play here.
        :raises TableOver: the match has ended.
        """
        # Check the user's access before loading the table, so that a forbidden press reveals nothing.
        await replies.check_requirement(interaction)
        table, _ = await self._find_running_match(interaction, read_table_id(parts))
        w = replies.get_words(interaction)
        last = await self._notes.find_last_note(table.id, interaction.user.id)
        written = "" if last is None else last.text
        fields = [
            forms.make_text_field(
                TEXT_FIELD,
                w("What do you want to remember?"),
                written,
                MAX_NOTE_LENGTH,
                w("Only you see it."),
            ),
            forms.make_checkbox_field(
                SHARE_FIELD, w("Show to all after the match"), is_checked=bool(last and last.is_shared)
            ),
        ]
        form = forms.make_form(make_custom_id("m", verbs.WRITE_VERB, table.id), w("Note to myself"), fields)
        await forms.send_form(interaction, form)

    async def store_note(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Store the note with the current position, or delete the newest note if the form is empty.

        A note with unchanged text keeps its position. Then show the player's view.
        """
        table, match = await self._find_running_match(interaction, read_table_id(parts))
        user = interaction.user.id
        fields = forms.read_fields(
            interaction, {TEXT_FIELD: None, SHARE_FIELD: (forms.TICKED_VALUE, forms.UNTICKED_VALUE)}
        )
        last = await self._notes.find_last_note(table.id, user)
        text, is_shared = fields.get(TEXT_FIELD, ""), fields.get(SHARE_FIELD) == forms.TICKED_VALUE
        if not text and last is not None:
            await self._notes.delete_note(last)
        elif text and (last is None or (text, is_shared) != (last.text, last.is_shared)):
            await self._notes.store_note(
                NoteRow(table.id, user, match.ply, clip(text, MAX_NOTE_LENGTH), is_shared, self._tables.now())
            )
        await own_view.show_own_view(interaction, table)

    async def _find_running_match(self, interaction: Interaction, table_id: int) -> tuple[Table, Match]:
        """Return a table and its match, if the user plays in it.

        :raises NotSeated: the user has no seat.
        :raises TableOver: the match has ended.
        """
        table = await self._tables.get(table_id)
        match = require_match(table)
        if not table.list_seats(interaction.user.id):
            raise NotSeated
        if table.status != TABLE_PLAYING:
            raise TableOver
        return table, match

    async def list_notices(self, table: Table, user_id: int, w: Words) -> list[Notice]:
        """Return the player's newest note, to be shown above their view, or nothing after the match."""
        if table.status != TABLE_PLAYING or not table.list_seats(user_id):
            return []
        last = await self._notes.find_last_note(table.id, user_id)
        return [] if last is None else [Notice(f"📝 {escape_name(last.text)}", _do_nothing)]

    async def has_shared_notes(self, table: Table, user_id: int) -> bool:
        """Return whether the match has ended and there are notes that everybody may read."""
        return is_match_over(table) and bool(await self._notes.list_shared_notes(table.id))

    async def show_shared_notes(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Show the notes shared after the match, except those of players who gave up their seat."""
        w, table = replies.get_words(interaction), await self._tables.get(read_table_id(parts))
        rows = await self._notes.list_shared_notes(table.id) if is_match_over(table) else []
        lines = [f"**{w('Notes of the players')}**"]
        for row in rows:
            seats = table.list_seats(row.user_id)
            if seats and table.match is not None:
                name = escape_name(table.names[seats[0]])
                turn = find_turn_number(table.match, min(row.ply, table.match.ply - 1))
                lines.append(w("**{name}**, turn {n}: {text}", name=name, n=turn, text=escape_name(row.text)))
        if len(lines) == 1:
            lines.append(w("None yet that you can see."))
        await replies.show(interaction, clip("\n".join(lines), MAX_MESSAGE_LENGTH))


async def _do_nothing() -> None:
    """Do nothing once a note has been shown, because a note is shown every time."""


def is_match_over(table: Table) -> bool:
    """Return whether the match has ended, so that a note can no longer give anybody an advantage."""
    return table.match is not None and table.match.outcome is not None


def make_menu_button(table: Table, user_id: int, w: Words, row: int) -> Item | None:
    """Return the *History* tab's button that opens the note form, if the user plays in a running match."""
    if table.status != TABLE_PLAYING or table.match is None or not table.list_seats(user_id):
        return None
    return make_button(make_custom_id("b", verbs.OPEN_VERB, table.id), w("Note…"), emoji="🗒️", row=row)


def make_shared_notes_button(table: Table, user_id: int, w: Words, row: int) -> Item | None:
    """Return the *History* tab's button that lists the shared notes; ``None`` until the match has ended."""
    if not is_match_over(table):
        return None
    return make_button(make_custom_id("b", verbs.LIST_VERB, table.id), w("Notes"), emoji="🗒️", row=row)


def make_waiting_button(table: Table, match: Match, seat: int, w: Words) -> Item | None:
    """Return the *Note…* button for a player's view; ``None`` after the match."""
    if table.status != TABLE_PLAYING or match.outcome is not None:
        return None
    return make_button(make_custom_id("b", verbs.OPEN_VERB, table.id), w("Note…"), emoji="🗒️")
