"""Railway board games with every rule enforced. Start with `branchline.load("sncf-france")`."""

from branchline.core.errors import BadAction, BranchlineError, RuleViolation
from branchline.core.game import CHANCE, OVER
from branchline.games import GAMES, load

__all__ = ["CHANCE", "GAMES", "OVER", "BadAction", "BranchlineError", "RuleViolation", "__version__", "load"]
__version__ = "0.1.0"
