/** A game with a large G, of hexes, corners and edges, hands and a deck: what random play of such games costs. */
const RESOURCES = ['brick', 'lumber', 'wool', 'grain', 'ore']
const COSTS = {
  road: { brick: 1, lumber: 1 },
  settlement: { brick: 1, lumber: 1, wool: 1, grain: 1 },
  city: { grain: 2, ore: 3 },
  card: { wool: 1, grain: 1, ore: 1 },
}
const times = (count, value) => Array(count).fill(value)
const TERRAINS = [
  ...['lumber', 'wool', 'grain'].flatMap(terrain => times(4, terrain)),
  ...['brick', 'ore'].flatMap(terrain => times(3, terrain)),
  'desert',
]
const NUMBERS = [2, 3, 3, 4, 4, 5, 5, 6, 6, 8, 8, 9, 9, 10, 10, 11, 11, 12]
const CARDS = [...times(20, 'knight'), ...times(5, 'point')]
const GOAL = 10
const TURNS_MAX = 300
const LOG_MAX = 20
const INVALID = 'INVALID_MOVE'

/** From a hex's centre to its corners. */
const CORNERS = [
  [0, -2],
  [1, -1],
  [1, 1],
  [0, 2],
  [-1, 1],
  [-1, -1],
]

/** 19 hexes with 54 corners and 72 edges. */
function board() {
  const corners = new Map()
  const edges = new Map()
  const hexes = []
  const cornerAt = (x, y) => {
    const key = `${x},${y}`
    if (!corners.has(key))
      corners.set(key, { id: corners.size, owner: null, kind: null, hexes: [], edges: [], neighbours: [] })
    return corners.get(key)
  }
  const join = (a, b) => {
    const key = [a.id, b.id].sort((one, other) => one - other).join('-')
    if (edges.has(key)) return
    const edge = { id: edges.size, owner: null, corners: [a.id, b.id] }
    edges.set(key, edge)
    for (const [one, other] of [
      [a, b],
      [b, a],
    ]) {
      one.edges.push(edge.id)
      one.neighbours.push(other.id)
    }
  }
  for (let r = -2; r <= 2; r++)
    for (let q = -2; q <= 2; q++) {
      if (Math.abs(q + r) > 2) continue
      const own = CORNERS.map(([dx, dy]) => cornerAt(2 * q + r + dx, 3 * r + dy))
      const hex = {
        id: hexes.length,
        q,
        r,
        terrain: null,
        number: 0,
        robber: false,
        corners: own.map(c => c.id),
      }
      for (const corner of own) corner.hexes.push(hex.id)
      for (const [at, corner] of own.entries()) join(corner, own[(at + 1) % own.length])
      hexes.push(hex)
    }
  return { hexes, corners: [...corners.values()], edges: [...edges.values()] }
}

const canPay = ({ resources }, cost) =>
  Object.entries(cost).every(([resource, n]) => resources[resource] >= n)
const pay = (G, { resources }, cost) => {
  for (const [resource, n] of Object.entries(cost)) {
    resources[resource] -= n
    G.bank[resource] += n
  }
}
const pointsOf = (G, id) => G.players[id].points + (G.longest === id ? 2 : 0) + (G.army === id ? 2 : 0)
const isFree = (G, corner) =>
  G.corners[corner].owner === null &&
  G.corners[corner].neighbours.every(other => G.corners[other].owner === null)
const touches = (G, id, edge) =>
  G.edges[edge].corners.some(corner => {
    const { owner, edges } = G.corners[corner]
    return (
      owner === id || (owner === null && edges.some(other => other !== edge && G.edges[other].owner === id))
    )
  })
const reaches = (G, id, corner) =>
  isFree(G, corner) && G.corners[corner].edges.some(edge => G.edges[edge].owner === id)
const roadsOf = (G, id) => G.edges.filter(({ owner }) => owner === id).length
const say = (G, text) => {
  G.log.push(text)
  if (G.log.length > LOG_MAX) G.log.shift()
}

function discard(G) {
  for (const { resources } of Object.values(G.players)) {
    const held = RESOURCES.reduce((sum, resource) => sum + resources[resource], 0)
    for (let left = held > 7 ? held >> 1 : 0; left > 0; left--) {
      const most = RESOURCES.reduce((best, one) => (resources[one] > resources[best] ? one : best))
      resources[most]--
      G.bank[most]++
    }
  }
}

function produce(G, sum) {
  for (const { number, robber, terrain, corners } of G.hexes) {
    if (number !== sum || robber) continue
    for (const { owner, kind } of corners.map(corner => G.corners[corner])) {
      if (owner === null) continue
      const gain = Math.min(kind === 'city' ? 2 : 1, G.bank[terrain])
      G.players[owner].resources[terrain] += gain
      G.bank[terrain] -= gain
    }
  }
}

function build(G, id, corner, edge) {
  const player = G.players[id]
  Object.assign(G.corners[corner], { owner: id, kind: 'settlement' })
  player.settlements--
  player.points++
  if (edge === undefined) return
  G.edges[edge].owner = id
  player.roads--
}

const founding = {
  found: ({ G, playerID }, corner, edge) => {
    if (!isFree(G, corner) || !G.corners[corner].edges.includes(edge) || G.edges[edge].owner !== null)
      return INVALID
    build(G, playerID, corner, edge)
    const { settlements, resources } = G.players[playerID]
    if (settlements === 3)
      for (const { terrain } of G.corners[corner].hexes.map(hex => G.hexes[hex]))
        if (terrain !== 'desert') {
          resources[terrain]++
          G.bank[terrain]--
        }
    say(G, `${playerID} founds at ${corner}`)
  },
}

const building = {
  roll: ({ G, random }) => {
    if (G.rolled) return INVALID
    G.rolled = true
    G.dice = [random.D6(), random.D6()]
    const sum = G.dice[0] + G.dice[1]
    say(G, `rolled ${sum}`)
    if (sum === 7) discard(G)
    else produce(G, sum)
  },
  road: ({ G, playerID }, edge) => {
    const player = G.players[playerID]
    const isOpen = G.edges[edge].owner === null && touches(G, playerID, edge)
    if (!G.rolled || player.roads === 0 || !canPay(player, COSTS.road) || !isOpen) return INVALID
    pay(G, player, COSTS.road)
    G.edges[edge].owner = playerID
    player.roads--
    const count = roadsOf(G, playerID)
    if (count >= 5 && (G.longest === null || count > roadsOf(G, G.longest))) G.longest = playerID
    say(G, `${playerID} builds road ${edge}`)
  },
  settle: ({ G, playerID }, corner) => {
    const player = G.players[playerID]
    if (!G.rolled || player.settlements === 0 || !canPay(player, COSTS.settlement)) return INVALID
    if (!reaches(G, playerID, corner)) return INVALID
    pay(G, player, COSTS.settlement)
    build(G, playerID, corner)
    say(G, `${playerID} settles ${corner}`)
  },
  city: ({ G, playerID }, corner) => {
    const player = G.players[playerID]
    const { owner, kind } = G.corners[corner]
    if (!G.rolled || player.cities === 0 || !canPay(player, COSTS.city)) return INVALID
    if (owner !== playerID || kind !== 'settlement') return INVALID
    pay(G, player, COSTS.city)
    G.corners[corner].kind = 'city'
    player.cities--
    player.settlements++
    player.points++
    say(G, `${playerID} raises ${corner}`)
  },
  buy: ({ G, playerID }) => {
    const player = G.players[playerID]
    if (!G.rolled || G.deck.length === 0 || !canPay(player, COSTS.card)) return INVALID
    pay(G, player, COSTS.card)
    const card = G.deck.pop()
    player.cards.push(card)
    if (card === 'point') player.points++
    say(G, `${playerID} buys a card`)
  },
  knight: ({ G, playerID, random }, to) => {
    const player = G.players[playerID]
    const at = player.cards.indexOf('knight')
    if (player.played || at < 0 || G.hexes[to].robber) return INVALID
    player.cards.splice(at, 1)
    player.played = true
    player.knights++
    for (const hex of G.hexes) hex.robber = hex.id === to
    const owners = G.hexes[to].corners.map(corner => G.corners[corner].owner)
    const victim = owners.find(owner => owner !== null && owner !== playerID)
    const held = victim === undefined ? [] : RESOURCES.filter(one => G.players[victim].resources[one] > 0)
    if (held.length > 0) {
      const stolen = held[random.Die(held.length) - 1]
      G.players[victim].resources[stolen]--
      player.resources[stolen]++
    }
    if (player.knights >= 3 && (G.army === null || player.knights > G.players[G.army].knights))
      G.army = playerID
    say(G, `${playerID} moves the robber to ${to}`)
  },
  trade: ({ G, playerID }, give, take) => {
    const { resources } = G.players[playerID]
    if (!G.rolled || resources[give] < 4 || G.bank[take] === 0 || give === take) return INVALID
    resources[give] -= 4
    resources[take]++
    G.bank[give] += 4
    G.bank[take]--
    say(G, `${playerID} trades ${give} for ${take}`)
  },
  done: ({ G, events }) => {
    if (!G.rolled) return INVALID
    events.endTurn()
  },
}

function enumerate(G, ctx, id) {
  const ids = (parts, isLegal) => parts.map(part => part.id).filter(isLegal)
  const each = (move, list) => list.map(one => ({ move, args: [one] }))
  if (ctx.phase === 'place')
    return ids(G.corners, corner => isFree(G, corner)).flatMap(corner =>
      G.corners[corner].edges
        .filter(edge => G.edges[edge].owner === null)
        .map(edge => ({ move: 'found', args: [corner, edge] })),
    )
  const player = G.players[id]
  const hasKnight = !player.played && player.cards.includes('knight')
  const knights = hasKnight
    ? each(
        'knight',
        ids(G.hexes, hex => !G.hexes[hex].robber),
      )
    : []
  if (!G.rolled) return [{ move: 'roll', args: [] }, ...knights]
  const can = (cost, isLeft) => isLeft && canPay(player, cost)
  const isOpen = edge => G.edges[edge].owner === null && touches(G, id, edge)
  const isVillage = corner => G.corners[corner].owner === id && G.corners[corner].kind === 'settlement'
  return [
    ...knights,
    ...(can(COSTS.road, player.roads > 0) ? each('road', ids(G.edges, isOpen)) : []),
    ...(can(COSTS.settlement, player.settlements > 0)
      ? each(
          'settle',
          ids(G.corners, corner => reaches(G, id, corner)),
        )
      : []),
    ...(can(COSTS.city, player.cities > 0) ? each('city', ids(G.corners, isVillage)) : []),
    ...(can(COSTS.card, G.deck.length > 0) ? [{ move: 'buy', args: [] }] : []),
    ...RESOURCES.filter(give => player.resources[give] >= 4).flatMap(give =>
      RESOURCES.filter(take => take !== give && G.bank[take] > 0).map(take => ({
        move: 'trade',
        args: [give, take],
      })),
    ),
    { move: 'done', args: [] },
  ]
}

export default {
  name: 'settlers',
  minPlayers: 3,
  maxPlayers: 4,
  setup: ({ ctx, random }) => {
    const { hexes, corners, edges } = board()
    const terrains = random.Shuffle(TERRAINS)
    const numbers = random.Shuffle(NUMBERS)
    hexes.forEach((hex, at) => {
      hex.terrain = terrains[at]
      hex.robber = hex.terrain === 'desert'
      hex.number = hex.robber ? 0 : numbers.pop()
    })
    const resources = count => Object.fromEntries(RESOURCES.map(resource => [resource, count]))
    const player = () => ({
      resources: resources(0),
      cards: [],
      played: false,
      points: 0,
      knights: 0,
      roads: 15,
      settlements: 5,
      cities: 4,
    })
    return {
      hexes,
      corners,
      edges,
      deck: random.Shuffle(CARDS),
      bank: resources(19),
      players: Object.fromEntries(ctx.playOrder.map(id => [id, player()])),
      longest: null,
      army: null,
      rolled: false,
      dice: [0, 0],
      log: [],
    }
  },
  phases: {
    place: {
      start: true,
      next: 'main',
      turn: {
        order: { first: () => 0, next: ({ ctx }) => (ctx.playOrderPos + 1) % ctx.numPlayers },
        minMoves: 1,
        maxMoves: 1,
      },
      moves: founding,
      endIf: ({ G }) => Object.values(G.players).every(({ settlements }) => settlements === 3),
    },
    main: {
      turn: {
        onBegin: ({ G, ctx }) => {
          G.rolled = false
          G.players[ctx.currentPlayer].played = false
        },
      },
      moves: building,
    },
  },
  endIf: ({ G, ctx }) => {
    const winner = Object.keys(G.players).find(id => pointsOf(G, id) >= GOAL)
    if (winner !== undefined) return { winner }
    return ctx.turn > TURNS_MAX ? { draw: true } : undefined
  },
  ai: { enumerate },
}
