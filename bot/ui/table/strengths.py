"""The playing strength that an open table is meant for. Players of any strength can join anyway."""

from __future__ import annotations

from collections.abc import Mapping

from games.core.words import N_, Msg

ANY_STRENGTH = "any"
NAME_BY_STRENGTH: Mapping[str, Msg] = {
    ANY_STRENGTH: Msg(N_("For anybody")),
    "new": Msg(N_("For newcomers")),
    "normal": Msg(N_("For players of normal strength")),
    "strong": Msg(N_("For strong players")),
}
