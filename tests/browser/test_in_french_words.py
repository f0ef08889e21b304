"""A table in words as a French reader has it: what is asked, typed, found by a screen reader, waited for."""

from __future__ import annotations

import asyncio
import re
from typing import Any

from playwright.async_api import Route, expect

from branchline import load
from branchline.core.action import to_text
from branchline.core.voice import sentences
from tests.browser.chrome import at_part, played, seated
from tests.browser.conftest import Visit
from tests.browser.teller import FRENCH, Teller, in_words
from tests.processes import until
from tests.server.house import House


async def test_how_far_a_city_is_and_a_move_are_typed_in_french(
    visit: Visit, served: House, complaints: list[str]
) -> None:
    page = await visit(locale="fr-FR")
    record = at_part(played("sncf-france", 3), 0.5)
    id = await seated(page, served, "sncf-france", ["me", "greedy", "greedy"], record=record)
    match = served.hall.tables.rooms[id].match
    await in_words(page)
    teller = Teller(page, match)
    await teller.begin()
    await page.keyboard.type("où mars")
    await teller.press("Tab")
    await expect(teller.line).to_have_value("où Marseille ")
    await teller.press("Enter")
    bar = page.get_by_role("region", name=FRENCH["bar"])
    await expect(bar.get_by_role("heading", name="Marseille")).to_be_visible()
    told = bar.get_by_role("status").get_by_role("listitem")
    await expect(told.first).to_have_text("Une ville qui vaut 4 points.")
    await expect(told.nth(1)).to_contain_text(re.compile(r"cubes?, par .*Marseille"))
    await teller.begin()
    await teller.type(["où", "Atlantide"])
    await expect(bar.get_by_role("status").first).to_contain_text("il n’y a pas de lieu")
    assert [each for each in complaints if "400" not in each] == []
    complaints.clear()  # the browser names whatever is refused
    # verbs and commands in the reader's language; what is kept is English
    action = next(each for each in match.game.legal_actions(match.state) if each[0] == "build")
    version, name = match.version, load("sncf-france", language="fr").words.name
    await teller.begin()
    await page.keyboard.type("constr")
    await teller.press("Tab")
    await expect(teller.line).to_have_value("construire ")
    await teller.line.fill("")
    await teller.type(["?", "construire", name(action[1])])
    await expect(page.get_by_role("list", name=FRENCH["may"]).get_by_role("button").first).to_be_focused()
    await expect(teller.line).to_have_value(f"construire {name(action[1])} ")
    await expect(page.locator("section.bar .refused")).to_have_count(0)
    await teller.line.fill("")
    await teller.line.focus()
    await teller.type(["essayer", "construire", name(action[1]), action[2]])
    await expect(bar.get_by_role("status").first).not_to_be_empty()
    await teller.type(["Construire", name(action[1]), action[2]])
    await expect(page.locator("section.bar button.primary:enabled")).to_be_visible()
    await teller.press("Enter")
    await until(lambda: match.version > version)
    assert match.standing[-1].body == to_text(action)
    done = match.version
    await teller.begin()
    await teller.type(["annuler"])
    await until(lambda: match.version > done)


SNAPSHOT = """
- log "Lu à voix haute"
- banner:
  - heading "SNCF France" [level=1]
  - button "Retour au plateau"
  - button "Règles"
  - button "Menu"
- main:
  - region "À vous de jouer":
    - heading "À vous de jouer" [level=2]
    - paragraph
  - region "Ce qui a changé":
    - heading "Ce qui a changé" [level=2]
    - log "Ce qui a changé":
      - list:
        - listitem
  - region "Position":
    - heading "Position" [level=2]
    - heading "Maintenant" [level=3]
    - list
    - heading "Vos actions" [level=3]
    - list
    - heading "Compagnies" [level=3]
    - list
  - region "Ce que vous pouvez faire":
    - heading "Ce que vous pouvez faire" [level=2]
    - list "Ce que vous pouvez faire":
      - listitem:
        - button /^construire/
      - listitem:
        - button /^échanger/
    - status
    - group: Comment le dire
  - region "Ligne de commande":
    - status
    - combobox "Tapez un coup ou une commande"
  - region "Places":
    - heading "Places" [level=2]
  - region "Journal":
    - heading "Journal" [level=2]
  - region "Discussion":
    - heading "Discussion" [level=2]
  - region "Notes":
    - heading "Notes" [level=2]
"""


async def test_what_a_screen_reader_finds_in_french_is_as_it_was(visit: Visit, served: House) -> None:
    page = await visit(locale="fr-FR")
    record = at_part(played("sncf-france", 3), 0.5)
    await seated(page, served, "sncf-france", ["me", "greedy", "greedy"], record=record)
    await in_words(page)
    await expect(page.get_by_role("heading", level=3).first).to_be_visible()
    await expect(page.locator(".words")).to_match_aria_snapshot(SNAPSHOT)


async def test_words_are_chosen_in_the_lobby_before_the_first_table(visit: Visit, served: House) -> None:
    page = await visit("/", locale="fr-FR")
    await page.get_by_role("button", name=sentences("fr", "page")["settings"]).click()
    box = page.get_by_role("dialog").get_by_role("checkbox", name=sentences("fr", "more")["settings-words"])
    await box.focus()
    await page.keyboard.press("Space")
    await seated(page, served, "sncf-france", ["me", "greedy", "greedy"])
    await expect(page.get_by_role("combobox", name=FRENCH["line"])).to_be_visible()


async def test_that_strings_are_made_ready_and_that_they_are_is_said(
    visit: Visit, served: House, complaints: list[str]
) -> None:
    """The server takes as long as a compiler would, and refuses once on the way."""
    page, asked, go = await visit(locale="fr-FR"), list[Route](), asyncio.Event()

    async def held(route: Route) -> None:
        asked.append(route)
        if len(asked) == 1:
            refusal: dict[str, Any] = {
                "type": "refused",
                "error": "slow",
                "rule": None,
                "text": "Plus tard.",
                "values": {},
            }
            await route.fulfill(status=503, json=refusal)
        else:
            await go.wait()
            await route.continue_()

    await page.route("**/moves?*", held)
    record = at_part(played("string-railway", 4), 0.6)
    await seated(page, served, "string-railway", ["me"] + ["greedy"] * 3, record=record)
    await in_words(page)
    news = page.locator("section[aria-labelledby=may] > [role=status]")
    await expect(news).to_have_text(FRENCH["seeking"])
    await expect(news).to_have_text(FRENCH["making-ready"])
    go.set()
    await expect(news).to_contain_text("C’est prêt")
    assert len(asked) == 2 and ["503" in each for each in complaints] == [True]
    complaints.clear()
