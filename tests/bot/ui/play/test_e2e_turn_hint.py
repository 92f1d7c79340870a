"""When a guided player's turn comes, their private message gives the hint that the board can't show."""

from __future__ import annotations

import asyncio
import re
from hashlib import blake2b
from typing import Any

import pytest

from bot.computers.advice import GUIDE_KEY, GUIDE_OFF
from bot.model.table import Table
from bot.ui.ids import MoveChoice
from bot.ui.play.guide import ADVICE_TIMEOUT_SECONDS, BULB_EMOJI
from games.core.match import Match
from games.registry import GAMES
from tests.bot.ui.waiting import is_shown, make_move
from tests.support.guided import InstantThinker
from tests.support.harbour import Harbour, list_buttons, replace_thinker, wait_until_idle
from tests.support.reading import check_limits, get_reply

PROMISE_PATTERN = (
    r"\*\*: (?:A coral on|Your turtle first: then your coral card reaches up to) reef (\d)(?: brings|\.)"
)
"""Matches the reasons that name the reef where the next coral of the turn goes."""
POLL_SECONDS = 0.01
MAX_PRESSES = 60
"""Presses after which a test gives up waiting for a turn."""


async def begin_guided_match(harbour: Harbour, game: str, thinker: Any = None) -> Any:
    """Start a first match against the easy computer; return the private panel of the first move."""
    replace_thinker(harbour.bot, thinker or InstantThinker())
    started = await harbour.anna.slash(harbour.channel, "play", game=game, against="easy")
    await wait_until_idle(harbour)
    panel: Any = started.followups[-1]
    return panel


def read_seq(custom_id: str) -> int:
    """Return the number of log rows after which a suggestion's button was made."""
    return MoveChoice.parse([*custom_id.split(":")[2:5], ""]).seq


async def follow_hint(harbour: Harbour, panel: Any) -> None:
    """Press the first button that makes a move in a private message, and wait for the computer's moves."""
    advised = next(i for i in list_buttons(panel) if i.startswith("b:ac:"))
    await harbour.anna.click(panel, custom_id=advised)
    await wait_until_idle(harbour)
    await harbour.bot.panels.wait_until_idle()


@pytest.mark.parametrize("game", GAMES)
async def test_a_guided_player_needs_only_the_private_message(harbour: Harbour, game: str) -> None:
    panel = await begin_guided_match(harbour, game)
    turns = 0
    for _ in range(MAX_PRESSES):
        before = await harbour.find_match()
        if before.outcome is not None or turns == 3:
            break
        assert BULB_EMOJI in panel.content, panel.content
        await follow_hint(harbour, panel)
        after = await harbour.find_match()
        assert after.ply > before.ply, "a press makes a move"
        turns += any(step.seat != before.to_act[0] for step in after.steps[before.ply :])
    assert turns == 3
    assert not panel.attachments, "the board below has the picture"
    check_limits(panel)


async def test_a_hint_above_the_board_explains_the_signs_on_its_buttons(harbour: Harbour) -> None:
    panel = await begin_guided_match(harbour, "australis")
    for _ in range(MAX_PRESSES):
        direct = {label for i, label in list_buttons(harbour.board).items() if i.startswith("b:go:")}
        if not panel.attachments and any("+1" in label for label in direct):
            break
        await follow_hint(harbour, panel)
    assert "“+1” means 1 point" in panel.content and BULB_EMOJI in panel.content


async def test_without_the_guide_the_private_message_only_says_whose_turn_it_is(harbour: Harbour) -> None:
    panel = await begin_guided_match(harbour, "coral_reef")
    await harbour.turn_guide_off()
    await follow_hint(harbour, panel)
    assert "Your turn" in panel.content and BULB_EMOJI not in panel.content
    assert not list_buttons(panel)


class NoisyThinker(InstantThinker):
    """A thinker that ranks moves in an arbitrary order, with the same win-chance gap between neighbours."""

    def __init__(self, gap: float) -> None:
        self._gap = gap

    async def rank_moves_for_hint(self, table: Table, match: Match, seat: int) -> list[tuple[str, float]]:
        tokens = [action.token for action in match.rules.list_candidates(match.state, seat)]
        tokens.sort(key=lambda token: blake2b(f"{match.ply} {token}".encode()).digest())
        return [(token, max(0.9 - self._gap * number, 0.0)) for number, token in enumerate(tokens)]


@pytest.mark.parametrize(("gap", "names_reefs"), [(0.0001, True), (0.05, False)])
async def test_the_guide_places_a_coral_where_it_promised_points(
    harbour: Harbour, gap: float, names_reefs: bool
) -> None:
    panel = await begin_guided_match(harbour, "australis", NoisyThinker(gap))
    promised, ply, kept = "", 0, 0
    for _ in range(MAX_PRESSES):
        match = await harbour.find_match()
        if match.outcome is not None or kept >= 3:
            break
        if any(map(match.count_ended_turns, range(ply + 1, match.ply + 1))):
            promised = ""
        ply = match.ply
        place = re.search(r"Place a coral on reef (\d)", panel.content)
        if promised and place:
            assert place[1] == promised, panel.content
            promised, kept = "", kept + 1
        elif promise := re.search(PROMISE_PATTERN, panel.content):
            promised = promise[1]
        await follow_hint(harbour, panel)
    assert kept or not names_reefs


@pytest.mark.parametrize("game", GAMES)
async def test_a_step_made_elsewhere_renews_the_hint(harbour: Harbour, game: str) -> None:
    panel = await begin_guided_match(harbour, game)
    renewed = 0
    for _ in range(MAX_PRESSES):
        match = await harbour.find_match()
        if match.outcome is not None or renewed == 3:
            break
        seat = match.active_seat
        if seat is None or match.to_act != (seat,) or panel.attachments:
            await follow_hint(harbour, panel)
            continue
        token = match.legal_actions(seat)[0].token
        await harbour.bot.tables.play.perform_action(1, harbour.anna.id, token, match.seq, seat=seat)
        await wait_until_idle(harbour)
        await harbour.bot.panels.wait_until_idle()
        hints = [i for i in list_buttons(panel) if i.startswith("b:ac:")]
        for custom_id in hints:
            assert read_seq(custom_id) == (await harbour.find_match()).seq, panel.content
        renewed += bool(hints)
    assert renewed


@pytest.mark.parametrize("game", GAMES)
async def test_an_outdated_hint_never_stays_beside_a_newer_message(harbour: Harbour, game: str) -> None:
    panel = await begin_guided_match(harbour, game)
    while panel.attachments:
        await follow_hint(harbour, panel)
    match = await harbour.find_match()
    await harbour.type_move(match.legal_actions(match.to_act[0])[0].token, harbour.anna)
    await wait_until_idle(harbour)
    await harbour.bot.panels.wait_until_idle()
    seq = (await harbour.find_match()).seq
    hints = [i for i in list_buttons(panel) if i.startswith("b:ac:")]
    assert not is_shown(harbour, panel) or [read_seq(i) for i in hints] == [seq], panel.content


@pytest.mark.parametrize("game", GAMES)
async def test_a_question_from_the_board_replaces_the_hint(harbour: Harbour, game: str) -> None:
    panel = await begin_guided_match(harbour, game)
    for _ in range(MAX_PRESSES):
        if not panel.attachments and any(i.startswith("b:go:") for i in list_buttons(harbour.board)):
            break
        await follow_hint(harbour, panel)
    before = await harbour.find_match()
    opener = next(i for i in list_buttons(harbour.board) if i.startswith("b:go:"))
    pressed = await harbour.anna.click(harbour.board, custom_id=opener)
    await wait_until_idle(harbour)
    await harbour.bot.panels.wait_until_idle()
    if (await harbour.find_match()).ply == before.ply:
        question = get_reply(pressed)
        assert is_shown(harbour, question) and BULB_EMOJI in question.content
        assert question.id == panel.id or not is_shown(harbour, panel), panel.content


async def test_another_question_replaces_the_first(harbour: Harbour) -> None:
    await harbour.begin_match("reef")
    person, panels = await harbour.find_player(), []
    for kind in ("play", "take"):
        panels.append(get_reply(await harbour.press_action_kind(kind)))
    await harbour.bot.panels.wait_until_idle()
    assert panels[0].content != panels[1].content
    assert [is_shown(harbour, panel) for panel in panels] == [False, True]
    view = get_reply(await person.click(harbour.board, label="My hand"))
    await harbour.bot.panels.wait_until_idle()
    assert is_shown(harbour, panels[1]) and is_shown(harbour, view)


class WaitingThinker(InstantThinker):
    """A thinker that ranks moves only once it is released."""

    def __init__(self) -> None:
        self.released = asyncio.Event()

    async def rank_moves_for_hint(self, table: Table, match: Match, seat: int) -> list[tuple[str, float]]:
        await self.released.wait()
        return await super().rank_moves_for_hint(table, match, seat)


async def test_nobody_waits_for_the_hint_of_another_person(harbour: Harbour) -> None:
    thinker: Any = WaitingThinker()
    replace_thinker(harbour.bot, thinker)
    await harbour.begin_match("coral_reef")
    guided, panel = await harbour.find_player(), await make_move(harbour)
    await harbour.store.preferences.set((await harbour.find_player()).id, GUIDE_KEY, GUIDE_OFF)
    view = get_reply(await (await harbour.find_player()).click(harbour.board, label="My hand"))
    table, match = await harbour.find_table(), await harbour.find_match()
    token, seat = match.legal_actions(match.to_act[0])[0].token, match.to_act[0]
    await harbour.bot.tables.play.perform_action(
        table.id, (await harbour.find_player()).id, token, match.seq, seat=seat
    )
    # Stop before the guide gives up.
    for _ in range(int(ADVICE_TIMEOUT_SECONDS / 2 / POLL_SECONDS)):
        await asyncio.sleep(POLL_SECONDS)
        if "Waiting for" in view.content:
            break
    assert "Waiting for" in view.content and BULB_EMOJI not in panel.content
    thinker.released.set()
    await harbour.bot.panels.wait_until_idle()
    assert BULB_EMOJI in panel.content and guided.id == (await harbour.find_player()).id
