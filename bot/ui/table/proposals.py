"""Proposals that everybody must agree to: undoing a step, and a draw."""

from __future__ import annotations

import discord

from bot.model.table import Proposal, Table
from bot.storage.messages import PROPOSAL_MESSAGE
from bot.storage.proposals import DeclinedProposal
from bot.ui import action_limits, replies
from bot.ui.components import make_button, make_view
from bot.ui.escaping import escape_name
from bot.ui.ids import OutdatedId, decode_number, make_custom_id, read_table_id
from bot.ui.presses import PressHandler
from bot.ui.services import Interaction
from bot.ui.staleness import refresh_if_refused
from bot.ui.table.endings import make_dismiss_button
from games.core.match import DRAW_KIND, UNDO_KIND
from games.core.words import Words


def write_proposal_question(table: Table, proposal: Proposal, w: Words) -> str:
    """Return the message that asks the other players to agree, and mentions them."""
    name = escape_name(table.names[proposal.proposer_seat])
    people = w.join_list([f"<@{user}>" for user in proposal.awaited_ids])
    if proposal.kind == UNDO_KIND:
        match, ply = table.match, proposal.ply
        if (
            match is not None
            and ply is not None
            and any(step.revealed_information for step in match.steps[ply:])
        ):
            return w(
                "{name} wants to take back the last move and what it revealed; the match is unrated "
                "then. Do you agree, {people}?",
                name=name,
                people=people,
            )
        return w("{name} wants to take back the last move. Do you agree, {people}?", name=name, people=people)
    return w("{name} offers a draw. Do you agree, {people}?", name=name, people=people)


def write_settled_proposal(
    table: Table, seq: int, w: Words, declined_proposal: DeclinedProposal | None = None
) -> str:
    """Return the text that replaces a settled question.

    :param seq: the number of rows in the log when the question was asked.
    """
    if declined_proposal is not None:
        return _write_declined_text(table, declined_proposal, w)
    later = () if table.match is None else table.match.rows[seq:]
    if not later:
        return w("A seat has changed hands, so this question is closed.")
    if later[0].kind in (UNDO_KIND, DRAW_KIND):
        return w("Everybody agreed.")
    return w("The match has moved on, so this question is closed.")


def _write_declined_text(table: Table, declined_proposal: DeclinedProposal, w: Words) -> str:
    name = escape_name(table.names[declined_proposal.declining_seat])
    if declined_proposal.declining_seat == declined_proposal.proposer_seat:
        if declined_proposal.kind == DRAW_KIND:
            return w("{name} withdrew the draw offer.", name=name)
        return w("{name} no longer wants to take the move back.", name=name)
    if declined_proposal.kind == DRAW_KIND:
        return w("{name} declined the draw.", name=name)
    return w("{name} said no to taking the move back.", name=name)


def make_answer_buttons(table: Table, proposal: Proposal, w: Words) -> discord.ui.View:
    """Return the *Agree* and *Decline* buttons of a proposal."""
    style = discord.ButtonStyle
    yes = make_custom_id("b", "vt", table.id, proposal.id, "y")
    no = make_custom_id("b", "vt", table.id, proposal.id, "n")
    return make_view(
        [make_button(yes, w("Agree"), style=style.success), make_button(no, w("Decline"), style=style.danger)]
    )


async def answer_proposal(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Record an answer to a proposal."""
    try:
        proposal, answer = decode_number(parts[1]), parts[2]
    except (ValueError, IndexError) as error:
        raise OutdatedId from error
    table_id, agree = read_table_id(parts), answer == "y"
    # If the proposal is no longer open, update its question to remove the buttons.
    with refresh_if_refused(interaction, table_id):
        await interaction.client.services.tables.play.answer_proposal(
            table_id, interaction.user.id, proposal, agree
        )
    w = replies.get_words(interaction)
    await replies.show(interaction, w("You agreed.") if agree else w("You declined."))


async def confirm_draw(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Ask for confirmation before a draw is offered, because the offer mentions the other players."""
    table = await interaction.client.services.tables.get(read_table_id(parts))
    w, user, offer = replies.get_words(interaction), interaction.user.id, table.proposal
    if offer is not None and offer.kind == DRAW_KIND and user in offer.awaited_ids:
        text = w("{name} offers a draw.", name=escape_name(table.names[offer.proposer_seat]))
        label = w("Agree")
    else:
        text, label = w("Offer a draw? I'll ask the others."), w("Offer a draw")
    yes = make_button(make_custom_id("b", "dy", table.id), label, style=discord.ButtonStyle.primary)
    await replies.show(interaction, text, view=make_view([yes, make_dismiss_button(table.id, w)]))


async def offer_draw(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Offer a draw, or agree to another player's offer, after the person has confirmed it.

    :raises TableError: a draw is not possible, or this person may not offer it.
    """
    services, user = interaction.client.services, interaction.user.id
    table = await services.tables.get(read_table_id(parts))
    offer = table.proposal
    # An open question that was never posted may be the reason for a refusal, so try to post it now.
    with refresh_if_refused(interaction, table.id):
        if offer is not None and offer.kind == DRAW_KIND and user in offer.awaited_ids:
            after = await services.tables.play.answer_proposal(table.id, user, offer.id, True)
        else:
            async with services.action_limits.limit_question(action_limits.DRAW_LIMIT, user, table.id):
                after = await services.tables.play.propose_draw(table.id, user)
    w = replies.get_words(interaction)
    if after.proposal is None:
        await replies.confirm(interaction, w("The match ends in a draw."))
    else:
        asked, otherwise = w("I've asked the others."), w("I couldn't ask the others yet.")
        await replies.confirm_posted(interaction, table.id, PROPOSAL_MESSAGE, asked, otherwise)


PRESS_HANDLERS = (
    PressHandler("vt", answer_proposal),
    PressHandler("dq", confirm_draw),
    PressHandler("dy", offer_draw),
)
