/** What random matches of a game show that no law forbids, and that its author may not have meant. */
import { CHANCE, CHANCE_BIT, type CompiledGame, EVENTS, RESOLVE_BIT, USED } from '../contract/index.ts'
import { type Position, seatName, seatsIn, walk } from '../laws/index.ts'
import { placeOfPart } from '../modules/index.ts'
import { LIMIT } from '../plain/index.ts'
import { endless } from './endless.ts'
import type { Finding } from './finding.ts'

/** Moves at once from which on searches mostly guess. */
const MANY_MOVES = 500
/** Random matches whose moves are read as texts. */
const READ = 4
/** What JavaScript writes into a text for what is not there, or for an object. */
const ABSENT = /\bundefined\b|\bNaN\b|\[object Object\]/

/** What was counted over random matches. */
interface Survey {
  matches: number
  /** Of them, those that were cut off after their most moves. */
  cutOff: number
  /** The first of these. */
  firstCut: number
  /** Of the matches, those in which nobody was to move, nor chance. */
  overAtStart: number
  /** Whether chance was to move at all. */
  chance: boolean
  /** By seat: whether it was to move at all. */
  readonly moved: boolean[]
  /** The most moves that a seat had to choose from, and whose they were. */
  moves: number
  seat: string
  /** The first move whose text has what is not there; null if there was none. */
  absent: string | null
  /** By seat: whether its views ever differed from the state. */
  readonly hides: boolean[]
  /** By asset. */
  readonly used: boolean[]
}

/** Plays random matches, and tells what is odd about them. Throws what the game throws. */
export function oddities(game: CompiledGame, matches: number, seed: string): Finding[] {
  const survey = surveyed(game, matches, seed)
  if (survey.overAtStart === matches) return [overAtStart(game, matches)]
  return [...cut(game, survey, seed), ...idle(game, survey), ...hidden(game, survey), ...odd(survey)]
}

function overAtStart({ text: { over } }: CompiledGame, matches: number): Finding {
  return {
    ...finding(
      'error',
      `the match is over before anybody has decided anything, in each of ${matches} random matches`,
      'let outcome return null as long as the match goes on: {} ends it as a draw',
    ),
    place: over ? placeOfPart(over) : null,
  }
}

/** Matches that do not end. */
function cut(game: CompiledGame, { cutOff, firstCut, matches }: Survey, seed: string): Finding[] {
  if (cutOff === 0) return []
  const said =
    cutOff === matches
      ? finding(
          'error',
          `it does not end: none of ${matches} random matches came to an end within ${game.info.decisionMax} decisions`,
          'let outcome return who has won, or {} for a draw, at the latest after a number of turns; maxMoves raises the number of decisions after which a match is cut off (1,000)',
        )
      : finding(
          'warning',
          `${cutOff} of ${matches} random matches were cut off after the most decisions of a match, without a winner`,
          'raise maxMoves if matches may be so long, or end them by a rule of the game',
        )
  return [{ ...said, ...endless(game, seed, firstCut) }]
}

/** Seats, chances and assets that never come up. */
function idle({ info }: CompiledGame, { matches, moved, chance, used }: Survey): Finding[] {
  const waiting = info.seats.filter((_, seat) => !moved[seat])
  const unused = info.assets.filter(({ automatic }, a) => !automatic && !used[a]).map(({ id }) => id)
  return [
    ...(waiting.length === 0
      ? []
      : [
          finding(
            'warning',
            `${waiting.join(' and ')} ${waiting.length === 1 ? 'was' : 'were'} never to move in ${matches} random matches`,
            'let apply pass the turn on, as in state.turn = 1 - state.turn, and toMove return whose turn it is',
          ),
        ]),
    ...(info.type.chance !== 'explicit' || chance
      ? []
      : [
          finding(
            'warning',
            `chance was never to move in ${matches} random matches, though the game has chances`,
            "let toMove return 'chance' where dice are thrown or cards are drawn, or leave chance out",
          ),
        ]),
    ...(unused.length === 0
      ? []
      : [
          finding(
            'warning',
            `no decision of ${matches} random matches used ${unused.join(', ')}`,
            'see that assetOf returns these ids, and that moves offers what uses them; or leave them out of assets',
          ),
        ]),
  ]
}

/** Views that hide nothing from anybody, or from some. */
function hidden({ info }: CompiledGame, { matches, hides }: Survey): Finding[] {
  if (info.type.information !== 'imperfect') return []
  const seeing = info.seats.filter((_, seat) => !hides[seat])
  if (seeing.length === info.seats.length)
    return [
      finding(
        'warning',
        `view hid nothing in ${matches} random matches: all seats saw the whole state`,
        'put null in place of what a seat must not see, or leave view and determinize out',
      ),
    ]
  if (seeing.length === 0) return []
  return [
    finding(
      'note',
      `view hid nothing from ${seeing.join(' and ')} in ${matches} random matches, and something from the other seats`,
      'let view compare owners with context.seat, unless these seats are to see everything',
    ),
  ]
}

/** Moves that are too many, or written with what is not there. */
function odd({ moves, seat, absent }: Survey): Finding[] {
  return [
    ...(absent === null
      ? []
      : [
          finding(
            'warning',
            `a move is written ${absent}: what is not there has become part of its text`,
            'look for a name or an index in moves, or in format, that does not exist, such as one past the end of a list',
          ),
        ]),
    ...(moves <= MANY_MOVES
      ? []
      : [
          finding(
            'warning',
            `${seat} had ${moves} moves to choose from at once`,
            'searches look at each of so many moves hardly once: cut a turn into several decisions, such as a piece and then its target',
          ),
        ]),
  ]
}

function finding(severity: Finding['severity'], wrong: string, advice: string): Finding {
  return { severity, wrong, found: null, place: null, trail: null, advice }
}

function surveyed(game: CompiledGame, matches: number, seed: string): Survey {
  const { endings, assets, seats, type } = game.info
  const survey: Survey = {
    matches,
    cutOff: 0,
    firstCut: -1,
    overAtStart: 0,
    chance: false,
    moved: seats.map(() => false),
    moves: 0,
    seat: '',
    absent: null,
    hides: seats.map(() => type.information === 'perfect'),
    used: assets.map(() => false),
  }
  for (let match = 0; match < matches; match++) {
    const last = walk(game, seed, match, at => {
      look(game, at, survey)
      if (match < READ) survey.absent ??= absentIn(game, at)
    })
    if (last.decisions === 0) survey.overAtStart++
    if (endings[game.result(last.state, last.returns)]?.id === LIMIT && survey.cutOff++ === 0)
      survey.firstCut = match
    for (const [at, count] of last.events.entries())
      if (at % EVENTS.length === USED && count > 0)
        survey.used[Math.floor(at / EVENTS.length) % assets.length] = true
  }
  return survey
}

/** Counts who is to move, what they may choose from, and whose views hide something. */
function look(game: CompiledGame, { mask, state, legal, view, sealed }: Position, survey: Survey): void {
  if (mask === CHANCE_BIT) survey.chance = true
  for (const seat of seatsIn(game, mask)) {
    if (seat === CHANCE) continue
    survey.moved[seat] = true
    const count = game.legal(state, seat, legal)
    if (count > survey.moves) Object.assign(survey, { moves: count, seat: seatName(game, seat) })
  }
  // Choices that are made at the same time are hidden by the game itself, until they are carried out.
  if (sealed || mask === RESOLVE_BIT) return
  for (const [seat, hides] of survey.hides.entries()) {
    if (hides) continue
    game.observe(state, seat, view)
    survey.hides[seat] = view.some((word, i) => word !== state[i])
  }
}

/** The text of a move that has what is not there; null if there is none. */
function absentIn(game: CompiledGame, { mask, state, legal }: Position): string | null {
  for (const seat of seatsIn(game, mask)) {
    const count = game.legal(state, seat, legal)
    for (const action of legal.subarray(0, count)) {
      const text = game.text.format(state, seat, action)
      if (ABSENT.test(text)) return text
    }
  }
  return null
}
