"""A table in words alone, by keys alone: whole games, a lesson, a puzzle, a plan and a review."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.async_api import Page, expect

from branchline.core.action import to_text
from branchline.core.voice import sentences
from branchline.games import GAMES, load
from branchline.games.lessons import has_lesson
from branchline.games.puzzles import puzzles_of
from tests.browser.axe import serious
from tests.browser.chrome import at_part, played, seated
from tests.browser.conftest import Visit
from tests.browser.shots import players_of
from tests.browser.teller import FRENCH, TEXT, Teller, begun, in_words, posted
from tests.browser.test_review import careless
from tests.processes import until
from tests.server.house import House

LATE = 0.985  # where the short form begins


def headings(snapshot: str) -> list[str]:
    """The great headings that a screen reader finds, in their order."""
    return re.findall(r'heading "([^"]*)" \[level=[12]\]', snapshot)


async def halfway(visit: Visit, served: House) -> tuple[Page, Teller]:
    """A table in words in the middle of a game, one's own turn."""
    page = await visit()
    record = at_part(played("sncf-france", 3), 0.5)
    id = await seated(page, served, "sncf-france", ["me", "greedy", "greedy"], record=record)
    await in_words(page)
    return page, Teller(page, served.hall.tables.rooms[id].match, TEXT)


@pytest.mark.prove("browser")
@pytest.mark.parametrize("game_id", GAMES)
async def test_a_game_is_played_to_its_end_in_french_words_by_keys(
    visit: Visit, served: House, game_id: str, count: Callable[[int, int], int]
) -> None:
    """The last turns of each title in every run, whole games in the long proof."""
    page = await visit(locale="fr-FR", bypass_csp=True)
    players = players_of(game_id)
    more = {"record": at_part(played(game_id, players), LATE)} if count(1, 0) else {}
    id = await seated(page, served, game_id, ["me"] + ["greedy"] * (players - 1), **more)
    match = (await served.hall.tables.room(id)).match
    await in_words(page)
    await expect(page.locator("html")).to_have_attribute("lang", "fr")
    await expect(page.get_by_role("list", name=FRENCH["may"])).to_be_visible()
    await expect(page.get_by_role("heading", level=3).first).to_be_visible()
    snapshot = await page.locator("body").aria_snapshot()
    said = ("changed", "may", "seats", "log", "chat", "notes")
    found = headings(snapshot)
    assert found[0] == load(game_id, language="fr").name
    assert [each for each in found if each in [FRENCH[key] for key in said]] == [FRENCH[key] for key in said]
    for part in (
        f'- log "{FRENCH["changed"]}"',
        f'- combobox "{FRENCH["line"]}"',
        f'- button "{FRENCH["to-board"]}"',
        f'- region "{FRENCH["bar"]}"',
    ):
        assert part in snapshot, part
    assert re.search(r"\[level=3\].*\n.*- list:\n.*- listitem", snapshot), "the position has no lists"
    assert await serious(page) == []
    teller = Teller(page, match)
    await teller.play()
    aloud = page.get_by_role("log", name=FRENCH["aloud"])
    await expect(aloud).to_contain_text(re.compile(r"gagn|victoire"))
    await expect(aloud).to_contain_text(str(match.game.looks.points(match.state)[0]))
    # the end: everybody's points, and where they came from
    end = page.locator(".upon")
    await expect(end.get_by_role("heading", level=2)).to_be_visible()
    rows = end.locator("ol li")
    await expect(rows).to_have_count(players)
    await expect(end.get_by_role("combobox")).to_have_count(1)
    assert await serious(page) == []
    print(f"{game_id} in words: {teller.moves} moves")


@pytest.mark.prove("browser")
async def test_a_lesson_is_learnt_in_french_words_by_keys(
    visit: Visit, served: House, count: Callable[[int, int], int]
) -> None:
    for game_id in [each for each in GAMES if has_lesson(each)][: count(1, len(GAMES))]:
        page = await visit(locale="fr-FR")
        room = await begun(page, served, "lessons", {"game": game_id})
        await in_words(page)
        teller, match = Teller(page, room.match), room.match
        while not (lesson := match.lesson).finished:
            if match.state.to_move != lesson.seat:
                await page.wait_for_timeout(20)
                continue
            await expect(page.locator(".above section b").first).to_contain_text(str(lesson.now().number))
            noted = [action for seat, action, _ in lesson.rows[lesson.cursor :] if seat == lesson.seat]
            if match.game.lists_all:
                await teller.do(noted[0])
            else:
                await posted(page, noted[0])  # a string as it was drawn is too long to be typed
        await expect(page.locator(".upon li")).to_have_count(len(match.lesson.now().notes))


async def test_a_puzzle_is_failed_and_solved_in_words(visit: Visit, served: House) -> None:
    page = await visit()
    listed = next(each for each in puzzles_of("sncf-france"))
    puzzle = listed.puzzle()
    wrong = next(side for side in puzzle.place.sides if not side.places[-1].right)
    room = await begun(page, served, "puzzles", {"game": listed.game, "puzzle": listed.id})
    await in_words(page)
    teller, card = Teller(page, room.match, TEXT), page.get_by_role("region", name="Puzzle")
    for action in puzzle.turn_of(wrong):
        await teller.begin()
        await teller.type(to_text(action).split())
        await page.wait_for_timeout(300)
        if await page.locator("section.bar button.primary:enabled").count():
            await teller.press("Enter")
    await expect(card).to_contain_text("Try another turn.")
    await until(lambda: room.match.state.to_move == 0 and len(room.match.standing) == puzzle.start)
    for action in puzzle.turn_of(puzzle.solution):
        await teller.do(action)
    await expect(page.get_by_role("region", name="Solved")).to_be_visible()


async def test_what_is_typed_is_completed_tried_refused_and_taken_back(visit: Visit, served: House) -> None:
    page, teller = await halfway(visit, served)
    match = teller.match
    action = next(each for each in match.game.legal_actions(match.state) if each[0] == "build")
    version = match.version
    # Tab completes, and goes on to the next thing where there is nothing to complete
    await teller.begin()
    await page.keyboard.type("bu")
    await teller.press("Tab")
    await expect(teller.line).to_have_value("build ")
    await teller.press("Tab")
    await expect(teller.line).not_to_be_focused()
    # what it would bring, and nothing is done
    await teller.line.focus()
    await teller.line.fill("")
    await teller.type(["try", *to_text(action).split()])
    await expect(page.locator("section.bar [role=status]").first).not_to_be_empty()
    assert match.version == version
    # not understood: it stands there to be mended, with the reason
    await teller.type(["build", action[1], "nowhere"])
    await expect(page.get_by_role("alert")).to_be_visible()
    await expect(teller.line).to_have_value(f"build {action[1]} nowhere")
    await expect(teller.line).to_be_focused()
    await teller.press("Escape", "Escape")
    await expect(page.get_by_role("alert")).to_have_count(0)
    await teller.do(action)
    await expect(page.get_by_role("log", name=TEXT["changed"]).get_by_role("listitem").last).to_contain_text(
        "builds"
    )
    done = match.version
    await teller.begin()
    await teller.type(["undo"])
    await until(lambda: match.version > done)
    assert action in match.game.legal_actions(match.state)
    # rules and places on the page
    await teller.begin()
    await teller.type(["rules", "build.city"])
    await expect(page.get_by_role("region", name="Text of the rules")).to_be_focused()
    await teller.press("Escape")
    await expect(teller.line).to_be_focused()
    for command, heading in (("position", "Position"), ("log", TEXT["log"])):
        await teller.begin()
        await teller.type([command])
        await expect(page.get_by_role("heading", name=heading, exact=True)).to_be_focused()


async def test_strings_are_led_by_names_of_stations(visit: Visit, served: House) -> None:
    page = await visit()
    record = at_part(played("string-railway", 4), 0.6)
    id = await seated(page, served, "string-railway", ["me"] + ["greedy"] * 3, record=record)
    match = served.hall.tables.rooms[id].match
    await in_words(page)
    teller = Teller(page, match, TEXT)
    choices = page.get_by_role("list", name=TEXT["may"]).get_by_role("button")
    while match.state.drawn:  # cards are placed before a string is laid
        await teller.do(("place", "1"))
    await expect(choices.filter(has_text="lay 1").first).to_be_visible()
    await teller.begin()
    await page.keyboard.type("lay short home-r")
    await teller.press("Tab")
    await expect(teller.line).to_have_value("lay short home-red ")
    version = match.version
    await teller.press("Enter")
    await expect(page.locator("section.bar button.primary:enabled")).to_be_visible()
    await teller.press("Enter")
    await until(lambda: match.version > version)


async def test_a_plan_is_made_and_played_in_words(visit: Visit, served: House) -> None:
    page, teller = await halfway(visit, served)
    match = teller.match
    await teller.begin()
    await teller.type(["plan"])
    plan, aloud = page.get_by_role("region", name="A plan"), page.get_by_role("log", name=TEXT["aloud"])
    await expect(plan).to_be_visible()
    await expect(aloud).to_contain_text("A plan: nothing is played. Your turn in the plan.")
    version = match.version
    action = next(each for each in match.game.legal_actions(match.state) if each[0] == "build")
    await teller.begin()
    await teller.type(to_text(action).split())
    await page.wait_for_timeout(300)
    if await page.locator("section.bar button.primary:enabled").count():
        await teller.press("Enter")
    play = plan.get_by_role("button", name="Play this")
    await expect(play).to_be_enabled()
    await expect(aloud.locator("p").last).to_contain_text("builds")
    assert match.version == version
    await play.focus()
    await teller.press("Enter")
    await until(lambda: match.version > version)
    assert match.standing[-1].body == to_text(action)
    await expect(plan).to_have_count(0)
    await expect(aloud).to_contain_text(TEXT["back-at-table"])
    await expect(teller.line).to_be_focused()


async def test_a_review_is_read_in_words(visit: Visit, served: House) -> None:
    page = await visit(bypass_csp=True)
    await seated(page, served, "sncf-france", ["me", "casual", "casual"], record=careless("sncf-france"))
    await page.get_by_label("The end").wait_for()
    await page.keyboard.press("t")
    await expect(page.locator("#now")).to_be_focused()
    await page.get_by_role("button", name="Review").focus()
    await page.keyboard.press("Enter")
    review = page.get_by_role("region", name="Review")
    await expect(review.get_by_role("heading", name="Chances of the win")).to_be_visible()
    await expect(review.get_by_role("row").last).to_be_visible()  # the chart is a table
    await expect(review.get_by_role("img", name="Chances of the win over the game")).to_have_count(0)
    assert await serious(page) == []
    show = review.get_by_role("button", name="Show on the board").first
    await show.focus()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("region", name="A turn of the review")).to_be_visible()
    await expect(page.get_by_role("heading", name=re.compile("Position at step"))).to_be_visible()
    back = page.get_by_role("button", name="Back to the review")
    await back.focus()
    await page.keyboard.press("Enter")
    await expect(review).to_be_visible()


async def test_words_are_wanted_once_and_the_way_back_is_easy(visit: Visit, served: House) -> None:
    page = await visit(locale="fr-FR")
    record = at_part(played("sncf-france", 3), 0.5)
    await seated(page, served, "sncf-france", ["me", "greedy", "greedy"], record=record)
    board, table = page.locator(".stage svg").first, sentences("fr", "table")
    await board.wait_for()
    fetched = "performance.getEntriesByType('resource').some(each => each.name.includes('Words-'))"
    assert not await page.evaluate(fetched)
    await page.get_by_role("button", name="Menu", exact=True).click()
    await page.get_by_role("dialog").get_by_role("button", name=table["words"], exact=True).click()
    await expect(page.locator("#now")).to_be_focused()
    assert await page.evaluate(fetched)
    await page.reload()
    await expect(page.get_by_role("combobox", name=FRENCH["line"])).to_be_visible()
    await expect(board).to_have_count(0)
    await page.get_by_role("button", name=FRENCH["menu"], exact=True).click()
    await page.get_by_role("dialog").get_by_role("button", name=table["board"], exact=True).click()
    await expect(board).to_be_visible()
    await page.keyboard.press("t")
    await page.get_by_role("button", name=FRENCH["to-board"]).focus()
    await page.keyboard.press("Enter")
    await expect(board).to_be_visible()
    await page.reload()
    await expect(board).to_be_visible()


CUT = """() => [...document.querySelectorAll('.words *')].filter((each) => {
    const box = each.getBoundingClientRect();
    const { overflowX, clipPath, position } = getComputedStyle(each);
    if (!box.width || clipPath !== 'none' || each.closest('.unseen, select')) return false;
    const hides = overflowX === 'hidden' && each.scrollWidth > each.clientWidth + 1;
    return box.right > innerWidth + 1 || box.left < -1 || hides;
}).map((each) => each.outerHTML.slice(0, 120))"""


@pytest.mark.parametrize("game_id", GAMES)
async def test_nothing_is_cut_on_a_phone(visit: Visit, served: House, game_id: str) -> None:
    page = await visit(phone=True, dark=True, locale="de-DE", bypass_csp=True)
    record = played(game_id, players_of(game_id))
    kinds = ["me"] + ["greedy"] * (record.players - 1)
    await seated(page, served, game_id, kinds, record=at_part(record, 0.5))
    await in_words(page)
    line = page.get_by_role("combobox", name=sentences("de", "text")["line"])
    await expect(line).to_be_in_viewport()
    await expect(page.get_by_role("heading", level=3).first).to_be_visible()
    await page.locator("summary").click()
    await expect(page.locator("details dt").nth(3)).to_be_visible()
    assert await page.evaluate("document.documentElement.scrollWidth") <= 390
    assert await page.evaluate(CUT) == []
    assert await serious(page) == []
