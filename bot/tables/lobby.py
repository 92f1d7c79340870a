"""Opens tables, and changes them before the match: invitations, options, the clock, and the start."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.errors.seats import (
    AllSeatsTaken,
    AlreadySeated,
    ChannelAlreadySeated,
    NotSeated,
    PersonNotInvited,
    SeatsReserved,
    SeatWithoutComputer,
)
from bot.errors.tables import NotEnoughPlayers, UnknownGame, UnknownGameOption, WrongSeatCount
from bot.model.table import (
    NO_USER_ID,
    START_WHEN_PRESSED,
    TABLE_IN_LOBBY,
    ChannelSeat,
    Clock,
    Person,
    Place,
    StartTrigger,
    Table,
)
from bot.storage.matches import MatchRow
from bot.storage.seats import SeatRow
from bot.tables.channels import Channels
from bot.tables.checks import check_host, check_level
from bot.tables.doubts import convert_read_errors
from bot.tables.feed import ChangeKind
from bot.tables.lobby_seats import LobbySeats
from bot.tables.lookup import TableFinder
from bot.tables.seats import name_computer
from bot.tables.store import TableStore
from games.core.protocol import Game


class Lobbies:
    """Opens tables and changes lobbies."""

    def __init__(
        self, tables: TableStore, lookup: TableFinder, seats: LobbySeats, channels: Channels
    ) -> None:
        self._tables = tables
        self._lookup = lookup
        self._seats = seats
        self._channels = channels

    async def open_table(
        self,
        place: Place,
        host: Person,
        game_key: str,
        options: Mapping[str, str],
        *,
        press_id: int,
        seat_count: int | None = None,
        clock: Clock | None = None,
        opponent_id: int | None = None,
        computer_level: str | None = None,
        start_trigger: StartTrigger = START_WHEN_PRESSED,
    ) -> Table:
        """Open a table with a fresh secret and seat its host.

        :param press_id: the ID of the interaction that asked for the table.
        :param seat_count: by default the game's maximum.
        :param clock: the time limit of each seat; by default none.
        :param opponent_id: the user ID to invite. A host who names themselves gets two seats.
        :param computer_level: level of the computers that fill the other seats if there is no opponent. In
            this case, ``seat_count`` defaults to the game's minimum.
        :raises ChannelTaken: the channel has an active table.
        :raises TableError: the game, an option, the level or the number of seats does not exist.
        """
        tables = self._tables
        game = tables.games.get(game_key)
        if game is None:
            raise UnknownGame(game_key)
        for name, value in options.items():
            _check_option(game, name, value)
        capacity = max(game.seat_counts) if seat_count is None else seat_count
        if capacity not in game.seat_counts:
            raise WrongSeatCount(game.title, min(game.seat_counts), max(game.seat_counts))
        row = MatchRow(
            id=0,
            game=game.key,
            version=None,
            options=game.get_default_options() | dict(options),
            status=TABLE_IN_LOBBY,
            channel_id=place.channel_id,
            guild_id=place.guild_id,
            locale=place.locale,
            host_id=host.user_id,
            capacity=capacity,
            secret=tables.draw_secret(),
            start_press=None,
            opened_at=tables.now(),
            ended_at=None,
            clock=None if clock is None else clock.text,
            start_trigger=start_trigger,
        )
        seated = [SeatRow(0, host.user_id, host.name, press_id)]
        invited: tuple[int, ...] = ()
        if opponent_id is not None:
            if capacity < 2:
                raise AllSeatsTaken
            if opponent_id == host.user_id:
                seated.append(replace(seated[0], seat=1))
            else:
                invited = (opponent_id,)
        elif computer_level is not None:
            check_level(game, computer_level)
            name = name_computer(computer_level, await self._channels.find_words_at(place))
            wanted_seat_count = min(game.seat_counts) if seat_count is None else seat_count
            seated += [
                SeatRow(n, NO_USER_ID, name, press_id, computer_level) for n in range(1, wanted_seat_count)
            ]
        new = await self._lookup.run_write_in_free_channel(
            lambda: tables.add_table(row, seated, invited, "open")
        )
        with convert_read_errors():
            return await tables.get(new)

    async def get_lobby(self, table_id: int) -> Table:
        """Return a table whose match has not begun.

        :raises TableOver: the table has ended.
        :raises MatchAlreadyStarted: the match has begun.
        """
        async with self._tables.lock(table_id):
            return await self._tables.load_lobby(table_id)

    async def join_lobby(
        self, table_id: int, person: Person, press_id: int, *, may_take_extra_seat: bool = False
    ) -> Table:
        """Give a person the next seat, and start the match if it was waiting only for this person.

        :param press_id: becomes part of the match key.
        :param may_take_extra_seat: whether someone who has a seat may take another, to play several sides.
        :raises AlreadySeated: the person has a seat, and ``may_take_extra_seat`` is false.
        :raises AllSeatsTaken: no seat is free.
        :raises SeatsReserved: the free seats are kept for people who were invited. The host may take one.
        """
        async with self._tables.lock(table_id):
            table = await self._tables.load_lobby(table_id)
            if table.list_seats(person.user_id) and not may_take_extra_seat:
                raise AlreadySeated
            free = table.capacity - len(table.occupants)
            if free == 0:
                raise AllSeatsTaken
            welcome = person.user_id in table.invited_ids or person.user_id == table.host_id
            if free <= len(table.invited_ids) and not welcome:
                raise SeatsReserved
            new = SeatRow(len(table.occupants), person.user_id, person.name, press_id)
            table = await self._seats.add_seats(table, [new], "join")
            if table.start_trigger != START_WHEN_PRESSED and table.rematch_of is None and table.is_complete:
                with convert_read_errors():
                    table = await self._seats.start_match(table, press_id)
        return (
            table
            if table.rematch_of is None
            else await self._seats.reseat_player_for_rematch(table_id, person, press_id)
        )

    async def invite_person(self, table_id: int, actor_id: int, user_id: int) -> Table:
        """Invite a person, and keep a free seat for them. Inviting them again has no effect.

        :raises HostRequired: ``actor_id`` is not the host.
        :raises AlreadySeated: ``user_id`` has a seat.
        :raises AllSeatsTaken: every free seat is kept for someone already.
        """
        async with self._tables.lock(table_id):
            table = await self._tables.load_lobby(table_id)
            check_host(table, actor_id)
            if table.list_seats(user_id):
                raise AlreadySeated
            if user_id in table.invited_ids:
                return table
            if table.free_seat_count <= 0:
                raise AllSeatsTaken
            write = self._tables.store.seats.invite_person(table_id, user_id)
            return await self._tables.make_change(table, ChangeKind.INVITED, "invite", write)

    async def withdraw_invitation(self, table_id: int, actor_id: int, user_id: int) -> Table:
        """Withdraw an invitation, so that the seat is free again.

        :raises HostRequired: ``actor_id`` is not the host.
        :raises PersonNotInvited: ``user_id`` has no invitation.
        """
        async with self._tables.lock(table_id):
            table = await self._tables.load_lobby(table_id)
            check_host(table, actor_id)
            if user_id not in table.invited_ids:
                raise PersonNotInvited
            write = self._tables.store.seats.delete_invitation(table_id, user_id)
            return await self._tables.make_change(table, ChangeKind.INVITED, "uninvite", write)

    async def add_computer(
        self,
        table_id: int,
        actor_id: int,
        level: str,
        name: str,
        press_id: int,
        *,
        replaces_host: bool = False,
    ) -> Table:
        """Give a seat to a computer player or a voting channel: the next free one, or the host's.

        :param level: one of :func:`games.players.list_levels`, or the text of a :class:`ChannelSeat`.
        :param name: the player's name at this table.
        :param press_id: becomes part of the match key.
        :param replaces_host: whether to replace the host, who stays the host without a seat.
        :raises HostRequired: ``actor_id`` is not the host.
        :raises NoSuchComputerLevel: there is no such level.
        :raises ChannelAlreadySeated: the channel plays a seat already.
        :raises NotSeated: the host has no seat to give.
        :raises AllSeatsTaken: no seat is free, or the free seats are kept for people who were invited.
        """
        async with self._tables.lock(table_id):
            table = await self._tables.load_lobby(table_id)
            check_host(table, actor_id)
            if ChannelSeat.parse(level) is None:
                check_level(table.game, level)
            elif any(one.computer == level for one in table.occupants):
                raise ChannelAlreadySeated
            if replaces_host:
                seat = next(iter(table.list_seats(actor_id)), None)
                if seat is None:
                    raise NotSeated
                return await self._seats.replace_player(
                    table, SeatRow(seat, NO_USER_ID, name, press_id, level), "computer"
                )
            if table.free_seat_count <= 0:
                raise AllSeatsTaken
            new = SeatRow(len(table.occupants), NO_USER_ID, name, press_id, level)
            return await self._seats.add_seats(table, [new], "computer")

    async def remove_computer(self, table_id: int, actor_id: int, seat: int) -> Table:
        """Remove a computer player. Later seats move up.

        :raises HostRequired: ``actor_id`` is not the host.
        :raises SeatWithoutComputer: the seat has no computer.
        """
        async with self._tables.lock(table_id):
            table = await self._tables.load_lobby(table_id)
            check_host(table, actor_id)
            if seat not in table.computer_seats:
                raise SeatWithoutComputer
            return await self._seats.remove_seat(table, seat, "uncomputer")

    async def set_option(self, table_id: int, actor_id: int, name: str, value: str) -> Table:
        """Set an option of a lobby's game.

        :raises HostRequired: ``actor_id`` is not the host.
        :raises UnknownGameOption: there is no such option or value.
        """
        async with self._tables.lock(table_id):
            table = await self._tables.load_lobby(table_id)
            check_host(table, actor_id)
            _check_option(table.game, name, value)
            write = self._tables.store.matches.set_options(table_id, {**table.options, name: value})
            return await self._tables.make_change(table, ChangeKind.SETTINGS_CHANGED, "option", write)

    async def change_settings(
        self,
        table_id: int,
        actor_id: int,
        options: Mapping[str, str],
        clock: Clock | None,
        start_trigger: StartTrigger,
    ) -> Table:
        """Set the options, the clock and the event that starts the match, in one transaction.

        :raises HostRequired: ``actor_id`` is not the host.
        :raises UnknownGameOption: there is no such option or value.
        """
        async with self._tables.lock(table_id):
            table = await self._tables.load_lobby(table_id)
            check_host(table, actor_id)
            for name, value in options.items():
                _check_option(table.game, name, value)
            write = self._tables.store.matches.set_terms(
                table_id, {**table.options, **options}, None if clock is None else clock.text, start_trigger
            )
            return await self._tables.make_change(table, ChangeKind.SETTINGS_CHANGED, "terms", write)

    async def set_clock(self, table_id: int, actor_id: int, clock: Clock | None) -> Table:
        """Set the time limit of each seat; ``None`` for no limit.

        :raises HostRequired: ``actor_id`` is not the host.
        :raises MatchAlreadyStarted: the match has begun.
        """
        async with self._tables.lock(table_id):
            table = await self._tables.load_lobby(table_id)
            check_host(table, actor_id)
            write = self._tables.store.matches.set_clock(table_id, None if clock is None else clock.text)
            return await self._tables.make_change(table, ChangeKind.SETTINGS_CHANGED, "clock", write)

    async def start_match(self, table_id: int, actor_id: int, press_id: int) -> Table:
        """Deal the match for the people seated.

        :param press_id: the ID of the interaction or, if nobody has to press, of the message with the
            commitment. It becomes the last part of the match key.
        :raises HostRequired: ``actor_id`` is not the host.
        :raises NotEnoughPlayers: the game needs more players.
        """
        async with self._tables.lock(table_id):
            table = await self._tables.load_lobby(table_id)
            check_host(table, actor_id)
            if len(table.occupants) not in table.game.seat_counts:
                raise NotEnoughPlayers(min(table.game.seat_counts), len(table.occupants))
            return await self._seats.start_match(table, press_id)

    async def cancel_lobby(self, table_id: int, actor_id: int, *, is_moderator: bool = False) -> Table:
        """Close a lobby without starting its match.

        :raises HostRequired: ``actor_id`` is neither the host nor a moderator.
        :raises MatchAlreadyStarted: the match has begun, so it must be closed with
            :meth:`bot.tables.play.PlayerRequests.close_table`.
        """
        async with self._tables.lock(table_id):
            table = await self._tables.load_lobby(table_id)
            check_host(table, actor_id, is_moderator=is_moderator)
            return await self._tables.end_table(table, "cancel")


def _check_option(game: Game, name: str, value: str) -> None:
    if not any(option.name == name and value in option.values for option in game.options):
        raise UnknownGameOption(name, value, (f"{o.name}={v}" for o in game.options for v in o.values))
