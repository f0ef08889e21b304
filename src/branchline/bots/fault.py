"""What a bot of one's own did wrong, in one sentence that says which bot, where and what."""

from __future__ import annotations

from branchline.core.errors import BranchlineError


class Fault(BranchlineError):
    """A bot that is not ours answered what is not allowed, too late, or not at all.

    >>> str(Fault("the bot 'mine' in game 3 of bridgetown", "stopped", "no such file").at(41))
    "the bot 'mine' in game 3 of bridgetown at step 41 stopped; it wrote: no such file"
    """

    kind = "bot"

    def __init__(self, who: str, what: str, wrote: str = "", step: int | None = None) -> None:
        super().__init__(who, what, wrote, step)  # all of it, so that it travels between processes
        self.who, self.what, self.wrote, self.step = who, what, wrote, step

    def at(self, step: int) -> Fault:
        """The same after so many actions of its game."""
        return Fault(self.who, self.what, self.wrote, step)

    def of(self, who: str) -> Fault:
        """The same of that bot: who asks a program knows what it did, but not for whom it plays."""
        return Fault(who, self.what, self.wrote, self.step)

    def __str__(self) -> str:
        step = "" if self.step is None else f" at step {self.step}"
        last = self.wrote.strip().splitlines()[-1:]
        return f"{self.who}{step} {self.what}" + (f"; it wrote: {last[0][:200]}" if last else "")
