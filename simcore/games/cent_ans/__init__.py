"""La guerre de Cent Ans: pitched battles and sieges."""
