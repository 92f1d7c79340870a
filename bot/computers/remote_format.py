"""JSON format of questions to remote thinkers and of their answers. Both are checked and contain no code.

A question contains a seat's view, and an answer contains tokens. A dishonest thinker can at worst choose a
bad legal move, because an answer passes the same checks as a person's press.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from math import isfinite
from typing import Any, Final, get_type_hints

from bot.computers.worker import Job, Ranking
from games.core.rules import AnyRules
from games.core.wire import WireError, compute_fingerprint, decode, encode
from games.players import COMPUTER_LEVELS
from games.registry import GAMES

FORMAT_VERSION: Final = 1
"""Questions with another version are rejected."""
MAX_QUESTION_LENGTH: Final = 64_000
"""Maximum number of characters. The largest view of any game has about two thousand."""
MAX_TOKENS: Final = 24
MAX_TOKEN_LENGTH: Final = 100
MAX_THINKING_SECONDS: Final = 60.0
"""Seconds that a question may request."""
SEED_BYTES: Final = 32


class UnreadableMessage(ValueError):
    """The message isn't a question or an answer that this version of the program can read."""


def encode_job(job: Job) -> bytes:
    """Encode a job as a question to remote thinkers."""
    rules = GAMES[job.game].rules[job.version]
    return json.dumps(
        {
            "format": FORMAT_VERSION,
            "game": job.game,
            "version": job.version,
            "shape": compute_fingerprint(_find_view_type(rules)),
            "seat": job.seat,
            "level": job.level,
            "seed": job.seed.hex(),
            "ply": job.ply,
            "seconds": job.seconds,
            "choosing": job.stops_early,
            "hint": job.is_hint,
            "view": encode(job.view),
        },
        separators=(",", ":"),
    ).encode()


def decode_job(data: bytes) -> Job:
    """Decode the job in a question made by :func:`encode_job`.

    :raises UnreadableMessage: ``data`` isn't a valid question, or the game, the version of its rules or the
        shape of its view is unknown.
    """
    fields = _decode_json_object(data, MAX_QUESTION_LENGTH)
    if fields.get("format") != FORMAT_VERSION:
        raise UnreadableMessage("another format")
    game = GAMES.get(_require_field(fields, "game", str))
    rules = None if game is None else game.rules.get(_require_field(fields, "version", int))
    if game is None or rules is None:
        raise UnreadableMessage("unknown game or version")
    if fields.get("shape") != compute_fingerprint(_find_view_type(rules)):
        raise UnreadableMessage("the view has another shape")
    try:
        view = decode(_find_view_type(rules), fields.get("view"))
        seed = bytes.fromhex(_require_field(fields, "seed", str))
    except (WireError, ValueError) as error:
        raise UnreadableMessage(str(error)) from error
    level = _require_field(fields, "level", str)
    seat = _require_field(fields, "seat", int)
    ply = _require_field(fields, "ply", int)
    seconds: Any = fields.get("seconds")
    if not _is_number(seconds) or not 0 < seconds <= MAX_THINKING_SECONDS or len(seed) != SEED_BYTES:
        raise UnreadableMessage("invalid time or seed")
    if level not in COMPUTER_LEVELS or seat not in view.to_act or not 0 <= ply < 2**31:
        raise UnreadableMessage("invalid level, seat or ply")
    # Earlier versions of the bot don't send ``choosing`` or ``hint``.
    choosing, is_hint = fields.get("choosing", False), fields.get("hint", False)
    if not isinstance(choosing, bool) or not isinstance(is_hint, bool):
        raise UnreadableMessage("invalid use")
    version = _require_field(fields, "version", int)
    return Job(
        game.key,
        version,
        view,
        seat,
        level,
        seed,
        ply,
        float(seconds),
        is_hint=is_hint,
        stops_early=choosing,
    )


def encode_ranking(ranking: Ranking) -> str:
    """Encode the best moves of a ranking as an answer for :func:`decode_ranking`."""
    best = [[token, round(value, 6)] for token, value in ranking[:MAX_TOKENS]]
    return json.dumps(best, separators=(",", ":"))


def decode_ranking(text: str) -> Ranking:
    """Decode an answer of :func:`encode_ranking`.

    :raises UnreadableMessage: the text isn't an answer.
    """
    ranked = _parse_json(text, MAX_TOKENS * (MAX_TOKEN_LENGTH + 40))
    if not isinstance(ranked, list) or not 0 < len(ranked) <= MAX_TOKENS:
        raise UnreadableMessage("not a list of tokens")
    return tuple(_read_ranked_token(one) for one in ranked)


def _read_ranked_token(pair: object) -> tuple[str, float]:
    if not isinstance(pair, list) or len(pair) != 2:
        raise UnreadableMessage("not a token with its value")
    token, value = pair
    if not isinstance(token, str) or not 0 < len(token) <= MAX_TOKEN_LENGTH or not token.isascii():
        raise UnreadableMessage("not a token")
    if not _is_number(value) or not 0 <= value <= 1:
        raise UnreadableMessage("not a value from 0 to 1")
    return token, float(value)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)


def _find_view_type(rules: AnyRules) -> Any:
    seeing: Callable[..., object] = type(rules).view
    return get_type_hints(seeing)["return"]


def _require_field(fields: dict[str, Any], name: str, kind: type) -> Any:
    """Return a field of a decoded question, which must be of type ``kind``."""
    value = fields.get(name)
    if not isinstance(value, kind) or isinstance(value, bool):
        raise UnreadableMessage(f"no {name}")
    return value


def _decode_json_object(data: bytes, max_length: int) -> dict[str, Any]:
    try:
        value = _parse_json(data.decode(), max_length)
    except UnicodeDecodeError as error:
        raise UnreadableMessage("not text") from error
    if not isinstance(value, dict):
        raise UnreadableMessage("not a question")
    return value


def _parse_json(text: str, max_length: int) -> Any:
    if len(text) > max_length:
        raise UnreadableMessage("too long")
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UnreadableMessage("not JSON") from error
