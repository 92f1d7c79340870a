"""The processes of a simulated run, and what happens to them: kills, stops, pauses and cancelled presses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

from games.core.protocol import Game
from tests.proof.sim.discord_side import SimDiscord
from tests.proof.sim.loop import SimLoop, call_outside_bot
from tests.proof.sim.plan import Plan
from tests.proof.sim.process import Disk, SimProcess
from tests.proof.sim.server import SimServer
from tests.proof.sim.watching import locate_error

REPORT_TIMEOUT_SECONDS = 20
"""Virtual seconds in which a process must report its requests that arrived late."""
STOP_TIMEOUT_SECONDS = 60
"""Virtual seconds after which a stopping process is killed, as by systemd and by Docker."""


class SimProcesses:
    """All processes of a run, and the database that they share."""

    def __init__(
        self,
        plan: Plan,
        chance: Random,
        loop: SimLoop,
        sim_discord: SimDiscord,
        game: Game,
        is_playing: Callable[[], bool],
    ) -> None:
        """Create the database without starting a process.

        :param is_playing: returns whether people still play, so that incidents can still happen.
        """
        self.plan, self.chance, self.loop, self.sim_discord = plan, chance, loop, sim_discord
        self.game, self._is_playing = game, is_playing
        self.rare_counts: Counter[str] = Counter()
        self.disk = Disk(loop, chance)
        if plan.process_count > 1:
            self.disk.server = SimServer(loop, chance)
        self.started: list[SimProcess] = []
        self.on_stop: Callable[[], object] = lambda: None
        """Called when a process will soon stop normally."""
        self._problems: list[str] = []

    def list_problems(self) -> list[str]:
        """Return the problems of the stops that have ended."""
        ends = [(one.number, one.stop_error) for one in self.started if one.stop_error is not None]
        errors = [f"process {number} stopped with {error!r}{locate_error(error)}" for number, error in ends]
        return self._problems + errors

    def list_incidents(self) -> list[Callable[[], None]]:
        """Return the incidents of the plan. Each happens once."""
        plan = self.plan
        return (
            [self.kill_process] * plan.crash_count
            + [self.cancel_press] * plan.cancellation_count
            + [self.suspend_process] * plan.suspension_count
            + [self.slow_down_database] * plan.slowdown_count
            + [self.stop_process] * plan.stop_count
        )

    @property
    def living(self) -> list[SimProcess]:
        """The processes that were neither killed nor have ended."""
        return [process for process in self.started if process.is_alive]

    @property
    def hosting_process(self) -> SimProcess:
        """The hosting process, or the newest process if none hosts."""
        return next((process for process in reversed(self.started) if process.is_hosting), self.started[-1])

    def start_process(self) -> None:
        """Start another process, whose clock may be wrong."""
        number = len(self.started) + 1
        self.sim_discord.clock_errors[number] = self.plan.clock_error_seconds * (-1) ** number
        self.started.append(
            SimProcess(number, self.loop, self.sim_discord, self.disk, self.plan.seed, self.game)
        )

    def kill_process(self) -> None:
        """Kill the hosting process, and start another process soon.

        Do nothing if it is dead already, or still has to report requests that arrived late.
        """
        process = self.hosting_process
        late = self.sim_discord.late_requests.get(process.number, -REPORT_TIMEOUT_SECONDS)
        if not process.is_alive or self.loop.time() < late + REPORT_TIMEOUT_SECONDS:
            return
        self._crash(process)

    def _crash(self, process: SimProcess) -> None:
        """Kill a process, and start another process soon. Do nothing if it is dead already."""
        if not process.is_alive:
            return
        self.rare_counts["crash"] += 1
        if process.is_stopping:
            self.rare_counts["crash during a stop"] += 1
        if process.bot.announcer._tasks:
            self.rare_counts["crash during an announcement"] += 1
        database: Any = process.store._database
        if database._writer._group is not None:
            self.rare_counts["crash during a transaction"] += 1
        if not (process.ready or process.is_stopping):
            self.rare_counts["crash during a start"] += 1
        process.kill()
        self._replace_process(process, 30)

    def _replace_process(self, process: SimProcess, max_seconds: float) -> None:
        """Start another process within ``max_seconds``, unless one was already started for ``process``."""
        if not process.is_replaced:
            process.is_replaced = True
            call_outside_bot(self.loop, self.chance.random() * max_seconds, self.start_process)

    def stop_process(self) -> None:
        """Stop a process normally, usually the hosting one. Another one starts before or after it ends.

        Do nothing if it is dead or stopping already. If nothing but stops happens, first wait until another
        process can take over, as an update does.
        """
        process = self.hosting_process
        others = [one for one in self.living if one is not process and not one.is_stopping]
        if self.disk.server is not None and self.plan.only_stops and not any(one.ready for one in others):
            if self._is_playing():
                call_outside_bot(self.loop, 5, self.stop_process)
            return
        if others and self.chance.random() < 0.2:
            process = self.chance.choice(others)
            self.rare_counts["standby stopped"] += 1
        self.on_stop()
        begin = partial(self.begin_stop, process)
        call_outside_bot(self.loop, self.chance.random() * 2, self.call_before_a_step, begin, 20)

    def begin_stop(self, process: SimProcess) -> None:
        """Stop a process while people press, unless it was killed or stopped in the meantime."""
        if not process.is_alive or process.is_stopping:
            return
        self._count_stop(process)
        if self.disk.server is not None and self.chance.random() < 0.5:
            self._replace_process(process, 10)
        process.stop(partial(self._replace_process, process, 10))
        if self.plan.crash_count and self.chance.random() < 0.25:
            self.call_before_a_step(partial(self._crash, process), 200)
        call_outside_bot(self.loop, STOP_TIMEOUT_SECONDS, self._end_stop, process)

    def _count_stop(self, process: SimProcess) -> None:
        """Count the rare situations in which a process is stopped."""
        self.rare_counts["stop"] += 1
        if not process.ready:
            self.rare_counts["stop during a start"] += 1
        if process.bot.announcer._tasks:
            self.rare_counts["stop during an announcement"] += 1
        if process.bot.intake._under_way:
            self.rare_counts["stop during a press"] += 1

    def _end_stop(self, process: SimProcess) -> None:
        """Kill a process that is still stopping. Only a suspended process may need this much time."""
        if process.is_alive:
            if not self.plan.suspension_count:
                self._problems.append(f"process {process.number} didn't stop")
            process.kill()
            self._replace_process(process, 10)

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
        elif self._is_playing():
            self.call_before_a_step(self.cancel_press, 40)

    def call_before_a_step(self, act: Callable[[], object], max_steps: int) -> None:
        """Call ``act`` just before one of the bot's next ``max_steps`` steps."""
        self.loop.before_step = (self.loop.bot_step_count + 1 + int(self.chance.random() * max_steps), act)
