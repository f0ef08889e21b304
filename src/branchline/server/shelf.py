"""What never changes while the server runs: the rules of the games, and links as pictures."""

from __future__ import annotations

import io

from branchline.games import load
from branchline.games.rules_text import sections_of
from branchline.server.answers import Rules, RuleText


def rules(game_id: str, language: str) -> Rules:
    """The rules of a game, in parts."""
    game = load(game_id, language=language)
    parts = [
        RuleText(chapter, rule, [(text, source) for text, source in paragraphs])
        for chapter, rule, paragraphs in sections_of(game_id, language)
    ]
    return Rules(game_id, game.name, parts)


def qr(text: str) -> bytes:
    """A QR code as SVG: dark on light in either theme, because cameras want it so."""
    import segno

    out = io.BytesIO()
    segno.make(text, micro=False).save(
        out, kind="svg", border=3, dark="#1c2430", light="#ffffff", omitsize=True, xmldecl=False, nl=False
    )
    return out.getvalue()
