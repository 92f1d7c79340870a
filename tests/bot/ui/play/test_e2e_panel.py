"""The panel shows the player's picture with every question, offers help, and confirms
irreversible actions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.model.table import Table
from games.coral_reef.actions import PlayCorals
from games.coral_reef.view import View, find_target
from games.core.match import Match, view_at
from games.core.rng import Chance
from games.registry import GAMES
from tests.support.harbour import (
    Harbour,
    find_custom_id,
    list_buttons,
    list_controls,
    list_menus,
    replace_thinker,
)
from tests.support.playing import press_action
from tests.support.reading import KeptMessage, check_limits, get_reply, read_picture


def list_value_buttons(message: Any) -> list[str]:
    """Return the custom_ids of the enabled buttons that choose a value, leaving out *Back*."""
    return [
        part["custom_id"]
        for part in list_controls(message)
        if part["custom_id"].startswith("b:go") and part.get("label") != "Back" and not part.get("disabled")
    ]


async def press_first_choice(person: Any, panel: Any) -> Any:
    """Press the first button of a panel that continues a move, or choose the first entry of its list."""
    doing = [i for i in list_buttons(panel) if i.startswith("b:ac")]
    named = doing or list_value_buttons(panel)
    if named:
        return get_reply(await person.click(panel, custom_id=named[0]))
    custom_id, values = next(iter(list_menus(panel).items()))
    return get_reply(await person.select(panel, [values[0]], custom_id=custom_id))


async def open_first_question(harbour: Harbour, person: Any) -> Any:
    """Open a player's private view, and go to the first question of a move."""
    view = get_reply(await person.click(harbour.board, custom_id=find_custom_id(harbour.board, "vw")))
    return get_reply(await person.click(view, label="Move…"))


@pytest.mark.parametrize("game", GAMES)
async def test_every_step_shows_the_players_picture_and_uploads_it_once(harbour: Harbour, game: str) -> None:
    await harbour.begin_match(game)
    # Turn the guide off, because its buttons make whole moves.
    await harbour.turn_guide_off()
    await harbour.answer_questions()
    person = await harbour.find_player()
    panel = await open_first_question(harbour, person)
    await read_picture(panel)
    (first,) = panel.attachments
    last = first
    for _ in range(6):
        before = (await harbour.find_match()).seq
        panel = await press_first_choice(person, panel)
        check_limits(panel)
        if (await harbour.find_player()).id != person.id:
            assert not panel.attachments, "the board shows what has changed"
            return
        await read_picture(panel)
        (now,) = panel.attachments
        if (await harbour.find_match()).seq > before:
            assert now.filename != first.filename, "the picture after the move is a new one"
            return
        assert (now.id == last.id) == (now.filename == last.filename), "only a changed picture is sent again"
        last = now
    raise AssertionError("no move was made")


async def test_the_panel_shows_the_view_of_the_person_who_pressed(harbour: Harbour) -> None:
    await harbour.begin_match("coral_reef")
    holder, other = await harbour.find_player(), await harbour.find_opponent()
    reply = get_reply(await harbour.press_action_kind("play"))
    page = get_reply(await other.click(harbour.board, label="My hand"))
    assert reply.attachments[0].filename != page.attachments[0].filename
    own = get_reply(await holder.click(harbour.board, label="My hand"))
    assert own.attachments[0].filename == reply.attachments[0].filename


def has_many_payments(match: Match) -> bool:
    return (
        match.active_seat is not None
        and sum(a.token.startswith("boat") for a in list_legal_actions(match)) > 12
    )


def list_legal_actions(match: Match) -> Sequence[Any]:
    assert match.active_seat is not None
    return match.legal_actions(match.active_seat)


async def test_a_repeated_list_has_a_new_custom_id(harbour: Harbour, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = replace(GAMES["das_riff"].field_settings["pay"], max_whole_values=76)
    monkeypatch.setitem(GAMES["das_riff"].field_settings, "pay", settings)
    await harbour.begin_match()
    match = await harbour.play_random_moves(300, has_many_payments)
    assert has_many_payments(match)
    person = await harbour.find_player()
    panel = get_reply(await harbour.press_action_kind("boat"))
    seen = [set(list_menus(panel))]
    assert seen[0]
    for _ in range(2):
        kinds = get_reply(await person.click(panel, label="Back"))
        boat = next(i for i in list_value_buttons(kinds) if i.endswith(":boat"))
        panel = get_reply(await person.click(kinds, custom_id=boat))
        assert all(not earlier & set(list_menus(panel)) for earlier in seen)
        seen.append(set(list_menus(panel)))
    monkeypatch.undo()
    custom_id, values = next(iter(list_menus(panel).items()))
    without = ":".join(custom_id.split(":")[:-1])
    await KeptMessage(harbour, panel).forge_press(person, without, [values[0]])
    assert (await harbour.find_match()).rows[-1].text == f"boat:{values[0].replace('+', '')}", (
        "a list without a counter, as earlier versions made it, still works"
    )


async def test_two_computers_of_the_same_level_can_be_seated_in_one_panel(harbour: Harbour) -> None:
    await harbour.open_lobby("australis")
    panel = get_reply(await harbour.anna.click(harbour.board, label="Seats…"))
    earlier: set[str] = set()
    for seated in (2, 3):
        assert not earlier & set(list_menus(panel))
        earlier |= set(list_menus(panel))
        easy = next(i for i in list_menus(panel) if i.startswith("s:lc"))
        panel = get_reply(await harbour.anna.select(panel, ["easy"], custom_id=easy))
        assert len((await harbour.find_table()).occupants) == seated
    table = await harbour.find_table()
    await KeptMessage(harbour, panel).forge_press(harbour.anna, f"s:lc:{table.id}", ["easy"])
    assert len((await harbour.find_table()).occupants) == 4, (
        "a list without a counter, as earlier versions made it, still works"
    )


async def test_an_undoable_action_needs_no_confirmation(harbour: Harbour) -> None:
    await harbour.begin_match()
    await harbour.turn_guide_off()
    for kind in ("boat", "take", "shark"):

        def has_kind_of_action(match: Match, kind: str = kind) -> bool:
            return match.active_seat in match.to_act and any(
                a.token.startswith(kind) for a in list_legal_actions(match)
            )

        match = await harbour.play_random_moves(300, has_kind_of_action)
        seat = match.active_seat
        assert seat is not None
        action = next(a for a in list_legal_actions(match) if a.token.startswith(kind))
        presses = await press_action(harbour, seat, action)
        after = await harbour.find_match()
        assert after.rows[-1].text == action.token
        assert not after.steps[-1].is_sealed
        assert presses <= 3


IRREVERSIBLE_KINDS_BY_GAME = {"coral_reef": "play", "reef": "take", "das_riff": "end"}
"""A kind of action that can't be undone, by game."""


@pytest.mark.parametrize("game", IRREVERSIBLE_KINDS_BY_GAME)
async def test_an_irreversible_action_is_confirmed_with_its_verb_on_the_button(
    harbour: Harbour, game: str
) -> None:
    await harbour.begin_match(game)
    await harbour.turn_guide_off()
    await harbour.answer_questions()
    if game == "coral_reef":
        await harbour.play_random_moves(60, lambda match: len(list_legal_actions(match)) in range(2, 11))
    person, before = await harbour.find_player(), await harbour.find_match()
    panel = get_reply(await harbour.press_action_kind(IRREVERSIBLE_KINDS_BY_GAME[game]))
    while not (doing := [label for i, label in list_buttons(panel).items() if i.startswith("b:ac")]):
        panel = await press_first_choice(person, panel)
        assert (await harbour.find_match()).seq == before.seq, "no action is made before its confirmation"
    assert "can't take this back" in panel.content
    assert doing[0].split()[0] in ("Play", "Take", "End")
    await person.click(panel, label=doing[0])
    assert (await harbour.find_match()).steps[-1].is_sealed


async def test_a_move_assembled_press_by_press_is_not_confirmed_again(harbour: Harbour) -> None:
    await harbour.begin_match("reef")
    await harbour.turn_guide_off()
    match = await harbour.find_match()
    assert match.active_seat is not None
    plays = [a for a in list_legal_actions(match) if a.token.startswith("play:") and "-" not in a.token]
    assert await press_action(harbour, match.active_seat, plays[20]) <= 4
    assert (await harbour.find_match()).rows[-1].text == plays[20].token


async def test_a_waiting_player_sees_who_moves_and_what_they_can_do(harbour: Harbour) -> None:
    await harbour.begin_match()
    await harbour.answer_questions()
    holder, other = await harbour.find_player(), await harbour.find_opponent()
    panel = get_reply(await harbour.press_action_kind("end"))
    panel = get_reply(await holder.click(panel, label="End the turn"))
    match = await harbour.find_match()
    if holder.id == (await harbour.find_player(match.to_act[0])).id:
        assert [i for i in list_value_buttons(panel) if "worm" in i], (
            "the player's own answer is asked for in the same panel"
        )
        while (await harbour.find_match()).to_act != (match.active_seat,):
            panel = await press_first_choice(holder, panel)
    assert other.name in panel.content.lower()
    assert {"What now?", "My view", "Log", "Prepare…"} <= set(list_buttons(panel).values())
    # Standing orders are on the page of *Prepare…*.
    assert "Standing order" not in list_buttons(panel).values()
    assert not panel.attachments
    assert len(panel.content.splitlines()) == len(["what was done", "what comes next"])
    assert get_reply(await holder.click(panel, label="Log")).content
    hand = get_reply(await holder.click(panel, label="My view"))
    await read_picture(hand)
    assert get_reply(await holder.click(hand, label="Describe")).content
    page = get_reply(await holder.click(panel, label="Prepare…"))
    assert {"Pass next", "Whatever they do…", "Standing order"} <= set(list_buttons(page).values())
    settings = get_reply(await holder.click(page, label="Standing order"))
    assert settings.content and settings.id != page.id
    again = get_reply(await holder.click(page, label="Back"))
    assert again.id == panel.id and not again.attachments
    await harbour.turn_guide_off()
    await harbour.answer_questions()
    await harbour.type_move("end", other)
    await harbour.answer_questions()
    assert "Your turn" in panel.content and not list_buttons(panel), "the board below has the buttons"
    assert "End the turn" in list_buttons(harbour.board).values()


@pytest.mark.parametrize("game", GAMES)
async def test_help_is_offered_at_the_first_question_and_before_irreversible_actions(
    harbour: Harbour, game: str
) -> None:
    await harbour.begin_match(game)
    await harbour.turn_guide_off()
    await harbour.answer_questions()
    assert {"Hint"} <= set(list_buttons(harbour.board).values())
    person = await harbour.find_player()
    panel = await open_first_question(harbour, person)
    for _ in range(5):
        assert "Hint" in list_buttons(panel).values(), panel.content
        if any(i.startswith("b:ac") for i in list_buttons(panel)):
            break
        before = (await harbour.find_match()).seq
        panel = await press_first_choice(person, panel)
        if (await harbour.find_match()).seq > before:
            break


@pytest.mark.parametrize("game", ["australis", "das_riff"])
async def test_a_board_with_many_moves_and_your_view_offer_a_hint(harbour: Harbour, game: str) -> None:
    await harbour.begin_match(game)
    await harbour.turn_guide_off()
    await harbour.answer_questions()
    await harbour.play_random_moves(
        200,
        lambda match: len(list_first_values(match)) >= 4 and match.active_seat in match.to_act,
    )
    assert list(list_buttons(harbour.board).values())[-3:] == ["My view", "Hint", "More…"]
    person, start = await harbour.find_player(), await harbour.find_match()
    view = get_reply(await person.click(harbour.board, label="My view"))
    hinted = get_reply(await person.click(view, label="Hint"))
    assert hinted.id == view.id and "💡 " in hinted.content
    check_limits(hinted)
    waiting = get_reply(await (await harbour.find_opponent()).click(harbour.board, label="My view"))
    assert "Hint" not in list_buttons(waiting).values()
    assert (await harbour.find_match()).seq == start.seq


def list_first_values(match: Match) -> tuple[str, ...]:
    """Return the first values with which the active seat can begin a move."""
    if match.active_seat is None:
        return ()
    return match.rules.list_first_choices(view_at(match, match.ply, match.active_seat), match.active_seat)


class RankingThinker:
    """A thinker that ranks a seat's candidates in the order of the rules."""

    async def rank_moves_for_hint(self, table: Table, match: Match, seat: int) -> Sequence[tuple[str, float]]:
        actions = match.rules.list_candidates(match.state, seat)
        return [(action.token, 1 / number) for number, action in enumerate(actions, 1)]

    def refuse_hints(self) -> None:
        """Do nothing, because no hint takes time."""

    def close(self) -> None:
        """Do nothing, because there is nothing to close."""


def find_equal_stacks(match: Match) -> tuple[int, int] | None:
    """Return two stacks that need the same sum. Computers consider only the first stack for a play."""
    assert match.active_seat is not None
    view = match.rules.view(match.state, match.active_seat)
    assert isinstance(view, View)
    thought = {
        a.stack
        for a in match.rules.list_candidates(match.state, match.active_seat)
        if isinstance(a, PlayCorals)
    }
    several = {a.stack for a in list_legal_actions(match) if isinstance(a, PlayCorals)}
    for stack in sorted(several - thought):
        for other in sorted(thought):
            plays = sum(isinstance(a, PlayCorals) and a.stack == stack for a in list_legal_actions(match))
            if find_target(view.stacks[stack]) == find_target(view.stacks[other]) and plays > 5:
                return other, stack
    return None


async def test_equal_stacks_have_equal_advice(harbour: Harbour) -> None:
    replace_thinker(harbour.bot, RankingThinker())
    await harbour.begin_match("coral_reef")
    await harbour.turn_guide_off()
    match = await harbour.play_random_moves(200, lambda match: bool(find_equal_stacks(match)))
    found = find_equal_stacks(match)
    assert found
    person = await harbour.find_player()
    advice = []
    for stack in found:
        panel = get_reply(await harbour.press_action_kind("play"))
        panel = get_reply(
            await person.click(
                panel, custom_id=next(i for i in list_value_buttons(panel) if i.endswith(f"/{stack + 1}"))
            )
        )
        hinted = get_reply(await person.click(panel, label="Hint"))
        lines = [line for line in hinted.content.splitlines() if line.startswith("💡")]
        assert lines, hinted.content
        assert all(f"Stack {stack + 1}:" in line for line in lines)
        advice.append([line.partition("**:")[0].partition("play")[2] for line in lines])
    assert advice[0] == advice[1]


async def test_an_unranked_action_also_has_advice(harbour: Harbour) -> None:
    replace_thinker(harbour.bot, RankingThinker())
    await harbour.begin_match("coral_reef")
    await harbour.turn_guide_off()
    match = await harbour.find_match()
    person = await harbour.find_player()
    hinted = get_reply(await person.click(harbour.board, label="Hint"))
    await person.click(hinted, label="Guide me")
    assert match.active_seat is not None
    chance = Chance(bytes(32), 1)
    for action in [chance.choice(list_legal_actions(match)) for _ in range(3)]:
        if (await harbour.find_match()).seq > match.seq:
            # A move assembled by three presses was made without a confirmation.
            break
        panel = get_reply(await harbour.press_action_kind("play"))
        while not any(i.startswith("b:ac") and not i.endswith("!") for i in list_buttons(panel)):
            assert "💡 " in panel.content, panel.content
            picks = [i for i in list_value_buttons(panel) if can_lead_to_action(match, i, action)]
            if not picks:
                break
            panel = get_reply(await person.click(panel, custom_id=picks[-1]))
            if (await harbour.find_match()).seq > match.seq:
                break
        else:
            assert "💡" in panel.content


def can_lead_to_action(match: Match, custom_id: str, action: Any) -> bool:
    from bot.ui.ids import MoveChoice
    from tests.proof.presses.walking import measure_progress

    return (
        measure_progress(
            match, tuple(list_legal_actions(match)), MoveChoice.parse(custom_id.split(":")[2:]), action
        )
        > 0
    )
