"""What never changes while the server runs: the rules of the games, and links as pictures."""

from __future__ import annotations

import io

from branchline.games import here, load
from branchline.games.rules_text import sections_of
from branchline.server.answers import Rules, RuleText


def rules(game_id: str) -> Rules:
    """The rules of a game, in parts and in the language of whoever is served, as far as it speaks that."""
    game = here(load(game_id))
    parts = [
        RuleText(chapter, rule, [(text, source) for text, source in paragraphs])
        for chapter, rule, paragraphs in sections_of(game_id, game.words.language)
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
