"""A game's RULES.md, whole or one rule of it."""

from __future__ import annotations

from importlib.resources import files

from branchline.core.errors import BranchlineError
from branchline.core.game import AnyGame
from branchline.games import GAMES


def rules_of(game_id: str) -> str:
    """The text of a game's rules."""
    return (files("branchline.games") / GAMES[game_id] / "RULES.md").read_text("utf-8")


def rule_text(game: AnyGame, rule: str) -> str:
    """The whole text, or the part under `### rule`."""
    text = rules_of(game.id)
    if not rule:
        return text
    head = f"### {rule}\n"
    if head not in text:
        known = sorted(line[4:] for line in text.splitlines() if line.startswith("### "))
        near = [each for each in known if each.startswith(rule.split(".")[0])]
        raise BranchlineError(f"there is no rule {rule!r}; there are {', '.join(near or known)}")
    part = text.split(head, 1)[1]
    return rule + "\n" + part.split("\n#", 1)[0].strip()
