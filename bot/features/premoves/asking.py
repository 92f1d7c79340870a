"""The private panel that asks which move to prepare, one question at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

import discord

from bot.features.premoves.imagined import WrittenQuestion, write_question
from bot.features.premoves.pages import PREPARE_ALWAYS, PlayerSeat, PreparedPage, find_seat_of_press
from bot.features.premoves.prepared import (
    PreparedMoves,
    extend_line,
    make_single_move_line,
    parse_row,
    predict_next_turn,
)
from bot.features.premoves.texts import (
    describe_condition,
    index_prospects_by_token,
    make_label_scene,
    name_move,
)
from bot.platform.emoji import make_emoji
from bot.platform.limits import (
    MAX_BUTTONS_PER_ROW,
    MAX_COMPONENT_ROWS,
    MAX_PLACEHOLDER_LENGTH,
    MAX_SELECT_OPTIONS,
    clip,
)
from bot.storage.premoves import PremoveRow
from bot.ui import replies
from bot.ui.components import Item, make_button, make_select
from bot.ui.ids import (
    PICK_SEPARATOR,
    OutdatedId,
    decode_number,
    encode_number,
    make_custom_id,
    read_chosen_number,
)
from bot.ui.play.next_step import narrow_actions
from bot.ui.play.own_picture import show_with_picture
from bot.ui.play.waiting_status import close_when_turn_begins
from bot.ui.presses import PressHandler
from bot.ui.scenes import make_scene
from bot.ui.services import Interaction
from games.core.errors import StaleAction
from games.core.narrow import FieldQuestion
from games.core.premoves import MoveCondition, PremoveStage
from games.core.shapes import ActionLike
from games.core.values import value_class
from games.core.words import Words
from games.players.prospects import TurnPrediction

MOVE_PREFIX, ROW_PREFIX = "e", "l"
"""Prefixes of :attr:`PremoveTarget.target_id`.

``MOVE_PREFIX`` precedes the number of another player's possible move, ``ROW_PREFIX`` the ID of the prepared
line to continue.
"""


@value_class
class PremoveTarget:
    """The turn that a move is prepared for, and the conditions under which the move is made."""

    target_id: str
    """Identifies the target in custom_ids."""
    stage: PremoveStage | None
    conditions: tuple[MoveCondition, ...] = ()
    """Moves of other players that must happen before the turn."""
    allows_chance: bool = False
    """Whether to make the move even after dice were rolled or cards were drawn."""
    row: PremoveRow | None = None
    """Prepared line that the move continues, if any."""

    @property
    def prepared_moves(self) -> tuple[str, ...]:
        return () if self.row is None or self.stage is None else self.stage.tokens


class PremoveQuestions:
    """Asks which move to prepare, one question at a time, and stores the move."""

    def __init__(self, prepared: PreparedMoves, page: PreparedPage) -> None:
        self._prepared = prepared
        self._page = page

    @property
    def press_handlers(self) -> tuple[PressHandler, ...]:
        return (
            PressHandler("ahg", self.add_pick),
            PressHandler("ahl", self.add_listed_pick),
            PressHandler("ahe", self.choose_event),
        )

    async def add_pick(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Add the values in the button's custom_id to the move, and ask the next question."""
        await self._ask_or_store_move(interaction, parts, parts[3], _split_picks(parts[4]))

    async def add_listed_pick(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Add the value chosen from a list to the move, and ask the next question."""
        await self._ask_or_store_move(interaction, parts, parts[3], (*_split_picks(parts[4]), values[0]))

    async def choose_event(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Ask which move to prepare for the condition chosen after *If they…*."""
        await self._ask_or_store_move(
            interaction, parts, MOVE_PREFIX + encode_number(read_chosen_number(values)), ()
        )

    async def _ask_or_store_move(
        self, interaction: Interaction, parts: list[str], target_id: str, picks: tuple[str, ...]
    ) -> None:
        w, player = replies.get_words(interaction), await find_seat_of_press(interaction, parts)
        if player.match.seq != _read_number(parts[1]):
            await self._page.show_page(interaction, player, w.msg(StaleAction().message))
            return
        target = await self._find_target(interaction, player, target_id)
        position, _ = make_scene(player.table, player.match, player.seat, w)
        prediction = await predict_next_turn(
            player.table, player.match, position, player.seat, target.conditions, target.prepared_moves
        )
        if not prediction.prospects:
            note = w("I can't tell what you could do then. You can still type it: `/move`.")
            await self._page.show_page(interaction, player, note)
            return
        actions = tuple(prospect.action for prospect in prediction.prospects)
        question_or_action = await narrow_actions(lambda: actions, picks, player.match.game)
        if isinstance(question_or_action, FieldQuestion):
            scene = make_label_scene(player.table, player.seat, w)
            written = await asyncio.to_thread(
                write_question,
                question_or_action,
                position,
                index_prospects_by_token(prediction),
                player.match.game,
                scene,
            )
            await self._ask_question(interaction, player, target, picks, question_or_action, written)
        else:
            await self._store_move(interaction, player, target, question_or_action, prediction)

    async def _find_target(
        self, interaction: Interaction, player: PlayerSeat, target_id: str
    ) -> PremoveTarget:
        """Return the turn that ``target_id``, part of a custom_id, identifies.

        :raises OutdatedId: the possible move doesn't exist.
        :raises LineNotPrepared: the line no longer exists.
        """
        kind, number = target_id[:1], target_id[1:]
        if kind == ROW_PREFIX:
            row = await self._prepared.find_line(
                player.table, interaction.user.id, _read_number(number), player.match.seq
            )
            stage = parse_row(row).stages[-1]
            return PremoveTarget(target_id, stage, stage.conditions, stage.allows_chance, row)
        conditions: tuple[MoveCondition, ...] = ()
        if kind == MOVE_PREFIX:
            position, _ = make_scene(player.table, player.match, player.seat, replies.get_words(interaction))
            possible_moves = (
                await predict_next_turn(player.table, player.match, position, player.seat, (), ())
            ).possible_moves
            if _read_number(number) >= len(possible_moves):
                raise OutdatedId
            conditions = (possible_moves[_read_number(number)].condition,)
        return PremoveTarget(target_id, None, conditions, target_id == PREPARE_ALWAYS)

    async def _store_move(
        self,
        interaction: Interaction,
        player: PlayerSeat,
        target: PremoveTarget,
        action: ActionLike,
        prediction: TurnPrediction,
    ) -> None:
        if target.row is None:
            line = make_single_move_line(action.token, target.conditions, allows_chance=target.allows_chance)
            await self._prepared.add_line(
                player.table.id, interaction.user.id, player.seat, player.match.seq, line
            )
        else:
            await self._prepared.change_line(
                player.table, target.row, extend_line(parse_row(target.row), action.token)
            )
        w = replies.get_words(interaction)
        scene = make_label_scene(player.table, player.seat, w)
        move = name_move(player.table.game, action.token, index_prospects_by_token(prediction), scene)
        await self._page.show_page(interaction, player, w("Prepared: {move}", move=move))

    async def _ask_question(
        self,
        interaction: Interaction,
        player: PlayerSeat,
        target: PremoveTarget,
        picks: tuple[str, ...],
        question: FieldQuestion[ActionLike],
        written: WrittenQuestion,
    ) -> None:
        w = replies.get_words(interaction)
        stage = target.stage or PremoveStage(
            (question.actions[0].token,),
            target.conditions,
            allows_anything=True,
            allows_chance=target.allows_chance,
        )
        lines = [f"**{describe_condition(player.table, stage, w)}**", written.text]
        here = (player.table.id, player.match.seq, player.seat, target.target_id)
        labels, icons = written.labels, written.icons
        items = _make_components(here, picks, labels, icons, w)
        back = make_custom_id("b", "ah", *here[:3])
        if picks:
            back = make_custom_id("b", "ahg", *here, PICK_SEPARATOR.join(picks[:-1]))
        items.append(make_button(back, w("Back"), emoji="◀️", row=MAX_COMPONENT_ROWS - 1))
        await show_with_picture(interaction, player.table, player.seat, "\n".join(lines), items)
        close_when_turn_begins(interaction, player.table, player.seat, self._prepared.may_act)


def _make_components(
    id_parts: tuple[int, int, int, str],
    picks: tuple[str, ...],
    labels: Mapping[str, str],
    icons: Mapping[str, str | None],
    w: Words,
) -> list[Item]:
    """Return a button for each value of a question, or selects if there are more than ten values.

    Tabs, grids and joined fields of a match's panel aren't needed, because each pick is a single value.
    """
    values = list(labels)
    if len(values) <= 2 * MAX_BUTTONS_PER_ROW:
        return [
            make_button(
                make_custom_id("b", "ahg", *id_parts, PICK_SEPARATOR.join((*picks, value))),
                labels[value],
                emoji=icons[value],
                row=index // MAX_BUTTONS_PER_ROW,
                style=discord.ButtonStyle.primary,
            )
            for index, value in enumerate(values)
        ]
    selects: list[Item] = []
    for number, start in enumerate(
        range(0, min(len(values), (MAX_COMPONENT_ROWS - 1) * MAX_SELECT_OPTIONS), MAX_SELECT_OPTIONS)
    ):
        page = values[start : start + MAX_SELECT_OPTIONS]
        options = [
            discord.SelectOption(label=labels[value], value=value, emoji=make_emoji(icons[value]))
            for value in page
        ]
        prompt = w("Choose…")
        if len(values) > MAX_SELECT_OPTIONS:
            prompt = w("{first} to {last}…", first=labels[page[0]], last=labels[page[-1]])
        identity = make_custom_id("s", "ahl", *id_parts, PICK_SEPARATOR.join(picks), number)
        selects.append(make_select(identity, options, clip(prompt, MAX_PLACEHOLDER_LENGTH), row=number))
    return selects


def _split_picks(text: str) -> tuple[str, ...]:
    return tuple(text.split(PICK_SEPARATOR)) if text else ()


def _read_number(text: str) -> int:
    """Return the number in a part of a custom_id.

    :raises OutdatedId: the text is not a number.
    """
    try:
        return decode_number(text)
    except ValueError as error:
        raise OutdatedId from error
