"""Branchline for programs that learn: PettingZoo, Gymnasium, words, and many games in one call (extra `rl`).

>>> from branchline import rl
>>> env = rl.env("sncf-france", players=3)
>>> env.reset(seed=42)
>>> for agent in env.agent_iter():
...     observation, reward, termination, truncation, info = env.last()
...     if termination or truncation:
...         action = None
...     else:
...         action = env.action_space(agent).sample(observation["action_mask"])
...     env.step(action)
"""

try:
    import gymnasium
    import pettingzoo  # noqa: F401 - asked for here, so that the sentence below is all that is said
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(f"branchline.rl needs {error.name}: pip install 'branchline[rl]'") from None

from branchline.games import GAMES, load
from branchline.rl.aec import Strict, Table, env, raw_env
from branchline.rl.moves import playouts, refusal, sample
from branchline.rl.play import Play
from branchline.rl.seat import Seat, seat_env
from branchline.rl.text import Words, text_env
from branchline.rl.together import Together, in_turn, parallel_env
from branchline.rl.vector import Many, vector

__all__ = [
    "Many",
    "Play",
    "Seat",
    "Strict",
    "Table",
    "Together",
    "Words",
    "env",
    "in_turn",
    "parallel_env",
    "playouts",
    "raw_env",
    "refusal",
    "sample",
    "seat_env",
    "text_env",
    "vector",
]

for game_id in GAMES:
    name = f"branchline/{game_id}"
    if load(game_id).lists_all and name not in gymnasium.registry:
        gymnasium.register(name, "branchline.rl.seat:Seat", kwargs={"game": game_id})
