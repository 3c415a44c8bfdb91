/** Laws of what a game says of itself (sizes, names, type, bounds of a match), and of what people read. */
import {
  CHANCE,
  CHANCE_BIT,
  type CompiledGame,
  type GameBoard,
  type GameInfo,
  LINE_MAX,
  RESOLVE_BIT,
  type State,
  UNKNOWN,
} from '../contract/index.ts'
import { failLaw, type Law, type LawSubject, law, lawOfPositions, requireSame, seatName } from './law.ts'
import { legalOf, playersIn, viewOf, type WalkPosition } from './walk.ts'

export function descriptionLaws(subject: LawSubject): Law[] {
  const { game } = subject
  return [
    law('info is complete and consistent: sizes, seats, gauges, assets, roles and endings', () =>
      checkInfo(game.info),
    ),
    law('a game has chanceWeights if its type declares explicit chance, and only then', () =>
      checkChance(game),
    ),
    lawOfPositions(subject, 'play agrees with info.type', checkType),
    lawOfPositions(subject, 'no match exceeds decisionMax or stepMax', checkCaps),
  ]
}

function checkInfo(info: GameInfo): void {
  const { seats, gauges, assets, endings, step } = info
  if (seats.length < 2 || seats.length > CHANCE) failLaw(`${seats.length} seats`, `2 to ${CHANCE}`)
  requireUnique('seats', seats)
  requireUnique(
    'gauges',
    gauges.map(({ id }) => id),
  )
  requireUnique(
    'endings',
    endings.map(({ id }) => id),
  )
  requireUnique(
    'assets',
    assets.map(({ group, id }) => `${group}/${id}`),
  )
  for (const size of ['stateSize', 'actionCount', 'legalMax', 'decisionMax', 'stepMax'] as const)
    if (!Number.isInteger(info[size]) || info[size] < 1)
      failLaw(`${size} is ${info[size]}`, 'a whole number of at least 1')
  if (info.legalMax > info.actionCount)
    failLaw(`legalMax is ${info.legalMax}`, `at most actionCount, ${info.actionCount}`)
  if (!(step.perTurn >= 1)) failLaw(`step.perTurn is ${step.perTurn}`, 'at least 1')
  if (gauges.length === 0) failLaw('no gauge', 'at least one: the headline gauge')
  for (const gauge of gauges) checkGauge(info, gauge)
  checkRoles(info)
  const payoffs = gauges.filter(({ payoff }) => payoff === true)
  if (payoffs.length > 1) failLaw(`${payoffs.length} gauges are payoffs`, 'at most one')
}

function checkRoles({ endings, roles = [] }: GameInfo): void {
  const ids = roles.map(({ id }) => id)
  requireUnique('roles', ids)
  if (roles.length === 1) failLaw(`a single role, ${ids[0]}`, 'none, or at least two')
  const sum = roles.reduce((all, { fair }) => all + fair, 0)
  if (roles.length > 0 && Math.abs(sum - 1) > 1e-9) failLaw(`fair shares of roles add up to ${sum}`, '1')
  for (const { id, kind, role } of endings) {
    if (role !== undefined && !ids.includes(role))
      failLaw(`ending ${id} names the role ${role} as winner`, 'a role of the game')
    if (kind !== 'win' && role !== undefined)
      failLaw(
        `ending ${id} of kind ${kind} names the role ${role} as winner`,
        'a role only in endings of kind win',
      )
  }
}

function checkGauge({ seats, endings }: GameInfo, gauge: GameInfo['gauges'][number]): void {
  const { id, min, max, weight, zeroSum, decides = [] } = gauge
  if (!(min < max)) failLaw(`gauge ${id} has the bounds [${min}, ${max}]`, 'min below max')
  if (!Number.isFinite(weight)) failLaw(`gauge ${id} has the weight ${weight}`, 'a finite number')
  if (zeroSum && seats.length !== 2) failLaw(`gauge ${id} is zero-sum among ${seats.length} seats`, '2 seats')
  for (const ending of decides)
    if (!endings.some(known => known.id === ending))
      failLaw(
        `gauge ${id} decides the ending ${ending}`,
        `one of ${endings.map(known => known.id).join(', ')}`,
      )
}

function requireUnique(what: string, names: readonly string[]): void {
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) failLaw(`two ${what} named ${twice}`, 'different names')
}

function checkChance({ info, chanceWeights }: CompiledGame): void {
  const has = chanceWeights !== undefined
  const { chance } = info.type
  if (has !== (chance === 'explicit'))
    failLaw(
      `info.type.chance is ${chance}, and the game has ${has ? 'a' : 'no'} method chanceWeights`,
      'the method in games with explicit chance, and only in those',
    )
}

function checkType({ game, mask, state }: WalkPosition): void {
  const { dynamics, chance, information } = game.info.type
  const seats = playersIn(game, mask)
  if (dynamics === 'sequential' && seats.length > 1)
    failLaw(
      `${seats.map(seat => seatName(game, seat)).join(' and ')} move at the same time, but info.type.dynamics is sequential`,
      'one seat at a time',
    )
  if (chance === 'deterministic' && mask === CHANCE_BIT)
    failLaw('it is the turn of chance, but info.type.chance is deterministic', 'no turn of chance')
  if (information !== 'perfect') return
  for (const seat of seats) {
    const view = viewOf(game, state, seat)
    const what = `${seatName(game, seat)}'s view in a game of perfect information`
    if (dynamics === 'sequential') requireSame(view, state, what)
    else if (view.some((word, at) => word === UNKNOWN && state[at] !== UNKNOWN))
      failLaw(
        `${what} holds UNKNOWN`,
        'no secrets except sealed decisions, which look as if they were not made yet',
      )
  }
}

function checkCaps({ game, mask, decisions, steps }: WalkPosition): void {
  const { decisionMax, stepMax } = game.info
  if (decisions > decisionMax) failLaw(`${decisions} decisions`, `at most decisionMax, ${decisionMax}`)
  if (steps > stepMax) failLaw(`${steps} steps`, `at most stepMax, ${stepMax}`)
  if (mask === 0 && steps === 0)
    failLaw('a match without any step', 'at least one step, because curves are sampled after steps')
}

export function textLaws(subject: LawSubject): Law[] {
  const lines = lawOfPositions(
    subject,
    `texts for people have lines of at most ${LINE_MAX} characters`,
    replayCheck(),
  )
  const { board, places } = subject.game.text
  const laws = [lines]
  if (board)
    laws.push(lawOfPositions(subject, 'board returns something that a page can draw', boardCheck(board)))
  if (places)
    laws.push(
      lawOfPositions(
        subject,
        'decisions name places of the board, in views as well as in states',
        placesCheck(board),
        subject.stride,
      ),
    )
  return laws
}

function placesCheck(board: GameBoard | undefined): (at: WalkPosition) => void {
  const names = board?.places.map(({ name }) => name) ?? []
  return ({ game, state, mask }) => {
    const twin = names.find((name, at) => names.indexOf(name) !== at)
    if (twin !== undefined) failLaw(`two places called ${twin}`, 'a different name for each place')
    for (const seat of playersIn(game, mask)) {
      const now = state.slice()
      const view = viewOf(game, state, seat)
      for (const action of legalOf(game, state, seat)) {
        const places = game.text.places!(state, seat, action)
        const strange = places.find(name => !names.includes(name))
        if (strange !== undefined)
          failLaw(`action ${action} names the place ${strange}`, 'a place of the board')
        if (new Set(places).size < places.length)
          failLaw(`action ${action} names the places ${places.join(', ')}`, 'each place once')
        const seen = game.text.places!(view, seat, action)
        if (seen.join() !== places.join())
          failLaw(
            `action ${action} names the places ${seen.join(', ')} for the view of ${seatName(game, seat)}`,
            `${places.join(', ')}, as for the state`,
          )
      }
      requireSame(state, now, 'the state after places')
    }
  }
}

function boardCheck({ family, places, links = [], signs }: GameBoard): (at: WalkPosition) => void {
  const known = new Set(signs.map(([sign]) => sign))
  const isOne = (index: number, of: number): boolean => Number.isInteger(index) && index >= 0 && index < of
  return ({ game: { info, text }, state }) => {
    if (family !== 'map' && places.some(({ at }) => at === undefined))
      failLaw(`a place without coordinates on a board of family ${family}`, 'coordinates for each place')
    if (links.some(([a, b]) => !isOne(a, places.length) || !isOne(b, places.length) || a >= b))
      failLaw("a link doesn't join two places", 'two indices of places, the lower one first')
    const now = state.slice()
    const { holdings, standings } = text.board!.at(state)
    requireSame(state, now, 'the state after board.at')
    if (JSON.stringify(text.board!.at(now)) !== JSON.stringify({ holdings, standings }))
      failLaw('two different boards for the same state', 'the same board')
    if (holdings.length !== places.length)
      failLaw(`${holdings.length} holdings`, `${places.length}, one for each place`)
    for (const { owner = 0, home = 0, pieces } of holdings) {
      const seats = [owner, home, ...pieces.map(({ seat }) => seat)]
      if (seats.some(seat => !isOne(seat, info.seats.length)))
        failLaw(`a place with the seats ${seats.join(', ')}`, `seats below ${info.seats.length}`)
      const strange = pieces.find(({ sign }) => known.size > 0 && !known.has(sign))
      if (strange)
        failLaw(`a piece with the sign ${JSON.stringify(strange.sign)}`, `one of ${[...known].join(', ')}`)
    }
  }
}

/** Renders every position that `replay` would print, after the one before. */
function replayCheck(): (at: WalkPosition) => void {
  let before: State | null = null
  let shown = 0
  return ({ game: { text }, state, mask, decisions, steps }) => {
    const count = text.replayEach === 'step' ? steps : decisions
    if (decisions === 0 && steps === 0) before = null
    // `replay` prints a decision with all that follows without another.
    else if (count === shown || (text.replayEach === 'decision' && mask === RESOLVE_BIT)) return
    requireLines('legend', text.legend ?? '')
    requireLines('render', text.render(state))
    const now = state.slice()
    if (before && text.narrate) requireLines('narrate', text.narrate(before, state))
    for (const said of before
      ? [...(text.story?.(before, state) ?? []), ...(text.brief?.(before, state) ?? [])]
      : [])
      if (said === '' || said.includes('\n'))
        failLaw(`the sentence ${JSON.stringify(said)}`, 'one line of text')
    requireSame(state, now, 'the state after narrate')
    before = now
    shown = count
  }
}

function requireLines(what: string, text: string): void {
  const long = text.split('\n').find(line => line.length > LINE_MAX)
  if (long !== undefined)
    failLaw(
      `${what} has a line of ${long.length} characters: ${long}`,
      `at most ${LINE_MAX} (foldLine folds longer lines)`,
    )
}
