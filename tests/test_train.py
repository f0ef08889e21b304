"""A training is the same wherever its games are played and however often it is interrupted; and what the
training program says to whoever asks for something that it cannot do."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest

from branchline.core.network import Layers, Network, from_bytes, to_bytes
from branchline.core.practice import ARRAYS, Samples, Shape
from branchline.games import load
from branchline.train.arguments import arguments
from branchline.train.folder import Folder
from branchline.train.heat import ABSENT, fitted, log_loss
from branchline.train.iterations import iterate
from branchline.train.plot import chart
from branchline.train.workers import practice_of, workers
from tests.processes import PATIENCE

GAME = "bridgetown"
SMALL = (GAME, "--games", "12", "--window", "2", "--batch", "64", "--processes", "1")
PLAYED = """
import sys
import numpy as np
from branchline.core.practice import Lesson, arrays
from branchline.games import load
from branchline.train.workers import games, practice_of, workers
if __name__ == "__main__":
    seed, processes, ray, out = sys.argv[1:]
    layers = practice_of("bridgetown").shipped(load("bridgetown")).layers
    done = []
    with workers("bridgetown", int(processes), ray or None) as who:
        samples = games(who, Lesson(seed, 1, (layers, layers)), 20, done.append)
    assert sum(done) == 20 and len(done) > 1
    np.savez(out, alone=np.array(str(sorted(samples.alone.items()))), **arrays(samples))
"""


@pytest.fixture(autouse=True, scope="module")
def kernels() -> None:
    """Compiled before anybody's patience is asked for."""
    practice_of(GAME).warm(load(GAME))


def run(*words: str, code: int = 0) -> str:
    """All that the program says."""
    done = subprocess.run(
        [sys.executable, *words], capture_output=True, text=True, timeout=2 * PATIENCE, check=False
    )
    said = done.stdout + done.stderr
    assert done.returncode == code and "Traceback" not in said, said
    return said


def trained(*words: str, code: int = 0) -> str:
    return run("-m", "branchline.train", *words, code=code)


def with_weights(folder: Path) -> Path:
    """A folder with the weights of the package, which nobody has to be trained for."""
    folder.mkdir()
    shipped = practice_of(GAME).shipped(load(GAME))
    (folder / f"weights-{GAME}.npz").write_bytes(to_bytes(shipped))
    return folder


# --- wherever games are played


def test_one_process_two_and_ray_play_the_same_games(tmp_path: Path) -> None:
    script = tmp_path / "played.py"
    script.write_text(PLAYED)

    def played(seed: str, processes: str, ray: str = "") -> dict[str, Any]:
        out = tmp_path / f"{seed}-{processes}-{ray}.npz"
        said = run(str(script), seed, processes, ray, str(out))
        assert not said, "Ray has nothing to tell our users"
        return dict(np.load(out))

    one = played("alike", "1")
    assert (
        set(one) == {*ARRAYS, "alone"}
        and "greedy" in str(one["alone"])
        and set(one["number"]) == set(range(20))
    )
    for other in (played("alike", "2"), played("alike", "2", "auto")):
        for name, each in one.items():
            np.testing.assert_array_equal(other[name], each, name)
            assert other[name].dtype == each.dtype
    another = played("other", "1")
    assert another["things"].shape != one["things"].shape or (another["things"] != one["things"]).any()


@pytest.mark.parametrize("address", ["127.0.0.1:1", "ray://127.0.0.1:1", "nowhere:x", "127.0.0.1:99999"])
def test_a_cluster_that_is_not_there_is_told_in_one_sentence(tmp_path: Path, address: str) -> None:
    folder = with_weights(tmp_path / "out")
    said = trained(GAME, "--calibrate", "--out", str(folder), "--ray", address, code=1)
    assert said.splitlines() == [f"there is no Ray cluster at {address}"]


def test_weights_are_calibrated_on_a_cluster_as_here(tmp_path: Path) -> None:
    """The program itself, by Ray and without torch."""
    heats = []
    for way in (["--processes", "1"], ["--processes", "2", "--ray", "auto"]):
        folder = with_weights(tmp_path / way[1])
        said = trained(GAME, "--calibrate", "--games", "30", "--out", str(folder), *way)
        assert said.startswith("Log loss by tenths of a game")
        data = (folder / f"weights-{GAME}.npz").read_bytes()
        heats.append(from_bytes(data, practice_of(GAME).VERSION, "new").layers.heat)
    assert (heats[0] == heats[1]).all()
    assert (heats[0] != practice_of(GAME).shipped(load(GAME)).layers.heat).any()


# --- however often it is interrupted


class Counting:
    """A teacher without torch: weights in which every position of the window, the iteration and the seed
    leave their mark, so that they differ if anything was lost or another game was played."""

    def made_by(self) -> dict[str, str]:
        return {"torch": "none", "device": "cpu"}

    def fresh(self, shape: Shape, seed: str) -> Layers:
        shipped = practice_of(GAME).shipped(load(GAME)).layers
        return shipped._replace(last=shipped.last + np.float32(len(seed)) / 100)

    def prepared(self, samples: Samples, shape: Shape) -> np.ndarray[Any, Any]:
        return np.array([float(getattr(samples, name).astype(np.float64).sum()) for name in ARRAYS])

    def train(
        self, layers: Layers, window: list[Any], iteration: int, epochs: float, batch: int, seed: str
    ) -> tuple[Layers, dict[str, Any]]:
        chance = Random(f"{seed} {iteration} {[each.tolist() for each in window]}")
        last = layers.last + np.array([chance.gauss(0, 0.3) for _ in layers.last], np.float32)
        return layers._replace(last=last), {"loss": 1.0, "held_out": 1.1 - iteration / 10}


def go_on(folder: Path, iterations: int, seed: str, with_torch: bool) -> Network:
    """The program, or all of it but torch; and the weights that it ends with."""
    words = [*SMALL, "--iterations", str(iterations), "--seed", seed, "--out", str(folder)]
    if with_torch:
        trained(*words)
    else:
        with workers(GAME, 1) as who:
            iterate(arguments(words), who, Counting(), time.monotonic(), lambda what: lambda more: None)
    return from_bytes((folder / f"weights-{GAME}.npz").read_bytes(), practice_of(GAME).VERSION, "new")


@pytest.mark.prove("train")
def test_a_training_depends_on_its_seed_alone_and_not_on_interruptions(
    tmp_path: Path, count: Callable[[int, int], int]
) -> None:
    """In every run by a teacher without torch; `dev.py prove train` installs torch and trains."""
    with_torch = bool(count(0, 1))

    def ended(name: str, *stops: int, seed: str = "one") -> Network:
        for iterations in stops:
            found = go_on(tmp_path / name, iterations, seed, with_torch)
        return found

    whole = ended("whole", 4)
    assert (whole.origin["iterations"], whole.origin["games"]) == (4, 48)
    assert whole.digest() != ended("shorter", 3).digest(), "the last iteration learned something"
    assert whole.digest() == ended("again", 4).digest()
    assert whole.digest() == ended("interrupted", 1, 3, 4).digest()
    assert whole.digest() == ended("again", 4).digest(), "what is done is not done again"
    assert whole.digest() != ended("other", 4, seed="two").digest()

    rows, other = (Folder(tmp_path / name, GAME).rows() for name in ("interrupted", "other"))
    assert rows[0]["positions"] != other[0]["positions"], "another seed begins with other games"
    assert [row["iteration"] for row in rows] == [0, 1, 2, 3]
    assert any(name.startswith("alone ") for row in rows for name in row)
    plot = ElementTree.parse(tmp_path / "interrupted" / f"plot-{GAME}.svg")
    assert "Bridgetown Races: training by self-play, 4 iterations" in list(plot.getroot().itertext())


@pytest.mark.prove("train")
def test_an_iteration_that_was_killed_is_played_again(
    tmp_path: Path, count: Callable[[int, int], int]
) -> None:
    """Its games may have been kept, whole or half; they are not mixed with what is learned then."""
    with_torch = bool(count(0, 1))
    whole = go_on(tmp_path / "whole", 2, "one", with_torch)
    go_on(tmp_path / "killed", 1, "one", with_torch)
    folder = Folder(tmp_path / "killed", GAME)
    (folder.games / "1.npz").write_bytes((folder.games / "0.npz").read_bytes()[:1000])
    with folder.log.open("a") as log:
        log.write('{"iteration": 1, "posit\n')
    assert go_on(tmp_path / "killed", 2, "one", with_torch).digest() == whole.digest()
    assert [row["iteration"] for row in folder.rows()] == [0, 1]


def test_who_is_killed_while_weights_are_written_goes_on_against_the_same_rival(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped, version = practice_of(GAME).shipped(load(GAME)), practice_of(GAME).VERSION
    first, second, third = (
        Network(
            shipped.layers._replace(head_bias=shipped.layers.head_bias + each),
            {**shipped.origin, "iterations": each},
        )
        for each in range(3)
    )
    folder = Folder(tmp_path, GAME)
    folder.write(second, first)
    monkeypatch.setattr(Path, "replace", refusing(folder.weights))
    with pytest.raises(KeyboardInterrupt):
        folder.write(third, second)
    monkeypatch.undo()
    found = folder.read(version)
    assert found is not None and [each.digest() for each in found] == [second.digest(), first.digest()]
    folder.write(third, second)
    found = folder.read(version)
    assert found is not None and [each.digest() for each in found] == [third.digest(), second.digest()]
    assert len(list(folder.rivals.iterdir())) == 1, "older ones are gone"
    folder.weights.write_bytes(to_bytes(shipped))
    found = folder.read(version)
    assert found is not None and [each.digest() for each in found] == [shipped.digest()] * 2, "brought along"


def refusing(path: Path) -> Callable[[Path, Path], Path]:
    """Somebody is killed just before this file is written."""
    replace = Path.replace

    def killed(each: Path, target: Path) -> Path:
        if target == path:
            raise KeyboardInterrupt
        return replace(each, target)

    return killed


def test_weights_that_were_brought_along_are_gone_on_from_and_not_begun_anew(tmp_path: Path) -> None:
    folder = Folder(with_weights(tmp_path / "out"), GAME)
    shipped = practice_of(GAME).shipped(load(GAME))
    found = folder.read(practice_of(GAME).VERSION)
    assert found is not None and [each.digest() for each in found] == [shipped.digest()] * 2


# --- the plot


def logged(iterations: int) -> Iterator[dict[str, Any]]:
    for each in range(iterations):
        alone = {"alone greedy 2": [40, 10 + each, 0.25], "alone tries 4": [7, 0, 0.0]} if each else {}
        yield {
            "iteration": each,
            "loss": 1.2 - each / 50,
            "held_out": float("nan") if each == 1 else 1.1,
            **alone,
        }


@pytest.mark.parametrize("iterations", [0, 1, 2, 30])
def test_a_plot_shows_losses_and_every_kind_of_rival_within_its_paper(iterations: int) -> None:
    svg = ElementTree.fromstring(chart("A & B", list(logged(iterations))))
    words = [each for each in svg.itertext() if each.strip()]
    assert any(each.startswith("A & B: ") for each in words)
    assert ("Log loss: less is better" in words) == (iterations > 0)
    assert ("alone among greedy" in words and "4 seats" in words) == (iterations > 1)
    _, _, wide, high = map(float, svg.attrib["viewBox"].split())
    for each in svg.iter():
        for name, value in each.attrib.items():
            if name in ("x", "x1", "x2", "cx"):
                assert 0 <= float(value) <= wide
            if name in ("y", "y1", "y2", "cy"):
                assert 0 <= float(value) <= high


def test_a_log_that_was_begun_anew_shows_the_last_training(tmp_path: Path) -> None:
    folder = Folder(tmp_path, GAME)
    for row in (*logged(5), *logged(2)):
        folder.note(row, "Bridgetown")
    assert [row["iteration"] for row in folder.rows()] == [0, 1]
    assert len(folder.log.read_text().splitlines()) == 7 and json.loads(
        folder.log.read_text().splitlines()[0]
    )
    assert "2 iterations" in folder.plot.read_text()


# --- what cannot be done


def test_weights_that_are_not_there_cannot_be_calibrated(tmp_path: Path) -> None:
    said = trained("sncf-france", "--calibrate", "--out", str(tmp_path), code=1)
    assert "no " in said and "weights-sncf-france.npz to calibrate" in said


def test_games_and_processes_are_at_least_one() -> None:
    said = trained(GAME, "--processes", "0", code=2)
    assert "--processes is a whole number from 1 on, not '0'" in said and len(said.splitlines()) == 1


def test_a_heat_makes_shares_come_true() -> None:
    """Numbers that are twice too sure are divided by two, and those of an empty seat stay out of it."""
    rng = np.random.default_rng(1)
    numbers = rng.normal(size=(20_000, 4)).astype(np.float32)
    odds = np.exp(numbers[:, :3])
    odds /= odds.sum(axis=1, keepdims=True)
    winner = (rng.random((20_000, 1)) > odds.cumsum(axis=1)).sum(axis=1).clip(0, 2)
    numbers[:, 3] = ABSENT
    players, phase = np.full(20_000, 3), rng.integers(0, 2, 20_000)
    found = fitted(2 * numbers, players, phase, winner)
    assert found[3, :2] == pytest.approx([2, 2], rel=0.1)
    assert found[3, 5] == pytest.approx(2, rel=0.1), "a part of the game without games has the heat of all"
    assert log_loss(numbers, winner) < log_loss(2 * numbers, winner)


@pytest.mark.parametrize(
    ("hidden", "words", "says"),
    [
        ("torch", [], "training needs the extra 'train'"),
        ("ray", ["--calibrate", "--ray", "auto"], "--ray needs the extra 'cluster'"),
    ],
)
def test_an_extra_that_is_missing_is_named_before_anything_is_compiled(
    tmp_path: Path, hidden: str, words: list[str], says: str
) -> None:
    """Also where it is installed: here it is hidden."""
    hide = f"import sys; sys.modules[{hidden!r}] = None\n"
    program = f"{hide}from branchline.train.__main__ import main; sys.exit(main(sys.argv[1:]))"
    folder = with_weights(tmp_path / "out")
    said = run("-c", program, GAME, "--out", str(folder), *words, code=1)
    assert says in said and len(said.splitlines()) == 1
