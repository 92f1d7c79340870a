"""What a real process tells at its most talkative: nobody's id or name, no token, nothing hidden."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path

import aiohttp

from bot.storage import Store
from bot.tables import Tables
from games.registry import GAMES
from tests.faults.scenes import SCENES, Stage, tried
from tests.ports import free_port
from tests.standin.faults import Fault, Kind
from tests.standin.people import Unanswered
from tests.standin.process import TOKEN, BotProcess
from tests.standin.server import Standin
from tests.standin.world import OWNER_ID, World

NAMES = ("Ambrosius", "Benedikta", "Chrysanthe", "Desdemona")
FAULTS: tuple[tuple[str, Kind, int], ...] = (
    ("acknowledge", "status", 500),
    ("acknowledge", "cut", 0),
    ("answer", "cut", 0),
    ("answer", "status", 403),
    ("post", "refused", 0),
    ("edit", "status", 404),
)
KEYS = {
    *("time", "level", "logger", "event", "error", "trace", "reason", "host", "port"),
    *(
        "table",
        "seq",
        "seat",
        "kind",
        "token",
        "ms",
        "game",
        "follows",
        "rows",
        "id",
        "status",
        "code",
        "guilds",
    ),
}
"""All that may be told of. A new one is a reason to read the privacy paper again."""


async def test_the_log_tells_nothing_that_is_secret(tmp_path: Path) -> None:
    world = World(2, NAMES)
    port = free_port()
    async with Standin(world) as standin:
        bot = BotProcess(standin, tmp_path, environment={"LOG_LEVEL": "DEBUG", "METRICS_PORT": str(port)})
        await bot.start()
        try:
            await _play(standin, sorted(world.channels))
            metrics = await _metrics(port)
        finally:
            await bot.stop()
        hidden = await _hidden(bot.database)
    log = bot.log.read_text("utf-8")
    # As a number of its own: the ids of messages are longer, and a traceback has numbers of lines.
    ids = [rf"(?<!line )\b{OWNER_ID + place}\b" for place in range(len(NAMES))]
    tokens = [TOKEN, TOKEN.rpartition(".")[2], *standin.interactions.by_token]
    assert len(tokens) > 20
    for name, text in (("log", log), ("metrics", metrics)):
        for secret in (*NAMES, *tokens, *hidden):
            assert secret not in text, f"{secret} is in the {name}"
        assert not [found for identity in ids if (found := re.findall(identity, text))], name
    for message in world.messages.values():
        said = " ".join((message.content, *(upload.description or "" for upload in message.uploads)))
        assert not [secret for secret in (*tokens, *hidden) if secret in said]
    assert _keys(log) <= KEYS
    assert "level=warning" in log
    assert "level=error" in log


async def _play(standin: Standin, channels: list[int]) -> None:
    """A match with everything going wrong once, which is still on at the end."""
    one, other = (Stage(standin, channel, OWNER_ID + 2 * n) for n, channel in enumerate(channels))
    panel, refusal = (scene for scene in SCENES if scene.name in ("panel", "refusal"))
    await other.open()
    await tried(other, refusal)
    await one.begin()
    for call, kind, status in FAULTS:
        fault = standin.faults.order(Fault(one.channel, call, kind, status=status))
        await one.until(lambda: "go" in one.verbs())
        await _move(one)
        # The channel hears of it after the person.
        assert await one.until(lambda order=fault: order.hits > 0), f"{call} was never made"
        standin.faults.withdraw(fault)
    await one.until(lambda: "go" in one.verbs())
    await tried(one, panel)
    await one.anna.type(one.channel, "move", action="nonsense of Ambrosius")
    await one.anna.type(one.channel, "hand")
    await one.ben.type(one.channel, "table export")
    await one.ben.type(one.channel, "table log")
    await one.ben.type(one.channel, "me data")


async def _move(stage: Stage) -> None:
    """Whoever can move does; the answer may get lost."""
    for person in (stage.anna, stage.ben):
        with suppress(Unanswered):
            tokens = await person.complete(stage.channel, "move", "action")
            if tokens:
                await person.type(stage.channel, "move", action=tokens[0])
                return


async def _metrics(port: int) -> str:
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}/metrics") as answer:
        assert answer.status == 200
        return await answer.text()


async def _hidden(database: Path) -> list[str]:
    """The secrets and keys of the matches that go on, as they might be written."""
    store = await Store.open(database)
    try:
        found: list[bytes] = []
        for number in await store.matches.live():
            row = await store.matches.find(number)
            table = await Tables(store, GAMES).get(number)
            assert row is not None
            found += [row.secret, *(() if table.match is None else (table.match.key,))]
    finally:
        await store.close()
    assert len(found) == 3, "a lobby and a match in play"
    return [form for secret in found for form in (secret.hex(), repr(secret)[2:20])]


def _keys(log: str) -> set[str]:
    """The names of the values on all lines, those within quotes left out."""
    bare = re.sub(r'"(?:[^"\\]|\\.)*"', "", log)
    return {key for line in bare.splitlines() for key in re.findall(r"(?:^| )([a-z_]+)=", line)}
