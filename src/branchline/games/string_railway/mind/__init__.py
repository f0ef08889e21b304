"""How String Railway is played well."""

from __future__ import annotations

from branchline.core import mind
from branchline.games.string_railway.mind.advise import advise
from branchline.games.string_railway.mind.learned import EFFORT, considered, decide, go_on, slip
from branchline.games.string_railway.mind.outlook import outlook, skill
from branchline.games.string_railway.mind.plans import plans
from branchline.games.string_railway.mind.playout import playout
from branchline.games.string_railway.mind.value import value
from branchline.games.string_railway.mind.warm import warm, warm_aside
from branchline.games.string_railway.rules.game import StringRailway
from branchline.games.string_railway.rules.state import StringState


class Mind(mind.Mind[StringState]):
    game: StringRailway
    value = value
    advise = advise
    plans = plans
    effort = EFFORT
    considered = considered
    decide = decide
    slip = slip
    go_on = go_on
    outlook = outlook
    skill = skill
    playout = playout
    warm = warm
    warm_aside = warm_aside
