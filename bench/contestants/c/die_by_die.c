/* A pitched battle of La guerre de Cent Ans, die by die, one battle after the other, as it is usually written in C.
 *
 * No leaders, no elite units, policy keep_dice on both sides, the attacker has the initiative. One draw of
 * xoshiro256++ for each die. Prints one line of JSON; its nanoseconds are per battle, start-up excluded.
 *
 *     die_by_die ENGLISH BURGUNDIAN FRENCH ARMAGNAC TRIALS SEED
 */
#include "battle.h"
#include "xoshiro.h"

/* A camp rolls: every LOSS takes a unit of the enemy, every other face one of its own. */
static inline void roll(camp *own, camp *enemy)
{
    const uint32_t dice0 = least(*own / MOST_UNITS, DICE0), dice1 = least(*own % MOST_UNITS, DICE1);
    uint32_t loss0 = 0, loss1 = 0;
    for (uint32_t i = 0; i < dice0; i++)
        loss0 += die(DIE_FACES) < LOSS_FACES0;
    for (uint32_t i = 0; i < dice1; i++)
        loss1 += die(DIE_FACES) < LOSS_FACES1;
    *enemy = removed[*enemy][loss0 + loss1];
    *own -= (dice0 - loss0) * MOST_UNITS + (dice1 - loss1);
}

int main(int argc, char **argv)
{
    const setting s = read_setting(argc, argv);
    make_removed();
    seed_state(s.seed);
    uint64_t wins = 0, rolls = 0;
    const double before = processor_time();
    for (uint64_t trial = 0; trial < s.trials; trial++) {
        camp attacker = s.attacker, defender = s.defender;
        for (;;) {
            roll(&attacker, &defender);
            rolls++;
            if (attacker == 0 || defender == 0)
                break;
            roll(&defender, &attacker);
            rolls++;
            if (attacker == 0 || defender == 0)
                break;
        }
        wins += defender == 0 && attacker != 0;
    }
    print_result(wins, rolls, s.trials, processor_time() - before);
    return 0;
}
