"""Writes the notes on prepared moves that were made and on prepared lines that were dropped."""

from __future__ import annotations

from bot.model.seat_history import find_ply
from bot.model.table import Table
from bot.storage.premoves import DroppedPremove, Premoves
from bot.ui.escaping import escape_name
from bot.ui.offers import Notice
from games.core.match import ACT_KIND, Match
from games.core.premoves import PASS_WORD, DropReason
from games.core.words import N_, Msg, Words

TEXT_BY_DROP_REASON: dict[str, Msg] = {
    DropReason.UNEXPECTED_MOVE: Msg(N_("somebody did something you hadn't named")),
    DropReason.UNMET: Msg(N_("what you were waiting for didn't happen")),
    DropReason.CHANCE: Msg(N_("{chance} came up")),
    DropReason.ILLEGAL: Msg(N_("it's not possible now")),
    DropReason.UNDONE: Msg(N_("a move was taken back")),
    DropReason.OTHER_MOVE: Msg(N_("you moved differently")),
    DropReason.TURN_ENDED: Msg(N_("your turn ended before that")),
}


class PremoveNoteWriter:
    """Writes the notes about prepared moves for boards and for players' own views."""

    def __init__(self, prepared: Premoves) -> None:
        self._prepared = prepared

    async def write_board_notes(self, table: Table, match: Match, since: int, w: Words) -> list[str]:
        """Return a line for each player who had prepared one of the moves made since step ``since``."""
        played = await self._prepared.list_premove_rows(table.id) if match.ply else frozenset()
        seats = [
            match.rows[seq - 1].seat
            for seq in sorted(played)
            if seq <= match.seq
            and match.rows[seq - 1].kind == ACT_KIND
            and find_ply(match, seq) >= max(since, 1)
        ]
        names = [escape_name(table.names[seat]) for seat in dict.fromkeys(seats)]
        return [w("-# 🕰️ {name} had prepared this.", name=name) for name in names]

    async def list_notices(self, table: Table, user_id: int, w: Words) -> list[Notice]:
        """Return a notice for each dropped line that its player hasn't seen."""
        rows = await self._prepared.list_undelivered_notices(table.id, user_id)
        return [self._make_notice(row, table, w) for row in rows]

    def _make_notice(self, row: DroppedPremove, table: Table, w: Words) -> Notice:
        why = TEXT_BY_DROP_REASON.get(row.drop_reason, TEXT_BY_DROP_REASON[DropReason.ILLEGAL])
        why = Msg(why.msgid, {"chance": table.game.chance_noun})
        if row.line.rpartition(" then ")[2] == PASS_WORD:
            text = w("🕰️ I don't pass your turn as you had prepared: {why}.", why=w.msg(why))
        else:
            text = w("🕰️ I dropped what you had prepared (`{line}`): {why}.", line=row.line, why=w.msg(why))

        async def mark_seen() -> None:
            await self._prepared.mark_delivered(row)

        return Notice(text, mark_seen)
