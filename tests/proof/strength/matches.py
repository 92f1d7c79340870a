"""Plays blocks of matches. A block is one deal, played once for each seat of the measured player."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from games.core.outcome import Outcome
from games.core.protocol import Game
from games.core.rng import Chance
from games.registry import GAMES
from tests.proof.strength.players import Player

OPTIONS_BY_GAME: Mapping[str, Mapping[str, str]] = {"coral_reef": {"rounds_to_win": "5"}}
"""Options that differ from the defaults. Coral Reef gets more rounds, as one round is mostly luck."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """A contest between the player ``one`` in one seat and the player ``other`` in all other seats."""

    key: str
    seat_count: int
    one: Player
    other: Player

    @property
    def game(self) -> Game:
        return GAMES[self.key]

    @property
    def name(self) -> str:
        return f"{self.one.name} over {self.other.name}"

    @property
    def fair_score(self) -> float:
        """Score of a player exactly as good as the others."""
        return 1 / self.seat_count

    @property
    def option_label(self) -> str:
        return ", ".join(f"{name} {value}" for name, value in OPTIONS_BY_GAME.get(self.key, {}).items())


def find_win_share(outcome: Outcome, seat: int) -> float:
    """Return a seat's share of the win: 1 for a sole winner, an equal part for tied winners, otherwise 0."""
    winners = outcome.winners
    return 1 / len(winners) if seat in winners else 0.0


def play_block(pairing: Pairing, number: int) -> tuple[float, ...]:
    """Play a deal once for each seat of ``one``. Return the win share of ``one`` in each match."""
    return tuple(_play_match(pairing, number, own) for own in range(pairing.seat_count))


def _play_match(pairing: Pairing, number: int, own: int) -> float:
    game, version, seats = pairing.game, pairing.game.version, pairing.seat_count
    rules = game.rules[version]
    key = hashlib.sha256(f"strength {pairing.key} {seats} {number}".encode()).digest()
    # Seed thinking by seat, not by player, so that a player equal to the others gets exactly the fair share.
    thinking = [hashlib.sha256(key + bytes([seat])).digest() for seat in range(seats)]
    state, _ = rules.setup(
        seats, {**game.get_default_options(), **OPTIONS_BY_GAME.get(pairing.key, {})}, Chance(key, 0)
    )
    for ply in range(1, game.max_plies + 1):
        to_act = rules.to_act(state)
        if not to_act:
            break
        seat = to_act[0]
        player = pairing.one if seat == own else pairing.other
        dice = Chance(thinking[seat], ply)
        token = player.choose_move(game, version, rules.recall(state, seat), seat, dice, seats)
        state, _ = rules.apply(state, seat, rules.read(token), Chance(key, ply))
    outcome = rules.outcome(state)
    assert outcome is not None
    return find_win_share(outcome, own)
