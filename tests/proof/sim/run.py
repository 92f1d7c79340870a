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

from bot.model.table import Person, Place
from bot.tables.feed import Change, ChangeKind
from tests.proof.sim.checks import Ledger, check_answers, check_final_state
from tests.proof.sim.clocks import use_virtual_clocks
from tests.proof.sim.discord_side import SimDiscord
from tests.proof.sim.loop import SimLoop, make_context
from tests.proof.sim.people import SimPeople
from tests.proof.sim.plan import Plan, RunResult
from tests.proof.sim.process import GAMES_BY_KEY
from tests.proof.sim.processes import REPORT_TIMEOUT_SECONDS, SimProcesses
from tests.proof.sim.watching import ErrorLog, locate_error, record_moves
from tests.support.quick import install_quick_versions
from tests.support.standin.world import FIRST_CHANNEL_ID, GUILD_ID
from tests.support.toy import TOY

NAMES = ("Anna", "Ben", "Chris", "Dana", "Emil", "Fay", "Gus", "Hana", "Ivo", "Jana", "Karl", "Lea")
SETTLE_TIMEOUT_SECONDS = 1800
"""Virtual seconds after the last fault by which everything must have settled."""


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
        self.game = GAMES_BY_KEY[plan.game]
        self.options = self.game.get_default_options() | ({"goal": "12"} if self.game is TOY else {})
        self.processes = SimProcesses(
            plan, self.chance, self.loop, self.sim_discord, self.game, lambda: self.people.actions_left > 0
        )
        self.disk, self.rare_counts = self.processes.disk, self.processes.rare_counts
        self.people = SimPeople(self.processes, self.options)
        self.add_fault = add_fault

    async def main(self) -> None:
        """Play as all people, stop the faults, and wait until everything should have settled."""
        plan, sim_discord, processes = self.plan, self.sim_discord, self.processes
        for _ in range(plan.process_count):
            processes.start_process()
        await asyncio.sleep(10)
        for number in range(plan.channel_count):
            if self.chance.random() < 0.85:
                await processes.hosting_process.run(self.begin_match(FIRST_CHANNEL_ID + number))
        await asyncio.sleep(5)
        sim_discord.fault_rate, sim_discord.fault_kinds, self.disk.failure_rate = (
            plan.fault_rate,
            plan.fault_kinds,
            plan.database_failure_rate,
        )
        if self.add_fault is not None:
            self.add_fault(self)
        incidents = processes.list_incidents()
        self.chance.shuffle(incidents)
        playing = asyncio.create_task(self.people.play_until_over())

        async def cause_incidents() -> None:
            for incident in incidents:
                await asyncio.sleep(5 + self.chance.random() * 60)
                processes.call_before_a_step(incident, 150)

        causing = asyncio.create_task(cause_incidents())
        await playing
        causing.cancel()
        self.loop.before_step = None
        sim_discord.fault_rate = self.disk.failure_rate = 0.0
        sim_discord.fails_at = self.disk.fails_at = None
        if self.disk.server is not None:
            self.disk.server.slow_until = 0.0
        await asyncio.sleep(REPORT_TIMEOUT_SECONDS)
        for _ in range(SETTLE_TIMEOUT_SECONDS // 20):
            if processes.hosting_process.ready and processes.hosting_process.is_alive:
                break
            await asyncio.sleep(20)
        if sim_discord.refused_for_good or self.disk.failure_count or plan.seed % 4 == 0:
            # After a permanent refusal, the bot retries only when something happens or when it restarts.
            for process in processes.living:
                process.kill()
                processes.start_process()
        await asyncio.sleep(SETTLE_TIMEOUT_SECONDS)

    async def begin_match(self, channel: int) -> None:
        """Begin a match and play part of it without faults."""
        tables = self.processes.hosting_process.bot.tables
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


def _favour_scoring_actions(legal: Sequence[Any], points: int) -> list[Any]:
    """Return the toy game's actions that can't end the match, listing scoring ones three times."""
    scoring = ("add", "roll")
    legal = [action for action in legal if points < 10 or action.kind not in scoring]
    return legal + [action for action in legal if action.kind in scoring] * 2


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
        for process in one.processes.started:
            one.loop.dead_process_ids.add(process.number)
        one.loop.close()
        asyncio.set_event_loop(None)
    if plan.only_stops:
        one.rare_counts["nothing but stops"] += 1
        problems += check_answers(one.sim_discord, one.rare_counts, plan.process_count)
    one.rare_counts["typed move stored"] += one.ledger.count_typed_moves()
    problems += one.ledger.problems + one.processes.list_problems()
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
        one.people.press_count,
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
