"""``python -m tests.faults``: run the fault matrix and print a row for each fault."""

from __future__ import annotations

import argparse
import asyncio
import re
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.drill.verify import shown_truly
from tests.faults.scenes import SCENES, Result, Scene, Stage, table_in, tried
from tests.standin.faults import CALLS, Fault, Kind
from tests.standin.people import Unanswered
from tests.standin.process import BotProcess
from tests.standin.server import Standin
from tests.standin.world import OWNER_ID, World

AT_ONCE = 12
CALM_SECONDS = 1.0
UNMET_SECONDS = 300.0
"""After so long a call that should go wrong has not been made; five tries take discord.py 16 s."""
SURVIVED = ("500", "502", "429", "late", "answer lost", "cut after success", "cut before", "told twice")
"""What an acknowledgement outlives; after the others Discord itself tells the person that it failed."""

WAYS: dict[str, tuple[Kind, int, int]] = {
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
}
"""How a call goes wrong: kind, status, and how often in a row."""
GATEWAY, TWICE, RESUMED, LOST = "gateway", "told twice", "dropped and resumed", "session lost"
GATEWAY_WAYS = (TWICE, RESUMED, LOST)
UNAIDED = ("500", "502", "429", "late", "answer lost", TWICE)
"""The channel shows what was done although nobody presses again. The others may wait a minute for it."""
UNTELLABLE = (
    ("answer", "500 for good"),
    ("follow up", "500 for good"),
    ("follow up", "403"),
    ("follow up", "404"),
)
"""Discord takes no answer, however often it is tried; the channel's board tells what was done."""

ORDERED = re.compile(r" error=\"(?:[^\"\\]|\\.)*(?:: ordered|code: 10062|code: 40060|Server disconnected)")
"""How the bot's log names a fault that was ordered, and what follows of one: Discord's two refusals."""


@dataclass(slots=True)
class Case:
    """One cell of the matrix, and what was found wrong with it."""

    scene: Scene
    call: str
    way: str
    stage: Stage
    result: Result | None = None
    hits: int = 0
    unaided: bool = True
    """Whether the channel showed what was done before anybody pressed again."""
    retold: int = 0
    """How often the person was answered anew because Discord told of the press twice."""

    @property
    def mends_unaided(self) -> bool:
        """Whether the bot is to put the channel right by itself, at once."""
        return self.way in UNAIDED or (self.call, self.way) == ("edit", "404")

    @property
    def hopeless(self) -> bool:
        """Whether the person gets no answer, however long the wait."""
        lost = self.call == "acknowledge" and self.way not in SURVIVED
        return self.call in self.scene.calls and (lost or (self.call, self.way) in UNTELLABLE)


def cases(standin: Standin, channels: Sequence[int], picked: Sequence[str]) -> list[Case]:
    """Return every cell, each with a channel and people of its own; the gateway's come last."""
    found = [(scene, call, way) for scene in SCENES for call in CALLS for way in WAYS]
    found += [(scene, GATEWAY, way) for scene in SCENES for way in GATEWAY_WAYS]
    chosen = [cell for cell in found if not picked or any(p in f"{cell[1]} {cell[2]}" for p in picked)]
    return [
        Case(scene, call, way, Stage(standin, channels[place], OWNER_ID + 2 * place))
        for place, (scene, call, way) in enumerate(chosen)
    ]


async def run(case: Case) -> None:
    """Prepare, order the fault, do it, and let people look again as they would."""
    stage, faults = case.stage, case.stage.standin.faults
    await case.scene.prepare(stage)
    kind, status, times = WAYS[case.way]
    fault = faults.order(
        Fault(stage.channel, case.call, kind, status, times=times, seconds=1.0, hopeless=case.hopeless)
    )
    case.result = await tried(stage, case.scene)
    if case.call in case.scene.calls:
        # Posting the board, say, comes after the answer, and is given up only after several tries.
        await stage.until(lambda: fault.hits == times, UNMET_SECONDS)
    faults.withdraw(fault)
    case.hits = fault.hits
    await seen(case)
    await looked(case)


async def run_gateway(case: Case) -> None:
    """The same with the connection to the gateway gone wrong; nothing else may go on meanwhile."""
    stage, gateway = case.stage, case.stage.standin.gateway
    await case.scene.prepare(stage)
    resumed, identified = gateway.resumed, gateway.identified
    if case.way == TWICE:
        case.result = await tried(stage, case.scene)
        await seen(case)
        made = case.result.made
        if made is not None:
            case.hits = 1
            if {"answer", "follow up"} & set(case.scene.calls):
                await stage.until(lambda: made.answered > 0)
            answered = made.answered
            await gateway.dispatch("INTERACTION_CREATE", stage.standin.interactions.payload(made))
            await asyncio.sleep(CALM_SECONDS)
            case.retold = made.answered - answered
    elif case.way == RESUMED:
        await gateway.drop()
        case.result = await tried(stage, case.scene)
        case.hits = int(await stage.until(lambda: gateway.resumed > resumed))
    else:
        await gateway.forget()
        case.result = await tried(stage, case.scene)
        case.hits = int(await stage.until(lambda: gateway.identified > identified))
    await asyncio.sleep(CALM_SECONDS)
    await looked(case)


async def seen(case: Case) -> None:
    """Note whether the channel comes to show what was done by itself."""
    if case.mends_unaided:
        case.unaided = await case.stage.until(lambda: case.scene.shown(case.stage))
    else:
        await asyncio.sleep(CALM_SECONDS)


async def looked(case: Case) -> None:
    """Press *My view* on each board, or type what posts it again: what lags behind is mended by that."""
    stage, result = case.stage, case.result
    boards = [m for m in stage.standin.world.public(stage.channel) if m.buttons()]
    eyes = [(m, i) for m in boards for i in m.buttons() if i.startswith("b:vw:")]
    try:
        for board, identity in eyes:
            await stage.ben.press(board, identity)
        if not eyes:
            await stage.ben.type(stage.channel, "table show")
    except Unanswered:
        await stage.ben.type(stage.channel, "table show")
    if result is None or result.failed:
        await asyncio.sleep(CALM_SECONDS)
    else:
        # discord.py goes on with a call for nine seconds after its fifth try.
        await stage.until(lambda: case.scene.shown(stage))


async def judged(case: Case, database: Path) -> list[str]:
    """Say what does not hold: lost, doubled, untold, or shown wrongly."""
    table = await table_in(database, case.stage.channel)
    count = case.scene.done(table)
    result = case.result
    assert result is not None
    problems = shown_truly(table, case.stage.standin.world)
    wanted = 1 if case.call == GATEWAY else WAYS[case.way][2] if case.call in case.scene.calls else 0
    if case.hits != wanted:
        problems.append(f"the call went wrong {case.hits} times: the cell shows nothing, or the scene lies")
    if not case.unaided:
        problems.append("the channel shows it only once somebody presses again")
    if case.retold:
        problems.append(f"answered {case.retold} times more when told twice")
    if count > 1:
        problems.append(f"done {count} times")
    if table.status == "frozen":
        problems.append("the log does not replay")
    sure = case.call not in ("acknowledge", GATEWAY) or case.way in SURVIVED
    if (case.call, case.way) not in UNTELLABLE:
        if "never answered" in result.failed:
            problems.append(f"the person was left waiting: {result.failed}")
        elif result.failed and sure:
            problems.append(f"the press failed: {result.failed}")
        elif not result.failed and not count and not _refused(case, result):
            problems.append(f"told as done and not done: {result.text!r}")
    return problems


def _refused(case: Case, result: Result) -> bool:
    return "try again" in result.text or (case.scene.name == "refusal" and "Person" in result.text)


async def matrix(picked: Sequence[str], folder: Path) -> int:
    """Run all cells, some at once; return how many fail."""
    count = len(SCENES) * (len(CALLS) * len(WAYS) + len(GATEWAY_WAYS))
    world = World(count, [f"Person {n + 1}" for n in range(2 * count)])
    began = time.monotonic()
    async with Standin(world) as standin:
        bot = BotProcess(standin, folder)
        await bot.start()
        made = cases(standin, list(world.channels), picked)
        gate = asyncio.Semaphore(AT_ONCE)

        async def one(case: Case) -> None:
            async with gate:
                await run(case)

        await asyncio.gather(*(one(case) for case in made if case.call != GATEWAY))
        for case in made:
            if case.call == GATEWAY:
                await run_gateway(case)
        await asyncio.sleep(CALM_SECONDS)
        status = await bot.stop()
        failed = 0
        for case in made:
            problems = await judged(case, bot.database)
            failed += bool(problems)
            for problem in problems:
                print(f"PROBLEM {case.scene.name} / {case.call} / {case.way} ({case.hits} hits): {problem}")
        errors = unordered(bot.log)
        for line in errors:
            print(f"PROBLEM log: {line[:300]}")
        for way in (*WAYS, *GATEWAY_WAYS):
            cells = [case for case in made if case.way == way]
            hit = sum(case.hits > 0 for case in cells)
            print(f"{way}: {len(cells)} cells, {hit} in which the call was made")
        print(
            f"cells {len(made)}, failed {failed}, limits broken {len(world.violations)}, "
            f"the bot ended with {status}, seconds {time.monotonic() - began:.0f}"
        )
    return failed + len(errors) + len(world.violations) + abs(status)


def unordered(log: Path) -> list[str]:
    """Return the errors of the bot's log that no fault of ours explains."""
    lines = log.read_text("utf-8", "replace").splitlines()
    return [line for line in lines if "level=error" in line and not ORDERED.search(line)]


def main() -> int:
    """Read the arguments and run."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("picked", nargs="*", help="parts of the names of cells, such as 'post 403'")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        return min(asyncio.run(matrix(arguments.picked, Path(folder))), 1)


if __name__ == "__main__":
    sys.exit(main())
