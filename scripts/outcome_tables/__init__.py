"""The tables that the project publishes, a module for each game, and one for the policies of all."""

from outcome_tables import bouvines, breizh, cent_ans, joan, legendary, regret

GAMES = (cent_ans.GAME, breizh.GAME, joan.GAME, bouvines.GAME, legendary.GAME)
REGRET = regret.published(GAMES)
