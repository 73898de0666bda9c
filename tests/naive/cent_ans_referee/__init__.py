"""A referee of La guerre de Cent Ans, written from the rulebook: it sits beside a game and knows every rule itself."""
