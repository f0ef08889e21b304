"""Plans: played on by oneself from what one knows, kept with the table, seen by nobody else."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest

from branchline import GAMES, load
from branchline.core.action import Action
from branchline.core.errors import BranchlineError
from branchline.core.game import CHANCE, AnyGame
from branchline.core.plan import Walk
from branchline.core.record import last_state, read, write
from branchline.core.study import line_text, read_line
from branchline.server.hall import Settings
from branchline.server.planning import LONGEST
from branchline.server.questions import PLANS
from tests.browser.chrome import at_part, played
from tests.processes import until
from tests.server.house import GENEROUS, House, fixed_world, house
from tests.server.plans import begin, do, others_turn, until_over
from tests.server.test_leak import SECRETIVE
from tests.server.worlds import pairs


@pytest.mark.parametrize("game_id", GAMES)
def test_a_plan_goes_on_from_what_its_seat_knows(game_id: str) -> None:
    """Its own view is that of the table; the same choices lead to the same place; its line is read again."""
    game = load(game_id)
    state = last_state(game, read(at_part(played(game_id, 3), 0.5)))
    for eyes in range(3):
        masked = game.mask(state, eyes)
        walks = [Walk(game, masked, eyes, "plan"), Walk(game, masked, eyes, "plan")]
        assert game.mask(walks[0].world, eyes) == masked
        for _ in range(12):
            if walks[0].world.to_move < 0:
                break
            action = game.mind.advise(walks[0].seen(), Random("fixed"))
            for walk in walks:
                walk.add(action)
        one, other = walks
        assert one.world == other.world and one.line.rows == other.line.rows
        assert read_line("\n".join(line_text(one.line))).rows == one.line.rows
        assert all(seat == CHANCE or action in one.by_hand() for seat, action, _ in one.line.rows)


def test_a_plan_refuses_what_a_rule_forbids_and_stays_as_it_is() -> None:
    game = load("sncf-france")
    state = last_state(game, read(at_part(played("sncf-france", 3), 0.5)))
    walk = Walk(game, game.mask(state, 0), 0, "plan")
    with pytest.raises(BranchlineError):
        walk.add(("build", "red", "nowhere"))
    assert walk.line.rows == []


async def test_a_plan_is_begun_while_another_thinks_and_kept_when_one_comes_back(tmp_path: Path) -> None:
    async with house(tmp_path / "t.db") as served:
        id, tokens, me = await others_turn(served)
        before = await served.table(id)
        told = await until_over(served, id, tokens[me], await begin(served, id, tokens[me]))
        assert told["eyes"] == me and told["at"] == before["step"]
        assert {row["seat"] for row in told["rows"]} >= {me, before["to_move"]}
        assert told["turn"] == [row["action"] for row in told["rows"] if row["seat"] == me]
        assert told["table"]["view"] and all(row["lines"] for row in told["rows"])
        await begin(served, id, tokens[me], plan=2)
        assert await served.table(id) == before, "nothing was played"
    async with house(tmp_path / "t.db") as served:
        cards = (await served.ask(id, tokens[me], plans=True)).json()
        assert [(card["plan"], card["actions"]) for card in cards["plans"]] == [
            (1, len(told["rows"])),
            (2, 0),
        ]
        assert (await served.ask(id, tokens[me], plan=1)).json() == told
        dropped = (await served.ask(id, tokens[me], plan=2, drop=True)).json()
        assert [card["plan"] for card in dropped["plans"]] == [1]


async def test_what_a_plan_keeps_and_what_follows_can_be_said_twice(served: House) -> None:
    id, tokens, me = await others_turn(served)
    told = await begin(served, id, tokens[me])
    action = told["table"]["choices"][0]
    once = await served.ask(id, tokens[me], plan=1, keep=0, then=[action])
    assert (await served.ask(id, tokens[me], plan=1, keep=0, then=[action])).content == once.content
    assert len(once.json()["rows"]) == 1 and once.json()["table"]["takeback"] == 0
    back = (await served.ask(id, tokens[me], plan=1, keep=0)).json()
    assert back["rows"] == [] and back["table"] == told["table"]


async def test_questions_about_a_plan_are_answered_where_it_has_led(served: House) -> None:
    id, tokens, me = await others_turn(served)
    told = await begin(served, id, tokens[me])
    action = next(each for each in told["table"]["choices"] if each[0] == "build")
    tried = (await served.ask(id, tokens[me], **{"try": [action]}, plan=1)).json()
    assert tried["type"] == "tried" and tried["lines"] and tried["version"] == 0
    typed = (await served.ask(id, tokens[me], typed=" ".join(map(str, action)), plan=1)).json()
    assert typed["meant"] == [action]
    proposed = (await served.ask(id, tokens[me], propose=action[:2], plan=1)).json()
    assert action in [each["action"] for each in proposed["actions"]]
    refused = (await served.ask(id, tokens[me], **{"try": [action]})).json()
    assert refused["error"] == "not-yours", "at the table it is another's turn"
    path = f"/api/tables/{id}"
    before = (await served.get(f"{path}/position", tokens[me], plan=1)).json()
    assert before["parts"][0][1]
    listed = (await served.get(f"{path}/moves", tokens[me], plan=1, begun=" ".join(action[:2]))).json()
    assert listed["version"] == 0 and listed["lines"][0]["typed"] == " ".join(action[:2])
    assert (await served.get(f"{path}/moves", tokens[me])).json()["error"] == "not-yours"
    await served.ask(id, tokens[me], plan=1, then=[action])
    assert (await served.get(f"{path}/position", tokens[me], plan=1)).json()["parts"] != before["parts"]
    drawn = await served.get(f"{path}/picture", tokens[me], plan=1)
    assert drawn.text.startswith("<svg") and drawn.text != (await served.get(f"{path}/picture")).text
    assert (await served.get(f"{path}/position", plan=1)).json()["error"] == "not-yours"


async def test_the_turn_of_a_plan_is_what_comes_after_what_was_really_done(served: House) -> None:
    id, tokens, me = await others_turn(served)
    told = await until_over(served, id, tokens[me], await begin(served, id, tokens[me]))
    while (await served.table(id))["to_move"] != me:
        await do(served, id, tokens, lambda choices: choices[-1])
    assert (await served.ask(id, tokens[me], plan=1)).json()["turn"] == told["turn"]
    now = await served.table(id, tokens[me])
    done = await served.ask(id, tokens[me], do=told["turn"][0], after=now["version"])
    assert done.is_success, done.text
    assert (await served.ask(id, tokens[me], plan=1)).json()["turn"] == told["turn"][1:]


async def test_after_the_end_a_plan_begins_at_any_earlier_step(served: House) -> None:
    id, tokens = await served.people(3, record=write(played("sncf-france", 3)))
    last = (await served.table(id))["step"]
    refused = (await served.ask(id, tokens[0], plan=1, at=last)).json()
    assert refused["error"] == "over"
    told = await begin(served, id, tokens[0], at=last // 2)
    then = (await served.table(id, tokens[0], at=last // 2))["view"]
    if told["table"]["seat"] == 0:
        assert told["table"]["view"] == then
    assert (await served.ask(id, tokens[0], plan=1, then=[told["table"]["choices"][0]])).is_success
    queue = (await served.ask(id, tokens[0], queue=1, after=0)).json()
    assert queue["error"] in ("over", "plan")


async def test_plans_are_bounded_and_bad_questions_get_a_sentence(served: House) -> None:
    id, tokens, me = await others_turn(served)
    none = (await served.ask(id, tokens[me], plan=1)).json()
    assert none["text"] == "There is no plan 1 of yours; it begins at a step."
    assert (await served.ask(id, tokens[me], plan=PLANS + 1, at=0)).json()["error"] == "bad-message"
    assert (await served.ask(id, tokens[me], plan=1, at=9999)).json()["error"] == "unknown"
    told = await begin(served, id, tokens[me])
    refused = (await served.ask(id, tokens[me], plan=1, then=[["build", "red", "nowhere"]])).json()
    assert refused["type"] == "refused" and refused["text"]
    while told["type"] == "planned" and told["table"]["to_move"] >= 0:
        told = (await served.ask(id, tokens[me], plan=1, then=[told["table"]["choices"][0]])).json()
    if told["type"] == "refused":
        most = f"A plan has at most {LONGEST} actions; take some back, or begin another one."
        assert told["text"] == most
    assert (await served.ask(id, tokens[me], plan=1)).json()["rows"]


async def test_a_plan_whose_beginning_was_taken_back_says_so(served: House) -> None:
    id, tokens, me = await others_turn(served)
    mover = (await served.table(id))["to_move"]
    await do(served, id, tokens, lambda choices: next(each for each in choices if each[0] == "build"))
    await begin(served, id, tokens[me])
    version = (await served.table(id))["version"]
    assert (await served.ask(id, tokens[mover], takeback=version - 1, after=version)).is_success
    refused = (await served.ask(id, tokens[me], plan=1)).json()
    assert refused["text"] == "What this plan began from was taken back; begin another one."
    assert (await served.ask(id, tokens[me], plans=True)).json()["plans"][0]["at"] is None


async def test_nobody_else_has_them_and_who_takes_the_seat_over_finds_none(served: House) -> None:
    id, tokens, me = await others_turn(served)
    await begin(served, id, tokens[me])
    for token in (None, "x" * 22):
        for question in ({"plans": True}, {"plan": 1}, {"queue": 1, "after": 0}):
            assert (await served.ask(id, token, **question)).json()["error"] == "not-yours"
    other = (me + 1) % 3
    assert (await served.ask(id, tokens[other], plans=True)).json()["plans"] == []
    link = (await served.ask(id, tokens[me], hand=me)).json()["token"]
    came = (await served.ask(id, None, join=None, token=link, name="Cleo")).json()["token"]
    assert (await served.ask(id, came, plans=True)).json()["plans"] == []
    early = (await served.ask(id, came, plan=1, at=3)).json()
    assert early["error"] == "secret", "what its former player knew is not theirs"
    assert (await begin(served, id, came))["type"] == "planned"


async def test_who_wants_to_be_forgotten_leaves_no_plans(served: House) -> None:
    id, tokens, me = await others_turn(served)
    await begin(served, id, tokens[me])
    assert (await served.ask(id, tokens[me], forget=me)).is_success
    assert await served.hall.store.read("plans", id, me) == []


@pytest.mark.prove("leak")
@pytest.mark.parametrize("game_id", SECRETIVE)
async def test_a_plan_and_a_queue_know_no_secret(tmp_path: Path, game_id: str, count: Any) -> None:
    """Two tables that differ only in what the seat cannot see answer with the same bytes, also when a queued
    turn is played or cancelled, until the rules themselves make the difference known."""
    game, viewer, ends = load(game_id), 1, 0
    for seed in range(count(2, 20)):
        records = waiting_pair(game, viewer, f"plan-{seed}")
        moves = until_theirs(game, records, viewer, Random(seed))
        told = []
        for name, record in zip("ab", records, strict=True):
            folder = tmp_path / f"{seed}{name}"
            folder.mkdir()
            told.append(await answers(folder, game_id, record, viewer, moves))
        (one, after, known), (other, again, also) = told
        assert len(one) > 12 and one == other
        if known == also:
            assert after == again
            ends += any('"type":"queued"' in each for each in after)
    assert ends, "at no pair of tables a queue came to its end before the difference was known"


def waiting_pair(game: AnyGame, viewer: int, seed: str) -> tuple[str, str]:
    """Two such records in which another is to move."""
    for number in range(100):
        records = pairs(game, 3, viewer, f"{seed}/{number}", steps=14)
        if last_state(game, read(records[0])).to_move != viewer:
            return records
    raise AssertionError("it is always their turn")


def until_theirs(game: AnyGame, records: tuple[str, str], viewer: int, rng: Random) -> list[Action]:
    """What the others can do in both worlds until it is the viewer's turn, and soon."""
    states, moves = [last_state(game, read(each)) for each in records], list[Action]()
    while states[0].to_move >= 0 and viewer not in (state.to_move for state in states):
        allowed = set(game.legal_actions(states[1]))
        common = [action for action in game.legal_actions(states[0]) if action in allowed]
        moves.append(("done",) if ("done",) in common else rng.choice(common))
        for state in states:
            game.apply(state, moves[-1])
            while state.to_move == CHANCE:
                game.apply(state, game.draw(state, rng))
    return moves


async def answers(
    folder: Path, game_id: str, record: str, viewer: int, moves: list[Action]
) -> tuple[list[bytes], list[str], Any]:
    """What a seat is told of plans from several steps, of guesses for others and of its queue; what it hears
    while the others move and its queue comes to its end; and what it knows then."""
    said: list[bytes] = []
    async with house(folder / "t.db", Settings(GENEROUS, bot_seconds=300, world=fixed_world())) as served:
        id, tokens = await served.people(3, game=game_id, record=record)
        mine, now = tokens[viewer], await served.table(id)

        async def ask(**question: Any) -> Any:
            found = await served.ask(id, mine, **question)
            said.append(found.content)
            return found.json()

        last = now["step"]
        for plan, at in enumerate((last, last - 1, last // 2, last), start=1):
            told = await ask(plan=plan, at=at)
            for number in range(8):
                if told["table"]["to_move"] < 0:
                    break
                choices = told["table"]["choices"]
                action = choices[len(choices) // plan % len(choices)]
                await ask(**{"try": [action]}, plan=plan)
                if number == plan:
                    await ask(propose=action[:1], plan=plan)
                told = await ask(plan=plan, then=[action])
            said.append((await served.get(f"/api/tables/{id}/position", mine, plan=plan)).content)
            await ask(queue=plan, after=now["version"])
            await ask(queue=0, after=now["version"])
            await ask(plan=plan, keep=3)
        await ask(plans=True)
        await ask(plan=1, at=last)
        await until_over(served, id, mine, await begin(served, id, mine, at=last))
        assert (await ask(queue=1, after=now["version"]))["turn"]
        after: list[str] = []
        match = served.hall.tables.rooms[id].match
        async with served.listen(id, mine) as ear:
            await ear.next("table")
            for move in moves:
                if match.state.to_move == viewer or viewer not in match.queued:
                    break
                await match.do(match.state.to_move, move, match.version)
            if match.state.to_move == viewer:
                await until(lambda: viewer not in match.queued or bool(match.queued[viewer].why))
            await ear.send(**{"try": [["nosuch"]], "key": "last"})
            while not after or '"key":"last"' not in after[-1]:
                after.append(str(await asyncio.wait_for(ear.socket.recv(), 60)))
        return said, after, match.game.mask(match.state, viewer)


def test_that_test_can_fail() -> None:
    """From the whole states the worlds of such a pair differ."""
    game = load("sncf-france")
    states = [last_state(game, read(each)) for each in pairs(game, 3, 1, "plan-0", 14)]
    whole = [Walk(game, state, 1, "plan").world for state in states]
    masked = [Walk(game, game.mask(state, 1), 1, "plan").world for state in states]
    assert whole[0] != whole[1] and masked[0] == masked[1]
