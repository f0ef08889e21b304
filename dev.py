#!/usr/bin/env python3
"""Everything a developer types, on a machine that has only Python 3.11+.

    python3 dev.py play              play in the browser: starts the server and says where it is
    python3 dev.py play ARGS         play in the terminal: `sncf-france --bots strong`, or `--terminal`
    python3 dev.py test [ARGS]       the tests; ARGS go to pytest
    python3 dev.py check [STEP ...]  formatting, lint and types
    python3 dev.py release           is this checkout fit to be released? docs/release.md says more
    python3 dev.py docs [--serve]    all docs, rules and the reference as one site in build/docs
    python3 dev.py bench [ARGS]      the benchmarks, beside a yardstick from the same run
    python3 dev.py ladder [ARGS]     how strong the levels are: table and chart; `play` plays the claims
    python3 dev.py calibration       do the bots' chances come true? table and chart; `play` plays the games
    python3 dev.py agreement         do strong players agree with reviews? table; `play` plays the games
    python3 dev.py train GAME [ARGS] teach the bots of a game by self-play; docs/bots.md says more
    python3 dev.py contest GAME FILE how such a training fares among the bots of the package
    python3 dev.py puzzles GAME      cut puzzles from games between bots
    python3 dev.py prove [NAME]      the long proofs: contract, greedy, kill, fuzz, leak, attack, ... (all)
    python3 dev.py run ARGS          any `branchline` command: `run board sncf-germany`

The first run makes a virtual environment in .venv (with uv when it is on the PATH, else venv
and pip) from the pins in constraints.txt; the next one starts at once.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
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
    "release": "check",
    "docs": "docs",
    "bench": "bench",
    "ladder": "",
    "calibration": "",
    "agreement": "",
    "contest": "",
    "train": "train",
    "puzzles": "",
}


def extras(task: str, rest: list[str]) -> list[str]:
    """What a task needs, in the order of installation. Of the proofs only that of the training takes torch,
    which is large."""
    if task == "train":
        return [""] if {"-h", "--help", "--calibrate"} & set(rest) else ["", "train"]
    trains = task == "prove" and {"all", "train"} & set(rest or ["all"])
    return ["train", EXTRAS[task]] if trains else [EXTRAS[task]]


def wanted(extra: str) -> str:
    """What an up-to-date environment is made of, in one line."""
    from frontend.inputs import digest  # not before an older Python has been told what it is

    pins = "".join((ROOT / "constraints.txt").read_text("utf-8").split())
    return f"{sys.version_info[:2]} {extra} {ROOT} {digest(ROOT)} {pins}"


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


def stamps(extra: str) -> tuple[str, ...]:
    """By whose installation an extra is there: its own, or that of `check`, which has all but torch."""
    return ("train",) if extra == "train" else (extra, "check")


def install(extra: str) -> None:
    """Bring .venv up to date for this extra; does nothing when a stamp says that it is."""

    def mark(name: str) -> Path:
        return VENV / f".installed-{name or 'play'}"

    if PYTHON.exists() and any(
        mark(each).exists() and mark(each).read_text() == wanted(each) for each in stamps(extra)
    ):
        return
    uv = None if os.environ.get("DEV_NO_UV") else shutil.which("uv")
    if not PYTHON.exists():
        make_environment(uv)
    takes = "some minutes: torch is large" if extra == "train" else "about half a minute"
    print(f"Installing what is needed (once, {takes}).", file=sys.stderr)
    if uv:
        command = [uv, "pip", "install", "--quiet", "--python", str(PYTHON)]
    else:
        command = [
            str(PYTHON),
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            "--no-compile",
        ]
    command += ["-c", str(ROOT / "constraints.txt"), "-e", f"{ROOT}[{extra}]" if extra else str(ROOT)]
    checkers = {"BRANCHLINE_CHECKERS": "1"} if extra in ("test", "check") else {}
    if subprocess.run(command, env={**os.environ, **checkers}, check=False).returncode:
        sys.exit("The installation failed; the lines above say why. Nothing was run.")
    mark(extra).write_text(wanted(extra))


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


CHECKS = {
    "ruff-format": ("-m", "ruff", "format", "--check", "."),
    "ruff": ("-m", "ruff", "check", "."),
    "mypy": ("-m", "mypy"),
    "prettier": ("frontend/npm.py", "run", "-s", "format"),
    "eslint": ("frontend/npm.py", "run", "-s", "lint"),
    "svelte-check": ("frontend/npm.py", "run", "-s", "check"),
}


def heard(name: str) -> tuple[int, str]:
    """A step's exit code and all that it said, so that steps side by side do not talk at once."""
    command = [str(PYTHON), *CHECKS[name]]
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return done.returncode, done.stdout.decode(errors="replace")


def check(chosen: list[str]) -> int:
    """These steps, or all of them, side by side."""
    if npm("install"):
        return 1
    names, failed = chosen or list(CHECKS), []
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for name, (code, text) in zip(names, pool.map(heard, names), strict=True):
            print(f"{name}: {text.strip()}")
            failed += [name] if code else []
    if failed:
        print(f"check failed: {', '.join(failed)}", file=sys.stderr)
    return bool(failed)


SITE = ("-m", "sphinx", "-q", "-W", "--keep-going", "-E", "-c", "docs/site")  # a warning is an error


def docs(rest: list[str]) -> int:
    """The site, and with `--serve` somebody to hand it out until Ctrl-C."""
    if run(*SITE, "-d", "build/doctrees", ".", "build/docs"):
        return 1
    print("The site is in build/docs: open build/docs/index.html.")
    if not rest:
        return 0
    return become("-m", "http.server", "--bind", "127.0.0.1", "--directory", "build/docs", "8080")


def test(rest: list[str]) -> int:
    """pytest; without arguments vitest first. Tests of the pages need the pages' own checkers."""
    if npm("install"):
        return 1
    if rest:
        return become("-m", "pytest", *rest)
    if npm("run", "-s", "test"):
        return 1
    # tests wait for processes and browsers: one worker more than cores keeps these busy
    return become("-m", "pytest", "-n", str((os.cpu_count() or 1) + 1), "--dist", "worksteal")


def told(*command: str) -> str:
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


def unfit(version: str, changes: str, tags: str, status: str) -> list[str]:
    """What stands in the way of a release before anything is run."""
    heading = next(iter(re.findall(r"^## (.+)$", changes, re.MULTILINE)), "nothing")
    found = []
    if not re.fullmatch(rf"{re.escape(version)}, \d{{4}}-\d\d-\d\d", heading):
        found.append(f"CHANGELOG.md begins with '{heading}'; it should with '{version}, ' and today's date")
    if f"v{version}" in tags.split():
        found.append(f"there is a tag v{version} already; raise __version__ in src/branchline/__init__.py")
    if status:
        found.append("there are changes that are not committed; commit or remove them")
    return found


def release() -> int:
    """Judges the words first, then runs everything, and leaves what would be uploaded in dist/."""
    version = told(str(PYTHON), "-c", "import branchline; print(branchline.__version__)")
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    faults = unfit(version, changes, told("git", "tag"), told("git", "status", "--porcelain"))
    for fault in faults:
        print(f"Not fit for release: {fault}.", file=sys.stderr)
    if faults:
        return 1
    for step in (("dev.py", "check"), ("dev.py", "test"), ("-m", "hatchling", "build")):
        if run(*step):
            return 1
    print(f"Fit for release: tag this commit v{version} and upload what is in dist/.")
    return 0


def proofs() -> list[str]:
    """The names of the long proofs, as the tests have them."""
    tests = (path.read_text("utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    return sorted({name for text in tests for name in re.findall(r'mark\.prove\("([a-z-]+)"', text)})


def misread(task: str, rest: list[str]) -> str:
    """What is wrong with what was typed, before anything is installed for it."""
    if task not in EXTRAS:
        return f"dev.py has no task {task!r}; it has {', '.join(EXTRAS)}."
    if task == "prove" and rest and rest[0] not in (names := ["all", *proofs()]):
        return f"dev.py prove takes the name of a proof, and then what pytest takes: {', '.join(names)}."
    takes = {"check": list(CHECKS), "docs": ["--serve"], "release": []}.get(task, rest)
    wrong = [word for word in rest if word not in takes]
    return f"dev.py {task} takes {', '.join(takes) or 'nothing'}, not {wrong[0]!r}." if wrong else ""


def main(arguments: list[str]) -> int:
    if sys.version_info < (3, 11):  # noqa: UP036 - whoever has an older one should read a sentence
        sys.exit(f"Branchline needs Python 3.11 or newer; this is {sys.version.split()[0]}.")
    task = arguments[0] if arguments else "--help"
    rest = arguments[1:]
    if task in ("-h", "--help", "help"):
        print(__doc__)
        return 0
    if wrong := misread(task, rest):
        print(wrong, file=sys.stderr)
        return 2
    for extra in extras(task, rest):
        if extra == "train" and task == "train" and run("-m", "branchline.train.arguments", *rest):
            return 2  # torch is not fetched for what cannot be done
        install(extra)
    try:
        if task == "check":
            return check(rest)
        if task == "test":
            return test(rest)
        if task == "release":
            return release()
        if task == "docs":
            return docs(rest)
        if task == "prove":
            return become("-m", "pytest", "-n", "auto", "--dist", "worksteal", "--prove", *(rest or ["all"]))
        if task == "bench":
            return become("-m", "bench", *rest)
        if task in ("ladder", "calibration", "agreement", "contest"):
            return become("-m", f"bench.{task}", *rest)
        if task == "train":
            return become("-m", "branchline.train", *rest)
        if task == "puzzles":
            return become("-m", "branchline.puzzles", *rest)
        words = ["play", *rest] if task == "play" else rest
        return become("-m", "branchline", *words, BRANCHLINE_COMMAND="python3 dev.py")
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
