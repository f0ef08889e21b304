"""docs/add-a-game.md, followed to the letter in a copy of this checkout: the game plays everywhere."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import httpx
import pytest
from playwright.async_api import Page, expect

from branchline import GAMES
from branchline.new_game import written
from tests.browser.axe import serious
from tests.browser.chrome import launched, person
from tests.checkout import ROOT, Checkout
from tests.server.process import Process

PAGE = (ROOT / "docs" / "add-a-game.md").read_text("utf-8")
TOOLS = [each for each in ("ruff", "mypy") if find_spec(each)]  # `dev.py check` brings both along


def section(heading: str) -> str:
    return PAGE.split(f"\n## {heading}\n", 1)[1].split("\n## ", 1)[0]


def commands(heading: str) -> list[list[str]]:
    """What that part of the page tells people to type, as words for Python."""
    lines = re.findall(r"```sh\n(.*?)```", section(heading), re.DOTALL)[0].strip().splitlines()
    short = {
        "python3 dev.py run": "-m branchline",
        "python3 dev.py play": "-m branchline play",
        "python3 dev.py test": "-m pytest -q -n 0 -p no:cacheprovider",
        ".venv/bin/python": "",
    }
    for long, said in short.items():
        lines = [line.replace(long, said) for line in lines]
    return [line.split() for line in lines]


@pytest.fixture(scope="module")
def depot(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    """The copy, after somebody has typed every file of the page into it."""
    copy = Checkout(tmp_path_factory.mktemp("followed") / "branchline")
    for path, text in re.findall(r"^`(\S+)`:\n\n```\w+\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL):
        (copy.root / path).parent.mkdir(parents=True, exist_ok=True)
        (copy.root / path).write_text(text, "utf-8")
    games = copy.root / "src" / "branchline" / "games" / "__init__.py"
    line = re.search(r"^The line in `GAMES`.*?```python\n(.*?)```", PAGE, re.MULTILINE | re.DOTALL)
    assert line
    head, rest = games.read_text("utf-8").split("GAMES = {\n", 1)
    games.write_text(f"{head}GAMES = {{\n{line[1]}{rest}", "utf-8")
    *kept, _ = commands("Its tests")
    for words in kept:
        done = copy.run(*words)
        assert done.returncode == 0, done.stderr
    return copy


@pytest.fixture
def served(depot: Checkout, tmp_path: Path) -> Iterator[Process]:
    with Process(tmp_path / "tables.db", PYTHONPATH=depot.environment["PYTHONPATH"]) as found:
        yield found


def test_its_tests_pass(depot: Checkout) -> None:
    *_, words = commands("Its tests")
    done = depot.run(*words)
    assert done.returncode == 0, done.stdout[-3000:]
    assert re.search(r"\d\d passed", done.stdout)


def test_the_terminal_and_the_arena_play_it(depot: Checkout, tmp_path: Path) -> None:
    play, arena, _ = commands("It plays")
    depot.environment["XDG_DATA_HOME"] = str(tmp_path)
    done = depot.run(*play, typed="?\ncouple 9\ntry couple 1\n" + "couple 1\n" * 20)
    assert done.returncode == 0, done.stderr
    assert "Couple 1, 2 or 3 waggons to your train" in done.stdout
    assert "One couples 1 to 3 waggons in a turn, not 9. [couple.count]" in done.stdout
    assert re.search(r"(wins|share the win)\.\nThe record is in", done.stdout)
    (record,) = tmp_path.rglob("depot-*.txt")
    done = depot.run("-m", "branchline", "check", str(record))
    assert done.returncode == 0, done.stderr
    done = depot.run(
        "-m", "branchline", "replay", str(record), "--at", "3", "--out", str(tmp_path / "at.svg")
    )
    assert done.returncode == 0 and "yard: " in done.stdout
    assert "yard: " in (tmp_path / "at.svg").read_text("utf-8")
    done = depot.run("-m", "branchline", "board", "depot", "--out", str(tmp_path / "bare.svg"))
    assert done.returncode == 0 and ">Depot<" in (tmp_path / "bare.svg").read_text("utf-8")
    done = depot.run(*arena)
    assert done.returncode == 0 and "strong" in done.stdout, done.stderr
    done = depot.run("-m", "branchline.train", "depot")
    assert done.returncode == 1 and "depot cannot be trained: its mind has no practice.py" in done.stderr


async def test_the_lobby_lists_it_and_a_browser_plays_it_to_the_end(served: Process) -> None:
    complaints: list[str] = []
    async with launched() as browser:
        context, page = await person(browser, complaints)
        await page.goto(served.base)
        await expect(page.get_by_role("article")).to_have_count(len(GAMES) + 1)
        poster = page.get_by_role("article").filter(has=page.get_by_role("heading", name="Depot"))
        await expect(poster).to_contain_text("A yard full of waggons")
        await poster.get_by_role("button", name="Play now").click()
        await poster.get_by_role("button", name="Beginner").click()
        drawn = page.locator("svg[aria-label='Board'] image")
        await expect(drawn).to_have_attribute("aria-label", re.compile("yard: [0-9]+"))
        assert (await drawn.get_attribute("href") or "").startswith("data:image/svg+xml,")
        await expect(page.get_by_label("Action bar")).to_contain_text("Your turn")
        await page.get_by_role("button", name="Type …").click()
        await page.get_by_role("textbox", name="Type a move").fill("couple 7")
        await page.keyboard.press("Enter")
        refused = page.get_by_text("One couples 1 to 3 waggons in a turn, not 7.")
        await expect(refused).to_be_visible()
        await to_the_end(page)
        told = await page.get_by_label("The end").locator("ol li").all_inner_texts()
        assert len(told) == 4 and any("winner" in each for each in told)
        await context.close()
    assert complaints == []


async def test_on_a_phone_one_searches_among_many_actions(depot: Checkout, tmp_path: Path) -> None:
    rules = depot.root / "src" / "branchline" / "games" / "depot" / "__init__.py"
    whole, complaints = rules.read_text("utf-8"), list[str]()
    rules.write_text(
        whole.replace("MOST = 3", "MOST = 45").replace("range(12, 21)", "range(60, 61)"), "utf-8"
    )
    try:
        with Process(tmp_path / "tables.db", PYTHONPATH=depot.environment["PYTHONPATH"]) as served:
            async with launched() as browser:
                context, page = await person(browser, complaints, phone=True, dark=True, bypass_csp=True)
                await page.goto(served.base)
                await page.get_by_role("button", name="Play now: Depot").click()
                await page.get_by_role("button", name="Beginner").click()
                bar = page.get_by_label("Action bar")
                await expect(page.locator("svg[aria-label='Board'] image")).to_be_visible()
                assert await serious(page) == []
                await bar.get_by_role("searchbox", name="Search among 45").fill("nowhere")
                await expect(bar).to_contain_text("Nothing that you may do has “nowhere” in it.")
                await bar.get_by_role("searchbox").fill("4")
                await expect(bar.get_by_role("button", name="Couple")).to_have_count(10)
                await bar.get_by_role("searchbox").fill("45")
                await page.keyboard.press("Enter")
                await expect(bar.locator("button.primary")).to_have_text(re.compile(r"Couple \+45"))
                await context.close()
    finally:
        rules.write_text(whole, "utf-8")
    assert complaints == []


async def to_the_end(page: Page) -> None:
    """One waggon in each turn, by the buttons alone."""
    end, bar = page.get_by_label("The end"), page.get_by_label("Action bar")
    choice, commit = bar.get_by_role("button", name="Couple 1", exact=True), bar.locator("button.primary")
    for _ in range(12):  # at most so many turns has one seat of four, and one more
        await expect(choice.or_(end)).to_be_visible()
        if await end.is_visible():
            return
        await choice.click()
        await expect(bar).to_contain_text("Player 1 couples 1 waggon")
        await expect(commit).to_have_text(re.compile("Couple \\+[14]"))
        await commit.click()
        await expect(commit).to_have_count(0)
    await expect(end).to_be_visible()


def test_without_a_word_conform_says_what_to_do_and_the_lobby_lists_the_others(
    depot: Checkout, tmp_path: Path
) -> None:
    words = depot.root / "src" / "branchline" / "games" / "depot" / "words" / "en.json"
    whole = words.read_text("utf-8")
    script = "for seed in range(9): testing.conform(load('depot'), 2, seed, rate=1)"
    conform = ("-c", f"from branchline import load, testing\n{script}")
    try:
        assert depot.run(*conform).returncode == 0
        for group, key in (("ui", "about.depot"), ("events", "coupled"), ("refusals", "couple.count")):
            less = json.loads(whole)
            del less[group][key]
            words.write_text(json.dumps(less), "utf-8")
            done = depot.run(*conform)
            assert done.returncode == 1
            said = done.stderr.strip().splitlines()[-1]
            assert said.startswith("AssertionError: depot, 2 players") and key in said
            assert "write it into" in said and "words/en.json" in said
            assert listed(depot, tmp_path) == {*GAMES, "depot"}
        words.write_text("{", "utf-8")
        assert listed(depot, tmp_path) == set(GAMES)
    finally:
        words.write_text(whole, "utf-8")


def listed(copy: Checkout, folder: Path) -> set[str]:
    """The games of the lobby; every one of them can be played."""
    with Process(folder / "tables.db", PYTHONPATH=copy.environment["PYTHONPATH"]) as served:
        games = httpx.get(f"{served.base}/api/games", timeout=60).json()["games"]
        served.create("me", "me", "me", game="sncf-france")
        if "depot" not in {each["id"] for each in games}:
            assert "depot cannot be loaded: JSONDecodeError" in served.out()
    return {each["id"] for each in games}


# --- by one command


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Checkout:
    """A copy in which `new-game` has written a game whose name has two words."""
    copy = Checkout(tmp_path_factory.mktemp("made") / "branchline")
    done = copy.run("-m", "branchline", "new-game", "night_train")
    assert done.returncode == 0, done.stderr
    assert "python3 dev.py play night-train" in done.stdout
    return copy


def test_new_game_writes_what_the_page_shows(depot: Checkout) -> None:
    followed = depot.files()
    for path, text in written(ROOT, "depot").items():
        if not path.endswith("games/__init__.py"):
            assert followed[path] == text
    assert commands("Its tests")[0][:3] == ["-m", "branchline", "selfplay"]


def test_what_new_game_writes_passes_its_tests(made: Checkout) -> None:
    *_, words = commands("Its tests")
    *most, _ = " ".join(words).replace("games/depot", "games/night_train").split()
    done = made.run(*most, "night_train or night-train")
    assert done.returncode == 0, done.stdout[-3000:]
    assert re.search(r"\d\d passed", done.stdout)


@pytest.mark.parametrize("tool", TOOLS)
def test_what_new_game_writes_passes_the_checks(made: Checkout, tool: str) -> None:
    places = (
        "src/branchline/games/night_train",
        "tests/games/night_train",
        "src/branchline/games/__init__.py",
    )
    for words in {"ruff": ["check --no-cache", "format --check --no-cache"], "mypy": ["--no-incremental"]}[
        tool
    ]:
        done = made.run("-m", tool, *words.split(), *places)
        assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("Night", "small letters, digits and single underscores, such as night_train, not 'Night'"),
        ("night-train", "single underscores, such as night_train, not 'night-train'"),
        ("9lives", "single underscores"),
        ("night__train", "single underscores"),
        ("../night", "single underscores"),
        ("", "single underscores"),
        ("nächt", "single underscores"),
        ("lambda", "'lambda' means something else already"),
        ("check", "'check' means something else already"),
        ("json", "'json' means something else already"),
        ("load", "'load' means something else already"),
        ("n" * 25, "at most 24 letters"),
        ("sncf", "'sncf' is taken: there is src/branchline/games/sncf"),
        ("rules_text", "'rules_text' is taken: there is src/branchline/games/rules_text.py"),
        ("night_train", "'night_train' is taken"),
    ],
)
def test_a_bad_or_taken_name_is_one_sentence_and_nothing_is_written(
    made: Checkout, name: str, says: str
) -> None:
    before = made.files()
    done = made.run("-m", "branchline", "new-game", name)
    assert (done.returncode, done.stdout) == (2, "")
    assert says in done.stderr and done.stderr.count("\n") == 1
    assert made.files() == before


def test_where_there_is_no_checkout_nothing_is_written(made: Checkout, tmp_path: Path) -> None:
    installed = Checkout(tmp_path / "installed")
    (installed.root / "dev.py").unlink()
    before = installed.files()
    done = installed.run("-m", "branchline", "new-game", "night_train")
    assert done.returncode == 2 and "new-game writes into a checkout" in done.stderr
    assert installed.files() == before


def test_a_page_that_is_spoilt_leaves_nothing_behind(tmp_path: Path) -> None:
    spoilt = Checkout(tmp_path / "spoilt")
    page = spoilt.root / "docs" / "add-a-game.md"
    page.write_text(page.read_text("utf-8").replace("for count in WAGGONS", "for count in WAGONS"), "utf-8")
    before = spoilt.files()
    done = spoilt.run("-m", "branchline", "new-game", "night_train")
    assert (done.returncode, done.stdout) == (2, "")
    assert "cannot be made" in done.stderr and "Traceback" not in done.stderr
    assert spoilt.files() == before


def test_the_help_of_new_game_has_an_example(made: Checkout) -> None:
    done = made.run("-m", "branchline", "new-game", "--help")
    assert done.returncode == 0 and "branchline new-game night_train" in done.stdout
