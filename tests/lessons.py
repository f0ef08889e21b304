"""Lessons are written by hand; `python -m tests.lessons` plays their rows and fills the digests in."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

from branchline.core.action import from_text
from branchline.core.game import CHANCE, OVER
from branchline.core.record import UNFINISHED, digest, result_text
from branchline.games import GAMES, load
from branchline.games.lessons import has_lesson

ROW = re.compile(r"(-|[0-9]) (.+?)(?: ~[0-9a-f]{8})?\Z")


def path_of(game_id: str) -> Path:
    return Path(str(files("branchline.games"))) / GAMES[game_id] / "lessons" / f"{game_id}.txt"


def renewed(text: str) -> str:
    """The same study with the digests and the result to which its rows lead now."""
    head = dict(line.split(" ", 1) for line in text.splitlines() if " " in line)
    game = load(head["game"])
    options = dict(pair.split("=") for pair in head.get("options", "").split())
    state, depth, out = game.start(int(head["players"]), **options), 0, []
    for line in text.splitlines():
        depth += (line == "(") - (line == ")")
        row = ROW.match(line)
        if line.startswith("board "):
            line = f"board {game.board.id} {game.board.digest}"
        elif row and not depth:
            seat = CHANCE if row[1] == "-" else int(row[1])
            assert seat == state.to_move, f"{line}: seat {state.to_move} is to move"
            action = game.accept(state, from_text(row[2]))
            game.apply(state, action)
            line = f"{row[1]} {row[2]} ~{digest(state)}"
        out.append(line)
    over = state.to_move == OVER
    result = result_text(game.scores(state)) if over else UNFINISHED
    return "\n".join(f"result {result}" if line.startswith("result ") else line for line in out) + "\n"


if __name__ == "__main__":
    for game_id in filter(has_lesson, GAMES):
        path = path_of(game_id)
        path.write_text(renewed(path.read_text("utf-8")), "utf-8")
        print(f"{path.name} is up to date")
