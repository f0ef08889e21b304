"""Agents play by MCP: a script that knows only the tools, through the official SDK, and what it cannot do."""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest

from branchline import cli
from branchline.core.errors import BranchlineError
from branchline.core.listing import offers
from branchline.core.record import last_state, read
from branchline.games import GAMES, load
from branchline.server.agents import api, desk, mounting, telling, tools
from branchline.server.hall import Settings
from branchline.server.security import Limits
from tests.checkout import ROOT
from tests.conftest import Count
from tests.server.agent import Agent, by_address, by_process, candidates
from tests.server.house import House, house
from tests.server.worlds import pairs

DOCS = ROOT / "docs"
SHORT = ("bridgetown", "sncf-france", "koplopers", "sncf-germany", "string-railway")  # the quickest first
# what the rules do not allow in a first turn, and what the refusal says that they do
WRONG = {
    "bridgetown": ("place moon", r"did you mean (\w+)\?", "place {}"),
    "koplopers": ("build Amsterdam Centraal", r"you may build in yard ([^,.]+)", "build {}"),
    "sncf-france": ("build red Paris", r"may enter ([^.]+)\.", "build red {}"),
    "sncf-germany": ("start {colour} moon", r"did you mean ([^?]+)\?", "start {colour} {}"),
    "string-railway": ("corner 9", r"still free: (\d)", "corner {}"),
}


async def recover(agent: Agent, game_id: str) -> None:
    """Try what is not allowed, and go on by the words of the refusal."""
    wrong, right, line = WRONG[game_id]
    before = await agent.own_turn()
    listed = await agent.tell("moves", seat=agent.seat)
    colour = match[1] if (match := re.search(r"^start (\w+)", listed, re.MULTILINE)) else ""
    for tool in ("try", "play"):
        said = await agent.refusal(tool, seat=agent.seat, action=wrong.format(colour=colour))
        assert said.startswith("Refused")
    rule = re.match(r"Refused \[([\w.-]+)\]", said)
    if rule:
        assert f"[{rule[1]}]" in await agent.tell("rules", game=game_id, rule=rule[1])
    position = (await agent.tell("look", seat=agent.seat)).split("Now:")[1]
    assert position == before.split("Now:")[1], "nothing was done"
    offered = re.search(right, said)
    assert offered, said
    action = line.format(offered[1], colour=colour)
    tried = await agent.tell("try", seat=agent.seat, action=action)
    assert tried.startswith("If you ") and tried.endswith("Nothing was played.")
    assert "Done: " in await agent.tell("play", seat=agent.seat, action=action)


@pytest.mark.prove("agents")
async def test_an_agent_plays_by_standard_input_and_output(
    count: Count, record_property: Callable[[str, object], None]
) -> None:
    """To the end, and in each game it tries what is not allowed and recovers by the refusal's words."""
    sheet = []
    async with by_process() as agent:
        listed = await agent.tell("games")
        for number, game_id in enumerate(SHORT[: count(3, 5)]):
            assert f"{game_id}: " in listed
            assert "In one minute" in await agent.tell("rules", game=game_id)
            await agent.sit("new_table", game=game_id, bots="random")
            await recover(agent, game_id)
            if number >= count(1, 5):
                continue
            refused = len(agent.refused)
            text = await agent.play_out()
            assert "Places" in text and "Agent" in text
            sheet.append(f"{game_id}: {len(agent.refused) - refused} lines misread")
            if count(0, 1):
                assert "Where points came from" in await reviewed(agent)
    record_property("sheet", "\n".join(sheet))


async def reviewed(agent: Agent) -> str:
    """A review, when it is ready."""
    while True:
        text = await agent.tell("review", seat=agent.seat, seconds=50)
        if "call `review` again" not in text:
            return text


async def test_two_agents_play_at_a_servers_table(served: House) -> None:
    """One at `/mcp`, one by `--server` in the older way of the protocol; each by its link."""
    made = await served.create("friend", "friend", game="bridgetown")
    links = [f"{served.base}/table/{made['id']}#{seat['token']}" for seat in made["seats"]]
    older = by_process("--server", served.base, seed="ben", mode="legacy")
    async with by_address(served.base) as anna, older as ben:
        assert "has not begun" in await anna.sit("join", link=links[0], name="Anna")
        wrong = links[1].replace("127.0.0.1", "127.0.0.2")
        assert "belongs to http://127.0.0.2" in await ben.refusal("join", link=wrong)
        await ben.sit("join", link=links[1], name="Ben")
        assert "used" in await anna.refusal("join", link=links[1].split("/table/")[1])
        assert "after the end" in await anna.refusal("review", seat=anna.seat)
        assert anna.client.instructions == ben.client.instructions == tools.ABOUT
        texts = await asyncio.gather(anna.play_out(), ben.play_out())
        assert all("Anna" in text and "Ben" in text for text in texts)
        assert sum("You have won." in text or "You share the win." in text for text in texts) in (1, 2)
        assert "The game is over." in await anna.refusal("moves", seat=anna.seat)
        assert "The board:" in await ben.tell("look", seat=ben.seat, map=True)


# --- what it says


def test_agents_are_told_all_that_they_need() -> None:
    for name, kind in tools.TOOLS.items():
        schema = tools.schema(kind)
        assert len(tools.description(kind)) > 100
        assert schema["additionalProperties"] is False
        assert all(each.get("description") for each in schema["properties"].values()), name
        assert f"`{name}`" in tools.ABOUT
    assert set(desk.ANSWERS) == set(tools.TOOLS.values())


def test_the_settings_in_the_docs_are_a_command_of_ours() -> None:
    (text,) = re.findall(r"```json\n(.*?)```", (DOCS / "agents.md").read_text("utf-8"), re.DOTALL)
    (server,) = msgspec.json.decode(text)["mcpServers"].values()
    chosen = cli.parser().parse_args(server["args"])
    assert (server["command"], chosen.command) == ("branchline", "mcp")


def test_a_server_that_is_no_address_is_refused_in_a_sentence() -> None:
    for url in ("play.example.org", "file:///etc/passwd", "http://", "https://x/?a=b"):
        with pytest.raises(BranchlineError, match="a server is an address"):
            asyncio.run(entered(url))


async def entered(url: str) -> None:
    async with api.remote(url):
        pass


def test_a_review_is_told_in_words() -> None:
    page = (DOCS / "protocol.md").read_text("utf-8")
    found: Any = next(
        message
        for text in re.findall(r"```json answer\n(.*?)```", page, re.DOTALL)
        if (message := msgspec.json.decode(text))["type"] == "review"
    )
    table = {"seats": [{"name": name} for name in ("Anna", "Ben", "Cleo")]}
    lines = telling.review(table, found)
    assert any("Ben" in line and "cost 8%" in line for line in lines)
    assert any("Better: Ben builds Black" in line for line in lines)


def test_without_the_extra_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mounting, "find_spec", lambda name: None)
    with pytest.raises(BranchlineError, match=r"pip install 'branchline\[agents\]'"):
        mounting.serving()


async def test_a_server_without_the_extra_says_so(served: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mounting, "find_spec", lambda name: None)
    found = await served.client.post("/mcp", json={})
    assert (found.status_code, found.json()["error"]) == (404, "unknown")
    assert "branchline[agents]" in found.json()["text"]


# --- what it cannot do


@pytest.mark.parametrize("game_id", ["sncf-france", "koplopers"])
async def test_two_worlds_that_look_alike_are_told_alike(served: House, game_id: str) -> None:
    """Whatever a tool says to a seat is the same where only others' secrets differ."""
    game = load(game_id)
    records = next(
        found
        for number in range(50)
        if last_state(game, read((found := pairs(game, 3, 0, f"agent-{number}", 14))[0])).to_move == 0
    )
    told: list[list[str]] = [[], []]
    async with by_address(served.base) as agent:
        for record, heard in zip(records, told, strict=True):
            made = await served.create("friend", "me", "me", game=game_id, record=record)
            link = f"{made['id']}#{made['seats'][0]['token']}"
            heard.append((await agent.sit("join", link=link)).split("(secret)")[0])
            for tool in ("look", "wait", "moves"):
                heard.append(await agent.tell(tool, seat=agent.seat))
            heard.append(await agent.tell("look", seat=agent.seat, map=True))
            lines = candidates(heard[3], Random("same"))
            for line in [*lines[:8], "fly", "done"]:
                heard += [str(each) for each in await agent.ask("try", seat=agent.seat, action=line)]
            heard.append(await agent.refusal("review", seat=agent.seat))
    assert told[0] == told[1]
    assert read(records[0]).rows != read(records[1]).rows


async def test_only_the_token_of_a_seat_opens_it(served: House) -> None:
    made = await served.create("me", "me", "random")
    other = await served.create("me", "me", "random")
    id, token = made["id"], made["seats"][0]["token"]
    async with by_address(served.base) as agent:
        foreign = other["seats"][0]["token"]
        for seat in (f"{id}#{'x' * 22}", f"{id}#{foreign}", f"{other['id']}#{token}", f"{id}#{made['host']}"):
            for tool in ("look", "moves", "wait", "review"):
                said = await agent.refusal(tool, seat=seat)
                assert "holds no seat" in said and "share" not in said
            assert "holds no seat" in await agent.refusal("play", seat=seat, action="done")
        for seat in (id, f"{id}#", "", f"../games#{token}", f"{id}/record#{token}", f"{id}#{token}\n"):
            assert "Refused" in (await agent.ask("look", seat=seat))[1] or seat.endswith("\n")
        for link in (f"{id}#{'y' * 22}", "file:///etc/passwd", f"http://evil.example/table/{id}#{token}", id):
            assert "Refused" in await agent.refusal("join", link=link)
        for game in ("../../etc/passwd", "sncf-france/board", "chess", "?"):
            assert "Refused" in await agent.refusal("rules", game=game)
            assert "Refused" in await agent.refusal("new_table", game=game)


async def test_huge_and_odd_arguments_are_refused_with_a_sentence(served: House) -> None:
    async with by_address(served.base, mode="legacy") as agent:
        two = ["random", "random"]
        assert (await agent.ask("new_table", game="bridgetown", players=3, bots=two))[0]
        await agent.sit("new_table", game="bridgetown", bots="random")
        odd: tuple[dict[str, Any], ...] = (
            {"seat": agent.seat, "action": "x" * 5000},
            {"seat": agent.seat, "action": ""},
            {"seat": "y" * 4000, "action": "done"},
            {"seat": agent.seat},
            {"seat": agent.seat, "action": "done", "file": "/etc/passwd"},
            {"seat": agent.seat, "action": ["done"]},
        )
        for arguments in odd:
            said = await agent.refusal("play", **arguments)
            assert said.startswith("Refused: ") and len(said) < 300, said
        assert "there is no such tool" in await agent.refusal("shell", command="ls")
        odd = ({"players": 9}, {"players": 2, "bots": "a,b,c"}, {"bots": "wizard"}, {"options": {"a": "b"}})
        for arguments in odd:
            assert "Refused" in await agent.refusal("new_table", game="bridgetown", **arguments)
        await agent.own_turn()  # and the table is as well as before
        for line in (
            "9" * 3000,
            "lay " + "1,1;" * 900,
            "\x00\x1b[2J",
            "\u202e" * 100,
            "place taxi; rm -rf /",
        ):
            said = await agent.refusal("play", seat=agent.seat, action=line)
            assert "Refused" in said and len(said) < 600


@pytest.mark.parametrize("game_id", GAMES)
def test_whatever_was_begun_is_listed_or_refused_with_a_sentence(game_id: str) -> None:
    game, rng = load(game_id), Random(game_id)
    words = ["", "9", "1,1", "1,1;2,2", "nowhere", "done", *game.words.groups["verbs"], *game.words.names]
    state = game.start(game.seats[0])
    for _ in range(60):
        if state.to_move >= 0:
            masked = game.mask(state, state.to_move)
            for size in (0, 1, 2, 3):
                begun = " ".join(rng.choices(words, k=size))
                with contextlib.suppress(BranchlineError):
                    assert all(isinstance(offer.typed, str) for offer in offers(game, masked, begun))
        game.apply(state, game.random_action(state, rng))


def asked(name: str, **arguments: Any) -> dict[str, Any]:
    """A call of a tool as it goes over the line."""
    return {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": name, "arguments": arguments},
    }


JSON = {"accept": "application/json, text/event-stream", "mcp-protocol-version": "2025-06-18"}


async def test_the_limits_of_a_server_hold_for_agents(tmp_path: Path) -> None:
    limits = Limits(address_rate=0.001, address_burst=40, tables_an_hour=2)
    async with house(tmp_path / "tables.db", Settings(limits)) as found:
        client = found.client
        large = await client.post("/mcp", json=asked("play", action="x" * 70_000), headers=JSON)
        assert (large.status_code, large.json()["error"]) == (413, "too-large")
        foreign = await client.post(
            "/mcp", json=asked("games"), headers={**JSON, "origin": "https://evil.example"}
        )
        assert (foreign.status_code, foreign.json()["error"]) == (403, "origin")
        for method in ("GET", "DELETE", "PUT"):
            assert (await client.request(method, "/mcp", headers=JSON)).json()["error"] == "method"
        made = [
            text_of(await client.post("/mcp", json=asked("new_table", game="bridgetown"), headers=JSON))
            for _ in "abc"
        ]
        assert "Your SEAT" in made[1] and "too much at once" in made[2]
        seat = made[0].split("(secret): ")[1].split()[0]
        told = []
        while (answer := await client.post("/mcp", json=asked("look", seat=seat), headers=JSON)).is_success:
            told.append(text_of(answer))
        assert answer.json()["error"] == "too-many"
        assert 0 < len(told) < 10, "the questions that it is made of were counted too"


CALL = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"wait","arguments":{"seconds":%s}}}'
ODD = [
    *("", "null", "[]", "{", "\x00", "\xff", '[{"jsonrpc":"2.0","id":1,"method":"ping"}]'),
    *(CALL % value for value in ("[" * 20_000 + "]" * 20_000, "9" * 5000, "NaN", '"\\ud800"')),
    '{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"uri":"file:///etc/passwd"}}',
    '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}',
]


@pytest.mark.parametrize("version", ["2025-06-18", "2026-07-28", "9999-01-01"])
async def test_what_is_no_message_does_no_harm(served: House, version: str) -> None:
    headers = {**JSON, "mcp-protocol-version": version, "content-type": "application/json"}
    for body in ODD:
        found = await served.client.post("/mcp", content=body.encode("latin-1"), headers=headers)
        assert found.status_code < 500, (body[:80], found.text)
        assert "passwd" not in found.text and "root:" not in found.text
    assert (await served.get("/health")).json()["status"] == "ok"


def text_of(answer: httpx.Response) -> str:
    text: str = answer.json()["result"]["content"][0]["text"]
    return text


def test_every_game_is_tried() -> None:
    assert set(SHORT) == set(WRONG) == set(GAMES)
