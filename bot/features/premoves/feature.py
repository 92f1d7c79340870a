"""Premoves: moves prepared for a later turn."""

from __future__ import annotations

from discord import ButtonStyle

from bot.features.contract import BoardNotes, Feature, FeatureServices
from bot.features.premoves.asking import PremoveQuestions
from bot.features.premoves.next_up import NextUpNotifier
from bot.features.premoves.notes import PremoveNoteWriter
from bot.features.premoves.pages import PreparedPage
from bot.features.premoves.prepared import PreparedMoves
from bot.features.premoves.runner import PremoveRunner
from bot.features.premoves.typed import TypedPremoves
from bot.model.table import TABLE_PLAYING, Table
from bot.ui.components import Item, make_button
from bot.ui.ids import make_custom_id
from bot.ui.offers import DataLine, MenuEntry, MovePlanner
from games.core.match import Match
from games.core.words import Words, plural

DATA_LINES = (
    DataLine(
        ("prepared", "prepared_dropped"), plural("- {n} move you prepared", "- {n} moves you prepared", 0)
    ),
    DataLine(
        ("next_up",),
        plural(
            "- when I last told you that you're next, at {n} table",
            "- when I last told you that you're next, at {n} tables",
            0,
        ),
    ),
)


def create_feature(services: FeatureServices) -> Feature:
    """Create the feature's objects and return its :class:`Feature`."""
    stored, tables = services.store.premoves, services.tables
    runner = PremoveRunner(tables, stored, services.is_hosting)
    prepared = PreparedMoves(tables, stored, runner.wake)
    notes = PremoveNoteWriter(stored)
    store, is_hosting = services.store, services.is_hosting
    next_up = NextUpNotifier(
        services.client, tables, store.preferences, store.next_up, store.messages, is_hosting
    )
    page = PreparedPage(prepared, next_up)
    typed = TypedPremoves(prepared, page)
    questions = PremoveQuestions(prepared, page)
    return Feature(
        name="premoves",
        press_handlers=(*page.press_handlers, *questions.press_handlers),
        workers=(runner, next_up),
        daily_cleanups=(stored.delete_old_premoves, store.next_up.delete_old_notifications),
        board_notes=(BoardNotes(notes.write_board_notes, runner.make_moves_before_announcing),),
        menu_entries=(MenuEntry(make_menu_button, should_show=prepared.may_prepare),),
        move_planners=(MovePlanner(typed.prepare_move, typed.suggest_moves, typed.suggest_conditions),),
        waiting_buttons=(make_waiting_button,),
        own_view_buttons=(make_own_view_button,),
        notice_sources=(notes.list_notices,),
        data_lines=DATA_LINES,
    )


def make_menu_button(table: Table, user_id: int, w: Words, row: int) -> Item | None:
    """Return the *More…* entry that opens the *Prepared* page, if the user plays in a running match."""
    if table.status != TABLE_PLAYING or table.match is None or not table.list_seats(user_id):
        return None
    return make_button(make_custom_id("b", "ah", table.id), w("Prepare…"), emoji="🕰️", row=row)


def make_own_view_button(table: Table, match: Match, seat: int, w: Words) -> Item | None:
    """Return the grey button for the message with the player's own picture, if the player waits."""
    if seat in match.to_act or make_waiting_button(table, match, seat, w) is None:
        return None
    return make_button(make_custom_id("b", "ah", table.id, match.seq, seat), w("Prepare…"), emoji="🕰️")


def make_waiting_button(table: Table, match: Match, seat: int, w: Words) -> Item | None:
    """Return the button that opens the *Prepared* page; ``None`` on the player's turn and at the end."""
    if table.status != TABLE_PLAYING or match.outcome is not None or match.active_seat == seat:
        return None
    here = (table.id, match.seq, seat)
    return make_button(make_custom_id("b", "ah", *here), w("Prepare…"), emoji="🕰️", style=ButtonStyle.primary)
