def picture(game, view): return ""
