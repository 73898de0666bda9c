"""Plain twins: the rules written a second time, from the rulebooks alone, to check the compiled kernels."""
