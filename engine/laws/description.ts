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
    law('sizes, seats, gauges, assets and endings make sense', () => checkInfo(game.info)),
    law('a game has chance weights exactly if its type says so', () => checkChance(game)),
    lawOfPositions(subject, 'info.type is true to play', checkType),
    lawOfPositions(subject, 'a match keeps to decisionMax and stepMax', checkCaps),
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
      failLaw(`${size} is ${info[size]}`, 'a whole number from 1 on')
  if (info.legalMax > info.actionCount)
    failLaw(`legalMax is ${info.legalMax}`, `at most actionCount, ${info.actionCount}`)
  if (!(step.perTurn >= 1)) failLaw(`step.perTurn is ${step.perTurn}`, 'at least 1')
  if (gauges.length === 0) failLaw('no gauge', 'at least one, the headline')
  for (const gauge of gauges) checkGauge(info, gauge)
  checkRoles(info)
  const payoffs = gauges.filter(({ payoff }) => payoff === true)
  if (payoffs.length > 1) failLaw(`${payoffs.length} gauges are the payoff`, 'one at most')
}

function checkRoles({ endings, roles = [] }: GameInfo): void {
  const ids = roles.map(({ id }) => id)
  requireUnique('roles', ids)
  if (roles.length === 1) failLaw(`only the role ${ids[0]}`, 'two roles or more, or none')
  const sum = roles.reduce((all, { fair }) => all + fair, 0)
  if (roles.length > 0 && Math.abs(sum - 1) > 1e-9) failLaw(`fair shares of roles add up to ${sum}`, '1')
  for (const { id, kind, role } of endings) {
    if (role !== undefined && !ids.includes(role))
      failLaw(`ending ${id} is won by ${role}`, 'a role of the game')
    if (kind !== 'win' && role !== undefined)
      failLaw(`ending ${id}, of kind ${kind}, is won by ${role}`, 'roles for wins only')
  }
}

function checkGauge({ seats, endings }: GameInfo, gauge: GameInfo['gauges'][number]): void {
  const { id, min, max, weight, zeroSum, decides = [] } = gauge
  if (!(min < max)) failLaw(`gauge ${id} lies in [${min}, ${max}]`, 'min below max')
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
  if (twice !== undefined) failLaw(`two ${what} named ${twice}`, 'names of their own')
}

function checkChance({ info, chanceWeights }: CompiledGame): void {
  const has = chanceWeights !== undefined
  const { chance } = info.type
  if (has !== (chance === 'explicit'))
    failLaw(
      `info.type.chance is ${chance}, and the game has ${has ? 'a' : 'no'} method chanceWeights`,
      'the method in games of explicit chance, and only there',
    )
}

function checkType({ game, mask, state }: WalkPosition): void {
  const { dynamics, chance, information } = game.info.type
  const seats = playersIn(game, mask)
  if (dynamics === 'sequential' && seats.length > 1)
    failLaw(
      `${seats.map(seat => seatName(game, seat)).join(' and ')} are to move at once, but info.type.dynamics is sequential`,
      'one seat at a time',
    )
  if (chance === 'deterministic' && mask === CHANCE_BIT)
    failLaw('chance is to move, but info.type.chance is deterministic', 'no chance')
  if (information !== 'perfect') return
  for (const seat of seats) {
    const view = viewOf(game, state, seat)
    const what = `${seatName(game, seat)}'s view, where info.type.information is perfect,`
    if (dynamics === 'sequential') requireSame(view, state, what)
    else if (view.some((word, at) => word === UNKNOWN && state[at] !== UNKNOWN))
      failLaw(`${what} holds UNKNOWN`, 'nothing secret but what others seal, which shows as unmade')
  }
}

function checkCaps({ game, mask, decisions, steps }: WalkPosition): void {
  const { decisionMax, stepMax } = game.info
  if (decisions > decisionMax) failLaw(`${decisions} decisions`, `at most decisionMax, ${decisionMax}`)
  if (steps > stepMax) failLaw(`${steps} steps`, `at most stepMax, ${stepMax}`)
  if (mask === 0 && steps === 0)
    failLaw('a match that ended without a step', 'at least one step: curves are sampled there')
}

export function textLaws(subject: LawSubject): Law[] {
  const lines = lawOfPositions(
    subject,
    `what people read fits on lines of ${LINE_MAX} characters`,
    replayCheck(),
  )
  const { board, places } = subject.game.text
  const laws = [lines]
  if (board) laws.push(lawOfPositions(subject, 'boards say what pages can draw', boardCheck(board)))
  if (places)
    laws.push(
      lawOfPositions(
        subject,
        'decisions touch places of the board, in views too',
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
    if (twin !== undefined) failLaw(`two places called ${twin}`, 'names of their own, to choose by')
    for (const seat of playersIn(game, mask)) {
      const now = state.slice()
      const view = viewOf(game, state, seat)
      for (const action of legalOf(game, state, seat)) {
        const places = game.text.places!(state, seat, action)
        const strange = places.find(name => !names.includes(name))
        if (strange !== undefined) failLaw(`the place ${strange} of action ${action}`, 'one of the board')
        if (new Set(places).size < places.length)
          failLaw(`the places ${places.join(', ')} of action ${action}`, 'each of them once')
        const seen = game.text.places!(view, seat, action)
        if (seen.join() !== places.join())
          failLaw(
            `action ${action} touches ${seen.join(', ')} in the view of ${seatName(game, seat)}`,
            `${places.join(', ')}, as in the position itself`,
          )
      }
      requireSame(state, now, 'a state whose places were asked for')
    }
  }
}

function boardCheck({ family, places, links = [], signs }: GameBoard): (at: WalkPosition) => void {
  const known = new Set(signs.map(([sign]) => sign))
  const isOne = (index: number, of: number): boolean => Number.isInteger(index) && index >= 0 && index < of
  return ({ game: { info, text }, state }) => {
    if (family !== 'map' && places.some(({ at }) => at === undefined))
      failLaw(`a place without coordinates on a board of ${family}`, 'some for each')
    if (links.some(([a, b]) => !isOne(a, places.length) || !isOne(b, places.length) || a >= b))
      failLaw(`a link of ${links.length} that joins no two places`, 'indices of places, the lower first')
    const now = state.slice()
    const { holdings, standings } = text.board!.at(state)
    requireSame(state, now, 'a state that was drawn')
    if (JSON.stringify(text.board!.at(now)) !== JSON.stringify({ holdings, standings }))
      failLaw('two boards of one position', 'the same data for the same words')
    if (holdings.length !== places.length)
      failLaw(`what ${holdings.length} places hold`, `one for each of ${places.length}`)
    for (const { owner = 0, home = 0, pieces } of holdings) {
      const seats = [owner, home, ...pieces.map(({ seat }) => seat)]
      if (seats.some(seat => !isOne(seat, info.seats.length)))
        failLaw(`seats ${seats.join(', ')} on a place`, `seats below ${info.seats.length}`)
      const strange = pieces.find(({ sign }) => known.size > 0 && !known.has(sign))
      if (strange) failLaw(`the sign ${JSON.stringify(strange.sign)}`, `one of ${[...known].join(', ')}`)
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
        failLaw(`the sentence ${JSON.stringify(said)}`, 'one line of words')
    requireSame(state, now, 'a state that was narrated')
    before = now
    shown = count
  }
}

function requireLines(what: string, text: string): void {
  const long = text.split('\n').find(line => line.length > LINE_MAX)
  if (long !== undefined)
    failLaw(
      `${what} has a line of ${long.length} characters: ${long}`,
      `at most ${LINE_MAX}, as foldLine makes them`,
    )
}
