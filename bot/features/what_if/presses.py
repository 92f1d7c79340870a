"""A fork as its person sees it: the questions of every seat in turn, and the way back to the match."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, replace

from bot.computers.advice import Adviser
from bot.computers.worker import Ranking
from bot.features.what_if.errors import NothingLeft, TooLong
from bot.features.what_if.homes import Home
from bot.features.what_if.notes import Start, continue_from, list_steps, make_deal, read_start
from bot.features.what_if.pages import OPEN, Forked, show_end, show_question
from bot.features.what_if.verbs import turn
from bot.model.table import Table
from bot.ui import refusals, replies
from bot.ui.ids import Choice, OutdatedId, seat_of, table_of
from bot.ui.play.answering import answer_presses
from bot.ui.play.solo import ask
from bot.ui.presses import Press
from bot.ui.scenes import require_match
from bot.ui.services import Interaction
from games.core.errors import RuleError
from games.core.fork import can_fork, find_actor, find_newest_ply, undo_step
from games.core.match import Match


@dataclass(frozen=True, slots=True)
class Told:
    """What is said above a question: a ``note``, and what the newest step brought where it is ``news``."""

    note: str = ""
    news: bool = False
    hinted: bool = False


NOTHING = Told()


class Panel:
    """Plays forks. Nothing of one is kept: each press reads it back from the message that is pressed."""

    def __init__(self, home: Home, adviser: Adviser) -> None:
        """Take where matches are found, and who gives hints."""
        self._home = home
        self._adviser = adviser

    @property
    def presses(self) -> tuple[Press, ...]:
        """Its handlers of presses: the verbs begin with the letters of its home."""
        letters, table = self._home.letters, self._home.admits
        return (
            *answer_presses(turn(letters), self._go_on, self._try_action, table=table),
            Press(letters + OPEN, self.open, table=table, dear=True),
            Press(letters + "u", self.undo, table=table),
            Press(letters + "h", self.give_hint, table=table),
            Press(letters + "n", self.deal_anew, table=table),
            Press(letters + "b", self.go_back, table=table),
        )

    async def open(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Open a position in a private message of its own; the newest where the button names no step.

        :raises NothingLeft: the rules have ended the match there.
        """
        await replies.begin(interaction, new=True)
        number = table_of(parts)
        table = await self._home.find(interaction, number)
        match = require_match(table)
        seq, ply = (
            (seat_of(parts, 1), seat_of(parts, 2)) if parts[1:] else (match.seq, find_newest_ply(match))
        )
        viewer = _find_viewer(table, match, ply, interaction.user.id)
        start = Start(number, seq, ply, make_deal(interaction.id), viewer, self._home.letters)
        forked = start.begin(match)
        if not can_fork(match, ply):
            raise NothingLeft
        await self._show(interaction, Forked(table, start, forked), Told())

    async def give_hint(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Show what looks best to the seat that is to act."""
        await replies.begin(interaction)
        await self._go_on(interaction, Choice.of(parts), Told(hinted=True))

    async def undo(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Take the newest step back, whoever's it is."""
        forked = await self._find(interaction, table_of(parts))
        match = forked.match
        if not match.steps or match.seq != seat_of(parts, 1):
            await self._start_over(interaction, forked)
            return
        w = replies.reader(interaction)
        await self._show(interaction, replace(forked, match=undo_step(match)), Told(w("Taken back.")))

    async def deal_anew(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Begin again from the same position, with another deal."""
        forked = await self._find(interaction, table_of(parts))
        start = forked.start.deal_anew(interaction.id)
        begun = start.begin(require_match(forked.table))
        w = replies.reader(interaction)
        await self._show(interaction, Forked(forked.table, start, begun), Told(w("Dealt again.")))

    async def go_back(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Show the match as it stands, in place of the fork."""
        await replies.begin(interaction)
        await self._home.show(interaction, table_of(parts))

    async def _find(self, interaction: Interaction, table_id: int) -> Forked:
        """Return the fork of the message that is pressed.

        :raises OutdatedId: it is one of another table, or there is none.
        :raises TableError: it cannot be gone on with.
        """
        await replies.begin(interaction)
        message = interaction.message
        start = read_start(message)
        if (start.home, start.table) != (self._home.letters, table_id) or message is None:
            raise OutdatedId
        table = await self._home.find(interaction, table_id)
        match, text = require_match(table), message.content
        bared = table.is_revealed_to(interaction.user.id)
        own = tuple(range(match.seats)) if bared else table.seats_of(interaction.user.id)
        # Many steps take a while to be checked again: not on the event loop.
        forked = await asyncio.to_thread(continue_from, start, match, text, own)
        return Forked(table, start, forked)

    def _is_stale(self, match: Match, choice: Choice) -> bool:
        return choice.seq != match.seq or choice.seat not in match.to_act

    async def _try_action(self, interaction: Interaction, choice: Choice, token: str) -> None:
        forked = await self._find(interaction, choice.table)
        if self._is_stale(forked.match, choice):
            await self._start_over(interaction, forked)
            return
        await self._act(interaction, forked, choice, token)

    async def _go_on(self, interaction: Interaction, choice: Choice, told: Told = NOTHING) -> None:
        forked = await self._find(interaction, choice.table)
        if self._is_stale(forked.match, choice):
            await self._start_over(interaction, forked)
            return
        await self._step(interaction, forked, choice, told)

    async def _step(self, interaction: Interaction, forked: Forked, choice: Choice, told: Told) -> None:
        """Ask what is still open of a choice, or do what it comes to."""
        w = replies.reader(interaction)
        asking = await ask(forked.match, choice, w, fresh=True)
        if asking.action is not None and choice.picks and not told.hinted:
            # Nothing is at stake: no step is asked about twice.
            await self._act(interaction, forked, choice, asking.action.token)
            return
        ranking = await self._rank(forked, choice) if told.hinted else None
        note = "\n".join(part for part in (told.note, asking.note) if part)
        await show_question(interaction, forked, asking, note, ranking, news=told.news)

    async def _rank(self, forked: Forked, choice: Choice) -> Ranking:
        return tuple(await self._adviser.thinker.advise(forked.table, forked.match, choice.seat))

    async def _act(self, interaction: Interaction, forked: Forked, choice: Choice, token: str) -> None:
        """Do a step in the fork, and show what came of it."""
        try:
            after = forked.match.act(choice.seat, token)
            list_steps(after)
        except (RuleError, TooLong) as error:
            note = refusals.write_refusal(error, replies.reader(interaction))
            await self._show(interaction, forked, Told(note))
            return
        await self._show(interaction, replace(forked, match=after), Told(news=True))

    async def _start_over(self, interaction: Interaction, forked: Forked) -> None:
        """Show what can be done now to somebody who pressed what is out of date."""
        w = replies.reader(interaction)
        note = w("You've gone on since then. These are your choices now.")
        await self._show(interaction, forked, Told(note))

    async def _show(self, interaction: Interaction, forked: Forked, told: Told) -> None:
        """Ask the seat to act from the beginning; where there is none, show the end."""
        match = forked.match
        if not match.to_act:
            await show_end(interaction, forked, told.note)
            return
        choice = Choice(forked.start.table, match.seq, match.to_act[0])
        await self._step(interaction, forked, choice, told)


def _find_viewer(table: Table, match: Match, ply: int, user_id: int) -> int | None:
    """Return the seat whose view a fork is dealt from: one's own; after the end that of who was to act.

    Then everybody may see what a seat saw: a review shows it with each turning point.
    """
    if table.is_revealed_to(user_id) and can_fork(match, ply):
        return find_actor(match, ply)
    return table.seat_for(user_id)
