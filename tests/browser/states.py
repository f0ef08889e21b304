"""The states of the page, one after the other, for whoever has to look at all of them.

Each of these walks brings a page into one state after the other and says its name, in the language that is
spoken (`voice.speak`).
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from typing import Any

from playwright.async_api import Page, expect

from branchline.core.action import Action
from branchline.core.record import write
from branchline.core.voice import say
from branchline.games import load
from tests.browser.chrome import COMMIT, at_part, cut, lettered, played, seated
from tests.browser.player import Player
from tests.browser.shots import players_of
from tests.server.house import House


def gain(game: Any, state: Any) -> Action | None:
    """A legal action that brings points, or costs some, so that it is drafted first."""
    legal: list[Action] = game.legal_actions(state)
    for action in legal:
        after = state.copy()
        events: list[Action] = []
        game.apply(after, action, lambda *event, events=events: events.append(event))
        if any(points for points, _ in game.looks.ledger(after, events, state.to_move)):
            return action
    return None


async def halfway(page: Page, served: House, game_id: str) -> Any:
    """Sit down in the middle of a game, with the turn; the match."""
    players = players_of(game_id)
    kinds = ["me"] + ["random"] * (players - 1)
    id = await seated(page, served, game_id, kinds, record=at_part(played(game_id, players), 0.5))
    await expect(page).to_have_title(f"● {say('table.your-turn')} · Branchline")
    return (await served.hall.tables.room(id)).match


async def drafted(page: Page, match: Any) -> None:
    """Press what glows on the board, one after the other, until something is drafted or done."""
    version, commit = match.version, page.locator(f"{COMMIT}:enabled")
    for number in range(40):
        if await commit.count():
            await page.wait_for_timeout(200)  # what brings nothing is done at once, and its button goes
        if match.version != version or await commit.count():
            return
        target = page.locator(".stage svg [role=button]").nth(number)
        if not await target.count():
            return
        await target.dispatch_event("click")
        await page.wait_for_timeout(60)


async def lobby(page: Page, served: House) -> AsyncIterator[str]:
    await served.create("me", "anyone", "greedy", game="koplopers", listed=True)
    await page.goto(served.base)
    await expect(page.get_by_role("article")).to_have_count(5)
    await expect(page.get_by_role("link", name=say("lobby.sit-down")).first).to_be_visible()
    yield "lobby"
    await page.get_by_role(
        "button", name=say("page.labelled", say("lobby.play-now"), "String Railway")
    ).click()
    yield "levels"
    await page.get_by_role(
        "button", name=say("page.labelled", say("lobby.with-friends"), "SNCF France")
    ).click()
    await page.locator("summary").first.click()
    yield "new table"
    await page.keyboard.press("Escape")
    await page.get_by_role("button", name=say("page.settings")).click()
    yield "settings of the lobby"


async def dialogs(page: Page, served: House) -> AsyncIterator[str]:
    """What opens over a table or beside it, by the example of one game."""
    await seated(page, served, "sncf-france", ["me", "friend", "anyone"])
    invite = page.get_by_role("region", name=say("more.invite-title"))
    await invite.get_by_role("button", name=say("more.invite-make")).click()
    await invite.get_by_role("button", name="QR").first.click()
    await expect(page.get_by_alt_text("QR")).to_be_visible()
    yield "invitation"
    made = await served.create("me", "anyone", "greedy")
    await page.goto(f"{served.base}/table/{made['id']}")
    await page.get_by_role("button", name=say("more.take-sit")).click()
    await expect(page.get_by_role("dialog", name=say("more.take-seat"))).to_be_visible()
    yield "a name"
    await halfway(page, served, "sncf-france")
    await lettered(page)
    menu = page.get_by_role("button", name=say("table.menu"), exact=True)
    for name in ("page.settings", "more.keys-title"):
        await menu.click()
        dialog = page.get_by_role("dialog")
        await expect(dialog.get_by_role("heading", name="SNCF France")).to_be_visible()
        if name == "page.settings":
            yield "menu"
        await dialog.get_by_role("button", name=say(name)).click()
        await expect(page.get_by_role("dialog", name=say(name))).to_be_visible()
        yield name
        await page.get_by_role("dialog").get_by_role("button", name=say("page.close")).click()
        await expect(page.get_by_role("dialog")).to_have_count(0)
    await page.keyboard.press("r")
    await expect(page.get_by_role("heading", name="build.city")).to_be_visible()
    yield "rules"
    await page.keyboard.press("Escape")
    await page.keyboard.press("w")
    region = page.get_by_role("region", name=say("table.position"))
    await region.get_by_role("listitem").first.wait_for()
    yield "position"
    await page.keyboard.press("Escape")
    await expect(region.get_by_role("listitem")).to_have_count(0)
    pull = page.get_by_role("button", name=say("table.sheet-up"))
    if await pull.count():
        await pull.click()
        yield "panel"
    for name in ("table.tab-chat", "table.tab-notes"):
        await page.get_by_role("tab", name=say(name)).click()
        await expect(page.get_by_role("textbox")).to_be_visible()
        yield name
    if (
        await pull.count() == 0
        and await (push := page.get_by_role("button", name=say("table.sheet-down"))).count()
    ):
        await push.click()
    await page.keyboard.press("n")
    plan = page.get_by_role("region", name=say("more.a-plan"))
    await expect(plan).to_be_visible()
    yield "plan"
    await plan.get_by_role("button", name=say("more.plans")).click()
    await expect(page.get_by_role("dialog", name=say("more.plans"))).to_be_visible()
    yield "plans"
    await page.get_by_role("dialog").get_by_role("button", name=say("page.close")).click()
    await page.keyboard.press("Escape")
    await expect(plan).to_have_count(0)
    await page.locator("button.term").first.focus()
    await page.keyboard.press("Shift")  # somebody is at the keys
    await page.locator("button.term").first.click()
    await expect(page.get_by_role("tooltip")).to_be_visible()
    yield "a word of the game"


async def table(page: Page, served: House, game_id: str) -> AsyncIterator[str]:
    """A table of a game from the first lesson to the end."""
    game, players = load(game_id), players_of(game_id)
    record = played(game_id, players)
    bar = page.get_by_role("region", name=say("table.bar"))
    await page.goto(served.base)
    await page.get_by_role("button", name=say("page.labelled", say("lobby.learn"), game.name)).click()
    await expect(page.get_by_role("region", name=say("more.lesson-title"))).to_contain_text("1")
    await expect(page.locator("[data-pointer]").first).to_be_attached()
    yield "lesson"
    await page.keyboard.press("/")
    await page.get_by_role("textbox", name=say("table.type-move")).fill("nothing of the kind")
    yield "typed field"
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("alert")).to_be_visible()
    yield "refusal"

    others = ["random"] * (players - 1)
    mine = at_part(record, 0.5)
    if game.lists_all:
        half = len(record.rows) // 2
        mine = cut(
            record, lambda state, step: state.to_move == 0 and step <= half and bool(gain(game, state))
        )
    id = await seated(page, served, game_id, ["me", *others], record=mine)
    match = (await served.hall.tables.room(id)).match
    await expect(page).to_have_title(f"● {say('table.your-turn')} · Branchline")
    await lettered(page)
    yield "my turn"
    player = Player(page, match, "keyboard")
    if game.lists_all:
        await player.type(gain(game, match.state) or ())
    else:
        await player.idea()
    await expect(page.locator(f"{COMMIT}:enabled")).to_be_visible()
    yield "draft"
    await bar.get_by_role("button", name=say("table.clear")).click()
    await page.evaluate("document.activeElement.blur()")
    await page.keyboard.press("p")
    await expect(bar.locator(".caption")).to_be_visible()
    yield "told"
    await page.goto(f"{served.base}/table/{id}?at=6")
    await expect(page.get_by_role("region", name=say("more.replay-title"))).to_be_visible()
    yield "replay"

    theirs = at_part(record, 0.4, seat=1)
    id = await seated(page, served, game_id, ["me", "anyone", *others[1:]], record=theirs)
    await served.ask(id, None, join=1, name="Ben")
    await expect(bar.get_by_text(say("table.not-yet"))).to_be_visible()
    yield "waiting"
    await seated(page, served, game_id, ["me"] + ["screen"] * (players - 1), record=theirs)
    await expect(
        page.get_by_role("button", name=say("more.hand-i-am", "")).or_(
            bar.get_by_text(say("table.your-turn-of", ""))
        )
    ).to_be_visible()
    yield "one screen"
    await seated(page, served, game_id, ["me", *others], record=write(record))
    end = page.get_by_role("region", name=say("more.end-title"))
    curve = say("more.end-curve", "").split("\u00a0")[0]  # a name has plain spaces
    await expect(end.get_by_role("img", name=re.compile(curve))).to_be_visible()
    yield "the end"
