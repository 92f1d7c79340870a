"""*Enlarge* below the own picture shows one's own part alone."""

from __future__ import annotations

import pytest

from bot.ui.ids import custom_id
from games.registry import GAMES
from tests.support.harbour import Harbour, buttons
from tests.support.reading import Kept, picture, shown


@pytest.mark.parametrize("key", GAMES)
async def test_the_own_part_is_shown_alone_and_only_to_its_player(harbour: Harbour, key: str) -> None:
    await harbour.begin(key)
    view = shown(await harbour.anna.slash(harbour.channel, "hand"))
    assert "Enlarge" in buttons(view).values()
    answer = shown(await harbour.anna.click(view, label="Enlarge"))
    assert answer.flags.ephemeral
    large, whole = await picture(answer, board=False), await picture(view)
    assert large.size != whole.size
    # Everybody else gets the public picture, without the button.
    strange = shown(await harbour.dana.slash(harbour.channel, "hand"))
    assert "Enlarge" not in buttons(strange).values()
    pressed = await Kept(harbour, strange).forge(
        harbour.dana, custom_id("b", "ve", (await harbour.table()).id)
    )
    assert "large" not in shown(pressed).attachments[0].filename
