"""One form for the channel's settings, and for the person's guide and standing orders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from discord import ui

from bot.computers.advice import GUIDE_KEY, GUIDE_OFF, GUIDE_ON
from bot.errors.tables import HostOrModeratorRequired
from bot.model.verbosity import VERBOSITIES
from bot.tables import channels as channels_of
from bot.tables.form_settings import FormValues
from bot.ui import forms, replies
from bot.ui.forms import MAX_FIELDS
from bot.ui.ids import make_custom_id
from bot.ui.person import settings
from bot.ui.person.settings import SERVER_LANGUAGE_OPTION, TEXT_BY_VERBOSITY, find_order, get_language_names
from bot.ui.presses import make_tableless_handler
from bot.ui.services import Interaction
from games.core.protocol import Game
from games.core.words import list_locales

VERBOSITY_FIELD, LANGUAGE_FIELD, GUIDE_FIELD, ORDER_FIELD = "verbosity", "language", "guide", "order"
_OTHER_FIELD_COUNT = 3
"""Number of fields that are not about a game."""


async def open_settings_form(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Open the form of the settings page, with the current values."""
    w, services = replies.get_words(interaction), interaction.client.services
    channel, user = interaction.channel_id or 0, interaction.user.id
    fields: list[ui.Label[Any]] = []
    if await settings.may_change_channel_settings(interaction):
        verbosity = await services.tables.channels.get_verbosity(channel)
        language = await services.tables.channels.get_language(channel) or SERVER_LANGUAGE_OPTION
        levels = [(key, w.msg(TEXT_BY_VERBOSITY[key])) for key in VERBOSITIES]
        fields.append(
            forms.make_radio_field(VERBOSITY_FIELD, w("How much is posted here"), levels, verbosity)
        )
        tongues = list(get_language_names(w).items())
        fields.append(
            forms.make_select_field(LANGUAGE_FIELD, w("Language of public texts"), tongues, language)
        )
    for game in await _list_games_with_orders(interaction):
        order = (await services.tables.wait_finder.get_standing_order(user, game.key)).partition(":")[0]
        offered = [(one.name, w.msg(one.label)) for one in game.standing_orders]
        label = w("Your standing order in {game}", game=game.title)
        why = w("When somebody's turn waits for your answer")
        chosen = order or game.standing_orders[0].name
        fields.append(forms.make_select_field(f"{ORDER_FIELD}:{game.key}", label, offered, chosen, why))
    guided = await services.adviser.has_guide_enabled(user)
    why = w("At each choice: what looks best and why. You decide.")
    fields.append(forms.make_checkbox_field(GUIDE_FIELD, w("Guide me"), is_checked=guided, description=why))
    await forms.send_form(interaction, forms.make_form(make_custom_id("m", "sfs"), w("Settings"), fields))


async def _list_games_with_orders(interaction: Interaction) -> Sequence[Game]:
    """Return the games whose standing orders the form shows: the channel table's game, or all that fit."""
    services = interaction.client.services
    table = await services.tables.find_active_table(interaction.channel_id or 0)
    at_hand = services.games.values() if table is None else (table.game,)
    return [game for game in at_hand if game.standing_orders][: MAX_FIELDS - _OTHER_FIELD_COUNT]


async def store_settings_form(interaction: Interaction, parts: list[str], values: list[str]) -> None:
    """Store the submitted values. If a new standing order needs a ranking, ask for it.

    :raises HostOrModeratorRequired: the person may not change the channel's settings. Nothing is stored.
    """
    w, services, user = replies.get_words(interaction), interaction.client.services, interaction.user.id
    game_by_field = {
        f"{ORDER_FIELD}:{game.key}": game for game in services.games.values() if game.standing_orders
    }
    known: dict[str, Sequence[str] | None] = {
        VERBOSITY_FIELD: VERBOSITIES,
        LANGUAGE_FIELD: (SERVER_LANGUAGE_OPTION, *list_locales()),
        GUIDE_FIELD: (GUIDE_ON, GUIDE_OFF),
        **{key: [order.name for order in game.standing_orders] for key, game in game_by_field.items()},
    }
    fields = forms.read_fields(interaction, known)
    if (
        VERBOSITY_FIELD in fields or LANGUAGE_FIELD in fields
    ) and not await settings.may_change_channel_settings(interaction):
        raise HostOrModeratorRequired
    orders, unranked = await _find_changed_orders(interaction, game_by_field, fields)
    own = {}
    if GUIDE_FIELD in fields and (
        fields[GUIDE_FIELD] == GUIDE_ON
    ) != await services.adviser.has_guide_enabled(user):
        own[GUIDE_KEY] = fields[GUIDE_FIELD]
    chosen = FormValues(await _find_changed_settings(interaction, fields), own, orders)
    await services.tables.forms.save_settings(interaction.channel_id or 0, user, chosen)
    if unranked:
        order = find_order(unranked[0], fields[f"{ORDER_FIELD}:{unranked[0].key}"])
        await settings.ask_ranking(interaction, unranked[0], order, "")
        return
    await settings.show_settings(interaction, w("Saved."))


async def _find_changed_settings(interaction: Interaction, values: dict[str, str]) -> dict[str, str | None]:
    channels, channel = interaction.client.services.tables.channels, interaction.channel_id or 0
    changed: dict[str, str | None] = {}
    verbosity = await channels.get_verbosity(channel)
    if values.get(VERBOSITY_FIELD, verbosity) != verbosity:
        changed[channels_of.VERBOSITY_KEY] = values[VERBOSITY_FIELD]
    language = await channels.get_language(channel) or SERVER_LANGUAGE_OPTION
    chosen = values.get(LANGUAGE_FIELD, language)
    if chosen != language:
        changed[channels_of.LANGUAGE_KEY] = None if chosen == SERVER_LANGUAGE_OPTION else chosen
    return changed


async def _find_changed_orders(
    interaction: Interaction, game_by_field: Mapping[str, Game], values: dict[str, str]
) -> tuple[dict[str, str], list[Game]]:
    """Return the standing orders that have changed, and the games whose new order needs a ranking first."""
    tables, user = interaction.client.services.tables, interaction.user.id
    changed, unranked = {}, []
    for key, game in game_by_field.items():
        if key not in values:
            continue
        stored = await tables.wait_finder.get_standing_order(user, game.key)
        old = stored.partition(":")[0] or game.standing_orders[0].name
        order = find_order(game, values[key])
        if order.name == old:
            continue
        if order.rank_keys:
            unranked.append(game)
        else:
            changed[game.key] = order.name
    return changed, unranked


PRESS_HANDLERS = (
    make_tableless_handler("sf", open_settings_form, acknowledge=None),
    make_tableless_handler("sfs", store_settings_form, handles_form=True),
)
