"""Handles presses on the panel of a match without a table (:mod:`bot.ui.play.solo`).

The feature that stores the match decides what happens after a choice or an action.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence

from bot.ui import replies
from bot.ui.ids import IdParts, MoveChoice
from bot.ui.play.guide import read_token
from bot.ui.play.next_step import find_next_step
from bot.ui.play.solo import SoloView, show_step
from bot.ui.presses import PressHandler
from bot.ui.services import Interaction

OnPick = Callable[[Interaction, MoveChoice], Awaitable[None]]
"""Called with the interaction and the picks so far, including the new one."""
OnAct = Callable[[Interaction, MoveChoice, str], Awaitable[None]]
"""Called with the interaction, a choice that identifies the position, and the token of the chosen action."""


def make_press_handlers(
    verbs: Mapping[str, str],
    on_pick: OnPick,
    on_act: OnAct,
    *,
    table: int | None = 0,
    allows_guest_channels: bool = False,
    is_expensive: bool = False,
) -> tuple[PressHandler, ...]:
    """Return the press handlers of a panel for matches without a table.

    :param verbs: maps each verb of a table's panel to the verb used instead.
    :param on_pick: asks the next question after a pick.
    :param on_act: does the chosen action.
    :param is_expensive: see :class:`PressHandler`. It holds for picks as well, because the last one acts.
    """

    async def take_pick(interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Continue with the picks in the button's custom_id."""
        await on_pick(interaction, MoveChoice.parse(parts))

    async def take_listed_pick(interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Continue with the value chosen from a select."""
        await on_pick(interaction, MoveChoice.parse(parts).add_picks(IdParts(values)[0]))

    async def take_action(interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Do the action in the button's custom_id."""
        await on_act(interaction, MoveChoice.parse([*parts[:3], ""]), read_token(":".join(parts[3:])))

    handlers = {"go": take_pick, "pk": take_listed_pick, "ac": take_action}
    return tuple(
        PressHandler(
            verbs[verb],
            handler,
            table_id_index=table,
            allows_guest_channels=allows_guest_channels,
            is_expensive=is_expensive,
        )
        for verb, handler in handlers.items()
    )


async def ask_next_question_or_act(
    interaction: Interaction, solo_view: SoloView, choice: MoveChoice, lines: Sequence[str], on_act: OnAct
) -> None:
    """Ask the next question below ``lines``, or do the action that the picks have determined.

    No confirmation is asked for, because the action changes no match.
    """
    step = await find_next_step(solo_view.match, choice, replies.get_words(interaction), is_current=True)
    if step.action is not None and choice.picks:
        await on_act(interaction, choice, step.action.token)
        return
    await show_step(interaction, solo_view, step, "\n".join(line for line in (*lines, step.note) if line))
