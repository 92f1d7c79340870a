"""The panel of a try: the questions of a move, its picture beside them, and what came of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.features.daily.attempts import Attempt
from bot.features.daily.keeper import Keeper
from bot.platform.limits import CONTENT, clip
from bot.ui import refusals, replies
from bot.ui.ids import Choice, custom_id, table_of
from bot.ui.people import person
from bot.ui.play.answering import answer_presses
from bot.ui.play.solo import Shown, ask, narrate_since, show_asking
from bot.ui.presses import Press
from bot.ui.services import Interaction
from games.core.errors import RuleError, StaleAction
from games.core.solo import PERSON

Ended = Callable[[Interaction, Attempt, str], Awaitable[None]]
_ROOM = 900
"""What is asked has so many characters at least."""
TURNED = {"go": "rg", "pk": "rl", "ac": "ra", "un": "rz", "rdo": "rdo"}
"""Maps the verbs of a table's panel to those that answer here; *Back* leads to the page."""


class Panel:
    """Asks for moves, has them done, and shows what came of them."""

    def __init__(self, keeper: Keeper, ended: Ended) -> None:
        """Take what keeps the tries, and what shows one that has ended."""
        self._keeper = keeper
        self._ended = ended

    @property
    def presses(self) -> tuple[Press, ...]:
        """Its handlers of presses."""
        return (
            Press("rdb", self.begin, table=None),
            *answer_presses(TURNED, self._go_on, self._act, table=None),
            Press("rz", self.undo, table=None),
        )

    async def begin(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Begin the one try of a day, or go on with it."""
        await replies.begin(interaction)
        who = person(interaction)
        attempt = await self._keeper.begin(table_of(parts), who.user_id, who.name, interaction.guild_id)
        w = replies.reader(interaction)
        others = w.listed(list(attempt.names(w)[1:]))
        note = w("**{game}**: you against {others}.", game=attempt.match.game.title, others=others)
        await self._show_now(interaction, attempt, attempt.match.ply, note)

    async def undo(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Take the own last step back."""
        await replies.begin(interaction)
        choice = Choice.of([*parts[:2], "0", ""])
        try:
            attempt = await self._keeper.undo(choice.table, interaction.user.id, choice.seq)
        except StaleAction:
            await self._start_over(interaction, choice.table)
            return
        w = replies.reader(interaction)
        await self._show_now(interaction, attempt, attempt.match.ply, w("Taken back."))

    async def _go_on(self, interaction: Interaction, choice: Choice) -> None:
        """Ask what is still open of a choice, or do what it comes to."""
        self._keeper.require_open(choice.table)
        attempt = await self._keeper.get(choice.table, interaction.user.id)
        if attempt.match.seq != choice.seq or PERSON not in attempt.match.to_act:
            await self._start_over(interaction, choice.table)
            return
        await self._step(interaction, attempt, choice, "", fresh=True)

    async def _act(self, interaction: Interaction, choice: Choice, token: str) -> None:
        """Have a move stored, then the computer's, and show what came of both."""
        try:
            attempt = await self._keeper.act(choice.table, interaction.user.id, choice.seq, token)
        except StaleAction:
            await self._start_over(interaction, choice.table)
            return
        except RuleError as error:
            attempt = await self._keeper.get(choice.table, interaction.user.id)
            note = refusals.write_refusal(error, replies.reader(interaction))
            await self._show_now(interaction, attempt, attempt.match.ply, note)
            return
        await self._show_now(interaction, attempt, attempt.match.ply - 1, "")

    async def _start_over(self, interaction: Interaction, day: int) -> None:
        """Show what can be done now to somebody who pressed what is out of date."""
        attempt = await self._keeper.get(day, interaction.user.id)
        note = replies.reader(interaction)("You've gone on since then. These are your choices now.")
        await self._show_now(interaction, attempt, attempt.match.ply, note)

    async def _show_now(self, interaction: Interaction, attempt: Attempt, since: int, note: str) -> None:
        """Let the computer act where it is to, tell what happened after a ply, and ask what comes next."""
        attempt = await self._keeper.advance(attempt)
        w = replies.reader(interaction)
        told = narrate_since(self._arrange(interaction, attempt), PERSON, since, w)
        head = "\n".join(part for part in (note, *told) if part)
        if attempt.match.outcome is not None:
            await self._ended(interaction, attempt, head)
            return
        start = Choice(attempt.day.day, attempt.match.seq, PERSON)
        await self._step(interaction, attempt, start, head, fresh=False)

    async def _step(
        self, interaction: Interaction, attempt: Attempt, choice: Choice, head: str, *, fresh: bool
    ) -> None:
        w = replies.reader(interaction)
        asking = await ask(attempt.match, choice, w, fresh=fresh)
        if asking.action is not None and asking.settled:
            await self._act(interaction, choice, asking.action.token)
            return
        shown = self._arrange(interaction, attempt)
        notes = "\n".join(part for part in (clip(head, CONTENT - _ROOM), asking.note) if part)
        await show_asking(interaction, shown, asking, notes)

    def _arrange(self, interaction: Interaction, attempt: Attempt) -> Shown:
        names = attempt.names(replies.reader(interaction))
        about = ("daily", attempt.day.day, attempt.row.user_id, attempt.match.seq)
        page = custom_id("b", "rdo", attempt.day.day)
        return Shown(attempt.match, names, about, TURNED, before=page)
