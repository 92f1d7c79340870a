"""The first panel opens without a press, also if the match begins in a thread."""

from __future__ import annotations

import pytest

from tests.support.harbour import Harbour, find_custom_id, list_controls
from tests.support.reading import get_reply


@pytest.mark.parametrize("game", ["australis", "das_riff"])
async def test_a_match_that_begins_in_a_thread_opens_the_first_panel(harbour: Harbour, game: str) -> None:
    await harbour.ben.slash(harbour.channel, "play", game="reef")
    offer = get_reply(await harbour.anna.slash(harbour.channel, "play", game=game, against="easy"))
    pressed = await harbour.anna.click(offer, custom_id=find_custom_id(offer, "th"))
    (thread,) = harbour.channel.threads
    assert pressed.response is not None and thread.mention in pressed.response.content
    harbour.env.raise_errors()
    panel = pressed.followups[-1]
    verbs = {part["custom_id"].split(":")[1] for part in list_controls(panel)}
    assert verbs & {"go", "pk", "ac"}, panel.content
