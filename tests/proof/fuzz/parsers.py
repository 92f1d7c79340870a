"""Fuzz targets for all parsers of input from people, files and buttons.

A parser must succeed or raise its own error.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

from hypothesis import strategies as st

from bot import config
from bot.cogs.common import filter_choices, find_game
from bot.dotenv import read_dotenv
from bot.errors.config import ConfigError
from bot.errors.playing import UnknownStandingOrder
from bot.errors.seats import NoSuchSeat
from bot.errors.tables import UnknownGame, UnreadableOptions
from bot.host import logs
from bot.model.clocks import CLOCK_PRESETS
from bot.model.hours import (
    AWAY_UNTIL_KEY,
    QUIET_HOURS_KEY,
    ZONE_KEY,
    count_active_seconds,
    find_runout_time,
    find_waking_time,
    find_zone_name,
    parse_time_settings,
)
from bot.model.table import Occupant, Place, Table
from bot.platform.limits import MAX_CHOICE_NAME_LENGTH, MAX_CHOICES, clip, keep_newest_lines, split_pages
from bot.tables import answering
from bot.ui.ids import MoveChoice, OutdatedId, make_custom_id, read_page, read_table_id
from bot.ui.table.clocks import read_clock
from bot.ui.table.option_codes import read_options
from bot.ui.table.seats import find_seat
from games.registry import GAMES
from tests.proof.fuzz.attempts import LARGEST_NUMBER
from tests.proof.fuzz.mutate import TEXT_STRATEGY, generate_variants
from tests.proof.fuzz.records import (
    Parser,
    check_file,
    check_record,
    generate_documents,
    generate_files,
    make_pick_parser,
    make_token_parser,
)
from tests.proof.fuzz.uploads import check_upload, generate_uploads
from tests.support.toy import TOYS


def check_custom_ids(text: str) -> None:
    """Check that a custom_id is refused as outdated, or parsed with all numbers in the database's range."""
    parts = text.split(":")
    with contextlib.suppress(OutdatedId):
        assert 0 <= read_table_id(parts) <= LARGEST_NUMBER
    for place in range(-1, 5):
        assert 0 <= read_page(parts, place) <= LARGEST_NUMBER
    try:
        choice = MoveChoice.parse(parts)
    except OutdatedId:
        return
    assert all(0 <= number <= LARGEST_NUMBER for number in (choice.table_id, choice.seq, choice.seat))
    with contextlib.suppress(ValueError):  # longer than a button can carry
        again = make_custom_id("b", "go", *choice.list_parts()).split(":")[2:]
        assert MoveChoice.parse(again) == choice or ":" in text


CUSTOM_IDS = generate_variants(
    ["1:2:0:take/B3", "a:zz:1:", "1:0:3:pay/r/r/=", "7v:11:0", "1:10000000", "zzzzzzzzzzzzz:1:1:x", ""]
)


def check_options(text: str) -> None:
    """Check that typed options, games and seats are parsed or refused, and suggestions aren't too long."""
    try:
        found = read_options(text)
        assert all(name and value for name, value in found.items())
    except UnreadableOptions as error:
        assert str(error)
    with contextlib.suppress(UnknownGame):
        find_game(GAMES, text)
    with contextlib.suppress(NoSuchSeat):
        assert 0 <= find_seat(_make_table(), text) < 3
    shown = filter_choices([(text or "-", "value"), ("take", "x" * 200)] * 20, text)
    assert len(shown) <= MAX_CHOICES
    assert all(0 < len(choice.name) <= MAX_CHOICE_NAME_LENGTH for choice in shown)


def _make_table() -> Table:
    """Return a table whose players have confusable names."""
    game = next(iter(GAMES.values()))
    seats = tuple(Occupant(n, n + 1, name) for n, name in enumerate(("Ann", "Ann", "3")))
    return Table(1, game, Place(1, 1, "en"), 1, "lobby", {}, 4, seats, "", None, None, (), None, 0, None)


def check_standing_order(text: str) -> None:
    """Check that a game accepts a standing order only if it is empty or offered by the game."""
    for game in (*GAMES.values(), *TOYS.values()):
        known = {order.name: order.rank_keys for order in game.standing_orders}
        name, joint, letters = text.partition(":")
        good = name in known and sorted(letters) == sorted(known[name]) and bool(joint) == bool(letters)
        try:
            answering.check_standing_order(game, text)
        except UnknownStandingOrder:
            assert text and not good
        else:
            assert not text or good


MALFORMED_ORDERS = ["wait:", "mine:yy", "mine:rybg"]
"""Malformed orders: nothing after the colon, a repeated letter, missing letters."""


def _list_orders() -> list[str]:
    """Return each game's standing orders as strings, and a few malformed ones."""
    offered = [order for game in (*GAMES.values(), *TOYS.values()) for order in game.standing_orders]
    return [
        ":".join(filter(None, (order.name, "".join(order.rank_keys)))) for order in offered
    ] + MALFORMED_ORDERS


def check_times(example: tuple[str, str, int, int]) -> None:
    """Check that time zones and clocks are known or refused, and deadlines give the full time.

    Quiet hours and vacations extend a deadline, because they don't count as thinking time.
    """
    text, kept, at, seconds = example
    with contextlib.suppress(OutdatedId):
        chosen = read_clock(text)
        assert chosen is None or chosen in CLOCK_PRESETS
    zone = find_zone_name(text)
    if zone is None:
        return
    times = parse_time_settings(
        {ZONE_KEY: zone, QUIET_HOURS_KEY: kept, AWAY_UNTIL_KEY: str(at + seconds // 2)}
    )
    assert find_waking_time(times, at) >= at
    end = find_runout_time(times, at, seconds)
    assert end >= at + seconds
    assert count_active_seconds(times, at, end) == seconds


ZONES = [
    "UTC",
    "Europe/Berlin",
    "europe/berlin",
    "America/New York",
    "Asia/Kolkata",
    "Australia/Lord_Howe",
    "Pacific/Apia",
    "Africa/Casablanca",
    "Antarctica/Troll",
    "Europe/Dublin",
    "posixrules",
    "../UTC",
    "/etc/localtime",
]

SECRET = "hunter2-hunter2"


def check_environment(example: tuple[list[str], str]) -> None:
    """Check that settings are parsed or refused, and that no error quotes a secret."""
    lines, value = example
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / ".env"
        path.write_text("\n".join(lines), "utf-8", "surrogatepass")
        try:
            assert all(isinstance(name, str) for name in read_dotenv(path))
        except ConfigError as error:
            assert SECRET not in str(error)
        for name in config.SETTING_NAMES:
            try:
                loaded = config.load_config({name: value}, path)
            except ConfigError as error:
                assert SECRET not in str(error)
                continue
            # If the database path contains the token, ``repr`` can't omit the token.
            if name == "DISCORD_TOKEN" and SECRET not in str(loaded.database_path):
                assert SECRET not in repr(loaded)
    config.looks_like_token(value)


DOTENV_LINES = [
    f"DISCORD_TOKEN={SECRET}",
    f'DISCORD_TOKEN="{SECRET}" # mine',
    f"export DISCORD_TOKEN='{SECRET}",
    "METRICS_PORT=9100",
    "METRICS_HOST=::1",
    "APPLICATION_EMOJI=on",
    "PLAYGROUND_PORT=" + "9" * 5000,
    "APPLICATION_ID=1" + "0" * 5000,
    "LOG_LEVEL=debug",
    "DATABASE_PATH=~nobody/x",
    "# a comment",
    "",
]
SETTING_VALUES = [SECRET, "9" * 5000, "1", "MTIz.a.b", "0x10", "127.0.0.1", "::1%eth0", "~x/y", "²"]


QUOTED_SECRET = 'hunter2 "hunter2"'
"""A secret that looks different when JSON escapes its quotes."""


def check_log_line(example: tuple[str, str]) -> None:
    """Check that every log record is one printable line without a secret."""
    message, value = example
    record = logging.LogRecord(
        "bot.fuzz", logging.INFO, "", 0, "%s", (f"{message} {SECRET} {QUOTED_SECRET}",), None
    )
    record.fields = {"value": f"{value}{SECRET}{QUOTED_SECRET}", "address": f"/webhooks/1/{SECRET}"}
    line = logs.LineFormatter([SECRET, QUOTED_SECRET]).format(record)
    assert line.isprintable(), "a line with a line break or a terminal code"
    assert not [form for form in (SECRET, QUOTED_SECRET, json.dumps(QUOTED_SECRET)[1:-1]) if form in line]


def check_limits(example: tuple[str, int]) -> None:
    """Check that texts are truncated to Discord's limits, and unchanged if they fit."""
    text, limit = example
    assert len(clip(text, limit)) <= limit
    assert clip(text, max(len(text), limit)) == text
    newest = keep_newest_lines(text.split("\n"), limit)
    assert len(newest) <= limit
    assert newest == text or newest.startswith("…"), "older lines are missing without a note"
    assert text.endswith(newest.removeprefix("…").removeprefix("\n"))
    pages = split_pages(text, limit)
    assert all(len(page) <= limit for page in pages)
    assert "".join(pages).replace("\n", "") == text.replace("\n", ""), "something is on none of the pages"


PARSERS_BY_NAME: dict[str, Callable[[], Parser]] = {
    **{f"tokens of {key}": partial(make_token_parser, game) for key, game in GAMES.items()},
    **{f"picks of {key}": partial(make_pick_parser, game) for key, game in GAMES.items()},
    "custom_ids": lambda: Parser(CUSTOM_IDS, check_custom_ids),
    "records": lambda: Parser(generate_documents(), check_record),
    "record files": lambda: Parser(generate_files(), check_file),
    "options": lambda: Parser(
        generate_variants(["open=yes", "a=b c=d", "Das Riff", "reef", "2", "Ann (2)"]), check_options
    ),
    "standing orders": lambda: Parser(generate_variants(_list_orders()), check_standing_order),
    "settings": lambda: Parser(
        st.tuples(
            st.lists(generate_variants(DOTENV_LINES), max_size=4),
            generate_variants(SETTING_VALUES).filter(_can_be_set),
        ),
        check_environment,
    ),
    "times": lambda: Parser(
        st.tuples(
            generate_variants([*ZONES, *(clock.text for clock in CLOCK_PRESETS), "none"]),
            st.sampled_from(["", "1320-420", "0-960", "480-480", "1380-60"]),
            st.integers(0, 2**32),
            st.integers(0, 10**6),
        ),
        check_times,
    ),
    "uploads": lambda: Parser(generate_uploads(), check_upload),
    "log lines": lambda: Parser(st.tuples(TEXT_STRATEGY, TEXT_STRATEGY), check_log_line),
    "limits": lambda: Parser(
        st.tuples(st.one_of(TEXT_STRATEGY, TEXT_STRATEGY.map(lambda text: text * 40)), st.integers(20, 2000)),
        check_limits,
    ),
}
"""All fuzz targets by name. They are created on demand, because some play whole matches first."""


def _can_be_set(value: str) -> bool:
    try:
        return b"\0" not in os.fsencode(value)
    except UnicodeEncodeError:
        return False
