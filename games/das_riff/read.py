"""Reading tokens: one canonical form each, anything else is refused."""

from __future__ import annotations

import re
from typing import Final

from games.core.errors import UnreadableToken
from games.das_riff.actions import Action, Boat, End, Flip, Shark, Take, Worm
from games.das_riff.parts import cell_index
from games.das_riff.payment import canonical

_TOKEN: Final = re.compile(
    r"worm:(?P<colour>[rybgpw-])"
    r"|take:(?P<take>[A-D][1-8]):(?P<price>[rybgpw*]{1,3})(?:>(?P<onto>[1-5]))?"
    r"|flip:(?P<flip>[A-D][1-8]):(?P<any>[rybgpw*])"
    r"|shark:(?P<prey>[A-D][1-8])"
    r"|shark:\#(?P<parent>[1-5])"
    r"|boat:(?P<boat>[rybgpw*]{3})"
    r"|end"
)


def read(token: str) -> Action:
    """Return the action that ``token`` writes.

    :raises UnreadableToken: it writes none, or its payment is not in the order ``rybgpw*``.
    """
    found = _TOKEN.fullmatch(token)
    if found is None:
        raise UnreadableToken(token)
    part = found.groupdict()
    if part["colour"]:
        return Worm(part["colour"])
    if part["prey"]:
        return Shark(cell=cell_index(part["prey"]))
    if part["parent"]:
        return Shark(coral=int(part["parent"]) - 1)
    paid = canonical(part["price"] or part["any"] or part["boat"] or "")
    if paid is None:
        raise UnreadableToken(token)
    if part["take"]:
        return Take(cell_index(part["take"]), paid, int(part["onto"]) - 1 if part["onto"] else None)
    if part["flip"]:
        return Flip(cell_index(part["flip"]), paid)
    return Boat(paid) if part["boat"] else End()
