"""The rules of SNCF, in the order of RULES.md."""
