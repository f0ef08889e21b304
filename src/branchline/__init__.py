"""Railway board games with every rule enforced. Start with `branchline.load("sncf-france")`."""

from branchline.core.errors import BadAction, BranchlineError, RuleViolation
from branchline.games import GAMES, load

__all__ = ["GAMES", "BadAction", "BranchlineError", "RuleViolation", "__version__", "load"]
__version__ = "0.1.0"
