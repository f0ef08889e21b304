"""The network of core/network.py in torch: trained on who won, written back as plain arrays."""

from __future__ import annotations

from math import cos, pi
from random import Random
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from branchline.core.network import Layers
from branchline.core.practice import PHASES, Samples, Shape
from branchline.train.heat import fitted

RATE, LAST_RATE = 2e-3, 3e-4  # of learning, at the first iteration and after many
DECAY = 1e-5
LEADS = 0.3  # what leads at the end count beside who won: they tell more of a game, but are not the aim
HELD_OUT = 20  # one game of so many is not learned from


def device() -> str:
    return "cuda" if torch.cuda.is_available() else "cpu"


def made_by() -> dict[str, str]:
    """What is said of it where weights come from."""
    return {"torch": torch.__version__, "device": device()}


def fresh(shape: Shape, seed: str) -> Layers:
    """Weights that know nothing."""
    rng = np.random.default_rng(Random(seed).getrandbits(64))

    def matrix(rows: int, columns: int, inputs: int) -> NDArray[np.float32]:
        found: NDArray[np.float32] = (rng.normal(size=(rows, columns)) * (2 / inputs) ** 0.5).astype(
            np.float32
        )
        return found

    def zeros(size: int) -> NDArray[np.float32]:
        return np.zeros(size, np.float32)

    inputs = 2 * shape.code + shape.seat_features
    return Layers(
        matrix(shape.thing_features, shape.first, shape.thing_features), zeros(shape.first),
        matrix(shape.first, shape.code, shape.first), zeros(shape.code),
        matrix(shape.code, shape.head, 6 * inputs), matrix(shape.code, shape.head, 2 * inputs),
        matrix(shape.seat_features, shape.head, inputs), zeros(shape.head),
        matrix(shape.head, shape.deep, shape.head), zeros(shape.deep),
        matrix(shape.deep, 1, 10 * shape.deep)[:, 0], np.ones((shape.seats + 1, PHASES), np.float32),
    )  # fmt: skip


def forward(weights: dict[str, torch.Tensor], things: torch.Tensor, holds: torch.Tensor, seats: torch.Tensor,
            players: torch.Tensor) -> torch.Tensor:  # fmt: skip
    """`core.network.judged` for many positions at once; seats that are not there get no share."""
    codes = torch.relu(things @ weights["encoder"] + weights["encoder_bias"])
    codes = torch.relu(codes @ weights["code"] + weights["code_bias"])
    common = (codes.sum(1) @ weights["of_all"] + weights["head_bias"])[:, None]
    head = torch.relu(common + holds @ codes @ weights["of_held"] + seats @ weights["of_seat"])
    deep = torch.relu(head @ weights["deep"] + weights["deep_bias"])
    numbers = deep @ weights["last"]
    there = torch.arange(seats.shape[1], device=seats.device)[None] < players[:, None]
    return numbers.masked_fill(~there, -1e9)


class Data:
    """Samples where they are trained on."""

    def __init__(self, samples: Samples, shape: Shape, where: str) -> None:
        def moved(array: NDArray[Any]) -> torch.Tensor:
            return torch.from_numpy(np.ascontiguousarray(array)).to(where)

        self.things, self.seats = moved(samples.things), moved(samples.seats)
        self.holds = moved((samples.holds / np.float16(shape.held)).astype(np.float16))
        self.players, self.winner = moved(samples.players).long(), moved(samples.winner).long()
        self.phase = moved(samples.phase).long()
        self.margin, self.finals = shape.margin, moved(samples.finals)
        self.facts = self.players, self.phase, self.winner
        aside = moved(samples.number % HELD_OUT == 0)
        self.learned = torch.nonzero(~aside)[:, 0]
        self.aside = torch.nonzero(aside)[:, 0]

    def numbers(self, weights: dict[str, torch.Tensor], rows: torch.Tensor) -> torch.Tensor:
        return forward(
            weights, self.things[rows].float(), self.holds[rows].float(), self.seats[rows].float(),
            self.players[rows],
        )  # fmt: skip

    def loss(self, numbers: torch.Tensor, rows: torch.Tensor) -> torch.Tensor:
        """How far the numbers are from who won; and from the leads at the end, where these are learned."""
        loss = torch.nn.functional.cross_entropy(numbers, self.winner[rows], reduction="sum")
        if self.margin:
            there = torch.arange(numbers.shape[1], device=numbers.device)[None] < self.players[rows][:, None]
            off = torch.where(there, numbers - self.finals[rows].float() / self.margin, 0.0)
            off = torch.where(there, off - off.sum(1, keepdim=True) / self.players[rows][:, None], 0.0)
            loss = loss + LEADS * (off**2).sum()
        return loss


def prepared(samples: Samples, shape: Shape) -> Data:
    return Data(samples, shape, device())


def train(
    layers: Layers, window: list[Data], iteration: int, epochs: float, batch: int, seed: str
) -> tuple[Layers, dict[str, Any]]:
    """Go on from these weights with the games of the window; returns new ones and what to log."""
    where = window[0].things.device
    weights = {
        name: torch.tensor(each, device=where, requires_grad=name != "heat")
        for name, each in layers._asdict().items()
    }
    learning = [each for name, each in weights.items() if name != "heat"]
    chance = torch.Generator().manual_seed(Random(f"{seed}/{iteration}/train").getrandbits(60))
    sizes = [len(data.learned) for data in window]
    steps = max(1, int(epochs * sum(sizes) / batch))
    start = max(LAST_RATE, RATE * 0.8**iteration)
    optimizer = torch.optim.AdamW(learning, lr=start, weight_decay=DECAY)
    total = torch.zeros((), device=where)
    parts = [max(1, round(batch * size / sum(sizes))) for size in sizes]
    for step in range(steps):
        optimizer.param_groups[0]["lr"] = start * (0.05 + 0.95 * (1 + cos(pi * step / steps)) / 2)
        loss = torch.zeros((), device=where)
        for data, part in zip(window, parts, strict=True):
            if len(data.learned):
                rows = data.learned[torch.randint(len(data.learned), (part,), generator=chance).to(where)]
                loss = loss + data.loss(data.numbers(weights, rows), rows)
        loss = loss / sum(parts)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += loss.detach()
    with torch.no_grad():
        heat = calibrated(weights, window)
        aside = held_out(weights, window)
    plain = {name: each.detach().cpu().numpy().astype(np.float32) for name, each in weights.items()}
    plain["heat"] = heat
    return Layers(**plain), {"loss": round(float(total) / steps, 4), "steps": steps, **aside}


def held_out(weights: dict[str, torch.Tensor], window: list[Data]) -> dict[str, Any]:
    """Log loss on games that were not learned from, for each number of players and phase, beside uniform."""
    found: dict[str, Any] = {}
    data = window[-1]
    losses = torch.nn.functional.cross_entropy(
        data.numbers(weights, data.aside), data.winner[data.aside], reduction="none"
    )
    found["held_out"] = round(float(losses.mean()), 4)
    table = {}
    for players in torch.unique(data.players[data.aside]).tolist():
        rows = data.players[data.aside] == players
        by_phase = [losses[rows & (data.phase[data.aside] == phase)] for phase in range(PHASES)]
        table[str(players)] = [round(float(each.mean()), 3) if len(each) else None for each in by_phase]
    return {**found, "by_phase": table}


def calibrated(weights: dict[str, torch.Tensor], window: list[Data]) -> NDArray[np.float32]:
    """What the numbers are divided by so that shares come true, on held-out games of the window."""
    asked = [
        [data.numbers(weights, data.aside), *(each[data.aside] for each in data.facts)] for data in window
    ]
    return fitted(*(torch.cat(each).cpu().numpy() for each in zip(*asked, strict=True)))
