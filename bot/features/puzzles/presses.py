"""Shows a puzzle privately: the position, the questions of a move, and the verdict."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import discord

from bot.computers.worker import Job, Ranking
from bot.features.puzzles.collection import PuzzleCollection
from bot.features.puzzles.explaining import ExplainFunction, PuzzleExplainer, PuzzlePosition
from bot.tables.seats import name_computer
from bot.ui import refusals, replies
from bot.ui.components import Item, make_button
from bot.ui.ids import IdParts, MoveChoice, OutdatedId, make_custom_id, read_table_id
from bot.ui.people import get_person
from bot.ui.play import learning
from bot.ui.play.answering import ask_next_question_or_act, make_press_handlers
from bot.ui.play.solo import SoloView, show_position
from bot.ui.presses import PressHandler, make_tableless_handler
from bot.ui.scenes import escape_scene, make_tableless_scene
from bot.ui.services import Interaction
from games.core.errors import RuleError
from games.core.match import Match
from games.core.protocol import Game
from games.core.puzzle import Puzzle
from games.core.solo import COMPUTER_LEVEL, recall_view
from games.core.words import Words
from games.players.marks import BEST_MARK, choose_mark
from games.players.puzzles import make_judge_seed

ThinkFunction = Callable[[Job], Awaitable[Ranking]]
THINKING_TIMEOUT_SECONDS = 60.0
VERB_BY_TABLE_VERB = {"go": "zg", "pk": "zl", "ac": "za"}
"""Custom_id verbs of a puzzle's panel, by those of a table's panel."""
PUZZLES_TAB_KEY, PUZZLES_TAB_ICON = "p", "🧩"
GRADE_STARS = "★★★"
ANOTHER_PUZZLE = 1
"""Last part of the custom_id of *Another puzzle*, which shows puzzles of any difficulty."""


class PuzzlePanel:
    """Shows puzzles privately, asks for the best move, and judges the answers."""

    def __init__(self, puzzles: PuzzleCollection, think: ThinkFunction, explain: ExplainFunction) -> None:
        """Create the puzzle panel.

        :param think: computes how much win chance an answer loses.
        :param explain: finds a reason why the best move is better than an answer; ``None`` on failure.
        """
        self._puzzles = puzzles
        self._think = think
        self._explainer = PuzzleExplainer(explain)

    @property
    def press_handlers(self) -> tuple[PressHandler, ...]:
        return (
            *make_press_handlers(
                VERB_BY_TABLE_VERB,
                self._ask_or_judge_move,
                self._judge_answer,
                table=None,
                is_expensive=True,
            ),
            make_tableless_handler("zpo", self.reopen_puzzle),
            make_tableless_handler("zps", self.show_solution, is_expensive=True),
            make_tableless_handler("zpn", self.open_random_puzzle),
        )

    async def reopen_puzzle(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Show a puzzle again from its start."""
        await self.open_puzzle(interaction, read_table_id(parts))

    async def open_random_puzzle(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Show a random puzzle of the game that the button names, or of any game.

        The buttons of the page show an easy one, because it may be the person's first.
        """
        is_first = len(parts) == 1
        number = await self._puzzles.choose_puzzle(IdParts(parts)[0], interaction.id, is_first=is_first)
        await self.open_puzzle(interaction, number)

    async def show_tab(self, interaction: Interaction, game: Game | None) -> None:
        """Show a button for each game that has puzzles, and one for any game."""
        w, known = replies.get_words(interaction), await self._puzzles.list_games()
        items = [
            make_button(make_custom_id("b", "zpn", one.key), one.title, emoji=PUZZLES_TAB_ICON)
            for one in known
        ]
        if len(items) > 1:
            items.append(make_button(make_custom_id("b", "zpn", ""), w("Any game"), emoji="🎲"))
        text = w("A position with one best move: can you find it?") if items else w("There are none yet.")
        await learning.show_text_tab(interaction, PUZZLES_TAB_KEY, "\n".join((w("## Puzzles"), text)), items)

    async def open_puzzle(self, interaction: Interaction, number: int) -> None:
        """Show a puzzle with its first question."""
        await replies.acknowledge(interaction)
        puzzle, match = await self._puzzles.find_puzzle(number)
        await self._ask_or_judge_move(interaction, MoveChoice(number, match.seq, puzzle.seat))

    async def show_solution(self, interaction: Interaction, parts: list[str], values: list[str]) -> None:
        """Show the solution, and why it is better than the answer in the button's custom_id, if any."""
        puzzle, match = await self._puzzles.find_puzzle(read_table_id(parts))
        wrong_answer = ":".join(parts[1:])
        if wrong_answer:
            try:
                match.check_action(puzzle.seat, wrong_answer)
            except RuleError as error:
                raise OutdatedId from error
        await self._show_solution(interaction, puzzle, match, [], wrong_answer)

    async def _ask_or_judge_move(self, interaction: Interaction, choice: MoveChoice) -> None:
        puzzle, match = await self._puzzles.find_puzzle(choice.table_id)
        w = replies.get_words(interaction)
        now = MoveChoice(puzzle.id, match.seq, puzzle.seat, choice.picks)
        # The text needn't say what to find, because the picture does.
        lines = [_write_heading(puzzle, match, w)]
        await ask_next_question_or_act(
            interaction, self._make_view(interaction, puzzle, match), now, lines, self._judge_answer
        )

    async def _judge_answer(self, interaction: Interaction, choice: MoveChoice, token: str) -> None:
        """Show whether an answer is the best move.

        If it isn't, show the win chance that it loses, and why.
        """
        puzzle, match = await self._puzzles.find_puzzle(choice.table_id)
        w = replies.get_words(interaction)
        try:
            action = match.check_action(puzzle.seat, token)
        except RuleError as error:
            await self._show_wrong_answer(
                interaction, puzzle, match, "", f"❌ {refusals.write_refusal(error, w)}"
            )
            return
        if token == puzzle.best_token:
            await self._show_solution(interaction, puzzle, match, [w("✅ **That's it!**")])
            return
        lost = await self._find_loss(puzzle, match, token)
        if lost is None:
            await replies.refuse(interaction, w("I can't judge that right now. Try again later."))
            return
        if choose_mark(lost) == BEST_MARK:
            await self._show_solution(interaction, puzzle, match, [w("✅ **That's just as good.**")])
            return
        position, scene = make_tableless_scene(
            match, self._name_seats(interaction, puzzle, match), puzzle.seat, w
        )
        texts, escaped = match.game.texts, escape_scene(scene)
        description = texts.describe_action(action, position, escaped).rstrip(".")
        # Show at least the puzzle's margin, because the solution says that weaker moves lose at least that
        # much.
        n = max(1, round(100 * max(lost, puzzle.margin)))
        text = w("❌ Not the best move: **{action}**.", action=description)
        text += "\n" + w("It gives away about {n}% win chance.", n=n)
        explained = PuzzlePosition(puzzle, match, position, escaped)
        own, other = await explained.advise(action, explained.best)
        # A drawback that the best move has as well explains nothing.
        reason = ""
        if other.is_drawback or not own.is_drawback:
            reason = await self._explainer.find_reason(explained, action)
        if reason:
            text += "\n" + w("Why another move is better: {reason}", reason=reason)
        elif own.is_drawback:
            text += f"\n{own.text}"
        await self._show_wrong_answer(interaction, puzzle, match, token, text)

    async def _find_loss(self, puzzle: Puzzle, match: Match, token: str) -> float | None:
        """Return the win chance that an answer loses compared with the best move; ``None`` if unknown."""
        seed, view = make_judge_seed(match), recall_view(match, puzzle.seat)
        job = Job(
            puzzle.game,
            puzzle.version,
            view,
            puzzle.seat,
            COMPUTER_LEVEL,
            seed,
            match.ply,
            THINKING_TIMEOUT_SECONDS,
        )
        ranking = await self._think(replace(job, judged_token=token, solution=puzzle.best_token))
        return ranking[0][1] if ranking else None

    async def _show_wrong_answer(
        self, interaction: Interaction, puzzle: Puzzle, match: Match, answer: str, text: str
    ) -> None:
        """Show why an answer is wrong, and buttons to try again or see the solution.

        :param answer: token of the answer; empty if it is illegal.
        """
        w = replies.get_words(interaction)
        items = [
            _make_button("zpo", puzzle, w("Try again"), "🔁", style=discord.ButtonStyle.primary),
            make_button(
                make_custom_id("b", "zps", puzzle.id, *([answer] if answer else [])),
                w("Show the solution"),
                emoji="💡",
            ),
            _make_next_button(puzzle, w),
        ]
        lines = [_write_heading(puzzle, match, w), text]
        # Marks of the last move could be mistaken for the solution.
        await self._show_position(interaction, puzzle, match, lines, items, marks_newest_step=False)

    async def _show_solution(
        self, interaction: Interaction, puzzle: Puzzle, match: Match, lines: list[str], wrong_answer: str = ""
    ) -> None:
        """Show ``lines``, the solution and its explanation.

        :param wrong_answer: token of the move to compare the solution with; by default a tempting move.
        """
        w = replies.get_words(interaction)
        position, scene = make_tableless_scene(
            match, self._name_seats(interaction, puzzle, match), puzzle.seat, w
        )
        shown = PuzzlePosition(puzzle, match, position, escape_scene(scene))
        (advice,) = await shown.advise(shown.best)
        phrase = match.game.texts.describe_action(shown.best, position, shown.scene).rstrip(".")
        explained = [
            w("💡 **{action}** (rule {clause})", action=phrase, clause=advice.clause),
            *await self._explainer.explain_solution(shown, wrong_answer),
            w(
                "-# Every weaker move gives away about {n}% win chance or more.",
                n=round(100 * puzzle.margin),
            ),
        ]
        items = [_make_next_button(puzzle, w, style=discord.ButtonStyle.success)]
        # The picture marks the newest move, which should be the solution.
        solved = await asyncio.to_thread(match.act, puzzle.seat, puzzle.best_token)
        await self._show_position(
            interaction, puzzle, solved, [_write_heading(puzzle, match, w), *lines, *explained], items
        )

    async def _show_position(
        self,
        interaction: Interaction,
        puzzle: Puzzle,
        match: Match,
        lines: list[str],
        items: list[Item],
        *,
        marks_newest_step: bool = True,
    ) -> None:
        w = replies.get_words(interaction)
        shown = self._make_view(interaction, puzzle, match)
        _, scene = make_tableless_scene(match, shown.names, puzzle.seat, w)
        await show_position(
            interaction, shown, scene, "\n".join(lines), items, marks_newest_step=marks_newest_step
        )

    def _make_view(self, interaction: Interaction, puzzle: Puzzle, match: Match) -> SoloView:
        names = self._name_seats(interaction, puzzle, match)
        asks = replies.get_words(interaction)("Find the best move.")
        return SoloView(
            match, names, ("puzzle", puzzle.id), VERB_BY_TABLE_VERB, has_undo=False, question=asks
        )

    def _name_seats(self, interaction: Interaction, puzzle: Puzzle, match: Match) -> tuple[str, ...]:
        w, own = replies.get_words(interaction), get_person(interaction).name
        return tuple(
            own if seat == puzzle.seat else name_computer(COMPUTER_LEVEL, w)
            for seat in range(match.seat_count)
        )


def _write_heading(puzzle: Puzzle, match: Match, w: Words) -> str:
    """Return the heading, with one to three stars for the difficulty."""
    head = w("## Puzzle · {game}", game=match.game.title)
    return f"{head} · {GRADE_STARS[: puzzle.grade]}" if puzzle.grade else head


def _make_button(
    verb: str,
    puzzle: Puzzle,
    label: str,
    emoji: str,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
) -> Item:
    return make_button(make_custom_id("b", verb, puzzle.id), label, emoji=emoji, style=style)


def _make_next_button(
    puzzle: Puzzle, w: Words, style: discord.ButtonStyle = discord.ButtonStyle.secondary
) -> Item:
    return make_button(
        make_custom_id("b", "zpn", puzzle.game, ANOTHER_PUZZLE),
        w("Another puzzle"),
        emoji=PUZZLES_TAB_ICON,
        style=style,
    )
