/** What the thread of a check does. Beside it stands examination.ts, which starts that thread and needs none of the laws. */
import { InputError, literal } from '../../documents/index.ts'
import { checkGame, explain, type GameFinding } from '../../engine/checks/index.ts'
import { LoadError, placeOfPart, reasonOf, watchCalls } from '../../engine/modules/index.ts'
import {
  type GameModule,
  listRulesets,
  loadGame,
  readRuleset,
  resolveRules,
} from '../../engine/registry/index.ts'
import type { LateError } from '../match/guard.ts'
import type { Exam, News, Refused } from './examination.ts'

/** Checks a game on this thread, and tells what it finds. Its calls show in `memory`; `lateError` is what `prepareTrials` returned. */
export async function examineHere(
  exam: Exam,
  memory: Int32Array,
  lateError: () => Promise<LateError | null>,
  tell: (news: News) => void,
): Promise<void> {
  watchCalls(memory, ({ name, call }) => tell({ part: { name, place: placeOfPart(call) } }))
  let module: GameModule
  try {
    module = await loadGame(exam.game)
  } catch (error) {
    tell({ ruleset: null, finding: ofLoading(error) })
    tell({ done: true })
    return
  }
  const { ruleset, changes, matches } = exam
  const isAsked = ruleset !== null || Object.keys(changes).length > 0
  const rulesets = isAsked ? [ruleset ?? module.ruleset] : listRulesets(module)
  tell({ game: module.id, rulesets })
  for (const name of rulesets) {
    let rules: object
    try {
      const layers = Object.entries(changes).map(([key, value]) =>
        literal({ [key]: value }, `--rules ${key}`),
      )
      rules = resolveRules(module, readRuleset(module, name, exam.base), layers)
    } catch (error) {
      tell(isAsked ? { refused: refusedOf(error) } : { ruleset: name, finding: ofRules(error) })
      continue
    }
    const onCheck = (check: string): void => tell({ ruleset: name, check })
    checkGame(module, rules, { matches, onCheck }, finding => tell({ ruleset: name, finding }))
  }
  const late = await lateError()
  if (late) tell({ ruleset: null, finding: ofLate(late) })
  tell({ done: true })
}

/** What was thrown while nobody waited for it. */
function ofLate({ error }: LateError): GameFinding {
  const finding = explain(null, error)
  return {
    ...finding,
    wrong: `${finding.wrong}, in a promise or a timer that nobody waits for`,
    advice: 'let every function be done when it returns: no async, no promises, no timers',
  }
}

/** What keeps a module from being loaded. */
function ofLoading(error: unknown): GameFinding {
  const finding = explain(null, error)
  if (!(error instanceof LoadError)) return { ...finding, wrong: reasonOf(error) }
  return { ...finding, wrong: `it cannot be loaded: ${error.reason}`, place: error.place }
}

/** What is wrong with a rule set. */
function ofRules(error: unknown): GameFinding {
  return { severity: 'error', wrong: reasonOf(error), found: null, place: null, trail: null, advice: null }
}

/** What is wrong with rules that were asked for, as a message between threads. */
function refusedOf(error: unknown): Refused {
  if (!(error instanceof InputError))
    return { file: '--ruleset', text: reasonOf(error), line: undefined, column: undefined }
  const { file, text, line, column } = error
  return { file, text, line, column }
}
