"""The process in which boards and records from outside are judged, loaded and tried, within limits.

Whatever they make of memory and time, they make of this process: it answers, or it is ended. Only what
passed here is loaded by the server.
"""

from __future__ import annotations

import contextlib
import gc
import logging
import os
import sys
import time
from random import Random
from typing import Any

from branchline.core.errors import BoardError, BranchlineError
from branchline.core.game import OVER, AnyGame
from branchline.core.record import last_state, read
from branchline.games import here, load
from branchline.server.worker import serve

log = logging.getLogger("branchline.judge")  # to standard error
SECONDS = 5  # of work for one board or record
MEMORY = 512 << 20  # bytes of this process
KEPT = 64 << 20  # bytes that a loaded board may keep
FAULTS = 20  # told of one board
TRIED = 60  # random actions on a new board
STEP = 0.5  # seconds of work that one of them may take


class Unfit(Exception):
    """A board that cannot be played on, by what is wrong with it."""


def judge(game_id: str, board: str, record: str) -> dict[str, Any]:
    """Raises what is wrong with a board, or with a record on it or on ours."""
    before = memory()
    game = load(game_id, board or None)
    if board:
        gc.collect()
        if memory() - before > KEPT:
            raise Unfit("heavy")
        try_out(game)
    if record:
        last_state(here(game), read(record))
    return {"passed": True}


def try_out(game: AnyGame) -> None:
    """Some actions with all that a table does around one: what loads may still be too large to play on."""
    rng = Random(1)
    state = game.start(game.seats[-1])
    for _ in range(TRIED):
        if state.to_move == OVER:
            break
        begun = time.process_time()
        action = game.random_action(state, rng)
        game.check(state, action)
        game.apply(state, action)
        game.looks.view(game.mask(state, 0), 0)
        if state.to_move >= 0:
            game.legal_actions(state)
        if time.process_time() - begun > STEP:
            raise Unfit("tough")


def answer(question: tuple[Any, ...]) -> dict[str, Any]:
    what, game_id, board, record = question
    if what == "warm":
        load(game_id).mind.warm(print)
        return {"ready": True}
    with working(SECONDS):
        try:
            return judge(game_id, board, record)
        except BoardError as error:
            return {"refused": first(error).to_json()}
        except BranchlineError as error:
            return {"refused": error.to_json()}
        except Unfit as error:
            return {"failed": str(error)}
        except MemoryError:
            return {"failed": "large"}
        except Exception as error:  # whatever a board can make of our code, it is the board that is refused
            log.warning(f"a board made a fault: {type(error).__name__}: {error}"[:500])
            return {"failed": "unreadable"}


def first(error: BoardError) -> BoardError:
    """The first faults only: a file of thirty thousand of them helps nobody."""
    more = len(error.faults) - FAULTS
    if more <= 0:
        return error
    return BoardError(error.source, [*error.faults[:FAULTS], ("and", f"{more} more")])


# --- limits, where the system has them


@contextlib.contextmanager
def working(seconds: int) -> Any:
    """The system ends this process after so many seconds of work, not of waiting."""
    if sys.platform == "win32":
        yield
        return
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time()) + seconds + 1, hard))
    yield
    resource.setrlimit(resource.RLIMIT_CPU, (hard, hard))


def memory() -> int:
    """Bytes that this process holds now; 0 where the system does not say."""
    try:
        with open("/proc/self/statm") as text:  # noqa: PTH123
            return int(text.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 0


def main() -> None:
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        os.nice(10)
    serve(answer)


if __name__ == "__main__":
    main()
