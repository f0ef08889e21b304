"""Starts a program and ends it, and all that it started, when whoever wanted it is gone.

A process that is killed cannot tidy up, but the system closes its files: this one holds the other end of a
pipe, and when that is closed the program has some seconds to end by itself; a byte in it means at once. It
runs as a script, `python -I -S guard.py FD PROGRAM ...`, and loads nothing of ours.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading

PATIENCE = 5.0  # seconds for a program whose input has ended


def main(lifeline: int, command: list[str]) -> int:
    try:
        program = subprocess.Popen(command, start_new_session=True)
    except OSError as error:
        sys.exit(f"{command[0]}: {error.strerror}")
    for inherited in (0, 1):  # they are the program's alone: when it ends, its answers end
        os.close(inherited)

    def watch() -> None:
        if not os.read(lifeline, 1):
            with contextlib.suppress(subprocess.TimeoutExpired):
                program.wait(PATIENCE)
        end(program.pid)

    threading.Thread(target=watch, daemon=True).start()
    status = program.wait()
    end(program.pid)
    return status if status >= 0 else 128 - status


def end(group: int) -> None:
    """Everybody of a group of processes, where anybody is left."""
    with contextlib.suppress(ProcessLookupError, PermissionError):  # some systems say so of the dead
        os.killpg(group, signal.SIGKILL)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2:]))
