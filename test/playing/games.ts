/** Games to be played by people, and how to play one without them. */
import { join } from 'node:path'
import { literal } from '../../documents/index.ts'
import type { CompiledGame } from '../../engine/contract/index.ts'
import { ROOT } from '../../engine/package.ts'
import { loadGame, readRuleset, resolveRules } from '../../engine/registry/index.ts'
import { below, derive, RNG_WORDS, rootOf } from '../../engine/rng.ts'
import { HUMAN } from '../../sim/playing/protocol.ts'
import type { Session } from '../../sim/playing/session.ts'

/** The five games, classics with secrets and chance, two games of users, and one of boardgame.io. */
export const GAMES = [
  'elephant-men',
  'elephant-golems',
  'frontline',
  'bulwark',
  'prestige',
  'kuhn-poker',
  'goofspiel',
  'pig',
  join(ROOT, 'test/own/race.js'),
  join(ROOT, 'docs/examples/my-game.js'),
  join(ROOT, 'test/boardgame-io/games/tic-tac-toe.js'),
]

export async function gameCalled(
  name: string,
  ruleset?: string,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<CompiledGame> {
  const module = await loadGame(name)
  const layers = Object.entries(changes).map(([key, value]) => literal({ [key]: value }, key))
  return module.compile(resolveRules(module, readRuleset(module, ruleset ?? module.ruleset, '.'), layers))
}

export const people = ({ info }: CompiledGame): string[] => info.seats.map(() => HUMAN)

/** Plays until the match is over, or `stop` says so: people and agents choose by `pick` among their moves. */
export function playOn(
  session: Session,
  pick: (count: number) => number,
  stop: () => boolean = () => false,
): void {
  while (!session.isOver && !stop()) {
    const question = session.question()
    if (question) {
      const legal = new Int32Array(session.game.info.legalMax)
      const count = session.game.legal(question.state, question.seat, legal)
      session.answer(question, legal[pick(count)]!)
      continue
    }
    if (session.isCovered) {
      session.uncover()
      continue
    }
    const legal = session.legal()
    if (legal.length === 0) session.seal()
    else session.choose(legal[pick(legal.length)]!)
  }
}

/** Picks at random, the same for the same seed. */
export function picker(seed: string): (count: number) => number {
  const rng = new Int32Array(RNG_WORDS)
  derive(rng, rootOf(seed), 0, 0)
  return count => below(rng, count)
}
