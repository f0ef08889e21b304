"""A small network that says who is likely to win: weights from a file of the package, no framework.

A game describes a position by *things* (railroads, bridges, trains: rows of features), by what each seat
*holds* of each thing, and by rows of features of the *seats*. One encoder reads all things; each seat sees
the sum of them and the sum of those it holds, beside its own features, and one head gives it a number. The
softmax of these numbers is everybody's share of the win, for any number of seats.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import blake2b
from io import BytesIO
from typing import Any, NamedTuple, Protocol
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from branchline.core.errors import BranchlineError
from branchline.core.voice import say

Floats = NDArray[np.float32]


class Layers(NamedTuple):
    """The weights in the order in which they are used; a matrix has a row for each input."""

    encoder: Floats  # features of a thing to a first layer
    encoder_bias: Floats
    code: Floats  # that to the thing's code
    code_bias: Floats
    of_all: Floats  # the sum of all codes to the head's first layer
    of_held: Floats  # the sum of what a seat holds
    of_seat: Floats  # a seat's own features
    head_bias: Floats
    deep: Floats  # to the head's second layer
    deep_bias: Floats
    last: Floats  # to one number a seat
    heat: Floats  # what it is divided by for each number of seats and phase: calibration


class Net(Protocol):
    """The same as a record of numpy, as kernels see it: all that says what a turn promises."""

    encoder: Floats
    encoder_bias: Floats
    code: Floats
    code_bias: Floats
    of_all: Floats
    of_held: Floats
    of_seat: Floats
    head_bias: Floats
    deep: Floats
    deep_bias: Floats
    last: Floats


def record_type(thing: int, seat: int, first: int, code: int, head: int, deep: int) -> np.dtype[np.void]:
    """The type of such a record, by the features of a thing and of a seat and the widths of the layers."""
    return np.dtype(
        [
            ("encoder", np.float32, (thing, first)), ("encoder_bias", np.float32, (first,)),
            ("code", np.float32, (first, code)), ("code_bias", np.float32, (code,)),
            ("of_all", np.float32, (code, head)), ("of_held", np.float32, (code, head)),
            ("of_seat", np.float32, (seat, head)), ("head_bias", np.float32, (head,)),
            ("deep", np.float32, (head, deep)), ("deep_bias", np.float32, (deep,)),
            ("last", np.float32, (deep,)),
        ],
        align=True,
    )  # fmt: skip


def as_record(layers: Layers, kind: np.dtype[np.void]) -> NDArray[np.void]:
    """The weights as the kernels want them: an array of one record."""
    found = np.zeros(1, kind)
    for name in kind.names or ():
        found[0][name][...] = getattr(layers, name)
    return found


def softmax(numbers: NDArray[Any]) -> NDArray[Any]:
    odds = np.exp(numbers - numbers.max(axis=-1, keepdims=True))
    found: NDArray[Any] = odds / odds.sum(axis=-1, keepdims=True)
    return found


def judged(layers: Layers, things: Floats, holds: Floats, seats: Floats) -> Floats:
    """One number a seat, before the softmax, of one position or many: what kernels and training compute."""
    codes = np.maximum(things @ layers.encoder + layers.encoder_bias, 0) @ layers.code + layers.code_bias
    codes = np.maximum(codes, 0)
    common = codes.sum(axis=-2, keepdims=True) @ layers.of_all + layers.head_bias
    first = np.maximum(common + holds @ codes @ layers.of_held + seats @ layers.of_seat, 0)
    found: Floats = np.maximum(first @ layers.deep + layers.deep_bias, 0) @ layers.last
    return found


@dataclass(frozen=True)
class Network:
    """Weights, and where they come from: game, version of the features, seeds, games, commit."""

    layers: Layers
    origin: dict[str, Any] = field(default_factory=dict)

    def digest(self) -> str:
        return _digest(self.layers)

    def skill(self) -> str:
        """A digest without the heat, on which only what is said of chances depends."""
        return _digest(self.layers[:-1])


def _digest(arrays: Iterable[Floats]) -> str:
    found = blake2b(digest_size=6)
    for each in arrays:
        found.update(np.ascontiguousarray(each, np.float32).tobytes())
    return found.hexdigest()


def to_bytes(network: Network) -> bytes:
    """As an .npz file."""
    origin = {**network.origin, "digest": network.digest()}
    file = BytesIO()
    arrays: dict[str, Any] = {name: np.asarray(each) for name, each in network.layers._asdict().items()}
    np.savez_compressed(file, origin=np.array(json.dumps(origin)), **arrays)
    return file.getvalue()


def from_bytes(data: bytes, version: int, what: str) -> Network:
    """Read again; `version` is that of the features as the game has them now."""
    try:
        with np.load(BytesIO(data), allow_pickle=False) as file:
            layers = Layers(*(np.ascontiguousarray(file[name], np.float32) for name in Layers._fields))
            origin = json.loads(str(file["origin"]))
    except (AttributeError, BadZipFile, EOFError, KeyError, ValueError):
        raise BranchlineError(say("core.network-none", what=what)) from None
    network = Network(layers, origin)
    if origin["features"] != version:
        raise BranchlineError(say("core.network-version", what=what, then=origin["features"], now=version))
    if origin["digest"] != network.digest():
        raise BranchlineError(say("core.network-damaged", what=what))
    return network
