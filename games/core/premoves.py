"""Moves prepared for later turns.

A line of premoves consists of stages, one per turn. A stage has the moves allowed or required of other seats
before the turn, and the tokens to play in it. Progress is read from the match's log alone, so no move is
played twice.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from games.core.errors import RuleError
from games.core.match import ACT_KIND, UNDO_KIND, Match
from games.core.shapes import MAX_TOKEN_LENGTH
from games.core.values import value_class
from games.core.words import N_

ANY_WORD: Final = "any"
CHANCE_WORD: Final = "chance"
PASS_WORD: Final = "pass"
"""Stands for a game's action that ends a turn without doing anything (``Rules.find_pass_action``)."""
MAX_TEXT_LENGTH: Final = 400
"""Maximum number of characters of premoves written as text."""
MAX_STAGES: Final = 6
MAX_TOKENS_PER_STAGE: Final = 12
"""Maximum number of tokens in one stage."""
_TOKEN_PATTERN: Final = re.compile(rf"[A-Za-z0-9:,>=+\-*#]{{1,{MAX_TOKEN_LENGTH}}}", re.ASCII)
_CONDITION_PATTERN: Final = re.compile(r"(?:(\d{1,2}) )?(\S+)", re.ASCII)
_STAGE_SEPARATOR, _CONDITION_SEPARATOR, _IF_PREFIX, _THEN_SEPARATOR = " / ", " & ", "if ", " then "
_RESERVED_WORDS: Final = frozenset({"if", "then", ANY_WORD, CHANCE_WORD})


class UnreadablePremoves(RuleError):
    """The premoves are malformed."""

    def __init__(self) -> None:
        super().__init__(N_("I can't read that. Write a move, or: if MOVE then MOVE"))


@dataclass(frozen=True, slots=True)
class MoveCondition:
    """A move that another seat must make before a turn of the premoves."""

    token_start: str
    """The required token, or its first fields."""
    seat: int | None = None
    """Seat that must act, or ``None`` for any seat."""

    def __post_init__(self) -> None:
        if not _TOKEN_PATTERN.fullmatch(self.token_start):
            raise UnreadablePremoves

    def is_met_by(self, seat: int, token: str) -> bool:
        """Return whether an action of ``seat`` meets the condition. ``take:1`` doesn't match ``take:17``."""
        if self.seat not in (None, seat) or not token.startswith(self.token_start):
            return False
        rest = token[len(self.token_start) :]
        return not rest or not (rest[0].isalnum() and self.token_start[-1].isalnum())

    def to_text(self) -> str:
        """Return the condition as text. Seats are counted from 1."""
        return self.token_start if self.seat is None else f"{self.seat + 1} {self.token_start}"


@dataclass(frozen=True, slots=True)
class PremoveStage:
    """The premoves for one turn.

    A pass must be the only move of its stage. The pass stays valid after a dice roll that begins the turn.
    """

    tokens: tuple[str, ...]
    """Tokens to play in this turn."""
    conditions: tuple[MoveCondition, ...] = ()
    """Moves that other seats must all make before this turn."""
    allows_anything: bool = False
    """Whether other seats may make any other moves as well before this turn."""
    allows_chance: bool = False
    """Whether dice may be rolled and hidden things revealed before any move of the stage."""

    def __post_init__(self) -> None:
        readable = all(
            _TOKEN_PATTERN.fullmatch(token) and token not in _RESERVED_WORDS for token in self.tokens
        )
        if not readable or not 0 < len(self.tokens) <= MAX_TOKENS_PER_STAGE:
            raise UnreadablePremoves
        if PASS_WORD in self.tokens and not self.is_pass:
            raise UnreadablePremoves

    @property
    def is_pass(self) -> bool:
        """Whether the stage consists of a pass."""
        return self.tokens == (PASS_WORD,)

    def to_text(self) -> str:
        """Return the stage as text."""
        named = [condition.to_text() for condition in self.conditions]
        named += [ANY_WORD] * self.allows_anything + [CHANCE_WORD] * self.allows_chance
        head = f"{_IF_PREFIX}{_CONDITION_SEPARATOR.join(named)}{_THEN_SEPARATOR}" if named else ""
        return head + " ".join(self.tokens)


@dataclass(frozen=True, slots=True)
class PremoveLine:
    """A line of premoves: stages that are played one after the other, one per turn."""

    stages: tuple[PremoveStage, ...]

    def __post_init__(self) -> None:
        if not 0 < len(self.stages) <= MAX_STAGES:
            raise UnreadablePremoves

    def to_text(self) -> str:
        """Return the premoves as text that :func:`parse_premoves` reads."""
        return _STAGE_SEPARATOR.join(stage.to_text() for stage in self.stages)


def parse_premoves(text: str) -> PremoveLine:
    """Parse a text such as ``if 2 take:B3 & any then take:D4:rr end``.

    :raises UnreadablePremoves: if the text can't be parsed.
    """
    if len(text) > MAX_TEXT_LENGTH:
        raise UnreadablePremoves
    return PremoveLine(tuple(_parse_stage(part.strip()) for part in text.split(_STAGE_SEPARATOR.strip())))


def _parse_stage(text: str) -> PremoveStage:
    named: list[str] = []
    if text.startswith(_IF_PREFIX):
        head, then, text = text.removeprefix(_IF_PREFIX).partition(_THEN_SEPARATOR)
        if not then:
            raise UnreadablePremoves
        named = [part.strip() for part in head.split(_CONDITION_SEPARATOR.strip())]
    conditions = tuple(_parse_condition(part) for part in named if part not in (ANY_WORD, CHANCE_WORD))
    return PremoveStage(tuple(text.split()), conditions, ANY_WORD in named, CHANCE_WORD in named)


def _parse_condition(text: str) -> MoveCondition:
    parsed = _CONDITION_PATTERN.fullmatch(text)
    if parsed is None or parsed[1] == "0":
        raise UnreadablePremoves
    return MoveCondition(parsed[2], None if parsed[1] is None else int(parsed[1]) - 1)


class DropReason(StrEnum):
    """Reason for dropping premoves."""

    UNEXPECTED_MOVE = "unnamed"
    """Another seat made a move that the stage doesn't name."""
    UNMET = "unmet"
    """A condition was not met."""
    CHANCE = "chance"
    """Dice were rolled or something hidden was revealed."""
    ILLEGAL = "illegal"
    """The move is illegal in this position."""
    UNDONE = "undone"
    """A step was undone."""
    OTHER_MOVE = "otherwise"
    """The player made a different move by hand."""
    TURN_ENDED = "passed"
    """The turn ended before all moves of its stage were made."""


@value_class
class PlayVerdict:
    """The verdict that a move should be played now."""

    token: str


@value_class
class WaitVerdict:
    """The verdict that nothing should be done yet."""


@value_class
class DoneVerdict:
    """The verdict that all stages were played, or the match is over."""


@value_class
class DroppedVerdict:
    """The verdict that the premoves no longer apply."""

    reason: DropReason


PremoveVerdict = PlayVerdict | WaitVerdict | DoneVerdict | DroppedVerdict


def check_premoves(line: PremoveLine, match: Match, seat: int, seq: int) -> PremoveVerdict:
    """Return the verdict on premoves in the current position.

    The verdict depends only on facts that ``seat`` may see: whose turn it was, which actions were taken, and
    whether anything was revealed.

    :param match: the match, with foreseeable answers of other seats already applied.
    :param seq: the ``seq`` of the match when the premoves were prepared.
    """
    if match.outcome is not None:
        return DoneVerdict()
    since = match.rows[seq:]
    if seq > match.seq or any(row.kind == UNDO_KIND for row in since):
        return DroppedVerdict(DropReason.UNDONE)
    course = _PremoveProgress(line, match, seat)
    for ply in range(match.ply - sum(row.kind == ACT_KIND for row in since) + 1, match.ply + 1):
        ended = course.follow_step(ply)
        if ended is not None:
            return ended
    return course.judge_position()


class _PremoveProgress:
    """Follows premoves through the steps taken since the premoves were prepared."""

    def __init__(self, line: PremoveLine, match: Match, seat: int) -> None:
        self._match = match
        self._seat = seat
        self._left = list(line.stages)
        self._made = 0
        self._happened: set[MoveCondition] = set()
        self._surprised = False
        self._turn_passed = True
        """Whether a turn has ended since the last stage was completed."""

    def follow_step(self, ply: int) -> PremoveVerdict | None:
        """Follow a step. Return the verdict if the step settles the premoves, otherwise ``None``."""
        match, stage = self._match, self._left[0]
        step, token = match.steps[ply - 1], match.steps[ply - 1].action.token
        in_turn = match.rules.find_active_seat(match.state_at(ply - 1)) == self._seat
        if step.seat == self._seat and in_turn:
            verdict = self._follow_own_move(token)
            if verdict is not None:
                return verdict
        elif step.seat != self._seat:
            fitting = {condition for condition in stage.conditions if condition.is_met_by(step.seat, token)}
            if not fitting and not stage.allows_anything:
                return DroppedVerdict(DropReason.UNEXPECTED_MOVE)
            self._happened |= fitting
        events = tuple(match.rules.redact(event, self._seat) for event in step.events)
        drew = step.used_chance and not (self._left[0].is_pass and match.rules.is_turn_start(events))
        self._surprised |= drew or any(event.reveals_hidden_parts for event in events)
        if match.count_ended_turns(ply):
            self._turn_passed = True
            if self._made:
                return DroppedVerdict(DropReason.TURN_ENDED)
        return None

    def _follow_own_move(self, token: str) -> PremoveVerdict | None:
        """Follow a move of the player's own turn, which must be the next move of the stage.

        Return the verdict if the move settles the premoves, otherwise ``None``.
        """
        stage = self._left[0]
        why = self._find_drop_reason(stage)
        if why is not None or token != self._find_next_token() or not self._turn_passed:
            return DroppedVerdict(why or DropReason.OTHER_MOVE)
        self._surprised = False
        self._made += 1
        if self._made == len(stage.tokens):
            del self._left[0]
            if not self._left:
                return DoneVerdict()
            self._made, self._happened, self._turn_passed = 0, set(), False
        return None

    def _find_next_token(self) -> str:
        """Return the next token to play, or an empty text for a pass in a game without a pass action."""
        stage = self._left[0]
        if not stage.is_pass:
            return stage.tokens[self._made]
        action = self._match.rules.find_pass_action()
        return "" if action is None else action.token

    def _find_drop_reason(self, stage: PremoveStage) -> DropReason | None:
        """Return the reason why a stage can't begin or continue, or ``None`` if it can.

        The reason is an unmet condition, or chance that the stage doesn't allow.
        """
        if not self._made and not self._happened.issuperset(stage.conditions):
            return DropReason.UNMET
        return DropReason.CHANCE if self._surprised and not stage.allows_chance else None

    def judge_position(self) -> PremoveVerdict:
        """Return the verdict for the current position, after all steps were followed."""
        match, stage = self._match, self._left[0]
        if self._surprised and not stage.allows_chance:
            return DroppedVerdict(DropReason.CHANCE)
        if match.active_seat != self._seat or self._seat not in match.to_act or not self._turn_passed:
            return WaitVerdict()
        why = self._find_drop_reason(stage)
        if why is not None:
            return DroppedVerdict(why)
        token = self._find_next_token()
        try:
            match.check_action(self._seat, token)
        except RuleError:
            return DroppedVerdict(DropReason.ILLEGAL)
        return PlayVerdict(token)
