/* What the programs of a melee of Legendary Battles share: dice, and who rolls which. */
#include <stddef.h>
#include <stdint.h>

enum { KILL, DISRUPT, PUSH, SHIELD, BLANK, RESULTS };
enum { SIDES = 2, KINDS = 2, MOST_DICE = 2, MOST_UNITS = 8, DIE_FACES = 6 };

static const uint8_t WHITE[DIE_FACES] = {DISRUPT, DISRUPT, PUSH, SHIELD, SHIELD, BLANK};
static const uint8_t RED[DIE_FACES] = {KILL, KILL, DISRUPT, DISRUPT, PUSH, SHIELD};

/* The dice that a unit rolls in this attack. The cheaper kind of a side is listed first: it takes results first. */
typedef struct {
    int dice;
    const uint8_t *die[MOST_DICE];
} card;

static const card CARDS[SIDES][KINDS] = {
    {{0, {NULL, NULL}}, {2, {RED, RED}}}, /* Standard Bearers, Foot Knights: attack */
    {{1, {RED, NULL}}, {2, {RED, WHITE}}}, /* Sergeants-at-Arms, Halberdiers: defence; both retaliate */
};
