/* What the programs of the other four games share: the last two arguments, the counts, and the line they print. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "clock.h"

typedef struct {
    uint64_t trials, wins, losses; /* wins and losses of the side named first; the rest is nobody's */
    uint64_t rolls;                /* dice rolled */
    uint64_t left[2];              /* troops left of either side, all trials together; 0 where there are none */
} tally;

/* A number of an argument, from `least` to `most`. */
static inline int number(const char *text, int least, int most)
{
    char *end;
    const long value = strtol(text, &end, 10);
    if (*text == '\0' || *end != '\0' || value < least || value > most) {
        fprintf(stderr, "%s: not a number from %d to %d\n", text, least, most);
        exit(2);
    }
    return (int)value;
}

/* Stops unless there are so many arguments; the last two are the trials and the seed. */
static void check_arguments(int argc, char **argv, int arguments, const char *names)
{
    if (argc == arguments + 3)
        return;
    fprintf(stderr, "usage: %s %s%sTRIALS SEED\n", argv[0], names, *names == '\0' ? "" : " ");
    exit(2);
}

static void print_tally(tally t, double nanoseconds)
{
    printf("{\"wins\": %llu, \"losses\": %llu, \"rolls\": %llu, \"left\": [%llu, %llu], \"trials\": %llu, "
           "\"nanoseconds\": %.4f}\n",
           (unsigned long long)t.wins, (unsigned long long)t.losses, (unsigned long long)t.rolls,
           (unsigned long long)t.left[0], (unsigned long long)t.left[1], (unsigned long long)t.trials,
           nanoseconds / (double)t.trials);
}
