"""Bots of one's own on the nodes of a cluster: as they are there, or else as they were sent along."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import ModuleType

from branchline.arena.selfplay import Match
from branchline.arena.series import Result, play_numbers
from branchline.bots.own import CARRIED, function, own_among

Functions = dict[str, bytes]  # pickled with their modules, by their sources


def functions_of(match: Match, cloudpickle: ModuleType) -> Functions:
    """The functions that play in a match. What cannot be pickled, say a lock, nodes must have themselves."""
    found = {}
    for own in own_among(match.bots):
        if own.command or own.pick:  # a function that was given travels with the match
            continue
        pick = function(own.source)
        module = sys.modules[pick.__module__.partition(".")[0]]
        cloudpickle.register_pickle_by_value(module)
        try:
            found[own.source] = cloudpickle.dumps(pick)
        except (TypeError, AttributeError, ValueError):
            continue
        finally:
            cloudpickle.unregister_pickle_by_value(module)
    return found


def play_there(match: Match, numbers: list[int], folder: str, functions: Functions) -> list[Result]:
    """A task for a node: from the same folder, where it has that."""
    CARRIED.update(functions)
    if Path(folder).is_dir():
        os.chdir(folder)
    return play_numbers(match, numbers)
