/**
 * Writes the golden records anew: `npx tsx test/golden/renew.ts`. Do so only when a rule, the generator or the
 * numbering of actions changed on purpose, and read the difference before it is committed.
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import '../games.ts'
import { RULE_SETS } from '../elephant-men/load.ts'
import { RULE_SETS as FRONTLINE_SETS } from '../frontline/load.ts'
import { RULE_SETS as PRESTIGE_SETS } from '../prestige/load.ts'
import * as bulwark from './bulwark.ts'
import * as frontline from './frontline.ts'
import { GOLDEN_MATCHES, goldenFile, playGolden } from './play.ts'
import { PRESTIGE_MATCHES, playPrestigeGolden, prestigeFile } from './prestige-play.ts'
import { searchesFile, searchGolden } from './searches.ts'

for (const set of RULE_SETS) {
  const matches = Array.from({ length: GOLDEN_MATCHES }, (_, n) => playGolden(set, String(n + 1)))
  writeFileSync(goldenFile(set), `${JSON.stringify(matches, null, 2)}\n`)
  process.stderr.write(`${set}: ${matches.map(match => match.replay.length).join(', ')} phases\n`)
}

for (const set of FRONTLINE_SETS) {
  const matches = frontline.VARIANTS.map((rules, n) => frontline.playGolden(set, rules, String(n + 1)))
  writeFileSync(frontline.goldenFile(set), `${JSON.stringify(matches, null, 2)}\n`)
  process.stderr.write(`frontline ${set}: ${matches.map(match => match.replay.length).join(', ')} turns\n`)
}

const matches = bulwark.VARIANTS.map((rules, n) => bulwark.playGolden(rules, String(n + 1)))
writeFileSync(bulwark.goldenFile, `${JSON.stringify(matches, null, 2)}\n`)
process.stderr.write(`bulwark: ${matches.map(match => match.replay.length).join(', ')} turns\n`)

for (const set of PRESTIGE_SETS) {
  const matches = Array.from({ length: PRESTIGE_MATCHES }, (_, match) => playPrestigeGolden(set, match))
  writeFileSync(prestigeFile(set), `${JSON.stringify(matches, null, 2)}\n`)
  process.stderr.write(
    `prestige ${set}: ${matches.map(({ record }) => record.decisions.length).join(', ')} decisions\n`,
  )
}

writeFileSync(searchesFile, `${JSON.stringify(searchGolden(), null, 2)}\n`)

// The linter checks these files as well, so they are laid out as it wants them.
const files = [
  ...RULE_SETS.map(goldenFile),
  ...FRONTLINE_SETS.map(frontline.goldenFile),
  bulwark.goldenFile,
  ...PRESTIGE_SETS.map(prestigeFile),
  searchesFile,
]
execFileSync('npx', ['biome', 'format', '--write', ...files.map(file => fileURLToPath(file))])
