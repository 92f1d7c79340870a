"""A puzzle as one person sees it: the position, the questions of a move, and what the answer is worth."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace

import discord

from bot.computers.worker import Job, Ranking
from bot.features.puzzles.shelf import Shelf
from bot.tables.seats import name_computer
from bot.ui import refusals, replies
from bot.ui.components import Item, button
from bot.ui.ids import Brought, Choice, custom_id, table_of
from bot.ui.people import person
from bot.ui.play.answering import answer_presses
from bot.ui.play.solo import Shown, ask, show_asking, show_position
from bot.ui.presses import Press
from bot.ui.scenes import escape_scene, make_scene_of
from bot.ui.services import Interaction
from games.core.errors import RuleError
from games.core.match import Match
from games.core.puzzle import Puzzle
from games.core.solo import LEVEL, recall_view
from games.core.words import Words
from games.players.marks import BEST, name_loss
from games.players.puzzles import make_judge_seed

Think = Callable[[Job], Awaitable[Ranking]]
LONGEST_SECONDS = 60.0
TURNED = {"go": "zg", "pk": "zl", "ac": "za"}
"""Maps the verbs of a table's panel to those that answer here."""


class Panel:
    """Shows puzzles, and tells what answers are worth."""

    def __init__(self, shelf: Shelf, think: Think) -> None:
        """Take where puzzles come from, and what judges an answer that is another than theirs."""
        self._shelf = shelf
        self._think = think

    @property
    def presses(self) -> tuple[Press, ...]:
        """Its handlers of presses."""
        return (
            *answer_presses(TURNED, self._step, self._judge, table=None),
            Press("zpo", self.open_again, table=None),
            Press("zps", self.show_solution, table=None),
            Press("zpn", self.open_next, table=None),
        )

    async def open_again(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Open a puzzle again."""
        await self.open(interaction, table_of(parts))

    async def open_next(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Open another puzzle of a game."""
        await self.open(interaction, await self._shelf.draw(Brought(parts)[0], interaction.id))

    async def open(self, interaction: Interaction, number: int) -> None:
        """Show a puzzle from its beginning."""
        await replies.begin(interaction)
        puzzle, match = await self._shelf.find(number)
        await self._step(interaction, Choice(number, match.seq, puzzle.seat))

    async def show_solution(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Show what is best, and why."""
        await replies.begin(interaction)
        puzzle, match = await self._shelf.find(table_of(parts))
        await self._show_end(interaction, puzzle, match, [])

    async def _step(self, interaction: Interaction, choice: Choice) -> None:
        """Ask what is still open, or judge what the picks come to."""
        puzzle, match = await self._shelf.find(choice.table)
        w = replies.reader(interaction)
        asking = await ask(match, Choice(puzzle.id, match.seq, puzzle.seat, choice.picks), w, fresh=True)
        if asking.action is not None and choice.picks:
            # Nothing is at stake: no answer is asked about twice.
            await self._judge(interaction, choice, asking.action.token)
            return
        lines = [_write_head(match, w), asking.note, w("**Find the best move.**")]
        shown = self._arrange(interaction, puzzle, match)
        await show_asking(interaction, shown, asking, "\n".join(line for line in lines if line))

    async def _judge(self, interaction: Interaction, choice: Choice, token: str) -> None:
        """Say whether an answer is the best move, and if not what it loses."""
        puzzle, match = await self._shelf.find(choice.table)
        w = replies.reader(interaction)
        try:
            action = match.check(puzzle.seat, token)
        except RuleError as error:
            await self._show_wrong(interaction, puzzle, match, f"❌ {refusals.write_refusal(error, w)}")
            return
        if token == puzzle.best:
            await self._show_end(interaction, puzzle, match, [w("✅ **That's it!**")])
            return
        lost = await self._find_loss(puzzle, match, token)
        if lost is None:
            await replies.refuse(interaction, w("I can't judge that right now. Try again later."))
            return
        if name_loss(lost) == BEST:
            await self._show_end(interaction, puzzle, match, [w("✅ **That's just as good.**")])
            return
        position, scene = make_scene_of(match, self._name(interaction, puzzle, match), puzzle.seat, w)
        said = match.game.texts.phrase(action, position, escape_scene(scene)).rstrip(".")
        # What isn't as good is worse by so much at least: the solution says so too.
        n = max(1, round(100 * max(lost, puzzle.margin)))
        text = w("❌ **{action}** isn't the best move.", action=said)
        text += "\n" + w("Of 100 matches from here, it wins about {n} fewer than the best move.", n=n)
        await self._show_wrong(interaction, puzzle, match, text)

    async def _find_loss(self, puzzle: Puzzle, match: Match, token: str) -> float | None:
        """Return what an answer loses against the best; ``None`` where nobody can say now."""
        seed, view = make_judge_seed(match), recall_view(match, puzzle.seat)
        job = Job(puzzle.game, puzzle.version, view, puzzle.seat, LEVEL, seed, match.ply, LONGEST_SECONDS)
        found = await self._think(replace(job, played=token, best=puzzle.best))
        return found[0][1] if found else None

    async def _show_wrong(self, interaction: Interaction, puzzle: Puzzle, match: Match, text: str) -> None:
        w = replies.reader(interaction)
        items = [
            _make_button("zpo", puzzle, w("Try again"), "🔁", style=discord.ButtonStyle.primary),
            _make_button("zps", puzzle, w("Show the solution"), "💡"),
            _make_next(puzzle, w),
        ]
        await self._show(interaction, puzzle, match, [_write_head(match, w), text], items)

    async def _show_end(
        self, interaction: Interaction, puzzle: Puzzle, match: Match, lines: list[str]
    ) -> None:
        """Show the solution with its reason."""
        w = replies.reader(interaction)
        position, scene = make_scene_of(match, self._name(interaction, puzzle, match), puzzle.seat, w)
        action, told = match.rules.read(puzzle.best), escape_scene(scene)
        advice = match.game.texts.advise(action, position, told)
        phrase = match.game.texts.phrase(action, position, told).rstrip(".")
        explained = [
            w("💡 **{action}**", action=phrase),
            w("{reason} (rule {clause}).", reason=advice.text.rstrip("."), clause=advice.clause),
            w(
                "-# Of 100 matches from here, it wins about {n} more than any weaker move.",
                n=round(100 * puzzle.margin),
            ),
        ]
        items = [_make_next(puzzle, w, style=discord.ButtonStyle.success)]
        await self._show(interaction, puzzle, match, [_write_head(match, w), *lines, *explained], items)

    async def _show(
        self, interaction: Interaction, puzzle: Puzzle, match: Match, lines: list[str], items: list[Item]
    ) -> None:
        w = replies.reader(interaction)
        shown = self._arrange(interaction, puzzle, match)
        _, scene = make_scene_of(match, shown.names, puzzle.seat, w)
        await show_position(interaction, shown, scene, "\n".join(lines), items)

    def _arrange(self, interaction: Interaction, puzzle: Puzzle, match: Match) -> Shown:
        names = self._name(interaction, puzzle, match)
        return Shown(match, names, ("puzzle", puzzle.id), TURNED, undoes=False)

    def _name(self, interaction: Interaction, puzzle: Puzzle, match: Match) -> tuple[str, ...]:
        """Return who sits on each seat: the person where it is to be acted."""
        w, own = replies.reader(interaction), person(interaction).name
        return tuple(own if seat == puzzle.seat else name_computer(LEVEL, w) for seat in range(match.seats))


def _write_head(match: Match, w: Words) -> str:
    return w("## Puzzle · {game}", game=match.game.title)


def _make_button(
    verb: str,
    puzzle: Puzzle,
    label: str,
    emoji: str,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> Item:
    return button(custom_id("b", verb, puzzle.id), label, emoji=emoji, style=style)


def _make_next(puzzle: Puzzle, w: Words, style: discord.ButtonStyle = discord.ButtonStyle.secondary) -> Item:
    return button(custom_id("b", "zpn", puzzle.game), w("Another puzzle"), emoji="🧩", style=style)
