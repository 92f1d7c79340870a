"""Simulates the waiting time that premoves save two people who look at their match twice a day.

The people are computer players in virtual time. When they look, they move if it is their turn. They then look
ahead: they deal the hidden cards at random, play the other person's turn, and premove their answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from bot.features.premoves.runner import check_lines
from bot.storage.premoves import PremoveRow
from games.core.errors import RuleError
from games.core.gate import apply_token
from games.core.match import Match
from games.core.premoves import MoveCondition, PremoveLine, PremoveStage
from games.core.protocol import Game
from games.core.rng import Chance
from games.core.shapes import ViewLike
from games.players import think

DAY_COUNT = 10
CHECK_HOURS = (8.0, 20.0), (9.5, 21.0)
"""Hours of the day at which each player checks Discord. Actual times vary by up to an hour."""
MAX_TURN_MOVES = 12
NEVER, NAMED, ALWAYS = "nothing prepared", "prepared for the likeliest move", "prepared for any move"
PREMOVE_KINDS = (NEVER, NAMED, ALWAYS)
"""What players premove: nothing, an answer to each likely reply, or one answer to any reply."""
REPLY_COUNT = 3
"""Number of likely replies to premove an answer to."""


@dataclass
class WaitingResult:
    """Waiting time and premoves of a simulated match."""

    turn_count: int = 0
    waiting_hours: float = 0.0
    prepared_answer_count: int = 0
    """Number of prepared answers, including answers that were never played."""
    played_premove_count: int = 0
    is_over: bool = False

    @property
    def hours_per_turn(self) -> float:
        """Average waiting time per turn, in hours."""
        return self.waiting_hours / max(self.turn_count, 1)


class SimulatedMatch:
    """A simulated match of two people.

    :param premove_kind: one of :data:`PREMOVE_KINDS`.
    """

    def __init__(self, game: Game, seed: int, premove_kind: str) -> None:
        self.match = Match.begin(game, 2, {}, seed.to_bytes(32))
        self.premove_kind = premove_kind
        self.chance = Random(seed)
        self.rows: list[PremoveRow] = []
        self.found = WaitingResult()
        self.since = 0.0
        self.draws = 0

    def run(self) -> WaitingResult:
        """Play until the match ends or the simulated days are over."""
        looks = sorted(
            (24 * day + hour + self.chance.uniform(-1, 1), seat)
            for day in range(DAY_COUNT)
            for seat in range(2)
            for hour in CHECK_HOURS[seat]
        )
        for at, seat in looks:
            if self.match.outcome is not None:
                break
            self._answer_questions()
            # The seat may have to move again, because the other person's premoves may be played.
            while self.match.outcome is None and self.match.active_seat == seat:
                self._play_turn(seat, at)
                self._play_premoves(at)
            if self.premove_kind != NEVER and self.match.outcome is None and self.match.active_seat != seat:
                self._prepare_turn(seat)
        self.found.is_over = self.match.outcome is not None
        return self.found

    def _choose_move(self, match_view: ViewLike, seat: int) -> str:
        self.draws += 1
        rng = Chance(b"people", self.draws)
        rules = self.match.rules
        game = self.match.game
        return think(game, rules.version, match_view, seat, "normal", rng, lambda: False, 2)[0].action.token

    def _answer_questions(self) -> None:
        """Answer for seats that are asked during another seat's turn, as standing orders would."""
        while self.match.outcome is None and self.match.active_seat not in self.match.to_act:
            seat = self.match.to_act[0]
            view = self.match.rules.view(self.match.state, seat)
            answer = self.match.rules.answer_by_order(view, seat, "")
            token = self._choose_move(view, seat) if answer is None else answer.token
            self.match = self.match.act(seat, token)

    def _play_turn(self, seat: int, hour: float) -> None:
        for _ in range(MAX_TURN_MOVES):
            if self.match.outcome is not None or self.match.active_seat != seat:
                break
            self._make_move(
                seat, self._choose_move(self.match.rules.view(self.match.state, seat), seat), hour
            )
            self._answer_questions()

    def _make_move(self, seat: int, token: str, hour: float) -> None:
        """Make a move. If it ends the turn, add the waiting time."""
        self.match = self.match.act(seat, token)
        if self.match.count_ended_turns(self.match.ply) or self.match.outcome is not None:
            self.found.turn_count += 1
            self.found.waiting_hours += hour - self.since
            self.since = hour

    def _play_premoves(self, hour: float) -> None:
        while self.match.outcome is None and self.match.active_seat is not None:
            self._answer_questions()
            seat = self.match.active_seat
            if seat is None:
                return
            found = check_lines([row for row in self.rows if row.seat == seat], self.match, seat)
            self.rows = [row for row in self.rows if row not in found.dropped_lines]
            if found.due_move is None:
                return
            self._make_move(seat, found.due_move[1], hour)
            self.found.played_premove_count += 1

    def _prepare_turn(self, seat: int) -> None:
        """Replace a seat's premoves with answers to the other person's likeliest turns, or to any turn."""
        self.rows = [row for row in self.rows if row.seat != seat]
        known = set[str]()
        for number in range(REPLY_COUNT if self.premove_kind == NAMED else 1):
            reply, plays = self._foresee_turn(seat, number)
            if plays and reply is not None:
                needs = (reply,) if self.premove_kind == NAMED else ()
                line = PremoveLine(
                    (PremoveStage(plays, needs, allows_anything=True, allows_chance=True),)
                ).to_text()
                if reply.to_text() not in known:
                    known.add(reply.to_text())
                    row = PremoveRow(len(known), 0, seat, seat + 1, self.match.seq, line)
                    self.rows.append(row)
                    self.found.prepared_answer_count += 1

    def _foresee_turn(self, seat: int, number: int) -> tuple[MoveCondition | None, tuple[str, ...]]:
        """Simulate the other person's turn and the seat's answer.

        Return the condition that identifies that turn (None if the other person doesn't move), and the seat's
        tokens.
        """
        rules = self.match.rules
        self.draws += 1
        rng = Chance(b"ahead", self.draws)
        state = rules.sample(rules.view(self.match.state, seat), rng)
        done: list[str] = []
        plays: list[str] = []
        for _ in range(2 * MAX_TURN_MOVES):
            if rules.outcome(state) is not None or (plays and rules.find_active_seat(state) != seat):
                break
            actor = rules.to_act(state)[0]
            token = self._choose_move(rules.view(state, actor), actor)
            (
                plays if rules.find_active_seat(state) == actor == seat else done if actor != seat else []
            ).append(token)
            try:
                state = apply_token(rules, state, actor, token, rng).state
            except RuleError:
                break
        # The longest token identifies the turn best, because many turns share the short tokens.
        telling = max(done, key=len, default=None)
        return None if telling is None else MoveCondition(telling.split(">")[0], 1 - seat), tuple(
            plays[:MAX_TURN_MOVES]
        )


def measure_waiting_times(game: Game, premove_kind: str, seeds: Sequence[int]) -> list[WaitingResult]:
    """Simulate a match for each seed, with premoves of a kind from :data:`PREMOVE_KINDS`."""
    return [SimulatedMatch(game, seed, premove_kind).run() for seed in seeds]
