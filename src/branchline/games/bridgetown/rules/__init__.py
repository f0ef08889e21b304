"""The rules of Bridgetown Races, in the order of RULES.md."""
