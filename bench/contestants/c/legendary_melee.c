/* A melee of Legendary Battles, die by die, one melee after the other.
 *
 * On plains, policy spare_characters on both sides: Foot Knights and Standard Bearers attack Sergeants-at-Arms and
 * Halberdiers, so nothing is rerolled, converted or cancelled before the Shields, and nobody on either side dodges.
 * One draw of xoshiro256++ for each die. Prints one line of JSON, with the processor's nanoseconds per melee, start-up
 * excluded.
 *
 *     legendary_melee FOOT_KNIGHTS STANDARD_BEARERS SERGEANTS HALBERDIERS TRIALS SEED
 */
#include "legendary.h"
#include "tally.h"
#include "xoshiro.h"

/* Units of a kind that are left, and what became of the others. */
typedef struct {
    int left, gone[SHIELD];
} troops;

/* Rolls all dice of a side and counts their faces; returns how many dice. */
static inline uint64_t roll(const card cards[KINDS], const troops side[KINDS], int shown[RESULTS])
{
    uint64_t rolled = 0;
    for (int kind = 0; kind < KINDS; kind++)
        for (int unit = 0; unit < side[kind].left; unit++)
            for (int i = 0; i < cards[kind].dice; i++) {
                shown[cards[kind].die[i][die(DIE_FACES)]]++;
                rolled++;
            }
    return rolled;
}

/* So many equal results fall on a side, each on a unit of the cheapest kind that is left. */
static inline void suffer(troops side[KINDS], int result, int count)
{
    for (int kind = 0; kind < KINDS && count > 0; kind++) {
        const int hit = count < side[kind].left ? count : side[kind].left;
        side[kind].left -= hit;
        side[kind].gone[result] += hit;
        count -= hit;
    }
}

int main(int argc, char **argv)
{
    check_arguments(argc, argv, 4, "FOOT_KNIGHTS STANDARD_BEARERS SERGEANTS HALBERDIERS");
    const int units[SIDES][KINDS] = {
        {number(argv[2], 0, MOST_UNITS), number(argv[1], 1, MOST_UNITS)},
        {number(argv[3], 0, MOST_UNITS), number(argv[4], 0, MOST_UNITS)},
    };
    tally t = {.trials = strtoull(argv[5], NULL, 10)};
    seed_state(strtoull(argv[6], NULL, 10));
    uint64_t gone[SIDES][KINDS][SHIELD] = {0};
    const double before = processor_time();
    for (uint64_t trial = 0; trial < t.trials; trial++) {
        troops attackers[KINDS] = {{units[0][0], {0}}, {units[0][1], {0}}};
        troops defenders[KINDS] = {{units[1][0], {0}}, {units[1][1], {0}}};
        int attack[RESULTS] = {0}, defence[RESULTS] = {0};
        t.rolls += roll(CARDS[0], attackers, attack);
        t.rolls += roll(CARDS[1], defenders, defence);
        int shields = defence[SHIELD];
        for (int result = KILL; result <= PUSH; result++) { /* shields stop the gravest first */
            const int stopped = attack[result] < shields ? attack[result] : shields;
            shields -= stopped;
            suffer(defenders, result, attack[result] - stopped);
        }
        for (int result = KILL; result <= DISRUPT; result++) /* the defence dice as they lie */
            suffer(attackers, result, defence[result]);
        const int attackers_left = attackers[0].left + attackers[1].left;
        const int defenders_left = defenders[0].left + defenders[1].left;
        const int nobody_gone = defenders_left == units[1][0] + units[1][1];
        t.wins += defenders_left == 0 && attackers_left > 0;
        t.losses += nobody_gone || (attackers_left == 0 && defenders_left > 0);
        t.left[0] += (uint64_t)attackers_left;
        t.left[1] += (uint64_t)defenders_left;
        for (int kind = 0; kind < KINDS; kind++)
            for (int result = KILL; result <= PUSH; result++) {
                gone[0][kind][result] += (uint64_t)attackers[kind].gone[result];
                gone[1][kind][result] += (uint64_t)defenders[kind].gone[result];
            }
    }
    const double spent = processor_time() - before;
    uint64_t missing = 0;
    for (int i = 0; i < SIDES * KINDS * SHIELD; i++)
        missing += (&gone[0][0][0])[i];
    const int start = units[0][0] + units[0][1] + units[1][0] + units[1][1];
    if (missing + t.left[0] + t.left[1] != t.trials * (uint64_t)start) {
        fprintf(stderr, "units were lost in the counting\n");
        return 1;
    }
    print_tally(t, spent);
    return 0;
}
