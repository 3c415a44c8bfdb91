/**
 * Writes the golden records anew: `npx tsx test/golden/renew.ts`. Do so only when a rule, the generator or the
 * numbering of actions changed on purpose, and read the difference before it is committed.
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { RULE_SETS } from '../elephant-men/load.ts'
import { RULE_SETS as PRESTIGE_SETS } from '../prestige/load.ts'
import { GOLDEN_MATCHES, goldenFile, playGolden } from './play.ts'
import { PRESTIGE_MATCHES, playPrestigeGolden, prestigeFile } from './prestige-play.ts'

for (const set of RULE_SETS) {
  const matches = Array.from({ length: GOLDEN_MATCHES }, (_, n) => playGolden(set, String(n + 1)))
  writeFileSync(goldenFile(set), `${JSON.stringify(matches, null, 2)}\n`)
  process.stderr.write(`${set}: ${matches.map(match => match.replay.length).join(', ')} phases\n`)
}

for (const set of PRESTIGE_SETS) {
  const matches = Array.from({ length: PRESTIGE_MATCHES }, (_, match) => playPrestigeGolden(set, match))
  writeFileSync(prestigeFile(set), `${JSON.stringify(matches, null, 2)}\n`)
  process.stderr.write(
    `prestige ${set}: ${matches.map(({ record }) => record.decisions.length).join(', ')} decisions\n`,
  )
}

// The linter checks these files as well, so they are laid out as it wants them.
const files = [...RULE_SETS.map(goldenFile), ...PRESTIGE_SETS.map(prestigeFile)]
execFileSync('npx', ['biome', 'format', '--write', ...files.map(file => fileURLToPath(file))])
