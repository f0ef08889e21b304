"""The site that `dev.py docs` makes: our pages as they are, the rules of every game, and a reference.

Sphinx reads the whole repository, so that links between pages, also from docs/ to a game's RULES.md, are the
same here as on any forge, and a broken one is an error.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import branchline

if TYPE_CHECKING:
    from sphinx.application import Sphinx

project, author, version = "Branchline", "the authors of Branchline", branchline.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
root_doc = "README"
include_patterns = [
    "README.md",
    "AGENTS.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "docs/*.md",
    "docs/site/*.rst",
    "docs/site/*.md",
    "src/branchline/games/*/RULES*.md",
]
exclude_patterns = [".*", "bench", "build", "dist", "frontend", "saves", "tests", "src/branchline/static"]

# what the sidebar lists, below README, which is the first page
CONTENTS = {
    "Play": ["docs/site/games"],
    "Rules": ["src/branchline/games/*/RULES"],
    "Rules in other languages": ["src/branchline/games/*/RULES.*"],
    "Use": [
        "docs/site/reference",
        "docs/bots",
        "docs/write-a-bot",
        "docs/rl",
        "docs/agents",
        "docs/notebook",
        "docs/balance",
        "docs/protocol",
        "docs/host",
        "docs/serving",
        "docs/data",
    ],
    "Build on it": [
        "docs/architecture",
        "docs/add-a-game",
        "docs/translate",
        "docs/decisions",
        "docs/walks",
        "CONTRIBUTING",
        "AGENTS",
        "docs/release",
        "CHANGELOG",
    ],
}

myst_heading_anchors = 4
default_role = "code"  # `names` in docstrings are code
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_type_aliases = {name: name for name in ("Action", "AnyGame", "Bot", "Json", "Options", "Plan", "Say")}
autodoc_preserve_defaults = True
maximum_signature_line_length = 90
add_module_names = False
toc_object_entries_show_parents = "hide"

html_theme = "furo"
html_title = "Branchline"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_additional_pages = {"index": "index.html"}  # leads to the first page
templates_path = ["templates"]
html_copy_source = False
html_show_copyright = False
html_favicon = "../../frontend/src/favicon.svg"
pygments_style, pygments_dark_style = "xcode", "github-dark"


def colours(*shades: str) -> dict[str, str]:
    """The colours of our own pages (frontend/src/style.css), by the names of the theme."""
    paper, panel, raised, line, ink, muted, accent = shades
    return {
        "color-background-primary": panel,
        "color-background-secondary": paper,
        "color-background-hover": raised,
        "color-background-border": line,
        "color-foreground-primary": ink,
        "color-foreground-secondary": muted,
        "color-foreground-muted": muted,
        "color-brand-primary": accent,
        "color-brand-content": accent,
        "color-brand-visited": accent,
        "color-api-name": accent,
        "color-api-pre-name": accent,
        "color-code-background": paper,
        "color-inline-code-background": paper,
        "color-sidebar-link-text": ink,
        "color-sidebar-link-text--top-level": ink,
        "color-highlight-on-target": raised,
        "font-stack": "'Source Sans 3', 'Source Sans Pro', system-ui, sans-serif",
    }


html_theme_options = {
    "light_css_variables": colours(
        "#f6f2e8", "#fffdf7", "#ece5d5", "#d9d2c1", "#1c2430", "#5d6673", "#a63a27"
    ),
    "dark_css_variables": colours(
        "#12161b", "#1a2027", "#232b34", "#333d48", "#e9e4d8", "#9aa3ae", "#ee8b77"
    ),
}


def contents(app: Sphinx, name: str, source: list[str]) -> None:
    """README knows nothing of the sidebar; here it gets one."""
    if name == root_doc:
        for caption, pages in CONTENTS.items():
            listed = "\n".join(f"/{page}" for page in pages)
            source[0] += f"\n```{{toctree}}\n:hidden:\n:glob:\n:caption: {caption}\n\n{listed}\n```\n"


def aliases(app: Sphinx, kind: str, name: str, found: object, options: object, *signature: str | None) -> Any:
    """A signature and what it returns, with the name of a type where Sphinx prints how it found that name."""
    if signature[0] is None:  # it has none
        return None
    return tuple(re.sub(r"TypeAliasForwardRef\('(\w+)'\)", r"\1", each or "") for each in signature)


def setup(app: Sphinx) -> None:
    app.connect("source-read", contents)
    app.connect("autodoc-process-signature", aliases)
