"""Sentences that speak to a player, told to somebody else."""

from __future__ import annotations

from collections.abc import Mapping

from games.core.words import Msg, Words


class Retold(Words):
    """Words that name a player wherever a sentence would say "you"."""

    __slots__ = ("_actor", "_retold")

    def __init__(self, w: Words, retold: Mapping[str, Msg], actor: str) -> None:
        """Wrap the words of a reader.

        :param retold: what to say of ``{actor}``, by the sentence that speaks to them.
        """
        super().__init__(w.locale, w._catalogue)
        self._retold = retold
        self._actor = actor

    def __call__(self, msgid: str, /, **values: object) -> str:
        """Return a text, about the player if it would speak to them."""
        other = self._retold.get(msgid)
        if other is None:
            return super().__call__(msgid, **values)
        return super().__call__(other.msgid, **values, actor=self._actor)

    def plural(self, one: str, many: str, n: int, /, **values: object) -> str:
        """Return the form for ``n``, about the player if it would speak to them."""
        other = self._retold.get(one)
        if other is None:
            return super().plural(one, many, n, **values)
        return super().plural(other.msgid, other.many, n, **values, actor=self._actor)
