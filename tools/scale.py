"""Compute the resources needed for each number of servers: ``python -m tools.scale``.

The command writes the tables of docs/hosting/capacity.md. ``--check`` only reports whether they match the
inputs, and ``--set NAME=VALUE`` prints them for other inputs.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import ceil
from pathlib import Path

PAGE_FILE = Path(__file__).parents[1] / "docs" / "hosting" / "capacity.md"
SERVER_COUNTS = (10, 100, 1_000, 10_000, 100_000)
MEASURED, ASSUMED, SET, DISCORD = "measured", "assumed", "set", "Discord"
DAY_SECONDS = 86_400


@dataclass(frozen=True, slots=True)
class Input:
    """An input of the computation: its value, unit, description and source."""

    value: float
    unit: str
    description: str
    source: str


INPUT_BY_NAME: dict[str, Input] = {
    "playing": Input(0.1, "", "share of servers with a match on a given day", ASSUMED),
    "matches": Input(3, "a day", "matches in each of these servers", ASSUMED),
    "rows": Input(60, "", "rows in the log of a match", ASSUMED),
    "presses_row": Input(2.1, "", "presses per row, including those that only look at something", MEASURED),
    "peak": Input(3, "", "ratio of the busiest minutes to a day's mean", ASSUMED),
    "computer": Input(0.25, "", "share of rows added by computer players, which need no press", ASSUMED),
    "calls_row": Input(1.5, "", "messages posted or edited per row, without answers to presses", MEASURED),
    "live": Input(0.5, "", "unfinished matches per server, active or not", ASSUMED),
    "press_ms": Input(
        15, "ms", "processor time of the bot per press, including pictures and posts", MEASURED
    ),
    "server_ms": Input(3.2, "ms", "processor time of PostgreSQL per press", MEASURED),
    "writes": Input(2.3, "", "writing transactions per press", MEASURED),
    "growth": Input(400, "bytes", "growth of tables and indexes per press", MEASURED),
    "log": Input(1550, "bytes", "write-ahead log per press", MEASURED),
    "thought": Input(
        0.5, "s", "processor time of a thought: half at hard (about 1 s), half at normal (0.03 s)", ASSUMED
    ),
    "base": Input(150, "MiB", "memory of a process that has drawn all games", MEASURED),
    "guild": Input(
        25,
        "KiB",
        "memory per server of 50 channels, simulated without the roles of real ones",
        MEASURED,
    ),
    "table": Input(120, "KiB", "memory per unfinished match", MEASURED),
    "ready": Input(1024, "", "maximum number of tables that a process caches", SET),
    "worker": Input(150, "MiB", "maximum memory of a worker of the computer players", MEASURED),
    "held": Input(12, "", "database connections of a process", MEASURED),
    "shard": Input(1000, "", "servers per shard", DISCORD),
    "calls": Input(
        50, "a second", "requests that Discord accepts from a bot, without answers to presses", DISCORD
    ),
    "login": Input(5.1, "s", "time between the logins of two shards", SET),
    "busy": Input(0.5, "", "share of a core that may be used in the busiest minutes", ASSUMED),
    "vcpu": Input(10, "$ a month", "price of a virtual core", ASSUMED),
    "gib": Input(5, "$ a month", "price of a GiB of memory", ASSUMED),
    "disk": Input(0.1, "$ a month", "price of a GiB of disk", ASSUMED),
}

Figures = dict[str, float]


def compute_figures(server_count: int, inputs: Mapping[str, float]) -> Figures:
    """Compute all figures for a number of servers."""
    g = inputs
    f: Figures = {"servers": server_count}
    f["rows"] = server_count * g["playing"] * g["matches"] * g["rows"] / DAY_SECONDS
    f["presses"] = f["rows"] * (1 - g["computer"]) * g["presses_row"]
    f["peak"] = f["presses"] * g["peak"]
    # A computer's move is stored and announced like a person's, but needs no press.
    f["acts"] = f["presses"] + f["rows"] * g["computer"]
    f["busiest"] = f["acts"] * g["peak"]
    f["calls"] = f["rows"] * g["calls_row"] * g["peak"]
    f["writes"] = f["busiest"] * g["writes"]
    f["thoughts"] = f["rows"] * g["computer"] * g["peak"]
    f["shards"] = ceil(server_count / g["shard"])
    f["bot_cores"] = f["busiest"] * g["press_ms"] / 1000 / g["busy"]
    f["hosts"] = max(1, ceil(f["bot_cores"]))
    f["processes"] = 2 * f["hosts"] if server_count >= g["shard"] else f["hosts"]
    f["workers"] = max(1, ceil(f["thoughts"] * g["thought"] / g["busy"]))
    f["database_cores"] = max(1, ceil(f["busiest"] * g["server_ms"] / 1000 / g["busy"]))
    f["connections"] = f["processes"] * g["held"] + f["workers"]
    f["kept"] = min(server_count * g["live"] / f["hosts"], g["ready"])
    # A standby has the same Discord servers in memory. Count tables for it too, although it caches none
    # before a takeover.
    f["process_mib"] = g["base"] + (server_count / f["hosts"] * g["guild"] + f["kept"] * g["table"]) / 1024
    f["start"] = f["shards"] * g["login"]
    f["growth"] = f["acts"] * DAY_SECONDS * g["growth"] / 2**20
    f["log"] = f["acts"] * DAY_SECONDS * g["log"] / 2**20
    # Count no cores for standbys, because a standby is idle while another process hosts.
    f["cores"] = f["hosts"] + f["workers"] + f["database_cores"]
    memory = f["processes"] * f["process_mib"] + f["workers"] * g["worker"]
    f["memory"] = memory / 1024 + max(0.5, f["connections"] * 10 / 1024 + f["growth"] * 30 / 1024)
    f["disk"] = 10 + (f["growth"] * 365 + f["log"] * 7) / 1024
    f["money"] = f["cores"] * g["vcpu"] + f["memory"] * g["gib"] + f["disk"] * g["disk"]
    return f


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of the table: its description, its formula as text, and the name of its figure."""

    description: str
    formula: str
    name: str


TABLE_ROWS = (
    TableRow("rows stored a second, mean", "servers × playing × matches × rows ÷ 86,400", "rows"),
    TableRow("presses a second, mean", "rows a second × (1 − computer) × presses_row", "presses"),
    TableRow("presses a second, busiest", "× peak", "peak"),
    TableRow("acts (presses and computers' moves) a second", "presses + rows a second × computer", "acts"),
    TableRow("acts a second, busiest", "× peak", "busiest"),
    TableRow("requests to Discord a second, busiest", "rows a second × calls_row × peak", "calls"),
    TableRow("writing transactions a second, busiest", "acts, busiest × writes", "writes"),
    TableRow("thoughts a second, busiest", "rows a second × computer × peak", "thoughts"),
    TableRow("shards", "servers ÷ shard, rounded up", "shards"),
    TableRow("cores for acts", "acts, busiest × press_ms ÷ busy", "bot_cores"),
    TableRow("hosting processes", "a core each, at least 1", "hosts"),
    TableRow(
        "processes, each with a standby from the first full shard on", "hosting processes × 2", "processes"
    ),
    TableRow("workers of computer players", "thoughts × thought ÷ busy, at least 1", "workers"),
    TableRow("cores of PostgreSQL", "acts, busiest × server_ms ÷ busy, at least 1", "database_cores"),
    TableRow("connections to PostgreSQL", "processes × held + workers", "connections"),
    TableRow("tables cached by a process", "servers × live ÷ hosting processes, at most ready", "kept"),
    TableRow(
        "MiB of memory for a process",
        "base + servers ÷ hosting processes × guild + tables cached × table",
        "process_mib",
    ),
    TableRow("seconds to log in all shards, one at a time", "shards × login", "start"),
    TableRow("MiB of database growth a day", "acts × 86,400 × growth", "growth"),
    TableRow("MiB of write-ahead log a day", "acts × 86,400 × log", "log"),
    TableRow("cores in total", "hosting processes + workers + PostgreSQL", "cores"),
    TableRow(
        "GiB of memory in total",
        "processes × MiB + workers × worker + 10 MiB a connection + 30 days' growth as page cache",
        "memory",
    ),
    TableRow("GiB of disk after a year", "10 + a year's growth + a week's log", "disk"),
    TableRow("$ a month", "cores × vcpu + memory × gib + disk × disk", "money"),
)


def format_figure(value: float) -> str:
    """Format a figure with as many digits as are meaningful."""
    if value >= 100 or value == int(value):
        return f"{value:,.0f}"
    return f"{value:.2g}" if value < 10 else f"{value:.1f}"


def format_results(inputs: Mapping[str, float]) -> str:
    """Return the table of results, with a column for each number of :data:`SERVER_COUNTS`."""
    columns = [compute_figures(size, inputs) for size in SERVER_COUNTS]
    head = ["servers", "formula", *(f"{size:,}" for size in SERVER_COUNTS)]
    lines = [head, ["---", "---", *("---:" for _ in SERVER_COUNTS)]]
    lines += [
        [line.description, line.formula, *(format_figure(column[line.name]) for column in columns)]
        for line in TABLE_ROWS
    ]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def format_inputs(inputs: Mapping[str, float]) -> str:
    """Return a Markdown table with the name, value, meaning and source of each input."""
    lines = ["| name | value | meaning | source |", "| --- | ---: | --- | --- |"]
    for name, one in INPUT_BY_NAME.items():
        value = f"{inputs[name]:g} {one.unit}".strip()
        lines.append(f"| `{name}` | {value} | {one.description} | {one.source} |")
    return "\n".join(lines)


FORMATTER_BY_PART: dict[str, Callable[[Mapping[str, float]], str]] = {
    "inputs": format_inputs,
    "table": format_results,
}


def update_page(text: str, inputs: Mapping[str, float]) -> str:
    """Return the text of the page with its tables computed from the ``inputs`` inputs."""
    for name, make in FORMATTER_BY_PART.items():
        before, begin, rest = text.partition(f"<!-- {name} -->\n")
        _, end, after = rest.partition(f"<!-- end of {name} -->")
        if not (begin and end):
            raise SystemExit(f"{PAGE_FILE.name} has no place for {name}")
        text = f"{before}{begin}{make(inputs)}\n{end}{after}"
    return text


def main() -> int:
    """Update or check the page, or print the results for other inputs."""
    parser = argparse.ArgumentParser(prog="python -m tools.scale", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if the tables differ")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="use another figure")
    arguments = parser.parse_args()
    value_by_name = {name: one.value for name, one in INPUT_BY_NAME.items()}
    for text in arguments.set:
        name, _, value = text.partition("=")
        if name not in value_by_name:
            parser.error(f"there is no {name}; there are {', '.join(value_by_name)}")
        value_by_name[name] = float(value)
    if arguments.set:
        print(format_results(value_by_name))
        return 0
    text = PAGE_FILE.read_text("utf-8")
    new_text = update_page(text, value_by_name)
    if arguments.check:
        return int(new_text != text)
    PAGE_FILE.write_text(new_text, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
