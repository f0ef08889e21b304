"""Asking a person for a line: with completion in a terminal, plainly when input is piped."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.console import Console

from branchline.core.action import Action, next_words, to_text


class Reader:
    """Where lines come from. End of input is EOFError."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.session: Any = None
        if sys.stdin.isatty() and sys.stdout.isatty():
            from prompt_toolkit import PromptSession

            self.session = PromptSession()

    def ask(
        self,
        prompt: str,
        words: Sequence[str],
        legal: Sequence[Action] = (),
        names: Mapping[str, str] | None = None,
    ) -> str:
        if self.session is None:
            sys.stdout.write(prompt)
            sys.stdout.flush()
            line = sys.stdin.readline()
            if not line:
                raise EOFError
            return line.rstrip("\n")
        from prompt_toolkit.completion import Completer, Completion

        class Words(Completer):
            def get_completions(self, document: Any, event: Any) -> Iterable[Completion]:
                begun = document.text_before_cursor.split(" ")
                for word in completions(begun, words, legal):
                    meta = (names or {}).get(word, "")
                    yield Completion(word, start_position=-len(begun[-1]), display_meta=meta)

        return str(self.session.prompt(prompt, completer=Words(), complete_while_typing=False))


def completions(begun: list[str], words: Sequence[str], legal: Sequence[Action]) -> list[str]:
    """What can stand in the last place of a begun line.

    >>> completions(["build", ""], ["undo"], [("build", "red", "f12"), ("done",)])
    ['red']
    >>> completions([""], ["undo"], [("build", "red", "f12"), ("done",)])
    ['build', 'done', 'undo']
    """
    head = begun[:-1][1:] if begun[0] in ("try", "?") and len(begun) > 1 else begun[:-1]
    texts = [tuple(to_text((part,)) for part in action) for action in legal]
    found = [str(word) for word in next_words(texts, tuple(head))]
    if len(begun) == 1:
        found += words
    return [word for word in found if word.startswith(begun[-1])]
