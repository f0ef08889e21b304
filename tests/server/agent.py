"""An agent for tests: a script that knows the tools and nothing else, by the official SDK.

It reads what `moves` lists by the description of that tool: `red|blue` is one of these, a word in capitals
stands for one of those that the line explains, and `then one of:` lists what stands at the end.
"""

from __future__ import annotations

import contextlib
import os
import re
import sys
from collections.abc import AsyncIterator
from random import Random
from typing import Any

from mcp import Client, StdioServerParameters

from tests.processes import PATIENCE

WORD = re.compile(r"[\w.-]+")
HELD = re.compile(r"\(secret\): (\S+)")


class Agent:
    """A client, the seat that it has, and what it was told."""

    def __init__(self, client: Client, seed: str = "agent") -> None:
        self.client, self.rng = client, Random(seed)
        self.seat = ""
        self.refused: list[str] = []

    async def ask(self, tool: str, **arguments: Any) -> tuple[bool, str]:
        """Whether it was done, and what the tool said."""
        found = await self.client.call_tool(tool, arguments, read_timeout_seconds=PATIENCE)
        (said,) = found.content
        text: str = getattr(said, "text", "")
        if found.is_error:
            self.refused.append(text)
        return not found.is_error, text

    async def tell(self, tool: str, **arguments: Any) -> str:
        """What a tool said that must not refuse."""
        done, text = await self.ask(tool, **arguments)
        assert done, text
        return text

    async def refusal(self, tool: str, **arguments: Any) -> str:
        done, text = await self.ask(tool, **arguments)
        assert not done, text
        return text

    async def sit(self, tool: str, **arguments: Any) -> str:
        """Make a table or join one, and remember the seat."""
        text = await self.tell(tool, **arguments)
        found = HELD.search(text)
        assert found, text
        self.seat = found[1]
        return text

    async def own_turn(self) -> str:
        """What is told when the own turn has come, or the end."""
        while True:
            text = await self.tell("wait", seat=self.seat, seconds=20)
            if text.startswith(("You are to move.", "The game is over.")):
                return text

    async def play_out(self, most: int = 2000) -> str:
        """Play to the end, by what `moves` lists."""
        for _ in range(most):
            text = await self.own_turn()
            if text.startswith("The game is over."):
                return text
            while "You are to move." in text:
                text = await self.move()
        raise AssertionError("the game does not end")

    async def move(self) -> str:
        """Any move of the list; what is refused was misread, and the next one is tried."""
        listed = await self.tell("moves", seat=self.seat)
        lines = candidates(listed, self.rng)
        for line in lines:
            done, text = await self.ask("play", seat=self.seat, action=line)
            if done:
                return text
        raise AssertionError(f"nothing of this can be played: {lines} {self.refused[-3:]}")


def candidates(listed: str, rng: Random) -> list[str]:
    """Lines that one could type, by what `moves` says, in any order."""
    body = listed.split("What you may do now:\n", 1)[1].split("\nExamples of lines", 1)[0]
    found = []
    for line in body.splitlines():
        if line.startswith("#"):
            continue  # what a verb does
        typed, then, ends = line.partition(", then one of: ")
        typed, _, brings = typed.partition("  (")
        words = [rng.choice(word.split("|")) for word in typed.split(" ")]
        if then:
            words.append(rng.choice(ends.split(", ")).split(" (")[0])
        if any(map(placeholder, words)):
            known = WORD.findall(re.sub(r"\([^)]*\)", "", brings))
            found += [" ".join(end if placeholder(word) else word for word in words) for end in known]
        else:
            found.append(" ".join(words))
    return rng.sample(found, len(found))


def placeholder(word: str) -> bool:
    return word.isalpha() and word.isupper() and len(word) > 2


@contextlib.asynccontextmanager
async def by_process(*arguments: str, seed: str = "agent", mode: str = "auto") -> AsyncIterator[Agent]:
    """`branchline mcp` in a process of its own, as an agent's program starts it."""
    command = StdioServerParameters(
        command=sys.executable, args=["-m", "branchline", "mcp", *arguments], env=dict(os.environ)
    )
    async with Client(command, read_timeout_seconds=PATIENCE, mode=mode) as client:
        yield Agent(client, seed)


@contextlib.asynccontextmanager
async def by_address(base: str, seed: str = "agent", mode: str = "auto") -> AsyncIterator[Agent]:
    """`/mcp` of a running server."""
    async with Client(f"{base}/mcp", read_timeout_seconds=PATIENCE, mode=mode) as client:
        yield Agent(client, seed)
