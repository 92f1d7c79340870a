"""When a guided player's turn comes, a private message below the board gives the hint."""

from __future__ import annotations

import asyncio
import re
from typing import Any

import pytest

from bot.computers.advice import GUIDE_KEY, GUIDE_OFF
from bot.model.table import Table
from bot.ui.ids import MoveChoice
from bot.ui.play.guide import ADVICE_TIMEOUT_SECONDS, BULB_EMOJI
from games.core.match import Match
from games.registry import GAMES
from tests.bot.ui.play.guiding import NoisyThinker, begin_guided_match, find_panel, follow_hint, has_hint
from tests.bot.ui.waiting import is_shown, list_private_messages, make_move
from tests.support.guided import InstantThinker
from tests.support.harbour import Harbour, list_buttons, replace_thinker, wait_until_idle
from tests.support.reading import check_limits, get_reply

PROMISE_PATTERN = r"\*\*: (?:Your turtle first: then your coral card reaches up to r|R)eef (\d)(?: · \+|\.)"
"""Matches the reasons that name the reef where the next coral of the turn goes."""
POLL_SECONDS = 0.01
MAX_PRESSES = 60
"""Presses after which a test gives up waiting for a turn."""
MAX_TURNS = 2
"""The shortest match has three."""


def read_seq(custom_id: str) -> int:
    """Return the number of log rows after which a suggestion's button was made."""
    return MoveChoice.parse([*custom_id.split(":")[2:5], ""]).seq


async def reach_board_buttons(harbour: Harbour, panel: Any) -> Any:
    """Follow hints until the hint is about a question of the board's buttons; return the panel."""
    for _ in range(MAX_PRESSES):
        if not panel.attachments and any(i.startswith("b:go:") for i in list_buttons(harbour.board)):
            return panel
        panel = await follow_hint(harbour, panel)
    raise AssertionError("no turn began")


@pytest.mark.parametrize("game", GAMES)
async def test_each_turn_begins_with_one_private_message_below_the_board(harbour: Harbour, game: str) -> None:
    panel = await begin_guided_match(harbour, game)
    for _ in range(MAX_TURNS):
        before = panel
        ply = (await harbour.find_match()).ply
        while panel.id == before.id:
            assert has_hint(panel), panel.content
            panel = await follow_hint(harbour, panel)
            assert (await harbour.find_match()).ply > ply, "a press makes a move"
        confirmation, *others = list_private_messages(harbour, harbour.anna)
        assert "begins below" in confirmation.content
        assert [one.id for one in others] == [panel.id] and panel.id > harbour.board.id
        assert has_hint(panel) and not panel.attachments, "the board above has the picture"
        assert "Your turn" not in panel.content, "the board says whose turn it is"
        check_limits(panel)


async def test_within_a_turn_the_hint_stays_in_its_message(harbour: Harbour) -> None:
    panel = await reach_board_buttons(harbour, await begin_guided_match(harbour, "das_riff"))
    board, content = harbour.board.id, panel.content
    after = await follow_hint(harbour, panel)
    assert after.id == panel.id and has_hint(panel) and panel.content != content
    assert harbour.board.id == board


async def test_a_hint_below_the_board_explains_the_signs_on_its_buttons(harbour: Harbour) -> None:
    panel = await begin_guided_match(harbour, "australis")
    for _ in range(MAX_PRESSES):
        direct = {label for i, label in list_buttons(harbour.board).items() if i.startswith("b:go:")}
        if not panel.attachments and any("+1" in label for label in direct):
            break
        panel = await follow_hint(harbour, panel)
    assert "“+1”: 1 point" in panel.content and BULB_EMOJI in panel.content


async def test_a_hint_asks_nothing_that_the_board_has_no_buttons_for(harbour: Harbour) -> None:
    panel = await begin_guided_match(harbour, "australis")
    for _ in range(MAX_PRESSES):
        labels = [label for i, label in list_buttons(harbour.board).items() if i.startswith("b:go:")]
        if not panel.attachments and labels == ["Move: 8 choices…"]:
            break
        panel = await follow_hint(harbour, panel)
    assert panel.content.startswith(BULB_EMOJI), "the board says whose turn it is"


async def test_without_the_guide_the_private_message_only_says_whose_turn_it_is(harbour: Harbour) -> None:
    panel = await begin_guided_match(harbour, "coral_reef")
    await harbour.turn_guide_off()
    assert (await follow_hint(harbour, panel)).id == panel.id
    assert "Your turn" in panel.content and BULB_EMOJI not in panel.content
    assert not list_buttons(panel)


@pytest.mark.parametrize(("gap", "kept_count"), [(0.0001, 3), (0.05, 1)])
async def test_the_guide_places_a_coral_where_it_promised_points(
    harbour: Harbour, gap: float, kept_count: int
) -> None:
    panel = await begin_guided_match(harbour, "australis", NoisyThinker(gap))
    promised, ply, places = "", 0, list[tuple[str, str]]()
    for _ in range(MAX_PRESSES):
        match = await harbour.find_match()
        if match.outcome is not None or len(places) == 3:
            break
        if any(map(match.count_ended_turns, range(ply + 1, match.ply + 1))):
            promised = ""
        ply = match.ply
        place = re.search(r"Place a coral on reef (\d)", panel.content)
        if promised and place:
            places.append((promised, place[1]))
            promised = ""
        elif promise := re.search(PROMISE_PATTERN, panel.content):
            promised = promise[1]
        panel = await follow_hint(harbour, panel)
    assert len(places) == kept_count and all(promise == place for promise, place in places), places


@pytest.mark.parametrize("game", GAMES)
async def test_a_step_made_elsewhere_renews_the_hint(harbour: Harbour, game: str) -> None:
    panel, seqs = await begin_guided_match(harbour, game), list[tuple[int, int]]()
    while len(seqs) < 3:
        panel = await reach_board_buttons(harbour, panel)
        match = await harbour.find_match()
        (seat,) = match.to_act
        token = match.legal_actions(seat)[0].token
        await harbour.bot.tables.play.perform_action(1, harbour.anna.id, token, match.seq, seat=seat)
        panel = await find_panel(harbour)
        match = await harbour.find_match()
        if match.outcome is not None:
            break
        seqs += [(read_seq(i), match.seq) for i in list_buttons(panel) if i.startswith("b:ac:")]
    assert seqs and all(hinted == current for hinted, current in seqs)


@pytest.mark.parametrize("game", GAMES)
async def test_an_outdated_hint_never_stays_beside_a_newer_message(harbour: Harbour, game: str) -> None:
    panel = await reach_board_buttons(harbour, await begin_guided_match(harbour, game))
    match = await harbour.find_match()
    await harbour.type_move(match.legal_actions(match.to_act[0])[0].token, harbour.anna)
    await wait_until_idle(harbour)
    await harbour.bot.panels.wait_until_idle()
    seq = (await harbour.find_match()).seq
    hints = [i for i in list_buttons(panel) if i.startswith("b:ac:")]
    assert not is_shown(harbour, panel) or [read_seq(i) for i in hints] == [seq], panel.content


@pytest.mark.parametrize(
    ("game", "label"),
    [
        ("das_riff", "Take a card"),
        ("coral_reef", "Play cards"),
        ("australis", "Move: 8 choices…"),
        ("reef", "Play a card"),
    ],
)
async def test_a_question_from_the_board_replaces_the_hint(harbour: Harbour, game: str, label: str) -> None:
    panel = await begin_guided_match(harbour, game)
    while panel.attachments or label not in list_buttons(harbour.board).values():
        panel = await follow_hint(harbour, panel)
    before = (await harbour.find_match()).ply
    question = get_reply(await harbour.anna.click(harbour.board, label=label))
    assert (await find_panel(harbour)).id == question.id and has_hint(question)
    assert not is_shown(harbour, panel) and (await harbour.find_match()).ply == before


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
    await harbour.begin_match("reef")
    guided, panel = await harbour.find_player(), await make_move(harbour)
    await harbour.store.preferences.set((await harbour.find_player()).id, GUIDE_KEY, GUIDE_OFF)
    view = get_reply(await (await harbour.find_player()).click(harbour.board, label="My hand"))
    # While one person's hint is made, each change is shown to the other person.
    for text in ("Waiting for", "Your turn", "Waiting for"):
        match, person = await harbour.find_match(), await harbour.find_player()
        (seat,) = match.to_act
        token = match.legal_actions(seat)[0].token
        await harbour.bot.tables.play.perform_action(1, person.id, token, match.seq, seat=seat)
        # Stop before the guide gives up.
        for _ in range(int(ADVICE_TIMEOUT_SECONDS / 6 / POLL_SECONDS)):
            await asyncio.sleep(POLL_SECONDS)
            if text in view.content:
                break
        assert text in view.content and is_shown(harbour, panel) and BULB_EMOJI not in panel.content
    thinker.released.set()
    await harbour.bot.panels.wait_until_idle()
    assert guided.id == (await harbour.find_player()).id
    assert has_hint(list_private_messages(harbour, guided)[-1])


async def test_the_guide_suggests_the_only_possible_move(harbour: Harbour) -> None:
    panel = await reach_board_buttons(harbour, await begin_guided_match(harbour, "das_riff"))
    while len(legal := (match := await harbour.find_match()).legal_actions(0)) > 1:
        token = next(action.token for action in legal if action.token != "end")
        await harbour.bot.tables.play.perform_action(1, harbour.anna.id, token, match.seq, seat=0)
    assert (await find_panel(harbour)).id == panel.id and has_hint(panel)
    assert panel.content.startswith(f"{BULB_EMOJI} **End the turn"), "the board says whose turn it is"
    await follow_hint(harbour, panel)
    assert (await harbour.find_match()).count_ended_turns(match.ply + 1)
