"""Thinkers with fixed rankings, and helpers that follow the guide."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from typing import Any

from bot.model.table import Table
from bot.ui.play.guide import BULB_EMOJI, TOKEN_SUFFIX
from games.core.match import Match
from tests.bot.ui.waiting import list_private_messages
from tests.support.guided import InstantThinker
from tests.support.harbour import Harbour, list_buttons, replace_thinker, wait_until_idle


class SilentThinker:
    """A thinker that has no advice."""

    async def rank_moves_for_hint(self, table: Table, match: Match, seat: int) -> Sequence[tuple[str, float]]:
        return ()

    def refuse_hints(self) -> None:
        """Do nothing, because no hint takes time."""

    def close(self) -> None:
        """Do nothing, because the thinker has no processes."""


class RankingThinker(SilentThinker):
    """A thinker that ranks a seat's candidates in the order of the rules."""

    def __init__(self) -> None:
        self.asked: list[tuple[int, int]] = []

    async def rank_moves_for_hint(self, table: Table, match: Match, seat: int) -> Sequence[tuple[str, float]]:
        self.asked.append((match.seq, seat))
        actions = match.rules.list_candidates(match.state, seat)
        return [(action.token, 1 / number) for number, action in enumerate(actions, 1)]


class EndFirstThinker(RankingThinker):
    async def rank_moves_for_hint(self, table: Table, match: Match, seat: int) -> Sequence[tuple[str, float]]:
        ranked = await super().rank_moves_for_hint(table, match, seat)
        return sorted(ranked, key=lambda one: one[0] != "end")


class NoisyThinker(InstantThinker):
    """A thinker that ranks moves in an arbitrary order, with the same win-chance gap between neighbours."""

    def __init__(self, gap: float) -> None:
        self._gap = gap

    async def rank_moves_for_hint(self, table: Table, match: Match, seat: int) -> list[tuple[str, float]]:
        tokens = [action.token for action in match.rules.list_candidates(match.state, seat)]
        tokens.sort(key=lambda token: blake2b(f"{match.ply} {token}".encode()).digest())
        return [(token, max(0.9 - self._gap * number, 0.0)) for number, token in enumerate(tokens)]


def list_guide_buttons(message: Any) -> dict[str, str]:
    """Return the custom_ids of the guide's buttons by label."""
    return {
        label: i
        for i, label in list_buttons(message).items()
        if i.startswith("b:ac") and i.endswith(TOKEN_SUFFIX)
    }


async def begin_guided_match(harbour: Harbour, game: str, thinker: Any = None) -> Any:
    """Start a first match against the easy computer; return the private panel of the first move."""
    replace_thinker(harbour.bot, thinker or InstantThinker())
    await harbour.anna.slash(harbour.channel, "play", game=game, against="easy")
    return await find_panel(harbour)


async def find_panel(harbour: Harbour) -> Any:
    """Return Anna's newest private message, once nobody has anything left to do."""
    await wait_until_idle(harbour)
    await harbour.bot.panels.wait_until_idle()
    return list_private_messages(harbour, harbour.anna)[-1]


def has_hint(message: Any) -> bool:
    """Return whether a message gives a hint with a button that follows it."""
    return BULB_EMOJI in message.content and any(i.startswith("b:ac:") for i in list_buttons(message))


async def follow_hint(harbour: Harbour, panel: Any) -> Any:
    """Press the first button that makes a move in a private message; return the panel of the next move."""
    advised = next(i for i in list_buttons(panel) if i.startswith("b:ac:"))
    await harbour.anna.click(panel, custom_id=advised)
    return await find_panel(harbour)
