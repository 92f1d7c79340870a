"""The commands ``picture``, ``replay`` and ``verify``."""

from __future__ import annotations

import argparse
from pathlib import Path

from games.cli.matches import (
    CommandError,
    deal_match,
    find_game,
    load_locale_words,
    make_record_error,
    make_scene,
    name_seats,
    parse_options,
    play_randomly,
    read_record,
    write_bytes,
)
from games.core.errors import BrokenRecord
from games.core.match import ACT_KIND, CLOSE_KIND, Match, view_at
from games.core.words import Words
from games.registry import GAMES


def draw_position(args: argparse.Namespace) -> None:
    """Deal a match from ``--seed``, play ``--ply`` random steps and draw the position as a PNG file."""
    w = load_locale_words(args.lang)
    if args.output.suffix.lower() != ".png":
        raise CommandError(f"a picture is a PNG file, so its name ends in .png, unlike {args.output}")
    start = deal_match(find_game(args.key), args.seats, parse_options(args.option), args.seed)
    match = play_randomly(start, args.seed, args.ply)
    if match.ply < args.ply:
        raise CommandError(f"this match has {match.ply} plies, not {args.ply}")
    if args.seat is not None and args.seat >= match.seat_count:
        raise CommandError(
            f"--seat is from 0 (Seat 1) to {match.seat_count - 1} (Seat {match.seat_count}), not {args.seat}"
        )
    view = match.rules.view(match.state, args.seat)
    drawn = match.game.draw(view, make_scene(match, w, args.seat))
    try:
        drawn.save(args.output, "PNG")
    except OSError as error:
        raise CommandError(f"{args.output}: {error.strerror or error}") from error
    width, height = drawn.size
    print(f"{args.output}: {match.game.title} after {match.ply} plies, {width} x {height}")


def describe_board(match: Match, w: Words, viewer: int | None) -> str:
    """Describe the newest events, the position and the status, as ``viewer`` may see them."""
    view, scene, texts = view_at(match, match.ply, viewer), make_scene(match, w, viewer), match.game.texts
    news = [text for event in scene.events if (text := texts.narrate_event(event, scene))]
    return "\n".join(
        [*news, "", texts.describe_position(view, scene), "", texts.describe_status(view, scene)]
    ).strip()


def show_replay(args: argparse.Namespace) -> None:
    """Print the last rows of a recorded match and its position, or write its animated replay."""
    w = load_locale_words(args.lang)
    record = read_record(args.file, w)
    if args.gif is not None and args.gif.suffix.lower() != ".gif":
        raise CommandError(f"an animated replay is a GIF file, so its name ends in .gif, unlike {args.gif}")
    if args.rows is not None and args.rows > len(record.rows):
        raise CommandError(f"{args.file}: it has {len(record.rows)} rows, not {args.rows}")
    try:
        match = record.replay(GAMES, args.rows)
    except BrokenRecord as error:
        raise make_record_error(args.file, error, w) from error
    print(f"{match.game.title}, {match.seq} of {len(record.rows)} rows")
    if args.gif is not None:
        _write_replay(match, w, args.gif, shows_all_turns=args.whole)
        return
    names = name_seats(match, w)
    for number, row in list(enumerate(match.rows, 1))[-8:]:
        row_text = row.text if row.kind == ACT_KIND else row.kind
        print(f"{number:>5}. {row_text if row.kind == CLOSE_KIND else f'{names[row.seat]}: {row_text}'}")
    print()
    print(describe_board(match, w, None))


def _write_replay(match: Match, w: Words, path: Path, *, shows_all_turns: bool) -> None:
    """Write the animated replay of a match, and print its number of frames and its size."""
    # Imported here so that commands without pictures don't need Pillow.
    from games.drawing.gif import count_frames
    from games.drawing.replay import make_replay

    gif = b"".join(make_replay(match, name_seats(match, w), w, shows_every_turn=shows_all_turns))
    write_bytes(path, gif)
    print(f"{path}: {count_frames(gif)} frames, {len(gif) / 2**20:.2f} MiB")


PROVEN_CLAIMS_TEXT = (
    "every draw follows from the secret, every move is legal, and the result follows from the moves."
)
UNPROVEN_MOVES_TEXT = (
    "Not proven: that these are the moves that were played. Other legal moves would pass as well. Pass the\n"
    "record's hash from *Fairness* on the final board with --hash."
)
UNPROVEN_SECRET_TEXT = (
    "Not proven: that this secret was fixed before the match. Pass its hash, as shown before the match,\n"
    "with --commitment."
)


def verify_record(args: argparse.Namespace) -> int:
    """Verify a recorded match and print a list of what is proven.

    :returns: the exit status: 0 if both hashes were given, otherwise 1.
    :raises CommandError: if the record or one of the hashes is wrong.
    """
    w = load_locale_words(args.lang)
    record = read_record(args.file, w)
    try:
        match = record.verify(GAMES, digest=args.hash, commitment=args.commitment)
    except BrokenRecord as error:
        raise make_record_error(args.file, error, w) from error
    proven = args.hash is not None and args.commitment is not None
    view, scene = view_at(match, match.ply, None), make_scene(match, w, None)
    result = match.game.texts.describe_status(view, scene) if match.outcome else "not over yet"
    verdict = "is proven" if proven else "is consistent"
    print(f"{args.file} {verdict}: {match.game.title}, {match.seat_count} seats, {match.seq} rows; {result}")
    print(f"secret's hash  {record.commitment}")
    print(f"record's hash  {record.digest}")
    print(f"{'Proven' if proven else 'Checked'}: {PROVEN_CLAIMS_TEXT}")
    if args.hash is None:
        print(UNPROVEN_MOVES_TEXT)
    else:
        print("Proven: these are the moves that were played, because the record's hash is the one you gave.")
    if args.commitment is None:
        print(UNPROVEN_SECRET_TEXT)
    else:
        print("Proven: the secret was fixed before the match, because its hash is the one you gave.")
    return 0 if proven else 1
