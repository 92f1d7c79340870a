"""The cells of the fault matrix. A cell is a scene, one of its requests, and how the request fails."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

from bot.tables.service import Tables
from tests.proof.drill.shown import check_channel
from tests.proof.faults.scenes import BELOW_TEXT, SCENES, Press, Scene
from tests.proof.faults.stage import Stage
from tests.support.at_table import press_at_standin_table
from tests.support.standin.faults import Fault, FaultKind
from tests.support.standin.interactions import Interaction
from tests.support.standin.people import Unanswered
from tests.support.standin.server import Standin
from tests.support.standin.world import OWNER_ID

QUIET_SECONDS = 1.0
"""Seconds to wait for another request that shouldn't follow."""
REQUEST_TIMEOUT_SECONDS = 300.0
"""Seconds to wait for the request that should fail. discord.py may retry earlier requests for 16 s."""
HANG_SECONDS = 60.0
"""Seconds for which a hanging request is held open. The bot must give up much sooner."""

FAULTS_BY_FAILURE_NAME: dict[str, tuple[FaultKind, int, int]] = {
    "500": ("status", 500, 1),
    "502": ("status", 502, 1),
    "500 for good": ("status", 500, 5),
    "429": ("rate", 429, 1),
    "403": ("status", 403, 1),
    "404": ("status", 404, 1),
    "late": ("late", 200, 1),
    "answer lost": ("lost", 502, 1),
    "cut after success": ("cut", 0, 1),
    "cut before": ("refused", 0, 1),
    "hung after success": ("mute", 0, 1),
    "hung before": ("deaf", 0, 1),
}
"""How a request can fail: kind of fault, HTTP status, and number of consecutive failures."""
GATEWAY, DELIVERED_TWICE, SESSION_RESUMED, SESSION_LOST = (
    "gateway",
    "delivered twice",
    "dropped and resumed",
    "session lost",
)
GATEWAY_FAILURE_NAMES = (DELIVERED_TWICE, SESSION_RESUMED, SESSION_LOST)
NO_FAULT = "nothing"
"""Stands for a cell without a fault, which checks that a scene makes its listed requests."""
HANGING_FAILURE_NAMES = ("hung after success", "hung before")
UNAIDED_FAILURE_NAMES = (NO_FAULT, "500", "502", "429", "late", "answer lost", DELIVERED_TWICE)
"""Failures after which the channel must become correct without another press."""
UNNOTICED_FAILURE_NAMES = (*UNAIDED_FAILURE_NAMES, "cut after success", "cut before", *HANGING_FAILURE_NAMES)
"""Failures of an acknowledgement that Discord doesn't show to the person."""
UNANSWERABLE_FAILURES = (
    ("answer", "500 for good"),
    ("follow up", "500 for good"),
    ("follow up", "403"),
    ("follow up", "404"),
)
"""Failures that make an answer impossible. The board must still show the action."""
PRESS_REQUESTS = ("acknowledge", "answer", "follow up")
"""Requests that answer an interaction. The fault must hit the request for the right press."""


@dataclass(slots=True)
class PressResult:
    """Result of a press for the person: an answer, or a failed interaction."""

    interaction: Interaction
    failure: str = ""

    @property
    def text(self) -> str:
        """The text of the newest answer, or an empty string if there is none."""
        answer = self.interaction.get_answer()
        return "" if answer is None else answer.content


async def try_press(press: Press) -> PressResult:
    try:
        return PressResult(await press())
    except Unanswered as error:
        return PressResult(error.interaction, str(error))


@dataclass(slots=True)
class Case:
    """A cell of the matrix that runs on its own stage, with the problems found."""

    scene: Scene
    request_name: str
    failure_name: str
    """How the request fails, for example ``404`` or ``late``."""
    stage: Stage
    result: PressResult | None = None
    fault: Fault | None = None
    problems: list[str] = field(default_factory=list)

    @property
    def name(self) -> str:
        return f"{self.scene.name} / {self.request_name} / {self.failure_name}"

    @property
    def recovers_unaided(self) -> bool:
        """Whether the bot must correct the channel immediately, without another press."""
        return self.failure_name in UNAIDED_FAILURE_NAMES or (self.request_name, self.failure_name) == (
            "edit",
            "404",
        )

    @property
    def is_hopeless(self) -> bool:
        """Whether the person can't get an answer, however long they wait."""
        lost = self.request_name == "acknowledge" and self.failure_name not in UNNOTICED_FAILURE_NAMES
        return (
            lost
            or (self.request_name, self.failure_name) in UNANSWERABLE_FAILURES
            or self.scene.name == "choices"
        )


def list_cells() -> list[tuple[Scene, str, str]]:
    """Return the scene, request and failure of every cell, with gateway cells last."""
    found = [(scene, NO_FAULT, NO_FAULT) for scene in SCENES]
    found += [
        (scene, name, failure_name)
        for scene in SCENES
        for name in scene.faulted_request_names
        for failure_name in FAULTS_BY_FAILURE_NAME
    ]
    return found + [
        (scene, GATEWAY, failure_name) for scene in SCENES for failure_name in GATEWAY_FAILURE_NAMES
    ]


def make_cases(
    standin: Standin, channels: Sequence[int], picked: Sequence[tuple[Scene, str, str]]
) -> list[Case]:
    """Return a case for each picked cell, with its own channel and people."""
    return [
        Case(*cell, Stage(standin, channels[place], OWNER_ID + 2 * place))
        for place, cell in enumerate(picked)
    ]


async def run_cell(case: Case) -> None:
    """Run a cell: prepare the scene, inject the fault, press, check the channel and try to recover."""
    stage, scene, faults = case.stage, case.scene, case.stage.standin.faults
    await scene.prepare(stage)
    press = await scene.prepare_press(stage)
    begun = len(faults.request_names_by_channel.get(stage.channel, ()))
    if case.failure_name == NO_FAULT:
        case.result = await try_press(press)
        await check_unaided_recovery(case)
        expected = set(scene.request_names)
        if not await stage.wait_until(
            lambda: expected <= set(faults.request_names_by_channel[stage.channel][begun:])
        ):
            made = faults.request_names_by_channel[stage.channel][begun:]
            case.problems.append(f"of its requests {expected}, only {made} were made")
        await recover_with_presses(case)
        return
    kind, status, times = FAULTS_BY_FAILURE_NAME[case.failure_name]
    seconds = HANG_SECONDS if case.failure_name in HANGING_FAILURE_NAMES else 1.0
    fault = faults.inject(
        Fault(
            stage.channel,
            case.request_name,
            kind,
            status,
            max_failures=times,
            seconds=seconds,
            is_hopeless=case.is_hopeless,
        )
    )
    case.fault, case.result = fault, await try_press(press)
    # Wait for the request that should fail, because some, such as the board's post, come after the answer.
    if not await stage.wait_until(lambda: fault.failure_count == times, REQUEST_TIMEOUT_SECONDS):
        case.problems.append(f"the call failed {fault.failure_count} times, so the cell shows nothing")
    faults.remove(fault)
    await check_unaided_recovery(case)
    await recover_with_presses(case)


async def run_with_duplicate_press(case: Case) -> None:
    """Run a cell in which Discord delivers the same press twice."""
    stage = case.stage
    await case.scene.prepare(stage)
    case.result = await try_press(await case.scene.prepare_press(stage))
    await check_unaided_recovery(case)
    interaction = case.result.interaction
    # The answer may come after the person has stopped waiting.
    if {"answer", "follow up"} & set(case.scene.request_names):
        await stage.wait_until(lambda: interaction.answer_count > 0)
    answered = interaction.answer_count
    await stage.standin.gateway.dispatch(
        "INTERACTION_CREATE", stage.standin.interactions.make_payload(interaction)
    )
    await asyncio.sleep(QUIET_SECONDS)
    if interaction.answer_count != answered:
        case.problems.append(
            f"answered {interaction.answer_count - answered} more times when delivered twice"
        )
    await recover_with_presses(case)


async def run_gateway_cells(failure_name: str, cells: Sequence[Case]) -> None:
    """Run cells in which the gateway connection breaks just before everybody presses a button."""
    if not cells:
        return
    gateway = cells[0].stage.standin.gateway
    await asyncio.gather(*(case.scene.prepare(case.stage) for case in cells))
    presses = await asyncio.gather(*(case.scene.prepare_press(case.stage) for case in cells))
    before = (gateway.resume_count, gateway.identify_count)
    await (gateway.drop_connections() if failure_name == SESSION_RESUMED else gateway.end_sessions())
    results = await asyncio.gather(*map(try_press, presses))
    is_back = await cells[0].stage.wait_until(
        lambda: (gateway.resume_count, gateway.identify_count) != before
    )
    await asyncio.sleep(QUIET_SECONDS)
    for case, result in zip(cells, results, strict=True):
        case.result = result
        if not is_back:
            case.problems.append("the bot did not come back")
    await asyncio.gather(*map(recover_with_presses, cells))


async def check_unaided_recovery(case: Case) -> None:
    """Check that the channel catches up on its own, and that the answer's claim is true."""
    stage, scene, result = case.stage, case.scene, case.result
    assert result is not None
    if case.recovers_unaided and not await stage.wait_until(lambda: scene.is_shown(stage)):
        case.problems.append("the channel shows it only after another press")
    is_claim_true = scene.is_claim_true
    if (
        is_claim_true is not None
        and BELOW_TEXT in result.text
        and not await stage.wait_until(lambda: is_claim_true(stage))
    ):
        case.problems.append(f"was told something untrue: {result.text!r}")
    if is_claim_true is not None and case.recovers_unaided and BELOW_TEXT not in result.text:
        case.problems.append(f"was not told that it is posted: {result.text!r}")
    if scene.prepare is not Stage.prepare_nothing and not await stage.wait_until(
        lambda: stage.find_board() is not None
    ):
        case.problems.append("the channel has no board")
    await asyncio.sleep(0.0 if case.recovers_unaided else QUIET_SECONDS)


async def recover_with_presses(case: Case) -> None:
    """Refresh the channel with *My view* or a repost, then wait until it shows the action.

    If ``scene.repeats_action``, also repeat the action. It must then succeed.
    """
    stage, result = case.stage, case.result
    boards = [m for m in stage.standin.world.list_public_messages(stage.channel) if m.list_buttons()]
    view_buttons = [(m, i) for m in boards for i in m.list_buttons() if i.startswith("b:vw:")]
    try:
        for board, identity in view_buttons:
            await stage.ben.press(board, identity)
        if not view_buttons:
            await press_at_standin_table(stage.ben, stage.channel, "show")
    except Unanswered:
        await press_at_standin_table(stage.ben, stage.channel, "show")
    if case.scene.repeats_action:
        again = await try_press(await case.scene.prepare_press(stage))
        if again.failure or (case.scene.is_claim_true is not None and BELOW_TEXT not in again.text):
            case.problems.append(f"failed when done again: {again.failure or again.text}")
    assert result is not None
    # Don't wait for a change after a failure or refusal, because the channel may stay unchanged.
    if result.failure or _is_refusal(result) or (case.request_name, case.failure_name) == ("delete", "403"):
        await asyncio.sleep(QUIET_SECONDS)
    else:
        # Wait, because discord.py may retry a request for several seconds.
        await stage.wait_until(lambda: case.scene.is_shown(stage))


async def judge_case(case: Case, table_service: Tables) -> list[str]:
    """Return the problems: a lost, doubled or wrongly shown action, or a fault that missed its target.

    :param table_service: the table service, opened on the stopped bot's database.
    """
    world, channels = case.stage.standin.world, [case.stage.channel, *case.stage.list_threads()]
    found = [await table_service.find_latest_table(channel) for channel in channels]
    tables = [table for table in found if table is not None]
    shown = [text for table in tables for text in await check_channel(table_service, table, world)]
    scene, result = case.scene, case.result
    assert result is not None
    problems = [*case.problems, *find_missed_target(case), *shown]
    problems += ["the log does not replay" for table in tables if table.status == "frozen"]
    count = scene.count_done(tables)
    if count > scene.expected_count:
        problems.append(f"done {count} times")
    if count and case.request_name == "acknowledge" and case.failure_name not in UNNOTICED_FAILURE_NAMES:
        problems.append("done although Discord rejected the press")
    if (case.request_name, case.failure_name) in UNANSWERABLE_FAILURES:
        return problems
    harmless = scene.name == "choices"
    sure = case.request_name not in ("acknowledge", GATEWAY) or case.failure_name in UNNOTICED_FAILURE_NAMES
    if "never answered" in result.failure:
        problems.append(f"the person was left waiting: {result.failure}")
    elif result.failure and sure and not harmless:
        problems.append(f"the press failed: {result.failure}")
    elif not result.failure and count < scene.expected_count and not _is_refusal(result):
        problems.append(f"reported as done but not done: {result.text!r}")
    elif scene.name == "refusal" and sure and not result.failure and "Person" not in result.text:
        problems.append(f"not told why it was refused: {result.text!r}")
    return problems


def find_missed_target(case: Case) -> list[str]:
    """Return a problem if another button was pressed, the fault hit another press, or the bot hung."""
    result, fault = case.result, case.fault
    assert result is not None
    if result.interaction.name not in case.scene.press_names:
        return [f"its press was {result.interaction.name}, not {' or '.join(case.scene.press_names)}"]
    if fault is None:
        return []
    affected_names = [None if interaction is None else interaction.name for interaction in fault.affected]
    if case.request_name in PRESS_REQUESTS and any(
        interaction is not result.interaction for interaction in fault.affected
    ):
        return [f"the fault hit {affected_names}, not the press"]
    if fault.is_still_waiting:
        return [f"the bot was still waiting after {fault.seconds:.0f} s"]
    return []


def _is_refusal(result: PressResult) -> bool:
    """Return whether the answer asks the person to try again or names a missing permission."""
    text = result.text.lower()
    return "try again" in text or "i need the permission" in text or "check my permissions" in text
