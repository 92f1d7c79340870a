"""A match as a JSON file with everything needed to recompute it.

The secret is left out until the match is over, so an unfinished record can be read but not recomputed.
:meth:`MatchRecord.verify` checks every claim of a finished record.

Verification proves that all chance follows from the secret. It can't prove which moves were made, because
other legal moves verify just as well. For that, compare :attr:`MatchRecord.digest` with the hash shown when
the match ended.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from typing import Any

from games.core.errors import BrokenRecord, RecordHashMismatch, RuleError, UnplayableSettings
from games.core.match import LoggedRow, Match
from games.core.outcome import Outcome
from games.core.protocol import Game
from games.core.rng import compute_commitment, derive_match_key
from games.core.strict import RECORD_FORMAT, parse_record_strictly
from games.core.values import value_class
from games.core.words import N_, Msg


@value_class
class MatchRecord:
    """All data needed to recompute a match: its secret and interaction IDs, its options and its log."""

    game: str
    version: int
    seat_count: int
    options: Mapping[str, str]
    commitment: str
    secret: bytes | None
    interaction_ids: tuple[int, ...]
    rows: tuple[LoggedRow, ...]
    outcome: Outcome | None = None

    def _make_header(self) -> dict[str, Any]:
        """Return everything but the rows as JSON data."""
        outcome = self.outcome
        return {
            "format": RECORD_FORMAT,
            "game": self.game,
            "rules_version": self.version,
            "seats": self.seat_count,
            "options": dict(self.options),
            "commitment": self.commitment,
            "secret": self.secret.hex() if self.secret is not None else None,
            "presses": [str(press) for press in self.interaction_ids],
            "outcome": None
            if outcome is None
            else {
                "ending": outcome.ending,
                "placements": list(outcome.placements),
                "scores": list(outcome.scores),
            },
        }

    def _list_row_values(self) -> list[list[str | int]]:
        return [[row.kind, row.seat, row.text] for row in self.rows]

    def to_json(self) -> str:
        """Return the text of the record's file, with one row per line."""
        rows = ",\n  ".join(map(json.dumps, self._list_row_values()))
        text = json.dumps(self._make_header(), indent=1)
        return f'{text[:-2]},\n "rows": [\n  {rows}\n ]\n}}\n'

    @property
    def digest(self) -> str:
        """SHA-256 of the record's content, independent of its formatting.

        The content is hashed as ASCII JSON with sorted keys and no spaces.
        """
        content = {**self._make_header(), "rows": self._list_row_values()}
        text = json.dumps(content, sort_keys=True, separators=(",", ":"))
        return hashlib.sha256(text.encode("ascii")).hexdigest()

    @classmethod
    def from_json(cls, text: str) -> MatchRecord:
        """Read a record from a file's text.

        :raises BrokenRecord: if the text is not a record in this format.
        """
        data = parse_record_strictly(text)
        secret, result = data["secret"], data["outcome"]
        return cls(
            data["game"],
            data["rules_version"],
            data["seats"],
            data["options"],
            data["commitment"],
            None if secret is None else bytes.fromhex(secret),
            tuple(map(int, data["presses"])),
            tuple(LoggedRow(*row) for row in data["rows"]),
            None
            if result is None
            else Outcome(result["ending"], tuple(result["placements"]), tuple(result["scores"])),
        )

    def replay(
        self,
        games: Mapping[str, Game],
        max_rows: int | None = None,
        *,
        before_row: Callable[[], None] | None = None,
    ) -> Match:
        """Replay the rows, or only the first ``max_rows``.

        :param before_row: called before each row. An exception that it raises ends the replay.
        :raises BrokenRecord: if the game, version, options or a row is invalid, or the secret is missing.
        """
        game = games.get(self.game)
        if game is None:
            raise BrokenRecord(Msg(N_("There's no game “{key}”."), {"key": self.game[:40]}))
        if self.version not in game.rules:
            values = {"game": game.title, "version": self.version}
            raise BrokenRecord(Msg(N_("{game} has no version {version} of its rules."), values))
        if self.secret is None:
            raise BrokenRecord(
                Msg(N_("The secret stays hidden until the match has ended."))
                if self.outcome is None
                else Msg(N_("The secret stays hidden until every table with the same deal has ended."))
            )
        key = derive_match_key(self.secret, self.interaction_ids)
        try:
            match = Match.begin(game, self.seat_count, self.options, key, self.version)
        except UnplayableSettings as error:
            raise BrokenRecord(error.message) from error
        for number, row in enumerate(self.rows[:max_rows], 1):
            if before_row is not None:
                before_row()
            try:
                match = match.play_row(row)
            except RuleError as error:
                raise _make_row_error(number, row, error) from error
        return match

    def verify(
        self,
        games: Mapping[str, Game],
        *,
        digest: str | None = None,
        commitment: str | None = None,
        before_row: Callable[[], None] | None = None,
    ) -> Match:
        """Recompute the match and compare it with the record's claims.

        :param digest: the record's hash as shown at the end of the match. Without the hash, moves that were
            replaced by other legal moves go unnoticed.
        :param commitment: the hash of the secret as shown before the match.
        :param before_row: called before each row. An exception that it raises ends the replay.
        :raises BrokenRecord: if the record can't be replayed, or the commitment, a row or the result is
            wrong.
        :raises RecordHashMismatch: if a given hash doesn't belong to this record.
        """
        if self.secret is not None and compute_commitment(self.secret) != self.commitment:
            raise BrokenRecord(
                Msg(N_("The secret doesn't fit the SHA-256 value shown when the table opened."))
            )
        match = self.replay(games, before_row=before_row)
        if match.outcome != self.outcome:
            raise BrokenRecord(Msg(N_("The result isn't what the moves lead to.")))
        if match.rows != self.rows:
            raise BrokenRecord(Msg(N_("A row isn't written the way its match writes it.")))
        for computed, known in ((self.digest, digest), (self.commitment, commitment)):
            if known is not None and known.lower() != computed:
                raise RecordHashMismatch(computed, known)
        return match


def _make_row_error(row_number: int, row: LoggedRow, error: RuleError) -> BrokenRecord:
    values = {
        "number": row_number,
        "row": f"{row.kind} {row.text[:40]}".strip(),
        "reason": error.message,
        "clause": error.clause,
    }
    if not error.clause:
        return BrokenRecord(Msg(N_("Row {number} ({row}) is refused: {reason}"), values))
    return BrokenRecord(Msg(N_("Row {number} ({row}) is refused by rule {clause}: {reason}"), values))


def record_match(
    match: Match, secret: bytes, interaction_ids: tuple[int, ...], *, withholds_secret: bool = False
) -> MatchRecord:
    """Return the record of a match, including its secret if the match is over.

    :param withholds_secret: whether to leave out the secret anyway, because other matches still use it.
    """
    return MatchRecord(
        match.game.key,
        match.rules.version,
        match.seat_count,
        dict(match.options),
        compute_commitment(secret),
        secret if match.outcome and not withholds_secret else None,
        interaction_ids,
        match.rows,
        match.outcome,
    )
