"""Parses the command line and runs the chosen command."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

from games.cli.matches import CommandError
from games.cli.play import play_match
from games.cli.selfplay import print_games, run_selfplay
from games.cli.show import draw_position, show_replay, verify_record


class CommandParser(argparse.ArgumentParser):
    """An argument parser that reports errors in one line."""

    def error(self, message: str) -> NoReturn:
        """Raise a :class:`CommandError` instead of printing the usage and exiting."""
        raise CommandError(message)


def make_int_parser(minimum: int | None = None) -> Callable[[str], int]:
    """Return an argparse type for integers, optionally with a minimum."""
    expectation = "a whole number" if minimum is None else f"a whole number from {minimum} up"

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            number = None
        if number is None or (minimum is not None and number < minimum):
            raise argparse.ArgumentTypeError(f"{text[:20]!r} is not {expectation}")
        return number

    return read


def _parse_sha256(text: str) -> str:
    if not re.fullmatch("[0-9a-fA-F]{64}", text):
        raise argparse.ArgumentTypeError(f"{text[:20]!r} is not a SHA-256 value of 64 hexadecimal digits")
    return text.lower()


def _make_parser() -> CommandParser:
    parser = CommandParser(prog="python -m games", description="Play, watch, draw and check matches.")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")

    listing = commands.add_parser("list", help="list the games, their seats and options")
    listing.set_defaults(run=print_games)

    selfplaying = commands.add_parser("selfplay", help="play matches at random")
    _add_deal_arguments(selfplaying)
    selfplaying.add_argument(
        "--games", type=make_int_parser(1), default=1, metavar="M", help="how many (default 1)"
    )
    selfplaying.add_argument("--json", action="store_true", help="print one JSON object per line")
    selfplaying.add_argument("--save", type=Path, metavar="DIR", help="save each match to DIR")
    selfplaying.set_defaults(run=run_selfplay)

    drawing = commands.add_parser("picture", help="draw a position of a random match")
    _add_deal_arguments(drawing)
    drawing.add_argument(
        "--ply", type=make_int_parser(0), default=0, metavar="P", help="number of steps (default 0)"
    )
    drawing.add_argument("--seat", type=make_int_parser(0), metavar="I", help="view of a seat; 0 is Seat 1")
    drawing.add_argument("--lang", default="en", help="language of the texts (default en)")
    drawing.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help="a PNG file")
    drawing.set_defaults(run=draw_position)

    replaying = commands.add_parser("replay", help="show a recorded match as text or as an animated replay")
    replaying.add_argument("file", type=Path, metavar="FILE")
    replaying.add_argument(
        "--rows",
        type=make_int_parser(0),
        metavar="R",
        help="show the position after R rows (default: all)",
    )
    replaying.add_argument(
        "--gif",
        type=Path,
        metavar="OUT",
        help="write a GIF of the match up to that row instead; without a review, its highlights follow "
        "notable events alone",
    )
    replaying.add_argument(
        "--whole", action="store_true", help="show every turn in it, not only the highlights of a minute"
    )
    replaying.add_argument("--lang", default="en", help="language of the texts (default en)")
    replaying.set_defaults(run=show_replay)

    verifying = commands.add_parser("verify", help="verify a recorded match")
    verifying.add_argument("file", type=Path, metavar="FILE")
    verifying.add_argument(
        "--hash",
        type=_parse_sha256,
        metavar="HASH",
        help="the record's hash, from *Fairness* on the final board",
    )
    verifying.add_argument(
        "--commitment",
        type=_parse_sha256,
        metavar="HASH",
        help="the secret's hash, as shown before the match",
    )
    verifying.add_argument("--lang", default="en", help="language of the texts (default en)")
    verifying.set_defaults(run=verify_record)

    playing = commands.add_parser("play", help="play on one screen")
    _add_deal_arguments(playing)
    playing.add_argument("--lang", default="en", help="language of the texts (default en)")
    playing.add_argument("--save", type=Path, metavar="FILE", help="save the match to FILE when it stops")
    playing.set_defaults(run=play_match)
    return parser


def _add_deal_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("key", metavar="KEY", help="key of a game, as shown by list")
    parser.add_argument(
        "--seats", type=make_int_parser(1), metavar="N", help="number of seats (default: the fewest)"
    )
    parser.add_argument(
        "--seed", type=make_int_parser(), default=1, metavar="S", help="an integer (default 1)"
    )
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game"
    )


def main(arguments: Sequence[str]) -> int:
    """Run a command and return the exit status.

    An error, or a missing command, gives status 2 and is explained on standard error. ``verify`` gives status
    1 if the file is consistent but not everything about it is proven.
    """
    parser = _make_parser()
    try:
        args = parser.parse_args(arguments)
        if "run" not in args:
            parser.print_help(sys.stderr)
            return 2
        status: int | None = args.run(args)
    except CommandError as complaint:
        print(f"python -m games: {' '.join(str(complaint).split())}", file=sys.stderr)
        return 2
    return status or 0
