"""Checks of a simulated run: of each request, and of the final state."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from bot.model.table import TABLE_IN_LOBBY, TABLE_OVER, TABLE_PLAYING, Table
from bot.tables.service import make_tables
from bot.ui.ids import decode_number, encode_number
from bot.ui.play import board
from games.core.match import ACT_KIND, UNDO_KIND, LoggedRow, Match
from tests.proof.fuzz.invariants import check_replay, check_seats
from tests.proof.sim.discord_side import SimDiscord
from tests.proof.sim.loop import SimLoop, make_context
from tests.proof.sim.process import GAMES_BY_KEY
from tests.support.standin.interactions import COMMAND_KIND, DEFER_REPLY_RESPONSE
from tests.support.standin.world import Json, Message, list_components

MADE_UP_POSITION_PATTERN = re.compile(r"## What if|## Puzzle|-# .+ · \d+ of \d+\n")
"""Matches private messages whose picture shows made-up cards: *What if* forks, puzzles and lessons."""
DAILY_PREFIX = "b:rdo"
"""Prefix of the custom_id of a button on each page of the reef of the day, which everybody plays alone."""
ANSWER_PREFIXES = ("gift", "worm")
"""Prefixes of tokens that a standing order may play without anybody pressing a button."""
BOARD_ID_PATTERN = re.compile(r"b:vw:([0-9a-z]+):([0-9a-z]+)")


class Ledger:
    """Records the moves requested and acknowledged, and the people mentioned."""

    def __init__(self, sim_discord: SimDiscord) -> None:
        self._sim_discord = sim_discord
        sim_discord.watch = self.check_request
        self.requested: set[tuple[int, str]] = set()
        self.stored: dict[tuple[int, int], LoggedRow] = {}
        self.by_press: dict[int, tuple[int, int]] = {}
        self.mentions: list[tuple[int, int, int]] = []
        """The table, ``seq`` and person of each mention by a board."""
        self.shown_seats: set[tuple[int, int]] = set()
        """The person and the seat of each picture shown in private."""
        self.problems: list[str] = []
        self._seen: set[int] = set()

    def record_stored_move(self, press: int, process_id: int, table_id: int, result: Any) -> None:
        """Record a move acknowledged as stored, and check that it doesn't contradict earlier ones."""
        seq = result.match_before.seq
        for row, _ in result.steps:
            seq += 1
            before = self.stored.setdefault((table_id, seq), row)
            if before != row:
                self.problems.append(f"table {table_id} row {seq}: {before} was acknowledged, then {row}")
        if press and result.steps:
            other = self.by_press.setdefault(press, (table_id, seq))
            if other != (table_id, seq):
                self.problems.append(f"press {press} was stored twice: {other} and {(table_id, seq)}")

    def count_typed_moves(self) -> int:
        """Return the number of typed commands whose move was stored."""
        made = self._sim_discord.interactions.by_token.values()
        return sum(one.kind == COMMAND_KIND and one.id in self.by_press for one in made)

    def check_request(self, method: str, path: str, payload: Json, files: list[tuple[str, bytes]]) -> None:
        """Check a request to Discord for secret pictures.

        Also record who is shown a secret picture, and whom new boards mention.
        """
        if not isinstance(payload, dict):
            return
        private = "/webhooks/" in path or "/interactions/" in path
        for _, content in files:
            if content.isdigit() and not private:
                self.problems.append(f"the picture of seat {int(content)} was posted in public")
        if private and files and not _belongs_to_no_table(payload):
            made = self._sim_discord.interactions.by_token.get(path.split("/webhooks/")[-1].split("/")[1])
            for _, content in files:
                if made is not None and content.isdigit():
                    self.shown_seats.add((made.user_id, int(content)))
        if method == "POST" and path.endswith("/messages"):
            channel = int(path.split("/")[-2])
            message = self._sim_discord.world.messages_by_channel[channel][-1]
            if message.id not in self._seen:
                self._seen.add(message.id)
                found = find_board(payload.get("components") or [])
                if found is not None:
                    self.mentions += [(*found, user) for user in message.mentions]


def _belongs_to_no_table(payload: Json) -> bool:
    """Return whether a private message shows a position that isn't one of a table."""
    components = list_components(payload.get("components") or [])
    is_daily = any(str(part.get("custom_id", "")).startswith(DAILY_PREFIX) for part in components)
    return is_daily or MADE_UP_POSITION_PATTERN.match(_read_text(payload)) is not None


def _read_text(payload: Json) -> str:
    """Return the text of a message's Components V2 layout, or else its content."""
    parts = [payload, *list_components(payload.get("components") or [])]
    return "\n".join(text for part in parts if (text := part.get("content")))


def find_board(components: list[Json]) -> tuple[int, int] | None:
    """Return the table and ``seq`` that a board's buttons belong to, or None for other messages."""
    for part in list_components(components):
        found = BOARD_ID_PATTERN.fullmatch(part.get("custom_id", ""))
        if found is not None:
            return decode_number(found[1]), decode_number(found[2])
    return None


def check_final_state(
    ledger: Ledger, disk: Any, rare_counts: Counter[str], loop: SimLoop, sim_discord: SimDiscord
) -> list[str]:
    """Return the problems found after everything has settled."""
    problems: list[str] = []
    try:
        work = _check_tables(ledger, disk, rare_counts, sim_discord, problems)
        loop.run_until_complete(loop.create_task(work, context=make_context(0)))
    except AssertionError as error:
        problems.append(f"invariant: {error or 'see fuzz/invariants'}")
    return problems


def check_answers(sim_discord: SimDiscord, rare_counts: Counter[str], process_count: int) -> list[str]:
    """Check that stops interrupted no press, and that another process answered those that came later."""
    problems = [
        f"{one.name} was acknowledged and never answered"
        for one in sim_discord.interactions.by_token.values()
        if one.response == DEFER_REPLY_RESPONSE and not one.answer_count
    ]
    if process_count > 1 and rare_counts["press not acknowledged"]:
        problems.append(f"{rare_counts['press not acknowledged']} presses were not acknowledged")
    return problems


async def _check_tables(
    ledger: Ledger, disk: Any, rare_counts: Counter[str], sim_discord: SimDiscord, problems: list[str]
) -> None:
    """Check each table: its seats, log, messages and mentions."""
    tables = make_tables(disk.open(0), GAMES_BY_KEY)
    for (number,) in disk.run_sql("SELECT id FROM matches ORDER BY id"):
        table = await tables.get(number)
        check_seats(table)
        await check_replay(tables, table, GAMES_BY_KEY)
        rows = [
            LoggedRow(*row)
            for row in disk.run_sql(
                "SELECT kind, seat, text FROM log WHERE match_id = ? ORDER BY seq", number
            )
        ]
        _check_log(ledger, table, rows, problems, rare_counts)
        _check_messages(table, sim_discord, problems, rare_counts)
        # Skip this check if a board may have arrived after a takeover. Such a board unavoidably mentions
        # people again.
        if table.match is not None and not sim_discord.late_requests:
            _check_mentions(ledger, table, rows, problems)
    held = {(user, seat) for user, seat in disk.run_sql("SELECT user_id, seat FROM seats")}
    held |= {(user, seat) for user, seat in disk.run_sql("SELECT user_id, seat FROM former_seats")}
    problems += [f"{user} was shown the picture of seat {seat}" for user, seat in ledger.shown_seats - held]
    for number, purpose in disk.run_sql(
        "SELECT match_id, purpose FROM messages WHERE retired = 0 AND message_id IS NULL AND asks IS NULL"
    ):
        # Skip invitations (``asks``), because their buttons are answered whatever happens to the table.
        problems.append(f"table {number}: it is still unknown whether its {purpose} was posted")


def _check_log(
    ledger: Ledger, table: Table, rows: list[LoggedRow], problems: list[str], rare_counts: Counter[str]
) -> None:
    """Check that acknowledged rows are stored and that stored rows were requested. Count rare situations."""
    for (number, seq), row in ledger.stored.items():
        if number == table.id and (seq > len(rows) or rows[seq - 1] != row):
            problems.append(f"table {number}: row {seq} was acknowledged and isn't stored: {row}")
    people = {o.seat for o in table.occupants if o.computer is None}
    former = bool(table.former_occupants)
    for seq, row in enumerate(rows, 1):
        answered = row.text.startswith(ANSWER_PREFIXES)
        pressed = row.kind == ACT_KIND and row.seat in people and not (former or answered)
        if pressed and (table.id, row.text) not in ledger.requested and not _is_unasked(table, rows, seq):
            problems.append(f"table {table.id}: nobody pressed row {seq}: {row}")
        if row.kind == UNDO_KIND:
            rare_counts["undo"] += 1
        if row.kind == ACT_KIND and (table.id, seq) not in ledger.stored and row.seat in people:
            rare_counts["move stored and its press cut off"] += 1
    if table.status == TABLE_OVER and table.match is not None:
        rare_counts["match ended"] += 1
    if table.computer_seats:
        rare_counts["match with a computer"] += 1


def _is_unasked(table: Table, rows: list[LoggedRow], seq: int) -> bool:
    """Return whether a row followed its player's previous action without a question."""
    match, row = table.match, rows[seq - 1]
    if match is None or seq < 2 or (rows[seq - 2].kind, rows[seq - 2].seat) != (ACT_KIND, row.seat):
        return False
    begun = Match.begin(match.game, match.seat_count, match.options, match.key, match.rules.version)
    before = begun.replay(rows[: seq - 1])
    unasked = before.rules.find_unasked_action(before.state, row.seat)
    return unasked is not None and unasked.token == row.text


def _check_messages(
    table: Table, sim_discord: SimDiscord, problems: list[str], rare_counts: Counter[str]
) -> None:
    """Check that the right messages have buttons, and that no computer player still has to move."""
    channel = table.place.channel_id
    if any(
        find_board(m.components) and m.deleted and m.seen_by is None
        for m in sim_discord.world.messages_by_channel[channel]
    ):
        rare_counts["board deleted by somebody"] += 1
    boards: list[tuple[Message, int]] = []
    for message in sim_discord.world.list_public_messages(channel):
        found = find_board(message.components)
        if found is not None and found[0] == table.id and message.list_buttons():
            boards.append((message, found[1]))
        moves = [i for i in message.list_buttons() if re.match(rf"b:go:{_format_number(table.id)}:", i)]
        if table.status == TABLE_OVER and moves:
            problems.append(f"table {table.id} is over and message {message.id} offers moves")
    if table.status == TABLE_IN_LOBBY:
        marks = [
            m
            for m in sim_discord.world.list_public_messages(channel)
            if f"b:jo:{_format_number(table.id)}" in m.list_buttons()
        ]
        if len(marks) > 1:
            problems.append(f"table {table.id} has {len(marks)} lobbies with buttons")
    if table.status != TABLE_PLAYING or table.match is None:
        return
    if len(boards) != 1:
        problems.append(f"table {table.id} has {len(boards)} boards with buttons: {[s for _, s in boards]}")
    elif boards[0][1] != table.match.seq:
        problems.append(f"table {table.id}: the board shows {boards[0][1]} of {table.match.seq} rows")
    if any(seat in table.computer_seats for seat in table.match.to_act) and not any(
        seat not in table.computer_seats for seat in table.match.to_act
    ):
        problems.append(f"table {table.id} waits for a computer")


def _format_number(value: int) -> str:
    return encode_number(value)


def _check_mentions(ledger: Ledger, table: Table, rows: list[LoggedRow], problems: list[str]) -> None:
    """Check that nobody was mentioned twice for the same turn."""
    match = table.match
    assert match is not None
    begun = Match.begin(match.game, len(table.occupants), match.options, match.key)
    calls = [(seq, user) for number, seq, user in ledger.mentions if number == table.id]
    last: dict[int, int] = {}
    for seq, user in calls:
        before = last.get(user)
        last[user] = seq
        if before is None or any(row.kind == UNDO_KIND for row in rows[min(before, seq) : max(before, seq)]):
            continue
        then, now = begun.replay(rows[:before]), begun.replay(rows[:seq])
        if (
            now.active_seat is None
            or then.active_seat is None
            or table.occupants[now.active_seat].user_id != user
        ):
            continue
        if board.is_same_turn(now, before, board.make_turn_key(then)):
            problems.append(f"table {table.id}: {user} was mentioned at {before} and {seq} for one turn")
