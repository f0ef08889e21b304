"""Tables that live in a database: people and bots anywhere, nothing lost, nothing leaked.

The server knows no game. It loads one by its id, asks the contract, and sends only what `mask`
and `shown` let through.
"""
