"""Koplopers by mouse and by finger, in a real browser."""

from __future__ import annotations

import asyncio
from typing import Any

from playwright.async_api import Locator, Page, expect

from branchline.core.game import OVER
from branchline.games import load
from branchline.games.koplopers.rules.state import PLAY, UNITS
from tests.browser.axe import serious
from tests.browser.chrome import cut, played, seated
from tests.browser.conftest import Visit
from tests.processes import PATIENCE, until
from tests.server.house import House

BOTS = ["me", "greedy", "greedy"]


async def opened(visit: Visit, served: House, fits: Any, **how: Any) -> Page:
    """A table of three that goes on from the last position of a greedy game that fits, with us in seat 0."""
    page = await visit("/", **how)
    await seated(page, served, "koplopers", BOTS, record=cut(played("koplopers", 3), fits))
    await expect(page.locator(".koplopers .station")).to_have_count(45)
    return page


def before_building(state: Any, step: int) -> bool:
    return bool(state.to_move == 0 and state.must_build)


async def commit(page: Page) -> None:
    await page.locator("section.bar .primary").click()


async def settled(page: Page, done: Locator) -> None:
    """It is done: by one click where it brings nothing and can be undone, else by the button."""
    primary = page.locator("section.bar .primary")
    async with asyncio.timeout(PATIENCE):
        while not await done.count():
            if await primary.count() and await primary.is_enabled():
                await primary.click()
            await page.wait_for_timeout(30)


async def on_section(page: Page, selector: str, part: float) -> None:
    """Click on a section at this part of its length."""
    at = await page.locator(selector).evaluate(
        """(path, part) => {
            const at = path.getPointAtLength(path.getTotalLength() * part);
            const on = at.matrixTransform(path.getScreenCTM());
            return [on.x, on.y];
        }""",
        part,
    )
    await page.mouse.click(*at)


async def test_first_moves_by_mouse(visit: Visit, served: House) -> None:
    page = await opened(visit, served, before_building)
    left = page.locator(".koplopers .pip.left")
    await expect(page.locator(".prompt")).to_contain_text("build a train in a yard that glows")
    await expect(left).to_have_count(5)

    # what brings nothing and can be undone is one click
    await page.locator('.yard[role="button"]').first.click()
    train = page.locator('.train[data-id="R1"]')
    await expect(train).to_be_visible()
    await expect(left).to_have_count(2)
    await page.locator(".buttons").get_by_role("button", name="Turn round").click()
    await expect(left).to_have_count(1)
    await expect(page.get_by_role("button", name="Undo")).to_be_visible()  # it is done, no draft any more
    await page.keyboard.press("u")
    await expect(left).to_have_count(2)
    await page.locator(".buttons").get_by_role("button", name="Turn round").click()
    await expect(left).to_have_count(1)

    # a click on a station drives there
    station = page.locator('.station[role="button"]').first
    await expect(station).to_be_visible()
    assert set(await page.locator(".koplopers text.cost").all_text_contents()) == {"1"}
    await station.click()
    await settled(page, page.locator(".koplopers:not(:has(.pip.left))"))
    await expect(page.get_by_text("Red 1 drives ").first).to_be_visible()


async def test_a_drive_with_several_ways_is_drafted_and_x_goes_through_them(
    visit: Visit, served: House
) -> None:
    game = load("koplopers")

    def several(state: Any, step: int) -> bool:
        if state.to_move != 0 or state.phase != PLAY:
            return False
        ends = [action[-1] for action in game.legal_actions(state) if action[0] == "drive"]
        return len(ends) > len(set(ends))

    page = await opened(visit, served, several)
    (room,) = served.hall.tables.rooms.values()
    ends = [each[-1] for each in game.legal_actions(room.match.state) if each[0] == "drive"]
    end = next(each for each in ends if ends.count(each) > 1)
    reach = page.locator(f'.reach[data-id="{end}"]')
    await reach.dispatch_event("click")
    other = page.get_by_role("button", name="Another way: 1 of")
    await expect(other).to_be_visible()
    await expect(page.locator(".koplopers > .way")).to_be_visible()
    first = await page.locator("section.bar .primary").get_attribute("title")
    await page.keyboard.press("x")
    await expect(page.get_by_role("button", name="Another way: 2 of")).to_be_visible()
    assert await page.locator("section.bar .primary").get_attribute("title") != first
    version = room.match.version
    await reach.dispatch_event("click")  # the second click on the same thing does it
    await until(lambda: room.match.version != version)


async def test_a_ticket_shows_its_way_and_a_station_who_wants_to_come(visit: Visit, served: House) -> None:
    page = await opened(visit, served, before_building)
    await page.locator(".ticket").first.hover()
    await expect(page.locator(".koplopers > .route")).to_have_count(1)
    await expect(page.locator(".station.lit")).to_have_count(1)
    await expect(page.get_by_role("tooltip")).to_contain_text("sections from")
    await page.locator('.station[data-id="UT"]').hover()
    await expect(page.get_by_role("tooltip")).to_contain_text("Utrecht Centraal")
    await expect(page.locator(".ticket.lit").first).to_be_visible()


async def test_a_stop_is_called_out_and_counted_where_it_happens(visit: Visit, served: House) -> None:
    game = load("koplopers")

    def brings_points(state: Any, step: int) -> bool:
        if state.to_move != 0 or state.phase != PLAY or not any(state.flags):
            return False
        stops = [action for action in game.legal_actions(state) if action[0] == "stop"]
        if len(stops) != 1:
            return False
        events: list[Any] = []
        game.apply(state.copy(), stops[0], lambda *event: events.append(event))
        return any(event[0] == "alighted" for event in events)

    page = await opened(visit, served, brings_points)
    await page.get_by_role("button", name="Stop here").click()
    told = page.locator(".told")
    await expect(told).to_contain_text("!")
    await expect(told.locator(".points")).to_contain_text("+")
    await commit(page)
    await expect(page.locator("section.bar .primary")).to_have_count(0)


async def test_a_card_puts_a_barrier_round_its_station(visit: Visit, served: House) -> None:
    page = await opened(visit, served, before_building)
    await page.locator(".hand .may").first.click()
    await settled(page, page.locator(".barrier.red"))
    await expect(page.locator(".which", has_text="A").first).to_be_visible()


async def test_a_refusal_shows_its_cause(visit: Visit, served: House) -> None:
    """A drive that ends where another train stands: the sentence in the bar, and that train flashes."""
    game = load("koplopers")
    tables = game.tables
    found: dict[int, tuple[str, str]] = {}

    def in_the_way(state: Any, step: int) -> bool:
        if state.to_move != 0 or state.phase != PLAY or state.disrupted:
            return False
        moves = {action[1] for action in game.legal_actions(state) if action[0] == "drive"}
        for number, train in enumerate(f"R{n + 1}" for n in range(UNITS)):
            if train not in moves:
                continue
            for onward in tables.onward[state.at[number]]:
                if state.occupied >> (onward >> 1) & 1:
                    found[step] = train, tables.sections[onward >> 1]
                    return True
        return False

    page = await opened(visit, served, in_the_way)
    train, section = found[max(found)]
    await page.locator(f'.train[data-id="{train}"]').click()
    await on_section(page, f'path.hit[data-id="{section}"]', 0.2)  # between the plate and the train
    await expect(page.locator(".train.flash")).not_to_have_count(0)
    await expect(page.locator("section.bar")).to_contain_text("pay on until a free one")


async def test_a_late_position_to_the_final_score(visit: Visit, served: House) -> None:
    game = load("koplopers")
    page = await opened(
        visit,
        served,
        lambda state, _: state.to_move == 0 and ("done",) in game.legal_actions(state),
    )
    await page.get_by_role("button", name="End your turn").click()
    final = page.get_by_role("region", name="The end")
    await expect(final).to_be_visible()
    (room,) = served.hall.tables.rooms.values()
    assert room.match.state.to_move == OVER
    for score in game.scores(room.match.state):
        await expect(final).to_contain_text(str(score[0]))


async def test_a_phone_shows_the_whole_country(visit: Visit, served: House) -> None:
    page = await opened(visit, served, before_building, phone=True)
    widest = await page.evaluate("document.documentElement.scrollWidth")
    assert widest <= 390
    sizes = await page.locator(".station .plate").evaluate_all(
        "plates => plates.map(plate => plate.getBoundingClientRect()).map(box => [box.left, box.right])"
    )
    assert len(sizes) == 45
    assert all(left >= 0 and right <= 390 for left, right in sizes)
    size = await page.locator('.station[data-id="UT"] text').evaluate(
        "text => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a"
    )
    assert size >= 9

    await page.locator(".ticket").first.tap()  # a finger cannot hover: a tap shows the way
    await expect(page.locator(".koplopers > .route")).to_have_count(1)
    await expect(page.get_by_role("tooltip")).to_contain_text("sections from")
    await expect(page.get_by_role("alert")).to_be_visible()  # and why it cannot board anything now
    await page.locator('.yard[role="button"]').first.tap()
    await expect(page.locator('.train[data-id="R1"]')).to_be_visible()


async def test_nothing_bars_the_way_to_anyone(visit: Visit, served: House) -> None:
    game = load("koplopers")

    def boarding(state: Any, step: int) -> bool:
        """Tickets glow."""
        return state.to_move == 0 and any(action[0] == "board" for action in game.legal_actions(state))

    def beginning(state: Any, step: int) -> bool:
        """Trains, sections, yards and cards glow."""
        return bool(state.to_move == 0 and state.points == 5 and step < 500)

    positions = boarding, beginning
    for how in ({}, {"dark": True}):
        page = await opened(
            visit,
            served,
            positions[len(how)],
            bypass_csp=True,
            **how,
        )
        assert await serious(page) == []


async def test_a_turn_takes_half_as_many_clicks_as_before(visit: Visit, served: House) -> None:
    """Drive, deliver, board: three clicks. Before, each was picked and then confirmed, which made six."""
    game = load("koplopers")
    found: dict[int, tuple[str, str]] = {}

    def after(state: Any, action: Any) -> tuple[Any, list[Any]]:
        events: list[Any] = []
        state = state.copy()
        game.apply(state, action, lambda *event: events.append(event))
        return state, events

    def delivers(state: Any, step: int) -> bool:
        """One drive alone leads to a station where somebody gets off, and somebody can board there."""
        if state.to_move != 0 or state.phase != PLAY or state.points != 5:
            return False
        drives = [action for action in game.legal_actions(state) if action[0] == "drive"]
        driven = [after(state, drive)[0] for drive in drives]
        fronts = [
            next(each["front"] for each in game.looks.view(there, 0)["trains"] if each["id"] == drive[1])
            for drive, there in zip(drives, driven, strict=True)
        ]
        for drive, there, front in zip(drives, driven, fronts, strict=True):
            stop = ("stop", drive[1])
            if fronts.count(front) > 1 or stop not in game.legal_actions(there):
                continue
            stopped, events = after(there, stop)
            boards = [each for each in game.legal_actions(stopped) if each[:2] == ("board", drive[1])]
            if boards and any(event[0] == "alighted" for event in events):
                found[step] = front, boards[0][2]
                return True
        return False

    page = await opened(visit, served, delivers)
    station, ticket = found[max(found)]
    (room,) = served.hall.tables.rooms.values()
    before = room.match.state.delivered[0]
    clicks = 0

    async def click(selector: str) -> None:
        nonlocal clicks
        await page.locator(selector).click()
        clicks += 1

    plate, waiting = f'.station[data-id="{station}"]', f'.ticket[data-id="{ticket}"]'
    await click(plate)  # the drive; the stop is drafted with what it brings
    await expect(page.locator("section.bar .primary")).to_contain_text("Stop")
    await click(plate)  # the stop
    await expect(page.locator("section.bar .primary")).to_have_count(0)
    await until(lambda: room.match.state.delivered[0] > before)
    await click(waiting)
    await expect(page.locator(waiting)).to_have_count(0)
    assert clicks == 3


async def test_a_ticket_boards_after_the_stop_by_one_click(visit: Visit, served: House) -> None:
    game = load("koplopers")
    found: dict[int, str] = {}

    def waits(state: Any, step: int) -> bool:
        """A train may stop where nobody gets off and somebody can board."""
        if state.to_move != 0 or state.phase != PLAY:
            return False
        for action in game.legal_actions(state):
            if action[0] != "stop":
                continue
            events: list[Any] = []
            stopped = state.copy()
            game.apply(stopped, action, lambda *event, told=events: told.append(event))
            boards = [each for each in game.legal_actions(stopped) if each[:2] == ("board", action[1])]
            if boards and not any(event[0] == "alighted" for event in events):
                found[step] = boards[0][2]
                return True
        return False

    page = await opened(visit, served, waits)
    ticket = found[max(found)]
    (room,) = served.hall.tables.rooms.values()
    waiting = page.locator(f'.ticket[data-id="{ticket}"]')
    await waiting.click()
    await expect(waiting).to_have_count(0)

    def boarded() -> bool:
        trains = game.looks.view(room.match.state, 0)["trains"]
        return any(ticket in train["chips"] for train in trains if train["seat"] == 0)

    await until(boarded)
