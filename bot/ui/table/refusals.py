"""A refusal may come from a message that lags behind, as after a kill: it is put right then."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from bot.ui.services import Interaction


@contextmanager
def refresh_if_refused(interaction: Interaction, table_id: int) -> Iterator[None]:
    """Have a table show how things stand where what is asked of it is refused."""
    try:
        yield
    except Exception:
        interaction.client.services.announcer.announce(table_id)
        raise
