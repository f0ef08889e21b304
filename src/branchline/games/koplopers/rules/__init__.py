"""The rules of Koplopers & Dwarsliggers, in the order of RULES.md."""
