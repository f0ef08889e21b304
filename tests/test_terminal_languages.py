"""The terminal speaks the language of `--lang` or of the locale: help, prompts, refusals, files."""

from __future__ import annotations

import argparse
import inspect
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from branchline import bots, load
from branchline.cli import main, parser
from branchline.core.action import from_text
from branchline.core.errors import BranchlineError
from branchline.core.languages import ENGLISH, LANGUAGES
from branchline.core.looks import seated, turn
from branchline.core.record import read
from branchline.core.voice import language, quoted, sentences, shown, speaking
from branchline.games.sncf.rules.state import COLOURS
from branchline.parsing import own_keys
from tests.processes import PATIENCE
from tests.test_cli import Done, branchline, refused

OTHERS = [each for each in LANGUAGES if each != ENGLISH]
OURS = ("core", "files", "help", "terminal")
# words of English alone, where they are no part of a name that is typed
ENGLISH_WORDS = re.compile(
    r"(?<![\w./-])(the|you|your|what|which|with|and|are|there|this|that|not|than|game|seats?|nothing|"
    r"shares?|railroads?|value|track|city|default|exit|message|arguments are)(?![\w./=:-])"
)


def english(text: str) -> list[str]:
    """Every line of a text that has an English word."""
    return [line for line in text.splitlines() if ENGLISH_WORDS.search(line)]


def in_locale(locale: str, *arguments: str, encoding: str = "utf-8") -> Done:
    return subprocess.run(
        [sys.executable, "-m", "branchline", *arguments],
        capture_output=True,
        timeout=PATIENCE,
        check=False,
        encoding=encoding,
        env={**os.environ, "LC_ALL": locale, "COLUMNS": "100", "PYTHONIOENCODING": encoding},
    )


def test_an_english_line_is_known_as_one() -> None:
    assert english("usage: branchline\nshow this help message and exit") == [
        "show this help message and exit"
    ]
    assert english(parser().format_help()), "in English there are some"


# --- the help


@pytest.mark.parametrize("spoken", OTHERS)
def test_the_help_of_every_command_has_no_english_sentence(spoken: str) -> None:
    with speaking(spoken):
        top = parser()
        [commands] = [each for each in top._actions if isinstance(each, argparse._SubParsersAction)]
        for command in [top, *commands.choices.values()]:
            assert english(command.format_help()) == [], command.prog
            for said in (command._positionals.title, command._optionals.title):
                assert said in [
                    sentences(spoken, "help")[f"argparse-{key}"] for key in ("positional", "options")
                ]


def test_the_help_is_in_the_language_that_is_asked_for_before_or_after_the_command() -> None:
    for typed in (["--lang", "fr", "--help"], ["--help", "--lang=fr"]):
        done = in_locale("C.UTF-8", *typed)
        assert done.returncode == 0 and done.stdout.startswith("utilisation\u00a0: branchline")
        assert "jouer dans le terminal" in done.stdout and "afficher cette aide et quitter" in done.stdout
        assert english(done.stdout) == []


def test_the_help_is_in_the_language_of_the_locale() -> None:
    done = in_locale("de_DE.UTF-8", "play", "--help")
    assert done.returncode == 0 and done.stdout.startswith("Aufruf: branchline play")
    assert "ein gespeichertes Spiel fortsetzen" in done.stdout
    assert english(done.stdout) == []


def test_a_screen_without_our_letters_shows_others_and_no_traceback() -> None:
    done = in_locale("fr_FR.ISO-8859-1", "--help", encoding="latin-1")
    assert done.returncode == 0 and done.stderr == ""
    assert "règles" in done.stdout and "d?un jeu" in done.stdout


def test_argparse_says_what_we_know_of_it_and_each_language_has_its_values() -> None:
    source = inspect.getsource(argparse)
    newer = "choice-near"  # of Python 3.14
    assert [key for text, key in own_keys().items() if text not in source and key != newer] == []
    values = re.compile(r"%(?:\(\w+\))?[sr]")
    for text, key in own_keys().items():
        for spoken in OTHERS:
            said = sentences(spoken, "help")[f"argparse-{key}"]
            assert sorted(values.findall(said)) == sorted(values.findall(text)), (spoken, key)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--lang", "fr", "fly"], "argument COMMANDE\u00a0: choix inconnu\u00a0: 'fly'"),
        (["--lang", "nl"], "er ontbreken argumenten: OPDRACHT (zie ‘branchline --help’)"),
        (["play", "--players", "0", "--lang", "de"], "eine ganze Zahl ab 1, nicht „0“"),
        (["--lang", "de", "play", "--load"], "Argument --load: hier fehlt ein Wert"),
        (["play", "nosuchgame", "--lang", "fr"], "il n’y a pas de jeu « nosuchgame » ; il y a sncf-france"),
        (["play", "Bridge_Town", "--lang", "nl"], "bedoel je bridgetown?"),
        (["play", "--load", "absent.txt", "--lang", "de"], "es gibt keine Datei absent.txt"),
        (["play", "sncf-france", "--bots", "genius", "--lang", "fr"], "il n’y a pas de bot « genius »"),
        (["play", "sncf-france", "--option", "speed=1", "--lang", "nl"], "heeft geen optie ‘speed’"),
        (["rules", "koplopers", "nosuch", "--lang", "de"], "es gibt keine Regel „nosuch“"),
        (["puzzle", "koplopers", "9999", "--lang", "fr"], "les problèmes de koplopers sont numérotés de 1 à"),
        (["learn", "nosuchgame", "--lang", "nl"], "er is geen spel ‘nosuchgame’"),
    ],
    ids=lambda words: " ".join(words) if isinstance(words, list) else "",
)
def test_bad_input_is_refused_in_the_language_that_is_asked_for(
    arguments: list[str], says: str, tmp_path: Path
) -> None:
    done = branchline(*arguments, folder=tmp_path)
    refused(done, says.replace("« ", "«\u00a0").replace(" »", "\u00a0»").replace(" ;", "\u00a0;"))
    assert english(done.stderr.partition("sncf-france")[0]) == []


def test_a_language_that_we_do_not_speak_is_refused() -> None:
    refused(branchline("--lang", "tlh", "--help", "play"), "argument --lang: invalid choice: 'tlh'")


def test_what_a_command_speaks_is_forgotten_after_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--lang", "nl", "rules", "bridgetown", "stuck.only"]) == 0
    assert "Een vervoermiddel" in capsys.readouterr().out
    assert language() == ENGLISH
    assert main(["--lang", "nl", "rules", "bridgetown", "stuck.only", "--lang", "de"]) == 0
    assert "Verkehrsmittel" in capsys.readouterr().out


# --- what core says


@pytest.mark.parametrize("spoken", OTHERS)
def test_what_core_refuses_is_refused_in_the_language_that_is_spoken(spoken: str) -> None:
    game = load("sncf-france", language=spoken)
    told: list[str] = []
    with speaking(spoken):
        for wrong in (
            lambda: from_text(""),
            lambda: from_text("1 2"),
            lambda: from_text("build a,b"),
            lambda: read("no record"),
            lambda: read("format 1\ngame sncf-france\n"),
            lambda: game.start(9),
            lambda: game.start(3, hidden="maybe"),
            lambda: game.show(game.start(3), 7),
            lambda: bots.named("genius"),
            lambda: load("chess"),
        ):
            with pytest.raises(BranchlineError) as error:
                wrong()
            told.append(str(error.value))
        told += [turn({"to_move": at, "seat": 1}, ["Anna", "Ben"]) for at in (-2, -1, 0, 1)]
        told += [seated({"seat": 1}, 0), seated({"seat": 1}, 1), shown(10**30)]
    assert [line for text in told for line in english(text)] == []
    assert len(set(told)) == len(told)


def test_what_somebody_typed_stands_in_the_marks_of_the_language_and_steers_no_terminal() -> None:
    marked = {"en": "'x'", "fr": "«\u00a0x\u00a0»", "nl": "‘x’", "de": "„x“"}
    for spoken, text in marked.items():
        with speaking(spoken):
            assert quoted("x") == text
    assert quoted("\x1b[2J") == r"'\x1b[2J'"


@pytest.mark.parametrize("part", OURS)
def test_french_keeps_its_signs_beside_their_words(part: str) -> None:
    for key, text in sentences("fr", part).items():
        assert not re.search(r"\w [:;!?»](?:\s|$)|« ", text), key


# --- at a table


def test_a_whole_game_is_played_in_french(tmp_path: Path) -> None:
    pairs = [(a, b) for a in COLOURS for b in COLOURS if a != b]
    asked = (
        *("?", "? build red", "? nosuch", "help", "fly me", "build", "build red zz9", "build red o12"),
        *("trade red red 1", "try trade red blue 1", "trade red blue 1", "undo", "undo", "log", "map"),
        *("position", "rules build.city", "rules nosuch", "save kept.txt", "save /", "load kept.txt", "load"),
    )
    trades = [f"trade {a} {b} 1" for a, b in pairs] * 20
    done = branchline(
        *("play", "sncf-france", "--players", "3", "--bots", "random", "--seed", "7", "--lang", "fr"),
        typed="\n".join([*asked, *trades, ""]),
        folder=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    assert english(done.stdout) == []
    for said in (
        "« ? » dit ce que vous pouvez faire",
        "Rien de ce que vous pouvez faire ne commence par « nosuch ».",
        "Avec « échanger Rouge Bleu 1 »",
        "Annulé\u00a0: échanger red blue 1",
        "vous n’avez encore rien fait qui puisse être annulé",
        "Partie sauvegardée dans kept.txt",
        "Ce fichier ne peut pas être utilisé",
        "Partie chargée.",
        "gagne",
        "L’enregistrement est dans",
    ):
        assert said.replace("« ", "«\u00a0").replace(" »", "\u00a0»") in done.stdout, said


def test_the_menu_asks_in_german_and_somebody_who_leaves_is_told_how_to_go_on(tmp_path: Path) -> None:
    done = branchline(
        "--lang", "de", "play", "--terminal", typed="schach\n1\n9\n3\nnix\nrandom\nquit\n", folder=tmp_path
    )
    for said in (
        "Welches Spiel?",
        "Es gibt kein Spiel „schach“",
        "ist für 3 bis 6 Spieler.",
        "Gegen welche Bots, beginner oder casual",
        "Es gibt keinen Bot „nix“.",
        "Spieler> ",
        "Gespeichert. Weiter geht es mit: branchline play --load",
    ):
        assert said in done.stdout, said


def test_somebody_may_agree_in_french(tmp_path: Path) -> None:
    place = (
        "".join(f"place {kind}\noui\n" for kind in ("town", "central", "transfer", "local", "junction")) * 3
    )
    done = branchline(
        *("play", "string-railway", "--players", "3", "--bots", "random", "--seed", "7", "--lang", "fr"),
        typed=f"corner 0\n{place}lay short\npeut-être\nnon\nlay short\noui\nquit\n",
        folder=tmp_path,
    )
    assert "Le faire\u00a0? [oui]" in done.stdout
    assert "Répondez d’abord par oui ou par non." in done.stdout


def test_a_puzzle_gives_no_hint_before_the_first_try(tmp_path: Path) -> None:
    done = branchline("puzzle", "sncf-france", typed="undo\nundo\nquit\n", folder=tmp_path)
    assert done.stdout.count("the puzzle begins here") == 2 and "Hint:" not in done.stdout


@pytest.mark.parametrize("spoken", OTHERS)
def test_files_are_read_and_judged_in_the_language_that_is_asked_for(spoken: str, tmp_path: Path) -> None:
    branchline("play", "sncf-france", "--seed", "7", typed="save kept.txt\nquit\n", folder=tmp_path)
    (tmp_path / "wrong.txt").write_text((tmp_path / "kept.txt").read_text().replace("players 4", "players 5"))
    done = branchline("check", "kept.txt", "wrong.txt", "absent.txt", "--lang", spoken, folder=tmp_path)
    assert done.returncode == 2 and len(done.stderr.strip().splitlines()) == 2
    assert english(done.stdout + done.stderr) == []
    done = branchline("replay", "kept.txt", "--at", "999", "--lang", spoken, folder=tmp_path)
    assert done.returncode == 2 and english(done.stderr) == []
