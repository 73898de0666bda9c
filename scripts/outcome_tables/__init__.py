"""The tables that the project publishes, a module for each game."""

from outcome_tables import bouvines, breizh, cent_ans, joan, legendary

GAMES = (cent_ans.GAME, breizh.GAME, joan.GAME, bouvines.GAME, legendary.GAME)
