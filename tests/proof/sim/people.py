"""The people of a simulated run, who press random buttons, type commands and open tables."""

from __future__ import annotations

import asyncio

from bot.errors.base import BotError
from bot.model.table import Person, Place
from bot.ui.ids import drop_renewal
from bot.ui.table.table_request import PEOPLE_OPPONENTS
from games.core.errors import RuleError
from tests.proof.sim.loop import make_context
from tests.proof.sim.processes import SimProcesses
from tests.support.standin.interactions import (
    COMMAND_KIND,
    COMPONENT_KIND,
    SUBMIT_KIND,
    Interaction,
    make_command_data,
    make_form_data,
    make_press_data,
)
from tests.support.standin.world import FIRST_CHANNEL_ID, GUILD_ID, Json, Message

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


class SimPeople:
    """All people of a run, who share a number of actions."""

    def __init__(self, processes: SimProcesses, options: dict[str, str]) -> None:
        """Create the people.

        :param options: the options of the matches that they begin.
        """
        self._processes, self._options = processes, options
        self.plan, self.chance, self.loop = processes.plan, processes.chance, processes.loop
        self.sim_discord, self.rare_counts = processes.sim_discord, processes.rare_counts
        self.actions_left = self.plan.action_count
        self.press_count = 0
        self._panels: dict[int, Message] = {}
        self._rushes: list[asyncio.Task[None]] = []
        processes.on_stop = self._rush

    async def play_until_over(self) -> None:
        """Play as all people until all actions are used up."""
        playing = [asyncio.create_task(self._play(user)) for user in self.sim_discord.world.people]
        await asyncio.gather(*playing)
        await asyncio.gather(*self._rushes)

    def _rush(self) -> None:
        """Press once as each person in the next seconds, in addition to their actions."""
        people = self.sim_discord.world.people
        context = make_context(0)
        self._rushes += [self.loop.create_task(self._press_soon(user), context=context) for user in people]

    async def _press_soon(self, user: int) -> None:
        await asyncio.sleep(self.chance.random() * 4)
        self.actions_left += 1
        await self._press_or_open(user, self._choose_channel())

    async def _play(self, user: int) -> None:
        """Act as one person until all actions are used up."""
        pace = self.chance.choice((2.0, 8.0, 30.0))
        while self.actions_left > 0:
            await asyncio.sleep(self.chance.expovariate(1 / pace))
            if self.plan.long_pause_rate and self.chance.random() < self.plan.long_pause_rate:
                self.rare_counts["time jumped"] += 1
                await asyncio.sleep(self.chance.choice((3600, 90_000)))
            if self.actions_left <= 0:
                return
            await self._press_or_open(user, self._choose_channel())

    def _choose_channel(self) -> int:
        return FIRST_CHANNEL_ID + int(self.chance.random() * self.plan.channel_count)

    async def _press_or_open(self, user: int, channel: int) -> None:
        """Press a random button or open a table. If a match waits only for others, usually do nothing."""
        due = self._list_people_to_act(channel)
        if due and user not in due and self.chance.random() < 0.75:
            return
        if self.plan.command_rate and self.chance.random() < self.plan.command_rate:
            await self._type_command(user, channel)
            return
        choices: list[tuple[float, Message, str, list[str] | None]] = []
        panel = self._panels.get(user)
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
            self._open_table(user, channel)
            self.actions_left -= 1
            return
        weights = [weight for weight, *_ in choices]
        _, message, identity, values = self.chance.choices(choices, weights)[0]
        self.actions_left -= 1
        twice = self.chance.random() < 0.1
        if twice:
            self.rare_counts["pressed twice at once"] += 1
            self._press(user, message, identity, values)
        interaction = self._press(user, message, identity, values)
        await self._wait_for_answer(interaction)
        if interaction.form is not None:
            fill = self.sim_discord.interactions.make_interaction(
                SUBMIT_KIND, user, message.channel_id, make_form_data(interaction.form, {}), message
            )
            self.sim_discord.send_press(fill)
            await self._wait_for_answer(fill)
        answer = interaction.get_answer()
        if answer is not None:
            self._panels[user] = answer
        elif self.chance.random() < 0.5:
            self._panels.pop(user, None)

    async def _type_command(self, user: int, channel: int) -> None:
        """Type a command, usually a move."""
        self.actions_left -= 1
        name = self.chance.choices(("move", "hand", "mine", "play"), (12, 2, 1, 1))[0]
        options: dict[str, str] = {}
        if name == "move":
            options["action"] = self._choose_text(user, channel)
        elif name == "play":
            against = self.chance.choice((PEOPLE_OPPONENTS, "easy"))
            options |= {"game": self._processes.game.key, "against": against}
        self.rare_counts[f"/{name}"] += 1
        data = make_command_data(name, options)
        interaction = self._send(COMMAND_KIND, user, channel, data, None)
        await self._wait_for_answer(interaction)
        answer = interaction.get_answer()
        if answer is not None:
            self._panels[user] = answer

    def _choose_text(self, user: int, channel: int) -> str:
        """Return the token of a move that the person can make, or a text that names no move."""
        for table in self._processes.hosting_process.bot.tables.core._cache._kept.values():
            seat = table.find_acting_seat(user)
            if table.place.channel_id == channel and seat is not None and table.match is not None:
                legal = table.match.legal_actions(seat)
                if legal and self.chance.random() < 0.9:
                    return str(self.chance.choice(legal).token)
        return "a fish"

    def _list_people_to_act(self, channel: int) -> set[int]:
        """Return the people whose move a match in the channel is waiting for."""
        found: set[int] = set()
        for table in self._processes.hosting_process.bot.tables.core._cache._kept.values():
            if table.place.channel_id == channel and table.status == "playing" and table.match is not None:
                found |= {table.occupants[seat].user_id for seat in table.match.to_act}
        return found - {0}

    def _is_busy(self, channel: int) -> bool:
        return bool(
            self._processes.disk.run_sql(
                "SELECT 1 FROM matches WHERE channel_id = ? AND status <> 'over'", channel
            )
        )

    def _press(self, user: int, message: Message, custom_id: str, values: list[str] | None) -> Interaction:
        """Press a button or choose from a list."""
        self.press_count += 1
        data = make_press_data(custom_id, values)
        if values is not None and custom_id.startswith("u:"):
            data["component_type"] = 5
        return self._send(COMPONENT_KIND, user, message.channel_id, data, message)

    def _send(self, kind: int, user: int, channel: int, data: Json, message: Message | None) -> Interaction:
        """Send an interaction. Discord may deliver it twice."""
        made = self.sim_discord.interactions.make_interaction(kind, user, channel, data, message)
        twice = self.chance.random() < self.plan.double_delivery_rate
        if twice:
            self.rare_counts["press delivered twice"] += 1
        self.sim_discord.send_press(made, is_delivered_twice=twice)
        return made

    async def _wait_for_answer(self, interaction: Interaction) -> None:
        """Wait for the answer as long as a person would."""
        for _ in range(12):
            await asyncio.sleep(0.7)
            if interaction.answer_count or interaction.form is not None:
                return
            if interaction.acknowledged_at is None and self.loop.time() - interaction.sent_at > 3.2:
                self.rare_counts["press not acknowledged"] += 1
                return

    def _open_table(self, user: int, channel: int) -> None:
        """Open a table like ``/play``, perhaps with a computer player. Do nothing if the bot isn't ready."""
        process = self._processes.hosting_process
        if not (process.ready and process.is_alive):
            return
        person = Person(user, self.sim_discord.world.people[user])
        computers = self.chance.choice((0, 0, 1, 1))
        seats = min(self.chance.choice((2, 2, 3)), self._processes.game.seat_counts[-1])
        press = self.sim_discord.world.ids.make_id()

        async def open_table_and_start_match() -> None:
            tables = process.bot.tables
            try:
                table = await tables.lobby.open_table(
                    Place(channel, GUILD_ID, "en"),
                    person,
                    self._processes.game.key,
                    self._options,
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


def _get_weight(custom_id: str) -> float:
    verb = drop_renewal(custom_id).split(":")[1]
    return WEIGHTS_BY_COMMON_VERB.get(verb, WEIGHTS_BY_RARE_VERB.get(verb, DEFAULT_WEIGHT))
