"""The rules that geometry can find broken, by their ids: what kernels write down and verdicts say."""

from __future__ import annotations

from enum import IntEnum


class Rule(IntEnum):
    """A number for the kernels and the id for everyone else; a string's rules in the order of checking."""

    id: str

    def __new__(cls, id: str) -> Rule:
        rule = int.__new__(cls, len(cls.__members__) + 1)
        rule._value_ = int(rule)
        rule.id = id
        return rule

    STRING_SHAPE = "string.shape"
    STRING_LENGTH = "string.length"
    STRING_FIELD = "string.field"
    STRING_BEND = "string.bend"
    STRING_SELF = "string.self"
    STRING_TWICE = "string.twice"
    STRING_GRAZE = "string.graze"
    STRING_ENDS = "string.ends"
    STRING_SAME_END = "string.same-end"
    STRING_TOUCH = "string.touch"
    STRING_NETWORK = "string.network"
    STRING_TERMINAL = "string.terminal"
    STRING_LIMIT = "string.limit"
    TERRAIN_LENGTH = "terrain.length"
    TERRAIN_BEND = "terrain.bend"
    TERRAIN_SELF = "terrain.self"
    TERRAIN_HOME = "terrain.home"
    MOUNTAIN_INSIDE = "mountain.inside"
    PLACE_INSIDE = "place.inside"
    PLACE_FIELD = "place.field"
    PLACE_STRING = "place.string"
    PLACE_TILE = "place.tile"
