"""What is said to who invites somebody."""

from __future__ import annotations

from games.core.words import Words


def tell_invited(user_id: int, w: Words, *, called: bool) -> str:
    """Say to who invites somebody that it is done, and whether they were called just now."""
    person = f"<@{user_id}>"
    if called:
        return w("{person} is invited.", person=person)
    return w("{person} is invited. I called them before and do not do so again so soon.", person=person)
