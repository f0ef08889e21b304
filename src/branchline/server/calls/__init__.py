"""Called when it is your turn: by push, by mail, by a webhook.

What is owed to whom follows from a table's log alone (`owed.py`), so it is found again after a kill; what is
sent is stored first, with a state for each call (`caller.py`). Nothing of a call's text is kept.
"""
