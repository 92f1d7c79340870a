"""Shadow seat: spectators seal moves from public information, and the moves are compared after the match."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bot.computers.pool import WorkerPool
from bot.features.review.posts import REVIEW_POSTS_KEY
from bot.features.shadow_seat.keeper import deal_for_spectator
from bot.storage.messages import SHADOW_COMPARISON_MESSAGE, Messages
from bot.ui.ids import make_custom_id
from games.registry import GAMES
from tests.bot.features.predictions.steps import evaluate_in_process, play_turns
from tests.support.at_table import press_at_table
from tests.support.dealing import cut_match, make_cases, redeal_hidden_parts
from tests.support.findings import QUICK_REVIEW_SETTINGS
from tests.support.harbour import Harbour, list_buttons, wait_until_idle
from tests.support.outputs import make_handed_over_table
from tests.support.reading import KeptMessage, check_limits, get_reply, list_logged_lines, read_answer
from tests.support.toy import TOYS


@pytest.fixture
async def harbour(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Harbour]:
    """A match between Anna, its host, and Ben that Dana and Mo watch."""
    for name, number in QUICK_REVIEW_SETTINGS.items():
        monkeypatch.setattr(f"games.review.slices.{name}", number)
    monkeypatch.setattr(WorkerPool, "evaluate_slice", evaluate_in_process)
    harbour = await Harbour.open(tmp_path, TOYS)
    assert await harbour.store.channels.get(harbour.channel.id, REVIEW_POSTS_KEY)
    await harbour.turn_guide_off()
    await harbour.begin_match("toy", options="goal=40")
    yield harbour
    await harbour.close()


async def open_play_along(harbour: Harbour) -> None:
    page = get_reply(await harbour.press_tool_button(harbour.anna, "Let others play along"))
    check_limits(page)
    assert "Lock in a move" not in list_buttons(page).values() and "Open it, and spectators" in page.content
    assert "spectators can lock in" in read_answer(await harbour.anna.click(page, label="Open Play along"))


async def seal_move(harbour: Harbour, kind: str = "roll", person: Any = None) -> str:
    chosen = person or harbour.dana
    page = get_reply(await harbour.press_tool_button(chosen, "Play along"))
    check_limits(page)
    label = next(
        label for label in list_buttons(page).values() if label in ("Lock in a move", "Lock in another")
    )
    reply = get_reply(await chosen.click(page, label=label))
    check_limits(reply)
    assert all(identity.split(":")[1].startswith("hs") for identity in list_buttons(reply))
    return read_answer(await chosen.click(reply, label=kind))


async def test_sealed_moves_are_compared_and_posted_at_the_end(harbour: Harbour) -> None:
    await open_play_along(harbour)
    assert "What would you play for Anna" not in await seal_move(harbour)
    page = get_reply(await harbour.press_tool_button(harbour.dana, "Play along"))
    assert "Locked in for Anna: roll:0" in page.content
    await play_turns(harbour, 1)
    assert "Locked in for Ben: end:0" in await seal_move(harbour, "end")
    assert "Locked in for Ben: roll:0" in await seal_move(harbour)
    await play_turns(harbour, 1)
    assert "Locked in for Anna: end:0" in await seal_move(harbour, "end")
    await play_turns(harbour, 1)
    await harbour.bot.tables.play.resign_match(1, harbour.ben.id)
    await wait_until_idle(harbour)
    answer = read_answer(await harbour.press_tool_button(harbour.mod, "Play along"))
    assert "**Dana**: 2 of 3 moves as played" in answer and "of 3 as the review's best" in answer
    (post,) = list_result_posts(harbour)
    check_limits(post)
    assert post.content == answer and not post.mentions
    assert read_answer(await harbour.ben.click(post, label="Play along")) == answer


def list_result_posts(harbour: Harbour) -> list[Any]:
    return [post for post in harbour.list_posts() if post.content.startswith("## 👤")]


async def seal_moves_and_play(harbour: Harbour) -> None:
    """Seal one move as Dana and another as Mo, and play Anna's turn."""
    await open_play_along(harbour)
    await seal_move(harbour)
    await seal_move(harbour, "end", harbour.mod)
    await play_turns(harbour, 1)


async def resign_and_settle(harbour: Harbour) -> None:
    await harbour.bot.tables.play.resign_match(1, harbour.ben.id)
    await wait_until_idle(harbour)


@pytest.mark.parametrize("is_quiet", [False, True])
async def test_a_person_who_opts_out_is_shown_only_to_themselves(harbour: Harbour, is_quiet: bool) -> None:
    await harbour.store.ratings.set_opted_out(harbour.mod.id, has_opted_out=True)
    if is_quiet:
        await harbour.store.channels.set(harbour.channel.id, "verbosity", "quiet")
    await seal_moves_and_play(harbour)
    await resign_and_settle(harbour)
    for post in list_result_posts(harbour):
        assert "Dana" in post.content and "Mo" not in post.content
    assert len(list_result_posts(harbour)) == (0 if is_quiet else 1)
    answer = read_answer(await harbour.press_tool_button(harbour.dana, "Play along"))
    assert "**Dana**: 1 of 1" in answer and "Mo" not in answer
    assert "**Mo**: 0 of 1" in read_answer(await harbour.press_tool_button(harbour.mod, "Play along"))


async def test_an_erased_person_is_removed_from_the_post(harbour: Harbour) -> None:
    await seal_moves_and_play(harbour)
    await resign_and_settle(harbour)
    assert "**Mo**" in list_result_posts(harbour)[0].content
    await harbour.bot.tables.people.erase_person(harbour.mod.id, "Somebody")
    await wait_until_idle(harbour)
    assert (
        "**Dana**" in list_result_posts(harbour)[0].content
        and "**Mo**" not in list_result_posts(harbour)[0].content
    )


async def test_an_erasure_does_not_post_an_old_comparison(harbour: Harbour) -> None:
    await harbour.store.channels.set(harbour.channel.id, "verbosity", "quiet")
    await seal_moves_and_play(harbour)
    await resign_and_settle(harbour)
    await harbour.pass_time(24 * 40)
    await harbour.store.channels.clear(harbour.channel.id, "verbosity")
    await harbour.bot.tables.people.erase_person(harbour.ben.id, "Somebody")
    await wait_until_idle(harbour)
    assert list_result_posts(harbour) == []


async def test_nothing_is_posted_if_no_sealed_move_can_be_compared(harbour: Harbour) -> None:
    await open_play_along(harbour)
    await seal_move(harbour)
    await resign_and_settle(harbour)
    await harbour.bot.features.resume()
    await wait_until_idle(harbour)
    assert list_result_posts(harbour) == []


async def test_a_match_without_a_result_is_compared_only_with_the_players_moves(harbour: Harbour) -> None:
    await seal_moves_and_play(harbour)
    await harbour.bot.tables.play.close_table(1, harbour.anna.id)
    await wait_until_idle(harbour)
    assert list_result_posts(harbour)[0].content.endswith(
        "**Dana**: 1 of 1 moves as played\n**Mo**: 0 of 1 moves as played"
    )


async def test_the_comparison_waits_for_the_review_and_survives_a_crash(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    await seal_moves_and_play(harbour)

    async def find_nothing(self: WorkerPool, piece: Any, remaining_work: int) -> None:
        return None

    with monkeypatch.context() as patch:
        patch.setattr(WorkerPool, "evaluate_slice", find_nothing)
        await resign_and_settle(harbour)
    assert list_result_posts(harbour) == []
    await harbour.kill()
    for _ in range(2):
        await harbour.bot.features.resume()
        await wait_until_idle(harbour)
        (post,) = list_result_posts(harbour)
        assert "as the review's best" in post.content
        await harbour.kill()


@pytest.mark.parametrize(("method", "completed"), [("confirm_message", False), ("reserve_message", True)])
async def test_a_crash_at_any_step_of_the_post_leaves_one_post(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch, method: str, completed: bool
) -> None:
    await seal_moves_and_play(harbour)
    real = getattr(Messages, method)

    async def simulate_kill(self: Any, *args: Any, **kwargs: Any) -> Any:
        due = SHADOW_COMPARISON_MESSAGE in args or (
            method == "confirm_message"
            and await harbour.store.messages.list_unconfirmed_messages(SHADOW_COMPARISON_MESSAGE)
        )
        done = await real(self, *args, **kwargs) if completed or not due else None
        if due:
            raise RuntimeError("killed")
        return done

    with monkeypatch.context() as patch:
        patch.setattr(Messages, method, simulate_kill)
        await resign_and_settle(harbour)
        await harbour.kill()
    for _ in range(2):
        await harbour.bot.features.resume()
        await wait_until_idle(harbour)
        assert len(list_result_posts(harbour)) == 1
        await harbour.kill()


async def test_only_spectators_can_seal_moves_and_only_once_the_host_has_allowed_it(harbour: Harbour) -> None:
    assert "hasn't opened" in read_answer(await harbour.press_tool_button(harbour.dana, "Play along"))
    here = harbour.board
    forged = await KeptMessage(harbour, here).forge_press(harbour.dana, make_custom_id("b", "hss", 1, 1))
    assert "Only the host" in read_answer(forged)
    for verb in ("hsq", "hsa"):
        parts = (1, 0, 0, "roll:0") if verb == "hsa" else (1,)
        assert "hasn't opened" in read_answer(
            await KeptMessage(harbour, here).forge_press(harbour.dana, make_custom_id("b", verb, *parts))
        )
    await open_play_along(harbour)
    menu = get_reply(await harbour.ben.click(harbour.board, label="More…"))
    assert not {"Play along", "Let others play along"} & set(list_buttons(menu).values())
    for person in (harbour.anna, harbour.ben):
        forged = await KeptMessage(harbour, here).forge_press(
            person, make_custom_id("b", "hsa", 1, 0, 0, "roll:0")
        )
        assert "for those who watch" in read_answer(forged)
    page = get_reply(await harbour.press_tool_button(harbour.anna, "Let others play along"))
    await harbour.anna.click(page, label="Close Play along")
    forged = await KeptMessage(harbour, here).forge_press(
        harbour.dana, make_custom_id("b", "hsa", 1, 0, 0, "roll:0")
    )
    assert "hasn't opened" in read_answer(forged)
    assert await harbour.store.sealed_moves.list_sealed_moves(1) == []


async def test_late_and_illegal_shadow_moves_are_refused(harbour: Harbour) -> None:
    await open_play_along(harbour)
    kept_message = KeptMessage(harbour, harbour.board)
    await play_turns(harbour, 1)
    forged = await kept_message.forge_press(harbour.dana, make_custom_id("b", "hsa", 1, 0, 0, "roll:0"))
    assert "moved on" in read_answer(forged)
    for seat, token in ((0, "roll:0"), (1, "gift:y"), (1, "nonsense")):
        forged = await KeptMessage(harbour, harbour.board).forge_press(
            harbour.dana, make_custom_id("b", "hsa", 1, 1, seat, token)
        )
        assert read_answer(forged)
    assert await harbour.store.sealed_moves.list_sealed_moves(1) == []


async def test_nobody_can_tell_sealed_moves_apart_before_the_end(
    harbour: Harbour, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "bot")
    await open_play_along(harbour)
    told = []
    for kind in ("roll", "end"):
        caplog.clear()
        await seal_move(harbour, kind)
        lines = [line for line in list_logged_lines(caplog) if "id=" not in line]
        page = read_answer(await harbour.press_tool_button(harbour.mod, "Play along"))
        export = get_reply(await press_at_table(harbour.mod, harbour.channel, "export")).attachments[0]
        personal_data = await harbour.store.people.collect_data(harbour.mod.id)
        told.append(
            (
                lines,
                page,
                await export.read(),
                personal_data["shadows"],
                [p.content for p in harbour.list_posts()],
            )
        )
    assert told[0] == told[1] and "Sealed" not in told[0][1]
    (row,) = await harbour.store.sealed_moves.list_sealed_moves(1)
    assert "end:0" not in repr(row)


async def test_a_sealed_move_survives_a_crash_and_needs_no_table_lock(harbour: Harbour) -> None:
    await open_play_along(harbour)
    await seal_move(harbour)
    await harbour.kill()
    page = get_reply(await harbour.press_tool_button(harbour.dana, "Play along"))
    reply = get_reply(await harbour.dana.click(page, label="Lock in another"))
    # The table is locked, as it is while a move is stored.
    async with harbour.bot.tables.core.lock(1):
        assert "Locked in for Anna: end:0" in read_answer(await harbour.dana.click(reply, label="end"))
    assert "Locked in for Anna: end:0" in read_answer(
        await harbour.press_tool_button(harbour.dana, "Play along")
    )


@pytest.mark.parametrize("key", GAMES)
def test_a_spectators_deal_does_not_depend_on_hidden_information(key: str) -> None:
    differing = 0
    for case in make_cases(GAMES[key]):
        for part in range(1, 4):
            match = cut_match(case.match, case.match.ply * part // 4)
            other = redeal_hidden_parts(match, None, part)
            differing += other.state != match.state
            one, same = (
                deal_for_spectator(make_handed_over_table(match), match),
                deal_for_spectator(make_handed_over_table(other), other),
            )
            assert one.state == same.state and one.key == same.key
            seat = match.to_act[0]
            assert one.legal_actions(seat) == same.legal_actions(seat)
    assert differing >= 3
