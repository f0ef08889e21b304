#!/usr/bin/env python3
"""Everything a developer types, on a machine that has only Python 3.11+.

    python3 dev.py play              play in the browser: starts the server and says where it is
    python3 dev.py play ARGS         play in the terminal: `sncf-france --bots strong`, or `--terminal`
    python3 dev.py test [ARGS]       the tests; ARGS go to pytest
    python3 dev.py check             formatting, lint and types
    python3 dev.py docs [--serve]    all docs, rules and the reference as one site in build/docs
    python3 dev.py bench [ARGS]      the benchmarks, beside a yardstick from the same run
    python3 dev.py ladder [ARGS]     how strong the levels are: table and chart; `play` plays the claims
    python3 dev.py prove [NAME]      the long proofs: contract, greedy, kill, fuzz, leak, attack, ... (all)
    python3 dev.py run ARGS          any `branchline` command: `run board sncf-germany`

The first run makes a virtual environment in .venv (with uv when it is on the PATH, else venv
and pip) from the pins in constraints.txt; the next one starts at once.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = Path(os.environ.get("DEV_VENV", ROOT / ".venv"))
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
EXTRAS = {
    "play": "",
    "run": "",
    "test": "test",
    "prove": "test",
    "check": "check",
    "docs": "docs",
    "bench": "bench",
    "ladder": "",
}


def wanted(extra: str) -> str:
    """What an up-to-date environment is made of, as one digest."""
    digest = hashlib.sha256(f"{sys.version_info[:2]} {extra} {ROOT}".encode())
    front = ROOT / "frontend"
    sources = [ROOT / name for name in ("pyproject.toml", "constraints.txt", "hatch_build.py")]
    sources += [front / name for name in ("index.html", "package-lock.json", "vite.config.ts")]
    for path in [*sources, *sorted((front / "src").rglob("*"))]:
        if path.is_file() and not path.name.endswith(".test.ts"):
            digest.update(path.read_bytes())
    return digest.hexdigest()


def make_environment(uv: str | None) -> None:
    print(f"Making a virtual environment in {VENV.name} (once).", file=sys.stderr)
    if uv:
        command = [uv, "venv", "--quiet", "--python", sys.executable, str(VENV)]
    else:
        command = [sys.executable, "-m", "venv", str(VENV)]
    if subprocess.run(command, check=False).returncode:
        shutil.rmtree(VENV, ignore_errors=True)
        sys.exit(
            "Python could not make a virtual environment: on Debian or Ubuntu run "
            "'apt install python3-venv', or install uv, then try again."
        )


def install(extra: str) -> None:
    """Bring .venv up to date for this extra; does nothing when its stamp says that it is."""
    mark, want = VENV / f".installed-{extra or 'play'}", wanted(extra)
    if PYTHON.exists() and mark.exists() and mark.read_text() == want:
        return
    uv = None if os.environ.get("DEV_NO_UV") else shutil.which("uv")
    if not PYTHON.exists():
        make_environment(uv)
    print("Installing what is needed (once, about half a minute).", file=sys.stderr)
    if uv:
        command = [uv, "pip", "install", "--quiet", "--python", str(PYTHON)]
    else:
        command = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    command += ["-c", str(ROOT / "constraints.txt"), "-e", f"{ROOT}[{extra}]" if extra else str(ROOT)]
    if subprocess.run(command, check=False).returncode:
        sys.exit("The installation failed; the lines above say why. Nothing was run.")
    mark.write_text(want)


NO_NODE = 3  # how frontend/npm.py says that there is none


def npm(*words: str) -> int:
    return run("frontend/npm.py", *words)


def run(*command: str) -> int:
    return subprocess.call([str(PYTHON), *command], cwd=ROOT)


def become(*command: str, **environment: str) -> int:
    """The last thing to do: this process turns into it, so that whoever ends one ends the other."""
    os.environ.update(environment)
    if os.name == "nt":  # which has no such thing
        return run(*command)
    os.chdir(ROOT)
    return os.execv(PYTHON, [str(PYTHON), *command])


def check() -> int:
    steps = (
        ("ruff format", ("-m", "ruff", "format", "--check", ".")),
        ("ruff check", ("-m", "ruff", "check", ".")),
        ("mypy", ("-m", "mypy")),
        ("frontend's packages", ("frontend/npm.py", "install")),
        ("prettier", ("frontend/npm.py", "run", "-s", "format")),
        ("eslint", ("frontend/npm.py", "run", "-s", "lint")),
        ("svelte-check", ("frontend/npm.py", "run", "-s", "check")),
    )
    failed = [name for name, command in steps if run(*command)]
    if failed:
        print(f"check failed: {', '.join(failed)}", file=sys.stderr)
    return bool(failed)


SITE = ("-m", "sphinx", "-q", "-W", "--keep-going", "-E", "-c", "docs/site")  # a warning is an error


def docs(rest: list[str]) -> int:
    """The site, and with `--serve` somebody to hand it out until Ctrl-C."""
    if rest not in ([], ["--serve"]):
        print(f"dev.py docs takes --serve or nothing, not {' '.join(rest)}.", file=sys.stderr)
        return 2
    if run(*SITE, "-d", "build/doctrees", ".", "build/docs"):
        return 1
    print("The site is in build/docs: open build/docs/index.html.")
    if not rest:
        return 0
    return become("-m", "http.server", "--bind", "127.0.0.1", "--directory", "build/docs", "8080")


def test(rest: list[str]) -> int:
    """pytest; without arguments also vitest, where there is Node (after `dev.py check` there always is)."""
    if rest:
        return become("-m", "pytest", *rest)
    if npm("--version") == NO_NODE:
        print("vitest is left out; `dev.py check` brings Node along.", file=sys.stderr)
    elif npm("install") or npm("run", "-s", "test"):
        return 1
    return become("-m", "pytest", "-n", "auto", "--dist", "worksteal")


def main(arguments: list[str]) -> int:
    if sys.version_info < (3, 11):  # noqa: UP036 - whoever has an older one should read a sentence
        sys.exit(f"Branchline needs Python 3.11 or newer; this is {sys.version.split()[0]}.")
    task = arguments[0] if arguments else "--help"
    rest = arguments[1:]
    if task in ("-h", "--help", "help"):
        print(__doc__)
        return 0
    if task not in EXTRAS:
        print(f"dev.py has no task {task!r}; it has {', '.join(EXTRAS)}.", file=sys.stderr)
        return 2
    install(EXTRAS[task])
    try:
        if task == "check":
            return check()
        if task == "test":
            return test(rest)
        if task == "docs":
            return docs(rest)
        if task == "prove":
            return become("-m", "pytest", "-n", "auto", "--dist", "worksteal", "--prove", *(rest or ["all"]))
        if task == "bench":
            return become("-m", "bench", *rest)
        if task == "ladder":
            return become("-m", "bench.ladder", *rest)
        words = ["play", *rest] if task == "play" else rest
        return become("-m", "branchline", *words, BRANCHLINE_COMMAND="python3 dev.py")
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
