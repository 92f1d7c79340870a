"""Creates matches for the command line, by dealing from a seed, playing at random, or reading a file."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from games.core.errors import BrokenRecord
from games.core.match import Match
from games.core.match_record import MatchRecord, record_match
from games.core.protocol import Game
from games.core.rng import Chance, derive_match_key
from games.core.texts import Scene
from games.core.upload import parse_record_file
from games.core.words import Words, list_locales, load_words
from games.registry import GAMES


class CommandError(Exception):
    """A command can't be carried out. The message is a single line."""


def find_game(key: str) -> Game:
    """Return a game by its key.

    :raises CommandError: if there is no such game.
    """
    if key not in GAMES:
        raise CommandError(f"no game is called {key!r}; the games are {', '.join(GAMES)}")
    return GAMES[key]


def parse_options(texts: list[str]) -> dict[str, str]:
    """Parse ``name=value`` texts.

    :raises CommandError: if a text has no ``=``.
    """
    options = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise CommandError(f"an option is written name=value, not {text!r}")
        options[name] = value
    return options


def load_locale_words(locale: str) -> Words:
    """Return the texts of a locale.

    :raises CommandError: if the locale has no catalogue.
    """
    if locale not in list_locales():
        raise CommandError(f"no language is called {locale!r}; the languages are {', '.join(list_locales())}")
    return load_words(locale)


def derive_secret(seed: int) -> bytes:
    """Return the secret for a seed: the SHA-256 of ``reefs seed N`` in ASCII.

    The command line has no interaction IDs, so the match key is
    ``derive_match_key(derive_secret(seed), ())``.
    """
    return hashlib.sha256(f"reefs seed {seed}".encode("ascii")).digest()


def deal_match(game: Game, seat_count: int | None, options: Mapping[str, str], seed: int) -> Match:
    """Deal a match from a seed. By default it has the fewest seats that the game allows.

    :raises CommandError: if the seats or an option don't fit the game.
    """
    number = game.seat_counts.start if seat_count is None else seat_count
    try:
        return Match.begin(game, number, options, derive_match_key(derive_secret(seed), ()))
    except ValueError as error:
        raise CommandError(str(error)) from error


def play_randomly(match: Match, seed: int, plies: int | None = None) -> Match:
    """Continue a match at random, to its end or for at most ``plies`` plies.

    Each ply first draws a seat that may act, then one of its legal actions. The random numbers are derived
    from ``derive_match_key(derive_secret(seed), (1,))`` and the ply.
    """
    key = derive_match_key(derive_secret(seed), (1,))
    while match.outcome is None and (plies is None or match.ply < plies):
        chance = Chance(key, match.ply + 1)
        seat = chance.choice(match.to_act)
        match = match.act(seat, chance.choice(match.legal_actions(seat)).token)
    return match


def name_seats(match: Match, w: Words) -> tuple[str, ...]:
    """Return the seats' names: "Seat 1", "Seat 2" and so on."""
    return tuple(w("Seat {n}", n=seat + 1) for seat in range(match.seat_count))


def make_scene(match: Match, w: Words, viewer: int | None) -> Scene:
    """Return the scene of the newest position for a viewer."""
    events = tuple(match.rules.redact(event, viewer) for event in match.events)
    return Scene(name_seats(match, w), w, events, match.outcome)


def make_seed_record(match: Match, seed: int) -> MatchRecord:
    """Return the record of a match dealt from a seed, with its secret even if the match isn't over."""
    return replace(record_match(match, derive_secret(seed), ()), secret=derive_secret(seed))


def read_record(path: Path, w: Words) -> MatchRecord:
    """Read a match record from a file.

    :param w: texts of the language for error messages.
    :raises CommandError: if the file can't be read or is not a record.
    """
    try:
        return parse_record_file(path.read_bytes())
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}") from error
    except BrokenRecord as error:
        raise make_record_error(path, error, w) from error


def make_record_error(path: Path, error: BrokenRecord, w: Words) -> CommandError:
    """Return a one-line error about a record's file."""
    return CommandError(f"{path}: {w.msg(error.message)}")


def write_text(path: Path, text: str) -> None:
    """Write a text file.

    :raises CommandError: if the file can't be written.
    """
    write_bytes(path, text.encode("utf-8"))


def write_bytes(path: Path, content: bytes) -> None:
    """Write a file.

    :raises CommandError: if the file can't be written.
    """
    try:
        path.write_bytes(content)
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror or error}") from error
