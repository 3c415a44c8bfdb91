/** What the thread runs that checks a game. Only it loads the laws. */
import { parentPort, workerData } from 'node:worker_threads'
import { InputError, literal } from '../../documents/index.ts'
import { checkGame, explain, type GameFinding } from '../../engine/checks/index.ts'
import { isModule, LoadError, placeOfPart, reasonOf, watchCalls } from '../../engine/modules/index.ts'
import {
  type GameModule,
  listRulesets,
  loadGame,
  readRuleset,
  resolveRules,
} from '../../engine/registry/index.ts'
import { guardGame, hardenTrialThread, type LateError } from '../match/guard.ts'
import { processorTimeOrMore, systemThread } from '../match/processor.ts'
import {
  CHECK_SECONDS,
  CHECKED_MATCHES,
  type CheckMessage,
  type GameCheck,
  type Refused,
} from './check-game.ts'
import { postReadings } from './readings.ts'

/** Random matches for each law of fair guesses, without --matches. */
const SAMPLES = 2_000

const lateError = hardenTrialThread()
const { check, memory } = workerData as { readonly check: GameCheck; readonly memory: Int32Array }
if (isModule(check.game)) guardGame(check.game)
const tell = (message: CheckMessage): void => parentPort!.postMessage(message)
postReadings(reading => tell({ reading }))
tell({ started: systemThread() })
await checkHere()

async function checkHere(): Promise<void> {
  watchCalls(memory, ({ name, call }) => tell({ part: { name, place: placeOfPart(call) } }))
  let module: GameModule
  try {
    module = await loadGame(check.game)
  } catch (error) {
    tell({ ruleset: null, finding: ofLoading(error) })
    tell({ done: true, matches: 0 })
    return
  }
  const { ruleset, changes, matches } = check
  const isAsked = ruleset !== null || Object.keys(changes).length > 0
  const rulesets = isAsked ? [ruleset ?? module.ruleset] : listRulesets(module)
  tell({ game: module.id, rulesets })
  const limits =
    matches === null
      ? { matches: CHECKED_MATCHES, samples: SAMPLES, seconds: CHECK_SECONDS / rulesets.length }
      : { matches }
  let fewest = limits.matches
  for (const name of rulesets) {
    let rules: object
    try {
      const layers = Object.entries(changes).map(([key, value]) =>
        literal({ [key]: value }, `--rules ${key}`),
      )
      rules = resolveRules(module, readRuleset(module, name, check.base), layers)
    } catch (error) {
      tell(isAsked ? { refused: refusedOf(error) } : { ruleset: name, finding: ofRules(error) })
      continue
    }
    const onCheck = (law: string): void => tell({ ruleset: name, check: law })
    const options = { ...limits, clock: () => processorTimeOrMore() / 1000, onCheck }
    fewest = Math.min(
      fewest,
      checkGame(module, rules, options, finding => tell({ ruleset: name, finding })),
    )
  }
  const late = await lateError()
  if (late) tell({ ruleset: null, finding: ofLate(late) })
  tell({ done: true, matches: fewest })
}

function ofLate({ error }: LateError): GameFinding {
  const finding = explain(null, error)
  return {
    ...finding,
    wrong: `${finding.wrong}, in a promise or timer that ran late`,
    advice: 'finish all work before a function returns: no async, no promises, no timers',
  }
}

function ofLoading(error: unknown): GameFinding {
  const finding = explain(null, error)
  if (!(error instanceof LoadError)) return { ...finding, wrong: reasonOf(error) }
  return { ...finding, wrong: `it cannot be loaded: ${error.reason}`, place: error.place }
}

function ofRules(error: unknown): GameFinding {
  return { severity: 'error', wrong: reasonOf(error), found: null, place: null, trail: null, advice: null }
}

/** An error in rules that were asked for, as a message between threads. */
function refusedOf(error: unknown): Refused {
  if (!(error instanceof InputError))
    return { file: '--ruleset', text: reasonOf(error), line: undefined, column: undefined }
  const { file, text, line, column } = error
  return { file, text, line, column }
}
