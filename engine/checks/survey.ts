/** What random matches of a game show that no law forbids, and that its author may not have meant. */
import { CHANCE, CHANCE_BIT, type CompiledGame, EVENTS, USED } from '../contract/index.ts'
import { nameOf, seatsIn, walk } from '../laws/index.ts'
import { LIMIT } from '../plain/index.ts'
import { endless } from './endless.ts'
import type { Finding } from './finding.ts'

/** Moves at once from which on searches mostly guess. */
const MANY_MOVES = 500

/** What was counted over random matches. */
interface Survey {
  matches: number
  /** Of them, those that were cut off after their most moves. */
  cutOff: number
  /** The first of these. */
  firstCut: number
  /** Whether chance was to move at all. */
  chance: boolean
  /** The most moves that a seat had to choose from, and whose they were. */
  moves: number
  seat: string
  /** Whether the seats' views ever differed from the state. */
  hides: boolean
  /** By asset. */
  readonly used: boolean[]
}

/** Plays random matches, and tells what is odd about them. Throws what the game throws. */
export function oddities(game: CompiledGame, matches: number, seed: string): Finding[] {
  const { info } = game
  const survey = surveyed(game, matches, seed)
  const found: Finding[] = []
  const { cutOff } = survey
  if (cutOff > 0) {
    const cut =
      cutOff === matches
        ? finding(
            'error',
            `it does not end: none of ${matches} random matches came to an end within ${info.decisionMax} decisions`,
            'let outcome return who has won, or {} for a draw, at the latest after a number of turns; maxMoves raises the number of decisions after which a match is cut off (1,000)',
          )
        : finding(
            'warning',
            `${cutOff} of ${matches} random matches were cut off after the most decisions of a match, without a winner`,
            'raise maxMoves if matches may be so long, or end them by a rule of the game',
          )
    found.push({ ...cut, ...endless(game, seed, survey.firstCut) })
  }
  if (info.type.chance === 'explicit' && !survey.chance)
    found.push(
      finding(
        'warning',
        `chance was never to move in ${matches} random matches, though the game has chances`,
        "let toMove return 'chance' where dice are thrown or cards are drawn, or leave chance out",
      ),
    )
  if (info.type.information === 'imperfect' && !survey.hides)
    found.push(
      finding(
        'warning',
        `view hid nothing in ${matches} random matches: all seats saw the whole state`,
        'put null in place of what a seat must not see, or leave view and determinize out',
      ),
    )
  const idle = info.assets.filter(({ automatic }, a) => !automatic && !survey.used[a]).map(({ id }) => id)
  if (idle.length > 0)
    found.push(
      finding(
        'warning',
        `no decision of ${matches} random matches used ${idle.join(', ')}`,
        'see that assetOf returns these ids, and that moves offers what uses them; or leave them out of assets',
      ),
    )
  if (survey.moves > MANY_MOVES)
    found.push(
      finding(
        'warning',
        `${survey.seat} had ${survey.moves} moves to choose from at once`,
        'searches look at each of so many moves hardly once: cut a turn into several decisions, such as a piece and then its target',
      ),
    )
  return found
}

function finding(severity: Finding['severity'], wrong: string, advice: string): Finding {
  return { severity, wrong, found: null, place: null, trail: null, advice }
}

function surveyed(game: CompiledGame, matches: number, seed: string): Survey {
  const { endings, assets } = game.info
  const survey: Survey = {
    matches,
    cutOff: 0,
    firstCut: -1,
    chance: false,
    moves: 0,
    seat: '',
    hides: false,
    used: assets.map(() => false),
  }
  for (let match = 0; match < matches; match++) {
    const last = walk(game, seed, match, at => {
      const { mask, state, legal, view } = at
      if (mask === CHANCE_BIT) survey.chance = true
      for (const seat of seatsIn(game, mask)) {
        if (seat === CHANCE) continue
        const count = game.legal(state, seat, legal)
        if (count > survey.moves) Object.assign(survey, { moves: count, seat: nameOf(game, seat) })
        if (survey.hides) continue
        game.observe(state, seat, view)
        survey.hides = view.some((word, i) => word !== state[i])
      }
    })
    if (endings[game.result(last.state, last.returns)]?.id === LIMIT && survey.cutOff++ === 0)
      survey.firstCut = match
    for (const [at, count] of last.events.entries())
      if (at % EVENTS.length === USED && count > 0)
        survey.used[Math.floor(at / EVENTS.length) % assets.length] = true
  }
  return survey
}
