"""Asking a person for a line: with completion in a terminal, plainly when input is piped."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.console import Console

from branchline.core.action import Action, next_words, to_text
from branchline.core.voice import say


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
        verbs: Mapping[str, str] | None = None,
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
                for word in completions(begun, words, legal, verbs):
                    meta = (names or {}).get(word, "")
                    yield Completion(word, start_position=-len(begun[-1]), display_meta=meta)

        return str(self.session.prompt(prompt, completer=Words(), complete_while_typing=False))


def completions(
    begun: list[str],
    words: Sequence[str],
    legal: Sequence[Action],
    verbs: Mapping[str, str] | None = None,
) -> list[str]:
    """What can stand in the last place of a begun line.

    >>> completions(["build", ""], ["undo"], [("build", "red", "f12"), ("done",)])
    ['red']
    >>> completions([""], ["undo"], [("build", "red", "f12"), ("done",)])
    ['build', 'done', 'undo']
    >>> completions(["Constr"], [], [("build", "red", "f12")], {"build": "Construire"})
    ['construire']
    >>> completions(["construire", ""], [], [("build", "red", "f12")], {"build": "Construire"})
    ['red']
    >>> completions(["changer", "d"], [], [("turn", "R1")], {"turn": "Changer de sens"})
    ['de sens']
    >>> completions(["changer", "de", "sens", ""], [], [("turn", "R1")], {"turn": "Changer de sens"})
    ['R1']
    """
    typed = begun[1:] if begun[0].lower() in ("?", "try", say("text.says-try")) and len(begun) > 1 else begun
    texts = [tuple(to_text((part,)) for part in action) for action in legal]
    found = [str(word) for word in next_words(texts, _with_verb(typed[:-1], verbs or {}))]
    if len(typed) == 1:
        # verbs as the reader's language calls them; whoever types another one is not corrected
        called = [(verbs or {}).get(verb, verb).lower() for verb in found]
        found = [*called, *(verb for verb in found if typed[0] and verb not in called)]
    if len(begun) == 1:
        found += words
    for name in (name.lower().split() for name in (verbs or {}).values()):
        size = len(typed) - 1  # the words of a verb that stand there
        if 0 < size < len(name) and [word.lower() for word in typed[:-1]] == name[:size]:
            found.append(" ".join(name[size:]))
    return [word for word in found if word.lower().startswith(begun[-1].lower())]


def _with_verb(words: list[str], verbs: Mapping[str, str]) -> tuple[str, ...]:
    """Words with their verb in English."""
    for verb, name in verbs.items():
        size = len(name.split())
        if [word.lower() for word in words[:size]] == name.lower().split():
            return (verb, *words[size:])
    return tuple(words)
