"""Undoing, drawing, resigning and closing, some of which need the agreement of other players."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.errors.playing import OtherProposalOpen, OwnProposalAnswered, ProposalNoLongerOpen
from bot.errors.seats import NotSeated
from bot.errors.tables import HostRequired, TableOver
from bot.model.table import Table
from bot.ui.play.match_log import write_log_texts
from games.core.errors import NothingToUndo, StaleAction
from games.core.match import CLOSE_KIND, DRAW_KIND, RESIGN_KIND, UNDO_KIND, LoggedRow, Match
from games.core.match_record import MatchRecord
from games.core.words import load_words
from tests.support.stores import ON_BOTH_ENGINES_AT_NIGHT
from tests.support.tables_kit import ANN, BEN, CAT, DAN, Hall, open_hall, read_state
from tests.support.toy import TOYS

pytestmark = ON_BOTH_ENGINES_AT_NIGHT


@pytest_asyncio.fixture
async def hall(tmp_path: Path) -> AsyncIterator[Hall]:
    async with open_hall(tmp_path) as hall:
        yield hall


def get_match(table: Table) -> Match:
    assert table.match is not None
    return table.match


async def test_undo_is_free_within_the_turn(hall: Hall) -> None:
    table = await hall.start_match(BEN)
    await hall.tables.play.perform_action(table.id, ANN.user_id, "add:1", 0)
    await hall.tables.play.perform_action(table.id, ANN.user_id, "add:2", 1)
    table = await hall.tables.play.undo_step(table.id, ANN.user_id, 2)
    assert read_state(table.match).points == (1, 0)
    assert (get_match(table).seq, get_match(table).ply, get_match(table).is_rated) == (3, 1, True)
    assert get_match(table).rows[-1] == LoggedRow(UNDO_KIND, 0, "1")
    with pytest.raises(StaleAction):
        await hall.tables.play.undo_step(table.id, ANN.user_id, 2)
    assert await (await hall.restart()).get(table.id) == table


async def test_the_log_counts_the_undone_steps_that_it_leaves_out(hall: Hall) -> None:
    table = await hall.start_match(ANN)
    for token in ("add:1", "roll:0", "add:2"):
        table = (await hall.tables.play.perform_action(table.id, ANN.user_id, token, None)).table
    said = []
    for _ in range(3):
        said.append(write_log_texts(table, get_match(table), load_words()))
        table = await hall.tables.play.undo_step(table.id, ANN.user_id)
    assert not any("taken back" in line for line in said[0])
    assert "-# ↩️ 1 move was taken back and isn't shown here." in said[1]
    assert "-# ↩️ 2 moves were taken back and aren't shown here." in said[2]


async def test_an_undo_without_steps_is_refused(hall: Hall) -> None:
    table = await hall.start_match(BEN)
    with pytest.raises(NothingToUndo):
        await hall.tables.play.undo_step(table.id, ANN.user_id)
    with pytest.raises(NotSeated):
        await hall.tables.play.undo_step(table.id, CAT.user_id)
    await hall.tables.play.perform_action(table.id, ANN.user_id, "add:1", 0)
    with pytest.raises(NothingToUndo):
        await hall.tables.play.undo_step(table.id, BEN.user_id)


@pytest.mark.parametrize(("token", "rated"), [("roll:0", False), ("peek:0", False), ("end:0", True)])
async def test_undoing_a_sealed_step_requires_everybodys_agreement(
    hall: Hall, token: str, rated: bool
) -> None:
    table = await hall.start_match(BEN, CAT)
    await hall.tables.play.perform_action(table.id, ANN.user_id, token, 0)
    table = await hall.tables.play.undo_step(table.id, ANN.user_id)
    proposal = table.proposal
    assert proposal is not None
    assert (proposal.kind, proposal.proposer_seat, proposal.ply) == ("undo", 0, 0)
    assert proposal.awaited_ids == (22, 33)
    table = await hall.tables.play.answer_proposal(table.id, BEN.user_id, proposal.id, True)
    assert table.proposal is not None
    assert table.proposal.awaited_ids == (33,)
    assert await hall.tables.play.answer_proposal(table.id, BEN.user_id, proposal.id, True) == table
    with pytest.raises(OwnProposalAnswered):
        await hall.tables.play.answer_proposal(table.id, ANN.user_id, proposal.id, True)
    table = await (await hall.restart()).get(table.id)
    assert table.proposal is not None
    table = await hall.tables.play.answer_proposal(table.id, CAT.user_id, proposal.id, True)
    assert table.proposal is None
    assert (get_match(table).ply, get_match(table).is_rated) == (0, rated)
    assert get_match(table).rows[-1] == LoggedRow(UNDO_KIND, 0, "0")


async def test_declining_removes_a_proposal(hall: Hall) -> None:
    table = await hall.start_match(BEN, CAT)
    table = await hall.tables.play.propose_draw(table.id, BEN.user_id)
    assert table.proposal is not None
    with pytest.raises(NotSeated):
        await hall.tables.play.answer_proposal(table.id, DAN.user_id, table.proposal.id, True)
    with pytest.raises(OtherProposalOpen):
        await hall.tables.play.propose_draw(table.id, ANN.user_id)
    declined = await hall.tables.play.answer_proposal(table.id, CAT.user_id, table.proposal.id, False)
    assert (declined.proposal, declined.status) == (None, "playing")
    with pytest.raises(ProposalNoLongerOpen):
        await hall.tables.play.answer_proposal(table.id, ANN.user_id, table.proposal.id, True)
    again = await hall.tables.play.propose_draw(table.id, BEN.user_id)
    assert again.proposal is not None
    assert again.proposal.id != table.proposal.id
    assert (
        await hall.tables.play.answer_proposal(table.id, BEN.user_id, again.proposal.id, False)
    ).proposal is None


async def test_any_new_row_voids_a_proposal(hall: Hall) -> None:
    table = await hall.start_match(BEN)
    table = await hall.tables.play.propose_draw(table.id, BEN.user_id)
    assert table.proposal is not None
    acted = await hall.tables.play.perform_action(table.id, ANN.user_id, "add:1", 0)
    assert acted.table.proposal is None
    with pytest.raises(ProposalNoLongerOpen):
        await hall.tables.play.answer_proposal(table.id, ANN.user_id, table.proposal.id, True)
    assert (await (await hall.restart()).get(table.id)).proposal is None


async def test_a_match_is_drawn_if_everybody_agrees(hall: Hall) -> None:
    table = await hall.start_match(BEN)
    table = await hall.tables.play.propose_draw(table.id, BEN.user_id)
    assert table.proposal is not None
    results = await asyncio.gather(
        *(hall.tables.play.answer_proposal(table.id, ANN.user_id, table.proposal.id, True) for _ in range(3)),
        return_exceptions=True,
    )
    assert sum(isinstance(result, TableOver) for result in results) == 2
    table = await hall.tables.get(table.id)
    assert (table.status, get_match(table).rows) == ("over", (LoggedRow(DRAW_KIND, 1),))
    assert get_match(table).outcome is not None
    assert MatchRecord.from_json(await hall.tables.exports.export_json(table.id)).verify(TOYS).outcome.is_draw  # type: ignore[union-attr]


async def test_a_solo_player_needs_no_agreement(hall: Hall) -> None:
    table = await hall.start_match(ANN)
    await hall.tables.play.perform_action(table.id, ANN.user_id, "roll:0", 0)
    table = await hall.tables.play.undo_step(table.id, ANN.user_id)
    assert (get_match(table).ply, table.proposal) == (0, None)
    table = await hall.tables.play.propose_draw(table.id, ANN.user_id)
    assert table.status == "over"


async def test_a_player_with_several_seats_undoes_their_newest_step(hall: Hall) -> None:
    table = await hall.start_match(ANN, BEN)
    await hall.tables.play.perform_action(table.id, ANN.user_id, "roll:0", 0)
    await hall.tables.play.perform_action(table.id, ANN.user_id, "add:1", 1)
    table = await hall.tables.play.undo_step(table.id, ANN.user_id)
    assert get_match(table).rows[-1] == LoggedRow(UNDO_KIND, 1, "1")
    table = await hall.tables.play.undo_step(table.id, ANN.user_id)
    assert table.proposal is not None
    assert (table.proposal.proposer_seat, table.proposal.ply, table.proposal.awaited_ids) == (0, 0, (22,))


async def test_only_players_can_resign_and_the_match_ends(hall: Hall) -> None:
    table = await hall.start_match(BEN, CAT)
    with pytest.raises(NotSeated):
        await hall.tables.play.resign_match(table.id, DAN.user_id)
    table = await hall.tables.play.resign_match(table.id, BEN.user_id)
    assert (table.status, get_match(table).rows) == ("over", (LoggedRow(RESIGN_KIND, 1),))
    assert table.secret is not None
    with pytest.raises(TableOver):
        await hall.tables.play.resign_match(table.id, ANN.user_id)
    assert (
        MatchRecord.from_json(await hall.tables.exports.export_json(table.id)).verify(TOYS).outcome
        is not None
    )


async def test_only_the_host_and_moderators_can_close_a_match(hall: Hall) -> None:
    table = await hall.start_match(BEN)
    with pytest.raises(HostRequired):
        await hall.tables.play.close_table(table.id, BEN.user_id)
    table = await hall.tables.play.close_table(table.id, ANN.user_id)
    assert (table.status, get_match(table).rows) == ("over", (LoggedRow(CLOSE_KIND, -1),))
    with pytest.raises(TableOver):
        await hall.tables.play.close_table(table.id, ANN.user_id)
    other = await hall.start_match(BEN)
    assert (await hall.tables.play.close_table(other.id, DAN.user_id, is_moderator=True)).status == "over"
    lobby = await hall.open_lobby(BEN)
    assert (await hall.tables.play.close_table(lobby.id, ANN.user_id)).match is None
