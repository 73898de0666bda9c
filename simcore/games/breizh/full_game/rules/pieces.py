"""Pieces on the board: counting them, partisans and troops that come, leave or are moved, dominance and points."""

from __future__ import annotations

from simcore.engine.jit import step
from simcore.games.breizh.full_game import state as s


@step
def total(state, first):
    """Sum of the cells of all regions from `first` on."""
    pieces = 0
    for region in range(s.REGIONS):
        pieces += state[first + region]
    return pieces


@step
def holding(state, cells):
    """Regions (bits) with a piece of `cells`."""
    found = 0
    for region in range(s.REGIONS):
        if state[cells + region] > 0:
            found |= 1 << region
    return found


@step
def number_of(regions):
    """How many regions (bits) these are."""
    found = 0
    for region in range(s.REGIONS):
        found += (regions >> region) & 1
    return found


@step
def wait_for(state, decision, player):
    """The next decision is due."""
    state[s.DECISION] = decision
    state[s.PLAYER] = player


@step
def places(state, cells, limit, open_regions):
    """Regions (bits) among `open_regions` where one more piece of `cells` can come, from the box or from elsewhere."""
    there = total(state, cells)
    if there < limit:
        return open_regions
    found = 0
    for region in range(s.REGIONS):
        if (open_regions >> region) & 1 and there > state[cells + region]:
            found |= 1 << region
    return found


@step
def rally_regions(board, state, player):
    """Regions (bits) where the order or action under way can still rally: one partisan in each (Rally)."""
    return places(state, s.PARTISANS + s.REGIONS * player, board[s.PARTISAN_LIMIT], state[s.OPEN])


@step
def recruit_regions(board, state, player):
    """Regions (bits) where a troop can be recruited."""
    return places(state, s.TROOPS + s.REGIONS * player, board[s.TROOP_LIMIT], state[s.OPEN])


@step
def eliminate_regions(state, player):
    """Regions (bits) where the order under way can still eliminate an enemy partisan: one in each (Rally)."""
    return state[s.OPEN] & holding(state, s.PARTISANS + s.REGIONS * (1 - player))


@step
def rally(board, state, player, region):
    """One partisan of `player` comes (Rally); with none left in the box, one from elsewhere: then his choice is due."""
    cells = s.PARTISANS + s.REGIONS * player
    there = total(state, cells)
    if there < board[s.PARTISAN_LIMIT]:
        state[cells + region] += 1
        return False
    if there > state[cells + region]:
        state[s.TO] = region
        wait_for(state, s.PARTISAN_FROM, player)
        return True
    return False


@step
def recruit(board, state, player, region):
    """One troop of `player` comes (Recruit), as in `rally`."""
    cells = s.TROOPS + s.REGIONS * player
    if total(state, cells) < board[s.TROOP_LIMIT]:
        state[cells + region] += 1
        return False
    state[s.TO] = region
    wait_for(state, s.TROOP_FROM, player)
    return True


@step
def own_castle(board, state, castle, player):
    """The castle's marker comes to, or is turned over to, the side of `player`."""
    region = board[s.CASTLE_REGION + castle]
    before = state[s.CASTLE + castle]
    if before > 0:
        state[s.CASTLES_HELD + s.REGIONS * (before - 1) + region] -= 1
    state[s.CASTLE + castle] = player + 1
    state[s.CASTLES_HELD + s.REGIONS * player + region] += 1


@step
def dominance(montfort_partisans, montfort_castles, blois_partisans, blois_castles):
    """Who dominates a region of so many partisans and castles (Sequence of Play 7): 0 nobody, else player and 1."""
    montfort = montfort_partisans > 0 and montfort_castles > 0
    blois = blois_partisans > 0 and blois_castles > 0
    if montfort and blois:
        ahead = montfort_partisans + montfort_castles - blois_partisans - blois_castles
        return 0 if ahead == 0 else 1 if ahead > 0 else 2
    return 1 if montfort else 2 if blois else 0


@step
def dominates(state, region):
    """Who would get the region's Domination marker now."""
    return dominance(
        state[s.PARTISANS + region],
        state[s.CASTLES_HELD + region],
        state[s.PARTISANS + s.REGIONS + region],
        state[s.CASTLES_HELD + s.REGIONS + region],
    )


@step
def regions_of(state, player, counting_highwaymen):
    """Domination markers of a player; those under highwaymen only if `counting_highwaymen`."""
    regions = 0
    for region in range(s.REGIONS):
        if state[s.DOMINATED + region] == player + 1 and (counting_highwaymen or state[s.HIGHWAYMEN + region] == 0):
            regions += 1
    return regions


@step
def points_of(state, player):
    """Points of a player (Sequence of Play 8)."""
    own = s.REGIONS * player
    return total(state, s.PARTISANS + own) + total(state, s.CASTLES_HELD + own) + regions_of(state, player, False)


@step
def siege_of(state, castle):
    """Where the siege of a castle stands among those announced and still to come, -1: there is none."""
    for siege in range(state[s.SIEGE_NOW], state[s.SIEGES]):
        if state[s.SIEGE + siege] // s.MOST_BESIEGERS == castle:
            return siege
    return -1
