"""What a game tells of a position in another language: as much as in English, and nothing in English."""

from __future__ import annotations

import re
from collections.abc import Mapping
from random import Random
from typing import Any
from xml.etree import ElementTree

from branchline import OVER, load
from branchline.core.game import AnyGame
from branchline.core.looks import unmarked
from branchline.core.voice import speaking

# words that look the same in none of the languages but those named
TYPICAL = {
    "round": "", "turn": "", "turned": "", "passengers": "", "aboard": "", "delivered": "", "disruption": "",
    "disruptions": "", "seat": "", "seats": "", "ticket": "", "tickets": "", "card": "", "cards": "",
    "yard": "", "ahead": "", "waiting": "", "nobody": "", "then": "", "track": "", "left": "", "front": "",
    "string": "", "strings": "", "company": "", "companies": "", "owner": "", "others": "", "deck": "",
    "river": "", "mountain": "", "field": "", "north": "", "east": "", "laid": "", "short": "",
    "and": "", "with": "", "points": "fr", "point": "fr", "train": "fr", "trains": "fr", "station": "nl",
    "stations": "nl",
}  # fmt: skip


def told(game: AnyGame, state: Any) -> tuple[list[tuple[str, list[str]]], str, str]:
    """The position in words, the text of the terminal, and all that a picture writes."""
    with speaking(game.words.language):
        seat = state.to_move
        view = game.looks.view(game.mask(state, seat), seat)
        root = ElementTree.fromstring(game.looks.picture(view))
        written = "\n".join("".join(each.itertext()) for each in root.iter())
        return game.looks.position(view), unmarked(game.looks.text(view)), written


def english(text: str, language: str, among: Mapping[str, str] = TYPICAL) -> list[str]:
    """Typical English words in it; what is typed, `home-red` or `local1`, stays, and tags are not read."""
    shown = re.sub(r"<(?!/?title)[^>]*>", " ", text).lower().replace("string railway", "")
    words = re.findall(r"(?<![\w-])[^\W\d_]+(?![\w-])", shown)
    return sorted({word for word in words if word in among and language not in among[word].split()})


def without_english(game: AnyGame, state: Any, seat: int | None, among: Mapping[str, str]) -> None:
    """What a seat sees in words, in the terminal and drawn is no English, and as much as in English."""
    people, language, plain = ("Ada", "Brunel", "Cleo"), game.words.language, load(game.id)
    view = game.looks.view(game.mask(state, seat), seat)
    with speaking(language):
        parts, text = game.looks.position(view, people), unmarked(game.looks.text(view))
    assert [len(lines) for _, lines in parts] == [
        len(lines) for _, lines in plain.looks.position(view, people)
    ]
    assert text.count("\n") == plain.looks.text(view).count("\n")
    drawn = game.looks.picture(view)
    assert drawn.count("<text") >= plain.looks.picture(view).count("<text") - 3
    for said in (str(parts), text, drawn):
        assert english(said, language, among) == []


def walked_without_english(
    game: AnyGame, looked_at: tuple[int, ...], among: Mapping[str, str], **options: str
) -> None:
    """A game of three by chance, looked at after so many steps and at its end, by a guest and by a seat."""
    state, rng, steps = game.start(3, **options), Random(3), 0
    while state.to_move != OVER:
        game.apply(state, game.random_action(state, rng))
        steps += 1
        if steps in looked_at or state.to_move == OVER:
            for seat in (None, 0):
                without_english(game, state, seat, among)


def explained(game_id: str, language: str, typed: tuple[str, ...]) -> str:
    """What somebody is told who types this at the beginning of a game of three."""
    game, rng = load(game_id, language=language), Random(1)
    state = game.start(3)
    while state.to_move < 0:
        game.apply(state, game.draw(state, rng))
    return str(game.explain(state, typed))


def faults(game_id: str, state: Any, language: str) -> list[str]:
    parts, text, written = told(load(game_id, language=language), state)
    as_told, as_text, _ = told(load(game_id), state)
    found = english("\n".join([*(line for title, lines in parts for line in (title, *lines))]), language)
    found += english(text, language) + english(written, language)
    if [len(lines) for _, lines in parts] != [len(lines) for _, lines in as_told]:
        found.append("the position has other parts or lines")
    if len(text.split("\n\n")) != len(as_text.split("\n\n")):
        found.append("the text has other parts")
    return found
