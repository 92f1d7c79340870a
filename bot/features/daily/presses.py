"""The private panel of an attempt. It asks for moves and shows their effects."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.features.daily.attempts import Attempt
from bot.features.daily.service import DailyService
from bot.platform.limits import MAX_MESSAGE_LENGTH, clip
from bot.ui import refusals, replies
from bot.ui.ids import MoveChoice, make_custom_id, read_table_id
from bot.ui.people import get_person
from bot.ui.play.answering import make_press_handlers
from bot.ui.play.next_step import find_next_step
from bot.ui.play.solo import SoloView, narrate_steps_since, show_step
from bot.ui.presses import PressHandler, make_tableless_handler
from bot.ui.services import Interaction
from games.core.errors import RuleError, StaleAction
from games.core.solo import PERSON_SEAT

ShowResult = Callable[[Interaction, Attempt, str], Awaitable[None]]
_RESERVED_QUESTION_LENGTH = 900
"""Longer text above the question is shortened."""
VERB_BY_TABLE_VERB = {"go": "rg", "pk": "rl", "ac": "ra", "un": "rz", "rdo": "rdo"}
"""Custom_id verbs of an attempt's panel, by those of a table's panel. ``rdo`` opens today's page."""


class AttemptPanel:
    """Asks for a player's moves, makes these and the computer's moves, and shows the effects."""

    def __init__(self, service: DailyService, show_result: ShowResult) -> None:
        """Create the panel. ``show_result`` is called once the match of an attempt is over."""
        self._service = service
        self._show_result = show_result

    @property
    def press_handlers(self) -> tuple[PressHandler, ...]:
        return (
            make_tableless_handler("rdb", self.begin_attempt),
            *make_press_handlers(VERB_BY_TABLE_VERB, self._continue_move, self._make_move, table=None),
            make_tableless_handler("rz", self.undo_step),
        )

    async def begin_attempt(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Begin or continue the user's attempt at a day."""
        who = get_person(interaction)
        attempt = await self._service.begin_attempt(
            read_table_id(parts), who.user_id, who.name, interaction.guild_id
        )
        w = replies.get_words(interaction)
        others = w.join_list(list(attempt.name_seats(w)[1:]))
        note = w("**{game}**: you against {others}.", game=attempt.match.game.title, others=others)
        await self._continue_attempt(interaction, attempt, attempt.match.ply, note)

    async def undo_step(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Undo the player's last step, unless the button is outdated."""
        choice = MoveChoice.parse([*parts[:2], "0", ""])
        try:
            attempt = await self._service.undo_step(choice.table_id, interaction.user.id, choice.seq)
        except StaleAction:
            await self._show_current_choices(interaction, choice.table_id)
            return
        w = replies.get_words(interaction)
        await self._continue_attempt(interaction, attempt, attempt.match.ply, w("Taken back."))

    async def _continue_move(self, interaction: Interaction, choice: MoveChoice) -> None:
        """Ask for the rest of a move, or make the move once it is complete.

        If the pressed button belongs to an earlier position, show the current choices instead.
        """
        self._service.require_day_playable(choice.table_id)
        attempt = await self._service.get_attempt(choice.table_id, interaction.user.id)
        if attempt.match.seq != choice.seq or PERSON_SEAT not in attempt.match.to_act:
            await self._show_current_choices(interaction, choice.table_id)
            return
        await self._ask_or_make_move(interaction, attempt, choice, "", is_current=True)

    async def _make_move(self, interaction: Interaction, choice: MoveChoice, token: str) -> None:
        try:
            attempt = await self._service.make_move(choice.table_id, interaction.user.id, choice.seq, token)
        except StaleAction:
            await self._show_current_choices(interaction, choice.table_id)
            return
        except RuleError as error:
            attempt = await self._service.get_attempt(choice.table_id, interaction.user.id)
            note = refusals.write_refusal(error, replies.get_words(interaction))
            await self._continue_attempt(interaction, attempt, attempt.match.ply, note)
            return
        await self._continue_attempt(interaction, attempt, attempt.match.ply - 1, "")

    async def _show_current_choices(self, interaction: Interaction, day: int) -> None:
        attempt = await self._service.get_attempt(day, interaction.user.id)
        note = replies.get_words(interaction)("You've gone on since then. These are your choices now.")
        await self._continue_attempt(interaction, attempt, attempt.match.ply, note)

    async def _continue_attempt(
        self, interaction: Interaction, attempt: Attempt, since_ply: int, note: str
    ) -> None:
        """Make the computer's moves, narrate the steps after ``since_ply``, and ask for a move."""
        attempt = await self._service.play_computer_moves(attempt)
        w = replies.get_words(interaction)
        news_lines = narrate_steps_since(self._make_view(interaction, attempt), PERSON_SEAT, since_ply, w)
        heading = "\n".join(part for part in (note, *news_lines) if part)
        if attempt.match.outcome is not None:
            await self._show_result(interaction, attempt, heading)
            return
        start = MoveChoice(attempt.day.day, attempt.match.seq, PERSON_SEAT)
        await self._ask_or_make_move(interaction, attempt, start, heading, is_current=False)

    async def _ask_or_make_move(
        self,
        interaction: Interaction,
        attempt: Attempt,
        choice: MoveChoice,
        heading: str,
        *,
        is_current: bool,
    ) -> None:
        w = replies.get_words(interaction)
        step = await find_next_step(attempt.match, choice, w, is_current=is_current)
        if step.action is not None and step.skips_confirmation:
            await self._make_move(interaction, choice, step.action.token)
            return
        shown = self._make_view(interaction, attempt)
        notes = "\n".join(
            part
            for part in (clip(heading, MAX_MESSAGE_LENGTH - _RESERVED_QUESTION_LENGTH), step.note)
            if part
        )
        await show_step(interaction, shown, step, notes)

    def _make_view(self, interaction: Interaction, attempt: Attempt) -> SoloView:
        names = attempt.name_seats(replies.get_words(interaction))
        about = ("daily", attempt.day.day, attempt.row.user_id, attempt.match.seq)
        page = make_custom_id("b", "rdo", attempt.day.day)
        return SoloView(attempt.match, names, about, VERB_BY_TABLE_VERB, back_id=page)
