"""A game's RULES.md, or RULES.fr.md and so on: whole, one rule of it, or in parts for a screen."""

from __future__ import annotations

import base64
import re
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from branchline.core.errors import BranchlineError
from branchline.core.game import AnyGame
from branchline.core.languages import ENGLISH, LANGUAGES
from branchline.core.voice import quoted, say
from branchline.games import GAMES

_SOURCE = {language: re.compile(rf"\s*\*({'|'.join(each.marks)})\*$") for language, each in LANGUAGES.items()}
_DRAWING = re.compile(r"!\[([^]]*)\]\(([\w/-]+\.svg)\) ?")


class Paragraph(NamedTuple):
    """What a rule says, and where that comes from: printed, follows or our ruling, in English; or ""."""

    text: str
    source: str


class Section(NamedTuple):
    """A chapter (no rule) or a rule, with what stands under its heading."""

    chapter: str
    rule: str | None
    paragraphs: list[Paragraph]


def rules_of(game_id: str, language: str = ENGLISH) -> str:
    """The text of a game's rules."""
    name = "RULES.md" if language == ENGLISH else f"RULES.{language}.md"
    try:
        return (files("branchline.games") / GAMES[game_id] / name).read_text("utf-8")
    except FileNotFoundError:
        raise BranchlineError(say("core.no-rules", game=game_id, file=name)) from None


@cache
def sections_of(game_id: str, language: str = ENGLISH) -> list[Section]:
    """The rules in parts, in their order; the first part is the introduction.

    A drawing, `![what it shows](minute/aim.svg)`, stands in them whole, as a `data:` address.
    """
    home = files("branchline.games") / GAMES[game_id]

    def whole(drawing: re.Match[str]) -> str:
        image = base64.b64encode((home / drawing[2]).read_bytes()).decode()
        return f"![{drawing[1]}](data:image/svg+xml;base64,{image}) "

    found, chapter = [], ""
    ends, marks = (
        _SOURCE[language],
        dict(zip(LANGUAGES[language].marks, LANGUAGES[ENGLISH].marks, strict=True)),
    )
    for part in re.split(r"^#(?=#{0,2} )", rules_of(game_id, language), flags=re.MULTILINE)[1:]:
        head, _, body = part.partition("\n")
        rule = head[3:] if head.startswith("## ") else None
        if rule is None:
            chapter = head.lstrip("# ")
        paragraphs = []
        for text in filter(None, map(str.strip, re.split(r"\n\s*\n", body))):
            mark = ends.search(text)
            source = marks[mark[1]] if mark else ""
            paragraphs.append(Paragraph(_DRAWING.sub(whole, ends.sub("", text)), source))
        found.append(Section(chapter, rule, paragraphs))
    return found


def rule_ids(game_id: str) -> set[str]:
    """Every rule of a game; none where nobody has written them down."""
    try:
        return {section.rule for section in sections_of(game_id) if section.rule}
    except BranchlineError:
        return set()


def rule_text(game: AnyGame, rule: str) -> str:
    """The whole text in the game's language, or the part under `### rule`; a terminal shows no drawings."""
    text = _DRAWING.sub("", rules_of(game.id, game.words.language))
    if not rule:
        return text
    head = f"### {rule}\n"
    if head not in text:
        known = sorted(line[4:] for line in text.splitlines() if line.startswith("### "))
        near = [each for each in known if each.startswith(rule.split(".")[0])]
        raise BranchlineError(say("core.no-rule", quoted(rule), near or known))
    part = text.split(head, 1)[1]
    return rule + "\n" + part.split("\n#", 1)[0].strip()
