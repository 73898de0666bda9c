"""Border towers from set-up to the end: each player in turn plays a card of his hidden hand."""
