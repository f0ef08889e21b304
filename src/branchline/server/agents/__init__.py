"""Games for agents: language models and scripts that speak the Model Context Protocol (extra `agents`).

Every tool is made of questions that anybody may ask over HTTP (`docs/protocol.md`), so whatever a server
keeps secret, refuses or limits, it does here too: there is no second door to a table.
"""
