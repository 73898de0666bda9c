"""What pieces, sieges and battles are worth to a player, in points, by the exact odds; on it the greedy player decides.

Everything is a difference that an event would make: partisans and castles are a point each, dominating a region is
worth `regions` points, and the first partisan and the first castle in a region a quarter of that.
"""

from __future__ import annotations

from simcore.engine.jit import routine, step
from simcore.games.breizh.full_game import state as s
from simcore.games.breizh.full_game.odds import faces_won, odds
from simcore.games.breizh.full_game.rules.pieces import dominance, dominates, total
from simcore.games.breizh.full_game.rules.sieges import besiegeable, is_besieged, most_besiegers

FOOTHOLD = 0.25  # of a region's worth: a first partisan or castle in it


@routine
def standing(montfort_partisans, montfort_castles, blois_partisans, blois_castles, regions):
    """What a region with these pieces is worth to Montfort."""
    owner = dominance(montfort_partisans, montfort_castles, blois_partisans, blois_castles)
    mastery = 1.0 if owner == 1 else -1.0 if owner == 2 else 0.0
    footholds = min(montfort_partisans, 1) + min(montfort_castles, 1) - min(blois_partisans, 1) - min(blois_castles, 1)
    pieces = montfort_partisans + montfort_castles - blois_partisans - blois_castles
    return pieces + regions * (mastery + FOOTHOLD * footholds)


@routine
def gain(state, player, region, partisans, castles, enemy_partisans, enemy_castles, regions):
    """What so many pieces more (or fewer) in a region are worth to `player`."""
    own, enemy = s.REGIONS * player + region, s.REGIONS * (1 - player) + region
    mine, my_castles = state[s.PARTISANS + own], state[s.CASTLES_HELD + own]
    his, his_castles = state[s.PARTISANS + enemy], state[s.CASTLES_HELD + enemy]
    return standing(
        mine + partisans, my_castles + castles, his + enemy_partisans, his_castles + enemy_castles, regions
    ) - standing(mine, my_castles, his, his_castles, regions)


@routine
def rally_gain(state, player, region, regions):
    """What a partisan is worth there."""
    return gain(state, player, region, 1, 0, 0, 0, regions)


@routine
def elimination_gain(state, player, region, regions):
    """What an enemy partisan fewer is worth there."""
    return gain(state, player, region, 0, 0, -1, 0, regions)


@routine
def domination_value(state, player, region, regions):
    """What the domination of a region, whoever has it, is worth to `player` as long as no highwaymen are there."""
    owner = dominates(state, region)
    return 0.0 if owner == 0 else regions if owner == player + 1 else -regions


@step
def siege_chance(board, castle, troops, bonus):
    """Chance that the castle falls."""
    return faces_won(board, castle, troops, bonus) / board[s.FACES]


@step
def weighed(chance, risk):
    """What a chance of success counts for: `risk` 0 only what is sure, 0.5 what it is, towards 1 nearly as if sure."""
    if risk == 0.5 or chance >= 1.0 or chance <= 0.0:
        return chance
    return chance ** (0.5 / risk) if risk > 0.0 else 0.0


@step
def _gains_of_fall(now, mine, my_castles, his, his_castles, regions):
    """What a region with these pieces is worth more than `now`, by what the castle brings: nothing, a choice, both."""
    plain = standing(mine, my_castles, his, his_castles, regions) - now
    rallied = standing(mine + 1, my_castles, his, his_castles, regions) - now
    if his == 0:
        return plain, rallied, rallied
    eliminated = standing(mine, my_castles, his - 1, his_castles, regions) - now
    both = standing(mine + 1, my_castles, his - 1, his_castles, regions) - now
    return plain, max(rallied, eliminated), both


@routine
def castle_gains(state, player, region, regions):
    """What the fall of a castle in a region is worth to `player`, for `castle_gain`: one of nobody, one of the enemy.

    Each by what it brings besides: nothing, a choice, both.
    """
    own, enemy = s.REGIONS * player + region, s.REGIONS * (1 - player) + region
    mine, my_castles = state[s.PARTISANS + own], state[s.CASTLES_HELD + own]
    his, his_castles = state[s.PARTISANS + enemy], state[s.CASTLES_HELD + enemy]
    now = standing(mine, my_castles, his, his_castles, regions)
    of_nobody = _gains_of_fall(now, mine, my_castles + 1, his, his_castles, regions)
    if his_castles == 0:
        return of_nobody, of_nobody
    return of_nobody, _gains_of_fall(now, mine, my_castles + 1, his, his_castles - 1, regions)


@step
def castle_gain(board, state, player, castle, gains):
    """What the castle's fall is worth, with what it brings besides, by the `castle_gains` of its region."""
    of_nobody, of_enemy = gains
    plain, choice, both = of_enemy if state[s.CASTLE + castle] == 2 - player else of_nobody
    strength = board[s.CASTLE_STRENGTH + castle]
    if strength >= board[s.BOTH_FROM]:
        return both
    return choice if strength >= board[s.CHOICE_FROM] else plain


@routine
def sieges_gain(board, state, player, region, troops, without, risk, gains):
    """What so many troops in a region can expect of sieges there, the most for each troop first.

    `without`: a castle left out, -1: none. `risk`: see `weighed`; `gains`: the
    `castle_gains` of the region.
    """
    worth, done = 0.0, 0
    first = board[s.FIRST + region]
    while troops > 0:
        best, best_value, best_rate, spent = -1, 0.0, 0.0, 0
        for at in range(first, board[s.FIRST + region + 1]):
            castle = board[s.LISTED + at]
            strength = board[s.CASTLE_STRENGTH + castle]
            free = castle != without and (done >> (at - first)) & 1 == 0 and state[s.CASTLE + castle] != player + 1
            if free and troops >= strength and not is_besieged(state, castle):
                value = castle_gain(board, state, player, castle, gains)
                for besiegers in range(strength, most_besiegers(board, strength, troops) + 1):
                    chance = weighed(siege_chance(board, castle, besiegers, 0), risk)
                    if chance * value > best_rate * besiegers:
                        best, best_value, best_rate, spent = at, chance * value, chance * value / besiegers, besiegers
        if best < 0:
            break
        done |= 1 << (best - first)
        worth += best_value
        troops -= spent
    return worth


@routine
def battle_chance(board, state, player, region, bonus):
    """Chance that `player` wins the battle due in a region, less that of the enemy, with `bonus` more for him."""
    lead = board[s.ARCHERS] + state[s.BONUS] - state[s.BONUS + 1] + (bonus if player == 0 else -bonus)
    montfort, blois = state[s.TROOPS + region], state[s.TROOPS + s.REGIONS + region]
    ahead = odds(board, montfort, blois, lead, 0) - odds(board, montfort, blois, lead, 1)
    return ahead if player == 0 else -ahead


@routine
def best_siege_rate(board, state, player, region, most, risk, gains):
    """The most that each of up to `most` troops in a region can expect of one siege."""
    rate = 0.0
    for at in range(board[s.FIRST + region], board[s.FIRST + region + 1]):
        castle = board[s.LISTED + at]
        if besiegeable(board, state, player, castle, most):
            strength, value = board[s.CASTLE_STRENGTH + castle], castle_gain(board, state, player, castle, gains)
            for besiegers in range(strength, most_besiegers(board, strength, most) + 1):
                chance = weighed(siege_chance(board, castle, besiegers, 0), risk)
                rate = max(rate, chance * value / besiegers)
    return rate


@routine
def best_recruits_rate(board, state, player, region, most, risk, regions):
    """The most that each of up to `most` recruits in a region can expect of sieges and of the battle they may begin."""
    own = state[s.TROOPS + s.REGIONS * player + region]
    enemy = state[s.TROOPS + s.REGIONS * (1 - player) + region]
    gains = castle_gains(state, player, region, regions)
    if own == 0 and (enemy == 0 or most + enemy < board[s.BATTLE_FROM]):  # several sieges are no better than the best
        return best_siege_rate(board, state, player, region, most, risk, gains)
    before = sieges_gain(board, state, player, region, own, -1, risk, gains)
    lead, rate = board[s.ARCHERS], 0.0
    for recruits in range(1, most + 1):
        mine = min(own + recruits, board[s.TROOP_LIMIT])
        after = 0.0
        if enemy > 0 and mine + enemy >= board[s.BATTLE_FROM]:
            montfort, blois = (mine, enemy) if player == 0 else (enemy, mine)
            after += odds(board, montfort, blois, lead, player) * rally_gain(state, player, region, regions)
            after -= odds(board, montfort, blois, lead, 1 - player) * rally_gain(state, 1 - player, region, regions)
            mine = int(odds(board, montfort, blois, lead, 2 + player) + 0.5)
        after += sieges_gain(board, state, player, region, mine, -1, risk, gains)
        rate = max(rate, (after - before) / recruits)
    return rate


@routine
def lead_in_points(state, player, regions):
    """Points that `player` is ahead if the turn ended now; a dominated region counts as `regions`."""
    ahead = 0.0
    for region in range(s.REGIONS):
        if state[s.HIGHWAYMEN + region] == 0:
            ahead += domination_value(state, player, region, regions)
    for cells in (s.PARTISANS, s.CASTLES_HELD):
        ahead += total(state, cells + s.REGIONS * player) - total(state, cells + s.REGIONS * (1 - player))
    return ahead
