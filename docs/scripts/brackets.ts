/**
 * `npm run brackets` renews configs/policies/brackets.json: where adversaries leave perfect play, by what they
 * took from shipped players in each seat. Keeps the results of populations that still ship; a name of one of
 * their files renews only theirs.
 */
import { writeFileSync } from 'node:fs'
import { nearestShipped, SHIPPED_BRACKETS, type ShippedBracket, shippedPolicies } from '../../agents/index.ts'
import { loadGame } from '../../engine/registry/index.ts'
import { exploit } from '../../library/index.ts'
import { isMain } from './pages.ts'

/** The adversary's matches. */
const MATCHES = 2000

async function main(only: string | undefined): Promise<void> {
  const brackets: ShippedBracket[] = []
  for (const { file, game, rules: kept } of shippedPolicies()) {
    const module = await loadGame(game)
    // With the defaults of keys that came later.
    const rules = module.schema.parse(kept) as Record<string, unknown>
    if (module.compile(rules).info.seats.length !== 2) continue
    const { sha256, others = [], bracket: known } = nearestShipped(module, rules)!
    const members = [sha256, ...others.map(one => one.sha256)]
    const isAsked = only === undefined || only === file
    const found = known && !isAsked ? known : isAsked ? await bracketOf(game, rules) : null
    if (!found) continue
    const { low, high, exact } = found
    brackets.push({ members, low, high, exact })
    console.log(`${file}: ${low.toFixed(3)} to ${high.toFixed(3)}`)
    writeFileSync(SHIPPED_BRACKETS, `${JSON.stringify(brackets, null, 1)}\n`)
  }
}

async function bracketOf(
  game: string,
  rules: Record<string, unknown>,
): Promise<Omit<ShippedBracket, 'members'> | null> {
  const asked = { game, rules, agent: 'learned', exploiter: 'learned', search: true, matches: MATCHES }
  return (await exploit(asked, { threads: 0 })).bracket
}

if (isMain(import.meta.url)) await main(process.argv[2])
