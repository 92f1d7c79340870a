"""The panel that asks for a prepared move, one field after the other."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass

import discord

from bot.features.premoves.keeper import Keeper, extend, foretell, make_line, read_row
from bot.features.premoves.pages import ALWAYS, At, Page, find_at
from bot.features.premoves.telling import know, make_scene_of, name_move, tell_when
from bot.platform.emoji import make_sign
from bot.platform.limits import LABEL, OPTIONS, PER_ROW, PLACEHOLDER, ROWS, clip
from bot.storage.premoves import PremoveRow
from bot.ui import replies
from bot.ui.components import Item, button, select
from bot.ui.ids import PICK_JOINT, OutdatedId, custom_id, fresh_mark, number_of, packed, unpacked
from bot.ui.play.asking import find_icon, write_label
from bot.ui.play.beside import show_beside
from bot.ui.presses import Press
from bot.ui.scenes import make_scene
from bot.ui.services import Interaction
from games.core.errors import StaleAction
from games.core.narrow import NoSuchPick, Question, narrow
from games.core.premoves import Condition, Stage
from games.core.shapes import ActionLike
from games.core.words import Words
from games.players.prospects import Outlook, Prospect

EVENT, ROW = "e", "l"
"""What a move is prepared for, before a number: what may happen, or a line that it goes on with."""


@dataclass(frozen=True, slots=True)
class Aim:
    """What a move is prepared for: ``base``, as a custom_id says it; ``row`` is what it goes on with."""

    base: str
    stage: Stage | None
    needs: tuple[Condition, ...] = ()
    chance: bool = False
    row: PremoveRow | None = None

    @property
    def plays(self) -> tuple[str, ...]:
        """What is done before the move."""
        return () if self.row is None or self.stage is None else self.stage.plays


class Asking:
    """Asks for moves to be prepared."""

    def __init__(self, keeper: Keeper, page: Page) -> None:
        self._keeper = keeper
        self._page = page

    @property
    def presses(self) -> tuple[Press, ...]:
        """Its handlers of presses."""
        return (
            Press("ahg", self.take_pick),
            Press("ahl", self.take_listed),
            Press("ahe", self.take_event),
        )

    async def take_pick(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Go on with the picks that a button carries."""
        await replies.begin(interaction)
        await self._advance(interaction, parts, parts[3], _picks(parts[4]))

    async def take_listed(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Go on with the value chosen from a list."""
        await replies.begin(interaction)
        await self._advance(interaction, parts, parts[3], (*_picks(parts[4]), values[0]))

    async def take_event(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Go on with what was chosen that others are to do."""
        await replies.begin(interaction)
        await self._advance(interaction, parts, EVENT + packed(number_of(values)), ())

    async def _advance(
        self, interaction: Interaction, parts: list[str], base: str, picks: tuple[str, ...]
    ) -> None:
        w, at = replies.reader(interaction), await find_at(interaction, parts)
        if at.match.seq != _number(parts[1]):
            await self._page.show(interaction, at, w.msg(StaleAction().message))
            return
        aim = await self._find_aim(interaction, at, base)
        position, _ = make_scene(at.table, at.match, at.seat, w)
        outlook = await foretell(at.table, at.match, position, at.seat, aim.needs, aim.plays)
        if not outlook.prospects:
            note = w("I can't tell what you could do then. You can still type it: `/prepare`.")
            await self._page.show(interaction, at, note)
            return
        actions = tuple(prospect.action for prospect in outlook.prospects)
        try:
            found = await asyncio.to_thread(narrow, actions, picks, at.match.game.fields)
        except NoSuchPick as error:
            raise OutdatedId from error
        if isinstance(found, Question):
            await self._ask(interaction, at, aim, picks, found, know(outlook))
        else:
            await self._store(interaction, at, aim, found, outlook)

    async def _find_aim(self, interaction: Interaction, at: At, base: str) -> Aim:
        """Read back what a move is prepared for.

        :raises OutdatedId: it is nothing known here.
        """
        kind, number = base[:1], base[1:]
        if kind == ROW:
            row = await self._keeper.find(at.table, interaction.user.id, _number(number), at.match.seq)
            stage = read_row(row).stages[-1]
            return Aim(base, stage, stage.needs, stage.chance, row)
        events: tuple[Condition, ...] = ()
        if kind == EVENT:
            position, _ = make_scene(at.table, at.match, at.seat, replies.reader(interaction))
            happenings = (await foretell(at.table, at.match, position, at.seat, (), ())).happenings
            if _number(number) >= len(happenings):
                raise OutdatedId
            events = (happenings[_number(number)].event,)
        return Aim(base, None, events, base == ALWAYS)

    async def _store(
        self, interaction: Interaction, at: At, aim: Aim, action: ActionLike, outlook: Outlook
    ) -> None:
        if aim.row is None:
            line = make_line(action.token, aim.needs, chance=aim.chance)
            await self._keeper.add(at.table.id, interaction.user.id, at.seat, at.match.seq, line)
        else:
            await self._keeper.change(at.table, aim.row, extend(read_row(aim.row), action.token))
        w = replies.reader(interaction)
        scene = make_scene_of(at.table, at.seat, w)
        move = name_move(at.table.game, action.token, know(outlook), scene)
        await self._page.show(interaction, at, w("Prepared: {move}", move=move))

    async def _ask(
        self,
        interaction: Interaction,
        at: At,
        aim: Aim,
        picks: tuple[str, ...],
        question: Question[ActionLike],
        known: Mapping[str, Prospect],
    ) -> None:
        w = replies.reader(interaction)
        game, view = at.match.game, known[question.actions[0].token].view
        scene = make_scene_of(at.table, at.seat, w)
        stage = aim.stage or Stage((question.actions[0].token,), aim.needs, anything=True, chance=aim.chance)
        lines = [f"**{tell_when(at.table, stage, w)}**"]
        lines.append(game.texts.question(question.field, question.picked, view, scene))
        here = (at.table.id, at.match.seq, at.seat, aim.base)
        labels = {
            value: clip(write_label(question, value, game, view, scene), LABEL) for value in question.values
        }
        icons = {value: find_icon(question.field, value, game, view) for value in question.values}
        items = _offer(here, picks, labels, icons, interaction.id, w)
        back = custom_id("b", "ah", *here[:3])
        if picks:
            back = custom_id("b", "ahg", *here, PICK_JOINT.join(picks[:-1]))
        items.append(button(back, w("Back"), emoji="◀️", row=ROWS - 1))
        await show_beside(interaction, at.table, at.seat, "\n".join(lines), items)


def _offer(
    here: tuple[int, int, int, str],
    picks: tuple[str, ...],
    labels: Mapping[str, str],
    icons: Mapping[str, str | None],
    press: int,
    w: Words,
) -> list[Item]:
    """Return buttons for a few values, and lists for more."""
    values = list(labels)
    if len(values) <= 2 * PER_ROW:
        return [
            button(
                custom_id("b", "ahg", *here, PICK_JOINT.join((*picks, value))),
                labels[value],
                emoji=icons[value],
                row=place // PER_ROW,
                style=discord.ButtonStyle.primary,
            )
            for place, value in enumerate(values)
        ]
    made: list[Item] = []
    for number, start in enumerate(range(0, min(len(values), (ROWS - 1) * OPTIONS), OPTIONS)):
        page = values[start : start + OPTIONS]
        options = [
            discord.SelectOption(label=labels[value], value=value, emoji=make_sign(icons[value]))
            for value in page
        ]
        prompt = w("Choose…")
        if len(values) > OPTIONS:
            prompt = w("{first} to {last}…", first=labels[page[0]], last=labels[page[-1]])
        identity = custom_id("s", "ahl", *here, PICK_JOINT.join(picks), number, fresh_mark(press))
        made.append(select(identity, options, clip(prompt, PLACEHOLDER), row=number))
    return made


def _picks(text: str) -> tuple[str, ...]:
    return tuple(text.split(PICK_JOINT)) if text else ()


def _number(text: str) -> int:
    """Return a number of a custom_id.

    :raises OutdatedId: it is none.
    """
    try:
        return unpacked(text)
    except ValueError as error:
        raise OutdatedId from error
