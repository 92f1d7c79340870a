"""Compares channels with the stored tables, and checks that all buttons are answered."""

from __future__ import annotations

import asyncio
import hashlib
import io
import re
import time
from collections.abc import Sequence
from itertools import product

from PIL import Image, ImageChops, UnidentifiedImageError

from bot.model.table import Table
from bot.model.verbosity import QUIET_VERBOSITY
from bot.storage.messages import BOARD_MESSAGE
from bot.tables.service import Tables
from bot.ui.play import board as board_of
from bot.ui.play import seatnotes
from bot.ui.play.board import PostedBoard
from bot.ui.scenes import make_scene, redact_events
from bot.ui.table import clocks
from games.core.match import Match, view_at
from games.core.texts import Scene
from games.core.words import Words, list_locales, load_words
from games.drawing.png import encode
from tests.proof.drill.players import Pair
from tests.support.at_table import press_at_standin_table
from tests.support.standin.interactions import DEFAULT_DEADLINE_SECONDS
from tests.support.standin.people import CutOff, Member, Unanswered
from tests.support.standin.server import Standin
from tests.support.standin.world import RECENT_CONTENTS_BY_DIGEST, Message, Upload, World

COMMAND_PATTERN = re.compile(r"</[^>]+:\d+>|`/[^`]+`")
"""Matches a command in a text, written as a clickable mention or as code."""

MAX_EARLIER_PLIES = 4
"""Maximum number of earlier positions with which a wrong picture is compared."""


async def check_channel(tables: Tables, table: Table, world: World) -> list[str]:
    """Return the problems of a table's channel after all requests are done."""
    posted = world.list_public_messages(table.place.channel_id)
    lobbies = [message for message in posted if _offers_seats(message, table.id)]
    if len(lobbies) != (table.status == "lobby"):
        return [f"{len(lobbies)} lobbies of a table that is {table.status} have buttons"]
    if table.match is not None:
        return await _check_board(tables, table, table.match, posted)
    people = [f"<@{user}>" for user in table.user_ids] if lobbies else []
    return [f"the lobby doesn't list {person}" for person in people if person not in lobbies[0].read_text()]


async def _check_board(tables: Tables, table: Table, match: Match, posted: Sequence[Message]) -> list[str]:
    """Return the problems of a match's board."""
    boards = [message for message in posted if find_positions(message, table.id)]
    if len(boards) != 1:
        shown = [find_positions(board, table.id)[0] for board in boards]
        return [f"{len(boards)} boards have buttons, for seq {shown} of {match.seq}"]
    board = boards[0]
    problems = []
    if find_positions(board, table.id) != [match.seq]:
        problems.append(f"its board shows seq {find_positions(board, table.id)}, the store has {match.seq}")
    # Accept any language and verbosity, because finished boards aren't updated when the channel's settings
    # change.
    now, quiet = await tables.channels.find_words(table), await _is_quiet(tables, table)
    languages = [now] if match.outcome is None else [now, *map(load_words, list_locales())]
    amounts = [quiet] if match.outcome is None else [quiet, not quiet]
    found: list[list[str]] = [
        await _find_board_differences(tables, table, match, board, w, is_quiet=some)
        for some in amounts
        for w in languages
    ]
    problems += sorted(found, key=len)[0]
    if quiet and match.outcome is None:
        # In a quiet channel, a separate line calls players. It keeps the language it was posted in.
        asked_user_ids = await tables.wait_finder.list_asked_user_ids(table)
        wanted = [
            board_of.write_call_lines(table, match, asked_user_ids, load_words(language))[:1]
            for language in list_locales()
        ]
        said = [m.content for m in posted if not m.uploads and not m.list_buttons()]
        called = any(line in content for lines in wanted for line in lines for content in said)
        if match.active_seat not in table.computer_seats and not called:
            problems.append(f"nobody is called to their turn: {said}")
    return problems


async def _find_board_differences(
    tables: Tables, table: Table, match: Match, board: Message, w: Words, *, is_quiet: bool
) -> list[str]:
    """Return the differences between the position and a board's picture, description and text."""
    problems = []
    view, scene = make_scene(table, match, None, w)
    picture = encode(match.game.draw(view, scene))
    if [upload.digest for upload in board.uploads] != [hashlib.sha256(picture).hexdigest()]:
        shown = ", ".join(identify_picture(table, match, upload, picture) for upload in board.uploads)
        problems.append(f"its picture isn't the stored position's of {len(picture)} bytes, but {shown}")
    alt = match.game.texts.describe_picture(view, scene)
    if [upload.description for upload in board.uploads] != [alt]:
        problems.append(f"its picture is described as {[u.description for u in board.uploads]}, not {alt!r}")
    text = await _write_expected_text(tables, table, match, board, w, is_quiet=is_quiet)
    if COMMAND_PATTERN.sub("/", board.read_text()) != COMMAND_PATTERN.sub("/", text):
        problems.append(f"its board says {board.read_text()!r}, not {text!r}")
    return problems


def identify_picture(table: Table, match: Match, upload: Upload, expected: bytes) -> str:
    """Return what an uploaded picture shows: one of the last positions, for anybody and in any language.

    Also return how its pixels differ from those of the ``expected`` picture.
    """
    content = RECENT_CONTENTS_BY_DIGEST.get(upload.digest, b"")
    difference = _compare_pictures(content, expected)
    plies = range(match.ply, max(match.ply - MAX_EARLIER_PLIES, 0) - 1, -1)
    for ply, locale, viewer in product(plies, list_locales(), (None, *range(match.seat_count))):
        view, w = view_at(match, ply, viewer), load_words(locale)
        events = redact_events(match, ply - 1, viewer, ply) if ply else redact_events(match, -1, viewer, 0)
        outcome = match.outcome if ply == match.ply else None
        for since in (None, *(earlier for earlier in plies if earlier < ply)):
            before = None if since is None else view_at(match, since, viewer)
            scene = Scene(table.names, w, events, outcome, before, reader_seat=viewer)
            if upload.digest == hashlib.sha256(encode(match.game.draw(view, scene))).hexdigest():
                # If this is the expected position, the expected picture was drawn or compressed differently.
                place = f"ply {ply} of {match.ply} in {locale} for seat {viewer}, with changes since {since}"
                return f"{place}, {difference}"
    return f"an unknown picture of {upload.size} bytes, {difference}"


def _compare_pictures(content: bytes, expected: bytes) -> str:
    """Return how the pixels of two PNG files differ."""
    try:
        pictures = [Image.open(io.BytesIO(data)).convert("RGB") for data in (content, expected)]
    except UnidentifiedImageError:
        return "which can't be read"
    if pictures[0].size != pictures[1].size:
        return f"with {pictures[0].size} instead of {pictures[1].size} pixels"
    box = ImageChops.difference(*pictures).getbbox()
    return "with the same pixels" if box is None else f"with other pixels in {box}"


async def _is_quiet(tables: Tables, table: Table) -> bool:
    return await tables.core.store.channels.get(table.place.channel_id, "verbosity") == QUIET_VERBOSITY


async def _write_expected_text(
    tables: Tables, table: Table, match: Match, board: Message, w: Words, *, is_quiet: bool
) -> str:
    """Return the text that a board should have. For an unrecorded board, return a text that never matches."""
    rows = await tables.core.store.messages.list_live_messages(table.id, BOARD_MESSAGE)
    row = next((row for row in rows if row.message_id == board.id), None)
    if row is None:
        return "a board that is not recorded"
    posted = PostedBoard.from_row(row)
    asked_user_ids = await tables.wait_finder.list_asked_user_ids(table)
    calls = [] if is_quiet else board_of.write_call_lines(table, match, asked_user_ids, w)
    if is_quiet:
        posted = board_of.narrow_to_turn(table, match, posted, match.ply)
    notes = seatnotes.write_seat_notes(table, match, posted.since, w)
    notes += clocks.write_deadline_lines(table, await tables.clocks.read_seat_times(table), w)
    return board_of.write_board(table, match, posted, w, calls, notes, is_quiet=is_quiet)


def find_positions(message: Message, table: int) -> list[int]:
    """Return the ``seq`` of each of a table's positions that a message's buttons refer to."""
    found = [identity.split(":") for identity in message.list_buttons()]
    return [int(p[3], 36) for p in found if p[1] == "vw" and int(p[2], 36) == table]


def _offers_seats(message: Message, table: int) -> bool:
    """Return whether a message is an open lobby of a table."""
    found = [identity.split(":") for identity in message.list_buttons()]
    return any(p[1] == "le" and int(p[2], 36) == table for p in found)


async def press_all_buttons(pairs: Sequence[Pair], limit: int) -> tuple[int, list[str]]:
    """Press all buttons, and choose from all lists, of up to ``limit`` messages of each channel.

    Old and private messages are included. Messages with lists come first, because they are rare. The settings
    page is opened to get at least one. Return the number of presses, and a problem for each press that had
    neither an effect nor an answer.
    """
    pressed, silent = 0, []
    for pair in pairs:
        await press_at_standin_table(pair.people[0], pair.channel, "settings")
        channel = pair.standin.world.messages_by_channel.get(pair.channel, [])
        messages = [m for m in channel if not m.deleted and (m.list_buttons() or m.list_menus())]
        pair.chance.shuffle(messages)
        messages.sort(key=lambda message: not message.list_menus())
        for message in messages[:limit]:
            owner = next((p for p in pair.people if p.user_id == message.seen_by), pair.people[0])
            offered: dict[str, list[str] | None] = dict.fromkeys(message.list_buttons())
            offered |= {
                identity: [pair.chance.choice(some)] for identity, some in message.list_menus().items()
            }
            for identity, values in offered.items():
                if not _has_control(message, identity, values):
                    # An earlier press removed this button or list.
                    continue
                pressed += 1
                try:
                    await _press_patiently(pair.standin, owner, message, identity, values)
                except Unanswered as error:
                    silent.append(f"channel {pair.channel}: {error}")
    return pressed, silent


def _has_control(message: Message, custom_id: str, values: list[str] | None) -> bool:
    """Return whether a message has a button, or a list with these values."""
    if values is None:
        return custom_id in message.list_buttons()
    return set(values) <= set(message.list_menus().get(custom_id, ()))


async def _press_patiently(
    standin: Standin, person: Member, message: Message, custom_id: str, values: list[str] | None
) -> None:
    """Press a button. If the press was cut off, for example by a late acknowledgement, press it again.

    :raises Unanswered: nothing happened in time.
    """
    try:
        await _press_for_effect(standin, person, message, custom_id, values)
    except CutOff:
        await _press_for_effect(standin, person, message, custom_id, values)


async def _press_for_effect(
    standin: Standin, person: Member, message: Message, custom_id: str, values: list[str] | None
) -> None:
    """Press a button and wait for an answer, or for a change to the message or channel.

    :raises Unanswered: nothing happened in time.
    """

    def read_state() -> tuple[int, int, bool]:
        return len(standin.world.messages_by_channel[message.channel_id]), message.edit_count, message.deleted

    before, until = read_state(), time.monotonic() + DEFAULT_DEADLINE_SECONDS
    interaction = await person.press(message, custom_id, values)
    while not interaction.answer_count and read_state() == before:
        if time.monotonic() > until:
            raise Unanswered(f"{interaction.data} was acknowledged and had no effect", interaction)
        await asyncio.sleep(0.01)
