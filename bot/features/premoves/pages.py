"""The page *Prepared*: all that a person has prepared at a table, and where more begins."""

from __future__ import annotations

from dataclasses import dataclass

import discord

from bot.errors.seats import NotSeated
from bot.features.premoves.keeper import (
    Keeper,
    allow_chance,
    foretell,
    make_line,
    may_pass,
    passes,
    read_row,
    require_playing,
)
from bot.features.premoves.next_up import FEWEST, NextUp
from bot.features.premoves.telling import know, label_happening, tell_line
from bot.model.table import Table
from bot.platform.limits import LABEL, OPTION_TEXT, OPTIONS, PER_ROW, ROWS, clip
from bot.storage.premoves import PremoveRow
from bot.ui import replies
from bot.ui.components import Item, button, select
from bot.ui.ids import Choice, custom_id, fresh_mark, packed, page_of, seat_of, table_of
from bot.ui.person.settings import tell_order
from bot.ui.play.beside import show_beside
from bot.ui.presses import Press
from bot.ui.scenes import make_scene
from bot.ui.services import Interaction
from games.core.errors import StaleAction
from games.core.match import Match
from games.core.premoves import PASS
from games.core.words import Words

ALWAYS, CALM = "w", "n"
"""What a move is prepared for: whatever they do, or unless dice or cards come up."""


@dataclass(frozen=True, slots=True)
class At:
    """A person's seat at a table."""

    table: Table
    match: Match
    seat: int


class Page:
    """Shows and changes what is prepared."""

    def __init__(self, keeper: Keeper, next_up: NextUp) -> None:
        self._keeper = keeper
        self._next_up = next_up

    @property
    def presses(self) -> tuple[Press, ...]:
        """Its handlers of presses."""
        return (
            Press("ah", self.open),
            Press("ahi", self.ask_event),
            Press("ahx", self.cancel),
            Press("aht", self.turn_chance),
            Press("ahn", self.turn_next),
            Press("ahp", self.pass_next),
        )

    async def open(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Answer *Prepare…*."""
        await replies.begin(interaction)
        await self.show(interaction, await find_at(interaction, parts))

    async def show(self, interaction: Interaction, at: At, note: str = "") -> None:
        """Show the page beside the own picture."""
        w = replies.reader(interaction)
        rows = await self._keeper.list(at.table, interaction.user.id, at.seat)
        lines = [note, w("**Prepared for your next turn** · only you see this")]
        position, _ = make_scene(at.table, at.match, at.seat, w)
        outlook = await foretell(at.table, at.match, position, at.seat, (), ())
        for number, row in enumerate(rows, 1):
            text = tell_line(at.table, read_row(row), know(outlook), at.seat, w)
            lines.append(w("{number}. {line}", number=number, line=text))
        items: list[Item] = []
        here = custom_id("b", "go", *Choice(at.table.id, at.match.seq, at.seat).parts())
        turn = await self._keeper.may_act(at.table, at.seat)
        if turn:
            lines.append(w("It's your turn: make your move first."))
            style = discord.ButtonStyle.primary
            items.append(button(here, w("Make a move"), emoji="▶️", row=0, style=style))
        else:
            if not rows:
                lines.append(w("Nothing yet. Choose when your next move is made for you."))
            lines.append(w("-# Anything unexpected drops it: then I ask you, as always."))
            items += self._offer(at, w)
            if may_pass(at.match.rules, outlook) and not any(passes(row) for row in rows):
                identity = custom_id("b", "ahp", at.table.id, at.match.seq, at.seat)
                items.append(button(identity, w("Pass next"), emoji="⏭️", row=0))
        if at.match.game.orders:
            services = interaction.client.services
            order = await services.tables.waiting.get_order(interaction.user.id, at.match.game.key)
            told = tell_order(at.match.game, order, services.drawings, w)
            lines.append(w("-# If somebody asks you something before: {choice}", choice=told))
            items.append(button(custom_id("b", "se"), w("Standing order"), emoji="🤖", row=0))
        if at.match.seats >= FEWEST:
            items.append(await self._next_button(interaction, at, w))
        for item in items[PER_ROW:]:
            item.row = ROWS - 1
        for row_number, row in enumerate(rows[: ROWS - 1], 1):
            items += self._row_buttons(at, row, row_number, w)
        if not turn:
            items.append(button(here, w("What now?"), emoji="🔄", row=ROWS - 1))
        await show_beside(interaction, at.table, at.seat, "\n".join(filter(None, lines)), items)

    def _offer(self, at: At, w: Words) -> list[Item]:
        here = (at.table.id, at.match.seq, at.seat)
        primary = discord.ButtonStyle.primary
        return [
            button(custom_id("b", "ahg", *here, ALWAYS, ""), w("Whatever they do…"), row=0, style=primary),
            button(custom_id("b", "ahg", *here, CALM, ""), w("Unless dice or cards come up…"), row=0),
            button(custom_id("b", "ahi", *here), w("If they…"), row=0),
        ]

    async def _next_button(self, interaction: Interaction, at: At, w: Words) -> Item:
        wanted = await self._next_up.wants(interaction.user.id)
        label = w("Don't tell me I'm next") if wanted else w("Tell me when I'm next")
        identity = custom_id("b", "ahn", at.table.id, at.match.seq, at.seat, int(not wanted))
        return button(identity, label, emoji="🔔", row=0)

    async def turn_next(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Have the person told that they are next, or no longer."""
        await replies.begin(interaction)
        w, at, wanted = replies.reader(interaction), await find_at(interaction, parts), page_of(parts, 3) > 0
        await self._next_up.set(interaction.user.id, wanted=wanted)
        note = w("Changed.")
        if wanted:
            note = w("I'll send you a direct message when the player before you is on turn.")
            if not await self._next_up.reaches(interaction.user.id):
                note = w("Noted. Now choose direct messages for your reminders: `/me settings`.")
        await self.show(interaction, at, note)

    def _row_buttons(self, at: At, row: PremoveRow, number: int, w: Words) -> list[Item]:
        line = read_row(row)
        chance = all(stage.chance for stage in line.stages)
        here = (at.table.id, at.match.seq, at.seat)
        made = []
        if len(line.stages) == 1 and not passes(row):
            then = custom_id("b", "ahg", *here, f"l{packed(row.id)}", "")
            made.append(button(then, w("{number}: and then…", number=number), emoji="➕", row=number))
        other = w("{number}: not if dice or cards come up", number=number)
        if not chance:
            other = w("{number}: even if dice or cards come up", number=number)
        turn = custom_id("b", "aht", *here, row.id, int(not chance))
        made.append(button(turn, clip(other, LABEL), emoji="🎲", row=number))
        cancel = custom_id("b", "ahx", *here, row.id)
        made.append(button(cancel, w("{number}: cancel", number=number), emoji="✖️", row=number))
        return made

    async def pass_next(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Prepare a pass; a second press finds it there."""
        await replies.begin(interaction)
        w, at = replies.reader(interaction), await find_at(interaction, parts)
        if at.match.seq != seat_of(parts, 1):
            await self.show(interaction, at, w.msg(StaleAction().message))
            return
        if not any(passes(row) for row in await self._keeper.list(at.table, interaction.user.id, at.seat)):
            line = make_line(PASS, (), chance=False)
            await self._keeper.add(at.table.id, interaction.user.id, at.seat, at.match.seq, line)
        await self.show(interaction, at, w("You pass your next turn."))

    async def cancel(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Cancel a line."""
        await replies.begin(interaction)
        at = await find_at(interaction, parts)
        gone = await self._keeper.cancel(interaction.user.id, page_of(parts, 3), seat_of(parts, 1))
        w = replies.reader(interaction)
        await self.show(interaction, at, w("Cancelled.") if gone else w("That's no longer prepared."))

    async def turn_chance(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Have a line hold whatever comes up, or no longer."""
        await replies.begin(interaction)
        at = await find_at(interaction, parts)
        seen = page_of(parts, 3), seat_of(parts, 1)
        row = await self._keeper.find(at.table, interaction.user.id, *seen)
        line = allow_chance(read_row(row), allowed=page_of(parts, 4) > 0)
        await self._keeper.change(at.table, row, line)
        await self.show(interaction, at, replies.reader(interaction)("Changed."))

    async def ask_event(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Ask what the others are to do."""
        await replies.begin(interaction)
        w, at = replies.reader(interaction), await find_at(interaction, parts)
        position, _ = make_scene(at.table, at.match, at.seat, w)
        outlook = await foretell(at.table, at.match, position, at.seat, (), ())
        found = outlook.happenings[: (ROWS - 1) * OPTIONS]
        if not found:
            await self.show(interaction, at, w("Nobody else acts before you."))
            return
        here = (at.table.id, at.match.seq, at.seat)
        items: list[Item] = []
        for start in range(0, len(found), OPTIONS):
            options = [
                discord.SelectOption(
                    label=clip(label_happening(at.table, one, w), LABEL),
                    value=str(number),
                    description=clip(one.event.token, OPTION_TEXT),
                )
                for number, one in enumerate(found[start : start + OPTIONS], start)
            ]
            number = start // OPTIONS
            identity = custom_id("s", "ahe", *here, number, fresh_mark(interaction.id))
            items.append(select(identity, options, w("Choose…"), row=number))
        back = custom_id("b", "ah", *here)
        items.append(button(back, w("Back"), emoji="◀️", row=ROWS - 1))
        text = w("**If they do what, before your turn?** Whatever else they do doesn't matter.")
        await show_beside(interaction, at.table, at.seat, text, items)


async def find_at(interaction: Interaction, parts: list[str]) -> At:
    """Return where a press is about: its parts name the table, or also the position and the seat.

    :raises NotSeated: the seat is not the person's.
    """
    table = await interaction.client.services.tables.get(table_of(parts))
    match = require_playing(table)
    seat = table.seat_for(interaction.user.id) if len(parts) < 3 else seat_of(parts, 2)
    if seat is None or seat not in table.seats_of(interaction.user.id):
        raise NotSeated
    return At(table, match, seat)
