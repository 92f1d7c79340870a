"""The *Prepared* page, where players see the moves they have prepared at a table and add more."""

from __future__ import annotations

import discord

from bot.errors.seats import NotSeated
from bot.features.premoves.next_up import MIN_NEXT_UP_SEATS, NextUpNotifier
from bot.features.premoves.prepared import (
    PreparedMoves,
    can_pass,
    make_single_move_line,
    parse_row,
    passes_next_turn,
    predict_next_turn,
    replace_chance_permission,
)
from bot.features.premoves.texts import describe_line, index_prospects_by_token, label_possible_move
from bot.model.table import Table
from bot.platform.limits import (
    MAX_BUTTON_LABEL_LENGTH,
    MAX_BUTTONS_PER_ROW,
    MAX_COMPONENT_ROWS,
    MAX_OPTION_TEXT_LENGTH,
    MAX_SELECT_OPTIONS,
    clip,
)
from bot.storage.premoves import PremoveRow
from bot.tables.running import require_running_match
from bot.ui import replies
from bot.ui.components import Item, make_button, make_select
from bot.ui.ids import (
    MoveChoice,
    encode_number,
    make_custom_id,
    read_page,
    read_seat,
    read_table_id,
)
from bot.ui.person.settings import describe_order
from bot.ui.play.own_picture import show_with_picture
from bot.ui.play.waiting_status import close_when_turn_begins
from bot.ui.presses import PressHandler
from bot.ui.scenes import make_scene
from bot.ui.services import Interaction
from games.core.errors import StaleAction
from games.core.match import Match
from games.core.premoves import PASS_WORD
from games.core.protocol import Game
from games.core.values import value_class
from games.core.words import Words

PREPARE_ALWAYS, PREPARE_UNLESS_CHANCE = "w", "n"
"""Values of ``PremoveTarget.target_id`` for a move that doesn't depend on the moves of other players.

With ``PREPARE_UNLESS_CHANCE``, the move is made only if no dice are rolled and no cards are drawn before.
"""


@value_class
class PlayerSeat:
    """The seat of a player who prepares moves, with its table and match."""

    table: Table
    match: Match
    seat: int


class PreparedPage:
    """Shows and changes a player's prepared moves on the *Prepared* page."""

    def __init__(self, prepared: PreparedMoves, next_up: NextUpNotifier) -> None:
        self._prepared = prepared
        self._next_up = next_up

    @property
    def press_handlers(self) -> tuple[PressHandler, ...]:
        return (
            PressHandler("ah", self.open_premoves),
            PressHandler("ahi", self.ask_for_event),
            PressHandler("ahx", self.cancel_line),
            PressHandler("aht", self.set_chance_permission),
            PressHandler("ahn", self.set_next_up),
            PressHandler("ahp", self.prepare_pass),
        )

    async def open_premoves(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Show the page when the *Prepare…* button is pressed."""
        await self.show_page(interaction, await find_seat_of_press(interaction, parts))

    async def show_page(self, interaction: Interaction, player: PlayerSeat, note: str = "") -> None:
        """Show the page with a picture of the board as the player sees it."""
        w = replies.get_words(interaction)
        rows = await self._prepared.list_premove_lines(player.table, interaction.user.id, player.seat)
        lines = [note, w("**Prepared for your next turn**")]
        position, _ = make_scene(player.table, player.match, player.seat, w)
        prediction = await predict_next_turn(player.table, player.match, position, player.seat, (), ())
        prospects = index_prospects_by_token(prediction)
        for number, row in enumerate(rows, 1):
            text = describe_line(player.table, parse_row(row), prospects, player.seat, w)
            lines.append(w("{number}. {line}", number=number, line=text))
        items: list[Item] = []
        here = make_custom_id(
            "b", "go", *MoveChoice(player.table.id, player.match.seq, player.seat).list_parts()
        )
        turn = await self._prepared.may_act(player.table, player.seat)
        if turn:
            lines.append(w("It's your turn: make your move first."))
            style = discord.ButtonStyle.primary
            items.append(make_button(here, w("Move…"), emoji="▶️", row=0, style=style))
        else:
            if not rows:
                lines.append(w("Nothing yet. Choose when your next move is made for you."))
            lines.append(w("-# If it doesn't work out, I drop it and ask you as usual."))
            items += self._make_prepare_buttons(player, w)
            if can_pass(player.match.rules, prediction) and not any(passes_next_turn(row) for row in rows):
                identity = make_custom_id("b", "ahp", player.table.id, player.match.seq, player.seat)
                items.append(make_button(identity, w("Pass next"), emoji="⏭️", row=0))
        if player.match.game.standing_orders:
            lines.append(await _describe_standing_order(interaction, player.match.game, w))
            items.append(make_button(make_custom_id("b", "se"), w("Standing order"), emoji="🤖", row=0))
        if player.match.seat_count >= MIN_NEXT_UP_SEATS:
            items.append(await self._make_next_up_button(interaction, player, w))
        for item in items[MAX_BUTTONS_PER_ROW:]:
            item.row = MAX_COMPONENT_ROWS - 1
        for row_number, row in enumerate(rows[: MAX_COMPONENT_ROWS - 1], 1):
            items += self._make_line_buttons(player, row, row_number, w)
        if not turn:
            items.append(make_button(here, w("Back"), emoji="◀️", row=MAX_COMPONENT_ROWS - 1))
        await show_with_picture(interaction, player.table, player.seat, "\n".join(filter(None, lines)), items)
        if not turn:
            close_when_turn_begins(interaction, player.table, player.seat, self._prepared.may_act)

    def _make_prepare_buttons(self, player: PlayerSeat, w: Words) -> list[Item]:
        id_parts = (player.table.id, player.match.seq, player.seat)
        primary = discord.ButtonStyle.primary
        return [
            make_button(
                make_custom_id("b", "ahg", *id_parts, PREPARE_ALWAYS, ""),
                w("Whatever they do…"),
                row=0,
                style=primary,
            ),
            make_button(
                make_custom_id("b", "ahg", *id_parts, PREPARE_UNLESS_CHANCE, ""),
                w("Only without new {chance}…", chance=w.msg(player.table.game.chance_noun)),
                row=0,
            ),
            make_button(make_custom_id("b", "ahi", *id_parts), w("If they…"), row=0),
        ]

    async def _make_next_up_button(self, interaction: Interaction, player: PlayerSeat, w: Words) -> Item:
        wants_messages = await self._next_up.wants_messages(interaction.user.id)
        label = w("Don't tell me I'm next") if wants_messages else w("Tell me when I'm next")
        identity = make_custom_id(
            "b", "ahn", player.table.id, player.match.seq, player.seat, int(not wants_messages)
        )
        return make_button(identity, label, emoji="🔔", row=0)

    async def set_next_up(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Turn the *You're next* messages on or off."""
        w = replies.get_words(interaction)
        player = await find_seat_of_press(interaction, parts)
        wants_messages = read_page(parts, 3) > 0
        await self._next_up.set_wants_messages(interaction.user.id, wants_messages=wants_messages)
        note = w("Changed.")
        if wants_messages:
            note = w("I'll send you a direct message when it's the turn of the player before you.")
            if not await self._next_up.uses_direct_messages(interaction.user.id):
                note = w("Noted. Now choose direct messages for your reminders: `/me`.")
        await self.show_page(interaction, player, note)

    def _make_line_buttons(self, player: PlayerSeat, row: PremoveRow, number: int, w: Words) -> list[Item]:
        line = parse_row(row)
        chance = all(stage.allows_chance for stage in line.stages)
        id_parts = (player.table.id, player.match.seq, player.seat)
        buttons = []
        if len(line.stages) == 1 and not passes_next_turn(row):
            then = make_custom_id("b", "ahg", *id_parts, f"l{encode_number(row.id)}", "")
            buttons.append(make_button(then, w("{number}: and then…", number=number), emoji="➕", row=number))
        named = w.msg(player.table.game.chance_noun)
        other = w("{number}: not if {chance} come up", number=number, chance=named)
        if not chance:
            other = w("{number}: even if {chance} come up", number=number, chance=named)
        turn = make_custom_id("b", "aht", *id_parts, row.id, int(not chance))
        buttons.append(make_button(turn, clip(other, MAX_BUTTON_LABEL_LENGTH), emoji="🎲", row=number))
        cancel = make_custom_id("b", "ahx", *id_parts, row.id)
        buttons.append(make_button(cancel, w("{number}: cancel", number=number), emoji="✖️", row=number))
        return buttons

    async def prepare_pass(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Prepare to pass the next turn. A second press changes nothing."""
        w, player = replies.get_words(interaction), await find_seat_of_press(interaction, parts)
        if player.match.seq != read_seat(parts, 1):
            await self.show_page(interaction, player, w.msg(StaleAction().message))
            return
        if not any(
            passes_next_turn(row)
            for row in await self._prepared.list_premove_lines(player.table, interaction.user.id, player.seat)
        ):
            line = make_single_move_line(PASS_WORD, (), allows_chance=False)
            await self._prepared.add_line(
                player.table.id, interaction.user.id, player.seat, player.match.seq, line
            )
        await self.show_page(interaction, player, w("You pass your next turn."))

    async def cancel_line(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Remove a prepared line."""
        player = await find_seat_of_press(interaction, parts)
        gone = await self._prepared.cancel_line(interaction.user.id, read_page(parts, 3), read_seat(parts, 1))
        w = replies.get_words(interaction)
        await self.show_page(
            interaction, player, w("Cancelled.") if gone else w("That's no longer prepared.")
        )

    async def set_chance_permission(
        self, interaction: Interaction, parts: list[str], values: list[str]
    ) -> None:
        """Set whether a prepared line stays valid after dice are rolled or cards are drawn."""
        player = await find_seat_of_press(interaction, parts)
        line_key = read_page(parts, 3), read_seat(parts, 1)
        row = await self._prepared.find_line(player.table, interaction.user.id, *line_key)
        line = replace_chance_permission(parse_row(row), allows_chance=read_page(parts, 4) > 0)
        await self._prepared.change_line(player.table, row, line)
        await self.show_page(interaction, player, replies.get_words(interaction)("Changed."))

    async def ask_for_event(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Ask which move of another player the prepared move depends on."""
        w, player = replies.get_words(interaction), await find_seat_of_press(interaction, parts)
        position, _ = make_scene(player.table, player.match, player.seat, w)
        prediction = await predict_next_turn(player.table, player.match, position, player.seat, (), ())
        moves = prediction.possible_moves[: (MAX_COMPONENT_ROWS - 1) * MAX_SELECT_OPTIONS]
        if not moves:
            await self.show_page(interaction, player, w("Nobody else acts before you."))
            return
        id_parts = (player.table.id, player.match.seq, player.seat)
        items: list[Item] = []
        for start in range(0, len(moves), MAX_SELECT_OPTIONS):
            options = [
                discord.SelectOption(
                    label=clip(label_possible_move(player.table, one, w), MAX_BUTTON_LABEL_LENGTH),
                    value=str(number),
                    description=clip(one.condition.token_start, MAX_OPTION_TEXT_LENGTH),
                )
                for number, one in enumerate(moves[start : start + MAX_SELECT_OPTIONS], start)
            ]
            number = start // MAX_SELECT_OPTIONS
            identity = make_custom_id("s", "ahe", *id_parts, number)
            items.append(make_select(identity, options, w("Choose…"), row=number))
        back = make_custom_id("b", "ah", *id_parts)
        items.append(make_button(back, w("Back"), emoji="◀️", row=MAX_COMPONENT_ROWS - 1))
        text = w("**What must they do before your turn?** Whatever else they do doesn't matter.")
        await show_with_picture(interaction, player.table, player.seat, text, items)
        close_when_turn_begins(interaction, player.table, player.seat, self._prepared.may_act)


async def find_seat_of_press(interaction: Interaction, parts: list[str]) -> PlayerSeat:
    """Return the seat that a button's custom_id names, or the user's own seat if it names only a table.

    :raises NotSeated: the seat is not the user's.
    :raises TableError: no match is running.
    """
    table = await interaction.client.services.tables.get(read_table_id(parts))
    match = require_running_match(table)
    seat = table.find_acting_seat(interaction.user.id) if len(parts) < 3 else read_seat(parts, 2)
    if seat is None or seat not in table.list_seats(interaction.user.id):
        raise NotSeated
    return PlayerSeat(table, match, seat)


async def _describe_standing_order(interaction: Interaction, game: Game, w: Words) -> str:
    services = interaction.client.services
    order = await services.tables.wait_finder.get_standing_order(interaction.user.id, game.key)
    choice = describe_order(game, order, services.drawings, w)
    return w("-# If you have to choose before your turn: {choice}", choice=choice)
