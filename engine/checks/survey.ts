/** What random matches show that no law forbids, and the author may not have intended. */
import { show } from '../../documents/index.ts'
import { NO_TURN } from '../boardgame-io/index.ts'
import { CHANCE_BIT, type CompiledGame, EVENTS, RESOLVE_BIT, USED } from '../contract/index.ts'
import { playersIn, seatName, seatsIn, type WalkPosition, walk } from '../laws/index.ts'
import { placeOfPart } from '../modules/index.ts'
import { LIMIT_ENDING } from '../plain/index.ts'
import { explainEndless } from './endless.ts'
import { finding, type GameFinding } from './finding.ts'

/** Searches mostly guess beyond this many moves at once. */
const MANY_MOVES = 500
/** Matches whose moves are read as texts. */
const READ = 4
/** What JavaScript writes for what is not there, or for an object. */
const ABSENT = /\bundefined\b|\bNaN\b|\[object Object\]/

interface SurveyOptions {
  readonly matches: number
  readonly seed: string
  readonly isEnough: (matches: number) => boolean
}

interface MatchSurvey {
  matches: number
  cutOff: number
  firstCut: number
  /** Matches in which neither a seat nor chance was to move. */
  overAtStart: number
  chance: boolean
  /** By seat. */
  readonly moved: boolean[]
  /** Most moves at once, and whose. */
  moves: number
  seat: string
  /** The first text with something absent. */
  absent: string | null
  /** By seat: whether its views ever differed from the state. */
  readonly hides: boolean[]
  readonly used: boolean[]
}

/** Throws what the game throws. */
export function surveyMatches(game: CompiledGame, options: SurveyOptions): GameFinding[] {
  const survey = surveyed(game, options)
  const { overAtStart, matches } = survey
  if (overAtStart === matches) return [overAtStartFinding(game, matches)]
  return [
    ...endlessFindings(game, survey, options.seed),
    ...unusedFindings(game, survey),
    ...viewFindings(game, survey),
    ...oddMoves(survey),
  ]
}

function overAtStartFinding({ text: { over } }: CompiledGame, matches: number): GameFinding {
  return {
    ...finding(
      'error',
      `all of ${matches} random matches were over before the first decision`,
      'let outcome return null until the match is over: {} ends it as a draw',
    ),
    place: over ? placeOfPart(over) : null,
  }
}

function endlessFindings(
  game: CompiledGame,
  { cutOff, firstCut, matches }: MatchSurvey,
  seed: string,
): GameFinding[] {
  if (cutOff === 0) return []
  const said =
    cutOff === matches
      ? finding(
          'error',
          `matches don't end: none of ${matches} random matches was over within ${game.info.decisionMax} decisions`,
          'let outcome return the winner, or {} for a draw, at the latest after some number of turns. If matches are long, raise maxMoves, the number of decisions before a match is cut off (1,000)',
        )
      : finding(
          'warning',
          `${cutOff} of ${matches} random matches were cut off after ${game.info.decisionMax} decisions and counted as draws`,
          'raise maxMoves if matches may take longer, or add a rule that ends them',
        )
  return [{ ...said, ...explainEndless(game, seed, firstCut) }]
}

function unusedFindings(
  { info, warnings = [] }: CompiledGame,
  { matches, moved, chance, used }: MatchSurvey,
): GameFinding[] {
  const waiting = info.seats.filter((_, seat) => !moved[seat])
  const unused = info.assets.filter(({ automatic }, a) => !automatic && !used[a]).map(({ id }) => id)
  const found: GameFinding[] = []
  const warn = (wrong: string, advice: string): unknown => found.push(finding('warning', wrong, advice))
  const isTold = warnings.some(warning => warning.includes(NO_TURN))
  if (waiting.length > 0 && !isTold)
    warn(
      `${waiting.join(' and ')} never got a turn in ${matches} random matches`,
      'pass the turn on in apply, as in state.turn = 1 - state.turn, and return the seat to move from toMove',
    )
  if (info.type.chance === 'explicit' && !chance)
    warn(
      `chance never got a turn in ${matches} random matches, although the game has a function chance`,
      "return 'chance' from toMove where dice are rolled or cards are drawn, or remove chance",
    )
  if (unused.length > 0)
    warn(
      `no move in ${matches} random matches used ${unused.join(', ')}`,
      'check that assetOf returns these ids and that moves offers moves that use them, or remove them from assets',
    )
  return found
}

function viewFindings({ info }: CompiledGame, { matches, hides }: MatchSurvey): GameFinding[] {
  if (info.type.information !== 'imperfect') return []
  const seeing = info.seats.filter((_, seat) => !hides[seat])
  if (seeing.length === info.seats.length)
    return [
      finding(
        'warning',
        `view hid nothing in ${matches} random matches: every seat saw the whole state`,
        'let view replace whatever a seat must not see with null, or remove view and determinize',
      ),
    ]
  if (seeing.length === 0) return []
  return [
    finding(
      'note',
      `view hid nothing from ${seeing.join(' and ')} in ${matches} random matches, but hid something from the other seats`,
      'in view, compare owners with context.seat, unless these seats should see everything',
    ),
  ]
}

function oddMoves({ moves, seat, absent }: MatchSurvey): GameFinding[] {
  const found: GameFinding[] = []
  if (absent !== null)
    found.push(
      finding(
        'warning',
        `a move has the text ${show(absent)}: part of it is missing or misspelt`,
        "check moves and format for a name or an index that doesn't exist, such as an index past the end of a list",
      ),
    )
  if (moves > MANY_MOVES)
    found.push(
      finding(
        'warning',
        `${seat} had ${moves} moves to choose from at once`,
        'with so many moves, a search barely tries each once. Split a turn into several decisions, such as a piece and then its target',
      ),
    )
  return found
}

function surveyed(game: CompiledGame, { matches, seed, isEnough }: SurveyOptions): MatchSurvey {
  const { endings, assets, seats, type } = game.info
  const survey: MatchSurvey = {
    matches: 0,
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
  for (let match = 0; match < matches && !isEnough(match); match++) {
    survey.matches++
    const last = walk(game, seed, match, at => {
      look(game, at, survey)
      if (match < READ) survey.absent ??= absentIn(game, at)
    })
    if (last.decisions === 0) survey.overAtStart++
    if (endings[game.result(last.state, last.returns)]?.id === LIMIT_ENDING && survey.cutOff++ === 0)
      survey.firstCut = match
    for (const [at, count] of last.events.entries())
      if (at % EVENTS.length === USED && count > 0)
        survey.used[Math.floor(at / EVENTS.length) % assets.length] = true
  }
  return survey
}

function look(
  game: CompiledGame,
  { mask, state, legal, view, sealed }: WalkPosition,
  survey: MatchSurvey,
): void {
  if (mask === CHANCE_BIT) survey.chance = true
  for (const seat of playersIn(game, mask)) {
    survey.moved[seat] = true
    const count = game.legal(state, seat, legal)
    if (count > survey.moves) Object.assign(survey, { moves: count, seat: seatName(game, seat) })
  }
  // The engine itself hides simultaneous choices.
  if (sealed || mask === RESOLVE_BIT) return
  for (const [seat, hides] of survey.hides.entries()) {
    if (hides) continue
    game.observe(state, seat, view)
    survey.hides[seat] = view.some((word, i) => word !== state[i])
  }
}

function absentIn(game: CompiledGame, { mask, state, legal }: WalkPosition): string | null {
  for (const seat of seatsIn(game, mask)) {
    const count = game.legal(state, seat, legal)
    for (const action of legal.subarray(0, count)) {
      const text = game.text.format(state, seat, action)
      if (ABSENT.test(text)) return text
    }
  }
  return null
}
