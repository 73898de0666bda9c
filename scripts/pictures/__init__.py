"""The pictures of the published tables and what is found in these, a module for each game."""

from pictures import bouvines, breizh, cent_ans, joan, legendary

CHAPTERS = {
    "La guerre de Cent Ans": cent_ans.PICTURES,
    "Breizh 1341": breizh.PICTURES,
    "Joan of Arc": joan.PICTURES,
    "Bouvines": bouvines.PICTURES,
    "Legendary Battles": legendary.PICTURES,
}
