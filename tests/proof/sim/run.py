"""A simulated run. People play while faults occur. Then the faults stop and everything must settle."""

from __future__ import annotations

import asyncio
import gc
import logging
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from bot.errors.base import BotError
from bot.model.table import Person, Place
from bot.tables.feed import Change, ChangeKind
from bot.ui.ids import drop_renewal
from games.core.errors import RuleError
from tests.proof.sim.checks import Ledger, check_final_state
from tests.proof.sim.clocks import use_virtual_clocks
from tests.proof.sim.discord_side import SimDiscord
from tests.proof.sim.loop import SimLoop, call_outside_bot, make_context
from tests.proof.sim.plan import Plan, RunResult
from tests.proof.sim.process import GAMES_BY_KEY, Disk, SimProcess
from tests.proof.sim.server import SimServer
from tests.proof.sim.watching import ErrorLog, locate_error, record_moves
from tests.support.quick import install_quick_versions
from tests.support.standin.interactions import (
    COMPONENT_KIND,
    SUBMIT_KIND,
    Interaction,
    make_form_data,
    make_press_data,
)
from tests.support.standin.world import FIRST_CHANNEL_ID, GUILD_ID, Message
from tests.support.toy import TOY

NAMES = ("Anna", "Ben", "Chris", "Dana", "Emil", "Fay", "Gus", "Hana", "Ivo", "Jana", "Karl", "Lea")
SETTLE_TIMEOUT_SECONDS = 1800
"""Virtual seconds after the last fault by which everything must have settled."""
REPORT_TIMEOUT_SECONDS = 20
"""Virtual seconds in which a process must report its requests that arrived late."""
WEIGHTS_BY_COMMON_VERB = {
    "go": 14,
    "ac": 20,
    "pk": 10,
    "jo": 12,
    "sa": 25,
    "vt": 6,
    "un": 8,
    "uq": 5,
    "dy": 3,
    "rp": 2,
}
"""Weights of common verbs in random presses."""
WEIGHTS_BY_RARE_VERB = {"ca": 0.02, "cl": 0.02, "rs": 0.02, "le": 0.1}
"""Low weights of verbs that end a match, or leave or cancel a table, so that most matches continue."""
DEFAULT_WEIGHT = 0.25
"""Weight of a verb that is in neither :data:`WEIGHTS_BY_COMMON_VERB` nor :data:`WEIGHTS_BY_RARE_VERB`."""


class SimulatedRun:
    """A simulated run in progress."""

    def __init__(self, plan: Plan, add_fault: Callable[[SimulatedRun], None] | None = None) -> None:
        """Set up a run.

        :param add_fault: called when people begin to play, to add a fault to the plan's faults.
        """
        self.plan = plan
        self.chance = Random(f"run {plan.seed}")
        self.loop = SimLoop(self.chance, shuffles_callbacks=plan.shuffles_callbacks)
        self.sim_discord = SimDiscord(
            self.loop, self.chance, plan.channel_count, list(NAMES[: plan.person_count])
        )
        self.ledger = Ledger(self.sim_discord)
        self.rare_counts: Counter[str] = Counter()
        self.processes: list[SimProcess] = []
        self.actions_left = plan.action_count
        self.presses = 0
        self.panels: dict[int, Message] = {}
        self.disk = Disk(self.loop, self.chance)
        if plan.process_count > 1:
            self.disk.server = SimServer(self.loop, self.chance)
        self.add_fault = add_fault
        self.game = GAMES_BY_KEY[plan.game]
        self.options = self.game.get_default_options() | ({"goal": "12"} if self.game is TOY else {})

    @property
    def hosting_process(self) -> SimProcess:
        """The hosting process, or the newest process if none hosts."""
        return next(
            (process for process in reversed(self.processes) if process.is_hosting), self.processes[-1]
        )

    def start_process(self) -> None:
        number = len(self.processes) + 1
        self.sim_discord.clock_errors[number] = self.plan.clock_error_seconds * (-1) ** number
        self.processes.append(
            SimProcess(number, self.loop, self.sim_discord, self.disk, self.plan.seed, self.game)
        )

    def kill_process(self) -> None:
        """Kill the hosting process, and start another process soon.

        Do nothing if it is dead already, or still has to report requests that arrived late.
        """
        process = self.hosting_process
        late = self.sim_discord.late_requests.get(process.number, -REPORT_TIMEOUT_SECONDS)
        if process.number in self.loop.dead_process_ids or self.loop.time() < late + REPORT_TIMEOUT_SECONDS:
            return
        self.rare_counts["crash"] += 1
        if process.bot.announcer._tasks:
            self.rare_counts["crash during an announcement"] += 1
        database: Any = process.store._database
        if database._writer._group is not None:
            self.rare_counts["crash during a transaction"] += 1
        if not process.ready:
            self.rare_counts["crash during a start"] += 1
        process.kill()
        call_outside_bot(self.loop, self.chance.random() * 30, self.start_process)

    def suspend_process(self) -> None:
        """Suspend the hosting process, or the next process that sends a message.

        It is usually suspended for longer than a lease is valid.
        """
        seconds = self.chance.choice((3.0, 10.0, 20.0, 60.0))
        self.rare_counts["host suspended"] += 1
        if self.chance.random() < 0.5:
            self.loop.suspend_process(self.hosting_process.number, seconds)
        else:
            self.sim_discord.during_message = lambda process_id: self.loop.suspend_process(
                process_id, seconds
            )

    def slow_down_database(self) -> None:
        """Make the database slow for a while."""
        assert self.disk.server is not None
        self.rare_counts["slow database"] += 1
        self.disk.server.slow_until = self.loop.time() + 5 + self.chance.random() * 40

    def cancel_press(self) -> None:
        """Cancel a random press in progress. If there is none, try again soon."""
        under_way = sorted(self.hosting_process.bot.intake._under_way, key=self.loop.get_task_number)
        if under_way:
            self.chance.choice(under_way).cancel()
            self.rare_counts["press cancelled"] += 1
        elif self.actions_left > 0:
            self.call_before_a_step(self.cancel_press, 40)

    def call_before_a_step(self, act: Callable[[], object], max_steps: int) -> None:
        """Call ``act`` just before one of the bot's next ``max_steps`` steps."""
        self.loop.before_step = (self.loop.bot_step_count + 1 + int(self.chance.random() * max_steps), act)

    async def main(self) -> None:
        """Play as all people, stop the faults, and wait until everything should have settled."""
        plan, sim_discord = self.plan, self.sim_discord
        for _ in range(plan.process_count):
            self.start_process()
        await asyncio.sleep(10)
        for number in range(plan.channel_count):
            if self.chance.random() < 0.85:
                await self.hosting_process.run(self.begin_match(FIRST_CHANNEL_ID + number))
        await asyncio.sleep(5)
        sim_discord.fault_rate, sim_discord.fault_kinds, self.disk.failure_rate = (
            plan.fault_rate,
            plan.fault_kinds,
            plan.database_failure_rate,
        )
        if self.add_fault is not None:
            self.add_fault(self)
        incidents = [self.kill_process] * plan.crash_count + [self.cancel_press] * plan.cancellation_count
        incidents += [self.suspend_process] * plan.suspension_count + [
            self.slow_down_database
        ] * plan.slowdown_count
        self.chance.shuffle(incidents)
        players = [asyncio.create_task(self.play_as_person(user)) for user in sim_discord.world.people]

        async def cause_incidents() -> None:
            for incident in incidents:
                await asyncio.sleep(5 + self.chance.random() * 60)
                self.call_before_a_step(incident, 150)

        causing = asyncio.create_task(cause_incidents())
        await asyncio.gather(*players)
        causing.cancel()
        self.loop.before_step = None
        sim_discord.fault_rate = self.disk.failure_rate = 0.0
        sim_discord.fails_at = self.disk.fails_at = None
        if self.disk.server is not None:
            self.disk.server.slow_until = 0.0
        await asyncio.sleep(REPORT_TIMEOUT_SECONDS)
        for _ in range(SETTLE_TIMEOUT_SECONDS // 20):
            if self.hosting_process.ready and self.hosting_process.number not in self.loop.dead_process_ids:
                break
            await asyncio.sleep(20)
        if sim_discord.refused_for_good or self.disk.failure_count or plan.seed % 4 == 0:
            # After a permanent refusal, the bot retries only when something happens or when it restarts.
            for process in [
                process for process in self.processes if process.number not in self.loop.dead_process_ids
            ]:
                process.kill()
                self.start_process()
        await asyncio.sleep(SETTLE_TIMEOUT_SECONDS)

    async def begin_match(self, channel: int) -> None:
        """Begin a match and play part of it without faults."""
        tables = self.hosting_process.bot.tables
        users = list(self.sim_discord.world.people)
        self.chance.shuffle(users)
        users = users[: min(self.chance.choice((2, 2, 3, 4)), self.game.seat_counts[-1])]
        people = [Person(user, self.sim_discord.world.people[user]) for user in users]
        press = self.sim_discord.world.ids.make_id()
        table = await tables.lobby.open_table(
            Place(channel, GUILD_ID, "en"), people[0], self.game.key, self.options, press_id=press
        )
        for person in people[1:]:
            table = await tables.lobby.join_lobby(table.id, person, press, may_take_extra_seat=True)
        if len(people) < min(4, self.game.seat_counts[-1]) and self.chance.random() < 0.35:
            await tables.lobby.add_computer(table.id, users[0], "easy", "Octopus", press)
        table = await tables.lobby.start_match(table.id, users[0], press)
        plies = self.chance.choice((0, 4, 8, 12, 16))
        # Suppress announcements of all positions but the last.
        divert_change, tables.feed.divert_change = (
            tables.feed.divert_change,
            lambda change: change.table_id == table.id,
        )
        for _ in range(plies):
            match: Any = (await tables.get(table.id)).match
            if match.outcome is not None:
                break
            seat = match.to_act[0]
            user = table.occupants[seat].user_id
            legal = match.legal_actions(seat)
            if self.game is TOY:
                legal = _favour_scoring_actions(legal, max(match.state.points))
            token = self.chance.choice(legal).token
            if user:
                await tables.play.perform_action(table.id, user, token, match.seq, seat=seat)
            else:
                await tables.play.perform_computer_action(table.id, seat, token, match.seq)
        tables.feed.divert_change = divert_change
        match = (await tables.get(table.id)).match
        tables.feed.publish(Change(table.id, match.seq, ChangeKind.ACTED))

    async def play_as_person(self, user: int) -> None:
        """Act as one person until all actions are used up."""
        pace = self.chance.choice((2.0, 8.0, 30.0))
        while self.actions_left > 0:
            await asyncio.sleep(self.chance.expovariate(1 / pace))
            if self.plan.long_pause_rate and self.chance.random() < self.plan.long_pause_rate:
                self.rare_counts["time jumped"] += 1
                await asyncio.sleep(self.chance.choice((3600, 90_000)))
            if self.actions_left <= 0:
                return
            channel = FIRST_CHANNEL_ID + int(self.chance.random() * self.plan.channel_count)
            await self.press_or_open(user, channel)

    async def press_or_open(self, user: int, channel: int) -> None:
        """Press a random button or open a table. If a match waits only for others, usually do nothing."""
        due = self.list_people_to_act(channel)
        if due and user not in due and self.chance.random() < 0.75:
            return
        choices: list[tuple[float, Message, str, list[str] | None]] = []
        panel = self.panels.get(user)
        shown = [m for m in self.sim_discord.world.list_public_messages(channel)[-6:] if m.components]
        for message in (*shown, *(() if panel is None or panel.deleted else (panel,))):
            near = 3.0 if message is panel else 1.0
            for identity in message.list_buttons():
                choices.append((near * _get_weight(identity), message, identity, None))
            for identity, values in message.list_menus().items():
                choices.append(
                    (near * _get_weight(identity), message, identity, [self.chance.choice(values)])
                )
        if not choices or (self.chance.random() < 0.08 and not self._is_busy(channel)):
            self.open_table(user, channel)
            self.actions_left -= 1
            return
        weights = [weight for weight, *_ in choices]
        _, message, identity, values = self.chance.choices(choices, weights)[0]
        self.actions_left -= 1
        twice = self.chance.random() < 0.1
        if twice:
            self.rare_counts["pressed twice at once"] += 1
            self.press(user, message, identity, values)
        interaction = self.press(user, message, identity, values)
        await self.wait_for_answer(interaction)
        if interaction.form is not None:
            fill = self.sim_discord.interactions.make_interaction(
                SUBMIT_KIND, user, message.channel_id, make_form_data(interaction.form, {}), message
            )
            self.sim_discord.send_press(fill)
            await self.wait_for_answer(fill)
        answer = interaction.get_answer()
        if answer is not None:
            self.panels[user] = answer
        elif self.chance.random() < 0.5:
            self.panels.pop(user, None)

    def list_people_to_act(self, channel: int) -> set[int]:
        """Return the people whose move a match in the channel is waiting for."""
        found: set[int] = set()
        for table in self.hosting_process.bot.tables.core._cache._kept.values():
            if table.place.channel_id == channel and table.status == "playing" and table.match is not None:
                found |= {table.occupants[seat].user_id for seat in table.match.to_act}
        return found - {0}

    def _is_busy(self, channel: int) -> bool:
        return bool(
            self.disk.run_sql("SELECT 1 FROM matches WHERE channel_id = ? AND status <> 'over'", channel)
        )

    def press(self, user: int, message: Message, custom_id: str, values: list[str] | None) -> Interaction:
        """Press a button or choose from a list. Discord may deliver the press twice."""
        self.presses += 1
        data = make_press_data(custom_id, values)
        if values is not None and custom_id.startswith("u:"):
            data["component_type"] = 5
        made = self.sim_discord.interactions.make_interaction(
            COMPONENT_KIND, user, message.channel_id, data, message
        )
        twice = self.chance.random() < self.plan.double_delivery_rate
        if twice:
            self.rare_counts["press delivered twice"] += 1
        self.sim_discord.send_press(made, is_delivered_twice=twice)
        return made

    async def wait_for_answer(self, interaction: Interaction) -> None:
        """Wait for the answer as long as a person would."""
        for _ in range(12):
            await asyncio.sleep(0.7)
            if interaction.answer_count or interaction.form is not None:
                return
            if interaction.acknowledged_at is None and self.loop.time() - interaction.sent_at > 3.2:
                self.rare_counts["press not acknowledged"] += 1
                return

    def open_table(self, user: int, channel: int) -> None:
        """Open a table like ``/play``, perhaps with a computer player. Do nothing if the bot isn't ready."""
        process = self.hosting_process
        if not process.ready or process.number in self.loop.dead_process_ids:
            return
        person = Person(user, self.sim_discord.world.people[user])
        computers = self.chance.choice((0, 0, 1, 1))
        seats = min(self.chance.choice((2, 2, 3)), self.game.seat_counts[-1])
        press = self.sim_discord.world.ids.make_id()

        async def open_table_and_start_match() -> None:
            tables = process.bot.tables
            try:
                table = await tables.lobby.open_table(
                    Place(channel, GUILD_ID, "en"),
                    person,
                    self.game.key,
                    self.options,
                    press_id=press,
                    seat_count=seats,
                )
                for number in range(computers):
                    await tables.lobby.add_computer(
                        table.id, user, "easy", f"Fish {number}", press + 1 + number
                    )
            except (BotError, RuleError):
                return

        process.run(open_table_and_start_match(), press)


def _favour_scoring_actions(legal: Sequence[Any], points: int) -> list[Any]:
    """Return the toy game's actions that can't end the match, listing scoring ones three times."""
    scoring = ("add", "roll")
    legal = [action for action in legal if points < 10 or action.kind not in scoring]
    return legal + [action for action in legal if action.kind in scoring] * 2


def _get_weight(custom_id: str) -> float:
    verb = drop_renewal(custom_id).split(":")[1]
    return WEIGHTS_BY_COMMON_VERB.get(verb, WEIGHTS_BY_RARE_VERB.get(verb, DEFAULT_WEIGHT))


def run_plan(plan: Plan, add_fault: Callable[[SimulatedRun], None] | None = None) -> RunResult:
    one = SimulatedRun(plan, add_fault)
    error_log = ErrorLog()
    problems: list[str] = []
    logging.getLogger().addHandler(error_log)
    try:
        with use_virtual_clocks(one.sim_discord), record_moves(one.ledger):
            asyncio.set_event_loop(one.loop)
            one.loop.run_until_complete(one.loop.create_task(one.main(), context=make_context(0)))
            problems += check_final_state(one.ledger, one.disk, one.rare_counts, one.loop, one.sim_discord)
    except Exception as error:
        problems.append(f"{type(error).__name__}: {error}{locate_error(error)}")
    finally:
        logging.getLogger().removeHandler(error_log)
        texts = list(error_log.texts)
        errors = list(one.loop.errors)
        for process in one.processes:
            one.loop.dead_process_ids.add(process.number)
        one.loop.close()
        asyncio.set_event_loop(None)
    problems += one.ledger.problems
    if one.disk.server is not None:
        problems += one.disk.server.problems
        one.rare_counts["takeover"] += one.disk.server.takeovers
        one.rare_counts["write refused for its lease"] += one.disk.server.refused
        one.rare_counts["request sent after a pause"] += len(one.sim_discord.late_requests)
    problems += [f"error logged: {text}" for text in texts]
    problems += [f"unhandled: {one['message']} {one.get('exception')!r}" for one in errors]
    problems += [f"Discord would refuse: {text}" for text in one.sim_discord.world.violations]
    rows = one.disk.run_sql("SELECT count(*) FROM log")[0][0]
    one.disk.close()
    return RunResult(
        plan,
        problems,
        one.loop.step_count,
        one.loop.digest,
        one.sim_discord.request_count,
        one.presses,
        rows,
        one.sim_discord.faults + Counter({"disk": one.disk.failure_count}),
        one.rare_counts,
        one.disk.call_count,
        one.loop.bot_step_count,
    )


def prepare_process() -> None:
    """Prepare this process: cache translated commands, turn garbage collection off, and log only errors."""
    install_quick_versions()
    gc.collect()
    gc.freeze()
    gc.disable()
    sys.unraisablehook = lambda unraisable: None
    # Suppress messages about unfinished tasks of killed processes.
    logging.getLogger().addHandler(logging.NullHandler())
    logging.getLogger("asyncio").setLevel(logging.CRITICAL)
    for name in ("discord", "bot"):
        logging.getLogger(name).propagate = True
    logging.getLogger().setLevel(logging.ERROR)
