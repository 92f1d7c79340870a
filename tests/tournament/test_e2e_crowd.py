"""A tournament that many people join: few edits of its panel, and every table can be found."""

from __future__ import annotations

from bot.tournament.pace import BURST
from tests.bot.harbour import Harbour
from tests.bot.reading import said
from tests.tournament.test_e2e_tournament import create, panel, settle


async def test_many_who_join_cause_few_edits_and_all_are_shown_in_the_end(harbour: Harbour) -> None:
    post = await create(harbour)
    before = len(harbour.env.http_requests)
    for number in range(3 * BURST):
        member = harbour.guild.add_member(harbour.env.create_user(f"u{number}", global_name=f"U{number}"))
        assert "You're in." in said(await member.click(panel(harbour), label="Join"))
    edits = [
        request
        for request in harbour.env.http_requests[before:]
        if request.method == "PATCH" and request.path == f"/channels/{harbour.channel.id}/messages/{post.id}"
    ]
    assert len(edits) == BURST
    assert f"{BURST} people" in panel(harbour).content
    await harbour.pass_time(0.01)
    assert f"{3 * BURST} people" in panel(harbour).content
    await settle(harbour)
    assert f"U{3 * BURST - 1}" in panel(harbour).content
