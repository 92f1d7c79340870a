"""``/prepare``: what is prepared by typing, and the page of all that is."""

from __future__ import annotations

import asyncio
import re
from dataclasses import replace

from discord import app_commands
from discord.ext import commands

from bot.cogs.common import matching, table_here
from bot.errors.base import BotError
from bot.errors.seats import NotSeated
from bot.features.premoves.keeper import Keeper, foretell, require_playing
from bot.features.premoves.pages import At, Page
from bot.features.premoves.telling import label_happening, make_scene_of
from bot.model.table import Table
from bot.platform.translator import NAME, TEXT, L
from bot.ui import replies
from bot.ui.scenes import make_scene
from bot.ui.services import Interaction
from games.core.errors import RuleError
from games.core.premoves import Condition, PremoveLine, UnreadablePremoves, parse
from games.players.prospects import Outlook

_ELSE_ASK = re.compile(r"[\s,;]*\belse ask( me)?[\s.]*$", re.IGNORECASE)


class Prepare(commands.Cog):
    """Prepares moves from the keyboard."""

    def __init__(self, keeper: Keeper, page: Page) -> None:
        self._keeper = keeper
        self._page = page

    @app_commands.command(
        name=L(NAME, "prepare"), description=L(TEXT, "Decide your next move before it's your turn")
    )
    @app_commands.rename(move=L(NAME, "move"), when=L(NAME, "if"), chance=L(NAME, "chance"))
    @app_commands.describe(
        move=L(TEXT, "The move, several with spaces, or a line: if MOVE then MOVE"),
        when=L(TEXT, "Only if somebody does this before your turn"),
        chance=L(TEXT, "Also if dice are rolled or cards turned up before"),
    )
    @app_commands.guild_only()
    async def prepare(
        self, interaction: Interaction, move: str = "", when: str = "", chance: bool = False
    ) -> None:
        """Prepare what is written; without a move show what is prepared."""
        async with replies.guarded(interaction):
            await replies.begin(interaction)
            at = await _find_here(interaction)
            note = ""
            if move:
                line = read_typed(at.table, move, when, chance=chance)
                await self._check_events(interaction, at, line)
                await self._keeper.add(at.table.id, interaction.user.id, at.seat, at.match.seq, line)
                note = replies.reader(interaction)("Prepared.")
            await self._page.show(interaction, at, note)

    @prepare.autocomplete("move")
    async def _moves(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        # What comes before the last of several moves stays as it was typed.
        before, _, last = current.rpartition(" ")
        head = f"{before} " if before else ""
        try:
            at = await _find_here(interaction)
            outlook = await _foretell(interaction, at, _read_plays(before))
        except (BotError, RuleError):
            return []
        scene = make_scene_of(at.table, at.seat, replies.reader(interaction))

        def offer() -> list[app_commands.Choice[str]]:
            phrase = at.match.game.texts.phrase
            found = [
                (f"{head}{one.action.token} · {phrase(one.action, one.view, scene)}", head + one.action.token)
                for one in outlook.prospects
            ]
            return matching(found, current if last else before)

        return await asyncio.to_thread(offer)

    @prepare.autocomplete("when")
    async def _events(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        try:
            at = await _find_here(interaction)
            outlook = await _foretell(interaction, at)
        except (BotError, RuleError):
            return []
        w = replies.reader(interaction)
        found = [
            (f"{one.event.token} · {label_happening(at.table, one, w)}", one.event.write())
            for one in outlook.happenings
        ]
        return matching(found, current)

    async def _check_events(self, interaction: Interaction, at: At, line: PremoveLine) -> None:
        """Refuse what nobody could ever do.

        :raises UnreadableToken: it is no move of the game, nor how one begins.
        """
        known = {_head(one.action.token) for one in (await _foretell(interaction, at)).happenings}
        for event in (event for stage in line.stages for event in stage.needs):
            if _head(event.token) not in known:
                at.match.rules.read(event.token)


def _head(token: str) -> str:
    return re.split("[:>]", token)[0]


async def _find_here(interaction: Interaction) -> At:
    table = await table_here(interaction)
    match, seat = require_playing(table), table.seat_for(interaction.user.id)
    if seat is None:
        raise NotSeated
    return At(table, match, seat)


async def _foretell(interaction: Interaction, at: At, plays: tuple[str, ...] = ()) -> Outlook:
    position, _ = make_scene(at.table, at.match, at.seat, replies.reader(interaction))
    return await foretell(at.table, at.match, position, at.seat, (), plays)


def _read_plays(text: str) -> tuple[str, ...]:
    """Return the moves of the last turn that was begun in a text; none where it is no line."""
    try:
        return parse(text).stages[-1].plays
    except UnreadablePremoves:
        return ()


def read_typed(table: Table, move: str, when: str = "", *, chance: bool = False) -> PremoveLine:
    """Return the line of what was typed: moves alone are made whatever the others do.

    People are named as at the table, or by the number of their seat.

    :raises BadLine: it is none.
    """
    text = _ELSE_ASK.sub("", move.strip())
    if text[:3].casefold() == "if ":
        text = "if " + text[3:]
    first, *later = parse(_number_names(table, text)).stages
    bare = not text.startswith("if ")
    if when:
        named = parse(_number_names(table, f"if {when.strip()} then -")).stages[0]
        needs: tuple[Condition, ...] = (*named.needs, *first.needs)
        first = replace(first, needs=needs, chance=first.chance or named.chance)
    if bare or when:
        first = replace(first, anything=True)
    return PremoveLine((replace(first, chance=first.chance or chance), *later))


def _number_names(table: Table, text: str) -> str:
    """Put numbers of seats in the place of names behind *if* and *&*; the longest name first."""
    names = sorted(enumerate(table.names, 1), key=lambda one: -len(one[1]))
    for number, name in names:
        text = re.sub(rf"(\bif |& ){re.escape(name)} ", rf"\g<1>{number} ", text, flags=re.IGNORECASE)
    return text
