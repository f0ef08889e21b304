"""Strings and tiles in whole numbers: 1 unit is 0.001 cm."""
