"""A simulated Discord server with the real bot, and helpers that act as its members."""

from __future__ import annotations

import asyncio
import atexit
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import discord
import simcord
from simcord.backend.models import EPHEMERAL_FLAG, Overwrite
from simcord.enums import OverwriteType
from simcord.results import to_discord_message

from bot.app import ReefBot
from bot.computers import pool
from bot.computers.advice import GUIDE_KEY, GUIDE_OFF
from bot.computers.process import WorkerProcess
from bot.computers.thinker import Thinker
from bot.computers.worker import Job, Ranking, ReviewSlice
from bot.config import load_config
from bot.features.review.posts import REVIEW_POSTS_KEY
from bot.features.review.posts import REVIEWS_OFF as OFF_HERE
from bot.model.table import Table
from bot.storage import Store
from bot.ui.ids import MoveChoice, drop_renewal, make_custom_id
from games.core.match import Match
from games.core.protocol import Game
from games.registry import GAMES
from games.review.slices import ReviewFinding
from tests.support.findings import evaluate_slice_once, rank_moves_once
from tests.support.inline import find_memory_database, free_memory_database, open_inline
from tests.support.patience import HANG_TIMEOUT_SECONDS
from tests.support.quick import install_quick_versions
from tests.support.standin.world import list_components

install_quick_versions()
TAB_LABELS = ("Table", "History", "People", "Settings", "End")
DECLINE_PREFIX = "b:ivd:"
"""Prefix of the custom_id of the *Decline* button on an invitation to a lobby."""
SETTLE_TIMEOUT_SECONDS = 20
"""Seconds to wait until the bot has settled: longer than its short sleeps, shorter than its retries."""
SETTLE_TRIES = int(HANG_TIMEOUT_SECONDS / SETTLE_TIMEOUT_SECONDS)
IDLE_TRIES = 1000
"""Number of event loop rounds to wait for an idle bot, before using the library's slower check."""
CHECK_INTERVAL_SECONDS = 0.002
"""Seconds between two checks of whether the bot is idle. SimCord's default is 25 times as long."""
pool.MAX_HINT_WAIT_SECONDS = HANG_TIMEOUT_SECONDS  # A slow machine must not lose the hints that tests expect.
THINK_SECONDS = 0.02
"""Thinking time of computer players. Tests must not depend on the moves that they choose."""


class SharedWorker(WorkerProcess):
    """A worker process shared by the bots of all tests, which run one after another.

    The process keeps its normal priority, because tests wait for its answers.
    """

    niceness = 0

    def ask(self, job: Job) -> Ranking | str:
        """Think about a position, or return the ranking from an earlier test with an equal job."""
        return rank_moves_once(job, lambda: WorkerProcess.ask(self, job))

    def evaluate(self, review_slice: ReviewSlice) -> ReviewFinding | str:
        """Evaluate a slice, or return its cached finding from an earlier test."""
        return evaluate_slice_once(review_slice, lambda: WorkerProcess.evaluate(self, review_slice))

    def close(self) -> None:
        """Do nothing, because other tests use the process too."""


SHARED_WORKER = SharedWorker()
atexit.register(WorkerProcess.close, SHARED_WORKER)


BUTTON_TYPE = 2
SELECT_TYPES = (3, 5, 6, 7, 8)
MESSAGE_CALLBACK_TYPES = (4, 7)
"""Types of answers to an interaction that contain a message."""


def list_buttons(message: Any) -> dict[str, str]:
    """Return the labels of a message's buttons by custom_id, without the link buttons."""
    return {
        part["custom_id"]: part.get("label", "")
        for part in list_controls(message)
        if part["type"] == 2 and "custom_id" in part
    }


def find_custom_id(message: Any, verb: str) -> str:
    """Return the custom_id of a message's first button with this verb."""
    return next(identity for identity in list_buttons(message) if identity.startswith(f"b:{verb}:"))


def list_menus(message: Any) -> dict[str, list[str]]:
    """Return the values in a message's select menus by custom_id. Menus of people or channels have none."""
    return {
        part["custom_id"]: [option["value"] for option in part.get("options", ())]
        for part in list_controls(message)
        if part["type"] != 2
    }


def check_select_renewals(harbour: Harbour) -> None:
    """Check that no message was sent with a select whose custom_id is the same after each press.

    Discord sends nothing if somebody chooses the same option twice in such a select.
    """
    for request in harbour.env.http_requests:
        body = request.json if isinstance(request.json, dict) else {}
        if "/callback" in request.path:
            body = (body.get("data") or {}) if body.get("type") in MESSAGE_CALLBACK_TYPES else {}
        for part in list_components(body.get("components") or ()):
            if part["type"] in SELECT_TYPES:
                assert drop_renewal(part["custom_id"]) != part["custom_id"], part["custom_id"]


def find_menu(message: Any, verb: str) -> str:
    """Return the custom_id of a message's first select menu with this verb."""
    return next(identity for identity in list_menus(message) if drop_renewal(identity).split(":")[1] == verb)


def list_controls(message: Any) -> list[dict[str, Any]]:
    return [
        part
        for part in list_components(read_components(message))
        if part["type"] in (BUTTON_TYPE, *SELECT_TYPES)
    ]


def read_components(message: Any) -> list[dict[str, Any]]:
    return [part if isinstance(part, dict) else part.to_dict() for part in message.components]


def make_bot(folder: Path, store: Store, games: Mapping[str, Game]) -> ReefBot:
    """Return a bot for a test, with fast computer players and without application emoji."""
    bot = ReefBot(load_config({"APPLICATION_EMOJI": "off"}, folder / ".env"), store, games)
    replace_thinker(bot, Thinker(THINK_SECONDS, SHARED_WORKER))
    return bot


class RetryingEnvironment(simcord.Env):
    """SimCord's environment, changed to tolerate a slow machine."""

    async def _settle_internal(self, **kwargs: Any) -> None:
        """Wait until the bot has settled, retrying when the library times out."""
        # SimCord's five seconds are too few on a busy machine. Retry instead of using a longer timeout,
        # because SimCord waits for every real sleep that would end within the timeout.
        for left in reversed(range(SETTLE_TRIES)):
            try:
                await super()._settle_internal(
                    **{**kwargs, "timeout": SETTLE_TIMEOUT_SECONDS, "idle": CHECK_INTERVAL_SECONDS}
                )
                break
            except TimeoutError:
                if not left:
                    raise
                kwargs.pop("_deadline", None)


class HarbourEnvironment(RetryingEnvironment):
    """An environment that also notices sooner that the bot is idle."""

    _is_idling = False
    """Whether an operation is already waiting in :meth:`_run_until_idle`."""

    async def _settle_internal(self, **kwargs: Any) -> None:
        await self._run_until_idle()
        await super()._settle_internal(**kwargs)

    async def _advance_to(self, target: float, deadline: float) -> None:
        """Advance the simulated time, retrying when the library times out."""
        for left in reversed(range(SETTLE_TRIES)):
            try:
                return await super()._advance_to(target, deadline)
            except TimeoutError:
                if not left:
                    raise
                deadline = asyncio.get_running_loop().time() + SETTLE_TIMEOUT_SECONDS
        return None

    async def _run_until_idle(self) -> None:
        """Run the event loop until only timers could wake the bot, for at most :data:`IDLE_TRIES` rounds.

        This is faster than the library's check, which examines all tasks after each step.
        """
        if self._is_idling or self._loop is None:
            return
        self._is_idling = True
        ready = self._loop._ready  # type: ignore[attr-defined]
        rounds = 0

        def check_again() -> None:
            nonlocal rounds
            rounds += 1
            if ready and rounds < IDLE_TRIES:
                ready.append(again)
            else:
                nothing_ready.set_result(None)

        # Add the callback directly, because the library records each callback that it sees.
        again = asyncio.Handle(check_again, (), self._loop)
        try:
            while rounds < IDLE_TRIES:
                nothing_ready = self._loop.create_future()
                ready.append(again)
                await nothing_ready
                if not ready and not self._work.executors:
                    break
                if not ready:
                    await asyncio.wait(
                        tuple(self._work.executors),
                        timeout=SETTLE_TIMEOUT_SECONDS,
                        return_when=asyncio.FIRST_COMPLETED,
                    )
        finally:
            self._is_idling = False


class Harbour:
    """A simulated server with three members, a moderator and the bot."""

    def __init__(self, path: Path, store: Store, bot: ReefBot, games: Mapping[str, Game]) -> None:
        self.path = path
        self.store = store
        self.bot = bot
        self.games = games
        # Use the same secret in every run, so that failures can be reproduced.
        bot.tables.core.draw_secret = lambda: bytes(32)
        self.env = HarbourEnvironment(bot, settle_timeout=SETTLE_TIMEOUT_SECONDS, shard_count=1)
        self._share_clock(bot)
        self.env.backend.clock.advance(1)
        self.guild = self.env.create_guild("Reef Harbour", preferred_locale="en-US")
        self.channel = self.guild.create_text_channel("reef")
        self.anna = self.add_member("Anna")
        self.ben = self.add_member("Ben")
        self.dana = self.add_member("Dana")
        moderator = self.guild.create_role(
            "moderators", permissions=discord.Permissions(manage_messages=True, view_channel=True)
        )
        self.mod = self.guild.add_member(self.env.create_user("mod", global_name="Mo"), roles=[moderator])

    def add_member(self, name: str) -> simcord.MemberActor:
        return self.guild.add_member(self.env.create_user(name.lower(), global_name=name))

    def _share_clock(self, bot: ReefBot) -> None:
        """Make the bot use the simulated clock. Only tests advance it."""
        bot.tables.core.get_time = lambda: self.env.now().timestamp()

    async def turn_guide_off(self) -> None:
        """Turn the guide off for all four people, as if each had already played a match."""
        for person in (self.anna, self.ben, self.dana, self.mod):
            await self.store.preferences.set(person.id, GUIDE_KEY, GUIDE_OFF)

    @property
    def now(self) -> int:
        """The simulated time, in epoch seconds."""
        return int(self.env.now().timestamp())

    async def pass_time(self, hours: float) -> None:
        """Advance the simulated time by a number of hours, waking everything that sleeps until then."""
        await self.env.advance_time(hours * 3600)

    @classmethod
    async def open(cls, folder: Path, games: Mapping[str, Game] = GAMES) -> Harbour:
        """Start a bot with a new database, and turn reviews off in the channel.

        The database is in memory, unless ``folder`` contains a file.
        """
        path = folder / "reefs.db"
        store = open_inline(path)
        try:
            harbour = cls(path, store, make_bot(folder, store, games), games)
            # Turn reviews off, because one could be posted at any moment after a match.
            await store.channels.set(harbour.channel.id, REVIEW_POSTS_KEY, OFF_HERE)
            await harbour.env.start()
        except BaseException:
            await store.close()
            raise
        harbour._allow_reefs_for_everybody()
        # Press IDs affect the deal, so make them independent of the number of commands.
        harbour.env.backend.clock.advance(1)
        return harbour

    def _allow_reefs_for_everybody(self) -> None:
        """Allow everybody to use ``/reefs``, so that tests reach the bot's own permission checks."""
        backend = self.env.backend
        command = backend.find_command("reefs", None)
        if command is not None:
            everyone = {"id": str(self.guild.id), "type": 1, "permission": True}
            backend.set_command_permissions(self.guild.id, int(command["id"]), [everyone])

    async def close(self) -> None:
        try:
            await self.env.shutdown()
            await self.bot.close()
        finally:
            await self.store.close()
            free_memory_database(self.path)

    def connect(self) -> sqlite3.Connection:
        """Return a connection to the bot's database. The caller closes it."""
        return find_memory_database(self.path) or sqlite3.connect(self.path)

    async def restart(self) -> None:
        """Stop the bot cleanly, and start another on the same database."""
        await self.bot.close()
        await self.store.close()
        await self._start_again()

    async def kill(self) -> None:
        """Stop the bot without letting it finish anything, and start another on the same database."""
        self.bot.intake.closed = True
        self.bot.thinker.close()
        await self.store.close()
        await self._start_again()

    async def _start_again(self) -> None:
        self.store = open_inline(self.path)
        self.bot = make_bot(self.path.parent, self.store, self.games)
        self._share_clock(self.bot)
        await self.env.restart_bot(self.bot)
        await self.env.settle()

    def deny_permissions(self, *permissions: str) -> None:
        denied = discord.Permissions(**dict.fromkeys(permissions, True)).value
        bot = self.env.backend.bot_user.id
        self.env.backend.set_overwrite(
            self.channel.id, Overwrite(target_id=bot, type=OverwriteType.MEMBER, deny=denied)
        )

    def restore_permissions(self) -> None:
        self.env.backend.delete_overwrite(self.channel.id, self.env.backend.bot_user.id)

    def make_mention(self, command: str) -> str:
        name = command.partition(" ")[0]
        return f"</{command}:{self.env.backend.commands[None][name, 1]['id']}>"

    async def find_table(self) -> Table:
        """Return the channel's active table, or else its last ended table."""
        found = await self.bot.tables.find_latest_table(self.channel.id)
        assert found is not None
        return found

    async def find_match(self) -> Match:
        found = (await self.find_table()).match
        assert found is not None
        return found

    def list_posts(self) -> list[discord.Message]:
        """Return the public messages in the channel, oldest first."""
        return [m for m in self.channel.history() if not m.flags.ephemeral]

    @property
    def board(self) -> discord.Message:
        """The newest public message with a button or menu other than *Decline*.

        :raises IndexError: there is none.
        """
        kept = self.env.backend.messages.get(self.channel.id, {})
        # Search from the newest, because converting all messages would take longer than most presses.
        for number in sorted(kept, reverse=True):
            if kept[number].components and not kept[number].flags & EPHEMERAL_FLAG:
                message = to_discord_message(self.env, kept[number])
                if any(
                    not part.get("custom_id", "").startswith(DECLINE_PREFIX)
                    for part in list_controls(message)
                ):
                    return message
        raise IndexError("no message with buttons")

    async def open_lobby(self, game: str = "das_riff", **options: Any) -> discord.Message:
        """As Anna, open a lobby that starts only when she presses *Start*."""
        await self.anna.slash(
            self.channel, "play", game=game, **{"against": "people", "wait": True, **options}
        )
        return self.board

    async def begin_match(self, game: str = "das_riff", **options: Any) -> discord.Message:
        """Start a match between Anna and Ben, and return its board."""
        lobby = await self.open_lobby(game, **options)
        await self.ben.click(lobby, label="Join")
        await self.anna.click(lobby, label="Start")
        return self.board

    async def find_player(self, seat: int | None = None) -> simcord.MemberActor:
        """Return the person in a seat, by default the seat whose turn it is."""
        table = await self.find_table()
        assert table.match is not None
        chosen = table.match.active_seat if seat is None else seat
        assert chosen is not None
        user = table.occupants[chosen].user_id
        return next(person for person in (self.anna, self.ben, self.dana, self.mod) if person.id == user)

    async def find_opponent(self) -> simcord.MemberActor:
        """Return the player (Anna or Ben) whose turn it isn't."""
        return self.ben if (await self.find_player()).id == self.anna.id else self.anna

    async def answer_questions(self) -> None:
        """For every seat that must act during another seat's turn, play its first legal move."""
        while (match := await self.find_match()).active_seat not in match.to_act:
            seat = match.to_act[0]
            await self.type_move(match.legal_actions(seat)[0].token, await self.find_player(seat))

    async def press_action_kind(self, kind: str, seat: int | None = None) -> Any:
        """Press the button for a kind of action on the board or in the panel, and return the answer.

        :param seat: the seat to act for, by default the seat whose turn it is.
        """
        match = await self.find_match()
        chosen = match.active_seat if seat is None else seat
        assert chosen is not None
        start = MoveChoice((await self.find_table()).id, match.seq, chosen)
        person = await self.find_player(chosen)
        custom_id = make_custom_id("b", "go", *start.add_picks(kind).list_parts())
        if custom_id in list_buttons(self.board):
            return await person.click(self.board, custom_id=custom_id)
        answer = await person.click(self.board, custom_id=make_custom_id("b", "go", *start.list_parts()))
        panel = answer.response
        if panel is None or custom_id not in list_buttons(panel):
            # With only one kind of action, the panel has already chosen it.
            return answer
        return await person.click(panel, custom_id=custom_id)

    async def press_tool_button(self, person: simcord.MemberActor, label: str, board: Any = None) -> Any:
        """Press a button of the board, its *More…* menu or the table's page; return the answer."""
        shown = board or self.board
        if label not in list_buttons(shown).values():
            shown = await self.open_page_with_button(person, label, shown)
        return await person.click(shown, label=label)

    async def open_page_with_button(self, person: simcord.MemberActor, label: str, board: Any = None) -> Any:
        """Open *More…* or the tab of the table's page with the button; return the menu or the page."""
        shown = board or self.board
        menu = (await person.click(shown, label="More…")).response
        assert menu is not None
        if label in list_buttons(menu).values():
            return menu
        page: Any = (await person.click(menu, label="Table")).response
        for tab in list(list_buttons(page).values()):
            if label in list_buttons(page).values() and label not in TAB_LABELS:
                break
            if tab in TAB_LABELS and tab != TAB_LABELS[0]:
                page = (await person.click(page, label=tab)).response
                if "More…" in list_buttons(page).values() and label not in list_buttons(page).values():
                    page = (await person.click(page, label="More…")).response
        return page

    async def settle(self) -> None:
        """Wait until changes made directly in the service have been announced."""
        await self.bot.announcer.wait_until_idle()
        await self.env.settle()

    @contextmanager
    def pause_subscribers(self) -> Iterator[None]:
        feed = self.bot.tables.feed
        subscribers, feed._subscribers = feed._subscribers, {}
        try:
            yield
        finally:
            feed._subscribers = subscribers

    async def play_random_moves(
        self, ply_count: int, until: Callable[[Match], bool] = lambda match: False
    ) -> Match:
        """Play up to ``ply_count`` random moves in the service without presses, and update the board.

        Stop early when the match ends or ``until`` returns true.
        """
        table = await self.find_table()
        chance = Random(ply_count)
        with self.pause_subscribers():
            for _ in range(ply_count):
                match = await self.find_match()
                if match.outcome is not None or until(match):
                    break
                seat = match.to_act[0]
                token = chance.choice(match.rules.list_candidates(match.state, seat)).token
                await self.bot.tables.play.perform_action(
                    table.id, table.occupants[seat].user_id, token, match.seq, seat=seat
                )
        self.bot.announcer.announce_table(table.id)
        await self.settle()
        return await self.find_match()

    async def type_move(self, token: str, person: simcord.MemberActor | None = None) -> Any:
        """Type a move, by default as the player whose turn it is."""
        chosen = person or await self.find_player()
        return await chosen.slash(self.channel, "move", action=token)


def find_table_board(harbour: Harbour) -> Any:
    """Return the newest post with a *More…* button."""
    return next(post for post in reversed(harbour.list_posts()) if "More…" in list_buttons(post).values())


async def wait_until_idle(harbour: Harbour) -> None:
    """Wait until computer players, features and boards have nothing left to do."""
    for _ in range(2):
        await harbour.settle()
        await harbour.bot.driver.wait_until_idle()
        await harbour.bot.features.wait_until_idle()
    await harbour.env.settle()


def replace_thinker(bot: ReefBot, thinker: Any) -> None:
    bot.thinker = bot.driver.thinker = bot.services.adviser.thinker = thinker
