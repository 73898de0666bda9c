"""One question, one answer: prepare, evaluate, simulate, play, replay, and the records they give."""
