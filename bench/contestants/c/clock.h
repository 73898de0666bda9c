/* The clock of the comparison programs, and the line that those of the pitched battle print. */
#include <stdint.h>
#include <stdio.h>
#include <time.h>

/* The processor's time that this program has had: what others on a shared machine take does not count. */
static inline double processor_time(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static inline void print_result(uint64_t wins, uint64_t rolls, uint64_t trials, double nanoseconds)
{
    printf("{\"wins\": %llu, \"rolls\": %llu, \"trials\": %llu, \"nanoseconds\": %.4f}\n", (unsigned long long)wins,
           (unsigned long long)rolls, (unsigned long long)trials, nanoseconds / (double)trials);
}
