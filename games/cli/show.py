"""``picture``, ``replay`` and ``verify``."""

from __future__ import annotations

import argparse
from pathlib import Path

from games.cli.matches import (
    Complaint,
    complaint,
    deal,
    game_of,
    names_of,
    options_of,
    read_record,
    scene_of,
    walk,
    words_of,
    write_bytes,
)
from games.core.errors import BrokenRecord
from games.core.match import ACT, CLOSE, Match
from games.core.sights import view_at
from games.core.words import Words
from games.registry import GAMES


def picture(chosen: argparse.Namespace) -> None:
    """Draw the position after ``--ply`` steps of a seed's random match into a PNG file."""
    w = words_of(chosen.lang)
    if chosen.output.suffix.lower() != ".png":
        raise Complaint(f"a picture is a PNG file, so its name ends in .png, unlike {chosen.output}")
    start = deal(game_of(chosen.key), chosen.seats, options_of(chosen.option), chosen.seed)
    match = walk(start, chosen.seed, chosen.ply)
    if match.ply < chosen.ply:
        raise Complaint(f"this match has {match.ply} plies, not {chosen.ply}")
    if chosen.seat is not None and chosen.seat >= match.seats:
        raise Complaint(
            f"--seat is from 0 (Seat 1) to {match.seats - 1} (Seat {match.seats}), not {chosen.seat}"
        )
    view = match.rules.view(match.state, chosen.seat)
    drawn = match.game.draw(view, scene_of(match, w, chosen.seat))
    try:
        drawn.save(chosen.output, "PNG")
    except OSError as error:
        raise Complaint(f"{chosen.output}: {error.strerror or error}") from error
    width, height = drawn.size
    print(f"{chosen.output}: {match.game.title} after {match.ply} plies, {width} x {height}")


def board(match: Match, w: Words, viewer: int | None) -> str:
    """Return what happened last, the whole position and whose turn it is, as ``viewer`` may read it."""
    view, scene, said = view_at(match, match.ply, viewer), scene_of(match, w, viewer), match.game.texts
    told = [text for event in scene.events if (text := said.tell(event, scene))]
    return "\n".join([*told, "", said.describe(view, scene), "", said.status(view, scene)]).strip()


def replay(chosen: argparse.Namespace) -> None:
    """Print a recorded match: its last rows and the position after ``--rows`` rows. Or make a film of it."""
    w = words_of(chosen.lang)
    record = read_record(chosen.file, w)
    if chosen.gif is not None and chosen.gif.suffix.lower() != ".gif":
        raise Complaint(f"a film is a GIF file, so its name ends in .gif, unlike {chosen.gif}")
    if chosen.rows is not None and chosen.rows > len(record.rows):
        raise Complaint(f"{chosen.file}: it has {len(record.rows)} rows, not {chosen.rows}")
    try:
        match = record.replay(GAMES, chosen.rows)
    except BrokenRecord as error:
        raise complaint(chosen.file, error, w) from error
    print(f"{match.game.title}, {match.seq} of {len(record.rows)} rows")
    if chosen.gif is not None:
        _filmed(match, w, chosen.gif, whole=chosen.whole)
        return
    names = names_of(match, w)
    for number, row in list(enumerate(match.rows, 1))[-8:]:
        done = row.text if row.kind == ACT else row.kind
        print(f"{number:>5}. {done if row.kind == CLOSE else f'{names[row.seat]}: {done}'}")
    print()
    print(board(match, w, None))


def _filmed(match: Match, w: Words, path: Path, *, whole: bool) -> None:
    # Only who wants pictures needs Pillow.
    from games.drawing.gif import frames
    from games.drawing.replay import film

    made = b"".join(film(match, names_of(match, w), w, whole=whole))
    write_bytes(path, made)
    print(f"{path}: {frames(made)} frames, {len(made) / 2**20:.2f} MiB")


CHANCE = "every draw follows from the secret, every move is legal, and the result comes out."
UNKNOWN_MOVES = (
    "Not proven: that these are the moves that were played. Other legal moves would pass as well. Take the\n"
    "record's hash from *Fairness* on the final board, and give it with --hash."
)
UNKNOWN_SECRET = (
    "Not proven: that this secret was fixed before the match. Take its hash from what was shown before the\n"
    "match, and give it with --commitment."
)


def verify(chosen: argparse.Namespace) -> int:
    """Recompute a recorded match, compare everything that its file claims, and say what that proves.

    :returns: the exit status: 1 unless both hashes were given.
    """
    w = words_of(chosen.lang)
    record = read_record(chosen.file, w)
    try:
        match = record.verify(GAMES, digest=chosen.hash, committed=chosen.commitment)
    except BrokenRecord as error:
        raise complaint(chosen.file, error, w) from error
    proven = chosen.hash is not None and chosen.commitment is not None
    view, scene = view_at(match, match.ply, None), scene_of(match, w, None)
    result = match.game.texts.status(view, scene) if match.outcome else "not over yet"
    said = "holds" if proven else "is consistent"
    print(f"{chosen.file} {said}: {match.game.title}, {match.seats} seats, {match.seq} rows; {result}")
    print(f"secret's hash  {record.commitment}")
    print(f"record's hash  {record.digest}")
    print(f"{'Proven' if proven else 'Checked'}: {CHANCE}")
    if chosen.hash is None:
        print(UNKNOWN_MOVES)
    else:
        print("Proven: these are the moves that were played, for the record's hash is the one you gave.")
    if chosen.commitment is None:
        print(UNKNOWN_SECRET)
    else:
        print("Proven: the secret was fixed before the match, for its hash is the one you gave.")
    return 0 if proven else 1
