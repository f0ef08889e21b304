"""The process that looks at finished games again: says now and then how far it is, then what it found.

It is ended when a review is stopped, and ends by itself when nobody hears it any more. The record that it
gets has no names, and what it says has no words: a name that somebody takes back is in no review.
"""

from __future__ import annotations

import os
from typing import Any, BinaryIO

from branchline.bots import warm
from branchline.core.action import from_json
from branchline.core.errors import BranchlineError
from branchline.games import load
from branchline.review import Review, review
from branchline.review.telling import Figures
from branchline.review.weigh import Gap
from branchline.server.worker import answers, say, serve

ERRORS = 2  # standard errors, by which a cost is said to be off


def body_of(found: Review) -> dict[str, Any]:
    """A review as it is stored: figures and no words, as nobody knows yet who will read it."""
    return {
        "chances": [(step, rounded(shares)) for step, shares in found.chances],
        "bands": [(step, rounded(low), rounded(high)) for step, low, high in found.bands],
        "cost": rounded([-each for each in found.skill]),
        "luck": rounded(found.luck),
        "mistakes": [
            {
                "seat": each.turn.seat,
                "step": each.turn.step,
                "steps": len(each.turn.plan),
                "better": each.better,
                "cost": round(each.cost, 4),
                "off": round(ERRORS * each.gap.spread, 4),
                "shares": rounded(each.gap.better),
                "played": rounded(each.gap.played),
            }
            for each in found.mistakes
        ],
    }


def figures_of(mistake: dict[str, Any]) -> Figures:
    """The figures of a mistake as they are stored."""
    better = tuple(from_json(action) for action in mistake["better"])
    gap = Gap(mistake["shares"], mistake["played"], mistake["off"] / ERRORS)
    return Figures(mistake["step"], better, gap)


def rounded(shares: list[float]) -> list[float]:
    return [round(each, 4) + 0.0 for each in shares]


def work(question: tuple[Any, ...], outside: BinaryIO) -> dict[str, Any]:
    game_id, board, record = question
    told = -1

    def tell(part: float) -> None:
        nonlocal told
        if int(100 * part) > told:
            told = int(100 * part)
            say(outside, {"part": told / 100})

    try:
        game = load(game_id, board or None)
        warm(game, ["expert"], print)
        return {"review": body_of(review(game, record, tell=tell))}
    except BranchlineError as error:
        return {"refused": error.to_json()}


def main() -> None:
    if hasattr(os, "nice"):
        os.nice(10)  # after the server and after bots that think
    outside = answers()
    serve(lambda question: work(question, outside), outside)


if __name__ == "__main__":
    main()
