"""Railway board games with every rule enforced. Start with `branchline.load("sncf-france")`."""

from branchline.games import GAMES, load

__all__ = ["GAMES", "__version__", "load"]
__version__ = "0.1.0"
