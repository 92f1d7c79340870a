"""``picture``, ``replay`` and ``verify``."""

from __future__ import annotations

import argparse

from games.cli.matches import (
    Complaint,
    dealt,
    game_of,
    options_of,
    read_record,
    scene_of,
    walked,
    words_of,
)
from games.core.match import Match
from games.core.record import BrokenRecord
from games.core.words import Words
from games.registry import GAMES


def picture(chosen: argparse.Namespace) -> None:
    """Draw the position after ``--ply`` steps of a seed's random match into a PNG file."""
    w = words_of(chosen.lang)
    start = dealt(game_of(chosen.key), chosen.seats, options_of(chosen.option), chosen.seed)
    match = walked(start, chosen.seed, chosen.ply)
    if match.ply < chosen.ply:
        raise Complaint(f"this match has {match.ply} plies, not {chosen.ply}")
    if chosen.seat is not None and chosen.seat >= match.seats:
        raise Complaint(f"seats are 0 to {match.seats - 1}, not {chosen.seat}")
    view = match.rules.view(match.state, chosen.seat)
    drawn = match.game.draw(view, scene_of(match, w, chosen.seat))
    try:
        drawn.save(chosen.output, "PNG")
    except OSError as error:
        raise Complaint(f"{chosen.output}: {error.strerror or error}") from error


def board(match: Match, w: Words, viewer: int | None) -> str:
    """Return what happened last, the whole position and whose turn it is, as ``viewer`` may read it."""
    view, scene, said = match.rules.view(match.state, viewer), scene_of(match, w, viewer), match.game.words
    told = [text for event in scene.events if (text := said.tell(event, scene))]
    return "\n".join([*told, "", said.describe(view, scene), "", said.status(view, scene)]).strip()


def replay(chosen: argparse.Namespace) -> None:
    """Print a recorded match: its last rows and the position after ``--ply`` rows."""
    w = words_of(chosen.lang)
    record = read_record(chosen.file)
    if chosen.ply is not None and chosen.ply > len(record.rows):
        raise Complaint(f"{chosen.file}: it has {len(record.rows)} rows, not {chosen.ply}")
    try:
        match = record.replay(GAMES, chosen.ply)
    except BrokenRecord as error:
        raise Complaint(f"{chosen.file}: {error}") from error
    rows = " ".join(f"{row.seat}/{row.text or row.kind}" for row in match.rows[-8:])
    print(f"{record.game}, {match.seq} of {len(record.rows)} rows: {rows or '-'}\n")
    print(board(match, w, None))


def verify(chosen: argparse.Namespace) -> None:
    """Recompute a recorded match and compare everything that its file claims."""
    record = read_record(chosen.file)
    try:
        match = record.verify(GAMES)
    except BrokenRecord as error:
        raise Complaint(f"{chosen.file}: {error}") from error
    ending = match.outcome.ending if match.outcome else "not over"
    print(f"{chosen.file}: holds. {record.game}, {match.seats} seats, {match.seq} rows, {ending}")
