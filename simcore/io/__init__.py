"""Documents in, files out whole or not at all, and the checkpoints of long runs."""
