"""The stored table of results: each pairing's score, and whether it met its goal."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from statistics import fmean

from games.registry import GAMES
from tests.proof.strength.figures import MIN_BLOCK_COUNT, find_interval
from tests.proof.strength.ladder import Goal, find_goal, list_pairings
from tests.proof.strength.marks import compute_pairing_mark
from tests.proof.strength.matches import Pairing
from tests.proof.strength.players import parse_player

TABLE_FILE = Path(__file__).parents[1] / "strength.md"
HEADINGS = (
    "game",
    "seats",
    "options",
    "pairing",
    "blocks",
    "matches",
    "score",
    "95 % interval",
    "fair",
    "goal",
    "held",
    "iterations a move",
    "rules version",
    "mark",
)
Cells = tuple[str, ...]


def format_cells(pairing: Pairing, blocks: Sequence[float]) -> Cells:
    """Return the cells of a pairing's row, from its block scores."""
    score = fmean(blocks)
    low, high = find_interval(blocks)
    goal = find_goal(pairing)
    budgets = [
        (one.name, one.find_iterations(pairing.key, pairing.seat_count))
        for one in (pairing.one, pairing.other)
    ]
    return (
        pairing.key,
        str(pairing.seat_count),
        pairing.option_label,
        pairing.name,
        str(len(blocks)),
        str(len(blocks) * pairing.seat_count),
        f"{score:.1%}",
        f"{low:.1%} to {high:.1%}",
        f"{pairing.fair_score:.1%}",
        goal.name if goal else "",
        _format_verdict(goal, score, low, len(blocks)) if goal else "",
        ", ".join(f"{name} {budget}" for name, budget in budgets if budget is not None),
        str(pairing.game.version),
        compute_pairing_mark(pairing),
    )


def read_table() -> dict[Cells, Cells]:
    """Return the rows of the stored table by game, seats and pairing."""
    lines = TABLE_FILE.read_text(encoding="utf-8").splitlines() if TABLE_FILE.exists() else []
    rows = [tuple(cell.strip() for cell in line.split("|")[1:-1]) for line in lines if line.startswith("|")]
    return {_find_key(cells): cells for cells in rows[2:] if len(cells) == len(HEADINGS)}


def list_stale_rows() -> list[str]:
    """Return the rows whose players or rules have changed, and the pairings without a row."""
    found: list[str] = []
    table = read_table()
    for key, cells in table.items():
        row = dict(zip(HEADINGS, cells, strict=True))
        one, other = (parse_player(name) for name in row["pairing"].split(" over "))
        pairing = Pairing(row["game"], int(row["seats"]), one, other)
        if (row["rules version"], row["mark"]) != (str(pairing.game.version), compute_pairing_mark(pairing)):
            found.append(f"{' '.join(key)}: the players behave differently today")
        elif (
            row["iterations a move"] != format_cells(pairing, [0.0, 0.0])[HEADINGS.index("iterations a move")]
        ):
            found.append(f"{' '.join(key)}: the players think longer or shorter today")
    for rung in list_pairings(list(GAMES), None):
        if (rung.key, str(rung.seat_count), rung.name) not in table:
            found.append(f"{rung.key} {rung.seat_count} {rung.name}: not played")
    return found


def write_line(cells: Cells) -> None:
    """Replace or add a pairing's row in the table, keeping the surrounding text."""
    found = read_table()
    found[_find_key(cells)] = cells
    keys = list(GAMES)
    order = sorted(found.values(), key=lambda row: (keys.index(row[0]), int(row[1])))
    lines = [format_line(HEADINGS), f"|{' --- |' * len(HEADINGS)}", *map(format_line, order)]
    text = TABLE_FILE.read_text(encoding="utf-8") if TABLE_FILE.exists() else ""
    beside = [line for line in text.splitlines() if not line.startswith("|")]
    place = next((i for i, line in enumerate(text.splitlines()) if line.startswith("|")), len(beside))
    TABLE_FILE.write_text("\n".join([*beside[:place], *lines, *beside[place:]]) + "\n", encoding="utf-8")


def format_line(cells: Cells) -> str:
    return f"| {' | '.join(cells)} |"


def _find_key(cells: Cells) -> Cells:
    """Return the cells that identify a row: game, seats and pairing."""
    return cells[0], cells[1], cells[3]


def _format_verdict(goal: Goal, score: float, low: float, blocks: int) -> str:
    """Return the table's text about whether a goal is met."""
    if blocks < MIN_BLOCK_COUNT:
        return "too few blocks"
    return "yes" if goal.is_met(score, low) else "no"
