/** Laws of decisions: whose they are, which are legal, how they are drawn and written. */
import { isDeepStrictEqual } from 'node:util'
import { CHANCE, CHANCE_BIT, type CompiledGame, RESOLVE_BIT, type State } from '../contract/index.ts'
import { below } from '../rng.ts'
import { failLaw, type Law, type LawSubject, lawOfPositions, requireSame, seatName } from './law.ts'
import { legalOf, outcomeAt, playersIn, seatsIn, type WalkPosition } from './walk.ts'

export function decisionLaws(subject: LawSubject): Law[] {
  const { game, stride } = subject
  const laws = [
    lawOfPositions(
      subject,
      'until a match is over, some seats or chance must move, or a step must resolve',
      checkToMove,
    ),
    lawOfPositions(
      subject,
      'legal lists actions in ascending order and within range, at least one and at most legalMax',
      checkLegal,
    ),
    lawOfPositions(subject, 'the passive action is a legal action, and always the same one', checkPassive),
    lawOfPositions(subject, 'sample draws the action that a random pick from legal would', checkSample),
    lawOfPositions(
      subject,
      'every legal action has its own text, and parse turns the text back into the action',
      checkNotation,
      stride,
    ),
    lawOfPositions(subject, 'describe returns plain JSON, and render returns text', checkDescription, stride),
  ]
  if (game.out !== undefined) laws.push(lawOfPositions(subject, 'a seat that is out stays out', checkOut()))
  if (!game.text.fixedFormat) return laws
  const texts = new Map<number, string>()
  return [
    ...laws,
    lawOfPositions(
      subject,
      'with text.fixedFormat, the text of an action depends only on seat and action',
      at => checkFixed(at, texts),
    ),
  ]
}

function checkToMove({ game, mask, state }: WalkPosition): void {
  const players = (1 << game.info.seats.length) - 1
  if (mask !== RESOLVE_BIT && mask !== CHANCE_BIT && (mask & ~players) !== 0)
    failLaw(
      `toMove returns ${mask}`,
      `a mask of seats within ${players}, CHANCE_BIT alone, or RESOLVE_BIT alone`,
    )
  const again = game.toMove(state)
  if (again !== mask) failLaw(`a second call of toMove returns ${again}`, `${mask}, as the first did`)
}

function checkOut(): (at: WalkPosition) => void {
  let gone = 0
  return ({ game, mask, state, decisions, steps }) => {
    if (decisions === 0 && steps === 0) gone = 0
    const out = game.out!(state)
    const players = (1 << game.info.seats.length) - 1
    if ((out & ~players) !== 0 || (out & gone) !== gone)
      failLaw(
        `out returns ${out}`,
        `a mask of seats within ${players} that includes ${gone}, the seats that were already out`,
      )
    if ((mask & out) !== 0)
      failLaw(`toMove returns ${mask}, although seats ${out} are out`, 'only seats that are still in')
    gone = out
  }
}

function checkLegal({ game, mask, state }: WalkPosition): void {
  const { legalMax, actionCount } = game.info
  for (const seat of seatsIn(game, mask)) {
    const out = new Int32Array(legalMax)
    const count = game.legal(state, seat, out)
    if (!(count >= 1 && count <= legalMax))
      failLaw(`${seatName(game, seat)} has ${count} legal actions`, `1 to legalMax, ${legalMax}`)
    for (let i = 0; i < count; i++)
      if (!(out[i]! > (i === 0 ? -1 : out[i - 1]!) && out[i]! < actionCount))
        failLaw(
          `${seatName(game, seat)}'s legal actions are ${out.subarray(0, count).join(', ')}`,
          `ascending actions from 0 to ${actionCount - 1} (actionCount - 1)`,
        )
    if (seat === CHANCE) checkWeights(game, state, count)
  }
}

function checkWeights(game: CompiledGame, state: State, count: number): void {
  const out = new Int32Array(game.info.legalMax)
  const sum = game.chanceWeights!(state, out)
  const weights = out.subarray(0, count)
  if (!weights.every(weight => weight > 0)) failLaw(`chance weights ${weights.join(', ')}`, 'weights above 0')
  const total = weights.reduce((all, weight) => all + weight, 0)
  if (total !== sum) failLaw(`chanceWeights returns ${sum}`, `${total}, the sum of the weights it wrote`)
}

function checkPassive({ game, mask, state }: WalkPosition): void {
  for (const seat of playersIn(game, mask)) {
    const action = game.passive(state, seat)
    const legal = legalOf(game, state, seat)
    if (!legal.includes(action))
      failLaw(
        `${seatName(game, seat)}'s passive action is ${action}`,
        `one of its legal actions, ${legal.join(', ')}`,
      )
    const again = game.passive(state, seat)
    if (again !== action)
      failLaw(
        `the second call of passive returns ${again} for ${seatName(game, seat)}`,
        `${action}, as before`,
      )
  }
}

const DRAWS = 4

function checkSample({ game, mask, state, rng, legal, weights }: WalkPosition): void {
  for (const seat of seatsIn(game, mask)) {
    for (let trial = 0; trial < DRAWS; trial++) {
      const twin = rng.slice()
      const action = game.sample(state, seat, rng)
      const count = game.legal(state, seat, legal)
      const place =
        seat === CHANCE
          ? outcomeAt(weights, below(twin, game.chanceWeights!(state, weights)))
          : below(twin, count)
      if (action !== legal[place])
        failLaw(
          `sample draws ${action} for ${seatName(game, seat)}`,
          `${legal[place]}, which a pick from the list draws`,
        )
      requireSame(rng, twin, 'the generator after sample')
    }
  }
}

/** Beyond this many answers of chance, one in this many is parsed: each may take formatting all of them. */
const MANY_ANSWERS = 32

function checkNotation({ game, mask, state, rng }: WalkPosition): void {
  for (const seat of seatsIn(game, mask)) {
    const texts = new Map<string, number>()
    const legal = legalOf(game, state, seat)
    const every = seat === CHANCE && legal.length > MANY_ANSWERS ? MANY_ANSWERS : 1
    const first = every === 1 ? 0 : below(rng, every)
    for (const [place, action] of legal.entries()) {
      const text = game.text.format(state, seat, action)
      if (texts.has(text))
        failLaw(
          `actions ${texts.get(text)} and ${action} of ${seatName(game, seat)} have the same text, ${text}`,
          'different texts',
        )
      texts.set(text, action)
      if (place % every !== first) continue
      const back = game.text.parse(state, seat, text)
      if (back !== action)
        failLaw(`action ${action} has the text ${text}, which parses to ${back}`, `${action}`)
    }
    checkWords(game, state, seat)
  }
}

/** The words on pages tell decisions apart too. */
function checkWords(game: CompiledGame, state: State, seat: number): void {
  const { text } = game
  if (!text.tell) return
  const now = state.slice()
  const told = new Map<string, number>()
  for (const action of legalOf(game, state, seat)) {
    const words = text.tell(state, seat, action)
    if (words === '' || words.includes('\n'))
      failLaw(`tell returns ${JSON.stringify(words)}`, 'one line of words')
    if (told.has(words))
      failLaw(`tell returns ${words} for both actions ${told.get(words)} and ${action}`, 'different words')
    told.set(words, action)
  }
  requireSame(state, now, 'the state after tell')
}

function checkFixed({ game, mask, state }: WalkPosition, texts: Map<number, string>): void {
  for (const seat of seatsIn(game, mask))
    for (const action of legalOf(game, state, seat)) {
      const text = game.text.format(state, seat, action)
      const key = seat * game.info.actionCount + action
      const before = texts.get(key) ?? text
      if (before !== text)
        failLaw(
          `action ${action} of ${seatName(game, seat)} is written ${text}, and ${before} earlier`,
          'the same text',
        )
      texts.set(key, text)
    }
}

function checkDescription({ game, state }: WalkPosition): void {
  const position = game.text.describe(state)
  if (!isDeepStrictEqual(JSON.parse(JSON.stringify(position)), position))
    failLaw(
      'describe returns something that JSON cannot represent',
      'plain objects, lists, texts, finite numbers, booleans and null',
    )
  if (game.text.render(state).length === 0)
    failLaw('render returns an empty text', 'the position as text for a person')
}
