"""The presses on the panel of a match at no table: where somebody is with a move, and the move itself.

What comes of one is its owner's business, as in :mod:`bot.ui.play.solo`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence

from bot.ui import replies
from bot.ui.ids import Brought, Choice
from bot.ui.play.guide import read_token
from bot.ui.play.solo import Shown, ask, show_asking
from bot.ui.presses import Press
from bot.ui.services import Interaction

GoOn = Callable[[Interaction, Choice], Awaitable[None]]
Act = Callable[[Interaction, Choice, str], Awaitable[None]]
"""Gets where the person was asked, without a pick, and the token of the action."""


def answer_presses(
    verbs: Mapping[str, str], go_on: GoOn, act: Act, *, table: int | None = 0, guests: bool = False
) -> tuple[Press, ...]:
    """Return the presses of such a panel.

    :param verbs: maps each verb of a table's panel to the one that answers here.
    :param go_on: gets what has been picked.
    :param act: gets the chosen action.
    :param table: as in :class:`bot.ui.presses.Press`, like ``guests``.
    """

    async def take_pick(interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Continue with the picks that the button carries."""
        await replies.begin(interaction)
        await go_on(interaction, Choice.of(parts))

    async def take_listed_pick(interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Continue with the value chosen from a list."""
        await replies.begin(interaction)
        await go_on(interaction, Choice.of(parts).then(Brought(values)[0]))

    async def take_action(interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Act by the token that the button carries."""
        await replies.begin(interaction)
        await act(interaction, Choice.of([*parts[:3], ""]), read_token(":".join(parts[3:])))

    return (
        Press(verbs["go"], take_pick, table=table, guests=guests),
        Press(verbs["pk"], take_listed_pick, table=table, guests=guests),
        Press(verbs["ac"], take_action, table=table, guests=guests),
    )


async def ask_or_act(
    interaction: Interaction, shown: Shown, choice: Choice, lines: Sequence[str], act: Act
) -> None:
    """Ask what is still open of a choice, below some lines, or act by what its picks come to."""
    asking = await ask(shown.match, choice, replies.reader(interaction), fresh=True)
    if asking.action is not None and choice.picks:
        await act(interaction, choice, asking.action.token)
        return
    await show_asking(interaction, shown, asking, "\n".join(line for line in (*lines, asking.note) if line))
