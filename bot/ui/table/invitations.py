"""What is said to who invites somebody."""

from __future__ import annotations

from games.core.words import Words


def tell_invited(user_id: int, w: Words, again: int | None) -> str:
    """Say to who invites somebody that it is done.

    :param again: when they can be called again, where they were not called just now.
    """
    person = f"<@{user_id}>"
    if again is None:
        return w("{person} is invited.", person=person)
    return w(
        "{person} is invited. I've called them already and can call again {when}.",
        person=person,
        when=f"<t:{again}:R>",
    )
