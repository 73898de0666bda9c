"""The course of a game of Breizh 1341: Setup, and the nine steps of the Sequence of Play, as the rulebook has them."""

from __future__ import annotations

from naive.breizh_game.actions import act, can_act, orders
from naive.breizh_game.game import Decision, Game, PreparedScenario, other
from naive.breizh_game.table import (
    BLOIS,
    CAMPS,
    EPOCH_OF_TURN,
    FIRST_HAND,
    MONTFORT,
    MOST_PLAYED,
    REGIONS_TO_WIN,
    TURNS,
    WITH_SPECIAL_CARDS,
)

COLOURS = ("blue", "red")


def whole_game(game: Game) -> PreparedScenario:
    """Setup, then turns until a camp has won or the last is over."""
    set_up(game)
    while game.winner is None and game.ending is None:
        game.turn += 1
        prepare_deck(game)
        build_hands(game)
        first_active_player(game)
        yield from play_event_cards(game)
        discard(game)
        yield from highwaymen(game)
        dominated_regions(game)
        check_victory(game)


def set_up(game: Game) -> None:
    """Setup, or the Variant Setup Rules: a Region and an Allocation card for each player."""
    game.follow("Setup")
    table = game.table
    box = table.box
    for camp in CAMPS:
        table.piles[camp].update(name for name, (whose, _) in box.characters.items() if whose == camp)
    table.special_deck.update(range(box.events, len(box.cards)))
    if game.options.setup == "standard":
        for camp, start in enumerate(box.start):
            table.partisans[camp].update(start.partisans)
            table.troops[camp].update(start.troops)
            table.masters.update(dict.fromkeys(start.castles, camp))
        return
    game.follow("Variant Setup Rules")
    first = game.chance.pick(box.regions)
    at = box.regions.index(first)
    drawn = first, game.chance.pick(box.regions[at + 1 :] + box.regions[:at])
    dealt = game.chance.pick((MONTFORT, BLOIS))  # whose is the first Allocation card; the other has the second
    for camp, region in zip(CAMPS, drawn, strict=True):
        card = box.allocation_cards[camp != dealt]
        table.partisans[camp][region] += card.partisans
        table.troops[camp][region] += card.troops
        if card.castles:
            table.masters[box.region_cards[region]] = camp


def prepare_deck(game: Game) -> None:
    """1: what was not played goes back, and the cards of the epoch that begins are added."""
    table = game.table
    game.follow("1 - Prepare the Deck of Event Cards")
    for camp in CAMPS:
        for card in table.event_cards(camp):
            table.hands[camp].remove(card)
            table.deck.add(card)
    if game.turn in EPOCH_OF_TURN:
        epoch = EPOCH_OF_TURN[game.turn]
        table.deck.update(n for n in range(table.box.events) if table.box.cards[n].epoch == epoch)


def build_hands(game: Game) -> None:
    """2: a character each, in turns 2 to 5 a Special Event card each, and Event cards."""
    table = game.table
    game.follow("2 - Build Each Player's Hand")
    for camp in CAMPS:
        if table.piles[camp]:
            name = game.chance.pick([name for name in table.box.characters if name in table.piles[camp]])
            table.piles[camp].remove(name)
            table.companions[camp].add(name)
        if game.turn in WITH_SPECIAL_CARDS:
            card = game.chance.card(sorted(table.special_deck))
            table.special_deck.remove(card)
            table.hands[camp].add(card)
    if game.turn == TURNS:
        deal_all(game)
    elif game.turn == 1 and game.options.first_hands == "balanced":
        balanced_hands(game)
    else:
        wanted = [FIRST_HAND if game.turn == 1 else 1 + table.regions_of(camp, free=True) for camp in CAMPS]
        while table.deck and any(wanted):
            for camp in CAMPS:
                if wanted[camp] and table.deck:
                    draw_event(game, camp, table.deck)
                    wanted[camp] -= 1


def draw_event(game: Game, camp: int, among: set[int]) -> None:
    card = game.chance.card(sorted(among))
    game.table.deck.remove(card)
    game.table.hands[camp].add(card)


def balanced_hands(game: Game) -> None:
    """Tips for Your First Play: 3 blue, 3 red and 1 white each, in turn."""
    game.follow("Tips for Your First Play")
    table = game.table
    colour = {card: table.box.cards[card].favours for card in table.deck}
    for favours, number in (("blue", 3), ("red", 3), ("white", 1)):
        for _ in range(number):
            for camp in CAMPS:
                among = {
                    card
                    for card in table.deck
                    if colour[card] == favours or (favours == "white" and colour[card] not in COLOURS)
                }
                draw_event(game, camp, among)


def deal_all(game: Game) -> None:
    """2, turn 6: all cards, those of the 3rd epoch first; the odd one by regions, on a tie to nobody."""
    table = game.table
    odd = len(table.deck) % 2
    regions = [table.regions_of(camp, free=False) for camp in CAMPS]
    first = MONTFORT
    if odd and regions[MONTFORT] != regions[BLOIS]:
        most = MONTFORT if regions[MONTFORT] > regions[BLOIS] else BLOIS
        game.follow("2, turn 6: the odd card by regions")
        first = most if game.options.odd_card == "most" else other(most)
        odd = 0

    def on_top() -> set[int]:
        return {card for card in table.deck if table.box.cards[card].epoch == EPOCH_OF_TURN[TURNS]}

    if odd:  # the card at the bottom
        game.follow("2, turn 6: the odd card is discarded on a tie")
        table.under = game.chance.card(sorted(table.deck - on_top() or table.deck))
        table.deck.remove(table.under)
    camp = first
    while table.deck:
        draw_event(game, camp, on_top() or table.deck)
        camp = other(camp)


def first_active_player(game: Game) -> None:
    """3: Montfort first; then by regions, partisans, castles, the die."""
    game.follow("3 - Determine the 1st Active Player")
    table = game.table
    ranks = [
        (table.regions_of(camp, free=False), table.partisans[camp].total(), table.castles_of(camp)) for camp in CAMPS
    ]
    if game.turn == 1 and game.options.setup == "standard":
        game.active = MONTFORT
    elif game.turn > 1 and ranks[MONTFORT] != ranks[BLOIS]:
        game.active = MONTFORT if ranks[MONTFORT] > ranks[BLOIS] else BLOIS
    else:
        game.follow("3: by the die")
        game.active = game.chance.higher_roll()


def play_event_cards(game: Game) -> PreparedScenario:
    """4: by turns, one card each, up to the limit or the end of the hand; one can go on without the other."""
    table = game.table
    game.played = [0, 0]
    most = MOST_PLAYED[game.turn]

    def can_play(camp: int) -> bool:
        return bool(table.hands[camp]) and game.played[camp] < most

    while can_play(MONTFORT) or can_play(BLOIS):
        if can_play(game.active):
            yield from play_a_card(game, most)
        game.active = other(game.active)


def play_a_card(game: Game, most: int) -> PreparedScenario:
    """4: the card of the active player, the order of the side that it favours, the action of its player."""
    table, camp = game.table, game.active
    section = "4 - Play Event Cards"
    special = table.special_cards(camp)
    last = game.played[camp] == most - 1
    options = special if special and last else sorted(table.hands[camp])
    number = yield Decision("play card", camp, tuple(options), section)
    game.follow(section)
    card = table.box.cards[number]
    table.hands[camp].remove(number)
    table.face_up[camp].add(number)
    game.played[camp] += 1
    game.character_played = [False, False]
    own_colour = COLOURS[other(camp)]  # Blois is blue
    if card.favours == COLOURS[camp]:
        yield from orders(game, (other(camp),), card)
    elif card.favours == "both":
        yield from orders(game, (camp, other(camp)), card)
    uses = ["nothing"]
    if card.favours in (own_colour, "either"):
        uses.append("order")
    uses += [action for action in card.actions if can_act(game, camp, action)]
    use = yield Decision("use", camp, tuple(uses), section)
    if use == "order":
        yield from orders(game, (camp,), card)
    elif use != "nothing":
        yield from act(game, camp, use)


def discard(game: Game) -> None:
    """5: the cards played leave the game."""
    game.follow("5 - Discard Event Cards")
    for camp in CAMPS:
        game.table.discarded |= game.table.face_up[camp]
        game.table.face_up[camp].clear()


def highwaymen(game: Game) -> PreparedScenario:
    """6: a marker for whoever has the fewest troops, then all troops leave the board."""
    table = game.table
    troops = [table.troops[camp].total() for camp in CAMPS]
    left = table.box.highwaymen - table.highwaymen.total()
    if troops[MONTFORT] != troops[BLOIS] and left > 0:
        fewest = MONTFORT if troops[MONTFORT] < troops[BLOIS] else BLOIS
        region = yield Decision("highwaymen in", fewest, table.box.regions, "6 - Place Highwaymen")
        table.highwaymen[region] += 1
    game.follow("6 - Place Highwaymen")
    for camp in CAMPS:
        table.troops[camp].clear()


def dominated_regions(game: Game) -> None:
    """7: the Domination markers are placed anew."""
    game.follow("7 - Determine Dominated Regions")
    found = {region: game.table.dominance(region) for region in game.table.box.regions}
    game.table.dominated = {region: camp for region, camp in found.items() if camp is not None}


def check_victory(game: Game) -> None:
    """8: seven regions at the end of any turn; points at the end of the last."""
    game.follow("8 - Check Victory Conditions")
    table = game.table
    for camp in CAMPS:
        if table.regions_of(camp, free=game.options.seven_regions == "free") >= REGIONS_TO_WIN:
            game.follow("8: victory by seven regions")
            game.winner, game.ending = camp, "domination"
            return
    if game.turn == TURNS:
        game.ending = "points"
        points = [table.points(camp) for camp in CAMPS]
        if points[MONTFORT] != points[BLOIS]:
            game.winner = MONTFORT if points[MONTFORT] > points[BLOIS] else BLOIS
