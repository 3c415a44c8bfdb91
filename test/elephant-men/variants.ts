/** Rules for fuzzing, drawn twice over: as a patch for the engine and as rules of the oracle, which share no code. */
import { below } from '../../engine/rng.ts'
import { type OracleReadings, type OracleRules, RULESETS } from '../oracle/elephant-men.ts'
import type { Patch, RuleSet } from './load.ts'

export interface Variant {
  readonly patch: Patch
  readonly oracle: OracleRules
}

type Rng = Int32Array

export const pick = <T>(rng: Rng, list: readonly T[]): T => list[below(rng, list.length)]!
export const chance = (rng: Rng, percent: number): boolean => below(rng, 100) < percent

export const squareName = (file: number, rank: number): string =>
  `${String.fromCharCode(97 + file)}${rank + 1}`

/** The rule set as it ships. */
export function asShipped(set: RuleSet): Variant {
  return { patch: {}, oracle: RULESETS[set]! }
}

/** A small board crowded with random units, so that all kinds meet, and a short match. */
export function crowded(rng: Rng, base: Variant): Variant {
  const files = 2 + below(rng, 4)
  const ranks = 2 + below(rng, 4)
  const free: string[] = []
  for (let x = 0; x < files; x++) for (let y = 0; y < ranks; y++) free.push(squareName(x, y))
  const kinds = Object.keys(base.oracle.kinds)
  // Golems are drawn more often: lines of shoves are the hardest to get right.
  const drawn = kinds.includes('golem') ? [...kinds, 'golem', 'golem'] : kinds
  const most = Math.min(16, free.length)
  const total = 2 + below(rng, most - 1)
  const layouts: [{ kind: string; at: string }[], { kind: string; at: string }[]] = [[], []]
  for (let n = 0; n < total; n++) {
    const [at] = free.splice(below(rng, free.length), 1)
    const side = n < 2 ? n : below(rng, 2)
    layouts[side as 0 | 1].push({ kind: pick(rng, drawn), at: at! })
  }
  const turns = 1 + below(rng, 6)
  const sides = base.oracle.sides.map((side, s) => ({ name: side.name, layout: layouts[s as 0 | 1] }))
  return {
    patch: {
      ...base.patch,
      board: { files, ranks },
      limits: { turns, tiebreak: base.oracle.readings.tiebreak },
      sides: sides.map(({ name, layout }) => ({
        name,
        units: layout.map(({ kind, at }) => `${kind} ${at}`),
      })),
    },
    oracle: { ...base.oracle, board: { files, ranks }, sides, limits: { turns } },
  }
}

/** The rule set with some of its switches turned to what other editions have, or to what none has yet. */
export function crossed(rng: Rng, set: RuleSet): Variant {
  const base = RULESETS[set]!
  const phases = 1 + below(rng, 4)
  const orders = 1 + below(rng, 5)
  const perPhase = pick(rng, ['any', 'one'] as const)
  const clash = pick(rng, ['resolve', 'cancel'] as const)
  const duel = pick(rng, ['both', 'fail'] as const)
  const restOnBlock = chance(rng, 50)
  const lasts = pick(rng, ['phase', 'hit'] as const)
  const cleave = { damage: 1 + below(rng, 3), delay: pick(rng, [0, 1] as const), rests: chance(rng, 60) }
  const pray = { delay: pick(rng, [0, 1] as const), rests: chance(rng, 60) }
  const landing = pick(rng, ['step', 'first'] as const)
  const favour = {
    win: 3 + below(rng, 10),
    kill: below(rng, 5),
    convert: below(rng, 5),
    damage: below(rng, 3),
    pray: below(rng, 3),
  }
  const pokeDamage = 1 + below(rng, 2)
  const readings = drawReadings(rng)
  const all = base.steps.flatMap(step => step.acts)
  const interruptible = all.filter(action => action !== 'move' && chance(rng, 75))
  const landsIn = (action: string): OracleRules['steps'][number]['lands'] => {
    if (landing === 'first') return []
    return action === 'cleave' ? ['blows'] : action === 'pray' ? ['prayers'] : []
  }
  const steps = all.map(action => ({ lands: landsIn(action), acts: [action] }))
  return {
    patch: {
      phases,
      orders,
      perPhase,
      interruptible,
      landing,
      favour: { win: favour.win, kill: favour.kill, convert: favour.convert, damage: favour.damage },
      poke: { damage: pokeDamage, restOnBlock },
      convert: { clash, duel, rest: readings.convertRest, heals: readings.convertHeals },
      cleave: {
        damage: cleave.damage,
        delay: cleave.delay,
        rest: cleave.rests ? 'always' : 'never',
        marks: readings.cleaveMarks,
      },
      pray: { favour: favour.pray, delay: pray.delay, rest: pray.rests ? 'always' : 'never' },
      block: { lasts, against: readings.blockAgainst },
      sight: readings.sightBlocked ? 'blocked' : 'open',
      interrupted: readings.interruptedRests ? 'rests' : 'free',
      interruptedBy: readings.interruptedBy,
      friendlyFire: readings.friendlyFire,
      delayed: readings.delayed,
      carries: { rest: readings.carriesRest, delayed: readings.carriesDelayed },
      judged: readings.judged,
      elimination: readings.elimination ? 'loses' : 'playsOn',
      move: { into: readings.moveInto, marks: readings.movesMark ? 'blocked' : 'never' },
      shove: {
        edge: readings.shovesOff ? 'falls' : 'stops',
        ...(Number.isFinite(readings.shovesMost) ? { most: readings.shovesMost } : {}),
      },
      'limits.tiebreak': readings.tiebreak,
    },
    oracle: {
      ...base,
      phases,
      orders,
      perPhase,
      interruptible,
      steps: landing === 'first' ? [{ lands: ['blows', 'prayers'] as const, acts: [] }, ...steps] : steps,
      favour,
      poke: { damage: pokeDamage, restOnBlock },
      convert: { clash, failsWhenAimedAt: duel === 'fail' },
      cleave,
      pray,
      block: { lasts: lasts === 'hit' ? 'untilSpent' : 'phase' },
      readings,
    },
  }
}

/** Every open reading, each as the editions have it half of the time. */
function drawReadings(rng: Rng): OracleReadings {
  const or = <T>(usual: T, others: readonly T[]): T => (chance(rng, 50) ? usual : pick(rng, others))
  return {
    sightBlocked: or(false, [true]),
    interruptedRests: or(false, [true]),
    interruptedBy: or('any', ['foe']),
    friendlyFire: or('paid', ['unpaid', 'harmless']),
    delayed: or('always', ['alive', 'untouched']),
    carriesRest: or(true, [false]),
    carriesDelayed: or(true, [false]),
    judged: or('phase', ['step', 'turn']),
    elimination: or(true, [false]),
    moveInto: or('leaving', ['noSwaps', 'empty']),
    movesMark: or(false, [true]),
    shovesOff: or(false, [true]),
    shovesMost: or(Number.POSITIVE_INFINITY, [1, 2, 3]),
    convertRest: or('never', ['miss', 'always']),
    convertHeals: or(false, [true]),
    cleaveMarks: or('landing', ['start', 'both']),
    blockAgainst: or('step', ['each']),
    tiebreak: or('none', ['favour']),
  }
}
